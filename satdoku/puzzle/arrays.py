"""One grid in any object that holds it: a text, a list, an array, a table.

Texts are read by `layouts.py`; the cells of lists by `cells.py`, or at once if they are
whole numbers.
"""

from __future__ import annotations

import re
import sys
import warnings
from contextlib import suppress
from math import isqrt
from operator import index
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import InputError, counted, printable, shown
from satdoku.puzzle.cells import (
    DIGITS,
    CellOptions,
    TextGrid,
    TextOptions,
    decode_cells,
    wrong_count,
)
from satdoku.puzzle.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Sequence

# What stands in files, with more than a grid, and how it begins.
_ISS = "ISS text"
_FILES = {
    _ISS: re.compile(r"\s*\.(?:[A-Z][A-Za-z]*\b|~R\d)[~.\w]"),
    "JSON": re.compile(r'\s*\{\s*"[^"]*"\s*:(?!\s*"[^"]*"\s*\}\s*$)'),
    "a link": re.compile(r"\s*https?://"),
}
_READ_IT = "read it with satdoku.read(io.StringIO(text))"
_FILE_NAME = re.compile(r"[^\n]*(\.[A-Za-z][A-Za-z0-9]{0,7}|[/\\][^\n]*)")
_NINE = Geometry(9, 9)
_ANY = 1 << 20
"""A bound that no size reaches: callers have bounds of their own."""


def read_grid(source: object, geometry: Geometry | None = None) -> TextGrid:
    """Return the shape and the values of a text, a list or an array.

    Raises:
        InputError: It holds no grid; the message names the cell.

    Example:
        >>> read_grid([["1", ".", "3", "4"], [3, 4, None, 2.0], "2143", "43.1"]).values
        (1, 0, 3, 4, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 0, 1)
    """
    source = without_bytes(source)
    if isinstance(source, str):
        if len(source) == _NINE.cells and geometry in {None, _NINE} and "9" in source:
            values = source.encode("utf-8").translate(DIGITS)
            if max(values) <= _NINE.size:
                return TextGrid(_NINE, tuple(values))
        return _of_text(source, geometry)
    items = _listed(source, geometry)
    if is_missing(items):
        raise InputError("a missing value", expected="a puzzle")
    if not isinstance(items, (list, tuple)):
        raise InputError(
            f"a grid cannot be made of {type(source).__name__}",
            expected="a grid, text, a list of cells or rows, or an array (n, n)",
            hint="satdoku.read reads files",
        )
    cells = cast("Sequence[Any]", items)
    if not cells:
        raise InputError("no cells", expected="the cells of a grid")
    if all(isinstance(item, str) for item in cells):
        wide = len(str(len(cells)))
        if sum(len(text.strip()) >= wide for text in cells) * 2 > len(cells):
            return _of_text("\n".join(cells), geometry)
    else:
        cells = flattened(cells, geometry)
    options = CellOptions(geometry)
    shape = options.of_cells(len(cells))
    if shape is None:
        raise wrong_count(len(cells), options)
    return grid_of_list(cells, shape, options)


def without_bytes(source: object) -> object:
    """Return bytes as text, anything else as it is.

    Raises:
        InputError: They are no UTF-8.
    """
    if not isinstance(source, (bytes, bytearray)):
        return source
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte {error.start + 1} is not UTF-8", expected="text"
        ) from None


def is_missing(value: object) -> bool:
    """Whether a value is None, not a number, or what pandas has for a missing one."""
    is_nan = isinstance(value, float) and value != value  # noqa: PLR0124  what it means
    return value is None or is_nan or type(value).__name__ in {"NAType", "NaTType"}


def _of_text(text: str, geometry: Geometry | None) -> TextGrid:
    for name, form in _FILES.items():
        if form.match(text) or (name == _ISS and has_layout(text)):
            raise InputError(f"{name} in place of a grid", hint=_READ_IT)
    try:
        from satdoku.puzzle.layouts import read_text  # noqa: PLC0415  slow; plain lines need none

        options = TextOptions(geometry, max_size=_ANY)
        grid = read_text(text, options=options)
    except InputError as error:
        if "://" in text:
            raise InputError("a link in place of a grid", hint=_READ_IT) from error
        if (
            len(text) < 256
            and _FILE_NAME.fullmatch(text.strip())
            and error.cell is None
        ):
            hint = "this looks like a file name: read it with satdoku.read"
            raise InputError(f"'{printable(text)}' is not a grid", hint=hint) from error
        raise
    _warn_of_rules([line.text for line in options.skipped] + [grid.name or ""])
    return grid


