"""Empty Rectangles: a box that holds a digit in one row and one column of it only.

The rest of the box, a rectangle, is empty of it.  Another column has two cells left
for the digit, one of them in that row.  If this one is the digit, the box has it in
its column; if not, the other cell of the pair has it.  So the cell that sees the box's
column and that other cell can go.  The same with rows and columns exchanged.  Two of
them from the same box are dual.

A box with two cells left, one in the row and one in the column, makes a Turbot Fish as
well; it is taken for an empty rectangle only when every step is asked for.  HoDoKu
looks at the last row and column of a box first.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.notation import cells_text
from satdoku.techniques.one_digit import suspects
from satdoku.techniques.shape import bits, cells_of
from satdoku.techniques.step import Node, Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.shape import Shape
    from satdoku.techniques.view import View

__all__ = ["dual_empty_rectangle", "empty_rectangle", "reason"]


class _Rectangle(NamedTuple):
    """An empty rectangle.

    Args:
        box: The box.
        line: The line of the box that meets the pair.
        other: The line across it.
        pair: The unit of the conjugate pair.
        near: The cell of the pair that the line meets.
        far: The other cell of the pair.
        target: What can go.
    """

    box: int
    line: int
    other: int
    pair: int
    near: int
    far: int
    target: int


def empty_rectangle(view: View) -> Iterator[Step]:
    """Find a box that holds a digit in a row and a column, and a pair it meets."""
    for digit in view.geometry.digits:
        where = view.state.where[digit]
        if view.exhaustive:
            found = list(_rectangles(view.shape, where, fewest=2))
        else:
            first = _first(view.shape, where)
            found = [first] if first else []
        told: set[int] = set()
        for each in found:
            if each.target not in told:
                told.add(each.target)
                yield _step(view, Technique.EMPTY_RECTANGLE, digit, each)


def dual_empty_rectangle(view: View) -> Iterator[Step]:
    """Find two empty rectangles of one box."""
    for digit in view.geometry.digits:
        where = view.state.where[digit]
        found = _rectangles(view.shape, where, fewest=2 if view.exhaustive else 3)
        told: set[tuple[int, int]] = set()
        for one, other in combinations(found, 2):
            targets = min(one.target, other.target), max(one.target, other.target)
            if (
                one.box == other.box
                and targets[0] != targets[1]
                and targets not in told
            ):
                told.add(targets)
                yield _step(view, Technique.DUAL_EMPTY_RECTANGLE, digit, one, other)


@lru_cache(maxsize=4096)
def _first(shape: Shape, where: int) -> _Rectangle | None:
    return next(_rectangles(shape, where, fewest=3), None)


def _rectangles(shape: Shape, where: int, *, fewest: int) -> Iterator[_Rectangle]:
    """Yield the empty rectangles in boxes with so many cells for the digit."""
    if not suspects(shape, where):
        return
    n, units = shape.size, shape.units
    for box in range(2 * n, 3 * n):
        here = where & units[box]
        if here.bit_count() < fewest:
            continue
        corner = shape.geometry.units[box][0]
        rows = range(corner // n, corner // n + shape.geometry.box_height)
        columns = range(n + corner % n, n + corner % n + shape.geometry.box_width)
        for row in reversed(rows):
            for column in reversed(columns):
                if (
                    here & ~(units[row] | units[column])
                    or not here & units[row] & ~units[column]
                    or not here & units[column] & ~units[row]
                ):
                    continue
                for line, other in ((row, column), (column, row)):
                    yield from _meets(shape, where, box, line, other)


def _meets(
    shape: Shape, where: int, box: int, line: int, other: int
) -> Iterator[_Rectangle]:
    """Yield what follows from the pairs that a line of a box meets outside of it."""
    units, units_of = shape.units, shape.units_of
    side = 0 if line < shape.size else 1
    for near in bits(where & units[line] & ~units[box]):
        pair = units_of[near][1 - side]
        rest = where & units[pair] & ~(1 << near)
        if rest and not rest & (rest - 1):
            far = rest.bit_length() - 1
            target = where & units[units_of[far][side]] & units[other] & ~units[box]
            if target:
                yield _Rectangle(
                    box, line, other, pair, near, far, target.bit_length() - 1
                )


def _step(view: View, technique: Technique, digit: int, *found: _Rectangle) -> Step:
    """Tell empty rectangles as a step.

    Of each there are four units (the box, its two lines, the pair's unit) and a chain
    from the far cell of the pair to the line of the box that loses nothing.
    """
    units = view.shape.units
    here = view.state.where[digit] & units[found[0].box]
    return Step(
        view.geometry,
        technique,
        removes=tuple(sorted({(each.target, digit) for each in found})),
        cells=tuple(
            sorted({*bits(here), *(c for each in found for c in (each.near, each.far))})
        ),
        digits=(digit,),
        units=tuple(unit for each in found for unit in each[:4]),
        chains=tuple(
            (
                Node(digit, (each.far,), on=False),
                Node(digit, (each.near,), on=True),
                Node(digit, cells_of(here & units[each.line]), on=False),
                Node(digit, cells_of(here & ~units[each.line]), on=True),
            )
            for each in found
        ),
    )


def reason(step: Step) -> str:
    """Say why an empty rectangle holds."""
    board = step.geometry
    (digit,) = step.digits
    told: list[str] = []
    for index, chain in enumerate(step.chains):
        box, line, other, pair = (
            board.unit_name(unit) for unit in step.units[4 * index : 4 * index + 4]
        )
        far, near, _, last = (cells_text(board, node.cells) for node in chain)
        told.append(
            f"{digit} is in {line} or {other} of {box}, and at {near} or {far} in "
            f"{pair}: as {line} holds it once, it is at {far} or {last}"
        )
    return "; ".join(told)
