"""The `data` of a game of OpenSudoku: a puzzle's cells, with how far somebody is.

    050703060007000800…             81 digits, 0 or . for an empty cell: clues alone
    version: 1
    0|-|1|5|-|0|0|1,4,|1|…          81 cells, each of some fields with a bar behind:

    version    fields of a cell
    1          digit, marks, editable           marks as `1,4,`, or `-` for none
    2, 3       digit, marks, editable           marks as a number, digit d as bit d - 1
    4          digit, marks, more marks, editable
    5          digit, marks, more marks, colour, editable

A digit of a cell that is not editable is a clue; another was placed.  Marks are what
somebody has left there; the second kind, which the app calls secondary, rules out
nothing and is passed over.  XML makes a blank of the line end behind the version.

Written as 81 digits, or in version 1 where there is a state: every app reads it.

Source: OpenSudoku's `CellCollection`, `Cell` and `SudokuBoard`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.metadata import digits_of, marks_of, mask_of, placed_of, state_of
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.formats.cells import Cells
    from satdoku.formats.entry import Entry

__all__ = ["data_text", "read_data"]

_CELLS = 81
_FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
_DIGITS = frozenset("0123456789")


def read_data(data: str, cells: Cells) -> tuple[Puzzle, Puzzle | None]:
    """Read the puzzle and the state of a game.

    Raises:
        InputError: The data are none; names the cell.
    """
    geometry = cells.geometry_of(9)
    data = data.strip()
    if data.startswith("version:"):
        version, *rest = data.removeprefix("version:").split(None, 1) or [""]
        clues, placed, marks = _versioned(version, "".join(rest))
        puzzle = Puzzle.trusted(geometry, clues)
        return puzzle, state_of(puzzle, placed, marks)
    for index, mark in enumerate(data[:_CELLS]):
        if mark not in _DIGITS and mark != ".":
            raise InputError(
                f"'{printable(mark)}' is not a digit",
                expected="1-9, or 0 or . for an empty cell",
                cell=(index // 9 + 1, index % 9 + 1),
            )
    if len(data) != _CELLS:
        raise InputError(f"{len(data)} cells in data", expected=f"{_CELLS}")
    return Puzzle.trusted(geometry, tuple(map(int, data.replace(".", "0")))), None


def _versioned(
    version: str, text: str
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Read cells of several fields: clues, placed digits and marks."""
    if version not in _FIELDS:
        raise InputError(
            f"data of version '{printable(version)}'", expected="version 1 to 5"
        )
    width = _FIELDS[version]
    fields = [field for field in text.strip().split("|") if field != ""]
    if len(fields) != width * _CELLS:
        raise InputError(
            f"{len(fields)} fields in data of version {version}",
            expected=f"{width * _CELLS}: {width} for each of {_CELLS} cells",
        )
    clues, placed, marks = ([0] * _CELLS for _ in range(3))
    for index in range(_CELLS):
        cell = fields[index * width : (index + 1) * width]
        try:
            value = _number(cell[0], 9, "a digit")
            if _number(cell[-1], 1, "0 or 1, whether it is editable"):
                placed[index] = value
            else:
                clues[index] = value
            mask = _marks(cell[1], listed=version == "1")
            for other in cell[2:-1]:
                _number(other, 511, "a number")
        except InputError as error:
            raise error.at(cell=(index // 9 + 1, index % 9 + 1)) from None
        marks[index] = 0 if value else mask
    return tuple(clues), tuple(placed), tuple(marks)


def _marks(text: str, *, listed: bool) -> int:
    """Read marks as a mask."""
    if not listed:
        return _number(text, 511, "marks as a number")
    if text == "-":
        return 0
    words = text.removesuffix(",").split(",")
    return mask_of([_number(word, 9, "marks as digits", least=1) for word in words])


def _number(text: str, most: int, expected: str, least: int = 0) -> int:
    number = int(text) if len(text) < 4 and set(text) <= _DIGITS and text else -1
    if not least <= number <= most:
        raise InputError(
            f"'{printable(text)}' in data", expected=f"{expected}, {least}-{most}"
        )
    return number


def data_text(entry: Entry) -> str:
    """Write the puzzle and the state of an entry."""
    clues = entry.grid.values
    placed, marks = placed_of(entry), marks_of(entry)
    if entry.extras.state is None:
        return "".join(map(str, clues))
    cells: list[str] = []
    for clue, other, mask in zip(clues, placed, marks, strict=True):
        listed = "".join(f"{digit}," for digit in digits_of(mask)) or "-"
        cells.append(f"{clue or other}|{listed}|{0 if clue else 1}|")
    return "version: 1\n" + "".join(cells)
