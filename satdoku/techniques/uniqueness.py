"""Techniques for puzzles with one solution: unique and avoidable rectangles, BUG+1.

The corners of a rectangle lie in two rows, two columns and two boxes.  If they held
a, b and b, a, the two digits could be swapped, and the grid would still obey every
unit: the puzzle would have two solutions.  In a proper puzzle this cannot happen unless
one of the four is a clue.

A unique rectangle has empty corners that could hold a and b: no digit placed keeps the
two out of any of them, and the puzzle itself rules neither out there.  It does not
matter if a candidate was removed since, as the swap would still be possible.  Bare
corners can hold nothing else, open ones can.  Something must keep the open ones from a
and b:

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

An avoidable rectangle has corners that are solved already, and no clue among them:

    1   three corners are solved, as a, b and a: the fourth is not b
    2   the two corners of a box are solved, the two of the other are not, and have one
        candidate besides, the same: one of them holds it

BUG+1: all cells but one have two candidates, and that one has three.  If every empty
cell had two candidates, and every digit two cells in each unit that lacks it (a
bivalue universal grave), the digits could be chosen in two ways or in none.  The one
candidate more that its row, column and box have three times keeps it from being so: it
must be true.

The order of rectangles: from each cell with two candidates, rising, along its box, then
across.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.puzzle.geometry import digits_of
from satdoku.techniques.chains import bivalue_cells
from satdoku.techniques.state import bits, cells_of, mask_of, with_digit
from satdoku.techniques.step import CellSet, Step, cells_text, digits_text, units_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.geometry import Geometry
    from satdoku.techniques.state import View

_MAX_SUBSET = 7  # digits of a subset: all there can be in a grid of 9


class _Rectangle(NamedTuple):
    """Four cells that could hold two digits in turn.

    Args:
        corners: The cells: first and second share a box, so do third and fourth, and
            the first is opposite to the fourth.
        digits: The two digits, rising.
        open: The corners that have another candidate, as a mask.
    """

    corners: tuple[int, int, int, int]
    digits: tuple[int, int]
    open: int


def _rectangles(view: View) -> Sequence[_Rectangle]:
    """Return the unique rectangles of a position, in order.

    HoDoKu takes four cells with one pair of digits only, the first; if every step is
    wanted, all pairs are taken.
    """
    state, peers = view.state, view.shape.peers
    possible = [state.empty & ~cells for cells in state.ruled_out]
    for cell, value in enumerate(state.values):
        if value:
            possible[value] &= ~peers[cell]
    seen: set[tuple[int, int]] = set()
    rectangles: list[_Rectangle] = []
    for first, mask in view.cached(bivalue_cells).items():
        low, high = digits_of(mask)
        both = possible[low] & possible[high]
        for corners in _across(view, first, both, both):
            key = mask_of(corners), mask if view.exhaustive else 0
            if key not in seen:
                seen.add(key)
                open_ = mask_of(cell for cell in corners if state.left[cell] & ~mask)
                rectangles.append(_Rectangle(corners, (low, high), open_))
    return rectangles


def _across(
    view: View, first: int, beside: int, opposite: int
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the rectangles from a cell.

    Args:
        view: The position.
        first: The cell.
        beside: The cells that the second may be, in its box.
        opposite: The cells that the third and fourth may be, in another box.
    """
    units = view.shape.units
    row, column, box = (units[unit] for unit in view.shape.units_of[first])
    for second in bits(beside & box & (row | column) & ~(1 << first)):
        line = column if row >> second & 1 else row
        for third in bits(opposite & line & ~box):
            fourth = third + second - first
            if opposite >> fourth & 1:
                yield first, second, third, fourth


_Removed: TypeAlias = "Iterator[tuple[int, tuple[int, ...]]]"
"""Cells as a mask, and the digits that can go there."""


