"""Constraints along a line of cells: thermometers, whispers, renban, palindromes, ...

The cells stand in the order of the line.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, ClassVar

from satdoku.errors import UsageError
from satdoku.puzzle.constraints.arguments import (
    FLAG,
    TEXT,
    VALUES,
    choice,
    list_of,
    record,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import (
    CellConstraint,
    adjacent_pairs,
    indices,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.forms import Look, line_look
from satdoku.puzzle.constraints.primitives import (
    Automaton,
    Clause,
    DigitSet,
    InDomain,
    Pairs,
    Table,
    explored,
)
from satdoku.puzzle.constraints.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry


class _PairConstraint(CellConstraint, ABC):
    """A constraint on pairs of values; `chosen` names the cells, usually neighbours."""

    min_cells: ClassVar[int] = 2

    def chosen(self) -> Iterable[tuple[int, int]]:
        """Return the places of each two cells that the constraint binds."""
        return pairwise(range(len(self.cells)))

    @abstractmethod
    def fits(self, first: int, second: int) -> bool:
        """Whether two values may stand in such cells."""

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a table for each two cells."""
        cells = self.cell_indices(geometry)
        table = Table.of(self.fits, values_in(geometry))
        for first, second in self.chosen():
            yield Pairs(cells[first], cells[second], table)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether all pairs fit."""
        return all(self.fits(values[a], values[b]) for a, b in self.chosen())


class _DotConstraint(_PairConstraint):
    """A constraint on each two cells of a set that share a side.

    Two cells alone may share a corner instead.
    """

    repeats: ClassVar[bool] = False
    corners: ClassVar[bool] = True
    """Whether two cells may share a corner."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.chosen():
            raise UsageError(f"{self.describe()}: no two of the cells share a side")

    def chosen(self) -> list[tuple[int, int]]:
        """Return each two cells that share a side, or the two that share a corner."""
        pairs = adjacent_pairs(self.cells)
        if self.corners and not pairs and len(self.cells) == 2:
            (row, column), (other, across) = self.cells
            return [(0, 1)] * (abs(row - other) == abs(column - across) == 1)
        return pairs


@declared
class Thermo(_PairConstraint):
    """Values increase along the line, from the bulb; a slow one may stand still.

    So it passes each cell once, unless it is slow.

    Example:
        >>> Thermo("r1c1 r1c2 r1c3").is_satisfied_by_values([2, 5, 7])
        True
    """

    iss = "Thermo cells slow=False"
    fpuzzles = "thermometer lines slow=False | slowthermometer lines slow=True"
    sentence = "Thermometer: values grow from the bulb."

    slow: bool = field(default=False, metadata=FLAG)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.slow and len(set(self.cells)) < len(self.cells):
            raise UsageError(f"{self.describe()}: a cell comes twice")

    @property
    def label(self) -> str:  # type: ignore[override]
        """The name."""
        return "slow thermometer" if self.slow else "thermometer"

    def fits(self, first: int, second: int) -> bool:
        """Whether the second is greater."""
        return first < second or (self.slow and first == second)


@declared
class Whisper(_PairConstraint):
    """Neighbours on the line differ by at least so much.

    Example:
        >>> Whisper("r1c1 r1c2", 5).is_satisfied_by_values([1, 6])
        True
    """

    label: ClassVar[str] = "whisper"
    iss = "Whisper difference? cells"
    fpuzzles = (
        "whispers lines difference? | germanwhispers lines difference? | "
        "dutchwhispers lines difference?"
    )
    sentence = "Whisper: neighbours on the line differ by {0.difference} or more."
    look = line_look("pale green", "dark green", 7, 4)
    shown_field: ClassVar[str] = "difference"

    difference: int = field(default=5, metadata=whole(0))

    def fits(self, first: int, second: int) -> bool:
        """Whether two values are far enough apart."""
        return abs(first - second) >= self.difference


