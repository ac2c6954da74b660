"""Formats of rows on lines: one reader, and a layout for each format.

    rows      n lines of n characters; a blank may be an empty cell if every line
              has exactly n columns (editors strip blanks at the ends of lines)
    grid      rows with borders between the boxes, which show their shape
    forum     written only: a grid as players' forums have it, read as `grid`
    euler     `Grid 01`, then rows; a title that only counts is not a name
    debian    `%title`, then rows, as the game `sudoku` of Debian has them

A puzzle ends when it has as many rows as a row has cells, before a blank line, or at
the end of the text.  Blank lines after each band of boxes are borders, if the rows up
to the last band are there.  A block between blank lines is refused as a whole if it has
more rows than one puzzle but not a whole number of puzzles.  After a row of the wrong
length the start of the next puzzle is unknown, so the rest of its block is skipped.

Sources: SuDoku Solver's .spf, Simple Sudoku's .ss, gsf's sudocoo ("visual"); Project
Euler 96; sudoku(6).
"""

from __future__ import annotations

from functools import partial
from itertools import count, dropwhile, islice, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cells import (
    UPRIGHTS,
    bars_of,
    dashes_are_cells,
    drawn,
    is_numeral,
    is_rule,
    plausible,
    segments,
)
from satdoku.errors import InputError, printable
from satdoku.formats.cells import (
    Cells,
    counted,
    plural,
    size_of,
    usable,
)
from satdoku.formats.line import line_text, rows_of
from satdoku.formats.lines import is_comment, is_data
from satdoku.formats.metadata import one_line
from satdoku.formats.model import Certainty, Entry, Format, Options, Style, Told
from satdoku.geometry import Geometry
from satdoku.symbols import LONGEST_ALPHABET

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.formats.lines import Head, Lines

__all__ = [
    "DEBIAN",
    "EULER",
    "FORUM",
    "GRID",
    "ROWS",
    "DrawnRows",
    "Layout",
    "Rows",
    "block_of",
    "boxed",
    "required_size",
]

_LOOK_AHEAD = 512
_HEAD = 64
_APART = UPRIGHTS | {" ", "\t", ",", ";"}  # may stand at the wrong place in a row


class Layout(NamedTuple):
    """How the rows of a puzzle are written.

    Args:
        cells: Returns the cells of a line; None for a line without any, such as a
            border.
        geometry: Returns the shape a row of n cells is drawn in; None if it shows none.
        blank: Whether a line ends a puzzle by being blank.
        starts: Whether a new puzzle starts with a line.
    """

    cells: Callable[[str], str | list[str] | None]
    geometry: Callable[[str, int], Geometry | None] = lambda _, __: None
    blank: Callable[[str], bool] = lambda line: not line or line.isspace()
    starts: Callable[[str], bool] = lambda _: False


