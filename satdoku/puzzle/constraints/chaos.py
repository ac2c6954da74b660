"""Chaos construction: regions that have to be found, and clues about them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from satdoku.errors import LimitError, UsageError
from satdoku.puzzle.constraints.arguments import (
    LINE,
    Cells,
    cell_of,
    cells_of,
    kind_of,
    list_of,
    names,
    whole,
)
from satdoku.puzzle.constraints.base import BaseConstraint, indices, values_of
from satdoku.puzzle.constraints.extra import (
    extra_name,
    extra_number,
    group_cells,
    numbered,
    require_grid,
)
from satdoku.puzzle.constraints.partition import (
    CountSame,
    OneRegion,
    Partition,
    neighbours,
)
from satdoku.puzzle.constraints.primitives import NValue
from satdoku.puzzle.constraints.records import declared
from satdoku.puzzle.geometry import is_connected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.base import Constraint, FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry

_CC = "CC"
_ValueOf: TypeAlias = "Callable[[tuple[int, int]], float | None]"


def _cells_or_none(value: Any) -> Cells:  # noqa: ANN401  an argument
    """Return cells of the grid, perhaps none."""
    return cells_of(value) if value else ()


_CELL = kind_of("a cell such as 'r1c1'", lambda value: cell_of(value, extra=True))
_MOST_PIECES = 1_000_000
"""Shapes that are tried for the regions of one grid, at most; some seconds."""


@declared
class ChaosConstruction(BaseConstraint):
    """The grid is cut into connected regions of different digits, to be found.

    Args:
        size: How many cells a region has; as many as the longest side if 0.

    Example:
        >>> ChaosConstruction().describe()
        'regions to be found'
    """

    label: ClassVar[str] = "regions to be found"
    iss = "ChaosConstruction"
    sentence = "Regions have to be found: connected, with different digits."
    is_hidden: ClassVar[bool] = True

    size: int = field(default=0, metadata=whole(0))

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the grid can be cut into such regions."""
        size = self.size_in(geometry)
        if size < 2 or geometry.cells % size or size > geometry.size:
            raise UsageError(
                f"regions of {size} cells in a grid of {geometry}; expected a divisor "
                f"of {geometry.cells} from 2 to {geometry.size}"
            )

    def size_in(self, geometry: Geometry) -> int:
        """Return how many cells a region has."""
        return self.size or max(geometry.rows, geometry.columns)

    def extra_cells(self, geometry: Geometry) -> Mapping[int, Sequence[float]]:
        """Return, for each cell, one with the number of its region."""
        regions = geometry.cells // self.size_in(geometry)
        cells = group_cells(_CC, geometry.cells)
        return numbered(cells, range(1, regions + 1), geometry)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the partition."""
        labels = tuple(_labels(range(geometry.cells), geometry))
        size = self.size_in(geometry)
        return [Partition(geometry.rows, geometry.columns, labels, size)]

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the regions are connected and hold different values."""
        geometry, size = grid.geometry, self.size_in(grid.geometry)
        regions: dict[float, list[int]] = {}
        for cell, label in enumerate(_regions(grid)):
            regions.setdefault(label, []).append(cell)
        return all(
            len(region) == size == len({*values_of(grid, region)})
            and is_connected([divmod(cell, geometry.columns) for cell in region])
            for region in regions.values()
        )

    def completions(
        self, grid: FilledGrid, rules: Sequence[Constraint]
    ) -> Iterator[Mapping[str, int]]:
        """Yield all partitions into regions that clues about regions allow.

        Raises:
            LimitError: Too many shapes would have to be tried.
        """
        clues = [rule for rule in rules if isinstance(rule, _RegionClue)]
        return _Cutting(grid, self.size_in(grid.geometry), clues).partitions()

    def describe(self) -> str:
        """Return what it is, and the size of a region where it is stated."""
        return self.label + (f" of {self.size} cells" if self.size else "")


