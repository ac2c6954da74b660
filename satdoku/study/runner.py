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
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from threading import Lock, Timer
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, cast

from satdoku.errors import printable
from satdoku.processes import fresh_python
from satdoku.study.worker import memory

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
    from typing import Self

    from satdoku.study.store import Row, Table

__all__ = ["Children", "Task", "conduct"]

_START = 120.0  # seconds for a process to load satdoku, also on a slow machine
_WARM_UP = 60.0  # seconds: compiling takes some
_POLL = 0.2  # seconds: Ctrl-C does not wake every system's wait
_MAX_NOTE = 300
_OUT_OF_MEMORY = ("bad_alloc", "MemoryError", "out of memory", "Cannot allocate memory")


@dataclass(frozen=True, slots=True)
class Task:
    """One run to be made.

    Args:
        row: The columns that are known beforehand.
        work: The function, as `module:name`.
        item: What it is called with.
        seconds: When the process is killed; None for no limit.
        give_up: After how many timeouts in its lane the run is refused; None for never.
        repeat_below: From how many seconds on a run is not repeated; None for never.
        refused: Why it cannot be run at all; else empty.
        warm_up: Answered unmeasured before the first run of this kind, so that what is
            compiled once is compiled: the kind, and the item.
        formula: Columns that hold if a formula of the whole grid was made.
    """

    row: Row
    work: str
    item: object
    seconds: float | None
    give_up: int | None = None
    repeat_below: float | None = None
    refused: str = ""
    warm_up: tuple[object, object] | None = None
    formula: Mapping[str, int] = field(default_factory=dict)


