"""Many puzzles of 9×9, as one array.

    an array of numbers      of shape (N, 81) or (N, 9, 9); uint8 is not copied
    a text                   a puzzle a line, blank lines skipped
    anything to iterate over a puzzle an item, as `Puzzle.of` takes one; also arrays of
                             texts, and columns of pandas

A puzzle that cannot be read is named as Python counts, `puzzles[0]`, with its cell.
"""

from __future__ import annotations

from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from satdoku.errors import InputError, printable
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from satdoku.puzzle import PuzzleLike

__all__ = ["NINE", "puzzle_array"]

NINE = Geometry(9, 9)

_ONE = (Grid, Puzzle)
_RAW = (bytes, bytearray, memoryview)
_REFUSED = (*_ONE, *_RAW, dict, set, frozenset)  # no order, or half of it lost
_FOR_ONE = "one puzzle is for satdoku.solve"
_BAD = 255
_LARGE = 10**15  # what a puzzle is that was taken for a number
_TABLE = bytes(
    0 if mark in b"0." else mark - 48 if mark in b"123456789" else _BAD
    for mark in range(256)
)
_CLASHING = np.array([1, 1, *[0] * 79], np.uint8)


def puzzle_array(
    puzzles: object, first: int = 0, errors: dict[int, InputError] | None = None
) -> NDArray[np.uint8]:
    r"""Return puzzles as an array of shape (N, 81), C-contiguous; not to be written to.

    Args:
        puzzles: What holds them.
        first: The index of the first one, where these are a part of all.
        errors: Takes what is wrong with each puzzle that cannot be read, by its row,
            which then holds two clues that clash.  None to raise the first of them.

    Raises:
        InputError: There are no puzzles of 9×9 in it; or one cannot be read, and that
            is to be raised.

    Example:
        >>> puzzle_array("1" + "." * 80 + "\n" + "0" * 81)[:, :3]
        array([[1, 0, 0],
               [0, 0, 0]], dtype=uint8)
        >>> puzzle_array(np.full((5, 81), 10))
        Traceback (most recent call last):
        satdoku.errors.InputError: puzzles[0]: r1c1: 10 cannot be in a cell; expected...
    """
    if isinstance(puzzles, str):
        # Not `splitlines`: what ends a line is what ends one of a file.
        lines = StringIO(puzzles, newline=None).read().split("\n")
        items: Sequence[object] = [x for x in lines if x and not x.isspace()]
    elif isinstance(puzzles, _REFUSED) or not hasattr(puzzles, "__iter__"):
        raise _no_holder(puzzles)
    elif hasattr(puzzles, "__array__") and (
        isinstance(puzzles, np.ndarray) or len(getattr(puzzles, "shape", ())) > 1
    ):
        array = np.asanyarray(puzzles)
        if array.ndim == 0 or array.dtype.kind not in "OUT":
            return _of_numbers(array, first, errors)
        items = array.tolist()
    else:
        items = list(cast("Iterable[object]", puzzles))
    found = _of_lines(items)
    if found is None:
        found = _of_lists(items)
    return _of_items(items, first, errors) if found is None else found


