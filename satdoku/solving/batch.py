"""Many puzzles of 9×9 at once: arrays in, arrays out, by one thread or several.

    puzzles ─puzzle_array─▶ blocks ─lanes.search─▶ first_broken ─▶ Batch

Every puzzle is searched in a SIMD lane of its own (`engines.lanes`), and every solution
is checked against the rules, by code that no engine shares.

The puzzles may come as

    an array of numbers      of shape (N, 81) or (N, 9, 9); uint8 is not copied
    a text                   a puzzle a line, blank lines skipped
    anything to iterate over a puzzle an item, as `Puzzle.of` takes one; also arrays of
                             texts, and columns of pandas, polars and pyarrow

A puzzle that cannot be read is named as Python counts, `puzzles[0]`, with its cell.

Several workers are threads, as compiled code runs without the interpreter's lock.
NumPy's does not, and has one.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from operator import index
from threading import Event, Semaphore
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np

from satdoku.engines.lanes import has_compiler
from satdoku.engines.lanes.search import (
    executor_for,
    search,
    second_solutions,
)
from satdoku.errors import (
    EngineError,
    InputError,
    UsageError,
    check_limit,
    printable,
    shown,
)
from satdoku.formats.npy import from_one_hot
from satdoku.puzzle.arrays import is_missing, without_bytes
from satdoku.puzzle.cells import BAD, DIGITS
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.rules import first_broken
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.runtime.processes import prefetch, wait_for, workers_of
from satdoku.runtime.statistics import Statistics
from satdoku.solving.results import Result, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from typing import Literal

    from numpy.typing import NDArray

    from satdoku.puzzle.puzzle import PuzzleLike

_NINE = Geometry(9, 9)

# Puzzles that a worker takes at a time: enough for the lanes to be full.
_FEWEST, _MOST = 1024, 16_384
_FOR_ONE = "one puzzle is for satdoku.solve"
_FOR_TABLES = "satdoku.solve_frame takes tables"
_REFUSED = (Grid, Puzzle, dict, set, frozenset)  # one; no order
_LARGE = 10**15  # what a puzzle is that was taken for a number
_CLASHING = np.array([1, 1, *[0] * 79], np.uint8)
# What is known of each puzzle: the arrays of a `Batch`, but for the puzzles.
ARRAYS = ("solutions", "counts", "status", "guesses", "sweeps", "complete")


@dataclass(frozen=True, eq=False, repr=False)
class Batch:
    """The answers to N puzzles.

    Args:
        puzzles: (N, 81) uint8, the puzzles, 0 for an empty cell; shares its memory with
            an array of uint8 that was given.
        solutions: (N, 81) uint8, the first solution of each, checked against the rules;
            zeros where none was found.
        counts: (N,) int64, how many solutions were found, at most `limit`.
        status: (N,) uint8, the codes of `Status`.
        guesses: (N,) int64, how often the search had to branch.
        sweeps: (N,) int64, how many rounds of propagation it took.
        complete: (N,) bool, whether the search came to its end or to `limit`; False
            where time ran out first, so that there may be more than was found.
        limit: How many solutions of each were looked for; None for all.
        errors: What is wrong with the puzzles that could not be read, by index.

    An index in brackets gives the `Result` of a puzzle; a slice, a list of indices or a
    mask the batch of those puzzles.

    Example:
        >>> batch = solve_batch(["1" + "0" * 80, "11" + "0" * 79])
        >>> batch
        <Batch of 2 puzzles: 1 none, 1 multiple>
        >>> batch.counts, batch[1:].status, str(batch[1].status)
        (array([2, 0]), array([1], dtype=uint8), 'none')
    """

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]
    status: NDArray[np.uint8]
    guesses: NDArray[np.int64]
    sweeps: NDArray[np.int64]
    complete: NDArray[np.bool_]
    limit: int | None
    errors: dict[int, InputError] = field(default_factory=dict[int, InputError])

    def __len__(self) -> int:
        return len(self.counts)

    @overload
    def __getitem__(self, rows: int | np.integer) -> Result: ...

    @overload
    def __getitem__(
        self, rows: slice | Sequence[int] | NDArray[np.integer] | NDArray[np.bool_]
    ) -> Batch: ...

    def __getitem__(self, rows: Any) -> Result | Batch:
        """Return the answer to a puzzle, or the batch of some of the puzzles."""
        with suppress(TypeError):
            row = range(len(self))[index(rows)]
            puzzle = Puzzle.trusted(_NINE, tuple(self.puzzles[row].tolist()))
            return self.result(row, None if row in self.errors else puzzle)
        arrays = {name: getattr(self, name)[rows] for name in ("puzzles", *ARRAYS)}
        old = np.arange(len(self))[rows].tolist() if self.errors else []
        errors = {
            new: self.errors[at] for new, at in enumerate(old) if at in self.errors
        }
        return Batch(**arrays, limit=self.limit, errors=errors)

    def result(
        self,
        row: int,
        puzzle: Puzzle | None,
        second: Grid | None = None,
        seconds: float = 0.0,
    ) -> Result:
        """Return the answer to a puzzle.

        Args:
            row: Its row.
            puzzle: The puzzle itself; None where it could not be read.
            second: A second solution, if it has several.
            seconds: What it took.
        """
        status = Status(int(self.status[row]))
        shape = _NINE if puzzle is None else puzzle.geometry
        solution = Grid.trusted(shape, tuple(self.solutions[row].tolist()))
        if second is not None:
            second = Grid.trusted(shape, second.values)
        error = self.errors.get(row)
        work = {"guesses": int(self.guesses[row]), "sweeps": int(self.sweeps[row])}
        return Result(
            puzzle,
            status,
            solution if self.counts[row] else None,
            second,
            complete=bool(self.complete[row]),
            error=None if error is None else str(error),
            statistics=Statistics(work, "lanes"),
            seconds=seconds,
        )

    def second_solutions(self, rows: Sequence[int] | None = None) -> dict[int, Grid]:
        """Find a second solution of puzzles that have several, by row.

        Args:
            rows: The rows of the puzzles; None for all.

        Example:
            >>> second = solve_batch(["1" + "0" * 80]).second_solutions()[0]
            >>> len(second.line)
            81
        """
        several = self.counts > 1
        chosen = np.flatnonzero(several) if rows is None else np.array(rows, np.intp)
        chosen = chosen[several[chosen]]
        if not len(chosen):
            return {}
        puzzles = np.ascontiguousarray(self.puzzles[chosen])
        second = second_solutions(puzzles, self.solutions[chosen])
        _check(puzzles, second)
        return {
            row: Grid.trusted(_NINE, tuple(values))
            for row, values in zip(chosen.tolist(), second.tolist(), strict=True)
        }

    @property
    def lines(self) -> list[str]:
        """The solutions as texts of 81 digits, empty where there is none."""
        lines = lines_of(self.solutions)
        for row in np.flatnonzero(self.counts == 0).tolist():
            lines[row] = ""
        return lines

    def tally(self) -> dict[Status, int]:
        """Return how many puzzles there are of each status that occurs.

        Example:
            >>> solve_batch(["11" + "0" * 79] * 3).tally()
            {<Status.NONE: 1>: 3}
        """
        counted = np.bincount(self.status, minlength=len(Status)).tolist()
        return {status: counted[status] for status in Status if counted[status]}

    def __repr__(self) -> str:
        parts = ", ".join(f"{many:,} {word}" for word, many in self.tally().items())
        puzzles = "puzzle" if len(self) == 1 else "puzzles"
        return f"<Batch of {len(self):,} {puzzles}{': ' if parts else ''}{parts}>"


def lines_of(values: NDArray[np.uint8]) -> list[str]:
    """Return grids as texts of 81 digits."""
    text = (values + np.uint8(48)).tobytes().decode("ascii")
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def solve_batch(
    puzzles: object,
    *,
    limit: int | None = 2,
    workers: int | Literal["all"] = 1,
    errors: Literal["raise", "mark"] = "raise",
    timeout: float | None = None,
) -> Batch:
    """Solve many puzzles of 9×9.

    All are searched side by side, one a SIMD lane, and every solution is checked
    against the rules.  Puzzles with clashing clues have no solution; they do not
    disturb the others.

    With the extra `satdoku[fast]` the search is compiled, once for each machine, where
    there are some thousand puzzles; without it, NumPy searches.

    Args:
        puzzles: An array of whole numbers of shape (N, 81) or (N, 9, 9), 0 or NaN for
            an empty cell; a text with a puzzle a line; or anything to iterate over, a
            puzzle an item: a `Puzzle`, a text, rows, a list of values.  Columns of
            pandas, polars and pyarrow and whatever has `__array__` are read, too.  It
            is not changed.
        limit: How many solutions of each to look for: 2 says whether there is one only,
            1 is done with the first, None counts them all, which may take for ever.
        workers: How many threads search; `"all"` for one a core.
        errors: What becomes of an item that is no puzzle of 9×9, or has candidates:
            `"raise"` ends the call; `"mark"` gives it the status UNREADABLE, and its
            error is in `Batch.errors`.
        timeout: Seconds for all puzzles together; a puzzle that is not done by then has
            the status UNKNOWN, or FOUND, and `complete` is False.

    Returns:
        A `Batch` of arrays, a row a puzzle, in the order of the puzzles.
        Each row is the same alone and among others, but for the guesses and sweeps
        where `limit` is more than 16: one long search is shared by many lanes then, and
        the work of each of them counts.

    Raises:
        InputError: There are no puzzles in it; or one of them cannot be read, and
            `errors` is `"raise"`: names the first, as Python counts, and the cell.
        UsageError: An option makes no sense.

    Example:
        >>> puzzles = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28."
        ...            "...419..5....8..79"] * 1000
        >>> solve_batch(puzzles)
        <Batch of 1,000 puzzles: 1,000 unique>
        >>> solve_batch(puzzles[:2]).solutions[:, :9]
        array([[5, 3, 4, 6, 7, 8, 9, 1, 2],
               [5, 3, 4, 6, 7, 8, 9, 1, 2]], dtype=uint8)
        >>> solve_batch([puzzles[0], "1" * 80], errors="mark")
        <Batch of 2 puzzles: 1 unique, 1 unreadable>
    """
    limit = check_limit(limit, minimum=1)
    if errors not in ("raise", "mark"):
        raise UsageError(
            f"errors cannot be {shown(errors)}; expected 'raise' or 'mark'"
        )
    deadline, threads = Deadline(timeout), workers_of(workers)
    unreadable: dict[int, InputError] = {}
    array = puzzle_array(puzzles, unreadable)
    if unreadable and errors == "raise":
        error = next(iter(unreadable.values()))
        error.hint = error.hint or "errors='mark' marks such rows and solves the others"
        raise error
    blocks = list(
        solve_blocks(
            _cut(array, threads),
            limit=limit,
            workers=threads,
            deadline=deadline,
            ahead=max(1, len(array)),  # nobody waits behind a part that takes long
        )
    )
    return _marked(_joined(array, blocks), unreadable)


def _cut(array: NDArray[np.uint8], workers: int) -> Generator[NDArray[np.uint8]]:
    """Cut puzzles into fewer and fewer at a time, so that the workers end together."""
    start, count = 0, len(array)
    while start < count or start == 0:
        size = count
        if workers > 1:
            size = min(max((count - start) // (2 * workers), _FEWEST), _MOST)
        yield array[start : start + size]
        start += size or 1


def _joined(puzzles: NDArray[np.uint8], batches: Sequence[Batch]) -> Batch:
    if len(batches) == 1:
        return batches[0]
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(batch, name) for batch in batches])
        for name in ARRAYS
    }
    return Batch(puzzles, **arrays, limit=batches[0].limit)


def _marked(batch: Batch, errors: dict[int, InputError]) -> Batch:
    """Clear the rows of puzzles that could not be read: they clash."""
    batch.errors.update(errors)
    if errors:
        rows = list(errors)
        batch.status[rows] = Status.UNREADABLE
        for array in (batch.puzzles, batch.complete, batch.guesses, batch.sweeps):
            array[rows] = 0
    return batch


def solve_blocks(
    blocks: Generator[NDArray[np.uint8]],
    *,
    limit: int | None = 2,
    workers: int = 1,
    deadline: Deadline = NEVER,
    ahead: int = 0,
    compiling: Callable[[], None] | None = None,
) -> Iterator[Batch]:
    """Solve blocks of puzzles as they come, in their order.

    With several workers, blocks are read in a thread of its own: a batch comes out when
    it is there, though the next block may be long in coming.

    Args:
        blocks: Arrays as of `puzzle_array`; each is a worker's.
        limit: As for `solve_batch`.
        workers: How many threads search.
        deadline: When to stop with what is known.
        ahead: How many blocks may be on their way; two a worker if 0.
        compiling: As for `engines.lanes.search.prepare`.

    Yields:
        The `Batch` of each block.  To close the iterator stops the workers.
    """
    if workers == 1 or not has_compiler():
        for block in blocks:
            executor = executor_for(len(block), compiling)
            yield solve_block(block, limit, executor, deadline)
        return
    closed = Event()

    def look(_done: int) -> None:
        if closed.is_set():
            raise CancelledError  # nobody waits for this

    def begin(block: NDArray[np.uint8]) -> Future[Batch]:
        executor = executor_for(len(block), compiling)
        return threads.submit(solve_block, block, limit, executor, deadline, look)

    threads = ThreadPoolExecutor(workers, "satdoku")
    jobs = prefetch(blocks, begin, Semaphore(ahead or 2 * workers))
    try:
        yield from map(wait_for, jobs)
    finally:
        jobs.close()
        closed.set()
        threads.shutdown(cancel_futures=True)


def solve_block(
    puzzles: NDArray[np.uint8],
    limit: int | None,
    executor: str = "",
    deadline: Deadline = NEVER,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Search puzzles here and now, and check all solutions against the rules.

    Raises:
        EngineError: A solution breaks them.
    """
    results = search(
        puzzles, limit=limit, executor=executor, deadline=deadline, progress=progress
    )
    solutions, counts, complete = results.solutions, results.counts, results.complete
    _check(puzzles, solutions, None if counts.all() else np.flatnonzero(counts))
    # By how many were found (none, one, more), and whether these are all.
    both = (False, True)
    table = [[Status.of(n, complete=c, limit=limit) for c in both] for n in range(3)]
    codes = np.array(table, np.uint8)
    status = codes[np.minimum(counts, 2), complete.view(np.uint8)]
    work = results.guesses, results.sweeps
    return Batch(puzzles, solutions, counts, status, *work, complete, limit)


