"""Families name techniques in a word, and every technique is in exactly one."""

from __future__ import annotations

import pytest

from satdoku.deduce.families import FAMILIES, family_of, named, names
from satdoku.deduce.technique import USUAL, Level, Technique
from satdoku.errors import UsageError


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
