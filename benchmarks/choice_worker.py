"""One measured process: so many puzzles of a size, answered by one way.

Its arguments are way, size and how many puzzles.  Two easy ones come before these, so
that what the first takes beyond the second is what is paid once.  With `hard` behind
these, puzzles with a long search are taken instead, as one.  Where the way is `listed`,
an engine stands behind these, and lists so many solutions of an empty grid.  It prints
a line of JSON: the seconds of each, and how many steps or conflicts that took.
"""

from __future__ import annotations

import csv
import json
import sys
from itertools import islice
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.sets import SETS
from satdoku import Puzzle, Session, choose
from satdoku.baselines.bitmask import Bitmask, GaveUp
from satdoku.choosing.costs import DPLL, LANES_NUMPY, LANES_WAY, SIMPLIFIED, TRIAL
from satdoku.cnf.propagate import propagate
from satdoku.deadline import Deadline
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LISTED", "hard", "main", "puzzles"]

LISTED = "listed"
"""What stands for a way where solutions are listed."""

_DATA = Path(__file__).parents[1] / "data"
_LEVELS = {
    4: ("easy",),
    6: ("easy", "medium", "hard"),
    9: ("easy", "medium", "hard", "extreme"),
    16: ("easy", "medium", "hard"),
}
_LARGE_CLUES, _LARGE_HARD = 0.55, 0.42
"""The share of cells that puzzles of 25×25 have as clues: no set of them is shipped."""

_STEPS = 600
"""Of a hard puzzle: as many as a trial may take, or so; later ones are quicker."""


def puzzles(size: int) -> Iterator[Puzzle]:
    """Yield puzzles of a size, one of each level in turn."""
    if size not in _LEVELS:
        yield from _large(size, _LARGE_CLUES)
        return
    files = [
        (_DATA / f"generated_{size}x{size}" / f"{level}.csv").open(encoding="utf-8")
        for level in _LEVELS[size]
    ]
    for rows in zip(*map(csv.DictReader, files), strict=False):
        for row in rows:
            yield Puzzle(row["puzzle"])


def _large(size: int, clues: float) -> Iterator[Puzzle]:
    """Yield puzzles made of a pattern: digits renamed, cells left out."""
    geometry, random = Geometry.of_size(size), Random(size)  # noqa: S311  no secrets
    h, w = geometry.box_height, geometry.box_width
    pattern = [
        (column + row % h * w + row // h) % size
        for row in range(size)
        for column in range(size)
    ]
    while True:
        digits = random.sample(range(1, size + 1), size)
        values = [digits[place] if random.random() < clues else 0 for place in pattern]
        yield Puzzle(tuple(values), geometry=geometry)


def hard(size: int) -> Iterator[Puzzle]:
    """Yield puzzles whose search is long, of 9×9, 16×16 or 25×25."""
    if size == 9:
        yield from map(Puzzle, SETS["hardest"].puzzles())
        return
    if size != 16:
        yield from _large(size, _LARGE_HARD)
        return
    with (_DATA / "generated_16x16" / "minimal.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield Puzzle(row["puzzle"])


def _easy(size: int) -> list[Puzzle]:
    """Return two puzzles that singles solve."""
    found = (puzzle for puzzle in puzzles(size) if not propagate(puzzle).cells)
    return list(islice(found, 2))


def _one_by_one(way: str, asked: list[Puzzle]) -> tuple[list[float], int]:
    """Answer puzzles by a way; return the seconds of each, and all conflicts."""
    session = Session(DPLL if way == DPLL else "auto")
    seconds: list[float] = []
    conflicts = 0

    def forced(_: int, __: object, *, after_trial: bool = False) -> str:
        return SIMPLIFIED if after_trial else way

    # Not by `unittest.mock`, which imports much of what lanes would import.
    setattr(choose, "way_for", forced)  # noqa: B010  for the types
    setattr(choose, "_LOADING_ASKED", inf)  # noqa: B010  as above
    for puzzle in asked:
        begun = perf_counter()
        result = session.solve(puzzle)
        seconds.append(perf_counter() - begun)
        conflicts += result.statistics.get("conflicts", 0)
    return seconds, conflicts


def _at_once(way: str, asked: list[Puzzle]) -> list[float]:
    """Answer two puzzles, each alone, and then the others at once."""
    executor = "numba" if way == LANES_WAY else "numpy"
    seconds: list[float] = []
    for some in (asked[:1], asked[1:2], asked[2:]):
        begun = perf_counter()
        from satdoku import solve_batch

        solve_batch(some, limit=2, executor=executor)
        seconds.append((perf_counter() - begun) / len(some))
    one, other, usual = seconds
    return [one + other, 0.0, usual]  # all before many come is paid once


def _searched(asked: list[Puzzle]) -> int:
    """Let the search of trials run; return its steps."""
    steps = 0
    for puzzle in asked:
        counters: dict[str, int] = {}
        try:
            search = Bitmask(_STEPS, hidden_singles=True)
            for _ in search.solutions(puzzle, None, Deadline(), counters):
                pass
        except GaveUp:
            pass
        steps += counters["guesses"] + counters["propagations"]
    return steps


def _listed(engine: str, size: int, count: int) -> float:
    """List so many solutions of an empty grid; return the seconds that takes."""
    geometry = Geometry.of_size(size)
    puzzle = Puzzle.trusted(geometry, (0,) * geometry.cells)
    begun = perf_counter()
    Session(engine).count(puzzle, count)
    return perf_counter() - begun


def main() -> None:
    """Measure, and print."""
    way, size, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    efforts = 0
    if way == LISTED:
        seconds = [_listed(sys.argv[4], size, count)]
    elif sys.argv[4:]:
        asked = list(islice(hard(size), count))
        begun = perf_counter()
        if way == TRIAL:
            efforts = _searched(asked)
        else:
            _, efforts = _one_by_one(way, asked)
        seconds = [perf_counter() - begun]
    else:
        asked = [*_easy(size), *islice(puzzles(size), count)]
        if way in (LANES_WAY, LANES_NUMPY):
            seconds = _at_once(way, asked)
        else:
            seconds, _ = _one_by_one(way, asked)
    print(json.dumps({"seconds": seconds, "efforts": efforts}))


if __name__ == "__main__":
    main()
