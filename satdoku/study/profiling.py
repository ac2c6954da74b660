"""Profile a solve: where its time goes, stage by stage.

The puzzle is solved several times, each time by a new solver, which keeps the time of
each stage (`solving.results.Statistics`).  How long Python takes to start and to load
satdoku is measured in fresh processes, each of which solves an easy puzzle twice.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from cProfile import Profile as CProfile
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, starmap
from pathlib import Path
from pstats import Stats
from statistics import median, median_low
from time import monotonic_ns, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import EngineError, Stopped, UsageError, check_limit, printable
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import check_timeout
from satdoku.runtime.processes import fresh_python
from satdoku.runtime.statistics import counter_text
from satdoku.solving.backends import unload_rules
from satdoku.solving.choice import AUTO
from satdoku.solving.results import Status
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.runtime.statistics import Statistics
    from satdoku.solving.results import Result

REPEAT = 5
_MAX_CELLS = 256  # of a puzzle that is printed on a line
_MAX_STARTED = 5  # fresh processes: each takes a fifth of a second
_MAX_UNCOUNTED = 3  # solves that are repeated, since they loaded modules

STARTING = {
    "start": "Python itself starts",
    "import": "satdoku's modules are loaded",
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
_CHILD = """
import time
times = [time.monotonic_ns()]
from importlib import import_module
for name in {modules!r}:
    import_module(name)
from satdoku.study.profiling import answer_easy
times.append(time.monotonic_ns())
for turn in range(2):
    for options in {options!r}:
        answer_easy(options)
    times.append(time.monotonic_ns())