def unique(view: View, technique: Technique) -> Iterator[Step]:
    """Find unique rectangles of a type, or hidden rectangles."""
    where = view.state.where
    for rectangle in view.cached(_rectangles):
        if technique is Technique.UNIQUE_RECTANGLE_3:
            if rectangle.open.bit_count() == 2:
                for unit in view.shape.common_units(rectangle.open):
                    yield from _with_subset(view, rectangle, unit)
            continue
        for cells, digits in _TYPES[technique](view, rectangle):
            removes = tuple(
                (cell, digit)
                for cell in bits(cells)
                for digit in digits
                if where[digit] >> cell & 1
            )
            if removes:
                yield _step(view, technique, rectangle, removes)


def _type_1(_: View, rectangle: _Rectangle) -> _Removed:
    if rectangle.open.bit_count() == 1:
        yield rectangle.open, rectangle.digits


def _type_2(view: View, rectangle: _Rectangle) -> _Removed:
    if _in_line(view, rectangle):
        yield from _one_other(view, rectangle)


def _type_4(view: View, rectangle: _Rectangle) -> _Removed:
    if _in_line(view, rectangle):
        near = view.shape.seen_by_all(rectangle.open)
        low, high = rectangle.digits
        for sure, removed in ((low, high), (high, low)):
            if not view.state.where[sure] & near:
                yield rectangle.open, (removed,)
                return


def _type_5(view: View, rectangle: _Rectangle) -> _Removed:
    if rectangle.open.bit_count() in {2, 3} and not _in_line(view, rectangle):
        yield from _one_other(view, rectangle)


def _type_6(view: View, rectangle: _Rectangle) -> _Removed:
    if rectangle.open.bit_count() == 2 and not _in_line(view, rectangle):
        for digit in rectangle.digits:
            if not any(
                _elsewhere(view, rectangle, cell, digit)
                for cell in bits(rectangle.open)
            ):
                yield rectangle.open, (digit,)
                return


def _hidden(view: View, rectangle: _Rectangle) -> _Removed:
    corners = rectangle.corners
    low, high = rectangle.digits
    if rectangle.open.bit_count() in {2, 3} and not _in_line(view, rectangle):
        for corner, opposite in zip(corners, corners[::-1], strict=True):
            if not rectangle.open >> corner & 1:
                for tied, removed in ((low, high), (high, low)):
                    if not _elsewhere(view, rectangle, opposite, tied):
                        yield 1 << opposite, (removed,)


_TYPES = {
    Technique.UNIQUE_RECTANGLE_1: _type_1,
    Technique.UNIQUE_RECTANGLE_2: _type_2,
    Technique.UNIQUE_RECTANGLE_4: _type_4,
    Technique.UNIQUE_RECTANGLE_5: _type_5,
    Technique.UNIQUE_RECTANGLE_6: _type_6,
    Technique.HIDDEN_RECTANGLE: _hidden,
}


def _in_line(view: View, rectangle: _Rectangle) -> bool:
    """Whether two corners are open, and share a row or a column."""
    common = view.shape.common_units(rectangle.open)
    return rectangle.open.bit_count() == 2 and any(
        unit < 2 * view.shape.size for unit in common
    )


def _one_other(view: View, rectangle: _Rectangle) -> _Removed:
    """Yield the one other candidate of the open corners, and the cells that see all."""
    other = _other_digits(view, rectangle)
    if other.bit_count() == 1:
        yield view.shape.seen_by_all(rectangle.open), digits_of(other)


def _other_digits(view: View, rectangle: _Rectangle) -> int:
    """Return the candidates of the open corners besides the two digits."""
    other = 0
    for cell in bits(rectangle.open):
        other |= view.state.left[cell]
    low, high = rectangle.digits
    return other & ~(1 << low - 1 | 1 << high - 1)


def _elsewhere(view: View, rectangle: _Rectangle, cell: int, digit: int) -> int:
    """Return the cells of a corner's row and column, but the corners, for a digit."""
    lines = view.shape.union(view.shape.units_of[cell][:2])
    return view.state.where[digit] & lines & ~mask_of(rectangle.corners)


