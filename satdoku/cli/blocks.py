"""The puzzles of a run that are answered many at once."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, cast

from satdoku.cli.bulk_run import BulkRun
from satdoku.cli.bulk_solver import BulkSolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.cli.answers import Printer
    from satdoku.cli.bulk_options import Bulk
    from satdoku.cli.bulk_run import RowPrinter
    from satdoku.cli.progress import Progress
    from satdoku.cli.run import Asked
    from satdoku.cli.share import Share
    from satdoku.cli.verbose import Verbose
    from satdoku.errors import InputError
    from satdoku.formats import Entry
    from satdoku.formats.bulk import Block
    from satdoku.solver import Solver
    from satdoku.tracing.session import TracingSolver

__all__ = ["Blocks"]

_HEAD = 2


class Blocks:
    """Puzzles that are answered many at once.

    Args:
        blocks: All that are read.
        share: Which of them are this run's.
        bulk: What is asked of many puzzles.
        forced: Whether lanes are asked for by name.
        reach: Is told how much of what has been read was answered, from 0 to 1.
    """

    def __init__(
        self,
        blocks: Iterable[Block],
        share: Share,
        bulk: Bulk,
        *,
        forced: bool,
        reach: Callable[[float], None],
    ) -> None:
        self._reach = reach
        self._blocks: Iterable[Block] = share.of_blocks(blocks)
        self._share = share
        self._bulk = bulk
        self._forced = forced or bulk.told is not None

    def head(self) -> list[Entry | InputError]:
        """Look at the first two, without taking them."""
        held: list[Block] = []
        found: list[Entry | InputError] = []
        blocks = iter(self._blocks)
        for block in blocks:
            held.append(block)
            found += [item for item, _ in zip(block, range(_HEAD), strict=False)]
            if len(found) >= _HEAD:
                break
        self._blocks = chain(held, blocks)
        return found[:_HEAD]

    def answered(
        self,
        session: Solver | TracingSolver,
        printer: Printer,
        asked: Asked,
        progress: Progress,
        verbose: Verbose | None,
    ) -> int:
        """Answer all; return the exit code."""
        bulk = self._bulk
        rows = cast("RowPrinter", printer) if hasattr(printer, "rows") else None
        run = BulkRun(
            session,
            printer,
            asked,
            progress,
            verbose,
            solver=BulkSolver(
                bulk.workers or "1",
                bulk.executor or "auto",
                bulk.max_guesses,
                bulk.dask,
            ),
            rows=None if verbose is not None else rows,
            forced=self._forced,
            reach=self._reach,
            resume=lambda done: bulk.resumption(self._share.skip + done),
        )
        return run.over_blocks(self._blocks)