def _check(
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    rows: NDArray[np.intp] | None = None,
) -> None:
    """Raise EngineError unless each row, or each of some, holds a solution."""
    checked = solutions if rows is None else solutions[rows]
    broken = first_broken(puzzles, checked, rows)
    if broken is not None:
        row = broken if rows is None else int(rows[broken])
        raise EngineError(
            f"lanes gave a grid that is no solution of {lines_of(puzzles[[row]])[0]}; "
            "please report this"
        )


def batch_results(puzzles: Sequence[Puzzle], *, limit: int) -> Iterator[Result]:
    """Solve puzzles of 9×9, and yield their answers, second solutions included.

    Args:
        puzzles: The puzzles.
        limit: How many solutions of each to look for, 1 or 2.
    """
    if not puzzles:
        return
    started = perf_counter()
    batch = solve_batch(puzzles, limit=limit)
    second = batch.second_solutions()
    seconds = (perf_counter() - started) / len(puzzles)
    for row, puzzle in enumerate(puzzles):
        yield batch.result(row, puzzle, second.get(row), seconds)


# --- arrays of puzzles ----------------------------------------------------------------


def puzzle_array(puzzles: object, errors: dict[int, InputError]) -> NDArray[np.uint8]:
    r"""Return puzzles as an array of shape (N, 81), C-contiguous; not to be written to.

    Args:
        puzzles: What holds them.
        errors: Receives the error of each puzzle that cannot be read, by its row,
            which then holds two clues that clash.

    Raises:
        InputError: There are no puzzles of 9×9 in it.

    Example:
        >>> puzzle_array("1" + "." * 80 + "\n" + "0" * 81, {})[:, :3]
        array([[1, 0, 0],
               [0, 0, 0]], dtype=uint8)
    """
    puzzles = without_bytes(puzzles)
    if isinstance(puzzles, _REFUSED) or not hasattr(puzzles, "__iter__"):
        raise InputError(
            f"puzzles cannot be made of {type(puzzles).__name__}",
            expected="an array of shape (N, 81) or (N, 9, 9), lines of text, "
            "or a list of grids of 9x9",
            hint=_FOR_ONE if isinstance(puzzles, (Grid, Puzzle)) else None,
        )
    array = _numbers_of(puzzles)
    if array is not None:
        return _of_numbers(array, errors)
    items = _items_of(puzzles)
    values = _of_lines(items)
    if values is not None:
        return values
    if items and set(map(type, items)) <= {list, tuple}:
        with suppress(ValueError, OverflowError):  # rows of several lengths
            array = np.array(items)
            if array.dtype.kind in "iu" and array.shape[1:] in ((81,), (9, 9)):
                return _of_numbers(array, errors)
    return _of_items(items, errors)


