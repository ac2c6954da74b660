"""The formulas of a session: those of a geometry are made once."""

from __future__ import annotations

import pytest

from satdoku import Geometry, Grid, LimitError, UsageError
from satdoku.choose import Question, choose
from satdoku.cnf.encode import Encoding
from satdoku.cnf.simplify import Simplified
from satdoku.forms import Forms

PUZZLE = Grid.parse("1... ..2. .... ....")
REFUTED = Grid.parse("12.. ..3. .... ...4")
SMALL = choose(Geometry(2, 2), Question.FEW)
WHOLE = choose(Geometry(2, 2), Question.FEW, encoding="natural")


def test_a_puzzle_s_own() -> None:
    """What it leaves open, made anew; nothing is assumed, or it is refuted."""
    forms = Forms(10_000)
    (one, assumed), (two, _) = forms.of(PUZZLE, SMALL), forms.of(PUZZLE, SMALL)

    assert isinstance(one, Simplified)
    assert one is not two
    assert [] == assumed
    assert None is forms.of(REFUTED, SMALL)[1]


def test_a_whole_geometry_s() -> None:
    """Made once, by the recipe that was asked for; clues are assumed."""
    forms = Forms(10_000)
    (one, assumed), (two, _) = forms.of(PUZZLE, WHOLE), forms.of(REFUTED, WHOLE)

    assert isinstance(one, Encoding)
    assert one is two
    assert 2 == len(assumed or ())


def test_too_large() -> None:
    """More clauses than that are refused, of either kind."""
    for choice in (SMALL, WHOLE):
        with pytest.raises(LimitError, match="the limit is 3 clauses"):
            Forms(3).of(PUZZLE, choice)


def test_recipes() -> None:
    """Loaded once; another name is told to be none."""
    forms = Forms(1)

    assert forms.recipe("triad") is forms.recipe("triad")
    with pytest.raises(UsageError, match="triad"):
        forms.recipe("triads")
