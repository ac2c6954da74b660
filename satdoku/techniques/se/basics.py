"""The rules without chains and uniqueness, in the scheme's order.

    singles            the last empty cell of a unit comes before other hidden singles;
                       boxes before columns before rows, in a unit the lowest digit
    locking            pointing from a box to a line, claiming from a line to a box
    naked, hidden sets boxes, columns, rows; in a unit the choices go by the last of
                       them; only where the unit has room for a counterpart not smaller
    fish               columns as bases first; the choices of lines go by the last of
                       them, and for each the lowest digit comes first; a digit with few
                       cells left to fill is skipped
    XY- and XYZ-wings
    aligned exclusion  all ways to fill two or three cells are tried.  A way is out if
                       it puts a digit twice in a unit, or takes every candidate from a
                       cell that sees all of them; what no way left uses is removed

The direct forms of locking and hidden sets are taken where they lead to a hidden single
at once.  They place only that single, as the program does.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from satdoku.techniques.se.rules import (
    BOXES,
    COLUMNS,
    PEERS,
    PEERS_IN_ORDER,
    ROWS,
    SHAPE,
    UNITS,
    UNITS_OF,
    SeStep,
    candidates_in,
    of_digit,
)
from satdoku.techniques.state import bits, mask_of
from satdoku.techniques.subsets import closed_sets
from satdoku.techniques.templates import crossings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.state import State

_ORDER = (*BOXES, *COLUMNS, *ROWS)
_RANK = {unit: rank for rank, unit in enumerate(_ORDER)}

_CROSSINGS = tuple(
    (
        first,
        second,
        tuple(
            third for third in firsts if third != first and UNITS[third] & UNITS[second]
        ),
    )
    for firsts, seconds in (
        (BOXES, COLUMNS),
        (BOXES, ROWS),
        (COLUMNS, BOXES),
        (ROWS, BOXES),
    )
    for first in firsts
    for second in seconds
    if UNITS[first] & UNITS[second]
)
"""Each box with each line through it and the other way round; with the other units of
the first's kind that the second crosses."""

_NAMES = {2: "Pair", 3: "Triplet", 4: "Quad"}
_FISH = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}


def hidden_single(state: State) -> SeStep | None:
    """Find the first cell that alone can hold a digit in one of its units."""
    values, where, empty = state.values, state.where, state.empty
    queue = state.hidden
    while queue and values[queue[0][0]]:
        queue.popleft()
    best = None
    for cell, digit in queue:
        if values[cell] or not where[digit] >> cell & 1:
            continue
        counts = state.counts[digit]
        for unit in UNITS_OF[cell]:
            if counts[unit] == 1:
                last = empty & UNITS[unit] == 1 << cell
                key = (not last, _RANK[unit], digit)
                if best is None or key < best[0]:
                    best = key, cell, unit
    if best is None:
        return None
    (more, _, digit), cell, unit = best
    rule = "Last Cell"
    if more:
        rule = "Hidden Single in Box" if unit in BOXES else "Hidden Single in Line"
    return SeStep.of(rule, places=((cell, digit),))


def naked_single(state: State) -> SeStep | None:
    """Find the first cell with one candidate."""
    left = state.left
    cell = min((cell for cell, _ in state.naked if left[cell]), default=None)
    if cell is None:
        return None
    return SeStep.of("Naked Single", places=((cell, left[cell].bit_length()),))


def lockings(where: Sequence[int]) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Yield what is locked: first unit, second unit, digit, the units across.

    Args:
        where: Of each digit, the cells that may hold it.
    """
    for first, second, thirds in _CROSSINGS:
        from_, to = UNITS[first], UNITS[second]
        only_first, only_second = from_ & ~to, to & ~from_
        both = from_ & to
        for digit in range(1, 10):
            cells = where[digit]
            if cells & only_second and not cells & only_first:
                locked = cells & both
                if locked & (locked - 1):
                    yield first, second, digit, thirds


def direct_locking(state: State) -> SeStep | None:
    """Find the first pointing or claiming that leads to a hidden single."""
    for first, second, digit, thirds in lockings(state.where):
        for third in thirds:
            cells = state.where[digit] & UNITS[third]
            rest = cells & ~UNITS[second]
            if rest and not rest & (rest - 1) and cells != rest:
                rule = "Direct Pointing" if first in BOXES else "Direct Claiming"
                return SeStep.of(rule, places=of_digit(rest, digit))
    return None


def pointing_claiming(state: State) -> SeStep | None:
    """Find the first pointing or claiming."""
    where = state.where
    for first, second, digit, _ in lockings(where):
        removes = of_digit(where[digit] & UNITS[second] & ~UNITS[first], digit)
        return SeStep.of("Pointing" if first in BOXES else "Claiming", removes=removes)
    return None


def _sets_by_last(masks: Sequence[int], size: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the closed sets of some masks, by the last of them."""
    return sorted(closed_sets(masks, size), key=lambda each: each[0][::-1])


