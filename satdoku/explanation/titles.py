"""The names of what ratings count: keys for programs, titles for sentences.

    hodoku   the techniques (`satdoku.techniques.technique`), and guessed digits
    se       the rules of Sudoku Explainer (`satdoku.techniques.se.rules`)

A key is made of lower-case letters, digits and hyphens: `hidden-single`.
"""

from __future__ import annotations

from functools import cache
from re import sub
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["GUESS", "counted", "key_of_rule", "titles"]

GUESS = "brute-force"
"""The key of a digit that no technique gave; HoDoKu has the name."""


@cache
def titles(scheme: str) -> Mapping[str, str]:
    """Return the title of each key of a scheme, easier ones first.

    Args:
        scheme: `hodoku` or `se`.

    Example:
        >>> titles("hodoku")["hidden-single"], titles("se")["hidden-single-in-box"]
        ('Hidden Single', 'Hidden Single in Box')
    """
    if scheme == "se":
        from satdoku.techniques.se.rules import RULES  # noqa: PLC0415  only for these

        return MappingProxyType({key_of_rule(title): title for title in RULES})
    from satdoku.techniques.technique import Technique  # noqa: PLC0415  as above

    ordered = sorted(Technique, key=lambda one: (one.order, one.key))
    found = {technique.key: technique.title for technique in ordered}
    return MappingProxyType({**found, GUESS: "Brute Force"})


def key_of_rule(title: str) -> str:
    """Return the key of a rule of Sudoku Explainer.

    Example:
        >>> key_of_rule("Dynamic Cell Forcing Chain (+ Forcing Chains)")
        'dynamic-cell-forcing-chain-plus-forcing-chains'
    """
    words = title.lower().replace("+", "plus")
    return sub(r"[^a-z0-9]+", "-", words).strip("-")


def counted(
    scheme: str, counts: Iterable[tuple[str, int]]
) -> tuple[tuple[str, int], ...]:
    """Return (key, number) pairs, easier ones first.

    Example:
        >>> counted("hodoku", [("naked-pair", 1), ("full-house", 8)])
        (('full-house', 8), ('naked-pair', 1))
    """
    place = {key: index for index, key in enumerate(titles(scheme))}
    return tuple(sorted(counts, key=lambda pair: place[pair[0]]))
