"""Runs: each in a fresh process with a limit, several at a time if wanted.

    tasks ─▶ processes (`satdoku.study.worker`) ─▶ rows of `runs.csv`

Each process has a group of its own, which Ctrl-C does not reach, and is killed at its
limit with everything that it started.  Closing the generator kills all that run.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import suppress
from tempfile import TemporaryFile
from threading import TIMEOUT_MAX, Lock, Timer
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, TypeAlias, cast

from satdoku.errors import printable
from satdoku.runtime.processes import start_python
from satdoku.study.worker import memory

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from typing import Self

    from satdoku.study.plan import Task

_POLL = 0.2  # seconds: Ctrl-C does not wake every system's wait
_LONG = 0.5  # seconds: a run that takes longer is not repeated
_FAREWELL = 5.0  # seconds in which a process that lost its work ends
_MAX_NOTE = 300
_OUT_OF_MEMORY = ("bad_alloc", "MemoryError", "out of memory", "Cannot allocate memory")

Row: TypeAlias = dict[str, Any]
"""A run: a value a column; None, or no such key, where nothing is known."""


def _columns(text: str) -> dict[str, type]:
    """Read names of columns, each with its type unless that is text."""
    kinds: dict[str, type] = {"": str, "int": int, "float": float}
    pairs = (word.partition(":") for word in text.split())
    return {name: kinds[kind] for name, _, kind in pairs}


COLUMNS = _columns(
    "part set number:int puzzles:int puzzle digest size:int box clues:int difficulty "
    "solver engine option encoding ask form limit_s:float repeat:int ended status "
    "time_s:float cpu_s:float import_s:float encode_s:float load_s:float "
    "search_s:float peak_bytes:int own_bytes:int guesses:int decisions:int "
    "propagations:int conflicts:int variables:int clauses:int literals:int "
    "filled:float removed:float note"
)
"""The columns of `runs.csv` and their types; numbers may be missing."""

_KEY = ("part", "set", "number", "digest", "solver", "ask", "form", "limit_s", "repeat")


def key_of(row: Mapping[str, Any]) -> tuple[object, ...]:
    """Return what identifies a run."""
    return tuple(row[column] for column in _KEY)


def conduct(
    tasks: Iterable[Task],
    done: Iterable[Row] = (),
    *,
    workers: int = 1,
    begun: Callable[[Task], None] = lambda _: None,
) -> Generator[Row, None, None]:
    """Yield a row for each task, as the runs end.

    One run at a time is usual, as runs that share caches slow each other down.  A run
    of more than half a second is not repeated: disturbances are small beside it.

    Args:
        tasks: The runs to make.
        done: Earlier rows; their tasks are skipped, their timeouts count.
        workers: Runs at a time.
        begun: Called with each task before it runs.

    Raises:
        OSError: No process could be started.

    Example:
        >>> from satdoku.study.plan import PuzzleSet, make_part, tasks
        >>> small = PuzzleSet.of("small", ["1... ..2. ..3. 4..."])
        >>> part = make_part([small], ["bitmask"], ask="unique")
        >>> [(row["solver"], row["status"]) for row in conduct(tasks([part]))]
        [('bitmask', 'unique')]
    """
    history = _History(done)
    running: dict[Future[Row], Task] = {}

    def ended() -> Iterator[Row]:
        for future in _first(running):
            yield history.add(_row(running.pop(future), future.result()))

    with Children(workers) as children:
        for task in tasks:
            while len(running) >= workers:
                yield from ended()
            if history.has(task.row):
                continue
            late = history.timeouts(task.row)
            if late >= task.give_up:
                why = f"given up after {late} timeout{'s' * (late != 1)}"
                yield history.add(_row(task, {"value": {"refused": why}}))
                continue
            begun(task)
            running[children.begin(task.work, task.item, task.seconds)] = task
        while running:
            yield from ended()


class _History:
    """What the runs so far say of those to come."""

    def __init__(self, done: Iterable[Row]) -> None:
        self._known: set[tuple[object, ...]] = set()
        self._longest: dict[tuple[object, ...], float] = {}  # of a run and its repeats
        self._timeouts: Counter[tuple[object, ...]] = Counter()
        for row in done:
            self.add(row)

    def add(self, row: Row) -> Row:
        """Take note of a run."""
        key, seconds = key_of(row), row["time_s"] or 0.0
        self._known.add(key)
        self._longest[key[:-1]] = max(self._longest.get(key[:-1], 0.0), seconds)
        self._timeouts[_set_of(row)] += row["ended"] == "timeout"
        return row

    def has(self, row: Row) -> bool:
        """Whether a run is there already, or repeats one that took long."""
        key = key_of(row)
        is_long = self._longest.get(key[:-1], 0.0) >= _LONG
        return key in self._known or (row["repeat"] > 1 and is_long)

    def timeouts(self, row: Row) -> int:
        """Return how many runs of a solver on a set were cut off."""
        return self._timeouts[_set_of(row)]


def _set_of(row: Row) -> tuple[object, ...]:
    return row["part"], row["set"], row["solver"], row["limit_s"]


def _first(futures: Iterable[Future[Row]]) -> set[Future[Row]]:
    """Wait for the first of these."""
    every = list(futures)
    while not (done := wait(every, _POLL, FIRST_COMPLETED).done):
        pass
    return done


def _row(task: Task, outcome: Row) -> Row:
    """Put together what was known before a run and what it gave."""
    value: Row = outcome.pop("value", None) or {}
    row = {**task.row, **outcome, **value}
    if "refused" in value:
        unknown = ("time_s", "cpu_s", "import_s", "peak_bytes", "own_bytes")
        row |= {**dict.fromkeys(unknown), "ended": "refused", "note": value["refused"]}
    elif value.get("late"):
        row["ended"] = "timeout"
    elif value.get("complete") is False:
        row |= {"ended": "failed", "note": "the search was not complete"}
    row["note"] = printable(row.get("note", ""), _MAX_NOTE)
    return {
        name: row.get(name, "" if kind is str else None)
        for name, kind in COLUMNS.items()
    }


class Children:
    """Processes, so many at a time; leaving the context kills them.

    Example:
        >>> from satdoku.study.worker import memory
        >>> with Children(1) as children:
        ...     outcome = children.begin(memory, "self", None).result()
        >>> outcome["ended"], outcome["time_s"] > 0
        ('answered', True)
    """

    def __init__(self, workers: int) -> None:
        self._threads = ThreadPoolExecutor(workers, "satdoku-study")
        self._lock = Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
            for child in self._running:
                _kill(child)
        self._threads.shutdown(wait=True, cancel_futures=True)

    def begin(
        self, work: Callable[[Any], object], item: object, seconds: float | None
    ) -> Future[Row]:
        """Start a process for a function; see `satdoku.study.worker`.

        Returns:
            A future of `ended`, `value`, `time_s`, `cpu_s`, `import_s`, `peak_bytes`,
            `own_bytes` and `note`, as far as they are known.
        """
        return self._threads.submit(self._run, pickle.dumps((work, item)), seconds)

    def _run(self, text: bytes, seconds: float | None) -> Row:
        with TemporaryFile() as errors:
            with self._lock:
                if self._closed:
                    raise CancelledError
                child = start_python(
                    "from satdoku.study.worker import main; main()", errors
                )
                self._running.add(child)
            try:
                outcome = _talk(child, text, seconds)
                if "ended" not in outcome:  # it ends by itself, and says how
                    with suppress(subprocess.TimeoutExpired):
                        child.wait(_FAREWELL)
            finally:
                with self._lock:  # nobody may kill it once its number is free again
                    self._running.discard(child)
                    _kill(child)
                    child.wait()
                for pipe in (child.stdin, child.stdout):
                    with suppress(OSError):
                        cast("IO[bytes]", pipe).close()
            return outcome if "ended" in outcome else outcome | _lost(child, errors)


def _talk(child: subprocess.Popen[bytes], text: bytes, seconds: float | None) -> Row:
    """Send a process its work; return what it took, without `ended` if it is lost."""
    target, source = cast("IO[bytes]", child.stdin), cast("IO[bytes]", child.stdout)
    peaks: list[int | None] = []  # at the limit

    def expire() -> None:
        peaks.append(memory(child.pid)[1])
        _kill(child)

    timer = Timer(TIMEOUT_MAX if seconds is None else seconds, expire)
    timer.daemon = True
    outcome: Row = {}
    before: int | None = None
    began = monotonic()
    try:
        target.write(text)
        target.flush()
        # From a process that was started here and runs our own text.
        before, outcome["import_s"] = pickle.load(source)  # noqa: S301
        began = monotonic()
        timer.start()
        outcome |= pickle.load(source)  # noqa: S301  as above
        peak = outcome.pop("peak")
    except (OSError, EOFError, pickle.UnpicklingError):
        if not peaks:
            return outcome
        peak = peaks[0]
        outcome |= {"ended": "timeout", "time_s": monotonic() - began}
    finally:
        timer.cancel()
    is_known = peak is not None and before is not None
    own = max(0, peak - before) if is_known else None
    return outcome | {"peak_bytes": peak, "own_bytes": own}


def _kill(child: subprocess.Popen[bytes]) -> None:
    """Kill a process and everything that it started."""
    if sys.platform == "win32":
        child.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)


def _lost(child: subprocess.Popen[bytes], errors: IO[bytes]) -> Row:
    """Describe a process that ended without an answer."""
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").split("\n")
    message = next((line.strip() for line in lines[::-1] if line.strip()), "")
    code = child.returncode
    # Linux kills what takes the last memory by SIGKILL, without a message.
    is_memory = code == -9 or any(word in message for word in _OUT_OF_MEMORY)
    note = f"{message} (exit code {code})".lstrip()
    return {"ended": "memory" if is_memory else "failed", "note": note}
