"""The numbering of variables: the only place that knows they count from 1.

    cell variables     1 … n³             (cell, digit) is `cell·n + digit`
    row triads         the next n²·h      (triad, digit) is `n³ + triad·n + digit`
    column triads      the next n²·w
    auxiliary          whatever at-most-one schemes take, set after set

for boxes of hxw cells, cells and triads counted from 0 and digits from 1 as in
`satdoku.geometry`.  Triad variables are there only if the recipe has triads; auxiliary
variables follow at `first_auxiliary`.  So the n candidates of a cell have neighbouring
variables, in the order of the digits, and a model in rising order tells the grid cell
by cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.geometry import Geometry

__all__ = [
    "bases",
    "cell_variables",
    "column_triad_bases",
    "digit_variables",
    "first_auxiliary",
    "place",
    "row_triad_bases",
    "variable",
]


def variable(geometry: Geometry, cell: int, digit: int) -> int:
    """Return the variable that says the cell holds the digit.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> variable(Geometry(9, 9), cell=80, digit=9)
        729
    """
    return cell * geometry.size + digit


def place(geometry: Geometry, variable: int) -> tuple[int, int]:
    """Return the (cell, digit) of a cell variable; the inverse of `variable`.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> place(Geometry(9, 9), 729)
        (80, 9)
    """
    cell, rest = divmod(variable - 1, geometry.size)
    return cell, rest + 1


def cell_variables(geometry: Geometry) -> range:
    """Return the variables of all (cell, digit) pairs."""
    return range(1, geometry.cells * geometry.size + 1)


def bases(geometry: Geometry) -> range:
    """Return for each cell the number its variables follow: variable less digit."""
    return range(0, geometry.cells * geometry.size, geometry.size)


def row_triad_bases(geometry: Geometry) -> range:
    """Return for each row triad the number its variables follow."""
    n = geometry.size
    start = geometry.cells * n
    return range(start, start + n * n * geometry.box_height, n)


def column_triad_bases(geometry: Geometry) -> range:
    """Return for each column triad the number its variables follow."""
    n = geometry.size
    start = row_triad_bases(geometry).stop
    return range(start, start + n * n * geometry.box_width, n)


def first_auxiliary(geometry: Geometry, *, triads: bool) -> int:
    """Return the first variable that at-most-one schemes may take.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> first_auxiliary(Geometry(9, 9), triads=True)
        1216
    """
    if triads:
        return column_triad_bases(geometry).stop + 1
    return cell_variables(geometry).stop


def digit_variables(bases: Iterable[int], digit: int) -> list[int]:
    """Return the variables of one digit in cells (or triads) given by their bases."""
    return [base + digit for base in bases]
