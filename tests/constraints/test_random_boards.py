"""Random constraints of every kind: each engine finds what trying all grids does."""

from functools import cache
from itertools import chain, islice, pairwise
from random import Random

import pytest

from satdoku import Geometry, Puzzle, Solver, all_solutions, encode
from satdoku.constraints import And, FullRank, Or
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
        pytest.param(range(20), id="some"),
        pytest.param(range(20, 460), id="many", marks=pytest.mark.nightly),
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


def ranks(values, size):
    """Return the clues of all lines of a square, in the order of their numbers."""
    lines = []
    for at in range(size):
        row, column = values[at * size : (at + 1) * size], values[at::size]
        for name, line in ((f"r{at + 1}", row), (f"c{at + 1}", column)):
            lines += [(line, name, False), (line[::-1], name, True)]
    numbers = sorted(line for line, _, _ in lines)
    return sorted((numbers.index(line) + 1, name, end) for line, name, end in lines)


def random_ranks(rng, grid):
    """Return clues of a grid, of neighbouring numbers or any; some are changed."""
    clues, count = ranks(grid.values, 4), rng.choice([2, 3, 5, 9, 16])
    start = rng.randrange(len(clues))
    clues = rng.choice([clues[start : start + count], rng.sample(clues, count)])
    if rng.random() < 0.3:
        _, name, end = clues[-1]
        clues[-1] = (clues[0][0], name, end)
    if rng.random() < 0.1:
        _, name, end = clues[0]
        clues.append((rng.randint(1, 16), name, end))
    rng.shuffle(clues)
    return FullRank(tuple(clues), rng.choice(["any", "none", "only-unclued"]))


SHAPES = {
    "alone": lambda rule, *_: rule,
    "a choice": lambda rule, other, _: Or((rule, other)),
    "behind a choice": lambda rule, other, last: And((Or((rule, other)), last)),
}


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(14), id="some"),
        pytest.param(range(14, 200), id="many", marks=pytest.mark.nightly),
    ],
)
@pytest.mark.parametrize("shape", SHAPES)
def test_ranks_of_several_lines(seeds, shape):
    solver = Solver("minisat22")
    for seed in seeds:
        rng = Random(seed)
        geometry = rng.choice(BOARDS[:3])
        squares = grids(geometry)
        grid = rng.choice(squares)
        rule = SHAPES[shape](*(random_ranks(rng, grid) for _ in range(3)))
        puzzle = Puzzle("." * 16, [rule], geometry=geometry)
        right = sorted(grid.values for grid in squares if puzzle.is_solution(grid))
        assert sorted(grid.values for grid in solver.solutions(puzzle)) == right, seed


@pytest.mark.parametrize("shift", [0, 1])
def test_the_same_number_is_not_smaller(shift):
    squares = grids(BOARDS[0])
    clues = chain.from_iterable(ranks(grid.values, 4) for grid in squares)
    rank, name, end = next(a for a, b in pairwise(clues) if a[0] == b[0])
    rule = FullRank(((rank + shift, name, end),), "any")
    puzzle = Puzzle("." * 16, [rule])
    right = sorted(grid.values for grid in squares if puzzle.is_solution(grid))
    found = Solver("minisat22").solutions(puzzle)
    assert sorted(grid.values for grid in found) == right


def test_the_formula_of_ranks_stays_small():
    """That one line is the smaller of two with clues is no matter of counting."""
    text = (
        "346915827572683491918742635763851942281497563459326178"
        "135264789824579316697138254"
    )
    clues = tuple(ranks(tuple(map(int, text)), 9))
    assert len(clues) == 36
    assert encode(Puzzle("." * 81, [FullRank(clues)])).clause_count < 20_000
    assert encode(Puzzle("." * 81, [FullRank(clues[::2])])).clause_count < 50_000
