"""A puzzle as the rows of the kernel: masks, and arrays of numbers, as lists.

Clues, allowed values and pairs that only differ become masks and peers; every other
primitive a row, or several.  Sums are kept without whole units, with cells that differ
grouped; and of cages the sums follow that they leave of rows, columns and boxes.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.engines.masks.layout import (
    ARRAYS,
    BETWEEN,
    CHAIN,
    CIRCLES,
    CLAUSE,
    COUNT,
    EITHER,
    MOST_GROUPS,
    PAIR,
    QUEUES,
    RANK,
    SAME,
    SETS,
    SLOT,
    SUM,
    UNIT,
    VARIETY,
    WORD,
)
from satdoku.puzzle.constraints.base import BaseConstraint, Different, values_in
from satdoku.puzzle.constraints.primitives import (
    Automaton,
    Clause,
    DigitSet,
    Disjunction,
    InDomain,
    NValue,
    Occurrences,
    Pairs,
    Rank,
    SameCounts,
    SelfCounts,
    Sum,
    SumBetween,
    sets_of_sum,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satdoku.puzzle.constraints.base import Primitive
    from satdoku.puzzle.constraints.primitives import Machine
    from satdoku.puzzle.puzzle import Puzzle

MOST_DIGITS = 30
"""Sums and chains keep sets of digits, and of sums, in words of 62 bits."""

_LANES = {
    UNIT: 0,
    PAIR: 0,
    CLAUSE: 0,
    COUNT: 0,
    SETS: 1,
    SUM: 1,
    VARIETY: 1,
    CIRCLES: 1,
    SAME: 1,
    BETWEEN: 2,
    CHAIN: 2,
    RANK: 2,
    EITHER: 2,
}
"""Which queue a kind of row waits in: cheap ones run first."""

_MOST_BRANCHES = 200
_MOST_SETS = 130
_LARGEST_TOTAL = 1 << 40
_IMPLIED_CELLS = 6
"""Sums that follow from cages are kept where they are over so few cells."""


class UnsupportedError(Exception):
    """The puzzle has something that the kernel does not take."""


class Row(NamedTuple):
    """A row of the kernel.

    Args:
        kind: Its kind.
        data: Its numbers.
        cells: The cells that it reads or narrows.
    """

    kind: int
    data: list[int]
    cells: tuple[int, ...]


class Chain(NamedTuple):
    """An automaton as flat lists; a move is numbered by state and digit."""

    states: int
    starts: list[int]
    accepts: list[int]
    moves_start: list[int]
    moves: list[int]


def _unit_row(cells: tuple[int, ...]) -> Row:
    return Row(UNIT, [len(cells), *cells], cells)


@lru_cache(maxsize=512)
def _chain(machine: Machine, values: range) -> Chain:
    moves_start, moves = [0], list[int]()
    for row in machine.moves:
        for value in values:
            moves += row.get(value, ())
            moves_start.append(len(moves))
    states = len(machine.moves)
    accepts = [int(state in machine.accepts) for state in range(states)]
    return Chain(states, list(machine.starts), accepts, moves_start, moves)


@lru_cache(maxsize=1024)
def _table(rows: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return a table of pairs, and the same the other way."""
    places = range(len(rows))
    back = [sum(1 << at for at in places if rows[at] >> to & 1) for to in places]
    return list(rows), back


