"""XY-wings and XYZ-wings: a pivot and two pincers.

XY-wing: the pivot holds x or y, one pincer that sees it x or z, the other y or z.  If
the pivot holds x, the first pincer holds z, otherwise the second: no cell that sees
both pincers holds z.

XYZ-wing: the pivot may hold z as well.  Then one of the three cells does, and no cell
that sees all three.

Source: the forums of 2005; the order is HoDoKu's.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.techniques.distinct import distinct
from satdoku.techniques.links import bivalue_cells
from satdoku.techniques.notation import cells_text
from satdoku.techniques.shape import bits
from satdoku.techniques.step import CellSet, Node, Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.techniques.view import View

__all__ = ["reason", "xy_wing", "xyz_wing"]


_Wing = tuple[tuple[int, ...], int, tuple[int, int], int, int]
"""What wings are sorted by; pivot, pincers, digit; where the digit is removed."""


@distinct
def xy_wing(view: View) -> Iterator[Step]:
    """Find XY-wings: by their three cells, rising."""
    peers, where = view.shape.peers, view.state.where
    bivalues = view.kept(bivalue_cells)
    wings: list[_Wing] = []
    for pivot, mask in bivalues.items():
        near = [
            (cell, other)
            for cell, other in bivalues.items()
            if peers[pivot] >> cell & 1 and (mask & other).bit_count() == 1
        ]
        for (left, one), (right, two) in combinations(near, 2):
            # Each shares a digit with the pivot; what is left must be the same, and
            # the digits shared must not.
            if one & ~mask == two & ~mask and one != two:
                digit = (one & two).bit_length()
                hit = where[digit] & peers[left] & peers[right]
                if hit:
                    cells = tuple(sorted((pivot, left, right)))
                    wings.append((cells, pivot, (left, right), digit, hit))
    return _steps(view, Technique.XY_WING, sorted(wings))


@distinct
def xyz_wing(view: View) -> Iterator[Step]:
    """Find XYZ-wings: by pivot, then by pincers, rising."""
    return _steps(view, Technique.XYZ_WING, _xyz(view))


def _xyz(view: View) -> Iterator[_Wing]:
    peers, where = view.shape.peers, view.state.where
    bivalues = view.kept(bivalue_cells)
    for pivot, mask in enumerate(view.state.left):
        if mask.bit_count() != 3:
            continue
        near = [
            (cell, other)
            for cell, other in bivalues.items()
            if not other & ~mask and peers[pivot] >> cell & 1
        ]
        for (left, one), (right, two) in combinations(near, 2):
            if one != two:
                digit = (one & two).bit_length()
                hit = where[digit] & peers[left] & peers[right] & peers[pivot]
                if hit:
                    yield (pivot,), pivot, (left, right), digit, hit


def _steps(view: View, technique: Technique, wings: Iterable[_Wing]) -> Iterator[Step]:
    left = view.state.left
    for _, pivot, pincers, digit, hit in wings:
        sets = tuple(
            CellSet((cell,), tuple(bit + 1 for bit in bits(left[cell])), role)
            for cell, role in (
                (pivot, "pivot"),
                *((each, "pincer") for each in pincers),
            )
        )
        yield Step(
            view.geometry,
            technique,
            removes=tuple((cell, digit) for cell in bits(hit)),
            cells=(pivot, *pincers),
            digits=tuple(sorted({each for cellset in sets for each in cellset.digits})),
            sets=sets,
            chains=(_chain(sets, digit),) if technique is Technique.XY_WING else (),
        )


def _chain(sets: tuple[CellSet, ...], digit: int) -> tuple[Node, ...]:
    """Return the chain from pincer to pincer by way of the pivot."""
    pivot, left, right = sets
    ((first,), (second,)) = (
        [each for each in pincer.digits if each != digit] for pincer in (left, right)
    )
    return (
        Node(digit, left.cells, on=False),
        Node(first, left.cells, on=True),
        Node(first, pivot.cells, on=False),
        Node(second, pivot.cells, on=True),
        Node(second, right.cells, on=False),
        Node(digit, right.cells, on=True),
    )


def reason(step: Step) -> str:
    """Say why a wing holds: the pivot's candidates one by one."""
    board = step.geometry
    digit = step.removes[0][1]
    pivot, *pincers = step.sets
    name = board.cell_name(pivot.cells[0])
    cases = sorted(
        (each, board.cell_name(pincer.cells[0]))
        for pincer in pincers
        for each in pincer.digits
        if each != digit
    )
    *others, last = map(str, pivot.digits)
    told = ", ".join(f"with {each}, {pincer} is {digit}" for each, pincer in cases)
    end = f"; so one of {cells_text(board, step.cells)} is {digit}"
    is_xyz = step.technique is Technique.XYZ_WING
    return f"{name} is {', '.join(others)} or {last}: {told}{end if is_xyz else ''}"
