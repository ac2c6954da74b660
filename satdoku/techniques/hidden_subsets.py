"""Hidden subsets: k digits that have k cells of a unit between them.

Each of the k cells holds one of the k digits, whatever way round, so none of them holds
anything else.  k is 2 (pair), 3 (triple) or 4 (quad).

Boxes are looked at first, then rows, then columns; the digits of each in rising order:
the order of HoDoKu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.closed_sets import closed_sets
from satdoku.techniques.notation import cells_text, listed
from satdoku.techniques.shape import bits, cells_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.view import View

__all__ = ["hidden_pair", "hidden_quad", "hidden_triple", "reason"]


def hidden_pair(view: View) -> Iterator[Step]:
    """Find two digits with two cells in a unit."""
    return _hidden(view, Technique.HIDDEN_PAIR, 2)


def hidden_triple(view: View) -> Iterator[Step]:
    """Find three digits with three cells in a unit."""
    return _hidden(view, Technique.HIDDEN_TRIPLE, 3)


def hidden_quad(view: View) -> Iterator[Step]:
    """Find four digits with four cells in a unit."""
    return _hidden(view, Technique.HIDDEN_QUAD, 4)


def _hidden(view: View, technique: Technique, size: int) -> Iterator[Step]:
    """Find the hidden subsets of a size."""
    state, shape, n = view.state, view.shape, view.shape.size
    where, left = state.where, state.left
    rare = view.kept(_rare)
    found: set[tuple[tuple[int, int], ...]] = set()
    for unit in (*range(2 * n, 3 * n), *range(2 * n)):
        if len(rare[unit]) < size:
            continue
        few = [digit for digit, count in rare[unit] if count <= size]
        if len(few) < size:
            continue
        cells = shape.units[unit]
        for chosen, hold in closed_sets([where[digit] & cells for digit in few], size):
            digits = tuple(few[index] for index in chosen)
            others = ~sum(1 << (digit - 1) for digit in digits)
            removes = tuple(
                (cell, digit + 1)
                for cell in bits(hold)
                for digit in bits(left[cell] & others)
            )
            # A subset of a triad may be hidden in its box and in its row or column.
            if removes and removes not in found:
                found.add(removes)
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
    for digit in view.geometry.digits:
        for unit, count in enumerate(view.state.counts[digit]):
            if 0 < count <= _QUAD:
                rare[unit].append((digit, count))
    return rare


_QUAD = 4
"""The most cells of a hidden subset."""


def reason(step: Step) -> str:
    """Say which cells the digits have."""
    board = step.geometry
    cells = cells_text(board, step.cells)
    unit = board.unit_name(step.units[0])
    return f"{cells} are the only cells of {listed(step.digits)} in {unit}"
