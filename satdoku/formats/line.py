"""The format `line`: one puzzle a line, row by row, a character a cell.

Text behind the cells, after a blank, a tab or one of `# , : ;`, is kept as the puzzle's
name.  Lines that are blank or start with `#` are passed over.  Each line may be of its
own size.  Sources: SudoCue's .sdm, tdoku's `puzzle:count:solution`, the collections of
the players' forum.

This is the format of files with millions of puzzles, so the usual case, a line just
like the one before, is three calls that run in C: translate, find, tuple.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError
from satdoku.formats.cells import Cells, size_of, usable
from satdoku.formats.entry import Entry
from satdoku.formats.format import Certainty, Format, Options
from satdoku.formats.marks import plausible
from satdoku.grid import Grid
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["LINE", "line_text"]

_ENDS = " \t#,:;"
_NO_TABLE = bytes([255]) * 256
_SHORTEST = 16
_LONGEST_ROW = 61


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each line."""
    cells = Cells(options)
    trusted, source = Grid.trusted, lines.name
    count, table, geometry = 0, _NO_TABLE, None
    number = 0
    for at, text in lines.numbered():
        if geometry is not None and text.isascii():
            line, name = text, None
            if len(line) > count and line[count] in _ENDS:
                line, name = text[:count], text[count:].strip(_ENDS) or None
            if len(line) == count:
                values = line.encode().translate(table)
                if 255 not in values:
                    number += 1
                    grid = trusted(geometry, tuple(values))
                    yield Entry(grid, source, at, number, name, "line")
                    continue
        if not text or text.isspace() or text.startswith("#"):
            continue
        number += 1
        try:
            line, name = _field(text)
            geometry = cells.geometry_of_cells(len(line))
            grid = cells.grid(line, geometry)
        except InputError as error:
            geometry = None
            yield _placed(error, text).at(line=at)
            continue
        count = geometry.cells
        table = cells.marks.table(geometry.size) or _NO_TABLE
        yield Entry(grid, source, at, number, name, "line")


def _field(text: str) -> tuple[str, str | None]:
    """Cut a line into its cells and the text behind them."""
    if _is_spaced(text):
        raise InputError(
            "blanks among digits, which could be empty cells or end the puzzle",
            expected=". or 0 for an empty cell",
        )
    text = text.strip()
    end = min((i for i in map(text.find, _ENDS) if i >= 0), default=len(text))
    word = text.split(None, 1)[0]
    if not usable(size_of(end)) and usable(size_of(len(word))):
        end = len(word)  # a sign that is no cell stands among them: let it be named
    return text[:end], text[end:].strip(_ENDS) or None


def _is_spaced(text: str) -> bool:
    """Whether the whole line may be one puzzle with blanks for empty cells."""
    if " " not in text or not usable(size_of(len(text))):
        return False
    word = text.split(None, 1)[0] if not text.isspace() else ""
    return not usable(size_of(len(word))) and set(text) <= set("123456789 ")


def _placed(error: InputError, text: str) -> InputError:
    """Add the column of the line to an error that names the cell."""
    if error.cell is not None:
        row, column = error.cell
        field, _ = _field(text)
        size = size_of(len(field)) or 0
        indent = len(text) - len(text.lstrip())
        error.at(column=indent + (row - 1) * size + column)
    return error


def _recognises(head: Head) -> Certainty:
    """Look at the length of each line's first field, and what is in it."""
    try:
        fields = [_field(line)[0] for line in head.data[:64]]
    except InputError:
        return Certainty.POSSIBLE if len(head.data) == 1 else Certainty.NO
    if not fields or len(fields[0]) < _SHORTEST:
        return Certainty.NO
    if head.size is not None and _mostly(fields, head.size):
        return Certainty.NO  # rows
    return _certainty(fields, head)


def _certainty(fields: list[str], head: Head) -> Certainty:
    """Say from what is in them how sure it is that these are puzzles."""
    first = fields[0]
    size = size_of(len(first))
    if len(first) > _LONGEST_ROW and size is not None and plausible(first, size):
        mostly = _digits_of(first) * 2 >= len(first)
        sure = size <= 16 and usable(size) and mostly
        return Certainty.CERTAIN if sure else Certainty.LIKELY
    alone = len(head.data) == 1 and head.whole
    sound = sum(
        (n := size_of(len(field))) is not None
        and (usable(n) or alone or n == head.size)
        and plausible(field, n)
        for field in fields
    )
    if sound * 2 > len(fields):
        return Certainty.LIKELY
    if _digits_of(first) * 2 < len(first):
        return Certainty.NO
    long = len(first) > _LONGEST_ROW and len(fields[-1]) >= _SHORTEST
    return Certainty.LIKELY if alone or long else Certainty.POSSIBLE


def _mostly(fields: list[str], length: int) -> bool:
    return sum(len(field) == length for field in fields) * 2 > len(fields)


def _digits_of(text: str) -> int:
    """Count what looks like digits or blanks, of whatever script."""
    return sum(mark.isdigit() or mark in "._*?-X" for mark in text)


def line_text(grid: Grid) -> str:
    """Return the grid on one line, a character a cell.

    Raises:
        UsageError: The grid is too large for that.
    """
    symbols = usual(grid.geometry.size)
    if symbols is None:
        msg = (
            f"a grid of {grid.geometry} cannot be written a character a cell; "
            "write it as numbers"
        )
        raise UsageError(msg)
    return "".join(map(symbols.text, grid.values))


def _write(grid: Grid, number: int) -> str:  # noqa: ARG001  a line has no number
    return line_text(grid) + "\n"


LINE = Format(
    name="line",
    summary="one puzzle a line, a character a cell",
    extensions=(".sdm", ".txt"),
    recognises=_recognises,
    read=_read,
    write=_write,
)
"""Format `line`."""
