"""The rules without chains, in the scheme's order.

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

Unique rectangles and loops, and bivalue universal graves (BUG).

A unique loop goes from cell to cell within units, and every unit it meets it meets
twice, in cells at an odd and an even place.  If all its cells held two digits only,
these could be swapped all along, and the puzzle would have two solutions.  So one of
the cells with more candidates holds one of these others:

1. a single such cell loses the two digits;
2. several with the same one other digit: no cell that sees them all holds that digit;
3. two in one unit: with some cells of it their other digits make a naked set, or the
   two digits make a hidden set with some others;
4. two in a unit that has one of the two digits there only: both lose the other.

Shorter loops come first, then lower types, then the order in which they are met.

In a BUG every empty cell has two candidates, and every digit has two cells in each unit
it is missing from; such a pattern has no solution or several.  So at least one of the
candidates beyond it holds:

1. if they are all in one cell, it loses its candidates of the pattern;
2. if they are one digit in several cells, no cell that sees them all holds it;
3. if their cells share a unit, they may make a naked set with some cells of it;
4. if they are in two cells of a unit that share a candidate of the pattern, one of the
   two cells holds that, and neither the rest of its candidates in the pattern.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.se.rules import (
    BOXES,
    COLUMNS,
    PEERS,
    PEERS_IN_ORDER,
    ROWS,
    RULES,
    SHAPE,
    UNITS,
    UNITS_OF,
    SeStep,
    by_last,
    candidates_in,
    of_digit,
)
from satdoku.techniques.state import bits, cells_of, mask_of
from satdoku.techniques.subsets import locked_sets
from satdoku.techniques.templates import intersections

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.techniques.state import State

    Removes = list[tuple[int, int]]

_ORDER = (*BOXES, *COLUMNS, *ROWS)
_RANK = {unit: rank for rank, unit in enumerate(_ORDER)}

_INTERSECTIONS = tuple(
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
    (rank, _, digit), cell, unit = best
    rule = "Last Cell"
    if rank:
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
    for first, second, thirds in _INTERSECTIONS:
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
    return sorted(locked_sets(masks, size), key=lambda pair: pair[0][::-1])


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
        choices: list[tuple[tuple[int, ...], int, int]] = []
        for digit in range(1, 10):
            if missing[digit] < 2 * size:
                continue
            lines = [
                (line, crossed)
                for line, crossed in enumerate(intersections(SHAPE, where[digit])[side])
                if 2 <= crossed.bit_count() <= size
            ]
            masks = [crossed for _, crossed in lines]
            for chosen, across in locked_sets(masks, size):
                last_first = tuple(lines[index][0] for index in reversed(chosen))
                choices.append((last_first, digit, across))
        for last_first, digit, across in sorted(choices):
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


_UNITS_MET = tuple(mask_of(units) for units in UNITS_OF)
"""The units of each cell as a mask of units."""


class _Outcome(NamedTuple):
    """What follows from a loop: its rating, its type, what is removed."""

    rating: float
    kind: int
    removes: Removes


def unique_loop(state: State) -> SeStep | None:
    """Find the easiest unique rectangle or loop."""
    best: tuple[_Outcome, tuple[int, ...]] | None = None
    left = state.left
    for start, pair in enumerate(left):
        if pair.bit_count() != 2:
            continue
        for loop in _Walk(state, start, pair).onward(start, 2, 0, -1):
            extra = [cell for cell in loop if left[cell] != pair]
            for outcome in _outcomes(state, extra, pair, _rating(len(loop))):
                if best is None or outcome[:2] < best[0][:2]:
                    best = outcome, loop
    return None if best is None else _loop_step(*best)


def _rating(size: int) -> float:
    rating = RULES["Unique Loop"] + (0.3 if size >= 10 else 0.0)
    return rating + (0.2 if size >= 8 else 0.1 if size >= 6 else 0.0)


def _loop_step(outcome: _Outcome, loop: tuple[int, ...]) -> SeStep:
    rule = "Unique Loop" if len(loop) > 4 else "Unique Rectangle"
    return SeStep(rule, outcome.rating, removes=tuple(sorted(outcome.removes)))


class _Walk:
    """A way through cells that have two digits, from a cell with these only.

    It goes on by a unit of another kind each time, and never meets a unit twice at even
    places, or twice at odd ones.  At most two cells may have other candidates; or any
    number, if it is always the same one, and so it is with all passed since the start.

    Args:
        state: The position.
        start: Where it starts.
        pair: The two digits.
    """

    def __init__(self, state: State, start: int, pair: int) -> None:
        self.start = start
        self.beyond_pair = [mask & ~pair for mask in state.left]
        self.free = mask_of(
            cell for cell, mask in enumerate(state.left) if mask & pair == pair
        )
        self.free &= ~(1 << start)
        self.path = [start]
        self.met = [_UNITS_MET[start], 0]  # the units met at even and at odd places

    def onward(
        self, cell: int, spare: int, seen: int, came: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield the loops that the way so far leads to.

        Args:
            cell: Where it is.
            spare: How many cells with other digits may still follow.
            seen: The other digits that were seen.
            came: The kind of unit it came by: 0 box, 1 row, 2 column.
        """
        start, side = self.start, len(self.path) % 2
        for kind, unit in enumerate(UNITS_OF[cell]):
            if kind == came:
                continue
            around = self.free & UNITS[unit]
            if len(self.path) >= 4:
                around |= UNITS[unit] & 1 << start
            for other in cells_of(around):
                if other == start:
                    if self.met[0] == self.met[1]:
                        yield tuple(self.path)
                    continue
                extra = self.beyond_pair[other]
                seen |= extra
                if extra and spare <= 0 and seen.bit_count() != 1:
                    continue
                if self.met[side] & _UNITS_MET[other]:
                    continue
                self.path.append(other)
                self.free &= ~(1 << other)
                self.met[side] |= _UNITS_MET[other]
                yield from self.onward(other, spare - bool(extra), seen, kind)
                self.met[side] &= ~_UNITS_MET[other]
                self.free |= 1 << other
                self.path.pop()


