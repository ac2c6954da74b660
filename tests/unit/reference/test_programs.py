"""`ilp` and `cp`, which hand a program to a library: both find what there is."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

import satdoku
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.table import ROWS, make

BOTH = [
    pytest.param(
        row.name,
        marks=pytest.mark.skipif(
            find_spec(row.library) is None, reason=f"{row.library} is not installed"
        ),
    )
    for row in ROWS
    if row.library
]
NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def part(geometry: Geometry) -> Grid:
    """Return a puzzle of a few solutions: two rows of a solved grid are empty."""
    solved = satdoku.solve(Grid.trusted(geometry, (0,) * geometry.cells)).solution
    assert solved is not None
    return Grid(
        geometry, (*solved.values[: -2 * geometry.size], *[0] * 2 * geometry.size)
    )


def found(engine: str, puzzle: Grid) -> list[tuple[int, ...]]:
    """Return all solutions, by the engine."""
    (row,) = [row for row in ROWS if row.name == engine]
    return list(make(row).solutions(puzzle, {}))


def known(puzzle: Grid) -> set[tuple[int, ...]]:
    """Return all solutions, by another engine."""
    return {grid.values for grid in satdoku.solutions(puzzle, engine="dpll")}


@pytest.mark.parametrize(
    "puzzle",
    [
        Grid.parse(NINE),
        Grid.parse("12.. .... .... ...."),
        part(Geometry(2, 3)),
        part(Geometry(3, 2)),
        Grid.parse("1243 3421 2134 4312"),
    ],
    ids=["9x9", "24 solutions", "2x3", "3x2", "complete"],
)
@pytest.mark.parametrize("engine", BOTH)
def test_every_solution_comes_once(engine: str, puzzle: Grid) -> None:
    """Those that plain search finds, and no more; on any geometry."""
    solutions = found(engine, puzzle)

    assert known(puzzle) == set(solutions)
    assert len(set(solutions)) == len(solutions)


@pytest.mark.parametrize(
    "puzzle",
    [
        Grid.parse("1.1." + "." * 12),
        Grid.parse("12.. .... ...3 ..3."),
        Grid.parse("12.. ..3. ..4. ...."),
        Grid.of_candidates(Geometry(2, 2), (0,) * 16),
        Grid.of_candidates(Geometry(2, 2), (3,) * 16),
    ],
    ids=["clash", "box without 3", "cell", "nothing left", "no place for a digit"],
)
@pytest.mark.parametrize("engine", BOTH)
def test_there_may_be_no_solution(engine: str, puzzle: Grid) -> None:
    """Whatever the reason is; it is no error."""
    assert [] == found(engine, puzzle)


@pytest.mark.parametrize("engine", BOTH)
def test_candidates_are_kept_to(engine: str) -> None:
    """What a puzzle rules out beyond its clues is in no solution."""
    puzzle = Grid.parse("12.. .... .... ....")
    masks = list(puzzle.left())
    masks[2] = 1 << 2  # a 3

    solutions = found(engine, puzzle.with_candidates(masks))

    assert {values for values in known(puzzle) if values[2] == 3} == set(solutions)