def naked_sets(
    left: Sequence[int], empty: int, size: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield naked sets: unit, cells, candidates as a mask.

    Args:
        left: The candidates of each cell.
        empty: The empty cells.
        size: How many cells.
    """
    for unit in _ORDER:
        open_ = empty & UNITS[unit]
        if open_.bit_count() < 2 * size:
            continue
        cells = [cell for cell in bits(open_) if 2 <= left[cell].bit_count() <= size]
        for chosen, digits in _sets_by_last([left[cell] for cell in cells], size):
            yield unit, tuple(cells[index] for index in chosen), digits


def hidden_sets(
    where: Sequence[int], empty: int, size: int, *, direct: bool = False
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield hidden sets: unit, digits, cells as a mask.

    Args:
        where: The cells of each digit.
        empty: The empty cells.
        size: How many digits.
        direct: Whether the unit may have few empty cells.
    """
    for unit in _ORDER:
        mask = UNITS[unit]
        if (empty & mask).bit_count() <= (size if direct else 2 * size):
            continue
        places = [
            (digit, cells)
            for digit in range(1, 10)
            if 2 <= (cells := where[digit] & mask).bit_count() <= size
        ]
        for chosen, cells in _sets_by_last([cells for _, cells in places], size):
            yield unit, tuple(places[index][0] for index in chosen), cells


def naked_set(state: State, size: int) -> SeStep | None:
    """Find the first naked set of a size that removes something."""
    left = state.left
    for unit, cells, digits in naked_sets(left, state.empty, size):
        others = UNITS[unit] & state.empty & ~mask_of(cells)
        removes = candidates_in(left, others, digits)
        if removes:
            return SeStep.of(f"Naked {_NAMES[size]}", removes=removes)
    return None


def hidden_set(state: State, size: int) -> SeStep | None:
    """Find the first hidden set of a size that removes something."""
    for _, digits, cells in hidden_sets(state.where, state.empty, size):
        removes = candidates_in(state.left, cells, ~mask_of(d - 1 for d in digits))
        if removes:
            return SeStep.of(f"Hidden {_NAMES[size]}", removes=removes)
    return None


def direct_hidden_set(state: State, size: int) -> SeStep | None:
    """Find the first hidden set of a size that leaves another digit with one cell."""
    where = state.where
    for unit, digits, cells in hidden_sets(where, state.empty, size, direct=True):
        for digit in range(1, 10):
            there = where[digit] & UNITS[unit]
            rest = there & ~cells
            if rest and not rest & (rest - 1) and rest != there and digit not in digits:
                rule = f"Direct Hidden {_NAMES[size]}"
                return SeStep.of(rule, places=of_digit(rest, digit))
    return None


def fishes(
    where: Sequence[int], missing: Sequence[int], size: int
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield fish: digit, base lines, cover lines.

    Args:
        where: The cells of each digit.
        missing: How often each digit is still to be placed.
        size: How many lines.
    """
    for side, bases, covers in (1, COLUMNS, ROWS), (0, ROWS, COLUMNS):
        found: list[tuple[tuple[int, ...], int, int]] = []
        for digit in range(1, 10):
            if missing[digit] < 2 * size:
                continue
            lines = [
                (line, crossed)
                for line, crossed in enumerate(crossings(SHAPE, where[digit])[side])
                if 2 <= crossed.bit_count() <= size
            ]
            masks = [crossed for _, crossed in lines]
            for chosen, across in closed_sets(masks, size):
                last_first = tuple(lines[index][0] for index in reversed(chosen))
                found.append((last_first, digit, across))
        for last_first, digit, across in sorted(found):
            base = tuple(bases[line] for line in reversed(last_first))
            yield digit, base, tuple(covers[line] for line in bits(across))


def missing_of(values: Sequence[int]) -> list[int]:
    """Return how often each digit is still to be placed."""
    missing = [9] * 10
    for value in values:
        missing[value] -= 1
    return missing


def fish(state: State, size: int) -> SeStep | None:
    """Find the first fish of a size that removes something."""
    where = state.where
    for digit, base, cover in fishes(where, missing_of(state.values), size):
        seen = SHAPE.union(cover) & ~SHAPE.union(base)
        removes = of_digit(where[digit] & seen, digit)
        if removes:
            return SeStep.of(_FISH[size], removes=removes)
    return None


def wing(state: State, size: int) -> SeStep | None:
    """Find the first XY-wing (size 2) or XYZ-wing (size 3) that removes something."""
    left, where = state.left, state.where
    pairs = mask_of(cell for cell, mask in enumerate(left) if mask.bit_count() == 2)
    for pivot, digits in enumerate(left):
        if digits.bit_count() != size or not pairs & PEERS[pivot]:
            continue
        pincers = [cell for cell in PEERS_IN_ORDER[pivot] if pairs >> cell & 1]
        for first, second in product(pincers, pincers):
            both = left[first] & left[second]
            if (
                (digits & ~left[first]).bit_count() != 1
                or (digits | left[first] | left[second]).bit_count() != 3
                or (digits & both).bit_count() != size - 2
                or both.bit_count() != 1
            ):
                continue
            digit = both.bit_length()
            seen = PEERS[first] & PEERS[second] & ~(1 << pivot) & where[digit]
            if size == 3:
                seen &= PEERS[pivot]
            if seen:
                rule = "XY-Wing" if size == 2 else "XYZ-Wing"
                return SeStep.of(rule, removes=of_digit(seen, digit))
    return None


def aligned_exclusion(state: State, size: int) -> SeStep | None:
    """Find the first pair (size 2) or triplet (size 3) that excludes something.

    Only cells with few candidates can be emptied: two for a pair, up to three for a
    triplet; at least two such cells must see all of the pair or triplet.
    """
    left = state.left
    few = mask_of(
        cell for cell, mask in enumerate(left) if 2 <= mask.bit_count() <= size
    )
    rule = "Aligned Pair Exclusion" if size == 2 else "Aligned Triplet Exclusion"
    for cells, watchers in _aligned(state, few, size):
        removes = _excluded(left, cells, {left[cell] for cell in bits(watchers)})
        if removes:
            return SeStep.of(rule, removes=removes)
    return None


def _aligned(
    state: State, few: int, size: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield cells to try, and the cells they may empty."""
    bases = [
        cell
        for cell in bits(state.empty)
        if state.left[cell].bit_count() > 1 and few & PEERS[cell]
    ]
    usable = mask_of(bases)
    for index, second in enumerate(bases):
        for first in bases[:index]:
            seen = few & PEERS[first] & PEERS[second]
            if not seen & (seen - 1):
                continue
            if size == 2:
                yield (first, second), seen
                continue
            third = few & usable & (PEERS[first] | PEERS[second])
            third &= ~(1 << first | 1 << second)
            order = dict.fromkeys(PEERS_IN_ORDER[first] + PEERS_IN_ORDER[second])
            for cell in order:
                if third >> cell & 1:
                    watchers = seen & PEERS[cell]
                    if watchers & (watchers - 1):
                        yield (first, second, cell), watchers


@cache
def _holding(mask: int) -> int:
    """Return the sets of digits that hold a set, as bits of one number."""
    return sum(1 << other for other in range(512) if not mask & ~other)


@cache
def _digits_as_sets(mask: int) -> tuple[int, ...]:
    return tuple(1 << digit for digit in bits(mask))


def _excluded(
    left: Sequence[int], cells: tuple[int, ...], emptied: set[int]
) -> list[tuple[int, int]]:
    """Return the candidates of the cells that no way to fill them uses.

    Args:
        left: The candidates of each cell.
        cells: The two or three cells.
        emptied: The sets of candidates that a way must not take as a whole.
    """
    out = 0
    for mask in emptied:
        out |= _holding(mask)
    # A way is searched for every candidate that no way found so far uses.
    unused = [left[cell] for cell in cells]
    for place, cell in enumerate(cells):
        first, *others = (other for other in range(len(cells)) if other != place)
        one, two = cells[first], cells[others[0]] if others else -1
        beside_one = PEERS[cell] >> one & 1
        beside_two = two >= 0 and PEERS[cell] >> two & 1
        both = two >= 0 and PEERS[one] >> two & 1
        ones = _digits_as_sets(left[one])
        twos = _digits_as_sets(left[two]) if two >= 0 else (0,)
        for digit in _digits_as_sets(left[cell]):
            if not unused[place] & digit:
                continue
            for a, b in product(ones, twos):
                if (
                    (beside_one and a == digit)
                    or (beside_two and b == digit)
                    or (both and a == b)
                    or out >> (digit | a | b) & 1
                ):
                    continue
                unused[place] &= ~digit
                unused[first] &= ~a
                if others:
                    unused[others[0]] &= ~b
                break
    return sorted(
        (cell, digit + 1)
        for cell, mask in zip(cells, unused, strict=True)
        for digit in bits(mask)
    )
