"""Many puzzles rated as a stream: in their order, by this process or by several.

Invariant: a bounded number of puzzles is on its way, so that memory does not grow with
the stream; a rating that is there comes out, whether or not the next puzzle is.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from threading import Semaphore
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from satdoku.deadline import Deadline
from satdoku.errors import InputError, Stopped
from satdoku.explanation.rating import look_at_scheme, rate
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from typing import Literal, TypeAlias

    from satdoku.explanation.rating import Rating
    from satdoku.puzzle import PuzzleLike

    Told: TypeAlias = Callable[[], tuple[Rating, float]]

__all__ = ["How", "rate_stream", "rated", "rater"]

Item = TypeVar("Item")

_AHEAD = 8
"""Puzzles for each worker that are on their way: some are hard, most of them easy."""


class How(NamedTuple):
    """How puzzles are rated; each as for `rate`."""

    scheme: str
    nested: bool = False
    timeout: float | None = None


def rate_stream(
    puzzles: Iterable[object],
    scheme: str = "hodoku",
    *,
    nested: bool = False,
    workers: int | Literal["all"] = 1,
    timeout: float | None = None,
) -> Generator[Rating | InputError | Stopped]:
    """Rate a stream of puzzles, one by one and in order.

    Puzzles are taken from the iterable when they are needed.  With several workers it
    is read in a thread of its own, some puzzles ahead: a rating comes out when it is
    there, though the next puzzle may be long in coming.

    Args:
        puzzles: Anything to iterate over; each puzzle as `rate` takes it.
        scheme: As for `rate`.
        nested: As for `rate`.
        workers: How many processes rate at a time; `all` for every core.  With one it
            is this one.
        timeout: Seconds of wall time for each puzzle, after which it has no rating.

    Yields:
        The rating of each puzzle; for a puzzle that has none, the error that says why.
        To close the iterator stops the workers.

    Raises:
        UsageError: There is no such scheme, or the workers or the timeout make no
            sense; at once.
        LostError: A worker has ended.

    Example:
        >>> puzzles = ["1... ..2. ..3. 4...", "1... .2.. ..3. ...4"]
        >>> for rating in rate_stream(puzzles):
        ...     print(rating if isinstance(rating, InputError) else rating.score)
        48
        a puzzle with several solutions cannot be rated; expected exactly one
    """
    from satdoku.processes import workers_of  # noqa: PLC0415  slow; one needs none

    look_at_scheme(scheme, nested=nested)
    Deadline(timeout)
    processes = workers_of(workers)
    how = How(scheme, nested=nested, timeout=timeout)
    return _ratings(
        rated(
            puzzles,
            lambda puzzle: Puzzle.of(cast("PuzzleLike", puzzle)),
            how,
            workers=processes,
        )
    )


def _ratings(
    found: Generator[tuple[object, Told]],
) -> Generator[Rating | InputError | Stopped]:
    try:
        for _, told in found:
            try:
                rating, _ = told()
            except (InputError, Stopped) as error:
                yield error
            else:
                yield rating
    finally:
        found.close()


def rated(
    items: Iterable[Item],
    puzzle_of: Callable[[Item], Puzzle],
    how: How,
    *,
    workers: int,
) -> Generator[tuple[Item, Told]]:
    """Yield each item in its turn, with what waits for its rating.

    That returns the rating and how many seconds it took, or raises what is wrong with
    the puzzle; it is to be called, if at all, before the next item is asked for.

    Args:
        items: The items.  With several workers a thread takes them, some ahead.
        puzzle_of: Returns the puzzle of one, or raises an `InputError`.
        how: How they are rated; known to make sense.
        workers: How many processes rate at a time; with one it is this one.
    """
    if workers == 1:
        return _here(items, puzzle_of, rater(how))
    return _there(items, puzzle_of, how, workers)


def _here(
    items: Iterable[Item],
    puzzle_of: Callable[[Item], Puzzle],
    rate_one: Callable[[Puzzle], tuple[Rating, float]],
) -> Generator[tuple[Item, Told]]:
    for item in items:

        def told(item: Item = item) -> tuple[Rating, float]:
            return rate_one(puzzle_of(item))

        yield item, told


def _there(
    items: Iterable[Item], puzzle_of: Callable[[Item], Puzzle], how: How, workers: int
) -> Generator[tuple[Item, Told]]:
    """Hand each puzzle to a process by itself: a hard one takes minutes, most ms."""
    from concurrent.futures import Future  # noqa: PLC0415  slow; one needs none

    from satdoku.processes import Pool, prefetch, wait_for  # noqa: PLC0415  as above

    pool = Pool(rater, how, workers)

    def begin(item: Item) -> tuple[Item, Future[tuple[Rating, float]]]:
        try:
            return item, pool.submit(puzzle_of(item))
        except InputError as error:
            refused: Future[tuple[Rating, float]] = Future()
            refused.set_exception(error)
            return item, refused

    source = (item for item in items)
    jobs = prefetch(source, begin, Semaphore(_AHEAD * workers))
    with closing(pool), closing(jobs):
        for item, answer in jobs:
            yield item, partial(wait_for, answer)


def rater(how: How) -> Callable[[Puzzle], tuple[Rating, float]]:
    """Return what rates a puzzle, and takes the time."""

    def timed(puzzle: Puzzle) -> tuple[Rating, float]:
        started = perf_counter()
        rating = rate(puzzle, how.scheme, nested=how.nested, timeout=how.timeout)
        return rating, perf_counter() - started

    return timed
