"""The rule of 45: what cages and units together leave to a few cells.

Each unit of n cells holds every digit, so rows, columns and boxes have a known sum.
Less the cages inside, it is the sum of the cells that no cage covers ("innies"); a cage
that sticks out takes its other cells ("outies") with it:

    innies - outies = sum of the units - totals of the cages

Of a cage that lies partly inside, whichever part has fewer open cells counts.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

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

    _Masks: TypeAlias = tuple[int, ...]

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
        masks = tuple([left[cell] for _, cell in terms])
        tried, possible = ways.follow(rest.total, masks)
        if tried > _MOST_TRIED:
            return ()
        return tuple(
            (cell, digit + 1)
            for at, (_, cell) in enumerate(terms)
            for digit in bits(left[cell] & ~(possible[at] if possible else 0))
        )


class _Ways:
    """All ways to fill a few cells so that their weighted sum is a number.

    The candidates of the last cells decide how they can be filled, whatever stands in
    the cells before them: these ways are found once.

    Args:
        shape: Says which cells see each other.
        terms: The weight and the cell of each term.
        left: The digits left to each cell of the grid.
        shift: What a digit's value is more than the digit.
    """

    def __init__(
        self,
        shape: Shape,
        terms: Sequence[tuple[int, int]],
        left: Sequence[int],
        shift: int,
    ) -> None:
        self._shift = shift
        self._weights = [weight for weight, _ in terms]
        cells = [cell for _, cell in terms]
        self._sees = [
            [shape.peers[cell] >> other & 1 for other in cells[at + 1 :]]
            for at, cell in enumerate(cells)
        ]
        self._known: dict[tuple[int, _Masks], tuple[int, _Masks | None]] = {}
        self._least, self._most = [0], [0]
        for weight, cell in reversed(terms):
            ends = [weight * (digit + 1 + shift) for digit in bits(left[cell])]
            self._least.append(self._least[-1] + min(ends))
            self._most.append(self._most[-1] + max(ends))

    def follow(self, missing: int, masks: _Masks) -> tuple[int, _Masks | None]:
        """Fill the last cells.

        Args:
            missing: Their sum.
            masks: The candidates of each.

        Returns:
            How many values were tried, were nothing known before, up to a bound; and
            the digits that each cell has in some way, None where there is none.
        """
        if not masks:
            return 1, None if missing else ()
        key = missing, masks
        if key not in self._known:
            self._known[key] = self._followed(missing, masks)
        return self._known[key]

    def _followed(self, missing: int, masks: _Masks) -> tuple[int, _Masks | None]:
        at = len(self._weights) - len(masks)
        weight, sees, rest = self._weights[at], self._sees[at], masks[1:]
        least, most = self._least[len(rest)], self._most[len(rest)]
        tried, possible = 1, [0] * len(masks)
        for digit in bits(masks[0]):
            beyond = missing - weight * (digit + 1 + self._shift)
            if not least <= beyond <= most:
                tried += 1
                continue
            gone = 1 << digit
            below = zip(rest, sees, strict=True)
            left = tuple([mask & ~gone if seen else mask for mask, seen in below])
            number, ways = self.follow(beyond, left)
            tried += number
            if tried > _MOST_TRIED:
                break
            if ways is not None:
                for place, mask in enumerate((gone, *ways)):
                    possible[place] |= mask
        return tried, tuple(possible) if possible[0] else None


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
