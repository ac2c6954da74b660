"""Elimination: which techniques are used, and what that saves."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku.grid import Grid
from satdoku.reference.elimination import Elimination
from satdoku.reference.table import RULES

EASY = Grid.parse(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
HARD = Grid.parse(
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)


def counted(puzzle: Grid, *rules: str) -> dict[str, int]:
    """Return what all solutions take with some techniques."""
    counters: dict[str, int] = {}
    assert 1 == len(list(Elimination(rules).solutions(puzzle, counters)))
    return counters


def test_singles_suffice_for_easy_puzzles() -> None:
    """Each empty cell is placed by a technique; there is no guess."""
    assert {
        "guesses": 0,
        "propagations": EASY.values.count(0),
        "conflicts": 0,
        "depth": 0,
    } == counted(EASY, "naked-single", "hidden-single")


def test_all_of_them_are_usual() -> None:
    """In the order of the table, however they are named."""
    counters: dict[str, int] = {}
    list(Elimination().solutions(HARD, counters))

    assert counters == counted(HARD, *RULES) == counted(HARD, *reversed(RULES))


def test_none_at_all() -> None:
    """Placed digits still take candidates: single ones are left, and are no guess."""
    assert {"guesses": 0, "propagations": 0, "conflicts": 0, "depth": 0} == counted(
        EASY
    )
    assert 674 == counted(HARD)["guesses"]


@pytest.mark.parametrize(
    ("rule", "guesses"), list(zip(RULES, (674, 100, 612, 70), strict=True))
)
def test_each_alone_finds_something(rule: str, guesses: int) -> None:
    """Which saves guesses, but for naked singles, which are none anyway."""
    counters = counted(HARD, rule)

    assert 0 < counters["propagations"]
    assert guesses == counters["guesses"]


def test_each_saves_guesses() -> None:
    """On a hard puzzle; the more of them, the fewer."""
    guesses = {
        rules: counted(HARD, *rules)["guesses"]
        for size in (1, 2, 4)
        for rules in combinations(RULES, size)
        if "naked-single" in rules
    }
    single = guesses["naked-single",]

    assert all(number < single for rules, number in guesses.items() if len(rules) > 1)
    assert guesses[RULES] == min(guesses.values()) > 0
