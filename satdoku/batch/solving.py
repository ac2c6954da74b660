"""Many puzzles at once: solve them, or every solution of each.

The front door of the lanes: what comes in is made an array and looked through, what
comes out is held against the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.batch.given import puzzles_of
from satdoku.batch.options import options_of, whole
from satdoku.batch.result import filled
from satdoku.batch.rules import check_walked
from satdoku.batch.streaming import stream_parts
from satdoku.lanes.search import executor_for, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Literal

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch.options import Options
    from satdoku.batch.result import Batch

__all__ = ["solutions_batch", "solve_batch"]

_SIZES = (1024, 16_384)
_SIZES_OF_NUMPY = (8192, 65_536)
"""How many puzzles a worker takes at a time, at least and at most: enough for the lanes
to be full, and where a process has to be started, for that to be worth while."""


def solve_batch(
    puzzles: object,
    *,
    limit: int | None = 1,
    max_guesses: int | None = None,
    executor: str = "auto",
    workers: int | Literal["all"] | None = 1,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Solve many puzzles of 9×9.

    All are searched side by side, one a SIMD lane (`satdoku.lanes`), and every solution
    is checked against the rules.  Puzzles with clashing clues have no solution; they do
    not disturb the others.

    Args:
        puzzles: An array of whole numbers of shape (N, 81) or (N, 9, 9), 0 for an empty
            cell; a text with a puzzle a line; or anything to iterate over, a puzzle an
            item: a `Puzzle`, a text, rows, a list of values.  It is not changed.
        limit: How many solutions of each to look for: 1 finds one, 2 also says whether
            it is the only one, None counts them all, which may take for ever.
        max_guesses: Give a puzzle up after so many branchings; None for never.
        executor: What runs the formulas: `numba` (compiled, extra `satdoku[fast]`),
            `numpy`, or `auto` for the first of these that is there (few puzzles do not
            wait for the compiler).  Solutions, counts and status are the same with all;
            so are guesses and sweeps, but with a `limit` beyond 16.
        workers: How many search at a time; `"all"` or None for one a core.  Threads
            with numba, processes with numpy.
        progress: Is told now and then how many puzzles are done; in the thread that
            called, so that what it raises stops the search.

    Returns:
        A `Batch` of arrays, a row a puzzle, in the order of the puzzles.
        Each row is the same alone and among others, but for the guesses and sweeps
        where `limit` is more than 16: one long search is shared by many lanes then, and
        what each of them did counts.

    Raises:
        InputError: One of them is no puzzle of 9×9, or has candidates; the message
            names the first, as Python counts, and the cell.
        UsageError: A limit, the executor or the workers make no sense.

    Example:
        >>> puzzles = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28."
        ...            "...419..5....8..79"] * 1000
        >>> solve_batch(puzzles, limit=2)
        <Batch of 1,000 puzzles: 1,000 unique>
        >>> solve_batch(puzzles[:2]).solutions[:, :9]
        array([[5, 3, 4, 6, 7, 8, 9, 1, 2],
               [5, 3, 4, 6, 7, 8, 9, 1, 2]], dtype=uint8)
    """
    options = options_of(
        limit=limit, max_guesses=max_guesses, executor=executor, workers=workers
    )
    given = puzzles_of(puzzles)
    options = replace(options, executor=executor_for(len(given), executor))
    if len(given) <= _sizes(options)[0]:
        options = replace(options, workers=1)
    # All parts are on their way at once: what is found is kept in any case, and nobody
    # waits behind a part that takes long.
    answers = stream_parts(
        _parts(given, options), options, progress, ahead=max(1, len(given))
    )
    return filled(answers, len(given), options.limit)


def _parts(
    puzzles: NDArray[np.uint8], options: Options
) -> Generator[tuple[int, NDArray[np.uint8]]]:
    """Cut puzzles into parts: all to one worker; to more, fewer and fewer at a time.

    So the workers end together, however hard the last puzzles are.
    """
    first, count = 0, len(puzzles)
    least, most = _sizes(options)
    while first < count:
        share = count
        if options.workers > 1:
            share = (count - first) // (2 * options.workers)
            share = min(max(share, least), most)
        yield first, puzzles[first : first + share]
        first += share


def _sizes(options: Options) -> tuple[int, int]:
    return _SIZES_OF_NUMPY if options.executor == "numpy" else _SIZES


def solutions_batch(
    puzzles: object,
    *,
    limit: int | None = None,
    max_guesses: int | None = None,
    executor: str = "auto",
    size: int = 65_536,
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """Find every solution of many puzzles of 9×9, in blocks as they are found.

    The search of one puzzle is shared by all lanes, so this is also the way to all
    solutions of a single one (`[puzzle]`).

    Args:
        puzzles: As for `solve_batch`.
        limit: Solutions of each puzzle, at most; None for all.
        max_guesses: As for `solve_batch`; of such a puzzle not all solutions come.
        executor: As for `solve_batch`.
        size: Solutions in a block, at most.

    Yields:
        (index, solutions): an array (M,) int64 that says which puzzle each is of, and
        one (M, 81) uint8.  The order is that of the search, not that of the puzzles.
        To close the iterator ends the search.

    Raises:
        InputError: As for `solve_batch`.
        UsageError: A limit, the size or the executor make no sense.

    Example:
        >>> square = "12345678945678912378912345621436589736589721489721436553164297864"
        >>> square += "297853197853164."
        >>> [(i.tolist(), found[:, 80]) for i, found in solutions_batch([square])]
        [([0], array([2], dtype=uint8))]
    """
    options = options_of(limit=limit, max_guesses=max_guesses, executor=executor)
    size = whole("size", size)
    return _walked(puzzles_of(puzzles), options, size)


def _walked(
    puzzles: NDArray[np.uint8], options: Options, size: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    for index, solutions in walk(
        puzzles,
        limit=options.limit,
        max_guesses=options.max_guesses,
        executor=options.executor,
        size=size,
    ):
        check_walked(puzzles, index, solutions)
        # The lanes finish the round in which a block is full.
        for start in range(0, len(index), size):
            yield index[start : start + size], solutions[start : start + size]
