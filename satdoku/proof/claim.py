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
    ruled out   the candidates that the puzzle rules out beyond its clues, likewise
    constraints where there are any: the direct clauses of each, with variables of
                their own (`satdoku.puzzle.constraints.primitives`)
    solutions   each forbidden by a clause: one of the empty cells holds another digit
                (one of all cells, where none is empty)

Two places that share a line and a box are forbidden once, for the line.  Boxes that are
lines themselves add nothing.  Of other geometries, and with constraints that are units,
every unit is said in full; one with fewer cells than there are digits holds each at
most once.

This module shares nothing with `satdoku.cnf`: whoever believes a certificate believes
this file, so it is short.  (The tests compare it with recipe `extended` and with the
known numbers of grids.)
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, LimitError, ProofError
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline

__all__ = ["MAX_CLAUSES", "Claim"]

MAX_CLAUSES = 3_500_000
"""Formulas with more clauses are refused: proving takes 300 bytes for each."""

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """How many solutions a puzzle has, and which.

    Args:
        puzzle: The puzzle.
        solutions: All of them, or some.
        exact: Whether there are no others.
        deadline: When to stop checking the solutions and making the formula.

    Raises:
        ProofError: One of them breaks a rule or a clue; one is listed twice; or nothing
            is claimed.
        LimitError: The formula of a variant would be too large.
        InputError: A rule of one's own has no parts to make clauses of.
        Stopped: The deadline passed first.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> solution = Puzzle("1234 3412 2143 4321")
        >>> claim = Claim(Puzzle("1234 3412 2143 43.."), (solution,), exact=True)
        >>> print(claim)
        exactly one solution
        >>> claim.variables, claim.clause_count
        (64, 399)
    """

    puzzle: Puzzle
    solutions: tuple[Grid, ...]
    exact: bool
    deadline: InitVar[Deadline] = NEVER
    _variant: _Variant | None = field(
        default=None, init=False, repr=False, compare=False
    )

    def __post_init__(self, deadline: Deadline) -> None:
        for number, solution in enumerate(self.solutions, 1):
            deadline.check()
            if not self.puzzle.is_solution(solution):
                raise ProofError(f"solution {number} does not solve the puzzle")
        if len(set(self.solutions)) != len(self.solutions):
            raise ProofError("a solution is listed twice")
        if not (self.exact or self.solutions):
            raise ProofError("no solution is listed, and nothing else is claimed")
        if self.exact and not self.puzzle.is_classic:
            object.__setattr__(self, "_variant", _variant(self.puzzle, deadline))

    def __str__(self) -> str:
        count = len(self.solutions)
        if not count:
            return "no solution"
        many = "one solution" if count == 1 else f"{count} solutions"
        return f"{'exactly' if self.exact else 'at least'} {many}"

    @property
    def variables(self) -> int:
        """How many variables the formula has, auxiliary ones included."""
        if self._variant is not None:
            return self._variant.variables
        return self.puzzle.geometry.cells * self.puzzle.geometry.size

    @property
    def parts(self) -> dict[str, int]:
        """How many clauses of each kind the formula has, in their order."""
        made = self._variant
        if made is None:
            rules = {"rules": _rule_count(self.puzzle.geometry)}
        else:
            constraints = len(made.clauses) - made.rules
            rules = {"rules": made.rules, "constraints": constraints}
        return {
            **rules,
            "clues": self.puzzle.clue_count,
            "ruled out": len(self.puzzle.eliminated),
            "solutions": len(self.solutions),
        }

    @property
    def clause_count(self) -> int:
        """How many clauses the formula has."""
        return sum(self.parts.values())

    def require_size(self, max_clauses: int = MAX_CLAUSES) -> None:
        """Raise LimitError if the formula has more clauses than that."""
        if self.clause_count > max_clauses:
            raise LimitError(
                f"the formula of the claim has {self.clause_count:,} clauses; "
                f"the limit is {max_clauses:,}"
            )

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of the formula, in the order given in the module."""
        made = self._variant
        rules = _rules(self.puzzle.geometry) if made is None else made.clauses
        return chain(rules, self._puzzle_clauses())

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
            >>> claim = Claim(Puzzle("12.. ..3. ...4 ...."), (), exact=True)
            >>> print(*list(claim.dimacs())[:5], sep="", end="")
            c a puzzle of 4x4 cells, boxes of 2x2
            c variable 16(r-1) + 4(c-1) + d: row r, column c holds digit d
            c clauses: 384 of rules, 4 of clues, 0 of ruled out, 0 of solutions
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


def _rules(geometry: Geometry) -> Iterator[Clause]:
    """Yield the clauses that every solution of every puzzle satisfies.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> len(list(_rules(Geometry(9, 9)))), next(_rules(Geometry(4, 4)))
        (10530, (1, 2, 3, 4))
    """
    n, digits = geometry.size, geometry.digit_range
    for cell in range(geometry.cells):
        yield from _exactly_one([cell * n + digit for digit in digits])
    for unit in geometry.row_units + geometry.column_units:
        for digit in digits:
            yield from _exactly_one([cell * n + digit for cell in unit])
    if geometry.box_height == 1 or geometry.box_width == 1:
        return
    for box in geometry.box_units:
        apart = [
            (one, other)
            for one, other in combinations(box, 2)
            if one // n != other // n and one % n != other % n
        ]
        for digit in digits:
            yield tuple(cell * n + digit for cell in box)
            for one, other in apart:
                yield -(one * n + digit), -(other * n + digit)


class _Variant(NamedTuple):
    """The clauses of a variant; the first `rules` of them are of cells and units."""

    clauses: tuple[Clause, ...]
    rules: int
    variables: int


class _Board:
    """The literals of a grid, and new variables behind them."""

    def __init__(self, geometry: Geometry) -> None:
        self._size = geometry.size
        self.last = geometry.cells * geometry.size
        self._never = 0

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal of a candidate; of one that cannot be a false variable."""
        if 1 <= digit <= self._size:
            return cell * self._size + digit
        if not self._never:
            self._never = self.new("never")
        return self._never

    def options(self, cell: int) -> Iterable[tuple[int, int]]:
        """Return all digits, each with its literal."""
        return [(d, cell * self._size + d) for d in range(1, self._size + 1)]

    def new(self, name: str) -> int:
        """Return a new variable."""
        del name
        self.last += 1
        return self.last

    def never(self) -> Iterator[Clause]:
        """Yield that what is false is false."""
        if self._never:
            yield (-self._never,)


