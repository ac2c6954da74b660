"""Naked and hidden singles, followed to the end.

A cell with one candidate; a unit with one place for a digit, where the unit has as many
cells as there are digits.  Both only ever follow from digits that have their place, so
the candidates of a cell are at all times those that the puzzle leaves to it and that
are free in each of its units: a bit mask a unit, digit d as bit d - 1.

Hidden singles pay: of a puzzle with 17 clues naked ones alone leave 2,560 clauses of
the extended encoding (the median of 300), both kinds 353, and sooner.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product, starmap
from typing import TYPE_CHECKING, NamedTuple

from satdoku.puzzle.constraints.base import units_of
from satdoku.puzzle.geometry import digits_of
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline


class Propagation(NamedTuple):
    """What follows from a puzzle by singles.

    Args:
        values: The digit of each cell that has one, else 0; the clues alone where there
            is a contradiction.
        candidates: The digits possible in each cell as a mask; all 0 where there is a
            contradiction.
        cells: The cells without a digit, rising.
        refuted: Whether there is a contradiction; `contradiction` says which.
    """

    values: tuple[int, ...]
    candidates: tuple[int, ...]
    cells: tuple[int, ...]
    refuted: bool

    @staticmethod
    def of(candidates: Sequence[int]) -> Propagation:
        """Return what candidates say that singles have led to.

        Example:
            >>> Propagation.of((1, 2, 12, 12)).cells
            (2, 3)
        """
        values = tuple(
            0 if mask & (mask - 1) else mask.bit_length() for mask in candidates
        )
        cells = tuple(cell for cell, value in enumerate(values) if not value)
        return Propagation(values, tuple(candidates), cells, refuted=False)


class _ContradictionError(Exception):
    """The puzzle has no solution."""


class _CellUnits(NamedTuple):
    """Which units each cell is in.

    Every cell has at least three, the usual number: one that has fewer gets units of
    its own, which say nothing.

    Args:
        places: The units of each cell: three, and all others.
        digits: The digits that each unit has to hold: all or none, as a mask.
    """

    places: list[tuple[int, int, int, tuple[int, ...]]]
    digits: list[int]


@lru_cache(maxsize=64)
def _cell_units(geometry: Geometry, constraints: tuple[Constraint, ...]) -> _CellUnits:
    n = geometry.size
    units_by_cell: list[list[int]] = [[] for _ in range(geometry.cells)]
    digits: list[int] = []
    for index, unit in enumerate(units_of(geometry, constraints)):
        digits.append((1 << n) - 1 if len(unit) == n else 0)
        for cell in unit:
            units_by_cell[cell].append(index)
    places: list[tuple[int, int, int, tuple[int, ...]]] = []
    for units in units_by_cell:
        while len(units) < 3:
            units.append(len(digits))
            digits.append(0)
        first, second, third, *others = units
        places.append((first, second, third, tuple(others)))
    return _CellUnits(places, digits)


def propagate(puzzle: Puzzle, deadline: Deadline = NEVER) -> Propagation:
    """Follow singles to the end, or to a contradiction.

    A pass over the empty cells does both kinds: it reads a cell's candidates off the
    masks of its units, places the digit if there is only one, and else notes them in
    its units as seen once and seen twice.  A digit seen once in a unit that still lacks
    it belongs there.  Notes may be older than what the same pass placed later; then a
    single is missed, and found in the next pass, but none is ever seen wrongly.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> propagate(Puzzle("123. .... .... ....")).values[:4]
        (1, 2, 3, 4)
        >>> propagate(Puzzle("12.. ..3. 4... ...4")).refuted
        True
    """
    board = _Board(puzzle)
    try:
        cells = board.place_clues()
        before = -1
        while len(cells) != before:
            before = len(cells)
            deadline.check()
            once, twice = [0] * len(board.free), [0] * len(board.free)
            cells = board.place_naked(cells, once, twice)
            cells = board.place_hidden(cells, once, twice)
    except _ContradictionError:
        values = puzzle.values
        return Propagation(values, (0,) * len(values), (), refuted=True)
    masks = board.masks
    for cell, value in enumerate(board.values):
        if value:
            masks[cell] = 1 << (value - 1)
    return Propagation(tuple(board.values), tuple(masks), tuple(cells), refuted=False)


class _Board:
    """The digits that each unit lacks, and the values placed so far."""

    __slots__ = ("digits", "free", "masks", "places", "values")

    def __init__(self, puzzle: Puzzle) -> None:
        self.places, self.digits = _cell_units(puzzle.geometry, puzzle.constraints)
        full = (1 << puzzle.geometry.size) - 1
        self.values = list(puzzle.values)
        self.masks = list(puzzle.masks or [full] * len(self.values))
        self.free = [full] * len(self.digits)

    def place_clues(self) -> list[int]:
        """Place the clues; return the empty cells."""
        free, places = self.free, self.places
        cells: list[int] = []
        for cell, value in enumerate(self.values):
            if not value:
                cells.append(cell)
                continue
            first, second, third, others = places[cell]
            left = free[first] & free[second] & free[third]
            for unit in others:
                left &= free[unit]
            if not left >> (value - 1) & 1:
                raise _ContradictionError
            self.place(cell, 1 << (value - 1))
        return cells

    def place(self, cell: int, bit: int) -> None:
        """Place a digit, given as a mask, that its units lack."""
        free = self.free
        first, second, third, others = self.places[cell]
        self.values[cell] = bit.bit_length()
        free[first] ^= bit
        free[second] ^= bit
        free[third] ^= bit
        for unit in others:
            free[unit] ^= bit

    def place_naked(
        self, cells: list[int], once: list[int], twice: list[int]
    ) -> list[int]:
        """Fill the cells with one candidate; return the others, noted in units."""
        free, places, masks = self.free, self.places, self.masks
        left: list[int] = []
        for cell in cells:
            first, second, third, others = places[cell]
            mask = masks[cell] & free[first] & free[second] & free[third]
            for unit in others:
                mask &= free[unit]
            if mask & (mask - 1):
                masks[cell] = mask
                left.append(cell)
                seen = once[first]
                twice[first] |= seen & mask
                once[first] = seen | mask
                seen = once[second]
                twice[second] |= seen & mask
                once[second] = seen | mask
                seen = once[third]
                twice[third] |= seen & mask
                once[third] = seen | mask
                for unit in others:
                    twice[unit] |= once[unit] & mask
                    once[unit] |= mask
            elif mask:
                self.place(cell, mask)
            else:
                raise _ContradictionError
        return left

    def place_hidden(
        self, cells: list[int], once: list[int], twice: list[int]
    ) -> list[int]:
        """Fill the cells that a unit needs for a digit; return the others."""
        free, places, masks = self.free, self.places, self.masks
        hidden: list[int] = []
        for unit, digits in enumerate(self.digits):
            lacking = free[unit] & digits
            if lacking & ~once[unit]:
                raise _ContradictionError
            hidden.append(lacking & ~twice[unit])
        if not any(hidden):
            return cells
        left: list[int] = []
        for cell in cells:
            first, second, third, others = places[cell]
            needed = hidden[first] | hidden[second] | hidden[third]
            for unit in others:
                needed |= hidden[unit]
            needed &= masks[cell]
            if not needed:
                left.append(cell)
                continue
            possible = free[first] & free[second] & free[third]
            for unit in others:
                possible &= free[unit]
            if needed & (needed - 1) or not needed & possible:
                raise _ContradictionError
            self.place(cell, needed)
        return left


# --- why there is no solution ---------------------------------------------------------


class Contradiction(NamedTuple):
    """Why singles find no solution.

    Args:
        text: What is impossible, and whether the clues alone show it.
        cells: The clues that it follows from, rising; units of constraints and
            candidates that the puzzle eliminates count as known.
    """

    text: str
    cells: tuple[int, ...]


def contradiction(puzzle: Puzzle, deadline: Deadline = NEVER) -> Contradiction | None:
    """Return why singles refute a puzzle; None if they do not.

    Singles are placed in rounds, each with the clues that it follows from.  Of the
    contradictions of the first round that has some, one with the fewest clues counts.
    Slower than `propagate`, which finds a contradiction in the same puzzles.

    Raises:
        Stopped: The deadline passed first.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> contradiction(Puzzle("12.. ..3. 4... ...4"))
        Contradiction(text='row 1 has no place for 3', cells=(0, 1, 6))
        >>> contradiction(Puzzle("12.. ..3. ...4 ....")).text
        'row 1 has no place for 3'
    """
    trace = _Trace(puzzle)
    for cell, digit in deadline.limit(puzzle.clues.filled):
        if not trace.masks[cell] >> (digit - 1) & 1:
            name, other = (
                puzzle.geometry.cell_name(cell),
                next(trace.holders(cell, digit)),
            )
            return Contradiction(f"{name} clashes with another clue", (other, cell))
        trace.place(cell, digit, frozenset((cell,)))
    trace.keep(puzzle.masks)
    before = ""
    while True:
        deadline.check()
        impossible = list(deadline.limit(trace.impossible()))
        if impossible:
            text, clues = min(impossible, key=lambda pair: len(pair[1]))
            return Contradiction(before + text, tuple(sorted(clues)))
        singles = list(deadline.limit(trace.singles()))
        if not singles:
            return None
        for cell, digit, clues in singles:
            if trace.masks[cell] >> (digit - 1) & 1:
                trace.place(cell, digit, clues)
        before = "after singles, "


@lru_cache(maxsize=8)
def _units_of(
    geometry: Geometry, constraints: tuple[Constraint, ...]
) -> list[list[tuple[int, ...]]]:
    """Return the units of each cell."""
    units: list[list[tuple[int, ...]]] = [[] for _ in range(geometry.cells)]
    for unit in units_of(geometry, constraints):
        for cell in unit:
            units[cell].append(unit)
    return units


class _Trace:
    """The digits placed so far, and the clues that each follows from.

    Attributes:
        values: The digit of each cell, or 0.
        masks: The candidates of each cell without a digit, else 0.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._full = (1 << puzzle.geometry.size) - 1
        self._units = puzzle.units
        self._units_of = _units_of(puzzle.geometry, puzzle.constraints)
        self._clues: dict[int, frozenset[int]] = {}
        self.values = [0] * len(puzzle.values)
        self.masks = [self._full] * len(puzzle.values)

    def keep(self, candidates: Sequence[int] | None) -> None:
        """Keep these candidates alone; what that removes needs no clue."""
        if candidates is not None:
            self.masks = [a & b for a, b in zip(self.masks, candidates, strict=True)]

    def place(self, cell: int, digit: int, clues: frozenset[int]) -> None:
        """Place a digit that follows from clues."""
        self.values[cell] = digit
        self.masks[cell] = 0
        self._clues[cell] = clues
        other = ~(1 << (digit - 1))
        for unit in self._units_of[cell]:
            for peer in unit:
                self.masks[peer] &= other

    def holders(self, cell: int, digit: int) -> Iterator[int]:
        """Yield the peers that hold a digit."""
        for unit in self._units_of[cell]:
            for peer in unit:
                if self.values[peer] == digit:
                    yield peer

    def impossible(self) -> Iterator[tuple[str, frozenset[int]]]:
        """Yield what has no candidate or place, and the clues that it follows from."""
        geometry = self._puzzle.geometry
        for cell, value in enumerate(self.values):
            if not value and not self.masks[cell]:
                clues = self._union((cell,), geometry.digit_range)
                yield f"{geometry.cell_name(cell)} has no candidate", clues
        for index, unit, once, _ in self._places():
            for digit in digits_of(self._full & ~once):
                symbol = geometry.digit_texts[digit]
                text = f"{self._puzzle.unit_name(index)} has no place for {symbol}"
                yield text, self._union(unit, (digit,))

    def singles(self) -> Iterator[tuple[int, int, frozenset[int]]]:
        """Yield the cell and digit of each single, and the clues it follows from."""
        for cell, mask in enumerate(self.masks):
            if mask and not mask & (mask - 1):
                clues = self._union((cell,), digits_of(self._full ^ mask))
                yield cell, mask.bit_length(), clues
        for _, unit, once, twice in self._places():
            for digit in digits_of(once & ~twice):
                (place,) = [c for c in unit if self.masks[c] >> (digit - 1) & 1]
                others = [cell for cell in unit if cell != place]
                yield place, digit, self._union(others, (digit,))

    def _places(self) -> Iterator[tuple[int, tuple[int, ...], int, int]]:
        """Yield each unit that holds all digits, and those with one place, and two.

        A digit that the unit holds counts as one with two places.
        """
        for index, unit in enumerate(self._units):
            if len(unit) != self._puzzle.geometry.size:
                continue
            once = twice = held = 0
            for cell in unit:
                if value := self.values[cell]:
                    held |= 1 << (value - 1)
                else:
                    mask = self.masks[cell]
                    twice |= once & mask
                    once |= mask
            yield index, unit, once | held, twice | held

    def _union(self, cells: Iterable[int], digits: Iterable[int]) -> frozenset[int]:
        """Return the clues from which it follows that no cell has one of the digits."""
        pairs = product(cells, digits)
        return frozenset[int]().union(*starmap(self._clues_without, pairs))

    def _clues_without(self, cell: int, digit: int) -> frozenset[int]:
        """Return the fewest clues from which it follows that a cell lacks a digit."""
        holders = (cell,) if self.values[cell] else self.holders(cell, digit)
        known = map(self._clues.__getitem__, holders)
        return min(known, key=len, default=frozenset())
