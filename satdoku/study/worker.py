"""The process of one run: does one piece of work, and measures it.

    in    (function, item): a function of a module, and its argument
    out   memory and the time to load libraries, as soon as the work begins, then
          {"value": ..., "time_s": ..., "cpu_s": ..., "peak": memory} or what went wrong

Before the clock starts, the solver answers a tiny puzzle.  So the libraries of its
engine are loaded, and what is compiled is compiled: how long that takes (`import_s`)
says nothing of how it searches.  There are three kinds of work:

    answer        solve puzzles by a solver
    measure       make a formula, load it into an engine, find a first solution
    propagation   assume the clues on the whole formula and propagate

The steps of `measure` are CPU time, so that other programs disturb little; so is the
limit of its search.  How strongly a recipe propagates needs no engine.  Source of the
idea: I. Lynce, J. Ouaknine, "Sudoku as a SAT problem" (2006).

Memory is read from /proc on Linux: `VmRSS` and its high-water mark `VmHWM`.  Elsewhere
it is `ru_maxrss`, which on Linux would begin with the mark of the parent process.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.cnf.encoder import encode_rules, formula_size, simplify
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.base import Outcome
from satdoku.errors import (
    EngineError,
    InputError,
    LimitError,
    UsageError,
)
from satdoku.explanation.strength import Propagator
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.solving.attempts import unload_rules
from satdoku.solving.choice import AUTO, LEARNER
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.cnf.encoder import Encoding, ResidualEncoding
    from satdoku.engines.base import Engine
    from satdoku.engines.own import Answers
    from satdoku.solving.results import Result

COUNTERS = ("guesses", "decisions", "propagations", "conflicts")
"""The counters of engines that a study records."""

PROPAGATION = "propagation"
"""What stands as engine where unit propagation alone is measured."""

MAX_LITERALS = 20_000_000
"""Larger formulas are not made: they would fill gigabytes in Python."""

_TOO_SHORT = 0.1  # seconds: not worth another call of the engine
_SMALL = Group(Origin("example", "all"), ((1, 2), (-1, -2)))
_TINY = "1... .... .... ...."
"""A puzzle that no engine solves without a search."""
_EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
"""A puzzle for engines that take 9x9 only."""


class Item(NamedTuple):
    """The work of one run.

    Args:
        puzzles: One puzzle, or those of a whole set.
        engine: An engine by name, `auto`, or PROPAGATION.
        encoding: A recipe by name or file; None for the usual one.
        options: Further arguments of `Solver`.
        unique: Whether to find out if the solution is the only one.
        whole: Whether the puzzles are a whole set, for engines that stay loaded.
        form: Empty to solve; `whole` to measure a formula of the whole grid with the
            clues as assumptions, `simplified` one of what the clues leave open.
        seconds: CPU time of the search of a form; None for no limit.
        make: Makes the engine, if it is a registered one.
    """

    puzzles: tuple[Puzzle, ...]
    engine: str
    encoding: str | None = None
    options: dict[str, Any] = {}  # noqa: RUF012  nobody changes it
    unique: bool = False
    whole: bool = False
    form: str = ""
    seconds: float | None = None
    make: Callable[[Formula], Answers] | None = None


def work(item: Item) -> dict[str, object]:
    """Do the work of an item.

    Returns:
        Columns of `runs.csv`; `complete`, if the question was answered; `late`, whether
        a search was cut off.  Or only `refused`, with the reason.

    Example:
        >>> found = work(Item((Puzzle("1... ..2. ..3. 4..."),), "bitmask"))
        >>> found["complete"], found["status"], "propagations" in found
        (True, 'found', True)
    """
    try:
        if item.engine == PROPAGATION:
            return propagation(item.puzzles[0], item.encoding or "extended")
        return measure(item) if item.form else answer(item)
    except (InputError, UsageError, LimitError) as error:
        return {"refused": str(error)}


def warm_up(item: Item) -> float:
    """Let the solver of an item answer a tiny puzzle; return the seconds it takes.

    Errors come again when the work is done.
    """
    began = time.perf_counter()
    if item.engine == AUTO and registry.available(registry.find(LEARNER)):
        _load_library(LEARNER)
    for text in (_TINY, _EASY):
        with suppress(Exception):
            if item.form:
                _load_library(item.engine)
            else:
                many = len(item.puzzles) if item.engine in {AUTO, "lanes"} else 1
                answer(item._replace(puzzles=(Puzzle(text),) * many))
            break
    if item.engine == AUTO and any(puzzle.constraints for puzzle in item.puzzles):
        from satdoku.solving import variants  # noqa: PLC0415  few studies need it

        variants.load(lambda: None)
    unload_rules()
    return time.perf_counter() - began


def _load_library(engine: str) -> None:
    """Let an engine answer a small formula."""
    loaded = registry.load(engine, Formula(2, 2, lambda: [_SMALL], str))
    loaded.solve()
    loaded.close()


def answer(item: Item) -> dict[str, object]:
    """Solve the puzzles of an item; of a single one the status is returned, too."""
    if item.whole and item.engine == "lanes":
        from satdoku.solving.batch import solve_batch  # noqa: PLC0415  numpy

        began = time.perf_counter()
        batch = solve_batch(item.puzzles, limit=2 if item.unique else 1)
        return {
            "complete": bool(batch.complete.all()),
            "guesses": int(batch.guesses.sum()),
            "search_s": time.perf_counter() - began,
        }
    value: dict[str, Any] = {"complete": True}
    spent: dict[str, float] = {}
    for result in _results(item):
        value["complete"] &= result.complete
        if not item.whole:
            value["status"] = str(result.status)
        counted = result.statistics if result.engine else {"guesses": 0}
        for name in COUNTERS:
            if name in counted:
                value[name] = value.get(name, 0) + counted[name]
        if not item.whole and result.statistics.clauses:
            value["variables"] = result.statistics.variables
            value["clauses"] = result.statistics.clauses
        for (stage, _), (seconds, _) in result.statistics.stages.items():
            spent[stage] = spent.get(stage, 0.0) + seconds
    made = {f"{stage}_s": spent.pop(stage, 0.0) for stage in ("encode", "load")}
    rest = ("decode", "check", "close")
    search = sum(seconds for stage, seconds in spent.items() if stage not in rest)
    return value | made | {"search_s": search}


def _results(item: Item) -> Iterable[Result]:
    if item.whole and item.engine == AUTO and not item.options:
        from satdoku.solving.many import solve_many  # noqa: PLC0415  for whole sets only

        return solve_many(item.puzzles, unique=item.unique)
    solver = Solver(item.engine, item.encoding, **item.options)
    return [solver.solve(puzzle, unique=item.unique) for puzzle in item.puzzles]


def measure(item: Item) -> dict[str, object]:
    """Make the formula of an item's puzzle, load it and search it.

    The solution is checked by the rules after the clock stops.

    Raises:
        EngineError: The model is not a solution.
        LimitError: The formula is too large.

    Example:
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> found = measure(Item((puzzle,), "dpll", "extended", form="whole"))
        >>> found["status"], found["clauses"], found["literals"]
        ('found', 384, 896)
    """
    (puzzle,), recipe = item.puzzles, load_recipe(item.encoding or "extended")
    began = _cpu()
    encoded: Encoding | ResidualEncoding
    assumed: list[int] = []
    if item.form == "whole":
        encoded = encode_rules(
            puzzle.geometry, recipe, MAX_LITERALS, puzzle.constraints
        )
        assumed = encoded.literals(puzzle)
    else:
        encoded = simplify(puzzle, recipe, MAX_LITERALS // 2)
    groups = list(encoded.formula.groups())
    made = _cpu()
    formula = replace(encoded.formula, make_groups=lambda: groups)
    engine = registry.load(item.engine, formula)
    loaded = _cpu()
    is_limited = registry.find(item.engine).time_limit != "none"
    outcome = _search(engine, assumed, item.seconds if is_limited else None)
    solved = _cpu()
    if outcome.model is not None and not puzzle.is_solution(
        encoded.decode(outcome.model)
    ):
        raise EngineError(f"{item.engine} gave a model that is not a solution")
    late = outcome.satisfiable is None
    search = max(solved - loaded, (item.seconds or 0.0) if late else 0.0)
    return {
        **outcome.statistics,
        "late": late,
        "status": {True: "found", False: "none", None: ""}[outcome.satisfiable],
        "variables": formula.variables,
        "clauses": len(formula),
        "literals": sum(map(len, formula)),
        "encode_s": made - began,
        "load_s": loaded - made,
        "search_s": search,
        "time_s": loaded - began + search,
    }


def _search(engine: Engine, assumed: list[int], seconds: float | None) -> Outcome:
    """Search within a limit of CPU time; engines have limits of wall time alone."""
    began, left = _cpu(), seconds
    counted: Counter[str] = Counter()
    while True:
        outcome = engine.solve(assumed, Deadline(left))
        counted.update(outcome.statistics)
        if seconds is not None:
            left = seconds - (_cpu() - began)
        if outcome.satisfiable is not None or left is None or left < _TOO_SHORT:
            return Outcome(outcome.satisfiable, outcome.model, dict(counted))


def propagation(puzzle: Puzzle, encoding: str) -> dict[str, object]:
    """Find out how far unit propagation gets on the whole formula.

    Returns:
        Columns of `runs.csv`: `filled`, the share of the empty cells that it fills, and
        `removed`, that of the candidates that have to go, all but one a cell.

    Example:
        >>> propagation(Puzzle("12.. .... .... ...3"), "extended")["filled"]
        0.15384615384615385
    """
    recipe = load_recipe(encoding)
    variables, clauses, literals, _ = formula_size(puzzle.geometry, recipe)
    size = {"variables": variables, "clauses": clauses, "literals": literals}
    if literals > MAX_LITERALS:
        raise LimitError(f"{literals:,} literals, more than {MAX_LITERALS:,}")
    propagator = Propagator(puzzle.geometry, encoding)
    true = propagator.closure(propagator.literals(puzzle))
    if true is None:
        return {**size, "status": "none"}
    encoded = encode_rules(puzzle.geometry, recipe)
    filled = cells = removed = candidates = 0
    for cell, mask in enumerate(puzzle.candidate_masks()):
        if puzzle.values[cell]:
            continue
        cells += 1
        candidates += mask.bit_count()
        for digit in puzzle.geometry.digit_range:
            variable = encoded.variable_of(cell, digit)
            filled += variable in true
            removed += bool(mask >> (digit - 1) & 1) and -variable in true
    return {
        **size,
        "filled": filled / cells if cells else None,
        "removed": removed / (candidates - cells) if candidates > cells else None,
    }


def main() -> None:
    """Do the one piece of work that the parent process sends, and end."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing printed may come between the answers
    function, item = pickle.load(sys.stdin.buffer)  # noqa: S301  from the parent
    Thread(target=_end_with_parent, daemon=True).start()
    if isinstance(item, Item) and item.make is not None:
        registry.register(item.engine, item.make)
    is_solver = isinstance(item, Item) and item.engine != PROPAGATION
    import_s = warm_up(item) if is_solver else None
    gc.collect()
    _reset_peak()
    pickle.dump((memory()[0], import_s), target)
    target.flush()
    target.write(pickle.dumps(_measured(function, item)))
    target.flush()
    os._exit(0)  # the system frees what was loaded


