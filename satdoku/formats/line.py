"""The format `line`: one puzzle a line, row by row, a character a cell.

Text behind the cells, after a blank, a tab or one of `# , : ;`, is kept as the puzzle's
name.  Lines that are blank or start with `#` are passed over; one that starts with `#`
and has the cells of a puzzle with that blank sign is refused.  Each line may be of its
own size.  Sources: SudoCue's .sdm, tdoku's `puzzle:count:solution`, the collections of
the players' forum.

This is the format of files with millions of puzzles, so the usual case, a line just
like the one before, is three calls that run in C: translate, find, tuple.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError
from satdoku.formats.cells import Cells, size_of, usable
from satdoku.formats.entry import PLAIN, Entry
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.puzzle import Puzzle
from satdoku.symbols import usual
from satdoku.text.marks import misfits, plausible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.grid import Grid
    from satdoku.symbols import Symbols

__all__ = ["FIELD_ENDS", "LINE", "line_table", "line_text", "read_lines"]

FIELD_ENDS = " \t#,:;"
"""What may stand between the cells and other text on their line."""

_BAD = 255
_HASH = ord("#")
_NO_TABLE = bytes([_BAD]) * 256
_SHORTEST = 16
_LONGEST_ROW = 61


def read_lines(
    lines: Lines, options: Options, cells: Cells | None = None, number: int = 0
) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each line.

    Args:
        lines: The lines.
        options: What the person has said.
        cells: What has read lines of the same source before.
        number: How many puzzles come before.
    """
    cells = cells or Cells(options)
    trusted, source = Puzzle.trusted, lines.name
    count, table, geometry, extras = 0, _NO_TABLE, None, PLAIN
    for at, text in lines.numbered():
        if geometry is not None and text.isascii():
            line, name = text, None
            if len(line) > count and line[count] in FIELD_ENDS:
                line, name = text[:count], text[count:].strip(FIELD_ENDS) or None
            if len(line) == count:
                values = line.encode().translate(table)
                if 255 not in values:
                    number += 1
                    grid = trusted(geometry, tuple(values))
                    yield Entry(grid, source, at, number, name, "line", extras)
                    continue
        if not text or text.isspace():
            continue
        if text.startswith("#"):
            if is_lost_puzzle(text):
                number += 1
                yield _hidden(at)
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
        count, extras = geometry.cells, cells.extras(geometry.size)
        table = line_table(cells, geometry.size) or _NO_TABLE
        yield Entry(grid, source, at, number, name, "line", extras)


def line_table(cells: Cells, size: int) -> bytes | None:
    """Return how lines of this size are read, as a table of bytes; `#` is for nobody.

    Where `#` is the blank sign a line may begin with it, which is to be refused.
    """
    table = cells.marks.table(size)
    if table is None or table[_HASH] == _BAD:
        return table
    return table[:_HASH] + bytes([_BAD]) + table[_HASH + 1 :]


def is_lost_puzzle(text: str) -> bool:
    """Whether a line that starts with `#` is no comment, but a puzzle with that blank.

    Example:
        >>> is_lost_puzzle("#234341221434321"), is_lost_puzzle("# easy ones, 2024")
        (True, False)
    """
    word = text.split(None, 1)[0]
    size = size_of(len(word))
    if size is None or not usable(size) or size > _LONGEST_ROW:
        return False
    return any(map(str.isdigit, word)) and plausible(word, size)


def _hidden(line: int) -> InputError:
    return InputError(
        "a puzzle whose first cell is '#', which begins a comment",
        expected="another sign for empty cells, such as .",
        line=line,
    )


def _field(text: str) -> tuple[str, str | None]:
    """Cut a line into its cells and the text behind them."""
    if _is_spaced(text):
        raise InputError(
            "blanks among digits, which could be empty cells or end the puzzle",
            expected=". or 0 for an empty cell",
        )
    text = text.strip()
    end = min((i for i in map(text.find, FIELD_ENDS) if i >= 0), default=len(text))
    word = text.split(None, 1)[0]
    if not usable(size_of(end)) and usable(size_of(len(word))):
        end = len(word)  # a sign that is no cell stands among them: let it be named
    return text[:end], text[end:].strip(FIELD_ENDS) or None


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
        cut = any(map(first.count, ",;"))  # or a row of cells, in a table
        cube = size == 8  # or candidates of 4x4 cells
        sure = size <= 16 and usable(size) and mostly and not cut and not cube
        return Certainty.CERTAIN if sure else Certainty.LIKELY
    alone = len(head.data) == 1 and head.whole
    sound = sum(
        (n := size_of(len(field))) is not None
        and (usable(n) or alone or n == head.size)
        and plausible(field, n)
        for field in fields
    )
    if sound * 2 > len(fields):
        return Certainty.POSSIBLE if _are_rows(head.data) else Certainty.LIKELY
    if _digits_of(first) * 2 < len(first):
        return Certainty.NO
    long = len(first) > _LONGEST_ROW and len(fields[-1]) >= _SHORTEST
    return Certainty.LIKELY if alone or long else Certainty.POSSIBLE


def _are_rows(lines: list[str]) -> bool:
    """Whether the lines are the rows of boards, and more than a slip is no puzzle.

    Sixteen lines of sixteen characters can be a board of 16x16 or sixteen of 4x4; one
    digit that is none of 4x4 may be a slip, two say what the lines are.
    """
    length = len(lines[0])
    side = size_of(length)
    if side is None or len(lines) % length or length > _LONGEST_ROW:
        return False
    even = all(len(line) == length for line in lines)
    if not even or misfits(lines, length):
        return False
    bad = misfits(lines, side)
    return bad > 1 or (bad == 1 and misfits(list("".join(lines)), side) > 1)


def _mostly(fields: list[str], length: int) -> bool:
    return sum(len(field) == length for field in fields) * 2 > len(fields)


def _digits_of(text: str) -> int:
    """Count what looks like digits or blanks, of whatever script."""
    return sum(mark.isdigit() or mark in "._*?-X" for mark in text)


def line_text(grid: Puzzle | Grid, symbols: Symbols | None = None) -> str:
    """Return the grid on one line, a character a cell.

    Args:
        grid: The grid.
        symbols: How digits are written; the usual way of the size if None.

    Raises:
        UsageError: The grid is too large for that.
    """
    size = grid.geometry.size
    if symbols is not None and size > len(symbols.alphabet):
        msg = f"symbols {symbols.name} reach {len(symbols.alphabet)}, not {size}"
        raise UsageError(msg)
    symbols = symbols or usual(size)
    if symbols is None:
        msg = (
            f"a grid of {grid.geometry} cannot be written a character a cell; "
            "write it as numbers"
        )
        raise UsageError(msg)
    return "".join(map(symbols.text, grid.values))


def _write(entry: Entry, style: Style) -> str:
    return line_text(entry.grid, style.symbols) + "\n"


LINE = Format(
    name="line",
    summary="one puzzle a line, a character a cell",
    extensions=(".sdm", ".txt"),
    recognises=_recognises,
    read=read_lines,
    write=_write,
)
"""Format `line`."""
