"""The format `numbers`: a number a cell, between blanks.

Three layouts are told apart by counting the numbers of the first block of lines:

    rows      n lines of n numbers
    lines     all n² numbers of a puzzle on one line
    wrapped   n² numbers between two blank lines, broken anywhere

Sixteen lines of sixteen numbers up to 4 may be one board of 16x16 or sixteen of 4x4;
unless its columns are as wide as a 16 the text is refused as ambiguous.  Borders of
`|`, `-` and `+` are passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.board import Rows
from satdoku.formats.cells import size_of, usable
from satdoku.formats.entry import Entry
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.head import is_data
from satdoku.formats.headings import TableCells
from satdoku.text.drawing import UPRIGHTS, dashes_are_cells, is_rule
from satdoku.text.numerals import is_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.cells import Cells
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.geometry import Geometry

__all__ = ["NUMBERS"]

_LOOK_AHEAD = 512


class _Layout:
    """Each line a row, each word a cell.

    Args:
        dashes: Whether `-` stands for an empty cell.
    """

    def __init__(self, *, dashes: bool) -> None:
        self._dashes = dashes

    def cells(self, line: str) -> list[str] | None:
        if is_rule(line, dashes=self._dashes):
            return None
        return _words(line)

    def geometry(self, line: str, size: int) -> Geometry | None:  # noqa: ARG002  borders are passed over here
        return None

    def blank(self, line: str) -> bool:
        return not line or line.isspace()

    def ends(self, line: str) -> bool:  # noqa: ARG002  nothing announces a puzzle
        return False


def _words(line: str) -> list[str]:
    if not UPRIGHTS.isdisjoint(line):
        line = line.translate(dict.fromkeys(map(ord, UPRIGHTS), " "))
    return line.split()


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Read block after block, each in the layout that its numbers tell."""
    size = options.geometry.size if options.geometry else None
    layout = _Layout(dashes=dashes_are_cells(lines.peek(64)))
    cells = TableCells(options)
    rows = Rows(lines, options, layout, "numbers", cells)
    number = 0
    while True:
        _to_data(lines)
        ahead = lines.peek(_LOOK_AHEAD)
        if not ahead:
            next(lines, None)  # raises what is wrong with the source, if anything
            return
        block, ends = _block(ahead)
        if ends and size is None:
            _refuse_blanks(block, layout, lines.number + 1)
        kind = _kind(block, size, layout, ends=ends)
        if kind == "rows":
            number += 1
            yield rows.puzzle(number) or _only_borders(lines)
        elif kind == "lines":
            while (ahead := lines.peek(1)) and not layout.blank(ahead[0]):
                text = next(lines)
                if is_data(text) and (words := layout.cells(text)):
                    number += 1
                    place = [(0, lines.number)]
                    yield _puzzle(words, cells, place, (lines.name, number))
        else:
            number += 1
            yield _wrapped(lines, cells, layout, number)


def _to_data(lines: Lines) -> None:
    """Pass over blank lines and comments."""
    while (ahead := lines.peek(1)) and not is_data(ahead[0]):
        next(lines)


def _only_borders(lines: Lines) -> InputError:
    return InputError("borders alone", expected="numbers", line=lines.number)


def _block(lines: list[str]) -> tuple[list[str], bool]:
    """Return the lines before the next blank one, and whether their end is seen."""
    for index, line in enumerate(lines):
        if not line or line.isspace():
            return [line for line in lines[:index] if is_data(line)], True
    return [line for line in lines if is_data(line)], len(lines) < _LOOK_AHEAD


def _kind(block: list[str], size: int | None, layout: _Layout, *, ends: bool) -> str:
    """Tell how the numbers of a block are laid out: `rows`, `lines` or `wrapped`.

    Raises:
        InputError: They can be rows of a large board or lines of small ones.
    """
    rows = [words for line in block if (words := layout.cells(line))]
    if not rows:
        return "rows"
    widths = list(map(len, rows))
    width, total = widths[0], sum(widths)
    even = widths.count(width) == len(rows)
    square = ends and usable(size_of(total))
    if size is not None:
        if width == size * size and size > 1:
            return "lines"
        square = ends and total == size * size
        return "wrapped" if square and not (even and width == size) else "rows"
    side = size_of(width) or 0
    boards = len(rows) % width == 0
    fit = sum(_fit([row], side) for row in rows)
    as_lines = (
        even
        and usable(side)
        and (fit == len(rows) or (not boards and fit * 2 > len(rows)))
    )
    as_rows = even and usable(width) and (boards or not as_lines)
    if as_lines and as_rows and not _is_wide(block[0], width):
        raise InputError(
            f"ambiguous: {len(rows)} lines of {width} numbers may be boards of "
            f"{width}x{width}, a row a line, or of {side}x{side}, one a line",
            expected="a layout that can be only one of them",
            hint="say the shape of the boxes with --box",
        )
    if len(rows) == 1:
        return "lines" if width >= 16 else "rows"
    if as_lines and not as_rows:
        return "lines"
    common = max(widths, key=widths.count)
    ragged = usable(common) and (len(rows) == common or not square)
    return "rows" if as_rows or ragged else "wrapped"


