"""Families name techniques in a word, and every technique is in exactly one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from satdoku.deduce.families import (
    FAMILIES,
    choices,
    chosen,
    family_of,
    named,
    names,
)
from satdoku.deduce.technique import USUAL, Level, Technique
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from satdoku.deduce.families import Named


def test_each_technique_is_in_one_family() -> None:
    """Together they are all, and none is told twice."""
    told = [technique for family in FAMILIES.values() for technique in family]

    assert len(Technique) == len(told)
    assert set(Technique) == set(told)
    for family, techniques in FAMILIES.items():
        assert {family} == {family_of(technique) for technique in techniques}


def test_families_hold_what_they_say() -> None:
    """Some of each, by name."""
    assert {
        Technique.FULL_HOUSE,
        Technique.NAKED_SINGLE,
        Technique.HIDDEN_SINGLE,
    } == FAMILIES["singles"]
    assert Technique.SASHIMI_X_WING in FAMILIES["fish"]
    assert Technique.FINNED_FRANKEN_X_WING in FAMILIES["franken-fish"]
    assert Technique.BUG_PLUS_1 in FAMILIES["uniqueness"]
    assert Technique.W_WING in FAMILIES["wings"]
    assert Technique.DEATH_BLOSSOM in FAMILIES["als"]


@pytest.mark.parametrize(
    ("text", "techniques"),
    [
        ("x-wing", {Technique.X_WING}),
        (" X-Wing , full house,naked_single", None),
        ("usual", USUAL),
        ("all", set(Technique)),
        ("sue-de-coq", {Technique.SUE_DE_COQ}),
        ("easy", {each for each in Technique if each.level is Level.EASY}),
        ("templates,forcing", FAMILIES["templates"] | FAMILIES["forcing"]),
    ],
)
def test_names(text: str, techniques: set[Technique] | None) -> None:
    """Keys, families, levels and groups, in any case, joined by commas."""
    if techniques is None:
        techniques = {
            Technique.X_WING,
            Technique.FULL_HOUSE,
            Technique.NAKED_SINGLE,
        }

    assert techniques == named(text)


def test_names_are_distinct_and_all_are_understood() -> None:
    """No name means two things."""
    told = list(names())

    assert len(told) == len(set(told))
    assert all(map(named, told))


@pytest.mark.parametrize("text", ["", "xx", "x-wing,", "x-wnig", "a\x1bb"])
def test_no_name(text: str) -> None:
    """What is none is told, with what was perhaps meant, and is only text."""
    with pytest.raises(UsageError, match="no technique or family") as told:
        named(text)

    assert "\x1b" not in str(told.value)
    assert ("x-wing" in str(told.value)) == (text == "x-wnig")


@pytest.mark.parametrize(
    "choice",
    [
        "naked-pair,x-wing",
        ["naked-pair", "x-wing"],
        (name for name in ("naked pair", "X-Wing")),
        {Technique.NAKED_PAIR, Technique.X_WING},
        ["x-wing, naked_pair", Technique.X_WING],
    ],
)
def test_choices(choice: Named) -> None:
    """Names and techniques, one text or any iterable of both."""
    assert frozenset({Technique.NAKED_PAIR, Technique.X_WING}) == chosen(choice)


def test_one_technique_or_level() -> None:
    """Needs no list around it; nothing said is the usual, and no technique is none."""
    assert frozenset({Technique.X_WING}) == chosen(Technique.X_WING)
    assert named("hard") == chosen(Level.HARD) == chosen("hard")
    assert USUAL == chosen(None)
    assert frozenset() == chosen([])


@pytest.mark.parametrize("choice", [7, [None], ["x-wing", 2.5], object(), b"x-wing"])
def test_no_choice(choice: object) -> None:
    """What is neither a technique nor a name is told."""
    with pytest.raises(UsageError, match="is no technique; expected names"):
        chosen(cast("Any", choice))


def test_each_name_is_a_choice() -> None:
    """So that any technique of each can be asked for."""
    assert [FAMILIES["singles"], named("x-wing"), named("easy")] == list(
        choices(["singles,x-wing", Level.EASY])
    )
