"""What a worker of a cluster is asked to do: solve some puzzles, and say who it is.

These functions travel by name, so whoever takes part (workers, scheduler, client) has
satdoku installed, in the same version: `Cluster` looks, and `solve_piece` looks again,
as a worker may come or be replaced at any time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import satdoku
from satdoku.batch.options import checked_limits, options_of
from satdoku.batch.workers import solved
from satdoku.errors import Stopped, UsageError, shown
from satdoku.lanes.search import EXECUTORS

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch.options import Options

__all__ = ["MISSING", "Asked", "asked_of", "options_here", "solve_piece", "version"]

MISSING = "Dask is not installed; pip install 'satdoku[dask]'"

Arrays = tuple["NDArray[Any]", ...]


class Asked(NamedTuple):
    """What is asked of every piece.

    Args:
        limit: Solutions to look for in each puzzle; None for all.
        max_guesses: Branchings after which a puzzle is given up; None for never.
        executor: `numba`, `numpy` or `auto`, which is what is best on that worker.
        version: The version of satdoku that asks.
    """

    limit: int | None
    max_guesses: int | None
    executor: str
    version: str


def version() -> str:
    """Return the version of satdoku that runs here."""
    return satdoku.__version__


def asked_of(limit: int | None, max_guesses: int | None, executor: str) -> Asked:
    """Look through what is asked, as far as that can be done here.

    Raises:
        UsageError: A part makes no sense.
    """
    limit, max_guesses = checked_limits(limit, max_guesses)
    # Whether it is installed is for the workers to say, who are to run it.
    if executor not in ("auto", *EXECUTORS):
        raise UsageError(
            f"no executor {shown(executor)}; there are auto, {', '.join(EXECUTORS)}"
        )
    return Asked(limit, max_guesses, executor, version())


def options_here(asked: Asked) -> Options:
    """Return what is asked, with the executor that is best on this machine.

    Raises:
        UsageError: This is another version of satdoku than the one that asks, or the
            executor is not installed here.
    """
    if version() != asked.version:
        raise UsageError(
            f"a worker has satdoku {version()}, the client {asked.version}; "
            "install the same version on all"
        )
    return options_of(
        limit=asked.limit, max_guesses=asked.max_guesses, executor=asked.executor
    )


def solve_piece(puzzles: NDArray[np.uint8], first: int, asked: Asked) -> Arrays:
    """Solve puzzles; return the arrays of the batch, which any transport understands.

    Args:
        puzzles: (N, 81), known to hold puzzles.
        first: The index of the first one, in messages.
        asked: What is asked of them.

    Raises:
        UsageError: As `options_here`.
        Stopped: Nobody waits for the answer any more.
    """
    options = options_here(asked)
    batch = solved(puzzles, first, options, progress=_watch())
    return (
        batch.solutions,
        batch.counts,
        batch.status,
        batch.guesses,
        batch.sweeps,
        batch.complete,
    )


def _watch() -> Callable[[int], None]:
    """Return what ends the search, looked at as it goes on, once nobody wants it.

    Dask forgets a task that is cancelled, but lets it run to its end; the search for
    all solutions of one puzzle may have none in this world.
    """
    worker: Any = import_module("distributed").get_worker()
    key: str = worker.get_current_task()

    def look(_done: int) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Stopped("nobody waits for these puzzles any more")

    return look
