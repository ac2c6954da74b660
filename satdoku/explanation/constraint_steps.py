"""Candidates that constraints refute, where rules are more than units.

    Constraint: r1c12<>1, not allowed by cage of 15: r1c1 r1c2
    Trial: r5c5<>3, with r5c5=3 propagation leads to r5c6=2, which contradicts …

Techniques know units alone.  What a cage or a thermometer says follows by trying, too:
a candidate is assumed true and unit propagation followed on clauses, first on those of
one constraint and its cells alone, then on those of all rules together.  Of these
trials the one that rests on the fewest constraints is shown.

Constraints are behind a variable each that turns them on.  The way back from a
contradiction through the reasons of its literals meets the variables of those that it
rests on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.recipe import load
from satdoku.explanation.propagation import Propagation
from satdoku.explanation.trials import Candidate, Elimination, Trial
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.state import bits
from satdoku.techniques.step import Step, candidates_text, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.formula import Clause
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle

__all__ = ["AnyStep", "ConstraintReasoner", "ConstraintStep", "SearchStep"]

_RECIPE = "extended"

_FEW = 24
"""In constraints of so many cells every candidate is tried; in larger ones propagation
from the digits placed has to do."""


@dataclass(frozen=True, slots=True)
class ConstraintStep(Elimination):
    """Candidates that constraints refute.

    Args:
        geometry: The geometry of the grid.
        removes: The (cell, digit) pairs to be removed.
        constraints: The constraints that this rests on.
        cells: The cells that these are about.
        followed: The digits that follow when the candidate is tried, in order.
        alone: Whether it rests on one constraint alone, without any unit.

    Example:
        >>> from satdoku.constraints import Killer
        >>> from satdoku.puzzle.geometry import Geometry
        >>> cage, board = Killer(7, "r1c1 r1c2"), Geometry(4, 4)
        >>> print(ConstraintStep(board, ((0, 1),), (cage,), (0, 1), alone=True))
        Constraint: r1c1<>1, not allowed by cage of 7: r1c1 r1c2
    """

    geometry: Geometry
    removes: tuple[Candidate, ...]
    constraints: tuple[Constraint, ...]
    cells: tuple[int, ...]
    followed: tuple[Candidate, ...] = ()
    alone: bool = False

    @property
    def rules(self) -> str:
        """What this rests on, in words."""
        rules = [rule.describe() for rule in self.constraints]
        return listed(rules) if rules else "the units"

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        if self.alone:
            return f"not allowed by {self.rules}"
        if not self.followed:
            return f"{self.tried} contradicts {self.rules}, by propagation"
        led = ", ".join(candidates_text(self.geometry, [x], "=") for x in self.followed)
        return (
            f"with {self.tried} propagation leads to {led}, which contradicts "
            f"{self.rules}"
        )

    @property
    def title(self) -> str:
        """What kind of step it is."""
        return "Constraint" if self.alone else "Trial"


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
        self._solution = None if solution is None else solution.values
        self._deadline = deadline
        self._found: dict[Candidate, ConstraintStep] = {}

    @cached_property
    def _rules(self) -> list[_Rule]:
        rules: list[_Rule] = []
        first = self._encoding.formula.variables + 1
        for constraint in self._deadline.limit(self._constraints):
            rules.append(_Rule(self._encoding, constraint, first, self._deadline))
            first = rules[-1].behind
        return rules

    @cached_property
    def _all(self) -> Propagation:
        clauses = [clause for rule in self._rules for clause in rule.clauses]
        last = self._rules[-1].behind - 1
        every = self._deadline.limit(chain(self._encoding.formula, clauses))
        return Propagation(every, last)

    def alone(self, position: Puzzle) -> ConstraintStep | None:
        """Return the candidates that one constraint refutes by itself."""
        left = position.candidate_masks()
        for rule in self._deadline.limit(self._rules):
            removes = rule.refuted(left, self._wrong(position, rule.cells))
            if removes:
                about = (position.geometry, removes, (rule.constraint,), rule.cells)
                return ConstraintStep(*about, alone=True)
        return None

    def trial(self, position: Puzzle) -> ConstraintStep | None:
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
    ) -> Iterator[ConstraintStep]:
        self._start(position, self._constraints)
        for candidate in self._deadline.limit(wrong):
            if step := self._refutation(position, candidate):
                yield step

    def _reduced(self, position: Puzzle, step: ConstraintStep) -> ConstraintStep:
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
    ) -> ConstraintStep | None:
        """Try a candidate; None where propagation does not refute it."""
        literals = self._all.cause(self._encoding.variable_of(*candidate))
        if literals is None:
            return None
        n, values, true = position.geometry.size, position.values, set(literals)
        used = [rule for rule in self._rules if rule.variable in true]
        cells = self._encoding.cell_variables
        pairs = [divmod(literal - 1, n) for literal in literals if literal in cells]
        placed = [(cell, index + 1) for cell, index in pairs if not values[cell]]
        return ConstraintStep(
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
        deadline: Deadline,
    ) -> None:
        self.constraint = constraint
        self.variable = variable
        own, self.behind = encoding.clauses_of(constraint, variable + 1, deadline)
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
        self._encoding = encoding
        self._propagation: Propagation | None = None
        self._before: list[int] = []

    def refuted(
        self, left: Sequence[int], wrong: Sequence[Candidate]
    ) -> tuple[Candidate, ...]:
        """Return the wrong candidates that the constraint alone refutes."""
        mine = [left[cell] for cell in self.cells]
        if mine == self._before:
            return ()
        if self._propagation is None:
            self._propagation = Propagation(
                [*self.clauses, *self._of_cells()], self.behind - 1
            )
        self._propagation.start(
            [self.variable, *_literals(self._encoding, left, self.cells)]
        )
        is_small = len(self.cells) <= _FEW
        candidates = tuple(
            candidate
            for candidate in wrong
            if self._propagation.refutes(
                self._encoding.variable_of(*candidate), tried=is_small
            )
        )
        if not candidates:
            self._before = mine
        return candidates

    def _of_cells(self) -> Iterator[Clause]:
        """Yield that each of its cells holds one digit."""
        for cell in self.cells:
            held = [
                self._encoding.variable_of(cell, d)
                for d in self._encoding.geometry.digit_range
            ]
            yield tuple(held)
            yield from combinations([-variable for variable in held], 2)


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


AnyStep: TypeAlias = Step | Trial | ConstraintStep | SearchStep
"""What an explanation is made of."""
