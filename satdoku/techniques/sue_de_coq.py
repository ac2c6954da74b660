"""Sue de Coq: the cells where a line meets a box, and cells of each that complete them.

Two or three cells of an intersection have more candidates than there are cells, by two
or more.  Some other cells of the line share a few of these digits, some other cells of
the box share others; besides, each of the two groups may have extra digits of its own.
If there are as many digits as cells in all, none can be missing:

    the digits of the intersection that are not in the line's group are gone from the
    rest of the box, with the extra digits of the box's group; and the other way round.
    An extra digit of both groups is placed twice, and gone from the rest of both.

Also known as two-sector disjoint subsets.

Source: named after the one who posted it in 2005.  The order in which cells are tried
is that of HoDoKu 2.2.0: rows, then columns, with each the boxes; groups by their first
cell, each before those that add later cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.als import digits_of, most_cells
from satdoku.techniques.notation import cells_text, digits_text
from satdoku.techniques.shape import bits, cells_of
from satdoku.techniques.step import CellSet, Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.view import View

__all__ = ["reason", "sue_de_coq"]

_CORE_SIZES = (2, 3)
"""How many cells of the intersection are taken."""


_Group = tuple[int, int]
"""Cells with their candidates, both as masks."""


class _Pattern(NamedTuple):
    """The cells of an intersection, and what completes them in each unit."""

    line: int
    box: int
    core: _Group
    in_line: _Group
    in_box: _Group


def sue_de_coq(view: View) -> Iterator[Step]:
    """Find intersections that cells of the line and of the box complete."""
    found: dict[tuple[tuple[int, int], ...], Step] = {}
    for pattern in _patterns(view):
        removes = _removes(view, pattern)
        if not removes or removes in found:
            continue
        found[removes] = _step(view, pattern, removes)
        if not view.exhaustive:
            yield found[removes]
    if view.exhaustive:
        yield from sorted(found.values(), key=lambda step: -len(step.removes))


def _patterns(view: View) -> Iterator[_Pattern]:
    """Yield what is completed, whether anything follows from it or not."""
    units, left = view.shape.units, view.state.left
    most = most_cells(view.shape.size)
    for line, box, core, spare in _cores(view):
        view.look()
        cells, digits = core
        rest = view.state.empty & ~cells
        in_lines = _partners(units[line] & rest, left, most, digits, spare)
        if not in_lines:
            continue
        by_filled: dict[int, list[_Group]] = {}
        for in_box, filled in _partners(units[box] & rest, left, most, digits, spare):
            by_filled.setdefault(filled, []).append(in_box)
        for in_line, filled in in_lines:
            view.look()
            taken = in_line[1] & digits
            for in_box in by_filled.get(spare - filled, ()):
                if not in_box[1] & taken and not in_box[0] & in_line[0]:
                    yield _Pattern(line, box, core, in_line, in_box)


def _cores(view: View) -> Iterator[tuple[int, int, _Group, int]]:
    """Yield line, box, cells of both, and how many spare digits these have."""
    units, size, empty = view.shape.units, view.shape.size, view.state.empty
    for line in range(2 * size):
        for box in range(2 * size, 3 * size):
            common = units[line] & units[box] & empty
            for core in _groups(common, view.state.left, _CORE_SIZES[-1]):
                count = core[0].bit_count()
                spare = core[1].bit_count() - count
                if spare >= 2 and count in _CORE_SIZES:
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
    removes: list[tuple[int, int]] = []
    for unit, group, other in (line, in_line, in_box), (box, in_box, in_line):
        gone = (core[1] | group[1]) & ~other[1] | twice
        rest = units[unit] & view.state.empty & ~core[0] & ~group[0]
        for cell in bits(rest):
            if gone & left[cell]:
                removes.extend((cell, digit) for digit in digits_of(gone & left[cell]))
    return tuple(sorted(set(removes)))


def _step(view: View, pattern: _Pattern, removes: tuple[tuple[int, int], ...]) -> Step:
    """Build the step of a pattern: its cells are those of the intersection."""
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
    """Say why it holds."""
    core, in_line, in_box = (
        f"{cells_text(step.geometry, cells)} ({digits_text(digits)})"
        for cells, digits, _ in step.sets
    )
    line, box = map(step.geometry.unit_name, step.units)
    digits, line_digits, box_digits = (set(each.digits) for each in step.sets)
    twice = sorted(line_digits & box_digits - digits)
    both = f" ({digits_text(twice)} once in each unit)" if twice else ""
    return (
        f"{core} with {in_line} in {line} and {in_box} in {box} have as many digits as "
        f"cells{both}, so each of the digits is placed there"
    )
