"""Every step of a path follows, by SAT; every path ends in the solution, or says not.

Puzzles of all levels, from the sets, and of other sizes: no removed candidate and no
placed digit that the formula does not imply.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from satdoku.deduce.path import Ending, follow, walk
from satdoku.deduce.state import State
from satdoku.deduce.technique import UNIQUENESS, USUAL
from satdoku.explaining.step_checker import step_checker
from satdoku.formats import read_all
from satdoku.geometry import Geometry
from satdoku.solving import solve

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from satdoku.deduce.technique import Technique
    from satdoku.grid import Grid


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
    [("easy50", 1), ("top95", 2), ("clues17", 20), ("hardest", 200)],
)
def test_many_steps_follow(shared_data: Path, name: str, every: int) -> None:
    """Of hundreds of puzzles."""
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


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 4), (4, 4)])
def test_steps_of_other_sizes_follow(shape: tuple[int, int]) -> None:
    """Puzzles made here, of other boxes."""
    from satdoku.generating.generation import generate

    puzzles = [made.grid for made in generate(3, size=Geometry(*shape), seed=6)]

    assert [] == unproved(puzzles)
