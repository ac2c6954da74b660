"""Techniques and levels: names, order, and the scores that are published."""

from __future__ import annotations

import pytest

from satdoku import UsageError
from satdoku.deduce.technique import UNIQUENESS, USUAL, Level, Technique


@pytest.mark.parametrize("field", ["key", "title", "code"])
def test_names_are_unique(field: str) -> None:
    """No two techniques share a key, a title or a code."""
    names = [getattr(technique, field) for technique in Technique]

    assert len(names) == len(set(names))


def test_keys_are_titles_written_small() -> None:
    """A key is made of the letters and digits of the member's name."""
    for technique in Technique:
        assert technique.name.lower().replace("_", "-") == technique.key


def test_they_are_in_order() -> None:
    """The members are listed in the order in which they are tried."""
    orders = [technique.order for technique in Technique]

    assert sorted(orders) == orders


@pytest.mark.parametrize("text", ["x-wing", "X-Wing", "X_WING", "x wing"])
def test_parse(text: str) -> None:
    """Keys, in either case, and written as titles and members are."""
    assert Technique.X_WING is Technique.parse(text)


def test_parse_what_is_none() -> None:
    """The nearest ones are named."""
    with pytest.raises(UsageError, match=r"did you mean .*naked-pair"):
        Technique.parse("naked-pear")
    with pytest.raises(UsageError, match="satdoku techniques"):
        Technique.parse("zzz")


def test_what_is_usual() -> None:
    """What HoDoKu's solver has switched on."""
    assert Technique.NAKED_SINGLE in USUAL
    assert Technique.FORCING_NET_VERITY in USUAL
    assert Technique.FRANKEN_SWORDFISH in USUAL
    for technique in (Technique.WHALE, Technique.DEATH_BLOSSOM, Technique.TEMPLATE_SET):
        assert technique not in USUAL


def test_what_rests_on_uniqueness() -> None:
    """Rectangles that must not be, and BUG+1; an empty rectangle is none of them."""
    names = {technique.key for technique in UNIQUENESS}

    assert {
        "bug-plus-1",
        "hidden-rectangle",
        "avoidable-rectangle-1",
        "avoidable-rectangle-2",
        *(f"unique-rectangle-{number}" for number in range(1, 7)),
    } == names


def test_singles() -> None:
    """Full houses, naked and hidden singles."""
    assert ["full-house", "naked-single", "hidden-single"] == [
        technique.key for technique in Technique if technique.is_single
    ]


@pytest.mark.parametrize(
    ("hardest", "score", "level"),
    [
        (Level.EASY, 800, Level.EASY),
        (Level.EASY, 801, Level.MEDIUM),
        (Level.EASY, 1001, Level.HARD),
        (Level.MEDIUM, 0, Level.MEDIUM),
        (Level.HARD, 1600, Level.HARD),
        (Level.HARD, 1601, Level.UNFAIR),
        (Level.EASY, 1801, Level.EXTREME),
        (Level.EXTREME, 10**6, Level.EXTREME),
    ],
)
def test_a_level_rises_with_the_score(hardest: Level, score: int, level: Level) -> None:
    """That of the hardest step, or higher where the score is."""
    assert level is Level.of_score(hardest, score)


def test_levels_by_name() -> None:
    """Each is read by its key, in either case; others are told what there is."""
    for level in Level:
        assert level is Level.parse(level.key.upper())
        assert level.key == level.title.lower()
    with pytest.raises(UsageError, match="expected easy, medium"):
        Level.parse("simple")
