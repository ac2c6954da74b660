"""Boards that follow singles, and random solutions."""

from __future__ import annotations

from random import Random

import pytest

from satdoku.deduce.path import walk
from satdoku.deduce.shape import Shape
from satdoku.deduce.technique import Technique
from satdoku.errors import Stopped
from satdoku.generating import solutions
from satdoku.generating.board import Board, is_of_singles
from satdoku.generating.solutions import random_solution
from satdoku.geometry import Geometry
from satdoku.grid import Grid

SHAPE = Shape.of(Geometry(3, 3))
EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
HARD = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
SINGLES = {one for one in Technique if one.is_single}


@pytest.mark.parametrize("text", [EASY, HARD])
def test_singles_as_a_person_follows_them(text: str) -> None:
    """The same puzzles are of singles that the path of singles solves."""
    puzzle = Grid.parse(text)
    path = walk(puzzle, SINGLES)

    assert path.end.is_complete == is_of_singles(SHAPE, puzzle.clues)


def test_place_fills_what_follows() -> None:
    """What follows is placed; the digits are those of the solution."""
    board = Board(SHAPE)

    assert all(board.place(*clue) for clue in Grid.parse(EASY).clues)
    assert not board.empty
    assert Grid(SHAPE.geometry, tuple(board.values)).solves(Grid.parse(EASY))


@pytest.mark.parametrize(
    "clues",
    [
        [(0, 1), (0, 2)],
        [(0, 1), (1, 1)],
        [(0, 1), (1, 2), (6, 3), (11, 4)],
    ],
)
def test_place_refuses(clues: list[tuple[int, int]]) -> None:
    """Another digit, a peer's, a cell without candidates: False, at the last clue."""
    board = Board(Shape.of(Geometry(2, 2)))
    done = [board.place(cell, digit) for cell, digit in clues]

    assert not all(done)
    assert all(done[:1])


def test_copies_change_apart() -> None:
    """A copy stays as it is when the board changes."""
    board = Board(SHAPE)
    copy = board.copy()
    board.place(0, 1)

    assert (0, SHAPE.all) == (copy.values[0], copy.empty)
    assert all(copy.place(*clue) for clue in Grid.parse(EASY).clues)


@pytest.mark.parametrize(
    "geometry",
    [Geometry(2, 2), Geometry(2, 3), Geometry(3, 3), Geometry(2, 5), Geometry(4, 4)],
)
def test_random_solutions(geometry: Geometry) -> None:
    """They obey the rules, are drawn by the stream alone, and differ."""
    shape = Shape.of(geometry)
    first, again, other = (random_solution(shape, Random(n)) for n in (1, 1, 2))  # noqa: S311  not for secrets
    empty = Grid(geometry, (0,) * geometry.cells)

    assert first == again != other
    assert first is not None
    assert Grid(geometry, first).solves(empty)


@pytest.mark.slow
@pytest.mark.parametrize("height", [3, 4, 5])
def test_large_random_solutions(height: int) -> None:
    """So do those of 15×15, 20×20 and 25×25."""
    shape = Shape.of(Geometry(height, 5))

    for seed in range(5):
        found = random_solution(shape, Random(seed))  # noqa: S311  not for secrets
        assert found is not None
        empty = Grid(shape.geometry, (0,) * shape.geometry.cells)
        assert Grid(shape.geometry, found).solves(empty)


def test_every_solution_can_come() -> None:
    """All 288 solutions of the empty 4×4 grid are drawn sooner or later."""
    shape, random = Shape.of(Geometry(2, 2)), Random(1)  # noqa: S311  not for secrets

    assert 288 == len({random_solution(shape, random) for _ in range(4000)})


def test_solutions_of_clues() -> None:
    """Clues are kept; where they contradict each other there is no solution."""
    shape = Shape.of(Geometry(2, 2))
    found = random_solution(shape, Random(1), [(5, 3), (10, 2)])  # noqa: S311  not for secrets

    assert found is not None
    assert (3, 2) == (found[5], found[10])
    dead = [(cell, digit) for cell, digit in Grid.parse("12.3..4.........").clues]
    assert random_solution(shape, Random(1), dead) is None  # noqa: S311  not for secrets


def test_hopeless_searches_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too many guesses were wrong it is told, not searched for ever."""
    monkeypatch.setattr(solutions, "_PATIENCE", 0)

    with pytest.raises(Stopped, match="no solution of 9x9"):
        random_solution(SHAPE, Random(1))  # noqa: S311  not for secrets
