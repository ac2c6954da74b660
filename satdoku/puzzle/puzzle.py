"""The puzzle: clues, candidates ruled out, and constraints on a geometry.

Whether a grid is a solution is decided here, by the rules alone: `Puzzle.is_solution`
shares no code with any engine, so that every answer can be checked by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Any, TypeAlias

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.puzzle.cells import values_of
from satdoku.puzzle.constraints.base import units_of
from satdoku.puzzle.grid import Grid, usual_geometry
from satdoku.puzzle.notebook import notebook_svg
from satdoku.puzzle.symbols import LONGEST_ALPHABET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import GridLike

__all__ = [
    "Clash",
    "Puzzle",
    "PuzzleLike",
    "checked_masks",
    "open_masks",
]

PuzzleLike: TypeAlias = "Puzzle | GridLike"
"""What a puzzle can be made of."""

_LONGEST_RULES = 120
"""Characters of the names of constraints in a message."""

_MAX_NAMED = 4
"""Cells of a clash that are named; of more, all but these are counted."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A digit that a unit holds more than once, as grids show it."""

    digit: int
    unit: str
    cells: tuple[str, ...]

    def __str__(self) -> str:
        *most, last = self.cells
        if len(self.cells) > _MAX_NAMED:
            most = most[: _MAX_NAMED - 1]
            last = f"{len(self.cells) - len(most)} more"
        word = "both" if len(self.cells) == 2 else "all"
        return f"{', '.join(most)} and {last} are {word} {self.digit} in {self.unit}"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Puzzle:
    """A puzzle: clues, candidates and constraints on a geometry.

    Args:
        source: The clues: a grid, or whatever `Grid` takes; or a text of pencil marks,
            a group of digits a cell.
        constraints: Rules beyond rows, columns and boxes (`puzzle.constraints`).
        candidates: The digits that each cell may still hold, digit d as bit d - 1, row
            by row; None where the clues alone decide.
        geometry: The shape, if it is not the usual one for this number of cells.
        metadata: What else is known of the puzzle, such as its name; two puzzles that
            differ in it alone are equal.

    Attributes:
        clues: The digits that the puzzle states, a `Grid`.

    Raises:
        InputError: The source holds no puzzle, or the candidates do not fit; the
            message names the cell.
        UsageError: A constraint does not fit the geometry.

    Invariants of `candidates`: the mask of a clue is its own bit; that of an empty cell
    has no digit of a clue in its units; they are None if they are just what the clues
    leave.  So candidates that say nothing new make no difference.  A mask of 0 is
    allowed in an empty cell: the puzzle has no solution.

    Example:
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> puzzle.clue_count, puzzle.clues["r1c1"]
        (4, 1)
        >>> puzzle.is_solution(Grid("1243 3421 2134 4312"))
        True
    """

    clues: Grid
    constraints: tuple[Constraint, ...]
    candidates: tuple[int, ...] | None
    metadata: Mapping[str, str] = field(compare=False)

    def __init__(
        self,
        source: PuzzleLike,
        constraints: Sequence[Constraint] = (),
        candidates: Sequence[int] | None = None,
        geometry: Geometry | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        if isinstance(source, Puzzle):
            constraints = constraints or source.constraints
            metadata = metadata or source.metadata
            if candidates is None:
                candidates = source.candidates
            if geometry not in (None, source.geometry) and candidates is not None:
                raise InputError(
                    f"candidates of a grid of {source.geometry}",
                    expected=f"those of {geometry}",
                )
            source = source.clues
        if isinstance(source, Grid):
            clues = source if geometry is None else Grid(source, geometry)
        else:
            shape, values, masks = values_of(source, geometry)
            if masks is not None and candidates is None:
                candidates = checked_masks(shape, masks)
                values = placed_values(shape, candidates)
            clues = Grid.trusted(shape, values)
        if not isinstance(constraints, Iterable):
            raise UsageError(
                f"constraints cannot be {shown(constraints)}; expected a list of "
                "constraints (the geometry goes by name: geometry=…)"
            )
        rules = tuple(constraints)
        for rule in rules:
            _check_constraint(rule)
            rule.check(clues.geometry)
        if candidates is not None:
            units = units_of(clues.geometry, rules)
            candidates = normal_masks(clues.geometry, clues.values, candidates, units)
        _fill(self, clues, rules, candidates, dict(metadata or {}))

    @classmethod
    def trusted(
        cls,
        geometry: Geometry,
        values: tuple[int, ...],
        metadata: Mapping[str, str] | None = None,
    ) -> Puzzle:
        """Make a puzzle of clues that are known to fit, without checking each."""
        clues = Grid.trusted(geometry, values)
        return _fill(_new(cls), clues, (), None, metadata or {})

    @classmethod
    def of(cls, source: PuzzleLike) -> Puzzle:
        """Return a puzzle as it is, or make one of anything that holds one.

        Raises:
            InputError: It holds no puzzle.
        """
        if isinstance(source, Puzzle):
            return source
        if isinstance(source, Grid):
            return _fill(_new(cls), source, (), None, {})
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
            >>> puzzle.line, puzzle.removed[0]
            ('1...............', (1, 4))
        """
        masks = checked_masks(geometry, masks)
        clues = Grid.trusted(geometry, placed_values(geometry, masks))
        return cls(clues, candidates=masks)

    def with_candidates(self, masks: Sequence[int] | None) -> Puzzle:
        """Return the puzzle with these candidates; None for those its clues leave.

        Raises:
            InputError: They do not fit.

        Example:
            >>> puzzle = Puzzle("12.. .... .... ....")
            >>> puzzle.with_candidates((15, 15, 4) + (15,) * 13).removed
            ((2, 4),)
        """
        if masks is not None:
            units = self.units
            masks = normal_masks(self.geometry, self.values, masks, units)
        kept = masks if masks is None else tuple(masks)
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
    def has_only_units(self) -> bool:
        """Whether all rules are units, which hold each digit at most once."""
        return all(rule.only_units for rule in self.constraints)

    @property
    def is_classic(self) -> bool:
        """Whether the rules are rows, columns and boxes of n cells alone."""
        return self.geometry.is_square and not self.constraints

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
        if not self.geometry.is_square:
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

    def left(self) -> tuple[int, ...]:
        """Return the digits left to each cell, digit d as bit d - 1, row by row.

        These are `candidates` where there are any, else what the clues leave.

        Example:
            >>> [f"{mask:04b}" for mask in Puzzle("12.. .... .... ....").left()[:5]]
            ['0001', '0010', '1100', '1100', '1100']
        """
        if self.candidates is not None:
            return self.candidates
        return open_masks(self.geometry, self.values, self.units)

    @property
    def removed(self) -> tuple[tuple[int, int], ...]:
        """The (cell, digit) pairs that are ruled out beyond the clues, rising."""
        if self.candidates is None:
            return ()
        pairs = zip(
            open_masks(self.geometry, self.values, self.units),
            self.candidates,
            strict=True,
        )
        return tuple(
            (cell, digit)
            for cell, (open_, mask) in enumerate(pairs)
            if open_ != mask
            for digit in self.geometry.digits
            if (open_ & ~mask) >> (digit - 1) & 1
        )

    def unit_name(self, unit: int) -> str:
        """Name a unit of `units` as a person does."""
        own = len(self.geometry.units)
        if unit < own:
            return self.geometry.unit_name(unit)
        unit -= own
        for rule in self.constraints:
            many = len(tuple(rule.units(self.geometry)))
            if unit < many:
                word = getattr(rule, "unit_label", "")
                if not word or many == 1:
                    return rule.describe()
                return f"{word} {unit + 1}" if isinstance(word, str) else word[unit]
            unit -= many
        raise UsageError(f"there is no unit {shown(unit)}")

    def clashes(self) -> list[Clash]:
        """List every digit that a unit holds more than once, unit by unit."""
        geometry, values = self.geometry, self.values
        shift = geometry.first_value - 1
        found: list[Clash] = []
        for index, unit in enumerate(self.units):
            held = [values[cell] for cell in unit if values[cell]]
            if len(set(held)) == len(held):
                continue
            for digit in sorted({d for d in held if held.count(d) > 1}):
                cells = tuple(geometry.cell_name(c) for c in unit if values[c] == digit)
                found.append(Clash(digit + shift, self.unit_name(index), cells))
        return found

    def is_solution(self, grid: Grid) -> bool:
        """Whether a grid is a solution, by the rules alone.

        Example:
            >>> full = Grid("1234 3412 2143 4321")
            >>> Puzzle("1... .... .... ...1").is_solution(full)
            True
        """
        values, geometry = grid.values, self.geometry
        clues = self.clues.values
        n = geometry.size
        if geometry != grid.geometry or min(values) < 1 or max(values) > n:
            return False
        if list(compress(values, clues)) != list(filter(None, clues)):
            return False
        if self.candidates is not None and not all(
            mask >> (value - 1) & 1
            for mask, value in zip(self.candidates, values, strict=True)
        ):
            return False
        if geometry.is_square:  # twice as fast as unit by unit
            boxed = geometry.by_boxes(values)
            for start in range(0, n * n, n):
                row, box = values[start : start + n], boxed[start : start + n]
                if len(set(row)) != n or len(set(box)) != n:
                    return False
            if not all(len(set(values[column::n])) == n for column in range(n)):
                return False
            units = self.units[3 * n :]
        else:
            units = self.units
        return all(
            len({values[cell] for cell in unit}) == len(unit) for unit in units
        ) and all(rule.is_satisfied(grid) for rule in self.constraints)

    def __str__(self) -> str:
        """Draw the clues, rows on lines; constraints below, one a line."""
        rules = (rule.describe() for rule in self.constraints)
        return "\n".join([str(self.clues), *rules])

    def __repr__(self) -> str:
        geometry = self.geometry
        if geometry.size > LONGEST_ALPHABET:
            parts = [
                f"{self.clue_count} clues",
                *(rule.describe() for rule in self.constraints),
            ]
            if self.candidates is not None:
                parts.append(f"{len(self.removed)} ruled out")
            return f"<Puzzle of {geometry}, {', '.join(parts)}>"
        parts = [repr(self.line)]
        if self.constraints:
            parts.append(f"constraints={self.constraints!r}")
        if self.candidates is not None:
            parts.append(f"candidates={self.candidates}")
        if geometry != usual_geometry(geometry.cells):
            parts.append(f"geometry={geometry!r}")
        return f"Puzzle({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        """Draw the puzzle for a notebook, with its candidates where it has its own."""
        return notebook_svg(
            self.geometry,
            self.values,
            candidates=self.candidates,
            constraints=self.constraints,
        )


# Slot by slot a frozen value is filled in half the time of `object.__setattr__`.
_new = object.__new__
_set_clues: Any = Puzzle.__dict__["clues"].__set__
_PARTS = ("check", "units", "clauses", "is_satisfied", "describe", "only_units")
"""What every constraint has (`satdoku.puzzle.constraints.base.Constraint`)."""


def _check_constraint(rule: object) -> None:
    """Check that something is a constraint.

    Raises:
        UsageError: It lacks a part of one, or is a class, or cannot be hashed.
    """
    missing = [name for name in _PARTS if not hasattr(rule, name)]
    if missing or isinstance(rule, type):
        what = "a class; expected a value of it" if isinstance(rule, type) else ""
        what = what or f"expected one of satdoku.constraints, with {missing[0]}"
        raise UsageError(f"{shown(rule)} is no constraint: {what}")
    try:
        hash(rule)
    except TypeError:
        name = type(rule).__name__
        raise UsageError(f"constraint {name} cannot be hashed; freeze it") from None


_set_constraints: Any = Puzzle.__dict__["constraints"].__set__
_set_candidates: Any = Puzzle.__dict__["candidates"].__set__
_set_metadata: Any = Puzzle.__dict__["metadata"].__set__


def _fill(
    puzzle: Puzzle,
    clues: Grid,
    constraints: tuple[Constraint, ...],
    candidates: tuple[int, ...] | None,
    metadata: Mapping[str, str],
) -> Puzzle:
    """Set all that a puzzle has."""
    _set_clues(puzzle, clues)
    _set_constraints(puzzle, constraints)
    _set_candidates(puzzle, candidates)
    _set_metadata(puzzle, metadata)
    return puzzle


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


def checked_masks(geometry: Geometry, masks: Sequence[int]) -> tuple[int, ...]:
    """Return masks that fit the geometry.

    Raises:
        InputError: They are too few or too many, or one is no mask of its digits.
    """
    if len(masks) != geometry.cells:
        raise InputError(
            f"candidates of {len(masks)} cells",
            expected=f"those of {geometry.cells} for a grid of {geometry}",
        )
    full = (1 << geometry.size) - 1
    for cell, mask in enumerate(masks):
        if type(mask) is not int or not 0 <= mask <= full:
            row, column = divmod(cell, geometry.columns)
            raise InputError(
                f"{shown(mask)} cannot be the candidates of a cell",
                expected=f"a mask from 0 (none) to {full} (all), digit d as bit d - 1",
                cell=(row + 1, column + 1),
            )
    return tuple(masks)


def normal_masks(
    geometry: Geometry,
    values: tuple[int, ...],
    masks: Sequence[int],
    units: Iterable[Sequence[int]] | None = None,
) -> tuple[int, ...] | None:
    """Return candidates in the one form a puzzle keeps them in.

    Raises:
        InputError: They are no masks of this geometry, or exclude a cell's own value.
    """
    masks = checked_masks(geometry, masks)
    for cell, value in enumerate(values):
        if value and not masks[cell] >> (value - 1) & 1:
            row, column = divmod(cell, geometry.columns)
            raise InputError(
                f"its candidates exclude its value {value}",
                expected="candidates with it",
                cell=(row + 1, column + 1),
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
        0 if mask & (mask - 1) or mask & other else mask.bit_length()
        for mask, other in zip(masks, shared, strict=True)
    )
