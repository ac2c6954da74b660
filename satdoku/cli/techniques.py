"""What --use, --avoid and --only say: the techniques that may be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.baselines import TECHNIQUES
from satdoku.errors import UsageError, printable
from satdoku.techniques.technique import UNIQUENESS, USUAL, chosen

if TYPE_CHECKING:
    from satdoku.techniques.technique import Technique

__all__ = ["Techniques", "techniques_for"]

_NONE = "none"
"""What --only takes for no technique at all."""


class Techniques:
    """Which techniques may be used.

    Args:
        use: What --use names.
        avoid: What --avoid names.
        only: What --only names.

    Raises:
        BadParameter: Something is no technique.

    Attributes:
        wanted: Those that were asked for.
        avoided: Those that are not to be used.
        used: All that may be used.
    """

    def __init__(
        self,
        use: tuple[str, ...] = (),
        avoid: tuple[str, ...] = (),
        only: tuple[str, ...] = (),
    ) -> None:
        instead = _read("--only", only)
        self.wanted = _read("--use", use) | instead
        self.avoided = _read("--avoid", avoid)
        self.used = ((instead if only else USUAL) | self.wanted) - self.avoided

    @property
    def some(self) -> frozenset[Technique]:
        """All that may be used.

        Raises:
            UsageError: Nothing may.
        """
        if not self.used:
            raise click.UsageError("no technique is left to use")
        return self.used


def _read(name: str, values: tuple[str, ...]) -> frozenset[Technique]:
    text = ",".join(values)
    if not values or (name == "--only" and text.strip().lower() == _NONE):
        return frozenset()
    try:
        return chosen(text)
    except UsageError as error:
        raise click.BadParameter(str(error), param_hint=name) from None


def techniques_for(
    engine: str, use: tuple[str, ...], avoid: tuple[str, ...], only: tuple[str, ...]
) -> frozenset[Technique] | None:
    """Return the techniques that an engine may use; None if nothing is said.

    Raises:
        UsageError: The engine has no techniques, or none of those that are named.
    """
    if not (use or avoid or only):
        return None
    chosen = Techniques(use, avoid, only)
    name = engine.lower()
    if name == "elimination":
        if avoid and not any(each.key in TECHNIQUES for each in chosen.avoided):
            raise click.UsageError(
                f"--avoid names none of engine {name}'s techniques, which are "
                f"{', '.join(TECHNIQUES)}"
            )
        # What was asked for is kept, for the engine to say what it does not know.
        return frozenset(
            each
            for each in chosen.used
            if each.key in TECHNIQUES or each in chosen.wanted
        )
    if name != "logic":
        raise click.UsageError(
            "--use, --avoid and --only are about engines logic and elimination, not "
            f"{printable(engine)}"
        )
    return chosen.some - (UNIQUENESS - chosen.wanted)
