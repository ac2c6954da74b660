"""Cells outside the grid in ISS text, read and written.

    .Var~A~Outside~3            cells VA1, VA2, VA3; `2x3` of a layout; VA alone
    .Doppelganger               cells DGC1 (of row 1), DGR1 (of column 1), DGB1, DGZ
    .ChaosConstruction          cells CC1, CC2, …: the region of each cell, row by row
    .ChaosArrow~R1C1~0~CC1~CC2  and the like, on these cells alone

    .ConnectedValues~VA~1_2~5   the cells of a group (or the grid) with these values

They may stand wherever a cell may.  Dots and signs bind neighbours: those of a group
stand in rows, as wide as its layout says, else as a box (DGB) or as the grid.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, shown
from satdoku.puzzle import constraints
from satdoku.puzzle.constraints.extra import extra_cell, group_cells, prefix_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry

_REGION = re.compile("CC[1-9][0-9]{0,2}")
_ROWS_AND_COLUMNS = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


def extra_of(text: str) -> tuple[int, int] | None:
    """Return the cell outside the grid that a text names; None for others.

    Example:
        >>> extra_of("VA1"), extra_of("R1C1")
        ((-573, 1), None)
    """
    return extra_cell(text) if text.isupper() else None


def read_var(args: Sequence[str]) -> constraints.hidden.Var:
    """Read the arguments of `Var`.

    Example:
        >>> read_var(["A", "Outside", "3"]).describe()
        'cells VA1 to VA3 (Outside)'
    """
    if not args or re.fullmatch("[A-Z]{1,3}", args[0]) is None:
        raise InputError(f"no name {shown(''.join(args[:1]))}", expected="letters A-Z")
    from urllib.parse import unquote  # noqa: PLC0415  slow to load, for few texts

    title = unquote(args[1]) if len(args) > 1 else ""
    size = args[2] if len(args) > 2 else ""
    rows, columns = 1, 1
    if match := _ROWS_AND_COLUMNS.fullmatch(size):
        rows, columns = int(match[1]), int(match[2])
    elif re.fullmatch("[1-9][0-9]{0,2}", size):
        columns = int(size)
    return constraints.hidden.Var(args[0], rows, columns, title)


def write_var(rule: constraints.hidden.Var) -> str:
    """Return the item of a group of cells.

    Example:
        >>> write_var(constraints.hidden.Var("A", 2, 3))
        'Var~A~~2x3'
    """
    size = f"{rule.rows}x{rule.columns}" if rule.rows > 1 else str(rule.columns)
    return f"Var~{rule.name}~{escaped(rule.title)}~{size}"


def read_connected(
    args: Sequence[str], geometry: Geometry, groups: Sequence[constraints.hidden.Var]
) -> constraints.connected.ConnectedValues:
    """Read the arguments of `ConnectedValues`: a group, values, a size.

    Args:
        args: The arguments.
        geometry: The shape of the grid.
        groups: The groups of cells that the text adds.
    """
    group, values, size, *_ = [*args, "", "", ""]
    numbers = tuple(map(_number, values.split("_")))
    if not group:
        return constraints.connected.ConnectedValues(numbers, _number(size or "0"))
    known = {rule.prefix: (rule.size, rule.columns) for rule in groups}
    known = {
        prefix: (many, width if width < many else geometry.columns)
        for prefix, (many, width) in known.items()
    }
    known["DGC"] = (geometry.rows, geometry.columns)
    known["DGR"] = (geometry.columns, geometry.columns)
    known["DGB"] = (len(geometry.box_units), geometry.box_width)
    if group not in known:
        raise InputError(f"no group {shown(group)}", expected="VA, say")
    many, width = known[group]
    cells = tuple(group_cells(group, many))
    across = 0 if width >= many else width
    return constraints.connected.ConnectedValues(
        numbers, _number(size or "0"), cells, across
    )


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise InputError(f"no number {shown(text)}")
    return int(text)


def write_connected(rule: constraints.connected.ConnectedValues) -> str | None:
    """Return the item of an area; None where it is no whole group of cells.

    Example:
        >>> write_connected(constraints.connected.ConnectedValues((1, 2), 5))
        'ConnectedValues~~1_2~5'
    """
    prefix = prefix_of(rule.cells[0]) if rule.cells else ""
    if rule.cells and [*rule.cells] != group_cells(prefix or "VA", len(rule.cells)):
        return None
    values = "_".join(map(str, rule.values))
    return f"ConnectedValues~{prefix}~{values}" + (f"~{rule.size}" if rule.size else "")


def escaped(name: str) -> str:
    """Return a name as it stands in a text."""
    from urllib.parse import quote  # noqa: PLC0415  slow to load, for few texts

    return quote(name, safe="").replace(".", "%2E").replace("~", "%7E")


def read_chaos(
    kind: str,
    args: Sequence[str],
    cell_of: Callable[[str], tuple[int, int]],
    geometry: Geometry,
) -> Constraint | None:
    """Read an item about regions that have to be found; None for others.

    Args:
        kind: The type of the item.
        args: Its arguments.
        cell_of: Reads a cell that holds a value.
        geometry: The shape of the grid.

    Raises:
        InputError: It is about the numbers of regions, which mean nothing.
    """
    counted = [arg for arg in args if _REGION.fullmatch(arg)]
    if kind in {"ChaosArrow", "ChaosCount"}:
        return _count_in_region(kind, args, cell_of, geometry)
    if not counted:
        return None
    cells = tuple(_region_cell(arg, geometry) for arg in counted)
    if kind == "SameValues" and args[:1] == [str(len(counted))] == [str(len(args) - 1)]:
        return constraints.chaos.SameRegion(cells)
    if kind == "CountDistinct" and [*args[1:]] == counted:
        return constraints.chaos.CountRegions(cell_of(args[0]), cells)
    raise InputError(f"the numbers of regions ({counted[0]}) mean nothing")


def _count_in_region(
    kind: str,
    args: Sequence[str],
    cell_of: Callable[[str], tuple[int, int]],
    geometry: Geometry,
) -> Constraint:
    """Read an item about cells in the region of one."""
    if not args:
        raise InputError("no cell", expected="one, such as R1C1")
    first, offset, *words = [*args, ""] if len(args) == 1 else args
    if offset not in {"", "0", "1"}:
        raise InputError(f"offset {shown(offset)}", expected="0 or 1")
    cell, addend = cell_of(first), int(offset or 0)
    arms: list[list[tuple[int, int]]] = [[]]
    for word in filter(None, words):
        if word == "-" and kind == "ChaosArrow":
            arms.append([])
        else:
            arms[-1].append(_region_cell(word, geometry))
    if kind == "ChaosCount":
        return constraints.chaos.ChaosCount(cell, tuple(arms[0]), offset=addend)
    return constraints.chaos.ChaosArrow(
        cell, tuple(map(tuple, arms)) if arms != [[]] else (), offset=addend
    )


def _region_cell(text: str, geometry: Geometry) -> tuple[int, int]:
    """Return the cell of the grid whose region a name stands for."""
    number = int(text[2:]) if _REGION.fullmatch(text) else 0
    if not 0 < number <= geometry.cells:
        raise InputError(f"no region {shown(text)}", expected="CC1, say")
    return divmod(number - 1, geometry.columns)


def write_chaos(
    rule: Any,  # noqa: ANN401  one of them
    geometry: Geometry,
    cell_name: Callable[[tuple[int, int]], str],
) -> str:
    """Return the item of a constraint about regions that have to be found.

    Args:
        rule: The constraint.
        geometry: The shape of the grid.
        cell_name: Names the cell that holds a value.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> write_chaos(constraints.chaos.SameRegion("r1c1 r2c1"), Geometry(4, 4), str)
        'SameValues~2~CC1~CC5'
    """

    def line(cells: Iterable[tuple[int, int]]) -> list[str]:
        return [f"CC{row * geometry.columns + column + 1}" for row, column in cells]

    if isinstance(rule, constraints.chaos.SameRegion):
        return "~".join(["SameValues", str(len(rule.cells)), *line(rule.cells)])
    name = cell_name(rule.cell)
    if isinstance(rule, constraints.chaos.CountRegions):
        return "~".join(["CountDistinct", name, *line(rule.others)])
    if isinstance(rule, constraints.chaos.ChaosCount):
        words = line(rule.around)
    else:
        words = "~-~".join("~".join(line(arm)) for arm in rule.arms).split("~")
    return "~".join([type(rule).__name__, name, str(rule.offset), *filter(None, words)])


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
        >>> groups = [constraints.hidden.Var("A", 2, 2)]
        >>> list(adjacent_of(cells, Geometry(9, 9), groups))
        [((-573, 1), (-573, 2)), ((-573, 1), (-573, 3))]
    """
    widths = {
        rule.prefix: rule.columns
        for rule in rules
        if isinstance(rule, constraints.hidden.Var) and rule.rows > 1
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
