"""Whatever holds many puzzles of 9×9, as one array; what does not is refused by name.

    an array of whole numbers    of shape (N, 81) or (N, 9, 9); uint8 is not copied
    a text                       a puzzle a line, blank lines skipped
    anything to iterate over     a puzzle an item: whatever `Puzzle.of` takes

The first puzzle that is none is named as Python counts, `puzzles[0]`, with its cell.
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

__all__ = ["puzzles_of"]

NINE = Geometry(9, 9)
_EXPECTED = (
    "an array of shape (N, 81) or (N, 9, 9), lines of text, or a list of grids of 9x9"
)
_NO_HOLDERS: tuple[type, ...] = (
    *(Grid, Puzzle, bytes, bytearray, memoryview),
    *(dict, set, frozenset),  # one order today, another tomorrow; or half of it lost
)
_BAD = 255
_TABLE = bytes(
    0 if mark in b"0." else mark - 48 if mark in b"123456789" else _BAD
    for mark in range(256)
)


def puzzles_of(given: object, first: int = 0) -> NDArray[np.uint8]:
    r"""Return puzzles as an array of shape (N, 81), C-contiguous; not to be written to.

    Args:
        given: What holds them.
        first: The index of the first one, where these are a part of all.

    Raises:
        InputError: One of them is no puzzle of 9×9; the message names it and the cell.

    Example:
        >>> puzzles_of("1" + "." * 80 + "\n" + "0" * 81)[:, :3]
        array([[1, 0, 0],
               [0, 0, 0]], dtype=uint8)
        >>> puzzles_of(np.full((5, 81), 10))
        Traceback (most recent call last):
        satdoku.errors.InputError: puzzles[0]: r1c1: 10 cannot be in a cell; expected...
    """
    if isinstance(given, str):
        # Not `splitlines`: what ends a line is what ends one of a file.
        lines = StringIO(given, newline=None).read().split("\n")
        return _of_items([line for line in lines if not line.isspace() and line], first)
    if isinstance(given, np.ndarray):
        return _of_array(cast("NDArray[Any]", given), first)
    if isinstance(given, _NO_HOLDERS) or not hasattr(given, "__iter__"):
        raise _no_holder(given)
    if hasattr(given, "__array__") and len(getattr(given, "shape", ())) > 1:
        return _of_array(np.asarray(given), first)  # another library's array or table
    return _of_items(list(cast("Iterable[object]", given)), first)


def _of_array(array: NDArray[Any], first: int) -> NDArray[np.uint8]:
    if array.dtype.kind not in "iu":
        raise InputError(
            f"puzzles as an array of {printable(str(array.dtype))}",
            expected="whole numbers, best uint8",
            hint=_hint_for(array),
        )
    if array.shape[1:] not in ((81,), (9, 9)):
        raise InputError(
            f"puzzles as an array of shape {array.shape}",
            expected="(N, 81) or (N, 9, 9)",
            hint="one puzzle is for satdoku.solve" if array.size == 81 else None,
        )
    if isinstance(array, np.ma.MaskedArray):
        raise InputError(
            "puzzles as a masked array",
            expected="one without a mask",
            hint="fill the masked cells: puzzles.filled(0)",
        )
    flat = array.reshape(len(array), 81)
    if flat.size and not 0 <= flat.min() <= flat.max() <= 9:
        bad = (flat < 0) | (flat > 9)
        index = int(bad.any(axis=1).argmax())
        cell = int(bad[index].argmax())
        raise InputError(
            f"{flat[index, cell]} cannot be in a cell",
            expected="a whole number from 0 (empty) to 9",
            source=f"puzzles[{first + index}]",
            cell=(cell // 9 + 1, cell % 9 + 1),
        )
    return np.ascontiguousarray(flat, np.uint8)


def _hint_for(array: NDArray[Any]) -> str | None:
    if array.dtype.kind == "f":
        return "convert them yourself, if they are whole: puzzles.astype('uint8')"
    if array.dtype.kind in "OUST" and array.ndim == 1:
        return "give texts or grids as a list: puzzles.tolist()"
    return None


def _of_items(items: Sequence[object], first: int) -> NDArray[np.uint8]:
    for at_once in (_of_lines, _of_numbers):
        found = at_once(items)
        if found is not None:
            return found
    values = np.zeros((len(items), 81), np.uint8)
    for index, item in enumerate(items):
        try:
            values[index] = _values(item)
        except InputError as error:
            # A text of its own may name its line: that is a line of the item.
            raise error.at(source=f"puzzles[{first + index}]") from None
    return values


def _of_lines(items: Sequence[object]) -> NDArray[np.uint8] | None:
    """Return the values of lines that all hold 81 digits or dots; None if not all do.

    Half a microsecond each, where one grid after the other takes 40.
    """
    if set(map(type, items)) - {str}:
        return None
    lines = cast("Sequence[str]", items)
    if set(map(len, lines)) - {81}:
        return None
    text = "".join(lines)
    if not text.isascii():
        return None
    values = bytearray(text, "ascii").translate(_TABLE)
    if _BAD in values:
        return None
    return np.frombuffer(values, np.uint8).reshape(-1, 81)


def _of_numbers(items: Sequence[object]) -> NDArray[np.uint8] | None:
    """Return the values of lists of 81 digits, or of nine of nine; None for others."""
    cells = _flattened(items, 81) or _flattened(_flattened(items, 9) or (), 9)
    if not cells or set(map(type, cells)) != {int}:
        return None
    numbers = cast("Sequence[int]", cells)
    if not 0 <= min(numbers) <= max(numbers) <= 9:
        return None
    return np.frombuffer(bytearray(numbers), np.uint8).reshape(-1, 81)


def _flattened(items: Sequence[object], width: int) -> Sequence[object] | None:
    """Return what lists hold, one behind the other; None if not all are of a width."""
    if set(map(type, items)) - {list, tuple}:
        return None
    lists = cast("Sequence[Sequence[object]]", items)
    return None if set(map(len, lists)) - {width} else list(chain.from_iterable(lists))


def _values(item: object) -> tuple[int, ...]:
    """Return the 81 values of one puzzle, of whatever holds it.

    Raises:
        InputError: It is no puzzle of 9×9, or has candidates.
    """
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
        raise InputError(
            f"a puzzle with {'constraints' if puzzle.constraints else 'candidates'}",
            expected="one of clues alone",
            hint="all others are for satdoku.solve",
        )
    return puzzle.values


def _no_holder(given: object) -> InputError:
    name, hint = type(given).__name__, None
    if isinstance(given, (Grid, Puzzle)):
        hint = "one puzzle is for satdoku.solve"
    elif isinstance(given, (bytes, bytearray, memoryview)):
        hint = "decode it to a text first"
    return InputError(
        f"puzzles cannot be made of {name}", expected=_EXPECTED, hint=hint
    )
