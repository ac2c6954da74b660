"""What is said of one engine alone: its order of cells, the techniques it may use.

Said of another engine it would do nothing, and is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli.values import Listed
from satdoku.errors import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.cli.technique_options import Techniques
    from satdoku.deduce.technique import Technique

__all__ = ["order_for", "order_option", "techniques_for"]

_ORDERED = "backtracking"
_ELIMINATING = "elimination"


def _orders() -> Iterable[str]:
    from satdoku.baselines import ORDERS  # noqa: PLC0415  for help and completion

    return ORDERS


def order_option(command: Callable[..., object]) -> Callable[..., object]:
    """Add --order."""
    return click.option(
        "--order",
        cls=Listed,
        values=_orders,
        metavar="NAME",
        help=f"In which order engine {_ORDERED} takes cells: {{values}}.",
    )(command)


def order_for(engine: str, order: str | None) -> str | None:
    """Return the order, as it was said.

    Raises:
        UsageError: The engine has none.
    """
    if order is not None and engine.lower() != _ORDERED:
        raise click.UsageError(
            f"--order is about --engine {_ORDERED}, not {printable(engine)}"
        )
    return order


def techniques_for(
    engine: str, techniques: Techniques | None
) -> frozenset[Technique] | None:
    """Return the techniques that an engine may use; None if nothing is said.

    Raises:
        UsageError: Something is said, and the engine has no techniques; or what is
            left out are none of its own; or none is left, and it needs one.
    """
    if techniques is None:
        return None
    from satdoku.baselines import TECHNIQUES  # noqa: PLC0415
    from satdoku.deduce.technique import UNIQUENESS  # noqa: PLC0415

    name = engine.lower()
    if name == _ELIMINATING:
        if techniques.less and not any(
            each.key in TECHNIQUES for each in techniques.less
        ):
            raise click.UsageError(
                f"--without names none of engine {name}'s techniques, which are "
                f"{', '.join(TECHNIQUES)}"
            )
        # What was asked for is kept, for the engine to say what it does not know.
        return frozenset(
            each
            for each in techniques.used
            if each.key in TECHNIQUES or each in techniques.asked
        )
    if name != "logic":
        raise click.UsageError(
            f"--with, --without and --only are about engines logic and "
            f"{_ELIMINATING}, not {printable(engine)}"
        )
    return techniques.some_used() - (UNIQUENESS - techniques.asked)