class Rows:
    """The rows of a puzzle.

    Args:
        puzzle: The puzzle.
        candidates: The digits that are left to each cell, as masks; None to take those
            of the puzzle.

    Raises:
        UnsupportedError: The kernel does not take it.
        LimitError: A constraint is too large.

    Attributes:
        masks: The digits of each cell; 0 where there is none.
        rows: The rows, units first.
        inner: The rows of branches, which stand for themselves nowhere.
    """

    def __init__(self, puzzle: Puzzle, candidates: Sequence[int] | None = None) -> None:
        geometry = self._geometry = puzzle.geometry
        self._values = values_in(geometry)
        self._full = (1 << geometry.size) - 1
        if geometry.size > MOST_DIGITS:
            raise UnsupportedError(f"{geometry.size} digits")
        if geometry.raw:
            raise UnsupportedError("grids whose rows and columns say nothing")
        if puzzle.extra_cells:
            rules = [r for r in puzzle.constraints if isinstance(r, BaseConstraint)]
            names = [rule.describe() for rule in rules if rule.extra_cells(geometry)]
            raise UnsupportedError(f"cells outside the grid: {names[0]}")
        given = candidates or puzzle.masks or [self._full] * geometry.cells
        self.masks = [
            mask & 1 << (value - 1) if value else mask
            for value, mask in zip(puzzle.values, given, strict=True)
        ]
        self.rows: list[Row] = []
        self.inner: list[Row] = []
        self._tables: dict[tuple[int, ...], int] = {}
        self._table_rows: list[int] = []
        self._sets: dict[tuple[tuple[int, ...], ...], tuple[int, int]] = {}
        self._choices: list[int] = []
        self._chains: dict[Machine, int] = {}
        self._chain_list: list[Chain] = []
        self._peers = [0] * geometry.cells
        self._makers: dict[type[Primitive], Callable[[Any], Row]] = {
            InDomain: self._domain_row,
            Pairs: self._pair_row,
            Clause: self._clause_row,
            Sum: self._plain_sum_row,
            DigitSet: self._set_row,
            Occurrences: self._occurrences_row,
            Automaton: self._chain_row,
            SelfCounts: self._circles_row,
            SameCounts: self._same_row,
            SumBetween: self._between_row,
            Rank: self._rank_row,
            NValue: self._variety_row,
            Disjunction: self._either_row,
            Different: lambda part: _unit_row(part.cells),
        }
        units = dict.fromkeys(map(tuple, puzzle.units))
        self._units = [frozenset(unit) for unit in units]
        for unit in units:
            self._differ(unit)
            if len(unit) > 2:
                self.rows.append(_unit_row(unit))
        parts: list[Primitive] = []
        for rule in puzzle.constraints:
            if rule.only_units:
                continue
            if not isinstance(rule, BaseConstraint):
                raise UnsupportedError(rule.describe())
            parts += rule.parts(geometry)
        parts = [part for part in parts if not self._settled(part)]
        for part in parts:
            self.rows.append(self._row_of(part))
        self._add_implied([part for part in parts if isinstance(part, Sum)])

    def _differ(self, cells: Sequence[int]) -> None:
        bits = 0
        for cell in cells:
            bits |= 1 << cell
        for cell in cells:
            self._peers[cell] |= bits & ~(1 << cell)

    def _settled(self, part: Primitive) -> bool:
        """Take what masks and peers say; return whether that is all of a part."""
        if isinstance(part, InDomain):
            self.masks[part.cell] &= self._mask(part.values)
            return True
        if not isinstance(part, Pairs):
            return False
        rows, first, second = part.table.rows, part.first, part.second
        if first == second:
            self.masks[first] &= sum(
                1 << at for at, row in enumerate(rows) if row >> at & 1
            )
            return True
        if not any(row >> at & 1 for at, row in enumerate(rows)):
            self._differ((first, second))
        return all(row == self._full ^ 1 << at for at, row in enumerate(rows))

    def _mask(self, values: Iterable[int]) -> int:
        lowest = self._geometry.first_value
        return sum(1 << value - lowest for value in values if value in self._values)

    def _row_of(self, part: Primitive) -> Row:
        """Return the row of a primitive.

        Raises:
            UnsupportedError: There is none.
        """
        make = self._makers.get(type(part))
        if make is None:
            raise UnsupportedError(type(part).__name__)
        return make(part)

    def _domain_row(self, part: InDomain) -> Row:
        return Row(CLAUSE, [1, part.cell, self._mask(part.values)], (part.cell,))

    def _pair_row(self, part: Pairs) -> Row:
        rows = part.table.rows
        if part.first == part.second:
            mask = sum(1 << at for at, row in enumerate(rows) if row >> at & 1)
            return Row(CLAUSE, [1, part.first, mask], (part.first,))
        at = self._tables.get(rows)
        if at is None:
            there, back = _table(rows)
            at = self._tables[rows] = len(self._table_rows) // self._geometry.size
            self._table_rows += there
            self._table_rows += back
        cells = (part.first, part.second)
        return Row(PAIR, [*cells, at, at + 1], cells)

    def _clause_row(self, part: Clause) -> Row:
        masks: dict[int, int] = {}
        for cell, value, held in part.terms:
            mask = 1 << value - self._values[0] if value in self._values else 0
            masks[cell] = masks.get(cell, 0) | (mask if held else self._full & ~mask)
        data = [len(masks), *[number for term in masks.items() for number in term]]
        return Row(CLAUSE, data, tuple(masks))

    def _sets_row(
        self, cells: tuple[int, ...], sets: tuple[tuple[int, ...], ...]
    ) -> Row:
        at = self._sets.get(sets)
        if at is None:
            at = self._sets[sets] = (len(self._choices), len(sets))
            self._choices += map(self._mask, sets)
        return Row(SETS, [len(cells), *at, *cells], cells)

    def _set_row(self, part: DigitSet) -> Row:
        return self._sets_row(part.cells, part.sets)

    def _plain_sum_row(self, part: Sum) -> Row:
        return self._sum_row(part.total, part.weights())

    def _sum_row(self, total: int, weights: dict[int, int]) -> Row:
        """Return a sum of groups of cells that differ; values are counted from 0."""
        terms = {cell: weight for cell, weight in weights.items() if weight}
        if max(map(abs, (total, *terms.values()))) > _LARGEST_TOTAL:
            raise UnsupportedError("a large sum")
        total -= self._geometry.first_value * sum(terms.values())
        if not terms:
            return Row(COUNT, [int(total == 0), 0, 0], ())
        by_weight: dict[int, list[int]] = {}
        for cell, weight in terms.items():
            by_weight.setdefault(weight, []).append(cell)
        flat = [
            (weight, group)
            for weight, cells in by_weight.items()
            for group in self._groups(cells)
        ]
        if len(flat) > MOST_GROUPS:
            raise UnsupportedError("a sum of many cells")
        (weight, group), *others = flat
        if not others and comb(self._geometry.size, len(group)) <= _MOST_SETS:
            if total % weight:
                return Row(CLAUSE, [0], ())
            sets = sets_of_sum(len(group), range(self._geometry.size), total // weight)
            lowest = self._geometry.first_value
            shifted = tuple(tuple(value + lowest for value in one) for one in sets)
            return self._sets_row(tuple(group), shifted)
        data = [total, len(flat)]
        for weight, group in flat:
            data += [weight, len(group), *group]
        return Row(SUM, data, tuple(terms))

    def _groups(self, cells: list[int]) -> list[list[int]]:
        """Return cells in groups of cells that differ, large ones first."""
        groups: list[list[int]] = []
        left = list(cells)
        while len(left) > 2:
            held = max((unit.intersection(left) for unit in self._units), key=len)
            if len(held) < 2:
                break
            groups.append([cell for cell in left if cell in held])
            left = [cell for cell in left if cell not in held]
        for cell in left:
            for group in groups:
                if all(self._peers[cell] >> other & 1 for other in group):
                    group.append(cell)
                    break
            else:
                groups.append([cell])
        return groups

    def _occurrences_row(self, part: Occurrences) -> Row:
        if len(part.cells) > WORD - 2:
            raise UnsupportedError("a count of many cells")
        counts = sum(1 << count for count in set(part.counts) if count < WORD - 1)
        data = [counts, self._mask(part.values), len(part.cells), *part.cells]
        return Row(COUNT, data, part.cells)

    def _chain_row(self, part: Automaton) -> Row:
        at = self._chains.get(part.machine)
        if at is None:
            at = self._chains[part.machine] = len(self._chain_list)
            self._chain_list.append(_chain(part.machine, self._values))
        cells = tuple(dict.fromkeys(part.cells))
        return Row(CHAIN, [len(part.cells), at, *part.cells], cells)

    def _circles_row(self, part: SelfCounts) -> Row:
        row = self._sets_row(part.cells, part.sets(self._values))
        return Row(CIRCLES, row.data, part.cells)

    def _same_row(self, part: SameCounts) -> Row:
        cells = (*part.left, *part.right)
        return Row(SAME, [len(part.left), *cells], tuple(dict.fromkeys(cells)))

    def _variety_row(self, part: NValue) -> Row:
        cells = tuple(dict.fromkeys((part.count, *part.cells)))
        return Row(VARIETY, [part.count, len(part.cells), *part.cells], cells)

    def _between_row(self, part: SumBetween) -> Row:
        is_negative = self._values[0] < 0
        is_too_large = not is_negative and part.total > sum(self._values)
        if is_negative or (part.total >= WORD - 1 and not is_too_large):
            raise UnsupportedError("a large sum between extremes")
        if len(part.cells) == 1 or is_too_large:  # all values together are less
            mask = self._full if part.total == 0 else 0
            return Row(CLAUSE, [1, part.cells[0], mask], part.cells)
        data = [part.total, len(part.cells), *part.cells]
        return Row(BETWEEN, data, part.cells)

    def _rank_row(self, part: Rank) -> Row:
        digit = 0 if part.first is None else self._mask((part.first,))
        data = [part.rank, digit, len(part.line), *part.line, len(part.others)]
        cells = dict.fromkeys(part.line)
        for other in part.others:
            data += [len(other), *other]
            cells.update(dict.fromkeys(other))
        return Row(RANK, data, tuple(cells))

    def _either_row(self, part: Disjunction) -> Row:
        data, cells = list[int](), dict[int, None]()
        branches = self._branches(part)
        for parts in branches:
            rows = [self._row_of(one) for one in parts]
            data += [len(self.inner), len(rows)]
            self.inner += rows
            for row in rows:
                cells.update(dict.fromkeys(row.cells))
        return Row(EITHER, [len(branches), *data], tuple(cells))

    def _branches(self, part: Disjunction) -> list[tuple[Primitive, ...]]:
        """Return branches without disjunctions in them.

        Raises:
            UnsupportedError: There are many.
        """
        branches = []
        for parts in part.branches:
            inner = [one for one in parts if isinstance(one, Disjunction)]
            plain = tuple(one for one in parts if not isinstance(one, Disjunction))
            for chosen in product(*map(self._branches, inner)):
                branches.append((*plain, *(one for own in chosen for one in own)))
                if len(branches) > _MOST_BRANCHES:
                    raise UnsupportedError("many branches")
        return branches

    def _add_implied(self, sums: list[Sum]) -> None:
        """Add the sums of what cages leave of lines and boxes, or reach beyond."""
        cages: list[tuple[int, int]] = []
        for part in sums:
            weights = part.weights()
            if all(weight == 1 for weight in weights.values()):
                cages.append((part.total, sum(1 << cell for cell in weights)))
        known = {(bits, 0) for _, bits in cages}
        for area, total in self._areas() if cages else ():
            for plus, minus, rest in _left_of(area, total, cages):
                size = plus.bit_count() + minus.bit_count()
                if 0 < size <= _IMPLIED_CELLS and (plus, minus) not in known:
                    known.add((plus, minus))
                    terms = dict.fromkeys(_cells(plus), 1)
                    terms.update(dict.fromkeys(_cells(minus), -1))
                    self.rows.append(self._sum_row(rest, terms))

    def _areas(self) -> list[tuple[int, int]]:
        """Return sets of cells whose sum is known, with the sum."""
        geometry, total = self._geometry, sum(self._values)
        areas: dict[int, int] = {}
        full = [
            sum(1 << cell for cell in row.cells)
            for row in self.rows
            if row.kind == UNIT and len(row.cells) == geometry.size
        ]
        areas.update(dict.fromkeys(full, total))
        for units in (geometry.row_units, geometry.column_units):
            lines = [sum(1 << cell for cell in unit) for unit in units]
            for many in range(2, 5):
                for at in range(len(lines) - many + 1):
                    areas[sum(lines[at : at + many])] = many * total
        boxes = [sum(1 << cell for cell in unit) for unit in geometry.box_units]
        across = geometry.columns // (geometry.box_width or 1)
        for at, other in combinations(range(len(boxes)), 2):
            if other - at in (1, across):
                areas[boxes[at] | boxes[other]] = 2 * total
        size = geometry.size
        return [(a, t) for a, t in areas.items() if a.bit_count() * total == t * size]

    # --- arrays -----------------------------------------------------------------------

    def arrays(self) -> list[list[int]]:
        """Return the arrays of the kernel, in their order."""
        rows, attached = self.rows + self.inner, len(self.rows)
        cells, size = len(self.masks), self._geometry.size
        offsets, data, scope_start, scope = list[int](), list[int](), [0], list[int]()
        rows_of: list[list[int]] = [[] for _ in range(cells)]
        for number, row in enumerate(rows):
            offsets.append(len(data))
            if row.kind == EITHER:
                data.append(row.data[0])
                for first, many in zip(row.data[1::2], row.data[2::2], strict=True):
                    data += [first + attached, many]
            else:
                data += row.data
            scope += row.cells
            scope_start.append(len(scope))
            if number < attached:
                for cell in row.cells:
                    rows_of[cell].append(number)
        rows_start = [0]
        for own in rows_of:
            rows_start.append(rows_start[-1] + len(own))
        chains, starts, accepts = list[int](), list[int](), list[int]()
        moves_start, moves = list[int](), list[int]()
        for chain in self._chain_list:
            chains += [
                len(moves_start),
                len(starts),
                len(chain.starts),
                len(accepts),
                0,
            ]
            moves_start += [at + len(moves) for at in chain.moves_start]
            starts += chain.starts
            accepts += chain.accepts
            moves += chain.moves
        words = -(-cells // WORD)
        low = (1 << WORD) - 1
        peers = [own >> WORD * at & low for own in self._peers for at in range(words)]
        widest = max((len(row.cells) for row in rows), default=1)
        width = max((chain.states for chain in self._chain_list), default=1)
        longest = max((row.data[0] for row in rows if row.kind == CHAIN), default=1)
        queue = attached + 1
        arrays = [
            [row.kind for row in rows],
            offsets,
            [_LANES[row.kind] for row in rows],
            data,
            scope_start,
            scope,
            rows_start,
            [number for own in rows_of for number in own],
            self._table_rows,
            self._choices,
            chains,
            moves_start,
            moves,
            starts,
            accepts,
            peers,
            [0] * 2,
            [0] * (8 + SLOT * MOST_GROUPS + cells + 2),
            [0] * (width * (longest + 1)),
            [0] * (width * (longest + 1)),
            [0] * (longest + 1),
            [0] * cells,
            [0] * cells,
            [0] * widest,
            [0] * (QUEUES * queue),
            [0] * (2 * QUEUES),
            [0] * (len(rows) + 1),
            [0] * (8 * cells + 1),
            [size, self._geometry.first_value, words, width, queue, attached, cells],
        ]
        if len(arrays) != ARRAYS:
            raise AssertionError(len(arrays))
        return arrays


def _left_of(
    area: int, total: int, cages: list[tuple[int, int]]
) -> list[tuple[int, int, int]]:
    """Return cells that count, cells that count negatively, and their sum."""
    inside = mostly = area
    inside_total = mostly_total = total
    beyond_mostly = 0
    over, over_total = 0, -total
    for sum_, bits in cages:
        both = bits & area
        if not both:
            continue
        if bits & over:
            return []
        over |= bits
        over_total += sum_
        beyond = bits & ~area
        if not beyond:
            inside &= ~bits
            inside_total -= sum_
        if both.bit_count() >= beyond.bit_count():
            mostly &= ~bits
            beyond_mostly |= beyond
            mostly_total -= sum_
    sums = [(inside, 0, inside_total), (mostly, beyond_mostly, mostly_total)]
    if not area & ~over:
        sums.append((over & ~area, 0, over_total))
    return sums


def _cells(bits: int) -> list[int]:
    """Return the cells of a set."""
    cells: list[int] = []
    while bits:
        cells.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return cells
