"""What a constraint is: a rule beyond rows, columns and boxes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Protocol,
    cast,
    dataclass_transform,
)

from satdoku.errors import LimitError, UsageError, counted, printable, shown
from satdoku.puzzle.constraints.arguments import (
    Cells,
    cells_of,
    check_arguments,
    names,
)
from satdoku.puzzle.constraints.extra import (
    extra_name,
    extra_number,
    is_worth,
    place_of,
    prefix_of,
    require_grid,
)
from satdoku.puzzle.constraints.records import Record, declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from satdoku.puzzle.constraints.forms import Look
    from satdoku.puzzle.geometry import Geometry

_METHODS = ("check", "units", "clauses", "is_satisfied", "describe", "only_units")
"""What every `Constraint` has."""


class Variables(Protocol):
    """What clauses are made of."""

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal "this cell holds this digit".

        Of a digit that the cell cannot hold it is one that is always false.
        """

    def options(self, cell: int) -> Iterable[tuple[int, int]]:
        """Return the digits that a cell may hold, each with its literal."""

    def new(self, name: str) -> int:
        """Return a variable that nobody else uses."""

    @property
    def shared(self) -> dict[object, int]:
        """Variables that constraints of one formula share, by what they mean."""


class FilledGrid(Protocol):
    """A complete grid; digits are counted from 1."""

    @property
    def geometry(self) -> Geometry:
        """The shape."""

    @property
    def values(self) -> tuple[int, ...]:
        """The digits row by row."""

    @property
    def extra(self) -> Mapping[str, float]:
        """The values of cells outside the grid, by name."""


