"""Where an explanation ends: as it is named, or as a function tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from satdoku.deduce.technique import Level, Technique
from satdoku.errors import UsageError
from satdoku.explaining.explain import explain
from satdoku.explaining.explanation import End
from satdoku.explaining.until import Until

if TYPE_CHECKING:
    from satdoku.explaining.explanation import Entry
    from satdoku.explaining.until import Ending

FOUR = "1... ..2. ..3. 4..."
"""Solved by four naked singles and eight full houses."""


def _fills_r1c2(entry: Entry) -> bool:
    return any(cell == 1 for cell, _ in entry.places)


@pytest.mark.parametrize(
    ("until", "last"),
    [
        ("r1c2", "Full House: r1c2=2"),
        ("R1C2", "Full House: r1c2=2"),
        ("full-house", "Full House: "),
        (Technique.FULL_HOUSE, "Full House: "),
        ("singles", "Naked Single: r1c3=4"),
        ("easy", "Naked Single: r1c3=4"),
        (Level.EASY, "Naked Single: r1c3=4"),
        (_fills_r1c2, "Full House: r1c2=2"),
    ],
)
def test_the_last_entry(until: Ending, last: str) -> None:
    """It is the first that fits, and none comes after it."""
    told = explain(FOUR, until=until)

    assert End.STOPPED is told.end
    assert str(told.entries[-1]).startswith(last)
    assert not any(str(entry).startswith(last) for entry in told.entries[:-1])


def test_so_many_entries() -> None:
    """A number counts them, also as text."""
    for until in (3, "3"):
        assert 3 == len(explain(FOUR, until=until).entries)


def test_what_does_not_come_ends_nothing() -> None:
    """The puzzle is solved."""
    for until in ("x-wing", "hard", 99):
        assert End.SOLVED is explain(FOUR, until=until).end


def test_in_words() -> None:
    """Each is told as what it is."""
    assert "after 1 step" == Until("1").where
    assert "after 1,000 steps" == Until("1000").where
    assert "at the first hard step" == Until("Hard").where


@pytest.mark.parametrize(
    ("until", "says"),
    [
        ("x-wnig", "'x-wnig' is no cell .* did you mean x-wing"),
        ("", "is no cell"),
        ("0", "'0' is no cell"),
        ("r5c1", "^until: there is no r5c1 in a grid of 4x4"),
        ("r1c1", "^until: r1c1 holds 1 from the start"),
        (0, "0 as until makes no sense"),
        (-1, "-1 as until makes no sense"),
        (True, "True as until makes no sense"),
        (2.5, "2.5 as until makes no sense"),
        (["x-wing"], "as until makes no sense; expected a cell"),
        pytest.param(10**5000, "a value of type int as until", id="long"),
    ],
)
def test_no_ending(until: object, says: str) -> None:
    """What names no end is told."""
    with pytest.raises(UsageError, match=says):
        explain(FOUR, until=cast("Any", until))
