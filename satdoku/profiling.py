"""Profile a solve: where its time goes, stage by stage.

The puzzle is solved several times, each time by a solver of its own, which keeps the
time of each stage (`satdoku.backends.Statistics`).  What Python takes to start and to
load satdoku is measured in fresh processes, each of which solves an easy puzzle twice.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from cProfile import Profile as CProfile
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median, median_low
from time import monotonic_ns, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.answers import Status
from satdoku.choice import AUTO
from satdoku.deadline import Deadline
from satdoku.errors import EngineError, Stopped, UsageError, check_limit, printable
from satdoku.processes import fresh_python
from satdoku.puzzle import Puzzle
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from satdoku.answers import Statistics
    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.technique import Named

__all__ = ["STARTING", "Function", "Profile", "Stage", "measure", "profile"]

REPEAT = 5
_MAX_STARTED = 5  # fresh processes: each takes a fifth of a second
_MAX_UNCOUNTED = 3  # solves that do not count, since they loaded modules

STARTING = {
    "start": "Python itself starts",
    "import": "modules are loaded",
    "first": "what a first solve takes more than the next one",
}
"""The stages before a solve, and what each is."""

_ABOUT = STARTING | {
    "read": "the file or the text becomes a puzzle",
    "singles": "what follows by singles is placed",
    "encode": "singles are followed, recipe and puzzle become clauses",
    "load": "the engine takes the clauses, or gets ready",
    "propagate": "clauses with one literal left make it true, until none is left",
    "search": "the search, or what is left of it",
    "steps": "techniques are looked for in vain",
    "decode": "the true literals become a grid",
    "check": "the grid is checked by the rules",
    "close": "the engine is freed",
    "other": "what is left: the choice of engines, and what holds all this together",
}
"""All stages in their order; those that are not here are techniques."""

_EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
_MARK = "satdoku: modules from here on"
_CHILD = """
import sys, time
began = time.monotonic_ns()
sys.stderr.write({mark!r} + "\\n")
from importlib import import_module
for name in {modules!r}:
    import_module(name)
from satdoku.profiling import answer_easy
for turn in range(2):
    since = time.perf_counter_ns()
    for options in {options!r}:
        answer_easy(options)
    print(time.perf_counter_ns() - since)
print(began)
"""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage, and what it takes.

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

    @property
    def about(self) -> str:
        """What it is."""
        return _ABOUT.get(self.name, "steps of this technique are found")


class Function(NamedTuple):
    """A function of Python, and what it takes itself.

    Args:
        name: File, line and name.
        seconds: In it and in no other, while `cProfile` watches.
        share: The part that is of all functions, from 0 to 1.
        calls: How often it is called.
    """

    name: str
    seconds: float
    share: float
    calls: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Where the time of a solve goes; made by `satdoku.profile`.  It prints as a table.

    Args:
        puzzle: The puzzle.
        status: What was found.
        solutions: How many solutions were found.
        certain: Whether the answer is; not where the time was over first.
        engine: The engines that searched, in turn.
        encoding: The recipe of the formula; empty where none was made.
        simplified: Whether the formula held only what the puzzle leaves open.
        because: What else there is to say of the search.
        counters: What the engines counted.
        variables, clauses: The size of the formula; 0 where none was made.
        stages: The stages, in their order.
        runs: Seconds of each solve.
        functions: The functions with the most time of their own, where asked for.
    """

    puzzle: Puzzle
    status: Status
    solutions: int
    certain: bool
    engine: str
    encoding: str
    simplified: bool
    because: str
    counters: Mapping[str, int]
    variables: int
    clauses: int
    stages: tuple[Stage, ...]
    runs: tuple[float, ...]
    functions: tuple[Function, ...] = ()

    @property
    def seconds(self) -> float:
        """What all stages take together."""
        return sum(stage.seconds for stage in self.stages)

    def share(self, stage: Stage) -> float:
        """Return what part of all a stage is, from 0 to 1."""
        return stage.seconds / self.seconds if self.seconds else 0.0

    def stage(self, name: str, engine: str | None = None) -> Stage | None:
        """Return the stage of this name, of this engine or the first; None without.

        Example:
            >>> found = profile("1... ..2. ..3. 4...", repeat=1)
            >>> found.stage("check").calls, found.stage("swim")
            (1, None)
        """
        for stage in self.stages:
            if stage.name == name and engine in {None, stage.engine}:
                return stage
        return None

    def speedscope(self) -> dict[str, Any]:
        """Return the stages in the format of www.speedscope.app, one after another.

        `json.dump` writes it into a file that speedscope opens.

        Example:
            >>> found = profile("1... ..2. ..3. 4...", repeat=1).speedscope()
            >>> found["profiles"][0]["type"], found["profiles"][0]["unit"]
            ('sampled', 'seconds')
        """
        name = f"satdoku: {self.engine or 'no engine'} on {self.puzzle.line[:90]}"
        frames = ["solve", *(_title(stage) for stage in self.stages)]
        return {
            "$schema": "https://www.speedscope.app/file-format-schema.json",
            "shared": {"frames": [{"name": frame} for frame in frames]},
            "profiles": [
                {
                    "type": "sampled",
                    "name": name,
                    "unit": "seconds",
                    "startValue": 0,
                    "endValue": self.seconds,
                    "samples": [[0, place] for place in range(1, len(frames))],
                    "weights": [stage.seconds for stage in self.stages],
                }
            ],
            "name": name,
            "activeProfileIndex": 0,
            "exporter": "satdoku",
        }

    def __str__(self) -> str:
        return "\n".join((*_head(self), "", *_table(self), *_functions_table(self)))


