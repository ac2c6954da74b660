"""Profile a solve: do it some times, and tell what each of its stages took.

profile      the library's way, `satdoku.profile`
measured     the same for a puzzle that is read from a file again and again
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.asked import look_at_limit, look_at_timeout
from satdoku.choose import AUTO, BITMASK
from satdoku.errors import UsageError, shown
from satdoku.grid import Grid
from satdoku.profiling.asked import Asked
from satdoku.profiling.cost import cost as measured_cost
from satdoku.profiling.probe import EVENTS
from satdoku.profiling.profiled import Function, Profile, Stage
from satdoku.profiling.running import Task, found_plainly, run, stages
from satdoku.profiling.starter import answer
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from satdoku.deduce.families import Named
    from satdoku.profiling.running import Run
    from satdoku.puzzle import PuzzleLike

__all__ = ["REPEAT", "measured", "profile"]

REPEAT = 5
"""How many solves, unless another number is given."""

_MOST_STARTED = 5
"""Fresh processes, at most: each takes a fifth of a second."""

_UNTOLD = 3
"""Solves, at most, that do not count as they had modules to load."""


def profile(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    rule: str | None = None,
    techniques: Named | None = None,
    order: str | None = None,
    every: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
    repeat: int = REPEAT,
    start: bool = False,
    events: int = EVENTS,
    functions: int = 0,
) -> Profile:
    """Tell where the time of one solve goes.

    The puzzle is solved some times, each time by a session of its own; what a stage
    takes is the median.

    Args:
        puzzle: Whatever `Puzzle` takes.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        rule: The decision rule of engine `dpll`.
        techniques: What engines `logic` and `elimination` may use, as `solve` takes it.
        order: In which order engine `backtracking` takes cells.
        every: Whether to look for all solutions, not for one and whether it is the
            only one.
        limit: Look for so many of all, at most.
        timeout: Seconds of wall time after which a solve stops.
        repeat: How many solves.
        start: Whether to measure as well how Python starts and loads satdoku, in fresh
            processes.
        events: How much of the timeline is kept one by one; the rest is added up.
        functions: How many functions of Python to tell, by `cProfile`; 0 for none.

    Returns:
        The profile, which prints as a table.

    Raises:
        InputError, UsageError, LimitError: As `solve`; UsageError, too, where a number
            makes no sense.

    Example:
        >>> told = profile("1... ..2. ..3. 4...", engine="dpll", repeat=3)
        >>> [stage.name for stage in told.stages][:3], len(told.runs_ns)
        (['read', 'encode', 'load'], 3)
        >>> told.total_ns == sum(stage.time_ns for stage in told.stages)
        True
    """
    look_at_limit(limit, least=1)
    look_at_timeout(timeout)
    for what, number, least in (
        ("repeat", repeat, 1),
        ("events", events, 0),
        ("functions", functions, 0),
    ):
        if type(number) is not int or number < least:
            raise UsageError(
                f"{what}={shown(number)} makes no sense; "
                f"expected {least}, {least + 1}, …"
            )
    asked = Asked(
        engine=engine,
        encoding=encoding,
        rule=rule,
        techniques=techniques,
        order=order,
        every=every or limit is not None,
        limit=limit,
        timeout=timeout,
    )
    is_read = isinstance(puzzle, (Grid, Puzzle))
    return measured(
        Task(asked, Puzzle.of(puzzle), None if is_read else lambda: Puzzle.of(puzzle)),
        repeat=repeat,
        events=events,
        functions=functions,
        modules=() if start else None,
    )


def measured(
    task: Task,
    *,
    repeat: int = REPEAT,
    events: int = EVENTS,
    functions: int = 0,
    modules: Sequence[str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Profile:
    """Profile what is asked; see `profile`.

    Args:
        task: The puzzle, and what is asked of it.
        repeat: How many solves.
        events: How much of the timeline is kept one by one.
        functions: How many functions of Python to tell.
        modules: What a program loads besides; None where the start is not measured.
        tell: Is told what is done next.

    Raises:
        InputError, UsageError, LimitError, EngineError: As `Session`.
    """
    tell = tell or _to_nobody
    tell("getting ready")
    answer(task.asked.warming)
    runs = _runs(task, repeat, events, tell)
    middle = sorted(runs, key=lambda run: run.time)[(len(runs) - 1) // 2]
    told, found = stages(runs), middle.found
    if modules is not None:
        tell("how Python starts")
        told = (
            _before(task.asked, found.engine, modules, min(repeat, _MOST_STARTED))
            + told
        )
    watched: tuple[Function, ...] = ()
    if functions:
        tell("functions")
        from satdoku.profiling.functions import (  # noqa: PLC0415  seldom asked for
            functions as by_function,
        )

        watched = by_function(lambda: found_plainly(task), functions)
    counters = middle.probe.counters
    return Profile(
        puzzle=task.puzzle,
        status=found.status,
        solutions=found.solutions,
        certain=found.certain,
        engine=found.engine,
        # Of a puzzle that is refuted before, or a time that is over, none was made.
        encoding=found.encoding if "variables" in counters else "",
        simplified=found.simplified and "variables" in counters,
        because=found.because,
        counters=dict(found.statistics),
        variables=counters.get("variables"),
        clauses=counters.get("clauses"),
        stages=tuple(told),
        runs_ns=tuple(run.time for run in runs),
        timeline=middle.probe.root,
        functions=watched,
    )


def _runs(
    task: Task, repeat: int, events: int, tell: Callable[[str], None]
) -> list[Run]:
    """Solve the puzzle so many times; solves that load modules do not count."""
    cost = measured_cost()
    runs: list[Run] = []
    untold = _UNTOLD
    while len(runs) < repeat:
        tell(f"solve {len(runs) + 1} of {repeat}")
        loaded = len(sys.modules)
        done = run(task, cost, events)
        is_ready = len(sys.modules) == loaded or done.found.status is Status.UNKNOWN
        if is_ready or not untold:
            runs.append(done)
        else:
            untold -= 1
    return runs


def _before(
    asked: Asked, engines: str, modules: Sequence[str], times: int
) -> list[Stage]:
    """Measure what comes before the solve, for the engines that were used."""
    from satdoku.profiling.starting import started  # noqa: PLC0415  subprocess

    sessions: list[dict[str, Any]] = [asked.warming]
    usual = {asked.engine.lower(), BITMASK if asked.rule is None else "dpll"}
    sessions += ({"engine": name} for name in engines.split() if name not in usual)
    found = started(sessions, modules, times)
    return [
        Stage(name, "", time, 1)
        for name, time in zip(("start", "import", "first"), found, strict=True)
    ]


def _to_nobody(what: str) -> None:
    del what
