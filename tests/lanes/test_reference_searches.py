"""How each search goes, exactly: solutions, guesses and sweeps, as kept in a file.

A puzzle a line of `searches.txt`: the puzzle, its first solution or `-`, and for each
limit what `search` says: count, guesses, sweeps; `all` is no limit.  After an intended
change write the file anew with `--renew`.
"""

from pathlib import Path

import numpy as np
import pytest

from tests.lanes.conftest import both
from tests.lanes.puzzles import (
    are_solutions,
    array,
    assert_sound,
    brute_force,
    line_of,
    searched,
)

FILE = Path(__file__).with_name("searches.txt")
OPTIONS = {
    "1": {"limit": 1},
    "2": {"limit": 2},
    "5": {"limit": 5},
    "16": {"limit": 16},
    "all": {"limit": None},
}


@pytest.fixture(scope="module")
def searches():
    """Return the puzzles, their first solutions, and what each kind of search takes."""
    puzzles, solutions, taken = [], [], []
    for line in FILE.read_text("ascii").splitlines():
        puzzle, solution, *searched = line.split()
        puzzles.append(puzzle)
        solutions.append("." * 81 if solution == "-" else solution)
        taken.append(
            {
                key: tuple(map(int, numbers.split(",")))
                for key, numbers in (word.split(":") for word in searched)
            }
        )
    return array(*puzzles), array(*solutions), taken


@both(
    ["kind"],
    [("2",), ("16",), ("all",)],
    numpy=[("16",)],
    nightly=[("1",), ("5",)],
)
def test_searches(searches, executor, kind):
    """Each puzzle's search goes as it went when the file was written."""
    puzzles, solutions, taken = searches
    rows = [at for at, kinds in enumerate(taken) if kind in kinds]
    batch = searched(puzzles[rows], executor=executor, **OPTIONS[kind])

    found = zip(batch.counts, batch.guesses, batch.sweeps, strict=True)
    different = {
        line_of(puzzles[row]): (numbers, taken[row][kind])
        for row, numbers in zip(rows, found, strict=True)
        if tuple(map(int, numbers)) != taken[row][kind]
    }
    assert different == {}
    found = batch.counts > 0
    assert np.array_equal(batch.solutions[found], solutions[rows][found])
    assert_sound(puzzles[rows], batch)
    assert batch.complete.all()


def test_the_file_is_right(searches):
    """Solutions keep the rules, and there are as many as trying finds."""
    puzzles, solutions, taken = searches
    some = solutions.any(axis=1)
    assert are_solutions(puzzles[some], solutions[some]).all()
    few = [at for at, kinds in enumerate(taken) if kinds.get("all", (99,))[0] < 30]
    assert len(few) > 50
    for at in few:
        if np.count_nonzero(puzzles[at]) > 27:
            count = len(brute_force(puzzles[at]))
            assert taken[at]["all"][0] == count
            for kind in ("1", "2", "5", "16"):
                assert taken[at][kind][0] == min(count, int(kind))


def test_renew(searches, renew):
    """With `--renew` the file is written anew, by NumPy."""
    if not renew:
        return
    puzzles, _, taken = searches
    words = [[line_of(puzzle)] for puzzle in puzzles]
    for row, solution in zip(
        words, searched(puzzles, executor="numpy").solutions, strict=True
    ):
        row.append(line_of(solution) if solution.any() else "-")
    few = np.array(["all" in kinds for kinds in taken])
    for kind, options in OPTIONS.items():
        rows = np.flatnonzero(few) if kind == "all" else np.arange(len(puzzles))
        batch = searched(puzzles[rows], executor="numpy", **options)
        for at, *numbers in zip(
            rows, batch.counts, batch.guesses, batch.sweeps, strict=True
        ):
            words[at].append(f"{kind}:{','.join(map(str, numbers))}")
    FILE.write_text("".join(" ".join(row) + "\n" for row in words), "ascii")
