"""How many literals are true, as clauses: a sequential counter.

After C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints"
(CP 2005): a variable s(i, k) for "at least k of the first i literals are true", and for
each the clauses that make it true then:

    s(i-1, k) → s(i, k)      literal i and s(i-1, k-1) → s(i, k)

The other direction is left out: a bound only ever says that an output is false, and the
outputs are then as false as they can be.  A totalizer has fewer clauses for many
literals and large bounds; here there are some dozens of literals and small bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cnf.formula import Clause

__all__ = ["Counter", "counter"]


class Counter(NamedTuple):
    """A counter of literals.

    Args:
        clauses: What makes it count.
        outputs: Variables that are true if at least 1, 2, … of the literals are; who
            assumes that output k is false allows k - 1 of them at most (the first
            output stands at 0).
        variables: The highest variable that it uses.
    """

    clauses: tuple[Clause, ...]
    outputs: tuple[int, ...]
    variables: int


def counter(literals: Sequence[int], most: int, variables: int) -> Counter:
    """Make a counter that tells numbers up to a bound apart.

    Args:
        literals: What is counted.
        most: The largest number that is of interest.
        variables: The highest variable that is taken already.

    Example:
        >>> made = counter([1, 2, 3], 2, 3)
        >>> made.outputs, made.variables, len(made.clauses)
        ((7, 8), 8, 8)
    """
    clauses: list[Clause] = []
    before: list[int] = []
    for at, literal in enumerate(literals, 1):
        row = [variables + k for k in range(1, min(at, most) + 1)]
        variables += len(row)
        clauses += [(-old, new) for old, new in zip(before, row, strict=False)]
        for k, new in enumerate(row):
            clauses.append(
                (-literal, new) if not k else (-literal, -before[k - 1], new)
            )
        before = row
    return Counter(tuple(clauses), tuple(before), variables)
