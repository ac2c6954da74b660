"""Whatever holds a grid in Python: a text, rows, a list of values, an array.

    text                                   satdoku.text.pasted
    list or tuple of texts                 rows, or a character or number a cell
    list or tuple of lists, tuples, arrays rows
    list or tuple of values                cells, row by row
    anything with tolist() or to_numpy()   as the list it gives

A value in a list is a whole number (also of NumPy, or a float without a fraction), a
character, or None for an empty cell.  Whatever else comes is refused with an error that
names the cell; nothing is cut off, filled up or rounded.
"""

from __future__ import annotations

import re
from operator import index
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import InputError, printable, shown
from satdoku.geometry import Geometry
from satdoku.text.pasted import Reading, cell_values, geometry_of, pasted

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = ["values_of"]

_EXPECTED = (
    "a grid, text, a list of digits or rows, or an array of shape (n, n) or (n²,)"
)
_FILE_NAME = re.compile(r"[^\n]*(\.[A-Za-z][A-Za-z0-9]{0,7}|[/\\][^\n]*)")
_NINE = Geometry(9, 9)
_PLAIN = bytes(
    0 if mark == ord(".") else mark - 48 if 48 <= mark < 58 else 255
    for mark in range(256)
)
"""What each byte of the most common text is: a line of digits, `.` or 0 for empty."""

_READ_IT = "this looks like a file name: read it with satdoku.read"


def values_of(source: object, geometry: Geometry | None = None) -> Reading:
    """Return the shape and the values of whatever holds a grid.

    Raises:
        InputError: It holds no grid; the message names the cell.

    Example:
        >>> values_of([["1", ".", "3", "4"], [3, 4, None, 2.0], "2143", "43.1"]).values
        (1, 0, 3, 4, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 0, 1)
    """
    if isinstance(source, str):
        if len(source) == _NINE.cells and geometry in {None, _NINE}:
            values = source.encode("utf-8").translate(_PLAIN)
            if max(values) <= _NINE.size:
                return Reading(_NINE, tuple(values))
        return _of_text(source, geometry)
    items = _listed(source)
    if not isinstance(items, (list, tuple)):
        raise _no_holder(source)
    sequence = cast("Sequence[Any]", items)
    if not sequence:
        raise InputError("no cells", expected="the cells of a grid")
    if all(isinstance(item, str) for item in sequence):
        return _of_texts(sequence, geometry)
    cells = _flat(sequence)
    shape = geometry_of(len(cells), geometry)
    return Reading(shape, _values(cells, shape))


def _of_text(text: str, geometry: Geometry | None) -> Reading:
    try:
        return pasted(text, geometry)
    except InputError as error:
        if len(text) < 256 and _FILE_NAME.fullmatch(text.strip()):
            raise InputError(
                f"'{printable(text)}' is no grid", hint=_READ_IT
            ) from error
        raise


def _of_texts(texts: Sequence[str], geometry: Geometry | None) -> Reading:
    """Read texts as rows, or a cell each."""
    wide = len(str(len(texts)))
    if all(len(text.strip()) < wide for text in texts):
        shape = geometry_of(len(texts), geometry)
        return Reading(shape, _values(texts, shape))
    return pasted("\n".join(texts), geometry)


def _listed(source: object) -> object:
    """Return what an array holds as lists; anything else as it is.

    Raises:
        InputError: The array has not the shape of a grid.
    """
    shape = getattr(source, "shape", None)
    if isinstance(shape, tuple):
        sides = cast("tuple[object, ...]", shape)
        if not sides:  # a number of NumPy's
            return source
        if len(sides) != 1 and (len(sides) != 2 or sides[0] != sides[1]):
            raise InputError(
                f"an array of shape {printable(str(sides))}",
                expected="one of shape (n, n) or (n²,)",
            )
    for name in ("tolist", "to_numpy"):
        convert = getattr(source, name, None)
        if callable(convert) and not isinstance(source, type):
            made: object = convert()
            return made if name == "tolist" else _listed(made)
    return source


def _flat(items: Sequence[Any]) -> list[Any]:
    """Return the cells of rows, or of one list."""
    rows = [_row(item) for item in items]
    if all(row is None or isinstance(row, str) for row in rows):
        return list(items)
    flat: list[Any] = []
    for number, row in enumerate(rows, 1):
        if row is None:
            raise InputError(f"row {number} is {shown(items[number - 1])}, not a row")
        if len(row) != len(items):
            raise InputError(
                f"row {number} has {len(row)} cells",
                expected=f"{len(items)}, as there are {len(items)} rows",
            )
        flat.extend(row)
    return flat


def _row(item: object) -> Sequence[Any] | None:
    """Return the cells of a row, or None if it is no row but a value."""
    if isinstance(item, str):
        return item
    listed = _listed(item)
    return cast("Sequence[Any]", listed) if isinstance(listed, (list, tuple)) else None


def _values(cells: Sequence[Any], geometry: Geometry) -> tuple[int, ...]:
    """Return the values of cells."""
    kinds = set(map(type, cells))
    if kinds == {int} and 0 <= min(cells) <= max(cells) <= geometry.size:
        return tuple(cells)  # as most are
    if any(isinstance(cell, str) for cell in cells):
        texts = [_text(cell, at, geometry) for at, cell in enumerate(cells)]
        return cell_values(texts, geometry)
    return tuple(_number(cell, at, geometry) for at, cell in enumerate(cells))


def _text(cell: object, at: int, geometry: Geometry) -> str:
    """Return a cell as it is written."""
    if isinstance(cell, str):
        return cell.strip() or "."
    return str(_number(cell, at, geometry) or ".")


def _number(value: Any, at: int, geometry: Geometry) -> int:  # noqa: ANN401  anything may come
    """Return a value as a number from 0 to n.

    Raises:
        InputError: It is none; names the cell.
    """
    number: int | None = None
    if value is None:
        return 0
    if type(value) is int:
        number = value
    elif not isinstance(value, bool):
        whole = getattr(value, "is_integer", None)
        if callable(whole):
            number = int(value) if whole() else None
        else:
            try:
                number = index(value)
            except TypeError:
                number = None
    if number is None or not 0 <= number <= geometry.size:
        row, column = divmod(at, geometry.size)
        raise InputError(
            f"{shown(value)} cannot be in a cell",
            expected=f"a whole number from 0 (empty) to {geometry.size}",
            cell=(row + 1, column + 1),
        )
    return number


def _no_holder(source: object) -> InputError:
    """Say what a grid cannot be made of."""
    name = type(source).__name__
    hint = None
    if hasattr(source, "__fspath__"):
        hint = "read a file with satdoku.read"
    elif isinstance(source, (bytes, bytearray)):
        hint = "decode it to a text first"
    elif hasattr(source, "__iter__") and not isinstance(source, dict):
        hint = "make a list of it, in the order of the cells"
    return InputError(f"a grid cannot be made of {name}", expected=_EXPECTED, hint=hint)