class Constraint(Protocol):
    """A rule beyond the units; a frozen value, equal to another that says the same.

    Attributes:
        only_units: Whether its units say all of it.
    """

    only_units: ClassVar[bool]

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the constraint fits the geometry."""

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return sets of cells that hold each digit at most once.

        A set of as many cells as there are digits holds each exactly once.
        """

    def clauses(
        self, geometry: Geometry, variables: Variables
    ) -> Iterable[tuple[int, ...]]:
        """Yield clauses that say what the units do not."""

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether a complete grid keeps it, units aside; no formula is used."""

    def describe(self) -> str:
        """Return the constraint in a few words: `cage of 15: r1c1 r1c2`."""


_WORDS_OF_A_TUPLE = 7
_MAX_WORDS = 20_000_000
"""Clauses of one constraint take at most so many words of memory, of 8 bytes each."""


class Literals:
    """The literals of values, and new variables; and what clauses take.

    Args:
        geometry: The shape; its first value is that of the first digit.
        variables: The literals of digits.
        name: What new variables are named after.
    """

    def __init__(self, geometry: Geometry, variables: Variables, name: str) -> None:
        self.geometry = geometry
        self._variables = variables
        self._shift = geometry.first_value - 1
        self._name = name
        self._known: dict[int, list[tuple[int, int]]] = {}
        self._words = 0
        self.shared = variables.shared

    def of(self, cell: int) -> list[tuple[int, int]]:
        """Return the values that a cell may hold, each with its literal."""
        known = self._known.get(cell)
        if known is None:
            options = self._variables.options(cell)
            known = [(digit + self._shift, literal) for digit, literal in options]
            self._known[cell] = known
        return known

    def literal(self, cell: int, value: float) -> int:
        """Return the literal "this cell holds this value"."""
        return self._variables.literal(cell, value - self._shift)  # type: ignore[arg-type]

    def new(self, what: object) -> int:
        """Return a new variable."""
        return self._variables.new(f"{self._name} {what}")

    def reserve(self, clauses: int, length: int) -> None:
        """Count clauses that are going to be made.

        Args:
            clauses: How many, at most.
            length: How many literals each has.

        Raises:
            LimitError: All clauses of the constraint would be too large.
        """
        self._words += clauses * (length + _WORDS_OF_A_TUPLE)
        if self._words > _MAX_WORDS:
            raise LimitError(
                f"{printable(self._name, 100)}: too large for a formula; its clauses "
                f"would take more than {_MAX_WORDS * 8 // 10**6} MB"
            )


@dataclass_transform(eq_default=False)
class Primitive(ABC):
    """What a constraint is made of: a class names its fields.

    It is no dataclass, as what that compiles takes longer than it takes to read a
    puzzle.
    """

    def __init__(self, *values: Any, **named: Any) -> None:  # noqa: ANN401  its fields
        vars(self).update(zip(type(self).__annotations__, values, strict=False))
        vars(self).update(named)

    @abstractmethod
    def clauses(self, literals: Literals) -> Iterator[tuple[int, ...]]:
        """Yield clauses for search."""

    def direct_clauses(self, literals: Literals) -> Iterator[tuple[int, ...]]:
        """Yield clauses that say the same as plainly as can be."""
        return self.clauses(literals)


class Different(Primitive):
    """Cells hold different values, where no unit of the grid says so.

    Some lie outside the grid, or it is said in a branch of `Or`.
    """

    cells: tuple[int, ...]

    def clauses(self, literals: Literals) -> Iterator[tuple[int, ...]]:
        """Yield "not both" for each two cells and value."""
        literals.reserve(comb(len(self.cells), 2) * literals.geometry.size, 2)
        for one, other in combinations(self.cells, 2):
            held = dict(literals.of(other))
            for value, literal in literals.of(one):
                if value in held:
                    yield (-literal, -held[value])


@declared
class BaseConstraint(Record):
    """A constraint made of primitives.

    A subclass has a `label`, and states itself twice: `primitives` make clauses, and
    `is_satisfied_by_values` checks values, so that each tests the other.
    """

    only_units: ClassVar[bool] = False
    label: ClassVar[str]
    iss: ClassVar[str] = ""
    """Its items in ISS text, as `forms.py` says."""
    fpuzzles: ClassVar[str] = ""
    """Its keys in boards of f-puzzles, as `forms.py` says."""
    sentence: ClassVar[str] = ""
    """The sentence below a picture; `{0.total}` is filled in with that field."""
    look: ClassVar[Look | None] = None
    """Its picture; None if a function of `drawing/constraints.py` draws it."""
    needs: ClassVar[str] = ""
    """The group of cells outside the grid without which it says nothing."""
    is_hidden: ClassVar[bool] = False
    """Whether it says something of cells outside the grid that it does not name."""
    unit_label: ClassVar[str | tuple[str, ...]] = ""
    """What one of several units is called, before its number, or what each is called;
    as the constraint is where it is empty."""

    def __post_init__(self) -> None:
        """Bring the arguments into their one form.

        Raises:
            UsageError: One is wrong.
        """
        check_arguments(self)

    def check(self, geometry: Geometry) -> None:
        """Accept every geometry."""

    def cell_indices(self, geometry: Geometry) -> Sequence[int]:
        """Return the numbers of the cells that the constraint is about: all of them."""
        return range(geometry.cells)

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:  # noqa: ARG002
        """Return nothing."""
        return ()

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:  # noqa: ARG002
        """Return what the constraint is made of, units aside."""
        return ()

    def extra_cells(
        self,
        geometry: Geometry,  # noqa: ARG002
    ) -> Mapping[int, Sequence[float]]:
        """Return the cells outside the grid that it adds, by number: their values."""
        return {}

    def completions(
        self,
        grid: FilledGrid,  # noqa: ARG002
        rules: Sequence[Constraint],  # noqa: ARG002
    ) -> Iterator[Mapping[str, float]] | None:
        """Return the values of the cells that it adds, by name, to a full grid.

        Args:
            grid: The grid.
            rules: All constraints; those that can be checked then may be.

        Returns:
            All values that may be right; None where nothing is known, so that every
            value has to be tried.
        """
        return None

    def parts(self, geometry: Geometry) -> Iterator[Primitive]:
        """Yield the primitives, and units with cells outside the grid.

        Raises:
            LimitError: They are too large; the constraint is named.
        """
        try:
            yield from self.primitives(geometry)
            yield from map(Different, extra_units(self, geometry))
        except LimitError as error:
            text = f"{printable(self.describe(), 100)}: too large for a formula; "
            raise LimitError(f"{text}{error}") from None

    def clauses(
        self, geometry: Geometry, variables: Variables
    ) -> Iterator[tuple[int, ...]]:
        """Yield the clauses of the primitives."""
        literals = Literals(geometry, variables, self.describe())
        for primitive in self.parts(geometry):
            yield from primitive.clauses(literals)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:  # noqa: ARG002
        """Whether the values of its cells keep the constraint, units aside."""
        return True

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the grid keeps the constraint, units aside."""
        cells = self.cell_indices(grid.geometry)
        return self.is_satisfied_by_values(values_of(grid, cells))

    def describe(self) -> str:
        """Return the name."""
        return self.label


