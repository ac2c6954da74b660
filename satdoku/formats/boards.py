"""Formats of rows of words: `cells`, `numbers`, `pencilmarks` and `markdown`.

    cells        commas, semicolons or tabs between the cells, as spreadsheets have them
    numbers      blanks between numbers: a row a line, a puzzle a line, or lines broken
                 anywhere between two blank ones
    pencilmarks  a group of candidates for each cell, with borders or without; a group
                 of one digit is a clue, unless a cell beside it may hold that digit
    markdown     a table of Markdown, whose heading may be a row

Sixteen lines of sixteen numbers up to 4 may be one board of 16x16 or sixteen of 4x4;
unless its columns are as wide as a 16 the text is refused as ambiguous.  A cell without
a candidate is refused: HoDoKu writes `.` for it, others for a cell without marks.

Sources: HoDoKu's "PM grid", whose borders are written; Simple Sudoku; Sudopedia.
"""

from __future__ import annotations

from functools import partial
from itertools import dropwhile, pairwise, takewhile
from typing import TYPE_CHECKING

from satdoku.cells import (
    UPRIGHTS,
    bars_of,
    dashes_are_cells,
    is_numeral,
    is_rule,
    place_of,
    segments,
)
from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.cells import (
    Cells,
    TableCells,
    has_spare,
    plural,
    size_of,
    usable,
)
from satdoku.formats.line import reaching
from satdoku.formats.lines import is_comment, is_data
from satdoku.formats.metadata import digits_of, mask_of
from satdoku.formats.model import (
    PLAIN,
    Certainty,
    Entry,
    Extras,
    Format,
    Options,
    Style,
)
from satdoku.formats.rows import Layout, Rows, block_of, boxed, required_size
from satdoku.puzzle import Puzzle
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.formats.lines import Head, Lines
    from satdoku.geometry import Geometry

__all__ = ["CELLS", "MARKDOWN", "NUMBERS", "PENCILMARKS"]

_LOOK_AHEAD = 512

# cells


class _Cut:
    """Rows cut at a separator.

    Nothing, `.` or `0` is an empty cell; quotes are dropped, and so is `.0` behind
    numbers, which programs write that take a column with gaps for fractions.

    Args:
        rows: The lines that show which separator it is.
        size: The required size of the grids, if any.
    """

    def __init__(self, rows: list[str], size: int | None = None) -> None:
        text = "".join(rows)
        self.separator = max(",;\t", key=text.count)
        cut = [self._cut(row) for row in rows]
        self.unclear: InputError | None = None
        try:
            self._ended = has_spare(cut, size)
        except InputError as error:
            self._ended, self.unclear = True, error
        self.letters = any(cell.isalpha() for row in cut for cell in row)

    def _cut(self, line: str) -> list[str]:
        cells = line.split(self.separator)
        return [cell.strip().strip('"').strip().removesuffix(".0") for cell in cells]

    def cells(self, line: str) -> list[str]:
        """Return the cells of a row, numbers in two digits where a row has so many."""
        cells = self._cut(line)
        if self._ended and not cells[-1]:
            cells.pop()
        wide = 2 if len(cells) > 9 and not self.letters else 1
        return [c.rjust(wide, "0") if c.isdigit() else c or "." for c in cells]


