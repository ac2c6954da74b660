"""Unique rectangles, types 1 to 6, and hidden rectangles; see `rectangles`.

The corners of the rectangle can hold a and b; bare corners can hold nothing else, open
ones can.  Something must keep the open ones from a and b:

    1   one corner is open: it holds neither a nor b
    2   the open corners have one other candidate c, the same: one of them holds c
    3   two open corners: one of them holds another candidate, so they are like one cell
        with their other candidates, and may be part of a naked subset
    4   two open corners in a line, and no other cell that sees both can hold a: one
        of them does, so none holds b
    5   as 2, but the open corners are three, or opposite
    6   two open corners, opposite, and no other cell of their rows and columns can hold
        a: an a in one of them would be in both
    hidden   a bare corner, and no other cell of the opposite corner's row and column
        can hold a: b in the opposite corner would make both its neighbours a

Source: the forums of 2005; the types, what they ask for, and the order are HoDoKu's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.distinct import distinct
from satdoku.techniques.fish import units_text
from satdoku.techniques.notation import cells_text, digits_text
from satdoku.techniques.rectangle_subsets import rectangle_subsets
from satdoku.techniques.rectangles import rectangle_step, rectangles, swap_text
from satdoku.techniques.shape import cells_of, mask_of
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.geometry import Geometry
    from satdoku.techniques.rectangles import Rectangle
    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = [
    "hidden_rectangle",
    "reason",
    "unique_rectangle_1",
    "unique_rectangle_2",
    "unique_rectangle_3",
    "unique_rectangle_4",
    "unique_rectangle_5",
    "unique_rectangle_6",
]


@distinct
def unique_rectangle_1(view: View) -> Iterator[Step]:
    """Find rectangles with one open corner."""
    for rectangle in view.kept(rectangles):
        if len(rectangle.open) == 1:
            yield from _steps(
                view,
                Technique.UNIQUE_RECTANGLE_1,
                rectangle,
                rectangle.open,
                rectangle.digits,
            )


@distinct
def unique_rectangle_2(view: View) -> Iterator[Step]:
    """Find rectangles whose two open corners, in a line, have one other candidate."""
    return _one_other(view, Technique.UNIQUE_RECTANGLE_2)


def unique_rectangle_3(view: View) -> Iterator[Step]:
    """Find rectangles whose two open corners are part of a naked subset."""
    return rectangle_subsets(view)


@distinct
def unique_rectangle_4(view: View) -> Iterator[Step]:
    """Find rectangles whose two open corners, in a line, hold a digit for certain."""
    where = view.state.where
    for rectangle in view.kept(rectangles):
        if len(rectangle.open) == 2 and _in_line(view, rectangle.open):
            low, high = rectangle.digits
            near = view.shape.seen_by_all(mask_of(rectangle.open))
            for sure, removed in ((low, high), (high, low)):
                if not where[sure] & near:
                    yield from _steps(
                        view,
                        Technique.UNIQUE_RECTANGLE_4,
                        rectangle,
                        rectangle.open,
                        (removed,),
                    )
                    break


@distinct
def unique_rectangle_5(view: View) -> Iterator[Step]:
    """Find rectangles whose open corners, not two in a line, have one other."""
    return _one_other(view, Technique.UNIQUE_RECTANGLE_5)


@distinct
def unique_rectangle_6(view: View) -> Iterator[Step]:
    """Find rectangles whose opposite open corners hold a digit both or not at all."""
    for rectangle in view.kept(rectangles):
        if len(rectangle.open) == 2 and not _in_line(view, rectangle.open):
            for digit in rectangle.digits:
                if not any(
                    _elsewhere(view, rectangle, cell, digit) for cell in rectangle.open
                ):
                    yield from _steps(
                        view,
                        Technique.UNIQUE_RECTANGLE_6,
                        rectangle,
                        rectangle.open,
                        (digit,),
                    )
                    break


@distinct
def hidden_rectangle(view: View) -> Iterator[Step]:
    """Find rectangles with a bare corner, and a digit tied to the opposite one."""
    for rectangle in view.kept(rectangles):
        bare = rectangle.bare
        if len(bare) == 1 or (len(bare) == 2 and not _in_line(view, bare)):
            corners = rectangle.corners
            low, high = rectangle.digits
            for corner in bare:
                opposite = corners[3 - corners.index(corner)]
                for tied, removed in ((low, high), (high, low)):
                    if not _elsewhere(view, rectangle, opposite, tied):
                        yield from _steps(
                            view,
                            Technique.HIDDEN_RECTANGLE,
                            rectangle,
                            (opposite,),
                            (removed,),
                        )


def _one_other(view: View, technique: Technique) -> Iterator[Step]:
    """Find rectangles whose two or three open corners have one other candidate."""
    left = view.state.left
    for rectangle in view.kept(rectangles):
        corners = rectangle.open
        if len(corners) not in {2, 3}:
            continue
        in_line = len(corners) == 2 and _in_line(view, corners)
        if in_line != (technique is Technique.UNIQUE_RECTANGLE_2):
            continue
        low, high = rectangle.digits
        other = 0
        for cell in corners:
            other |= left[cell]
        other &= ~(1 << low - 1 | 1 << high - 1)
        if not other & (other - 1):
            seen = cells_of(view.shape.seen_by_all(mask_of(corners)))
            digits = (other.bit_length(),)
            yield from _steps(view, technique, rectangle, seen, digits)


def _in_line(view: View, cells: tuple[int, ...]) -> bool:
    """Say whether two corners share a row or a column."""
    (row, column, _), (other_row, other_column, _) = (
        view.shape.units_of[cell] for cell in cells
    )
    return row == other_row or column == other_column


def _elsewhere(view: View, rectangle: Rectangle, cell: int, digit: int) -> int:
    """Return the cells of a corner's row and column, but the corners, for a digit."""
    row, column, _ = view.shape.units_of[cell]
    lines = view.shape.units[row] | view.shape.units[column]
    return view.state.where[digit] & lines & ~rectangle.cells