print(*times)
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
        complete: Whether no limit of time cut the answer short.
        engine_note: What else there is to say of the search.
        statistics: The counters of the engines, their names, and the formula.
        stages: The stages, in their order.
        runs: Seconds of each solve.
        functions: The functions with the most time of their own, if requested.
    """

    puzzle: Puzzle
    status: Status
    solutions: int
    complete: bool
    engine_note: str
    statistics: Statistics
    stages: tuple[Stage, ...] = ()
    runs: tuple[float, ...] = ()
    functions: tuple[Function, ...] = ()

    @property
    def seconds(self) -> float:
        """The time of all stages together."""
        return sum(stage.seconds for stage in self.stages)

    def share(self, stage: Stage) -> float:
        """Return what part of the time a stage takes, from 0 to 1."""
        return stage.seconds / self.seconds if self.seconds else 0.0

    def stage(self, name: str, engine: str | None = None) -> Stage | None:
        """Return the stage of this name, of this engine or the first; None without.

        Example:
            >>> found = profile("1... ..2. ..3. 4...", repeat=1)
            >>> found.stage("check").calls, found.stage("swim")
            (1, None)
        """
        fit = (each for each in self.stages if each.name == name)
        return next((each for each in fit if engine in {None, each.engine}), None)

    def speedscope(self) -> dict[str, Any]:
        """Return the stages in the format of www.speedscope.app, one after another.

        `json.dump` writes it into a file that speedscope opens.

        Example:
            >>> found = profile("1... ..2. ..3. 4...", repeat=1).speedscope()
            >>> found["profiles"][0]["type"], found["profiles"][0]["unit"]
            ('sampled', 'seconds')
        """
        name = f"satdoku: one solve of {self.puzzle.line}"
        stages = [f"{s.name} ({s.engine})".removesuffix(" ()") for s in self.stages]
        samples = {
            "type": "sampled",
            "name": name,
            "unit": "seconds",
            "startValue": 0,
            "endValue": self.seconds,
            "samples": [[0, place] for place in range(1, len(stages) + 1)],
            "weights": [stage.seconds for stage in self.stages],
        }
        return {
            "$schema": "https://www.speedscope.app/file-format-schema.json",
            "shared": {"frames": [{"name": frame} for frame in (name, *stages)]},
            "profiles": [samples],
            "name": name,
            "activeProfileIndex": 0,
            "exporter": "satdoku",
        }

    def __str__(self) -> str:
        lines = [f"{heading:<10}{text}" for heading, text in _facts(self)]
        lines += ["", *_table(self)]
        if self.functions:
            lines += ["", "  own ms   share      calls  function"]
        for name, seconds, share, calls in self.functions:
            lines.append(f"{1e3 * seconds:8,.3f}  {share:6.1%}  {calls:9,}  {name}")
        return "\n".join(lines)


def profile(
    puzzle: PuzzleLike,
    *,
    every: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
    repeat: int = REPEAT,
    start: bool = False,
    modules: Sequence[str] = (),
    functions: int = 0,
    read: Callable[[], Puzzle] | None = None,
    progress: Callable[[str], object] = lambda _: None,
    **options: Any,  # noqa: ANN401  as `Solver` takes them
) -> Profile:
    """Measure where the time of one solve goes.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        every: Whether to search for all solutions, not for one and whether it is the
            only one.
        limit: Search for all solutions, at most so many.
        timeout: Seconds after which a solve stops.
        repeat: How many solves; times are medians.
        start: Whether to measure how Python starts and loads satdoku, too.
        modules: What a program loads besides, to be measured with `start`.
        functions: How many functions of Python to list, by `cProfile`; 0 for none.
        read: Reads the puzzle anew; by default, reading is measured if `puzzle` is not
            a `Puzzle`.
        progress: Called with what is done next.
        **options: What `Solver` takes: `engine`, `encoding`, `heuristic`, ...

    Raises:
        InputError, UsageError, LimitError, EngineError: As `solve`.

    Example:
        >>> found = profile("1... ..2. ..3. 4...", engine="dpll", repeat=3)
        >>> [stage.name for stage in found.stages][:3], len(found.runs)
        (['read', 'encode', 'load'], 3)
    """
    check_timeout(timeout)
    limit = check_limit(limit, minimum=1)
    every = every or limit is not None
    repeat = check_limit(repeat, minimum=1) or 1
    functions = check_limit(functions, minimum=0) or 0
    if read is None and not isinstance(puzzle, Puzzle):
        read = partial(Puzzle.of, puzzle)
    only = Puzzle.of(puzzle)

    def run() -> tuple[float, Profile]:
        begun = perf_counter()
        given = only if read is None else read()
        ready = perf_counter()
        unload_rules()  # every run is like the first one
        with Solver(**options) as solver:
            found = _answer(solver, given, limit, timeout, every=every)
        seconds = perf_counter() - begun
        stages = found.statistics.stages
        if read is not None:
            stages["read", ""] = (ready - begun, 1)
        spent = sum(time for time, _ in stages.values())
        stages["other", ""] = (max(0.0, seconds - spent), 1)
        return seconds, found

    progress("getting ready")
    answer_easy(options)
    runs: list[tuple[float, Profile]] = []
    uncounted = _MAX_UNCOUNTED
    while len(runs) < repeat:
        progress(f"solve {len(runs) + 1} of {repeat}")
        loaded = len(sys.modules)
        gc.collect()  # earlier runs' garbage is not this one's
        runs.append(run())
        is_loading = len(sys.modules) > loaded
        if is_loading and uncounted and runs[-1][1].status is not Status.UNKNOWN:
            uncounted -= 1
            runs.pop()
    times = [seconds for seconds, _ in runs]
    middle = runs[times.index(median_low(times))][1]
    stages = _stages([found.statistics for _, found in runs])
    if start:
        progress("how Python starts")
        names = {str(options.get("engine", AUTO)), *middle.statistics.engines}
        stages = _started(options, names, modules, min(repeat, _MAX_STARTED)) + stages
    listed: tuple[Function, ...] = ()
    if functions:
        progress("functions")
        listed = _functions(run, functions)
    return replace(middle, stages=tuple(stages), runs=tuple(times), functions=listed)


def answer_easy(options: Mapping[str, Any]) -> None:
    """Solve an easy puzzle, so that modules and caches are loaded."""
    own = {key: value for key, value in options.items() if key != "max_clauses"}
    with Solver(**own) as solver:
        solver.solve(_EASY)


def _answer(
    solver: Solver,
    puzzle: Puzzle,
    limit: int | None,
    timeout: float | None,
    *,
    every: bool,
) -> Profile:
    """Solve once, and return what was found."""
    if not every:
        result = solver.solve(puzzle, timeout=timeout)
        found = sum(grid is not None for grid in (result.solution, result.second))
        return _profile(puzzle, result, found)
    search = solver.solutions(puzzle, timeout=timeout)
    grids: list[Grid] = []
    found, complete = 0, True
    try:
        for grid in islice(search, limit):
            found += 1
            if found <= 2:
                grids.append(grid)
    except Stopped:
        complete = False
    finally:
        search.close()
    limit = limit if found == limit else None
    return _profile(puzzle, search.result(grids, complete=complete, limit=limit), found)


def _profile(puzzle: Puzzle, result: Result, count: int) -> Profile:
    """Return a profile without stages."""
    return Profile(
        puzzle,
        result.status,
        count,
        result.complete,
        result.engine_note,
        result.statistics,
    )


def _stages(runs: Sequence[Statistics]) -> list[Stage]:
    """Return the stages of all runs, with medians: in order, by engine."""
    names = list(_ABOUT)
    engines = list(dict.fromkeys(engine for run in runs for _, engine in run.stages))

    def place(key: tuple[str, str]) -> tuple[int, int, int]:
        name, engine = key
        within = names.index(name if name in _ABOUT else "steps")
        group = 1 if engine else 2 * (within > names.index("encode"))
        return group, engines.index(engine), within

    stages: list[Stage] = []
    for key in sorted({key: 0 for run in runs for key in run.stages}, key=place):
        times, calls = zip(
            *(run.stages.get(key, (0.0, 0)) for run in runs), strict=True
        )
        stages.append(Stage(*key, median(times), median_low(calls)))
    return stages


def _started(
    options: Mapping[str, Any], engines: set[str], modules: Sequence[str], times: int
) -> list[Stage]:
    """Measure in fresh processes what comes before a solve.

    Raises:
        EngineError: Such a process failed.
    """
    plain = {
        key: value for key, value in options.items() if isinstance(value, (str, int))
    }
    others = engines - {AUTO}
    solvers = [plain, *({**plain, "engine": name} for name in others)]
    text = _CHILD.format(modules=list(modules), options=solvers)
    columns = zip(*(_start_once(text) for _ in range(times)), strict=True)
    return [
        Stage(name, "", median(column) / 1e9, 1)
        for name, column in zip(STARTING, columns, strict=True)
    ]


def _start_once(text: str) -> tuple[int, int, int]:
    """Return nanoseconds until Python's first line, for modules, and for what else."""
    called = monotonic_ns()
    done = subprocess.run(  # noqa: S603  this same Python, with a text of our own
        fresh_python(text),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
        errors="replace",
    )
    if done.returncode:
        said = printable(done.stderr.strip().rpartition("\n")[2], 200)
        raise EngineError(f"a fresh process ended with {done.returncode}: {said}")
    began, loaded, first, second = map(int, done.stdout.split()[-4:])
    again = second - first
    return began - called, loaded - began, max(0, first - loaded - again)


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
    every: Any = Stats(watch)
    entries = sorted(every.stats.items(), key=lambda entry: -entry[1][2])
    root = Path(__file__).parents[2]
    found: list[Function] = []
    for (file, line, name), (_, calls, own, *_) in entries[:most]:
        path = Path(file)
        if path.is_relative_to(root):
            path = path.relative_to(root)
        place = f"{path.as_posix()}:{line} " if line else ""
        share = own / every.total_tt
        found.append(Function(f"{place}{name.strip('<>')}", own, share, calls))
    return tuple(found)


