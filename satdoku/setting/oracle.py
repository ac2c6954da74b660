"""Whether a puzzle has a solution under assumptions.

The formula knows the rules of a geometry alone.  Everything a puzzle states is a
literal to assume, so that each can be left out of a question, or denied:

    clue                   the variable of its cell and digit
    eliminated candidate   the same, negated
    constraint             a variable of its own, which turns its clauses on

For the usual geometries a thread's engine stays loaded (`loaded_rules`).
Answers must not show that: they are facts about the puzzle, never which solution of
several an engine came across.  `oracle_for(…, fresh=True)` is for those that are not.

Invariant: every solution is checked against the rules and the assumptions, by
`Puzzle.is_solution`.  "There is none" is the engine's word.
"""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from satdoku.cnf.encoder import (
    MAX_CLAUSES,
    Encoding,
    encode_rules,
    formula_size,
    simplify,
)
from satdoku.cnf.extra import ExtraCells
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load as load_recipe
from satdoku.cnf.recipe import usual_encoding
from satdoku.engines import registry
from satdoku.errors import EngineError, Stopped, whole_number
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.solving.attempts import loaded_rules, unload_rules
from satdoku.solving.choice import AUTO, LEARNER, MAX_FULL

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from satdoku.cnf.encoder import ResidualEncoding
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe, RecipeLike
    from satdoku.engines.base import Engine, Incremental, Model
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid

Member: TypeAlias = "int | tuple[int, int] | Constraint"
"""What a puzzle states: the cell of a clue, an eliminated candidate, a constraint."""


class EngineChoice(NamedTuple):
    """Which engine searches, on which formula."""

    engine: str
    recipe: Recipe
    max_clauses: int


