"""A formula: clauses that know where they come from.

Literals are as in DIMACS: whole numbers, variables counted from 1, a minus sign for
"not".  A formula is made of groups, each the clauses of one origin (a family, a unit,
a digit); the groups are generated anew whenever somebody walks over them, so that a
formula larger than memory can still be counted and written.  How many variables and
clauses there are is known before the first clause is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TextIO

__all__ = ["Clause", "Formula", "Group", "Origin"]

Clause = tuple[int, ...]


class Origin(NamedTuple):
    """Where clauses come from: family, what of the grid they speak of, and digit.

    `digit` is 0 where the clauses are not about one digit.

    Example:
        >>> print(Origin("unit", "box 9", 4))
        unit: box 9, digit 4
    """

    family: str
    subject: str
    digit: int = 0

    def __str__(self) -> str:
        digit = f", digit {self.digit}" if self.digit else ""
        return f"{self.family}: {self.subject}{digit}"


class Group(NamedTuple):
    """The clauses of one origin."""

    origin: Origin
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """A propositional formula in conjunctive normal form.

    Args:
        variables: How many variables there are; they are 1 … `variables`.
        clause_count: How many clauses `groups` gives.
        make_groups: Gives the groups, anew at each call and each time the same.
        name_of: Says what a variable stands for (`r1c2=3`).
        make_clauses: Gives the clauses of the groups, in their order, where that is
            cheaper without their origins.

    Invariant: `len(list(formula)) == formula.clause_count`, and every literal is of a
    variable 1 … `variables`.  The encoder's tests hold every recipe against it.

    Example:
        >>> from satdoku.cnf.encode import encoding
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> formula = encoding(Geometry(4, 4), load("minimal")).formula
        >>> formula.variables, len(formula), next(iter(formula))
        (64, 240, (1, 2, 3, 4))
    """

    variables: int
    clause_count: int
    make_groups: Callable[[], Iterable[Group]]
    name_of: Callable[[int], str]
    make_clauses: Callable[[], Iterable[Clause]] | None = None

    def __len__(self) -> int:
        return self.clause_count

    def __iter__(self) -> Iterator[Clause]:
        if self.make_clauses is not None:
            yield from self.make_clauses()
            return
        for group in self.make_groups():
            yield from group.clauses

    def groups(self) -> Iterator[Group]:
        """Walk over the clauses origin by origin."""
        return iter(self.make_groups())

    def with_units(self, literals: Sequence[int], family: str = "clue") -> Formula:
        """Return this formula with unit clauses added: the clues of a puzzle, say.

        Example:
            >>> one = Group(Origin("example", "all"), ((1, 2),))
            >>> formula = Formula(2, 1, lambda: [one], str)
            >>> list(formula.with_units([-1]))
            [(1, 2), (-1,)]
        """
        units = [
            Group(Origin(family, self.name_of(abs(literal))), ((literal,),))
            for literal in literals
        ]
        return Formula(
            self.variables,
            self.clause_count + len(units),
            lambda: chain(self.make_groups(), units),
            self.name_of,
            lambda: chain(self, ((literal,) for literal in literals)),
        )

    def to_dimacs(
        self, stream: TextIO, *, comments: Iterable[str] = (), names: bool = False
    ) -> None:
        """Write the formula in DIMACS; see `satdoku.cnf.dimacs.write_dimacs`."""
        from satdoku.cnf.dimacs import (  # noqa: PLC0415  solving never needs it
            write_dimacs,
        )

        write_dimacs(self, stream, comments=comments, names=names)
