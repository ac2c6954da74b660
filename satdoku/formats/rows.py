"""Formats of rows on lines: one reader, and a table of the layouts that it reads.

    rows         n lines of n characters
    grid         rows with borders between the boxes, which show their shape
    forum        written only: a grid as players' forums have it, read as `grid`
    euler        `Grid 01`, then rows; a title that only counts is not a name
    debian       `%title`, then rows, as the game `sudoku` of Debian has them
    cells        commas, semicolons or tabs between the cells, as spreadsheets have them
    numbers      blanks between numbers: a row a line, a puzzle a line, or lines broken
                 anywhere between two blank ones
    pencilmarks  a group of candidates for each cell; a group of one digit is a clue,
                 unless a cell beside it may hold that digit
    markdown     a table of Markdown, whose heading may be a row

The lines up to a blank one are a block.  A layout makes rows of a block; the reader
cuts them into puzzles, each of as many rows as a row has cells.  A block with more rows
than one puzzle has, but not a whole number of puzzles, is refused.  After a row of the
wrong length the start of the next puzzle is unknown, so the rest of the block is
skipped.  Blank lines after each band of boxes are read as borders, if whole puzzles
follow each other that way.

A blank is an empty cell where its column shows which one: between borders, if all parts
are of one width, and in n lines of n characters each (editors trim blanks at the ends).
Text that can be read in two ways is refused.  A cell without a candidate is refused,
too: HoDoKu writes `.` for it, others for a cell without marks.

Sources: SuDoku Solver's .spf, Simple Sudoku's .ss, gsf's sudocoo ("visual"); Project
Euler 96; sudoku(6); HoDoKu's "PM grid", whose borders are written; Sudopedia.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import chain, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, UsageError, counted, printable
from satdoku.formats.cells import (
    Cells,
    TableCells,
    has_spare,
    size_of,
    usable,
)
from satdoku.formats.line import line_text, reaching, rows_of
from satdoku.formats.lines import Lines, is_comment, is_data
from satdoku.formats.metadata import digits_of, mask_of, one_line
from satdoku.formats.model import (
    Certainty,
    Format,
    Options,
    PuzzleRecord,
    Style,
    Told,
)
from satdoku.puzzle.cells import (
    UPRIGHTS,
    bars_of,
    dashes_are_cells,
    drawn,
    is_numeral,
    is_rule,
    plausible,
    segments,
)
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import LONGEST_ALPHABET, usual

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from satdoku.formats.lines import Head

    # Lines, and rows of cells, each with the number of its line.
    Numbered: TypeAlias = list[tuple[int, str]]
    Row: TypeAlias = tuple[int, str | list[str]]
    Parts: TypeAlias = Sequence[Sequence[str]]  # of a row, between its borders

__all__ = [
    "CELLS",
    "DEBIAN",
    "EULER",
    "FORUM",
    "GRID",
    "MARKDOWN",
    "NUMBERS",
    "PENCILMARKS",
    "ROWS",
    "Layout",
    "RowGroup",
    "drawn_cells",
    "read_rows",
    "required_size",
]

_LOOK_AHEAD = 512
_BANDED = 100  # rows ahead that show whether a blank line stands after each band


class Section(NamedTuple):
    """Lines that follow each other.

    Args:
        lines: The lines, each with its number.
        whole: Whether the block ends with them; a long one is read in parts.
        size: The required size of the grids, if any.
    """

    lines: Numbered
    whole: bool
    size: int | None = None


class RowGroup(NamedTuple):
    """Rows that follow each other, from one block.

    Args:
        rows: The cells of each row, with the number of its line.
        width: The width of the boxes, if borders show it.
        flat: Whether all cells are one puzzle, however they are broken into lines.
        start: The line at which the puzzle starts, if that is before its first row.
        title: The line with its name, if there is one; then there is one puzzle.
    """

    rows: Sequence[Row]
    width: int | None = None
    flat: bool = False
    start: int | None = None
    title: str | None = None


class Layout(NamedTuple):
    """How the rows of a puzzle are written.

    Args:
        name: The name of the format.
        runs: Makes rows of a block; raises InputError where it can be read in two ways.
        blank: Whether a line ends a block.
        starts: Whether a line starts a block, where titles do and blank lines do not.
        name_of: Returns the name in a title, given the number of the puzzle.
        cells: What makes puzzles of the cells.
    """

    name: str
    runs: Callable[[Section], list[RowGroup]]
    blank: Callable[[str], bool] = lambda line: not line or line.isspace()
    starts: Callable[[str], bool] | None = None
    name_of: Callable[[str, int], str | None] = lambda _, __: None
    cells: Callable[[Options], Cells] = Cells


def read_rows(
    layout: Layout, lines: Lines, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    """Yield the puzzles of rows.

    Args:
        layout: How they are written.
        lines: The text.
        options: How to read it.
    """
    return _Reader(layout, lines, options).puzzles()


def _blocks(
    layout: Layout, lines: Lines, longest: int, size: int | None = None
) -> Iterator[Section]:
    """Yield the blocks of a text, long ones in parts.

    Comments are dropped, except within a block where they are as long as a row.
    """
    block: Numbered = []
    characters = 0
    broken: InputError | None = None
    while True:
        try:
            line = next(lines, None)
        except InputError as error:
            line, broken = None, error
        blank = line is None or layout.blank(line)
        starts = layout.starts is not None and line is not None and layout.starts(line)
        if block and (line is None or starts or (blank and layout.starts is None)):
            yield Section(block, whole=True, size=size)
            block, characters = [], 0
        if line is None:
            break
        row = block and len(line) == len(block[-1][1])
        if blank or (is_comment(line) and not row):
            continue
        block.append((lines.number, line))
        characters += len(line)
        if len(block) >= _LOOK_AHEAD or characters > longest:
            yield Section(block, whole=False, size=size)
            block, characters = [], 0
    if broken is not None:
        raise broken


class _Reader:
    """Reads one puzzle of rows after the other."""

    def __init__(self, layout: Layout, lines: Lines, options: Options) -> None:
        self._layout = layout
        self._lines = lines
        self._cells = layout.cells(options)
        self._size = required_size(options)
        self._longest = options.limits.line
        self._number = 0
        self._rest: list[Row] = []  # rows of a puzzle of which more are to come

    def puzzles(self) -> Iterator[PuzzleRecord | InputError]:
        """Yield all puzzles."""
        skips = banded = False
        for block in _blocks(self._layout, self._lines, self._longest, self._size):
            ends = block.whole
            if not skips:
                try:
                    for run in self._layout.runs(block):
                        banded = banded or (ends and self._is_band(run))
                        yield from self._cut(run, ends=ends and not banded)
                        banded = banded and bool(self._rest)
                except InputError as error:
                    self._number += 1
                    yield error.at(line=block.lines[0][0])
                    skips, self._rest = True, []
            skips = skips and not ends
        if self._rest:
            try:
                yield from self._cut(RowGroup([]), ends=True)
            except InputError as error:
                yield error

    def _cut(self, run: RowGroup, *, ends: bool) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles of rows that follow those left over from before.

        Args:
            run: The rows.
            ends: Whether no more rows of their puzzles come.

        Raises:
            InputError: They are not the rows of puzzles.
        """
        rows = [*self._rest, *run.rows]
        if run.flat and not self._rest:
            yield self._unwrapped(rows)
            return
        if ends and not self._rest:
            _refuse_uneven(rows)
        self._rest = []
        while rows:
            start = run.start or rows[0][0]
            size = self._size_of(rows, start)
            geometry = self._shape(run.width, size)
            if len(rows) < size and not ends:
                self._rest = rows
                return
            if len(rows) < size or (run.title is not None and len(rows) > size):
                raise _wrong_count(rows, size, start)
            yield self._entry(rows[:size], geometry, start, run.title)
            rows = rows[size:]

    def _entry(
        self, rows: list[Row], geometry: Geometry, start: int, title: str | None
    ) -> PuzzleRecord | InputError:
        """Make the puzzle of its rows."""
        self._number += 1
        try:
            grid = self._cells.grid_of_rows(rows, geometry)
        except InputError as error:
            return error.at(line=start)
        name = None if title is None else self._layout.name_of(title, self._number)
        place = (self._lines.name, start, self._number)
        return PuzzleRecord(grid, *place, name, self._layout.name)

    def _size_of(self, rows: list[Row], start: int) -> int:
        """Return how many rows the first puzzle has.

        Raises:
            InputError: A row is of another length.
        """
        size = self._size or len(rows[0][1])
        if self._size is None and {len(cells) for _, cells in rows[:size]} != {size}:
            size = _common([len(cells) for _, cells in rows])
        if size * size > self._longest:
            raise InputError(
                f"a puzzle of more than {self._longest:,} characters",
                hint="raise the limit with --max-line",
                line=start,
            )
        for at, (line, cells) in enumerate(rows[:size], 1):
            if len(cells) != size:
                what = f"row {at} has {counted(len(cells), 'cell')}"
                hint = "write . for an empty cell, or try --repair"
                raise InputError(what, expected=f"{size}", hint=hint, line=line)
        if not size:
            what = "a row of borders alone"
            raise InputError(what, expected="0 or . for an empty cell", line=start)
        return size

    def _shape(self, width: int | None, size: int) -> Geometry:
        """Return the requested geometry, the one drawn, or the usual one."""
        drawn = width is not None and 1 < width < size and size % width == 0
        if width is not None and drawn and self._cells.geometry is None:
            return Geometry.of_box(size // width, width)
        return self._cells.geometry_of(size)

    def _unwrapped(self, rows: list[Row]) -> PuzzleRecord | InputError:
        """Make the puzzle of all words of some lines."""
        start = rows[0][0]
        words = [(line, word) for line, row in rows for word in row]
        try:
            geometry = self._cells.geometry_of_cells(len(words))
        except InputError as error:
            if error.hint is None and len(rows) > 1:
                error.hint = "write . for an empty cell"
            self._number += 1
            return error.at(line=start)
        if len(rows) > 1:
            n = geometry.size
            cut = (words[at : at + n] for at in range(0, n * n, n))
            rows = [(row[0][0], [word for _, word in row]) for row in cut]
        return self._entry(rows, geometry, start, None)

    def _is_band(self, run: RowGroup) -> bool:
        """Whether rows are a band of boxes, and blank lines stand after each one.

        What comes has to be whole puzzles of such bands, for some puzzles: of one whose
        last band is missing the start of the next one is unknown.
        """
        lengths = [len(cells) for _, cells in run.rows]
        size, band = lengths[0] if lengths else 0, len(lengths)
        try:
            if not 1 < band < size or self._shape(run.width, size).box_height != band:
                return False
            ahead = Lines(iter([self._lines.peek(_LOOK_AHEAD)]), "")
            for block in _blocks(self._layout, ahead, self._longest, self._size):
                rows = [row for run in self._layout.runs(block) for row in run.rows]
                lengths += [len(cells) for _, cells in rows]
                if len(rows) != band or set(lengths) != {size}:
                    return False
                if len(lengths) >= _BANDED and len(lengths) % size == 0:
                    break
        except InputError:
            return False
        return len(lengths) % size == 0


def _common(lengths: Sequence[int]) -> int:
    """Return the length that most have; 0 of none."""
    return max(lengths, key=Counter(lengths).__getitem__, default=0)


def _wrong_count(rows: list[Row], size: int, start: int) -> InputError:
    hint = "try --repair"
    if 1 < len(rows) < size:
        hint = "no blank line may stand within a puzzle, or try --repair"
    what = f"{counted(len(rows), 'row')} of {size} cells"
    return InputError(what, expected=f"{size} rows", hint=hint, line=start)


def _refuse_uneven(rows: list[Row]) -> None:
    """Refuse a block of rows that is not a whole number of puzzles.

    One row too many may be a heading, or the row of another puzzle.

    Raises:
        InputError: It is none.
    """
    lengths = {len(cells) for _, cells in rows}
    size = len(rows[0][1]) if rows else 0
    if lengths != {size} or len(rows) <= size or size == 0 or len(rows) % size == 0:
        return
    raise InputError(
        f"{len(rows)} rows of {size} cells",
        expected=f"{size} (or a blank line between puzzles)",
        hint="remove a heading, if there is one",
    )


def required_size(options: Options) -> int | None:
    """Return the required size of the grids, if any."""
    return options.geometry.size if options.geometry else None


def _text_rows(entry: PuzzleRecord, style: Style) -> list[str]:
    return rows_of(
        line_text(entry.puzzle, style.symbols), entry.puzzle.geometry.columns
    )


# rows, euler

_SEPARATORS = frozenset("-=*")
_DRAWN = frozenset('|+=,;"') | frozenset(map(chr, range(0x2500, 0x2580)))
_DIGITS_AND_BLANKS = frozenset("123456789 ")


def _plain_rows(block: Section) -> list[RowGroup]:
    """Make rows of lines, a character a cell.

    Raises:
        InputError: Blanks are empty cells, or only keep cells apart.
    """
    texts = [text for _, text in block.lines]
    even = len(set(map(len, texts))) == 1
    bare = [text.strip() for text in texts]
    if any(" " in text for text in bare):
        return [RowGroup(_blanks_as_cells(block))]
    if even and len(set(map(len, bare))) > 1:
        return [RowGroup([*block.lines])]
    # Lines such as `---` separate puzzles, where they can be no row.
    marks = [not set(text) - _SEPARATORS for text in bare]
    lengths = [len(text) for text, mark in zip(bare, marks, strict=True) if not mark]
    length = _common(lengths) if lengths else len(bare[0])
    if not lengths and (not length or len(bare) % length):
        return []
    return [
        RowGroup(
            [
                (line, text)
                for (line, _), text, mark in zip(block.lines, bare, marks, strict=True)
                if not mark or len(text) == length
            ]
        )
    ]


def _blanks_as_cells(block: Section) -> Numbered:
    """Return rows in which a blank is an empty cell."""
    rows = block.lines
    if len(rows) > 1 and len({len(text) for _, text in rows}) == 1:
        return rows
    raise InputError(
        "ambiguous blanks: they may be empty cells or only keep cells apart",
        expected="lines of equal length, blanks at their ends included",
        hint="write . for an empty cell",
    )


def _drawing(lines: list[str]) -> list[str]:
    """Return the lines of a text from the first with a digit to the last."""
    digits = [at for at, line in enumerate(lines) if is_data(line)]
    return lines[digits[0] : digits[-1] + 1] if digits else []


def _is_drawing(rows: list[str], *, full: bool) -> bool:
    """Whether rows are those of one puzzle in which blanks are empty cells.

    Args:
        rows: The rows.
        full: Whether one of them has to be as long as there are rows.
    """
    widest = max(map(len, rows), default=0)
    fits = widest == len(rows) if full else widest <= len(rows)
    return fits and usable(len(rows)) and set("".join(rows)) <= _DIGITS_AND_BLANKS


def _read_rows(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    return read_rows(_ROWS, lines, options)


_ROWS = Layout("rows", _plain_rows, blank=lambda line: not line)


def _recognises_rows(head: Head) -> Certainty:
    """Check for as many lines as a line has characters."""
    rows = [line.strip() for line in head.block]
    if any(" " in row for row in rows):
        # Rows with blanks for empty cells, or numbers between blanks?
        whole = _drawing(head.lines)
        below = list(takewhile(len, whole))
        full = _is_drawing(whole, full=True) or _is_drawing(below, full=True)
        fits = full or _is_drawing(below, full=False)
        return Certainty(fits + full)
    size = _common([len(row) for row in rows])
    even = [row for row in rows if len(row) == size]
    sized = 4 <= size <= 61 and len(even) * 2 >= len(rows)
    if not sized or size == (head.size or 0) ** 2 or _are_drawn(rows):
        return Certainty.NO
    sound = sum(plausible(row, size) for row in even) * 2 > len(rows)
    known = sum(m.isdigit() or m in "._*?-X" for row in rows for m in row)
    if not sound and known * 2 < sum(map(len, rows)):
        return Certainty.NO
    side = size_of(size) or 0
    small = sum(plausible(row, side) for row in even) * 2 > len(rows)
    several = len(rows) > 1
    if usable(side) and size != head.size and (small or not several):
        # Perhaps lines of small puzzles: n of them are rows, in good order, as well.
        in_order = len(rows) % size == 0 or not head.block_ends
        return Certainty(several + (sound and in_order and not _clash(rows, size)))
    return Certainty(1 + several)


def _are_drawn(rows: list[str]) -> bool:
    """Whether there are borders: upright ones, or lines of dashes between rows."""
    dashed = [row for row in rows if not row.strip("-")]
    lying = 0 < len(dashed) < len(rows) and sum("-" in r for r in rows) == len(dashed)
    return lying or any(not _DRAWN.isdisjoint(row) for row in rows)


def _clash(rows: list[str], size: int) -> bool:
    """Whether a quarter of the rows and columns of boards have a digit twice.

    So it nearly always is where they are small puzzles, one below the other.
    """
    if len(rows) <= size:
        return False
    boards = [rows[at : at + size] for at in range(0, len(rows), size)]
    columns = ["".join(c) for board in boards for c in zip(*board, strict=False)]
    digits = [
        [m for m in unit if m.isalnum() and m not in "0xX"] for unit in rows + columns
    ]
    return 4 * sum(len(set(found)) < len(found) for found in digits) > len(digits)


def _write_rows(entry: PuzzleRecord, style: Style) -> str:
    return "".join(f"{row}\n" for row in _text_rows(entry, style))


ROWS = Format(
    name="rows",
    summary="a row a line, a character a cell",
    shapes=True,
    extensions=(".msk", ".sol", ".txt"),
    recognises=_recognises_rows,
    read=_read_rows,
    write=_write_rows,
    separator="\n",
)


def _titled_rows(
    starts: Callable[[str], bool],
    runs: Callable[[Section], list[RowGroup]],
) -> Callable[[Section], list[RowGroup]]:
    """Return what makes rows of a title and the lines below it."""

    def titled(block: Section) -> list[RowGroup]:
        line, title = block.lines[0]
        if not starts(title):
            expected = "a line with its title first"
            raise InputError("a row outside of a puzzle", expected=expected)
        below = block._replace(lines=block.lines[1:])
        found = runs(below) if below.lines else []
        if not found:
            what = f"no rows after '{printable(title.strip())}'"
            raise InputError(what, expected="the rows of a puzzle")
        return [run._replace(start=line, title=title) for run in found]

    return titled


def _is_euler(line: str) -> bool:
    """Whether a line is `Grid NN`."""
    words = line.split() if " " in line else []
    return len(words) == 2 and words[0].lower() == "grid" and words[1].isalnum()


def _euler_name(line: str, number: int) -> str | None:
    """Return a title, unless it only counts."""
    title = " ".join(line.split())
    return None if title[5:].lstrip("0") == str(number) else title


def _recognises_euler(head: Head) -> Certainty:
    return Certainty.CERTAIN if _is_euler(head.first) else Certainty.NO


def _write_euler(entry: PuzzleRecord, style: Style) -> str:
    rows = _text_rows(entry, style)
    if len(rows) <= 9 and not any("0" in row for row in rows):
        rows = [row.replace(".", "0") for row in rows]
    return "\n".join((f"Grid {style.number:02}", *rows, ""))


EULER = Format(
    name="euler",
    summary="`Grid 01` and the rows below it",
    extensions=(".txt",),
    recognises=_recognises_euler,
    read=partial(
        read_rows,
        Layout(
            "euler",
            _titled_rows(_is_euler, _plain_rows),
            starts=_is_euler,
            name_of=_euler_name,
        ),
    ),
    write=_write_euler,
)

# grid, forum, debian


def drawn_cells(line: str, size: int | None) -> Parts:
    """Return the cells of a row, in the parts between its borders.

    Args:
        line: The row, in which no blank is a cell.
        size: The required size of the grids, if any.

    Example:
        >>> drawn_cells("53.|.7.|...", None), drawn_cells("| 10 . | . 2 |", None)
        (['53.', '.7.', '...'], [['10', '.'], ['.', '2']])
    """
    parts = segments(line)
    if len(parts) == size or (len(parts) > 3 and "" in parts):
        return [[part or "."] for part in parts]
    words = [part.split() for part in parts]
    if len(words) == 1 and _are_boxes(words[0], size):
        return words[0]
    return words if any(len(part) > 1 for part in words) else parts


def _joined(parts: Parts) -> str | list[str]:
    """Return the cells of all parts of a row."""
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) == len(parts):
        return "".join(texts)
    return [cell for part in parts for cell in part]


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


def _drawn_rows(block: Section) -> list[RowGroup]:
    """Make rows of a drawing; borders show the shape of the boxes.

    Raises:
        InputError: It can be read with blanks for empty cells, or without.
    """
    rows = _without_rules(block.lines)
    if not rows:
        return []
    parts: Sequence[Parts] = [drawn_cells(line, block.size) for _, line in rows]
    if block.whole and any(not UPRIGHTS.isdisjoint(line) for _, line in rows):
        blanks = _with_blanks(rows, [*map(_joined, parts)], block.size)
        parts = parts if blanks is None else blanks
    widths = set(map(len, parts[0]))
    width = widths.pop() if len(widths) == 1 else None
    cells = [*map(_joined, parts)]
    if "" in cells:
        what, line = "a row of borders alone", rows[cells.index("")][0]
        raise InputError(what, expected="0 or . for an empty cell", line=line)
    return [
        RowGroup([(at, row) for (at, _), row in zip(rows, cells, strict=True)], width)
    ]


def _without_rules(lines: Numbered) -> Numbered:
    """Return the lines that are more than a border."""
    dashes = dashes_are_cells([line for _, line in lines])
    return [(at, line) for at, line in lines if not is_rule(line, dashes=dashes)]


_SIGNS = frozenset("._*?-xX")


def _with_blanks(
    rows: Numbered, cells: Sequence[Sequence[str]], size: int | None
) -> Sequence[Parts] | None:
    """Return the cells of rows whose blanks between borders are empty cells.

        | 5 3   |   7   |       |      |53 | 7 |   |
        | 6     | 1 9 5 |       |      |6  |195|   |

    Only its column shows which cell a digit is in, so the drawing has to be exact:
    all parts between borders are of one width, each digit is in a column of cells, and
    there are as many rows as cells in a row, or a multiple of them.

    Args:
        rows: The rows.
        cells: The cells of each row if no blank is one.
        size: The required size of the grids, if any.

    Returns:
        The parts of each row; None if no blank is a cell.

    Raises:
        InputError: It can as well be read with a cell a word.
    """
    bars = [bars_of(line) for _, line in rows]
    words = " ".join(bars).replace("|", " ").split()
    plain = len(cells[0]) if len(set(map(len, cells))) == 1 else 0
    alike = len({tuple(map(str.isspace, bar.strip())) for bar in bars}) == 1
    if plain == (size or len(rows)) or alike or any(map(_is_marked, words)):
        return None
    starts = all(bar.lstrip()[0] == "|" for bar in bars)
    ends = all(bar.rstrip()[-1] == "|" for bar in bars)
    parts = _parts(bars, starts=starts, ends=ends)
    if not parts:
        return None
    letters = "".join(c for row in cells for c in row if not c.isdigit())
    small = plain and len(rows) % plain == 0 and usable(plain)
    small = small and _fit(cells, plain) and plausible(letters, plain)
    stacks = len(parts[0])
    sizes = [n for n in range(len(rows), 3, -1) if len(rows) % n == 0 and usable(n)]
    sizes = [n for n in ([size] if size else sizes) if n % stacks == 0]
    found = [_in_columns(parts, n // stacks) for n in sizes]
    good = next(filter(None, found), None)
    if good is None and not small:
        raise InputError(
            f"{len(rows)} rows with blanks between borders, which do not form a grid",
            expected=". for an empty cell",
        )
    inner = slice(1 - starts, stacks - 1 + ends)
    if good is None or not any("." in part for row in good for part in row[inner]):
        return None  # where ends of rows are filled up, blanks prove nothing
    if small and not size:
        n = sum(map(len, good[0]))
        raise InputError(
            f"ambiguous: {len(rows)} rows may be boards of {plain}x{plain}, or of "
            f"{n}x{n} with blanks for empty cells",
            expected=". for an empty cell",
            hint="give the shape of the boxes with --box",
        )
    return good


def _is_marked(word: str) -> bool:
    """Whether a word has a sign for an empty cell."""
    return not _SIGNS.isdisjoint(word) or word[0] == "0" or "0" in word[1:-1]


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


def _in_columns(parts: list[list[str]], side: int) -> list[list[list[str]]]:
    """Return the cells of parts, `.` for a blank; nothing if one is off its column.

    Args:
        parts: The parts of each row, all of one width.
        side: How many cells a part has.
    """
    wide = len(parts[0][0])
    ways: list[list[list[list[str]]]] = []
    for pitch in {(wide + pad) // side for pad in (-1, 0, 1)}:
        found = [[_slots(part, side, pitch) for part in row] for row in parts]
        if all(cells for row in found for cells in row) and found not in ways:
            ways.append(found)
    return ways[0] if len(ways) == 1 else []


def _slots(part: str, side: int, pitch: int) -> list[str]:
    """Return the cells of a part, so many characters each; nothing if they do not fit.

    A blank may stand before the cells, or be missing behind them.
    """
    pad = len(part) - side * pitch
    if abs(pad) > (pitch > 1):
        return []
    text = part[pad == 1 :].ljust(side * pitch)
    cells = rows_of(text, pitch)
    words = [cell.strip() for cell in cells]
    apart = pitch == 1 or list(filter(None, words)) == part.split()
    if not apart or (pad and any(cell[-1] != " " for cell in cells)):
        return []
    return [word or "." for word in words]


def _recognises_grid(head: Head) -> Certainty:
    """Check for borders in the first block, or for gaps in their place."""
    block = head.block[:64]
    rows = [line for _, line in _without_rules([(0, line) for line in block])]
    if not rows or "," in rows[0]:
        return Certainty.NO
    barred = sum(not UPRIGHTS.isdisjoint(row) for row in rows)
    ruled = len(rows) < len(block)
    if barred * 2 > len(rows) or (ruled and len(rows) > 1 and not barred):
        return Certainty.LIKELY
    gaps = all(_are_boxes(row.split(), head.size) for row in rows)
    fits = {len("".join(row.split())) for row in rows} == {len(rows)}
    return Certainty.LIKELY if gaps and fits else Certainty.NO


def _write_grid(entry: PuzzleRecord, style: Style) -> str:
    text, geometry = str(entry.puzzle.clues), entry.puzzle.geometry
    if style.symbols is not None and geometry.size <= LONGEST_ALPHABET:
        text = drawn(geometry, line_text(entry.puzzle, style.symbols))
    return f"{text}\n"


def _write_forum(entry: PuzzleRecord, style: Style) -> str:
    text = drawn(
        entry.puzzle.geometry, line_text(entry.puzzle, style.symbols), apart=True
    )
    return f"{text}\n"


GRID = Format(
    name="grid",
    summary="rows with borders between the boxes",
    shapes=True,
    extensions=(".spf", ".ss", ".txt"),
    recognises=_recognises_grid,
    read=partial(read_rows, Layout("grid", _drawn_rows)),
    write=_write_grid,
    separator="\n",
    keeps=frozenset({"boxes"}),
    borders=True,
)

FORUM = Format(
    name="forum",
    summary="rows with blanks between the cells and borders between the boxes",
    recognises=lambda head: Certainty.NO,  # noqa: ARG005  every text is a `grid`
    read=partial(read_rows, Layout("forum", _drawn_rows)),
    write=_write_forum,
    separator="\n",
    keeps=frozenset({"boxes"}),
    borders=True,
)


def _is_debian(line: str) -> bool:
    return line.startswith("%")


def _recognises_debian(head: Head) -> Certainty:
    """Check for a title, and a possible row below it."""
    if not _is_debian(head.first) or len(head.data) < 2:
        return Certainty.NO
    below = next((line for line in head.data if not _is_debian(line)), "")
    length = len(head.first)
    if len(below) == length >= len(head.data) and plausible(head.first, length):
        return Certainty.NO  # rows with % for an empty cell
    sound = sum(mark in "0123456789.| *" for mark in below) * 2 > len(below) > 0
    return Certainty.CERTAIN if sound else Certainty.NO


def _write_debian(entry: PuzzleRecord, style: Style) -> str:
    name = "" if entry.name is None else " " + one_line(entry.name)
    return "\n".join((f"%{name}", *_text_rows(entry, style), ""))


DEBIAN = Format(
    name="debian",
    summary="`%title` and the rows below it",
    recognises=_recognises_debian,
    read=partial(
        read_rows,
        Layout(
            "debian",
            _titled_rows(_is_debian, _drawn_rows),
            starts=_is_debian,
            name_of=lambda line, _: line[1:].strip() or None,
        ),
    ),
    write=_write_debian,
    keeps=frozenset({"name"}),
    sizes=(9,),
    told=lambda entry: Told(one_line(entry.name or "") or None),
)

# cells


def _fields(lines: list[str], size: int | None) -> list[list[str]]:
    """Cut rows at the separator that they have most of.

    Nothing, `.` or `0` is an empty cell; quotes are dropped, and so is `.0` behind
    numbers, which programs write that take a column with gaps for fractions.  Numbers
    have two digits where a row has so many.

    Raises:
        InputError: Either the first or the last column may be no part of the grid.
    """
    text = "".join(lines)
    separator = max(",;\t", key=text.count)
    rows = [
        [f.strip().strip('"').strip().removesuffix(".0") for f in line.split(separator)]
        for line in lines
    ]
    if has_spare(rows, size):
        rows = [row if row[-1] else row[:-1] for row in rows]
    wide = 1 if any(map(str.isalpha, text)) else 2
    return [
        [
            f.rjust(wide if len(row) > 9 else 1, "0") if f.isdigit() else f or "."
            for f in row
        ]
        for row in rows
    ]


def _field_rows(block: Section) -> list[RowGroup]:
    """Make rows of lines with separators between the cells."""
    rows = _fields([line for _, line in block.lines], block.size)
    return [
        RowGroup([(at, row) for (at, _), row in zip(block.lines, rows, strict=True)])
    ]


# Tabs alone are a row of empty cells.
_CELLS = Layout(
    "cells", _field_rows, blank=lambda line: not line.strip(" "), cells=TableCells
)


def _recognises_cells(head: Head) -> Certainty:
    """Check for rows of short cells, as many in each."""
    text = Lines(iter([head.lines]), "")
    block = next(_blocks(_CELLS, text, 1 << 30), Section([], whole=True))
    lines = [line for _, line in block.lines]
    if not lines or all(mark not in lines[0] for mark in ",;\t"):
        return Certainty.NO
    try:
        rows = _fields(lines, head.size)
    except InputError:
        return Certainty.LIKELY
    width = _common([len(row) for row in rows])
    even = sum(len(row) == width for row in rows)
    cells = [cell for row in rows for cell in row]
    sound = sum(
        cell.isascii() and len(cell) <= 3
        if cell.isdigit()
        else len(cell) == 1 and (cell.isalpha() or cell in ".0_*?-")
        for cell in cells
    )
    if width < 4 or even * 2 < len(rows) or sound * 5 < len(cells) * 4:
        return Certainty.NO
    square = len(rows) % width == 0
    if square and head.whole and sound == len(cells) == width * len(rows):
        return Certainty.CERTAIN
    if square or len(rows) > 2:
        return Certainty.LIKELY
    letters = any(map(str.isalpha, cells))
    return Certainty.NO if letters else Certainty.POSSIBLE


def _write_cells(entry: PuzzleRecord, _: Style) -> str:
    rows = entry.puzzle.rows
    return "".join(",".join(str(v or "") for v in row) + "\n" for row in rows)


CELLS = Format(
    name="cells",
    summary="a row a line, commas or tabs between the cells",
    recognises=_recognises_cells,
    read=partial(read_rows, _CELLS),
    write=_write_cells,
    separator="\n",
    symbols=False,
    comments=False,
)

# numbers


def _words(lines: Numbered) -> list[tuple[int, list[str]]]:
    """Return the words of lines, each a cell, without borders."""
    rows = [(at, bars_of(line)) for at, line in _without_rules(lines)]
    return [(at, row.replace("|", " ").split()) for at, row in rows]


def _number_rows(block: Section) -> list[RowGroup]:
    """Make rows of numbers: a row a line, a puzzle a line, or broken anywhere.

    Raises:
        InputError: They can be rows of a large board or lines of small ones.
    """
    rows, size = _words(block.lines), block.size
    if not any(words for _, words in rows):
        raise InputError("borders alone", expected="numbers")
    widths = [len(words) for _, words in rows]
    width, total = _common(widths), sum(widths)
    even = len(set(widths)) == 1
    side = size_of(width) or 0
    if size is not None:
        as_lines, as_rows = width == size * size, even and width == size
        wrapped = block.whole and total == size * size
    else:
        boards = len(rows) % width == 0
        fit = sum(_fit([words], side) for _, words in rows)
        small = fit == len(rows) or (fit * 2 > len(rows) and not boards)
        as_lines = even and usable(side) and small
        as_rows = even and usable(width) and (boards or not as_lines)
        square = block.whole and usable(size_of(total))
        wrapped = not usable(width) or (square and len(rows) != width)
    # Columns as wide as a 16 are rows of a large board.
    wide = len(str(width))
    spread = wide > 1 and len(block.lines[0][1].strip()) > (width - 1) * (wide + 1)
    if size is None and as_lines and as_rows and not spread:
        raise InputError(
            f"ambiguous: {len(rows)} lines of {width} numbers may be boards of "
            f"{width}x{width}, a row a line, or of {side}x{side}, one a line",
            expected="a layout that has one reading",
            hint="give the shape of the boxes with --box",
        )
    if (as_lines and not as_rows) or (len(rows) == 1 and width >= 16):
        return [RowGroup([row], flat=True) for row in rows]
    return [RowGroup(rows, flat=wrapped and not as_rows and len(rows) > 1)]


def _fit(rows: Sequence[Sequence[str]], size: int) -> bool:
    """Whether no number is above `size`."""
    known = {str(digit) for digit in range(size + 1)}
    words = {word for row in rows for word in row}
    numbers = {word for word in words if word.isascii() and word.isdigit()}
    return all((number.lstrip("0") or "0") in known for number in numbers)


def _recognises_numbers(head: Head) -> Certainty:
    """Check whether the words are numbers, and their count."""
    block = head.block
    rows = [words for _, words in _words([(0, line) for line in block])]
    words = [word for row in rows for word in row]
    numerals = sum(map(is_numeral, words))
    if not words or numerals * 5 < len(words) * 4:
        return Certainty.NO
    side = size_of(len(words)) or 0
    if len(words) == len(rows):  # a word a line: numbers, or the rows of something else
        fits = usable(side) and _fit(rows, side)
        return Certainty.POSSIBLE if fits else Certainty.NO
    drawn = any(not UPRIGHTS.isdisjoint(line) for line in block)
    width, total = len(rows[0]), len(words)
    longest = sorted(map(len, words))[(total - 1) * 4 // 5]  # a few may be bad
    even = sum(len(row) == width for row in rows) * 2 > len(rows)
    required = head.size is not None and width in {head.size, head.size**2}
    short = usable(width) and longest <= len(str(width)) and len(rows) > 1
    if (even and (required or short or usable(size_of(width)))) or (
        usable(side) and head.block_ends and _fit(rows, side)
    ):
        return Certainty.POSSIBLE if drawn else Certainty.LIKELY
    enough = total >= 16 and longest <= len(str(total))
    return Certainty.POSSIBLE if enough else Certainty.NO


def _write_numbers(entry: PuzzleRecord, _: Style) -> str:
    geometry = entry.puzzle.geometry
    first = geometry.first_value
    wide = max(len(str(first)), len(str(first + geometry.size - 1)))
    texts = (
        [str(value + first - 1) if value else "." for value in row]
        for row in entry.puzzle.rows
    )
    return "".join(" ".join(text.rjust(wide) for text in row) + "\n" for row in texts)


NUMBERS = Format(
    name="numbers",
    summary="a number a cell, between blanks",
    shapes=True,
    extensions=(".txt",),
    recognises=_recognises_numbers,
    read=partial(read_rows, Layout("numbers", _number_rows, cells=TableCells)),
    write=_write_numbers,
    separator="\n",
    symbols=False,
)

# pencilmarks

_OPEN = "…"
_BRACKETS = "{}()[]<>"
_BLANKS = frozenset({".", "-", "_", "*", "?", "0"})


def _groups(line: str) -> list[list[str]]:
    """Return the words between upright borders, each a cell.

    The last group of a row that has a border in front but none behind may be cut off;
    it gets a mark that makes it no group.
    """
    parts = segments(line)
    words = [part.split() for part in parts]
    if len(parts) > 3 and usable(len(parts)) and max(map(len, words)) < 2:
        return [[part or "."] for part in parts]  # a border on each side of each cell
    text = line.strip()
    if words[-1] and text[0] in UPRIGHTS and text[-1] not in UPRIGHTS:
        words[-1][-1] += _OPEN
    return words


def _group_rows(block: Section) -> list[RowGroup]:
    """Make rows of groups; borders show the shape of the boxes."""
    rows = [(at, _groups(line)) for at, line in block.lines if not is_rule(line)]
    widths = {len(part) for _, row in rows[:1] for part in row}
    width = widths.pop() if len(widths) == 1 else None
    return [RowGroup([(at, [*chain.from_iterable(row)]) for at, row in rows], width)]


class _GroupCells(Cells):
    """Makes puzzles of groups of candidates."""

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the puzzle of a group for each cell.

        Raises:
            InputError: A group is not one of candidates; names the cell.
        """
        symbols = reaching(self.symbols, geometry, InputError)
        digits = symbols.readable(geometry.size)
        masks: list[int] = []
        for at, group in enumerate(cells):
            found = {digits.get(mark, 0) for mark in group.strip(_BRACKETS)}
            if not found or 0 in found or len(found) < len(group.strip(_BRACKETS)):
                raise InputError(
                    f"'{printable(group)}' is not a group of candidates",
                    expected=f"each digit that the cell may hold once, side by side: "
                    f"{symbols.expected(geometry.size).partition(',')[0]}",
                    cell=geometry.place_of(at),
                )
            masks.append(mask_of([*found]))
        if self.symbols is not None:
            geometry = geometry.with_symbols(self.symbols)
        return Puzzle.of_candidates(geometry, masks)


def _recognises_pencilmarks(head: Head) -> Certainty:
    """Check for rows of groups that cannot be numbers."""
    block = head.block[:32]
    drawn = block[:1] != [] and block[0].lstrip().startswith(".-") and is_rule(block[0])
    if drawn:
        block = head.data  # the first puzzles may be solved
    lines = [line for line in block if not is_rule(line)]
    rows = [[*chain.from_iterable(_groups(line))] for line in lines]
    size = _common([len(row) for row in rows])
    even = sum(len(row) == size for row in rows)
    symbols = usual(size)
    if len(rows) < 2 or size < 4 or even * 2 < len(rows) or not symbols:
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


PENCILMARKS = Format(
    name="pencilmarks",
    summary="rows of groups of candidates, with borders between the boxes",
    extensions=(".txt",),
    recognises=_recognises_pencilmarks,
    read=partial(read_rows, Layout("pencilmarks", _group_rows, cells=_GroupCells)),
    write=_write_pencilmarks,
    separator="\n",
    keeps=frozenset({"candidates", "boxes"}),
    borders=True,
    lone_clues=True,
)

# markdown


def _table_rows(block: Section) -> list[RowGroup]:
    """Make rows of a table: a heading, a line of dashes, and the rows below them.

    The line above the dashes is the first row if there is one row less below them than
    columns, unless it is empty or counts the columns.

    Raises:
        InputError: There is no line of dashes.
    """
    (start, heading), *below = block.lines
    if not below or not _is_dashes(below[0][1]):
        raise InputError("a table without a line of dashes below its heading")
    rows = [(at, _bare_cells(line)) for at, line in below[1:]]
    first, columns = _bare_cells(heading), len(segments(below[0][1]))
    counts = [str(column) for column in range(1, len(first) + 1)]
    if len(rows) == columns - 1 and first != counts and set(first) != {"."}:
        rows.insert(0, (start, first))
    if not rows:
        raise InputError("no rows below the dashes", expected=f"{columns}")
    return [RowGroup(rows, start=start)]


def _bare_cells(line: str) -> list[str]:
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


def _write_markdown(entry: PuzzleRecord, _: Style) -> str:
    size = entry.puzzle.geometry.size
    wide = len(str(size))
    heading = f"| {' ' * wide} " * size + "|"
    rule = ("|" + "-" * (wide + 2)) * size + "|"
    rows = (
        "".join(f"| {str(value or '').rjust(wide)} " for value in row) + "|"
        for row in entry.puzzle.rows
    )
    return "\n".join((heading, rule, *rows, ""))


MARKDOWN = Format(
    name="markdown",
    summary="a table of Markdown",
    extensions=(".md",),
    recognises=_recognises_markdown,
    read=partial(
        read_rows,
        Layout(
            "markdown",
            _table_rows,
            blank=lambda line: "|" not in line,
            cells=TableCells,
        ),
    ),
    write=_write_markdown,
    separator="\n",
    symbols=False,
    comments=False,
)