def _steps(
    view: View,
    technique: Technique,
    rectangle: Rectangle,
    cells: Iterable[int],
    digits: Iterable[int],
) -> Iterator[Step]:
    """Yield the step that removes some digits from some cells, if they are there."""
    where = view.state.where
    removes = tuple(
        (cell, digit)
        for cell in sorted(cells)
        for digit in sorted(digits)
        if where[digit] >> cell & 1
    )
    if removes:
        yield rectangle_step(view, technique, rectangle, removes)


def reason(step: Step) -> str:
    """Say why a unique rectangle holds: otherwise there would be two solutions."""
    board, technique = step.geometry, step.technique
    swap = swap_text(step)
    removed = step.removes[0][1]
    (low, high) = step.digits
    kept = low if removed == high else high
    corners = cells_text(board, {cell for cell, _ in step.fins})
    if technique is Technique.UNIQUE_RECTANGLE_1:
        return f"otherwise {swap}"
    if technique in {Technique.UNIQUE_RECTANGLE_2, Technique.UNIQUE_RECTANGLE_5}:
        return f"one of {corners} is {removed}, otherwise {swap}"
    if technique is Technique.UNIQUE_RECTANGLE_3:
        (subset,) = step.sets
        others = digits_text(sorted({digit for _, digit in step.fins}))
        return (
            f"one of {corners} is one of {others}, otherwise {swap}; with "
            f"{cells_text(board, subset.cells)} that is a naked subset of "
            f"{digits_text(subset.digits)}"
        )
    if technique is Technique.UNIQUE_RECTANGLE_4:
        return f"one of {corners} is {kept}, and if the other were {removed}, {swap}"
    if technique is Technique.UNIQUE_RECTANGLE_6:
        lines = units_text(board, _lines(board, *{cell for cell, _ in step.fins}))
        return (
            f"{removed} in one of {corners} means {removed} in both, as {lines} have "
            f"no other cell for {removed}, and then {swap}"
        )
    corner = step.removes[0][0]
    lines = units_text(board, _lines(board, corner))
    return (
        f"with {removed} in {board.cell_name(corner)} its neighbours in the rectangle "
        f"would be {kept}, as {lines} have no other cell for {kept}, and then {swap}"
    )


def _lines(board: Geometry, *cells: int) -> list[int]:
    """Return the rows and columns of some cells, as indices of units."""
    rows = {board.row_of(cell) for cell in cells}
    columns = {board.size + board.column_of(cell) for cell in cells}
    return sorted(rows | columns)
