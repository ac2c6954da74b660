"""The options that say which techniques may be used, as one value a command takes."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from satdoku.cli.values import Listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.deduce.technique import Technique

__all__ = ["Techniques", "chosen_technique_options", "technique_options"]

_NOTHING = "none"
"""What --only takes for no technique at all."""


class Techniques(NamedTuple):
    """Which techniques may be used.

    Args:
        used: All of them.
        asked: Those that were asked for, by --with or --only.
        less: Those that were left out.
    """

    used: frozenset[Technique]
    asked: frozenset[Technique]
    less: frozenset[Technique]

    def some_used(self) -> frozenset[Technique]:
        """Return what may be used.

        Raises:
            UsageError: Nothing may.
        """
        if not self.used:
            raise click.UsageError("no technique is left to use")
        return self.used


def _names() -> Iterable[str]:
    from satdoku.deduce.families import names  # noqa: PLC0415  for completion

    return names()


def _read(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> frozenset[Technique] | None:
    """Read what an option names; None where it is not given.

    `--only none` names nothing, as a study's `elimination:none`.

    Raises:
        BadParameter: Something in it is no technique.
    """
    del ctx
    if not value:
        return None
    from satdoku.deduce.families import named  # noqa: PLC0415  help needs none of it
    from satdoku.errors import UsageError  # noqa: PLC0415

    if param.name == "only" and ",".join(value).strip().lower() == _NOTHING:
        return frozenset()
    try:
        return named(",".join(value))
    except UsageError as error:
        raise click.BadParameter(str(error), param=param) from None


_OPTIONS = (
    click.option(
        "--with",
        "more",
        cls=Listed,
        values=_names,
        multiple=True,
        metavar="NAME,...",
        callback=_read,
        help="Use these techniques, too, by name, family or level; `satdoku "
        "techniques` lists them.",
    ),
    click.option(
        "--without",
        "less",
        cls=Listed,
        values=_names,
        multiple=True,
        metavar="NAME,...",
        callback=_read,
        help="Do not use these.",
    ),
    click.option(
        "--only",
        cls=Listed,
        values=_names,
        multiple=True,
        metavar="NAME,...",
        callback=_read,
        help="Use these in place of the usual ones.",
    ),
)


def technique_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --with, --without and --only; the command takes them as `techniques`."""

    @wraps(command)
    def collected(**given: Any) -> Any:  # noqa: ANN401  as the command
        chosen = _chosen(given.pop("only"), given.pop("more"), given.pop("less"))
        chosen.some_used()
        return command(**given, techniques=chosen)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected


def chosen_technique_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the same; the command takes None where none of them is given.

    It may be that no technique is left: whether that makes sense, the engine says
    (`engine_options.techniques_for`).
    """

    @wraps(command)
    def collected(**given: Any) -> Any:  # noqa: ANN401  as the command
        told = [given.pop(name) for name in ("only", "more", "less")]
        some = any(each is not None for each in told)
        return command(**given, techniques=_chosen(*told) if some else None)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected


def _chosen(
    only: frozenset[Technique] | None,
    more: frozenset[Technique] | None,
    less: frozenset[Technique] | None,
) -> Techniques:
    """Return the techniques that may be used."""
    from satdoku.deduce.technique import USUAL  # noqa: PLC0415  help needs none of it

    none: frozenset[Technique] = frozenset()
    more, less = more or none, less or none
    used = ((USUAL if only is None else only) | more) - less
    return Techniques(used, (only or none) | more, less)
