"""Two engines that share no clauses count the same, with and without clues."""

import json
from random import Random

import pytest

from satdoku import Puzzle, Solver
from satdoku.errors import UsageError
from satdoku.formats.iss import is_iss, read_iss

_LIMIT = 1000
_SECONDS = 2


def loosened(puzzle, rng):
    """Return a puzzle without some of its clues and constraints; None if it is none."""
    rules = [rule for rule in puzzle.constraints if rng.random() > 0.15]
    values = [value * (rng.random() > 0.3) for value in puzzle.values]
    try:
        return Puzzle(values, rules, geometry=puzzle.geometry)
    except UsageError:  # a constraint needs one that is gone
        return None


def counted(solver, puzzle):
    """Return the number of solutions, and whether there are more; None if too slow."""
    result = solver.count(puzzle, _LIMIT, timeout=_SECONDS)
    return None if result.stopped else (result.value, result.complete)


@pytest.mark.nightly
def test_masks_count_as_sat_does(shared_data, needs):
    """Up to 1,000 solutions of puzzles with clues and constraints removed."""
    needs("numba")
    text = (shared_data / "variants" / "iss.jsonl").read_text(encoding="utf-8")
    texts = [json.loads(line)["puzzle"] for line in text.splitlines()]
    puzzles = [read_iss(text) for text in texts if is_iss(text)]
    masks, sat = Solver("masks"), Solver("minisat22")
    several, compared = 0, 0
    for seed in range(2 * len(puzzles)):
        puzzle = loosened(puzzles[seed % len(puzzles)], Random(seed))
        if puzzle is None or puzzle.extra_cells or puzzle.geometry.size > 9:
            continue
        counts = counted(masks, puzzle), counted(sat, puzzle)
        if None not in counts:
            assert counts[0] == counts[1], (seed, puzzle.constraints)
            compared += 1
            several += counts[0] != (1, True)
    assert compared > 100
    assert several > 30
