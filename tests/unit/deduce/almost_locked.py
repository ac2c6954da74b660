"""Almost locked sets by their definition alone: plain sets of cells, no masks.

Trying all pairs, rows or petals of sets is quick where there are few, so tests that do
take positions of six digits with few sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from satdoku import Geometry
from satdoku.deduce.almost_locked_sets import almost_locked_sets
from satdoku.deduce.shape import bits
from satdoku.deduce.view import View
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.deduce.state import State

__all__ = [
    "Candidates",
    "Plain",
    "linked",
    "plain_sets",
    "positions_of_few_sets",
    "removed_by_row",
]

Candidates = set[tuple[int, int]]

_FEW = range(12, 27)


def positions_of_few_sets(count: int, seed: int) -> Iterator[State]:
    """Yield states of six digits with some almost locked sets, not many."""
    for state, _ in positions(Geometry(2, 3), count, seed):
        if len(almost_locked_sets(View(state))) in _FEW:
            yield state


@dataclass(frozen=True)
class Plain:
    """A set: of each of its digits the cells, those that see them, what is taken."""

    cells: frozenset[int]
    where: dict[int, set[int]]
    seen: dict[int, set[int]]
    takes: dict[int, Candidates]

    @property
    def digits(self) -> set[int]:
        """The digits."""
        return set(self.where)

    @property
    def all_takes(self) -> Candidates:
        """What is taken, of all digits."""
        empty: Candidates = set()
        return empty.union(*self.takes.values())


@lru_cache
def peers(geometry: Geometry) -> list[set[int]]:
    """Return of each cell the others of its units."""
    return [
        {other for unit in geometry.units if cell in unit for other in unit} - {cell}
        for cell in range(geometry.cells)
    ]


def plain_sets(state: State) -> Iterator[Plain]:
    """Yield the almost locked sets, unit by unit, each before those that add to it."""
    board = state.shape.geometry
    digits_of = [{bit + 1 for bit in bits(mask)} for mask in state.left]
    met: set[frozenset[int]] = set()
    for unit in board.units:
        empty = [cell for cell in unit if state.left[cell]]
        groups = [
            group
            for count in range(1, board.size)
            for group in combinations(empty, count)
            if len({digit for cell in group for digit in digits_of[cell]}) == count + 1
        ]
        for group in sorted(groups):
            if frozenset(group) not in met:
                met.add(frozenset(group))
                yield _plain(group, digits_of, peers(board))


def _plain(
    group: tuple[int, ...], digits_of: list[set[int]], peers_of: list[set[int]]
) -> Plain:
    where: dict[int, set[int]] = {}
    for cell in group:
        for digit in digits_of[cell]:
            where.setdefault(digit, set()).add(cell)
    seen: dict[int, set[int]] = {}
    for digit, cells in where.items():
        first, *others = (peers_of[cell] for cell in cells)
        seen[digit] = first.intersection(*others)
    takes = {
        digit: {(cell, digit) for cell in cells if digit in digits_of[cell]}
        for digit, cells in seen.items()
    }
    return Plain(frozenset(group), where, seen, takes)


def linked(one: Plain, other: Plain) -> list[int]:
    """Return the restricted commons of two sets."""
    return sorted(
        digit
        for digit in one.digits & other.digits
        if one.where[digit] <= other.seen[digit]
    )


def removed_by_row(first: Plain, last: Plain, used: set[int]) -> Candidates:
    """Return what the ends of a row remove, but for the digits used up there."""
    removes: Candidates = set()
    for digit in first.digits & last.digits - used:
        removes |= first.takes[digit] & last.takes[digit]
    return removes
