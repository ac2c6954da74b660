"""The standard notation of cells, candidates and chains."""

from __future__ import annotations

import pytest

from satdoku import Geometry
from satdoku.deduce.notation import (
    candidates_text,
    cells_text,
    chain_text,
    digits_text,
    listed,
    outcome,
)
from satdoku.deduce.step import Node, Step
from satdoku.deduce.technique import Technique

NINE, SIXTEEN = Geometry(3, 3), Geometry(4, 4)


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ([40], "r5c5"),
        ([0, 1, 2], "r1c123"),
        ([2, 0, 1, 0], "r1c123"),
        ([0, 9, 80 - 8], "r129c1"),
        ([0, 10], "r1c1, r2c2"),
        ([0, 1, 9], "r1c12, r2c1"),
    ],
)
def test_cells(cells: list[int], text: str) -> None:
    """Those of a row or of a column together, in any order, each once."""
    assert text == cells_text(NINE, cells)


def test_cells_of_large_grids() -> None:
    """A dot sets numbers above 9 apart, and only those."""
    assert "r1c1.10.16" == cells_text(SIXTEEN, [0, 9, 15])
    assert "r1c12" == cells_text(SIXTEEN, [0, 1])
    assert "r1.12c16" == cells_text(SIXTEEN, [15, 11 * 16 + 15])


def test_alone_across_and_together_along() -> None:
    """Cells that share no row with others are still written together by column."""
    removes = [(64, 9), (73, 9), (42, 9), (43, 9), (64, 8), (73, 8)]

    assert "r89c2<>8, r5c78<>9, r89c2<>9" == candidates_text(NINE, removes)
    assert "r1c12, r2c4" == cells_text(NINE, [0, 1, 12])
    assert "r1c1, r2c2" == cells_text(NINE, [0, 10])


def test_candidates() -> None:
    """By digit, rising; cells apart have the digit each."""
    removes = [(0, 7), (0, 4), (1, 4), (10, 4)]

    assert "r1c12<>4, r2c2<>4, r1c1<>7" == candidates_text(NINE, removes)
    assert "r1c1=7" == candidates_text(NINE, [(0, 7)], "=")


def test_outcome() -> None:
    """What is placed, then what is removed."""
    step = Step(NINE, Technique.POINTING, places=((0, 1),), removes=((4, 2),))

    assert "r1c1=1, r1c5<>2" == outcome(step) == step.outcome


def test_chains() -> None:
    """Strong links lead to what is on, weak ones to what is off; groups are cells."""
    chain = (
        Node(4, (0,), on=False),
        Node(4, (3, 4), on=True),
        Node(7, (4,), on=False),
        Node(7, (22,), on=True),
    )

    assert "(4)r1c1=(4)r1c45-(7)r1c5=(7)r3c5" == chain_text(NINE, chain)


@pytest.mark.parametrize(
    ("parts", "text"), [([3], "3"), ([3, 7], "3 and 7"), ([3, 7, 9], "3, 7 and 9")]
)
def test_lists(parts: list[int], text: str) -> None:
    """As a sentence has them."""
    assert text == listed(parts)
    assert text.replace(" and ", ",").replace(" ", "") == digits_text(parts)
