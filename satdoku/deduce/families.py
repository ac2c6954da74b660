"""Families of techniques, so that several can be named in a word.

Each technique is in one family, that of its kind:

    singles         full house, naked and hidden single
    locked          locked candidates (pointing, claiming), locked pair and triple
    subsets         naked and hidden pairs, triples, quads
    fish            X-Wing to Leviathan, finned and sashimi as well
    franken-fish, mutant-fish
                    fish whose sets are not rows against columns alone
    single-digit    skyscraper, kite, turbot fish, empty rectangle
    colours, uniqueness, chains, wings, als, sue-de-coq, forcing, templates

Beyond these, a level (`easy` … `extreme`) names all techniques of that level, `usual`
those that are tried unless told otherwise, and `all` every one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.deduce.technique import USUAL, Level, Technique
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FAMILIES", "family_of", "named", "names"]

_OF_CODE = {
    "00": "singles",
    "01": "locked",
    "02": "subsets",
    "03": "fish",
    "04": "single-digit",
    "05": "colours",
    "06": "uniqueness",
    "07": "chains",
    "08": "wings",
    "09": "als",
    "11": "sue-de-coq",
    "12": "templates",
    "13": "forcing",
}
"""The families by the first two digits of the codes in HoDoKu's library of cases."""


def family_of(technique: Technique) -> str:
    """Return the family that a technique is in.

    Example:
        >>> family_of(Technique.X_WING), family_of(Technique.MUTANT_X_WING)
        ('fish', 'mutant-fish')
    """
    for kind in ("franken", "mutant"):
        if kind in technique.key:
            return f"{kind}-fish"
    return _OF_CODE[technique.code[:2]]


FAMILIES: dict[str, frozenset[Technique]] = {
    family: frozenset(each for each in Technique if family_of(each) == family)
    for family in dict.fromkeys(map(family_of, Technique))
}
"""The techniques of each family."""

_GROUPS = {
    **{
        level.key: frozenset(each for each in Technique if each.level is level)
        for level in Level
    },
    "usual": USUAL,
    "all": frozenset(Technique),
}


def names() -> Iterator[str]:
    """Yield the names of families, of the other groups, and of techniques."""
    yield from FAMILIES
    yield from _GROUPS
    # A family of one has its technique's name.
    yield from (each.key for each in Technique if each.key not in FAMILIES)


def named(text: str) -> frozenset[Technique]:
    """Return the techniques that a text names.

    Args:
        text: Keys of techniques, families or groups, joined by commas.

    Raises:
        UsageError: One of them names nothing.

    Example:
        >>> sorted(technique.key for technique in named("locked,x-wing"))
        ['claiming', 'locked-pair', 'locked-triple', 'pointing', 'x-wing']
        >>> named("bugs")
        Traceback (most recent call last):
        satdoku.errors.UsageError: no technique or family 'bugs' (`satdoku techniques` \
lists them)
    """
    found: set[Technique] = set()
    for part in text.split(","):
        key = part.strip().lower().replace("_", "-").replace(" ", "-")
        group = FAMILIES.get(key) or _GROUPS.get(key)
        found |= group or {_technique(part.strip(), key)}
    return frozenset(found)


def _technique(text: str, key: str) -> Technique:
    """Return a technique by its key.

    Raises:
        UsageError: There is none of that name.
    """
    for technique in Technique:
        if technique.key == key:
            return technique
    from difflib import get_close_matches  # noqa: PLC0415  seldom needed

    near = get_close_matches(key, list(names()), 3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise UsageError(
        f"no technique or family {printable(text)!r}{hint} (`satdoku techniques` "
        "lists them)"
    )
