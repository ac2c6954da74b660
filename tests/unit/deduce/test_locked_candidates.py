"""Pointing and claiming: a digit locked in where a box crosses a row or column."""

from __future__ import annotations

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.locked_candidates import claiming, pointing
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from tests.unit.deduce.positions import positions

GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]


@pytest.mark.parametrize("geometry", [*GEOMETRIES, Geometry(4, 4)], ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """Those that looking at every box and every row or column finds."""
    boxes, lines = geometry.boxes, (*geometry.rows, *geometry.columns)
    total = 0
    for state, solution in positions(geometry, 15, seed=2):
        expected: dict[Technique, set[tuple[tuple[int, int], ...]]] = {
            Technique.POINTING: set(),
            Technique.CLAIMING: set(),
        }
        for digit in geometry.digits:
            for box in boxes:
                for line in lines:
                    for technique, one, two in (
                        (Technique.POINTING, box, line),
                        (Technique.CLAIMING, line, box),
                    ):
                        mine = {c for c in one if state.where[digit] >> c & 1}
                        rest = {c for c in two if state.where[digit] >> c & 1} - mine
                        if len(mine) > 1 and mine <= set(two) and rest:
                            expected[technique].add(
                                tuple((cell, digit) for cell in sorted(rest))
                            )
        for technique, removes in expected.items():
            steps = list(every_step(state, {technique}))
            assert removes == {step.removes for step in steps}
            # Two boxes may point along one row, and remove the same of a third.
            assert len(steps) == len({(step.units, step.digits) for step in steps})
            for step in steps:
                assert all(solution[cell] != digit for cell, digit in step.removes)
            total += len(steps)
    assert total


def test_boxes_of_one_row() -> None:
    """Where box and row are the same cells nothing is locked in."""
    for state, _ in positions(Geometry(1, 5), 5, seed=3):
        assert [] == list(pointing(View(state)))
        assert [] == list(claiming(View(state)))


def test_reasons() -> None:
    """The sentence of each, where a path of 6×6 comes to it."""
    board = Geometry(2, 3)
    point = Grid.parse("....64...........2...351.16........6", board)
    claim = Grid.parse(".......2.35...62....35.6....3...5..2", board)

    assert (
        "Pointing: r2c123<>3, in box 2 every 3 is in r2c56, which lies in row 2"
        in map(str, walk(point).steps)
    )
    assert (
        "Claiming: r1c12<>1, in column 3 every 1 is in r12c3, which lies in box 1"
        in map(str, walk(claim).steps)
    )
