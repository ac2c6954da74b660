"""`cp`: the constraint program, and the thread that CP-SAT searches in."""

from __future__ import annotations

import sys
from itertools import islice
from subprocess import run
from threading import active_count
from time import monotonic

import pytest

from satdoku.errors import Stopped
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.cp import Cp
from tests.unit.reference.stopping import ctrl_c_after

pytest.importorskip("ortools", reason="ortools is not installed")

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
LARGE = Grid.trusted(Geometry(6, 6), (0,) * 1296)
"""CP-SAT takes many seconds for this one."""


def test_solutions_come_one_by_one() -> None:
    """The first before the others are looked for: an empty 9x9 has 6.7e21."""
    counters: dict[str, int] = {}
    solutions = Cp().solutions(Grid.parse("." * 81), counters)
    next(solutions)
    first = dict(counters)
    rest = list(islice(solutions, 20))
    solutions.close()

    assert 20 == len(set(rest))
    assert first["decisions"] < counters["decisions"]


def test_counters_are_added_up() -> None:
    """To what is there."""
    alone: dict[str, int] = {}
    twice = {"decisions": 1000, "conflicts": 0}

    puzzle = Grid.parse("." * 16)
    every = list(Cp().solutions(puzzle, alone))
    list(Cp().solutions(puzzle, twice))

    assert 288 == len(set(every)) == len(every)
    assert 0 < alone["decisions"]
    assert alone["decisions"] + 1000 == twice["decisions"]
    assert {"decisions", "conflicts"} == twice.keys()


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """CP-SAT has a log, which nobody asked for."""
    list(Cp().solutions(Grid.parse(NINE), {}))

    assert ("", "") == capfd.readouterr()


def test_a_walk_that_is_left_leaves_nothing_running() -> None:
    """Before the first solution, and between two."""
    before = active_count()
    for taken in (0, 1, 3):
        solutions = Cp().solutions(Grid.parse("." * 81), {})
        list(islice(solutions, taken))
        solutions.close()

    assert before == active_count()


def test_it_stops_at_the_deadline() -> None:
    """In the middle of a search, or before it has begun; the thread is gone."""
    before = active_count()
    for seconds in (0.3, -1):
        with pytest.raises(Stopped, match="out of time"):
            next(Cp().solutions(LARGE, {}, monotonic() + seconds))

    assert before == active_count()


def test_ctrl_c_ends_it() -> None:
    """CP-SAT does not keep it for itself; the thread is gone."""
    before = active_count()

    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.2):
        next(Cp().solutions(LARGE, {}))

    assert before == active_count()


@pytest.mark.slow
def test_a_program_may_end_within_a_walk() -> None:
    """The thread that waits does not keep Python from its end, nor break it."""
    text = """
import satdoku
walk = satdoku.solutions("." * 81, engine="cp")
next(walk)
circle = [walk]
circle.append(circle)
print("end")
"""

    ended = run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (0, "end\n", "") == (ended.returncode, ended.stdout, ended.stderr)
