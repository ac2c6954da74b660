"""Many puzzles searched at once, by whichever executor there is.

    puzzles ─make_pool─▶ Pool ─run, run, …─▶ Pool ─▶ LaneResults

Results do not depend on the executor, the lanes or who helps whom: the first solution
is that of a search of each puzzle alone, depth first.

A puzzle on which up to `_FEW` solutions are looked for, and which has taken more than
`RESTART_AFTER` guesses, is begun anew under a symmetry (`engines.lanes.relabelling`),
and not divided among lanes until that has been of no use.  The hardest puzzles known
take 500.
"""

from __future__ import annotations

import sys
import warnings
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from satdoku.engines.lanes import has_compiler
from satdoku.engines.lanes.arrays import Arrays
from satdoku.engines.lanes.relabelling import Relabelling
from satdoku.engines.lanes.state import ALL_LANES, DONE, EMITTED, TAKEN, make_pool
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from satdoku.engines.lanes.native import Native
    from satdoku.engines.lanes.state import Pool
    from satdoku.runtime.deadline import Deadline

# Puzzles for which it pays to wait for the compiler, where it has to run first.
WORTH_COMPILING = 4096

# Guesses after which a puzzle is begun anew; the hardest that are known take 500.
RESTART_AFTER = 5_000

# How often a puzzle is relabelled before it is searched to its end.
MAX_RESTARTS = 12

_FEW = 16  # solutions
_SHARE_AFTER = {"numba": 64, "numpy": 48}  # sweeps before a puzzle is divided
_REPORTED = 0.2  # seconds between two reports of progress
_SLICE = 0.05  # seconds between two looks at the clock
_FIRST_ROUNDS = {"numba": 256, "numpy": 16}
_MOST_ROUNDS = 1 << 20
_MOST = (1 << 63) - 1  # nobody finds more
_MOST_LANES = {"numba": ALL_LANES, "numpy": 2048}


class LaneResults(NamedTuple):
    """The results of a search, a row a puzzle.

    Args:
        solutions: (N, 81) uint8, the first solution of each; zeros where none was
            found.
        counts: (N,) int64, the solutions found, at most the limit.
        complete: (N,) bool, whether the limit or the end of the search was reached.
        guesses: (N,) int64, branchings.
        sweeps: (N,) int64, rounds of propagation.
    """

    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]
    complete: NDArray[np.bool_]
    guesses: NDArray[np.int64]
    sweeps: NDArray[np.int64]


# --- executors ------------------------------------------------------------------------


def _native(compiling: Callable[[], None] | None) -> Native | None:
    from satdoku.engines.lanes.native import native  # noqa: PLC0415  needs llvmlite

    return native(compiling)


def prepare(compiling: Callable[[], None] | None = None) -> str:
    """Get the best executor ready, so that no search waits for a compiler.

    Args:
        compiling: Is called before the compiler runs, which takes some ten seconds;
            not called where compiled code is in the cache.  None to print a line on a
            terminal.

    Returns:
        `numba`; or `numpy` where Numba is not installed or cannot be used.
    """
    if not has_compiler():
        return "numpy"
    try:
        _native(compiling or _announce_compiling)
    except (ImportError, OSError) as error:  # it does not fit NumPy, or the memory
        reason = f"the lanes run in NumPy, since numba cannot be used: {error}"
        warnings.warn(reason, RuntimeWarning, stacklevel=2)
        return "numpy"
    return "numba"


def is_ready() -> bool:
    """Whether there is compiled code; it is loaded then."""
    try:
        return has_compiler() and _native(None) is not None
    except (ImportError, OSError):
        return False


def executor_for(puzzles: int, compiling: Callable[[], None] | None = None) -> str:
    """Get the executor for so many puzzles ready; return its name.

    Where compiled code is not there yet, fewer than `WORTH_COMPILING` do not wait.

    Args:
        puzzles: How many there are.
        compiling: As for `prepare`.
    """
    if puzzles < WORTH_COMPILING and not is_ready():
        return "numpy"
    return prepare(compiling)