class Task(NamedTuple):
    """What is solved again and again.

    Args:
        puzzle: The puzzle.
        options: What `Solver` takes.
        read: Reads the puzzle anew; None where that is not measured.
        every: Whether to look for all solutions.
        limit: Look for so many of all, at most.
        timeout: Seconds after which a solve stops.
    """

    puzzle: Puzzle
    options: Mapping[str, Any]
    read: Callable[[], Puzzle] | None = None
    every: bool = False
    limit: int | None = None
    timeout: float | None = None


class _Run(NamedTuple):
    """A solve: its time, that of its stages, and what was found."""

    seconds: float
    stages: dict[tuple[str, str], tuple[float, int]]
    status: Status
    solutions: int
    certain: bool
    because: str
    statistics: Statistics


def profile(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    heuristic: str | None = None,
    techniques: Named | None = None,
    order: str | None = None,
    every: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
    repeat: int = REPEAT,
    start: bool = False,
    functions: int = 0,
) -> Profile:
    """Say where the time of one solve goes.

    Args:
        puzzle: Whatever `Puzzle` takes.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        heuristic: The decision heuristic of engine `dpll`.
        techniques: What engines `logic` and `elimination` may use, as `Solver`.
        order: In which order engine `backtracking` takes cells.
        every: Whether to look for all solutions, not for one and whether it is the
            only one.
        limit: Look for so many of all, at most.
        timeout: Seconds after which a solve stops.
        repeat: How many solves; times are medians.
        start: Whether to measure as well how Python starts and loads satdoku.
        functions: How many functions of Python to list, by `cProfile`; 0 for none.

    Raises:
        InputError, UsageError, LimitError: As `solve`.

    Example:
        >>> found = profile("1... ..2. ..3. 4...", engine="dpll", repeat=3)
        >>> [stage.name for stage in found.stages][:3], len(found.runs)
        (['read', 'encode', 'load'], 3)
    """
    limit = check_limit(limit, minimum=1)
    Deadline(timeout)
    repeat = check_limit(repeat, minimum=1) or 1
    functions = check_limit(functions, minimum=0) or 0
    options: dict[str, Any] = {
        "engine": engine,
        "encoding": encoding,
        "heuristic": heuristic,
        "techniques": techniques,
        "order": order,
        "puzzles": 1,
    }
    read = None if isinstance(puzzle, Puzzle) else partial(Puzzle.of, puzzle)
    every = every or limit is not None
    task = Task(Puzzle.of(puzzle), options, read, every, limit, timeout)
    return measure(task, repeat, functions=functions, modules=() if start else None)


