"""What dynamic forcing chains of higher levels know besides links.

Where a strand comes to its end, the grid as it is then is searched: first for pointing
and claiming, then hidden pairs, naked pairs, X-wings (level 1 and up), then for whole
chains, nested in the strand:

    level 2   forcing chains and cycles
    level 3   these, then cell and region forcing chains
    level 4   dynamic forcing chains
    level 5   these, then dynamic forcing chains of level 2

The first kind that removes something, and could not have done so on the grid at first,
lets the strand go on: what it removes is false, and follows from the candidates whose
going made it possible.  A nested chain adds its own length to the strand's.

A chain rests on what was gone from the grid when it was found: wherever a candidate of
it is true because it is the last of its cell, or the last of its digit in a unit, what
that cell or unit held at first and no longer holds is the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.se.consequences import NODES
from satdoku.techniques.se.fish import fishes
from satdoku.techniques.se.layout import UNITS
from satdoku.techniques.se.links import CELL
from satdoku.techniques.se.locking import lockings
from satdoku.techniques.se.subsets import hidden_sets, naked_sets
from satdoku.techniques.state import bits, cells_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.techniques.se.consequences import Grid

__all__ = ["Further", "Reasoned", "gone_by"]


class Reasoned(NamedTuple):
    """What is removed, and why.

    Args:
        removed: The candidates.
        gone: Those whose going is the reason.
        chain: What the nested chain is made of, if it is one; equal chains count once.
        length: Its length.
    """

    removed: Sequence[int]
    gone: Iterable[int]
    chain: object = None
    length: int = 0


class Further:
    """What else follows at the end of a strand.

    Args:
        empty: The empty cells of the position.
        values: Its values.
        level: 1 to 5.

    Attributes:
        sizes: The lengths of the nested chains, by their bit of what is behind.
    """

    def __init__(self, empty: int, values: Sequence[int], level: int) -> None:
        self.empty = empty
        self.values = values
        filled = [0] * 10
        for value in values:
            filled[value] += 1
        self.missing = [9 - count for count in filled]
        self.sizes: list[int] = []
        self.known: dict[object, int] = {}
        self.searches: list[Callable[[Grid, Grid], Iterable[Reasoned]]] = [
            self.locked,
            self.hidden,
            self.naked,
            self.fish,
        ]
        if level > 1:
            from satdoku.techniques.se.nested_chains import (  # noqa: PLC0415  seldom needed
                nested_searches,
            )

            self.searches += nested_searches(empty, values, level)

    def __call__(
        self, now: Grid, first: Grid, off: dict[int, int], /
    ) -> list[tuple[int, int]]:
        """Return further false candidates, each with what is behind it.

        Args:
            now: The grid as it is.
            first: The grid as it was.
            off: The false candidates, each with what is behind it.
        """
        for search in self.searches:
            found: list[tuple[int, int]] = []
            for reasoned in search(now, first):
                behind = 0
                for candidate in reasoned.gone:
                    behind |= off[candidate]
                if behind and reasoned.removed:
                    behind |= self.bit(reasoned)
                    found += [(candidate, behind) for candidate in reasoned.removed]
            if found:
                return found
        return []

    def bit(self, reasoned: Reasoned) -> int:
        """Return the bit that stands for a nested chain; 0 if it is none."""
        if reasoned.chain is None:
            return 0
        if reasoned.chain not in self.known:
            self.known[reasoned.chain] = len(self.sizes)
            self.sizes.append(reasoned.length)
        return 1 << NODES + self.known[reasoned.chain]

    def locked(self, now: Grid, first: Grid) -> Iterator[Reasoned]:
        """Yield what pointing and claiming remove."""
        for one, two, digit, _ in lockings(now.where):
            lost = first.where[digit] & ~now.where[digit] & UNITS[one] & ~UNITS[two]
            removed = now.where[digit] & UNITS[two] & ~UNITS[one]
            yield Reasoned(_candidates(removed, digit), _candidates(lost, digit))

    def hidden(self, now: Grid, first: Grid) -> Iterator[Reasoned]:
        """Yield what hidden pairs remove."""
        for unit, digits, cells in hidden_sets(now.where, self.empty, 2):
            own = 0
            lost: list[int] = []
            for digit in digits:
                own |= 1 << (digit - 1)
                lost += _candidates(first.where[digit] & UNITS[unit] & ~cells, digit)
            removed = [
                9 * cell + digit
                for cell in bits(cells)
                for digit in bits(now.left[cell] & ~own)
            ]
            yield Reasoned(removed, lost)

    def naked(self, now: Grid, first: Grid) -> Iterator[Reasoned]:
        """Yield what naked pairs remove."""
        for unit, cells, digits in naked_sets(now.left, self.empty, 2):
            lost = [
                9 * cell + digit
                for cell in cells
                for digit in bits(first.left[cell] & ~digits)
            ]
            removed = [
                9 * cell + digit
                for cell in cells_of(self.empty & UNITS[unit])
                if cell not in cells
                for digit in bits(now.left[cell] & digits)
            ]
            yield Reasoned(removed, lost)

    def fish(self, now: Grid, first: Grid) -> Iterator[Reasoned]:
        """Yield what X-wings remove."""
        for digit, bases, covers in fishes(now.where, self.missing, 2):
            inside = UNITS[bases[0]] | UNITS[bases[1]]
            across = UNITS[covers[0]] | UNITS[covers[1]]
            lost = first.where[digit] & ~now.where[digit] & inside & ~across
            removed = now.where[digit] & across & ~inside
            yield Reasoned(_candidates(removed, digit), _candidates(lost, digit))


def gone_by(
    now: Grid, first: Grid, causes: Iterable[tuple[int, int]]
) -> dict[int, None]:
    """Return the candidates whose going made others the last of their kind.

    Args:
        now: The grid as it is.
        first: The grid as it was.
        causes: True candidates, each with its cause: `CELL` or a unit.
    """
    gone: dict[int, None] = {}
    for candidate, cause in causes:
        cell, digit = divmod(candidate, 9)
        if cause == CELL:
            for other in bits(first.left[cell] & ~now.left[cell]):
                gone[9 * cell + other] = None
        else:
            lost = first.where[digit + 1] & ~now.where[digit + 1] & UNITS[cause]
            for other in bits(lost):
                gone[9 * other + digit] = None
    return gone


def _candidates(cells: int, digit: int) -> list[int]:
    return [9 * cell + digit - 1 for cell in bits(cells)]
