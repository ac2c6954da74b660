"""What a path asks of each encoding, step by step and counted."""

from __future__ import annotations

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
    assert 2 + len(list(table.titles())) - 1 == len(list(table.lines()))
