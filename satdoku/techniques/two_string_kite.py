"""2-String Kites: a row and a column with two cells left for a digit, tied in a box.

The box in which both start holds the digit once, so one of the strings has it at its
free end: the cell that sees both ends, in the row of one and the column of the other,
can go.  A dual kite is two kites that start from the same two cells of the box, of one
digit or of two.

HoDoKu goes through the pairs of a row and a column of a digit as they come, and takes
of each the first ends that lie in one box.
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

__all__ = ["dual_two_string_kite", "reason", "two_string_kite"]


def two_string_kite(view: View) -> Iterator[Step]:
    """Find a row and a column with two cells for a digit, with ends in one box."""
    for digit in view.geometry.digits:
        where = view.state.where[digit]
        if view.exhaustive:
            found = list(_kites(view.shape, where, every=True))
        else:
            first = _first(view.shape, where)
            found = [first] if first else []
        told: set[int] = set()
        for kite in found:
            if kite.removes not in told:
                told.add(kite.removes)
                yield joined_step(view, Technique.TWO_STRING_KITE, (digit, kite))


def dual_two_string_kite(view: View) -> Iterator[Step]:
    """Find two kites at the same two cells of a box."""
    kites = [
        (digit, kite)
        for digit in view.geometry.digits
        for kite in _kites(view.shape, view.state.where[digit], every=view.exhaustive)
    ]
    told: set[tuple[tuple[int, int], ...]] = set()
    for one, other in combinations(kites, 2):
        if {*one[1].cells[1:3]} == {*other[1].cells[1:3]}:
            step = joined_step(view, Technique.DUAL_TWO_STRING_KITE, one, other)
            if len(step.removes) == 2 and step.removes not in told:
                told.add(step.removes)
                yield step


@lru_cache(maxsize=4096)
def _first(shape: Shape, where: int) -> Joined | None:
    return next(_kites(shape, where, every=False), None)


def _kites(shape: Shape, where: int, *, every: bool) -> Iterator[Joined]:
    """Yield the kites of where a digit may be; of each two lines one, or every."""
    if not suspects(shape, where):
        return
    n, units_of = shape.size, shape.units_of
    rows = pairs(shape, where, range(n))
    columns = pairs(shape, where, range(n, 2 * n))
    for row in rows:
        for column in columns:
            for end, free, other_end, other_free in (
                (row.first, row.second, column.first, column.second),
                (row.first, row.second, column.second, column.first),
                (row.second, row.first, column.first, column.second),
                (row.second, row.first, column.second, column.first),
            ):
                box = units_of[end][2]
                if box != units_of[other_end][2]:
                    continue
                cells = free, end, other_end, other_free
                cross = units_of[other_free][0] * n + free % n
                if len(set(cells)) == 4 and where >> cross & 1:
                    yield Joined(cells, (row.unit, column.unit, box), 1 << cross)
                if not every:
                    break
