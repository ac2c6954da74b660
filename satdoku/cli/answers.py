"""Answering puzzles one by one, and what is said about each answer.

What is data goes to a printer, what is a remark to standard error.
"""

from __future__ import annotations

from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from satdoku.answers import Result, Status, differences
from satdoku.errors import Stopped

if TYPE_CHECKING:
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry
    from satdoku.grid import Grid
    from satdoku.solver import Solver

__all__ = [
    "Answer",
    "Printer",
    "answer_all",
    "differ",
    "print_one",
    "searched_by",
    "statistics",
    "why",
]


_COUNTERS = (
    "steps",
    "decisions",
    "propagations",
    "conflicts",
    "restarts",
    "guesses",
    "sweeps",
    "nodes",
)
"""What is told of an engine's counters, in this order."""


class Answer:
    """The answer to a puzzle, with all solutions that were asked for.

    Args:
        result: What was found, the first two solutions included.
        found: How many solutions were printed.
        limited: Whether the search ended because that many were asked for.
        stopped: What came first, where it is not certain.
    """

    __slots__ = ("found", "limited", "result", "stopped")

    def __init__(
        self,
        result: Result,
        found: int,
        *,
        limited: bool = False,
        stopped: str = "out of time",
    ) -> None:
        self.result = result
        self.found = found
        self.limited = limited
        self.stopped = stopped


class Printer(Protocol):
    """Prints answers in one way; for each puzzle the calls come in this order."""

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle."""
        ...

    def solution(self, grid: Grid) -> None:
        """Print a solution."""
        ...

    def end(self, answer: Answer) -> None:
        """End the answer, with what is known of it now."""
        ...

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or encoded."""
        ...

    def interrupted(self) -> None:
        """End the answer that was begun as well as may be."""
        ...

    def close(self) -> None:
        """Print what comes after all answers."""
        ...

    def code(self, usual: int) -> int:
        """Return the exit code of the run, given what it usually would be."""
        ...


def print_one(result: Result, entry: Entry, printer: Printer) -> Answer:
    """Print one solution, and what is known beside it."""
    printer.begin(entry)
    if result.solution is not None:
        printer.solution(result.solution)
    answer = Answer(result, 0 if result.solution is None else 1)
    printer.end(answer)
    return answer


def answer_all(
    session: Solver,
    entry: Entry,
    printer: Printer,
    *,
    limit: int | None,
    timeout: float | None,
) -> Answer:
    """Print every solution as it is found, or the first `limit` of them."""
    started = perf_counter()
    walk = session.solutions(entry.grid, timeout=timeout)
    first: list[Grid] = []
    found = 0
    stopped = False
    try:
        for solution in islice(walk, limit):
            if not found:
                printer.begin(entry)
            printer.solution(solution)
            found += 1
            if found <= 2:  # as many as a Result holds
                first.append(solution)
    except Stopped:
        stopped = True
    finally:
        walk.close()
    if not found:
        printer.begin(entry)
    limited = not stopped and found == limit
    if found > 1:
        status = Status.MULTIPLE
    elif found == 1:
        status = Status.FOUND if stopped or limited else Status.UNIQUE
    else:
        status = Status.UNKNOWN if stopped else Status.NONE
    result = Result(
        entry.grid,
        status,
        first[0] if first else None,
        first[1] if found > 1 else None,
        not stopped,
        walk.reason if status is Status.NONE else None,
        walk.engine,
        walk.encoding,
        walk.simplified,
        walk.statistics,
        perf_counter() - started,
        walk.because,
    )
    answer = Answer(result, found, limited=limited)
    printer.end(answer)
    return answer


def why(result: Result) -> str:
    """Say why a puzzle has no solution: the cells that clash, if any do."""
    clashes = result.puzzle.clashes()
    if clashes:
        more = f" (and {len(clashes) - 1} more)" if len(clashes) > 1 else ""
        return f"{clashes[0]}{more}"
    return result.reason or "every way to complete it was ruled out"


def differ(result: Result) -> str:
    """Say where the two solutions of a puzzle differ first."""
    one, two = result.solution, result.second
    if one is None or two is None:
        return ""
    cell = differences(one, two)[0]
    name = one.geometry.cell_name(cell)
    return f"{name} can be {one.values[cell]} or {two.values[cell]}"


def searched_by(engine: str, encoding: str, *, simplified: bool) -> str:
    """Tell which engines searched, in turn, and in which formula.

    Example:
        >>> searched_by("dpll cadical153", "triad", simplified=True)
        'dpll, then cadical153; triad, simplified'
        >>> searched_by("lanes", "", simplified=False)
        'lanes'
    """
    form = f"{encoding}, simplified" if simplified else encoding
    return "; ".join(filter(None, [engine.replace(" ", ", then "), form]))


def statistics(result: Result) -> str:
    """Tell what an answer took, on one line."""
    if result.engine:
        searched = searched_by(
            result.engine, result.encoding, simplified=result.simplified
        )
        if result.because:
            searched += f" ({result.because})"
    else:
        searched = f"no search: {result.because}"
    counters = ", ".join(
        f"{result.statistics[key]:,} {key}"
        for key in _COUNTERS
        if key in result.statistics
    )
    depth = result.statistics.get("depth")
    parts = [searched, counters, "" if depth is None else f"depth {depth}"]
    return "; ".join([*filter(None, parts), f"{result.seconds:.4f} s"])
