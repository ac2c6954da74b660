"""The laboratory's puzzles: the same each time, with the clues that were asked for."""

from __future__ import annotations

from random import Random

import pytest

from satdoku.geometry import Geometry
from satdoku.solving import count
from satdoku.study.laboratory.subjects import MINIMAL, dug, shuffled, subjects


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 4), (1, 5), (6, 6)])
def test_shuffled_keeps_the_rules(box: tuple[int, int]) -> None:
    """A shuffled pattern is a solution, of any box shape, and not the pattern."""
    shape = Geometry(*box)
    made = shuffled(shape, Random(2))  # noqa: S311  no secret

    assert made.solves(made)
    assert made != shuffled(shape, Random(3))  # noqa: S311  no secret


@pytest.mark.parametrize(("share", "clues"), [(0, 0), (30, 389), (100, 1296)])
def test_dug_has_the_share(share: int, clues: int) -> None:
    """Of 36x36 cells that share is left."""
    assert clues == dug(Geometry(6, 6), share).clue_count


def test_dug_by_number() -> None:
    """The same number is the same puzzle, another number another."""
    nine = Geometry(3, 3)

    assert dug(nine, 45, 1) == dug(nine, 45, 1)
    assert dug(nine, 45, 1) != dug(nine, 45, 2)


def test_subjects() -> None:
    """There are so many of each share, the empty grid once, and minimal puzzles."""
    found = subjects(9, 2, (0, 40))
    expected = ["empty", "40%", "40%", MINIMAL, MINIMAL]

    assert expected == [one.set for one in found]
    assert [0, 32, 32] == [one.clues for one in found[:3]]
    assert [1, 1] == [count(one.puzzle).value for one in found[3:]]


def test_large_ones_have_no_minimal_puzzles() -> None:
    """Minimal puzzles beyond 16x16 take minutes; there are none."""
    assert ["empty", "45%"] == [one.set for one in subjects(25, 1, (0, 45))]
