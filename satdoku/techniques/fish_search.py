"""Franken and mutant fish: what removes a candidate, found from the candidate's side.

There are very many sets of base and cover sets, but few candidates that looking at
their digit alone might remove (`one_digit.suspects`).  Say one of them, the target,
were true.  Then its peers are false, and what else may hold the digit is called open
here.  A fish that removes the target must have

    target in no base set    n base sets, whose open cells are all in the n - 1 cover
                             sets that do not hold the target (n - 2, if two hold it)
    target in a base set     n - 1 others, whose open cells are all in the n - 2 cover
                             sets that do not hold the target (a cannibal)

and no two base sets share an open cell.  (Where no fins are allowed, the open cells are
those outside of the cover sets that hold the target.)  So the small sets of covers are
gone through, and base sets are looked for in what they hold: for a Franken swordfish
that is some 100 pairs a target, instead of 816 · 816 pairs of triples.

Facts taken over from HoDoKu: at most five fins, at most two of them endo fins; a base
set of a fish without fins has at most n candidates; a cover set holds a candidate of
the base sets; of a finned fish, the cover sets without the last leave a fin.  Fish
come in the order of their base sets, then of their cover sets.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.techniques.deadline import unhurried
from satdoku.techniques.fish import Fish, every_fish, first_fish, size_of
from satdoku.techniques.one_digit import suspects
from satdoku.techniques.shape import bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.shape import Shape
    from satdoku.techniques.step import Step
    from satdoku.techniques.technique import Technique
    from satdoku.techniques.view import View

__all__ = ["Kind", "fish_of", "steps_of"]

_MOST_FINS = 5
_MOST_ENDO_FINS = 2

_Sets: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Base and cover sets, rising."""


class Kind(NamedTuple):
    """A kind of fish: which units may be base and cover sets, and what else is asked.

    Args:
        mutant: Whether rows and columns may be on the same side, and must somewhere.
        size: How many base sets.
        finned: Whether it has fins.
        deep: Whether base sets without fins may be larger than the fish.
    """

    mutant: bool
    size: int
    finned: bool
    deep: bool = False


def fish_of(
    shape: Shape, where: int, kind: Kind, look: Look = unhurried
) -> Iterator[Fish]:
    """Yield the fish of a kind, of where a digit may be, in order.

    Franken fish with rows and boxes as base sets come first, then those with columns.

    Args:
        shape: Units and peers.
        where: The cells that may hold the digit.
        kind: What is looked for.
        look: Raises `Stopped` when the time is over.
    """
    asked = suspects(shape, where)
    if not asked:
        return
    n = shape.size
    rows, columns, boxes = range(n), range(n, 2 * n), range(2 * n, 3 * n)
    upright, lying = (*rows, *boxes), (*columns, *boxes)
    sides = [(upright, lying), (lying, upright)]
    if kind.mutant:
        sides = [((*rows, *lying), (*rows, *lying))]
    told: set[_Sets] = set()
    for bases, covers in sides:
        hunt = _Hunt(shape, where, kind, (bases, covers), look)
        found: dict[_Sets, Fish] = {}
        for target in bits(asked):
            for sets in hunt.sets(target):
                if sets not in told:
                    told.add(sets)
                    fish = hunt.fish(*sets)
                    if fish:
                        found[sets] = fish
        for sets in sorted(found):
            yield found[sets]


@lru_cache(maxsize=4096)
def _first(shape: Shape, where: int, look: Look, kind: Kind) -> Fish | None:
    return next(fish_of(shape, where, kind, look), None)


def steps_of(
    view: View, technique: Technique, *, mutant: bool, finned: bool
) -> Iterator[Step]:
    """Find the steps of a technique of such fish: the first, or every one.

    Args:
        view: The position.
        technique: What they are called, which tells their size.
        mutant: Whether rows and columns may come together on a side.
        finned: Whether they have fins.
    """
    kind = Kind(
        mutant=mutant, size=size_of(technique), finned=finned, deep=view.exhaustive
    )
    if view.exhaustive:
        every = partial(fish_of, kind=kind, look=view.look)
        return every_fish(view, technique, every)
    return first_fish(view, technique, partial(_first, look=view.look, kind=kind))


