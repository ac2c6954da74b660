"""What is claimed of a puzzle, and the formula that has no model if it is true.

no solution                  rules and clues have no model
exactly one solution         the same with the solution forbidden
exactly k solutions          the same with all k forbidden
at least k solutions         nothing is to be refuted: the k solutions are there
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from satdoku.errors import ProofError
from satdoku.proof import textbook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["Claim"]


@dataclass(frozen=True, slots=True)
class Claim:
    """How many solutions a puzzle is said to have, and these.

    Args:
        puzzle: The puzzle.
        solutions: All of them, or some.
        exact: Whether there are no others.

    Raises:
        ProofError: One is no solution, by the rules; or one is there twice; or nothing
            is claimed.

    Example:
        >>> from satdoku.puzzle import Puzzle
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
                raise ProofError(f"solution {number} is no solution of the puzzle")
        if len(set(self.solutions)) != len(self.solutions):
            raise ProofError("a solution is there twice")
        if not (self.exact or self.solutions):
            raise ProofError("no solution is there, and nothing else is claimed")

    def __str__(self) -> str:
        count = len(self.solutions)
        if not count:
            return "no solution"
        many = "one solution" if count == 1 else f"{count} solutions"
        return f"{'exactly' if self.exact else 'at least'} {many}"

    @property
    def variables(self) -> int:
        """How many variables the formula has, one a cell and digit."""
        return self.puzzle.geometry.cells * self.puzzle.geometry.size

    @property
    def parts(self) -> dict[str, int]:
        """How many clauses of each kind the formula has, in their order."""
        return {
            "rules": textbook.rule_count(self.puzzle.geometry),
            "clues": self.puzzle.clue_count,
            "ruled out": len(self.puzzle.removed),
            "solutions": len(self.solutions),
        }

    @property
    def clause_count(self) -> int:
        """How many clauses the formula has."""
        return sum(self.parts.values())

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """Yield the clauses of the formula, as `satdoku.proof.textbook` orders them."""
        return chain(textbook.rules(self.puzzle.geometry), self.extras())

    def extras(self) -> Iterator[tuple[int, ...]]:
        """Yield the clauses that are about this puzzle: all but the rules."""
        return chain(
            ((literal,) for literal in textbook.units(self.puzzle)),
            textbook.blocking(self.puzzle, self.solutions),
        )

    def dimacs(self) -> Iterator[str]:
        """Yield the lines of the formula in DIMACS, always the same for a claim.

        Example:
            >>> from satdoku.puzzle import Puzzle
            >>> claim = Claim(Puzzle("12.. ..3. ...4 ...."), (), exact=True)
            >>> print(*list(claim.dimacs())[:5], sep="", end="")
            c a puzzle of 4x4 cells, boxes of 2x2
            c variable 16(r-1) + 4(c-1) + d: row r, column c holds digit d
            c clauses: 384 of rules, 4 of clues, 0 of ruled out, 0 of solutions
            p cnf 64 388
            1 2 3 4 0
        """
        geometry, n = self.puzzle.geometry, self.puzzle.geometry.size
        box = f"{geometry.box_height}x{geometry.box_width}"
        told = ", ".join(f"{count} of {kind}" for kind, count in self.parts.items())
        yield f"c a puzzle of {n}x{n} cells, boxes of {box}\n"
        yield f"c variable {n * n}(r-1) + {n}(c-1) + d: row r, column c holds digit d\n"
        yield f"c clauses: {told}\n"
        yield f"p cnf {self.variables} {self.clause_count}\n"
        for clause in self.clauses():
            yield " ".join(map(str, (*clause, 0))) + "\n"
