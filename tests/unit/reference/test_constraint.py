"""Forward checking: what a placed digit does to the peers."""

from __future__ import annotations

from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.backtracking import Backtracking
from satdoku.reference.constraint import Constraint

SPARSE = Grid.parse("1... .... .... ...2")


def counted(puzzle: Grid) -> dict[str, int]:
    """Return what all solutions take."""
    counters: dict[str, int] = {}
    list(Constraint().solutions(puzzle, counters))
    return counters


def test_placed_digits_are_taken_from_peers() -> None:
    """Of seven peers, in an empty grid, and no more from those after them."""
    counters: dict[str, int] = {}
    empty = Grid(Geometry(2, 2), (0,) * 16)
    next(Constraint().solutions(empty, counters))
    candidates, digits = 16 * 4, 16

    assert candidates - digits >= counters["propagations"] > digits


def test_dead_ends_are_seen_before_they_are_reached() -> None:
    """The same order of cells without candidates takes more guesses."""
    plain: dict[str, int] = {}
    list(Backtracking().solutions(SPARSE, plain))
    checked = counted(SPARSE)

    assert checked["guesses"] < plain["guesses"]
    assert 0 < checked["conflicts"]


def test_cells_come_in_order() -> None:
    """A cell with one candidate left waits: guesses come before it."""
    puzzle = Grid.parse(".... .... .... 12..").with_candidates(
        (15,) * 11 + (1, 1, 2, 4, 8)
    )
    counters = counted(puzzle)

    assert 0 < counters["guesses"]
