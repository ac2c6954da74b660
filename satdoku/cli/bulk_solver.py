"""From arrays of puzzles to their answers: the one place that says who solves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.cli.remarks import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch import Batch

__all__ = ["BulkSolver"]

_AUTO = "auto"


class BulkSolver(NamedTuple):
    """How many puzzles are solved.

    Args:
        workers: How many search at a time, `all` for every core.
        executor: What runs engine `lanes`.
        max_guesses: After how many guesses a puzzle is given up; None for never.
        dask: The address of the cluster that searches; None for this machine.
    """

    workers: str = "1"
    executor: str = _AUTO
    max_guesses: int | None = None
    dask: str | None = None

    def ready(self, compiling: Callable[[], None], *, few: bool) -> BulkSolver:
        """Return this with an executor that is ready to search.

        Args:
            compiling: Is called if the compiler has to run first.
            few: Whether so few puzzles come that this is not worth it.

        Raises:
            UsageError: The executor is not installed.
        """
        from satdoku.lanes.search import (  # noqa: PLC0415  numpy
            find_executor,
            is_ready,
            prepare,
        )

        name = find_executor(self.executor)
        if few and self.executor == _AUTO and not is_ready(name):
            return self._replace(executor="numpy")
        return self._replace(executor=prepare(self.executor, compiling))

    def batches(
        self,
        puzzles: Iterator[NDArray[np.uint8]],
        limit: int,
        progress: Callable[[int], None] | None = None,
    ) -> Iterator[Batch]:
        """Solve arrays of puzzles, in their order.

        Args:
            puzzles: Arrays of (N, 81) uint8.
            limit: How many solutions of each are looked for.
            progress: Is told now and then how many puzzles are done; not by a cluster,
                of which whole batches come.

        Raises:
            UsageError: The executor is not installed, or there is no such cluster.
        """
        if self.dask is not None:
            from satdoku.cluster import dask_stream  # noqa: PLC0415  numpy

            return dask_stream(
                puzzles,
                self.dask,
                limit=limit,
                max_guesses=self.max_guesses,
                executor=self.executor,
                notice=lambda what: say(f"satdoku: {what}"),
            )
        from satdoku.batch import solve_stream  # noqa: PLC0415  numpy

        return solve_stream(
            puzzles,
            limit=limit,
            max_guesses=self.max_guesses,
            executor=self.executor,
            workers="all" if self.workers == "all" else int(self.workers),
            progress=progress,
        )

    def seconds(self, puzzles: NDArray[np.uint8]) -> dict[int, list[tuple[int, ...]]]:
        """Return up to two solutions of each of some puzzles, by row."""
        from satdoku.batch import solutions_batch  # noqa: PLC0415  as above

        found: dict[int, list[tuple[int, ...]]] = {}
        # An executor may be one that only the cluster has.
        executor = "auto" if self.dask is not None else self.executor
        blocks = solutions_batch(puzzles, limit=2, executor=executor)
        for index, solutions in blocks:
            for row, values in zip(index.tolist(), solutions.tolist(), strict=True):
                found.setdefault(row, []).append(tuple(values))
        return found
