"""Full houses, naked singles and hidden singles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.path import every_step, follow
from satdoku.deduce.shape import Shape, bits
from satdoku.deduce.singles import full_house, hidden_single, naked_single
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from satdoku.deduce.step import Step

GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 3), Geometry(4, 4)]


def placed(state: State, technique: Technique) -> set[tuple[int, int]]:
    """Return what the steps of a technique place, and hold that none comes twice."""
    steps = list(every_step(state, {technique}))
    found = {step.places[0] for step in steps}
    assert len(steps) == len(found)
    return found


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """Those that counting finds: of cells, of units, of candidates."""
    units = geometry.units
    for state, _ in positions(geometry, 15, seed=1):
        left, empty = state.left, set(bits(state.empty))
        naked = {
            (cell, left[cell].bit_length())
            for cell in empty
            if left[cell].bit_count() == 1
        }
        houses = {
            (cell, digit)
            for cell, digit in naked
            if any(empty & set(unit) == {cell} for unit in units)
        }
        hidden = set()
        for unit in units:
            for digit in geometry.digits:
                cells = [cell for cell in unit if left[cell] >> (digit - 1) & 1]
                if len(cells) == 1:
                    hidden.add((cells[0], digit))

        assert houses == placed(state, Technique.FULL_HOUSE)
        assert naked == placed(state, Technique.NAKED_SINGLE)
        assert hidden == placed(state, Technique.HIDDEN_SINGLE)


def test_first_come_first_served() -> None:
    """Steps come in the order in which their cells were left with one candidate."""
    state = State(Shape.of(Geometry(2, 2)))
    for cell in (9, 2):
        for digit in (1, 3, 4):
            state.remove(cell, digit)

    assert [9, 2] == [step.cells[0] for step in naked_single(View(state))]


def test_a_hidden_single_of_box_and_row_is_told_of_the_box() -> None:
    """A person looks at boxes first."""
    state = State.of(Grid.parse("1... ..2. ..3. 4..."))
    step = next(hidden_single(View(state)))

    assert step.units[0] >= 2 * 4


def test_reasons() -> None:
    """The sentence of each."""
    state = State.of(Grid.parse("..32.24.....2..."))
    house = next(full_house(View(state)))
    naked = next(naked_single(View(state)))
    hidden = next(hidden_single(View(State.of(Grid.parse("....34...3..4..3")))))

    assert "Full House: r2c4=1, the last empty cell of box 2" == str(house)
    assert "Naked Single: r2c4=1, the only candidate of r2c4" == str(naked)
    assert "Hidden Single: r1c3=3, the only 3 in box 2" == str(hidden)


def test_a_removed_candidate_is_never_placed() -> None:
    """Not even where it was the last one: the queue still has it."""
    state = State.of(Grid.parse("..32.24.....2..."))
    while step := next(naked_single(View(state)), None):
        state.remove(*step.places[0])

    assert state.is_broken
    assert [] == list(full_house(View(state)))
    for step in hidden_single(View(state)):
        cell, digit = step.places[0]
        assert state.left[cell] >> (digit - 1) & 1


def test_singles_alone_solve_what_they_solve() -> None:
    """A puzzle of singles, to its end; each step places one digit."""
    puzzle = Grid.parse("1... ..2. ..3. 4...")
    state = State.of(puzzle)
    steps: list[Step] = list(follow(state, set(list(Technique)[:3])))

    assert len(puzzle.values) - puzzle.clue_count == len(steps)
    assert state.grid().solves(puzzle)
