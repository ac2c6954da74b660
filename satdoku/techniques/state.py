"""The candidate grid that techniques work on.

`Shape` has the units and peers of a geometry as masks: sets of cells as whole numbers,
cell c as bit c.  Techniques ask again and again which cells of a unit may hold a digit,
and which cells see all of some others; with masks each of these is an `&`.

`State` has the digits placed and the candidates left.  It changes in two ways only: a
digit is placed, or a candidate is removed.  Four views of it are kept in step, so that
no technique has to count:

    values[cell]          the digit placed, 0 for an empty cell
    left[cell]            the candidates of an empty cell, digit d as bit d - 1;
                          0 for a filled one
    where[digit]          the empty cells that may hold a digit, cell c as bit c
    counts[digit][unit]   how many those are in a unit

Two queues list the singles, in the order in which they came up, and miss none:

    naked    (cell, digit): the cell was left with that one candidate
    hidden   (cell, digit): a unit was left with that one cell for the digit

An entry outlives its single: readers check whether the cell is still empty.  Placing
goes through the peers in rising order, and each candidate's row, column, box, so the
same puzzle always gives the same queues.

`View` is a state with what several searches compute of it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.base import Constraint

_Cached = TypeVar("_Cached")


@dataclass(frozen=True, repr=False)
class UnitGeometry(Geometry):
    """A geometry of any shape, with the units of constraints behind its own.

    Args:
        whole: The name and the cells of each unit with as many cells as there are
            digits: first rows, then columns.
        lines: How many of these are rows and columns.
        apart: Smaller units, whose cells hold different digits, not every digit.
    """

    whole: tuple[tuple[str, tuple[int, ...]], ...] = ()
    lines: int = 0
    apart: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """All units with every digit: rows, columns, boxes, those of constraints."""
        return tuple(cells for _, cells in self.whole)

    def unit_name(self, unit: int) -> str:
        """Name a unit of `units` as a person does."""
        return self.whole[unit][0]


def _own_fields(geometry: Geometry) -> dict[str, Any]:
    """Return what a geometry is made of, without the units of constraints."""
    names = [field.name for field in fields(Geometry)]
    return {name: getattr(geometry, name) for name in names}


@lru_cache(maxsize=64)
def _board(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Geometry:
    """Return a geometry with the units of constraints."""
    puzzle = Puzzle(Grid.trusted(geometry, (0,) * geometry.cells), constraints)
    n = geometry.size
    units = [(puzzle.unit_name(at), unit) for at, unit in enumerate(puzzle.units)]
    lines = units[: geometry.rows + geometry.columns]
    return UnitGeometry(
        **_own_fields(geometry),
        whole=tuple(unit for unit in units if len(unit[1]) == n),
        lines=sum(len(unit) == n for _, unit in lines),
        apart=tuple(unit for _, unit in units if len(unit) < n),
    )


class Shape:
    """The units and peers of a geometry as masks.

    Args:
        geometry: The geometry.

    Attributes:
        geometry: The geometry.
        size: The n cells of a unit.
        all: All cells.
        units: The cells of each of the units, `Geometry.units`: in most puzzles n rows,
            n columns, n boxes, and others of constraints.
        lines: How many of these are rows and columns.
        units_of: Of each cell, the units it is in, as indices into `units`.
        peers: Of each cell, the other cells that cannot hold the same digit.
        has_more_peers: Whether cells may be peers without a unit in common.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> shape = Shape.of(Geometry(4, 4))
        >>> f"{shape.units[0]:016b}", shape.units_of[5]
        ('0000000000001111', (1, 5, 8))
        >>> list(bits(shape.peers[0]))
        [1, 2, 3, 4, 5, 8, 12]
    """

    def __init__(self, geometry: Geometry) -> None:
        n = geometry.size
        self.geometry = geometry
        self.size = n
        self.all = (1 << geometry.cells) - 1
        self.units = tuple(mask_of(unit) for unit in geometry.units)
        self.lines = 2 * n
        apart: tuple[tuple[int, ...], ...] = ()
        if isinstance(geometry, UnitGeometry):
            self.lines, apart = geometry.lines, geometry.apart
        self.has_more_peers = bool(apart)
        units_of: list[list[int]] = [[] for _ in range(geometry.cells)]
        peers = [0] * geometry.cells
        for index, unit in enumerate(geometry.units):
            for cell in unit:
                units_of[cell].append(index)
                peers[cell] |= self.units[index]
        for unit in apart:
            for cell in unit:
                peers[cell] |= mask_of(unit)
        self.units_of = tuple(map(tuple, units_of))
        self.peers = tuple(mask & ~(1 << cell) for cell, mask in enumerate(peers))

    @staticmethod
    @lru_cache(maxsize=16)
    def of(geometry: Geometry) -> Shape:
        """Return the shape of a geometry, made on first use."""
        return Shape(geometry)

    def seen_by_all(self, cells: int) -> int:
        """Return the cells that see every cell of a set; no cell sees itself.

        Example:
            >>> from satdoku.puzzle.geometry import Geometry
            >>> shape = Shape.of(Geometry(4, 4))
            >>> cells_of(shape.seen_by_all(mask_of([0, 5])))
            (1, 4)
        """
        seen = self.all
        peers = self.peers
        while cells:
            low = cells & -cells
            seen &= peers[low.bit_length() - 1]
            cells ^= low
        return seen

    def union(self, units: Iterable[int]) -> int:
        """Return the cells of some units."""
        cells = 0
        for unit in units:
            cells |= self.units[unit]
        return cells

    def common_units(self, cells: int) -> Iterator[int]:
        """Yield the units that hold every cell of a set that is not empty; rising."""
        for unit in self.units_of[(cells & -cells).bit_length() - 1]:
            if not cells & ~self.units[unit]:
                yield unit


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set, rising: of a set of cells, the cells.

    Example:
        >>> list(bits(0b10110))
        [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def cells_of(mask: int) -> tuple[int, ...]:
    """Return the members of a set, rising."""
    return tuple(bits(mask))


def union_of(members: int, sets: Sequence[int] | Mapping[int, int]) -> int:
    """Return the union of those of some sets that have the numbers of members.

    Example:
        >>> bin(union_of(0b101, [0b0001, 0b0010, 0b1000]))
        '0b1001'
    """
    union = 0
    while members:
        low = members & -members
        union |= sets[low.bit_length() - 1]
        members ^= low
    return union


def mask_of(cells: Iterable[int]) -> int:
    """Return the set of some cells.

    Example:
        >>> mask_of([1, 2, 4])
        22
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def with_digit(cells: int, digit: int) -> tuple[tuple[int, int], ...]:
    """Return the candidates of a digit in a set of cells, as (cell, digit); rising."""
    return tuple((cell, digit) for cell in bits(cells))


