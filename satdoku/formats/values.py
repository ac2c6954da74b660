"""One value of a table or a document: a text or a list that is a puzzle.

The spreadsheet trap.  Many programs take a column of 81 digits for numbers: the zeros
in front are lost, or all but fifteen digits (`4.83E+80`).  What looks like that is
refused with a message that names the cause.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, counted, printable
from satdoku.puzzle.arrays import flattened, grid_of_list
from satdoku.puzzle.cells import (
    CellOptions,
    TextOptions,
    character_table,
    decode_cells,
    too_large,
    wrong_count,
)
from satdoku.puzzle.geometry import standard_geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.formats.model import Options
    from satdoku.puzzle.cells import TextGrid
    from satdoku.puzzle.geometry import Geometry

_DIGITS = frozenset("0123456789.")
_CANDIDATES = (64, 125, 216, 343, 512, 729)
"""Characters of the candidates of a grid, of which some are a grid as well."""
_SHORTEST = 16
"""Characters of the smallest puzzle."""

FLOAT = re.compile(r"\d+([.,]\d*)?[eE]\+?\d{1,3}|\d{10,}[.,]0+", re.ASCII)
"""A puzzle that a program stored as a number, and so lost digits."""

LOST_AS_NUMBER = (
    "the program that wrote this table took the puzzle for a number; "
    "export the column as text"
)
"""What to do about digits that were lost."""


def text_options(options: Options, layout: str | None = None) -> TextOptions:
    """Return how texts are read, as the options of a source say."""
    return TextOptions(
        options.geometry,
        options.symbols,
        options.max_size,
        layout=layout,
        repair=options.repair,
    )


def _read_text(text: str, options: TextOptions) -> TextGrid:
    from satdoku.puzzle.layouts import read_text  # noqa: PLC0415  slow; plain lines need none

    return read_text(text, options=options)


def puzzle_of(layout: TextGrid) -> Puzzle:
    """Return what was read from text as a puzzle."""
    if layout.masks is not None:
        return Puzzle.of_candidates(layout.geometry, layout.masks)
    return Puzzle.trusted(layout.geometry, layout.values)


class ValueReader:
    """Makes the puzzles of the values of one source, all in the same symbols.

    Args:
        options: How to read them.

    Example:
        >>> from satdoku.formats.model import Options
        >>> reader = ValueReader(Options())
        >>> reader.text("[[1,0,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]").line
        '1.34341221434321'
    """

    def __init__(self, options: Options) -> None:
        self.geometry = options.geometry
        self.skipped = [] if options.skipped is None else options.skipped
        self.max_size = options.max_size
        self._options = text_options(options)

    def text(self, value: str) -> Puzzle:
        """Make the puzzle of a text in any layout.

        Raises:
            InputError: It is not a puzzle; names the bad cell.
        """
        text = value.strip(" \t") if "\n" not in value else value
        if not text.strip():
            raise InputError("no puzzle", expected="its cells")
        if FLOAT.fullmatch(text):
            what, expected = (
                f"'{printable(text)}', a number",
                "a character for each cell",
            )
            raise InputError(what, expected=expected, hint=LOST_AS_NUMBER)
        if "://" in text:
            hint = "give links in a file of their own, one a line"
            raise InputError("a link", expected="the cells of a puzzle", hint=hint)
        if not any(mark in text for mark in " \n[({|/;,\\:\t#"):
            return puzzle_of(self._word(text))
        try:
            layout = _read_text(text, self._options)
        except InputError as error:
            if text.lstrip().startswith('{"'):
                what, expected = "an object of JSON", "the cells of a puzzle"
                raise InputError(what, expected=expected) from None
            error.line = error.column = None
            raise
        if layout.name is not None:
            what = f"'{printable(layout.name)}' beside the cells of a puzzle"
            raise InputError(what, expected="a puzzle alone")
        return puzzle_of(layout)

    def _word(self, text: str) -> TextGrid:
        if len(text) in _CANDIDATES:
            return _read_text(text, self._options)
        try:
            return decode_cells(text, self._options)
        except InputError as error:
            known = self._options.of_cells(len(text))
            if text.isdigit() and text[0] != "0" and "0" in text and known is None:
                error.hint = f"zeros in front may be lost: {LOST_AS_NUMBER}"
            raise

    def of_list(self, items: Sequence[object]) -> Puzzle:
        """Make the puzzle of a list of cells, or of rows of cells.

        Raises:
            InputError: It is not a puzzle; names the bad cell.
        """
        if not items:
            raise InputError("an empty list", expected="the cells of a puzzle")
        flat = flattened(items)
        if any(isinstance(item, dict) for item in flat):
            hint = "if it is a board of f-puzzles, its format is fpuzzles"
            raise InputError("a cell that is an object", expected="a digit", hint=hint)
        geometry = self.geometry_of_cells(len(flat))
        return puzzle_of(grid_of_list(flat, geometry, self._options))

    def digits(self, text: str) -> Puzzle:
        """Make the puzzle of 81 digits, 0 or . for an empty cell, as in links.

        Raises:
            InputError: It is not a puzzle; names the cell.
        """
        nine = self.geometry_of(9)
        for at, sign in enumerate(text[: nine.cells]):
            if sign not in _DIGITS:
                raise InputError(
                    f"'{printable(sign)}' is not a digit",
                    expected="1-9, or 0 or . for an empty cell",
                    cell=nine.place_of(at),
                )
        if len(text) != nine.cells:
            raise InputError(counted(len(text), "cell"), expected="81")
        return Puzzle.trusted(nine, tuple(map(int, text.replace(".", "0"))))

    def rows(self, rows: Sequence[tuple[int, str | list[str]]]) -> Puzzle:
        """Make the puzzle of rows, each with the number of its line.

        Raises:
            InputError: A cell holds what it cannot; names the cell and its line.
        """
        cells = [cell for _, row in rows for cell in row]
        try:
            geometry = self.geometry_of_cells(len(cells))
            return puzzle_of(decode_cells(cells, self._options, geometry))
        except InputError as error:
            if error.cell is not None:
                error.at(line=rows[min(error.cell[0], len(rows)) - 1][0])
            raise

    def geometry_of(self, size: int) -> Geometry:
        """Return the geometry of grids of this size.

        Raises:
            InputError: There are no usual boxes, another size is required, or the
                grid is larger than the limit.
        """
        if size > self.max_size:
            raise too_large(size, self.max_size)
        if self.geometry is not None:
            if size != self.geometry.size:
                raise InputError(f"{size} cells a row", expected=f"{self.geometry}")
            return self.geometry
        geometry = standard_geometry(size)
        if geometry is None:
            raise wrong_count(size * size, CellOptions())
        return geometry

    def geometry_of_cells(self, count: int) -> Geometry:
        """Return the geometry of a grid of so many cells.

        Raises:
            InputError: No grid has so many cells.
        """
        geometry = self._options.of_cells(count)
        if geometry is None:
            raise wrong_count(count, self._options)
        if geometry.size > self.max_size:
            raise too_large(geometry.size, self.max_size)
        return geometry

    def table(self, size: int) -> bytes | None:
        """Return how usual texts of this size are read, as a table of bytes."""
        symbols = self._options.known.get(size)
        if symbols is None or symbols is not usual(size) or self._options.symbols:
            return None
        return character_table(symbols, size)


def is_puzzle(value: object) -> bool:
    """Whether a value can be read as a puzzle.

    Example:
        >>> [is_puzzle(value) for value in ("1.3434.2.1434321", "1.34", "4.8E+80")]
        [True, False, False]
    """
    options = CellOptions()
    if isinstance(value, str):
        text = value.strip()
        if len(text) < _SHORTEST or FLOAT.fullmatch(text):
            return False
        try:
            _read_text(text, TextOptions())
        except InputError:
            return False
        return True
    if not isinstance(value, list):
        return False
    items = cast("list[object]", value)
    first = items[0] if items else None
    rows = len(cast("list[object]", first)) if isinstance(first, list) else 0
    count = rows * rows if rows == len(items) else len(items)
    return options.of_cells(count) is not None


def cell_text(value: object) -> str:
    """Return a value of a table as text; nothing for None.

    Example:
        >>> [cell_text(value) for value in (None, "a", 7, 0.5, True, ["x"])]
        ['', 'a', '7', '0.5', 'true', '["x"]']
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, (bool, list, dict)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
