"""Boards of f-puzzles: objects of JSON, read and written.

A board is {"size": 9, "title": …, "grid": [[cell, …], …], …}, and a cell an object:

    value, given         a clue if given; else a digit of the player (the state)
    givenPencilMarks     the digits the puzzle allows there: part of the puzzle
    centerPencilMarks    the digits the player considers there: part of the state
    cornerPencilMarks    notes that rule out nothing
    parity               "Even" or "Odd", a constraint
    c, cArray, highlight, highlightArray    colours
    region               the box, where it is not the usual one of the size

Every other key of a board is a constraint (`fpuzzles.py`), unless it is empty or false,
or says how the board looks.  One that is not known is refused, and so is a key that
occurs twice, since one would hide the other.  Regions that are not boxes of one shape
are a constraint, too.

Drawings, colours, corner marks and fog are kept for a board that is written again; a
warning names them, since a rule in words may depend on them.  A drawing that belongs to
a constraint (`fromConstraint`) is drawn anew with it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import InputError, UsageError, counted, printable, shown
from satdoku.formats.json_files import refuse_unread_digits, unique
from satdoku.formats.metadata import marks_of, placed_of, state_of
from satdoku.formats.model import Metadata, Options, PuzzleRecord, doubt_of
from satdoku.formats.variants import constraint_error, is_nothing
from satdoku.puzzle.arrays import grid_of_list
from satdoku.puzzle.cells import too_large
from satdoku.puzzle.geometry import (
    Geometry,
    digits_of,
    mask_of_digits,
    shape_of,
    usual_boxes,
)
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle, open_masks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint

DETAILS = (("author", "author"), ("ruleset", "rules"), ("successMessage", "message"))
"""Keys of texts, and the details that they are."""
_DRAWINGS = ("line", "rectangle", "circle", "text", "cage")
_OF_RULES = ("fromConstraint", "isLLConstraint", "isNewConstraint")
"""Keys of drawings that belong to a constraint."""
_FOG = ("fogofwar", "foglight", "triggereffect")
_LOOKS = (*_DRAWINGS, *_FOG, "highlightconflicts", "metadata")
_SETTINGS = ("disabledlogic", "truecandidatesoptions")
_NO_CONSTRAINTS = frozenset(
    ("size", "grid", "title", "solution", *_LOOKS, *_SETTINGS)
) | {key for key, _ in DETAILS}
_COLOURS = ("c", "cArray", "highlight", "highlightArray")
_CORNER = "cornerPencilMarks"
_READ = ("value", "given", "region", "givenPencilMarks", "centerPencilMarks", "parity")
_EXPECTED = "a board of f-puzzles"
_USUAL_RULES = re.compile(
    r"((normal|standard|regular|usual|classic) .{0,20}sudoku|rows?, .{0,20}columns?)",
    re.IGNORECASE,
)
_FEWEST_WORDS = 5
"""A shorter sentence states no rule."""


def read_board(
    text: str, options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    """Read the JSON of a board; an error names the cell or the constraint.

    Args:
        text: The JSON.
        options: How it is to be read.
        place: The source, the line and the number of the puzzle.

    Raises:
        InputError: It is none, or has a constraint that is not known.
    """
    board = json_object(text, _EXPECTED)
    cells, size = _cells(board, options)
    geometry, pieces = _geometry(cells, size, options)
    clues, placed, given, marked = ([0] * len(cells) for _ in range(4))
    for index, cell in enumerate(cells):
        try:
            value = _digit(cell.get("value") or 0, size, least=0)
            (clues if cell.get("given") else placed)[index] = value
            given[index] = _marks(cell, "givenPencilMarks", size)
            marked[index] = 0 if value else _marks(cell, "centerPencilMarks", size)
            unread = {k: v for k, v in cell.items() if k not in _READ}
            if (refusal := constraint_error(unread)) is not None:
                raise refusal
        except InputError as error:
            raise error.at(cell=usual_boxes(size).place_of(index)) from None
    if not any(map(any, (clues, placed, given, marked))):
        looks_only = {*_READ, *_COLOURS, _CORNER}
        refuse_unread_digits(
            {k: v for k, v in cell.items() if k not in looks_only} for cell in cells
        )
    full = (1 << size) - 1
    masks = [mask or full for mask in given] if any(given) else None
    used = {
        key: value
        for key, value in board.items()
        if key not in _NO_CONSTRAINTS and not is_nothing(value)
    }
    for parity in ("odd", "even"):
        cells_of_parity = [
            {"cell": f"R{index // size + 1}C{index % size + 1}"}
            for index, cell in enumerate(cells)
            if str(cell.get("parity") or "").lower() == parity
        ]
        if cells_of_parity:
            used[parity] = [*used.get(parity, ()), *cells_of_parity]
    rules, odd = _constraints(used, geometry, pieces) if used or pieces else ((), ())
    try:
        puzzle = Puzzle(Grid.trusted(geometry, tuple(clues)), rules, masks)
    except UsageError as error:
        raise InputError(str(error)) from None
    texts = [(name, _text(board, key)) for key, name in DETAILS]
    looks = _looks(board, cells)
    extras = Metadata(
        tuple([pair for pair in texts if pair[1]]),
        state_of(puzzle, placed, marked),
        _solution(board.get("solution"), geometry),
        warnings=(
            *doubt_of([*_unread(board, cells, is_variant=bool(used)), *odd]),
            *_warnings(board, cells),
            *_nothing_given(puzzle, placed),
        ),
        looks=json.dumps(looks) if looks else "",
    )
    title = _text(board, "title") or None
    return PuzzleRecord(puzzle, *place, title, "fpuzzles", extras)


def objects_of(item: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the objects that a key holds; none where there is nothing.

    Raises:
        InputError: It is no list of objects.
    """
    items = item.get(key) or []
    if not isinstance(items, list) or not all(isinstance(x, dict) for x in items):
        raise InputError(f"{key} is {shown(items)}", expected="a list of objects")
    return items