class _RegionClue(BaseConstraint, ABC):
    """A constraint about regions that have to be found."""

    is_hidden: ClassVar[bool] = True
    needs: ClassVar[str] = _CC

    @abstractmethod
    def may_hold(
        self, value_of: _ValueOf, labels: Sequence[float], across: int
    ) -> bool:
        """Whether the clue can be met, where some regions are complete.

        Args:
            value_of: Returns the value of a cell; None where it is not known.
            labels: The number of the region of each cell; 0 of those that are open.
            across: How many columns the grid has.
        """

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the regions of the grid meet the clue."""
        return self.may_hold(_values(grid), _regions(grid), grid.geometry.columns)


@declared
class _RegionCount(_RegionClue, ABC):
    """A cell holds a number that is counted in regions.

    Args:
        cell: The cell.
    """

    cell: tuple[int, int] = field(metadata=_CELL)

    @property
    def cells(self) -> Cells:
        """The cell, then those whose regions count."""
        return (self.cell, *self.counted)

    @property
    @abstractmethod
    def counted(self) -> Cells:
        """The cells whose regions count; none where the grid says which."""

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the cells lie in the grid."""
        require_grid(self.counted, f"the regions of {self.label}")
        indices(self.cells, geometry)
        if self.cell[0] < 0 and not self.counted:
            raise UsageError(f"{self.describe()}: expected the cells that count")


