"""What an at-most-one scheme is: clauses that let at most one of a set be true.

The literals of a set may be of either sign and are all different.  A scheme promises
its size as a formula of the set's size, numbers its auxiliary variables from `first`
on without a gap, and hands every clause to a sink, so that a formula larger than
memory can be written as it is made.  Every assignment of the literals with at most one
true extends to the auxiliary variables, and no other does.  One suite of tests holds
every scheme to this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from satdoku.cnf.formula import Clause

__all__ = ["Encode", "Scheme", "Sink", "no_pairs"]

Sink = Callable[[Clause], object]
"""Takes one clause after the other; `list.append` is one."""

Encode = Callable[[Sequence[int], int, Sink], None]
"""(literals, first auxiliary variable, sink)."""


class Scheme(NamedTuple):
    """An at-most-one scheme.

    Args:
        name: What recipes call it.
        summary: Its idea in a line.
        reference: Where it was published.
        variables: Auxiliary variables for a set of so many literals.
        clauses: Clauses for a set of so many literals.
        literals: Occurrences of literals in these clauses.
        encode: Hands the clauses for a set to a sink.
        pairs: The positions (i, j), i < j, of the set for which "not both" is itself
            one of the clauses, written `(-literals[i], -literals[j])`.
        determined: Whether the auxiliary variables are functions of the literals even
            where none of these is true.  (Where one is, they always are.)
        exactly: The form to take instead where at least one literal is known to be
            true, if the scheme has something more to say then.

    Example:
        >>> from satdoku.cnf.amo import scheme
        >>> found = []
        >>> scheme("sequential").encode([1, 2, 3], 4, found.append)
        >>> found
        [(-1, 4), (-4, -2), (-2, 5), (-4, 5), (-5, -3)]
    """

    name: str
    summary: str
    reference: str
    variables: Callable[[int], int]
    clauses: Callable[[int], int]
    literals: Callable[[int], int]
    encode: Encode
    pairs: Callable[[int], Iterable[tuple[int, int]]]
    determined: bool
    exactly: Scheme | None = None


def no_pairs(_size: int) -> Iterable[tuple[int, int]]:
    """Return the pairs of a scheme all of whose clauses have auxiliary variables."""
    return ()
