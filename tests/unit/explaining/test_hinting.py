"""Hints tell more from level to level, and the first gives nothing away."""

from __future__ import annotations

import pytest

from satdoku.deduce.step import Step
from satdoku.deduce.technique import Technique
from satdoku.errors import UsageError
from satdoku.explaining.clash import Clash
from satdoku.explaining.explanation import Searched
from satdoku.explaining.hinting import LEVELS, hint, nudge
from satdoku.geometry import Geometry

EASY = (
    "208000000050000000064030000080002090501040000030009460900800630000054008005690020"
)


def test_a_hint_is_the_first_step() -> None:
    """The easiest there is."""
    found = hint("1... ..2. ..3. 4...")

    assert "Naked Single: r1c3=4, the only candidate of r1c3" == str(found)


def test_levels_tell_more_and_more() -> None:
    """The digit is told at the last level alone."""
    entry = hint(EASY)
    assert entry is not None
    told = [nudge(entry, level) for level in LEVELS]

    assert str(entry) == told[-1]
    (_, digit), *_ = entry.places
    assert all(f"={digit}" not in text for text in told[:-1])


def test_nothing_to_hint_at() -> None:
    """Of a full grid, and where nothing follows."""
    assert hint("1234 3412 2143 4321") is None
    assert hint("." * 16) is None


def test_where_no_technique_leads_on() -> None:
    """One candidate is told, no more; the nudges do not even tell that."""
    searched = Searched(Geometry(2, 2), ((0, 1), (1, 2)))
    clash = Clash(Geometry(2, 2), ((5, 3),), ((0, 1),))

    for entry in (searched, clash):
        assert ["no technique leads on"] * 2 == [nudge(entry, n) for n in (1, 2)]
    assert "no technique leads on: try r1c1=1" == nudge(searched, 3)
    assert "no technique leads on: try r2c2<>3" == nudge(clash, 3)


@pytest.mark.parametrize(
    ("technique", "name"),
    [
        (Technique.X_WING, "an X-Wing"),
        (Technique.UNIQUE_RECTANGLE_1, "a Unique Rectangle Type 1"),
        (Technique.W_WING, "a W-Wing"),
        (Technique.AIC, "an AIC"),
        (Technique.POINTING, "Pointing"),
    ],
)
def test_articles(technique: Technique, name: str) -> None:
    """Techniques are named as they are spoken of."""
    assert name == nudge(Step(Geometry(3, 3), technique), 2)


@pytest.mark.parametrize("level", [0, 5, -1])
def test_levels_that_are_none(level: int) -> None:
    """Are refused."""
    entry = hint(EASY)
    assert entry is not None

    with pytest.raises(UsageError, match="no hint level"):
        nudge(entry, level)
