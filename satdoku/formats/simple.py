"""The format `simple`: the .ss files of Simple Sudoku, and what it exports.

     *-----------*        *-----------------------------*
     |.3.|4..|...|        | 1567   3      1567   | 4 ...
     |9.2|8.6|3.1|        ...
     ...

The first grid holds the clues.  An export goes on with a second one, the clues and what
was placed besides, if anything was, and with the candidates of that state; the clues on
one line may follow.  All have to agree.  Several framed grids without candidates are
several puzzles, which the format `grid` reads.  A file holds one puzzle.

Source: what Simple Sudoku 4.2 writes, as Sudopedia and HoDoKu's source show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cells import is_rule
from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells
from satdoku.formats.entry import Entry, Extras
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.line import line_text
from satdoku.formats.lines import is_comment, is_data
from satdoku.formats.metadata import digits_of, mask_of, placed_of
from satdoku.formats.rows import DrawnRows
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle
from satdoku.symbols import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines

__all__ = ["SIMPLE"]

_SIZE = 9
_CELLS = _SIZE * _SIZE
_FRAME = "*-----------*"
_BAND = "|---+---+---|"
_SIGNATURES = ("Simple Sudoku", "Version ")
_LAYOUT = DrawnRows(_SIZE, dashes=False)


class _Part:
    """A grid of the export: nine rows, of clues or of candidates.

    Args:
        marks: Whether its cells are candidates.
        line: The line it begins at.
    """

    def __init__(self, line: int, *, marks: bool) -> None:
        self.marks = marks
        self.line = line
        self.rows: list[tuple[int, str | list[str]]] = []

    @property
    def whole(self) -> bool:
        """Whether all rows are there."""
        return len(self.rows) == _SIZE

    def check(self) -> None:
        """Refuse a grid with rows missing.

        Raises:
            InputError: There are some.
        """
        if not self.whole:
            count = f"{len(self.rows)} row{'s' if len(self.rows) > 1 else ''}"
            what = f"{count} of {_SIZE} cells"
            raise InputError(what, expected=f"{_SIZE} rows", line=self.line)


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the one puzzle of a file."""
    start = 0
    try:
        parts, trailer = _parts(lines)
        if not parts:
            return
        start = parts[0].line
        grid, state = _grids(parts, Cells(options))
        if trailer is not None:
            _check_trailer(trailer, grid, parts[0].line, Cells(options))
    except InputError as error:
        if lines.number == 0:  # the source itself is broken
            raise
        yield error.at(line=start or lines.number)
        return
    extras = Extras(state=None if state == grid else state)
    yield Entry(grid, lines.name, start, 1, None, "simple", extras)


def _parts(lines: Lines) -> tuple[list[_Part], tuple[int, str] | None]:
    """Take all lines: the grids, and the line of clues behind them, with its number.

    Raises:
        InputError: A row has the wrong length, a grid too few, or there are too many.
    """
    parts: list[_Part] = []
    trailer: tuple[int, str] | None = None
    for line in lines:
        text = line.strip()
        if not is_data(text) or is_rule(text) or text.startswith(_SIGNATURES):
            continue
        row = _LAYOUT.cells(text) or ""
        if len(row) == _CELLS and trailer is None and parts:
            trailer = (lines.number, text)
            continue
        if len(row) != _SIZE:
            count = f"{len(row)} cell{'s' if len(row) != 1 else ''}"
            expected = f"{_SIZE}, or {_CELLS} for the clues on one line"
            raise InputError(f"a row of {count}", expected=expected, line=lines.number)
        marks = not isinstance(row, str)
        if not parts or parts[-1].whole or (marks and not parts[-1].marks):
            if parts:
                parts[-1].check()
            if len(parts) == 3 or trailer or (parts and parts[-1].marks):
                raise InputError(
                    "more than one puzzle",
                    expected="clues, what was placed, candidates, the clues on a line",
                    hint="--from grid reads grids that are all puzzles",
                    line=lines.number,
                )
            parts.append(_Part(lines.number, marks=marks))
        parts[-1].rows.append((lines.number, row))
    for part in parts:
        part.check()
    return parts, trailer


def _grids(parts: list[_Part], cells: Cells) -> tuple[Puzzle, Puzzle]:
    """Make the puzzle and its state.

    Raises:
        InputError: A cell holds what it cannot, or the grids contradict each other.
    """
    plain = [part for part in parts if not part.marks]
    if not plain or parts[0].marks:
        raise InputError("candidates alone", expected="the clues before them")
    if len(plain) > 2:
        raise InputError(
            "a third grid without candidates",
            expected="clues, and what was placed besides",
            line=plain[2].line,
        )
    grids = [_grid(part, cells) for part in plain]
    puzzle = grids[0]
    for cell, digit in puzzle.clues.filled:
        placed = grids[-1].values[cell]
        if placed != digit:
            found = f"has {placed}" if placed else "is empty"
            raise _contradiction(
                f"the grid of line {plain[-1].line} {found} where the clues of line "
                f"{plain[0].line} have {digit}",
                plain[-1],
                cell,
            )
    if not parts[-1].marks:
        return puzzle, grids[-1]
    masks = _masks(parts[-1], grids[-1].values, plain[-1].line)
    return puzzle, Puzzle(
        Grid.trusted(puzzle.geometry, grids[-1].values), candidates=masks
    )


