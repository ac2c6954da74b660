"""What is asked of many puzzles, looked through once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, cast

from satdoku.crew import cores
from satdoku.errors import UsageError, shown
from satdoku.lanes.search import find_executor

if TYPE_CHECKING:
    from typing import Literal, SupportsIndex

__all__ = ["Options", "checked_limits", "cores", "options_of", "whole"]


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked, every part known to make sense.

    Args:
        limit: Solutions to look for in each puzzle; None for all.
        max_guesses: Branchings after which a puzzle is given up; None for never.
        executor: What runs the formulas, by its own name.
        workers: How many search at a time.
    """

    limit: int | None
    max_guesses: int | None
    executor: str
    workers: int


def options_of(
    *,
    limit: int | None,
    max_guesses: int | None,
    executor: str,
    workers: int | Literal["all"] | None = 1,
) -> Options:
    """Look through what is asked.

    Raises:
        UsageError: A part makes no sense, or the executor is not to be had; names it.
    """
    limit, max_guesses = checked_limits(limit, max_guesses)
    if workers is None or workers == "all":
        workers = cores()
    workers = whole("workers", workers, otherwise=", or 'all' for every core")
    name = executor if type(executor) is str else shown(executor)
    return Options(limit, max_guesses, find_executor(name), workers)


def checked_limits(
    limit: int | None, max_guesses: int | None
) -> tuple[int | None, int | None]:
    """See to it that limits make sense; return them as Python's own numbers.

    Raises:
        UsageError: One does not; names it.
    """
    otherwise = ", or None for no limit"
    if limit is not None:
        limit = whole("limit", limit, otherwise=otherwise)
    if max_guesses is not None:
        max_guesses = whole("max_guesses", max_guesses, 0, otherwise=otherwise)
    return limit, max_guesses


def whole(name: str, value: object, least: int = 1, *, otherwise: str = "") -> int:
    """Return a whole number, Python's or that of another library, as Python's own.

    Args:
        name: What it is, in the message.
        value: What was given for it.
        least: The smallest that makes sense.
        otherwise: What else could have been given, in the message.

    Raises:
        UsageError: It is none (True and False are none), or too small.

    Example:
        >>> import numpy as np
        >>> whole("limit", np.int64(2))
        2
    """
    with suppress(TypeError):
        number = index(cast("SupportsIndex", value))
        if number >= least and not isinstance(value, bool):
            return number
    raise UsageError(
        f"{name} cannot be {shown(value)}; expected a whole number from {least} on"
        f"{otherwise}"
    )
