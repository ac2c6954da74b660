"""A claim about a puzzle, and the formula that has no model if it is true.

    no solution                  rules and clues have no model
    exactly one solution         the same with the solution forbidden
    exactly k solutions          the same with all k forbidden
    at least k solutions         nothing to refute: the k solutions are listed

A variable says that a cell holds a digit, (cell, digit) is `cell·n + digit`; only
constraints have other variables.  The clauses, in this order:

    cells       each holds a digit; and of two digits not both
    units       rows, columns, boxes: each digit has a place; and of two places not both
    clues       each a clause of one literal
    eliminated  the candidates that the puzzle eliminates beyond its clues, likewise
    constraints where there are any: each cell that they add to the grid holds one of
                its values; the direct clauses of each, with variables of their own
                (`satdoku.puzzle.constraints.primitives`)
    solutions   each forbidden by a clause: one of the empty cells holds another digit
                (one of all cells, where none is empty)

Two places that share several units are forbidden once, for the first, and equal units
count once.  A unit with fewer cells than there are digits holds each at most once.

This module shares nothing with `satdoku.cnf`: whoever believes a certificate believes
this file, so it is short.  (The tests compare it with recipe `extended` and with the
known numbers of grids.)
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, LimitError, ProofError, check_kind
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.puzzle.grid import Grid
    from satdoku.runtime.deadline import Deadline

MAX_CLAUSES = 3_500_000
"""Formulas with more clauses are refused: proving takes 300 bytes for each."""

Clause = tuple[int, ...]


class _Rules(NamedTuple):
    """What holds of every solution: the first `of_units` clauses, and constraints."""

    clauses: tuple[Clause, ...]
    of_units: int
    variables: int


@dataclass(frozen=True, slots=True)
class Claim:
    """How many solutions a puzzle has, and which.

    Args:
        puzzle: The puzzle.
        solutions: All of them, or some.
        complete: Whether there are no others.
        deadline: When to stop checking the solutions and making the formula.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        ProofError: One of them breaks a rule or a clue; one is listed twice; or nothing
            is claimed.
        LimitError: The formula would be too large.
        InputError: A rule of one's own has no parts to make clauses of.
        Stopped: The deadline passed first.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> solution = Puzzle("1234 3412 2143 4321")
        >>> claim = Claim(Puzzle("1234 3412 2143 43.."), (solution,), complete=True)
        >>> print(claim)
        exactly one solution
        >>> claim.variables, claim.clause_count
        (64, 399)
    """

    puzzle: Puzzle
    solutions: tuple[Grid, ...]
    complete: bool
    deadline: InitVar[Deadline] = NEVER
    max_clauses: InitVar[int] = MAX_CLAUSES
    _rules: _Rules = field(
        default=_Rules((), 0, 0), init=False, repr=False, compare=False
    )

    def __post_init__(self, deadline: Deadline, max_clauses: int) -> None:
        check_kind("puzzle", self.puzzle, Puzzle, "a satdoku.Puzzle")
        check_kind("solutions", self.solutions, tuple, "a tuple of grids")
        for number, solution in enumerate(self.solutions, 1):
            deadline.check()
            if not self.puzzle.is_solution(solution):
                raise ProofError(f"solution {number} does not solve the puzzle")
        if len(set(self.solutions)) != len(self.solutions):
            raise ProofError("a solution is listed twice")
        if not (self.complete or self.solutions):
            raise ProofError("no solution is listed, and nothing else is claimed")
        if self.complete:
            rules = _rules(self.puzzle, max_clauses, deadline)
            object.__setattr__(self, "_rules", rules)
            _require_size(self.clause_count, max_clauses)

    def __str__(self) -> str:
        count = len(self.solutions)
        if not count:
            return "no solution"
        many = "one solution" if count == 1 else f"{count} solutions"
        return f"{'exactly' if self.complete else 'at least'} {many}"

    @property
    def variables(self) -> int:
        """How many variables the formula has, auxiliary ones included."""
        return self._rules.variables

    @property
    def parts(self) -> dict[str, int]:
        """How many clauses of each kind the formula has, in their order."""
        clauses, of_units, _ = self._rules
        constraints = {"constraints": len(clauses) - of_units}
        return {
            "rules": of_units,
            **(constraints if self.puzzle.constraints else {}),
            "clues": self.puzzle.clue_count,
            "eliminated": len(self.puzzle.eliminated),
            "solutions": len(self.solutions),
        }

    @property
    def clause_count(self) -> int:
        """How many clauses the formula has."""
        return sum(self.parts.values())

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of the formula, in the order given in the module."""
        return chain(self._rules.clauses, self._puzzle_clauses())

    def _puzzle_clauses(self) -> Iterator[Clause]:
        """Yield the clauses that are about this puzzle: all but the rules."""
        puzzle, n = self.puzzle, self.puzzle.geometry.size
        for cell, digit in puzzle.clues.filled:
            yield (cell * n + digit,)
        for cell, digit in puzzle.eliminated:
            yield (-(cell * n + digit),)
        cells = range(puzzle.geometry.cells)
        empty = [cell for cell in cells if not puzzle.values[cell]] or cells
        for solution in self.solutions:
            yield tuple(-(cell * n + solution.values[cell]) for cell in empty)

    def dimacs(self) -> Iterator[str]:
        """Yield the lines of the formula in DIMACS, always the same for a claim.

        Example:
            >>> from satdoku.puzzle.puzzle import Puzzle
            >>> claim = Claim(Puzzle("12.. ..3. ...4 ...."), (), complete=True)
            >>> print(*list(claim.dimacs())[:5], sep="", end="")
            c a puzzle of 4x4 cells, boxes of 2x2
            c variable 16(r-1) + 4(c-1) + d: row r, column c holds digit d
            c clauses: 384 of rules, 4 of clues, 0 of eliminated, 0 of solutions
            p cnf 64 388
            1 2 3 4 0
        """
        geometry, n = self.puzzle.geometry, self.puzzle.geometry.size
        rows, columns = geometry.rows, geometry.columns
        box = f"boxes of {geometry.box_height}x{geometry.box_width}"
        boxes = "no boxes" if geometry.box is None else box
        parts = ", ".join(f"{count} of {kind}" for kind, count in self.parts.items())
        yield f"c a puzzle of {rows}x{columns} cells, {boxes}\n"
        first = f"{n * columns}(r-1) + {n}(c-1) + d"
        yield f"c variable {first}: row r, column c holds digit d\n"
        for rule in self.puzzle.constraints:
            text = rule.describe().encode("ascii", "backslashreplace").decode()
            yield f"c constraint: {text}\n"
        yield f"c clauses: {parts}\n"
        yield f"p cnf {self.variables} {self.clause_count}\n"
        for clause in self.clauses():
            yield " ".join(map(str, (*clause, 0))) + "\n"


