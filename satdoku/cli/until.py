"""What `satdoku explain --until` takes: see `satdoku.explaining.until`."""

from __future__ import annotations

import click

from satdoku.errors import UsageError
from satdoku.explaining.until import Until

__all__ = ["Until", "until"]


def until(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> Until | None:
    """Read the option.

    Raises:
        BadParameter: It names nothing.
    """
    del ctx
    if value is None:
        return None
    try:
        return Until(value, called="--until")
    except UsageError as error:
        raise click.BadParameter(str(error), param=param) from None
