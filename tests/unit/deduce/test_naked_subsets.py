"""Naked pairs, triples and quads, and the locked ones among them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.naked_subsets import naked_pair
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.shape import bits
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from satdoku.deduce.state import State

GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]
NAKED = {2: Technique.NAKED_PAIR, 3: Technique.NAKED_TRIPLE, 4: Technique.NAKED_QUAD}
LOCKED = {2: Technique.LOCKED_PAIR, 3: Technique.LOCKED_TRIPLE}


def expected(state: State, size: int) -> tuple[set[object], set[object]]:
    """Find (cells, removes) by trying all cells of each unit; the locked ones last."""
    board = state.shape.geometry
    naked: set[object] = set()
    locked: set[object] = set()
    for unit in board.units:
        for cells in combinations([cell for cell in unit if state.left[cell]], size):
            union = 0
            for cell in cells:
                union |= state.left[cell]
            if union.bit_count() != size:
                continue
            common = [each for each in board.units if set(cells) <= set(each)]
            removes = {
                (cell, digit + 1)
                for each in common
                for cell in each
                if cell not in cells
                for digit in bits(state.left[cell] & union)
            }
            box = {board.box_of(cell) for cell in cells}
            inside = {cell for cell, _ in removes if board.box_of(cell) in box}
            both = len(box) == 1 and 0 < len(inside) < len({c for c, _ in removes})
            if removes:
                found = (cells, tuple(sorted(removes)))
                (locked if both and size in LOCKED else naked).add(found)
    return naked, locked


@pytest.mark.parametrize("size", NAKED)
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_all_are_found(geometry: Geometry, size: int) -> None:
    """Those that trying all cells of each unit finds, each once, told apart."""
    for state, solution in positions(geometry, 20, seed=size):
        naked, locked = expected(state, size)
        for technique, wanted in ((NAKED[size], naked), (LOCKED.get(size), locked)):
            if technique is None:
                continue
            steps = list(every_step(state, {technique}))
            assert wanted == {
                (step.cells, tuple(sorted(step.removes))) for step in steps
            }
            assert len(wanted) == len(steps)
            for step in steps:
                assert all(solution[cell] != digit for cell, digit in step.removes)


def test_large_grids() -> None:
    """Pairs of 16×16 are found as those of 9×9 are."""
    for state, _ in positions(Geometry(4, 4), 5, seed=4):
        naked, locked = expected(state, 2)
        for technique, wanted in ((NAKED[2], naked), (LOCKED[2], locked)):
            steps = every_step(state, {technique})
            assert wanted == {
                (step.cells, tuple(sorted(step.removes))) for step in steps
            }


def test_boxes_come_before_rows_and_columns() -> None:
    """The step that is taken is that of a box, where there is one."""
    taken = set()
    for state, _ in positions(Geometry(3, 3), 40, seed=5):
        steps = list(naked_pair(View(state)))
        boxes = [
            step
            for step in steps
            if len({state.shape.units_of[cell][2] for cell in step.cells}) == 1
        ]
        if 0 < len(boxes) < len(steps):
            assert steps[0] in boxes
            taken.add(steps[0])
    assert taken


def test_reasons() -> None:
    """A pair is told with the units it removes from."""
    board = Geometry(2, 3)
    pair = Grid.parse("53...61465.232.4......2.........3..4", board)
    locked = Grid.parse(".651......6..51....2..5..1...6.....4", board)

    assert (
        "Naked Pair: r6c2<>6, 2 and 6 are the only candidates of r6c14 in row 6"
        in map(str, walk(pair).steps)
    )
    assert (
        "Locked Pair: r3c4<>2, r3c14<>3, r4c4<>3, "
        "2 and 3 are the only candidates of r3c56 in row 3 and box 4"
        in map(str, walk(locked).steps)
    )
