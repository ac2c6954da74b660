"""The format `pencilmarks`: a group of candidates for each cell, in rows, with borders.

    .------------.------------.-----        *-----------*
    | 1    2379  | 5  239  46 | …           | 18 2 | …
    | 2347 8     | …                        |------+- …
    :------------+------------+-----

The candidates are the puzzle: a group of one digit is a clue as far as no cell beside
it may hold that digit, too; nothing tells a clue from a lone candidate.  Borders may be
any, or none; the upright ones tell the shape of the boxes.  Digits above 9 are letters,
in the usual symbols or those that are said.  A cell without a candidate is refused:
HoDoKu writes `.` for it, others for a cell that nobody has marked yet.

Sources: HoDoKu's "PM grid", whose borders are written; Simple Sudoku; Sudopedia.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.board import Rows
from satdoku.formats.cells import Cells, usable
from satdoku.formats.entry import PLAIN, Extras
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.states import digits_of
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.symbols import usual
from satdoku.text.drawing import UPRIGHTS, is_rule, segments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.symbols import Symbols

__all__ = ["PENCILMARKS"]

_LOOK_AHEAD = 32
_OPEN = "\n"
_BRACKETS = "{}()[]<>"
_BLANKS = frozenset({".", "-", "_", "*", "?", "0"})


class _Groups:
    """The layout: words between upright borders, each a cell.

    The last group of a row that has a border in front but none behind may be cut off;
    it is marked with `_OPEN`, so that it is refused.
    """

    def cells(self, line: str) -> list[str] | None:
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

    def geometry(self, line: str, size: int) -> Geometry | None:
        widths = {len(part.split()) for part in segments(line)}
        width = widths.pop()
        if not widths and 1 < width < size and size % width == 0:
            return Geometry.of_box(size // width, width)
        return None

    def blank(self, line: str) -> bool:
        return not line or line.isspace()

    def ends(self, line: str) -> bool:  # noqa: ARG002  nothing announces a puzzle
        return False


class _Marked(Cells):
    """Makes grids of groups of candidates."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._symbols = options.symbols

    def extras(self, size: int) -> Extras:
        """Say in which symbols grids of this size are, where not in the usual ones."""
        if self._symbols is None or self._symbols is usual(size):
            return PLAIN
        return Extras(symbols=self._symbols)

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the grid of a group for each cell.

        Raises:
            InputError: A group is none; names the cell.
        """
        symbols = _reaching(self._symbols, geometry, InputError)
        masks: list[int] = []
        for index, group in enumerate(cells):
            try:
                masks.append(_mask(group.strip(_BRACKETS), symbols, geometry.size))
            except InputError as error:
                row, column = divmod(index, geometry.size)
                raise error.at(cell=(row + 1, column + 1)) from None
        return Puzzle.of_candidates(geometry, masks)


def _reaching(
    said: Symbols | None, geometry: Geometry, error: type[InputError | UsageError]
) -> Symbols:
    """Return the symbols that are said, or the usual ones, if they reach the size."""
    symbols = said or usual(geometry.size)
    if symbols is None:
        raise error(f"a grid of {geometry} has no symbols of one character")
    if len(symbols.alphabet) < geometry.size:
        raise error(
            f"symbols {symbols.name} reach {len(symbols.alphabet)}, not {geometry.size}"
        )
    return symbols


def _mask(group: str, symbols: Symbols, size: int) -> int:
    """Return the digits of a group as a mask."""
    digits = symbols.readable(size)
    if group.endswith(_OPEN):
        raise InputError(
            "the row ends without a border", expected="one, as it begins with one"
        )
    if group in _BLANKS and group not in digits:
        raise InputError(
            f"'{group}' may be a cell without a candidate, or one without marks",
            expected="the digits it may hold",
        )
    mask = 0
    for mark in group:
        digit = digits.get(mark)
        if digit is None:
            error = symbols.refusal(mark, size)
            error.expected = "the digits it may hold, side by side"
            raise error
        if mask >> (digit - 1) & 1:
            raise InputError(
                f"'{printable(group)}' has {printable(mark)} twice",
                expected="each digit once",
            )
        mask |= 1 << (digit - 1)
    if not mask:
        raise InputError("an empty group", expected="the digits it may hold")
    return mask


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    rows = Rows(lines, options, _Groups(), "pencilmarks", _Marked(options))
    number = 1
    while (puzzle := rows.puzzle(number)) is not None:
        yield puzzle
        number += 1


def _recognises(head: Head) -> Certainty:
    """Look for rows of groups that cannot be numbers."""
    layout = _Groups()
    block = head.block[:_LOOK_AHEAD]
    drawn = block[:1] != [] and block[0].lstrip().startswith(".-") and is_rule(block[0])
    if drawn:
        block = head.data  # the first puzzles may be solved
    rows = [row for line in block if (row := layout.cells(line))]
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


def _write(entry: Entry, style: Style) -> str:
    geometry = entry.grid.geometry
    symbols = _reaching(style.symbols, geometry, UsageError)
    size, width = geometry.size, geometry.box_width
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
    bars = rows[0]
    cut = [at for at, mark in enumerate(bars) if mark == "|"]
    lines = "".join("-" if at not in cut else "+" for at in range(len(bars)))[1:-1]
    high = geometry.box_height
    bands = ["\n".join(rows[at : at + high]) for at in range(0, size, high)]
    text = f"\n:{lines}:\n".join(bands)
    top, bottom = lines.replace("+", "."), lines.replace("+", "'")
    return f".{top}.\n{text}\n'{bottom}'\n"


PENCILMARKS = Format(
    name="pencilmarks",
    summary="rows of groups of candidates, with borders between the boxes",
    extensions=(".txt",),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
    keeps=frozenset({"candidates", "boxes"}),
    borders=True,
    lone_clues=True,
)
"""Format `pencilmarks`."""
