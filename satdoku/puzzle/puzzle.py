"""The puzzle: clues, eliminated candidates, and constraints on a geometry.

Whether a grid is a solution is decided here, by the rules alone: `Puzzle.is_solution`
shares no code with any engine, so that every answer can be checked by it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import compress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from satdoku.errors import (
    InputError,
    LimitError,
    UsageError,
    printable,
    shown,
    whole_number,
)
from satdoku.puzzle.arrays import read_grid
from satdoku.puzzle.completions import completions
from satdoku.puzzle.constraints.base import (
    check_extra_cells,
    checked_constraint,
    extra_cells_of,
    grid_units,
    units_of,
)
from satdoku.puzzle.geometry import check_geometry, digits_of, mask_of_digits
from satdoku.puzzle.grid import Grid, usual_geometry
from satdoku.puzzle.notebook import notebook_svg
from satdoku.puzzle.symbols import LONGEST_ALPHABET

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import GridLike

PuzzleLike: TypeAlias = "Puzzle | GridLike"
"""What a puzzle can be made of."""

MAX_SIZE = 225
"""The most rows and columns of a text or list, unless another number is given."""

_NO_METADATA: Mapping[str, str] = MappingProxyType({})
_NO_CELLS: Mapping[int, Sequence[float]] = MappingProxyType({})
_LONGEST_RULES = 120
"""Characters of the names of constraints in a message."""

_MAX_NAMED = 4
"""Cells of a clash that are named; of more, all but these are counted."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A digit that a unit holds more than once.

    Args:
        digit: What it counts in sums: 0 for the first one where digits are 0 to 8.
        unit: The name of the unit.
        cells: The names of the cells.
        symbol: How the puzzle writes it.
    """

    digit: int
    unit: str
    cells: tuple[str, ...]
    symbol: str

    def record(self) -> dict[str, object]:
        """Return the clash for JSON."""
        return {"digit": self.digit, "unit": self.unit, "cells": list(self.cells)}

    def __str__(self) -> str:
        *most, last = self.cells
        if len(self.cells) > _MAX_NAMED:
            most = most[: _MAX_NAMED - 1]
            last = f"{len(self.cells) - len(most)} more"
        word = "both" if len(self.cells) == 2 else "all"
        return f"{', '.join(most)} and {last} are {word} {self.symbol} in {self.unit}"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Puzzle:
    """A puzzle: clues, candidates and constraints on a geometry.

    Args:
        source: The clues: a grid, or whatever `Grid` takes; or a text of pencil marks,
            a group of digits a cell.
        constraints: Rules beyond rows, columns and boxes (`satdoku.constraints`); None
            for those of the source, if it is a puzzle.
        candidates: The digits that each cell may still hold, row by row; a cell as a
            collection of digits, or as a mask with digit d as bit d - 1.  None where
            the clues alone decide.
        geometry: The shape, if it is not the usual one for this number of cells.
        metadata: What else is known of the puzzle, such as its name; two puzzles that
            differ in it alone are equal.
        max_size: The most rows and columns that are accepted; None for 225, and for any
            size of a grid or puzzle, which exists already.

    Attributes:
        clues: The digits that the puzzle states, a `Grid`.

    Raises:
        InputError: The source holds no puzzle, or the candidates do not fit; the
            message names the cell.
        LimitError: It has more rows or columns than `max_size`.
        UsageError: A constraint does not fit the geometry, or an argument is of
            another kind.

    Invariants of `masks`, the candidates as bits: the mask of a clue is its own bit;
    that of an empty cell has no digit of a clue in its units; they are None if they are
    just what the clues leave.  So candidates that say nothing new make no difference.
    A mask of 0 is allowed in an empty cell: the puzzle has no solution.

    Example:
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> puzzle.clue_count, puzzle.clues["r1c1"]
        (4, 1)
        >>> puzzle.is_solution(Grid("1243 3421 2134 4312"))
        True
    """

    clues: Grid
    constraints: tuple[Constraint, ...]
    masks: tuple[int, ...] | None
    metadata: Mapping[str, str] = field(compare=False)

    def __init__(
        self,
        source: PuzzleLike,
        constraints: Iterable[Constraint] | None = None,
        candidates: Sequence[int | Collection[int]] | None = None,
        geometry: Geometry | None = None,
        metadata: Mapping[str, str] | None = None,
        *,
        max_size: int | None = None,
    ) -> None:
        if max_size is not None:
            max_size = whole_number("max_size", max_size)
        if isinstance(source, Puzzle):
            if constraints is None:
                constraints = source.constraints
            if metadata is None:
                metadata = source.metadata
            if candidates is None:
                candidates = source.masks
            check_geometry(geometry)
            _check_shape(candidates, source.geometry, geometry)
            source = source.clues
        if isinstance(source, Grid):
            clues = source if geometry is None else Grid(source, geometry)
            check_size(clues.geometry, max_size)
        else:
            check_geometry(geometry)
            grid = read_grid(source, geometry)
            shape, values = grid.geometry, grid.values
            check_size(shape, max_size or MAX_SIZE)
            if grid.name is not None and metadata is None:
                metadata = {"name": grid.name}
            if grid.masks is not None and candidates is None:
                candidates = checked_masks(shape, grid.masks)
                values = placed_values(shape, candidates)
            clues = Grid.trusted(shape, values)
        rules = _checked(constraints or (), clues.geometry)
        masks = None
        if candidates is not None:
            units = units_of(clues.geometry, rules)
            masks = normal_masks(clues.geometry, clues.values, candidates, units)
        _fill(self, clues, rules, masks, _metadata_of(metadata))

    @classmethod
    def trusted(
        cls,
        geometry: Geometry,
        values: tuple[int, ...],
        metadata: Mapping[str, str] | None = None,
    ) -> Puzzle:
        """Make a puzzle of clues that are known to fit, without checking each."""
        clues = Grid.trusted(geometry, values)
        kept = MappingProxyType(dict(metadata)) if metadata else _NO_METADATA
        return _fill(_new(cls), clues, (), None, kept)

    @classmethod
    def of(cls, source: PuzzleLike) -> Puzzle:
        """Return a puzzle as it is, or make one of anything that holds one.

        Raises:
            InputError: It holds no puzzle.
        """
        if isinstance(source, Puzzle):
            return source
        if isinstance(source, Grid):
            return _fill(_new(cls), source, (), None, _NO_METADATA)
        return cls(source)

    @classmethod
    def of_candidates(cls, geometry: Geometry, masks: Sequence[int]) -> Puzzle:
        """Make a puzzle of candidates alone, as pencil marks are: digit d as bit d - 1.

        A cell with one candidate that no peer has is a clue.  A cell whose one
        candidate a peer has, too, stays empty: nobody has followed that single yet.
        The solutions are the same either way.

        Raises:
            InputError: The number of masks is wrong, or one has a digit beyond n.

        Example:
            >>> masks = (1, 6, 12, 12) + (14,) * 12
            >>> from satdoku.puzzle.geometry import Geometry
            >>> puzzle = Puzzle.of_candidates(Geometry(4, 4), masks)
            >>> puzzle.line, puzzle.eliminated[0]
            ('1...............', (1, 4))
        """
        masks = checked_masks(geometry, masks)
        clues = Grid.trusted(geometry, placed_values(geometry, masks))
        return cls(clues, candidates=masks)

    def with_clues(self, clues: PuzzleLike) -> Puzzle:
        """Return the puzzle with other clues, also those of a puzzle; the rest stays.

        Raises:
            InputError: They are no grid of the same geometry, or an eliminated
                candidate is among them.

        Example:
            >>> Puzzle("12.. .... .... ....").with_clues("1... .... .... ....").line
            '1...............'
        """
        # Candidates fell with the clues they follow from: the eliminated ones stay.
        source = clues.clues if isinstance(clues, Puzzle) else clues
        grid = Grid(source, self.geometry)
        if self.masks is None:
            return _fill(_new(Puzzle), grid, self.constraints, None, self.metadata)
        masks = [(1 << self.geometry.size) - 1] * self.geometry.cells
        for cell, digit in self.eliminated:
            masks[cell] &= ~(1 << (digit - 1))
        return Puzzle(grid, self.constraints, masks, metadata=self.metadata)

    def with_constraints(self, constraints: Iterable[Constraint]) -> Puzzle:
        """Return the puzzle with these constraints in place of its own.

        Raises:
            UsageError: One is no constraint, or does not fit the geometry.

        Example:
            >>> from satdoku.constraints import Diagonals
            >>> Puzzle("12.. .... .... ....").with_constraints([Diagonals()]).is_classic
            False
        """
        return Puzzle(self, constraints)

    def with_candidates(self, masks: Sequence[int] | None) -> Puzzle:
        """Return the puzzle with these candidates; None for those its clues leave.

        Raises:
            InputError: They do not fit.

        Example:
            >>> puzzle = Puzzle("12.. .... .... ....")
            >>> puzzle.with_candidates((15, 15, 4) + (15,) * 13).eliminated
            ((2, 4),)
        """
        kept = None
        if masks is not None:
            kept = normal_masks(self.geometry, self.values, masks, self.units)
        return _fill(_new(Puzzle), self.clues, self.constraints, kept, self.metadata)

    @property
    def geometry(self) -> Geometry:
        """The shape."""
        return self.clues.geometry

    @property
    def values(self) -> tuple[int, ...]:
        """The clues row by row, 0 for an empty cell."""
        return self.clues.values

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each unit, those of constraints behind the others."""
        return units_of(self.geometry, self.constraints)

    @property
    def extra_cells(self) -> Mapping[int, Sequence[float]]:
        """The cells outside the grid, by number, each with the values it may hold.

        Example:
            >>> from satdoku.constraints import Var
            >>> list(Puzzle("." * 16, [Var("A", 2)]).extra_cells.values())
            [range(1, 5), range(1, 5)]
        """
        if not self.constraints:
            return _NO_CELLS
        return extra_cells_of(self.geometry, self.constraints)

    @property
    def adding_constraints(self) -> tuple[Constraint, ...]:
        """The constraints that add cells to the grid, which others may name."""
        if not self.extra_cells:
            return ()
        rules, geometry = self.constraints, self.geometry
        return tuple(rule for rule in rules if extra_cells_of(geometry, (rule,)))

    @property
    def has_only_units(self) -> bool:
        """Whether all rules are units, which hold each digit at most once.

        Not in a raw grid, whose rows are none.
        """
        return not self.geometry.raw and all(
            rule.only_units for rule in self.constraints
        )

    @property
    def is_classic(self) -> bool:
        """Whether the rules are rows, columns and boxes of n cells alone."""
        return self.geometry.is_standard and not self.constraints

    def require_classic(self, what: str) -> None:
        """Raise an error unless the rules are rows, columns and boxes of n cells alone.

        Args:
            what: What supports no other rules, for the message.

        Raises:
            InputError: There are other rules, or the shape is another.
        """
        if self.constraints:
            rules = "; ".join(dict.fromkeys(r.describe() for r in self.constraints))
            raise InputError(
                f"{what} does not know the constraint{'s' * (';' in rules)} "
                f"{printable(rules, _LONGEST_RULES)}"
            )
        if not self.geometry.is_standard:
            raise InputError(f"{what} does not know grids of {self.geometry}")

    @property
    def clue_count(self) -> int:
        """How many clues there are."""
        return self.clues.filled_count

    @property
    def line(self) -> str:
        """The clues on one line."""
        return self.clues.line

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The clues row by row."""
        return self.clues.rows

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty."""
        return self.clues.is_complete

    def candidate_masks(self) -> tuple[int, ...]:
        """Return the digits left to each cell, digit d as bit d - 1, row by row.

        These are `masks` where there are any, else what the clues leave.

        Example:
            >>> Puzzle("12.. .... .... ....").candidate_masks()[:5]
            (1, 2, 12, 12, 12)
        """
        if self.masks is not None:
            return self.masks
        return open_masks(self.geometry, self.values, self.units)

    def candidates_of(self, cell: str) -> tuple[int, ...]:
        """Return the digits that a cell may hold: its pencil marks, or its clue.

        Raises:
            UsageError: There is no such cell.

        Example:
            >>> Puzzle("12.. .... .... ....").candidates_of("r1c3")
            (3, 4)
        """
        try:
            number = self.clues.cell_at(cell)
        except IndexError as error:
            raise UsageError(str(error)) from None
        return digits_of(self.candidate_masks()[number])

    @property
    def candidates(self) -> tuple[tuple[int, ...], ...]:
        """The digits left to each cell, row by row; a clue in its own.

        Example:
            >>> Puzzle("12.. .... .... ....").candidates[:3]
            ((1,), (2,), (3, 4))
        """
        return tuple(map(digits_of, self.candidate_masks()))

    @property
    def pencil_marks(self) -> tuple[tuple[int, ...], ...] | None:
        """The digits left to each cell; None where the clues alone decide."""
        return None if self.masks is None else tuple(map(digits_of, self.masks))

    @property
    def eliminated(self) -> tuple[tuple[int, int], ...]:
        """The (cell, digit) pairs that are eliminated beyond the clues, rising."""
        if self.masks is None:
            return ()
        pairs = zip(
            open_masks(self.geometry, self.values, self.units),
            self.masks,
            strict=True,
        )
        return tuple(
            (cell, digit)
            for cell, (open_, mask) in enumerate(pairs)
            if open_ != mask
            for digit in self.geometry.digit_range
            if (open_ & ~mask) >> (digit - 1) & 1
        )

    def unit_name(self, unit: int) -> str:
        """Name a unit of `units` as a person does.

        Raises:
            UsageError: There is no such unit.
        """
        own = len(self.geometry.units)
        number = whole_number("a unit", unit, 0)
        if number < own:
            return self.geometry.unit_name(number)
        number -= own
        for rule in self.constraints:
            many = len(grid_units(rule, self.geometry))
            if number < many:
                word = getattr(rule, "unit_label", "")
                if not word or many == 1:
                    return rule.describe()
                return f"{word} {number + 1}" if isinstance(word, str) else word[number]
            number -= many
        raise UsageError(f"there is no unit {shown(unit)}")

    def clashes(self) -> list[Clash]:
        """List every digit that a unit holds more than once, unit by unit."""
        geometry, values = self.geometry, self.values
        shift = geometry.first_value - 1
        clashes: list[Clash] = []
        for index, unit in enumerate(self.units):
            held = [values[cell] for cell in unit if values[cell]]
            if len(set(held)) == len(held):
                continue
            for digit in sorted({d for d in held if held.count(d) > 1}):
                cells = tuple(geometry.cell_name(c) for c in unit if values[c] == digit)
                symbol = geometry.digit_texts[digit]
                clash = Clash(digit + shift, self.unit_name(index), cells, symbol)
                clashes.append(clash)
        return clashes

    def is_solution(self, grid: Grid | Puzzle) -> bool:
        """Whether a grid is a solution, by the rules alone.

        Where cells outside the grid have to be found, and the grid does not know them
        (`Grid.extra`), values are looked for.

        Raises:
            UsageError: It is none.
            LimitError: Too many values would have to be tried.

        Example:
            >>> full = Grid("1234 3412 2143 4321")
            >>> Puzzle("1... .... .... ...1").is_solution(full)
            True
        """
        if not isinstance(grid, Grid):
            grid = _grid_of(grid)
        values, geometry = grid.values, self.geometry
        clues = self.clues.values
        n = geometry.size
        if not geometry.same_shape(grid.geometry) or min(values) < 1 or max(values) > n:
            return False
        if list(compress(values, clues)) != list(filter(None, clues)):
            return False
        if self.masks is not None and not all(
            mask >> (value - 1) & 1
            for mask, value in zip(self.masks, values, strict=True)
        ):
            return False
        if geometry.is_standard:  # twice as fast as unit by unit
            boxed = geometry.by_boxes(values)
            for start in range(0, n * n, n):
                row, box = values[start : start + n], boxed[start : start + n]
                if len(set(row)) != n or len(set(box)) != n:
                    return False
            for column in range(n):
                if len(set(values[column::n])) != n:
                    return False
            units = self.units[3 * n :] if self.constraints else ()
        else:
            units = self.units
        return all(
            len({values[cell] for cell in unit}) == len(unit) for unit in units
        ) and (
            any(True for _ in completions(self, grid))
            if self.extra_cells
            else all(rule.is_satisfied(grid) for rule in self.constraints)
        )

    def __reduce__(self) -> tuple[object, ...]:
        parts = (dict(self.metadata), self.clues, self.constraints, self.masks)
        return _restored, parts

    def __str__(self) -> str:
        """Draw the clues, rows on lines; constraints below, one a line."""
        rules = (rule.describe() for rule in self.constraints)
        return "\n".join([str(self.clues), *rules])

    def __repr__(self) -> str:
        geometry = self.geometry
        if geometry.size > LONGEST_ALPHABET:
            return f"<Puzzle of {geometry}, {self.clue_count} clues>"
        parts = [repr(self.line)]
        if self.constraints:
            parts.append(f"constraints={self.constraints!r}")
        if self.masks is not None:
            parts.append(f"candidates={self.masks}")
        if geometry != usual_geometry(geometry.cells):
            parts.append(f"geometry={geometry!r}")
        return f"Puzzle({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        """Draw the puzzle for a notebook, with its candidates where it has its own."""
        return notebook_svg(
            self.geometry,
            self.values,
            candidates=self.masks,
            constraints=self.constraints,
        )


# Slot by slot a frozen value is filled in half the time of `object.__setattr__`.
_new = object.__new__
_set_clues: Any = Puzzle.__dict__["clues"].__set__


def _checked(
    constraints: Iterable[Constraint], geometry: Geometry
) -> tuple[Constraint, ...]:
    """Return constraints that fit the geometry.

    Raises:
        UsageError: One is no constraint, or does not fit.
    """
    if not isinstance(constraints, Iterable):
        raise UsageError(
            f"constraints cannot be {shown(constraints)}; expected a list of "
            "constraints (the geometry goes by name: geometry=…)"
        )
    rules = tuple(constraints)
    for rule in rules:
        checked_constraint(rule)
        rule.check(geometry)
    if rules:
        check_extra_cells(rules, geometry)
    return rules


def _check_shape(candidates: object, own: Geometry, geometry: Geometry | None) -> None:
    """Raise an error if there are candidates, and another geometry is of other shape.

    Raises:
        InputError: So it is.
    """
    if candidates is None or geometry is None:
        return
    if not geometry.same_shape(own):
        what, expected = f"candidates of a grid of {own}", f"those of {geometry}"
        raise InputError(what, expected=expected)


def _metadata_of(metadata: object) -> Mapping[str, str]:
    """Return metadata that nobody can change; raise UsageError for anything else."""
    if metadata is None:
        return _NO_METADATA
    if not isinstance(metadata, Mapping):
        raise UsageError(f"metadata cannot be {shown(metadata)}; expected a dict")
    return MappingProxyType(dict(metadata))


def _grid_of(grid: object) -> Grid:
    """Return the clues of a puzzle; raise UsageError for anything else."""
    if not isinstance(grid, Puzzle):
        raise UsageError(f"{shown(grid)} is no grid; satdoku.Grid makes one of it")
    return grid.clues


_set_constraints: Any = Puzzle.__dict__["constraints"].__set__
_set_masks: Any = Puzzle.__dict__["masks"].__set__
_set_metadata: Any = Puzzle.__dict__["metadata"].__set__


def _fill(
    puzzle: Puzzle,
    clues: Grid,
    constraints: tuple[Constraint, ...],
    masks: tuple[int, ...] | None,
    metadata: Mapping[str, str],
) -> Puzzle:
    """Set all that a puzzle has."""
    _set_clues(puzzle, clues)
    _set_constraints(puzzle, constraints)
    _set_masks(puzzle, masks)
    _set_metadata(puzzle, metadata)
    return puzzle


def _restored(metadata: dict[str, str], *parts: Any) -> Puzzle:  # noqa: ANN401
    """Make a puzzle again of what a pickle holds."""
    return _fill(_new(Puzzle), *(*parts, MappingProxyType(metadata)))


def check_size(geometry: Geometry, most: int | None) -> None:
    """Refuse a grid that is too large; None for any size.

    Raises:
        LimitError: It has more rows or columns than `most`.
    """
    if most is not None and max(geometry.rows, geometry.columns) > most:
        raise LimitError(
            f"a grid of {geometry.rows}x{geometry.columns} cells; expected at most "
            f"{most}x{most}"
        )


def open_masks(
    geometry: Geometry,
    values: Sequence[int],
    units: Iterable[Sequence[int]] | None = None,
) -> tuple[int, ...]:
    """Return the digits that clues leave to each cell.

    Args:
        geometry: The shape.
        values: The clues, 0 for an empty cell.
        units: The cells of each unit; None for rows, columns and boxes.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> open_masks(Geometry(4, 4), (1, 0, 0, 2) + (0,) * 12)[:6]
        (1, 12, 12, 2, 14, 14)
    """
    masks = [(1 << geometry.size) - 1] * geometry.cells
    for unit in geometry.units if units is None else units:
        taken = 0
        for cell in unit:
            if values[cell]:
                taken |= 1 << (values[cell] - 1)
        if taken:
            for cell in unit:
                masks[cell] &= ~taken
    for cell, value in enumerate(values):
        if value:
            masks[cell] = 1 << (value - 1)
    return tuple(masks)


def checked_masks(geometry: Geometry, candidates: Sequence[object]) -> tuple[int, ...]:
    """Return candidates as masks.

    Args:
        geometry: The shape.
        candidates: For each cell a mask, which stays, or a collection of digits.

    Raises:
        InputError: They are too few or too many, or a cell has neither.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> checked_masks(Geometry(1, 3), [(1, 2), 7, []])
        (3, 7, 0)
    """
    if not hasattr(candidates, "__len__"):
        raise InputError(
            f"candidates cannot be {shown(candidates)}",
            expected="for each cell a mask, or a collection of digits",
        )
    if len(candidates) != geometry.cells:
        raise InputError(
            f"candidates of {len(candidates)} cells",
            expected=f"those of {geometry.cells} for a grid of {geometry}",
        )
    full = (1 << geometry.size) - 1
    masks: list[int] = []
    for cell, content in enumerate(candidates):
        mask = content if type(content) is int else _mask_of(content, geometry)
        if not 0 <= mask <= full:
            raise InputError(
                f"{shown(content)} cannot be the candidates of a cell",
                expected=f"digits, or a mask from 0 (none) to {full} (all), digit d as "
                "bit d - 1",
                cell=geometry.place_of(cell),
            )
        masks.append(mask)
    return tuple(masks)


def _mask_of(content: object, geometry: Geometry) -> int:
    """Return a mask, or a collection of digits, as a mask; -1 where it is neither."""
    mask = _whole(content)
    if mask is not None:
        return mask
    held = list(map(_whole, content)) if isinstance(content, Iterable) else [None]
    if all(digit in geometry.digit_range for digit in held):
        return mask_of_digits(digit for digit in held if digit is not None)
    return -1


def _whole(value: object) -> int | None:
    """Return a whole number, Python's or NumPy's, as Python's own; None for others."""
    if type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        with suppress(TypeError):  # an array
            return operator.index(value)
    return None


