"""The candidate grid: its views stay in step, whatever is done to it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid, solve
from satdoku.deduce.shape import Shape, bits, mask_of
from satdoku.deduce.state import State
from satdoku.deduce.step import Step
from satdoku.deduce.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Callable

GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 3), Geometry(1, 5)]
EASY = Grid.parse(
    "208000000050000000064030000080002090501040000030009460900800630000054008005690020"
)


def changed_at_random(state: State, dice: Random) -> None:
    """Place a candidate or remove one."""
    cell = dice.choice(list(bits(state.empty)))
    digits = [digit + 1 for digit in bits(state.left[cell])]
    digit = dice.choice(digits or list(state.shape.geometry.digits))
    (state.place if dice.random() < 0.3 else state.remove)(cell, digit)


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_the_views_stay_in_step(geometry: Geometry, seed: int) -> None:
    """After each of many changes made by chance, down to broken states."""
    dice = Random(seed)  # noqa: S311  nothing secret
    state = State(Shape.of(geometry))
    state.check()
    for _ in range(200):
        if not state.empty:
            break
        changed_at_random(state, dice)
        state.check()


@pytest.mark.parametrize("size", [16, 25])
def test_large_grids(size: int) -> None:
    """The same on large grids, looked at less often."""
    dice = Random(size)  # noqa: S311  nothing secret
    state = State(Shape.of(Geometry.of_size(size)))
    for _ in range(150):
        changed_at_random(state, dice)
    state.check()


SPOILED: dict[str, Callable[[State], object]] = {
    "left": lambda state: state.left.__setitem__(3, 0),
    "values": lambda state: state.values.__setitem__(3, 1),
    "where": lambda state: state.where.__setitem__(1, 0),
    "counts": lambda state: state.counts[1].__setitem__(0, 5),
    "naked": lambda state: state.naked.clear(),
    "hidden": lambda state: state.hidden.clear(),
}


@pytest.mark.parametrize("view", SPOILED)
def test_what_check_finds(view: str) -> None:
    """Each view that is out of step is told."""
    state = State.of(Grid.parse("12.. .... .... ...3"))
    state.check()
    SPOILED[view](state)

    with pytest.raises(AssertionError):
        state.check()


def test_check_finds_a_broken_state_that_does_not_say_so() -> None:
    """An empty cell without candidates."""
    state = State.of(Grid.parse("12.. ..3. .... ...4"))
    state.check()
    state.is_broken = False

    with pytest.raises(AssertionError):
        state.check()


def test_a_placed_digit_leaves_its_peers() -> None:
    """And its cell has no candidates any more."""
    state = State(Shape.of(Geometry(3, 3)))
    state.place(40, 5)

    assert 5 == state.values[40]
    assert 0 == state.left[40]
    assert state.shape.all & ~(1 << 40) == state.empty
    assert state.shape.all & ~state.shape.peers[40] & ~(1 << 40) == state.where[5]
    assert 1 == state.changes


def test_queues_tell_singles_in_the_order_they_came() -> None:
    """First the last candidate of a cell, then the last cell of a row."""
    state = State(Shape.of(Geometry(2, 2)))
    for digit in (3, 1, 4):
        state.remove(6, digit)
    for cell in (12, 15, 13):
        state.remove(cell, 1)

    assert [(6, 2)] == list(state.naked)
    assert [(14, 1)] == list(state.hidden)


def test_a_removed_candidate_is_removed_once() -> None:
    """To remove what is not there changes nothing that is seen."""
    state = State(Shape.of(Geometry(2, 2)))
    state.remove(0, 1)
    before = state.grid()
    state.remove(0, 1)

    assert before == state.grid()
    state.check()


def test_copies_are_apart() -> None:
    """What is done to a copy is not done to the original."""
    state = State.of(EASY)
    before = state.grid(), list(state.naked), list(state.hidden), state.givens
    copy = state.copy()
    copy.place(1, 7)
    copy.remove(3, 6)
    copy.check()

    assert before == (state.grid(), list(state.naked), list(state.hidden), state.givens)
    state.check()


def test_state_and_grid_there_and_back() -> None:
    """Values and candidates survive; givens are those of the puzzle."""
    state = State.of(EASY)
    state.place(1, 7)
    state.remove(3, 6)
    again = State.of(EASY, state.grid())

    assert state.grid() == again.grid()
    assert state.left == again.left
    assert mask_of(cell for cell, _ in EASY.clues) == again.givens == state.givens
    assert 0 == again.changes


def test_candidates_of_a_puzzle_are_kept() -> None:
    """What a grid rules out is ruled out in its state."""
    masks = list(EASY.left())
    masks[1] &= ~(1 << 6)
    puzzle = EASY.with_candidates(masks)

    assert not State.of(puzzle).where[7] >> 1 & 1


def test_steps_are_applied() -> None:
    """Places, then removes."""
    state = State.of(EASY)
    board = EASY.geometry
    state.apply(Step(board, Technique.NAKED_SINGLE, places=((1, 7),)))
    state.apply(Step(board, Technique.POINTING, removes=((3, 6), (4, 1))))

    assert 7 == state.values[1]
    assert not state.left[3] >> 5 & 1
    assert not state.left[4] & 1


def test_solved() -> None:
    """A state with a solution in it has no empty cell and is not broken."""
    solution = solve(EASY).solution
    assert solution is not None
    state = State.of(EASY, solution)

    assert (0, False) == (state.empty, state.is_broken)
    assert State.of(EASY).empty


def test_what_a_puzzle_rules_out_is_kept() -> None:
    """Its own candidates, not those that somebody removed since; in copies too."""
    puzzle = Grid.parse("1... .... .... ....")
    masks = list(puzzle.left())
    masks[5] &= ~0b100
    ours = puzzle.with_candidates(masks)

    for state in (State.of(ours), State.of(ours, puzzle), State.of(ours).copy()):
        assert (0, 0, 0, 1 << 5, 0) == state.ruled_out
    assert (0,) * 5 == State.of(puzzle, ours).ruled_out


@pytest.mark.parametrize("board", [Geometry(1, 2), Geometry(2, 1), Geometry(2, 3)])
def test_no_digit_has_no_cells(board: Geometry) -> None:
    """What is kept of digit 0 is kept for the sake of the index alone."""
    state = State.of(Grid(board, (0,) * board.cells))

    assert (0, [0] * 3 * board.size) == (state.where[0], state.counts[0])


@pytest.mark.parametrize(
    "text",
    [
        "12.. ..3. .... ...4",  # r1c4 has no candidate
        "11.. .... .... ....",
        "1... 1... .... ....",
        "1... .1.. .... ....",
    ],
)
def test_broken(text: str) -> None:
    """Told where a cell has no candidate, a unit no cell, or digits clash."""
    assert State.of(Grid.parse(text)).is_broken


def test_broken_by_removal() -> None:
    """The last candidate of a cell, the last cell of a unit."""
    state = State(Shape.of(Geometry(2, 2)))
    for digit in (1, 2, 3):
        state.remove(0, digit)
    assert not state.is_broken
    state.remove(0, 4)
    assert state.is_broken

    state = State(Shape.of(Geometry(2, 2)))
    for cell in (0, 1, 2):
        state.remove(cell, 1)
    assert not state.is_broken
    state.remove(3, 1)
    assert state.is_broken


def test_a_digit_placed_again() -> None:
    """The same one changes nothing; another one breaks the state."""
    state = State(Shape.of(Geometry(2, 2)))
    state.place(0, 1)
    state.place(0, 1)
    state.check()
    assert not state.is_broken
    state.place(0, 2)
    assert state.is_broken