def _with_subset(view: View, rectangle: _Rectangle, unit: int) -> Iterator[Step]:
    """Yield type 3 with the subsets in a unit; they may remove in a box besides.

    If k - 1 cells of a unit have, with the other candidates of the open corners, k
    digits between them, the digits go there, and nowhere else in the unit.  Cells that
    can hold a digit of the rectangle take no part, as in HoDoKu.
    """
    state, shape = view.state, view.shape
    low, high = rectangle.digits
    pair = 1 << low - 1 | 1 << high - 1
    free = shape.units[unit] & state.empty & ~mask_of(rectangle.corners)
    pool = [cell for cell in bits(free) if not state.left[cell] & pair]
    for cells, digits in _subsets(pool, state.left, _other_digits(view, rectangle), 0):
        mine = rectangle.open | cells
        units = tuple(shape.common_units(mine))
        if units[0] < unit:
            continue  # it was found in that line
        removes = tuple(
            (cell, digit)
            for cell in bits(shape.union(units) & ~mine & state.empty)
            for digit in digits_of(state.left[cell] & digits)
        )
        if removes:
            subset = CellSet(cells_of(cells), digits_of(digits), "subset")
            technique = Technique.UNIQUE_RECTANGLE_3
            yield _step(
                view, technique, rectangle, removes, units=units, sets=(subset,)
            )


def _subsets(
    pool: Sequence[int], left: Sequence[int], digits: int, taken: int
) -> Iterator[tuple[int, int]]:
    """Yield the cells that have as many digits as they are with one more; as masks.

    Args:
        pool: The cells to choose from.
        left: The candidates of each cell.
        digits: The digits so far.
        taken: The cells so far, as a mask.
    """
    for index, cell in enumerate(pool):
        cells = taken | 1 << cell
        union = digits | left[cell]
        size, most = union.bit_count(), cells.bit_count() + 1
        if size == most:
            yield cells, union
        if size <= min(_MAX_SUBSET, most + len(pool) - index - 1):
            yield from _subsets(pool[index + 1 :], left, union, cells)


def avoidable(view: View, technique: Technique) -> Iterator[Step]:
    """Find avoidable rectangles of a type.

    Unsolved corners have two candidates, as in HoDoKu.
    """
    state = view.state
    values, left = state.values, state.left
    solved = view.shape.all & ~state.empty & ~state.clues
    pairs = mask_of(view.cached(bivalue_cells))
    for cell in bits(solved):
        for corners in _across(view, cell, solved, solved | pairs):
            _, two, third, fourth = corners
            first, second = values[cell], values[two]
            barred = state.ruled_out[first] | state.ruled_out[second]
            # Each is met from both corners of its box, and both boxes at that.
            if (
                cell > two
                or not (1 << third | 1 << fourth) & pairs
                or mask_of(corners) & barred
            ):
                continue
            removes: tuple[tuple[int, int], ...] = ()
            if technique is Technique.AVOIDABLE_RECTANGLE_1:
                if values[third] == second and left[fourth] >> first - 1 & 1:
                    removes = ((fourth, first),)
                elif values[fourth] == first and left[third] >> second - 1 & 1:
                    removes = ((third, second),)
            elif left[third] >> second - 1 & 1:
                other = left[third] & ~(1 << second - 1)
                if other != 1 << first - 1 and left[fourth] == other | 1 << first - 1:
                    digit = other.bit_length()
                    seen = view.shape.seen_by_all(1 << third | 1 << fourth)
                    removes = with_digit(state.where[digit] & seen, digit)
            if removes:
                low, high = sorted((first, second))
                rest = mask_of(corners) & state.empty
                rectangle = _Rectangle(corners, (low, high), rest)
                yield _step(view, technique, rectangle, removes)


