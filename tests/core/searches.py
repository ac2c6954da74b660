"""Reference searches: what each baseline finds and counts, kept in `searches.jsonl`.

A line has an engine, a puzzle (with its boxes where they are not the
usual ones, and its candidates where it rules some out), how many solutions there are,
and the engine's counters once all of them are found.  To add a search, write the first
keys and run the tests with `--renew`; two engines never disagree about the solutions.
"""

import json
from itertools import islice
from pathlib import Path

from satdoku import Geometry, Puzzle
from tests.core.puzzles import solver

FILE = Path(__file__).with_name("searches.jsonl")


def read():
    return [json.loads(line) for line in FILE.read_text("ascii").splitlines()]


def puzzle_of(search):
    box = Geometry.of_box(*search["box"]) if "box" in search else None
    grid = Puzzle(search["puzzle"], geometry=box)
    return grid.with_candidates(search.get("candidates"))


def run(search):
    """Return how many solutions there are, and the counters."""
    walk = solver(search["engine"]).solutions(puzzle_of(search))
    found = list(islice(walk, search.get("first")))
    walk.close()
    assert len(found) == len(set(found))
    return len(found), walk.statistics


def renew():
    lines = []
    for search in read():
        search["solutions"], search["statistics"] = run(search)
        lines.append(json.dumps(search))
    FILE.write_text("\n".join([*lines, ""]), "ascii")
