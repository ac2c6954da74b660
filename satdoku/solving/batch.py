"""Many puzzles of 9×9 at once: arrays in, arrays out, by one worker or several.

    puzzles ─puzzle_array─▶ parts ─lanes.search─▶ first_broken ─▶ Batch
                                    in threads, or processes

Every puzzle is searched in a SIMD lane of its own (`engines.lanes`), and every solution
is checked against the rules, by code that no engine shares.

The puzzles may come as

    an array of numbers      of shape (N, 81) or (N, 9, 9); uint8 is not copied
    a text                   a puzzle a line, blank lines skipped
    anything to iterate over a puzzle an item, as `Puzzle.of` takes one; also arrays of
                             texts, and columns of pandas

A puzzle that cannot be read is named as Python counts, `puzzles[0]`, with its cell.

A worker is a thread where the search lets go of the interpreter (numba); a search in
NumPy does not, and has a process (`runtime.processes`).  A thread cannot be stopped
from outside: its search asks every fifth of a second whether it is still wanted.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from io import StringIO
from operator import index
from threading import Event, Semaphore
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, cast, overload

import numpy as np

from satdoku.engines.lanes.search import (
    executor_for,
    find_executor,
    prepare,
    search,
    walk,
)
from satdoku.errors import (
    EngineError,
    InputError,
    UsageError,
    printable,
    shown,
    whole_number,
)
from satdoku.formats.model import PUZZLES
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.rules import first_broken
from satdoku.runtime.processes import Pool, prefetch, workers_of
from satdoku.runtime.statistics import Statistics
from satdoku.solving.results import Result, Status
from satdoku.solving.solver import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from typing import Literal

    from numpy.typing import NDArray

    from satdoku.puzzle.puzzle import PuzzleLike

__all__ = ["Batch", "solutions_batch", "solve_batch", "solve_frame", "solve_stream"]

NINE = Geometry(9, 9)

_POLL = 0.2  # seconds between two looks at how far the workers are
# How many puzzles a worker takes at a time, at least and at most: enough for the lanes
# to be full, and where a process has to be started, for that to be worth while.
_SIZES = {"numba": (1024, 16_384), "numpy": (8192, 65_536)}
_MOST_SWEEPS = 2**32 - 1
_COLUMNS = ("solution", "count", "status", "guesses", "sweeps")
_FOR_ONE = "one puzzle is for satdoku.solve"
_HINTS: dict[type, str] = dict.fromkeys((Grid, Puzzle), _FOR_ONE)
_HINTS |= dict.fromkeys((bytes, bytearray, memoryview), "decode it to a text first")
_FROM_BYTES = "decode the bytes to text: numpy.char.decode(puzzles)"
_REFUSED = (*_HINTS, dict, set, frozenset)  # no order, or half of it lost
_BAD = 255
_LARGE = 10**15  # what a puzzle is that was taken for a number
_TABLE = bytes(
    0 if mark in b"0." else mark - 48 if mark in b"123456789" else _BAD
    for mark in range(256)
)
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
            where `max_guesses` came first, so that there may be more than was found.
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
            puzzle = Puzzle.trusted(NINE, tuple(self.puzzles[row].tolist()))
            return self.result(row, puzzle)
        arrays = {name: getattr(self, name)[rows] for name in ("puzzles", *ARRAYS)}
        old = np.arange(len(self))[rows].tolist() if self.errors else []
        errors = {
            new: self.errors[at] for new, at in enumerate(old) if at in self.errors
        }
        return Batch(**arrays, limit=self.limit, errors=errors)

    def result(
        self, row: int, puzzle: Puzzle, second: Grid | None = None, seconds: float = 0.0
    ) -> Result:
        """Return the answer to a puzzle.

        Args:
            row: Its row.
            puzzle: The puzzle itself.
            second: A second solution, if it has several.
            seconds: What it took.
        """
        status = Status(int(self.status[row]))
        solution = Grid.trusted(NINE, tuple(self.solutions[row].tolist()))
        reason = reason_of(puzzle) if status is Status.NONE else None
        work = {"guesses": int(self.guesses[row]), "sweeps": int(self.sweeps[row])}
        return Result(
            puzzle,
            status,
            solution if self.counts[row] else None,
            second,
            complete=bool(self.complete[row]),
            reason=str(self.errors[row]) if row in self.errors else reason,
            statistics=Statistics(work, "lanes"),
            seconds=seconds,
        )

    @property
    def lines(self) -> list[str]:
        """The solutions as texts of 81 digits, empty where there is none."""
        lines = _lines(self.solutions)
        for row in np.flatnonzero(self.counts == 0).tolist():
            lines[row] = ""
        return lines

    @property
    def hardness(self) -> NDArray[np.int64]:
        """How hard each was for search, by guesses, and by sweeps where those agree.

        Numbers to sort by (`np.argsort(batch.hardness, kind="stable")`), no measure:
        twice the number is not twice as hard.

        Compare those of searches with the same `limit` and `max_guesses`.  Up to a
        limit of 16 they depend on the puzzle alone; above, and where there is none,
        they may differ with the executor, and with what was searched beside it.
        """
        return (self.guesses << 32) + np.minimum(self.sweeps, _MOST_SWEEPS)

    def tally(self) -> dict[Status, int]:
        """Return how many puzzles there are of each status that occurs.

        Example:
            >>> solve_batch(["11" + "0" * 79] * 3).tally()
            {<Status.NONE: 1>: 3}
        """
        counted = np.bincount(self.status, minlength=len(Status)).tolist()
        return {status: counted[status] for status in Status if counted[status]}

    def to_pandas(self) -> Any:  # noqa: ANN401  pandas has no types
        """Return a table of pandas: the puzzles, and the columns of `solve_frame`.

        Raises:
            UsageError: pandas is not installed.
        """
        try:
            pandas: Any = import_module("pandas")
        except ImportError:
            raise UsageError("pandas is not installed; pip install pandas") from None
        puzzles = [line.replace("0", ".") for line in _lines(self.puzzles)]
        return pandas.DataFrame({"puzzle": puzzles, **_columns(self)})

    def __repr__(self) -> str:
        parts = ", ".join(f"{many:,} {word}" for word, many in self.tally().items())
        puzzles = "puzzle" if len(self) == 1 else "puzzles"
        return f"<Batch of {len(self):,} {puzzles}{': ' if parts else ''}{parts}>"


def _lines(values: NDArray[np.uint8]) -> list[str]:
    text = (values + np.uint8(48)).tobytes().decode("ascii")
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def solve_batch(
    puzzles: object,
    *,
    limit: int | None = 2,
    workers: int | Literal["all"] = 1,
    errors: Literal["raise", "mark"] = "raise",
    max_guesses: int | None = None,
    executor: str = "auto",
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Solve many puzzles of 9×9.

    All are searched side by side, one a SIMD lane, and every solution is checked
    against the rules.  Puzzles with clashing clues have no solution; they do not
    disturb the others.

    Args:
        puzzles: An array of whole numbers of shape (N, 81) or (N, 9, 9), 0 for an empty
            cell; a text with a puzzle a line; or anything to iterate over, a puzzle an
            item: a `Puzzle`, a text, rows, a list of values.  It is not changed.
        limit: How many solutions of each to look for: 2 says whether there is one only,
            1 is done with the first, None counts them all, which may take for ever.
        workers: How many search at a time; `"all"` for one a core.  Threads with numba,
            processes with numpy.
        errors: What becomes of an item that is no puzzle of 9×9, or has candidates:
            `"raise"` ends the call; `"mark"` gives it the status UNREADABLE, and its
            error is in `Batch.errors`.
        max_guesses: Give a puzzle up after so many branchings; None for never.
        executor: What runs the formulas: `numba` (compiled, extra `satdoku[fast]`),
            `numpy`, or `auto` for the first of these that is there (few puzzles do not
            wait for the compiler).  Solutions, counts and status are the same with all;
            so are guesses and sweeps, but with a `limit` beyond 16.
        progress: Is told now and then how many puzzles are done; in the thread that
            called, so that what it raises stops the search.

    Returns:
        A `Batch` of arrays, a row a puzzle, in the order of the puzzles.
        Each row is the same alone and among others, but for the guesses and sweeps
        where `limit` is more than 16: one long search is shared by many lanes then, and
        what each of them did counts.

    Raises:
        InputError: This holds no puzzles; or one of them cannot be read, and `errors`
            is `"raise"`: names the first, as Python counts, and the cell.
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
    options = Options.of(limit, max_guesses, executor, workers, errors)
    whole = options.read(puzzles)
    count = len(whole.puzzles)
    options = options._replace(executor=executor_for(count, executor))
    least, most = _SIZES[options.executor]
    if count <= least:
        options = options._replace(workers=1)

    def parts() -> Generator[Part]:
        """Cut them into fewer and fewer at a time, so that the workers end together."""
        start, size = 0, count
        while start < count or start == 0:
            if options.workers > 1:
                size = (count - start) // (2 * options.workers)
                size = min(max(size, least), most)
            yield whole.cut(start, start + size)
            start += size or 1

    # All parts are on their way at once: what is found is kept in any case, and nobody
    # waits behind a part that takes long.
    batches = _solve_parts(parts(), options, progress, ahead=max(1, count))
    return join(batches, whole)


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
    rows: list[int] = np.flatnonzero(batch.counts > 1).tolist()
    seconds: dict[int, Grid] = {}
    if rows:
        firsts = batch.solutions[rows]
        blocks = solutions_batch([puzzles[row] for row in rows], limit=2)
        for indices, solutions in blocks:
            for found, values in zip(indices.tolist(), solutions, strict=True):
                if (values != firsts[found]).any():
                    seconds[rows[found]] = Grid.trusted(NINE, tuple(values.tolist()))
    each = (perf_counter() - started) / len(puzzles)
    for row, puzzle in enumerate(puzzles):
        yield batch.result(row, puzzle, seconds.get(row), each)


def solve_stream(
    chunks: Iterable[object],
    *,
    limit: int | None = 2,
    workers: int | Literal["all"] = 1,
    errors: Literal["raise", "mark"] = "raise",
    max_guesses: int | None = None,
    executor: str = "auto",
    progress: Callable[[int], None] | None = None,
) -> Iterator[Batch]:
    """Solve a stream of chunks of puzzles of 9×9, chunk by chunk and in order.

    Chunks are taken from the iterable when they are needed, one by one.  A chunk is one
    worker's: some thousands of puzzles are a good size, more for the easy ones.

    With several workers, at most two chunks each are on their way at a time, and the
    iterable is read in a thread of its own: a batch comes out when it is there, though
    the next chunk may be long in coming.

    Args:
        chunks: Anything to iterate over; each chunk as `solve_batch` takes puzzles,
            typically an array of shape (N, 81).
        limit: As for `solve_batch`, like all that follow.
        workers: As above.
        errors: As above.
        max_guesses: As above.
        executor: As above.
        progress: As above; called while a result is waited for.

    Yields:
        The `Batch` of each chunk.  To close the iterator stops the workers; an iterable
        that is waiting for its next chunk then is left to itself.

    Raises:
        InputError: As for `solve_batch`; the index counts from the start of the stream.
            The chunks before that one have come out by then.
        UsageError: An option makes no sense; at once.

    Example:
        >>> chunks = (np.zeros((2, 81), np.uint8) for _ in range(3))
        >>> [batch.counts.tolist() for batch in solve_stream(chunks)]
        [[2, 2], [2, 2], [2, 2]]
    """
    options = Options.of(limit, max_guesses, executor, workers, errors)
    parts = read_parts(chunks, options)
    return _solve_parts(parts, options, progress, ahead=2 * options.workers)


_Frame = TypeVar("_Frame")


def solve_frame(
    frame: _Frame,
    *,
    column: str | None = None,
    prefix: str = "",
    limit: int | None = 2,
    workers: int | Literal["all"] = 1,
    errors: Literal["raise", "mark"] = "raise",
    max_guesses: int | None = None,
    executor: str = "auto",
) -> _Frame:
    """Solve a column of puzzles of a pandas table.

    Args:
        frame: A table with a puzzle a row; it is not changed.
        column: The column of the puzzles, each as `solve_batch` takes one; `puzzle`, or
            the only one of a usual name (`quizzes`, `question`, ...) if None.
        prefix: What the names of the new columns begin with.
        limit: As for `solve_batch`, like all that follow.
        workers: As above.
        errors: As above.
        max_guesses: As above.
        executor: As above.

    Returns:
        The table, and the columns `solution` (a text of 81 digits, empty where there is
        none), `count`, `status` (the words of `Status`), `guesses` and `sweeps`.

    Raises:
        InputError: As for `solve_batch`.
        UsageError: This is no table of pandas, has no such column, or has one of the
            new columns already; or an option makes no sense.

    Example:
        >>> import pandas  # doctest: +SKIP
        >>> table = pandas.DataFrame({"puzzle": ["1" + "." * 80]})  # doctest: +SKIP
        >>> solve_frame(table, prefix="my_").my_status.tolist()  # doctest: +SKIP
        ['multiple']
    """
    table: Any = frame
    if not hasattr(table, "columns") or not hasattr(table, "assign"):
        raise UsageError(
            f"{shown(table)} is no table of pandas; satdoku.solve_batch takes others"
        )
    names = list(table.columns)
    if column is None:
        usual = [name for name in names if str(name).strip().lower() in PUZZLES]
        column = usual[0] if len(usual) == 1 else "puzzle"
    if column not in names:
        there = printable(", ".join(map(str, names)), 200)
        raise UsageError(
            f"no column {shown(column)}; there are {there}; column='...' names another"
        )
    for name in _COLUMNS:
        if prefix + name in names:
            raise UsageError(
                f"the table has a column {shown(prefix + name)} already; "
                "prefix='...' gives the new columns other names"
            )
    batch = solve_batch(
        table[column],
        limit=limit,
        workers=workers,
        errors=errors,
        max_guesses=max_guesses,
        executor=executor,
    )
    new = {prefix + name: values for name, values in _columns(batch).items()}
    return cast("_Frame", table.assign(**new))


def _columns(batch: Batch) -> dict[str, object]:
    words = [str(status) for status in Status]
    status = [words[code] for code in batch.status.tolist()]
    columns = (batch.lines, batch.counts, status, batch.guesses, batch.sweeps)
    return dict(zip(_COLUMNS, columns, strict=True))


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
    limit, max_guesses, executor, *_ = Options.of(limit, max_guesses, executor)
    size = whole_number("size", size)
    array = puzzle_array(puzzles)

    def blocks() -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
        for rows, solutions in walk(
            array, limit=limit, max_guesses=max_guesses, executor=executor, size=size
        ):
            _check(array, solutions, rows)
            # The lanes finish the round in which a block is full.
            for start in range(0, len(rows), size):
                yield rows[start : start + size], solutions[start : start + size]

    return blocks()


class Options(NamedTuple):
    """How puzzles are searched; made by `of`, which checks them.

    Args:
        limit: Solutions to look for in each puzzle; None for all.
        max_guesses: Branchings after which a puzzle is given up; None for never.
        executor: What runs the formulas, by its own name.
        workers: How many search at a time.
        errors: What becomes of puzzles that cannot be read: `raise` or `mark`.
    """

    limit: int | None
    max_guesses: int | None
    executor: str
    workers: int
    errors: str

    @classmethod
    def of(
        cls,
        limit: int | None,
        max_guesses: int | None,
        executor: str,
        workers: int | Literal["all"] = 1,
        errors: str = "raise",
    ) -> Self:
        """Check options.

        Raises:
            UsageError: One makes no sense, or the executor is not to be had; names it.
        """
        never = ", or None for no limit"
        if limit is not None:
            limit = whole_number("limit", limit, otherwise=never)
        if max_guesses is not None:
            max_guesses = whole_number("max_guesses", max_guesses, 0, never)
        if errors not in ("raise", "mark"):
            raise UsageError(
                f"errors cannot be {shown(errors)}; expected 'raise' or 'mark'"
            )
        workers = workers_of(workers)
        return cls(limit, max_guesses, find_executor(executor), workers, errors)

    def read(self, puzzles: object, first: int = 0) -> Part:
        """Return puzzles as a part of all, whatever holds them."""
        errors: dict[int, InputError] = {}
        kept = errors if self.errors == "mark" else None
        return Part(puzzle_array(puzzles, first, kept), first, errors)


class Part(NamedTuple):
    """Some of the puzzles, for one worker.

    Args:
        puzzles: (N, 81), known to hold puzzles.
        first: The index of the first one among all.
        errors: What is wrong with those that could not be read, by row.
    """

    puzzles: NDArray[np.uint8]
    first: int
    errors: dict[int, InputError]

    def cut(self, start: int, stop: int) -> Part:
        """Return the rows from `start` to `stop`, without errors: see `join`."""
        return Part(self.puzzles[start:stop], self.first + start, {})


def read_parts(chunks: Iterable[object], options: Options) -> Generator[Part]:
    """Yield each chunk as a part."""
    first = 0
    for chunk in chunks:
        part = options.read(chunk, first)
        if part.puzzles.base is not None:
            # Whose buffer it is may fill it with the next chunk before this is solved.
            part = part._replace(puzzles=part.puzzles.copy())
        yield part
        first += len(part.puzzles)


def solve_part(
    part: Part, options: Options, progress: Callable[[int], None] | None = None
) -> Batch:
    """Search puzzles here and now, and check what is found against the rules.

    Raises:
        EngineError: What was found breaks them.
    """
    limit, most, name, *_ = options
    found = search(
        part.puzzles, limit=limit, max_guesses=most, executor=name, progress=progress
    )
    solutions, counts, complete = found.solutions, found.counts, found.complete
    rows = None if counts.all() else np.flatnonzero(counts)
    checked = solutions if rows is None else solutions[rows]
    _check(part.puzzles, checked, rows, part.first)
    one = Status.FOUND if limit == 1 else Status.UNIQUE
    # By how many were found (none, one, more), and whether these are all.
    none, several = (Status.UNKNOWN, Status.NONE), (Status.MULTIPLE, Status.MULTIPLE)
    codes = np.array([none, (Status.FOUND, one), several], np.uint8)
    status = codes[np.minimum(counts, 2), complete.view(np.uint8)]
    work = found.guesses, found.sweeps
    return _marked(
        Batch(part.puzzles, solutions, counts, status, *work, complete, limit),
        part.errors,
    )


def _marked(batch: Batch, errors: dict[int, InputError]) -> Batch:
    """Take out what was found of puzzles that could not be read: they clash."""
    batch.errors.update(errors)
    if errors:
        bad = list(errors)
        batch.status[bad] = Status.UNREADABLE
        for array in (batch.puzzles, batch.complete, batch.guesses, batch.sweeps):
            array[bad] = 0
    return batch


def _check(
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    rows: NDArray[np.intp] | None,
    first: int = 0,
) -> None:
    """Raise EngineError unless each solution is one of the puzzle of its row."""
    broken = first_broken(puzzles, solutions, rows)
    if broken is not None:
        row = first + (broken if rows is None else int(rows[broken]))
        raise EngineError(
            f"puzzles[{row}]: what the lanes found is no solution; please report this"
        )


def join(batches: Iterable[Batch], whole: Part) -> Batch:
    """Return the answers to the parts of a whole, which come in order, as one batch.

    Each is copied when it comes, so that no more than one is held beside the whole.
    """
    count, start = len(whole.puzzles), 0
    arrays: dict[str, Any] = {}
    for batch in batches:
        if len(batch) == count:
            return _marked(replace(batch, puzzles=whole.puzzles), whole.errors)
        for name in ARRAYS:
            part = getattr(batch, name)
            if name not in arrays:
                arrays[name] = np.empty((count, *part.shape[1:]), part.dtype)
            arrays[name][start : start + len(batch)] = part
        start += len(batch)
    return _marked(Batch(whole.puzzles, **arrays, limit=batch.limit), whole.errors)


def _solve_parts(
    parts: Generator[Part],
    options: Options,
    progress: Callable[[int], None] | None,
    ahead: int,
) -> Iterator[Batch]:
    """Solve parts in order, by one worker or by several.

    Args:
        parts: The parts.
        options: How they are searched.
        progress: Is told how many puzzles are done.
        ahead: How many parts several workers may have at a time.
    """
    highest = -1

    def report(done: int) -> None:
        """Report what is done where it is more than before."""
        nonlocal highest
        if progress is not None and done > highest:
            highest = done
            progress(done)

    if options.workers > 1:
        yield from _by_workers(parts, options, report, ahead)
        return
    for part in parts:

        def tell(done: int, first: int = part.first) -> None:
            report(first + done)

        batch = solve_part(part, options, tell)
        report(part.first + len(batch))
        yield batch


def _by_workers(
    parts: Generator[Part], options: Options, report: Callable[[int], None], ahead: int
) -> Iterator[Batch]:
    done: dict[int, int] = {}  # of the parts that are searched, by their first index
    is_over = Event()

    def search_part(part: Part) -> Batch:
        def look_up(count: int) -> None:
            if is_over.is_set():
                raise CancelledError  # nobody waits for this
            done[part.first] = count

        return solve_part(part, options, look_up)

    def begin(part: Part) -> tuple[int, Future[Batch]]:
        if options.executor == "numpy":
            return part.first, pool.submit(part)
        return part.first, threads.submit(search_part, part)

    # The compiler runs for seconds: here, where Ctrl-C can stop it.
    prepare(options.executor)
    pool = Pool(_searcher, options, options.workers)
    threads = ThreadPoolExecutor(options.workers, "satdoku")
    jobs = prefetch(parts, begin, Semaphore(ahead))
    try:
        for first, future in jobs:
            while not wait([future], _POLL).done:
                report(first + sum(list(done.values())))
            done.pop(first, None)
            report(first + len(future.result()) + sum(list(done.values())))
            yield future.result()
    finally:
        jobs.close()
        is_over.set()
        threads.shutdown(cancel_futures=True)
        pool.close()


def _searcher(options: Options) -> Callable[[Part], Batch]:
    return lambda part: solve_part(part, options)


def puzzle_array(
    puzzles: object, first: int = 0, errors: dict[int, InputError] | None = None
) -> NDArray[np.uint8]:
    r"""Return puzzles as an array of shape (N, 81), C-contiguous; not to be written to.

    Args:
        puzzles: What holds them.
        first: The index of the first one, where these are a part of all.
        errors: Takes what is wrong with each puzzle that cannot be read, by its row,
            which then holds two clues that clash.  None to raise the first of them.

    Raises:
        InputError: There are no puzzles of 9×9 in it; or one cannot be read, and that
            is to be raised.

    Example:
        >>> puzzle_array("1" + "." * 80 + "\n" + "0" * 81)[:, :3]
        array([[1, 0, 0],
               [0, 0, 0]], dtype=uint8)
        >>> puzzle_array(np.full((5, 81), 10))
        Traceback (most recent call last):
        satdoku.errors.InputError: puzzles[0]: r1c1: 10 cannot be in a cell; expected...
    """
    if isinstance(puzzles, str):
        # Not `splitlines`: what ends a line is what ends one of a file.
        lines = StringIO(puzzles, newline=None).read().split("\n")
        items: Sequence[object] = [x for x in lines if x and not x.isspace()]
    elif isinstance(puzzles, _REFUSED) or not hasattr(puzzles, "__iter__"):
        raise InputError(
            f"puzzles cannot be made of {type(puzzles).__name__}",
            expected="an array of shape (N, 81) or (N, 9, 9), lines of text, "
            "or a list of grids of 9x9",
            hint=_HINTS.get(type(puzzles)),
        )
    elif hasattr(puzzles, "__array__") and (
        isinstance(puzzles, np.ndarray) or len(getattr(puzzles, "shape", ())) > 1
    ):
        array = np.asanyarray(puzzles)
        if array.ndim == 0 or array.dtype.kind not in "OUT":
            return _of_numbers(array, first, errors)
        items = array.tolist()
    else:
        items = list(cast("Iterable[object]", puzzles))
    found = _of_lines(items)
    if found is not None:
        return found
    if items and set(map(type, items)) <= {list, tuple}:
        with suppress(ValueError, OverflowError):  # rows of several lengths
            array = np.array(items)
            if array.dtype.kind in "iu" and array.shape[1:] in ((81,), (9, 9)):
                return _of_numbers(array, first, errors)
    return _of_items(items, first, errors)


def _of_numbers(
    array: NDArray[Any], first: int, errors: dict[int, InputError] | None
) -> NDArray[np.uint8]:
    if isinstance(array, np.ma.MaskedArray):
        raise InputError(
            "puzzles as a masked array",
            expected="one without a mask",
            hint="fill the masked cells: puzzles.filled(0)",
        )
    if array.dtype.kind not in "iuf" or array.shape[1:] not in ((81,), (9, 9)):
        kind = printable(str(array.dtype))
        one = _FOR_ONE if array.size == 81 else None
        raise InputError(
            f"puzzles as an array of {kind} of shape {array.shape}",
            expected="whole numbers, best uint8, of shape (N, 81) or (N, 9, 9)",
            hint=_FROM_BYTES if array.dtype.kind == "S" else one,
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
            error = InputError(
                f"{values[row, cell]} cannot be in a cell",
                expected="a whole number from 0 (empty) to 9",
                cell=(cell // 9 + 1, cell % 9 + 1),
            )
            _refuse(error, row, first, errors)
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
    values = bytearray(text, "ascii").translate(_TABLE)
    return None if _BAD in values else np.frombuffer(values, np.uint8).reshape(-1, 81)


def _of_items(
    items: Sequence[object], first: int, errors: dict[int, InputError] | None
) -> NDArray[np.uint8]:
    values = np.tile(_CLASHING, (len(items), 1))
    for row, item in enumerate(items):
        try:
            values[row] = _values(item)
        except InputError as error:
            # A text of its own may name its line: that is a line of the item.
            _refuse(error, row, first, errors)
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
        puzzle = Puzzle(cast("PuzzleLike", item), geometry=NINE)
    if puzzle.geometry != NINE:
        raise InputError(
            f"a puzzle of {puzzle.geometry}",
            expected=f"one of {NINE}",
            hint="other sizes are for satdoku.solve",
        )
    if puzzle.masks is not None or puzzle.constraints:
        more = "constraints" if puzzle.constraints else "candidates"
        raise InputError(
            f"a puzzle with {more}",
            expected="one of clues alone",
            hint="all others are for satdoku.solve",
        )
    return puzzle.values


def _refuse(
    error: InputError, row: int, first: int, errors: dict[int, InputError] | None
) -> None:
    error.at(source=f"puzzles[{first + row}]")
    if errors is None:
        raise error
    errors[row] = error