def _step(
    view: View,
    technique: Technique,
    rectangle: _Rectangle,
    removes: tuple[tuple[int, int], ...],
    *,
    units: tuple[int, ...] = (),
    sets: tuple[CellSet, ...] = (),
) -> Step:
    """Return a step: the corners in order, their other candidates as fins."""
    return Step(
        view.geometry,
        technique,
        removes=removes,
        cells=rectangle.corners,
        digits=rectangle.digits,
        units=units,
        fins=tuple(
            (cell, digit)
            for cell in rectangle.corners
            for digit in digits_of(view.state.left[cell])
            if digit not in rectangle.digits
        ),
        sets=sets,
    )


def bug(view: View) -> Iterator[Step]:
    """Find the candidate that keeps the grid from having none but pairs."""
    state = view.state
    odd = [cell for cell in bits(state.empty) if state.left[cell].bit_count() != 2]
    if len(odd) != 1 or state.left[odd[0]].bit_count() != 3:
        return
    (cell,) = odd
    own_units = view.shape.units_of[cell]
    digits = digits_of(state.left[cell])
    # No digit may be more than twice in another unit; then none is less than twice
    # either, as a unit has as many digits to place as it has empty cells.
    over = sum(count > 2 for counts in state.counts[1:] for count in counts)
    for digit in digits:
        if over == 3 and all(state.counts[digit][unit] == 3 for unit in own_units):
            yield Step(
                view.geometry,
                Technique.BUG_PLUS_1,
                removes=tuple((cell, other) for other in digits if other != digit),
                cells=(cell,),
                digits=(digit,),
                units=own_units,
            )


def reason(step: Step) -> str:
    """Say what would give the puzzle two solutions."""
    if step.technique is Technique.BUG_PLUS_1:
        name = step.geometry.cell_name(step.cells[0])
        return (
            f"without {step.digits[0]} in {name} every empty cell would have two "
            f"candidates and every digit two cells in each unit: the puzzle would have "
            f"two solutions or none"
        )
    return _rectangle_reason(step)


def _rectangle_reason(step: Step) -> str:
    board, technique = step.geometry, step.technique
    low, high = step.digits
    swap = (
        f"{low} and {high} could be swapped in {cells_text(board, step.cells)}, and "
        f"the puzzle would have two solutions"
    )
    corner, removed = step.removes[0]
    kept = low if removed == high else high
    open_ = {cell for cell, _ in step.fins}
    corners = cells_text(board, open_) if open_ else ""
    if technique.search == "uniqueness.avoidable":
        swap += ", as none of them is a clue"
    match technique:
        case Technique.UNIQUE_RECTANGLE_1 | Technique.AVOIDABLE_RECTANGLE_1:
            return f"otherwise {swap}"
        case Technique.UNIQUE_RECTANGLE_3:
            (subset,) = step.sets
            others = digits_text(sorted({digit for _, digit in step.fins}))
            return (
                f"one of {corners} is one of {others}, otherwise {swap}; with "
                f"{cells_text(board, subset.cells)} that is a naked subset of "
                f"{digits_text(subset.digits)}"
            )
        case Technique.UNIQUE_RECTANGLE_4:
            return (
                f"one of {corners} is {kept}, and if the other were {removed}, {swap}"
            )
        case Technique.UNIQUE_RECTANGLE_6:
            return (
                f"{removed} in one of {corners} means {removed} in both, as "
                f"{_lines_text(board, open_)} have no other cell for {removed}, and "
                f"then {swap}"
            )
        case Technique.HIDDEN_RECTANGLE:
            return (
                f"with {removed} in {board.cell_name(corner)} its neighbours in the "
                f"rectangle would be {kept}, as {_lines_text(board, {corner})} have no "
                f"other cell for {kept}, and then {swap}"
            )
        case _:  # types 2 and 5
            return f"one of {corners} is {removed}, otherwise {swap}"


def _lines_text(board: Geometry, cells: Iterable[int]) -> str:
    """Name the rows and columns of some cells."""
    rows = {board.row_of(cell) for cell in cells}
    columns = {board.size + board.column_of(cell) for cell in cells}
    return units_text(board, sorted(rows | columns))
