"""Boards of f-puzzles: the JSON that its links hold, to an entry's parts and back.

    {"size": 9, "title": …, "author": …, "ruleset": …, "solution": [81 digits],
     "grid": [[{"value": 5, "given": true}, {"givenPencilMarks": [1, 2]}, …], …], …}

What is read, cell by cell:

    value, given         a clue if given; else a digit that somebody placed (the state)
    givenPencilMarks     the digits the puzzle allows there: part of the puzzle
    centerPencilMarks    the digits somebody has left there: part of the state
    cornerPencilMarks    notes that rule out nothing, passed over like colours
    region               the box, where it is not the usual one of the size

Every other key of the board is a constraint of a variant, unless it is empty or false,
or known to be none.  A variant is never taken for a classic puzzle: it is refused, and
so are regions that are not the boxes of any shape.  A key that is there twice is
refused, too, since one would hide the other.

Source: the boards that f-puzzles exports; dclamage's SudokuSolver reads the same.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from satdoku.errors import InputError, printable
from satdoku.formats.cells import shape_of, usual_boxes
from satdoku.formats.metadata import mask_of, state_of
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.formats.format import Options
    from satdoku.geometry import Geometry

__all__ = ["DETAILS", "Board", "read_board_text"]

DETAILS = (("author", "author"), ("ruleset", "rules"), ("successMessage", "message"))
"""Keys of texts, and the details that they are."""

_PLAIN = frozenset({"size", "grid", "title", "solution"}) | {key for key, _ in DETAILS}
_OF_SOLVERS = frozenset({"disabledlogic", "truecandidatesoptions"})
_OF_CELLS = frozenset(
    {"value", "given", "region", "givenPencilMarks", "centerPencilMarks"}
    | {"cornerPencilMarks", "candidates", "c", "cArray", "highlight"}
)
_MOST_NAMED = 8


class Board(NamedTuple):
    """What a board says."""

    grid: Puzzle
    name: str | None
    details: tuple[tuple[str, str], ...]
    state: Puzzle | None
    solution: Puzzle | None


def read_board_text(text: str, options: Options) -> Board:
    """Read the JSON of a board.

    Raises:
        InputError: It is none, or of a variant; names the cell or the constraint.
    """
    return _board(_parsed(text), options)


def _parsed(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}",
            expected="a board of f-puzzles",
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise InputError(
            "JSON nested too deeply", expected="a board of f-puzzles"
        ) from None
    except ValueError as error:  # a number of thousands of digits
        if isinstance(error, InputError):
            raise
        raise InputError("a number too long for any cell") from None
    if not isinstance(found, dict):
        raise InputError("JSON that is no object", expected="a board of f-puzzles")
    return cast("dict[str, Any]", found)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"the key '{printable(twice)}' is there twice")
    return found


def _board(board: dict[str, Any], options: Options) -> Board:
    constraints = [
        printable(key)
        for key, value in board.items()
        if key not in _PLAIN and key not in _OF_SOLVERS and not _says_nothing(value)
    ]
    if constraints:
        more = len(constraints) - _MOST_NAMED
        named = ", ".join(constraints[:_MOST_NAMED])
        raise InputError(
            f"constraints not supported: {named}"
            + (f" and {more} more" if more > 0 else ""),
            expected="a classic puzzle",
        )
    cells, size = _cells(board, options)
    geometry = _geometry(cells, size, options)
    clues, placed, given, marked = ([0] * len(cells) for _ in range(4))
    for index, cell in enumerate(cells):
        try:
            value = _digit(cell.get("value") or 0, size, least=0)
            (clues if cell.get("given") else placed)[index] = value
            given[index] = _marks(cell, "givenPencilMarks", size)
            marked[index] = 0 if value else _marks(cell, "centerPencilMarks", size)
            _refuse_other_keys(cell)
        except InputError as error:
            row, column = divmod(index, size)
            raise error.at(cell=(row + 1, column + 1)) from None
    full = (1 << size) - 1
    masks = tuple(mask or full for mask in given) if any(given) else None
    puzzle = Puzzle(Puzzle.trusted(geometry, tuple(clues)), candidates=masks)
    title = _text(board, "title")
    details = tuple(
        (name, text) for key, name in DETAILS if (text := _text(board, key))
    )
    solution = _solution(board.get("solution"), geometry)
    state = state_of(puzzle, placed, marked)
    return Board(puzzle, title or None, details, state, solution)


def _says_nothing(value: object) -> bool:
    """Whether a constraint of this value is none: there are no marks, or it is off."""
    return value is None or value is False or value in ("", 0) or value in ([], {})


def _cells(board: dict[str, Any], options: Options) -> tuple[list[dict[str, Any]], int]:
    """Return the cells of the grid, row by row, and its size."""
    grid: object = board.get("grid")
    if not isinstance(grid, list) or not grid:
        raise InputError("a board without a grid", expected="rows of cells in 'grid'")
    rows = cast("list[object]", grid)
    size = len(rows)
    said = board.get("size", size)
    if type(said) is not int or said != size:
        raise InputError(
            f"{size} rows, but size {_shown(said)}", expected="as many rows as size"
        )
    if size > options.limits.size:
        raise options.limits.too_large(size)
    cells: list[dict[str, Any]] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(cast("list[object]", row)) != size:
            many = len(cast("list[object]", row)) if isinstance(row, list) else "no"
            raise InputError(f"row {number} has {many} cells", expected=f"{size}")
        for column, cell in enumerate(cast("list[object]", row), 1):
            if cell is not None and not isinstance(cell, dict):
                raise InputError(
                    "a cell that is no object",
                    expected='one such as {"value": 5, "given": true}',
                    cell=(number, column),
                )
            cells.append(cast("dict[str, Any]", cell or {}))
    return cells, size


def _geometry(cells: list[dict[str, Any]], size: int, options: Options) -> Geometry:
    """Tell the shape of the boxes from the regions, where there are any."""
    said, usual = options.geometry, usual_boxes(size)
    if said is not None and said.size != size:
        raise InputError(f"a board of {size}x{size}", expected=f"{said}")
    if not any("region" in cell for cell in cells):
        return said or usual
    drawn = shape_of(
        [
            cell["region"] if "region" in cell else usual.box_of(index)
            for index, cell in enumerate(cells)
        ],
        size,
    )
    if said is not None and drawn != said:
        raise InputError(f"regions of {drawn}", expected=f"{said}, as was said")
    return drawn


def _digit(value: object, size: int, least: int = 1) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value) if len(value) < 4 else value
    if type(value) is not int or not least <= value <= size:
        raise InputError(
            f"{_shown(value)} is not a digit of a {size}x{size} grid",
            expected=f"1-{size}",
        )
    return value


def _marks(cell: dict[str, Any], key: str, size: int) -> int:
    marks: object = cell.get(key) or []
    if not isinstance(marks, list):
        raise InputError(f"{key} that are no list", expected="a list of digits")
    return mask_of([_digit(mark, size) for mark in cast("list[object]", marks)])


def _refuse_other_keys(cell: dict[str, Any]) -> None:
    for key, value in cell.items():
        if key not in _OF_CELLS and not _says_nothing(value):
            raise InputError(
                f"'{printable(key)}' of a cell is not supported",
                expected="a classic puzzle",
            )


def _shown(value: object) -> str:
    """Return a value for a message; what holds others may be deep: only its kind."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return printable(repr(value))


def _text(board: dict[str, Any], key: str) -> str:
    """Return a text that can be written anywhere: without halves of characters."""
    value: object = board.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{key} is {_shown(value)}", expected="a text")
    return value.encode("utf-8", "replace").decode()


def _solution(value: object, geometry: Geometry) -> Puzzle | None:
    """Read the solution: digits in a list or a text, a sign for a cell left open."""
    if _says_nothing(value):
        return None
    if isinstance(value, str):
        value = value.split(",") if "," in value else list(value)
    if not isinstance(value, list):
        raise InputError("a solution that is no list", expected="a digit a cell")
    digits = [
        0 if d in (None, "", ".", "?") else d for d in cast("list[object]", value)
    ]
    if len(digits) != geometry.cells:
        raise InputError(
            f"a solution of {len(digits)} cells", expected=f"{geometry.cells}"
        )
    values: list[int] = []
    for index, digit in enumerate(digits):
        try:
            values.append(_digit(digit, geometry.size, least=0))
        except InputError as error:
            error.what = f"in the solution: {error.what}"
            row, column = divmod(index, geometry.size)
            raise error.at(cell=(row + 1, column + 1)) from None
    return Puzzle.trusted(geometry, tuple(values))
