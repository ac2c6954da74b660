"""A claim about a puzzle, and the textbook formula that has no model if it is true.

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

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, ProofError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle

__all__ = ["Claim", "is_classic", "rules"]

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """How many solutions a puzzle has, and which.

    Args:
        puzzle: The puzzle.
        solutions: All of them, or some.
        exact: Whether there are no others.

    Raises:
        ProofError: One of them breaks a rule or a clue; one is listed twice; or nothing
            is claimed.

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

    def __post_init__(self) -> None:
        for number, solution in enumerate(self.solutions, 1):
            if not self.puzzle.is_solution(solution):
                raise ProofError(f"solution {number} does not solve the puzzle")
        if len(set(self.solutions)) != len(self.solutions):
            raise ProofError("a solution is listed twice")
        if not (self.exact or self.solutions):
            raise ProofError("no solution is listed, and nothing else is claimed")

    def __str__(self) -> str:
        count = len(self.solutions)
        if not count:
            return "no solution"
        many = "one solution" if count == 1 else f"{count} solutions"
        return f"{'exactly' if self.exact else 'at least'} {many}"

    @property
    def variables(self) -> int:
        """How many variables the formula has, auxiliary ones included."""
        if not is_classic(self.puzzle):
            return _variant(self.puzzle).variables
        return self.puzzle.geometry.cells * self.puzzle.geometry.size

    @property
    def parts(self) -> dict[str, int]:
        """How many clauses of each kind the formula has, in their order."""
        rules: dict[str, int] = {}
        if is_classic(self.puzzle):
            rules["rules"] = _rule_count(self.puzzle.geometry)
        else:
            made = _variant(self.puzzle)
            rules |= {
                "rules": made.rules,
                "constraints": len(made.clauses) - made.rules,
            }
        return {
            **rules,
            "clues": self.puzzle.clue_count,
            "ruled out": len(self.puzzle.removed),
            "solutions": len(self.solutions),
        }

    @property
    def clause_count(self) -> int:
        """How many clauses the formula has."""
        return sum(self.parts.values())

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses of the formula, in the order given in the module."""
        return chain(self.rules(), self.extras())

    def rules(self) -> Iterable[Clause]:
        """Return the clauses of rules and constraints."""
        if is_classic(self.puzzle):
            return rules(self.puzzle.geometry)
        return _variant(self.puzzle).clauses

    def extras(self) -> Iterator[Clause]:
        """Yield the clauses that are about this puzzle: all but the rules."""
        puzzle, n = self.puzzle, self.puzzle.geometry.size
        for cell, digit in puzzle.clues.filled:
            yield (cell * n + digit,)
        for cell, digit in puzzle.removed:
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
            said = rule.describe().encode("ascii", "backslashreplace").decode()
            yield f"c constraint: {said}\n"
        yield f"c clauses: {parts}\n"
        yield f"p cnf {self.variables} {self.clause_count}\n"
        for clause in self.clauses():
            yield " ".join(map(str, (*clause, 0))) + "\n"


def rules(geometry: Geometry) -> Iterator[Clause]:
    """Yield the clauses that every solution of every puzzle satisfies.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> len(list(rules(Geometry(9, 9)))), next(rules(Geometry(4, 4)))
        (10530, (1, 2, 3, 4))
    """
    n, digits = geometry.size, geometry.digits
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


def is_classic(puzzle: Puzzle) -> bool:
    """Whether the rules are rows, columns and boxes of n cells alone."""
    return puzzle.geometry.is_square and not puzzle.constraints


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


@lru_cache(maxsize=4)
def _variant(puzzle: Puzzle) -> _Variant:
    """Make the clauses of rules and constraints directly.

    Raises:
        InputError: A rule of one's own has no parts to make clauses of.
    """
    # The catalogue of constraints takes a while to load; few puzzles have any.
    from satdoku.puzzle.constraints.base import (  # noqa: PLC0415
        BaseConstraint,
        Literals,
    )

    geometry, n = puzzle.geometry, puzzle.geometry.size
    made = [
        clause
        for cell in range(geometry.cells)
        for clause in _exactly_one([cell * n + digit for digit in geometry.digits])
    ]
    for unit in puzzle.units:
        for digit in geometry.digits:
            clauses = _exactly_one([cell * n + digit for cell in unit])
            made += list(clauses)[0 if len(unit) == n else 1 :]
    count, board = len(made), _Board(geometry)
    for rule in puzzle.constraints:
        if rule.only_units:
            continue
        if not isinstance(rule, BaseConstraint):
            raise InputError(f"no proofs of puzzles with the rule {rule.describe()}")
        literals = Literals(geometry, board, rule.describe())
        for part in rule.primitives(geometry):
            made += part.direct_clauses(literals)
    made += board.never()
    return _Variant(tuple(made), count, board.last)


def _exactly_one(variables: list[int]) -> Iterator[Clause]:
    yield tuple(variables)
    for one, other in combinations(variables, 2):
        yield -one, -other


def _rule_count(geometry: Geometry) -> int:
    """Return how many clauses `rules` yields; 189 million for 100x100."""
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    pairs = n * (n - 1) // 2
    count = 3 * n * n * (1 + pairs)
    if h == 1 or w == 1:
        return count
    apart = pairs - h * (w * (w - 1) // 2) - w * (h * (h - 1) // 2)
    return count + n * n * (1 + apart)
