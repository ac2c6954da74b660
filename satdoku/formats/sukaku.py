"""The format `sukaku`: candidates alone, n³ characters a line, a place for each digit.

    1234.......23456..1.3.5.7.9…        729 characters for 9x9

The first n characters are the first cell's, and the k-th of them is `k` if it may hold
the digit k, else `.` or `0`.  The candidates are the puzzle: a lone one, with none like
it beside it, is a clue, as nothing tells one from the other.
Sizes 4 to 9.  Text behind a blank, a tab or one of `# , : ;` is the puzzle's name.

64 and 729 characters are a line of 8x8 and of 27x27 cells as well, 512 one of 16x16 as
pairs.  If more than half of the cells have a candidate in its place, the line would
have one digit many times in a column, so it is taken for this; with a quarter to a half
of them nobody can tell, and it is refused; with less, it is a line.

Sources: the Sukaku threads of the players' forum; tdoku and dclamage's SudokuSolver
read the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.each_line import NAME_ENDS, Place, field_and_name, read_each
from satdoku.formats.entry import Entry
from satdoku.formats.format import Certainty, Format, Options, Style, Told
from satdoku.formats.info_lines import one_line
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.cells import Cells
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["SUKAKU"]

_SIZES = range(4, 10)
_BLANKS = ".0"
_SHARED = (64, 512, 729)


def _size(count: int) -> int | None:
    return next((size for size in _SIZES if size**3 == count), None)


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    yield from read_each(lines, options, _entry)


def _entry(line: str, cells: Cells, place: Place) -> Entry:
    """Make the puzzle of a line.

    Raises:
        InputError: It is not one.
    """
    text, name = field_and_name(line)
    try:
        grid = _grid(text, cells)
    except InputError as error:
        if error.column is not None:
            error.column += len(line) - len(line.lstrip())
        raise
    return Entry(grid, *place, name, "sukaku")


def _grid(text: str, cells: Cells) -> Puzzle:
    """Read the n³ characters of a puzzle."""
    size = _size(len(text))
    if size is None:
        nearest = min(_SIZES, key=lambda n: abs(n**3 - len(text)))
        if cells.geometry is not None and cells.geometry.size in _SIZES:
            nearest = cells.geometry.size
        raise InputError(
            f"{len(text)} characters",
            expected=f"{nearest**3}: {nearest} for each of {nearest * nearest} cells",
        )
    geometry = cells.geometry_of(size)
    masks = [0] * geometry.cells
    for index, mark in enumerate(text):
        cell, digit = divmod(index, size)
        if mark == str(digit + 1):
            masks[cell] |= 1 << digit
        elif mark not in _BLANKS:
            row, column = divmod(cell, size)
            raise InputError(
                f"'{printable(mark)}' in the place of {digit + 1}",
                expected=f"{digit + 1}, or . or 0",
                cell=(row + 1, column + 1),
                column=index + 1,
            )
    return Puzzle.of_candidates(geometry, masks)


def _recognises(head: Head) -> Certainty:
    """Look for digits in their places."""
    text = field_and_name(head.first)[0]
    size = _size(len(text))
    if size is None or (head.size is not None and head.size != size):
        return Certainty.NO
    places = [mark == str(index % size + 1) for index, mark in enumerate(text)]
    held = sum(any(places[at : at + size]) for at in range(0, len(text), size))
    digits = sum(mark not in _BLANKS for mark in text)
    if not digits or sum(places) * 10 < digits * 9:
        return Certainty.NO
    if len(text) not in _SHARED or head.size == size or held * 2 > size * size:
        return Certainty.CERTAIN
    return Certainty.LIKELY if held * 4 > size * size else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    del style  # a place for each digit needs no symbols
    size = entry.grid.geometry.size
    text = "".join(
        str(digit + 1) if mask >> digit & 1 else "."
        for mask in entry.grid.left()
        for digit in range(size)
    )
    return f"{text} {_named(entry)}".rstrip() + "\n"


def _named(entry: Entry) -> str:
    """Return the name as it can stand behind a puzzle."""
    return one_line(entry.name or "").strip(NAME_ENDS)


def _told(entry: Entry) -> Told:
    return Told(_named(entry) or None)


SUKAKU = Format(
    name="sukaku",
    summary="candidates alone, n characters a cell, a puzzle a line",
    extensions=(".txt",),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset({"name", "candidates"}),
    sizes=tuple(_SIZES),
    symbols=False,
    lone_clues=True,
    told=_told,
)
"""Format `sukaku`."""