def _grid(part: _Part, cells: Cells) -> Puzzle:
    geometry = cells.geometry_of(_SIZE)
    text = "".join("".join(row) for _, row in part.rows)
    try:
        return cells.grid(text, geometry)
    except InputError as error:
        row, _ = error.cell or (1, 1)
        raise error.at(line=part.rows[row - 1][0]) from None


def _masks(part: _Part, values: tuple[int, ...], line: int) -> list[int]:
    """Return the candidates as masks, which have to agree with what was placed."""
    masks: list[int] = []
    words = [word for _, row in part.rows for word in row]
    for cell, word in enumerate(words):
        row, column = divmod(cell, _SIZE)
        try:
            digits = [LETTERS.digit(mark, _SIZE) for mark in word]
        except InputError as error:
            place = (row + 1, column + 1)
            raise error.at(line=part.rows[row][0], cell=place) from None
        mask = mask_of([digit for digit in digits if digit])
        value = values[cell]
        if value and mask != 1 << (value - 1):
            raise _contradiction(
                f"the candidates are {printable(word)} where the grid of line {line} "
                f"has {value}",
                part,
                cell,
            )
        masks.append(mask)
    return masks


def _check_trailer(
    trailer: tuple[int, str], puzzle: Puzzle, line: int, cells: Cells
) -> None:
    """Hold the clues on one line against those of the first grid.

    Raises:
        InputError: They are others.
    """
    number, text = trailer
    try:
        found = cells.grid(text, puzzle.geometry)
    except InputError as error:
        raise error.at(line=number) from None
    for cell, (one, other) in enumerate(zip(found.values, puzzle.values, strict=True)):
        if one != other:
            row, column = divmod(cell, _SIZE)
            raise InputError(
                f"the clues on line {number} have {one or 'none'} where the grid of "
                f"line {line} has {other or 'none'}",
                expected="the same clues in both",
                line=number,
                cell=(row + 1, column + 1),
            )


def _contradiction(what: str, part: _Part, cell: int) -> InputError:
    row, column = divmod(cell, _SIZE)
    return InputError(
        what,
        expected="grids of one puzzle",
        line=part.rows[row][0],
        cell=(row + 1, column + 1),
    )


def _recognises(head: Head) -> Certainty:
    """Look for the frame, and one grid of clues in it, whatever else there is.

    Several grids and nothing but them are puzzles, each of its own.
    """
    if head.first.strip() != _FRAME or not head.whole:
        return Certainty.NO
    frames = sum(line.strip() == _FRAME for line in head.lines)
    rows = [
        _LAYOUT.cells(line)
        for line in head.data
        if not is_rule(line) and not is_comment(line)
    ]
    more = any(row and (len(row) == _CELLS or not isinstance(row, str)) for row in rows)
    return Certainty.CERTAIN if more or frames <= 2 else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    state = entry.extras.state
    text = _drawn(entry.grid, style)
    if state is None:
        return text
    placed_of(entry)  # refuses the state of another puzzle
    if state.values != entry.grid.values:
        text += "\n" + _drawn(state, style)
    return text + "\n" + _drawn_marks(state)


def _drawn(grid: Puzzle, style: Style) -> str:
    """Draw the values, a blank in front of each line as the program has it."""
    text = line_text(grid, style.symbols)
    lines = [_FRAME]
    for start in range(0, _CELLS, _SIZE):
        if start in (3 * _SIZE, 6 * _SIZE):
            lines.append(_BAND)
        row = text[start : start + _SIZE]
        lines.append(f"|{row[:3]}|{row[3:6]}|{row[6:]}|")
    lines.append(_FRAME)
    return "".join(f" {line}\n" for line in lines)


def _drawn_marks(state: Puzzle) -> str:
    """Draw the candidates, all cells as wide as the widest."""
    words = ["".join(map(str, digits_of(mask))) or "." for mask in state.left()]
    wide = max(map(len, words)) + 2
    inner = "-" * (3 * wide + 1)
    frame = f"*{'-'.join([inner] * 3)}*"
    lines = [frame]
    for start in range(0, _CELLS, _SIZE):
        if start in (3 * _SIZE, 6 * _SIZE):
            lines.append(f"|{'+'.join([inner] * 3)}|")
        row = [word.ljust(wide) for word in words[start : start + _SIZE]]
        boxes = ("".join(row[at : at + 3]) for at in (0, 3, 6))
        lines.append(f"| {'| '.join(boxes)}|")
    lines.append(frame)
    return "".join(f"{line}\n" for line in lines)


SIMPLE = Format(
    name="simple",
    summary="a grid as Simple Sudoku draws it, and its candidates",
    extensions=(".ss",),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset({"state"}),
    sizes=(_SIZE,),
    single=True,
)
"""Format `simple`."""