@declared
class _FromOne(_RegionCount, ABC):
    """A value is a number of cells in the region of one.

    Args:
        offset: What is added to the value.
    """

    offset: int = field(default=0, metadata=whole(), kw_only=True)

    @abstractmethod
    def lines(self, rows: int, columns: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """Return the one cell, and lines of others, each up to where it is cut off."""

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the count."""
        (cell,) = indices((self.cell,), geometry)
        first, lines = self.lines(geometry.rows, geometry.columns)
        (start,) = _labels((first,), geometry)
        others = tuple(_labels(line, geometry) for line in lines)
        return [CountSame(cell, self.offset, start, others)]

    def may_hold(
        self, value_of: _ValueOf, labels: Sequence[float], across: int
    ) -> bool:
        """Whether so many cells are in the region, once that is complete."""
        first, lines = self.lines(len(labels) // across, across)
        region, value, count = labels[first], value_of(self.cell), 1
        for line in lines:
            for cell in line:
                if labels[cell] != region:
                    break
                count += 1
        return not region or value is None or value + self.offset == count


@declared
class ChaosArrow(_FromOne):
    """A value says how many cells its region has along arms, itself included.

    Only those count that no other region cuts off.

    Args:
        cell: The cell with the value.
        arms: The lines; all begin at one cell, whose region counts.  The cell itself
            and all four directions to the border unless given.
        offset: What is added to the value.

    Example:
        >>> ChaosArrow("r1c1", ["r1c1 r1c2 r1c3"]).describe()
        'region of r1c1 along r1c1 r1c2 r1c3'
    """

    label: ClassVar[str] = "region"
    iss = "ChaosArrow cell offset arms"
    sentence = "Arrows from a cell: as many cells of its region in a row, it included."

    arms: tuple[Cells, ...] = field(
        default=(), metadata=list_of(LINE, "lists of cells")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if len({arm[0] for arm in self.arms}) > 1:
            raise UsageError(f"{self.describe()}: the arms begin at different cells")

    @property
    def counted(self) -> Cells:
        """The cells of the arms."""
        return tuple(cell for arm in self.arms for cell in arm)

    def lines(self, rows: int, columns: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """Return where the arms begin, and what is behind."""
        if self.arms:
            arms = [
                [row * columns + column for row, column in arm] for arm in self.arms
            ]
            return arms[0][0], tuple(tuple(arm[1:]) for arm in arms)
        row, column = self.cell
        start = row * columns + column
        return start, (
            tuple(range(start - columns, -1, -columns)),
            tuple(range(start + columns, rows * columns, columns)),
            tuple(range(start - 1, row * columns - 1, -1)),
            tuple(range(start + 1, row * columns + columns)),
        )

    def describe(self) -> str:
        """Return the cell and the arms."""
        along = ", ".join(map(names, self.arms)) or "all directions"
        return f"region of {names((self.cell,))} along {along}{_plus(self.offset)}"


@declared
class ChaosCount(_FromOne):
    """A value says how many of some cells are in the region of the first.

    Args:
        cell: The cell with the value.
        around: The cells, the first of which counts.  The cell itself and the eight
            around it unless given.
        offset: What is added to the value.

    Example:
        >>> ChaosCount("r1c1", "r1c1 r1c2 r2c1").describe()
        'region of r1c1 counted in r1c1 r1c2 r2c1'
    """

    label: ClassVar[str] = "region"
    iss = "ChaosCount cell offset around"
    sentence = "Square around a cell: as many cells of its region are there."

    around: Cells = field(
        default=(), metadata=kind_of("cells such as 'r1c1 r1c2'", _cells_or_none)
    )

    @property
    def counted(self) -> Cells:
        """The cells."""
        return self.around

    def lines(self, rows: int, columns: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """Return the first cell, and each other as a line of its own."""
        around = self.around
        if not around:
            row, column = self.cell
            around = (
                self.cell,
                *(
                    (down, across)
                    for down in range(max(0, row - 1), min(rows, row + 2))
                    for across in range(max(0, column - 1), min(columns, column + 2))
                    if (down, across) != self.cell
                ),
            )
        first, *others = (row * columns + column for row, column in around)
        return first, tuple((cell,) for cell in others)

    def describe(self) -> str:
        """Return the cell and the cells that count."""
        counted = names(self.around) or "the square around"
        return (
            f"region of {names((self.cell,))} counted in {counted}{_plus(self.offset)}"
        )


@declared
class CountRegions(_RegionCount):
    """A cell says how many regions some cells belong to.

    Args:
        cell: The cell with the value.
        others: The cells.

    Example:
        >>> CountRegions("r1c1", "r1c1 r1c2 r2c1").describe()
        'regions counted by r1c1: r1c1 r1c2 r2c1'
    """

    label: ClassVar[str] = "regions"
    iss = "CountDistinct cell others"

    others: Cells = field(metadata=kind_of("cells such as 'r1c1 r1c2'", cells_of))

    @property
    def counted(self) -> Cells:
        """The cells."""
        return self.others

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the number of different regions."""
        (cell,) = indices((self.cell,), geometry)
        return [NValue(_labels(indices(self.others, geometry), geometry), cell)]

    def may_hold(
        self, value_of: _ValueOf, labels: Sequence[float], across: int
    ) -> bool:
        """Whether so many regions can be there, each open cell in one."""
        value = value_of(self.cell)
        held = [labels[row * across + column] for row, column in self.others]
        known, left = len({*held} - {0}), held.count(0)
        return value is None or known + bool(left) <= value <= known + left

    def describe(self) -> str:
        """Return the cell and the others."""
        return f"regions counted by {names((self.cell,))}: {names(self.others)}"


@declared
class SameRegion(_RegionClue):
    """Cells are in one region.

    Args:
        cells: The cells.

    Example:
        >>> SameRegion("r1c1 r1c2").describe()
        'one region: r1c1 r1c2'
    """

    label: ClassVar[str] = "one region"
    iss = "SameValues cells"
    sentence = "Cells with the same letter are in one region."

    cells: Cells = field(metadata=kind_of("cells such as 'r1c1 r1c2'", cells_of))

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the cells lie in the grid."""
        indices(self.cells, geometry)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the region of all."""
        return [OneRegion(_labels(indices(self.cells, geometry), geometry))]

    def may_hold(
        self, value_of: _ValueOf, labels: Sequence[float], across: int
    ) -> bool:
        """Whether all are in one region, or open."""
        del value_of
        return len({labels[row * across + column] for row, column in self.cells}) == 1

    def describe(self) -> str:
        """Return the cells."""
        return f"{self.label}: {names(self.cells)}"


def layout_of(grid: FilledGrid) -> str | None:
    """Return the regions of a grid, a character for each cell; None if it knows none.

    Example:
        >>> from satdoku import Grid
        >>> labels = {f"CC{cell + 1}": cell // 4 + 1 for cell in range(16)}
        >>> layout_of(Grid("1234341221434321").with_extra(labels))
        'AAAABBBBCCCCDDDD'
    """
    if f"{_CC}1" not in grid.extra:
        return None
    labels = [int(label) - 1 for label in _regions(grid)]
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    if max(labels) >= len(signs):
        return None
    return "".join(signs[label] for label in labels)


def _plus(offset: int) -> str:
    return f", {offset} more" if offset else ""


def _labels(cells: Iterable[int], geometry: Geometry) -> tuple[int, ...]:
    """Return the numbers of the extra cells that hold the regions of cells."""
    group = group_cells(_CC, geometry.cells)
    return tuple(extra_number(group[cell], geometry) for cell in cells)


def _regions(grid: FilledGrid) -> list[float]:
    """Return the number of the region of each cell."""
    return [grid.extra[f"{_CC}{cell}"] for cell in range(1, grid.geometry.cells + 1)]


def _values(grid: FilledGrid) -> _ValueOf:
    """Return what gives the value of a cell, None of one that is not known."""

    def value_of(cell: tuple[int, int]) -> float | None:
        if cell[0] < 0:
            return grid.extra.get(extra_name(cell))
        return float(values_of(grid, indices((cell,), grid.geometry))[0])

    return value_of


class _Cutting:
    """Cuts a full grid into regions: all shapes first, then shapes that fill it.

    A clue is looked at with each shape alone, and with those placed so far.
    """

    def __init__(
        self, grid: FilledGrid, size: int, clues: Sequence[_RegionClue]
    ) -> None:
        self._geometry = grid.geometry
        self._size = size
        self._clues = clues
        self._tried = 0
        self._value_of = _values(grid)
        self._bits = [1 << digit for digit in grid.values]
        self._near = neighbours(grid.geometry.cells, grid.geometry.columns)

    def partitions(self) -> Iterator[Mapping[str, int]]:
        """Yield the number of the region of each cell, regions in reading order."""
        cells = self._geometry.cells
        shapes: list[list[tuple[int, ...]]] = [[] for _ in range(cells)]
        for start in range(cells):
            for shape in self._shapes(start):
                labels = [0] * cells
                for cell in shape:
                    labels[cell] = 1
                if self._may_hold(labels):
                    shapes[start].append(shape)
        yield from self._filled([0] * cells, 1, shapes)

    def _may_hold(self, labels: list[int]) -> bool:
        value_of, across = self._value_of, self._geometry.columns
        return all(clue.may_hold(value_of, labels, across) for clue in self._clues)

    def _filled(
        self, labels: list[int], number: int, shapes: list[list[tuple[int, ...]]]
    ) -> Iterator[Mapping[str, int]]:
        """Yield all ways to fill the rest with shapes."""
        if 0 not in labels:
            yield {f"{_CC}{cell}": label for cell, label in enumerate(labels, 1)}
            return
        for shape in shapes[labels.index(0)]:
            if any(labels[cell] for cell in shape):
                continue
            self._count()
            placed = list(labels)
            for cell in shape:
                placed[cell] = number
            if self._may_hold(placed):
                yield from self._filled(placed, number + 1, shapes)

    def _shapes(self, start: int) -> Iterator[tuple[int, ...]]:
        """Yield each connected shape of different digits whose first cell this is.

        Source: D. H. Redelmeier, "Counting polyominoes: yet another attack",
        Discrete Mathematics 36, 1981.
        """
        near, bits, size = self._near, self._bits, self._size

        def grown(
            shape: tuple[int, ...], held: int, border: list[int], seen: set[int]
        ) -> Iterator[tuple[int, ...]]:
            self._count()
            if len(shape) == size:
                yield shape
                return
            rest = list(border)
            while rest:
                cell = rest.pop()
                if held & bits[cell]:
                    continue
                new = [each for each in near[cell] if each > start and each not in seen]
                yield from grown(
                    (*shape, cell), held | bits[cell], rest + new, seen.union(new)
                )

        around = [cell for cell in near[start] if cell > start]
        yield from grown((start,), bits[start], around, {start, *around})

    def _count(self) -> None:
        self._tried += 1
        if self._tried > _MOST_PIECES:
            raise LimitError(
                f"more than {_MOST_PIECES:,} shapes of regions would have to be tried"
            )
