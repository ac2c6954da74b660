"""At-most-one schemes: clauses that let at most one literal of a set be true.

The literals of a set may be of either sign and are all different.  A scheme numbers its
auxiliary variables from `first` on, without a gap.  Every assignment of the literals
with at most one true extends to the auxiliary variables, and no other does.

    pairwise     no two of them; no auxiliary variables
    sequential   a mark passed along the set, nobody true behind it (Sinz, CP 2005)
    ladder       the same, stated in both directions (Gent & Nightingale, CP workshop on
                 modelling 2004)
    bitwise      a true literal writes its position in binary (Frisch, Peugniez,
                 Doggett & Nightingale, JAR 2005)
    bimander     groups of two; the true one writes its number in binary (Nguyen & Mai,
                 SoICT 2015)
    commander    groups of three under commanders, at most one commander (Klieber &
                 Kwon, CFV 2007)
    product      laid out as a rectangle, at most one line each way (Chen, ModRef 2010)

A new scheme is a function that makes the clauses, and a line of `SCHEMES`.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import isqrt
from operator import neg
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.cnf.formula import Clause

_COMMANDED = 3
"""Literals under a commander."""

_PAIRWISE_UP_TO = 4
"""Literals that `product` does not lay out: nothing would be gained."""


class SetSize(NamedTuple):
    """The size of a scheme for a set of some size.

    Args:
        variables: How many auxiliary variables there are.
        clauses: How many clauses.
        literals: Occurrences of literals in them.
        made: The clauses for the literals 1, 2, …, in their order.
    """

    variables: int
    clauses: int
    literals: int
    made: dict[Clause, None]


class Scheme(NamedTuple):
    """An at-most-one scheme.

    Args:
        name: What recipes call it.
        encode: Makes the clauses for (literals, first auxiliary variable).
        determined: Whether the auxiliary variables are functions of the literals even
            where none of these is true.  (Where one is, they always are.)
        exactly: Makes the clauses where at least one literal is known to be true, if
            these are others.
        has_variables: Whether there may be auxiliary variables.

    Example:
        >>> SCHEMES["sequential"].encode([1, 2, 3], 4)
        [(-1, 4), (-4, -2), (-2, 5), (-4, 5), (-5, -3)]
    """

    name: str
    encode: Callable[[Sequence[int], int], list[Clause]]
    determined: bool = True
    exactly: Callable[[Sequence[int], int], list[Clause]] | None = None
    has_variables: bool = True

    def size(self, size: int) -> SetSize:
        """Return its size for a set of that size, by making the clauses once.

        Example:
            >>> SCHEMES["product"].size(9)[:3]
            (6, 24, 48)
        """
        return _size(self.encode, size)


@cache
def _size(encode: Callable[[Sequence[int], int], list[Clause]], size: int) -> SetSize:
    made = dict.fromkeys(encode(range(1, size + 1), size + 1))
    last = max(map(abs, chain(*made)), default=0)
    return SetSize(max(0, last - size), len(made), sum(map(len, made)), made)


def _pairwise(literals: Sequence[int], first: int) -> list[Clause]:  # noqa: ARG001
    return list(combinations(map(neg, literals), 2))


def _sequential(literals: Sequence[int], first: int) -> list[Clause]:
    if len(literals) < 2:
        return []
    clauses: list[Clause] = [(-literals[0], first)]
    for mark, literal in enumerate(literals[1:-1], first):
        clauses += [(-mark, -literal), (-literal, mark + 1), (-mark, mark + 1)]
    return [*clauses, (-(first + len(literals) - 2), -literals[-1])]


def _ladder(literals: Sequence[int], first: int) -> list[Clause]:
    if len(literals) < 2:
        return []
    clauses: list[Clause] = [(-literals[0], first), (literals[0], -first)]
    for rung, literal in enumerate(literals[1:-1], first):
        clauses += [
            (-rung, -literal),
            (-rung, rung + 1),
            (-literal, rung + 1),
            (rung, literal, -(rung + 1)),
        ]
    return [*clauses, (-(first + len(literals) - 2), -literals[-1])]


def _ladder_exactly(literals: Sequence[int], first: int) -> list[Clause]:
    """Add that the last literal is true if no rung was reached, as published."""
    clauses = _ladder(literals, first)
    if clauses:
        clauses.append((first + len(literals) - 2, literals[-1]))
    return clauses


def _bits(literals: Sequence[int], first: int, group: int) -> list[Clause]:
    """Let each literal write the number of its group in binary."""
    numbers = -(-len(literals) // group)
    return [
        (-literal, first + bit if at // group >> bit & 1 else -(first + bit))
        for at, literal in enumerate(literals)
        for bit in range(max(0, numbers - 1).bit_length())
    ]


def _bitwise(literals: Sequence[int], first: int) -> list[Clause]:
    return _bits(literals, first, 1)


def _bimander(literals: Sequence[int], first: int) -> list[Clause]:
    inside = zip(literals[::2], literals[1::2], strict=False)
    return [*((-a, -b) for a, b in inside), *_bits(literals, first, 2)]


def _commander(literals: Sequence[int], first: int) -> list[Clause]:
    clauses: list[Clause] = []
    members = list(literals)
    while len(members) > _COMMANDED:
        commanders: list[int] = []
        for start in range(0, len(members), _COMMANDED):
            group = members[start : start + _COMMANDED]
            if len(group) == 1:  # it commands itself
                commanders += group
                continue
            clauses += combinations([-literal for literal in group], 2)
            clauses += [(-literal, first) for literal in group]
            clauses.append((*group, -first))
            commanders.append(first)
            first += 1
        members = commanders
    return [*clauses, *combinations([-literal for literal in members], 2)]


def _product(literals: Sequence[int], first: int) -> list[Clause]:
    size = len(literals)
    if size <= _PAIRWISE_UP_TO:
        return _pairwise(literals, first)
    across = isqrt(size - 1) + 1  # as square as can be, no line empty
    down = -(-size // across)
    rows = range(first, first + across)
    columns = range(rows.stop, rows.stop + down)
    clauses: list[Clause] = []
    for at, literal in enumerate(literals):
        row, column = divmod(at, down)
        clauses += [(-literal, rows[row]), (-literal, columns[column])]
    among_rows = _product(rows, columns.stop)
    second = columns.stop + _size(_product, across).variables
    return [*clauses, *among_rows, *_product(columns, second)]


SCHEMES = {
    scheme.name: scheme
    for scheme in (
        Scheme("bimander", _bimander, determined=False),
        Scheme("bitwise", _bitwise, determined=False),
        Scheme("commander", _commander),
        Scheme("ladder", _ladder, exactly=_ladder_exactly),
        Scheme("pairwise", _pairwise, has_variables=False),
        Scheme("product", _product, determined=False),
        Scheme("sequential", _sequential, determined=False),
    )
}
"""All schemes by name."""


@cache
def amo_scheme(
    at_least_one: bool,  # noqa: FBT001
    at_most_one: str | None,
) -> Scheme | None:
    """Return the scheme of a set by the options of a recipe; None without clauses.

    Args:
        at_least_one: Whether at least one literal is true.
        at_most_one: The scheme that says that at most one is.

    Example:
        >>> exactly_one = amo_scheme(at_least_one=True, at_most_one="pairwise")
        >>> exactly_one.encode([1, 2], 3)
        [(1, 2), (-1, -2)]
    """
    scheme = SCHEMES[at_most_one] if at_most_one else None
    if not at_least_one:
        return scheme
    if scheme is None:
        scheme = SCHEMES["pairwise"]  # which has no variables either
        return scheme._replace(encode=lambda literals, _: [tuple(literals)])
    most = scheme.exactly or scheme.encode
    return scheme._replace(
        encode=lambda literals, first: [tuple(literals), *most(literals, first)]
    )
