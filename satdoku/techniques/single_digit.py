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

Coloring: cells that hold a digit all together, or not at all.

Cells that are conjugate hold the digit in turn: if one does, the other does not.  So
the cells of a cluster of strong links fall into two colours; all cells of one of the
two hold the digit, and none of the other.

Simple colours: the two colours of one cluster.  Trap: a cell outside sees both colours.
One of them is true, so the cell does not hold the digit.  Wrap: two cells of a colour
see each other.  So that colour is false.

Multi-colours: the colours of two clusters.  Type 1: a colour A of one cluster sees a
colour B of the other, so not both are true: the other colour of A's cluster or that of
B's is.  A cell that sees both of these does not hold the digit.  Type 2: a colour sees
both colours of the other cluster.  One of those is true, so it is false.

The order: by digit and cluster, wraps before traps, type 2 before type 1.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques import chains
from satdoku.techniques.chains import partners
from satdoku.techniques.state import (
    Shape,
    bits,
    cells_of,
    mask_of,
    union_of,
    with_digit,
)
from satdoku.techniques.step import CellSet, Step, cells_text, chain_of, units_text
from satdoku.techniques.technique import Technique
from satdoku.techniques.templates import suspects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.techniques.state import View


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
    every = view.exhaustive
    for side in (0, 1):
        for digit in view.geometry.digit_range:
            view.check_deadline()
            where = view.state.where[digit]
            for pattern in _skyscrapers(view.shape, where, side, crossed=every):
                yield _step(view, Technique.SKYSCRAPER, (digit, pattern))


def kite(view: View, technique: Technique) -> Iterator[Step]:
    """Find a row and a column with two cells for a digit, with ends in one box."""
    every = view.exhaustive
    kites = [
        (digit, pattern)
        for digit in view.deadline.limit(view.geometry.digit_range)
        for pattern in _kites(view.shape, view.state.where[digit], every=every)
    ]
    if technique is Technique.TWO_STRING_KITE:
        for first in kites:
            yield _step(view, technique, first)
        return
    for first, second in combinations(kites, 2):
        if set(first[1].cells[1:3]) == set(second[1].cells[1:3]):
            step = _step(view, technique, first, second)
            if len(step.removes) == 2:
                yield step


def turbot_fish(view: View) -> Iterator[Step]:
    """Find X-chains of four cells."""
    return chains.chains_of(view, Technique.TURBOT_FISH, 2)


def empty_rectangle(view: View, technique: Technique) -> Iterator[Step]:
    """Find a box that holds a digit in a row and a column, and a pair it meets."""
    fewest = 2 if view.exhaustive else 3
    for digit in view.geometry.digit_range:
        view.check_deadline()
        rectangles = _rectangles(view.shape, view.state.where[digit], fewest)
        if technique is Technique.EMPTY_RECTANGLE:
            for first in rectangles:
                yield _step(view, technique, (digit, first))
            continue
        for first, second in combinations(rectangles, 2):
            if first.units[0] == second.units[0] and first.removes != second.removes:
                yield _step(view, technique, (digit, first), (digit, second))


def _step(view: View, technique: Technique, *patterns: tuple[int, _Pattern]) -> Step:
    """Return patterns, each with its digit, as a step: a chain and units of each."""
    removes = {
        pair
        for digit, pattern in patterns
        for pair in with_digit(pattern.removes, digit)
    }
    cells = 0
    for _, pattern in patterns:
        for end in pattern.cells:
            cells |= end
    return Step(
        view.geometry,
        technique,
        removes=tuple(sorted(removes)),
        cells=cells_of(cells),
        digits=tuple(sorted({digit for digit, _ in patterns})),
        units=tuple(unit for _, pattern in patterns for unit in pattern.units),
        chains=tuple(
            chain_of(*((digit, cells_of(end)) for end in pattern.cells))
            for digit, pattern in patterns
        ),
    )


def _pairs(
    shape: Shape, where: int, units: Iterable[int]
) -> list[tuple[int, tuple[int, int]]]:
    """Return the units that have two cells left for a digit, with these cells."""
    pairs: list[tuple[int, tuple[int, int]]] = []
    for unit in units:
        here = where & shape.units[unit]
        if here.bit_count() == 2:
            first, second = bits(here)
            pairs.append((unit, (first, second)))
    return pairs


