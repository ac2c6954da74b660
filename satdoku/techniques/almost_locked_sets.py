"""Almost locked sets: cells of one unit with one digit more than there are cells.

Take any one of its digits away and the rest fill the cells: the set is locked.  A cell
with two candidates is the smallest one.  Which sets there are is asked by ALS-XZ and
its kin, by death blossom, and by grouped chains, so they are listed once a position:

    sets = view.kept(almost_locked_sets)

They come in the order in which HoDoKu 2.2.0 meets them, which decides between steps of
equal worth: rows, columns, boxes; in each, sets by their first cell, a set before those
that add later cells to it.  A set that lies in a line and a box comes once.

The sets of a unit are grown from its last cell: each cell alone, before each set of the
cells behind it, before those sets themselves.  A set with more digits to spare than
there are cells in front of it can never be filled up, and is dropped.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from satdoku.techniques.state import View

__all__ = ["AlmostLockedSet", "almost_locked_sets", "most_cells"]

_MOST_SETS = 150_000
"""How many sets of cells may be looked at in an empty grid."""


class AlmostLockedSet(NamedTuple):
    """Cells of one unit with one digit more.

    Args:
        cells: The cells, as a mask.
        digits: Their candidates: digit d as bit d - 1.
        where: Of each digit, the cells of the set that may hold it; index 0 is unused.
        seen: Of each digit of the set, the cells outside that may hold it and see all
            of `where`: they lose it if the set holds it.
    """

    cells: int
    digits: int
    where: tuple[int, ...]
    seen: tuple[int, ...]


def almost_locked_sets(view: View) -> list[AlmostLockedSet]:
    """List the almost locked sets of a position, in HoDoKu's order.

    Args:
        view: The position; call it by `view.kept`.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. ..1. .... ...3")))
        >>> first, *_ = view.kept(almost_locked_sets)
        >>> bin(first.cells), bin(first.digits)
        ('0b100', '0b1100')
    """
    shape, state = view.shape, view.state
    left, where = state.left, state.where
    most = most_cells(shape.size)
    found: dict[int, int] = {}
    for unit in view.geometry.units:
        view.look()
        members = [(1 << cell, left[cell]) for cell in unit if left[cell]]
        for cells, digits in _sets_of(members, most):
            found.setdefault(cells, digits)
    # Few groups of cells for a digit, in many sets: what sees a group is looked up.
    seen_by: dict[int, int] = {}
    sets: list[AlmostLockedSet] = []
    for cells, digits in found.items():
        view.look()
        inside = [0] * len(where)
        outside = [0] * len(where)
        rest = digits
        while rest:
            low = rest & -rest
            rest ^= low
            digit = low.bit_length()
            here = where[digit]
            group = cells & here
            inside[digit] = group
            seen = seen_by.get(group)
            if seen is None:
                seen = seen_by[group] = shape.seen_by_all(group)
            outside[digit] = seen & here
        sets.append(AlmostLockedSet(cells, digits, tuple(inside), tuple(outside)))
    return sets


def _sets_of(members: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """List the almost locked sets of some cells of a unit, given with their digits."""
    sets: list[tuple[int, int]] = []
    for index in range(len(members) - 1, -1, -1):
        cell, mask = members[index]
        grown = [(cell | cells, mask | digits) for cells, digits in sets]
        sets = [
            (cells, digits)
            for cells, digits in [(cell, mask), *grown, *sets]
            if (count := cells.bit_count()) <= most
            and digits.bit_count() <= min(count + index, most) + 1
        ]
    return [
        (cells, digits)
        for cells, digits in sets
        if digits.bit_count() == cells.bit_count() + 1
    ]


def most_cells(size: int) -> int:
    """Return how many cells an almost locked set may have, by the size of a unit.

    Up to 12 x 12 all sets are listed.  In a larger grid their number explodes, so only
    small ones are: of as many cells as keep the sets to look at in bounds.

    Example:
        >>> most_cells(9), most_cells(12), most_cells(16)
        (8, 11, 4)
    """
    looked_at = 0
    for count in range(1, size):
        looked_at += 3 * size * comb(size, count)
        if looked_at > _MOST_SETS:
            return count - 1
    return size - 1