def _of_numbers(
    array: NDArray[Any], first: int, errors: dict[int, InputError] | None
) -> NDArray[np.uint8]:
    if array.dtype.kind not in "iuf":
        raise InputError(
            f"puzzles as an array of {printable(str(array.dtype))}",
            expected="whole numbers, best uint8",
        )
    if array.shape[1:] not in ((81,), (9, 9)):
        raise InputError(
            f"puzzles as an array of shape {array.shape}",
            expected="(N, 81) or (N, 9, 9)",
            hint=_FOR_ONE if array.size == 81 else None,
        )
    if isinstance(array, np.ma.MaskedArray):
        raise InputError(
            "puzzles as a masked array",
            expected="one without a mask",
            hint="fill the masked cells: puzzles.filled(0)",
        )
    values = array.reshape(len(array), 81)
    is_float = values.dtype.kind == "f"
    if values.size and (is_float or not 0 <= values.min() <= values.max() <= 9):
        bad = ~((values >= 0) & (values <= 9))
        if is_float:
            bad |= values != np.floor(values)
        wrong = np.any(bad, axis=1)
        for row in np.flatnonzero(wrong).tolist():
            cell = int(bad[row].argmax())
            error = InputError(
                f"{values[row, cell]} cannot be in a cell",
                expected="a whole number from 0 (empty) to 9",
                cell=(cell // 9 + 1, cell % 9 + 1),
            )
            _refuse(error, row, first, errors)
        values = np.where(wrong[:, None], _CLASHING, values)
    return np.ascontiguousarray(values, np.uint8)


def _of_lines(items: Sequence[object]) -> NDArray[np.uint8] | None:
    """Return the values of lines that all hold 81 digits or dots; None if not all do.

    Half a microsecond each, where one grid after the other takes 40.
    """
    if set(map(type, items)) != {str}:
        return None
    lines = cast("Sequence[str]", items)
    text = "".join(lines)
    if set(map(len, lines)) != {81} or not text.isascii():
        return None
    values = bytearray(text, "ascii").translate(_TABLE)
    return None if _BAD in values else np.frombuffer(values, np.uint8).reshape(-1, 81)


def _of_lists(items: Sequence[object]) -> NDArray[np.uint8] | None:
    """Return the values of lists of 81 digits, or of nine of nine; None for others."""
    cells = items
    for _ in range(2):
        if set(map(type, cells)) <= {list, tuple}:
            lists = cast("Sequence[Sequence[object]]", cells)
            if set(map(len, lists)) not in ({81}, {9}):
                return None
            cells = list(chain.from_iterable(lists))
    if len(cells) != 81 * len(items) or set(map(type, cells)) != {int}:
        return None
    numbers = cast("Sequence[int]", cells)
    if not 0 <= min(numbers) <= max(numbers) <= 9:
        return None
    return np.frombuffer(bytearray(numbers), np.uint8).reshape(-1, 81)


def _of_items(
    items: Sequence[object], first: int, errors: dict[int, InputError] | None
) -> NDArray[np.uint8]:
    values = np.tile(_CLASHING, (len(items), 1))
    for row, item in enumerate(items):
        try:
            values[row] = _values(item)
        except InputError as error:
            # A text of its own may name its line: that is a line of the item.
            _refuse(error, row, first, errors)
    return values


def _values(item: object) -> tuple[int, ...]:
    """Return the 81 values of one puzzle."""
    if isinstance(item, (int, float, np.number)) and item > _LARGE:
        raise InputError(
            f"{printable(str(item), 30)} is a number, which has lost leading zeros",
            expected="81 digits as text",
            hint="read the column as text, with pandas.read_csv(..., dtype=str)",
        )
    if isinstance(item, (Grid, Puzzle)):
        puzzle = Puzzle.of(item)
    else:
        puzzle = Puzzle(cast("PuzzleLike", item), geometry=NINE)
    if puzzle.geometry != NINE:
        raise InputError(
            f"a puzzle of {puzzle.geometry}",
            expected=f"one of {NINE}",
            hint="other sizes are for satdoku.solve",
        )
    if puzzle.candidates is not None or puzzle.constraints:
        more = "constraints" if puzzle.constraints else "candidates"
        raise InputError(
            f"a puzzle with {more}",
            expected="one of clues alone",
            hint="all others are for satdoku.solve",
        )
    return puzzle.values


def _refuse(
    error: InputError, row: int, first: int, errors: dict[int, InputError] | None
) -> None:
    error.at(source=f"puzzles[{first + row}]")
    if errors is None:
        raise error
    errors[row] = error


def _no_holder(puzzles: object) -> InputError:
    one, raw = isinstance(puzzles, _ONE), isinstance(puzzles, _RAW)
    return InputError(
        f"puzzles cannot be made of {type(puzzles).__name__}",
        expected="an array of shape (N, 81) or (N, 9, 9), lines of text, "
        "or a list of grids of 9x9",
        hint=_FOR_ONE if one else "decode it to a text first" if raw else None,
    )
