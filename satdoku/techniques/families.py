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

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, shown
from satdoku.techniques.technique import USUAL, Level, Technique, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Named: TypeAlias = Technique | Level | Iterable[Technique | Level | str]

__all__ = ["FAMILIES", "choices", "chosen", "family_of", "named", "names"]

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
    return frozenset(chain.from_iterable(choices(text)))


def chosen(techniques: Named | None) -> frozenset[Technique]:
    """Return the techniques that somebody chose, in whatever way.

    Args:
        techniques: Names as for `named`, techniques or levels: one, or any number of
            them; None for the usual techniques.

    Raises:
        UsageError: One of them is no technique and names none.

    Example:
        >>> chosen("singles") == chosen(["naked-single", "hidden-single,full-house"])
        True
        >>> chosen(Technique.X_WING) == named("x-wing")
        True
        >>> chosen(None) == USUAL, len(chosen([]))
        (True, 0)
    """
    if techniques is None:
        return USUAL
    return frozenset(chain.from_iterable(choices(techniques)))


def choices(techniques: Named) -> Iterator[frozenset[Technique]]:
    """Yield what each name, technique or level stands for.

    Args:
        techniques: As for `chosen`.

    Raises:
        UsageError: One of them is no technique and names none.

    Example:
        >>> [len(choice) for choice in choices(["x-wing,singles", Technique.AIC])]
        [1, 3, 1]
    """
    if isinstance(techniques, Iterable) and not isinstance(techniques, str):
        for choice in techniques:
            yield from _choice(choice)
    else:
        yield from _choice(techniques)


def _choice(choice: object) -> Iterator[frozenset[Technique]]:
    """Yield what a text names, part by part; or what a technique or level stands for.

    Raises:
        UsageError: It is none of these.
    """
    if isinstance(choice, Technique):
        yield frozenset({choice})
    elif isinstance(choice, Level):
        yield _GROUPS[choice.key]
    elif isinstance(choice, str):
        for name in map(str.strip, choice.split(",")):
            group = FAMILIES.get(key_of(name)) or _GROUPS.get(key_of(name))
            yield group or frozenset(
                {Technique.parse(name, what="technique or family", others=names())}
            )
    else:
        raise UsageError(
            f"{shown(choice)} is no technique; expected names of techniques, families "
            "or levels (`satdoku techniques` lists them)"
        )
