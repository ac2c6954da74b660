"""What each of the solvers in pure Python promises: all solutions, once, and when."""

from __future__ import annotations

from itertools import count, islice
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import pytest

import satdoku
from satdoku.errors import Stopped
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.solver import Patience
from satdoku.reference.table import ORDERS, RULES, find, make

if TYPE_CHECKING:
    from satdoku.reference.solver import Solver


class Case(NamedTuple):
    """A solver, and an option of it."""

    name: str
    option: str = ""

    def solver(self) -> Solver:
        """Make it."""
        row = find(self.name)
        assert row is not None
        if self.name == "backtracking":
            return make(row, order=self.option)
        if self.name == "elimination":
            return make(row, rules=self.option.split())
        return make(row)


CASES = [
    *(Case("backtracking", order) for order in ORDERS),
    Case("constraint"),
    Case("elimination"),
    *(Case("elimination", rule) for rule in RULES),
    Case("elimination", " ".join(RULES)),
    Case("bitmask"),
]

FIRST_ROW = Grid(Geometry(2, 2), (1, 2, 3, 4, *(0,) * 12))
NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
pytestmark = pytest.mark.parametrize(
    "case", CASES, ids=[" ".join(filter(None, case)) for case in CASES]
)


def found(case: Case, puzzle: Grid) -> list[tuple[int, ...]]:
    """Return all solutions."""
    return list(case.solver().solutions(puzzle, {}))


def test_grids_of_4x4(case: Case) -> None:
    """There are 288, each comes once, and all are solutions."""
    empty = Grid(Geometry(2, 2), (0,) * 16)
    grids = found(case, empty)

    assert 288 == len(grids) == len(set(grids))
    assert all(Grid(empty.geometry, values).solves(empty) for values in grids)


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (1, 5)])
def test_other_geometries(case: Case, box: tuple[int, int]) -> None:
    """Where all but a few cells of a grid are empty, against the default engine."""
    geometry = Geometry(*box)
    whole = satdoku.solve(Grid(geometry, (0,) * geometry.cells)).solution
    assert whole is not None
    kept = geometry.size * (geometry.size - 3)
    values = (*whole.values[:kept], *[0] * (geometry.cells - kept))
    puzzle = Grid(geometry, values)
    grids = found(case, puzzle)

    assert {grid.values for grid in satdoku.solutions(puzzle)} == set(grids)
    assert len(set(grids)) == len(grids) > 1


def test_9x9(case: Case) -> None:
    """A puzzle of a newspaper has its one solution."""
    puzzle = Grid.parse(NINE)

    assert [satdoku.solve(NINE).solution] == [
        Grid(puzzle.geometry, values) for values in found(case, puzzle)
    ]


def test_what_is_solved_already(case: Case) -> None:
    """It is its own only solution."""
    grid = satdoku.solve(NINE).solution
    assert grid is not None

    assert [grid.values] == found(case, grid)


def test_candidates_are_kept_to(case: Case) -> None:
    """What a puzzle rules out beyond its clues is in no solution."""
    masks = list(FIRST_ROW.left())
    masks[4], masks[15] = 1 << 3, 7
    all_of_them = found(case, FIRST_ROW)

    assert {
        values for values in all_of_them if values[4] == 4 and values[15] != 4
    } == set(found(case, FIRST_ROW.with_candidates(masks)))


@pytest.mark.parametrize(
    "puzzle",
    [
        Grid.parse("1.1. .... .... ...."),
        Grid.parse("1... 1... .... ...."),
        Grid.parse("1... .1.. .... ...."),
        Grid.parse("1243 3421 2134 4311"),
        Grid.parse("12.. .... ...3 ..3."),
        Grid.parse("12.. ..3. ..4. ...."),
        Grid.of_candidates(Geometry(2, 2), (0,) * 16),
        Grid.of_candidates(Geometry(2, 2), (3,) * 16),
    ],
    ids=[
        "row",
        "column",
        "box",
        "full",
        "no place for a digit",
        "nothing for a cell",
        "no candidates",
        "too few candidates",
    ],
)
def test_there_may_be_no_solution(case: Case, puzzle: Grid) -> None:
    """Whatever the reason is, it is no error."""
    assert [] == found(case, puzzle)


def test_a_deadline_that_is_over(case: Case) -> None:
    """Nothing is searched, however quick that were."""
    counters: dict[str, int] = {}
    with pytest.raises(Stopped, match="out of time"):
        next(iter(case.solver().solutions(FIRST_ROW, counters, monotonic() - 1)))

    assert {0} == set(counters.values())


def test_a_deadline_within_a_search(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found by then is not lost, and counted; the clock ticks when read."""
    monkeypatch.setattr("satdoku.reference.solver.monotonic", count().__next__)
    counters: dict[str, int] = {}
    empty = Grid(Geometry(2, 3), (0,) * 36)
    grids: set[tuple[int, ...]] = set()
    with pytest.raises(Stopped, match="out of time"):
        # All of them are 28,200,960.
        grids.update(case.solver().solutions(empty, counters, 200))

    assert counters["guesses"] >= counters["depth"] > 10
    assert all(Grid(empty.geometry, values).solves(empty) for values in grids)


def test_solutions_are_lazy(case: Case) -> None:
    """A few of very many; the walk is left, and the solver can be asked again."""
    solver = case.solver()
    empty = Grid(Geometry(3, 3), (0,) * 81)
    counters: dict[str, int] = {}
    first = list(islice(solver.solutions(empty, counters), 5))
    again = list(islice(solver.solutions(empty, {}), 5))

    assert 5 == len(set(first))
    assert first == again
    assert 81 == empty.values.count(0)


def test_counters_are_added_to(case: Case) -> None:
    """Twice is twice as much, but for the depth; each is in full at each solution."""
    solver = case.solver()
    once: dict[str, int] = {}
    grids = solver.solutions(FIRST_ROW, once)
    next(iter(grids))
    begun = dict(once)
    more = len(list(grids))
    twice = dict(once)
    list(solver.solutions(FIRST_ROW, twice))

    assert 11 == more
    assert begun["guesses"] == begun["depth"] > 0
    assert once["guesses"] > begun["guesses"]
    assert once["depth"] == twice["depth"]
    assert {key: 2 * once[key] for key in once if key != "depth"} == {
        key: twice[key] for key in twice if key != "depth"
    }


def test_no_guess_no_depth(case: Case) -> None:
    """A cell that takes one digit alone is no guess."""
    grid = satdoku.solve(NINE).solution
    assert grid is not None
    puzzle = Grid(grid.geometry, (0, *grid.values[1:]))
    counters: dict[str, int] = {}
    list(case.solver().solutions(puzzle, counters))

    assert (0, 0) == (counters["guesses"], counters["depth"])


def test_every_step_looks_at_the_clock(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or is counted, so that it does now and then."""
    looks = 0

    def look(self: Patience) -> None:
        nonlocal looks
        del self
        looks += 1

    monkeypatch.setattr(Patience, "look", look)
    counters: dict[str, int] = {}
    list(case.solver().solutions(FIRST_ROW, counters, monotonic() + 60))

    assert looks >= counters["guesses"] > 0
