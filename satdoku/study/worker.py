"""The process of one run: does one piece of work, and measures it.

    in    (work, item): a function as `module:name`, and what it is called with
    out   {"before": memory}, as soon as the work begins, then
          {"value": ..., "time_s": ..., "cpu_s": ..., "peak": memory} or what went wrong

Everything imported here is loaded before the clock starts, so a run measures a fresh
process that has loaded satdoku and nothing else.

Memory is read from /proc on Linux: `VmRSS` and its high-water mark `VmHWM`.  Elsewhere
it is `ru_maxrss`, which on Linux would begin with the mark of the parent process.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from dataclasses import dataclass, field
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any

from satdoku.choice import AUTO
from satdoku.errors import InputError, LimitError, UsageError
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.answers import Result
    from satdoku.puzzle import Puzzle

__all__ = ["COUNTERS", "Item", "answer", "main", "memory"]

COUNTERS = ("guesses", "decisions", "propagations", "conflicts")
"""The counters of engines that a study records."""


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
        `status` of a single puzzle; `certain`, whether every question was answered;
        `by_formula`, whether a formula of the whole grid was made; the engine's
        counters.  Or only `refused`, with the reason.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> found = answer(Item((Puzzle("1... ..2. ..3. 4..."),), "bitmask"))
        >>> found["certain"], found["status"], "propagations" in found
        (True, 'found', True)
    """
    try:
        if item.whole and item.engine == "lanes":
            from satdoku.batch import solve_batch  # noqa: PLC0415  numpy

            batch = solve_batch(item.puzzles, limit=2 if item.unique else 1)
            guesses = int(batch.guesses.sum())
            return {"certain": bool(batch.complete.all()), "guesses": guesses}
        return _summed(_results(item), whole=item.whole)
    except (InputError, UsageError, LimitError) as error:
        return {"refused": str(error)}


def _results(item: Item) -> Iterable[Result]:
    if item.whole and item.engine == AUTO and not item.options:
        from satdoku.many import solve_many  # noqa: PLC0415  for whole sets only

        return solve_many(item.puzzles, unique=item.unique)
    solver = Solver(
        item.engine, item.encoding, puzzles=len(item.puzzles), **item.options
    )
    return [solver.solve(puzzle, unique=item.unique) for puzzle in item.puzzles]


def _summed(results: Iterable[Result], *, whole: bool) -> dict[str, object]:
    counted: dict[str, int] = {}
    value: dict[str, object] = {"certain": True}
    for result in results:
        value["certain"] = value["certain"] and result.certain
        value["by_formula"] = bool(result.encoding) and not result.simplified
        if not whole:
            value["status"] = str(result.status)
        if not result.engine:
            counted.setdefault("guesses", 0)  # singles were enough
        for name in COUNTERS:
            if name in result.statistics:
                counted[name] = counted.get(name, 0) + result.statistics[name]
    return value | counted


def main() -> None:
    """Do the one piece of work that the parent process sends, and end."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing printed may come between the answers
    work, item = pickle.load(sys.stdin.buffer)  # noqa: S301  from the parent
    Thread(target=_end_with_parent, daemon=True).start()
    module, _, name = work.partition(":")
    function = getattr(import_module(module), name)
    _reset_peak()
    pickle.dump({"before": memory()[0]}, target)
    target.flush()
    target.write(pickle.dumps(_measured(function, item)))
    target.flush()
    os._exit(0)  # the system frees what was loaded


def _measured(function: Any, item: object) -> dict[str, object]:  # noqa: ANN401
    """Call a function; return its value, or what went wrong, and what that took."""
    # CPU time is read within wall time, so that of one thread it is never the greater;
    # that of children, which the system counts in steps of 10 ms, outside.
    children = _children_cpu()
    start, cpu = time.perf_counter(), time.process_time()
    outcome: dict[str, object]
    try:
        outcome = {"ended": "answered", "value": function(item)}
    except MemoryError:
        outcome = {"ended": "memory"}
    except BaseException as error:  # noqa: BLE001  becomes the note of the run
        note = ": ".join(filter(None, [type(error).__name__, str(error)]))
        outcome = {"ended": "failed", "note": note}
    cpu = time.process_time() - cpu
    outcome["time_s"] = time.perf_counter() - start
    outcome["cpu_s"] = cpu + _children_cpu() - children
    outcome["peak"] = memory()[1]
    return outcome


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system


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
    found: dict[str, int] = {}
    path = f"/proc/{process}/status"
    try:
        with open(path, encoding="ascii", errors="replace") as file:  # noqa: PTH123  pathlib slows a start
            for line in file:
                name, _, value = line.partition(":")
                if name in ("VmRSS", "VmHWM"):
                    found[name] = int(value.split()[0]) * 1024
    except OSError:  # not Linux, or the process is gone
        if process != "self" or sys.platform == "win32":
            return None, None
        import resource  # noqa: PLC0415  not on Windows

        unit = 1 if sys.platform == "darwin" else 1024
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
        return peak, peak
    return found.get("VmRSS"), found.get("VmHWM")


def _reset_peak() -> None:
    """Let the peak of memory begin anew, where the system can."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as target:  # noqa: PTH123  as above
            target.write("5")
    except OSError:
        return