def _outcomes(
    state: State, extra: list[int], pair: int, rating: float
) -> Iterator[_Outcome]:
    """Yield what follows from a loop.

    Args:
        state: The position.
        extra: The cells of the loop that have more than the pair.
        pair: Its digits.
        rating: The rating of a loop of its size.
    """
    if len(extra) == 1:
        yield _Outcome(rating, 1, [(extra[0], digit + 1) for digit in bits(pair)])
    if len(extra) < 2:
        return
    others = 0
    for cell in extra:
        others |= state.left[cell] & ~pair
    if len(extra) > 2 or others.bit_count() == 1:
        digit = (state.left[extra[0]] & ~pair).bit_length()
        removes = of_digit(_seen_by_all(extra) & state.where[digit], digit)
        if removes:
            yield _Outcome(rating, 2, removes)
    if len(extra) > 2:
        return
    if others.bit_count() > 1:
        for added, removes in _loop_sets(state, extra, pair, others):
            yield _Outcome(rating + added, 3, removes)
    removes = _locked(state, extra, pair)
    if removes:
        yield _Outcome(rating, 4, removes)


def _seen_by_all(cells: Iterable[int]) -> int:
    return SHAPE.seen_by_all(mask_of(cells))


def _shared_units(cells: Iterable[int]) -> list[int]:
    """Return the units that hold all of some cells: box, row, column."""
    first, *_ = cells
    mask = mask_of(cells)
    return [unit for unit in UNITS_OF[first] if not mask & ~UNITS[unit]]


def _locked(state: State, extra: list[int], pair: int) -> Removes:
    """Return what goes where a unit has one of the digits in the two cells only."""
    first, second = extra
    low, high = (digit + 1 for digit in bits(pair))
    for digit, other in ((low, high), (high, low)):
        for unit in _shared_units(extra):
            if state.where[digit] & UNITS[unit] == mask_of(extra):
                return [(first, other), (second, other)]
    return []


def _loop_sets(
    state: State, extra: list[int], pair: int, others: int
) -> Iterator[tuple[float, Removes]]:
    """Yield what sets with two cells of a loop add to the rating, and what they remove.

    One of the two cells holds another digit than the loop's pair, so in a unit of both
    they count as one cell with these other digits.  With some further cells that may
    make a naked set.  Seen from the other side, one of the pair is missing from the two
    cells; the pair and some further digits may be left with few enough cells to make a
    hidden set.
    """
    shared = others & state.left[extra[0]] & state.left[extra[1]]
    for size in range(others.bit_count(), 8):
        for unit in _shared_units(extra):
            empty = state.empty & UNITS[unit]
            if 2 * size <= empty.bit_count():
                rest = empty & ~mask_of(extra)
                for removes in _naked_with(state, rest, shared, others, size):
                    yield (size - 1) * 0.1, removes
            if 2 * size < empty.bit_count():
                yield from _hidden_with(state, extra, unit, (pair, others), size)


