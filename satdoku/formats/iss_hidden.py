"""Cells outside the grid in ISS text, read and written.

    .Var~A~Outside~3            cells VA1, VA2, VA3; `2x3` of a layout; VA alone
    .Doppelganger               cells DGC1 (of row 1), DGR1 (of column 1), DGB1, DGZ

They may stand wherever a cell may.  Dots and signs bind neighbours: those of a group
stand in rows, as wide as its layout says, else as a box (DGB) or as the grid.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from satdoku.errors import InputError, shown
from satdoku.puzzle.constraints import hidden
from satdoku.puzzle.constraints.extra import extra_cell, prefix_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry

__all__ = ["adjacent_of", "escaped", "extra_of", "read_var", "write_var"]

_ROWS_AND_COLUMNS = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


def extra_of(text: str) -> tuple[int, int] | None:
    """Return the cell outside the grid that a text names; None for others.

    Example:
        >>> extra_of("VA1"), extra_of("R1C1")
        ((-573, 1), None)
    """
    return extra_cell(text) if text.isupper() else None


def read_var(args: Sequence[str]) -> hidden.Var:
    """Read the arguments of `Var`.

    Example:
        >>> read_var(["A", "Outside", "3"]).describe()
        'cells VA1 to VA3 (Outside)'
    """
    if not args or re.fullmatch("[A-Z]{1,3}", args[0]) is None:
        raise InputError(f"no name {shown(''.join(args[:1]))}", expected="letters A-Z")
    title = unquote(args[1]) if len(args) > 1 else ""
    size = args[2] if len(args) > 2 else ""
    rows, columns = 1, 1
    if match := _ROWS_AND_COLUMNS.fullmatch(size):
        rows, columns = int(match[1]), int(match[2])
    elif re.fullmatch("[1-9][0-9]{0,2}", size):
        columns = int(size)
    return hidden.Var(args[0], rows, columns, title)


def write_var(rule: hidden.Var) -> str:
    """Return the item of a group of cells.

    Example:
        >>> write_var(hidden.Var("A", 2, 3))
        'Var~A~~2x3'
    """
    size = f"{rule.rows}x{rule.columns}" if rule.rows > 1 else str(rule.columns)
    return f"Var~{rule.name}~{escaped(rule.title)}~{size}"


def escaped(name: str) -> str:
    """Return a name as it stands in a text."""
    return quote(name, safe="").replace(".", "%2E").replace("~", "%7E")


def adjacent_of(
    cells: Sequence[tuple[int, int]], geometry: Geometry, rules: Iterable[Constraint]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield each two cells that are neighbours, in the grid or in a group.

    Args:
        cells: The cells.
        geometry: The shape of the grid.
        rules: The groups.

    Example:
        >>> cells = [(-573, 1), (-573, 2), (-573, 3)]
        >>> from satdoku.puzzle.geometry import Geometry
        >>> list(adjacent_of(cells, Geometry(9, 9), [hidden.Var("A", 2, 2)]))
        [((-573, 1), (-573, 2)), ((-573, 1), (-573, 3))]
    """
    widths = {
        rule.prefix: rule.columns
        for rule in rules
        if isinstance(rule, hidden.Var) and rule.rows > 1
    }
    widths["DGB"] = geometry.box_width

    def place(cell: tuple[int, int]) -> tuple[str, int, int]:
        prefix = prefix_of(cell)
        if not prefix:
            return ("", *cell)
        width = widths.get(prefix, geometry.columns)
        return (prefix, *divmod(cell[1] - 1, width))

    for one, other in combinations(dict.fromkeys(cells), 2):
        (group, row, column), (its_group, its_row, its_column) = (
            place(one),
            place(other),
        )
        distance = abs(row - its_row) + abs(column - its_column)
        if group == its_group and distance == 1:
            yield one, other