@declared
class Nabner(Whisper):
    """Each two values on the line differ by at least so much."""

    label: ClassVar[str] = "nabner"
    iss = ""
    fpuzzles = "nabner lines difference=2"
    sentence = "Nabner: any two on the line differ by {0.difference} or more."
    look = line_look("pale orange", "dark orange", 2, 2)

    difference: int = field(default=2, metadata=whole(0))

    def chosen(self) -> Iterable[tuple[int, int]]:
        """Return each two cells."""
        return combinations(range(len(self.cells)), 2)


@declared
class PairTable(_PairConstraint):
    """Which values may follow each other on a line, as a table.

    Args:
        pairs: The (first, second) values that may.
        each: Whether each two cells are bound, not only neighbours.
        name: What the constraint is called.
    """

    iss = "Pair pairs name cells each=False | PairX pairs name cells each=True"
    sentence = "{0.name}: a table says which two values may stand together."
    look = line_look("pale grey", "grey", 3, 3, ends=("", "arrow"))

    pairs: frozenset[tuple[int, int]] = field(
        default=frozenset(),
        metadata=list_of(record(whole(), whole()), "pairs such as {(1, 2)}", frozenset),
    )
    each: bool = field(default=False, metadata=FLAG)
    name: str = field(default="pairs", metadata=TEXT)

    @property
    def label(self) -> str:  # type: ignore[override]
        """The name."""
        return self.name

    def chosen(self) -> Iterable[tuple[int, int]]:
        """Return neighbours, or each two cells."""
        places = range(len(self.cells))
        return combinations(places, 2) if self.each else pairwise(places)

    def fits(self, first: int, second: int) -> bool:
        """Whether the table has the two values."""
        return (first, second) in self.pairs


@declared
class WhiteDot(_DotConstraint):
    """Cells that share a side differ by exactly so much: a white dot.

    Example:
        >>> WhiteDot("r1c1 r1c2").describe()
        'difference of 1: r1c1 r1c2'
    """

    label: ClassVar[str] = "difference"
    iss = "WhiteDot cells difference=1"
    fpuzzles = "difference cells difference?"
    sentence = "White dot: the values differ by {0.difference}."
    look = Look("dots", "white")
    shown_field: ClassVar[str] = "difference"

    difference: int = field(default=1, metadata=whole(0))

    def fits(self, first: int, second: int) -> bool:
        """Whether two values differ by so much."""
        return abs(first - second) == self.difference


@declared
class BlackDot(_DotConstraint):
    """Of cells that share a side one is so many times the other: a black dot."""

    label: ClassVar[str] = "ratio"
    iss = "BlackDot cells ratio=2"
    fpuzzles = "ratio cells ratio?"
    sentence = "Black dot: one value is {0.ratio} times the other."
    look = Look("dots", "black")
    shown_field: ClassVar[str] = "ratio"

    ratio: int = field(default=2, metadata=whole(1))

    def fits(self, first: int, second: int) -> bool:
        """Whether one value is so many times the other."""
        return first == self.ratio * second or second == self.ratio * first


@declared
class XV(_DotConstraint):
    """Cells that share a side add up to 10 (X) or to 5 (V)."""

    iss = "X cells total=10 | V cells total=5"
    fpuzzles = "xv cells total"
    sentence = "{0.label}: the values add up to {0.total}."
    look = Look("dots", "letter")

    total: int = field(default=10, metadata=choice(5, 10))

    @property
    def label(self) -> str:  # type: ignore[override]
        """The letter."""
        return "V" if self.total == 5 else "X"

    def fits(self, first: int, second: int) -> bool:
        """Whether two values add up to the total."""
        return first + second == self.total


class GreaterThan(_DotConstraint):
    """Of each two cells that share a side the one listed first is greater."""

    label: ClassVar[str] = "greater than"
    corners: ClassVar[bool] = False
    iss = "GreaterThan cells"
    sentence = "The sign between two cells opens towards the greater value."
    look = Look("dots", "greater")

    def fits(self, first: int, second: int) -> bool:
        """Whether the first is greater."""
        return first > second


