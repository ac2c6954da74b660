"""The standard notation of cells and candidates: `r4c7=5`, `r1c23<>4`, `r13c5`.

Cells of one row are written together (`r1c23`), and so are cells of one column
(`r13c5`); the rest one by one.  Numbers above 9 are set apart by a dot (`r1c9.10`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.deduce.step import Node, Step
    from satdoku.geometry import Geometry

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
        >>> cells_text(Geometry(3, 3), [0, 1, 4]), cells_text(Geometry(3, 3), [4, 22])
        ('r1c125', 'r13c5')
        >>> cells_text(Geometry(3, 3), [0, 1, 12])
        'r1c12, r2c4'
    """
    n = geometry.size
    places = [divmod(cell, n) for cell in sorted(set(cells))]
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for row, column in places:
        rows.setdefault(row, []).append(column)
        columns.setdefault(column, []).append(row)
    if len(columns) < len(rows):
        parts = [
            f"r{_numbers(rows_of)}c{column + 1}" for column, rows_of in columns.items()
        ]
    else:
        parts = [
            f"r{row + 1}c{_numbers(columns_of)}" for row, columns_of in rows.items()
        ]
    return ", ".join(parts)


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
        >>> candidates_text(Geometry(3, 3), [(0, 4), (1, 4), (2, 7)])
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
        >>> from satdoku.deduce.step import Step
        >>> from satdoku.deduce.technique import Technique
        >>> from satdoku.geometry import Geometry
        >>> outcome(Step(Geometry(3, 3), Technique.CLAIMING, removes=((0, 4), (1, 4))))
        'r1c12<>4'
    """
    parts: list[str] = []
    if step.places:
        parts.append(candidates_text(step.geometry, step.places, "="))
    if step.removes:
        parts.append(candidates_text(step.geometry, step.removes))
    return ", ".join(parts)


def chain_text(geometry: Geometry, chain: Sequence[Node]) -> str:
    """Write a chain as in Eureka notation: `(4)r1c1=(4)r1c5-(7)r1c5=(7)r3c5`.

    `=` is a strong link (one of the two holds), `-` a weak one (not both hold).  The
    nodes of a chain alternate, so what a link is follows from the node it leads to.

    Example:
        >>> from satdoku.deduce.step import Node
        >>> from satdoku.geometry import Geometry
        >>> nodes = Node(4, (0,), on=False), Node(4, (4,), on=True)
        >>> chain_text(Geometry(3, 3), nodes)
        '(4)r1c1=(4)r1c5'
    """
    text = ""
    for index, node in enumerate(chain):
        if index:
            text += "=" if node.on else "-"
        text += f"({node.digit}){cells_text(geometry, node.cells)}"
    return text
