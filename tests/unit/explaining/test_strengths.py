"""What a path asks of each encoding, step by step and counted."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.deduce.families import named
from satdoku.errors import UsageError
from satdoku.explaining.explain import explain
from satdoku.explaining.strength import Strength
from satdoku.explaining.strengths import StrengthTable, strengths

PUZZLE = (
    "600370940000400000007080063002040007000000830000000000030091070060002000020030001"
)


def test_every_entry_has_a_strength_for_each_encoding() -> None:
    """A stronger encoding never needs more."""
    told = explain(PUZZLE)
    found = strengths(told, ["natural", "extended", "triad-lite"])
    order = list(Strength)

    assert len(told.entries) == len(found)
    for needs in found:
        ranks = [order.index(need) for need in needs]
        assert sorted(ranks, reverse=True) == ranks


def test_the_table_adds_up() -> None:
    """Each step is counted once for an encoding, over all puzzles."""
    table = StrengthTable(["extended"])
    told = explain(PUZZLE)
    table.add(told)
    table.add(told)
    counted = sum(
        table.count(title, "extended", need)
        for title in table.titles()
        for need in Strength
    )

    assert 2 * len(told.entries) == counted
    assert 2 + len(list(table.titles())) == len(list(table.lines()))


def test_columns_have_headings() -> None:
    """Three for each encoding, each above its numbers."""
    table = StrengthTable(["natural", "extended"])
    table.add(explain("1... ..2. ..3. 4..."))
    _, headings, first, *_ = table.lines()

    assert ["prop", "failed", "search"] * 2 == headings.split()
    assert {len(headings)} == {len(first)}


def test_what_is_no_technique_has_its_name() -> None:
    """The one in front of its sentence."""
    table = StrengthTable(["natural"])
    table.add(explain("1... ..2. ..3. 4...", techniques=named("x-wing")))

    assert ["Clash", "Search"] == list(table.titles())


def test_of_the_library() -> None:
    """Encodings are a text or a list; one that is none is told."""
    told = satdoku.explain("1... ..2. ..3. 4...", until=2)
    needs = [(Strength.PROPAGATION, Strength.PROPAGATION)] * 2

    assert needs == satdoku.strengths(told, "natural, triad")
    assert needs == satdoku.strengths(told, ["natural", "triad"])
    with pytest.raises(UsageError, match="did you mean natural"):
        satdoku.strengths(told, "naturl")