@declared
class Alternating(CellConstraint):
    """Values on the line are odd and even in turns, or low and high.

    Args:
        cells: The line.
        by: `parity`; or `size`: below and above the middle of all values, which itself
            is not on the line.

    Example:
        >>> Alternating("r1c1 r1c2 r1c3").describe()
        'parity line: r1c1 r1c2 r1c3'
    """

    min_cells: ClassVar[int] = 2
    sentence = "{0.name}: values on the line are {0.kinds} in turns."

    by: str = field(default="parity", metadata=choice("parity", "size"))

    @property
    def look(self) -> Look:  # type: ignore[override]
        """Its picture."""
        if self.by == "parity":
            return line_look("pale vermilion", "dark vermilion", 5, 5)
        return line_look("pale grey", "grey", 5, 2, 1, 2)

    @property
    def label(self) -> str:  # type: ignore[override]
        """The name."""
        return self.name.lower()

    @property
    def name(self) -> str:
        """The name, as a sentence begins with it."""
        return "Parity line" if self.by == "parity" else "High-low line"

    @property
    def kinds(self) -> str:
        """What takes turns."""
        return "odd and even" if self.by == "parity" else "low and high"

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a table for each two neighbours."""
        cells, values = self.cell_indices(geometry), values_in(geometry)
        twice_middle = values[0] + values[-1]

        def differ(first: int, second: int) -> bool:
            if self.by == "parity":
                return (first + second) % 2 == 1
            return (2 * first - twice_middle) * (2 * second - twice_middle) < 0

        table = Table.of(differ, values)
        return (Pairs(*pair, table) for pair in pairwise(cells))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the places of one kind are every other one."""
        values, possible = values_in(grid.geometry), grid.geometry.size
        line = values_of(grid, self.cell_indices(grid.geometry))
        one, other = values[: possible // 2], values[-(possible // 2) :]
        if self.by == "parity":
            one, other = values[::2], values[1::2]
        turns = [(set(line[start::2]), set(line[1 - start :: 2])) for start in (0, 1)]
        return any(a <= {*one} and b <= {*other} for a, b in turns)


class _Extreme(CellConstraint, ABC):
    """Each of some cells is compared with the cells beside it but those of the set."""

    repeats: ClassVar[bool] = False
    takes: ClassVar[str] = "grid"

    @abstractmethod
    def fits(self, marked: int, beside: int) -> bool:
        """Whether two values may stand in a cell and beside it."""

    def cell_indices(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the numbers of the cells, then of those beside them."""
        marked = indices(self.cells, geometry)
        beside = (other for _, other in self.pairs(geometry))
        return tuple(dict.fromkeys((*marked, *beside)))

    def pairs(self, geometry: Geometry) -> Iterator[tuple[int, int]]:
        """Yield the numbers of each cell and of one beside it."""
        columns = geometry.columns
        for row, column in self.cells:
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                other = (row + down, column + right)
                inside = 0 <= other[0] < geometry.rows and 0 <= other[1] < columns
                if inside and other not in self.cells:
                    yield row * columns + column, other[0] * columns + other[1]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a table for each two cells."""
        table = Table.of(self.fits, values_in(geometry))
        return (Pairs(*pair, table) for pair in self.pairs(geometry))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether all pairs fit."""
        values = values_of(grid, range(grid.geometry.cells))
        pairs = self.pairs(grid.geometry)
        return all(self.fits(values[cell], values[beside]) for cell, beside in pairs)


class Maximum(_Extreme):
    """Each of the cells is greater than all cells beside it but those of the set."""

    label: ClassVar[str] = "maximum"
    fpuzzles = "maximum cell"
    sentence = "Maximum: the value is greater than those of all cells beside it."

    def fits(self, marked: int, beside: int) -> bool:
        """Whether the marked cell is greater."""
        return marked > beside


class Minimum(_Extreme):
    """Each of the cells is smaller than all cells beside it but those of the set."""

    label: ClassVar[str] = "minimum"
    fpuzzles = "minimum cell"
    sentence = "Minimum: the value is smaller than those of all cells beside it."

    def fits(self, marked: int, beside: int) -> bool:
        """Whether the marked cell is smaller."""
        return marked < beside


class Renban(CellConstraint):
    """The values on the line are consecutive, in any order, none in two cells.

    Example:
        >>> Renban("r1c1 r1c2 r1c3").is_satisfied_by_values([4, 2, 3])
        True
    """

    label: ClassVar[str] = "renban"
    iss = "Renban cells"
    fpuzzles = "renban lines"
    sentence = "Renban: the values on the line are consecutive, in any order."
    look = line_look("pale purple", "dark purple", 1.5, 4)
    distinct: ClassVar[bool] = True

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sets of consecutive values."""
        cells = tuple(dict.fromkeys(self.cell_indices(geometry)))
        many, values = len(cells), values_in(geometry)
        sets = [tuple(values[at : at + many]) for at in range(len(values) - many + 1)]
        yield DigitSet(cells, tuple(sets))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether largest and smallest are as far apart as the line is long."""
        return max(values) - min(values) == len(set(self.cells)) - 1


class Palindrome(_PairConstraint):
    """The line reads the same both ways."""

    label: ClassVar[str] = "palindrome"
    iss = "Palindrome cells"
    fpuzzles = "palindrome lines"
    sentence = "Palindrome: the line reads the same both ways."
    look = line_look("light grey")

    def chosen(self) -> Iterable[tuple[int, int]]:
        """Return each two cells as far from the middle."""
        many = len(self.cells)
        return ((place, many - 1 - place) for place in range(many // 2))

    def fits(self, first: int, second: int) -> bool:
        """Whether two values are the same."""
        return first == second


class _EndsConstraint(CellConstraint, ABC):
    """What stands inside a line depends on the values of its ends."""

    min_cells: ClassVar[int] = 2

    def ends(self, low: int, high: int) -> bool:  # noqa: ARG002
        """Whether two values may stand at the ends."""
        return True

    @abstractmethod
    def inside(self, low: int, high: int, value: int) -> bool:
        """Whether a value may stand inside a line with such ends."""

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return an automaton that reads both ends first."""

        def step(state: tuple[int, ...], value: int) -> Iterator[tuple[int, ...]]:
            if len(state) == 2:
                if self.inside(*state, value):
                    yield state
                return
            behind = tuple(sorted((*state, value)))
            if len(behind) < 2 or self.ends(*behind):
                yield behind

        first, *inside, last = self.cell_indices(geometry)
        machine = explored(
            [()], step, lambda state: len(state) == 2, values_in(geometry), 3
        )
        yield Automaton((first, last, *inside), machine)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the ends, and all values inside, may stand there."""
        low, high = sorted((values[0], values[-1]))
        inside = all(self.inside(low, high, value) for value in values[1:-1])
        return inside and self.ends(low, high)


class Between(_EndsConstraint):
    """Values inside the line lie strictly between those of its ends."""

    label: ClassVar[str] = "between line"
    iss = "Between cells"
    fpuzzles = "betweenline lines"
    sentence = "Between: values on the line lie between those of its ends."
    look = line_look("light grey", ends=("disc", "disc"), width=8.0)

    def inside(self, low: int, high: int, value: int) -> bool:
        """Whether a value lies between the ends."""
        return low < value < high


@declared
class Lockout(_EndsConstraint):
    """The ends differ by so much; no value inside lies between them or equals one.

    They differ in any case, by 1 at least.
    """

    label: ClassVar[str] = "lockout"
    iss = "Lockout difference? cells"
    fpuzzles = "lockout lines difference?"
    sentence = "Lockout: ends {0.difference} or more apart, none in their range."
    look = line_look("pale blue", "blue", 2, 5, ends=("diamond", "diamond"))
    shown_field: ClassVar[str] = "difference"

    difference: int = field(default=4, metadata=whole(0))

    def ends(self, low: int, high: int) -> bool:
        """Whether the ends are far enough apart; they are never the same."""
        return high - low >= max(self.difference, 1)

    def inside(self, low: int, high: int, value: int) -> bool:
        """Whether a value lies outside."""
        return not low <= value <= high


class _WindowConstraint(_PairConstraint, ABC):
    """So many neighbours are of different kinds."""

    width: ClassVar[int] = 3

    @abstractmethod
    def kind(self, value: int) -> int:
        """Return the kind of a value."""

    def chosen(self) -> Iterable[tuple[int, int]]:
        """Return each two cells that are so close."""
        last = len(self.cells)
        return (
            (a, b) for a in range(last) for b in range(a + 1, min(a + self.width, last))
        )

    def fits(self, first: int, second: int) -> bool:
        """Whether two values are of different kinds."""
        return self.kind(first) != self.kind(second)


@declared
class Entropic(_WindowConstraint):
    """Each three neighbours hold one low, one middle and one high value.

    The groups are as equal as can be; where three does not divide the number of
    values, the middle one differs.
    """

    label: ClassVar[str] = "entropic line"
    iss = "Entropic cells groups=default"
    fpuzzles = "entropicline lines"
    sentence = "Entropic: of each three neighbours one is low, middle and high."
    look = line_look("pale orange", "dark orange")

    groups: tuple[tuple[int, ...], ...] = field(
        default=((1, 2, 3), (4, 5, 6), (7, 8, 9)),
        metadata=list_of(VALUES, "groups such as ((1, 2), (3, 4))"),
    )

    def kind(self, value: int) -> int:
        """Return the number of the group; a value of none is a group of its own."""
        numbers = (n for n, group in enumerate(self.groups) if value in group)
        return next(numbers, -1 - value)


@declared
class Modular(_WindowConstraint):
    """Each m neighbours have m different remainders modulo m."""

    label: ClassVar[str] = "modular line"
    iss = "Modular modulus? cells"
    fpuzzles = "modularline lines modulus=3"
    sentence = "Modular: each {0.modulus} neighbours differ modulo {0.modulus}."
    look = line_look("pale blue", "blue", 9, 3, 1.5, 3)

    modulus: int = field(default=3, metadata=whole(1))

    @property
    def width(self) -> int:  # type: ignore[override]
        """How many neighbours."""
        return self.modulus

    def kind(self, value: int) -> int:
        """Return the remainder."""
        return value % self.modulus


class ValueIndexing(CellConstraint):
    """Of cells v, i, c1, c2, …: the cell numbered i of the c's holds what v holds."""

    label: ClassVar[str] = "value indexing"
    iss = "ValueIndexing cells"
    sentence = (
        "Slingshot: if the second cell is N, the N-th behind it is like the first."
    )
    look = line_look("", "grey", 6, 3, ends=("disc", "arrow"))
    min_cells: ClassVar[int] = 3

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a clause for each index and value."""
        value_cell, index_cell, *targets = self.cell_indices(geometry)
        yield InDomain(index_cell, range(1, len(targets) + 1))
        for at, target in enumerate(targets, 1):
            for value in values_in(geometry):
                index, held = (index_cell, at, False), (value_cell, value, False)
                yield Clause((index, held, (target, value, True)))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether it does."""
        value, index, *targets = values
        return 1 <= index <= len(targets) and targets[index - 1] == value


@declared
class Allowed(CellConstraint):
    """Each cell holds one of some values: even, odd, or a list.

    Example:
        >>> Allowed("r1c1 r1c2", (2, 4, 6, 8)).is_satisfied_by_values([2, 3])
        False
    """

    label: ClassVar[str] = "one"
    iss = "Given cell_values"
    fpuzzles = "odd cell | even cell"
    sentence = "Small digits: the value is one of them."
    shown_field: ClassVar[str] = "values"

    values: tuple[int, ...] = field(default=(), metadata=VALUES)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.values:
            raise wrong_argument(self, "values", "at least one value")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the values of each cell."""
        return (InDomain(cell, self.values) for cell in self.cell_indices(geometry))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether all are allowed."""
        return set(values) <= set(self.values)
