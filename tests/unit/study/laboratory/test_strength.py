"""Propagation strength: recipes see what they are known to see, and count it."""

from __future__ import annotations

import pytest

from satdoku.grid import Grid
from satdoku.study.laboratory.crossover import SCHEMES
from satdoku.study.laboratory.strength import strength

POINTING = Grid.parse("." * 9 + "456......" + "789......" + "." * 54)
"""In box 1 the digits 1, 2, 3 lie in row 1: six cells of that row lose three each."""

HIDDEN = Grid.parse(".... ..1. 1... ....")
"""The 1 has one place in box 1 and one in box 4; each cell has several candidates."""


@pytest.mark.parametrize(
    ("recipe", "gone"), [("natural", 0), ("extended", 0), ("triad-lite", 18)]
)
def test_pointing(recipe: str, gone: int) -> None:
    """Triads see pointing, and singles alone do not."""
    empty = [cell for cell, value in enumerate(POINTING.values) if not value]
    left = sum(POINTING.left()[cell].bit_count() for cell in empty) - len(empty)
    found = strength(POINTING, recipe)

    assert 0 == found.fixed
    assert gone / left == found.removed


@pytest.mark.parametrize(
    ("recipe", "filled"), [("natural", 0), ("extended", 2), ("triad-lite", 2)]
)
def test_hidden_singles(recipe: str, filled: int) -> None:
    """Hidden singles need units that say at least one."""
    assert filled / 14 == strength(HIDDEN, recipe).fixed


@pytest.mark.parametrize("recipe", sorted(SCHEMES))
def test_schemes_are_alike(recipe: str) -> None:
    """All at-most-one schemes propagate alike."""
    puzzle = Grid.parse("12.. .... ..1. ...3")

    assert strength(puzzle, "extended") == strength(puzzle, recipe)


def test_refuted() -> None:
    """A puzzle that propagation refutes has no shares."""
    found = strength(Grid.parse("1..1 .... .... ...."), "extended")

    assert (None, None, True) == found


def test_complete() -> None:
    """A grid without an empty cell has nothing to find."""
    found = strength(Grid.parse("1234 3412 2143 4321"), "extended")

    assert (None, None, False) == found
