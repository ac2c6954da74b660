"""Check puzzles: clashes, number of solutions, redundant clues, true candidates.

`check` finds out how many solutions there are, one or two of them shown; a `Report`
searches for the rest when it is first read.  Beside two calls of PySAT by hand
(`python -m benchmarks calls`) the first takes 1 to 2.5 times as long; with redundant
clues 4 to 25 times, or 1 to 4 times by lanes, which test a 9x9 puzzle's clues at once:

    a clue is redundant    the rest of the puzzle and "not this digit here" have no
                           solution; so it is with an eliminated candidate.  Without a
                           redundant constraint there is still no other solution
    a candidate is true    the puzzle and the candidate have a solution; every solution
                           found on the way settles all its candidates at once
    a difference is        the puzzle, all cells of the first solution but those, and
    unavoidable            one of them have no solution but that, whichever it is

Cells of a solution are *unavoidable* if some other solution differs in just these: a
proper puzzle has a clue in one of them, at least.  None of them is to spare where no
solution differs from the first in a part of them alone.
"""

from __future__ import annotations

from atexit import register as at_exit
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.propagate import contradiction
from satdoku.engines import registry
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.notebook import notebook_svg
from satdoku.puzzle.puzzle import Clash, Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.batches import lanes_for_one
from satdoku.setting.oracle import (
    can_load_rules,
    choose_engine,
    is_kept,
    oracle_for,
    with_clauses,
)
from satdoku.solving.choice import AUTO
from satdoku.solving.results import CAPTIONS, Status, differences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import RecipeLike
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.grid import GridLike
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.batches import BatchCheck
    from satdoku.setting.oracle import EngineChoice, Member, Oracle

T = TypeVar("T")

_MOST = 2  # solutions that decide how many there are


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
    details = Details(choice)
    unavoidable: tuple[int, ...] | None = None
    try:
        unavoidable = _two_solutions(puzzle, details, deadline, solutions)
    except Stopped as stop:
        details.findings = Findings(stopped=str(stop))
    details.seconds = deadline.left
    status = Status.of(len(solutions), complete=details.findings is None)
    return Report(
        puzzle, status, tuple(solutions), unavoidable=unavoidable, details=details
    )


def check_known(puzzle: Puzzle, known: BatchCheck) -> Report:
    """Check a puzzle of which lanes have found out most (`batches.batch_check`)."""
    if puzzle.clashes() or known.solutions > 1:
        report = check(puzzle)
        report.details.findings = Findings(candidates=known.candidates)
        return report
    details = Details(findings=Findings(known.redundant or ()))
    if known.solution is None:
        return Report(puzzle, Status.NONE, details=details)
    return Report(puzzle, Status.UNIQUE, (known.solution,), details=details)


def _two_solutions(
    puzzle: Puzzle, details: Details, deadline: Deadline, solutions: list[Grid]
) -> tuple[int, ...] | None:
    """Find up to two solutions, the second near the first; return where they differ.

    Raises:
        Stopped: The time is over; what was found is in the list.
    """
    choice = details.choice or choose_engine(puzzle.geometry)
    if is_kept(puzzle, choice):
        with oracle_for(puzzle, choice, deadline) as oracle:
            # Where the time is over, the list has what was found.
            solutions.extend(islice(oracle.solutions([*oracle.members]), _MOST))
        if len(solutions) < _MOST:
            return None
    # Which two of several these are depends on what the kept engine has learnt.
    with ExitStack() as stack:
        loaded = oracle_for(puzzle, choice, deadline, simplified=True)
        oracle = stack.enter_context(loaded)
        pair: list[Grid] = []
        try:
            pair.extend(islice(oracle.solutions(()), _MOST))
        finally:
            if len(pair) >= len(solutions):
                solutions[:] = pair
        if len(solutions) < _MOST:
            return None
        cells = shrink_difference(oracle, solutions)
        _open.clear()
        _open[details] = oracle, stack.pop_all()
        return cells


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


class Findings(NamedTuple):
    """What a report has searched for.

    Args:
        redundant: What follows from the rest of the puzzle.
        candidates: The true candidates.
        stopped: Which limit came first, if one did.
    """

    redundant: tuple[Member, ...] = ()
    candidates: tuple[tuple[int, ...], ...] | None = None
    stopped: str | None = None