def _warn_of_rules(texts: list[str]) -> None:
    """Warn of text beside a grid that names a rule, as it is not read."""
    if not any(texts):
        return
    from satdoku.puzzle.prose import rule_named  # noqa: PLC0415  loaded by now

    named = [shown(rule) for text in texts if (rule := rule_named(text))]
    if named:
        words = f"these words may be rules: {', '.join(named)}"
        warnings.warn(words, stacklevel=_calls_from_outside())


def _calls_from_outside() -> int:
    """Count the calls from who calls this to the first one outside of the package."""
    calls, frame = 1, sys._getframe(1)  # noqa: SLF001  as `warnings` does
    package = __name__.partition(".")[0]
    while frame.f_globals.get("__name__", "").partition(".")[0] == package:
        if frame.f_back is None:
            break
        calls, frame = calls + 1, frame.f_back
    return calls


def has_layout(text: str) -> bool:
    """Whether a text is a grid and the layout of its regions, a sign for each cell.

    A layout has about as many letters or digits as a region has cells, and most cells
    have the sign of a cell beside them; equal digits of a grid never stand so.

    Example:
        >>> has_layout("1..." + "." * 12 + "AABB AABB CCDD CCDD")
        True
        >>> has_layout("1..." + "." * 12 + "1234341221434321")
        False
    """
    signs = "".join(text.split())
    cells = len(signs) // 2
    size, layout = isqrt(cells), signs[cells:]
    if len(signs) != 2 * size**2 or not 4 <= size <= 16:
        return False
    regions = set(layout)
    is_word = (
        layout.isascii() and layout.isalnum() and not set("<>{}").intersection(signs)
    )
    if not is_word or abs(len(regions) - size) > 1:
        return False
    if max(map(layout.count, regions)) > 2 * size:
        return False
    beside = 0
    for at, sign in enumerate(layout):
        row, column = divmod(at, size)
        left, right = layout[at - column : at], layout[at + 1 : at - column + size]
        above, below = layout[at - size : at], layout[at + size :]
        near = left[-1:] + right[:1] + (above[:1] if row else "") + below[:1]
        beside += sign in near
    return beside >= 0.75 * cells


def _listed(source: object, geometry: Geometry | None = None) -> object:
    """Return an array as lists; anything else as it is.

    Raises:
        InputError: The array has not the shape of a grid, or not that of the geometry.
    """
    sides: object = getattr(source, "shape", None)
    if isinstance(sides, tuple):
        expected, fits = "(n, n) or (n²,)", not sides[2:] and sides[:1] == sides[-1:]
        if geometry is not None:
            shape = geometry.rows, geometry.columns
            expected = f"{shape} or ({geometry.cells},)"
            fits = len(sides) < 2 or sides == shape
        if not fits:
            what = f"an array of shape {printable(str(sides))}"
            raise InputError(what, expected=f"one of shape {expected}")
    for name in ("tolist", "to_numpy"):
        convert = getattr(source, name, None)
        if callable(convert) and not isinstance(source, type):
            made: object = convert()
            return made if name == "tolist" else _listed(made, geometry)
    if hasattr(source, "__array__") and not isinstance(source, type):
        import numpy as np  # noqa: PLC0415  for what only NumPy can read

        return _listed(np.asarray(source), geometry)
    return source