class _Hunt:
    """The search on one side: with rows, say, and boxes as base sets."""

    def __init__(
        self,
        shape: Shape,
        where: int,
        kind: Kind,
        sides: tuple[Sequence[int], Sequence[int]],
        look: Look,
    ) -> None:
        bases, covers = sides
        self.look = look
        self.shape = shape
        self.where = where
        self.kind = kind
        self.here = here = [where & unit for unit in shape.units]
        most = shape.size if kind.finned or kind.deep else kind.size
        self.bases = [unit for unit in bases if 0 < here[unit].bit_count() <= most]
        self.covers = [unit for unit in covers if here[unit]]

    def sets(self, target: int) -> Iterator[_Sets]:
        """Yield base and cover sets that may remove a candidate."""
        size = self.kind.size
        own = self.shape.units_of[target]
        covers = [unit for unit in self.covers if unit not in own]
        for mine, base in self._own_sets(own):
            wanted, few = size - len(base), size - len(mine)
            self.look()
            left = self._left(target, mine)
            fit = [
                (unit, left[unit])
                for unit in self.bases
                if unit not in own and self._fits(unit, left[unit], few)
            ]
            if len(fit) < wanted:
                continue
            for rest in combinations(covers, few):
                self.look()
                held = 0
                for unit in rest:
                    held |= left[unit]
                inside = [
                    each for each in fit if not each[1] & ~held and each[0] not in rest
                ]
                if len(inside) >= wanted:
                    cover = tuple(sorted(rest + mine))
                    for others in _disjoint(inside, wanted):
                        yield tuple(sorted(others + base)), cover

    def _left(self, target: int, mine: tuple[int, ...]) -> list[int]:
        """Return of each unit the cells that the other cover sets must hold."""
        if self.kind.finned:
            gone = self.shape.peers[target] | 1 << target
        else:
            gone = 0
            for unit in mine:
                gone |= self.shape.units[unit]
        return [cells & ~gone for cells in self.here]

    def _fits(self, base: int, cells: int, few: int) -> bool:
        """Whether so few cover sets, not the base set itself, could hold some cells."""
        if not cells:
            return True
        if not few:
            return False
        units = self.shape.units
        for unit in self.shape.units_of[(cells & -cells).bit_length() - 1]:
            if (
                unit != base
                and unit in self.covers
                and self._fits(base, cells & ~units[unit], few - 1)
            ):
                return True
        return False

    def _own_sets(
        self, own: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield which of the target's units are cover sets, and which a base set."""
        own_covers = [unit for unit in own if unit in self.covers]
        for many in range(1, min(len(own_covers), self.kind.size) + 1):
            for mine in combinations(own_covers, many):
                yield mine, ()
                if many == 2:
                    for base in own:
                        if base in self.bases and base not in mine:
                            yield mine, (base,)

    def fish(self, units: tuple[int, ...], covers: tuple[int, ...]) -> Fish | None:
        """Return the fish of base and cover sets; None if they are none of its kind."""
        here, finned = self.here, self.kind.finned
        base = endo = 0
        for unit in units:
            endo |= base & here[unit]
            base |= here[unit]
        if endo.bit_count() > (_MOST_ENDO_FINS if finned else 0):
            return None
        cover = twice = before = 0
        for unit in covers:
            if not base & here[unit]:
                return None
            before = cover
            twice |= cover & here[unit]
            cover |= here[unit]
        fins = base & ~cover
        all_fins = fins | endo
        if not finned:
            if fins:
                return None
        elif not 0 < all_fins.bit_count() <= _MOST_FINS or not base & ~before:
            return None
        if _is_other(self.shape.size, self.kind, units, covers):
            return None
        removes = (cover & ~base | twice) & self.shape.seen_by_all(all_fins)
        return Fish(units, covers, fins & ~endo, endo, removes) if removes else None


def _disjoint(
    inside: list[tuple[int, int]], many: int, taken: int = 0, start: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield so many units that share no open cell."""
    if not many:
        yield ()
        return
    for index in range(start, len(inside) - many + 1):
        unit, cells = inside[index]
        if not cells & taken:
            for rest in _disjoint(inside, many - 1, taken | cells, index + 1):
                yield (unit, *rest)


def _is_other(
    n: int, kind: Kind, units: tuple[int, ...], covers: tuple[int, ...]
) -> bool:
    """Whether a fish of these sets is of an easier kind."""
    base = {unit // n for unit in units}
    cover = {unit // n for unit in covers}
    if not kind.mutant:
        return 2 not in base | cover
    return (1 not in base and 0 not in cover) or (0 not in base and 1 not in cover)
