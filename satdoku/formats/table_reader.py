"""From the records of a table to its puzzles.

Invariants: values are never converted to numbers on the way.  A value of the solutions'
column that is no grid of the puzzle's shape does not make the puzzle unreadable; its
text is kept as the detail `solution`.  Where the column was asked for, it does.  A
record of a kind that is a variant is never read as a classic puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.cells import LOST_AS_NUMBER, Cells, grid_of_list, grid_of_text
from satdoku.formats.model import Entry, Extras
from satdoku.formats.variants import kind_error
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.formats.model import Options
    from satdoku.formats.tables import Columns, Value
    from satdoku.grid import Grid

__all__ = ["Table"]

_BAD = 255


class Table:
    """Makes the entries of one table from its records.

    Args:
        columns: Which columns are read.
        options: What the person has said.
        source: What messages call the source.
        format_name: The format it is in.
    """

    def __init__(
        self, columns: Columns, options: Options, source: str, format_name: str
    ) -> None:
        self._columns = columns
        self._strict = options.solution is not None
        self._cells = Cells(options)
        self._source = source
        self._format = format_name
        self._geometry: Geometry | None = None
        self._table = b""
        self._before: Geometry | None = None

    @property
    def nine(self) -> bytes | None:
        """What the characters of puzzles of 9x9 mean, as the last one had them.

        255 is what means nothing; None if the last puzzle was of another size, or in
        unusual symbols.
        """
        marks = self._cells.marks
        if self._before != Geometry(9, 9) or marks.unusual(9) is not None:
            return None
        return marks.table(9)

    def entry(self, record: Sequence[Value], line: int, number: int) -> Entry:
        """Make the entry of a record.

        Raises:
            InputError: It holds no puzzle that can be read; names the line.
        """
        try:
            self._refuse_variant(record)
            value = self._puzzle(record)
            grid = self._grid(value)
            if grid.geometry is not self._before:
                self._refuse_shortened(value, grid.geometry)
            self._before = grid.geometry
            extras = self._extras(record, grid.geometry)
        except InputError as error:
            raise error.at(line=line) from None
        name = _text(record, self._columns.name) or None
        return Entry(grid, self._source, line, number, name, self._format, extras)

    def _refuse_variant(self, record: Sequence[Value]) -> None:
        for heading, at in self._columns.kinds:
            error = kind_error(heading, _text(record, at))
            if error is not None:
                raise error

    def _refuse_shortened(self, value: str | list[object], geometry: Geometry) -> None:
        """Refuse digits that are fewer than before, as zeros in front may be lost."""
        before = self._before
        if before is None or not isinstance(value, str):
            return
        digits = value.strip()
        zeros = before.cells - geometry.cells
        if digits.isdigit() and digits[0] != "0" and 0 < zeros < geometry.cells:
            raise InputError(
                f"{len(digits)} digits",
                expected=f"{before.cells}, as in the record before",
                hint=LOST_AS_NUMBER,
            )

    def _puzzle(self, record: Sequence[Value]) -> str | list[object]:
        """Return the value in the column of puzzles.

        Raises:
            InputError: There is none.
        """
        at = self._columns.puzzle
        if len(record) <= at:
            columns = f"{len(record)} column{'s' if len(record) > 1 else ''}"
            raise InputError(columns, expected=f"a puzzle in column {at + 1}")
        value = record[at]
        if not value or (isinstance(value, str) and value.isspace()):
            raise InputError("no puzzle in the column", expected="its cells")
        return value

    def _grid(self, value: str | list[object]) -> Puzzle:
        """Make a grid; quickly, if it is like the one before."""
        if not isinstance(value, str):
            return grid_of_list(value, self._cells)
        geometry = self._geometry
        if geometry is not None and len(value) == geometry.cells and value.isascii():
            values = value.encode().translate(self._table)
            if _BAD not in values:
                return Puzzle.trusted(geometry, tuple(values))
        grid = grid_of_text(value, self._cells)
        table = self._cells.marks.table(grid.geometry.size)
        self._geometry = None if table is None else grid.geometry
        self._table = table or b""
        return grid

    def _extras(self, record: Sequence[Value], geometry: Geometry) -> Extras:
        """Return what the other columns say."""
        columns = self._columns
        details = [
            (key, text) for key, at in columns.details if (text := _text(record, at))
        ]
        solution: Grid | None = None
        at = columns.solution
        value = None if at is None or len(record) <= at else record[at]
        if value:
            try:
                solution = self._solution(value, geometry).clues
            except InputError as error:
                if self._strict:
                    error.what = f"the solution: {error.what}"
                    raise
                details.append(("solution", str(value)))
        extras = self._cells.extras(geometry.size)
        if solution is None and not details:
            return extras
        return Extras(tuple(details), None, solution, extras.symbols)

    def _solution(self, value: str | list[object], geometry: Geometry) -> Puzzle:
        """Return the grid of a solution.

        Raises:
            InputError: It is none of that shape.
        """
        solution = self._grid(value)
        if solution.geometry != geometry:
            raise InputError(f"{solution.geometry}", expected=f"{geometry}")
        return solution


def _text(record: Sequence[Value], at: int | None) -> str:
    """Return the text in a column; nothing where the record is shorter."""
    value = None if at is None or len(record) <= at else record[at]
    if value is None:
        return ""
    return value if isinstance(value, str) else str(value)