def normal_masks(
    geometry: Geometry,
    values: tuple[int, ...],
    candidates: Sequence[object],
    units: Iterable[Sequence[int]],
) -> tuple[int, ...] | None:
    """Return candidates in the one form a puzzle keeps them in.

    Raises:
        InputError: They are no masks of this geometry, or exclude a cell's own value.
    """
    masks = checked_masks(geometry, candidates)
    for cell, value in enumerate(values):
        if value and not masks[cell] >> (value - 1) & 1:
            raise InputError(
                f"its candidates exclude its value {geometry.digit_texts[value]}",
                expected="candidates with it",
                cell=geometry.place_of(cell),
            )
    left = open_masks(geometry, values, units)
    kept = tuple(mask & open_ for mask, open_ in zip(masks, left, strict=True))
    return None if kept == left else kept


def placed_values(geometry: Geometry, masks: Sequence[int]) -> tuple[int, ...]:
    """Return the values of the cells that are placed, by their candidates alone.

    A cell is placed if it has one candidate and no peer has that one; with a peer that
    has it, it is a single that nobody has followed yet.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> placed_values(Geometry(4, 4), (1, 2, 4, 4) + (14,) * 12)
        (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    shared = [0] * geometry.cells
    for unit in geometry.units:
        once = twice = 0
        for cell in unit:
            twice |= once & masks[cell]
            once |= masks[cell]
        for cell in unit:
            shared[cell] |= twice
    return tuple(
        0 if mask & (mask - 1) or mask & seen else mask.bit_length()
        for mask, seen in zip(masks, shared, strict=True)
    )
