"""XY-wings, XYZ-wings, W-wings, and Sue de Coq.

XY-wing: the pivot holds x or y, one pincer that sees it x or z, the other y or z.  If
the pivot holds x, the first pincer holds z, otherwise the second: no cell that sees
both pincers holds z.

XYZ-wing: the pivot may hold z as well.  Then one of the three cells does, and no cell
that sees all three.

W-wing: two cells hold x or z.  A unit has two cells left for x, one of which sees the
first of the two, the other the second.  One of these holds x, so one of the two cells
does not: it holds z.  No cell that sees both holds z.

Sue de Coq: two or three cells where a line meets a box have more candidates than there
are cells, by two or more.  Some other cells of the line share a few of these digits,
some other cells of the box share others; besides, each of the two groups may have extra
digits of its own.  If there are as many digits as cells in all, none can be missing:
the digits of the intersection that are not in the line's group are gone from the rest
of the box, with the extra digits of the box's group; and the other way round.  An extra
digit of both groups is placed twice, and gone from the rest of both.

The order: XY-wings by their three cells, XYZ-wings by pivot, then pincers, W-wings by
their cells, the lower digit first; Sue de Coq by rows, then columns, with each the
boxes, groups by their first cell, each before those that add later cells.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.puzzle.geometry import digits_of
from satdoku.techniques.als import most_cells
from satdoku.techniques.chains import bivalue_cells, conjugates
from satdoku.techniques.state import bits, cells_of, with_digit
from satdoku.techniques.step import (
    CellSet,
    Node,
    Step,
    cells_text,
    chain_of,
    digits_text,
)
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import View


def xy_wing(view: View) -> Iterator[Step]:
    """Find XY-wings."""
    for wing in sorted(_wings(view, 2), key=lambda wing: sorted(wing[0])):
        yield _wing(view, Technique.XY_WING, *wing)


def xyz_wing(view: View) -> Iterator[Step]:
    """Find XYZ-wings."""
    for wing in _wings(view, 3):
        yield _wing(view, Technique.XYZ_WING, *wing)


def _wings(view: View, size: int) -> Iterator[tuple[tuple[int, int, int], int, int]]:
    """Yield wings whose pivot has so many candidates: cells, digit, what goes."""
    peers, where = view.shape.peers, view.state.where
    bivalues = view.cached(bivalue_cells)
    for pivot, mask in enumerate(view.state.left):
        if mask.bit_count() != size:
            continue
        near = [
            (cell, other)
            for cell, other in bivalues.items()
            if peers[pivot] >> cell & 1 and (mask & other).bit_count() == size - 1
        ]
        for (left, one), (right, two) in combinations(near, 2):
            # What they do not share with the pivot must be the same, and what they
            # share must not.
            if one & ~mask == two & ~mask and one != two:
                digit = (one & two).bit_length()
                hit = where[digit] & peers[left] & peers[right]
                hit &= peers[pivot] if size == 3 else -1
                if hit:
                    yield (pivot, left, right), digit, hit


def _wing(
    view: View,
    technique: Technique,
    cells: tuple[int, int, int],
    digit: int,
    hit: int,
) -> Step:
    """Return the step of a wing: its cells are the pivot and the two pincers."""
    left = view.state.left
    sets = tuple(
        CellSet((cell,), digits_of(left[cell]), "pincer" if index else "pivot")
        for index, cell in enumerate(cells)
    )
    return Step(
        view.geometry,
        technique,
        removes=with_digit(hit, digit),
        cells=cells,
        digits=tuple(sorted({value for cellset in sets for value in cellset.digits})),
        sets=sets,
        chains=(_chain(sets, digit),) if technique is Technique.XY_WING else (),
    )


def _chain(sets: tuple[CellSet, ...], digit: int) -> tuple[Node, ...]:
    """Return the chain from pincer to pincer by way of the pivot."""
    pivot, left, right = sets
    ((first,), (second,)) = (
        [value for value in pincer.digits if value != digit] for pincer in (left, right)
    )
    return chain_of(
        (digit, left.cells),
        (first, left.cells),
        (first, pivot.cells),
        (second, pivot.cells),
        (second, right.cells),
        (digit, right.cells),
    )


def w_wing(view: View) -> Iterator[Step]:
    """Find W-wings."""
    peers, where = view.shape.peers, view.state.where
    bivalues = list(view.cached(bivalue_cells).items())
    for index, (first, mask) in enumerate(bivalues):
        view.check_deadline()
        for second, other in bivalues[index + 1 :]:
            if other != mask:
                continue
            low, high = digits_of(mask)
            for removed, linked in ((low, high), (high, low)):
                hit = where[removed] & peers[first] & peers[second]
                link = _link(view, linked, first, second) if hit else None
                if link is None:
                    continue
                unit, near, far = link
                chain = chain_of(
                    (removed, (first,)),
                    (linked, (first,)),
                    (linked, cells_of(near)),
                    (linked, cells_of(far)),
                    (linked, (second,)),
                    (removed, (second,)),
                )
                yield Step(
                    view.geometry,
                    Technique.W_WING,
                    removes=with_digit(hit, removed),
                    cells=(first, second),
                    digits=(low, high),
                    units=(unit,),
                    chains=(chain,),
                )


def _link(
    view: View, digit: int, first: int, second: int
) -> tuple[int, int, int] | None:
    """Return a unit with two cells for a digit: one sees the first, one the second."""
    ours = 1 << first | 1 << second
    near, far = view.shape.peers[first], view.shape.peers[second]
    for unit, pair in view.cached(conjugates)[digit]:
        if not pair & ours and not pair & near & far and pair & near and pair & far:
            return unit, pair & near, pair & far
    return None


_Group = tuple[int, int]
"""Cells with their candidates, both as masks."""


class _Pattern(NamedTuple):
    """The cells of an intersection, and the cells that complete them in each unit."""

    line: int
    box: int
    core: _Group
    in_line: _Group
    in_box: _Group


def sue_de_coq(view: View) -> Iterator[Step]:
    """Find intersections that cells of the line and of the box complete."""
    steps = (
        _sue_de_coq(view, pattern, removes)
        for pattern in _patterns(view)
        if (removes := _removes(view, pattern))
    )
    if view.exhaustive:
        return iter(sorted(steps, key=lambda step: -len(step.removes)))
    return steps


def _patterns(view: View) -> Iterator[_Pattern]:
    """Yield complete intersections, also those from which nothing follows."""
    units, left = view.shape.units, view.state.left
    most = most_cells(view.shape.size)
    for line, box, core, spare in _cores(view):
        view.check_deadline()
        cells, digits = core
        rest = view.state.empty & ~cells
        in_lines = _partners(units[line] & rest, left, most, digits, spare)
        if not in_lines:
            continue
        by_filled: dict[int, list[_Group]] = {}
        for in_box, filled in _partners(units[box] & rest, left, most, digits, spare):
            by_filled.setdefault(filled, []).append(in_box)
        for in_line, filled in in_lines:
            view.check_deadline()
            taken = in_line[1] & digits
            for in_box in by_filled.get(spare - filled, ()):
                if not in_box[1] & taken and not in_box[0] & in_line[0]:
                    yield _Pattern(line, box, core, in_line, in_box)


def _cores(view: View) -> Iterator[tuple[int, int, _Group, int]]:
    """Yield line, box, cells of both, and how many spare digits these have."""
    units, lines, empty = view.shape.units, view.shape.lines, view.state.empty
    for line in range(lines):
        for box in range(lines, len(units)):
            common = units[line] & units[box] & empty
            for core in _groups(common, view.state.left, 3):
                count = core[0].bit_count()
                spare = core[1].bit_count() - count
                if spare >= 2 and count >= 2:
                    yield line, box, core, spare


def _partners(
    cells: int, left: list[int], most: int, core: int, spare: int
) -> list[tuple[_Group, int]]:
    """List groups of cells that fill some, not all, of the spare digits of a core.

    Args:
        cells: Where.
        left: The candidates of each cell.
        most: How many cells a group may have.
        core: The digits of the core.
        spare: How many more they are than its cells.

    Returns:
        Each group with how many it fills: its cells less its extra digits.
    """
    partners: list[tuple[_Group, int]] = []
    for group in _groups(cells, left, most, ~core):
        filled = group[0].bit_count() - (group[1] & ~core).bit_count()
        if 0 < filled < spare and group[1] & core:
            partners.append((group, filled))
    return partners


def _groups(cells: int, left: list[int], most: int, costly: int = 0) -> list[_Group]:
    """List the groups of some cells: by first cell, each before those that add to it.

    They are grown from the last cell, as almost locked sets are.

    Args:
        cells: The cells.
        left: The candidates of each.
        most: How many cells a group may have.
        costly: Digits of which a group must have less than cells.
    """
    groups: list[_Group] = []
    for index, cell in reversed(list(enumerate(bits(cells)))):
        bit, mask = 1 << cell, left[cell]
        grown = [(bit | others, mask | digits) for others, digits in groups]
        groups = [
            (others, digits)
            for others, digits in [(bit, mask), *grown, *groups]
            if (count := others.bit_count()) <= most
            and (digits & costly).bit_count() < min(count + index, most)
        ]
    return groups


def _removes(view: View, pattern: _Pattern) -> tuple[tuple[int, int], ...]:
    """Return what a pattern removes, by cell and digit."""
    line, box, core, in_line, in_box = pattern
    units, left = view.shape.units, view.state.left
    twice = in_line[1] & in_box[1] & ~core[1]
    removes: set[tuple[int, int]] = set()
    for unit, group, other in (line, in_line, in_box), (box, in_box, in_line):
        gone = (core[1] | group[1]) & ~other[1] | twice
        for cell in bits(units[unit] & view.state.empty & ~core[0] & ~group[0]):
            removes.update((cell, digit) for digit in digits_of(gone & left[cell]))
    return tuple(sorted(removes))


def _sue_de_coq(
    view: View, pattern: _Pattern, removes: tuple[tuple[int, int], ...]
) -> Step:
    """Return the step of a pattern: its cells are those of the intersection."""
    named = (
        (pattern.core, "intersection"),
        (pattern.in_line, view.geometry.unit_name(pattern.line)),
        (pattern.in_box, view.geometry.unit_name(pattern.box)),
    )
    return Step(
        view.geometry,
        Technique.SUE_DE_COQ,
        removes=removes,
        cells=cells_of(pattern.core[0]),
        digits=tuple(sorted({digit for _, digit in removes})),
        units=(pattern.line, pattern.box),
        sets=tuple(
            CellSet(cells_of(cells), digits_of(digits), role)
            for (cells, digits), role in named
        ),
    )


def reason(step: Step) -> str:
    """Say why a wing or Sue de Coq holds."""
    if step.technique is Technique.W_WING:
        return _w_wing_reason(step)
    if step.technique is Technique.SUE_DE_COQ:
        return _sue_de_coq_reason(step)
    board = step.geometry
    digit = step.removes[0][1]
    pivot, *pincers = step.sets
    name = board.cell_name(pivot.cells[0])
    cases = sorted(
        (value, board.cell_name(pincer.cells[0]))
        for pincer in pincers
        for value in pincer.digits
        if value != digit
    )
    *others, last = map(str, pivot.digits)
    follows = ", ".join(f"with {value}, {pincer} is {digit}" for value, pincer in cases)
    end = f"; so one of {cells_text(board, step.cells)} is {digit}"
    is_xyz = step.technique is Technique.XYZ_WING
    return f"{name} is {', '.join(others)} or {last}: {follows}{end if is_xyz else ''}"


def _w_wing_reason(step: Step) -> str:
    board = step.geometry
    first, second = map(board.cell_name, step.cells)
    low, high = step.digits
    (chain,) = step.chains
    removed, linked = chain[0].digit, chain[1].digit
    link = cells_text(board, (*chain[2].cells, *chain[3].cells))
    unit = board.unit_name(step.units[0])
    return (
        f"{first} or {second} is {removed}: both are {low} or {high}, and one of "
        f"{link}, the only cells for {linked} in {unit}, takes the {linked} "
        f"from one of them"
    )


def _sue_de_coq_reason(step: Step) -> str:
    core, in_line, in_box = (
        f"{cells_text(step.geometry, cells)} ({digits_text(digits)})"
        for cells, digits, _ in step.sets
    )
    line, box = map(step.geometry.unit_name, step.units)
    digits, line_digits, box_digits = (set(cell_set.digits) for cell_set in step.sets)
    twice = sorted(line_digits & box_digits - digits)
    both = f" ({digits_text(twice)} once in each unit)" if twice else ""
    return (
        f"{core} with {in_line} in {line} and {in_box} in {box} have as many digits as "
        f"cells{both}, so each of the digits is placed there"
    )