def measure(
    task: Task,
    repeat: int = REPEAT,
    *,
    functions: int = 0,
    modules: Sequence[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Profile:
    """Profile a task; see `profile`.

    Args:
        task: What is solved.
        repeat: How many solves.
        functions: How many functions of Python to list.
        modules: What a program loads besides; None where the start is not measured.
        progress: Called with what is done next.

    Raises:
        InputError, UsageError, LimitError, EngineError: As `Solver.solve`.
    """
    progress = progress or _ignore
    progress("getting ready")
    answer_easy(task.options)
    runs: list[_Run] = []
    uncounted = 0
    while len(runs) < repeat:
        progress(f"solve {len(runs) + 1} of {repeat}")
        loaded = len(sys.modules)
        run = _run(task)
        is_ready = len(sys.modules) == loaded or run.status is Status.UNKNOWN
        if is_ready or uncounted == _MAX_UNCOUNTED:
            runs.append(run)
        else:
            uncounted += 1
    middle = sorted(runs, key=lambda run: run.seconds)[(len(runs) - 1) // 2]
    stages = _stages(runs)
    statistics = middle.statistics
    if modules is not None:
        progress("how Python starts")
        engines = {str(task.options.get("engine", AUTO)), *statistics.engines}
        before = _started(task.options, engines, modules, min(repeat, _MAX_STARTED))
        stages = before + stages
    listed: tuple[Function, ...] = ()
    if functions:
        progress("functions")
        listed = _functions(lambda: _run(task), functions)
    return Profile(
        puzzle=task.puzzle,
        status=middle.status,
        solutions=middle.solutions,
        certain=middle.certain,
        engine=" ".join(statistics.engines),
        encoding=statistics.encoding,
        simplified=statistics.simplified,
        because=middle.because,
        counters=dict(statistics),
        variables=statistics.variables,
        clauses=statistics.clauses,
        stages=tuple(stages),
        runs=tuple(run.seconds for run in runs),
        functions=listed,
    )


def answer_easy(options: Mapping[str, Any]) -> None:
    """Solve an easy puzzle, so that modules and caches are loaded."""
    own = {key: value for key, value in options.items() if key != "max_clauses"}
    with Solver(**own) as solver:
        solver.solve(_EASY)


def _run(task: Task) -> _Run:
    """Solve a puzzle once."""
    gc.collect()  # what earlier runs have left is not this one's to tidy up
    begun = perf_counter()
    puzzle = task.puzzle if task.read is None else task.read()
    read = perf_counter()
    with Solver(**task.options) as solver:
        status, solutions, certain, because, statistics = _answer(solver, puzzle, task)
    ended = perf_counter()
    stages = {key: (time, calls) for key, (time, calls) in statistics.stages.items()}
    if task.read is not None:
        stages["read", ""] = (read - begun, 1)
    spent = sum(time for time, _ in stages.values())
    stages["other", ""] = (max(0.0, ended - begun - spent), 1)
    return _Run(ended - begun, stages, status, solutions, certain, because, statistics)


def _answer(
    solver: Solver, puzzle: Puzzle, task: Task
) -> tuple[Status, int, bool, str, Statistics]:
    if not task.every:
        result = solver.solve(puzzle, timeout=task.timeout)
        found = sum(grid is not None for grid in (result.solution, result.second))
        return (
            result.status,
            found,
            result.certain,
            result.because,
            result.statistics,
        )
    search = solver.solutions(puzzle, timeout=task.timeout)
    found, certain = 0, True
    try:
        for _ in islice(search, task.limit):
            found += 1
    except Stopped:
        certain = False
    finally:
        search.close()
    complete = certain and found != task.limit
    if found > 1:
        status = Status.MULTIPLE
    elif found:
        status = Status.UNIQUE if complete else Status.FOUND
    else:
        status = Status.NONE if complete else Status.UNKNOWN
    return status, found, certain, search.because, search.statistics


def _stages(runs: Sequence[_Run]) -> list[Stage]:
    """Return the stages of all runs, with medians."""
    names = list(_ABOUT)
    engines = [name for run in runs for name in run.statistics.engines]
    keys = dict.fromkeys(key for run in runs for key in run.stages)

    def place(key: tuple[str, str]) -> tuple[int, int, int]:
        name, engine = key
        within = names.index(name if name in _ABOUT else "steps")
        if engine:
            return 1, engines.index(engine) if engine in engines else 0, within
        return 0 if within <= names.index("encode") else 2, 0, within

    found: list[Stage] = []
    for key in sorted(keys, key=place):
        values = [run.stages.get(key, (0.0, 0)) for run in runs]
        times, calls = zip(*values, strict=True)
        found.append(Stage(*key, median(times), median_low(calls)))
    return found


def _started(
    options: Mapping[str, Any], engines: set[str], modules: Sequence[str], times: int
) -> list[Stage]:
    """Measure in fresh processes what comes before a solve.

    Raises:
        EngineError: Such a process failed.
    """
    plain = {
        key: value
        for key, value in options.items()
        if isinstance(value, (str, int)) and key not in {"max_clauses", "engine"}
    }
    known = {"lanes", "logic"} | engines
    solvers = [{**plain, "engine": options.get("engine", AUTO)}]
    solvers += ({"engine": name} for name in engines & known if name != AUTO)
    text = _CHILD.format(mark=_MARK, modules=list(modules), options=solvers)
    columns = zip(*(_start_once(text) for _ in range(times)), strict=True)
    return [
        Stage(name, "", median(column) / 1e9, 1)
        for name, column in zip(STARTING, columns, strict=True)
    ]


def _start_once(text: str) -> tuple[int, int, int]:
    """Return nanoseconds until Python's first line, for modules, and for what else."""
    python, *rest = fresh_python(text)
    called = monotonic_ns()
    done = subprocess.run(  # noqa: S603  this same Python, with a text of our own
        [python, "-X", "importtime", *rest],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        said = done.stderr.splitlines()[-1:] or ["nothing"]
        raise EngineError(
            f"a fresh process ended with {done.returncode} and said "
            f"{printable(said[0], 200)}"
        )
    cold, warm, began = map(int, done.stdout.split()[-3:])
    loading = 0
    for line in done.stderr.partition(_MARK)[2].splitlines():
        own, _, _ = line.removeprefix("import time:").partition("|")
        if line.startswith("import time:") and own.strip().isdigit():
            loading += 1_000 * int(own)
    return began - called, loading, max(0, cold - loading - warm)


def _functions(run: Callable[[], object], most: int) -> tuple[Function, ...]:
    """Return the functions with the most time of their own, by `cProfile`.

    Raises:
        UsageError: Another profiler is at work in this process.
    """
    watch = CProfile()
    try:
        watch.enable()
    except ValueError as error:
        raise UsageError(f"functions cannot be listed: {error}") from None
    try:
        run()
    finally:
        watch.disable()
    entries = [entry for entry in watch.getstats() if entry.inlinetime > 0]
    total = sum(entry.inlinetime for entry in entries)
    entries.sort(key=lambda entry: -entry.inlinetime)
    root = Path(__file__).parents[1]
    found: list[Function] = []
    for entry in entries[:most]:
        name = str(entry.code).strip("<>")
        if not isinstance(entry.code, str):
            path = Path(entry.code.co_filename)
            if path.is_relative_to(root):
                path = path.relative_to(root)
            code = entry.code
            name = f"{path.as_posix()}:{code.co_firstlineno} {code.co_qualname}"
        share = entry.inlinetime / total
        found.append(Function(name, entry.inlinetime, share, entry.callcount))
    return tuple(found)


def _ignore(_: str) -> None:
    """Do nothing."""


def _title(stage: Stage) -> str:
    return f"{stage.name} ({stage.engine})" if stage.engine else stage.name


def _head(profile: Profile) -> Iterator[str]:
    """Yield the lines above the table."""
    puzzle = profile.puzzle
    large = puzzle.geometry.cells > 256
    clues = f"{puzzle.geometry}, {puzzle.clue_count:,} clues"
    yield f"Puzzle    {clues if large else puzzle.line}"
    many = profile.solutions
    yield f"Answer    {profile.status}, {many:,} solution{'s' * (many != 1)} found"
    engine = profile.engine.replace(" ", ", then ") or "no search"
    yield f"Engine    {engine}{': ' if profile.because else ''}{profile.because}"
    if profile.clauses:
        what = "what the puzzle leaves open" if profile.simplified else "all rules"
        yield (
            f"Formula   encoding {profile.encoding}, {what}: "
            f"{profile.variables:,} variables, {profile.clauses:,} clauses"
        )
    if profile.counters:
        counts = (f"{count:,} {name}" for name, count in profile.counters.items())
        yield f"Counted   {', '.join(counts)}"
    runs = [f"{1e3 * run:,.3f}" for run in (min(profile.runs), max(profile.runs))]
    several = len(profile.runs) > 1
    spread = f"{runs[0]} to {runs[1]} ms; medians below" if several else f"{runs[0]} ms"
    yield f"Runs      {len(profile.runs)}, {spread}"


def _table(profile: Profile) -> Iterator[str]:
    """Yield a line a stage; columns of numbers are lined up to the right."""
    rows: list[tuple[str, ...]] = [
        ("stage", "engine", "ms", "share", "calls", "ms a call")
    ]
    for stage in profile.stages:
        each = f"{1e3 * stage.seconds / stage.calls:,.3f}" if stage.calls else ""
        time, share = f"{1e3 * stage.seconds:,.3f}", f"{profile.share(stage):.1%}"
        rows.append((stage.name, stage.engine, time, share, f"{stage.calls:,}", each))
    solve = sum(each.seconds for each in profile.stages if each.name not in STARTING)
    for name, seconds in (("solve alone", solve), ("whole", profile.seconds)):
        if seconds != profile.seconds or name == "whole":
            share = f"{seconds / profile.seconds:.1%}" if profile.seconds else ""
            rows.append((name, "", f"{1e3 * seconds:,.3f}", share, "", ""))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        words = [cell.ljust(width) for cell, width in islice(cells, 2)]
        numbers = [cell.rjust(width) for cell, width in cells]
        yield "  ".join((*words, *numbers)).rstrip()


def _functions_table(profile: Profile) -> Iterator[str]:
    if profile.functions:
        yield ""
        yield "  own ms   share      calls  function"
    for name, seconds, share, calls in profile.functions:
        yield f"{1e3 * seconds:8,.3f}  {share:6.1%}  {calls:9,}  {name}"
