"""The register of formats.

A new format is a new file and one line here; no other format changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError, printable
from satdoku.formats.csv_table import CSV
from satdoku.formats.euler import EULER
from satdoku.formats.grid import GRID
from satdoku.formats.line import LINE
from satdoku.formats.number_board import NUMBERS
from satdoku.formats.rows import ROWS

if TYPE_CHECKING:
    from satdoku.formats.format import Format

__all__ = ["find", "formats"]

_FORMATS = (CSV, EULER, GRID, LINE, NUMBERS, ROWS)


def formats() -> tuple[Format, ...]:
    """Return every format, by name.

    Example:
        >>> [format.name for format in formats()]
        ['csv', 'euler', 'grid', 'line', 'numbers', 'rows']
    """
    return _FORMATS


def find(name: str) -> Format:
    """Find a format by name.

    Raises:
        UsageError: There is none of that name.

    Example:
        >>> find("line").summary
        'one puzzle a line, a character a cell'
    """
    for format_ in _FORMATS:
        if format_.name == name:
            return format_
    known = ", ".join(format_.name for format_ in _FORMATS)
    msg = f"no format named '{printable(name)}'; expected {known}"
    raise UsageError(msg)
