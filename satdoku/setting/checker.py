"""Check puzzles: clashes, number of solutions, why there is none or are several.

`check` finds out how many solutions there are, one or two of them shown; its `Report`
searches for redundant clues and true candidates when these are read.  Beside two calls
of PySAT by hand (`python -m benchmarks unique`) the first takes 1 to 2.5 times as long;
with redundant clues 4 to 25 times, or 1 to 4 times by lanes, which test a 9x9 puzzle's
clues at once.  `check_fully` leaves nothing to be searched for, and adds what the
command `check` reports besides: contradictions, how many solutions there are, other
boxes.

Cells of a solution are *unavoidable* if some other solution differs in just these: a
proper puzzle has a clue in one of them, at least.  Whether a difference is:

    all cells of the first solution but those, and one of them, whichever it is, have
    no solution but the first

Then none of the cells is to spare: no solution differs in a part of them alone.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.engines import registry
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.minimal import all_contradictions, contradiction
from satdoku.setting.oracle import (
    choose_engine,
    counter,
    is_kept,
    oracle_for,
    with_clauses,
)
from satdoku.setting.report import Findings, Report, findings
from satdoku.solving.choice import AUTO
from satdoku.solving.results import Count, Status, differences
from satdoku.solving.solver import Solver, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.recipe import RecipeLike
    from satdoku.puzzle.grid import GridLike
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.batches import BatchCheck
    from satdoku.setting.oracle import EngineChoice, Oracle

_MOST = 2  # solutions that decide how many there are
INTERRUPTED = "interrupted"

MAX_COUNT = 1_000
"""How many solutions of several are counted."""

_COUNT_SECONDS = 5.0
_REASON_SECONDS = 10.0
"""Seconds to search for reasons, at most, without a time limit."""


def check(
    puzzle: PuzzleLike,
    *,
    timeout: float | None = None,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Report:
    """Check a puzzle: clashes, uniqueness, redundant clues and constraints.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        timeout: Seconds of wall time after which to stop with what is known; they are
            for all that the report searches for, also later.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large.

    Example:
        >>> report = check("1... ..2. ..3. 4...")
        >>> report.is_proper, report.is_minimal, report.clues
        (True, True, 4)
    """
    deadline, puzzle = Deadline(timeout), Puzzle.of(puzzle)
    choice = choose_engine(puzzle.geometry, engine, encoding, max_clauses)
    if clashes := tuple(puzzle.clashes()):
        return Report(puzzle, Status.NONE, clashes=clashes)
    solutions: list[Grid] = []
    unavoidable: tuple[int, ...] | None = None
    known: Findings | None = None
    try:
        unavoidable = _two_solutions(puzzle, choice, deadline, solutions)
    except Stopped as stop:
        known = Findings(stopped=str(stop))
    return Report(
        puzzle,
        Status.of(len(solutions), complete=known is None),
        tuple(solutions),
        unavoidable=unavoidable,
        choice=choice,
        seconds=deadline.left,
        known=known,
    )


def _check_known(puzzle: Puzzle, known: BatchCheck) -> Report:
    """Check a puzzle of which lanes have found out most (`batches.batch_check`)."""
    if puzzle.clashes() or known.solutions > 1:
        return replace(check(puzzle), known=Findings(candidates=known.candidates))
    tested = Findings(known.redundant or ())
    if known.solution is None:
        return Report(puzzle, Status.NONE, known=tested)
    return Report(puzzle, Status.UNIQUE, (known.solution,), known=tested)


def _two_solutions(
    puzzle: Puzzle, choice: EngineChoice, deadline: Deadline, solutions: list[Grid]
) -> tuple[int, ...] | None:
    """Find up to two solutions, the second near the first; return where they differ.

    Raises:
        Stopped: The time is over; what was found is in the list.
    """
    if is_kept(puzzle, choice):
        with oracle_for(puzzle, choice, deadline) as oracle:
            # Where the time is over, the list has what was found.
            solutions.extend(islice(oracle.solutions([*oracle.members]), _MOST))
        if len(solutions) < _MOST:
            return None
    # Which two of several these are depends on what the kept engine has learnt.
    with oracle_for(puzzle, choice, deadline, simplified=True) as oracle:
        pair: list[Grid] = []
        try:
            pair.extend(islice(oracle.solutions(()), _MOST))
        finally:
            if len(pair) >= len(solutions):
                solutions[:] = pair
        if len(solutions) < _MOST:
            return None
        return shrink_difference(oracle, solutions)


def shrink_difference(oracle: Oracle, pair: list[Grid]) -> tuple[int, ...]:
    """Bring the second solution nearer to the first, until no cell is to spare.

    Raises:
        Stopped: The time is over; the nearest by then is in the list.
    """
    first, variable = pair[0], oracle.encoding.variable_of
    literals = [variable(cell, digit) for cell, digit in first.filled]
    differing = set(differences(*pair))
    oracle.exclude(first)
    for cell in sorted(differing):
        if cell in differing:
            kept = differing - {cell}
            fixed = [lit for at, lit in enumerate(literals) if lit and at not in kept]
            nearer = oracle.solution(fixed)
            if nearer is not None:
                pair[1] = nearer
                differing = set(differences(first, nearer))
    return tuple(sorted(differing))


# --- all that the command reports -----------------------------------------------------


class FullCheck(NamedTuple):
    """How `check_fully` checks puzzles.

    Args:
        reasons: How many sets of clues without a solution are listed; None for one.
        smallest: Whether that is one with the fewest clues, and the two solutions of
            several differ in the fewest cells.
        counts: Up to how many solutions are counted behind each candidate; None not to
            count them.
        timeout: Seconds of wall time for a puzzle; None for no limit.
        engine, encoding, max_clauses: As for `check`.
    """

    reasons: int | None = None
    smallest: bool = False
    counts: int | None = None
    timeout: float | None = None
    engine: str = AUTO
    encoding: RecipeLike | None = None
    max_clauses: int = MAX_CLAUSES

    @property
    def formula(self) -> dict[str, Any]:
        """What is searched, and by which engine."""
        names = ("engine", "encoding", "max_clauses")
        return {name: getattr(self, name) for name in names}


def check_fully(
    puzzle: Puzzle, options: FullCheck, known: BatchCheck | None = None
) -> Report:
    """Check a puzzle, and search for all that a report can have.

    Args:
        puzzle: The puzzle.
        options: How.
        known: What lanes have found out about it.

    Returns:
        The report; after Ctrl-C what was known by then, with `interrupt`.

    Raises:
        InputError, UsageError, LimitError: As for `check`.

    Example:
        >>> report = check_fully(Puzzle("12.. ..3. ...4 ...."), FullCheck())
        >>> report.contradictions[0].cells
        (0, 1, 6)
    """
    stopped = Findings(stopped=INTERRUPTED)
    report = Report(puzzle, Status.UNKNOWN, known=stopped)
    try:
        for report in _stages(puzzle, options, known):  # noqa: B007  the last counts
            pass
    except KeyboardInterrupt as signal:
        partial = report.known or stopped
        partial = partial._replace(stopped=INTERRUPTED)
        return replace(report, known=partial, interrupt=signal)
    return report


def _stages(
    puzzle: Puzzle, options: FullCheck, known: BatchCheck | None
) -> Iterator[Report]:
    """Yield a report that knows more each time."""
    deadline = Deadline(options.timeout)
    if known is None:
        report = check(puzzle, timeout=deadline.left, **options.formula)
    else:
        report = _check_known(puzzle, known)
    yield report
    if report.known is None and report.solutions:
        for part in findings(puzzle, report.solutions, report.choice, deadline.left):
            report = replace(report, known=part)
            yield report
    left = deadline.left
    choice = choose_engine(puzzle.geometry, **options.formula)
    if left is None and registry.find(choice.engine).time_limit != "none":
        left = _REASON_SECONDS
    elif left is not None and options.reasons is None and not options.smallest:
        left = min(left, _REASON_SECONDS)
    deadline = Deadline(left)
    if report.status is Status.NONE:
        report = _with_other_boxes(report, deadline)
        yield from _with_contradictions(report, options, deadline)
    elif report.status is Status.MULTIPLE:
        if options.smallest:
            report = _with_smallest_difference(report, options, deadline)
            yield report
        report = _with_count(report, options, deadline, known)
        yield report
    if options.counts is not None and report.solutions:
        yield _with_candidate_counts(report, options.counts, deadline, choice)


def _stopped(report: Report, why: str) -> Report:
    """Return a report that a limit cut short."""
    return replace(report, known=(report.known or Findings())._replace(stopped=why))


def _with_contradictions(
    report: Report, options: FullCheck, deadline: Deadline
) -> Iterator[Report]:
    """Add the clues and constraints that leave a puzzle no solution."""
    puzzle, most = report.puzzle, options.reasons
    if most is not None:
        report = replace(report, has_all=False)
    if options.smallest:
        report = replace(report, smallest=False)
    search: dict[str, Any] = {"smallest": options.smallest, "timeout": deadline.left}
    search |= options.formula
    try:
        if most is None:
            first = contradiction(puzzle, **search)
            sets = iter(() if first is None else (first,))
        else:
            sets = all_contradictions(puzzle, limit=most, **search)
        for subset in sets:
            report = replace(report, contradictions=(*report.contradictions, subset))
            if options.smallest:
                report = replace(report, smallest=report.contradictions[0].complete)
            yield report
    except Stopped as stop:
        yield _stopped(report, str(stop))
        return
    if not report.contradictions:
        raise EngineError("clues without a solution were found to have one")
    if not report.contradictions[0].complete and deadline.over:
        report = _stopped(report, "out of time")
    if most is not None:
        report = replace(report, has_all=len(report.contradictions) < most)
    yield report


def _with_other_boxes(report: Report, deadline: Deadline) -> Report:
    """Add other boxes in which nothing clashes, where clues clash in boxes alone."""
    puzzle, geometry = report.puzzle, report.puzzle.geometry
    in_boxes = all(clash.unit.startswith("box ") for clash in report.clashes)
    if not (report.clashes and in_boxes and puzzle.is_classic and puzzle.masks is None):
        return report
    size, others = geometry.size, list[tuple[Geometry, Status]]()
    for height in range(2, size // 2 + 1):
        if size % height or height == geometry.box_height:
            continue
        board = Geometry.of_box(height, size // height).with_symbols(geometry.symbols)
        other = Puzzle(puzzle.clues, geometry=board)
        if not other.clashes():
            status = solve(other, timeout=deadline.left).status
            if status in (Status.UNIQUE, Status.MULTIPLE, Status.FOUND):
                others.append((board, status))
    return replace(report, other_boxes=tuple(others))


def _with_count(
    report: Report, options: FullCheck, deadline: Deadline, known: BatchCheck | None
) -> Report:
    """Add how many solutions there are, as far as that is quickly counted."""
    if known is not None:
        value = min(known.solutions, MAX_COUNT)
        count = Count(value, complete=known.solutions <= MAX_COUNT)
    elif deadline.over:
        return report
    else:
        left = deadline.left
        seconds = None if left is None else min(left, _COUNT_SECONDS)
        with Solver(**options.formula) as solver:
            count = solver.count(report.puzzle, MAX_COUNT, timeout=seconds)
    return replace(report, count=count)


def _with_candidate_counts(
    report: Report, most: int, deadline: Deadline, choice: EngineChoice
) -> Report:
    """Add how many solutions there are behind each candidate."""
    from satdoku.setting.candidates import count_candidates  # noqa: PLC0415  few need it

    known = report.solutions
    counts = count_candidates(report.puzzle, choice, most, deadline.left, known)
    report = replace(report, counts=counts)
    return report if counts.complete else _stopped(report, "out of time")


def _with_smallest_difference(
    report: Report, options: FullCheck, deadline: Deadline
) -> Report:
    """Replace the second solution by the nearest to the first that is found in time."""
    report = replace(report, smallest=False)
    try:
        deadline.check()
        nearest = smallest_difference(
            report.puzzle,
            first=report.solutions[0],
            timeout=deadline.left,
            **options.formula,
        )
    except Stopped as stop:
        return _stopped(report, str(stop))
    if nearest is None:
        raise EngineError("one of two solutions was not found again")
    pair = (nearest.first, nearest.second)
    if nearest.complete:
        cells = nearest.cells
        return replace(report, solutions=pair, unavoidable=cells, smallest=True)
    if len(nearest.cells) < len(report.differences):
        # Some cells may be to spare until it is certain that no fewer do.
        report = replace(report, solutions=pair, unavoidable=None)
    return _stopped(report, "out of time")


# --- two solutions that differ little -------------------------------------------------


class Difference(NamedTuple):
    """Two solutions of a puzzle that differ in few cells.

    Args:
        first: A solution.
        second: Another.
        cells: Where they differ, rising.
        complete: Whether no solution differs from the first in fewer cells; False where
            time ran out before that was certain.
    """

    first: Grid
    second: Grid
    cells: tuple[int, ...]
    complete: bool


def smallest_difference(
    puzzle: PuzzleLike,
    *,
    first: GridLike | None = None,
    timeout: float | None = None,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Difference | None:
    """Find the solution that differs from another one in the fewest cells.

    All that is about the first solution: two others may differ in fewer cells.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        first: The solution to differ from, as `puzzle`; None for the first that is
            found.
        timeout: Seconds of wall time after which to stop with the nearest by then.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        Both solutions, or None if there are no two.

    Raises:
        InputError: `puzzle`, `first` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding; `first` is not a solution.
        LimitError: The formula would be too large.
        Stopped: Time ran out before there were two solutions, or it was certain
            that there are not.

    Example:
        >>> smallest_difference("1... ..2. ..3. 4...") is None
        True
        >>> result = smallest_difference("1234 34.. 2143 43..")
        >>> result.cells, result.complete
        ((6, 7, 14, 15), True)
    """
    deadline, puzzle = Deadline(timeout), Puzzle.of(puzzle)
    solutions = [] if first is None else [Grid(first, puzzle.geometry)]
    if not all(map(puzzle.is_solution, solutions)):
        raise UsageError("the solution to differ from is no solution of the puzzle")
    choice = choose_engine(puzzle.geometry, engine, encoding, max_clauses)
    if puzzle.clashes():
        return None
    with oracle_for(puzzle, choice, deadline, simplified=True) as oracle:
        for solution in islice(oracle.solutions([*oracle.members]), _MOST):
            if solution not in solutions[:1]:
                solutions.append(solution)
        if len(solutions) < _MOST:
            return None
        complete = True
        pair = solutions[:_MOST]
        try:
            shrink_difference(oracle, pair)
            for closer in closer_solutions(oracle, choice.engine, *pair):
                pair[1] = closer
        except Stopped:
            complete = False  # the closest by now will do
    return Difference(pair[0], pair[1], differences(*pair), complete)


def closer_solutions(
    oracle: Oracle, engine: str, first: Grid, second: Grid
) -> Iterator[Grid]:
    """Yield solutions that differ from the first in fewer and fewer cells.

    A counter bounds how many cells differ, until there is no solution.

    Raises:
        Stopped: The time is over (raised by the iterator).
    """
    encoding, formula = oracle.encoding, oracle.formula
    literals = [encoding.variable_of(*held) for held in first.filled]
    changed = tuple(-literal for literal in literals if literal)
    count = len(differences(first, second))
    counting, outputs = counter(changed, count, formula.variables)
    units = ((literal,) for literal in oracle.members)
    formula = with_clauses(formula, [*units, changed, *counting], max(outputs))
    with closing(registry.load(engine, formula, oracle.deadline)) as loaded:
        while True:
            outcome = loaded.solve([-outputs[count - 1]], oracle.deadline)
            if outcome.satisfiable is None:
                raise Stopped("out of time")
            if outcome.model is None:
                return
            second = encoding.decode(outcome.model)
            nearer = len(differences(first, second))
            if not oracle.puzzle.is_solution(second) or not 0 < nearer < count:
                raise EngineError(f"{loaded.name} broke the bound on a difference")
            count = nearer
            yield second