class Rows:
    """Reads one puzzle of rows after the other.

    Args:
        lines: The text.
        options: How to read it.
        layout: How the rows are written.
        name: The name of the format.
        cells: What makes puzzles of the cells; the usual if None.

    Attributes:
        fresh: Whether no row of the block has been taken.
    """

    def __init__(
        self,
        lines: Lines,
        options: Options,
        layout: Layout,
        name: str,
        cells: Cells | None = None,
    ) -> None:
        self._lines = lines
        self._cells = cells or Cells(options)
        self._longest = options.limits.line
        self._layout = layout
        self._name = name
        self.fresh = True

    def puzzles(self) -> Iterator[Entry | InputError]:
        """Yield all puzzles of a text that has nothing but rows and borders."""
        number = 1
        while (puzzle := self.puzzle(number)) is not None:
            yield puzzle
            number += 1

    def titled(
        self, title_of: Callable[[str, int], str | None], described: str
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of a text in which a line of its own starts each.

        Args:
            title_of: Returns the name in such a line, from the line and its number.
            described: How messages describe the line.
        """
        lines, number = self._lines, 0
        for line in lines:
            if not is_data(line):
                continue
            number += 1
            start = lines.number
            if not self._layout.starts(line):
                what = "a row outside of a puzzle"
                yield InputError(what, expected=described, line=start)
                while (ahead := lines.peek(1)) and not self._layout.starts(ahead[0]):
                    next(lines)
                continue
            yield self.puzzle(number, title_of(line, number), start) or InputError(
                f"no rows after '{printable(line.strip())}'",
                expected="the rows of a puzzle",
                line=start,
            )

    def puzzle(
        self, number: int, title: str | None = None, start: int | None = None
    ) -> Entry | InputError | None:
        """Read the next puzzle; None if no row comes before the next title or the end.

        Args:
            number: Which puzzle of the source it is.
            title: What the source calls it.
            start: The line it starts at, if that is before its first row.
        """
        taken: list[tuple[int, str | list[str]]] = []
        try:
            geometry = self._take(taken)
            if geometry is None:
                return None
        except InputError as error:
            if not taken:  # the source itself is broken
                raise
            self._skip()
            return error.at(line=start or taken[0][0])
        try:
            grid = self._cells.grid_of_rows(taken, geometry)
        except InputError as error:
            return error.at(line=start or taken[0][0])
        extras = self._cells.extras(geometry.size)
        place = (self._lines.name, start or taken[0][0], number)
        return Entry(grid, *place, title, self._name, extras)

    def _take(self, taken: list[tuple[int, str | list[str]]]) -> Geometry | None:
        """Take the rows of one puzzle, with the geometry that the first of them has."""
        geometry: Geometry | None = None
        size = characters = 0
        banded = False
        while (found := self._row(through=banded or not taken)) is not None:
            line, row = found
            if is_comment(line) and len(row) != size:
                continue
            taken.append((self._lines.number, row))
            size = size if geometry else self._size(row)
            if len(row) != size:
                hint = "write . for an empty cell" if "  " in line.strip() else None
                if hint is None and not _APART.isdisjoint(line.strip()):
                    hint = "try --repair"
                what = f"row {len(taken)} has {plural(len(row), 'cell')}"
                at = self._lines.number
                raise InputError(what, expected=f"{size}", hint=hint, line=at)
            if self.fresh:
                self.fresh = False
                self._refuse_uneven(row, size)
            geometry = geometry or self._shape(line, size)
            characters += len(line)
            if characters > self._longest:
                raise InputError(
                    f"a puzzle of more than {self._longest:,} characters",
                    hint="raise the limit with --max-line",
                )
            if len(taken) == size:
                return geometry
            banded = banded or self._bands(len(taken), size, geometry.box_height)
        if taken:
            several = len(taken) > 1
            hint = "no blank line may stand within a puzzle, or " if several else ""
            hint += "try --repair"
            what = f"{plural(len(taken), 'row')} of {size} cells"
            raise InputError(what, expected=f"{size} rows", hint=hint)
        return None

    def _row(self, *, through: bool) -> tuple[str, str | list[str]] | None:
        """Take the next line that holds cells; None where the puzzle ends before it.

        Args:
            through: Whether blank lines are skipped.
        """
        lines, layout = self._lines, self._layout
        while ahead := lines.peek(1):
            line = ahead[0]
            blank, start = layout.blank(line), layout.starts(line)
            self.fresh = self.fresh or start or (blank and through)
            if start or (blank and not through):
                self.fresh = True
                return None
            next(lines)
            row = None if blank else layout.cells(line)
            if row is not None:
                return line, row
        next(lines, None)  # raises the error of the source, if there is one
        return None

    def _ahead(self, size: int) -> Iterator[int | None]:
        """Yield the length of each row that comes, None for a blank line."""
        layout, at, rows = self._layout, 0, 0
        while at < _LOOK_AHEAD and len(ahead := self._lines.peek(at + 1)) > at:
            line = ahead[at]
            at += 1
            if layout.starts(line):
                return
            if layout.blank(line):
                yield None
                continue
            row = layout.cells(line)
            last = (rows + 1) % size == 0
            if row is None or (is_comment(line) and (last or len(row) != size)):
                continue
            rows += 1
            yield len(row)

    def _bands(self, rows: int, size: int, height: int) -> bool:
        """Whether rows are the first band, and blank lines stand after each one.

        What comes has to be whole puzzles of such bands, for some puzzles: of one whose
        last band is missing the start of the next one is unknown.
        """
        if rows != height or rows == size:
            return False
        gap = False
        for length in self._ahead(size):
            if length is None:
                gap = True
            elif length != size or gap != (rows % height == 0):
                return False
            else:
                rows, gap = rows + 1, False
            if rows == max(1, 100 // size) * size:
                break
        return rows % size == 0

    def _refuse_uneven(self, first: Sequence[str], size: int) -> None:
        """Refuse a block of rows that is not a whole number of puzzles.

        One row too many may be a heading, or the row of another puzzle.  Rows of
        another length are reported elsewhere; very long blocks are read as they come.
        """
        if not size:
            what = "a row of borders alone"
            raise InputError(what, expected="0 or . for an empty cell")
        lengths = [size, *takewhile(lambda length: length, self._ahead(size))]
        rows = len(lengths)
        if set(lengths) != {size} or rows <= size or rows % size == 0:
            return
        if rows >= _LOOK_AHEAD:
            return
        what, heading = f"{rows} rows of {size} cells", counted(first)
        if heading is not None and rows == size + 1:
            raise InputError(
                f"{what}, the first counts {heading}: a heading?",
                expected=f"{size} rows",
                hint="remove the heading",
            )
        raise InputError(what, expected=f"{size} (or a blank line between puzzles)")

    def _shape(self, line: str, size: int) -> Geometry:
        """Return the requested geometry, the one drawn, or the usual one."""
        drawn = self._layout.geometry(line, size)
        if drawn is not None and self._cells.geometry is None:
            return drawn
        return self._cells.geometry_of(size)

    def _size(self, first: Sequence[str]) -> int:
        """Return the size: the length of the first row, or of most, if they differ."""
        if self._cells.geometry is not None:
            return self._cells.geometry.size
        n = len(first)
        lengths: list[int | None] = [n]
        for most in (max(n - 1, 0), 2 * n):
            ahead = takewhile(lambda length: length is not None, self._ahead(n))
            lengths = [n, *islice(ahead, most)]
            if len(set(lengths)) == 1:
                break
        return max(lengths, key=lengths.count) or 0

    def _skip(self) -> None:
        """Skip the rest of the block."""
        while ahead := self._lines.peek(1):
            if self._layout.blank(ahead[0]) or self._layout.starts(ahead[0]):
                break
            next(self._lines)


def block_of(lines: list[str]) -> tuple[list[str], bool]:
    """Return the lines before the first blank one, and whether their end is seen."""
    block = list(takewhile(lambda line: line and not line.isspace(), lines))
    return block, len(block) < max(len(lines), _LOOK_AHEAD)


def required_size(options: Options) -> int | None:
    """Return the required size of the grids, if any."""
    return options.geometry.size if options.geometry else None


def _text_rows(entry: Entry, style: Style) -> list[str]:
    return rows_of(line_text(entry.grid, style.symbols), entry.grid.geometry.size)


# rows

_SEPARATORS = frozenset("-=*")
_DRAWN = frozenset('|+=,;"') | frozenset(map(chr, range(0x2500, 0x2580)))


def _read_rows(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    rows = [line for line in lines.peek(_LOOK_AHEAD) if line and not is_comment(line)]
    even = len(set(map(len, rows))) == 1
    spaced = any(" " in row.strip() for row in rows) or (
        even and len({len(row.strip()) for row in rows}) > 1
    )
    if spaced and not even:
        raise InputError(
            "ambiguous blanks: they may be empty cells or only keep cells apart",
            expected="as many characters in every line, or . for an empty cell",
        )
    layout = Layout(str, blank=lambda line: not line) if spaced else Layout(str.strip)
    reader = Rows(lines, options, layout, "rows")
    for number in count(1):
        _pass_separators(lines, layout)
        puzzle = reader.puzzle(number)
        if puzzle is None:
            return
        yield puzzle


def _pass_separators(lines: Lines, layout: Layout) -> None:
    """Skip lines between puzzles such as `---`, where they can be no row."""
    while ahead := lines.peek(32):
        mark = ahead[0].strip()
        if not layout.blank(ahead[0]):
            rest = [line.strip() for line in ahead[1:]]
            row = next((line for line in rest if set(line) - _SEPARATORS), "")
            if set(mark) - _SEPARATORS or len(mark) == len(row):
                return
            if not row and any(
                not layout.blank(one) and not layout.blank(next_)
                for one, next_ in pairwise(ahead)
            ):
                return  # lines of such marks alone: rows of an empty board, perhaps
        next(lines)


def _recognises_rows(head: Head) -> Certainty:
    """Check for as many lines as a line has characters."""
    if any(" " in line.strip() for line in head.block):
        # Rows with blanks for empty cells, or numbers between blanks?
        lines = dropwhile(lambda line: not is_data(line), head.lines)
        block = list(takewhile(len, lines))
        fits = max(map(len, block)) <= len(block) and usable(len(block))
        fits = fits and set("".join(block)) <= set("123456789 ")
        return Certainty.POSSIBLE if fits else Certainty.NO
    rows = [line.strip() for line in head.block]
    lengths = [len(row) for row in rows]
    size = max(lengths, key=lengths.count, default=0)
    if (
        not 4 <= size <= 61
        or lengths.count(size) * 2 < len(rows)
        or (head.size is not None and size == head.size * head.size)
        or _are_drawn(rows)
    ):
        return Certainty.NO
    sound = _mostly(rows, size, size)
    looks = sum(m.isdigit() or m in "._*?-X" for row in rows for m in row)
    if not sound and looks * 2 < sum(map(len, rows)):
        return Certainty.NO
    side = size_of(size) or 0
    if (
        usable(side)
        and size != head.size
        and (len(rows) == 1 or _mostly(rows, size, side))
    ):
        # Perhaps lines of small puzzles: n of them are rows, in good order, as well.
        in_order = len(rows) % size == 0 or not head.block_ends
        if sound and in_order and not _are_lines(rows, size, side):
            return Certainty.LIKELY
        return Certainty.POSSIBLE if len(rows) > 1 else Certainty.NO
    return Certainty.LIKELY if len(rows) > 1 else Certainty.POSSIBLE


def _are_drawn(rows: list[str]) -> bool:
    """Whether there are borders: upright ones, or lines of dashes between rows."""
    dashed = [row for row in rows if not row.strip("-")]
    lying = 0 < len(dashed) < len(rows) and sum("-" in r for r in rows) == len(dashed)
    return lying or any(not _DRAWN.isdisjoint(row) for row in rows)


def _mostly(rows: list[str], length: int, size: int) -> bool:
    """Whether most rows are of this length, and can hold cells of this size."""
    sound = sum(len(row) == length and plausible(row, size) for row in rows)
    return sound * 2 > len(rows)


def _are_lines(rows: list[str], size: int, side: int) -> bool:
    """Whether rows of more than one board are lines of small puzzles instead.

    They are if more than a quarter of the boards' rows and columns have a digit twice,
    as small puzzles one below the other nearly always do; or if most of the puzzles may
    have a unique solution, for which all digits but one are needed, and no board may.
    """
    if len(rows) <= size:
        return False
    marks = ["".join(m for m in row if m.isalnum() and m not in "0xX") for row in rows]
    boards = [slice(start, start + size) for start in range(0, len(rows), size)]
    lines = marks + [
        "".join(m for m in column if m.isalnum() and m not in "0xX")
        for board in boards
        for column in zip(*rows[board], strict=False)
    ]
    if 4 * sum(len(set(line)) < len(line) for line in lines) > len(lines):
        return True
    small = sum(len(set(row)) >= side - 1 for row in marks)
    large = any(len(set("".join(marks[board]))) >= size - 1 for board in boards)
    return small * 2 > len(rows) and not large


def _write_rows(entry: Entry, style: Style) -> str:
    return "".join(f"{row}\n" for row in _text_rows(entry, style))


ROWS = Format(
    name="rows",
    summary="a row a line, a character a cell",
    extensions=(".msk", ".sol", ".txt"),
    recognises=_recognises_rows,
    read=_read_rows,
    write=_write_rows,
    separator="\n",
)

# grid, forum


class DrawnRows:
    """Rows cut by borders into segments.

    Args:
        size: The required size of the grids, if any.
        dashes: Whether `-` is an empty cell.
    """

    def __init__(self, size: int | None, *, dashes: bool = False) -> None:
        self._size = size
        self._dashes = dashes
        self._blanks: dict[str, list[str]] = {}

    def layout(self, start: str | None = None) -> Layout:
        """Return the layout; `start` is the beginning of the first line of a puzzle."""
        if start is None:
            return Layout(self.cells, self.geometry)
        return Layout(self.cells, self.geometry, starts=lambda t: t.startswith(start))

    def cells(self, line: str) -> str | list[str] | None:
        """Return the cells of a row; None for a border."""
        if is_rule(line, dashes=self._dashes):
            return None
        return self._blanks.get(line) or self._words(line)

    def inspect(self, block: list[tuple[int, str]], *, whole: bool) -> None:
        """Find out from a block of lines whether its blanks are cells.

        Args:
            block: The lines, each with its number.
            whole: Whether these are all lines of the block.

        Raises:
            InputError: It is open.
        """
        rows = [
            (number, line)
            for number, line in block
            if not is_rule(line, dashes=self._dashes) and not is_comment(line)
        ]
        drawn = any(not UPRIGHTS.isdisjoint(line) for _, line in rows)
        words = [self._words(line) or "" for _, line in rows]
        self._blanks = (
            _blank_cells(rows, words, self._size, whole=whole) if drawn else {}
        )

    def _words(self, line: str) -> str | list[str] | None:
        """Return the cells of a row in which no blank is one."""
        parts = segments(line)
        if len(parts) == self._size or (len(parts) > 3 and "" in parts):
            return [part or "." for part in parts]
        words = [part.split() for part in parts]
        if len(words) == 1 and _are_boxes(words[0], self._size):
            return "".join(words[0])
        if any(len(part) > 1 for part in words):
            return [word for part in words for word in part]
        return "".join(parts) or None

    def geometry(self, line: str, size: int) -> Geometry | None:
        """Return the shape that the upright borders show."""
        parts = segments(line)
        if line in self._blanks:
            return boxed(size // len(parts), size)
        widths = {len(part.split()) for part in parts}
        widths = {len(part) for part in parts} if widths == {1} else widths
        return boxed(widths.pop(), size) if len(widths) == 1 else None


def boxed(width: int, size: int) -> Geometry | None:
    """Return the geometry whose boxes are so wide, if there are such."""
    if 1 < width < size and size % width == 0:
        return Geometry.of_box(size // width, width)
    return None


def _are_boxes(words: list[str], size: int | None) -> bool:
    """Whether words without borders between them are the boxes' parts of a row.

    `53. .7. ...` is; `10 11 12 13` are four numbers, `5 3 . .` are four cells.
    """
    width = len(words[0]) if words else 0
    if len(words) < 2 or width < 2 or any(len(word) != width for word in words):
        return False
    if size is not None:
        return size == width * len(words)
    numbers = all(map(is_numeral, words)) and width <= len(str(len(words)))
    return not numbers and usable(width * len(words))


def _read_drawn(
    name: str, lines: Lines, options: Options
) -> Iterator[Entry | InputError]:
    """Read grids with borders."""
    dashes = dashes_are_cells(lines.peek(_HEAD))
    drawing = DrawnRows(required_size(options), dashes=dashes)
    rows = Rows(lines, options, drawing.layout(), name)
    inspected = 0
    for number in count(1):
        while (ahead := lines.peek(1)) and (
            not is_data(ahead[0]) or is_rule(ahead[0], dashes=dashes)
        ):
            next(lines)
        if lines.number >= inspected:
            block, whole = block_of(lines.peek(_LOOK_AHEAD))
            inspected = lines.number + len(block)
            rows.fresh = True
            try:
                drawing.inspect(list(enumerate(block, lines.number + 1)), whole=whole)
            except InputError as error:
                yield error
                while lines.number < inspected:
                    next(lines)
                continue
        puzzle = rows.puzzle(number)
        if puzzle is None:
            return
        yield puzzle


def _recognises_grid(head: Head) -> Certainty:
    """Check for borders in the first block, or for gaps in their place."""
    block = head.block[:_HEAD]
    dashes = dashes_are_cells(block)
    rows = [line for line in block if not is_rule(line, dashes=dashes)]
    if not rows or "," in rows[0]:
        return Certainty.NO
    barred = sum(not UPRIGHTS.isdisjoint(row) for row in rows)
    ruled = len(rows) < len(block)
    if barred * 2 > len(rows) or (ruled and len(rows) > 1 and not barred):
        return Certainty.LIKELY
    layout = DrawnRows(head.size, dashes=dashes)
    gaps = all(_are_boxes(row.split(), head.size) for row in rows)
    if gaps and {len(layout.cells(row) or "") for row in rows} == {len(rows)}:
        return Certainty.LIKELY
    return Certainty.NO


def _write_grid(entry: Entry, style: Style) -> str:
    text, geometry = str(entry.grid.clues), entry.grid.geometry
    if style.symbols is not None and geometry.size <= LONGEST_ALPHABET:
        text = drawn(geometry, line_text(entry.grid, style.symbols))
    return f"{text}\n"


GRID = Format(
    name="grid",
    summary="rows with borders between the boxes",
    extensions=(".spf", ".ss", ".txt"),
    recognises=_recognises_grid,
    read=partial(_read_drawn, "grid"),
    write=_write_grid,
    separator="\n",
    keeps=frozenset({"boxes"}),
    borders=True,
)


def _write_forum(entry: Entry, style: Style) -> str:
    text = drawn(entry.grid.geometry, line_text(entry.grid, style.symbols), apart=True)
    return f"{text}\n"


FORUM = Format(
    name="forum",
    summary="rows with blanks between the cells and borders between the boxes",
    recognises=lambda head: Certainty.NO,  # noqa: ARG005  every text is a `grid`
    read=partial(_read_drawn, "forum"),
    write=_write_forum,
    separator="\n",
    keeps=frozenset({"boxes"}),
    borders=True,
)

# euler


def _is_title(line: str) -> bool:
    """Whether a line is `Grid NN`."""
    words = line.split()
    return len(words) == 2 and words[0].lower() == "grid" and words[1].isalnum()


def _title(line: str, number: int) -> str | None:
    """Return a title, unless it only counts."""
    title = " ".join(line.split())
    return None if title[5:].lstrip("0") == str(number) else title


def _read_euler(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    rows = Rows(lines, options, Layout(str.strip, starts=_is_title), "euler")
    return rows.titled(_title, "a line 'Grid NN'")


def _recognises_euler(head: Head) -> Certainty:
    return Certainty.CERTAIN if _is_title(head.first) else Certainty.NO


def _write_euler(entry: Entry, style: Style) -> str:
    rows = _text_rows(entry, style)
    if len(rows) <= 9 and not any("0" in row for row in rows):
        rows = [row.replace(".", "0") for row in rows]
    return "\n".join((f"Grid {style.number:02}", *rows, ""))


EULER = Format(
    name="euler",
    summary="`Grid 01` and the rows below it",
    extensions=(".txt",),
    recognises=_recognises_euler,
    read=_read_euler,
    write=_write_euler,
)

# debian


def _read_debian(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    layout = DrawnRows(required_size(options)).layout("%")
    rows = Rows(lines, options, layout, "debian")
    return rows.titled(lambda line, _: line[1:].strip() or None, "a line '%title'")


def _recognises_debian(head: Head) -> Certainty:
    """Check for a title, and a possible row below it."""
    if not head.first.startswith("%") or len(head.data) < 2:
        return Certainty.NO
    below = next((line for line in head.data if not line.startswith("%")), "")
    length = len(head.first)
    if len(below) == length >= len(head.data) and plausible(head.first, length):
        return Certainty.NO  # rows with % for an empty cell
    sound = sum(mark in "0123456789.| *" for mark in below) * 2 > len(below) > 0
    return Certainty.CERTAIN if sound else Certainty.NO


def _write_debian(entry: Entry, style: Style) -> str:
    name = "" if entry.name is None else " " + one_line(entry.name)
    return "\n".join((f"%{name}", *_text_rows(entry, style), ""))


DEBIAN = Format(
    name="debian",
    summary="`%title` and the rows below it",
    recognises=_recognises_debian,
    read=_read_debian,
    write=_write_debian,
    keeps=frozenset({"name"}),
    sizes=(9,),
    told=lambda entry: Told(one_line(entry.name or "") or None),
)

# Blanks between borders

_SIGNS = frozenset("._*?-xX")


def _blank_cells(
    rows: list[tuple[int, str]],
    words: list[str | list[str]],
    size: int | None,
    *,
    whole: bool,
) -> dict[str, list[str]]:
    """Find out from the rows of a block whether its blanks are cells, and which.

        | 5 3   |   7   |       |      |53 | 7 |   |
        | 6     | 1 9 5 |       |      |6  |195|   |

    Only its column shows which cell a digit is in, so the drawing has to be exact:
    all parts between borders are of one width, and there are as many rows as cells in a
    row, or a multiple of them.  A text that can as well be read with a cell a word is
    refused.

    Args:
        rows: The rows, each with the number of its line.
        words: The cells of each row, if no blank is a cell.
        size: The required size of the grids, if any.
        whole: Whether these are all rows of the block.

    Returns:
        The cells of each row; nothing if no blank is a cell.

    Raises:
        InputError: It is open.
    """
    total, first = len(rows), rows[0][0]
    plain = len(words[0]) if len(set(map(len, words))) == 1 else 0
    fits = plain and (plain == size if size else total % plain == 0 and usable(plain))
    bars = [bars_of(line).strip() for _, line in rows]
    marked = any(
        not _SIGNS.isdisjoint(word) or word[0] == "0" or (len(word) > 2 and "0" in word)
        for word in " ".join(bars).replace("|", " ").split()
    )
    alike = len({tuple(map(str.isspace, bar)) for bar in bars}) == 1  # none is blank
    if marked or (fits and (alike or plain in (total, size) or not whole)):
        return {}
    starts = all(bar[0] == "|" for bar in bars)
    ends = all(bar[-1] == "|" for bar in bars)
    parts = _parts([bars_of(line) for _, line in rows], starts=starts, ends=ends)
    if not parts:
        return {}
    stacks, wide = len(parts[0]), len(parts[0][0])
    sizes = [size] if size else [n for n in range(total, 3, -1) if usable(n)]
    good: dict[int, list[list[str]]] = {}
    wrong = 0
    for n in sizes:
        if n % stacks or wide < n // stacks or (not size and whole and total % n):
            continue
        side = n // stacks
        for pitch in {(wide + pad) // side for pad in (0, -1, 1)}:
            found = [_in_columns(row, side, pitch) for row in parts]
            if [] in found:
                wrong = max(wrong, found.index([]))
            else:
                good[n] = found
    if not good and not fits:
        raise InputError(
            f"ambiguous blanks: {plural(total, 'row')} of {stacks} parts, each {wide} "
            "characters wide, do not form a grid with blanks for empty cells",
            expected=". for an empty cell",
            line=rows[wrong][0],
        )
    n = total if total in good or len(good) != 1 else next(iter(good))
    # Where rows are filled up, blanks prove nothing.
    side = n // stacks
    left, right = side * (not starts), n - side * (not ends)
    if n not in good or not any("." in row[left:right] for row in good[n]):
        return {}
    if fits and all(_can_be(cell, plain) for row in words for cell in row):
        raise InputError(
            f"ambiguous: {total} rows may be boards of {plain}x{plain}, or of "
            f"{n}x{n} with blanks for empty cells",
            expected=". for an empty cell",
            hint="give the shape of the boxes with --box",
            line=first,
        )
    return {line: cells for (_, line), cells in zip(rows, good[n], strict=True)}


def _parts(rows: list[str], *, starts: bool, ends: bool) -> list[list[str]]:
    """Return the parts of rows between borders; nothing if their widths differ.

    Args:
        rows: The rows, with `|` for each border.
        starts: Whether they begin with a border.
        ends: Whether they end with one.
    """
    cut = [row.lstrip()[1:] if starts else row for row in rows]
    parts = [(row.rstrip()[:-1] if ends else row).split("|") for row in cut]
    stacks = len(parts[0])
    inner = slice(1 - starts, stacks - 1 + ends)
    widths = {len(part) for row in parts for part in row[inner] or row}
    if stacks < 2 or set(map(len, parts)) != {stacks} or len(widths) > 1:
        return []
    wide = widths.pop()
    for row in parts:  # nothing outside of the parts at the ends is a cell
        row[0] = row[0] if starts else row[0][-wide:].rjust(wide)
        row[-1] = row[-1] if ends else row[-1].rstrip().ljust(wide)
    return parts


def _in_columns(parts: list[str], side: int, pitch: int) -> list[str]:
    """Return the cells of a row, `.` for a blank; nothing if one is off its column."""
    pad = len(parts[0]) - side * pitch
    if abs(pad) > 1 or (pitch == 1 and pad):
        return []
    found: list[str] = []
    for part in parts:
        text = part[pad == 1 :].ljust(side * pitch)
        cells = [text[at : at + pitch] for at in range(0, side * pitch, pitch)]
        words = [cell.strip() for cell in cells]
        apart = pitch == 1 or list(filter(None, words)) == part.split()
        if not apart or (pad and any(cell[-1] != " " for cell in cells)):
            return []
        found += [word or "." for word in words]
    return found


def _can_be(cell: str, size: int) -> bool:
    """Whether a cell of a plain reading can be one of a board of this size."""
    if cell.isascii() and cell.isdigit():
        return len(cell) < 4 and int(cell) <= size
    return len(cell) == 1 and plausible(cell, size)