def _numbers_of(puzzles: object) -> NDArray[Any] | None:
    """Return an array that holds a number a cell; None for one that holds others."""
    is_array = isinstance(puzzles, np.ndarray)
    several = len(getattr(puzzles, "shape", ())) > 1
    if not hasattr(puzzles, "__array__") or not (is_array or several):
        return None
    array = _without_missing(np.asanyarray(puzzles))
    if array.ndim and array.dtype.kind in "OUTS":
        if hasattr(puzzles, "columns"):
            raise InputError("a table", expected="its column", hint=_FOR_TABLES)
        return None
    return array


def _without_missing(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of puzzles with 0 for each cell that is missing: NaN, NA."""
    are_puzzles = array.shape[1:] in ((81,), (9, 9)) and array.dtype.kind in "fO"
    if not are_puzzles or isinstance(array, np.ma.MaskedArray):
        return array
    if array.dtype.kind == "f":
        missing = np.isnan(array)
    else:
        missing = np.array([is_missing(cell) for cell in array.flat], np.bool_)
        missing = missing.reshape(array.shape)
        kinds = set(map(type, array[~missing].flat))
        if not all(issubclass(kind, (int, float, np.number)) for kind in kinds):
            return array
        if not missing.any() or bool in kinds:
            return array
        array = np.where(missing, 0, array).astype(np.float64)
    return np.where(missing, 0, array) if missing.any() else array


def _items_of(puzzles: object) -> Sequence[object]:
    """Return what holds a puzzle an item, as a list."""
    if isinstance(puzzles, str):
        # Not `splitlines`: what ends a line is what ends one of a file.
        lines = StringIO(puzzles, newline=None).read().split("\n")
        return [line for line in lines if line and not line.isspace()]
    for name in ("to_pylist", "to_list", "tolist"):  # pyarrow; pandas, polars; NumPy
        if hasattr(puzzles, name):
            items: list[object] = getattr(puzzles, name)()
            return items
    return list(cast("Iterable[object]", puzzles))


def _of_numbers(
    array: NDArray[Any], errors: dict[int, InputError]
) -> NDArray[np.uint8]:
    if isinstance(array, np.ma.MaskedArray):
        raise InputError(
            "puzzles as a masked array",
            expected="one without a mask",
            hint="fill the masked cells: puzzles.filled(0)",
        )
    if array.ndim == 4 and array.dtype.kind in "biuf":
        array = from_one_hot(array)
    if array.dtype.kind not in "iuf" or array.shape[1:] not in ((81,), (9, 9)):
        kind = printable(str(array.dtype))
        raise InputError(
            f"puzzles as an array of {kind} of shape {array.shape}",
            expected="whole numbers, best uint8, of shape (N, 81) or (N, 9, 9)",
            hint=_FOR_ONE if array.size == 81 else None,
        )
    values = array.reshape(len(array), 81)
    is_float = values.dtype.kind == "f"
    if values.size and (is_float or not 0 <= values.min() <= values.max() <= 9):
        bad = ~((values >= 0) & (values <= 9))
        if is_float:
            bad |= values != np.floor(values)
        wrong = np.any(bad, axis=1)
        for row in np.flatnonzero(wrong).tolist():
            cell = int(bad[row].argmax())
            errors[row] = InputError(
                f"{values[row, cell]} cannot be in a cell",
                expected="a whole number from 0 (empty) to 9",
                source=f"puzzles[{row}]",
                cell=(cell // 9 + 1, cell % 9 + 1),
            )
        values = np.where(wrong[:, None], _CLASHING, values)
    return np.ascontiguousarray(values, np.uint8)


def _of_lines(items: Sequence[object]) -> NDArray[np.uint8] | None:
    """Return the values of lines that all hold 81 digits or dots; None if not all do.

    Half a microsecond each, where one grid after the other takes 40.
    """
    if set(map(type, items)) != {str}:
        return None
    lines = cast("Sequence[str]", items)
    text = "".join(lines)
    if set(map(len, lines)) != {81} or not text.isascii():
        return None
    values = bytearray(text, "ascii").translate(DIGITS)
    return None if BAD in values else np.frombuffer(values, np.uint8).reshape(-1, 81)


def _of_items(
    items: Sequence[object], errors: dict[int, InputError]
) -> NDArray[np.uint8]:
    values = np.tile(_CLASHING, (len(items), 1))
    for row, item in enumerate(items):
        try:
            values[row] = _values(item)
        except InputError as error:
            # A text of its own may name its line: that is a line of the item.
            errors[row] = error.at(source=f"puzzles[{row}]")
    return values


def _values(item: object) -> tuple[int, ...]:
    """Return the 81 values of one puzzle."""
    if isinstance(item, (int, float, np.number)) and item > _LARGE:
        raise InputError(
            f"{printable(str(item), 30)} is a number, which has lost leading zeros",
            expected="81 digits as text",
            hint="read the column as text, with pandas.read_csv(..., dtype=str)",
        )
    if isinstance(item, (Grid, Puzzle)):
        puzzle = Puzzle.of(item)
    else:
        if hasattr(item, "__array__") and not isinstance(item, np.ndarray):
            item = np.asarray(item)  # a tensor, say
        puzzle = Puzzle(cast("PuzzleLike", item), geometry=_NINE)
    if not puzzle.geometry.is_nine:
        raise InputError(
            f"a puzzle of {puzzle.geometry}",
            expected=f"one of {_NINE}",
            hint="other sizes are for satdoku.solve",
        )
    if puzzle.masks is not None or puzzle.constraints:
        kind = "constraints" if puzzle.constraints else "candidates"
        raise InputError(
            f"a puzzle with {kind}",
            expected="one of clues alone",
            hint="all others are for satdoku.solve",
        )
    return puzzle.values
