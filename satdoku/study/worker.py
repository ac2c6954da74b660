"""The process of one run: does one piece of work, and measures it.

    in    (function, item): a function of this module, and its argument
    out   memory, as soon as the work begins, then
          {"value": ..., "time_s": ..., "cpu_s": ..., "peak": memory} or what went wrong

Everything imported here is loaded before the clock starts, so a run measures a fresh
process that has loaded satdoku and nothing else.  There are three kinds of work:

    answer        solve puzzles by a solver configuration
    measure       make a formula, load it into an engine, find a first solution
    propagation   assume the clues on the whole formula and propagate

The steps of `measure` are CPU time, so that other programs disturb little; so is the
limit of its search.  How strongly a recipe propagates needs no engine.  Source of the
idea: I. Lynce, J. Ouaknine, "Sudoku as a SAT problem" (2006).

Memory is read from /proc on Linux: `VmRSS` and its high-water mark `VmHWM`.  Elsewhere
it is `ru_maxrss`, which on Linux would begin with the mark of the parent process.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import TYPE_CHECKING, Any

from satdoku.cnf.encoder import encode_rules, formula_size, simplify
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.base import Outcome
from satdoku.errors import EngineError, InputError, LimitError, UsageError
from satdoku.explanation.strength import Propagator
from satdoku.runtime.deadline import Deadline
from satdoku.solving.choice import AUTO
from satdoku.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.cnf.encoder import Encoding, ResidualEncoding
    from satdoku.engines.base import Engine
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.solving.results import Result

COUNTERS = ("guesses", "decisions", "propagations", "conflicts")
"""The counters of engines that a study records."""

MAX_LITERALS = 20_000_000
"""Larger formulas are not made: they would fill gigabytes in Python."""

_TOO_SHORT = 0.1  # seconds: not worth another call of the engine
_SMALL = Group(Origin("example", "all"), ((1, 2), (-1, -2)))


@dataclass(frozen=True, slots=True)
class Item:
    """Puzzles for one solver configuration.

    Args:
        puzzles: One puzzle, or those of a whole set.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None for the usual one.
        options: Further arguments of `Solver`.
        unique: Whether to find out if the solution is the only one.
        whole: Whether the puzzles are a whole set, for engines that stay loaded.
    """

    puzzles: tuple[Puzzle, ...]
    engine: str
    encoding: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    unique: bool = False
    whole: bool = False


def answer(item: Item) -> dict[str, object]:
    """Solve the puzzles of an item.

    Returns:
        `status` of a single puzzle; `certain`, whether every question was answered; the
        engine's counters, and the size of a whole formula that was asked for.  Or only
        `refused`, with the reason.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> found = answer(Item((Puzzle("1... ..2. ..3. 4..."),), "bitmask"))
        >>> found["certain"], found["status"], "propagations" in found
        (True, 'found', True)
    """
    try:
        if item.whole and item.engine == "lanes":
            from satdoku.solving.batch import solve_batch  # noqa: PLC0415  numpy

            batch = solve_batch(item.puzzles, limit=2 if item.unique else 1)
            guesses = int(batch.guesses.sum())
            return {"certain": bool(batch.complete.all()), "guesses": guesses}
        value: dict[str, Any] = {"certain": True}
        for result in _results(item):
            value["certain"] &= result.complete
            if not item.whole:
                value["status"] = str(result.status)
            counted = result.statistics if result.engine else {"guesses": 0}
            for name in COUNTERS:
                if name in counted:
                    value[name] = value.get(name, 0) + counted[name]
            if item.encoding and result.encoding and not result.simplified:
                value["variables"] = result.statistics.variables
                value["clauses"] = result.statistics.clauses
    except (InputError, UsageError, LimitError) as error:
        return {"refused": str(error)}
    return value


def _results(item: Item) -> Iterable[Result]:
    if item.whole and item.engine == AUTO and not item.options:
        from satdoku.solving.many import solve_many  # noqa: PLC0415  for whole sets only

        return solve_many(item.puzzles, unique=item.unique)
    solver = Solver(item.engine, item.encoding, **item.options)
    return [solver.solve(puzzle, unique=item.unique) for puzzle in item.puzzles]


@dataclass(frozen=True, slots=True)
class FormulaItem:
    """A puzzle, and the formula to make of it.

    Args:
        puzzle: The puzzle.
        encoding: The recipe by name or file.
        form: `whole` for a formula of the grid with the clues as assumptions,
            `simplified` for one of what the clues leave open.
        engine: The engine; empty for propagation alone.
        seconds: CPU time of the search; None for no limit.
    """

    puzzle: Puzzle
    encoding: str
    form: str = "whole"
    engine: str = ""
    seconds: float | None = None


def measure(item: FormulaItem) -> dict[str, object]:
    """Make the formula, load it and search it.

    The engine answers a small formula before the clock starts, so that its imports are
    loaded.  The solution is checked by the rules after the clock stops.

    Returns:
        Columns of `encodings.csv`, and `late`, whether the search was cut off; or
        `refused`, with the reason.

    Raises:
        EngineError: The model is not a solution.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> found = measure(FormulaItem(puzzle, "extended", engine="dpll"))
        >>> found["status"], found["clauses"], found["literals"]
        ('solved', 384, 896)
    """
    puzzle, recipe = item.puzzle, load_recipe(item.encoding)
    warm = registry.load(item.engine, Formula(2, 2, lambda: [_SMALL], str))
    warm.solve()
    warm.close()
    began = _cpu()
    encoded: Encoding | ResidualEncoding
    assumed: list[int] = []
    try:
        if item.form == "whole":
            encoded = encode_rules(
                puzzle.geometry, recipe, MAX_LITERALS, puzzle.constraints
            )
            assumed = encoded.literals(puzzle)
        else:
            encoded = simplify(puzzle, recipe, MAX_LITERALS // 2)
    except LimitError as error:
        return {"refused": str(error).partition(";")[0]}
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
    return {
        **outcome.statistics,
        "late": late,
        "status": {True: "solved", False: "none", None: ""}[outcome.satisfiable],
        "variables": formula.variables,
        "clauses": len(formula),
        "literals": sum(map(len, formula)),
        "encode_s": made - began,
        "load_s": loaded - made,
        "solve_s": max(solved - loaded, (item.seconds or 0.0) if late else 0.0),
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


def propagation(item: FormulaItem) -> dict[str, object]:
    """Find out how far unit propagation gets on the whole formula.

    Returns:
        Columns of `encodings.csv`: `fixed`, the share of the empty cells that it fills,
        and `removed`, that of the candidates that have to go, all but one a cell.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> found = propagation(FormulaItem(Puzzle("12.. .... .... ...3"), "extended"))
        >>> found["fixed"]
        0.15384615384615385
    """
    puzzle, recipe = item.puzzle, load_recipe(item.encoding)
    variables, clauses, literals, _ = formula_size(puzzle.geometry, recipe)
    size = {"variables": variables, "clauses": clauses, "literals": literals}
    propagator = Propagator(puzzle.geometry, item.encoding)
    true = propagator.closure(propagator.literals(puzzle))
    if true is None:
        return {**size, "status": "none"}
    encoded = encode_rules(puzzle.geometry, recipe)
    fixed = cells = removed = candidates = 0
    for cell, mask in enumerate(puzzle.candidate_masks()):
        if puzzle.values[cell]:
            continue
        cells += 1
        candidates += mask.bit_count()
        for digit in puzzle.geometry.digit_range:
            variable = encoded.variable_of(cell, digit)
            fixed += variable in true
            removed += bool(mask >> (digit - 1) & 1) and -variable in true
    return {
        **size,
        "fixed": fixed / cells if cells else None,
        "removed": removed / (candidates - cells) if candidates > cells else None,
    }


def main() -> None:
    """Do the one piece of work that the parent process sends, and end."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing printed may come between the answers
    function, item = pickle.load(sys.stdin.buffer)  # noqa: S301  from the parent
    Thread(target=_end_with_parent, daemon=True).start()
    _reset_peak()
    pickle.dump(memory()[0], target)
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