@dataclass(eq=False)
class Details:
    """What a report searches for when it is first read.

    Args:
        choice: The engine and the recipe; None for the usual ones.
        seconds: The time that is left; None for no limit.
        findings: What was found; None before a search has come to its end.
    """

    choice: EngineChoice | None = None
    seconds: float | None = None
    findings: Findings | None = None

    def search(self, puzzle: Puzzle, solutions: Sequence[Grid]) -> Findings:
        """Test what a puzzle with one solution states, or find true candidates."""
        choice = self.choice or choose_engine(puzzle.geometry)
        redundant: list[Member] = []
        candidates: tuple[tuple[int, ...], ...] | None = None
        stopped: str | None = None
        lanes = None
        if is_kept(puzzle, choice):
            lanes = lanes_for_one(puzzle, loads=self.seconds is None)
        deadline, is_proper = Deadline(self.seconds), len(solutions) == 1
        try:
            deadline.check()
            if is_proper and lanes is not None:
                redundant += lanes.redundant([puzzle])[0]
            elif is_proper:
                # Where the time is over, the list has what was found.
                redundant.extend(_redundant(puzzle, choice, solutions[0], deadline))
            elif lanes is not None:
                candidates = lanes.candidates([puzzle])[0]
            else:
                candidates = self._candidates(puzzle, choice, solutions, deadline)
        except Stopped as stop:
            stopped = str(stop)
        except KeyboardInterrupt:
            self.findings = Findings(tuple(redundant), None, "interrupted")
            raise
        return Findings(tuple(redundant), candidates, stopped)

    def _candidates(
        self,
        puzzle: Puzzle,
        choice: EngineChoice,
        solutions: Sequence[Grid],
        deadline: Deadline,
    ) -> tuple[tuple[int, ...], ...]:
        """Return every digit that some solution has in a cell."""
        values = [grid.values for grid in solutions]
        true = [set(digits) for digits in zip(*values, strict=True)]
        with ExitStack() as stack:
            oracle, engine = _open.pop(self, (None, None))
            if oracle is None or engine is None:
                loaded = oracle_for(puzzle, choice, deadline, simplified=True)
                oracle = stack.enter_context(loaded)
            else:
                oracle.deadline = deadline
                stack.push(engine)
            for cell, digits in enumerate(true):
                for digit in puzzle.geometry.digit_range:
                    variable = oracle.encoding.variable_of(cell, digit)
                    if digit in digits or not variable:  # known, or settled by singles
                        continue
                    solution = oracle.solution([variable])
                    if solution is not None:
                        for held, value in zip(true, solution.values, strict=True):
                            held.add(value)
        return tuple(tuple(sorted(digits)) for digits in true)


def _redundant(
    puzzle: Puzzle, choice: EngineChoice, solution: Grid, deadline: Deadline
) -> Iterator[Member]:
    """Test one thing at a time for whether it follows from the rest; yield what does.

    Raises:
        Stopped: The time is over, or the formula too large (raised by the iterator).
    """
    if not can_load_rules(puzzle.geometry, choice):
        raise Stopped("the formula is too large to test clues for redundancy")
    with oracle_for(puzzle, choice, deadline) as oracle:
        oracle.exclude(solution)
        members = oracle.members
        for literal, member in members.items():
            rest = [other for other in members if other != literal]
            if oracle.solution([*rest, -literal]) is None:
                yield member


_open: WeakKeyDictionary[Details, tuple[Oracle, ExitStack]] = WeakKeyDictionary()
"""The engine that found the solutions of the last report, while that is there."""

at_exit(_open.clear)