class _Board:
    """The literals of a grid, and new variables behind them."""

    def __init__(self, puzzle: Puzzle) -> None:
        geometry = puzzle.geometry
        self._size = geometry.size
        self.last = geometry.cells * geometry.size
        self.never = 0
        self.shared: dict[object, int] = {}
        shift = geometry.first_value - 1
        self.extra: dict[int, dict[float, int]] = {
            cell: {value - shift: self.new("") for value in values}
            for cell, values in puzzle.extra_cells.items()
        }

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal of a candidate; of one that cannot be a false variable."""
        own = self.extra.get(cell)
        if own is not None and digit in own:
            return own[digit]
        if own is None and 1 <= digit <= self._size:
            return cell * self._size + digit
        if not self.never:
            self.never = self.new("never")
        return self.never

    def options(self, cell: int) -> Iterable[tuple[int, int]]:
        """Return all digits, each with its literal."""
        own = self.extra.get(cell)
        if own is not None:
            return own.items()  # type: ignore[return-value]
        return [(d, cell * self._size + d) for d in range(1, self._size + 1)]

    def new(self, name: str) -> int:
        """Return a new variable."""
        del name
        self.last += 1
        return self.last


def _rules(puzzle: Puzzle, max_clauses: int, deadline: Deadline) -> _Rules:
    """Make the clauses of cells and units, then of constraints.

    Raises:
        LimitError: They are more than `max_clauses`; at once if cells and lines alone
            have more.
    """
    geometry, board = puzzle.geometry, _Board(puzzle)
    sizes = [geometry.size] * geometry.cells
    sizes += map(len, geometry.row_units + geometry.column_units)
    _require_size(sum(comb(size, 2) for size in sizes), max_clauses)
    clauses: list[Clause] = []
    ends: list[int] = []
    for family in (_unit_clauses(puzzle), _constraint_clauses(puzzle, board)):
        for clause in deadline.limit(family):
            clauses.append(clause)
            _require_size(len(clauses), max_clauses)
        ends.append(len(clauses))
    return _Rules(tuple(clauses), ends[0], board.last)


def _require_size(clauses: int, limit: int) -> None:
    if clauses > limit:
        raise LimitError(f"the formula of the claim has more than {limit:,} clauses")


def _unit_clauses(puzzle: Puzzle) -> Iterator[Clause]:
    """Yield the clauses of cells and units.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> clauses = list(_unit_clauses(Puzzle("." * 81)))
        >>> len(clauses), clauses[0]
        (10530, (1, 2, 3, 4, 5, 6, 7, 8, 9))
    """
    n, digits = puzzle.geometry.size, puzzle.geometry.digit_range
    for cell in range(puzzle.geometry.cells):
        variables = range(cell * n + 1, cell * n + n + 1)
        yield tuple(variables)
        yield from combinations([-variable for variable in variables], 2)
    apart: set[tuple[int, int]] = set()
    for unit in dict.fromkeys(tuple(sorted(unit)) for unit in puzzle.units):
        pairs = [pair for pair in combinations(unit, 2) if pair not in apart]
        apart.update(pairs)
        for digit in digits:
            if len(unit) == n:
                yield tuple([cell * n + digit for cell in unit])
            for first, second in pairs:
                yield -(first * n + digit), -(second * n + digit)


def _constraint_clauses(puzzle: Puzzle, board: _Board) -> Iterator[Clause]:
    """Yield the direct clauses of constraints that are not units.

    First that each cell outside the grid holds one of its values.
    """
    for own in map(dict.values, board.extra.values()):
        yield tuple(own)
        yield from combinations([-variable for variable in own], 2)
    # The catalogue of constraints takes a while to load; few puzzles have any.
    from satdoku.puzzle.constraints.base import (  # noqa: PLC0415
        BaseConstraint,
        Literals,
    )

    for rule in puzzle.constraints:
        if rule.only_units:
            continue
        if not isinstance(rule, BaseConstraint):
            raise InputError(f"no proofs of puzzles with the rule {rule.describe()}")
        literals = Literals(puzzle.geometry, board, rule.describe())
        for primitive in rule.parts(puzzle.geometry):
            yield from primitive.direct_clauses(literals)
    if board.never:
        yield (-board.never,)
