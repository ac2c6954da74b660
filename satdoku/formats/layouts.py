"""Puzzles laid out in text: one reader for all layouts, and a writer for each.

    line         one puzzle a line, a character a cell; a name behind
    rows         n lines of n characters
    grid         rows with borders between the boxes, which show their shape
    forum        a grid with blanks between the cells, as players' forums have it
    euler        `Grid 01`, then rows; a title that only counts is not a name
    cells        commas between the cells, as spreadsheets have them
    numbers      blanks between numbers
    pencilmarks  a group of candidates for each cell; a group of one digit is a clue,
                 unless a cell beside it may hold that digit
    sukaku       candidates alone, n characters a cell, the k-th of them `k`, `.` or `0`

A text need not say in which layout it is: `satdoku/puzzle/layouts.py` reads them all.
A layout that is asked for narrows what a text may be.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, UsageError, shown
from satdoku.formats.metadata import one_line
from satdoku.formats.model import (
    PLAIN,
    Format,
    Metadata,
    PuzzleRecord,
    Repair,
    doubt_of,
)
from satdoku.formats.values import puzzle_of, text_options
from satdoku.puzzle.cells import BAD, LONG, are_in_place, character_table
from satdoku.puzzle.geometry import digits_of, standard_geometry
from satdoku.puzzle.grid import drawn
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import LONGEST_ALPHABET, usual

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.formats.lines import Lines
    from satdoku.formats.model import Options, Style
    from satdoku.puzzle.cells import TextGrid
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.readings import Item
    from satdoku.puzzle.symbols import Symbols

FIELD_ENDS = " \t#,:;"
"""May stand between the cells of a line and its name."""

_LONG_WORD = re.compile(r"[\w.*?-]{49,}")
_NONE = bytes([BAD])
_SHAPES = {"forum": "grid", "euler": "rows"}


def _in_place(values: bytes, size: int) -> bool:
    """Whether the digits of a line may be candidates; most lines end with another."""
    held = values.rstrip(b"\0")
    ends_so = bool(held) and held[-1] == (len(held) - 1) % size + 1
    return ends_so and are_in_place(values, size)


class TextReader:
    """Reads the puzzles of a text, all of it or some lines at a time.

    Args:
        options: How to read them.
        layout: The layout that is asked for; any if None.

    Attributes:
        number: How many puzzles there were, unreadable ones too.
    """

    separator, column = FIELD_ENDS, 0

    def __init__(self, options: Options, layout: str | None = None) -> None:
        self.number = 0
        self._format = layout
        self._options = text_options(options, _SHAPES.get(layout or "", layout))
        self._skipped = [] if options.skipped is None else options.skipped
        self._above: Geometry | None = None  # the shape of the puzzle on the last line

    def read(self, lines: Lines) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles of lines."""
        source, trusted = lines.name, Puzzle.trusted
        numbered = lines.numbered()
        geometry = None if self.number else self._first_shape()
        count, table, last, few = self._plain_cells(geometry)
        for at, text in numbered:
            if geometry is not None and text.isascii():
                cells, name = text, None
                if len(text) > count and text[count] in FIELD_ENDS:
                    cells, name = text[:count], text[count:].strip(FIELD_ENDS) or None
                values = (
                    cells.encode().translate(table) if len(cells) == count else _NONE
                )
                plain = BAD not in values and (
                    last in cells or not 0 < cells.count("0") <= few
                )
                plain = plain and (
                    values[0] > 1 or not _in_place(values, geometry.columns)
                )
                if plain and (name is None or (self.number and len(name) < count)):
                    if not self.number:
                        self.pass_over(0, geometry)
                    self.number += 1
                    puzzle = trusted(geometry, tuple(values))
                    yield PuzzleRecord(puzzle, source, at, self.number, name, "line")
                    continue
            from satdoku.puzzle.layouts import scan_lines  # noqa: PLC0415  slow; plain lines need none

            self._options.listed = (geometry if self.number else None) or self._above
            geometry = None
            rest = chain([(at, text)], numbered)
            items = scan_lines(rest, self._options, self._ends)
            for record in self._records(items, lines):
                yield record
                if isinstance(record, InputError):
                    continue
                shape = record.puzzle.geometry
                if self._above and self.plain(shape) and shape.cells >= LONG:
                    geometry = shape
                    count, table, last, few = self._plain_cells(shape)
        self._above = geometry or self._above
        self._skipped += self._options.skipped
        self._options.skipped.clear()

    def _first_shape(self) -> Geometry | None:
        """Return the shape of which the first line may be; None if read by layouts."""
        shape = self._options.geometry or standard_geometry(9)
        by_line = self._format in {None, "line"} and not self._options.repair
        large = shape is not None and shape.cells >= LONG
        return shape if by_line and large and self.plain(shape) else None

    def _plain_cells(self, geometry: Geometry | None) -> tuple[int, bytes, str, int]:
        """Return the cells of plain lines, their meanings, and the last digit.

        And how many zeros may be digits where that one does not occur.
        """
        if geometry is None:
            return 0, b"", "", 0
        meanings, last = self.plain(geometry) or b"", geometry.digit_texts[-1]
        return geometry.cells, meanings, last, 2 * geometry.size

    def _ends(self, text: str) -> bool:
        """Whether a line starts with the cells of a puzzle, as the next ones may."""
        word = _LONG_WORD.match(text)
        is_puzzle = word and self._options.of_cells(len(word[0])) is not None
        return bool(is_puzzle) and not self._options.repair

    def _records(
        self, items: Iterator[Item], lines: Lines
    ) -> Iterator[PuzzleRecord | InputError]:
        """Yield the records of boards; the last one knows the text below it.

        Where lines may have to be waited for, none waits for what is below.
        """
        held: list[PuzzleRecord] = []
        try:
            for item in items:
                yield from held
                held.clear()
                self.number += 1
                if isinstance(item, InputError):
                    yield item
                    continue
                record = self._record(item, lines.name)
                self._above = record.puzzle.geometry if item.layout == "line" else None
                if self._above is None and lines.are_at_hand:
                    held.append(record)
                else:
                    yield record
        except InputError:  # of the source; the puzzles before it come first
            yield from held
            raise
        doubt = self._doubt(None) if held else ()
        yield from (
            record.with_warning(doubt[0]) if doubt else record for record in held
        )

    def _record(self, item: TextGrid, source: str) -> PuzzleRecord:
        name = item.name
        if name is not None and name.lower().startswith("grid "):
            name = None if name[5:].lstrip("0") == str(self.number) else name
        metadata, doubt = PLAIN, self._doubt(name)
        if item.repairs or doubt:
            repairs = tuple(Repair(line, what) for line, what in item.repairs)
            metadata = Metadata(repairs=repairs, warnings=doubt)
        return PuzzleRecord(
            puzzle_of(item),
            source,
            item.line,
            self.number,
            name,
            self._format or item.layout,
            metadata,
        )

    def _doubt(self, name: str | None) -> tuple[str, ...]:
        """Return the warning about a title or skipped text that names a rule."""
        if not name and not self._options.skipped:
            return ()
        texts = [line.text for line in self._options.skipped]
        self._skipped += self._options.skipped
        self._options.skipped.clear()
        texts += [name] if name else []
        from satdoku.puzzle.prose import rule_named  # noqa: PLC0415  loaded by now

        named = [shown(rule) for text in texts if (rule := rule_named(text))]
        return doubt_of(named) if named else ()

    def plain(self, geometry: Geometry | None) -> bytes | None:
        """Return how plain lines are read, as a table of bytes; None if one by one."""
        if geometry is None or self._options.geometry not in (None, geometry):
            return None
        if geometry.first_value != 1 or geometry.symbols is not None:
            return None
        symbols = self._options.known.get(geometry.size) or self._options.symbols
        symbols = symbols or usual(geometry.size)
        if symbols is None or symbols is not usual(geometry.size):
            return None
        return character_table(symbols, geometry.size)

    def pass_over(self, count: int, geometry: Geometry) -> None:
        """Note that so many lines with such puzzles were read in between."""
        self.number += count
        self._above = geometry
        symbols = usual(geometry.size)
        if symbols is not None:
            self._options.known.setdefault(geometry.size, symbols)


