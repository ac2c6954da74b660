"""Runs: each task in a fresh process with a limit, several at a time if wanted.

    tasks ─▶ processes (`satdoku.study.worker`) ─▶ rows

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
from dataclasses import dataclass
from tempfile import TemporaryFile
from threading import TIMEOUT_MAX, Lock, Timer
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast

from satdoku.errors import printable
from satdoku.runtime.processes import fresh_python
from satdoku.study.worker import memory

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from typing import Self

_WARM_UP = 60.0  # seconds: compiling takes some
_POLL = 0.2  # seconds: Ctrl-C does not wake every system's wait
_MAX_NOTE = 300
_OUT_OF_MEMORY = ("bad_alloc", "MemoryError", "out of memory", "Cannot allocate memory")

Row = dict[str, Any]
"""A run: a value a column; None, or no such key, where nothing is known."""


class RunTable(NamedTuple):
    """A table of runs.

    Args:
        name: Its file.
        columns: Its columns and their types; numbers may be missing.
        key: The columns that tell runs apart, `repeat` last.
        lane: The columns of a solver on a set: what is given up together.
    """

    name: str
    columns: dict[str, type]
    key: tuple[str, ...]
    lane: tuple[str, ...]

    def key_of(self, row: Mapping[str, Any]) -> tuple[object, ...]:
        """Return what tells a run apart."""
        return tuple(row[column] for column in self.key)

    def lane_of(self, row: Mapping[str, Any]) -> tuple[object, ...]:
        """Return the solver and set of a run."""
        return tuple(row[column] for column in self.lane)


def _columns(text: str) -> dict[str, type]:
    """Read names of columns, each with its type unless that is text."""
    kinds: dict[str, type] = {"": str, "int": int, "float": float}
    pairs = (word.partition(":") for word in text.split())
    return {name: kinds[kind] for name, _, kind in pairs}


_MEASURED = "peak_bytes:int own_bytes:int"
_COUNTED = "decisions:int propagations:int conflicts:int"

RUNS = RunTable(
    "runs.csv",
    _columns(
        "part set number:int puzzles:int puzzle size:int box clues:float difficulty "
        "solver engine option encoding repeat:int ended status time_s:float "
        f"cpu_s:float start_s:float {_MEASURED} guesses:int {_COUNTED} variables:int "
        "clauses:int note"
    ),
    ("part", "set", "number", "solver", "repeat"),
    ("part", "set", "solver"),
)
"""Runs of solver configurations on puzzles or whole sets."""

ENCODINGS = RunTable(
    "encodings.csv",
    _columns(
        "size:int box set number:int clues:int encoding form engine repeat:int ended "
        "status variables:int clauses:int literals:int encode_s:float load_s:float "
        f"solve_s:float {_MEASURED} {_COUNTED} fixed:float removed:float note"
    ),
    ("box", "set", "number", "encoding", "form", "engine", "repeat"),
    ("box", "set", "encoding", "form", "engine"),
)
"""Runs of an encoding study: a puzzle, a recipe, a form and an engine each."""


@dataclass(frozen=True, slots=True)
class Task:
    """One run to be made.

    Args:
        row: The columns that are known beforehand.
        work: A function of `satdoku.study.worker`.
        item: What it is called with.
        seconds: When the process is killed; None for no limit.
        give_up: After how many timeouts in its lane the run is refused; None for never.
        repeat_below: From how many seconds on a run is not repeated; None for never.
        refused: Why it cannot be run at all; else empty.
        warm_up: Answered unmeasured before the first run of this kind, so that what is
            compiled once is compiled: the kind, and the item.
    """

    row: Row
    work: Callable[[Any], Row]
    item: object
    seconds: float | None
    give_up: int | None = None
    repeat_below: float | None = None
    refused: str = ""
    warm_up: tuple[object, object] | None = None


def conduct(
    tasks: Iterable[Task],
    table: RunTable,
    done: Iterable[Row] = (),
    *,
    workers: int = 1,
    begun: Callable[[Task], None] = lambda _: None,
) -> Generator[Row, None, None]:
    """Yield a row for each task, as the runs end.

    One run at a time is usual, as runs that share caches slow each other down.

    Args:
        tasks: The runs to make.
        table: The table of their rows.
        done: Rows of an earlier run; their tasks are skipped, their timeouts count.
        workers: Runs at a time.
        begun: Called with each task before it runs.

    Raises:
        OSError: No process could be started.

    Example:
        >>> from satdoku.study.plan import Part, PuzzleSet, SolverConfiguration, tasks
        >>> small = PuzzleSet.of("small", ["1... ..2. ..3. 4..."])
        >>> part = Part((small,), (SolverConfiguration("bitmask"),), ask="unique")
        >>> [(row["solver"], row["status"]) for row in conduct(tasks([part]), RUNS)]
        [('bitmask', 'unique')]
    """
    history = _History(table, done)
    warm: set[object] = set()
    running: dict[Future[Row], Task] = {}

    def ended() -> Iterator[Row]:
        for future in _first(running):
            yield history.add(_row(running.pop(future), future.result(), table))

    with Children(workers) as children:
        for task in tasks:
            while len(running) >= workers:
                yield from ended()
            if history.skips(task):
                continue
            if refused := history.refusal(task):
                yield history.add(_row(task, {"value": {"refused": refused}}, table))
                continue
            begun(task)
            if task.warm_up and task.warm_up[0] not in warm:
                warm.add(task.warm_up[0])
                _first([children.begin(task.work, task.warm_up[1], _WARM_UP)])
            running[children.begin(task.work, task.item, task.seconds)] = task
        while running:
            yield from ended()


class _History:
    """What the runs so far say of those to come."""

    def __init__(self, table: RunTable, done: Iterable[Row]) -> None:
        self._table = table
        self._longest: dict[tuple[object, ...], float] = {}  # of a run and its repeats
        self._timeouts: Counter[tuple[object, ...]] = Counter()
        self._known: set[tuple[object, ...]] = set()
        for row in done:
            self.add(row)

    def add(self, row: Row) -> Row:
        """Take note of a run."""
        key, time = self._table.key_of(row), row.get("time_s") or 0.0
        self._known.add(key)
        self._timeouts[self._table.lane_of(row)] += row["ended"] == "timeout"
        self._longest[key[:-1]] = max(self._longest.get(key[:-1], 0.0), time)
        return row

    def skips(self, task: Task) -> bool:
        """Whether a run is there already, or repeats one that took long."""
        key = self._table.key_of(task.row)
        if key in self._known or task.repeat_below is None or key[-1] == 1:
            return key in self._known
        return self._longest.get(key[:-1], 0.0) >= task.repeat_below

    def refusal(self, task: Task) -> str:
        """Return why a run is not made; empty if it is."""
        late = self._timeouts[self._table.lane_of(task.row)]
        if task.give_up is not None and late >= task.give_up:
            return f"given up after {late} timeout{'s' * (late != 1)}"
        return task.refused


def _first(futures: Iterable[Future[Row]]) -> set[Future[Row]]:
    """Wait for the first of these."""
    every = list(futures)
    while not (done := wait(every, _POLL, FIRST_COMPLETED).done):
        pass
    return done


def _row(task: Task, outcome: Row, table: RunTable) -> Row:
    """Put together what was known before a run and what it gave."""
    value: Row = outcome.pop("value", None) or {}
    record = {**task.row, **outcome, **value}
    if "refused" in value:
        unknown = dict.fromkeys(("time_s", "cpu_s", "peak_bytes", "own_bytes"))
        record |= {**unknown, "ended": "refused", "note": value["refused"]}
    elif value.get("late"):
        record["ended"] = "timeout"
    elif value.get("certain") is False:
        record |= {"ended": "failed", "note": "no certain answer"}
    record["note"] = printable(record.get("note", ""), _MAX_NOTE)
    return {
        name: record.get(name, "" if kind is str else None)
        for name, kind in table.columns.items()
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
            A future of `ended`, `value`, `time_s`, `cpu_s`, `start_s`, `peak_bytes`,
            `own_bytes` and `note`, as far as they are known.
        """
        return self._threads.submit(self._run, pickle.dumps((work, item)), seconds)

    def _run(self, text: bytes, seconds: float | None) -> Row:
        with TemporaryFile() as errors:
            with self._lock:
                if self._closed:
                    raise CancelledError
                child = subprocess.Popen(  # noqa: S603  this interpreter, our own text
                    fresh_python("from satdoku.study.worker import main; main()"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    process_group=None if sys.platform == "win32" else 0,
                    # A group of its own on Windows, where `subprocess` has this number.
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
                self._running.add(child)
            try:
                outcome = _talk(child, text, seconds)
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
    started = began = monotonic()
    try:
        target.write(text)
        target.flush()
        # From a process that was started here and runs our own text.
        before = pickle.load(source)  # noqa: S301
        began = monotonic()
        outcome["start_s"] = began - started
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
    last = next((line.strip() for line in lines[::-1] if line.strip()), "")
    code = child.returncode
    # Linux kills what takes the last memory by SIGKILL, without a message.
    is_memory = code == -9 or any(word in last for word in _OUT_OF_MEMORY)
    note = f"{last} (exit code {code})".lstrip()
    return {"ended": "memory" if is_memory else "failed", "note": note}
