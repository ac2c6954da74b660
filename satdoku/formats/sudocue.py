"""The format `sudocue`: the .sdk files of SudoCue, nine rows with lines of information.

    #ARuud                         A author         B date published   L level
    #DA random puzzle              D description    S source           U its address
    #LEasy                         C comment
    2..1.5..3
    .54...71.

The letter stands right behind the `#`, and the text right behind the letter; that apart
these are the rows that SadMan Sudoku writes under [Puzzle].  Rows drawn with borders
are met under such lines, too.  A file holds one puzzle.

Source: sudocue.net, file formats of SudoCue 1.4.1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.format import Certainty, Format, Options, Style, Told
from satdoku.formats.line import line_text
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import NAME, info_lines, is_info, read_info, told_by
from satdoku.formats.rows import DrawnRows, Rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.entry import Entry
    from satdoku.formats.lines import Head, Lines

__all__ = ["SUDOCUE"]

_LETTERS = "ABCDLSU"
_SIZE = 9
_MOST_TOLD = 1000


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the one puzzle of a file."""
    told: list[tuple[str, str]] = []
    _take_info(lines, told, options.limits.line)
    size = options.geometry.size if options.geometry else None
    found = Rows(lines, options, DrawnRows(size, dashes=False), "sudocue").puzzle(1)
    if found is None or isinstance(found, InputError):
        if found is not None:
            yield found
        return
    _take_info(lines, told, options.limits.line)
    name = dict(told).get(NAME)
    details = tuple(pair for pair in told if pair[0] != NAME)
    yield replace(found, name=name, extras=replace(found.extras, details=details))
    if lines.peek(1):
        yield InputError(
            "more than one puzzle",
            expected="one puzzle a file",
            hint="--from rows reads several, without what is told of them",
            line=lines.number + 1,
        )


def _take_info(lines: Lines, told: list[tuple[str, str]], longest: int) -> None:
    """Take the lines before the next one of data, and note what they tell.

    Raises:
        InputError: It is more than a puzzle may have.
    """
    characters = 0
    while (ahead := lines.peek(1)) and not is_data(ahead[0]):
        line = next(lines)
        if not is_info(line):
            continue
        key, value = read_info(line)
        if key == NAME and NAME in dict(told):
            key = "comment"  # a second description
        if value:
            told.append((key, value))
        characters += len(value)
        if len(told) > _MOST_TOLD or characters > longest:
            what = f"more than {_MOST_TOLD:,} lines of information, or {longest:,} "
            raise InputError(what + "characters of it", line=lines.number)


def _recognises(head: Head) -> Certainty:
    """Look for lines of information, and nine rows that are all there is."""
    if not head.whole or not is_info(head.start):
        return Certainty.NO
    layout = DrawnRows(head.size, dashes=False)
    rows = [cells for line in head.block if (cells := layout.cells(line))]
    of_nine = sum(len(row) == _SIZE for row in rows)
    alone = len(head.block) == len(head.data)
    fits = alone and 3 < len(rows) <= _SIZE and of_nine * 2 > len(rows)
    return Certainty.CERTAIN if fits else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    text = line_text(entry.grid, style.symbols)
    size = entry.grid.geometry.size
    rows = (text[at : at + size] for at in range(0, len(text), size))
    return "\n".join((*info_lines(entry, _LETTERS, ""), *rows, ""))


def _told(entry: Entry) -> Told:
    return told_by(info_lines(entry, _LETTERS, ""))


SUDOCUE = Format(
    name="sudocue",
    summary="nine rows below lines such as #AAuthor",
    extensions=(".sdk",),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset({"name", "details"}),
    sizes=(_SIZE,),
    single=True,
    told=_told,
)
"""Format `sudocue`."""
