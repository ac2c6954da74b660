"""One measured solve, and what several of them have in common.

Each is done in a session of its own: formulas are made, engines loaded, and in the end
freed.  What Python and satdoku keep for all sessions (modules, recipes, the units of a
geometry) is there already; `satdoku.profiling.starting` measures that.
"""

from __future__ import annotations

import gc
from itertools import islice
from statistics import median, median_low
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Status
from satdoku.errors import Stopped
from satdoku.profiling.cost import corrected
from satdoku.profiling.probe import Probe
from satdoku.profiling.profiled import Stage
from satdoku.profiling.session import ProfilingSession
from satdoku.profiling.stage import ABOUT, OTHER, Key
from satdoku.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from satdoku.profiling.asked import Asked
    from satdoku.profiling.cost import Cost
    from satdoku.puzzle import Puzzle

__all__ = ["Found", "Run", "Task", "found_plainly", "run", "stages"]

_PLACES = {name: place for place, name in enumerate(ABOUT)}
_TECHNIQUES = _PLACES["search"]
"""Where techniques, which have no place of their own, stand."""


class Task(NamedTuple):
    """What is done again and again.

    Args:
        asked: What is asked.
        puzzle: Of which puzzle.
        read: Reads it anew; None where that is not measured.
    """

    asked: Asked
    puzzle: Puzzle
    read: Callable[[], Puzzle] | None = None


class Found(NamedTuple):
    """What was found, and by whom; each as `satdoku.answers.Result` tells it.

    Args:
        solutions: How many solutions were found.
        certain: Whether the answer is; not where the time was over first.
        status, engine, encoding, simplified, because, statistics: As there.
    """

    status: Status
    solutions: int
    certain: bool
    engine: str
    encoding: str
    simplified: bool
    because: str
    statistics: Mapping[str, int]


class Run(NamedTuple):
    """A solve that was measured.

    Args:
        time: Nanoseconds, from the text to the answer.
        sums: Nanoseconds and calls, by what they are of.
        probe: Who was told.
        found: What was found.
    """

    time: int
    sums: Mapping[Key, tuple[int, int]]
    probe: Probe
    found: Found


def run(task: Task, cost: Cost, most: int) -> Run:
    """Solve a puzzle, and measure it.

    Args:
        task: The puzzle, and what is asked of it.
        cost: What measuring costs.
        most: How much of the timeline is kept one by one.

    Raises:
        InputError, UsageError, LimitError, EngineError: As `Session`.
    """
    probe = Probe(most)
    gc.collect()  # what earlier runs have left is not this one's to tidy up
    with probe.root:
        puzzle = task.puzzle
        if task.read is not None:
            with probe.span(Key("read")):
                puzzle = task.read()
        found = _found(ProfilingSession(task.asked, probe), task.asked, puzzle)
    time = probe.root.ended - probe.root.begun
    return Run(time, corrected(probe.cells, cost), probe, found)


def found_plainly(task: Task) -> Found:
    """Do the same without measuring it.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.profiling.asked import Asked
        >>> task = Task(Asked(), Puzzle("1... ..2. ..3. 4..."))
        >>> found_plainly(task).solutions
        1
    """
    session = Session(**task.asked.options)
    puzzle = task.puzzle if task.read is None else task.read()
    try:
        return _found(session, task.asked, puzzle)
    finally:
        session.close()


def _found(session: Session, asked: Asked, puzzle: Puzzle) -> Found:
    if asked.every:
        return _all_found(session, asked, puzzle)
    result = session.solve(puzzle, timeout=asked.timeout)
    return Found(
        result.status,
        sum(grid is not None for grid in (result.solution, result.other)),
        result.certain,
        result.engine,
        result.encoding,
        result.simplified,
        result.because,
        result.statistics,
    )


def _all_found(session: Session, asked: Asked, puzzle: Puzzle) -> Found:
    walk = session.solutions(puzzle, timeout=asked.timeout)
    found, stopped = 0, False
    try:
        for _ in islice(walk, asked.limit):
            found += 1
    except Stopped:
        stopped = True
    finally:
        walk.close()
    is_all = not stopped and found != asked.limit
    if found > 1:
        status = Status.SEVERAL
    elif found:
        status = Status.UNIQUE if is_all else Status.SOLVED
    else:
        status = Status.NONE if is_all else Status.UNKNOWN
    return Found(
        status,
        found,
        not stopped,
        walk.engine,
        walk.encoding,
        walk.simplified,
        walk.because,
        walk.statistics,
    )


def stages(runs: Sequence[Run]) -> list[Stage]:
    """Return the stages of some runs: of the times the medians, in order.

    First comes what no engine does and what is before one, then the engines in turn.
    """
    engines = [name for run in runs for name in run.found.engine.split()]
    keys = list(dict.fromkeys(key for run in runs for key in run.sums))

    def place(key: Key) -> tuple[int, int, int]:
        within = _PLACES.get(key.stage, _TECHNIQUES)
        if key.engine:
            turn = engines.index(key.engine) if key.engine in engines else len(engines)
            return 1, turn, within
        return (0 if within < _PLACES["load"] else 2), 0, within

    none = (0, 0)
    told: list[Stage] = []
    for key in sorted(keys, key=place):
        times, calls = zip(*(run.sums.get(key, none) for run in runs), strict=True)
        # What is left happens once: how many spans it was the rest of says nothing.
        often = 1 if key.stage == OTHER else median_low(calls)
        told.append(Stage(key.stage, key.engine, round(median(times)), often))
    return told