@declared
class CellConstraint(BaseConstraint):
    """A constraint over a few cells.

    Args:
        cells: The cells, by names (`"r1c1 r1c2"`, or a list) or (row, column) pairs,
            counted from 0, in the order of the line where that matters.
    """

    repeats: ClassVar[bool] = True
    """Whether a cell that is listed twice counts twice; else it counts once."""
    min_cells: ClassVar[int] = 1
    """The least number of cells."""
    distinct: ClassVar[bool] = False
    """Whether the cells hold different digits."""
    shown_field: ClassVar[str] = ""
    """The attribute that its description states, such as a total."""
    takes: ClassVar[str] = "extra"
    """Which cells it takes: those of the `grid`; `extra` ones, too, which hold digits;
    or `any`, those of what digits are worth, too."""

    cells: Cells

    def __post_init__(self) -> None:
        cells = cells_of(self.cells, repeats=True, extra=True)
        if not self.repeats:
            cells = tuple(dict.fromkeys(cells))
        if len(cells) < self.min_cells:
            raise UsageError(
                f"{self.label} of {counted(len(cells), 'cell')}; expected at least "
                f"{self.min_cells}"
            )
        object.__setattr__(self, "cells", cells)
        super().__post_init__()

    def cell_indices(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the numbers of the cells, in their order."""
        return indices(self.cells, geometry)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the cells lie in the grid, or may be extra ones."""
        refused = [
            cell for cell in self.cells if self.takes == "grid" or is_worth(cell)
        ]
        if self.takes != "any":
            require_grid(refused, self.label)
        if any(prefix_of(cell) == "CC" for cell in self.cells):
            raise UsageError(f"{self.describe()}: numbers of regions mean nothing")
        size, most = len(set(self.cell_indices(geometry))), geometry.size
        if self.distinct and size > most:
            raise UsageError(f"{self.label} of {size} cells; expected at most {most}")

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the cells where they are to differ."""
        if not self.distinct:
            return ()
        return (tuple(dict.fromkeys(self.cell_indices(geometry))),)

    def describe(self) -> str:
        """Return the label, the shown field, and the cells."""
        field = getattr(self, self.shown_field) if self.shown_field else None
        if isinstance(field, tuple):
            field = " ".join(map(str, field))
        of = "" if field is None else f" of {field}"
        return f"{self.label}{of}: {names(self.cells)}"


def kinds_of(module: ModuleType) -> Iterator[type[Any]]:
    """Yield the public classes of constraints that a module defines."""
    for name, kind in vars(module).items():
        is_own = isinstance(kind, type) and kind.__module__ == module.__name__
        if is_own and issubclass(kind, BaseConstraint) and not name.startswith("_"):
            yield kind


def checked_constraint(constraint: object) -> Constraint:
    """Return what is a constraint.

    Raises:
        UsageError: It lacks a method of one, or is a class, or cannot be hashed.
    """
    is_class = isinstance(constraint, type)
    if is_class or not all(hasattr(constraint, name) for name in _METHODS):
        expected = "a value of it" if is_class else "one of satdoku.constraints"
        raise UsageError(f"{shown(constraint)} is no constraint; expected {expected}")
    try:
        hash(constraint)
    except TypeError:
        raise UsageError(f"{shown(constraint)} cannot be hashed; freeze it") from None
    return cast("Constraint", constraint)


@lru_cache(maxsize=64)
def units_of(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the cells of the units of a geometry, then of those of constraints.

    Units with cells outside the grid are `extra_units`.
    """
    if not constraints:
        return geometry.units
    units = (unit for each in constraints for unit in grid_units(each, geometry))
    return (*geometry.units, *units)


def grid_units(constraint: Constraint, geometry: Geometry) -> list[tuple[int, ...]]:
    """Return the units of a constraint that lie in the grid."""
    units = map(tuple, constraint.units(geometry))
    return [unit for unit in units if max(unit, default=0) < geometry.cells]


def extra_units(constraint: Constraint, geometry: Geometry) -> list[tuple[int, ...]]:
    """Return the units of a constraint with cells outside the grid."""
    units = map(tuple, constraint.units(geometry))
    return [unit for unit in units if max(unit, default=0) >= geometry.cells]


@lru_cache(maxsize=64)
def extra_cells_of(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> Mapping[int, Sequence[float]]:
    """Return the cells outside the grid, by number, each with its values, rising.

    Raises:
        UsageError: Two constraints add the same cells.
    """
    cells: dict[int, Sequence[float]] = {}
    groups: set[int] = set()
    for constraint in constraints:
        if isinstance(constraint, BaseConstraint):
            own = constraint.extra_cells(geometry)
            places = [place_of(number, geometry) for number in own]
            for place in places:
                if place[0] in groups:
                    raise UsageError(f"two constraints add {prefix_of(place)} cells")
            groups.update(group for group, _ in places)
            cells.update(own)
    return cells


def check_extra_cells(constraints: tuple[Constraint, ...], geometry: Geometry) -> None:
    """Raise UsageError where a constraint names a cell that is nowhere added."""
    known = extra_cells_of(geometry, constraints)
    groups = {prefix_of(place_of(number, geometry)) for number in known}
    for constraint in constraints:
        needs = getattr(constraint, "needs", "")
        if needs and needs not in groups:
            raise UsageError(
                f"{constraint.describe()}: no regions are to be found; expected "
                "ChaosConstruction, too"
            )
        for cell in named_extra_cells(constraint):
            if extra_number(cell, geometry) not in known:
                name = extra_name(cell)
                raise UsageError(
                    f"{constraint.describe()}: there is no cell {name}; Var, "
                    "Doppelganger and Doublers add cells to the grid"
                )


def named_extra_cells(constraint: object) -> Iterator[tuple[int, int]]:
    """Yield the cells outside the grid that a constraint names."""
    for inner in getattr(constraint, "constraints", ()):
        yield from named_extra_cells(inner)
    for cell in getattr(constraint, "cells", ()):
        if isinstance(cell, tuple) and cell[0] < 0:
            yield cell


def values_of(grid: FilledGrid, cells: Iterable[int]) -> list[Any]:
    """Return the values of cells: those of their digits, from 0 where digits are.

    Whole numbers, but of cells that say what digits are worth.
    """
    shift, digits = grid.geometry.first_value - 1, grid.values
    try:
        return [digits[cell] + shift for cell in cells]
    except IndexError:  # a cell outside the grid
        geometry, extra = grid.geometry, grid.extra
        places = (place_of(cell, geometry) for cell in cells)
        return [
            digits[row * geometry.columns + column] + shift
            if row >= 0
            else extra[extra_name((row, column))]
            for row, column in places
        ]


def values_in(geometry: Geometry) -> range:
    """Return the values that a cell may hold."""
    return range(geometry.first_value, geometry.first_value + geometry.size)


def check_values(
    constraint: BaseConstraint, values: Iterable[int], geometry: Geometry
) -> None:
    """Raise UsageError unless cells may hold all values that a constraint names."""
    possible = values_in(geometry)
    for value in values:
        if value not in possible:
            raise UsageError(
                f"{constraint.describe()}: no cell holds {value}; "
                f"expected {possible[0]} to {possible[-1]}"
            )


def adjacent_pairs(cells: Cells) -> list[tuple[int, int]]:
    """Return the places in a list of each two cells that share a side, in its order.

    Two cells outside the grid count as neighbours where they are listed alone.

    Example:
        >>> adjacent_pairs(cells_of("r1c1 r2c2 r1c2"))
        [(0, 2), (1, 2)]
    """
    if len(cells) == 2 and max(cells)[0] < 0:
        return [(0, 1)]
    places = {cell: place for place, cell in enumerate(cells) if cell[0] >= 0}
    pairs = (
        sorted((place, places[other]))
        for place, (row, column) in enumerate(cells)
        for other in ((row, column + 1), (row + 1, column))
        if other in places and row >= 0
    )
    return sorted((first, second) for first, second in pairs)


def indices(cells: Cells, geometry: Geometry) -> tuple[int, ...]:
    """Return the numbers of cells in a geometry.

    Raises:
        UsageError: A cell lies outside.
    """
    columns = geometry.columns
    for row, column in cells:
        if row >= geometry.rows or (row >= 0 and column >= columns):
            name = names(((row, column),))
            raise UsageError(f"{name} lies outside a grid of {geometry}")
    return tuple(
        row * columns + column if row >= 0 else extra_number((row, column), geometry)
        for row, column in cells
    )
