"""Several processes that rate puzzles, which are read in a thread meanwhile.

Each puzzle is handed over by itself (`satdoku.crew`): one takes milliseconds, a hard
one minutes, and nobody is to wait behind that one.  To hand one over takes a tenth of a
millisecond.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from satdoku.batch.ahead import Ahead
from satdoku.crew import Crew, awaited, serve_parent
from satdoku.errors import InputError
from satdoku.explaining.streaming import rater

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Future

    from satdoku.explaining.rating import Rating
    from satdoku.explaining.streaming import How, Told
    from satdoku.puzzle import Puzzle

__all__ = ["AHEAD", "by_raters"]

_STARTER = "from satdoku.explaining.raters import main; main()"
AHEAD = 8
"""Puzzles for each worker that are on their way: some are hard, most of them easy."""

Item = TypeVar("Item")


class _Job(NamedTuple, Generic[Item]):
    """An item, and its answer: begun, or what is wrong with its puzzle."""

    item: Item
    answer: Future[tuple[Rating, float]] | InputError

    def told(self) -> tuple[Rating, float]:
        if isinstance(self.answer, InputError):
            raise self.answer
        return awaited(self.answer)


def by_raters(
    items: Iterable[Item],
    puzzle_of: Callable[[Item], Puzzle],
    how: How,
    *,
    workers: int,
) -> Generator[tuple[Item, Told]]:
    """Do what `satdoku.explaining.streaming.rated` does, by several processes."""
    crew: Crew[Puzzle, tuple[Rating, float]]
    crew = Crew(_STARTER, how, workers, "rated puzzles")

    def begin(item: Item) -> _Job[Item]:
        try:
            return _Job(item, crew.begin(puzzle_of(item)))
        except InputError as error:
            return _Job(item, error)

    source = (item for item in items)
    with crew, Ahead(source, begin, lambda: AHEAD * workers) as ahead:
        while (job := ahead.first()) is not None:
            yield job.item, job.told
            ahead.take()


def main() -> None:
    """Serve the process that started this one."""
    serve_parent(rater)
