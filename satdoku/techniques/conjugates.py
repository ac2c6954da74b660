"""Conjugate pairs: units with two cells left for a digit, and two of them joined.

If one of the two cells of a conjugate pair is not the digit, the other is.  Let an end
of one pair and an end of another see each other, by a unit that joins them: not both
are the digit, so one of the two free ends is.  What sees both free ends can go.

Which unit joins, and of which kind the pairs are, is what skyscrapers (two rows, joined
by a column) and 2-string kites (a row and a column, joined by a box) differ in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.fish import units_text
from satdoku.techniques.shape import cells_of
from satdoku.techniques.step import Node, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.techniques.shape import Shape
    from satdoku.techniques.technique import Technique
    from satdoku.techniques.view import View

__all__ = ["Joined", "Pair", "joined_step", "pairs", "reason"]


class Pair(NamedTuple):
    """The two cells that a unit has left for a digit, rising."""

    unit: int
    first: int
    second: int


class Joined(NamedTuple):
    """Two conjugate pairs of a digit with ends that see each other.

    Args:
        cells: A free end, the end it makes true if it is not the digit; the end that
            sees this one, and the free end of its pair.
        units: The units of the first and the second pair, and the one that joins them.
        removes: What sees both free ends.
    """

    cells: tuple[int, int, int, int]
    units: tuple[int, int, int]
    removes: int


def pairs(shape: Shape, where: int, units: Iterable[int]) -> list[Pair]:
    """Return the conjugate pairs of some units.

    Example:
        >>> from satdoku.techniques.shape import Shape, mask_of
        >>> from satdoku.geometry import Geometry
        >>> pairs(Shape.of(Geometry(4, 4)), mask_of([0, 3, 4, 6, 7]), range(4))
        [Pair(unit=0, first=0, second=3)]
    """
    found: list[Pair] = []
    for unit in units:
        here = where & shape.units[unit]
        second = here & (here - 1)
        if second and not second & (second - 1):
            first = here ^ second
            found.append(Pair(unit, first.bit_length() - 1, second.bit_length() - 1))
    return found


def joined_step(view: View, technique: Technique, *found: tuple[int, Joined]) -> Step:
    """Tell joined pairs as a step.

    Of each there is a chain from free end to free end, and three units: of the first
    pair, of the second, and the one that joins them.

    Args:
        view: The position.
        technique: What they are.
        *found: A digit and its joined pairs; several are dual.
    """
    removes = {
        (cell, digit) for digit, each in found for cell in cells_of(each.removes)
    }
    return Step(
        view.geometry,
        technique,
        removes=tuple(sorted(removes)),
        cells=tuple(sorted({cell for _, each in found for cell in each.cells})),
        digits=tuple(sorted({digit for digit, _ in found})),
        units=tuple(unit for _, each in found for unit in each.units),
        chains=tuple(
            tuple(
                Node(digit, (cell,), on=bool(index % 2))
                for index, cell in enumerate(each.cells)
            )
            for digit, each in found
        ),
    )


def reason(step: Step) -> str:
    """Say why joined pairs hold."""
    board = step.geometry
    told: list[str] = []
    for index, chain in enumerate(step.chains):
        first, second, joining = step.units[3 * index : 3 * index + 3]
        ends = " or ".join(board.cell_name(chain[at].cells[0]) for at in (0, -1))
        lines = units_text(board, (first, second))
        told.append(
            f"{chain[0].digit} is at {ends}: {lines} have it there or in "
            f"{board.unit_name(joining)}, which holds it once"
        )
    return "; ".join(told)
