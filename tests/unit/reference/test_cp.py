"""`cp`: the constraint program, and the thread that CP-SAT searches in."""

from __future__ import annotations

import os
import signal
import sys
from itertools import islice
from subprocess import run
from threading import Timer, active_count
from time import monotonic

import pytest

import satdoku
from satdoku.errors import Stopped
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.cp import Cp

pytest.importorskip("ortools", reason="ortools is not installed")

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
LARGE = Grid.trusted(Geometry(6, 6), (0,) * 1296)
"""CP-SAT takes many seconds for this one."""


def part(geometry: Geometry) -> Grid:
    """Return a puzzle of a few solutions: two rows of a solved grid are empty."""
    solved = satdoku.solve(Grid.trusted(geometry, (0,) * geometry.cells)).solution
    assert solved is not None
    return Grid(
        geometry, (*solved.values[: -2 * geometry.size], *[0] * 2 * geometry.size)
    )


def found(puzzle: Grid) -> list[tuple[int, ...]]:
    """Return all solutions, by the engine."""
    return list(Cp().solutions(puzzle, {}))


def known(puzzle: Grid) -> set[tuple[int, ...]]:
    """Return all solutions, by another engine."""
    return {grid.values for grid in satdoku.solutions(puzzle, engine="dpll")}


@pytest.mark.parametrize(
    "puzzle",
    [
        Grid.parse(NINE),
        Grid.parse("." * 16),
        part(Geometry(2, 3)),
        part(Geometry(3, 2)),
        Grid.parse("1243 3421 2134 4312"),
    ],
    ids=["9x9", "288 solutions", "2x3", "3x2", "complete"],
)
def test_every_solution_comes_once(puzzle: Grid) -> None:
    """Those that plain search finds, and no more; on any geometry."""
    solutions = found(puzzle)

    assert known(puzzle) == set(solutions)
    assert len(set(solutions)) == len(solutions)


@pytest.mark.parametrize(
    "puzzle",
    [
        Grid.parse("1.1." + "." * 12),
        Grid.parse("12.. .... ...3 ..3."),
        Grid.parse("12.. ..3. ..4. ...."),
        Grid.of_candidates(Geometry(2, 2), (0,) * 16),
        Grid.of_candidates(Geometry(2, 2), (3,) * 16),
    ],
    ids=["clash", "box without 3", "cell", "nothing left", "no place for a digit"],
)
def test_there_may_be_no_solution(puzzle: Grid) -> None:
    """Whatever the reason is; it is no error."""
    assert [] == found(puzzle)


def test_candidates_are_kept_to() -> None:
    """What a puzzle rules out beyond its clues is in no solution."""
    puzzle = Grid.parse("12.. .... .... ....")
    masks = list(puzzle.left())
    masks[2] = 1 << 2  # a 3

    solutions = found(puzzle.with_candidates(masks))

    assert {values for values in known(puzzle) if values[2] == 3} == set(solutions)


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
    list(Cp().solutions(puzzle, alone))
    list(Cp().solutions(puzzle, twice))

    assert 0 < alone["decisions"]
    assert alone["decisions"] + 1000 == twice["decisions"]
    assert {"decisions", "conflicts"} == twice.keys()


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """CP-SAT has a log, which nobody asked for."""
    found(Grid.parse(NINE))

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
    clock = Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    clock.start()

    with pytest.raises(KeyboardInterrupt):
        next(Cp().solutions(LARGE, {}))

    clock.join()
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
