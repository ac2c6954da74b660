"""From lines to the cells of boards: every way in which text is laid out.

Each function here takes lines that belong together and yields the boards that they may
be.  None decides: `layouts.py` takes all that come out, and demands one result.

    rows       n lines of n characters, with any blanks and bars between
    fields     n lines of n numbers or candidates; or all on a line; or wrapped
    columns    blanks are empty cells, so that only the column tells the cell
    words      a puzzle on each line, with a name beside it
    lists      rows in brackets, as JSON, Python, NumPy, C, Prolog, MATLAB and R do
    marks      cells of several lines, each candidate at its own place of the cell

    rule       a line of dashes between two rows;  bar: `|` within a row
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError, counted, printable
from satdoku.puzzle.cells import (
    BLANK_SIGNS,
    LONG,
    Board,
    CellOptions,
    Line,
    Row,
    wrong_count,
)
from satdoku.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    Shape: TypeAlias = "Callable[[list[Line], Tries], Iterator[list[Board]]]"

_BAR_SIGNS = "|│┃║!¦:┆┇┊┋╎╏｜"  # noqa: RUF001  the wide one, too
BARS = re.compile(f"[{_BAR_SIGNS}]")
NO_SIGN = re.compile(rf"[\s{_BAR_SIGNS}\ufeff]+")
_WORD = re.compile(rf"[^\s{_BAR_SIGNS}]+")
_HEAVY = re.compile("[┃║]")
_TO_NOTHING = {ord(sign): None for sign in f" \t{_BAR_SIGNS}\ufeff"}
_RULE = re.compile(r"[\s|!:+.,'`´*=_~─-╿-]+")  # noqa: RUF001  this accent, too
DRAWN = re.compile(r"[-=_*~]{2}|[-=]\+|(?:[-=]\|){2}|:-+:?\||[─━═┄┅┈┉╌╍┌-╋╒-╬]{2}")
_NINE = Geometry(9, 9)
_ENDINGS = frozenset(",;\\+")
"""What rows end in that stand in the text of a program."""
_LEAST = 16
_LEAST_CELL = 4
"""Characters of a word for an empty cell, which a cell has at least room for."""
_MOST_LINES = 625
"""Cells of a grid at most that is written a cell a line."""
_ALPHABET = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NO_CLUES = frozenset(("", *".0_*?xX-"))
"""Texts of cells that hold no clue, for certain."""
_MARK_BOXES = ((2, 2), (2, 3), (3, 3), (4, 4))
"""The boxes, height and width, in which the candidates of a cell are drawn."""
_LETTER, _THIRD = (60, 80), 27
"""Characters after which programs for mail break a line, or people do."""
_NO_MARK = " .·-_"
_NO_MARKS = str.maketrans("", "", _NO_MARK)


@dataclass(slots=True)
class Tries:
    """How a block is read, and why shapes did not fit it, with how far they came.

    Far: 1 the number of cells is wrong, 2 a row is, 3 a cell is.
    """

    options: CellOptions
    misses: list[tuple[int, InputError]] = field(default_factory=list)

    def miss(
        self,
        far: int,
        what: str,
        line: int,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        """Keep the reason why a shape does not fit."""
        error = InputError(what, expected=expected, hint=hint, line=line)
        self.misses.append((far, error))


@lru_cache(maxsize=256)
def is_rule(text: str) -> bool:
    """Whether a line is drawn between rows: dashes, corners and bars alone.

    Example:
        >>> is_rule("---+---+---"), is_rule("...|...|..."), is_rule("╔═══╦═══╗")
        (True, False, True)
    """
    if text[:1].isalnum() or text[-1:].isalnum():
        return False
    return bool(_RULE.fullmatch(text) and DRAWN.search(text))


def segments(text: str) -> list[str]:
    """Cut a row at its bars, without those at its ends.

    Example:
        >>> segments("| 5 3 . | . 7 . |")
        ['5 3 .', '. 7 .']
    """
    parts = [part.strip() for part in BARS.split(text.strip())]
    return parts[len(parts) > 1 and not parts[0] : len(parts) - (not parts[-1])]


def _boards(
    layout: str, rows: list[Row], tries: Tries, parts: int = 1
) -> Iterator[list[Board]]:
    """Boards from rows of cells: n rows of n cells, or a whole board in each row.

    Bars that cut rows into parts of several cells draw the boxes.  Rows with bars, or
    with columns as wide as numbers of two digits, are those of one board.
    """
    options = tries.options
    _refuse_heading(rows)
    beside = _of_two_grids(layout, rows, options)
    if beside is not None:
        yield [beside]
        return
    lengths = [len(row.cells) for row in rows]
    width = Counter(lengths).most_common(1)[0][0]
    if lengths.count(width) != len(lengths):
        _miss_lengths(layout, rows, width, tries)
        return
    shape, whole = options.of_size(width), options.of_cells(width)
    height = shape.rows if shape else width
    start = rows[0].line.number
    if shape and len(rows) % height == 0:
        if options.geometry is None and 1 < parts < width and width % parts == 0:
            shape = Geometry.of_box(parts, width // parts)
        boards = [
            Board(layout, rows[at : at + height], shape)
            for at in range(0, len(rows), height)
        ]
        if shape.box_height > 1:
            _refuse_headings([board.rows for board in boards])
        yield boards
    elif width > 3 and (len(rows) > 1 or not whole):
        if len(rows) == width:
            _refuse_headings([rows])
        far = 2 - _may_be_words(layout, rows, width)
        _miss_rows(tries, len(rows), width, start, far)
    wide = width > 9 and all(
        len(row.line.text.strip()) > (width - 1) * (len(str(width)) + 1) for row in rows
    )
    if whole and (len(rows) == 1 or not (wide or parts > 1)):
        yield [Board("line", [row], whole) for row in rows]


def _of_two_grids(layout: str, rows: list[Row], options: CellOptions) -> Board | None:
    """Return the puzzle that stands beside its solution; None if there are not both.

    Raises:
        InputError: There are two grids side by side, but not a puzzle and its solution.
    """
    size = len(rows)
    shape = options.of_size(size) if size > 3 else None
    if shape is None or any(len(row.cells) != 2 * size for row in rows):
        return None
    halves = [
        [row._replace(cells=row.cells[at : at + size]) for row in rows]
        for at in (0, size)
    ]
    texts = [[cell for row in half for cell in row.cells] for half in halves]
    is_open = [any(not cell or cell in _NO_CLUES for cell in text) for text in texts]
    agree = all(
        first == second or not {first, second}.isdisjoint(_NO_CLUES)
        for first, second in zip(*texts, strict=True)
    )
    if is_open[0] == is_open[1] or not agree:
        raise InputError(
            f"{size} rows of {2 * size} cells: two grids side by side?",
            expected="one grid, or one below the other",
            line=rows[0].line.number,
        )
    return Board(layout, halves[is_open[1]], shape)


def _refuse_heading(rows: list[Row]) -> None:
    """Raise an error if a row too many, or a column too many, counts.

    Raises:
        InputError: The first row or the first column does.
    """
    size = len(rows) - 1
    first, others = rows[0].cells, {len(row.cells) for row in rows[1:]}
    count, where = None, "row"
    if len(first) == size > 3 and others in ({size}, {size + 1}):
        count = _count_of(first)
    elif others == {len(rows) + 1} == {len(first)} and len(rows) > 3:
        size, where = len(rows), "column"
        count = _count_of([row.cells[0] for row in rows])
    if count is not None:
        raise _heading(f"the first {where} counts {count}", size, rows)


def _heading(what: str, size: int, rows: Sequence[Row]) -> InputError:
    """Return the error that cells beside a grid may be headings."""
    return InputError(
        f"ambiguous: {what}: headings?",
        expected=f"the cells of a {size}x{size} grid alone",
        hint="remove the headings",
        line=rows[0].line.number,
    )


_CUT = "the cells behind the last one may be missing"


def _miss_lengths(layout: str, rows: list[Row], width: int, tries: Tries) -> None:
    """Say which row has not the usual number of cells, or that rows have labels.

    Programs cut empty cells off at the ends of rows: where commas or tabs cut as many
    cells as there are rows from the longest, that is the number.

    Raises:
        InputError: The first column counts.
    """
    lengths, size = [len(row.cells) for row in rows], len(rows)
    labels = [row.cells[0] for row in rows if row.cells]
    down = _count_of(labels) if width == size + 1 == len(labels) + 1 > 4 else None
    if down is not None:
        what = f"the first column counts {down}"
        raise _heading(what, size, rows)
    hint = "write . for an empty cell"
    usual = lengths.count(width)
    is_cut = max(lengths) == size or (max(lengths) < size and 2 * usual <= size)
    if layout == "cells" and is_cut and size > 3 and tries.options.of_size(size):
        width, hint = size, _CUT
    at = next(at for at, length in enumerate(lengths) if length != width)
    what = f"row {at + 1} has {counted(lengths[at], 'cell')}"
    are_cells = layout == "cells" or _mark_of([row.line for row in rows]) is None
    far = 2 if are_cells and not _may_be_words(layout, rows, width, usual) else 1
    tries.miss(far, what, rows[at].line.number, str(width), hint)


def _may_be_words(layout: str, rows: list[Row], width: int, usual: int = 0) -> bool:
    """Whether what is cut into characters is rather numbers.

    Few rows are equally wide (`usual`), or there are fewer rows, or more, than that.
    """
    is_cut = layout in ("rows", "grid") and any(" " in row.line.text for row in rows)
    is_odd = 0 < 2 * usual <= len(rows) or abs(width - len(rows)) > 1
    return is_cut and is_odd


def _miss_rows(tries: Tries, height: int, width: int, line: int, far: int) -> None:
    """Say what is wrong with so many rows of so many cells."""
    shape, what = tries.options.geometry, f"{counted(height, 'row')} of {width} cells"
    if height == 1:
        error = wrong_count(width, tries.options)
        tries.misses.append((1, error.at(line=line)))
    elif shape is not None:
        expected = f"{shape.rows} rows of {shape.columns}"
        tries.miss(1 + (shape.columns == width), what, line, expected)
    elif tries.options.of_size(width):
        tries.miss(far, what, line, f"{width} rows")
    elif height == width or width > 3:
        sizes = "4x4, 6x6, 8x8, 9x9, 10x10, 12x12, 15x15, 16x16, 25x25 ..."
        hint = f'give the shape of the boxes (geometry="1x{width}")'
        is_square = height == width
        if is_square:
            what = f"{width}x{width} cells, which cannot be cut into boxes"
        tries.miss(
            1 + is_square, what, line, f"one of {sizes}", hint if is_square else None
        )


def _parts_of(lines: Sequence[Line]) -> int:
    """Into how many parts bars cut most rows; heavy bars alone, where there are any."""
    heavy = all(_HEAVY.search(line.text) for line in lines)
    bars = _HEAVY if heavy else BARS
    if not heavy and not any(bars.search(line.text) for line in lines):
        return 1
    counts = Counter(
        sum(bool(part.strip()) for part in bars.split(line.text)) for line in lines
    )
    return counts.most_common(1)[0][0]


def rows_of_characters(lines: list[Line], tries: Tries) -> Iterator[list[Board]]:
    """Rows of n characters, n of them or all on a line; blanks and bars between."""
    rows = _without_ends(
        [Row(line.text.translate(_TO_NOTHING), line) for line in lines], tries.options
    )
    parts = _parts_of(lines)
    if parts > 1:
        layout = "grid"
    else:
        apart = any(" " in line.text.strip() for line in lines)
        layout = (
            "numbers"
            if apart
            and all(
                len(line.text.split()) == len(row.cells)
                for line, row in zip(lines, rows, strict=True)
            )
            else "rows"
        )
    for boards in _boards(layout, rows, tries, parts):
        if boards[0].layout != "line":
            yield boards
            continue
        groups = {len(g) for line in lines for g in NO_SIGN.split(line.text) if g}
        if len(groups) == 1:
            yield [_candidates(board, tries.options) or board for board in boards]


def _without_ends(rows: list[Row], options: CellOptions) -> list[Row]:
    """Return rows without the one sign, of no other use, in which they all end.

    Where rows of these cells alone are a board.
    """
    end, width = rows[0].cells[-1:], len(rows[0].cells) - 1
    if (
        not end
        or end not in _ENDINGS
        or options.of_size(width) is None
        or len(rows) % width
    ):
        return rows
    texts = [str(row.cells) for row in rows]
    if any(text[-1:] != end or end in text[:-1] for text in texts):
        return rows
    return [
        row._replace(cells=text[:-1]) for row, text in zip(rows, texts, strict=True)
    ]


def _mark_of(lines: Sequence[Line]) -> str | None:
    """The sign between the fields of all lines; None for blanks.

    Tabs alone in front of rows are an indent.
    """
    for mark in ",;":
        if all(mark in line.text for line in lines):
            return mark
    are_fields = all("\t" in line.text for line in lines)
    texts = [line.text.lstrip("\t") for line in lines]
    indent = not any("\t\t" in text or "\t" in text.strip() for text in texts)
    return "\t" if are_fields and not indent else None


def _fields(line: Line, mark: str | None = None) -> Row:
    """A cell for each field between two marks, or for each word."""
    if mark is None:
        return Row([word.strip("\"'") for word in _WORD.findall(line.text)], line)
    return Row([text.strip(" \"'\t") for text in line.text.split(mark)], line)


def rows_of_fields(lines: list[Line], tries: Tries) -> Iterator[list[Board]]:
    """Rows of n numbers or candidates, n of them or all on a line; or wrapped.

    Between commas, nothing is an empty cell; a comma at the end of every row ends it,
    unless nothing stands for an empty cell elsewhere, too.  What wraps has no bars, and
    its lines are equally long except the last.
    """
    mark, options = _mark_of(lines), tries.options
    rows = [_fields(line, mark) for line in lines]
    layout = "cells" if mark else "numbers"
    if BARS.match(lines[0].text.strip()):
        ended = [bool(BARS.match(line.text.rstrip()[-1:])) for line in lines]
        if any(ended) and not all(ended):
            line = lines[ended.index(False)].number
            tries.miss(2, "a row without its last border", line, "that border")
            return
    if mark is None:
        _miss_tabs(lines, tries)
    ways = [rows]
    if mark:
        ways += [*_without_spare(rows, options), *_without_gaps(rows, options)]
    for fields in ways:
        for boards in _boards(layout, fields, tries, _parts_of(lines)):
            yield [board._replace(layout=layout) for board in boards]
    if len(rows) == 1 or any(BARS.search(line.text) for line in lines):
        return
    count, first = sum(len(row.cells) for row in rows), len(rows[0].cells)
    shape = options.of_cells(count)
    even = all(len(row.cells) == first for row in rows[:-1])
    even = even and len(rows[-1].cells) <= first
    even = even and lines[-1].number - lines[0].number < len(lines)
    apart = first >= LONG and options.of_cells(first)
    tall = first == 1 and count > _MOST_LINES
    longest = max(len(cell) for row in rows for cell in row.cells) if shape else 0
    is_wide = shape is not None and longest > max(shape.size, _LEAST_CELL)
    if shape and (even or options.geometry) and not (apart or tall or is_wide):
        yield [Board(layout, rows, shape)]


def _miss_tabs(lines: list[Line], tries: Tries) -> None:
    """Say which row of a sheet lacks cells, where rows of one cell have no tab."""
    size, counts = len(lines), [line.text.count("\t") + 1 for line in lines]
    are_cut = 1 in counts and 2 * counts.count(1) <= size and max(counts) <= size
    if size > 3 and are_cut and tries.options.of_size(size):
        at = next(at for at, count in enumerate(counts) if count < size)
        what = f"row {at + 1} has {counted(counts[at], 'cell')}"
        tries.miss(2, what, lines[at].number, str(size), _CUT)


def _without_spare(rows: list[Row], options: CellOptions) -> Iterator[list[Row]]:
    """Yield rows without an empty field at an end of all, which is perhaps no cell.

    Where rows of n + 1 fields could be cells as well and n is no square (eight rows of
    nine), rows have more likely been cut off.
    """
    size = len(rows[0].cells) - 1
    if size < 4 or any(len(row.cells) != size + 1 or row.cells[-1] for row in rows):
        return
    whole = all(cell for row in rows for cell in row.cells[:-1])
    if whole or not options.of_size(size + 1) or isqrt(size) ** 2 == size:
        yield [row._replace(cells=row.cells[:-1]) for row in rows]
        if not any(row.cells[0] for row in rows):
            yield [row._replace(cells=row.cells[1:]) for row in rows]


def _without_gaps(rows: list[Row], options: CellOptions) -> Iterator[list[Row]]:
    """Yield rows without the empty columns and rows that stand between boxes.

    None where rows may be those of a grid with these columns, or are not as many.
    """
    size = len(rows[0].cells)
    if options.of_size(size) or any(len(row.cells) != size for row in rows):
        return
    gaps = [at for at in range(size) if not any(row.cells[at] for row in rows)]
    shape = options.of_size(size - len(gaps))
    filled = [row for row in rows if any(row.cells)]
    if shape is None or len(filled) != shape.rows:
        return
    width, high = shape.box_width, shape.box_height
    if gaps == [*range(width, size, width + 1)] and all(
        any(row.cells) or at % (high + 1) == high for at, row in enumerate(rows)
    ):
        places = [at for at in range(size) if at not in gaps]
        yield [row._replace(cells=[row.cells[at] for at in places]) for row in filled]


def _refuse_headings(boards: Iterable[Sequence[Row]]) -> None:
    """Raise an error if the first row and the first column of a board count.

    Raises:
        InputError: They do, from an empty corner; as clues they would clash.
    """
    for rows in boards:
        cells = [row.cells for row in rows]
        if len(cells) < 5 or cells[0][0] not in {"", ".", "0", "_", "-", "*"}:
            continue
        across = _count_of(cells[0][1:])
        down = _count_of([row[0] for row in cells[1:]])
        if across and down:
            what = f"the first row counts {across} and the first column {down}"
            raise _heading(what, len(cells) - 1, rows)


def _count_of(cells: Sequence[str]) -> str | None:
    """Say how far cells count, from 1, 0 or A; None if they do not count."""
    size = len(cells)
    if all(cell[:1] in "rR" for cell in cells):  # R1, R2, ...
        cells = [cell[1:] for cell in cells]
    elif all(len(cell) > 1 and cell[-1] in ".):" for cell in cells):
        cells = [cell[:-1] for cell in cells]
    for first in (1, 0):
        if [cell.lstrip("0") or "0" for cell in cells] == [
            str(first + at) for at in range(size)
        ]:
            return f"{first} to {first + size - 1}"
    letters = [cell.upper() for cell in cells]
    return f"A to {letters[-1]}" if letters == list(_ALPHABET[9 : 9 + size]) else None


def columns(lines: list[Line], tries: Tries) -> Iterator[list[Board]]:
    """Rows whose empty cells are blanks, so that only the column tells the cell.

    A part between two bars is a cell; or parts are equally wide, a cell is a fixed
    share of each, and all texts stand at the same place of their cells.  Without bars,
    each line has exactly n characters.
    """
    if not any(" " in line.text for line in lines):
        return
    drawn = _cut_at_bars(lines)
    if drawn is None:
        return
    options, parts = tries.options, drawn.parts
    count, width = len(parts[0]), drawn.width
    if drawn.bars and options.of_size(count) and len(lines) % count == 0:
        cells = [[text.strip() for text in part] for part in parts]
        rows = [Row(row, line) for line, row in zip(lines, cells, strict=True)]
        yield from _boards("grid", rows, tries)
    if not drawn.bars and options.of_size(width) and len(lines) % width == 0:
        _miss_short(lines, width, tries)
    starts = {text.index(t) for part in parts for text in part for t in text.split()}
    for size in range(2 * count, len(lines) + 1, count) if count else ():
        shape = options.of_size(size)
        if not shape or len(lines) % shape.rows:
            continue
        if len(starts) == 1 if drawn.bars else width != size:
            continue
        ways = [*_fixed_columns(drawn, size // count)]
        for rows in ways:
            yield from _boards("grid" if drawn.bars else "rows", rows, tries, count)
        if ways:
            return


class _Drawn(NamedTuple):
    """Lines that are cut at their bars.

    Args:
        lines: The lines.
        parts: The parts of each, without the empty ones outside of a border.
        bars: Whether there are bars.
        closed: Whether there is a border at the left.
        ended: Whether there is one at the right.
        width: The characters of the longest part.
    """

    lines: list[Line]
    parts: list[list[str]]
    bars: bool
    closed: bool
    ended: bool
    width: int


def _cut_at_bars(lines: list[Line]) -> _Drawn | None:
    """Cut lines at their bars; None if they have not equally many."""
    parts = [BARS.split(line.text) for line in lines]
    count = len(parts[0])
    bars = count > 1
    if any(len(part) != count for part in parts):
        return None
    closed = bars and not any(part[0].strip() for part in parts)
    ended = bars and not any(part[-1].strip() for part in parts)
    parts = [part[closed : count - ended] for part in parts]
    width = max((len(text) for part in parts for text in part), default=0)
    return _Drawn(lines, parts, bars, closed, ended, width)


def _miss_short(lines: list[Line], width: int, tries: Tries) -> None:
    """Say which line ends early, if one does: blanks at its end may be lost."""
    short = [line for line in lines if len(line.text) < width]
    if short:
        expected = "lines of equal length, blanks at their ends included"
        hint = "write . for an empty cell"
        tries.miss(3, "ambiguous blanks", short[0].number, expected, hint)


def _fixed_columns(drawn: _Drawn, share: int) -> Iterator[list[Row]]:
    """Yield the rows of all ways to cut each part into so many cells of one width."""
    width = drawn.width
    widths = (width,) if drawn.closed or not drawn.bars else (width, width + 1)
    for each, lead, slack in product(widths, (0, 1), (0, 1)):
        step, odd = divmod(each - lead + slack, share)
        if odd or (lead and slack) or not step:
            continue
        rows = _cut_columns(drawn, each, lead, step, share)
        if rows:
            yield rows


def _cut_columns(
    drawn: _Drawn, width: int, lead: int, step: int, share: int
) -> list[Row] | None:
    """Cut each part into cells of `step` characters; None if a text is off its place.

    Cells of one character behind a blank are believed only where two texts touch.
    Outer parts without a border may lack their outer blanks.  A row that ends early has
    empty cells there only if empty cells are blank elsewhere.
    """
    lines, parts = drawn.lines, drawn.parts
    touch = any(len(t) > 1 for part in parts for text in part for t in text.split())
    if step == 1 and lead and not touch:
        return None
    rows, starts, ends, short = [], set(), set(), False
    even = len({len(part[0]) for part in parts}) == 1
    for line, part in zip(lines, parts, strict=True):
        left = width if even and drawn.bars and not drawn.closed else 0
        right = width if drawn.bars and not drawn.ended else 0
        padded = [part[0].rjust(left), *part[1:]]
        padded[-1] = padded[-1].ljust(right)
        short |= len(part[-1].rstrip()) + step < width
        if any(len(text) != width or text[:lead].strip() for text in padded):
            return None
        row = []
        for text in padded:
            for at in range(lead, lead + share * step, step):
                piece = text[at : at + step]
                if piece.strip():
                    starts.add(len(piece) - len(piece.lstrip()))
                    ends.add(len(piece.rstrip()))
                row.append(piece.strip())
        rows.append(Row(row, line))
    cells = [cell for row in rows for cell in row.cells]
    if min(len(starts), len(ends)) != 1 or any(" " in cell for cell in cells):
        return None
    signs = any(cell in BLANK_SIGNS for cell in cells)
    if signs and len(parts[0]) == 1:
        return None
    return rows if not short or cells.count("") > len(rows) else None


def wrapped(lines: list[Line], tries: Tries) -> Iterator[list[Board]]:
    """A puzzle on a line that was broken into three of 27, or by a program for mail.

    Other lengths may be those of the rows of a band.
    """
    texts = [line.text.strip() for line in lines]
    if len(texts) == 3:  # perhaps with blanks between the rows
        texts = [NO_SIGN.sub("", text) for text in texts]
    first, last = len(texts[0]), len(texts[-1])
    shape = tries.options.of_cells(sum(map(len, texts)))
    if shape is None or len(texts) < 2 or {*map(len, texts[:-1])} != {first}:
        return
    is_letter = _LETTER[0] <= first <= _LETTER[1] and 3 <= last <= first
    is_third = first == last == _THIRD and len(texts) == 3
    if (is_third or is_letter) and all(map(_is_cells, texts)):
        rows = [Row(text, line) for text, line in zip(texts, lines, strict=True)]
        yield [Board("line", rows, shape)]


# A puzzle on a line


def words(lines: list[Line], tries: Tries) -> Iterator[list[Board]]:
    """A puzzle on each line: a word of 16, 36, 81 … characters, and a name beside."""
    boards = []
    for line in lines:
        board = line_board(line, tries.options)
        if board is None:
            return
        boards.append(board)
    yield boards


_PIECE = re.compile(r"[^\s,;|:=\"'“”`()\[\]{}]+")
_BEHIND = re.compile(r"[\t|#]|\s{2,}|(?<=[\s,;])(?=\d*[^\s,;\d_.*?-]|\d+\.\d)")
_JOINTS = ("\\n", "/", ";", "|", ",")
_LABEL = re.compile(r"\s*([^\W\d_][^:=|]{0,60}?)\s*[:=]\s*(?=\S)|\s*(\d{1,6}[.):])\s+")
_ADDRESS = 200
"""Characters of an address before the last word in it."""
_NAME = re.compile(r"[^\W\d_]")
_BLANK_ENDS, _QUOTES = " \t,;|:=#", "\"'“”"
_ENDS = _BLANK_ENDS + _QUOTES


def line_board(line: Line, options: CellOptions, least: int = _LEAST) -> Board | None:
    """The puzzle of one line, a word or numbers; the rest of the line is its name.

    Raises:
        InputError: It seems to be one, but is none.
    """
    return (
        _word_board(line, options, least)
        or _joined_board(line, options)
        or _groups_board(line, options)
        or _numbers_board(line, options)
    )


def _joined_board(line: Line, options: CellOptions) -> Board | None:
    r"""Rows joined by `/`, `;`, `|` or a written `\n`."""
    for mark in _JOINTS:
        if line.text.count(mark) > 2:
            text = line.text.strip().strip(mark)
            parts = [part.strip() for part in text.split(mark)]
            shape = options.of_size(len(parts[0]))
            if shape and {len(part) for part in parts} == {len(parts)}:
                return Board("line", [Row(part, line) for part in parts], shape)
    return None


def _groups_board(line: Line, options: CellOptions) -> Board | None:
    """A board whose rows stand side by side, a name behind them."""
    words = [*_WORD.finditer(line.text)]
    size = len(words[0][0]) if words else 0
    rows, behind = words[:size], words[size:]
    is_named = bool(behind) and _NAME.search(behind[0][0])
    shape = options.of_size(size) if is_named else None
    even = {len(row[0]) for row in rows} == {size} and len(rows) == size
    is_open = any(not BLANK_SIGNS.isdisjoint(row[0]) for row in rows)
    if shape is None or not even or not is_open:
        return None
    name = line.text[behind[0].start() :].strip(_ENDS)
    cells = [Row(row[0], line, row.start()) for row in rows]
    return Board("line", cells, shape, name)


def _long_words(
    line: Line, options: CellOptions, least: int
) -> list[re.Match[str]] | None:
    """The words of a line with a right length; None if cells have a wrong one."""
    words = []
    for word in _PIECE.finditer(line.text):
        text, count = word[0], len(word[0])
        is_short = count < (LONG if word.start() else least)
        if options.geometry is not None and options.geometry.cells < _LEAST:
            is_short = False
        around = line.text[max(word.start() - _ADDRESS, 0) : word.end()]
        is_address = "://" in around and "://" in around.rsplit(None, 1)[-1]
        if is_address or (is_short and (count < _LEAST or not _is_cells(text))):
            continue
        if options.of_cells(count) or _side_of(count):
            words.append(word)
        elif not _is_prose(text):
            return None
    return words


def _word_board(line: Line, options: CellOptions, least: int) -> Board | None:
    """Of two words with a right length the one with empty cells is the puzzle."""
    words = _long_words(line, options, least) or []
    if len(words) > 1:
        words.sort(key=lambda word: not set(word[0]) & BLANK_SIGNS)
        if all(set(word[0]) & BLANK_SIGNS for word in words[:2]):
            raise InputError("two puzzles on a line", expected="one", line=line.number)
    for word in words[:1]:
        text, start = word[0], word.start()
        shape = options.of_cells(len(text))
        before, behind = line.text[:start], line.text[word.end() :].strip(_BLANK_ENDS)
        if behind[:1] in _QUOTES:
            behind = behind.strip(_ENDS)
        title = f"{before.strip(_ENDS)} {behind}".strip()
        name = title if any(map(str.isalnum, title)) else None
        board = Board("line", [Row(text, line, start)], shape or _NINE, name)
        candidates = _candidates(board, options)
        if candidates is not None:
            return candidates
        if shape and (not name or len(text) >= LONG or _NAME.search(name)):
            return board
    return None


def _candidates(board: Board, options: CellOptions) -> Board | None:
    """Return a line as candidates, where each sign is that of its place or a blank.

    64, 512 and 729 signs may be a grid as well: with a candidate in more than half of
    the cells it would have one digit many times in a column.

    Raises:
        InputError: Nobody can tell, or a sign is in another place.
    """
    (row,) = board.rows
    text, is_sukaku = row.cells, options.layout == "sukaku"
    side = _side_of(len(text))
    shape = options.of_size(side) if side else None
    if side is None or shape is None or not isinstance(text, str):
        return None
    if options.layout == "line":
        return None
    bad = [
        at
        for at, sign in enumerate(text)
        if sign not in ".0" and sign.upper() != _ALPHABET[at % side]
    ]
    many = side * side
    signs = len(text) - text.count(".") - text.count("0")
    if bad and (is_sukaku or (side == 9 and len(bad) * 10 <= signs)):
        cell, place = divmod(bad[0], side)
        raise InputError(
            f"'{printable(text[bad[0]])}' in the place of candidate {place + 1}",
            expected=f"{place + 1}, or . or 0",
            line=row.line.number,
            column=row.start + bad[0] + 1,
            cell=shape.place_of(cell),
        )
    if bad or not signs:
        return None
    marks = [
        text[at : at + side].replace(".", "").replace("0", "")
        for at in range(0, len(text), side)
    ]
    held = sum(map(bool, marks))
    if options.of_cells(len(text)) and not is_sukaku and 2 * held <= many:
        if 4 * held <= many:
            return None
        raise InputError(
            f"ambiguous: {len(text)} characters may be a grid, or candidates of a "
            f"grid of {side}x{side}",
            hint='choose with format="line" or format="sukaku"',
            line=row.line.number,
        )
    return Board("sukaku", [Row(marks, row.line)], shape, board.name)


def _is_prose(text: str) -> bool:
    """Whether a long word is surely no row of cells: small letters and no digit."""
    letters = set(filter(str.islower, text))
    return len(letters) > 2 and not re.search(r"[\d.*_?]", text)


def _is_cells(text: str) -> bool:
    """Whether a word has signs of cells alone, some of them digits."""
    return bool(re.fullmatch(r"[\d.*_?xX-]+", text) and re.search(r"[1-9]", text))


def _numbers_board(line: Line, options: CellOptions) -> Board | None:
    """Numbers, one puzzle a line: what stands before a colon or behind is the name."""
    label = _LABEL.match(line.text)
    start = label.end() if label else 0
    text = line.text[start:]
    if " " not in text and "," not in text and "\t" not in text and ";" not in text:
        return None
    head = _BEHIND.split(text, maxsplit=1)[0]
    for mark in (",", ";"):
        head = head.replace(mark, " ")
    cells = head.split()
    count, least = len(cells), _LEAST if label else LONG
    shape = options.of_cells(count)
    if not shape or count < least or (len(head) == len(text) and not label):
        return None
    name = text[len(head) :].strip(_ENDS)
    if len(name.split()) > 2 and not _NAME.search(name):
        return None
    if label:
        name = f"{(label[1] or label[2]).strip(_ENDS)} {name}".strip()
    return Board("numbers", [Row(cells, line, start)], shape, name or None)


def _side_of(count: int) -> int | None:
    """The size of a grid with so many candidates."""
    side = round(count ** (1 / 3))
    return side if side**3 == count and 4 <= side <= 35 else None


# Lists

_GROUP = re.compile(r"[\[{(]([^\[\]{}()]*)[\]})]")


def list_rows(text: str, first: int) -> list[Row]:
    """The rows of a list: what stands between two brackets, or their semicolons.

    Args:
        text: The lines between two brackets that belong together.
        first: The number of their first line.
    """
    rows, number, last = [], first, 0
    for group in _GROUP.finditer(text):
        start = group.start(1)
        # MiniZinc has bars around its rows.
        for part in group[1].split("|" if group[1].startswith("|") else ";"):
            begin = start + len(part) - len(part.lstrip())
            number += text.count("\n", last, begin)
            last = begin
            start += len(part) + 1
            cells = _items(part)
            prose = all(re.fullmatch(r"[A-Za-z]{2,}\W?", cell) for cell in cells)
            if len(cells) >= 3 and not prose:
                line_start = text.rfind("\n", 0, begin) + 1
                line_end = text.find("\n", begin)
                whole = text[line_start : line_end if line_end >= 0 else len(text)]
                rows.append(Row(cells, Line(number, whole), begin - line_start))
    lengths = [len(row.cells) for row in rows]
    least = 3 if 2 * lengths.count(4) > len(lengths) else 4
    return [row for row in rows if len(row.cells) >= least]


def lists(text: str, first: int, tries: Tries) -> Iterator[list[Board]]:
    """Boards of the rows of a list; or one of texts, a row each."""
    rows = list_rows(text, first)
    lengths = {len(cell) for row in rows for cell in row.cells}
    if len(lengths) == 1 and max(lengths) > 3:
        rows = [Row(cell, row.line, row.start) for row in rows for cell in row.cells]
    for boards in _boards("cells", rows, tries) if rows else ():
        yield [board._replace(layout="cells") for board in boards]


def _items(text: str) -> list[str]:
    """Cut what stands in brackets at its commas, or at blanks."""
    if "," not in text:
        return [item.strip("\"'") for item in text.split()]
    items = [item.strip().strip("\"'").strip() for item in text.split(",")]
    if not items[-1] and all(items[:-1]):
        del items[-1]
    return items


# Cells of several lines

_MARK_SHAPES = {
    shape.rows * shape.box_height: shape
    for shape in (Geometry.of_box(height, width) for height, width in _MARK_BOXES)
}
MARK_ROWS = frozenset(_MARK_SHAPES)
"""The lines of grids whose candidates are drawn so."""
_CERTAIN = 0.9
"""The share of signs at their places from which the others are typing errors."""


def marks_in_cells(lines: list[Line], options: CellOptions) -> Board | None:
    """Return the candidates of cells that are drawn as large as a box; None if others.

    Candidate k stands at place k of its cell, `123`, `456`, `789` in three lines; the
    others are blanks or dots.  A lone digit may stand anywhere in its cell.  No grid
    with so many rows is written in these digits alone.

    Raises:
        InputError: A sign is at the place of another, or a cell has no candidate.
    """
    shape, geometry = _MARK_SHAPES.get(len(lines)), options.geometry
    fits = shape is not None and (geometry is None or geometry.same_shape(shape))
    if shape is None or not fits or options.layout not in (None, "pencilmarks"):
        return None
    height, width = shape.box_height, shape.box_width
    texts = [_signs_of_marks(line.text, shape) for line in lines]
    if None in texts:
        return None
    signs = _ALPHABET[: shape.size]
    rows: list[Row] = []
    bad: list[InputError] = []
    several = count = 0
    for at in range(0, len(lines), height):
        row: list[str] = []
        for left in range(0, shape.columns * width, width):
            pieces = texts[at : at + height]
            cell = "".join((text or "")[left : left + width] for text in pieces)
            marks = "".join(dict.fromkeys(cell.translate(_NO_MARKS)))
            several += len(marks) > 1
            count += len(marks)
            row.append(marks)
            place = len(rows) + 1, len(row)
            if len(marks) > 1:
                bad += _misplaced(cell, signs, lines[at : at + height], place)
        rows.append(Row(row, lines[at]))
    if 4 * several < shape.cells or len(bad) > (1 - _CERTAIN) * count:
        return None
    if bad:
        raise bad[0]
    for number, row_of_cells in enumerate(rows, 1):
        if "" in row_of_cells.cells:
            raise InputError(
                "a cell without candidates",
                expected="one or several digits",
                line=row_of_cells.line.number,
                cell=(number, list(row_of_cells.cells).index("") + 1),
            )
    return Board("pencilmarks", rows, shape)


def _misplaced(
    cell: str, signs: str, lines: list[Line], place: tuple[int, int]
) -> Iterator[InputError]:
    """Yield an error for each sign of a cell that is at the place of another."""
    for at, (sign, usual) in enumerate(zip(cell, signs, strict=True)):
        if sign not in _NO_MARK and sign != usual:
            yield InputError(
                f"'{printable(sign)}' in the place of candidate {usual}",
                expected=f"{usual}, or a blank",
                line=lines[at * len(lines) // len(cell)].number,
                cell=place,
            )


def _signs_of_marks(text: str, shape: Geometry) -> str | None:
    """Return the signs of a line without bars, as wide as all cells; None if another.

    A cell has a character for each candidate, perhaps with blanks around each.
    """
    width = shape.columns * shape.box_width
    parts = [part for part in BARS.split(text.rstrip()) if part]
    if len(parts) > 1:
        lengths = {len(part) for part in parts}
        wide = max(lengths) == 2 * shape.box_width + 1 and len(parts) == shape.columns
        joined = "".join(part[1::2] if wide else part for part in parts)
        if len(lengths) == 1 and len(joined) == width:
            return joined
    bare = NO_SIGN.sub("", text)
    if len(bare) == width:
        return bare
    return text.ljust(width) if len(text) <= width and len(parts) == 1 else None


SHAPES: dict[str | None, tuple[Shape, ...]] = {
    None: (words, rows_of_characters, rows_of_fields, columns, wrapped),
    "line": (words, rows_of_characters, wrapped),
    "sukaku": (words,),
    "rows": (rows_of_characters, columns),
    "grid": (rows_of_characters, columns, rows_of_fields),
    "numbers": (rows_of_fields, words),
    "cells": (rows_of_fields, columns),
    "pencilmarks": (rows_of_fields, rows_of_characters),
}
"""The shapes that a block may have, for each layout that can be asked for."""
