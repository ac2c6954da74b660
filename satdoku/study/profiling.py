"""Profile a solve: where its time goes, stage by stage.

The puzzle is solved several times, each time by a new solver, which keeps the time of
each stage in the statistics of its result.
"""

from __future__ import annotations

import gc
from cProfile import Profile as CProfile
from dataclasses import dataclass
from io import StringIO
from itertools import starmap
from pstats import Stats
from statistics import median, median_low
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import UsageError, check_limit
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.statistics import counter_text
from satdoku.solving.attempts import unload_rules
from satdoku.solving.choice import AUTO
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.solving.results import Result
    from satdoku.techniques.technique import Named

REPEAT = 5


class Stage(NamedTuple):
    """A stage of a solve, and what it takes.

    Args:
        name: Its name; of a technique its key.
        engine: The engine that is at it; empty where none is.
        seconds: The median over the runs.
        calls: How often it happens in a run.
    """

    name: str
    engine: str
    seconds: float
    calls: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Where the time of a solve goes; made by `satdoku.profile`.  It prints as a table.

    Args:
        puzzle: The puzzle.
        result: The answer of the run that takes the median time.
        stages: The stages, as they came.
        runs: Seconds of each solve.
        functions: The table of `cProfile`: the functions of Python with the most time
            of their own, of one more solve, which it slows down; empty if not wanted.
    """

    puzzle: Puzzle
    result: Result
    stages: tuple[Stage, ...]
    runs: tuple[float, ...]
    functions: str = ""

    @property
    def seconds(self) -> float:
        """The time of all stages together."""
        return sum(stage.seconds for stage in self.stages)

    def share(self, stage: Stage) -> float:
        """Return what part of the time a stage takes, from 0 to 1."""
        return stage.seconds / self.seconds if self.seconds else 0.0

    def __str__(self) -> str:
        facts = [f"{heading:<10}{text}" for heading, text in _facts(self)]
        table = "\n".join([*facts, "", *_table(self)])
        return f"{table}\n\n{self.functions}" if self.functions else table


def profile(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    heuristic: str | None = None,
    techniques: Named | None = None,
    timeout: float | None = None,
    repeat: int = REPEAT,
    functions: int = 0,
) -> Profile:
    """Measure where the time of one solve goes.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        engine: As for `Solver`, like the next three.
        encoding: A recipe by name or file.
        heuristic: The decision heuristic of engine `dpll`.
        techniques: What engines `logic` and `elimination` may use.
        timeout: Seconds of wall time for all solves together.
        repeat: How many solves; times are medians.  One more comes before, which loads
            modules and counts only where time runs out.
        functions: How many functions of Python to list, by `cProfile`; 0 for none.

    Raises:
        InputError, UsageError, LimitError, EngineError: As `solve`.

    Example:
        >>> profiled = profile("1... ..2. ..3. 4...", engine="dpll", repeat=3)
        >>> [stage.name for stage in profiled.stages][:2], len(profiled.runs)
        (['singles', 'encode'], 3)
    """
    deadline = Deadline(timeout)
    repeat = check_limit(repeat, minimum=1) or 1
    functions = check_limit(functions, minimum=0) or 0
    puzzle = Puzzle.of(puzzle)

    def run() -> tuple[float, Result]:
        gc.collect()  # earlier runs' garbage is not this one's, nor are its engines
        unload_rules()
        started = perf_counter()
        with Solver(
            engine, encoding, heuristic=heuristic, techniques=techniques
        ) as solver:
            result = solver.solve(puzzle, timeout=deadline.left)
        seconds = perf_counter() - started
        stages = result.statistics.stages
        rest = seconds - sum(spent for spent, _ in stages.values())
        stages["other", ""] = (max(0.0, rest), 1)
        return seconds, result

    runs = [run()]
    while len(runs) <= repeat and not deadline.over:
        runs.append(run())
    listed = _functions(run, functions) if functions and not deadline.over else ""
    # A run that was cut short says little of the others.
    runs = [run for run in runs[1:] if run[1].complete] or runs[-1:]
    times = [seconds for seconds, _ in runs]
    middle = runs[times.index(median_low(times))][1]
    stages = _stages([result for _, result in runs])
    return Profile(puzzle, middle, stages, tuple(times), listed)


def _stages(results: Sequence[Result]) -> tuple[Stage, ...]:
    """Return the stages of all runs, with medians."""
    runs = [result.statistics.stages for result in results]
    keys = dict.fromkeys(key for run in runs for key in run)
    stages: list[Stage] = []
    for key in sorted(keys, key=("other", "").__eq__):
        spent, calls = zip(*(run.get(key, (0.0, 0)) for run in runs), strict=True)
        stages.append(Stage(*key, median(spent), median_low(calls)))
    return tuple(stages)


def _functions(run: Callable[[], object], limit: int) -> str:
    """Return the table of the functions with the most time of their own.

    Raises:
        UsageError: Another profiler is at work in this process.
    """
    watch, text = CProfile(), StringIO()
    try:
        watch.runcall(run)
    except ValueError as error:
        raise UsageError(f"functions cannot be listed: {error}") from None
    stats = Stats(watch, stream=text).strip_dirs().sort_stats("tottime")
    stats.print_stats(limit)
    return text.getvalue().strip()


def _facts(profile: Profile) -> Iterator[tuple[str, str]]:
    """Yield the lines above the table."""
    result, statistics = profile.result, profile.result.statistics
    yield "Puzzle", f"{profile.puzzle.geometry}, {profile.puzzle.clue_count:,} clues"
    yield "Answer", str(result.status)
    engines = ", then ".join(statistics.engines) or "no search"
    yield "Engine", ": ".join(filter(None, (engines, result.engine_note)))
    if statistics.clauses:
        size = f"{statistics.variables:,} variables, {statistics.clauses:,} clauses"
        what = "what the puzzle leaves open" if statistics.simplified else "all rules"
        yield "Formula", f"encoding {statistics.encoding}, {what}: {size}"
    if statistics:
        yield "Counted", ", ".join(starmap(counter_text, statistics.items()))
    times = [f"{1e3 * run:,.3f}" for run in sorted(profile.runs)]
    yield "Runs", f"{len(times)}, {times[0]} to {times[-1]} ms; medians below"


def _table(profile: Profile) -> Iterator[str]:
    """Yield a line for each stage, and their sum."""
    stages = (*profile.stages, Stage("whole", "", profile.seconds, 0))
    name = max(len(stage.name) for stage in stages)
    engine = max(len("engine"), *(len(stage.engine) for stage in stages))
    heads = "       ms   share    calls  ms a call"
    yield f"{'stage':<{name}}  {'engine':<{engine}}  {heads}"
    for stage in stages:
        calls = ""
        if stage.calls:
            calls = f"  {stage.calls:>7,}  {1e3 * stage.seconds / stage.calls:>9,.3f}"
        times = f"{1e3 * stage.seconds:>9,.3f}  {profile.share(stage):>6.1%}{calls}"
        yield f"{stage.name:<{name}}  {stage.engine:<{engine}}  {times}"
