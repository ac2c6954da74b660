"""Singles, locked candidates, naked subsets and hidden subsets.

Singles.  Full house: one cell of a unit is empty, and holds the digit that is missing.
Naked single: a cell has one candidate.  Hidden single: a digit has one cell in a unit.

The order of singles: the state keeps queues of the cells and units that were left with
one candidate, as that happened, so those that a placement made possible are used in
turn.

Locked candidates.  Pointing: all cells of a box that may hold a digit lie in one row
(or column).  The digit is in one of them, so nowhere else in that row.  Claiming is the
other way round: all cells of a row that may hold it lie in one box, so it is nowhere
else in that box.

Naked subsets: k cells of a unit have k candidates between them.  Each of the k digits
goes to one of the k cells, so no other cell of the unit holds any of them.  A pair or
triple within a triad has two such units, a box and a row or column; if it removes
candidates in both, it is called locked.  That is easier to see, and so comes first.

Hidden subsets: k digits have k cells of a unit between them.  Each of the k cells holds
one of the k digits, so none of them holds anything else.

k is 2 (pair), 3 (triple) or 4 (quad).  The order: for subsets boxes, then rows, then
columns, with cells and digits rising.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.puzzle.geometry import digits_of
from satdoku.techniques.state import bits, cells_of, mask_of, with_digit
from satdoku.techniques.step import Step, cells_text, listed
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.state import State, View

_MAX_SIZE = 4  # the most cells of a subset


def locked(view: View, technique: Technique) -> Iterator[Step]:
    """Find digits whose cells in one unit all lie in another, which has more."""
    state, shape, n = view.state, view.shape, view.shape.size
    units, units_of = shape.units, shape.units_of
    most = n
    if len(units) == 3 * n:
        most = max(view.geometry.box_height, view.geometry.box_width)
    # Pointing goes from boxes to rows and columns, claiming to boxes.
    froms, first = range(shape.lines, len(units)), 0
    if technique is Technique.CLAIMING:
        froms, first = range(shape.lines), shape.lines
    digits = [
        (digit, state.where[digit], state.counts[digit])
        for digit in view.geometry.digit_range
        if state.where[digit]
    ]
    for unit in froms:
        cells = units[unit]
        for digit, where, counts in digits:
            if not 2 <= counts[unit] <= most:
                continue
            here = where & cells
            ends: list[tuple[tuple[int, ...], int]] = [
                ((unit, other), where & units[other] & ~cells)
                for other in units_of[here.bit_length() - 1]
                if other >= first and other != unit and not here & ~units[other]
            ]
            if shape.has_more_peers:
                ends.append(((unit,), where & shape.seen_by_all(here)))
            for named, gone in ends:
                if gone:
                    yield Step(
                        view.geometry,
                        technique,
                        removes=with_digit(gone, digit),
                        cells=cells_of(here),
                        digits=(digit,),
                        units=named,
                    )


def locked_sets(
    masks: Sequence[int], size: int, extra: int = 0
) -> Sequence[tuple[tuple[int, ...], int]]:
    """Find the choices of some masks that have as many members as masks, or few more.

    Naked subsets choose cells by their candidates, hidden subsets digits by their
    cells, and basic fish rows by the columns that they cross; finned fish allow some
    extra columns.  A choice is grown one mask at a time and dropped as soon as it has
    more members than it may.

    Args:
        masks: Sets, none with more members than a choice may have.
        size: How many to choose, at least 2.
        extra: How many members more than masks a choice may have.

    Returns:
        Indices into the masks, rising, and the union; in lexicographic order.

    Example:
        >>> locked_sets([0b011, 0b110, 0b101, 0b011], 2)
        [((0, 3), 3)]
        >>> [chosen for chosen, union in locked_sets([0b011, 0b110, 0b101, 0b011], 3)]
        [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    """
    count, most = len(masks), size + extra
    if count < size:
        return []
    first = count - size + 1
    grown: list[tuple[tuple[int, ...], int]] = [
        ((index,), masks[index]) for index in range(first)
    ]
    for end in range(first + 1, count):
        grown = [
            ((*chosen, index), union)
            for chosen, mask in grown
            for index in range(chosen[-1] + 1, end)
            if (union := mask | masks[index]).bit_count() <= most
        ]
    return [
        ((*chosen, index), union)
        for chosen, mask in grown
        for index in range(chosen[-1] + 1, count)
        if size <= (union := mask | masks[index]).bit_count() <= most
    ]


def naked(view: View, technique: Technique) -> Iterator[Step]:
    """Find the naked subsets of a size: the locked ones, or the others."""
    left, size = view.state.left, technique.size
    units, lines = view.shape.units, view.shape.lines
    few_left = view.cached(_few_left)[size]
    seen: set[tuple[int, ...]] = set()
    order = [*range(lines, len(units))]
    if technique.family == "subsets":
        order += range(lines)
    for unit in order:
        here = few_left & units[unit]
        if here.bit_count() < size:
            continue
        cells = cells_of(here)
        for chosen, digits in locked_sets([left[cell] for cell in cells], size):
            subset = tuple(cells[index] for index in chosen)
            # A subset of a triad turns up in its box and in its row or column.
            if subset not in seen:
                seen.add(subset)
                yield from _naked(view, technique, subset, digits)


def _few_left(view: View) -> Sequence[int]:
    """Return the cells with at most so many candidates, for each number up to 4."""
    few = [0] * (_MAX_SIZE + 1)
    for cell, mask in enumerate(view.state.left):
        for count in range(mask.bit_count() or _MAX_SIZE + 1, _MAX_SIZE + 1):
            few[count] |= 1 << cell
    return few


def _naked(
    view: View, technique: Technique, cells: tuple[int, ...], digits: int
) -> Iterator[Step]:
    """Yield the step of a subset, if it removes something and is of this kind."""
    state, shape = view.state, view.shape
    mine = mask_of(cells)
    others = 0
    for digit in digits_of(digits):
        others |= state.where[digit]
    others &= ~mine
    common = tuple(shape.common_units(mine))
    hit = 0
    order: list[int] = []  # the cells of the line first, as a person removes them
    for unit in common:
        order += bits(others & shape.units[unit] & ~hit)
        hit |= others & shape.units[unit]
    if not hit:
        return
    box = shape.units[common[-1]] if common[-1] >= shape.lines else 0
    in_both = bool(hit & box and hit & ~box)
    # A quad is never called locked.
    if (technique.family == "locked") == (in_both and len(cells) < _MAX_SIZE):
        yield Step(
            view.geometry,
            technique,
            removes=tuple(
                (cell, digit)
                for cell in order
                for digit in digits_of(state.left[cell] & digits)
            ),
            cells=cells,
            digits=digits_of(digits),
            units=tuple(unit for unit in common if hit & shape.units[unit]),
        )


def hidden(view: View, technique: Technique) -> Iterator[Step]:
    """Find the hidden subsets of a size."""
    state, shape = view.state, view.shape
    size, lines = technique.size, shape.lines
    rare = view.cached(_rare)
    for unit in (*range(lines, len(shape.units)), *range(lines)):
        if len(rare[unit]) < size:
            continue
        few = [digit for digit, count in rare[unit] if count <= size]
        cells = shape.units[unit]
        masks = [state.where[digit] & cells for digit in few]
        for chosen, hold in locked_sets(masks, size):
            digits = tuple(few[index] for index in chosen)
            others = ~sum(1 << (digit - 1) for digit in digits)
            removes = tuple(
                (cell, digit)
                for cell in bits(hold)
                for digit in digits_of(state.left[cell] & others)
            )
            if removes:
                yield Step(
                    view.geometry,
                    technique,
                    removes=removes,
                    cells=cells_of(hold),
                    digits=digits,
                    units=(unit,),
                )


def _rare(view: View) -> Sequence[Sequence[tuple[int, int]]]:
    """Return for each unit the digits with at most 4 cells, and how many these are."""
    rare: list[list[tuple[int, int]]] = [[] for _ in view.shape.units]
    for digit in view.geometry.digit_range:
        for unit, count in enumerate(view.state.counts[digit]):
            if 0 < count <= _MAX_SIZE:
                rare[unit].append((digit, count))
    return rare


def reason(step: Step) -> str:
    """Say where the digits are locked in, or which cells and digits are closed."""
    if step.technique.is_single:
        return _single_reason(step)
    board = step.geometry
    cells = cells_text(board, step.cells)
    first, *others = map(board.unit_name, step.units)
    if step.technique in {Technique.POINTING, Technique.CLAIMING}:
        (digit,) = step.digits
        if not others:
            return f"in {first} every {digit} is in {cells}, and all these see it"
        return f"in {first} every {digit} is in {cells}, which lies in {others[0]}"
    digits = listed(step.digits)
    if step.technique.search == "subsets.hidden":
        return f"{cells} are the only cells of {digits} in {first}"
    units = listed((first, *others))
    return f"{digits} are the only candidates of {cells} in {units}"


def full_house(view: View) -> Iterator[Step]:
    """Find cells that are the last empty one of a unit."""
    state, shape = view.state, view.shape
    for cell, digit in _unfilled(state.naked, state):
        for unit in shape.units_of[cell]:
            if state.empty & shape.units[unit] == 1 << cell:
                yield _single(view, Technique.FULL_HOUSE, cell, digit, unit)
                break


def naked_single(view: View) -> Iterator[Step]:
    """Find cells with one candidate."""
    for cell, digit in _unfilled(view.state.naked, view.state):
        yield _single(view, Technique.NAKED_SINGLE, cell, digit)


def hidden_single(view: View) -> Iterator[Step]:
    """Find digits with one cell in a unit: that of the box, if it is several."""
    state = view.state
    for cell, digit in _unfilled(state.hidden, state):
        for unit in reversed(view.shape.units_of[cell]):
            if state.counts[digit][unit] == 1:
                yield _single(view, Technique.HIDDEN_SINGLE, cell, digit, unit)
                break


def _single(
    view: View, technique: Technique, cell: int, digit: int, *units: int
) -> Step:
    return Step(
        view.geometry,
        technique,
        places=((cell, digit),),
        cells=(cell,),
        digits=(digit,),
        units=units,
    )


def _unfilled(queue: deque[tuple[int, int]], state: State) -> Iterator[tuple[int, int]]:
    """Yield the entries that still hold, each once; drop old ones in front."""
    values, where = state.values, state.where
    while queue and values[queue[0][0]]:
        queue.popleft()
    seen: set[tuple[int, int]] = set()
    for entry in queue:
        cell, digit = entry
        # A broken state has entries whose candidate is removed.
        if where[digit] >> cell & 1 and entry not in seen:
            seen.add(entry)
            yield entry


def _single_reason(step: Step) -> str:
    board = step.geometry
    (cell, digit), *_ = step.places
    if step.technique is Technique.NAKED_SINGLE:
        return f"the only candidate of {board.cell_name(cell)}"
    unit = board.unit_name(step.units[0])
    if step.technique is Technique.FULL_HOUSE:
        return f"the last empty cell of {unit}"
    return f"the only {digit} in {unit}"
