"""Coloring: cells that hold a digit all together, or not at all.

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

from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.links import partners, seen_by_any
from satdoku.techniques.state import Shape, cells_of, mask_of, with_digit
from satdoku.techniques.step import CellSet, Step, cells_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from satdoku.techniques.state import View

__all__ = ["multi", "reason", "simple"]


class _Colour(NamedTuple):
    """The cells of a colour, and those that see one of them, as masks."""

    cells: int
    seen: int


_Colours = tuple[_Colour, _Colour]
"""Of a cluster, the colour of its lowest cell and the other."""


def _colours(view: View) -> Sequence[Sequence[_Colours]]:
    """Return of each digit the colours of its clusters, the lowest cell first."""
    return [_clusters(view, linked) for linked in view.kept(partners)]


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
            found = 0
            while front:
                low = front & -front
                front ^= low
                found |= linked[low.bit_length() - 1]
            # A cell keeps the colour it had first: a cell with both is a contradiction,
            # which is for others to find.
            front = found & ~sides[0] & ~sides[1]
            sides[side] |= front
        done |= sides[0] | sides[1]
        first, second = (_Colour(s, seen_by_any(view.shape, s)) for s in sides)
        clusters.append((first, second))
    return clusters


def simple(view: View) -> Iterator[Step]:
    """Find wraps and traps."""
    for digit, clusters in enumerate(view.kept(_colours)):
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
                    yield _step(view, technique, digit, cluster, removed)


def multi(view: View) -> Iterator[Step]:
    """Find both types."""
    for digit, clusters in enumerate(view.kept(_colours)):
        here = view.state.where[digit]
        for cluster, other in permutations(clusters, 2):
            for technique, removed in (
                (Technique.MULTI_COLOURS_2, _type_2(cluster, other)),
                (Technique.MULTI_COLOURS_1, here & _type_1(cluster, other)),
            ):
                if removed:
                    yield _step(view, technique, digit, cluster + other, removed)


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


def _step(
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


def reason(step: Step) -> str:
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
    seen = [seen_by_any(shape, mask) for mask in cells]
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