def _announce_compiling() -> None:
    """Print, at a terminal, what there is to wait for."""
    if sys.stderr and sys.stderr.isatty():
        sys.stderr.write("satdoku: compiling the lanes for this processor, once ...\n")
        sys.stderr.flush()


# --- searches -------------------------------------------------------------------------


def search(
    puzzles: NDArray[np.uint8],
    *,
    limit: int | None = 1,
    executor: str = "",
    marks: NDArray[np.uint16] | None = None,
    deadline: Deadline = NEVER,
    progress: Callable[[int], None] | None = None,
) -> LaneResults:
    """Search all puzzles, each for up to `limit` solutions.

    Args:
        puzzles: (N, 81) uint8, C-contiguous, 0 to 9; not changed.  Clashing clues are
            no error: such a puzzle has no solution.
        limit: Solutions to look for in each, at least 1; None for all.
        executor: `numba` or `numpy`; empty for the better one that is installed.
        marks: (81,) uint16, the digits that each cell may hold, bit 0 for digit 1, in
            all puzzles; None for all.
        deadline: When to stop with what is known.
        progress: Is called every fifth of a second or so with the number of puzzles
            that are done; an exception from it ends the search.

    Raises:
        KeyboardInterrupt: Ctrl-C, within a fifth of a second.

    Example:
        >>> results = search(np.zeros((1, 81), np.uint8), limit=2)
        >>> results.counts.tolist(), sorted(results.solutions[0, :9].tolist())
        ([2], [1, 2, 3, 4, 5, 6, 7, 8, 9])
    """
    name = executor or prepare()
    if limit is None or limit > _FEW:
        return _search_once(
            puzzles, limit, None, name, marks, deadline=deadline, progress=progress
        )
    highest = 0

    def report(done: int, before: int = 0) -> None:
        """Report no number below an earlier one: some puzzles are begun anew."""
        nonlocal highest
        highest = max(highest, before + done)
        if progress is not None:
            progress(highest)

    results = _search_once(
        puzzles, limit, RESTART_AFTER, name, marks, deadline=deadline, progress=report
    )
    for number in range(1, MAX_RESTARTS + 2):
        left = np.flatnonzero(~results.complete)
        if not len(left) or deadline.over:
            break
        relabelling = Relabelling(number)
        most = RESTART_AFTER if number <= MAX_RESTARTS else None
        again = _search_once(
            relabelling.apply(puzzles[left]),
            limit,
            most,
            name,
            None if marks is None else relabelling.apply_to_marks(marks),
            deadline=deadline,
            progress=partial(report, before=len(puzzles) - len(left)),
        )
        results.guesses[left] += again.guesses
        results.sweeps[left] += again.sweeps
        # The first solution stays, so that it is the same whatever the limit.
        new = (again.counts > 0) & (results.counts[left] == 0)
        results.solutions[left[new]] = relabelling.undo(again.solutions[new])
        results.counts[left] = np.maximum(results.counts[left], again.counts)
        results.complete[left] = again.complete
    return results


def _search_once(
    puzzles: NDArray[np.uint8],
    limit: int | None,
    max_guesses: int | None,
    executor: str,
    marks: NDArray[np.uint16] | None,
    *,
    deadline: Deadline,
    progress: Callable[[int], None] | None,
) -> LaneResults:
    """Search all puzzles as they are; see `search`."""
    pool = make_pool(puzzles, marks=marks)
    reported = monotonic()
    for now in _run(pool, limit, max_guesses, executor):
        if progress is not None and now - reported > _REPORTED:
            reported = now
            progress(int(pool.control[DONE]))
        if deadline.over:
            pool.complete[pool.workers > 0] = 0
            pool.complete[pool.control[TAKEN] :] = 0
            break
    return LaneResults(
        pool.solutions.reshape(-1, 81),
        pool.counts,
        pool.complete.view(np.bool_),
        pool.guesses,
        pool.sweeps,
    )


