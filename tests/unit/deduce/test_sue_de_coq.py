"""Sue de Coq."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry
from satdoku.deduce.shape import bits
from satdoku.deduce.sue_de_coq import sue_de_coq
from satdoku.deduce.view import View
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from satdoku.deduce.state import State

Candidates = set[tuple[int, int]]

GEOMETRIES = [Geometry(2, 3), Geometry(3, 2), Geometry(2, 4)]


def digits_in(state: State, cells: Collection[int]) -> set[int]:
    """Return all candidates of some cells."""
    return {bit + 1 for cell in cells for bit in bits(state.left[cell])}


def subsets(cells: Collection[int], counts: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield groups of cells, each before those that add later cells to it."""
    found = (group for count in counts for group in combinations(sorted(cells), count))
    yield from sorted(found)


def completed(state: State, line: set[int], box: set[int]) -> Iterator[Candidates]:
    """Yield what each pattern of a line and a box removes."""
    for core in subsets(line & box, (2, 3)):
        inner = digits_in(state, core)
        spare = len(inner) - len(core)
        for one in subsets(line - {*core}, range(1, len(line))):
            in_line = digits_in(state, one)
            fills = len(one) - len(in_line - inner)
            if not 0 < fills < spare or not in_line & inner:
                continue
            for other in subsets(box - {*core, *one}, range(1, len(box))):
                in_box = digits_in(state, other)
                if (
                    len(other) - len(in_box - inner) == spare - fills
                    and in_box & inner
                    and not in_line & in_box & inner
                ):
                    both = in_line & in_box
                    rest_of_line = line - {*core, *one}
                    rest_of_box = box - {*core, *other}
                    yield candidates(
                        state, rest_of_line, (inner | in_line) - in_box | both
                    ) | candidates(
                        state, rest_of_box, (inner | in_box) - in_line | both
                    )


def candidates(state: State, cells: set[int], digits: set[int]) -> Candidates:
    """Return the candidates of some cells that are among some digits."""
    return {
        (cell, digit) for cell in cells for digit in digits & digits_in(state, [cell])
    }


def outcomes(state: State) -> list[tuple[tuple[int, int], ...]]:
    """Return what all patterns remove, each outcome once, in order."""
    n = state.shape.size
    units = [
        {cell for cell in unit if state.left[cell]}
        for unit in state.shape.geometry.units
    ]
    found = {
        tuple(sorted(removes)): None
        for line in units[: 2 * n]
        for box in units[2 * n :]
        for removes in completed(state, line, box)
        if removes
    }
    return list(found)


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_all_are_found_in_order(geometry: Geometry) -> None:
    """What trying all cells of each line and box finds, in that order."""
    total = 0
    for state, _ in positions(geometry, 3, seed=16):
        actual = [step.removes for step in sue_de_coq(View(state))]
        every = [step.removes for step in sue_de_coq(View(state, exhaustive=True))]
        total += len(actual)

        assert outcomes(state) == actual
        assert sorted(actual, key=lambda removes: -len(removes)) == every
    assert total


def test_step_tells_the_pattern() -> None:
    """The intersection is the step's cells; the groups lie in the units it names."""
    for state, _ in positions(Geometry(3, 3), 4, seed=17):
        for step in sue_de_coq(View(state, exhaustive=True)):
            core, in_line, in_box = step.sets
            line, box = (set(step.geometry.units[unit]) for unit in step.units)

            assert core.cells == step.cells
            assert set(core.cells) <= line & box
            assert set(in_line.cells) <= line
            assert set(in_box.cells) <= box
            for cells, digits, _ in step.sets:
                assert digits_in(state, cells) == set(digits)
