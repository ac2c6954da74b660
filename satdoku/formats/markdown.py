"""The format `markdown`: a table of Markdown, a cell of it for each cell.

    |   |   |   |   |         | 1 |   | 3 | 4 |
    |---|---|---|---|         |---|---|---|---|
    | 1 |   | 3 | 4 |         | 3 | 4 |   | 2 |
    ...                       ...

Markdown wants a heading above the dashes.  Where n rows follow them the heading is one,
whatever it says; where n - 1 rows follow, it is the first row, unless it is empty or
counts the columns: then a row may be missing.  It is written empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.entry import Entry
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.head import is_data
from satdoku.formats.headings import TableCells
from satdoku.text.drawing import segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.cells import Cells
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["MARKDOWN"]

_FEWEST = 4
_LONGEST_CELL = 7


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each table."""
    cells = TableCells(options)
    number = 0
    while (line := next(lines, None)) is not None:
        if "|" not in line or not is_data(line):
            continue
        number += 1
        start = lines.number
        try:
            yield _table(line, lines, cells, number)
        except InputError as error:
            while (ahead := lines.peek(1)) and "|" in ahead[0]:
                next(lines)
            yield error.at(line=start)


def _table(heading: str, lines: Lines, cells: Cells, number: int) -> Entry:
    """Take a table and make its puzzle.

    Raises:
        InputError: It holds none.
    """
    start, first = lines.number, _cut(heading)
    ahead = lines.peek(1)
    if not ahead or not _is_rule(ahead[0]):
        raise InputError("a table without a line of dashes below its heading")
    size = len(_cut(next(lines)))
    geometry = cells.geometry_of(size)
    rows: list[tuple[int, list[str]]] = []
    while len(rows) < size and (ahead := lines.peek(1)) and "|" in ahead[0]:
        row = _cut(next(lines))
        _check(row, size, lines.number)
        rows.append((lines.number, row))
    if len(rows) == size - 1 and not _is_heading(first):
        _check(first, size, start)
        rows.insert(0, (start, first))
    if len(rows) != size:
        count = f"{len(rows)} row{'s' if len(rows) != 1 else ''} below the dashes"
        raise InputError(count, expected=f"{size}, or {size - 1} below a first row")
    if (ahead := lines.peek(1)) and "|" in ahead[0]:
        raise InputError(f"more than {size} rows below the dashes", expected=f"{size}")
    try:
        grid = cells.grid([cell for _, row in rows for cell in row], geometry)
    except InputError as error:
        at, _ = error.cell or (1, 1)
        raise error.at(line=rows[at - 1][0]) from None
    extras = cells.extras(size)
    return Entry(grid, lines.name, start, number, None, "markdown", extras)


def _check(row: list[str], size: int, line: int) -> None:
    """Refuse a row of the wrong length."""
    if len(row) != size:
        what = f"a row of {len(row)} cell{'s' if len(row) > 1 else ''}"
        raise InputError(what, expected=f"{size}", line=line)


def _is_heading(cells: list[str]) -> bool:
    """Whether the cells above the dashes are empty, or count the columns."""
    counted = [str(column) for column in range(1, len(cells) + 1)]
    return set(cells) == {"."} or cells == counted


def _cut(line: str) -> list[str]:
    """Return the cells of a row, `.` for one with nothing in it."""
    return [_plain(cell) or "." for cell in segments(line)]


def _plain(cell: str) -> str:
    """Take the stars of bold type away."""
    bold = len(cell) > 4 and cell.startswith("**") and cell.endswith("**")
    return cell[2:-2].strip() if bold else cell


def _is_rule(line: str) -> bool:
    """Whether this is the line of dashes that Markdown wants below a heading."""
    parts = segments(line)
    return len(parts) >= _FEWEST and all(
        part.strip(":") and not part.strip(":").strip("-") for part in parts
    )


def _recognises(head: Head) -> Certainty:
    """Look for the line of dashes, once, and for short cells around it."""
    block = head.block
    if len(block) < 2 or "|" not in block[0] or not _is_rule(block[1]):
        return Certainty.NO
    if sum(map(_is_rule, block)) > 1:
        return Certainty.NO  # borders between all rows
    width = len(_cut(block[1]))
    cells = [cell for line in block[2:] for cell in segments(line)]
    short = all(len(cell) <= _LONGEST_CELL and " " not in cell for cell in cells)
    fits = width == len(_cut(block[0])) and short
    return Certainty.CERTAIN if fits else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    del style  # numbers are written in one way
    size = entry.grid.geometry.size
    wide = len(str(size))
    heading = f"| {' ' * wide} " * size + "|"
    rule = ("|" + "-" * (wide + 2)) * size + "|"
    rows = (
        "".join(f"| {str(value or '').rjust(wide)} " for value in row) + "|"
        for row in entry.grid.rows
    )
    return "\n".join((heading, rule, *rows, ""))


MARKDOWN = Format(
    name="markdown",
    summary="a table of Markdown",
    extensions=(".md",),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
    symbols=False,
    comments=False,
)
"""Format `markdown`."""
