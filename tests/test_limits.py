"""Time limits hold: reading, building and searching together, in bounded memory.

Each case runs in a process of its own with a gigabyte of memory.  CPU time is measured,
which other programs do not change; wall time only shows that nothing waits.
"""

import io
import json
import resource
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from inspect import isfunction, signature
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time, sleep

import pytest

import satdoku
from satdoku import Puzzle, SatdokuError, Stopped, explain
from satdoku.constraints import Renban
from satdoku.explanation.page import html_page
from satdoku.explanation.strength import strengths

SMALL = "1... ..2. ..3. 4..."
SIZES = (36, 49, 64)
MEMORY = 1 << 30
TOLERANCE = 0.2, 0.1  # seconds, and a part of the limit

VARIANTS = {
    "regex": ".Regex~LipbMTJdLnsxMn1bMzRdLio"
    + "".join(f"~R{row}C{column}" for row in range(1, 6) for column in range(1, 10)),
    "sum": ".Sum~999999_=_7_19_103_1009_10007_99991_311_3001"
    + "".join(f"~R{one}C{one}" for one in range(1, 9)),
    "renban": Renban(" ".join(f"r1c{column}" for column in range(1, 13))),
}
"""Variants whose formulas take long to build: ISS text, and a rule of a 36x36 grid."""


def variant(name):
    """Return the puzzle of a variant."""
    source = VARIANTS[name]
    if isinstance(source, str):
        return satdoku.read(io.StringIO(source))
    return Puzzle(empty(36), [source])


def empty(size):
    """Return a board without clues."""
    return [[0] * size for _ in range(size)]


def nearly(size):
    """Return a board that lacks a row."""
    box = round(size**0.5)
    cells = range(size)
    rows = [[(box * (r % box) + r // box + c) % size + 1 for c in cells] for r in cells]
    return [[0] * size, *rows[1:]]


def many(function, **fixed):
    """Return a function that lists what another one yields, three at most."""
    return lambda puzzle, **options: list(
        islice(function(puzzle, **fixed, **options), 3)
    )


def of_one(function):
    """Return a function of one puzzle from one of several."""
    return many(lambda puzzle, **options: function([puzzle], **options))


CASES = {
    "all_contradictions": many(satdoku.all_contradictions),
    "all_solutions": partial(satdoku.all_solutions, limit=3),
    "candidate_counts": satdoku.candidate_counts,
    "check": satdoku.check,
    "contradiction": satdoku.contradiction,
    "count": satdoku.count,
    "count exact": partial(satdoku.count, limit=None, method="exact"),
    "count estimate": partial(satdoku.count, method="estimate"),
    "encode": satdoku.encode,
    "explain": satdoku.explain,
    "explain verified": partial(satdoku.explain, verify=True),
    "find_steps": partial(satdoku.find_steps, techniques="all"),
    "hint": satdoku.hint,
    "minimal_puzzles": many(satdoku.minimal_puzzles),
    "minimize": satdoku.minimize,
    "profile": partial(satdoku.profile, functions=5),
    "prove": satdoku.prove,
    "rate": satdoku.rate,
    "rate_stream": of_one(satdoku.rate_stream),
    "smallest_difference": satdoku.smallest_difference,
    "solutions": many(satdoku.solutions),
    "solve": satdoku.solve,
    "solve_many": of_one(satdoku.solve_many),
}
"""A call for each function that takes a puzzle and a time limit."""

OTHERS = {"generate", "generate_many", "solve_batch", "solve_frame", "verify"}
"""Functions that take a time limit and something else."""


class Slow(list):
    """A puzzle that takes its time to be read."""

    def __iter__(self):
        sleep(0.3)
        return super().__iter__()


@pytest.mark.parametrize("name", ["count", "count exact", "prove", "solve", "check"])
def test_reading_counts(name, needs):
    """The time that it takes to read the puzzle is part of the limit."""
    if name == "count exact":
        needs("pyganak")
    try:
        answer = CASES[name](Slow(Puzzle(SMALL).rows), timeout=0.2)
    except Stopped:
        return
    assert not answer.complete


def main(size, timeout, *names):
    """Run cases on a board, and print what each took."""
    for name in names:
        CASES[name](SMALL, timeout=60)  # loads modules
    text = Path("/proc/self/statm").read_text("ascii")
    mapped = int(text.split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MEMORY,) * 2)
    puzzle = variant(size) if size in VARIANTS else empty(int(size))
    for name in names:
        begun, clock = process_time(), perf_counter()
        try:
            answer = CASES[name](puzzle, timeout=float(timeout))
        except SatdokuError as error:
            answer = error
        took = process_time() - begun, perf_counter() - clock
        print(json.dumps((name, *took, repr(answer)[:60])), flush=True)


def measured(puzzle, timeout, *names):
    """Return for each case its CPU time, its wall time, and what came of it."""
    command = [sys.executable, __file__, str(puzzle), str(timeout), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return {name: took for name, *took in map(json.loads, done.stdout.splitlines())}


def holds(timeout, took):
    """Whether a time limit held."""
    cpu, wall, _ = took
    least, part = TOLERANCE
    return cpu <= timeout * (1 + part) + least and wall <= timeout + 60


def names():
    """Return the cases that can run here."""
    return [one for one in CASES if one != "count exact" or find_spec("pyganak")]


def test_large_boards():
    took = measured(36, 0.1, *names())
    assert [one for one in took.items() if not holds(0.1, one[1])] == []


def test_the_largest_board():
    cases = ("check", "contradiction", "count", "encode", "smallest_difference")
    took = measured(225, 0.5, *cases)
    assert [one for one in took.items() if not holds(0.5, one[1])] == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("puzzle", [*SIZES, *VARIANTS])
def test_large_boards_and_variants(puzzle, name):
    (took,) = measured(puzzle, 0.5, name).values()
    assert holds(0.5, took), took


def test_every_function_with_a_time_limit_has_a_case():
    functions = {
        name
        for name in satdoku.__all__
        if isfunction(getattr(satdoku, name))
        and "timeout" in signature(getattr(satdoku, name)).parameters
    }
    assert functions == OTHERS | {name.split()[0] for name in CASES}


def test_other_functions():
    path = explain(nearly(36), until=5)
    certificate = satdoku.prove(SMALL)
    for call in (
        partial(satdoku.generate, size=25),
        partial(many(satdoku.generate_many), 3),
        partial(html_page, path),
        partial(strengths, path, "extended"),
        partial(satdoku.verify, certificate),
    ):
        begun = process_time()
        with pytest.raises(satdoku.Stopped):
            call(timeout=1e-6)
        assert process_time() - begun < 0.5


if __name__ == "__main__":
    main(*sys.argv[1:])