def _read_cells(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    cut = _Cut(_first_rows(lines.peek(_LOOK_AHEAD)), required_size(options))
    if cut.unclear is not None:
        raise cut.unclear.at(line=lines.number + 1)
    # Tabs alone are a row of empty cells.
    layout = Layout(cut.cells, blank=lambda line: not line.strip(" "))
    yield from Rows(lines, options, layout, "cells", TableCells(options)).puzzles()


def _first_rows(lines: list[str]) -> list[str]:
    """Return the rows before the first blank line that comes behind one."""
    rows = [line for line in lines if not is_comment(line)]
    below = dropwhile(lambda line: not line.strip(" "), rows)
    return list(takewhile(lambda line: line.strip(" "), below))


def _recognises_cells(head: Head) -> Certainty:
    """Check for rows of short cells, as many in each."""
    rows = _first_rows(head.lines)
    if not rows:
        return Certainty.NO
    layout = _Cut(rows, head.size)
    if layout.separator not in rows[0]:
        return Certainty.NO
    cut = [layout.cells(row) for row in rows]
    widths = [len(row) for row in cut]
    width = max(widths, key=widths.count)
    cells = [cell for row in cut for cell in row]
    sound = sum(
        cell.isascii() and len(cell) <= 3
        if cell.isdigit()
        else len(cell) == 1 and (cell.isalpha() or cell in ".0_*?-")
        for cell in cells
    )
    if width < 4 or widths.count(width) * 2 < len(rows) or sound * 5 < len(cells) * 4:
        return Certainty.NO
    square = len(rows) % width == 0
    if square and head.whole and sound == len(cells) == width * len(rows):
        return Certainty.CERTAIN
    if square or len(rows) > 2:
        return Certainty.LIKELY
    return Certainty.NO if layout.letters else Certainty.POSSIBLE


def _write_cells(entry: Entry, _: Style) -> str:
    rows = entry.grid.rows
    return "".join(",".join(str(v or "") for v in row) + "\n" for row in rows)


CELLS = Format(
    name="cells",
    summary="a row a line, commas or tabs between the cells",
    recognises=_recognises_cells,
    read=_read_cells,
    write=_write_cells,
    separator="\n",
    symbols=False,
    comments=False,
)

# numbers


def _words(line: str, *, dashes: bool) -> list[str] | None:
    """Return the words of a line, each a cell; None for a border.

    Args:
        line: The line.
        dashes: Whether `-` is an empty cell.
    """
    if is_rule(line, dashes=dashes):
        return None
    return bars_of(line).replace("|", " ").split()


def _read_numbers(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Read block after block, each in the layout that its numbers show."""
    size, number, longest = required_size(options), 0, options.limits.line
    words_of = partial(_words, dashes=dashes_are_cells(lines.peek(64)))
    cells = TableCells(options)
    rows = Rows(lines, options, Layout(words_of), "numbers", cells)
    while True:
        while (ahead := lines.peek(1)) and not is_data(ahead[0]):
            next(lines)
        ahead = lines.peek(_LOOK_AHEAD)
        if not ahead:
            next(lines, None)  # raises the error of the source, if there is one
            return
        block, ends = block_of(ahead)
        kind = _kind(list(filter(is_data, block)), size, words_of, ends=ends)
        if kind == "rows":
            number += 1
            yield rows.puzzle(number) or InputError(
                "borders alone", expected="numbers", line=lines.number
            )
            continue
        taken: list[tuple[int, list[str]]] = []
        characters = 0
        while (ahead := lines.peek(1)) and ahead[0].strip():
            text = next(lines)
            if not is_data(text) or not (words := words_of(text)):
                continue
            taken.append((lines.number, words))
            characters += len(text)
            if characters > longest:
                what = f"a puzzle of more than {longest:,} characters"
                hint = "raise the limit with --max-line"
                raise InputError(what, hint=hint, line=taken[0][0])
            if kind == "lines":
                number += 1
                yield _of_words(taken, cells, lines.name, number)
                taken, characters = [], 0
        if taken:
            number += 1
            yield _of_words(taken, cells, lines.name, number)


def _kind(
    block: list[str],
    size: int | None,
    words_of: Callable[[str], list[str] | None],
    *,
    ends: bool,
) -> str:
    """Return how the numbers of a block are laid out: `rows`, `lines` or `wrapped`.

    Raises:
        InputError: They can be rows of a large board or lines of small ones.
    """
    rows = [words for line in block if (words := words_of(line))]
    if not rows:
        return "rows"
    widths = list(map(len, rows))
    width, total = widths[0], sum(widths)
    even = len(set(widths)) == 1
    if size is not None:
        if width == size * size and size > 1:
            return "lines"
        rowed = not ends or total != size * size or (even and width == size)
        return "rows" if rowed else "wrapped"
    side = size_of(width) or 0
    boards = len(rows) % width == 0
    fit = sum(_fit([row], side) for row in rows)
    small = fit == len(rows) or (not boards and fit * 2 > len(rows))
    as_lines = even and usable(side) and small
    as_rows = even and usable(width) and (boards or not as_lines)
    # Columns as wide as a 16 are rows of a large board.
    wide = len(str(width))
    spread = wide > 1 and len(block[0].strip()) > (width - 1) * (wide + 1)
    if as_lines and as_rows and not spread:
        raise InputError(
            f"ambiguous: {len(rows)} lines of {width} numbers may be boards of "
            f"{width}x{width}, a row a line, or of {side}x{side}, one a line",
            expected="a layout that can be only one of them",
            hint="give the shape of the boxes with --box",
        )
    if len(rows) == 1:
        return "lines" if width >= 16 else "rows"
    if as_lines and not as_rows:
        return "lines"
    common = max(widths, key=widths.count)
    square = ends and usable(size_of(total))
    ragged = usable(common) and (len(rows) == common or not square)
    return "rows" if as_rows or ragged else "wrapped"


def _fit(rows: list[list[str]], size: int) -> bool:
    """Whether no number is above `size`."""
    known = {str(digit) for digit in range(size + 1)}
    words = {word for row in rows for word in row}
    numbers = {word for word in words if word.isascii() and word.isdigit()}
    return all((number.lstrip("0") or "0") in known for number in numbers)


def _of_words(
    rows: list[tuple[int, list[str]]], cells: Cells, source: str, number: int
) -> Entry | InputError:
    """Make the puzzle of all the numbers of some lines, each with its number."""
    words = [word for _, row in rows for word in row]
    start = rows[0][0]
    try:
        grid = cells.grid(words, cells.geometry_of_cells(len(words)))
    except InputError as error:
        if error.cell is not None:
            row, column = error.cell
            index = (row - 1) * (size_of(len(words)) or 0) + column - 1
            lines = [line for line, row in rows for _ in row]
            error.at(line=lines[index])
        elif error.hint is None and len(rows) > 1:
            error.hint = "write . for an empty cell"
        return error.at(line=start)
    return Entry(grid, source, start, number, None, "numbers")


def _recognises_numbers(head: Head) -> Certainty:
    """Check whether the words are numbers, and their count."""
    block = head.block
    dashes = dashes_are_cells(block[:64])
    rows = [words for line in block if (words := _words(line, dashes=dashes))]
    words = [word for row in rows for word in row]
    numerals = sum(map(is_numeral, words))
    if not words or numerals * 5 < len(words) * 4:
        return Certainty.NO
    side = size_of(len(words)) or 0
    if len(words) == len(rows):  # a word a line: numbers, or the rows of something else
        fits = usable(side) and _fit(rows, side)
        return Certainty.POSSIBLE if fits else Certainty.NO
    drawn = any(not UPRIGHTS.isdisjoint(line) for line in block)
    spaced = {len(line) for line in block} == {len(block)}  # or rows with empty cells
    width, total = len(rows[0]), len(words)
    longest = sorted(map(len, words))[(total - 1) * 4 // 5]  # a few may be bad
    even = sum(len(row) == width for row in rows) * 2 > len(rows)
    said = head.size is not None and width in {head.size, head.size**2}
    short = usable(width) and longest <= len(str(width)) and len(rows) > 1
    if (even and (said or short or usable(size_of(width)))) or (
        usable(side) and head.block_ends and _fit(rows, side)
    ):
        return Certainty.POSSIBLE if drawn or spaced else Certainty.LIKELY
    enough = total >= 16 and longest <= len(str(total)) and not spaced
    return Certainty.POSSIBLE if enough else Certainty.NO


def _write_numbers(entry: Entry, _: Style) -> str:
    wide = len(str(entry.grid.geometry.size))
    return "".join(
        " ".join(str(value or ".").rjust(wide) for value in row) + "\n"
        for row in entry.grid.rows
    )


NUMBERS = Format(
    name="numbers",
    summary="a number a cell, between blanks",
    extensions=(".txt",),
    recognises=_recognises_numbers,
    read=_read_numbers,
    write=_write_numbers,
    separator="\n",
    symbols=False,
)

# pencilmarks

_OPEN = "…"
_BRACKETS = "{}()[]<>"
_BLANKS = frozenset({".", "-", "_", "*", "?", "0"})


def _groups(line: str) -> list[str] | None:
    """Return the words between upright borders, each a cell.

    The last group of a row that has a border in front but none behind may be cut off;
    it gets a mark that makes it no group.
    """
    if is_rule(line):
        return None
    parts = segments(line)
    words = [part.split() for part in parts]
    if len(parts) > 3 and usable(len(parts)) and max(map(len, words)) < 2:
        return [part or "." for part in parts]  # a border on each side of each cell
    row = [word for part in words for word in part]
    text = line.strip()
    if row and text[0] in UPRIGHTS and text[-1] not in UPRIGHTS:
        row[-1] += _OPEN
    return row or None


def _drawn_shape(line: str, size: int) -> Geometry | None:
    """Return the shape that the borders between groups show."""
    widths = {len(part.split()) for part in segments(line)}
    return boxed(widths.pop(), size) if len(widths) == 1 else None


class _Marked(Cells):
    """Makes puzzles of groups of candidates."""

    def extras(self, size: int) -> Extras:
        """Return the symbols of grids of this size, where not the usual ones."""
        plain = self.symbols is None or self.symbols is usual(size)
        return PLAIN if plain else Extras(symbols=self.symbols)

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the puzzle of a group for each cell.

        Raises:
            InputError: A group is not one of candidates; names the cell.
        """
        symbols = reaching(self.symbols, geometry, InputError)
        digits = symbols.readable(geometry.size)
        masks = [_mask(group.strip(_BRACKETS), digits) for group in cells]
        if 0 in masks:
            at = masks.index(0)
            raise InputError(
                f"'{printable(cells[at])}' is not a group of candidates",
                expected=f"each digit that the cell may hold once, side by side: "
                f"{symbols.expected(geometry.size).partition(',')[0]}",
                cell=place_of(at, geometry.size),
            )
        return Puzzle.of_candidates(geometry, masks)


def _mask(group: str, digits: dict[str, int]) -> int:
    """Return the digits of a group as a mask, 0 for a bad group."""
    found = {digits.get(mark, 0) for mark in group}
    sound = 0 not in found and len(found) == len(group)
    return mask_of([*found]) if sound else 0


def _read_pencilmarks(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    cells, layout = _Marked(options), Layout(_groups, _drawn_shape)
    return Rows(lines, options, layout, "pencilmarks", cells).puzzles()


def _recognises_pencilmarks(head: Head) -> Certainty:
    """Check for rows of groups that cannot be numbers."""
    block = head.block[:32]
    drawn = block[:1] != [] and block[0].lstrip().startswith(".-") and is_rule(block[0])
    if drawn:
        block = head.data  # the first puzzles may be solved
    rows = [row for line in block if (row := _groups(line))]
    lengths = [len(row) for row in rows]
    size = max(lengths, key=lengths.count, default=0)
    symbols = usual(size)
    if len(rows) < 2 or size < 4 or lengths.count(size) * 2 < len(rows) or not symbols:
        return Certainty.NO
    words = [word.strip(_BRACKETS) for row in rows for word in row]
    placed = size <= 9 and any(word[:1] == "u" for word in words)  # as in .sdx
    if placed or any("0" in word for word in words):
        return Certainty.NO
    digits = symbols.readable(size)
    groups = [word for word in words if len(word) > 1 and _rises(word, digits)]
    sound = len(groups) + sum(len(word) == 1 for word in words)
    blanks = sum(word in _BLANKS for word in words)
    if size > 9 and all(word.isdigit() or word in _BLANKS for word in words):
        groups = [word for word in groups if len(word) > 2 or int(word) > size]
    if sound * 10 < len(words) * 9 or len(groups) < max(blanks + 1, 1 if drawn else 2):
        return Certainty.NO
    return Certainty.CERTAIN


def _rises(word: str, digits: dict[str, int]) -> bool:
    """Whether a word is of digits, each above the one before."""
    found = [digits.get(mark, 0) for mark in word]
    return 0 not in found and all(a < b for a, b in pairwise(found))


def _write_pencilmarks(entry: Entry, style: Style) -> str:
    geometry = entry.grid.geometry
    symbols = reaching(style.symbols, geometry, UsageError)
    size, width, high = geometry.size, geometry.box_width, geometry.box_height
    groups = ["".join(map(symbols.text, digits_of(m))) for m in entry.grid.left()]
    if "" in groups:
        name = geometry.cell_name(groups.index(""))
        msg = f"{name} has no candidate, which pencilmarks cannot show"
        raise UsageError(msg)
    wide = [max(map(len, groups[column::size])) for column in range(size)]
    padded = [group.ljust(wide[index % size]) for index, group in enumerate(groups)]
    rows: list[str] = []
    for start in range(0, len(padded), size):
        row = padded[start : start + size]
        parts = ["  ".join(row[at : at + width]) for at in range(0, size, width)]
        rows.append("| " + " | ".join(parts) + " |")
    rule = "".join("+" if mark == "|" else "-" for mark in rows[0])[1:-1]
    bands = ["\n".join(rows[at : at + high]) for at in range(0, size, high)]
    text = f"\n:{rule}:\n".join(bands)
    top, bottom = rule.replace("+", "."), rule.replace("+", "'")
    return f".{top}.\n{text}\n'{bottom}'\n"


PENCILMARKS = Format(
    name="pencilmarks",
    summary="rows of groups of candidates, with borders between the boxes",
    extensions=(".txt",),
    recognises=_recognises_pencilmarks,
    read=_read_pencilmarks,
    write=_write_pencilmarks,
    separator="\n",
    keeps=frozenset({"candidates", "boxes"}),
    borders=True,
    lone_clues=True,
)

# markdown


def _read_markdown(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each table."""
    cells, number = TableCells(options), 0
    for line in lines:
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
    """Take a table: a heading, a line of dashes, and n rows.

    Where n rows follow the dashes, the line above them is a heading; where n - 1
    follow, it is the first row, unless it is empty or counts the columns.

    Raises:
        InputError: It holds no puzzle.
    """
    start = lines.number
    ahead = lines.peek(1)
    if not ahead or not _is_dashes(ahead[0]):
        raise InputError("a table without a line of dashes below its heading")
    size = len(segments(next(lines)))
    geometry = cells.geometry_of(size)
    rows: list[tuple[int, str | list[str]]] = []
    while len(rows) < size and (ahead := lines.peek(1)) and "|" in ahead[0]:
        row = _plain_cells(next(lines))
        rows.append((lines.number, row))
    first, below = _plain_cells(heading), len(rows)
    counts = [str(column) for column in range(1, len(first) + 1)]
    if below == size - 1 and first != counts and set(first) != {"."}:
        rows.insert(0, (start, first))
    for line, taken in rows:
        if len(taken) != size:
            what = f"a row of {plural(len(taken), 'cell')}"
            raise InputError(what, expected=f"{size}", line=line)
    more = (ahead := lines.peek(1)) and "|" in ahead[0]
    if len(rows) != size or more:
        what = f"{f'more than {size} rows' if more else plural(below, 'row')}"
        expected = f"{size}, or {size - 1} below a first row"
        raise InputError(f"{what} below the dashes", expected=expected)
    grid = cells.grid_of_rows(rows, geometry)
    extras = cells.extras(size)
    return Entry(grid, lines.name, start, number, None, "markdown", extras)


def _plain_cells(line: str) -> list[str]:
    """Return the cells of a row without bold type, `.` for an empty one."""
    return [
        (c[2:-2].strip() if len(c) > 4 and c[:2] == c[-2:] == "**" else c) or "."
        for c in segments(line)
    ]


def _is_dashes(line: str) -> bool:
    """Whether this is the line of dashes that Markdown wants below a heading."""
    parts = [part.strip(":") for part in segments(line)]
    return len(parts) >= 4 and all(part and not part.strip("-") for part in parts)


def _recognises_markdown(head: Head) -> Certainty:
    """Check for the line of dashes, once, and for short cells around it."""
    block = head.block
    if len(block) < 2 or "|" not in block[0] or not _is_dashes(block[1]):
        return Certainty.NO
    if sum(map(_is_dashes, block)) > 1:
        return Certainty.NO  # borders between all rows
    cells = [cell for line in block[2:] for cell in segments(line)]
    short = all(len(cell) <= 7 and " " not in cell for cell in cells)
    fits = len(segments(block[1])) == len(segments(block[0])) and short
    return Certainty.CERTAIN if fits else Certainty.NO


def _write_markdown(entry: Entry, _: Style) -> str:
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
    recognises=_recognises_markdown,
    read=_read_markdown,
    write=_write_markdown,
    separator="\n",
    symbols=False,
    comments=False,
)
