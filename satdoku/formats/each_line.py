"""Formats in which every line of data is one puzzle of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from satdoku.errors import InputError
from satdoku.formats.cells import Cells
from satdoku.formats.head import is_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.formats.entry import Entry
    from satdoku.formats.format import Options
    from satdoku.formats.lines import Lines

__all__ = ["NAME_ENDS", "Place", "field_and_name", "read_each"]

Place: TypeAlias = tuple[str, int, int]
"""The source, the line and the number of a puzzle, as an `Entry` takes them."""

NAME_ENDS = " \t#,:;"
"""What ends the cells of a line, and stands around the name behind them."""


def read_each(
    lines: Lines, options: Options, entry: Callable[[str, Cells, Place], Entry]
) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each line, or why it is none.

    Args:
        lines: The text.
        options: What the person has said about it.
        entry: Makes the puzzle of a line; raises InputError where it is none.
    """
    cells = Cells(options)
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        try:
            yield entry(line, cells, (lines.name, lines.number, number))
        except InputError as error:
            yield error.at(line=lines.number)


def field_and_name(line: str) -> tuple[str, str | None]:
    """Cut a line into its cells and the text behind them.

    Example:
        >>> field_and_name(" 0102 # easy")
        ('0102', 'easy')
    """
    text = line.strip()
    end = min((i for i in map(text.find, NAME_ENDS) if i >= 0), default=len(text))
    return text[:end], text[end:].strip(NAME_ENDS) or None