def choose_engine(
    geometry: Geometry,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> EngineChoice:
    """Choose how questions about puzzles of a geometry are answered.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> choose_engine(Geometry(9, 9)).engine
        'cadical153'
        >>> choose_engine(Geometry(25, 25)).recipe.name
        'triad-lite'
    """
    name = registry.name_of(engine)
    name = LEARNER if name == AUTO else registry.find(name, formulas=True).name
    recipe = load_recipe(encoding or usual_encoding(geometry.size))
    return EngineChoice(name, recipe, whole_number("max_clauses", max_clauses))


def is_kept(puzzle: Puzzle, choice: EngineChoice) -> bool:
    """Whether the engine that answers questions about a puzzle is kept."""
    geometry = puzzle.geometry
    is_small = geometry.size <= MAX_FULL and not puzzle.constraints
    return is_small and choice == choose_engine(geometry)


def fits(geometry: Geometry, choice: EngineChoice, most: int = sys.maxsize) -> bool:
    """Whether the formula of the rules is small enough; else `simplified` may help."""
    size = formula_size(geometry, choice.recipe)
    return size.clauses <= min(most, choice.max_clauses)


class Oracle:
    """Answers questions about a puzzle.

    Args:
        engine: An engine, loaded with the rules.
        encoding: The encoding of its formula.
        puzzle: The puzzle.
        deadline: When to stop.
        constraints: The constraint that each variable turns on.
        formula: What a fresh engine is loaded with; None where it is kept.

    Attributes:
        puzzle: The puzzle.
        clues: The cell of each clue, by literal, in the order of cells; empty where the
            formula is of what the puzzle leaves open.
        eliminated: The (cell, digit) pairs eliminated beyond the clues, by literal.
        constraints: The constraints, by literal; equal ones once.
        always: Literals to assume in every question.
        formula: What the engine is loaded with.
        core: Assumptions of the last question without a solution that suffice for that,
            in their order.
        model: The true variables of the last solution.
    """

    def __init__(
        self,
        engine: Engine,
        encoding: Encoding | ResidualEncoding,
        puzzle: Puzzle,
        deadline: Deadline,
        *,
        constraints: Mapping[int, Constraint] | None = None,
        formula: Formula | None = None,
    ) -> None:
        self._engine = engine
        self._model: Model = ()
        self._known: Grid | None = None
        self._is_spent = False  # the only solution there is was forbidden
        self.formula = formula or encoding.formula
        self.encoding = encoding
        self.constraints = constraints or {}
        self.puzzle = puzzle
        self.deadline = deadline
        self.clues: dict[int, int] = {}
        self.eliminated: dict[int, tuple[int, int]] = {}
        if isinstance(encoding, Encoding):
            cells = (cell for cell, _ in puzzle.clues.filled)
            self.clues = dict(zip(self._literals(puzzle.clues), cells, strict=True))
            pairs = zip(encoding.removed(puzzle), puzzle.eliminated, strict=True)
            self.eliminated = dict(pairs)
        self.always: list[int] = []
        self.core: list[int] = []
        self.model: frozenset[int] = frozenset()
        self._rules = Puzzle.trusted(puzzle.geometry, (0,) * puzzle.geometry.cells)
        self._rules_with: dict[tuple[int, ...], Puzzle] = {}

    @property
    def members(self) -> dict[int, Member]:
        """All that the puzzle states, by literal: clues, eliminations, constraints."""
        return {**self.clues, **self.eliminated, **self.constraints}

    def literals(self, puzzle: Puzzle) -> list[int]:
        """Return the clues and eliminated candidates of any puzzle of these rules."""
        if not isinstance(self.encoding, Encoding):
            return []
        return self._literals(puzzle.clues) + self.encoding.removed(puzzle)

    def exclude(self, grid: Grid) -> None:
        """Ask for solutions other than this one from here on."""
        self._known = grid

    def forbid(self, grid: Grid) -> None:
        """Leave a solution out of all questions from here on; the engine takes clauses.

        It is one of a fresh engine's own.
        """
        variables = [self.encoding.variable_of(*filled) for filled in grid.filled]
        clause = [-variable for variable in variables if variable]
        if clause:
            cast("Incremental", self._engine).add(clause)
        else:
            self._is_spent = True

    def solution(self, assumptions: Sequence[int]) -> Grid | None:
        """Return a solution in which the assumptions hold; None if there is none.

        Raises:
            Stopped: The time is over.
            EngineError: The engine gave a model that is no solution.
        """
        if self.refutes(assumptions):
            return None
        grid = self._checked(self._model, [*self.always, *assumptions])
        if grid != self._known:
            return grid
        self.core = list(assumptions)
        others = (other for other in self.solutions(assumptions) if other != grid)
        return next(others, None)

    def refutes(self, assumptions: Sequence[int]) -> bool:
        """Whether the engine finds no solution in which the assumptions hold.

        A model is not checked: for questions where a wrong one does no harm.

        Raises:
            Stopped: The time is over.
        """
        self.deadline.check()
        if self._is_spent:
            return True
        outcome = self._engine.solve([*self.always, *assumptions], self.deadline)
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is None:
            self.core = self._core(assumptions)
            return True
        self._model = outcome.model
        return False

    def solutions(self, assumptions: Sequence[int]) -> Iterator[Grid]:
        """Yield the solutions in which the assumptions hold, each once.

        Raises:
            Stopped: The time is over (raised by the iterator, as EngineError).
        """
        literals, project = [*self.always, *assumptions], self.encoding.cell_variables
        for model in self._engine.models(literals, project, self.deadline):
            yield self._checked(model, literals)

    def _literals(self, grid: Grid) -> list[int]:
        """Return the variables of the digits that a grid holds; 0 where settled."""
        if isinstance(self.encoding, Encoding):
            return self.encoding.clues(Puzzle.of(grid))
        return [self.encoding.variable_of(*filled) for filled in grid.filled]

    def _core(self, assumptions: Sequence[int]) -> list[int]:
        core = self._engine.core()
        if core is None:
            return list(assumptions)
        enough = set(core)
        return [literal for literal in assumptions if literal in enough]

    def _checked(self, model: Model, literals: Sequence[int]) -> Grid:
        """Return the solution that a model is, in which the literals hold."""
        grid = self.encoding.decode(model)
        self.model = true = frozenset(model)
        puzzle = self.puzzle
        if isinstance(self.encoding, Encoding):
            puzzle = self._with_constraints(literals)
        held = true.issuperset([a for a in literals if a > 0])
        held = held and true.isdisjoint([-a for a in literals if a < 0])
        if not held or not puzzle.is_solution(grid):
            raise EngineError(
                f"{self._engine.name} gave a model that is no solution of "
                f"{self.puzzle.line[:90]}"
            )
        return grid

    def _with_constraints(self, literals: Sequence[int]) -> Puzzle:
        """Return the empty puzzle with the constraints that are assumed."""
        if not self.constraints and not self.puzzle.extra_cells:
            return self._rules
        on = tuple([literal for literal in literals if literal in self.constraints])
        if on not in self._rules_with:
            always = self.puzzle.adding_constraints
            constraints = [*always, *[self.constraints[literal] for literal in on]]
            self._rules_with[on] = Puzzle(self._rules, constraints)
        return self._rules_with[on]


@contextmanager
def oracle_for(
    puzzle: Puzzle,
    choice: EngineChoice | None = None,
    deadline: Deadline = NEVER,
    *,
    fresh: bool = False,
    simplified: bool = False,
    other: Grid | None = None,
) -> Generator[Oracle]:
    """Load an engine with the rules of a puzzle, or use the one that is kept.

    Args:
        puzzle: The puzzle.
        choice: The engine and the recipe; None for the usual ones.
        deadline: When to stop.
        fresh: Whether the engine must have answered no other question, so that its
            choice among several solutions depends on the puzzle alone.
        simplified: Whether a fresh engine gets the formula of what the puzzle leaves
            open, which is smaller; nothing can be left out of questions then.
        other: A solution that the formula excludes; the engine is fresh then.

    Raises:
        LimitError: The formula would be too large.
        Stopped: The time was over before the engine was loaded.
    """
    choice = choice or choose_engine(puzzle.geometry)
    deadline.check()
    is_fresh = fresh or simplified or other is not None
    if not is_fresh and is_kept(puzzle, choice):
        try:
            loaded = loaded_rules(puzzle.geometry)
            yield Oracle(loaded.engine, loaded.encoding, puzzle, deadline)
        except KeyboardInterrupt:
            unload_rules()  # some engines cannot be used again
            raise
        return
    encoding: Encoding | ResidualEncoding
    constraints: dict[int, Constraint] = {}
    if simplified:
        encoding = simplify(
            puzzle, choice.recipe, choice.max_clauses, deadline=deadline
        )
        formula = encoding.formula
    else:
        encoding = encode_rules(
            puzzle.geometry, choice.recipe, choice.max_clauses, deadline=deadline
        )
        clauses, constraints, last = _selected(encoding, puzzle, deadline)
        if other is not None:
            clauses.append(
                tuple(-encoding.variable_of(*filled) for filled in other.filled)
            )
        formula = with_clauses(encoding.formula, clauses, last)
    own = registry.load(choice.engine, formula, deadline, one_hot=True)
    with closing(own) as engine:
        yield Oracle(
            engine, encoding, puzzle, deadline, constraints=constraints, formula=formula
        )


def with_clauses(formula: Formula, clauses: Sequence[Clause], last: int) -> Formula:
    """Return a formula with more clauses, and variables up to the last one."""
    group = Group(Origin("added", "all"), tuple(clauses))
    return Formula(
        max(last, formula.variables),
        formula.clause_count + len(clauses),
        lambda: chain(formula.make_groups(), (group,)),
        str,
        make_clauses=lambda: chain(formula, clauses),
    )


def _selected(
    encoding: Encoding, puzzle: Puzzle, deadline: Deadline
) -> tuple[list[Clause], dict[int, Constraint], int]:
    """Return the clauses of constraints, each behind a variable that turns it on.

    Those that add cells to the grid, which others may name, are always on.

    Returns:
        The clauses, the constraint of each such variable, and the last variable.
    """
    clauses: list[Clause] = []
    variables: dict[int, Constraint] = {}
    extra = ExtraCells(
        puzzle.geometry, puzzle.constraints, encoding.formula.variables + 1
    )
    encoding.extra = extra
    clauses += extra.clauses
    first, makers = extra.next, puzzle.adding_constraints
    for constraint in deadline.limit(dict.fromkeys(puzzle.constraints)):
        own, free = encoding.clauses_of(constraint, first + 1, extra=extra)
        if constraint in makers:
            clauses += own
        else:
            clauses += [(-first, *clause) for clause in own]
            variables[first] = constraint
        first = free
    return clauses, variables, first - 1


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
