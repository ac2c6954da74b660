"""Single-digit patterns: skyscraper, 2-String Kite, turbot fish, empty rectangle.

Each is two strong links of a digit, joined by a weak one: of the four places of such a
chain, the first or the last holds the digit, and no cell that sees both does.

Two cells that are all that a unit has left for a digit are a conjugate pair: if one of
them is not the digit, the other is.

Skyscraper: the pairs are of two rows, joined by a column, or the other way round.
HoDoKu looks at the rows of all digits, then at the columns; and of two pairs, only at
whether both left ends, or both right ends, are in one column.  Every other skyscraper
(the right end of one above the left end of the other) is a Turbot Fish as well.

2-String Kite: the pairs are of a row and a column, joined by a box.  A dual kite is two
kites that start from the same two cells of the box, of one digit or of two.  HoDoKu
goes through the pairs of a row and a column of a digit as they come, and takes of each
the first ends that lie in one box.

Turbot Fish: any two pairs; found as an X-chain of four cells.

Empty Rectangle: a box holds a digit in one row and one column of it only; the rest of
the box, a rectangle, is empty of it.  Another column has two cells left for the digit,
one of them in that row.  If this one is the digit, the box has it in its column; if
not, the other cell of the pair has it.  So the cell that sees the box's column and that
other cell can go.  The same with rows and columns exchanged.  Two of them from the same
box are dual.  A box with two cells left, one in the row and one in the column, makes a
Turbot Fish as well; it counts as an empty rectangle only when every step is wanted.
HoDoKu looks at the last row and column of a box first.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques import chains
from satdoku.techniques.state import bits, cells_of, with_digit
from satdoku.techniques.step import Step, cells_text, chain_of, units_text
from satdoku.techniques.technique import Technique
from satdoku.techniques.templates import suspects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.techniques.state import Shape, View

__all__ = ["empty_rectangle", "kite", "reason", "skyscraper", "turbot_fish"]


class _Pattern(NamedTuple):
    """Two strong links of a digit, joined by a weak one.

    Args:
        cells: The cells of a free end, of the end it makes true if it is not the digit;
            of the end that sees this one, and of the free end of its link.
        units: The units that make the links.
        removes: What sees both free ends.
    """

    cells: tuple[int, int, int, int]
    units: tuple[int, ...]
    removes: int


def skyscraper(view: View) -> Iterator[Step]:
    """Find two lines with two cells for a digit, two of which are in line."""
    for side in (0, 1):
        for digit in view.geometry.digits:
            where = view.state.where[digit]
            for each in _skyscrapers(view.shape, where, side, crossed=view.exhaustive):
                yield _step(view, Technique.SKYSCRAPER, (digit, each))


def kite(view: View, technique: Technique) -> Iterator[Step]:
    """Find a row and a column with two cells for a digit, with ends in one box."""
    kites = [
        (digit, each)
        for digit in view.geometry.digits
        for each in _kites(view.shape, view.state.where[digit], every=view.exhaustive)
    ]
    if technique is Technique.TWO_STRING_KITE:
        for one in kites:
            yield _step(view, technique, one)
        return
    for one, other in combinations(kites, 2):
        if set(one[1].cells[1:3]) == set(other[1].cells[1:3]):
            step = _step(view, technique, one, other)
            if len(step.removes) == 2:
                yield step


def turbot_fish(view: View) -> Iterator[Step]:
    """Find X-chains of four cells."""
    return chains.chains_of(view, Technique.TURBOT_FISH, 2)


def empty_rectangle(view: View, technique: Technique) -> Iterator[Step]:
    """Find a box that holds a digit in a row and a column, and a pair it meets."""
    fewest = 2 if view.exhaustive else 3
    for digit in view.geometry.digits:
        found = _rectangles(view.shape, view.state.where[digit], fewest)
        if technique is Technique.EMPTY_RECTANGLE:
            for one in found:
                yield _step(view, technique, (digit, one))
            continue
        for one, other in combinations(found, 2):
            if one.units[0] == other.units[0] and one.removes != other.removes:
                yield _step(view, technique, (digit, one), (digit, other))


def _step(view: View, technique: Technique, *found: tuple[int, _Pattern]) -> Step:
    """Return patterns, each with its digit, as a step: a chain and units of each."""
    removes = {
        pair for digit, each in found for pair in with_digit(each.removes, digit)
    }
    cells = 0
    for _, each in found:
        for end in each.cells:
            cells |= end
    return Step(
        view.geometry,
        technique,
        removes=tuple(sorted(removes)),
        cells=cells_of(cells),
        digits=tuple(sorted({digit for digit, _ in found})),
        units=tuple(unit for _, each in found for unit in each.units),
        chains=tuple(
            chain_of(*((digit, cells_of(end)) for end in each.cells))
            for digit, each in found
        ),
    )


def _pairs(
    shape: Shape, where: int, units: Iterable[int]
) -> list[tuple[int, tuple[int, int]]]:
    """Return the units that have two cells left for a digit, with these cells."""
    found: list[tuple[int, tuple[int, int]]] = []
    for unit in units:
        here = where & shape.units[unit]
        if here.bit_count() == 2:
            first, second = bits(here)
            found.append((unit, (first, second)))
    return found


@lru_cache(maxsize=4096)
def _skyscrapers(
    shape: Shape, where: int, side: int, *, crossed: bool
) -> Sequence[_Pattern]:
    """Return the skyscrapers of rows (side 0) or columns (side 1)."""
    found: list[_Pattern] = []
    if not suspects(shape, where):
        return found
    n, units_of = shape.size, shape.units_of
    lines = _pairs(shape, where, range(side * n, side * n + n))
    for (unit, left), (other_unit, right) in combinations(lines, 2):
        ends = [(left, right), (left[::-1], right[::-1])]
        if crossed:
            ends += [(left[::-1], right), (left, right[::-1])]
        for (end, free), (other_end, other_free) in ends:
            joining = units_of[end][1 - side]
            if joining != units_of[other_end][1 - side]:
                continue
            removes = where & shape.peers[free] & shape.peers[other_free]
            is_x_wing = units_of[free][1 - side] == units_of[other_free][1 - side]
            if removes and not is_x_wing:
                cells = 1 << free, 1 << end, 1 << other_end, 1 << other_free
                found.append(_Pattern(cells, (unit, other_unit, joining), removes))
    return found


@lru_cache(maxsize=4096)
def _kites(shape: Shape, where: int, *, every: bool) -> Sequence[_Pattern]:
    """Return the kites of a digit; of each two lines one, or every."""
    found: list[_Pattern] = []
    if not suspects(shape, where):
        return found
    n, units_of = shape.size, shape.units_of
    rows = _pairs(shape, where, range(n))
    columns = _pairs(shape, where, range(n, 2 * n))
    for (row, across), (column, down) in product(rows, columns):
        for (end, free), (other_end, other_free) in product(
            (across, across[::-1]), (down, down[::-1])
        ):
            box = units_of[end][2]
            if box != units_of[other_end][2]:
                continue
            ends = free, end, other_end, other_free
            cross = where & 1 << units_of[other_free][0] * n + free % n
            if len(set(ends)) == 4 and cross:
                cells = 1 << free, 1 << end, 1 << other_end, 1 << other_free
                found.append(_Pattern(cells, (row, column, box), cross))
            if not every:
                break
    return found


@lru_cache(maxsize=4096)
def _rectangles(shape: Shape, where: int, fewest: int) -> Sequence[_Pattern]:
    """Return the empty rectangles in boxes with so many cells for the digit.

    Their units are the box, its line that meets the pair, its other line, and the unit
    of the pair.
    """
    found: list[_Pattern] = []
    if not suspects(shape, where):
        return found
    n, units = shape.size, shape.units
    for box in range(2 * n, 3 * n):
        here = where & units[box]
        if here.bit_count() < fewest:
            continue
        corner = shape.geometry.units[box][0]
        rows = range(corner // n, corner // n + shape.geometry.box_height)
        columns = range(n + corner % n, n + corner % n + shape.geometry.box_width)
        for row, column in product(reversed(rows), reversed(columns)):
            if (
                not here & ~(units[row] | units[column])
                and here & units[row] & ~units[column]
                and here & units[column] & ~units[row]
            ):
                for line, other in ((row, column), (column, row)):
                    found += _meets(shape, where, box, line, other)
    return found


def _meets(
    shape: Shape, where: int, box: int, line: int, other: int
) -> Iterator[_Pattern]:
    """Yield what follows from the pairs that a line of a box meets outside of it."""
    units, units_of = shape.units, shape.units_of
    side = 0 if line < shape.size else 1
    here = where & units[box]
    for near in bits(where & units[line] & ~units[box]):
        pair = units_of[near][1 - side]
        far = where & units[pair] & ~(1 << near)
        if far.bit_count() == 1:
            far_line = units_of[far.bit_length() - 1][side]
            target = where & units[far_line] & units[other] & ~units[box]
            if target:
                cells = far, 1 << near, here & units[line], here & ~units[line]
                yield _Pattern(cells, (box, line, other, pair), target)


def reason(step: Step) -> str:
    """Say why the digit is at one of the free ends."""
    if step.technique is Technique.TURBOT_FISH:
        return chains.reason(step)
    board = step.geometry
    name = board.unit_name
    each = len(step.units) // len(step.chains)
    texts: list[str] = []
    for index, chain in enumerate(step.chains):
        units = step.units[each * index : each * (index + 1)]
        digit = chain[0].digit
        free, near, _, last = (cells_text(board, node.cells) for node in chain)
        if each == 4:
            box, line, other, pair = map(name, units)
            texts.append(
                f"{digit} is in {line} or {other} of {box}, and at {near} or {free} in "
                f"{pair}: as {line} holds it once, it is at {free} or {last}"
            )
        else:
            texts.append(
                f"{digit} is at {free} or {last}: {units_text(board, units[:2])} have "
                f"it there or in {name(units[2])}, which holds it once"
            )
    return "; ".join(texts)
