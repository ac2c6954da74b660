"""What constraints say beyond their units, step by step, and trials where that ends.

    Constraint: r1c12<>4, cage of 5 in r1c12: 5 in 2 cells is 2+3
    Rule of 45: r3c4<>1, rows 1 to 3 add up to 135, 9 cages to 128, so r3c4 = 7
    Trial: r5c5<>3, with r5c5=3 propagation leads to r5c6=2, which contradicts …

A step assumes no candidate.  It rests on one constraint, on one constraint and one
unit, or on a constraint and the combinations of others in at most six cells beside it
(`combinations`), or on units less cages (`forty_five`).

Where no step is left, a candidate is assumed true and unit propagation followed on the
clauses of all rules.  Of these trials the one that rests on the fewest constraints is
shown.  Constraints are behind a variable each that turns them on.  The way back from a
contradiction through the reasons of its literals meets the variables of those that it
rests on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.extra import ExtraCells
from satdoku.cnf.recipe import load
from satdoku.explanation.combinations import Combinations, Refutation
from satdoku.explanation.constraint_words import (
    alike_text,
    pattern_of,
    refutation_text,
    rest_text,
)
from satdoku.explanation.forty_five import FortyFive
from satdoku.explanation.propagation import Propagation
from satdoku.explanation.trials import Candidate, Elimination, Trial
from satdoku.puzzle.constraints.base import named_extra_cells
from satdoku.puzzle.constraints.outside import XSum
from satdoku.puzzle.constraints.sums import (
    Arrow,
    DoubleArrow,
    EqualSums,
    Total,
    Zipper,
)
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.state import State, bits
from satdoku.techniques.step import Step, candidates_text, cells_text, listed
from satdoku.techniques.technique import Level

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.formula import Clause
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.techniques.technique import Technique

_RECIPE = "extended"

_SUMS = (Arrow, DoubleArrow, Zipper, EqualSums, Total, XSum)
"""What a person adds up with different digits for cells that see each other."""


class Reasoning(Enum):
    """How constraints are reasoned with, easier ways first.

    Attributes:
        key: Its name in records.
        title: Its name in sentences.
        level: How hard such a step is.
        score: What it counts in the rating of a variant.
        per_cell: What each cell or digit of a unit counts that is combined beside the
            constraint.
    """

    CONSTRAINT = ("constraint", "Constraint", Level.EASY, 20)
    SEEING = ("constraint-seeing", "Constraint and Sight", Level.MEDIUM, 60)
    FORTY_FIVE = ("rule-of-45", "Rule of 45", Level.MEDIUM, 80, 10)
    UNIT = ("constraint-and-unit", "Constraint and Unit", Level.MEDIUM, 100, 10)
    TOGETHER = ("constraints-together", "Constraints Together", Level.HARD, 150, 10)
    TRIAL = ("constraint-trial", "Trial", Level.EXTREME, 500)
    SEARCH = ("brute-force", "Brute Force", Level.EXTREME, 10_000)

    def __init__(
        self, key: str, title: str, level: Level, score: int, per_cell: int = 0
    ) -> None:
        self.key = key
        self.title = title
        self.level = level
        self.score = score
        self.per_cell = per_cell


@dataclass(frozen=True, slots=True)
class ConstraintStep(Elimination):
    """Candidates that constraints refute, without a trial.

    Args:
        geometry: The geometry of the grid, with the units of constraints.
        removes: The (cell, digit) pairs to be removed.
        constraints: The constraints that this rests on, the one it is about first.
        cells: The cells of that one, or those that count.
        reasoning: How hard it is.
        reason: Why it holds, in words.
        units: The units it rests on, as indices.
        combined: The cells beside the constraint that are combined.
        digits: The digits of the unit that count.

    Example:
        >>> from satdoku.constraints import Killer
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle = Puzzle("." * 16, [Killer(3, "r1c1 r1c2")])
        >>> print(ConstraintReasoner(puzzle, None).alone(puzzle))
        Constraint: r1c12<>3,4, cage of 3 in r1c12: 3 in 2 cells is 1+2
    """

    geometry: Geometry
    removes: tuple[Candidate, ...]
    constraints: tuple[Constraint, ...]
    cells: tuple[int, ...]
    reasoning: Reasoning
    reason: str
    units: tuple[int, ...] = ()
    combined: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()

    @property
    def outcome(self) -> str:
        """What it does, the digits of each cell together (`r1c12<>3-9`)."""
        return grouped_text(self.geometry, self.removes)

    @property
    def title(self) -> str:
        """What kind of step it is."""
        return self.reasoning.title

    @property
    def score(self) -> int:
        """What it counts in the rating of a variant."""
        many = len(self.combined) + len(self.digits)
        return self.reasoning.score + self.reasoning.per_cell * many


@dataclass(frozen=True, slots=True)
class ConstraintTrial(Elimination):
    """A candidate that leads to a contradiction with constraints when it is tried.

    Args:
        geometry: The geometry of the grid.
        removes: The (cell, digit) pair to be removed.
        constraints: The constraints that this rests on.
        cells: The cells that these are about.
        followed: The digits that follow when the candidate is tried, in order.
    """

    geometry: Geometry
    removes: tuple[Candidate, ...]
    constraints: tuple[Constraint, ...]
    cells: tuple[int, ...]
    followed: tuple[Candidate, ...] = ()

    @property
    def rules(self) -> str:
        """What this rests on, in words."""
        rules = [rule.describe() for rule in self.constraints]
        return listed(rules) if rules else "the units"

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        if not self.followed:
            return f"{self.tried} contradicts {self.rules}, by propagation"
        led = ", ".join(candidates_text(self.geometry, [x], "=") for x in self.followed)
        return (
            f"with {self.tried} propagation leads to {led}, which contradicts "
            f"{self.rules}"
        )


def grouped_text(geometry: Geometry, removes: Iterable[Candidate]) -> str:
    """Write candidates to be removed by cells, those of the same digits together.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> grouped_text(Geometry(9, 9), [(0, 3), (0, 4), (0, 5), (1, 8), (0, 8)])
        'r1c1<>3-5,8, r1c2<>8'
    """
    by_cell: dict[int, list[int]] = {}
    for cell, digit in removes:
        by_cell.setdefault(cell, []).append(digit)
    by_digits: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in sorted(by_cell.items()):
        by_digits.setdefault(tuple(sorted(digits)), []).append(cell)
    return ", ".join(
        f"{part}<>{_runs(geometry, digits)}"
        for digits, cells in by_digits.items()
        for part in cells_text(geometry, cells).split(", ")
    )


def _runs(geometry: Geometry, digits: Sequence[int]) -> str:
    """Write digits, three and more in a row as a range."""
    runs: list[list[int]] = []
    for digit in digits:
        if runs and runs[-1][-1] == digit - 1:
            runs[-1].append(digit)
        else:
            runs.append([digit])
    texts = geometry.digit_texts
    return ",".join(
        f"{texts[run[0]]}-{texts[run[-1]]}"
        if len(run) > 2
        else ",".join(texts[digit] for digit in run)
        for run in runs
    )


class ConstraintReasoner:
    """Finds refutations, position after position of one puzzle.

    Args:
        puzzle: A puzzle with constraints that are more than units.
        solution: Its solution; None if it has several.
        deadline: When to stop.  The time is looked at between two constraints or
            trials; then every method raises `Stopped`.
    """

    def __init__(
        self, puzzle: Puzzle, solution: Grid | None, deadline: Deadline = NEVER
    ) -> None:
        units = tuple(rule for rule in puzzle.constraints if rule.only_units)
        others = dict.fromkeys(r for r in puzzle.constraints if not r.only_units)
        self._encoding = encode_rules(
            puzzle.geometry, load(_RECIPE), constraints=units, deadline=deadline
        )
        self._constraints = list(others)
        # What goes on outside the grid is left to trials: too many cells at once.
        self._plain = [
            rule
            for rule in others
            if not (getattr(rule, "is_hidden", False) or any(named_extra_cells(rule)))
        ]
        self._extra = ExtraCells(
            puzzle.geometry, tuple(others), self._encoding.formula.variables + 1
        )
        self._solution = None if solution is None else solution.values
        self._deadline = deadline
        self._found: dict[Candidate, ConstraintTrial] = {}
        self._shape = State.of(puzzle).shape

    @cached_property
    def _rules(self) -> list[_Rule]:
        rules: list[_Rule] = []
        first = self._extra.next
        for constraint in self._deadline.limit(self._constraints):
            about = (self._encoding, constraint, first, self._extra, self._deadline)
            rules.append(_Rule(*about))
            first = rules[-1].behind
        return rules

    @cached_property
    def _all(self) -> Propagation:
        clauses = [clause for rule in self._rules for clause in rule.clauses]
        clauses += self._extra.clauses
        last = (self._rules[-1].behind if self._rules else self._extra.next) - 1
        every = self._deadline.limit(chain(self._encoding.formula, clauses))
        return Propagation(every, last)

    @cached_property
    def _combinations(self) -> Combinations:
        return Combinations(
            self._shape,
            self._encoding,
            self._plain,
            self._solution,
            self._deadline,
        )

    @cached_property
    def _forty_five(self) -> FortyFive:
        return FortyFive(self._shape, self._plain, self._deadline)

    def close(self) -> None:
        """Free the formulas."""
        if "_combinations" in self.__dict__:
            self._combinations.close()

    def alone(self, position: Puzzle) -> ConstraintStep | None:
        """Return the candidates that one constraint refutes by itself."""
        left = position.candidate_masks()
        for refutation in self._combinations.alone(left):
            if not isinstance(refutation.constraint, _SUMS):
                return self._alike(refutation, left)
            wide = self._combinations.widened(refutation, left)
            reasoning = Reasoning.SEEING if wide.seeing else Reasoning.CONSTRAINT
            return self._step(wide, left, reasoning)
        for refutation in self._combinations.seeing(left):
            return self._step(refutation, left, Reasoning.SEEING)
        return None

    def together(self, position: Puzzle) -> ConstraintStep | None:
        """Return what constraints refute together with units, or with each other."""
        left = position.candidate_masks()
        for rest in self._forty_five.steps(left):
            return ConstraintStep(
                self._shape.geometry,
                rest.removes,
                rest.cages,
                (*rest.inside, *rest.outside),
                Reasoning.FORTY_FIVE,
                rest_text(rest, self._shape),
                rest.units,
                (*rest.inside, *rest.outside)[1:],
            )
        for refutation in self._combinations.with_unit(left):
            return self._step(refutation, left, Reasoning.UNIT)
        for refutation in self._combinations.with_other(left):
            return self._step(refutation, left, Reasoning.TOGETHER)
        return None

    def _alike(self, first: Refutation, left: Sequence[int]) -> ConstraintStep:
        """Return a step, with other constraints that say the same of other cells."""
        step = self._step(first, left, Reasoning.CONSTRAINT)
        pattern = pattern_of(first, step.reason)
        if not pattern:
            return step
        every, texts = [], []
        for other in self._combinations.alone(left):
            if len(other.cells) > len(first.cells):
                break
            text = self._step(other, left, Reasoning.CONSTRAINT).reason
            if pattern_of(other, text) == pattern:
                every.append(other)
                texts.append(text)
        about = self._shape, self._encoding.geometry, left
        removes = dict.fromkeys(pair for each in every for pair in each.removes)
        return replace(
            step,
            removes=tuple(removes),
            constraints=tuple(each.constraint for each in every),
            cells=tuple(sorted({cell for each in every for cell in each.cells})),
            reason=alike_text(every, texts, *about),
        )

    def _step(
        self, refutation: Refutation, left: Sequence[int], reasoning: Reasoning
    ) -> ConstraintStep:
        if reasoning is Reasoning.TOGETHER and not refutation.beside:
            reasoning = Reasoning.UNIT
        return ConstraintStep(
            self._shape.geometry,
            refutation.removes,
            (refutation.constraint, *refutation.beside),
            refutation.cells,
            reasoning,
            refutation_text(refutation, self._shape, self._encoding.geometry, left),
            () if refutation.unit < 0 else (refutation.unit,),
            refutation.combined,
            refutation.digits,
        )

    def trial(self, position: Puzzle) -> ConstraintTrial | None:
        """Return the refutation by all rules that rests on the fewest constraints."""
        wrong = self._wrong(position, range(position.geometry.cells))
        # What was refuted before still is.
        steps = [self._found[pair] for pair in wrong if pair in self._found]
        if not steps:
            steps = list(self._refutations(position, wrong))
            self._found = {step.removes[0]: step for step in steps}
        if not steps:
            return None
        size = attrgetter("constraints", "followed")
        return self._reduced(position, min(steps, key=lambda x: [*map(len, size(x))]))

    def _wrong(self, position: Puzzle, cells: Iterable[int]) -> list[Candidate]:
        """Return candidates of empty cells that the solution, if known, has not."""
        values, left, solution = (
            position.values,
            position.candidate_masks(),
            self._solution,
        )
        return [
            (cell, digit + 1)
            for cell in cells
            if not values[cell]
            for digit in bits(left[cell])
            if solution is None or solution[cell] != digit + 1
        ]

    def _refutations(
        self, position: Puzzle, wrong: Sequence[Candidate]
    ) -> Iterator[ConstraintTrial]:
        self._start(position, self._constraints)
        for candidate in self._deadline.limit(wrong):
            if step := self._refutation(position, candidate):
                yield step

    def _reduced(self, position: Puzzle, step: ConstraintTrial) -> ConstraintTrial:
        """Leave out constraints that the refutation can do without, first others."""
        for rule in (None, *step.constraints):
            rest = [other for other in step.constraints if other != rule]
            if rule is None or 0 < len(rest) < len(step.constraints):
                self._start(position, rest)
                step = self._refutation(position, step.removes[0]) or step
        return step

    def _start(self, position: Puzzle, constraints: Sequence[Constraint]) -> None:
        """Propagate from a position, with some constraints turned on."""
        turned_on = [r.variable for r in self._rules if r.constraint in constraints]
        cells = range(position.geometry.cells)
        self._all.start(
            [*turned_on, *_literals(self._encoding, position.candidate_masks(), cells)]
        )

    def _refutation(
        self, position: Puzzle, candidate: Candidate
    ) -> ConstraintTrial | None:
        """Try a candidate; None where propagation does not refute it."""
        literals = self._all.cause(self._encoding.variable_of(*candidate))
        if literals is None:
            return None
        n, values, true = position.geometry.size, position.values, set(literals)
        used = [rule for rule in self._rules if rule.variable in true]
        cells = self._encoding.cell_variables
        pairs = [divmod(literal - 1, n) for literal in literals if literal in cells]
        placed = [(cell, index + 1) for cell, index in pairs if not values[cell]]
        return ConstraintTrial(
            position.geometry,
            (candidate,),
            tuple(rule.constraint for rule in used),
            tuple(sorted({cell for rule in used for cell in rule.cells})),
            tuple(pair for pair in placed if pair != candidate),
        )


def _literals(
    encoding: Encoding, left: Sequence[int], cells: Iterable[int]
) -> list[int]:
    """Return that some cells hold none but their candidates."""
    return [
        -encoding.variable_of(cell, digit)
        for cell in cells
        for digit in encoding.geometry.digit_range
        if not left[cell] >> (digit - 1) & 1
    ]


class _Rule:
    """A constraint and its clauses.

    Args:
        encoding: The formula of units.
        constraint: The constraint.
        variable: What turns it on; those above are free for its clauses.
        extra: The cells outside the grid.
        deadline: When to stop.

    Attributes:
        constraint, variable: The same.
        behind: The first variable that is still free.
        clauses: Its clauses, behind the variable.
        cells: The cells that these are about.
    """

    def __init__(
        self,
        encoding: Encoding,
        constraint: Constraint,
        variable: int,
        extra: ExtraCells,
        deadline: Deadline,
    ) -> None:
        self.constraint = constraint
        self.variable = variable
        own, self.behind = encoding.clauses_of(
            constraint, variable + 1, deadline, extra
        )
        self.clauses: list[Clause] = [(-variable, *clause) for clause in own]
        n = encoding.geometry.size
        of_cells = {abs(literal) for clause in own for literal in clause}
        self.cells = tuple(
            sorted(
                {
                    (literal - 1) // n
                    for literal in of_cells
                    if literal in encoding.cell_variables
                }
            )
        )


@dataclass(frozen=True, slots=True)
class SearchStep:
    """What search found: the rest of the solution.

    For a puzzle with several solutions, the candidates that none of them has.

    Args:
        geometry: The geometry of the grid.
        places: The (cell, digit) pairs to be placed.
        removes: The (cell, digit) pairs to be removed.
    """

    geometry: Geometry
    places: tuple[Candidate, ...] = ()
    removes: tuple[Candidate, ...] = ()

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation."""
        sign = "=" if self.places else "<>"
        return candidates_text(self.geometry, self.places or self.removes, sign)

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        return "found by search, as no technique and no trial applies"

    @property
    def title(self) -> str:
        """What kind of step it is."""
        return "Search"

    def __str__(self) -> str:
        return f"{self.title}: {self.outcome}, {self.reason}"


AnyStep: TypeAlias = Step | Trial | ConstraintStep | ConstraintTrial | SearchStep
"""What an explanation is made of."""


def way_of(entry: AnyStep) -> Technique | Reasoning:
    """Return what finds a step of a variant: it has a key, a level and a score."""
    if isinstance(entry, Step):
        return entry.technique
    if isinstance(entry, ConstraintStep):
        return entry.reasoning
    return Reasoning.SEARCH if isinstance(entry, SearchStep) else Reasoning.TRIAL


def points_of(entries: Iterable[AnyStep]) -> int:
    """Return the score of a path through a variant."""
    return sum(
        entry.score if isinstance(entry, ConstraintStep) else way_of(entry).score
        for entry in entries
    )
