"""Skyscrapers: two rows with two cells left for a digit, one each in the same column.

The column holds the digit once, so in one of the rows it is in the other cell: whatever
sees both of these can go.  The same with columns for rows.

HoDoKu looks at the rows of all digits, then at the columns; and of two pairs, only at
whether both left ends, or both right ends, are in one column.  Every other skyscraper
(the right end of one above the left end of the other) is a Turbot Fish as well.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.techniques.conjugates import Joined, joined_step, pairs, reason
from satdoku.techniques.one_digit import suspects
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.shape import Shape
    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = ["reason", "skyscraper"]


def skyscraper(view: View) -> Iterator[Step]:
    """Find two lines with two cells for a digit, two of which are in line."""
    told: set[tuple[int, int]] = set()
    for side in (0, 1):
        for digit in view.geometry.digits:
            where = view.state.where[digit]
            if view.exhaustive:
                found = list(_skyscrapers(view.shape, where, side, crossed=True))
            else:
                first = _first(view.shape, where, side)
                found = [first] if first else []
            for each in found:
                if (digit, each.removes) not in told:
                    told.add((digit, each.removes))
                    yield joined_step(view, Technique.SKYSCRAPER, (digit, each))


@lru_cache(maxsize=4096)
def _first(shape: Shape, where: int, side: int) -> Joined | None:
    return next(_skyscrapers(shape, where, side, crossed=False), None)


def _skyscrapers(
    shape: Shape, where: int, side: int, *, crossed: bool
) -> Iterator[Joined]:
    """Yield the skyscrapers of rows (side 0) or columns (side 1)."""
    if not suspects(shape, where):
        return
    n = shape.size
    lines = pairs(shape, where, range(side * n, side * n + n))
    for one, other in combinations(lines, 2):
        left, right = one[1:], other[1:]
        ends = [(left, right), (left[::-1], right[::-1])]
        if crossed:
            ends += [(left[::-1], right), (left, right[::-1])]
        for (end, free), (other_end, other_free) in ends:
            joining = shape.units_of[end][1 - side]
            if joining != shape.units_of[other_end][1 - side]:
                continue
            removes = where & shape.peers[free] & shape.peers[other_free]
            is_x_wing = (
                shape.units_of[free][1 - side] == shape.units_of[other_free][1 - side]
            )
            if removes and not is_x_wing:
                yield Joined(
                    (free, end, other_end, other_free),
                    (one.unit, other.unit, joining),
                    removes,
                )