def flattened(items: Sequence[Any], geometry: Geometry | None = None) -> Sequence[Any]:
    """Put rows one behind the other, each as long as there are rows, or as its shape.

    A row is a list, an array, or a text of several words or of more than three cells.

    Raises:
        InputError: A row is longer or shorter; names it.

    Example:
        >>> flattened(["12..", [3, 4, 1, 2], "2 1 . 3", "...."])[:6]
        ['1', '2', '.', '.', 3, 4]
    """
    if set(map(type, items)) <= {int, type(None)}:
        return items
    rows = [_row(item) for item in items]
    if not any(row is None or len(row) for row in rows):
        raise InputError("no cells", expected="the cells of a grid")
    if None in rows and all(isinstance(row, (str, type(None))) for row in rows):
        return items
    flat: list[Any] = []
    are = "is" if len(rows) == 1 else "are"
    columns, why = len(rows), f", as there {are} {counted(len(rows), 'row')}"
    if geometry is not None and geometry.rows == len(rows):
        columns, why = geometry.columns, ""
    for number, row in enumerate(rows, 1):
        if row is None or len(row) != columns:
            count = "no row" if row is None else counted(len(row), "cell")
            expected = f"{counted(columns, 'cell')}{why}"
            raise InputError(f"row {number}: {count}", expected=expected)
        flat.extend(row)
    return flat


def _row(item: Any) -> Sequence[Any] | None:  # noqa: ANN401  anything may come
    """Return the cells of a row; None if it is a cell."""
    if isinstance(item, str):
        words = item.split()
        return words if len(words) > 1 else item if len(item) > 3 else None
    item = _listed(item)
    return cast("Sequence[Any]", item) if isinstance(item, (list, tuple)) else None


def grid_of_list(
    items: Sequence[Any], geometry: Geometry, options: CellOptions | None = None
) -> TextGrid:
    """Return the cells in a list as digits: whole numbers, texts; None or NaN is empty.

    Where values count from 0, say, whole numbers are digits all the same, as in
    `Grid.values`: 1 is the first one, and 0 or None an empty cell.  A text is read as
    it is written.

    Raises:
        InputError: An item is not a digit of this size; names the cell.
    """
    size = geometry.size
    used: set[object] = set(items) if set(map(type, items)) == {int} else set()
    # Where all numbers from 0 to n - 1 are there, and few zeros, 0 may be a digit.
    is_open = used == {*range(size)} and items.count(0) <= 2 * size and size != 4
    is_open = is_open and geometry.first_value == 1
    if options is not None and options.symbols is not None:
        is_open = 0 in used
    if used and used <= {*range(size + 1)} and not is_open:
        return TextGrid(geometry, tuple(items))  # as most are
    texts = [_cell_text(item, at, geometry) for at, item in enumerate(items)]
    if geometry.first_value != 1 and not any(isinstance(item, str) for item in items):
        return TextGrid(geometry, _digits_of(texts, geometry))
    layout = decode_cells(texts, options, geometry, lists=True)
    if layout.masks is not None:
        raise InputError("candidates in place of digits", expected="a digit a cell")
    return layout


def _digits_of(texts: Sequence[str], geometry: Geometry) -> tuple[int, ...]:
    """Return the digits of whole numbers, `.` for an empty cell.

    Raises:
        InputError: One is too large, or it is not clear what 0 means.
    """
    digits = [0 if text == "." else int(text) for text in texts]
    gap = texts.index(".") if "." in texts else -1
    for at, digit in enumerate(digits):
        if not 0 <= digit <= geometry.size or (gap >= 0 and texts[at] == "0"):
            raise InputError(
                f"{digit} cannot be in a cell" + (", beside None" if not digit else ""),
                expected=f"1 to {geometry.size} for the first to the last digit, and "
                "0 or None for empty cells",
                cell=geometry.place_of(at),
            )
    return tuple(digits)


def _cell_text(value: Any, at: int, geometry: Geometry) -> str:  # noqa: ANN401  as above
    """Return the text of an item of a list."""
    if isinstance(value, str):
        return value.strip() or "."
    if is_missing(value):
        return "."
    with suppress(TypeError, ValueError):
        if not isinstance(value, bool):
            whole = getattr(value, "is_integer", bool)()  # not of ints before 3.12
            return str(int(value) if whole else index(value))
    raise InputError(
        f"{shown(value)} cannot be in a cell",
        expected="a whole number, a character, or nothing for an empty cell",
        cell=geometry.place_of(at),
    )
