"""The rule of 45: what cages and units together leave to a few cells.

Each unit of n cells holds every digit, so rows, columns and boxes have a known sum.
Less the cages inside, it is the sum of the cells that no cage covers ("innies"); a cage
that sticks out takes its other cells ("outies") with it:

    innies - outies = sum of the units - totals of the cages

Of a cage that lies partly inside, whichever part has fewer open cells counts.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.puzzle.constraints.base import values_in
from satdoku.puzzle.constraints.lines import XV
from satdoku.puzzle.constraints.sums import Killer, Total
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.state import bits, cells_of, mask_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.explanation.trials import Candidate
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.techniques.state import Shape

_MOST_UNITS = 4
"""Units that are added up, at most."""

_MOST_CELLS = 6
"""Open cells that are combined, at most."""

_MOST_TRIED = 20_000
"""Values that are tried for one sum, at most."""


class Rest(NamedTuple):
    """What is left to some cells.

    Args:
        removes: The (cell, digit) pairs that no way to make the sum has.
        units: The units that are added up, as indices.
        cages: The constraints whose totals count.
        inside: The open cells that are added.
        outside: The open cells that are subtracted.
        total: What that makes.
    """

    removes: tuple[Candidate, ...]
    units: tuple[int, ...]
    cages: tuple[Constraint, ...]
    inside: tuple[int, ...]
    outside: tuple[int, ...]
    total: int


class _Cage(NamedTuple):
    constraint: Constraint
    cells: int
    total: int


class FortyFive:
    """Applies the rule, position after position of one puzzle.

    Args:
        shape: Units and peers, with those of constraints.
        constraints: The constraints; those with totals count.
        deadline: When to stop.
    """

    def __init__(
        self,
        shape: Shape,
        constraints: Sequence[Constraint],
        deadline: Deadline = NEVER,
    ) -> None:
        self._shape = shape
        self._deadline = deadline
        geometry = shape.geometry
        self._values = values_in(geometry)
        self._shift = geometry.first_value - 1
        self._cages = [
            cage for rule in constraints if (cage := _cage(rule, shape)) is not None
        ]
        self._known: dict[Rest, tuple[tuple[int, ...], tuple[Candidate, ...]]] = {}
        self._regions = [*self._unions()] if self._cages else []

    def _unions(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield units that do not overlap, with their cells, few units first."""
        shape = self._shape
        full = [
            at
            for at, unit in enumerate(shape.geometry.units)
            if len(unit) == shape.geometry.size
        ]
        lines = [at for at in full if at < shape.lines]
        rows = [at for at in lines if at < shape.geometry.rows]
        columns = [at for at in lines if at >= shape.geometry.rows]
        others = [at for at in full if at >= shape.lines]
        for many in range(1, _MOST_UNITS + 1):
            for line in (rows, columns):
                for at in range(len(line) - many + 1):
                    chosen = tuple(line[at : at + many])
                    yield chosen, shape.union(chosen)
            if many > 2:
                continue
            for chosen in combinations(others, many):
                cells = shape.union(chosen)
                if cells.bit_count() == many * shape.geometry.size:
                    yield chosen, cells

    def steps(self, left: Sequence[int]) -> Iterator[Rest]:
        """Yield what the rule leaves of candidates, few cells first.

        Args:
            left: The digits left to each cell.
        """
        rests = {rest[2:]: rest for rest in self._rests(left)}
        for rest in sorted(
            rests.values(), key=lambda rest: len(rest.inside) + len(rest.outside)
        ):
            self._deadline.check()
            masks = tuple([left[cell] for cell in (*rest.inside, *rest.outside)])
            known, removes = self._known.get(rest, ((), ()))
            if known != masks:
                removes = self._refuted(rest, left)
                self._known[rest] = masks, removes
            if removes:
                yield rest._replace(removes=removes)

    def _rests(self, left: Sequence[int]) -> Iterator[Rest]:
        filled = mask_of(c for c, mask in enumerate(left) if mask.bit_count() == 1)
        for units, region in self._regions:
            uncovered, taken, outside = region, 0, 0
            total = sum(self._values) * len(units)
            used: list[Constraint] = []
            for constraint, cells, amount in self._cages:
                inner, outer = cells & region, cells & ~region
                if not inner or inner & taken or outer & outside:
                    continue
                open_inner = (inner & ~filled).bit_count()
                if outer and (outer & ~filled).bit_count() >= open_inner:
                    continue
                taken |= inner
                uncovered &= ~inner
                outside |= outer
                total -= amount
                used.append(constraint)
            if not used or (uncovered & ~filled | outside & ~filled) == 0:
                continue
            if ((uncovered | outside) & ~filled).bit_count() > _MOST_CELLS:
                continue
            total -= self._sum(uncovered & filled, left)
            total += self._sum(outside & filled, left)
            innies, outies = cells_of(uncovered & ~filled), cells_of(outside & ~filled)
            yield Rest((), units, tuple(used), innies, outies, total)

    def _sum(self, cells: int, left: Sequence[int]) -> int:
        return sum(left[cell].bit_length() + self._shift for cell in bits(cells))

    def _refuted(self, rest: Rest, left: Sequence[int]) -> tuple[Candidate, ...]:
        """Return the candidates of the open cells that no way to fill them has."""
        terms = [(1, cell) for cell in rest.inside]
        terms += [(-1, cell) for cell in rest.outside]
        terms.sort(key=lambda term: left[term[1]].bit_count())
        ways = _Ways(self._shape, terms, left, self._shift)
        if not ways.follow(0, rest.total):
            return ()
        return tuple(
            (cell, digit + 1)
            for at, (_, cell) in enumerate(terms)
            for digit in bits(left[cell] & ~ways.possible[at])
        )


