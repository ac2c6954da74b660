"""The kernel of engine `masks`: what it leaves of candidates, how each search goes.

Here it runs in plain Python as well, where faults can be planted, and where reading
beside an array is noticed.
"""

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from satdoku import Geometry, Grid, Puzzle
from satdoku.engines.masks import search
from satdoku.puzzle.constraints.catalogue import read_python
from tests.constraints.test_random_boards import board, grids
from tests.engines import plain_masks

FILE = Path(__file__).with_name("mask_searches.jsonl")
"""A search a line: the shape, the rules, the clues; and how it went: solutions, `MOST`
at most, nodes, runs of propagators.  `--renew` writes these anew."""

MOST = 10


@pytest.fixture(params=["compiled", "plain"])
def kernel(request):
    """Return the kernel, compiled and in plain Python in turn."""
    if request.param == "plain":
        return plain_masks.run
    return search.prepare(lambda: None) or pytest.skip("numba is not installed")


def searched(line, kernel):
    """Search the puzzle of a line; return what a line says of it."""
    shape = dict(line["shape"])
    box = shape.pop("box", None)
    geometry = Geometry(**shape, box=box and tuple(box))
    puzzle = Puzzle(line["clues"], map(read_python, line["rules"]), geometry=geometry)
    masks = search.MaskSearch(puzzle, kernel)
    digits = list(islice(masks.solutions(), MOST))
    for each in digits:
        assert puzzle.is_solution(Grid.trusted(geometry, each))
    return [len(digits), masks.nodes, masks.steps]


def test_searches(kernel, renew):
    """Each goes as it went when the file was written."""
    lines = [json.loads(line) for line in FILE.read_text("ascii").splitlines()]
    lines_now = [line | {"search": searched(line, kernel)} for line in lines]
    if renew:
        FILE.write_text("".join(json.dumps(line) + "\n" for line in lines_now), "ascii")
    else:
        assert lines_now == lines


@pytest.mark.parametrize("likely", [0.0, 0.25, 0.6])
def test_no_solution_is_lost_and_no_wrong_grid_kept(likely):
    """Of a grid with some other candidates; with none only a solution is left."""
    rng = Random(f"candidates {likely}")
    for seed in range(120):
        puzzle = board(seed)
        every = grids(puzzle.geometry)
        full = (1 << puzzle.geometry.size) - 1
        candidates = [
            1 << digit - 1 | (rng.randint(1, full) if rng.random() < likely else 0)
            for digit in rng.choice(every).values
        ]
        left = search.narrowed(puzzle, candidates)
        for grid in every:
            if not all(
                mask >> digit - 1 & 1
                for mask, digit in zip(candidates, grid.values, strict=True)
            ):
                continue
            is_kept = left is not None and all(
                mask >> digit - 1 & 1
                for mask, digit in zip(left, grid.values, strict=True)
            )
            is_right = puzzle.is_solution(grid)
            assert is_kept >= is_right, (seed, puzzle.constraints)
            if not likely:
                assert is_kept == is_right, (seed, puzzle.constraints)


@pytest.mark.nightly
def test_digits_that_are_liked_come_first(kernel):
    """Where a cell is tried; a digit with two places in a unit is tried as it comes."""
    masks = search.MaskSearch(Puzzle("." * 16), kernel)
    every = list(masks.solutions())
    shared = []
    for digits in every:
        masks.start_over([15] * 16, [1 << digit - 1 for digit in digits])
        found = masks.next_solution()
        assert found in every
        shared.append(sum(map(int.__eq__, found, digits)))
    assert min(shared) >= 4
    assert sum(shared) > 10 * len(every)


def test_a_cell_without_digits_ends_a_search_at_once(kernel):
    masks = search.MaskSearch(Puzzle("." * 16), kernel)
    masks.start_over([15] * 15 + [0], [15] * 16)
    assert masks.is_done
    assert masks.next_solution() is None


@pytest.mark.parametrize(
    ("rule", "is_possible"),
    [
        ("Lunchbox(0, 'r1c1')", True),
        ("Lunchbox(1, 'r1c1')", False),
        ("Lunchbox(5, 'r1c1 r1c2 r1c3 r1c4')", True),
        ("Lunchbox(11, 'r1c1 r1c2 r1c3 r1c4')", False),
        ("Total(0, 'r1c1 r1c1', weights=(1, -1))", True),
        ("Total(1, 'r1c1 r1c1', weights=(1, -1))", False),
        ("Total(7, 'r1c1 r1c2', weights=(2, 2))", False),
        ("Or(constraints=[])", False),
        ("Or(constraints=[Allowed('r1c1', values=(9,)), Thermo('r1c1 r1c2')])", True),
        ("HowMany('r1c1 r1c2', values=(1,), counts=(3,))", False),
    ],
)
def test_rules_that_say_all_or_nothing(rule, is_possible):
    """Of one cell, or of a total out of reach: refuted before any search, or not."""
    left = search.narrowed(Puzzle("." * 16, [read_python(rule)]), [15] * 16)
    assert (left is not None) == is_possible