def _measured(function: Callable[[Any], object], item: object) -> dict[str, object]:
    """Call a function; return its value, or what went wrong, and what that took."""
    outcome: dict[str, object]
    start, cpu = time.perf_counter(), _cpu()
    try:
        outcome = {"ended": "answered", "value": function(item)}
    except MemoryError:
        outcome = {"ended": "memory"}
    except BaseException as error:  # noqa: BLE001  becomes the note of the run
        note = ": ".join(filter(None, [type(error).__name__, str(error)]))
        outcome = {"ended": "failed", "note": note}
    outcome["cpu_s"] = _cpu() - cpu
    outcome["time_s"] = time.perf_counter() - start
    outcome["peak"] = memory()[1]
    return outcome


def _cpu() -> float:
    """Return the CPU time of this process and of its children that have ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _end_with_parent() -> None:
    """End when the parent process is gone."""
    while os.read(0, 4096):
        pass
    os._exit(1)


def memory(process: int | str = "self") -> tuple[int | None, int | None]:
    """Return the memory of a process and its peak, in bytes; None where unknown.

    Args:
        process: Its number; `self` for this one.  Others are known on Linux only.

    Example:
        >>> now, peak = memory()
        >>> now is None or 0 < now <= peak
        True
    """
    sizes: dict[str, int] = {}
    path = f"/proc/{process}/status"
    try:
        with open(path, encoding="ascii", errors="replace") as file:  # noqa: PTH123  pathlib slows a start
            for line in file:
                name, _, value = line.partition(":")
                if name in ("VmRSS", "VmHWM"):
                    sizes[name] = int(value.split()[0]) * 1024
    except OSError:  # not Linux, or the process is gone
        if process != "self" or sys.platform == "win32":
            return None, None
        import resource  # noqa: PLC0415  not on Windows

        unit = 1 if sys.platform == "darwin" else 1024
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
        return peak, peak
    return sizes.get("VmRSS"), sizes.get("VmHWM")


def _reset_peak() -> None:
    """Let the peak of memory begin anew, where the system can."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as target:  # noqa: PTH123  as above
            target.write("5")
    except OSError:
        return