class _Ways:
    """All ways to fill a few cells so that their weighted sum is a number."""

    def __init__(
        self,
        shape: Shape,
        terms: Sequence[tuple[int, int]],
        left: Sequence[int],
        shift: int,
    ) -> None:
        self._shape = shape
        self._terms = terms
        self._left = left
        self._shift = shift
        self.possible = [0] * len(terms)
        self._chosen: list[int] = []
        self._tried = 0
        self._least, self._most = [0], [0]
        for weight, cell in reversed(terms):
            ends = [weight * (digit + 1 + shift) for digit in bits(left[cell])]
            self._least.append(self._least[-1] + min(ends))
            self._most.append(self._most[-1] + max(ends))
        self._least.reverse()
        self._most.reverse()

    def follow(self, at: int, missing: int) -> bool:
        """Fill the cells from one on; False where there are too many ways."""
        self._tried += 1
        if self._tried > _MOST_TRIED:
            return False
        if not self._least[at] <= missing <= self._most[at]:
            return True
        if at == len(self._terms):
            for place, digit in enumerate(self._chosen):
                self.possible[place] |= 1 << digit
            return True
        weight, cell = self._terms[at]
        taken = 0
        for (_, other), digit in zip(self._terms, self._chosen, strict=False):
            if self._shape.peers[cell] >> other & 1:
                taken |= 1 << digit
        for digit in bits(self._left[cell] & ~taken):
            self._chosen.append(digit)
            is_done = self.follow(at + 1, missing - weight * (digit + 1 + self._shift))
            self._chosen.pop()
            if not is_done:
                return False
        return True


def _cage(rule: Constraint, shape: Shape) -> _Cage | None:
    """Return the cells and the total of a constraint that has one."""
    if not isinstance(rule, Killer | Total | XV) or rule.total is None:
        return None
    cells = rule.cell_indices(shape.geometry)
    weights = getattr(rule, "weights", ())
    is_pair = not isinstance(rule, XV) or len(cells) == 2
    if len(set(cells)) < len(cells) or set(weights) > {1} or not is_pair:
        return None
    return _Cage(rule, mask_of(cells), rule.total)