def _variant(puzzle: Puzzle, deadline: Deadline) -> _Variant:
    """Make the clauses of rules and constraints directly."""
    made: list[Clause] = []
    for clause in deadline.limit(_unit_clauses(puzzle)):
        made.append(clause)
        _require_room(made)
    count, board = len(made), _Board(puzzle.geometry)
    for clause in deadline.limit(_constraint_clauses(puzzle, board)):
        made.append(clause)
        _require_room(made)
    made += board.never()
    return _Variant(tuple(made), count, board.last)


def _require_room(clauses: list[Clause]) -> None:
    if len(clauses) > MAX_CLAUSES:
        raise LimitError(
            f"the formula of the claim has more than {MAX_CLAUSES:,} clauses"
        )


def _unit_clauses(puzzle: Puzzle) -> Iterator[Clause]:
    """Yield the clauses of cells and units, each unit in full."""
    geometry, n = puzzle.geometry, puzzle.geometry.size
    for cell in range(geometry.cells):
        yield from _exactly_one([cell * n + digit for digit in geometry.digit_range])
    for unit in puzzle.units:
        for digit in geometry.digit_range:
            at_least_one, *pairs = _exactly_one([cell * n + digit for cell in unit])
            if len(unit) == n:
                yield at_least_one
            yield from pairs


def _constraint_clauses(puzzle: Puzzle, board: _Board) -> Iterator[Clause]:
    """Yield the direct clauses of constraints that are not units."""
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
        for primitive in rule.primitives(puzzle.geometry):
            yield from primitive.direct_clauses(literals)


def _exactly_one(variables: list[int]) -> Iterator[Clause]:
    yield tuple(variables)
    yield from combinations([-variable for variable in variables], 2)


def _rule_count(geometry: Geometry) -> int:
    """Return how many clauses `_rules` yields; 189 million for 100x100."""
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    pairs = n * (n - 1) // 2
    count = 3 * n * n * (1 + pairs)
    if h == 1 or w == 1:
        return count
    apart = pairs - h * (w * (w - 1) // 2) - w * (h * (h - 1) // 2)
    return count + n * n * (1 + apart)
