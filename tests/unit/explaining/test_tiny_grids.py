"""Grids of two digits: no technique takes a unit of two cells for one of no digit."""

from __future__ import annotations

import pytest

from satdoku import Session, Status
from satdoku.deduce.path import Ending, walk
from satdoku.deduce.technique import Technique
from satdoku.errors import InputError
from satdoku.explaining.explain import explain
from satdoku.explaining.explanation import End
from satdoku.explaining.finding import find_steps
from satdoku.explaining.rating import rate
from satdoku.geometry import Geometry
from satdoku.grid import Grid

BOARDS = pytest.mark.parametrize("board", [Geometry(1, 2), Geometry(2, 1)], ids=str)
ANSWER = (1, 2, 2, 1)


@BOARDS
def test_one_clue_is_enough(board: Geometry) -> None:
    """Whoever solves, explains or rates it: three singles."""
    puzzle = Grid(board, (1, 0, 0, 0))
    path, told = walk(puzzle, frozenset(Technique)), explain(puzzle, verify=True)
    result = Session("logic").solve(puzzle)

    assert (Ending.SOLVED, 3) == (path.ending, len(path.steps))
    assert (End.SOLVED, 3) == (told.end, len(told.steps))
    assert path.score == rate(puzzle).score
    assert Status.UNIQUE is result.status
    assert result.solution is not None
    for grid in (path.end, told.position, result.solution):
        assert ANSWER == grid.values


@BOARDS
def test_without_clues_nothing_follows(board: Geometry) -> None:
    """There are two solutions."""
    puzzle = Grid(board, (0,) * 4)

    assert Ending.STUCK is walk(puzzle).ending
    assert End.SEVERAL is explain(puzzle).end
    assert [] == find_steps(puzzle, techniques=frozenset(Technique))
    assert Status.SEVERAL is Session("logic").solve(puzzle).status
    with pytest.raises(InputError, match="several solutions"):
        rate(puzzle)