def _facts(profile: Profile) -> Iterator[tuple[str, str]]:
    """Yield the lines above the table."""
    puzzle, found = profile.puzzle, profile.statistics
    is_large = puzzle.geometry.cells > _MAX_CELLS
    clues = f"{puzzle.geometry}, {puzzle.clue_count:,} clues"
    yield "Puzzle", clues if is_large else puzzle.line
    if puzzle.constraints:
        yield "Rules", "; ".join(rule.describe() for rule in puzzle.constraints)
    many = f"{profile.solutions:,} solution{'s' * (profile.solutions != 1)}"
    yield "Answer", f"{profile.status}, {many} found"
    engine = ", then ".join(found.engines) or "no search"
    yield "Engine", ": ".join(filter(None, (engine, profile.engine_note)))
    if found.clauses:
        what = "what the puzzle leaves open" if found.simplified else "all rules"
        size = f"{found.variables:,} variables, {found.clauses:,} clauses"
        yield "Formula", f"encoding {found.encoding}, {what}: {size}"
    if found:
        yield "Counted", ", ".join(starmap(counter_text, found.items()))
    times = [f"{1e3 * run:,.3f}" for run in (min(profile.runs), max(profile.runs))]
    several = f"{' to '.join(times)} ms; medians below"
    one = len(profile.runs) == 1
    yield "Runs", f"{len(profile.runs)}, {f'{times[0]} ms' if one else several}"


def _table(profile: Profile) -> list[str]:
    """Return a line for each stage, with sums."""
    own = [stage.seconds for stage in profile.stages if stage.name not in STARTING]
    sums = [Stage("whole", "", profile.seconds, 0)]
    if len(own) < len(profile.stages):
        sums.insert(0, Stage("solve alone", "", sum(own), 0))
    stages = [*profile.stages, *sums]
    name = max(len(stage.name) for stage in stages)
    engine = max(len("engine"), *(len(stage.engine) for stage in stages))
    heads = "       ms   share    calls  ms a call"
    lines = [f"{'stage':<{name}}  {'engine':<{engine}}  {heads}"]
    for stage in stages:
        calls = ""
        if stage.calls:
            calls = f"  {stage.calls:>7,}  {1e3 * stage.seconds / stage.calls:>9,.3f}"
        times = f"{1e3 * stage.seconds:>9,.3f}  {profile.share(stage):>6.1%}{calls}"
        lines.append(f"{stage.name:<{name}}  {stage.engine:<{engine}}  {times}")
    return lines
