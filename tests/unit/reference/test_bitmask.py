"""Bit masks: the cell with fewest candidates comes first."""

from __future__ import annotations

from satdoku.grid import Grid
from satdoku.reference.backtracking import Backtracking
from satdoku.reference.bitmask import Bitmask, _start

HARD = Grid.parse(
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)


def counted(puzzle: Grid) -> dict[str, int]:
    """Return what all solutions take."""
    counters: dict[str, int] = {}
    list(Bitmask().solutions(puzzle, counters))
    return counters


def test_what_units_lack() -> None:
    """Each clue is taken from three of them; cells of full units come first."""
    start = _start(Grid.parse("12.. 3... .... ...."))

    assert start is not None
    assert [0b1100, 0b1011, 0b1111, 0b1111] == start.rows
    assert [0b1010, 0b1101, 0b1111, 0b1111] == start.columns
    assert [0b1000, 0b1111, 0b1111, 0b1111] == start.boxes
    assert 5 == start.empty[0][-1]
    assert 14 == len(start.empty) + 1


def test_single_candidates_need_no_guess() -> None:
    """A puzzle that falls to them is no search."""
    puzzle = Grid.parse("1... ..2. ..3. 4...")

    assert {"guesses": 0, "propagations": 12, "conflicts": 0, "depth": 0} == counted(
        puzzle
    )


def test_fewest_first_takes_fewest_guesses() -> None:
    """As many as plain backtracking in that order, up to what is chosen of equals."""
    plain: dict[str, int] = {}
    list(Backtracking("fewest").solutions(HARD, plain))
    masks = counted(HARD)

    assert masks["guesses"] < 2 * plain["guesses"]
    assert 0 < masks["conflicts"] < masks["guesses"] < masks["propagations"]
