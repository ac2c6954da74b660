"""The grid: values on a geometry, and the rules of Sudoku.

A `Grid` is a value: frozen, hashable, equal when geometry, values and candidates are.
It holds only what can be on a board, 0 … n in every cell; whether that makes sense is
for the rules to say, and they are here too, so that every answer of an engine can be
checked by code that knows nothing of formulas:

    clashes()           every unit that holds a digit twice, with the cells
    solves(puzzle)      complete, without a clash, and keeping the puzzle's clues and
                        candidates
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, shown
from satdoku.frozen import frozen
from satdoku.geometry import Geometry
from satdoku.symbols import LETTERS, LONGEST_ALPHABET, Symbols

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Clash", "Grid"]

_MOST_NAMED = 4
"""Cells of a clash that are named; of more, all but these are counted."""
_UPRIGHTS = dict.fromkeys([*b"|:", *range(0x2500, 0x2580)], " ")
_LYING = frozenset("-+=")
_RULE = _LYING | {" ", "\t"}


@frozen
@dataclass(frozen=True, slots=True)
class Clash:
    """A digit that a unit holds more than once."""

    digit: int
    unit: str
    cells: tuple[str, ...]

    def __str__(self) -> str:
        *most, last = self.cells
        if len(self.cells) > _MOST_NAMED:
            most = most[: _MOST_NAMED - 1]
            last = f"{len(self.cells) - len(most)} more"
        word = "both" if len(self.cells) == 2 else "all"
        return f"{', '.join(most)} and {last} are {word} {self.digit} in {self.unit}"


@frozen
@dataclass(frozen=True, slots=True)
class Grid:
    """Values on a geometry, 0 for an empty cell; candidates, where they say more.

    Args:
        geometry: The shape.
        values: n² whole numbers from 0 to n, row by row.
        candidates: The digits each cell may still hold, digit d as bit d - 1, row by
            row; None where the clues alone decide.

    Raises:
        InputError: The number of values or candidates is wrong, one is out of range, or
            a cell's candidates exclude its value.

    Invariants of `candidates`: that of a filled cell is its value's bit; that of an
    empty cell has no digit that a peer holds; they are None if they then are what the
    clues leave open.  So a grid with candidates that say nothing new equals the one
    without.  A mask of 0 is allowed in an empty cell: there is no solution.

    Example:
        >>> grid = Grid.parse("1.34 3.12 .143 4321")
        >>> grid.clue_count, grid[0, 2]
        (13, 3)
        >>> print(grid)
        1.|34
        3.|12
        --+--
        .1|43
        43|21
    """

    geometry: Geometry
    values: tuple[int, ...]
    candidates: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        geometry = self.geometry
        if len(self.values) != geometry.cells:
            raise InputError(
                f"{len(self.values)} cells",
                expected=f"{geometry.cells} for a grid of {geometry}",
            )
        for cell, value in enumerate(self.values):
            if type(value) is not int or not 0 <= value <= geometry.size:
                row, column = divmod(cell, geometry.size)
                raise InputError(
                    f"{shown(value)} cannot be in a cell",
                    expected=f"a whole number from 0 (empty) to {geometry.size}",
                    cell=(row + 1, column + 1),
                )
        if self.candidates is not None:
            from satdoku.candidates import normal_masks  # noqa: PLC0415  seldom needed

            _set_candidates(self, normal_masks(geometry, self.values, self.candidates))

    @classmethod
    def trusted(cls, geometry: Geometry, values: tuple[int, ...]) -> Grid:
        """Make a grid of values that are known to fit, without looking at each.

        For readers and engines, which have just made the values themselves.
        """
        grid = _new(cls)
        _set_geometry(grid, geometry)
        _set_values(grid, values)
        _set_candidates(grid, None)
        return grid

    @classmethod
    def of_candidates(cls, geometry: Geometry, masks: Sequence[int]) -> Grid:
        """Make a grid of candidates alone, as pencilmarks are: digit d as bit d - 1.

        A cell is filled if it has one candidate and no peer has that one.  A cell whose
        one candidate a peer has, too, stays empty: nobody has followed that single yet.
        The solutions are the same either way.

        Raises:
            InputError: The number of masks is wrong, or one has a digit beyond n.

        Example:
            >>> grid = Grid.of_candidates(Geometry(4, 4), (1, 6, 12, 12) + (14,) * 12)
            >>> grid.line, grid.removed[0]
            ('1...............', (1, 4))
        """
        from satdoku import candidates  # noqa: PLC0415  seldom needed

        masks = candidates.checked_masks(geometry, masks)
        return cls(geometry, candidates.placed_values(geometry, masks), masks)

    def with_candidates(self, masks: Sequence[int] | None) -> Grid:
        """Return the grid of these values and candidates; None for those of the values.

        Raises:
            InputError: As for `Grid`.

        Example:
            >>> grid = Grid.parse("12.. .... .... ....")
            >>> grid.with_candidates((15, 15, 4) + (15,) * 13).removed
            ((2, 4),)
        """
        return Grid(self.geometry, self.values, None if masks is None else tuple(masks))

    @classmethod
    def parse(
        cls, text: str, geometry: Geometry | None = None, symbols: Symbols = LETTERS
    ) -> Grid:
        r"""Read one grid: a character a cell, white space and borders skipped.

        Borders are `|`, `:` and box drawings anywhere, and lines of nothing but borders
        and `-`, `+`, `=`.  `Grid.of` takes numbers, too, and other signs for an empty
        cell; for files and all other layouts there is `satdoku.read`.

        Raises:
            InputError: A character is no digit, or their number fits no grid.

        Example:
            >>> Grid.parse("12|34\n34|12\n--+--\n21|43\n43|21").is_complete
            True
        """
        text = text.translate(_UPRIGHTS)
        if not _LYING.isdisjoint(text):
            rows = text.splitlines()
            text = "".join(row for row in rows if not _RULE.issuperset(row))
        marks = "".join(text.split())
        shape = geometry or Geometry.of_cells(len(marks))
        if len(marks) != shape.cells:
            raise InputError(
                f"{len(marks)} cells", expected=f"{shape.cells} for a grid of {shape}"
            )
        values: list[int] = []
        for cell, mark in enumerate(marks):
            try:
                values.append(symbols.digit(mark, shape.size))
            except InputError as error:
                row, column = divmod(cell, shape.size)
                raise error.at(cell=(row + 1, column + 1)) from None
        return cls.trusted(shape, tuple(values))

    @classmethod
    def of(cls, source: object, geometry: Geometry | None = None) -> Grid:
        r"""Make a grid of whatever holds one.

        Args:
            source: A grid; a text, a character a cell, numbers or candidates separated
                by blanks, borders and line ends anywhere; a list of values, of rows of
                values, or of rows of text; a NumPy array of shape (n, n) or (n²,).  In
                lists a value is a whole number, a character, or None for empty.
            geometry: The shape, where boxes are not the usual ones of that size.

        Raises:
            InputError: It holds no grid; the message names the cell.

        Example:
            >>> Grid.of([[1, 0, 3, 4], [3, 4, 0, 2], [0, 1, 4, 3], [4, 3, 2, 1]]).line
            '1.3434.2.1434321'
            >>> Grid.of("1 2 | 3 4\n3 4 | . .\n----+----\n" + "0 0 | 0 0\n" * 2).line
            '123434..........'
        """
        if isinstance(source, Grid):
            if geometry is None or geometry == source.geometry:
                return source
            if source.candidates is not None:
                raise InputError(
                    f"candidates of a grid of {source.geometry}",
                    expected=f"those of {geometry}",
                )
            return cls(geometry, source.values)
        from satdoku.holders import values_of  # noqa: PLC0415  files need none of it

        shape, values, masks = values_of(source, geometry)
        if masks is not None:
            return cls.of_candidates(shape, masks)
        return cls(shape, values)

    def __getitem__(self, place: tuple[int, int]) -> int:
        """Return the value at (row, column), both counted from 0."""
        row, column = place
        size = self.geometry.size
        if not (0 <= row < size and 0 <= column < size):
            msg = f"no cell at row {row}, column {column} of a grid of {self.geometry}"
            raise IndexError(msg)
        return self.values[row * size + column]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The values row by row."""
        n = self.geometry.size
        return tuple(self.values[r * n : r * n + n] for r in range(n))

    @property
    def clues(self) -> Iterator[tuple[int, int]]:
        """The (cell, digit) pairs of the cells that are not empty."""
        return ((cell, value) for cell, value in enumerate(self.values) if value)

    @property
    def clue_count(self) -> int:
        """How many cells are not empty."""
        return len(self.values) - self.values.count(0)

    def left(self) -> tuple[int, ...]:
        """Return the digits left to each cell, digit d as bit d - 1, row by row.

        These are `candidates` where there are any, else what the clues leave open.

        Example:
            >>> [f"{mask:04b}" for mask in Grid.parse("12.. .... .... ....").left()[:5]]
            ['0001', '0010', '1100', '1100', '1100']
        """
        if self.candidates is not None:
            return self.candidates
        from satdoku.candidates import open_masks  # noqa: PLC0415  seldom needed

        return open_masks(self.geometry, self.values)

    @property
    def removed(self) -> tuple[tuple[int, int], ...]:
        """The (cell, digit) pairs that are ruled out beyond the clues, rising."""
        if self.candidates is None:
            return ()
        from satdoku.candidates import open_masks  # noqa: PLC0415  seldom needed

        left = open_masks(self.geometry, self.values)
        return tuple(
            (cell, digit)
            for cell, (open_, mask) in enumerate(
                zip(left, self.candidates, strict=True)
            )
            if open_ != mask
            for digit in self.geometry.digits
            if (open_ & ~mask) >> (digit - 1) & 1
        )

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty."""
        return 0 not in self.values

    def clashes(self) -> list[Clash]:
        """List every digit that a unit holds more than once; rows, columns, boxes."""
        geometry, values = self.geometry, self.values
        found: list[Clash] = []
        for index, unit in enumerate(geometry.units):
            held = [values[cell] for cell in unit if values[cell]]
            if len(set(held)) == len(held):
                continue
            for digit in sorted({d for d in held if held.count(d) > 1}):
                cells = tuple(geometry.cell_name(c) for c in unit if values[c] == digit)
                found.append(Clash(digit, geometry.unit_name(index), cells))
        return found

    def solves(self, puzzle: Grid) -> bool:
        """Whether this is a solution of the puzzle, by the rules alone.

        Example:
            >>> full = Grid.parse("1234 3412 2143 4321")
            >>> full.solves(Grid.parse("1... .... .... ...1"))
            True
        """
        values, geometry = self.values, self.geometry
        clues = puzzle.values
        n = geometry.size
        if geometry != puzzle.geometry or min(values) < 1 or max(values) > n:
            return False
        if list(compress(values, clues)) != list(filter(None, clues)):
            return False
        if puzzle.candidates is not None and not all(
            mask >> (value - 1) & 1
            for mask, value in zip(puzzle.candidates, values, strict=True)
        ):
            return False
        boxed = geometry.by_boxes(values)
        for start in range(0, n * n, n):
            row, box = values[start : start + n], boxed[start : start + n]
            if len(set(row)) != n or len(set(box)) != n:
                return False
        return all(len(set(values[column::n])) == n for column in range(n))

    @property
    def line(self) -> str:
        """The grid on one line, a character a cell, or numbers beyond size 35."""
        if self.geometry.size > LONGEST_ALPHABET:
            return " ".join(map(str, self.values))
        return "".join(map(LETTERS.text, self.values))

    def __str__(self) -> str:
        """Draw the values with the boxes told apart, rows on lines."""
        from satdoku.text.drawing import drawn  # noqa: PLC0415  not every grid is

        n = self.geometry.size
        if n <= LONGEST_ALPHABET:
            return drawn(self.geometry, list(map(LETTERS.text, self.values)))
        wide = len(str(n))
        return drawn(
            self.geometry, [(str(v) if v else ".").rjust(wide) for v in self.values]
        )

    def __repr__(self) -> str:
        masks = self.candidates
        if self.geometry.size > LONGEST_ALPHABET:
            ruled_out = "" if masks is None else f", {len(self.removed)} ruled out"
            return f"<Grid of {self.geometry}, {self.clue_count} clues{ruled_out}>"
        usual = Geometry.of_size(self.geometry.size) if self.geometry.size > 3 else None
        shape = "" if self.geometry == usual else f", {self.geometry!r}"
        left = "" if masks is None else f".with_candidates({masks})"
        return f"Grid.parse({self.line!r}{shape}){left}"

    def _repr_svg_(self) -> str:
        """Draw the grid for a notebook; its candidates, too, where it has its own."""
        from satdoku.pictures.notebook import notebook_svg  # noqa: PLC0415  for notebooks

        return notebook_svg(self.geometry, self.values, masks=self.candidates)

    def to_numpy(self) -> NDArray[np.uint8] | NDArray[np.uint16]:
        """Return the values as an array of shape (n, n), uint8 (uint16 from 256 on).

        Values alone: candidates are left out.

        Example:
            >>> Grid.parse("1234 3412 2143 4321").to_numpy().sum()
            np.uint64(40)
        """
        import numpy as np  # noqa: PLC0415  90 ms that most callers never need

        n = self.geometry.size
        if n < 256:
            return np.array(self.values, dtype=np.uint8).reshape(n, n)
        return np.array(self.values, dtype=np.uint16).reshape(n, n)


# Slot by slot a frozen value is filled in half the time of `object.__setattr__`.
_new = object.__new__
_set_geometry: Any = Grid.__dict__["geometry"].__set__
_set_values: Any = Grid.__dict__["values"].__set__
_set_candidates: Any = Grid.__dict__["candidates"].__set__