@lru_cache(maxsize=4096)
def _skyscrapers(
    shape: Shape, where: int, side: int, *, crossed: bool
) -> Sequence[_Pattern]:
    """Return the skyscrapers of rows (side 0) or columns (side 1)."""
    patterns: list[_Pattern] = []
    if not suspects(shape, where):
        return patterns
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
                patterns.append(_Pattern(cells, (unit, other_unit, joining), removes))
    return patterns


@lru_cache(maxsize=4096)
def _kites(shape: Shape, where: int, *, every: bool) -> Sequence[_Pattern]:
    """Return the kites of a digit; of each two lines one, or every."""
    patterns: list[_Pattern] = []
    if not suspects(shape, where):
        return patterns
    n, units_of = shape.size, shape.units_of
    rows = _pairs(shape, where, range(n))
    columns = _pairs(shape, where, range(n, 2 * n))
    for (row, across), (column, down) in product(rows, columns):
        for (end, free), (other_end, other_free) in product(
            (across, across[::-1]), (down, down[::-1])
        ):
            shared = {*units_of[end][2:]}.intersection(units_of[other_end][2:])
            if not shared:
                continue
            box = min(shared)
            ends = free, end, other_end, other_free
            cross = where & 1 << units_of[other_free][0] * n + free % n
            if len(set(ends)) == 4 and cross:
                cells = 1 << free, 1 << end, 1 << other_end, 1 << other_free
                patterns.append(_Pattern(cells, (row, column, box), cross))
            if not every:
                break
    return patterns


@lru_cache(maxsize=4096)
def _rectangles(shape: Shape, where: int, fewest: int) -> Sequence[_Pattern]:
    """Return the empty rectangles in boxes with so many cells for the digit.

    Their units are the box, its line that meets the pair, its other line, and the unit
    of the pair.
    """
    patterns: list[_Pattern] = []
    if not suspects(shape, where):
        return patterns
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
                    patterns += _meets(shape, where, box, line, other)
    return patterns


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
    if step.technique.family == "colours":
        return _colours_reason(step)
    if step.technique is Technique.TURBOT_FISH:
        return chains.reason(step)
    board = step.geometry
    name = board.unit_name
    per_pattern = len(step.units) // len(step.chains)
    texts: list[str] = []
    for index, chain in enumerate(step.chains):
        units = step.units[per_pattern * index : per_pattern * (index + 1)]
        digit = chain[0].digit
        free, near, _, last = (cells_text(board, node.cells) for node in chain)
        if per_pattern == 4:
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


class _Colour(NamedTuple):
    """The cells of a colour, and those that see one of them, as masks."""

    cells: int
    seen: int


_Colours = tuple[_Colour, _Colour]
"""Of a cluster, the colour of its lowest cell and the other."""


def _colours(view: View) -> Sequence[Sequence[_Colours]]:
    """Return of each digit the colours of its clusters, the lowest cell first."""
    return [_clusters(view, linked) for linked in view.cached(partners)]


def _clusters(view: View, linked: Mapping[int, int]) -> list[_Colours]:
    clusters: list[_Colours] = []
    done = 0
    for start in linked:
        if done >> start & 1:
            continue
        sides = [1 << start, 0]
        front, side = 1 << start, 0
        while front:
            side ^= 1
            # A cell keeps the colour it had first: a cell with both is a contradiction,
            # which is for others to find.
            front = union_of(front, linked) & ~sides[0] & ~sides[1]
            sides[side] |= front
        done |= sides[0] | sides[1]
        first, second = (_Colour(s, union_of(s, view.shape.peers)) for s in sides)
        clusters.append((first, second))
    return clusters


def simple_colours(view: View) -> Iterator[Step]:
    """Find wraps and traps."""
    for digit, clusters in enumerate(view.cached(_colours)):
        here = view.state.where[digit]
        for cluster in clusters:
            first, second = cluster
            wrong = 0
            for colour in cluster:
                if colour.cells & colour.seen:
                    wrong |= colour.cells
            seen = here & first.seen & second.seen & ~(first.cells | second.cells)
            for technique, removed in (
                (Technique.SIMPLE_COLOURS_WRAP, wrong),
                (Technique.SIMPLE_COLOURS_TRAP, seen),
            ):
                if removed:
                    yield _coloring(view, technique, digit, cluster, removed)


