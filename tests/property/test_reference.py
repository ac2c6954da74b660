"""The reference solvers among each other, on puzzles of 4x4 and 6x6 that chance makes.

The oracle is a search that knows nothing but `Grid.clashes`: it fills cells in turn and
looks at the whole grid each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.table import ORDERS, RULES, find, make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.reference.solver import Solver

GEOMETRIES = (Geometry(2, 2), Geometry(2, 3), Geometry(3, 2))
FULL = {
    geometry: next(iter(make(row).solutions(Grid(geometry, (0,) * geometry.cells), {})))
    for geometry in GEOMETRIES
    if (row := find("bitmask")) is not None
}


def solver(name: str, **options: object) -> Solver:
    """Make a solver."""
    row = find(name)
    assert row is not None
    return make(row, **options)


def by_the_rules(puzzle: Grid) -> Iterator[tuple[int, ...]]:
    """Yield every solution, by trying all digits that the puzzle allows in a cell."""
    if puzzle.clashes():
        return
    if puzzle.is_complete:
        yield puzzle.values
        return
    cell = puzzle.values.index(0)
    for digit in puzzle.geometry.digits:
        if puzzle.left()[cell] >> (digit - 1) & 1:
            values = (*puzzle.values[:cell], digit, *puzzle.values[cell + 1 :])
            masks = puzzle.candidates
            if masks is not None:
                masks = (*masks[:cell], 1 << (digit - 1), *masks[cell + 1 :])
            yield from by_the_rules(Grid(puzzle.geometry, values, masks))


@st.composite
def puzzles(draw: st.DrawFn) -> Grid:
    """Draw a puzzle: a grid with cells emptied, clues changed, candidates removed."""
    geometry = draw(st.sampled_from(GEOMETRIES))
    size, cells = geometry.size, geometry.cells
    digits = draw(st.permutations(range(1, size + 1)))
    grid = [digits[value - 1] for value in FULL[geometry]]
    emptied = draw(st.sets(st.integers(0, cells - 1), max_size=12))
    values = [0 if cell in emptied else value for cell, value in enumerate(grid)]
    if draw(st.integers(0, 4)) == 0:  # then there is mostly no solution
        values[draw(st.integers(0, cells - 1))] = draw(st.integers(0, size))
    puzzle = Grid(geometry, tuple(values))
    if draw(st.booleans()):
        masks = list(puzzle.left())
        for cell in sorted(emptied):
            if not values[cell]:
                masks[cell] &= draw(st.integers(0, (1 << size) - 1)) | (
                    1 << (grid[cell] - 1)
                )
        puzzle = puzzle.with_candidates(masks)
    return puzzle


@given(puzzle=puzzles(), rules=st.sets(st.sampled_from(RULES)))
@settings(deadline=None)
def test_all_find_the_same(puzzle: Grid, rules: set[str]) -> None:
    """What the rules allow, each solution once, by whatever order or techniques."""
    known = set(by_the_rules(puzzle))
    for each in (
        *(solver("backtracking", order=order) for order in ORDERS),
        solver("constraint"),
        solver("elimination"),
        solver("elimination", rules=rules),
        solver("bitmask"),
    ):
        found = list(each.solutions(puzzle, {}))

        assert known == set(found)
        assert len(known) == len(found)


@given(puzzle=puzzles(), rules=st.sets(st.sampled_from(RULES)))
@settings(deadline=None)
def test_counters_make_sense(puzzle: Grid, rules: set[str]) -> None:
    """No more guesses stand than were made; where there is none, one path is walked."""
    for each in (
        solver("backtracking"),
        solver("constraint"),
        solver("elimination", rules=rules),
        solver("bitmask"),
    ):
        counters: dict[str, int] = {}
        found = list(each.solutions(puzzle, counters))

        assert 0 <= counters["depth"] <= counters["guesses"]
        assert (counters["guesses"] == 0) == (counters["depth"] == 0)
        if counters["guesses"] == 0:
            assert len(found) + counters["conflicts"] <= 1
