"""Random constraints of every kind: each engine finds what trying all grids does."""

from functools import cache
from itertools import islice
from random import Random

import pytest

from satdoku import Geometry, Puzzle, Solver, all_solutions
from satdoku.constraints import FullRank
from satdoku.engines.lanes import has_compiler
from satdoku.engines.masks import search
from tests.constraints.random_rules import BOARDS, NAMES, Maker
from tests.engines import plain_masks


@cache
def grids(geometry):
    """Return all grids of a board, without constraints."""
    return all_solutions(Puzzle("." * geometry.cells, geometry=geometry))


def board(seed):
    """Return a board with up to three constraints; each kind comes in turn."""
    rng = Random(seed)
    geometry = BOARDS[seed // len(NAMES) % len(BOARDS)]
    maker = Maker(rng, geometry)
    names = [NAMES[seed % len(NAMES)], *rng.sample(NAMES, rng.randint(0, 2))]
    rules = [maker.rule(name) for name in names]
    return Puzzle("." * geometry.cells, rules, geometry=geometry)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(40), id="some"),
        pytest.param(range(40, 460), id="many", marks=pytest.mark.nightly),
    ],
)
@pytest.mark.parametrize("engine", ["masks", "masks, plain", "minisat22"])
def test_each_engine_and_trying_all_agree(seeds, engine, monkeypatch):
    if engine == "masks" and not has_compiler():
        pytest.skip("numba is not installed")
    if engine == "masks, plain":
        monkeypatch.setattr(search, "prepare", lambda _: plain_masks.run)
    solver = Solver(engine.partition(",")[0])
    for seed in seeds:
        puzzle = board(seed)
        right = set(filter(puzzle.is_solution, grids(puzzle.geometry)))
        found = set(islice(solver.solutions(puzzle), 200_000))
        assert found == right, (seed, puzzle.constraints)


@pytest.mark.parametrize("rank", [1, 4, 7, 12])
def test_ranks_where_digits_are_left_over(rank):
    """The first digit of a line does not follow from its rank there."""
    geometry = Geometry(3, 3, box=None, digits=4)
    puzzle = Puzzle(
        "1" + "." * 8, [FullRank(((rank, "r2", False),))], geometry=geometry
    )
    right = [grid for grid in grids(geometry) if grid.values[0] == 1]
    assert sorted(grid.values for grid in Solver("minisat22").solutions(puzzle)) == [
        grid.values
        for grid in sorted(right, key=lambda grid: grid.values)
        if puzzle.is_solution(grid)
    ]
