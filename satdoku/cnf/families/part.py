"""What families of clauses are made of: rules over sets of literals, and their size.

A family gives parts.  A part makes its clauses in chunks, one for each set of literals
it speaks of; a set without literals (a digit that already has its place) says nothing.
What a family makes on a whole grid it promises before, as a tally in closed form.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate, combinations
from operator import neg
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf import amo
from satdoku.cnf.formula import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.cnf.amo.contract import Scheme
    from satdoku.cnf.formula import Clause, Origin

__all__ = ["Part", "Rule", "Tally", "rule_part"]


class Tally(NamedTuple):
    """How large a part of a formula is.

    Args:
        variables: Variables it takes for itself.
        textbook: Clauses as publications count them, repetitions included.
        clauses: Clauses that no earlier part has said.
        literals: Occurrences of literals in `clauses`.
    """

    variables: int = 0
    textbook: int = 0
    clauses: int = 0
    literals: int = 0

    @staticmethod
    def sum(tallies: Iterable[Tally]) -> Tally:
        """Return the size of all parts together."""
        columns = zip(Tally(), *tallies, strict=True)
        return Tally(*map(sum, columns))


class Part(NamedTuple):
    """Clauses of one family, and how to make them.

    Args:
        chunks: Makes the clauses, one list for each set, in order.
        origins: Tells the origin of each chunk, in the same order.
        first: The first auxiliary variable.
        variables: How many auxiliary variables there are.
        name_of: Says what an auxiliary variable is for (`row1=5.ladder.3`).
    """

    chunks: Callable[[], Iterable[list[Clause]]]
    origins: Callable[[], Iterable[Origin]]
    first: int = 0
    variables: int = 0
    name_of: Callable[[int], str] = str

    def groups(self) -> Iterator[Group]:
        """Give the clauses with their origin."""
        for origin, chunk in zip(self.origins(), self.chunks(), strict=True):
            if chunk:
                yield Group(origin, tuple(chunk))


class Rule(NamedTuple):
    """Whether at least one literal of a set is true, and how at most one is told.

    `scheme` is None where nothing is said about at most one.
    """

    at_least_one: bool
    scheme: Scheme | None

    @staticmethod
    def of(at_least_one: bool, at_most_one: str | None) -> Rule:  # noqa: FBT001  a tick
        """Make the rule a recipe asks for."""
        scheme = amo.scheme(at_most_one) if at_most_one else None
        if at_least_one and scheme is not None and scheme.exactly is not None:
            scheme = scheme.exactly
        return Rule(at_least_one, scheme)

    def variables(self, size: int) -> int:
        """Return how many auxiliary variables a set of that size takes."""
        return self.scheme.variables(size) if self.scheme else 0

    def tally(self, sets: int, size: int, repeated: int = 0) -> Tally:
        """Promise what so many sets of that size come to.

        `repeated` of their clauses, all of two literals, have been said before.
        """
        clauses, literals = (1, size) if self.at_least_one else (0, 0)
        if self.scheme is not None:
            clauses += self.scheme.clauses(size)
            literals += self.scheme.literals(size)
        return Tally(
            sets * self.variables(size),
            sets * clauses,
            sets * clauses - repeated,
            sets * literals - 2 * repeated,
        )

    def chunks(
        self, sets: Iterable[Sequence[int]], first: int
    ) -> Iterator[list[Clause]]:
        """Make the clauses for each set; auxiliary variables count from `first`."""
        scheme, at_least_one = self.scheme, self.at_least_one
        pairwise = scheme is not None and scheme.name == "pairwise"
        for literals in sets:
            chunk: list[Clause] = []
            if at_least_one and literals:
                chunk.append(tuple(literals))
            if pairwise:  # the same as encode, without a call for each clause
                chunk += combinations(map(neg, literals), 2)
            elif scheme is not None:
                scheme.encode(literals, first, chunk.append)
                first += scheme.variables(len(literals))
            yield chunk


def rule_part(
    rule: Rule,
    sets: Callable[[], Iterable[Sequence[int]]],
    sizes: Callable[[], Iterable[int]],
    origins: Callable[[], Iterable[Origin]],
    *,
    first: int,
    chunks: Callable[[], Iterable[list[Clause]]] | None = None,
    label: str = "",
) -> Part:
    """Make the part in which every set obeys the rule.

    Args:
        rule: The rule.
        sets: Gives the sets.
        sizes: Gives their sizes, which may be cheaper.
        origins: Gives their origins.
        first: The first auxiliary variable.
        chunks: Makes the clauses where that takes more than the rule.
        label: Tells the part's variables from those of another part that speaks of the
            same subjects.
    """
    scheme = rule.scheme

    @cache
    def ends() -> tuple[list[int], list[Origin]]:
        """Where the variables of each set end, counted from the first of all."""
        return list(accumulate(map(rule.variables, sizes()))), list(origins())

    def name_of(variable: int) -> str:
        stops, subjects = ends()
        index = bisect_right(stops, variable - first)
        origin = subjects[index]
        digit = f"={origin.digit}" if origin.digit else ""
        start = first + (stops[index - 1] if index else 0)
        kind = scheme.name if scheme else ""
        whose = f".{label}" if label else ""
        subject = origin.subject.replace(" ", "")
        return f"{subject}{digit}{whose}.{kind}.{variable - start + 1}"

    return Part(
        chunks=chunks or (lambda: rule.chunks(sets(), first)),
        origins=origins,
        first=first,
        variables=0
        if scheme is None or scheme.name == "pairwise"
        else sum(map(rule.variables, sizes())),
        name_of=name_of,
    )
