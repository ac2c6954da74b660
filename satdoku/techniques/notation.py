"""The standard notation of cells and candidates: `r4c7=5`, `r1c23<>4`, `r13c5`.

Cells of one row are written together (`r1c23`), and so are cells of one column
(`r13c5`); the rest one by one.  Numbers above 9 are set apart by a dot (`r1c9.10`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.geometry import Geometry
    from satdoku.techniques.step import CellSet, Node, Step

__all__ = [
    "candidates_text",
    "cells_text",
    "chain_text",
    "digits_text",
    "listed",
    "outcome",
]


def listed(parts: Iterable[object]) -> str:
    """Write a list as a sentence has it: `3, 7 and 9`.

    Example:
        >>> listed([3, 7, 9]), listed(["row 1"])
        ('3, 7 and 9', 'row 1')
    """
    *most, last = map(str, parts)
    return f"{', '.join(most)} and {last}" if most else last


def digits_text(digits: Iterable[int]) -> str:
    """Write digits: `3,7`.

    Example:
        >>> digits_text((3, 7))
        '3,7'
    """
    return ",".join(map(str, digits))


def cells_text(geometry: Geometry, cells: Iterable[int]) -> str:
    """Write cells, those of a row or of a column together.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> cells_text(Geometry(9, 9), [0, 1, 4]), cells_text(Geometry(9, 9), [4, 22])
        ('r1c125', 'r13c5')
        >>> cells_text(Geometry(9, 9), [0, 1, 12])
        'r1c12, r2c4'

        Cells left alone by that are joined the other way:

        >>> cells_text(Geometry(9, 9), [42, 43, 64, 73])
        'r5c78, r89c2'
    """
    n = geometry.size
    places = [divmod(cell, n) for cell in sorted(set(cells))]
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for row, column in places:
        rows.setdefault(row, []).append(column)
        columns.setdefault(column, []).append(row)
    by_columns = len(columns) < len(rows)
    lines = columns if by_columns else rows
    alone: dict[int, list[int]] = {}
    for line, (first, *others) in lines.items():
        if not others:
            alone.setdefault(first, []).append(line)
    parts: dict[tuple[int, int], str] = {}
    for line, across in lines.items():
        along = alone.get(across[0], []) if len(across) == 1 else []
        if len(along) < 2:
            group = (across, [line]) if by_columns else ([line], across)
        else:
            group = (across, along) if by_columns else (along, across)
        parts[group[0][0], group[1][0]] = f"r{_numbers(group[0])}c{_numbers(group[1])}"
    return ", ".join(text for _, text in sorted(parts.items()))


def _numbers(indices: Sequence[int]) -> str:
    return ("." if max(indices) > 8 else "").join(str(index + 1) for index in indices)


def candidates_text(
    geometry: Geometry, candidates: Iterable[tuple[int, int]], sign: str = "<>"
) -> str:
    """Write candidates by digit, the cells of each together.

    Args:
        geometry: Of the grid.
        candidates: (cell, digit) pairs.
        sign: What stands between a cell and its digit: `=` or `<>`.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> candidates_text(Geometry(9, 9), [(0, 4), (1, 4), (2, 7)])
        'r1c12<>4, r1c3<>7'
    """
    by_digit: dict[int, list[int]] = {}
    for cell, digit in candidates:
        by_digit.setdefault(digit, []).append(cell)
    # Cells that are not told together get the digit each: `r1c1<>4, r2c5<>4`.
    return ", ".join(
        f"{part}{sign}{digit}"
        for digit, cells in sorted(by_digit.items())
        for part in cells_text(geometry, cells).split(", ")
    )


def outcome(step: Step) -> str:
    """Write what a step places and removes.

    Example:
        >>> from satdoku.techniques.step import Step
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.geometry import Geometry
        >>> outcome(Step(Geometry(9, 9), Technique.CLAIMING, removes=((0, 4), (1, 4))))
        'r1c12<>4'
    """
    parts: list[str] = []
    if step.places:
        parts.append(candidates_text(step.geometry, step.places, "="))
    if step.removes:
        parts.append(candidates_text(step.geometry, step.removes))
    return ", ".join(parts)


def chain_text(
    geometry: Geometry, chain: Sequence[Node], sets: Sequence[CellSet] = ()
) -> str:
    """Write a chain as in Eureka notation: `(4)r1c1=(4)r1c5-(7)r1c5=(7)r3c5`.

    `=` is a strong link (one of the two holds), `-` a weak one (not both hold).  The
    nodes of a chain alternate, so what a link is follows from the node it leads to.
    `=A=` is a strong link by way of an almost locked set A: without the one digit the
    set holds the other.

    Args:
        geometry: Of the grid.
        chain: The nodes.
        sets: The sets that links go by, each with its name as its role.

    Example:
        >>> from satdoku.techniques.step import CellSet, Node
        >>> from satdoku.geometry import Geometry
        >>> nodes = Node(4, (0,), on=False), Node(4, (4,), on=True)
        >>> chain_text(Geometry(9, 9), nodes)
        '(4)r1c1=(4)r1c5'
        >>> nodes = Node(4, (0,), on=False), Node(7, (1,), on=True, by=0)
        >>> chain_text(Geometry(9, 9), nodes, [CellSet((0, 1), (3, 4, 7), "A")])
        '(4)r1c1=A=(7)r1c2'
    """
    text = ""
    for index, node in enumerate(chain):
        if index:
            by = f"{sets[node.by].role}=" if sets and node.by >= 0 else ""
            text += f"={by}" if node.on else "-"
        text += f"({node.digit}){cells_text(geometry, node.cells)}"
    return text