def second_solutions(
    puzzles: NDArray[np.uint8],
    first: NDArray[np.uint8],
    executor: str = "",
    deadline: Deadline = NEVER,
    marks: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint8]:
    """Find another solution of each of some puzzles.

    Args:
        puzzles: (N, 81) uint8, C-contiguous.
        first: (N, 81) uint8, a solution of each.
        executor: As for `search`.
        deadline: When to stop.
        marks: As for `search`.

    Returns:
        (N, 81) uint8; zeros where there is no other solution.

    Raises:
        Stopped: The deadline came first.

    Example:
        >>> puzzles = np.zeros((1, 81), np.uint8)
        >>> first = search(puzzles).solutions
        >>> bool((second_solutions(puzzles, first) == first).all())
        False
    """
    second = np.zeros_like(first)
    left = np.arange(len(puzzles))
    for number in range(MAX_RESTARTS + 2):
        if not len(left):
            break
        relabelling = Relabelling(number)
        blocks = iter_solutions(
            relabelling.apply(puzzles[left]),
            limit=2,
            max_guesses=RESTART_AFTER if number <= MAX_RESTARTS else None,
            executor=executor,
            marks=None if marks is None else relabelling.apply_to_marks(marks),
        )
        for index, block in deadline.limit(blocks):
            solutions, rows = relabelling.undo(block), left[index]
            other = (solutions != first[rows]).any(axis=1)
            second[rows[other]] = solutions[other]
        left = left[~second[left].any(axis=1)]
    return second


def iter_solutions(
    puzzles: NDArray[np.uint8],
    *,
    limit: int | None = None,
    max_guesses: int | None = None,
    executor: str = "",
    marks: NDArray[np.uint16] | None = None,
    size: int = 65_536,
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """Yield every solution of every puzzle in blocks, as found.

    Args:
        puzzles: As for `search`.
        limit: At most so many solutions of each; None for all.
        max_guesses: Give a puzzle up after so many; None for never.
        executor: As for `search`.
        marks: As for `search`.
        size: The most solutions in a block, about.

    Yields:
        (index, solutions): (M,) int64, which puzzle, and (M, 81) uint8.  Not in the
        order of the puzzles.  Where nothing is found for a fifth of a second, an empty
        block comes, so that the caller can look at the clock.

    Raises:
        KeyboardInterrupt: Ctrl-C, within a fifth of a second.

    Example:
        >>> blocks = iter_solutions(np.zeros((1, 81), np.uint8), limit=3)
        >>> sum(len(solutions) for _, solutions in blocks)
        3
    """
    name = executor or prepare()
    pool = make_pool(puzzles, output=size + _MOST_LANES[name], marks=marks)
    reported = monotonic()
    for now in _run(pool, limit, max_guesses, name):
        emitted = int(pool.control[EMITTED])
        if emitted or now - reported > _REPORTED:
            reported = now
            yield (
                pool.output_index[:emitted].copy(),
                pool.output[: 81 * emitted].reshape(-1, 81).copy(),
            )
            pool.control[EMITTED] = 0


def _run(
    pool: Pool, limit: int | None, max_guesses: int | None, executor: str
) -> Iterator[float]:
    """Search; yield the time every twentieth of a second or so, and at the end."""
    bounds = (
        -1 if limit is None else min(limit, _MOST),
        -1 if max_guesses is None else max_guesses,
        _SHARE_AFTER[executor] if max_guesses is None else -1,
    )
    compiled = _native(_announce_compiling) if executor == "numba" else None
    run = compiled.search(pool, *bounds) if compiled else Arrays(pool, *bounds).run
    rounds = _FIRST_ROUNDS[executor]
    while pool.control[DONE] < len(pool.counts):
        started = monotonic()
        run(rounds)
        now = monotonic()
        if now - started < _SLICE / 2:
            rounds = min(2 * rounds, _MOST_ROUNDS)
        elif now - started > 2 * _SLICE:
            rounds = max(1, rounds // 2)
        yield now
