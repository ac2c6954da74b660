"""Time limits hold: reading, building and searching together, in bounded memory.

Each case runs in a process of its own with a gigabyte of memory.  CPU time is measured,
which other programs do not change; wall time only shows that nothing waits.
"""

import json
import resource
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from inspect import signature
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

import pytest

import satdoku
from satdoku import Puzzle, SatdokuError

SMALL = "1... ..2. ..3. 4..."
SIZES = (36, 49, 64)
MEMORY = 1 << 30
TOLERANCE = 0.2, 0.1  # seconds, and a part of the limit

VARIANTS = {
    "regex": ".Regex~LipbMTJdLnsxMn1bMzRdLio"
    + "".join(f"~R{row}C{column}" for row in range(1, 6) for column in range(1, 10)),
    "sum": ".Sum~999999_=_7_19_103_1009_10007_99991_311_3001"
    + "".join(f"~R{one}C{one}" for one in range(1, 9)),
    "renban": ".Shape~36x36.Renban" + "".join(f"~R1C{at}" for at in range(1, 13)),
}
"""Variants whose formulas take long to build."""


def empty(size):
    """Return a board without clues."""
    return [[0] * size for _ in range(size)]


def nearly(size):
    """Return a board that lacks a row."""
    box = round(size**0.5)
    cells = range(size)
    rows = [[(box * (r % box) + r // box + c) % size + 1 for c in cells] for r in cells]
    return [[0] * size, *rows[1:]]


def rate_all(puzzle, **options):
    """Rate a stream of one puzzle."""
    return list(satdoku.rate_stream([puzzle], **options))


def first_solutions(puzzle, **options):
    """Return three solutions."""
    with satdoku.solutions(puzzle, **options) as grids:
        return list(islice(grids, 3))


def take(function, **fixed):
    """Return a function that lists what another one yields, three at most."""
    return lambda puzzle, **options: list(
        islice(function(puzzle, **fixed, **options), 3)
    )


CASES = {
    "solve": satdoku.solve,
    "solve_many": take(lambda puzzle, **options: satdoku.solve_many([puzzle], **options)),
    "solutions": take(satdoku.solutions),
    "all_solutions": partial(satdoku.all_solutions, limit=3),
    "count": satdoku.count,
    "count exact": partial(satdoku.count, limit=None, method="exact"),
    "count estimate": partial(satdoku.count, method="estimate"),
    "check": satdoku.check,
    "contradiction": satdoku.contradiction,
    "all_contradictions": take(satdoku.all_contradictions),
    "minimize": satdoku.minimize,
    "minimal_puzzles": take(satdoku.minimal_puzzles),
    "smallest_difference": satdoku.smallest_difference,
    "explain": satdoku.explain,
    "explain verified": partial(satdoku.explain, verify=True),
    "hint": satdoku.hint,
    "find_steps": partial(satdoku.find_steps, techniques="all"),
    "rate": satdoku.rate,
    "rate_stream": rate_all,
    "profile": partial(satdoku.profile, functions=5),
    "prove": satdoku.prove,
    "encode": satdoku.encode,
}
"""A call for each function that takes a puzzle and a time limit."""

OTHERS = {"generate", "generate_many", "html_page", "strengths", "verify", "check_proof"}
"""Functions that take a time limit and no puzzle, with tests of their own."""


def main(size, timeout, *names):
    """Run cases on a board, and print what each took."""
    for name in names:
        CASES[name](SMALL, timeout=60)  # loads modules
    text = Path("/proc/self/statm").read_text("ascii")
    mapped = int(text.split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MEMORY,) * 2)
    puzzle = VARIANTS.get(size) or empty(int(size))
    for name in names:
        begun, clock = process_time(), perf_counter()
        try:
            answer = CASES[name](puzzle, timeout=float(timeout))
        except SatdokuError as error:
            answer = error
        took = process_time() - begun, perf_counter() - clock
        print(json.dumps((name, *took, repr(answer)[:60])), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
