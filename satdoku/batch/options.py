"""What is asked of many puzzles, looked through once."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, shown
from satdoku.lanes.search import find_executor

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

__all__ = ["Options", "checked_limits", "cores", "options_of"]


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
    checked_limits(limit, max_guesses)
    if workers is None or workers == "all":
        workers = cores()
    elif type(workers) is not int or workers < 1:
        raise UsageError(
            f"workers cannot be {shown(workers)}; expected a whole number from 1 on, "
            "or 'all' for every core"
        )
    name = executor if type(executor) is str else shown(executor)
    return Options(limit, max_guesses, find_executor(name), workers)


def checked_limits(limit: int | None, max_guesses: int | None) -> None:
    """See to it that limits make sense.

    Raises:
        UsageError: One does not; names it.
    """
    for name, value, least in (("limit", limit, 1), ("max_guesses", max_guesses, 0)):
        if value is not None and (type(value) is not int or value < least):
            raise UsageError(
                f"{name} cannot be {shown(value)}; expected a whole number from "
                f"{least} on, or None for no limit"
            )


def cores() -> int:
    """Return how many cores this process may use, which may be fewer than there are."""
    usable: Callable[[], int | None] | None
    usable = getattr(os, "process_cpu_count", None)  # from Python 3.13 on
    if usable is not None:
        return usable() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