def json_object(text: str, expected: str) -> dict[str, Any]:
    """Return the object that a text of JSON is.

    Args:
        text: The text.
        expected: What it should be, for messages.

    Raises:
        InputError: It is none.
    """
    try:
        board = json.loads(text, object_pairs_hook=unique)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        what = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        refusal = InputError(what, expected=expected)
        raise refusal.at(line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        what = "not JSON: a value too deep, or a number too long"
        raise InputError(what, expected=expected) from None
    if not isinstance(board, dict):
        raise InputError("the JSON value is not an object", expected=expected)
    return cast("dict[str, Any]", board)


def _cells(board: dict[str, Any], options: Options) -> tuple[list[dict[str, Any]], int]:
    """Return the cells of the grid, row by row, and its size."""
    rows: Any = board.get("grid")
    if not isinstance(rows, list) or not rows:
        raise InputError("a board without a grid", expected="rows of cells in 'grid'")
    size = len(rows)
    stated = board.get("size", size)
    if type(stated) is not int or stated != size:
        what = f"{size} rows, but size {shown(stated)}"
        raise InputError(what, expected="as many rows as size")
    if size > options.max_size:
        raise too_large(size, options.max_size)
    cells: list[dict[str, Any]] = []
    for number, row in enumerate(rows, 1):
        expected = f'{size} such as {{"value": 5, "given": true}}'
        if not isinstance(row, list):
            raise InputError(f"row {number} is {shown(row)}", expected=expected)
        objects = [cell or {} for cell in row if isinstance(cell or {}, dict)]
        if not len(objects) == len(row) == size:
            what = f"row {number} has {counted(len(objects), 'cell')}"
            raise InputError(what, expected=expected)
        cells += objects
    return cells, size


def _geometry(
    cells: list[dict[str, Any]], size: int, options: Options
) -> tuple[Geometry, list[Cells]]:
    """Return the shape, and the regions where they are not boxes of one shape."""
    shape, usual = options.geometry, usual_boxes(size)
    if shape is not None and shape.size != size:
        raise InputError(f"a board of {size}x{size}", expected=f"{shape}")
    if not any("region" in cell for cell in cells):
        return shape or usual, []
    regions = [cell.get("region", usual.box_of(i)) for i, cell in enumerate(cells)]
    drawn = shape_of(regions, size)
    if shape is not None and drawn != shape:
        what = f"regions of {drawn}" if drawn else "irregular regions"
        raise InputError(what, expected=f"{shape}, as asked for")
    if drawn is not None:
        return drawn, []
    pieces: dict[int, list[tuple[int, int]]] = {}
    for index, region in enumerate(regions):
        if region is None:
            continue
        if type(region) is not int:
            what = f"region {shown(region)}"
            place = usual_boxes(size).place_of(index)
            raise InputError(what, expected="a number", cell=place)
        pieces.setdefault(region, []).append(divmod(index, size))
    regions_of_cells = [tuple(piece) for _, piece in sorted(pieces.items())]
    for piece in regions_of_cells:
        if len(piece) != size:
            what = f"a region of {counted(len(piece), 'cell')}"
            raise InputError(what, expected=f"{size}")
    return Geometry(size, size, None), regions_of_cells


def _constraints(
    used: dict[str, Any], geometry: Geometry, pieces: list[Cells]
) -> tuple[list[Constraint], list[str]]:
    """Return the constraints of a board, and what of them is not read."""
    from satdoku.formats.fpuzzles import Board, read_keys  # noqa: PLC0415  variants alone
    from satdoku.puzzle.constraints.places import Regions  # noqa: PLC0415  variants alone

    board = Board.of(geometry, pieces, used)
    rules = read_keys(board)
    return [Regions(tuple(pieces)), *rules] if pieces else rules, board.unread


def _looks(board: dict[str, Any], cells: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what a board shows beyond its clues and constraints."""
    kept = {key: board[key] for key in (*_LOOKS, *_SETTINGS) if board.get(key)}
    for key in _DRAWINGS:
        if isinstance(kept.get(key), list):
            kept[key] = _own_drawings(kept[key])
    marks = {
        str(index): marks_of_cell
        for index, cell in enumerate(cells)
        if (marks_of_cell := {k: v for k, v in cell.items() if k not in _READ and v})
    }
    kept = {key: value for key, value in kept.items() if value}
    return kept | ({"cells": marks} if marks else {})


def _own_drawings(drawings: list[Any]) -> list[Any]:
    """Return the drawings that belong to no constraint."""
    return [
        drawing
        for drawing in drawings
        if not (isinstance(drawing, dict) and any(map(drawing.get, _OF_RULES)))
    ]


def _unread(
    board: dict[str, Any], cells: list[dict[str, Any]], *, is_variant: bool
) -> Iterator[str]:
    """Yield what may be rules and is not read."""
    drawn = False
    for key in _DRAWINGS:
        value = board.get(key)
        if not is_nothing(value):
            many = len(_own_drawings(value)) if isinstance(value, list) else 1
            drawn = drawn or many > 0
            yield from [counted(many, key)] * (many > 0)
    used = Counter(
        "coloured cell" if key in _COLOURS else f"a cell's '{printable(key, 20)}'"
        for cell in cells
        for key, value in cell.items()
        if not is_nothing(value) and key not in {*_READ, _CORNER, "candidates"}
    )
    for what, many in sorted(used.items()):
        yield what if "'" in what else counted(many, what)
    if not (drawn or used or is_variant) and (
        words := rule_in_words(_text(board, "ruleset"))
    ):
        yield shown(words)


def _warnings(board: dict[str, Any], cells: list[dict[str, Any]]) -> Iterator[str]:
    """Yield warnings about what is not read and no rule."""
    if any(not is_nothing(cell.get(_CORNER)) for cell in cells):
        yield "corner marks are not read"
    if any(not is_nothing(board.get(key)) for key in _FOG):
        yield "fog is not read"


def _nothing_given(puzzle: Puzzle, placed: list[int]) -> Iterator[str]:
    """Yield a warning about an empty board whose digits are all a player's."""
    if any(placed) and puzzle == Puzzle(
        Grid.trusted(puzzle.geometry, (0,) * len(placed))
    ):
        digits = counted(len(placed) - placed.count(0), "digit")
        yield f"the puzzle is empty: {digits} without 'given' are the state"


def rule_in_words(text: str) -> str:
    """Return the first sentence that may state more than the usual rules.

    Example:
        >>> rule_in_words("Normal sudoku rules apply. Rows begin with an odd digit.")
        'Rows begin with an odd digit'
    """
    for sentence in re.split(r"[.!?\n]+", text):
        words = sentence.split()
        if len(words) >= _FEWEST_WORDS and not _USUAL_RULES.search(sentence):
            return " ".join(words)
    return ""


def _digit(value: object, size: int, least: int = 1) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value) if len(value) < 4 else value
    if type(value) is not int or not least <= value <= size:
        what = f"{shown(value)} is not a digit of a {size}x{size} grid"
        raise InputError(what, expected=f"1-{size}")
    return value


def _marks(cell: dict[str, Any], key: str, size: int) -> int:
    marks: object = cell.get(key) or []
    if not isinstance(marks, list):
        raise InputError(f"{key} is not a list", expected="a list of digits")
    return mask_of_digits([_digit(mark, size) for mark in cast("list[object]", marks)])


def _text(board: dict[str, Any], key: str) -> str:
    """Return a text that can be written anywhere: without halves of characters."""
    value: object = board.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"{key} is {shown(value)}", expected="a text")
    return (value or "").encode("utf-8", "replace").decode()


