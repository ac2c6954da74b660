"""The column too many that a separator at the end of each row makes.

    5,3,,,7,,,,,      nine cells and a separator behind the last one

Nine rows of ten fields are a grid of 9x9 if the last field is empty in all of them.  If
the first one is, too, the grid may have been copied with the empty column before it or
behind it, and nobody can tell.  Where n + 1 fields could be cells as well and n is no
square (eight rows of nine), rows have more likely been cut off: only a geometry that
was said, or rows without a gap, prove that the last field is none.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.cells import usable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["has_spare", "surely_spare"]

_EMPTY = frozenset(("", "."))


def has_spare(rows: Sequence[Sequence[str]], size: int | None = None) -> bool:
    """Whether the last field of each row is no cell.

    Args:
        rows: The fields of each row.
        size: The size of the grids, where the person has said it.

    Raises:
        InputError: Either the first or the last field is none; it cannot be told which.

    Example:
        >>> has_spare([["1", "", "", "", ""], ["", "", "3", "", ""]] * 2)
        True
    """
    widths = [len(row) for row in rows]
    common = max(widths, key=widths.count, default=0)
    n = common - 1
    if (
        n < 1
        or len(rows) % n != 0
        or len(rows) % common == 0
        or size == common
        or any(row[-1] not in _EMPTY for row in rows)
    ):
        return False
    if set(widths) == {common} and all(row[0] in _EMPTY for row in rows):
        raise InputError(
            f"{len(rows)} rows of {common} cells, the first and the last of each "
            "empty: which is none?",
            expected=f"{n} columns",
            hint="take out the column that is too many",
        )
    if size == n or not usable(common) or isqrt(n) ** 2 == n:
        return True
    return all(cell not in _EMPTY for row in rows for cell in row[:n])


def surely_spare(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the last field is no cell, and the first one surely is.

    Example:
        >>> surely_spare([["", "1", "", "", ""]] * 4)
        False
    """
    try:
        return has_spare(rows)
    except InputError:  # what the reader refuses is not mended
        return False
