"""Keys and titles of what ratings count."""

from __future__ import annotations

from re import fullmatch

import pytest

from satdoku.deduce.se.rules import RULES
from satdoku.deduce.technique import Technique
from satdoku.explaining.titles import counted, titles


def test_every_rule_and_technique_has_a_key() -> None:
    """No two of a scheme have the same, and guesses have one, too."""
    assert len(RULES) == len(titles("se"))
    assert set(RULES) == set(titles("se").values())
    assert {*(each.key for each in Technique), "brute-force"} == set(titles("hodoku"))


@pytest.mark.parametrize("scheme", ["hodoku", "se"])
def test_keys_are_written_alike(scheme: str) -> None:
    """Lower-case words with hyphens between them."""
    assert all(fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", key) for key in titles(scheme))


def test_easier_ones_come_first() -> None:
    """In the order in which they are tried; guesses come last."""
    given = [("brute-force", 1), ("x-wing", 2), ("full-house", 3), ("naked-pair", 4)]

    assert (
        ("full-house", 3),
        ("naked-pair", 4),
        ("x-wing", 2),
        ("brute-force", 1),
    ) == counted("hodoku", given)
