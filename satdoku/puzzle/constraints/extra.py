"""Extra cells: cells outside the grid, which constraints name like others.

    VA1 VA2 …   the cells of a group that `Var("A", …)` makes; `VA` where it is one cell
    DGC1 …      the digit that a row misses (`Doppelganger`); DGR of a column, DGB of a
                box, DGZ: always 0
    CC1 …       the region of a cell of the grid, row by row (`ChaosConstruction`)
    vr1c1 …     what the digit in a cell of the grid is worth (`Doublers`, …)

A cell is a pair of numbers: of the grid (row, column), of an extra cell minus the code
of its group, and its number in it, 0 where the group is one cell.  So an extra cell has
the same number among all cells whatever else there is: behind those of the grid.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from satdoku.puzzle.geometry import Geometry

Cell = tuple[int, int]

_NAME = re.compile(r"(V[A-Z]{1,3}|CC|DG[BCRZ])([1-9][0-9]{0,2})?")
_WORTH = re.compile(r"vr([1-9][0-9]{0,2})c([1-9][0-9]{0,2})")
_WORTH_CODE = 1  # of no group: these begin with two letters at least
_SPAN = 1_000_000
"""Numbers of cells that a group may have."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIDE = 1000


def code_of(prefix: str) -> int:
    """Return the code of a group: its letters as a number to the base 26.

    Example:
        >>> code_of("A"), code_of("VA")
        (1, 573)
    """
    code = 0
    for letter in prefix:
        code = code * 26 + _LETTERS.index(letter) + 1
    return code


def prefix_of(cell: Cell) -> str:
    """Return what the names of a group begin with; empty for a cell of the grid.

    Example:
        >>> prefix_of((-573, 2)), prefix_of((0, 2))
        ('VA', '')
    """
    code, letters = -cell[0], ""
    while code > 0:
        code, letter = divmod(code - 1, 26)
        letters = _LETTERS[letter] + letters
    return letters


def extra_cell(name: str) -> Cell | None:
    """Return the cell of a name, in capitals or small letters; None for other words.

    Example:
        >>> extra_cell("VA2"), extra_cell("vr2c1"), extra_cell("r1c1")
        ((-573, 2), (-1, 1000), None)
    """
    if match := _WORTH.fullmatch(name):
        return worth_of((int(match[1]) - 1, int(match[2]) - 1))
    match = _NAME.fullmatch(name.upper())
    return (-code_of(match[1]), int(match[2] or 0)) if match else None


def worth_of(cell: Cell) -> Cell:
    """Return the extra cell that says what a cell of the grid is worth."""
    return -_WORTH_CODE, cell[0] * _SIDE + cell[1]


def digit_cell(cell: Cell) -> Cell:
    """Return the cell of the grid whose worth a cell is; any other as it is.

    Example:
        >>> digit_cell(worth_of((1, 2))), digit_cell((1, 2))
        ((1, 2), (1, 2))
    """
    return divmod(cell[1], _SIDE) if is_worth(cell) else cell


def is_worth(cell: Cell) -> bool:
    """Whether a cell says what a digit is worth, which may be no digit."""
    return cell[0] == -_WORTH_CODE


def extra_name(cell: Cell) -> str:
    """Return the name of an extra cell.

    Example:
        >>> extra_name((-573, 2)), extra_name((-573, 0)), extra_name((-1, 1000))
        ('VA2', 'VA', 'vr2c1')
    """
    if is_worth(cell):
        row, column = divmod(cell[1], _SIDE)
        return f"vr{row + 1}c{column + 1}"
    return f"{prefix_of(cell)}{cell[1] or ''}"


def extra_number(cell: Cell, geometry: Geometry) -> int:
    """Return the number of an extra cell among all cells."""
    return geometry.cells - cell[0] * _SPAN + cell[1]


def place_of(number: int, geometry: Geometry) -> Cell:
    """Return the cell of a number: of the grid, or extra.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> four = Geometry(4, 4)
        >>> place_of(5, four), place_of(extra_number((-573, 2), four), four)
        ((1, 1), (-573, 2))
    """
    if number < geometry.cells:
        return divmod(number, geometry.columns)
    code, at = divmod(number - geometry.cells, _SPAN)
    return -code, at


def group_cells(prefix: str, size: int) -> list[Cell]:
    """Return the cells of a group; of one cell without a number.

    Example:
        >>> [extra_name(cell) for cell in group_cells("VA", 2)]
        ['VA1', 'VA2']
    """
    code = -code_of(prefix)
    return [(code, 0)] if size == 1 else [(code, at) for at in range(1, size + 1)]


def numbered(
    cells: Iterable[Cell], values: Sequence[float], geometry: Geometry
) -> Mapping[int, Sequence[float]]:
    """Return extra cells by number, each with the values that it may hold."""
    return {extra_number(cell, geometry): values for cell in cells}


def require_grid(cells: Iterable[Cell], what: str) -> None:
    """Raise UsageError if a cell lies outside the grid, where none may.

    Example:
        >>> require_grid([(0, 0)], "an arrow")
    """
    for cell in cells:
        if cell[0] < 0:
            raise UsageError(f"{what} takes cells of the grid, not {extra_name(cell)}")
