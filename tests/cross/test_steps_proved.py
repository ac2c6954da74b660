"""Every step of a path follows, by SAT; every path ends in the solution, or says not.

Puzzles of all levels, from the sets, and of other sizes: no removed candidate and no
placed digit that the formula does not imply.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku.deduce.path import Ending, every_step, follow, walk
from satdoku.deduce.state import State
from satdoku.deduce.technique import UNIQUENESS, USUAL
from satdoku.explaining.step_checker import step_checker
from satdoku.formats import read_all
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.solving import solve
from tests.unit.deduce.positions import solution
from tests.unit.deduce.proper import proper_puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from satdoku.deduce.technique import Technique


def some(path: Path, every: int) -> list[Grid]:
    """Every n-th puzzle of a file."""
    return [entry.grid for entry in islice(read_all(path), 0, None, every)]


def unproved(
    puzzles: Iterable[Grid], techniques: Collection[Technique] = USUAL
) -> list[str]:
    """List the steps of the puzzles' paths that do not follow."""
    found: list[str] = []
    for puzzle in puzzles:
        state = State.of(puzzle)
        before = state.grid()
        with step_checker(puzzle.geometry) as checker:
            for step in follow(state, techniques):
                if checker.unproved(step, before):
                    found.append(f"{puzzle.line}: {step}")
                before = state.grid()
                assert step.places or step.removes
    return found


@pytest.mark.parametrize(
    ("name", "every"),
    [("easy50", 5), ("top95", 12), ("clues17", 400), ("hardest", 1500)],
)
def test_steps_follow(shared_data: Path, name: str, every: int) -> None:
    """Of a few puzzles of each set."""
    assert [] == unproved(some(shared_data / "sets" / f"{name}.txt", every))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "every"),
    [("easy50", 2), ("top95", 3), ("clues17", 20), ("hardest", 300)],
)
def test_many_steps_follow(shared_data: Path, name: str, every: int) -> None:
    """Of far more."""
    assert [] == unproved(some(shared_data / "sets" / f"{name}.txt", every))


@pytest.mark.parametrize(("name", "every"), [("easy50", 5), ("top95", 12)])
def test_paths_end_in_the_solution(shared_data: Path, name: str, every: int) -> None:
    """Or say that they are stuck; none is broken."""
    for puzzle in some(shared_data / "sets" / f"{name}.txt", every):
        path = walk(puzzle)

        if path.ending is Ending.SOLVED:
            assert solve(puzzle).solution == path.end.with_candidates(None)
        else:
            assert Ending.STUCK is path.ending


@pytest.mark.slow
def test_steps_of_several_solutions_follow(shared_data: Path) -> None:
    """Nothing that some solution has is removed, where uniqueness is no premise."""
    puzzles = some(shared_data / "sets" / "many_solutions.txt", 100)

    assert [] == unproved(puzzles, USUAL - UNIQUENESS)


def lone_candidates(board: Geometry, dice: Random) -> Grid:
    """Make a puzzle without clues: a proper one's are candidates that stand alone.

    Of each other cell a few wrong candidates are removed.
    """
    puzzle, values = proper_puzzle(board, dice)
    masks = [
        1 << value - 1
        if puzzle.values[cell]
        else sum(
            1 << digit - 1
            for digit in board.digits
            if digit == value or dice.random() > _REMOVED
        )
        for cell, value in enumerate(values)
    ]
    return Grid(board, (0,) * board.cells, tuple(masks))


def removed_candidates(board: Geometry, dice: Random) -> Grid:
    """Make a puzzle without clues, of no more removed candidates than it takes."""
    values = solution(board, dice)
    wrong = [
        (cell, digit)
        for cell, value in enumerate(values)
        for digit in board.digits
        if digit != value
    ]
    dice.shuffle(wrong)

    def without(count: int) -> Grid:
        masks = [(1 << board.size) - 1] * board.cells
        for cell, digit in wrong[:count]:
            masks[cell] &= ~(1 << digit - 1)
        return Grid(board, (0,) * board.cells, tuple(masks))

    fewest = bisect_left(
        range(len(wrong)),
        1,
        key=lambda count: int(solve(without(count)).is_unique is True),
    )
    return without(fewest)


_REMOVED = 0.05
"""How many of the candidates are removed where lone ones are the clues."""


@pytest.mark.parametrize("make", [lone_candidates, removed_candidates])
@pytest.mark.parametrize(
    ("shape", "count"),
    [((2, 3), 25), pytest.param((3, 3), 3, marks=pytest.mark.slow)],
)
def test_steps_of_puzzles_of_candidates_follow(
    make: Callable[[Geometry, Random], Grid], shape: tuple[int, int], count: int
) -> None:
    """Those of the path, and whatever rests on uniqueness before each of them."""
    dice = Random(8)  # noqa: S311  nothing secret
    puzzles = [make(Geometry(*shape), dice) for _ in range(count)]

    assert [] == unproved(puzzles)
    for puzzle in puzzles:
        answer = solve(puzzle).solution
        assert answer is not None
        state = State.of(puzzle)
        for _ in follow(state, USUAL - UNIQUENESS):
            for step in every_step(state, UNIQUENESS):
                assert not [
                    cell for cell, digit in step.removes if answer.values[cell] == digit
                ], f"{puzzle!r}: {step}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "count"), [((2, 2), 3), ((2, 3), 3), ((3, 4), 2), ((4, 4), 1)]
)
def test_steps_of_other_sizes_follow(shape: tuple[int, int], count: int) -> None:
    """Puzzles made here, of other boxes."""
    from satdoku.generating.generation import generate

    puzzles = [made.grid for made in generate(count, size=Geometry(*shape), seed=6)]

    assert [] == unproved(puzzles)