def _naked_with(
    state: State, rest: int, shared: int, others: int, size: int
) -> Iterator[Removes]:
    """Yield what naked sets of some cells with one or more others remove.

    Args:
        state: The position.
        rest: The cells of a unit besides the others.
        shared: What all of the others have in common.
        others: The digits of which the others hold one.
        size: How many digits.
    """
    left = state.left
    cells = [cell for cell in bits(rest) if left[cell].bit_count() > 1]
    for chosen in by_last(len(cells), size - 1):
        taken = digits = 0
        for index in chosen:
            taken |= 1 << cells[index]
            digits |= left[cells[index]]
        if (digits | shared).bit_count() == (digits | others).bit_count() == size:
            removes = candidates_in(left, rest & ~taken, digits | others)
            if removes:
                yield removes


def _hidden_with(
    state: State, extra: list[int], unit: int, masks: tuple[int, int], size: int
) -> Iterator[tuple[float, Removes]]:
    first, second = extra
    pair, others = masks
    pool = cells_of(511 & ~pair & ~others)
    cells = UNITS[unit] & ~(1 << second)
    for chosen in by_last(len(pool), size - 2):
        own = pair | mask_of(pool[index] for index in chosen)
        places = [state.where[digit + 1] & cells for digit in bits(own)]
        hold = 0
        for mask in places:
            hold |= mask
        if all(places) and hold.bit_count() == size:
            hold &= ~(1 << first)
            removes = candidates_in(state.left, hold, ~own)
            if removes:
                yield (hold.bit_count() - 1) * 0.1, removes


def grave(state: State) -> SeStep | None:
    """Find what follows from a BUG, if the position is near one."""
    extra = _beyond(state)
    if not extra:
        return None
    digits = 0
    for mask in extra.values():
        digits |= mask
    if len(extra) == 1:
        ((cell, mask),) = extra.items()
        removes = candidates_in(state.left, 1 << cell, ~mask)
        return SeStep.of("BUG Type 1", removes=removes)
    seen = _seen_by_all(extra)
    if digits.bit_count() == 1:
        digit = digits.bit_length()
        if hit := seen & state.where[digit]:
            return SeStep.of("BUG Type 2", removes=of_digit(hit, digit))
        return _type_4(state, extra, digits)
    if not seen:
        return None
    return _type_4(state, extra, digits) or _type_3(state, extra, digits)


def _beyond(state: State) -> dict[int, int] | None:
    """Return the candidates beyond the pattern by cell; None if there is no pattern."""
    left, where = state.left, state.where
    wide = mask_of(cell for cell, mask in enumerate(left) if mask.bit_count() > 2)
    extra: dict[int, int] = {}
    digits = 0
    for unit in (*BOXES, *ROWS, *COLUMNS):
        for digit in range(1, 10):
            places = where[digit] & UNITS[unit]
            if places.bit_count() in {0, 2}:
                continue
            hit = places & wide
            if not hit:
                return None
            if hit & (hit - 1):
                continue  # another unit decides which it is
            cell = hit.bit_length() - 1
            extra[cell] = extra.get(cell, 0) | 1 << (digit - 1)
            digits |= 1 << (digit - 1)
            if len(extra) > 1 and digits & (digits - 1) and not _seen_by_all(extra):
                return None
    return extra if _is_grave(state, extra) else None


def _is_grave(state: State, extra: dict[int, int]) -> bool:
    """Whether without what there is more all are pairs."""
    left = state.left.copy()
    where = state.where.copy()
    for cell, mask in extra.items():
        left[cell] &= ~mask
        for digit in bits(mask):
            where[digit + 1] &= ~(1 << cell)
    return all(left[cell].bit_count() == 2 for cell in bits(state.empty)) and all(
        (where[digit] & unit).bit_count() in {0, 2}
        for unit in UNITS
        for digit in range(1, 10)
    )


def _type_3(state: State, extra: dict[int, int], digits: int) -> SeStep | None:
    seen = _seen_by_all(extra)
    for unit in _shared_units(extra):
        every = (seen & UNITS[unit]).bit_count()
        rest = seen & UNITS[unit] & state.empty
        for size in range(2, min(6, every) + 1):
            for removes in _naked_with(state, rest, 0, digits, size):
                added = (size - 1) * 0.1
                return SeStep.of("BUG Type 3", removes=removes, added=added)
    return None


def _type_4(state: State, extra: dict[int, int], digits: int) -> SeStep | None:
    if len(extra) != 2:
        return None
    first, second = sorted(extra)
    left = state.left
    both = left[first] & left[second] & ~digits
    if both.bit_count() != 1 or not _shared_units(extra):
        return None
    removes = [
        candidate
        for cell in (first, second)
        for candidate in candidates_in(left, 1 << cell, ~extra[cell] & ~both)
    ]
    return SeStep.of("BUG Type 4", removes=removes)
