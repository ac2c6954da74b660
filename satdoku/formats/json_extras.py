"""What an object of JSON says of a puzzle besides its clues."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, shown
from satdoku.formats.cells import grid_of_list, grid_of_text
from satdoku.formats.metadata import mask_of, state_of
from satdoku.formats.model import Extras
from satdoku.formats.tables import DETAIL_OF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.cells import Cells
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = [
    "blanks_error",
    "extras_of",
    "grid_of",
    "masks_of",
    "name_of",
    "restricted",
]

_NAMES = ("name", "title", "id")
_FEWEST_ROWS = 4
_SOLUTIONS = ("solution", "answer", "solutions", "answers")


def grid_of(value: object, cells: Cells) -> Puzzle:
    """Make the grid of a text or a list.

    Raises:
        InputError: It is none; names the cell where one is wrong.
    """
    if isinstance(value, str):
        return grid_of_text(value, cells)
    if isinstance(value, list):
        items = cast("list[object]", value)
        if (error := blanks_error(items)) is not None:
            raise error
        return grid_of_list(items, cells)
    raise InputError(f"{shown(value)} is no grid", expected="a text or a list")


def blanks_error(rows: list[object]) -> InputError | None:
    """Return what refuses rows of text whose empty cells are blanks, if they are that.

    A blank stands between numbers, too, and programs cut it off at the ends of texts;
    so nobody can tell in general which cells are empty.
    """
    count = len(rows)
    texts = [row for row in rows if isinstance(row, str)]
    widths = set(map(len, texts))
    if count < _FEWEST_ROWS or len(texts) < count or max(widths) != count:
        return None
    at = next((i for i, text in enumerate(texts, 1) if " " in text), None)
    if at is None:
        return None
    return InputError(
        f"row {at}: {shown(rows[at - 1])} has a blank in place of a cell",
        expected="'.' or '0' for an empty cell",
    )


def name_of(told: dict[str, object]) -> str | None:
    """Return what an object calls its puzzle."""
    return next((text for key in _NAMES if (text := _text(told.get(key)))), None)


def masks_of(given: object, geometry: Geometry) -> tuple[int, ...]:
    """Return the candidates of a list of the digits of each cell; null for all.

    Raises:
        InputError: It is none; names the cell.
    """
    cells = _listed(given)
    if cells is None:
        expected = "a list of digits for each cell"
        raise InputError(f"candidates {shown(given)}", expected=expected)
    full = (1 << geometry.size) - 1
    masks: list[int] = []
    for index, digits in enumerate(cells):
        listed = _listed(digits)
        numbers = [d for d in listed or () if type(d) is int and d in geometry.digits]
        if digits is None:
            masks.append(full)
        elif listed is not None and len(numbers) == len(listed):
            masks.append(mask_of(numbers))
        else:
            row, column = divmod(index, geometry.size)
            raise InputError(
                f"candidates {shown(digits)}",
                expected=f"a list of digits from 1 to {geometry.size}",
                cell=(row + 1, column + 1),
            )
    return tuple(masks)


def restricted(grid: Puzzle, told: dict[str, object]) -> Puzzle:
    """Return a puzzle with the candidates that belong to it.

    These are its `puzzle_candidates`; or its `candidates`, if it has no clues and would
    be no puzzle without them.

    Raises:
        InputError: They are none; names the cell.
    """
    given = told.get("puzzle_candidates")
    if given is None and not any(grid.values) and not _answers(told):
        given = told.get("candidates")
    if given is None:
        return grid
    return grid.with_candidates(masks_of(given, grid.geometry))


def _notes_of(told: dict[str, object], puzzle: Puzzle) -> Puzzle | None:
    """Return the state that `candidates` beside clues are: what a person has noted.

    A cell without notes may hold whatever its clues leave open.

    Raises:
        InputError: They are none; names the cell.
    """
    given = told.get("candidates")
    if given is None or not any(puzzle.values) or _answers(told):
        return None
    full = (1 << puzzle.geometry.size) - 1
    marks = [mask % full for mask in masks_of(given, puzzle.geometry)]
    if len(marks) != len(puzzle.values):
        raise InputError(
            f"candidates of {len(marks)} cells", expected=f"{len(puzzle.values)}"
        )
    return state_of(puzzle, (0,) * len(marks), marks)


def _answers(told: dict[str, object]) -> bool:
    """Whether an object answers a puzzle: its `candidates` are what was found out."""
    return "status" in told


def extras_of(told: dict[str, object], puzzle: Puzzle, cells: Cells) -> Extras:
    """Return what an object says of its puzzle.

    Args:
        told: The object.
        puzzle: Its puzzle.
        cells: What has read it.

    Raises:
        InputError: An object of our own schema says what cannot be, or its candidates
            are none.
    """
    ours = "schema" in told
    details = list(_details(told, ours=ours))
    solution: Grid | None = None
    value: object = next((told[key] for key in _SOLUTIONS if told.get(key)), None)
    several = _listed(value)
    if several:
        first = several[0]
        if isinstance(first, str) and len(first) == len(puzzle.values):
            value = first
    if value is not None:
        try:
            solution = _same(grid_of(value, cells), puzzle).clues
        except InputError as error:
            if ours:
                error.what = f"the solution: {error.what}"
                raise
            details.append(("solution", _text(value) or shown(value)))
    state = _state(told.get("state"), puzzle, cells) if ours else None
    if state is None:
        state = _notes_of(told, puzzle)
    symbols = cells.extras(puzzle.geometry.size).symbols
    return Extras(tuple(details), state, solution, symbols)


def _same(grid: Puzzle, puzzle: Puzzle) -> Puzzle:
    """Return a grid, if it is of the shape of the puzzle.

    Raises:
        InputError: It is of another.
    """
    if grid.geometry != puzzle.geometry:
        raise InputError(f"a grid of {grid.geometry}", expected=f"{puzzle.geometry}")
    return grid


def _state(value: object, puzzle: Puzzle, cells: Cells) -> Puzzle | None:
    """Return the state that our own schema tells: a grid, and candidates.

    Raises:
        InputError: It tells none.
    """
    if value is None:
        return None
    told = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    try:
        state = _same(grid_of(told.get("grid"), cells), puzzle)
        if told.get("candidates") is not None:
            masks = masks_of(told["candidates"], puzzle.geometry)
            state = state.with_candidates(masks)
    except InputError as error:
        error.what = f"the state: {error.what}"
        raise
    return state


def _details(told: dict[str, object], *, ours: bool) -> Iterator[tuple[str, str]]:
    """Yield the details: those listed as such, and keys known to be some.

    The answers of satdoku have a key `source`, too, which tells the file.
    """
    listed = told.get("details")
    if isinstance(listed, dict):
        pairs = list(cast("dict[str, object]", listed).items())
    elif isinstance(listed, list):
        items = cast("list[object]", listed)
        known = [cast("list[str]", item) for item in items if _is_pair(item)]
        pairs = [(key, value) for key, value in known]
    else:
        pairs = []
    for key, value in pairs:
        if (text := _text(value)) is not None:
            yield _text(key) or "", text
    if not ours:
        for key, detail in DETAIL_OF.items():
            if text := _text(told.get(key)):
                yield detail, text


def _listed(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def _is_pair(item: object) -> bool:
    pair = _listed(item)
    return pair is not None and len(pair) == 2 and isinstance(pair[0], str)


def _text(value: object) -> str | None:
    """Return a text or number as text, without halves of characters.

    JSON can hold half of a pair of surrogates, which no file could be written with.
    """
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return str(value).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