def multi_colours(view: View) -> Iterator[Step]:
    """Find both types."""
    for digit, clusters in enumerate(view.cached(_colours)):
        here = view.state.where[digit]
        for cluster, other in permutations(clusters, 2):
            for technique, removed in (
                (Technique.MULTI_COLOURS_2, _type_2(cluster, other)),
                (Technique.MULTI_COLOURS_1, here & _type_1(cluster, other)),
            ):
                if removed:
                    yield _coloring(view, technique, digit, cluster + other, removed)


def _type_1(cluster: _Colours, other: _Colours) -> int:
    """Return the cells that see two colours, one of which is true."""
    removed = 0
    for mine, rest in (cluster, cluster[::-1]):
        for theirs, left in (other, other[::-1]):
            if mine.seen & theirs.cells:
                removed |= rest.seen & left.seen & ~(rest.cells | left.cells)
    return removed


def _type_2(cluster: _Colours, other: _Colours) -> int:
    """Return the cells of the colours that see both colours of another cluster."""
    removed = 0
    for colour in cluster:
        if colour.seen & other[0].cells and colour.seen & other[1].cells:
            removed |= colour.cells
    return removed


_ROLES = "first colour", "second colour", "third colour", "fourth colour"


def _coloring(
    view: View,
    technique: Technique,
    digit: int,
    colours: tuple[_Colour, ...],
    removed: int,
) -> Step:
    sets = tuple(
        CellSet(cells_of(colour.cells), (digit,), role)
        for colour, role in zip(colours, _ROLES, strict=False)
    )
    return Step(
        view.geometry,
        technique,
        removes=with_digit(removed, digit),
        cells=tuple(sorted(cell for colour in sets for cell in colour.cells)),
        digits=(digit,),
        sets=sets,
    )


def _colours_reason(step: Step) -> str:
    """Say why coloring holds: which colours see each other."""
    (digit,) = step.digits
    shape = Shape.of(step.geometry)
    if len(step.sets) == 2:
        return _simple_reason(step, shape)
    first, second, third, fourth = (
        f"the {colour.role} ({cells_text(step.geometry, colour.cells)})"
        for colour in step.sets
    )
    either = f"{digit} is in all of {first} or {second}, and of {third} or {fourth}"
    cells = [mask_of(colour.cells) for colour in step.sets]
    seen = [union_of(mask, shape.peers) for mask in cells]
    if step.technique is Technique.MULTI_COLOURS_2:
        index = 0 if cells[0] & 1 << step.removes[0][0] else 1
        return (
            f"{either}: the {step.sets[index].role} sees both the third and the "
            f"fourth, one of which is true"
        )
    removed = mask_of(cell for cell, _ in step.removes)
    cases = [
        f"the {step.sets[mine].role} and the {step.sets[theirs].role} see each other, "
        f"so the {step.sets[1 - mine].role} or the {step.sets[5 - theirs].role} is true"
        for mine in (0, 1)
        for theirs in (2, 3)
        if seen[mine] & cells[theirs] and seen[1 - mine] & seen[5 - theirs] & removed
    ]
    return f"{either}: {', and '.join(cases)}"


def _simple_reason(step: Step, shape: Shape) -> str:
    board = step.geometry
    first, second = (cells_text(board, colour.cells) for colour in step.sets)
    either = f"{step.digits[0]} is in all of {first} or in all of {second}"
    if step.technique is Technique.SIMPLE_COLOURS_TRAP:
        return f"{either}, and a cell that sees one of each cannot hold it"
    index, near = next(
        (index, pair)
        for index, colour in enumerate(step.sets)
        for pair in combinations(colour.cells, 2)
        if shape.peers[pair[0]] >> pair[1] & 1
    )
    clash = " and ".join(map(board.cell_name, near))
    return (
        f"{either}, and it cannot be in all of {(first, second)[index]}, as {clash} "
        f"see each other"
    )