class Assignments(Protocol):
    """What says that digits can be placed and candidates removed, as a step does."""

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """(cell, digit) pairs to be placed."""
        ...

    @property
    def removes(self) -> tuple[tuple[int, int], ...]:
        """(cell, digit) pairs to be removed."""
        ...


class State:
    """Values and candidates, changed step by step.

    Args:
        shape: Units and peers.
        constraints: Those of the puzzle.

    Attributes:
        shape, constraints: The same.
        values, left, where, counts, naked, hidden: See above.
        empty: The empty cells as a mask.
        clues: The cells of the puzzle's clues, as a mask, for avoidable rectangles.
        ruled_out: Of each digit the cells where the puzzle itself rules it out, beyond
            its clues, as a mask, for rectangles.
        is_broken: Whether it can be seen that it has no solution: an empty cell without
            candidates, a unit without a cell for a digit, digits that clash.
        changes: How many times it was changed; what was computed of a state is good
            until this number is another.

    Example:
        >>> state = State.of(Puzzle("12.. .... .... ...3"))
        >>> [bin(mask) for mask in state.left[2:6]]
        ['0b1100', '0b1000', '0b1100', '0b1100']
        >>> state.place(2, 3)
        >>> list(state.naked)
        [(3, 4)]
        >>> State.of(Puzzle("12.. ..3. .... ...4")).is_broken
        True
    """

    def __init__(self, shape: Shape, constraints: tuple[Constraint, ...] = ()) -> None:
        n, units = shape.size, len(shape.units)
        self.shape = shape
        self.constraints = constraints
        self.values = [0] * shape.geometry.cells
        self.left = [(1 << n) - 1] * shape.geometry.cells
        self.where = [0] + [shape.all] * n
        self.counts = [[0] * units, *([n] * units for _ in range(n))]
        self.naked: deque[tuple[int, int]] = deque()
        self.hidden: deque[tuple[int, int]] = deque()
        self.empty = shape.all
        self.clues = 0
        self.ruled_out = (0,) * (n + 1)
        self.is_broken = False
        self.changes = 0

    @classmethod
    def of(cls, puzzle: Puzzle, now: Puzzle | None = None) -> State:
        """Make the state of a puzzle, or of how far somebody has come with it.

        Args:
            puzzle: Its clues, and the candidates it rules out.
            now: What is placed and which candidates are left; None for the puzzle's.
        """
        geometry, rules = puzzle.geometry, puzzle.constraints
        if not puzzle.is_classic:
            geometry = _board(geometry, rules)
        state = cls(Shape.of(geometry), rules)
        now = puzzle if now is None else now
        for cell, value in enumerate(now.values):
            if value:
                state.place(cell, value)
        for cell, digit in now.eliminated:
            state.remove(cell, digit)
        for cell, value in enumerate(puzzle.values):
            if value:
                state.clues |= 1 << cell
        if puzzle.masks is not None:
            ruled_out = [0] * len(state.ruled_out)
            for cell, digit in puzzle.eliminated:
                ruled_out[digit] |= 1 << cell
            state.ruled_out = tuple(ruled_out)
        state.changes = 0
        return state

    def copy(self) -> State:
        """Return a state that is alike, and changes by itself."""
        other = State.__new__(State)
        other.shape = self.shape
        other.constraints = self.constraints
        other.values = self.values.copy()
        other.left = self.left.copy()
        other.where = self.where.copy()
        other.counts = [counts.copy() for counts in self.counts]
        other.naked = self.naked.copy()
        other.hidden = self.hidden.copy()
        other.empty = self.empty
        other.clues = self.clues
        other.ruled_out = self.ruled_out
        other.is_broken = self.is_broken
        other.changes = self.changes
        return other

    def place(self, cell: int, digit: int) -> None:
        """Place a digit: its peers lose the candidate, the cell all of its own.

        Nothing is refused: where the cell holds another digit or lacks the candidate,
        clues that clash, the state is broken from then on.
        """
        if self.values[cell] == digit:
            return
        shape, where, hidden = self.shape, self.where, self.hidden
        units = shape.units
        bit = 1 << cell
        self.changes += 1
        if not where[digit] & bit:
            self.is_broken = True
        self.values[cell] = digit
        self.empty &= ~bit
        self._strike(shape.peers[cell], digit)
        mine = self.left[cell]
        self.left[cell] = 0
        own_units = shape.units_of[cell]
        while mine:
            low = mine & -mine
            mine ^= low
            other = low.bit_length()
            counts = self.counts[other]
            where[other] = here = where[other] & ~bit
            for unit in own_units:
                rest = counts[unit] - 1
                counts[unit] = rest
                if rest < 2 and other != digit:
                    if rest:
                        hidden.append(((here & units[unit]).bit_length() - 1, other))
                    else:
                        self.is_broken = True

    def follow_singles(self) -> bool:
        """Place all singles that follow, until none is left; False if that breaks it.

        Example:
            >>> state = State.of(Puzzle("1... ..2. ..3. 4..."))
            >>> state.follow_singles(), state.values[:4]
            (True, [1, 2, 4, 3])
        """
        naked, hidden, where = self.naked, self.hidden, self.where
        while (naked or hidden) and not self.is_broken:
            cell, digit = (naked or hidden).popleft()
            if where[digit] >> cell & 1:
                self.place(cell, digit)
        return not self.is_broken

    def remove(self, cell: int, digit: int) -> None:
        """Remove a candidate; nothing happens if it is not there."""
        self.changes += 1
        self._strike(1 << cell, digit)

    def _strike(self, cells: int, digit: int) -> None:
        """Take a digit from the candidates of some cells."""
        here = self.where[digit]
        hit = here & cells
        if not hit:
            return
        units_of, units = self.shape.units_of, self.shape.units
        left, counts = self.left, self.counts[digit]
        other_digits = ~(1 << (digit - 1))
        while hit:
            low = hit & -hit
            hit ^= low
            here ^= low
            cell = low.bit_length() - 1
            for unit in units_of[cell]:
                rest = counts[unit] - 1
                counts[unit] = rest
                if rest < 2:
                    if rest:
                        lone = here & units[unit]
                        self.hidden.append((lone.bit_length() - 1, digit))
                    else:
                        self.is_broken = True
            mask = left[cell] & other_digits
            left[cell] = mask
            if not mask & (mask - 1):
                if mask:
                    self.naked.append((cell, mask.bit_length()))
                else:
                    self.is_broken = True
        self.where[digit] = here

    def apply(self, step: Assignments) -> None:
        """Do what a step says."""
        for cell, digit in step.places:
            self.place(cell, digit)
        for cell, digit in step.removes:
            self.remove(cell, digit)

    def grid(self) -> Puzzle:
        """Return the values and candidates as a grid."""
        values, geometry = tuple(self.values), self.shape.geometry
        if isinstance(geometry, UnitGeometry):
            geometry = Geometry(**_own_fields(geometry))
        clues = Grid.trusted(geometry, values)
        if not self.empty:
            return Puzzle(clues, self.constraints)
        masks = [
            1 << (value - 1) if value else mask
            for value, mask in zip(self.values, self.left, strict=True)
        ]
        return Puzzle(clues, self.constraints, masks)


class View:
    """A state, and what several searches need to know of it.

    Args:
        state: The state; it may change between two searches, not within one.
        exhaustive: Whether every step is wanted: searches that settle for one step for
            each outcome, or look less deep to be quick, leave nothing out then.
        deadline: When to stop.

    Attributes:
        check_deadline: Raises `Stopped` when the deadline has passed; every loop that
            may take long calls it once a round.

    Example:
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> view.cached(lambda view: sum(mask.bit_count() for mask in view.state.left))
        33
    """

    def __init__(
        self, state: State, *, exhaustive: bool = False, deadline: Deadline = NEVER
    ) -> None:
        self.state = state
        self.exhaustive = exhaustive
        self.deadline = deadline
        self.check_deadline = deadline.check
        self.shape: Shape = state.shape
        self.geometry: Geometry = state.shape.geometry
        self._cache: dict[object, Any] = {}
        self._of = state.changes

    def cached(self, compute: Callable[[View], _Cached]) -> _Cached:
        """Return what a function computes of this view, computed once a position."""
        if self._of != self.state.changes:
            self._cache.clear()
            self._of = self.state.changes
        if compute not in self._cache:
            self._cache[compute] = compute(self)
        value: _Cached = self._cache[compute]
        return value