def conduct(
    tasks: Iterable[Task],
    table: Table,
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
        >>> from satdoku.study.store import RUNS
        >>> small = PuzzleSet.of("small", ["1... ..2. ..3. 4..."])
        >>> part = Part((small,), (SolverConfiguration("bitmask"),), ask="unique")
        >>> [(row["solver"], row["status"]) for row in conduct(tasks([part]), RUNS)]
        [('bitmask', 'unique')]
    """
    history = _History(table, done)
    warm: set[object] = set()
    running: dict[Future[Row], Task] = {}

    def finished() -> Iterator[Row]:
        for future in _first(running):
            row = _row(running.pop(future), future.result(), table)
            history.note(row)
            yield row

    with Children(workers) as children:
        for task in tasks:
            while len(running) >= workers:
                yield from finished()
            if history.skips(task):
                continue
            if refused := history.refusal(task):
                row = _row(task, {"value": {"refused": refused}}, table)
                history.note(row)
                yield row
                continue
            begun(task)
            if task.warm_up and task.warm_up[0] not in warm:
                warm.add(task.warm_up[0])
                _first([children.begin(task.work, task.warm_up[1], _WARM_UP)])
            running[children.begin(task.work, task.item, task.seconds)] = task
        while running:
            yield from finished()


class _History:
    """What earlier runs say about later ones.

    Args:
        table: The table of their rows.
        done: The runs so far.
    """

    def __init__(self, table: Table, done: Iterable[Row]) -> None:
        self._table = table
        self._known: set[tuple[object, ...]] = set()
        self._timeouts: Counter[tuple[object, ...]] = Counter()
        self._longest: dict[tuple[object, ...], float] = {}
        for row in done:
            self.note(row)

    def note(self, row: Row) -> None:
        """Take note of a run."""
        key, time = self._table.key_of(row), row.get("time_s") or 0.0
        self._known.add(key)
        self._timeouts[self._table.lane_of(row)] += row["ended"] == "timeout"
        self._longest[key[:-1]] = max(self._longest.get(key[:-1], 0.0), time)

    def skips(self, task: Task) -> bool:
        """Whether a run is there already, or repeats one that took long."""
        key = self._table.key_of(task.row)
        if key in self._known:
            return True
        if task.row["repeat"] == 1 or task.repeat_below is None:
            return False
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


def _row(task: Task, outcome: Row, table: Table) -> Row:
    """Put together what was known before a run and what it gave."""
    value: Row = outcome.pop("value", None) or {}
    if value.get("by_formula"):
        value |= task.formula
    found = {**task.row, **outcome, **value}
    if "refused" in value:
        unknown = dict.fromkeys(("time_s", "cpu_s", "peak_bytes", "own_bytes"))
        found |= {**unknown, "ended": "refused", "note": value["refused"]}
    elif value.get("late"):
        found["ended"] = "timeout"
    elif value.get("certain") is False:
        found |= {"ended": "failed", "note": "no certain answer"}
    found["note"] = printable(found.get("note", ""), _MAX_NOTE)
    texts = {name for name, kind in table.columns.items() if kind is str}
    return {
        name: found.get(name, "" if name in texts else None) for name in table.columns
    }


class Children:
    """Processes, so many at a time; leaving the context kills them.

    Example:
        >>> with Children(1) as children:
        ...     outcome = children.begin("math:sqrt", 16.0, None).result()
        >>> outcome["ended"], outcome["value"]
        ('answered', 4.0)
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

    def begin(self, work: str, item: object, seconds: float | None) -> Future[Row]:
        """Start a process for a function; see `satdoku.study.worker`.

        Returns:
            A future of `ended`, `value`, `time_s`, `cpu_s`, `start_s`, `peak_bytes`,
            `own_bytes` and `note`, as far as they are known.
        """
        return self._threads.submit(self._run, work, item, seconds)

    def _run(self, work: str, item: object, seconds: float | None) -> Row:
        text = pickle.dumps((work, item))
        apart: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        with TemporaryFile() as errors:
            with self._lock:
                if self._closed:
                    raise CancelledError
                child = subprocess.Popen(  # noqa: S603  this interpreter, our own text
                    fresh_python("from satdoku.study.worker import main; main()"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    **apart,
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
            if "ended" not in outcome:
                outcome |= _lost(child.returncode, errors)
            return outcome


def _talk(child: subprocess.Popen[bytes], text: bytes, seconds: float | None) -> Row:
    """Send a process its work; return what it took, without `ended` if it is lost."""
    target, source = cast("IO[bytes]", child.stdin), cast("IO[bytes]", child.stdout)
    late: list[int | None] = []

    def expire() -> None:
        late.append(memory(child.pid)[1])
        _kill(child)

    def read(limit: float | None) -> Row | None:
        timer = Timer(limit, expire) if limit is not None else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            # From a process that was started here and runs our own text.
            found: Row = pickle.load(source)  # noqa: S301
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        finally:
            if timer is not None:
                timer.cancel()
        return found

    started = monotonic()
    with suppress(OSError):  # it has ended, which reading shows
        target.write(text)
        target.flush()
    ready = read(_START)
    if ready is None:
        note = f"not ready within {_START:.0f} s"
        return {"ended": "failed", "note": note} if late else {}
    began = monotonic()
    outcome: Row = {"start_s": began - started}
    answer = read(seconds)
    if answer is not None:
        outcome |= answer
        peak = outcome.pop("peak")
    elif late:
        outcome |= {"ended": "timeout", "time_s": monotonic() - began}
        peak = late[0]
    else:
        return outcome
    before = ready["before"]
    known = peak is not None and before is not None
    own = max(0, peak - before) if known else None
    return outcome | {"peak_bytes": peak, "own_bytes": own}


def _kill(child: subprocess.Popen[bytes]) -> None:
    """Kill a process and everything that it started."""
    if sys.platform == "win32":
        child.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)


def _lost(code: int, errors: IO[bytes]) -> Row:
    """Describe a process that ended without an answer."""
    errors.seek(0)
    lines = errors.read().decode("utf-8", "replace").split("\n")
    said = next((line.strip() for line in lines[::-1] if line.strip()), "")
    note = f"exit code {code}"
    if code < 0:
        with suppress(ValueError):
            note = f"ended by {signal.Signals(-code).name}"
    # Linux kills what takes the last memory by SIGKILL, without a message.
    is_memory = code == -9 or any(word in said for word in _OUT_OF_MEMORY)
    return {
        "ended": "memory" if is_memory else "failed",
        "note": f"{said} ({note})" if said else note,
    }
