"""Hints tell more from level to level, and the first gives nothing away."""

from __future__ import annotations

from typing import Any

import pytest

from satdoku.deduce.step import CellSet, Node, Step
from satdoku.deduce.technique import Technique
from satdoku.errors import InputError, Stopped, UsageError
from satdoku.explaining.clash import Clash
from satdoku.explaining.explanation import Searched
from satdoku.explaining.hinting import LEVELS, hint, nudge
from satdoku.explaining.trial import Contradiction, Trial
from satdoku.geometry import Geometry
from satdoku.grid import Grid

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
        for level in (1, 2):
            assert (
                "no technique leads on; level 3 tells a candidate to look at, level 4 "
                "why" == nudge(entry, level)
            )
    assert "no technique leads on: try r1c1=1" == nudge(searched, 3)
    assert "no technique leads on: try r2c2<>3" == nudge(clash, 3)
    trial = Trial(Geometry(2, 2), ((5, 3),), (), Contradiction(cell=0))
    assert "no technique leads on; try r2c2=3 and follow singles" == nudge(trial, 3)


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


def test_techniques_by_name() -> None:
    """What is named is used, and nothing else."""
    found = hint(EASY, techniques="hidden-single")

    assert isinstance(found, Step)
    assert Technique.HIDDEN_SINGLE is found.technique
    with pytest.raises(UsageError, match="did you mean naked-pair"):
        hint(EASY, techniques=["naked-piar"])


def test_mistakes_are_told() -> None:
    """No hint leads on from them, and None would look as if nothing followed."""
    four, two = "1... ..2. ..3. 4...", "12.. .... .... ...."
    missing = Grid.parse(four)
    without_4 = [*missing.left()[:2], 0b111, *missing.left()[3:]]
    for puzzle, now, says in (
        (four, "13.. ..2. ..3. 4...", "r1c2=3 cannot be right"),
        (four, "13.. ..2. ..3. 4..1", "r1c2=3 cannot be right; r4c4=1 cannot be right"),
        (four, missing.with_candidates(without_4), "r1c3<>4 cannot be right"),
        (two, "122. .... .... ....", "r1c3=2 cannot be right"),
    ):
        with pytest.raises(InputError) as told:
            hint(puzzle, now=now)
        assert says == str(told.value)


_NODE = Node(4, (9, 10), on=True)


@pytest.mark.parametrize(
    ("parts", "about", "place"),
    [
        ({"cells": (9, 10), "digits": (4,), "units": (1,)}, "row 2", "r2c12 and 4"),
        ({"cells": (9, 10), "digits": (4,)}, "digit 4", "r2c12 and 4"),
        ({"cells": (9, 10), "digits": (4, 5)}, "row 2", "r2c12 and 4,5"),
        (
            {"cells": (0, 9), "digits": (4,), "units": (0,), "covers": (9,)},
            "digit 4",
            "r12c1 and 4",
        ),
        ({"sets": (CellSet((9, 10), (4, 5), "A"),)}, "row 1", "r2c12"),
        ({"chains": ((_NODE, _NODE._replace(cells=(18,))),)}, "row 1", "r2c12, r3c1"),
        ({}, "row 1", "r1c1"),
    ],
)
def test_where_to_look(parts: dict[str, Any], about: str, place: str) -> None:
    """A unit or a digit first; then the cells, wherever the step has them."""
    step = Step(Geometry(3, 3), Technique.AIC, removes=((0, 4),), **parts)

    assert nudge(step, 1).endswith(f"look at {about}")
    assert nudge(step, 3).endswith(f"look at {place}")


@pytest.mark.parametrize(
    ("technique", "told"),
    [
        (Technique.MULTI_COLOURS_1, "Multi-Colours 1"),
        (Technique.SUE_DE_COQ, "Sue de Coq"),
        (Technique.SIMPLE_COLOURS_TRAP, "a Simple Colours Trap"),
        (Technique.XY_WING, "an XY-Wing"),
    ],
)
def test_which_techniques_have_an_article(technique: Technique, told: str) -> None:
    """As people say it; what is more than one thing has none."""
    assert told == nudge(Step(Geometry(3, 3), technique, removes=((0, 4),)), 2)


def test_time_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no hint then."""
    monkeypatch.setattr("satdoku.deduce.deadline.monotonic", lambda: 1e12)

    with pytest.raises(Stopped):
        hint("1... ..2. ..3. 4...", timeout=1000)
