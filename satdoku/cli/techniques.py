"""The techniques that --use, --avoid and --only select."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.errors import UsageError
from satdoku.techniques.technique import UNIQUENESS, USUAL, chosen

if TYPE_CHECKING:
    from typing import TypeAlias

    from satdoku.techniques.technique import Technique

    Listed: TypeAlias = tuple[tuple[str, ...], ...]
    """Names, of each time that an option was given."""


class Techniques(NamedTuple):
    """Techniques that a command may use.

    Args:
        used: All of them.
        named: Those that --use and --only name.
    """

    used: frozenset[Technique]
    named: frozenset[Technique]

    @property
    def some(self) -> frozenset[Technique]:
        """All of them.

        Raises:
            UsageError: There is none.
        """
        if not self.used:
            raise click.UsageError("no technique is left to use")
        return self.used

    @property
    def of_logic(self) -> frozenset[Technique]:
        """Those for engine `logic`: of uniqueness only what was named.

        Raises:
            UsageError: There is none.
        """
        return self.some - (UNIQUENESS - self.named)


def select(use: Listed = (), avoid: Listed = (), only: Listed = ()) -> Techniques:
    """Return the techniques that the options select.

    Raises:
        BadParameter: A name is no technique, family or level.
    """
    instead = _named("--only", only)
    names = _named("--use", use) | instead
    used = ((instead if only else USUAL) | names) - _named("--avoid", avoid)
    return Techniques(used, names)


def _named(option: str, values: Listed) -> frozenset[Technique]:
    text = ",".join(chain.from_iterable(values))
    if not values or (option == "--only" and text.strip().lower() == "none"):
        return frozenset()
    try:
        return chosen(text)
    except UsageError as error:
        text = f"{error}; `satdoku list techniques` shows them"
        raise click.BadParameter(text, param_hint=option) from None
