"""The puzzles of a run that are answered one by one; those of `blocks` are not."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol

from satdoku.cli.run import Run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.answers import Printer
    from satdoku.cli.progress import Progress
    from satdoku.cli.run import Asked
    from satdoku.cli.share import Share
    from satdoku.cli.verbose import Verbose
    from satdoku.errors import InputError
    from satdoku.formats import Entry
    from satdoku.solver import Solver

__all__ = ["Entries", "Puzzles"]

_HEAD = 2


class Puzzles(Protocol):
    """The puzzles of a run."""

    def head(self) -> list[Entry | InputError]:
        """Look at the first two, without taking them."""
        ...

    def answered(
        self,
        session: Solver,
        printer: Printer,
        asked: Asked,
        progress: Progress,
        verbose: Verbose | None,
    ) -> int:
        """Answer all; return the exit code."""
        ...


class Entries:
    """Puzzles that are answered one by one.

    Args:
        items: All that are read.
        share: Which of them are this run's.
    """

    def __init__(
        self,
        items: Iterable[Entry | InputError],
        share: Share,
    ) -> None:
        self._items: Iterable[Entry | InputError] = share.over(items)

    def head(self) -> list[Entry | InputError]:
        """Look at the first two, without taking them."""
        items = iter(self._items)
        found = list(islice(items, _HEAD))
        self._items = chain(found, items)
        return found

    def answered(
        self,
        session: Solver,
        printer: Printer,
        asked: Asked,
        progress: Progress,
        verbose: Verbose | None,
    ) -> int:
        """Answer all; return the exit code."""
        run = Run(session, printer, asked, progress, verbose)
        return run.over(self._items)