def _read(
    layout: str | None, lines: Lines, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    return TextReader(options, layout).read(lines)


# Writing


def line_text(grid: Puzzle | Grid, symbols: Symbols | None = None) -> str:
    """Return the grid on one line, a character a cell.

    Args:
        grid: The grid.
        symbols: How digits are written; as the grid writes them if None.

    Raises:
        UsageError: The grid is too large for that.
    """
    return reaching(symbols, grid.geometry).line(grid.values)


def rows_of(text: str, size: int) -> list[str]:
    """Cut a text into pieces of one length.

    Example:
        >>> rows_of("1.34", 2)
        ['1.', '34']
    """
    return [text[at : at + size] for at in range(0, len(text), size)]


def reaching(
    symbols: Symbols | None,
    geometry: Geometry,
    error: type[InputError | UsageError] = UsageError,
) -> Symbols:
    """Return the requested symbols, or those of a grid, if they reach the size."""
    used = symbols or geometry.symbols or usual(geometry.size, geometry.first_value)
    if used is None:
        msg = f"a grid of {geometry} cannot be written a character a cell"
        raise error(f"{msg}; write it as numbers")
    if geometry.size > len(used.alphabet):
        digits = f"{len(used.alphabet)} digits, not {geometry.size}"
        raise error(f"symbols {used.name} have {digits}")
    return used


def _write_line(entry: PuzzleRecord, style: Style) -> str:
    return line_text(entry.puzzle, style.symbols) + "\n"


def _text_rows(entry: PuzzleRecord, style: Style) -> list[str]:
    geometry = entry.puzzle.geometry
    return rows_of(line_text(entry.puzzle, style.symbols), geometry.columns)


def _write_rows(entry: PuzzleRecord, style: Style) -> str:
    return "".join(f"{row}\n" for row in _text_rows(entry, style))


def _write_euler(entry: PuzzleRecord, style: Style) -> str:
    rows = _text_rows(entry, style)
    if len(rows) <= 9 and not any("0" in row for row in rows):
        rows = [row.replace(".", "0") for row in rows]
    return "\n".join((f"Grid {style.number:02}", *rows, ""))


def _write_grid(entry: PuzzleRecord, style: Style) -> str:
    text, geometry = str(entry.puzzle.clues), entry.puzzle.geometry
    if style.symbols is not None and geometry.size <= LONGEST_ALPHABET:
        text = drawn(geometry, line_text(entry.puzzle, style.symbols))
    return f"{text}\n"


def _write_forum(entry: PuzzleRecord, style: Style) -> str:
    cells = line_text(entry.puzzle, style.symbols)
    return drawn(entry.puzzle.geometry, cells, apart=True) + "\n"


def _write_cells(entry: PuzzleRecord, _: Style) -> str:
    rows = entry.puzzle.rows
    return "".join(",".join(str(v or "") for v in row) + "\n" for row in rows)


def _write_numbers(entry: PuzzleRecord, _: Style) -> str:
    geometry = entry.puzzle.geometry
    first = geometry.first_value
    wide = max(len(str(first)), len(str(first + geometry.size - 1)))
    texts = (
        [str(value + first - 1) if value else "." for value in row]
        for row in entry.puzzle.rows
    )
    return "".join(" ".join(text.rjust(wide) for text in row) + "\n" for row in texts)


def _write_pencilmarks(entry: PuzzleRecord, style: Style) -> str:
    geometry = entry.puzzle.geometry
    symbols = reaching(style.symbols, geometry, UsageError)
    size, width, high = geometry.size, geometry.box_width, geometry.box_height
    groups = [
        "".join(map(symbols.text, digits_of(m))) for m in entry.puzzle.candidate_masks()
    ]
    if "" in groups:
        name = geometry.cell_name(groups.index(""))
        msg = f"{name} has no candidate, which pencilmarks cannot show"
        raise UsageError(msg)
    wide = [max(map(len, groups[column::size])) for column in range(size)]
    padded = [group.ljust(wide[index % size]) for index, group in enumerate(groups)]
    parts = ["  ".join(padded[at : at + width]) for at in range(0, len(padded), width)]
    across = size // width
    rows = [
        f"| {' | '.join(parts[at : at + across])} |"
        for at in range(0, len(parts), across)
    ]
    rule = "".join("+" if mark == "|" else "-" for mark in rows[0])[1:-1]
    bands = ["\n".join(rows[at : at + high]) for at in range(0, size, high)]
    text = f"\n:{rule}:\n".join(bands)
    top, bottom = rule.replace("+", "."), rule.replace("+", "'")
    return f".{top}.\n{text}\n'{bottom}'\n"


def _write_sukaku(entry: PuzzleRecord, _: Style) -> str:
    text = "".join(
        str(digit) if mask >> (digit - 1) & 1 else "."
        for mask in entry.puzzle.candidate_masks()
        for digit in entry.puzzle.geometry.digit_range
    )
    return f"{text} {_name_behind(entry)}".rstrip() + "\n"


_LIKE_PUZZLE = re.compile(r"\S{9}(?=\S{7})")
"""Nine characters of a word that is as long as a puzzle of 16 cells."""


def _name_behind(entry: PuzzleRecord) -> str:
    """Return the name as it can stand behind a puzzle; no word of it reads as one."""
    name = one_line(entry.name or "").strip(FIELD_ENDS)
    return _LIKE_PUZZLE.sub(r"\g<0> ", name).rstrip()


# The formats


def _recognises(_: object) -> bool:
    """Say no: a text that no other format takes is in one of these layouts."""
    return False


def _layout(
    name: str,
    summary: str,
    write: Callable[[PuzzleRecord, Style], str] | None,
    *extensions: str,
    **fields: Any,  # noqa: ANN401  as `Format` takes them
) -> Format:
    """Return the format of a layout of boards, with a blank line between two."""
    return Format(
        name=name,
        summary=summary,
        extensions=extensions,
        recognises=_recognises,
        read=partial(_read, name),
        write=write,
        **{"separator": "\n", **fields},
    )


_BOXES = frozenset({"boxes"})
LAYOUTS = Format(
    name="layouts",
    summary="a puzzle in any layout",
    recognises=_recognises,
    read=partial(_read, None),
)
"""What a text is that no format takes."""

LINE = _layout(
    *("line", "one puzzle a line, a character a cell", _write_line, ".sdm", ".txt"),
    separator="",
    shapes=True,
)
ROWS = _layout(
    *("rows", "a row a line, a character a cell", _write_rows, ".msk", ".sol", ".txt"),
    shapes=True,
)
EULER = _layout(
    *("euler", "`Grid 01` and the rows below it", _write_euler, ".txt"), separator=""
)
GRID = _layout(
    *("grid", "rows with borders between the boxes", _write_grid),
    *(".spf", ".ss", ".txt"),
    shapes=True,
    keeps=_BOXES,
    borders=True,
)
FORUM = _layout(
    "forum",
    "rows with blanks between the cells and borders between the boxes",
    _write_forum,
    keeps=_BOXES,
    borders=True,
)
CELLS = _layout(
    *("cells", "a row a line, commas or tabs between the cells", _write_cells),
    symbols=False,
    comments=False,
)
NUMBERS = _layout(
    *("numbers", "a number a cell, between blanks", _write_numbers, ".txt"),
    shapes=True,
    symbols=False,
)
PENCILMARKS = _layout(
    "pencilmarks",
    "rows of groups of candidates, with borders between the boxes",
    _write_pencilmarks,
    ".txt",
    keeps=_BOXES | {"candidates"},
    borders=True,
    lone_clues=True,
)
SUKAKU = _layout(
    "sukaku",
    "candidates alone, n characters a cell, a puzzle a line",
    _write_sukaku,
    ".txt",
    separator="",
    keeps=frozenset({"name", "candidates"}),
    sizes=tuple(range(4, 10)),
    symbols=False,
    lone_clues=True,
)
