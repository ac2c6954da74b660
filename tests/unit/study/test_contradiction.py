"""Contradictions: what cannot be true together is found, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.study.contradiction import contradictions
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.study.run import Run


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("unique", "none", True),
        ("none", "solved", True),
        ("several", "none", True),
        ("unique", "several", True),
        ("unique", "solved", False),
        ("several", "solved", False),
        ("none", "none", False),
        ("none", "unknown", False),
    ],
)
def test_what_contradicts(
    ran: Callable[..., Run], one: str, other: str, *, expected: bool
) -> None:
    """No solution and a found one; the only one and several."""
    runs = [ran("dpll", 1, status=one), ran("ilp", 1, status=other)]

    assert expected is bool(contradictions(runs))


def test_it_tells_who_and_where(ran: Callable[..., Run]) -> None:
    """Each status with its contenders, and every place of the puzzle."""
    runs = [
        ran("dpll", 1, status="unique", part="a"),
        ran("lanes", 1, status="unique", part="b", number=7),
        ran("ilp", 1, status="none", part="b", number=7),
        ran("cp", None, Ended.TIMEOUT, status="", part="b", number=7),
        ran("cp", 1, status="none", puzzle="....", part="b", number=8),
    ]
    (one,) = contradictions(runs)

    assert (("unique", ("dpll", "lanes")), ("none", ("ilp",))) == one.said
    assert (("a", "small", 1), ("b", "small", 7)) == one.places


def test_boxes_make_another_puzzle(ran: Callable[..., Run]) -> None:
    """The same digits with other boxes are not the same puzzle."""
    runs = [
        ran("dpll", 1, status="unique", box="2x3"),
        ran("ilp", 1, status="none", box="3x2"),
    ]

    assert [] == contradictions(runs)
