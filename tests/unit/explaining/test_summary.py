"""An explanation in a few facts; each ending has its words."""

from __future__ import annotations

import pytest

from satdoku.deduce.families import named
from satdoku.explaining.explain import explain
from satdoku.explaining.summary import (
    counts,
    ending,
    facts,
    letters_text,
    mistake_texts,
    opening,
    wrong_texts,
)
from satdoku.grid import Grid
from satdoku.symbols import LETTERS

FOUR = "1.....2...3.4..."
HARD = (
    "000030086000020040090078520371856294900142375400397618200703859039205467700904132"
)


@pytest.mark.parametrize(
    ("puzzle", "only", "words"),
    [
        (FOUR, "usual", "solved by techniques alone"),
        ("1234341221434321", "usual", "the grid was complete already"),
        (FOUR, "x-wing", "no technique led on: the rest was found by search"),
        (HARD, "easy", "solved; where no technique led on: 9 candidates refuted by tr"),
        (
            HARD,
            "naked-single",
            "solved; where no technique led on: 2 candidates",
        ),
        ("1" + "." * 15, "usual", "nothing more follows: it has several solutions; 15"),
        ("11..............", "usual", "there is no solution"),
    ],
)
def test_endings(puzzle: str, only: str, words: str) -> None:
    """Of each kind."""
    assert ending(explain(puzzle, techniques=named(only))).startswith(words)


def test_ending_without_search() -> None:
    """Says how much is left."""
    told = explain(FOUR, techniques=named("x-wing"), search=False)

    assert "no technique leads on; 12 cells are still empty" == ending(told)


def test_facts() -> None:
    """What was used, counted in the order of the techniques; who says so."""
    told = explain(HARD, techniques=named("easy"), verify=True)
    said = dict(facts(told))

    assert "Extreme" == said["level"]
    assert said["score"].startswith("none: HoDoKu's table has no place for trials")
    assert (
        "15 Full House, 13 Naked Single, 1 Hidden Single, 9 Trials"
        == said["techniques"]
    )
    assert "each of the 38 steps by SAT" == said["verified"]
    assert [15, 13, 1] == [count for _, count in counts(told)]


def test_somebody_said_where_to_end() -> None:
    """Then that is told."""
    assert ("ended", "as asked") in set(facts(explain(FOUR), "as asked"))


@pytest.mark.parametrize(
    ("size", "told"),
    [
        (9, ""),
        (10, "A is 10 in the grid"),
        (12, "A is 10, B 11, C 12 in the grid"),
        (13, "A is 10, B 11, and so on to D 13 in the grid"),
    ],
)
def test_letters(size: int, told: str) -> None:
    """Few are told each, many by the first and the last."""
    assert told == letters_text([LETTERS.text(digit) for digit in range(size + 1)])


def test_what_is_wrong() -> None:
    """Is told before anything else of a puzzle without a solution."""
    told = explain("12.3..4.........")

    assert ["proper", "conflict"] == [heading for heading, _ in facts(told)]
    assert list(opening(told)) == list(facts(told))
    assert [] == list(wrong_texts(explain(FOUR)))


def test_conflict() -> None:
    """Without a solution the clues are named that have none."""
    assert (
        "these 2 clues contradict each other: r1c1=1, r1c2=1"
        == dict(facts(explain("11..............")))["conflict"]
    )


def test_mistakes() -> None:
    """A wrong digit, and a needed candidate that is gone."""
    puzzle = Grid.parse(FOUR)
    now = Grid.parse("1..4..2...3.4...").with_candidates(
        [1, 2, 15, 8, *[12] * 2, 2, *[13] * 3, 4, 15, 8, *[15] * 3]
    )
    told = explain(puzzle, now=now)
    said = list(mistake_texts(told))

    assert "r1c4=4 cannot be right" == said[0]
    assert all("cannot be right" in text for text in said)
    assert any("<>" in text for text in said)
    assert "not begun" in ending(told)
    assert "mistakes" == next(facts(told))[0]
