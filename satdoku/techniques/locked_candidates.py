"""Locked candidates: where a box crosses a row or column, a digit may be locked in.

Pointing: all cells of a box that may hold a digit lie in one row (or column).  The
digit is in one of them, so nowhere else in that row.  Claiming is the other way round:
all cells of a row that may hold it lie in one box, so it is nowhere else in that box.

Boxes, rows, columns and digits are gone through in rising order, as HoDoKu does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.notation import cells_text
from satdoku.techniques.shape import cells_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.view import View

__all__ = ["claiming", "pointing", "reason"]


def pointing(view: View) -> Iterator[Step]:
    """Find digits that a box has in one row or column only."""
    n = view.shape.size
    sides = (view.geometry.box_height, view.geometry.box_width)
    return _locked(view, Technique.POINTING, range(2 * n, 3 * n), (0, 1), max(sides))


def claiming(view: View) -> Iterator[Step]:
    """Find digits that a row or column has in one box only."""
    n = view.shape.size
    sides = (view.geometry.box_height, view.geometry.box_width)
    return _locked(view, Technique.CLAIMING, range(2 * n), (2,), max(sides))


def _locked(
    view: View,
    technique: Technique,
    froms: range,
    kinds: tuple[int, ...],
    most: int,
) -> Iterator[Step]:
    """Find digits whose cells in one unit all lie in another, which has more of them.

    Args:
        view: The position.
        technique: Its name.
        froms: The units to look at.
        kinds: The other unit: 0 for a row, 1 for a column, 2 for a box.
        most: The cells that two such units can share.
    """
    state, shape = view.state, view.shape
    units, units_of = shape.units, shape.units_of
    digits = [
        (digit, state.where[digit], state.counts[digit])
        for digit in view.geometry.digits
        if state.where[digit]
    ]
    for unit in froms:
        cells = units[unit]
        for digit, where, counts in digits:
            if not 2 <= counts[unit] <= most:
                continue
            locked = where & cells
            theirs = units_of[locked.bit_length() - 1]
            for kind in kinds:
                other = theirs[kind]
                if counts[other] > counts[unit] and not locked & ~units[other]:
                    rest = where & units[other] & ~cells
                    yield Step(
                        view.geometry,
                        technique,
                        removes=tuple((cell, digit) for cell in cells_of(rest)),
                        cells=cells_of(locked),
                        digits=(digit,),
                        units=(unit, other),
                    )


def reason(step: Step) -> str:
    """Say where the digit is locked in."""
    board = step.geometry
    home, other = map(board.unit_name, step.units)
    cells = cells_text(board, step.cells)
    return f"in {home} every {step.digits[0]} is in {cells}, which lies in {other}"