@dataclass(frozen=True, eq=False)
class Report:
    """The result of `satdoku.check`.

    What is redundant, and the true candidates where there are several solutions, is
    searched for when it is first read, in what is left of the time limit.

    Args:
        puzzle: The puzzle.
        status: How many solutions there are.
        solutions: None, the only one, or two of several.
        clashes: Every digit that a unit holds twice.
        unavoidable: The cells in which the two solutions of several differ, where it is
            certain that no solution differs from the first in a part of these alone;
            None where a limit came first, or there are no two.
    """

    puzzle: Puzzle
    status: Status
    solutions: tuple[Grid, ...] = ()
    clashes: tuple[Clash, ...] = ()
    unavoidable: tuple[int, ...] | None = None
    details: Details = field(default_factory=Details, repr=False)

    def __str__(self) -> str:
        """Return what there is to say, a line each, and the first solution drawn."""
        lines = [CAPTIONS[self.status], *map(str, self.clashes)]
        name = self.puzzle.geometry.cell_name
        if self.reason is not None and not self.clashes:
            lines.append(self.reason)
        if self.redundant:
            lines.append(f"redundant clues: {' '.join(map(name, self.redundant))}")
        if self.redundant_candidates:
            count = len(self.redundant_candidates)
            lines.append(f"redundant eliminated candidates: {count}")
        rules = self.redundant_constraints or ()
        lines += [f"redundant constraint: {rule.describe()}" for rule in rules]
        if self.unavoidable:
            cells = " ".join(map(name, self.unavoidable))
            lines.append(f"two solutions differ in {cells}")
        if self.stopped is not None:
            lines.append(f"stopped: {self.stopped}")
        return "\n".join([*lines, *map(str, self.solutions[:1])])

    @property
    def clues(self) -> int:
        """How many clues the puzzle has."""
        return self.puzzle.clue_count

    @cached_property
    def reason(self) -> str | None:
        """Why there is no solution, where singles alone show it in time."""
        if self.status is not Status.NONE or self.clashes:
            return None
        try:
            cause = contradiction(self.puzzle, Deadline(self.details.seconds))
        except Stopped:
            return None
        return cause and cause.text

    @property
    def redundant(self) -> tuple[int, ...] | None:
        """The cells whose clue follows from the rest of the puzzle, one at a time.

        Those found in time where a limit came first; None where none was, or there are
        no or several solutions.
        """
        return self._known([m for m in self._redundant if isinstance(m, int)])

    @property
    def redundant_candidates(self) -> tuple[tuple[int, int], ...] | None:
        """The (cell, digit) pairs of eliminated candidates; as `redundant`."""
        return self._known([m for m in self._redundant if isinstance(m, tuple)])

    @property
    def redundant_constraints(self) -> tuple[Constraint, ...] | None:
        """The constraints that follow from the rest, one at a time; as `redundant`."""
        rules = [m for m in self._redundant if not isinstance(m, int | tuple)]
        return self._known(rules)

    @property
    def candidates(self) -> tuple[tuple[int, ...], ...] | None:
        """For each cell the digits that it holds in some solution, rising.

        None where a limit came first.
        """
        if self.status is Status.NONE:
            return ((),) * self.puzzle.geometry.cells
        if self.status is Status.UNIQUE:
            return tuple((value,) for value in self.solutions[0].values)
        return self._searched.candidates

    @property
    def stopped(self) -> str | None:
        """Which limit came first, if one did."""
        return self._searched.stopped

    @property
    def complete(self) -> bool:
        """Whether no limit cut the report short."""
        return self.stopped is None

    @property
    def is_proper(self) -> bool | None:
        """Whether there is exactly one solution; None if that is not known."""
        if self.status in (Status.FOUND, Status.UNKNOWN):
            return None
        return self.status is Status.UNIQUE

    @property
    def is_minimal(self) -> bool | None:
        """Whether it is proper and nothing is redundant; None if not known."""
        if not self.is_proper:
            return self.is_proper
        if self._searched.redundant:
            return False
        return True if self.complete else None

    @property
    def _searched(self) -> Findings:
        if not self.solutions:
            return self.details.findings or Findings()
        if self.details.findings is None:
            # After an error there are none, and the next reading searches again.
            self.details.findings = self.details.search(self.puzzle, self.solutions)
        return self.details.findings

    @property
    def _redundant(self) -> tuple[Member, ...]:
        return self._searched.redundant if self.status is Status.UNIQUE else ()

    def _known(self, members: list[T]) -> tuple[T, ...] | None:
        """Return what is redundant, or None if it is not known that nothing is."""
        is_tested = self.status is Status.UNIQUE and (members or self.complete)
        return tuple(members) if is_tested else None

    def _repr_svg_(self) -> str:
        """Draw the puzzle with its solution or true candidates, for a notebook."""
        puzzle, solutions = self.puzzle, [grid.values for grid in self.solutions]
        candidates, caption = None, CAPTIONS[self.status]
        if self.status is Status.MULTIPLE and self.candidates is not None:
            caption, solutions = "Several solutions: all their digits", []
            candidates = tuple(
                sum(1 << (digit - 1) for digit in digits) for digits in self.candidates
            )
        first, second, *_ = *solutions, (), ()
        return notebook_svg(
            puzzle.geometry,
            puzzle.values,
            first,
            second,
            candidates=candidates,
            constraints=puzzle.constraints,
            caption=caption,
        )


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


def counter(
    literals: Sequence[int], most: int, variables: int
) -> tuple[list[Clause], list[int]]:
    """Make a sequential counter that distinguishes numbers up to a bound.

    Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality
    Constraints", CP 2005.

    Args:
        literals: What is counted.
        most: The largest number that is of interest.
        variables: The highest variable that is taken already.

    Returns:
        The clauses, and variables that are true if at least 1, 2, … of the literals
        are: who assumes that the one at index k is false allows k literals at most.

    Example:
        >>> clauses, outputs = counter([1, 2, 3], 2, 3)
        >>> outputs, len(clauses)
        ([7, 8], 8)
    """
    clauses: list[Clause] = []
    before: list[int] = []
    for at, literal in enumerate(literals, 1):
        row = [variables + k for k in range(1, min(at, most) + 1)]
        variables += len(row)
        clauses += zip((-old for old in before), row, strict=False)
        clauses.append((-literal, row[0]))
        pairs = zip(before, row[1:], strict=False)
        clauses += [(-literal, -old, new) for old, new in pairs]
        before = row
    return clauses, before