def _solution(value: object, geometry: Geometry) -> Grid | None:
    """Read the solution: digits in a list or a text, a sign for a cell left open."""
    if is_nothing(value):
        return None
    if isinstance(value, str):
        value = value.split(",") if "," in value else list(value)
    digits: list[object] = value if isinstance(value, list) else []
    if len(digits) != geometry.cells:
        what = f"a solution of {len(digits)} cells"
        raise InputError(what, expected=f"{geometry.cells} digits")
    return Grid.trusted(geometry, grid_of_list(digits, geometry).values)


def _rules_of(puzzle: Puzzle) -> tuple[list[int], dict[str, Any]]:
    """Return the region of each cell, where they are not the usual ones, and keys.

    Raises:
        UsageError: A board has no place for a constraint, or the shape.
    """
    geometry, regions = puzzle.geometry, list[int]()
    if geometry.is_standard and geometry != usual_boxes(geometry.size):
        regions = list(map(geometry.box_of, range(geometry.cells)))
    if not puzzle.constraints and geometry.is_standard:
        return regions, {}
    from satdoku.formats.fpuzzles import board_keys, region_numbers  # noqa: PLC0415  variants alone

    return regions or region_numbers(puzzle), board_keys(puzzle)


def board_text(entry: PuzzleRecord) -> str:
    """Write an entry as the JSON of a board.

    Raises:
        UsageError: A board has no place for a constraint, the shape or a mark.
    """
    extras, size = entry.metadata, entry.puzzle.geometry.size
    regions, keys = _rules_of(entry.puzzle)
    looks: dict[str, Any] = json.loads(extras.looks) if extras.looks else {}
    looks.pop("sudokupad", None)
    marks: dict[str, dict[str, object]] = looks.pop("cells", {})
    cells = _written_cells(entry)
    for index, cell in enumerate(cells):
        cell |= {"region": regions[index]} if regions else {}  # noqa: PLW2901
        cell |= marks.get(str(index), {})  # noqa: PLW2901
    board: dict[str, object] = {"size": size}
    if entry.name is not None:
        board["title"] = entry.name
    details = dict(reversed(extras.details))
    board |= {key: details[name] for key, name in DETAILS if name in details}
    board["grid"] = [cells[at : at + size] for at in range(0, len(cells), size)]
    if extras.solution is not None:
        board["solution"] = list(extras.solution.values)
    for key, value in (*keys.items(), *looks.items()):
        known: Any = board.get(key)
        both = isinstance(known, list) and isinstance(value, list)
        board[key] = [*known, *value] if both else value
    return json.dumps(board, separators=(",", ":"))


def _written_cells(entry: PuzzleRecord) -> list[dict[str, object]]:
    """Return the clues and the state of each cell."""
    grid = entry.puzzle
    placed, marks = placed_of(entry), marks_of(entry)
    open_ = open_masks(grid.geometry, grid.values, grid.units)
    left = grid.candidate_masks()
    cells: list[dict[str, object]] = []
    for index, value in enumerate(grid.values):
        cell: dict[str, object] = {}
        if value or placed[index]:
            cell["value"] = value or placed[index]
        if value:
            cell["given"] = True
        elif not left[index]:
            name = grid.geometry.cell_name(index)
            msg = f"{name} has no candidate, which f-puzzles cannot hold"
            raise UsageError(msg)
        elif left[index] != open_[index]:
            cell["givenPencilMarks"] = digits_of(left[index])
        if marks[index]:
            cell["centerPencilMarks"] = digits_of(marks[index])
        cells.append(cell)
    return cells