def _refuse_blanks(block: list[str], layout: _Layout, first: int) -> None:
    """Refuse rows whose gaps may be empty cells: too wide to keep numbers apart.

    Args:
        block: The lines of data up to the next blank one.
        layout: How the rows are drawn.
        first: The number of the line they begin at.

    Raises:
        InputError: There are such gaps.
    """
    lines = [line.rstrip() for line in block if layout.cells(line)]
    count, drawn = len(lines), any(not UPRIGHTS.isdisjoint(line) for line in lines)
    wide = len(str(count))
    words = sum(len(line.split()) for line in lines)
    if drawn or not usable(count) or words >= count * count:
        return
    starts, ends = ({_edges(line, side) for line in lines} for side in (-1, 1))
    short = all(len(line.strip()) < count * (wide + 1) for line in lines)
    gaps = any(" " * (wide + 1) in line.strip() for line in lines)
    if short and gaps and len(starts) > 1 and len(ends) > 1:
        raise InputError(
            "ambiguous blanks: they may be empty cells or only keep numbers apart",
            expected=". for an empty cell",
            line=first,
        )


def _edges(line: str, side: int) -> tuple[int, ...]:
    """Return where the words of a line start (side -1) or end (side 1)."""
    text = f" {line} "
    return tuple(
        at
        for at in range(1, len(text) - 1)
        if text[at] != " " and text[at + side] == " "
    )


def _is_wide(line: str, width: int) -> bool:
    """Whether the columns are as wide as the largest number of so many columns is."""
    wide = len(str(width))
    return wide > 1 and len(line.strip()) > (width - 1) * (wide + 1)


def _fit(rows: list[list[str]], size: int) -> bool:
    """Whether no number is above `size`."""
    known = {str(digit) for digit in range(size + 1)}
    return all(
        word in known
        or not (word.isascii() and word.isdigit())
        or (word.lstrip("0") or "0") in known
        for word in {word for row in rows for word in row}
    )


def _wrapped(
    lines: Lines, cells: Cells, layout: _Layout, number: int
) -> Entry | InputError:
    """Read the numbers up to the next blank line, wherever lines break.

    There is at least one: it was seen when the layout was told.
    """
    words: list[str] = []
    places: list[tuple[int, int]] = []
    characters, longest = 0, cells.limits.line
    while (ahead := lines.peek(1)) and not layout.blank(ahead[0]):
        text = next(lines)
        row = layout.cells(text) if is_data(text) else None
        characters += len(text)
        if row and characters <= longest:
            places.append((len(words), lines.number))
            words.extend(row)
        enough = cells.geometry is not None and len(words) >= cells.geometry.cells
        if enough:
            break
    if characters > longest:
        what = f"a puzzle of more than {longest:,} characters"
        hint = "a higher limit (--max-line) takes it"
        return InputError(what, hint=hint, line=places[0][1])
    return _puzzle(words, cells, places, (lines.name, number))


def _puzzle(
    words: list[str],
    cells: Cells,
    places: list[tuple[int, int]],
    known: tuple[str, int],
) -> Entry | InputError:
    """Make the puzzle of all its numbers.

    Args:
        words: The numbers.
        cells: What makes grids of them.
        places: For each line, how many numbers come before it, and the line.
        known: The name of the source, and which puzzle of it this is.
    """
    start = places[0][1]
    source, number = known
    try:
        geometry = cells.geometry_of_cells(len(words))
        grid = cells.grid(words, geometry)
    except InputError as error:
        if error.cell is not None:
            row, column = error.cell
            index = (row - 1) * (size_of(len(words)) or 0) + column - 1
            error.at(line=max(line for before, line in places if before <= index))
        return error.at(line=start)
    return Entry(grid, source, start, number, None, "numbers")


def _recognises(head: Head) -> Certainty:
    """Look whether the words are numbers, and how many there are."""
    block = head.block
    layout = _Layout(dashes=dashes_are_cells(block[:64]))
    rows = [words for line in block if (words := layout.cells(line))]
    words = [word for row in rows for word in row]
    numerals = sum(map(is_numeral, words))
    if not words or numerals * 5 < len(words) * 4:
        return Certainty.NO
    if len(words) == len(rows):  # a word a line: numbers, or the rows of something else
        side = size_of(len(words)) or 0
        fits = usable(side) and _fit(rows, side)
        return Certainty.POSSIBLE if fits else Certainty.NO
    drawn = any(not UPRIGHTS.isdisjoint(line) for line in block)
    spaced = {len(line) for line in block} == {len(block)}  # or rows with empty cells
    certainty = _certainty(rows, head.size, ends=head.block_ends)
    if spaced and certainty < Certainty.LIKELY:
        return Certainty.NO
    return min(certainty, Certainty.POSSIBLE) if drawn or spaced else certainty


def _certainty(rows: list[list[str]], size: int | None, *, ends: bool) -> Certainty:
    """Say from their number how sure it is that these are the numbers of puzzles."""
    width, total = len(rows[0]), sum(map(len, rows))
    lengths = sorted(len(word) for row in rows for word in row)
    longest = lengths[(total - 1) * 4 // 5]  # of most of them: a few may be bad
    even = sum(len(row) == width for row in rows) * 2 > len(rows)
    said = size is not None and width in {size, size * size}
    short = usable(width) and longest <= len(str(width))
    if even and (said or (short and len(rows) > 1) or usable(size_of(width))):
        return Certainty.LIKELY
    side = size_of(total) or 0
    if usable(side) and ends and _fit(rows, side):
        return Certainty.LIKELY
    enough = total >= 16 and longest <= len(str(total))
    return Certainty.POSSIBLE if enough else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    del style  # numbers are written in one way
    grid = entry.grid
    size = grid.geometry.size
    wide = len(str(size))
    words = [(str(v) if v else ".").rjust(wide) for v in grid.values]
    return "".join(
        " ".join(words[start : start + size]) + "\n"
        for start in range(0, len(words), size)
    )


NUMBERS = Format(
    name="numbers",
    summary="a number a cell, between blanks",
    extensions=(".txt",),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
    symbols=False,
)
"""Format `numbers`."""
