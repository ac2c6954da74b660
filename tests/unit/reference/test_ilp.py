"""`ilp`: the 0-1 program, its cuts, and the process that long searches move to."""

from __future__ import annotations

from threading import active_count
from time import monotonic

import pytest

import satdoku
from satdoku.errors import Stopped
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference import ilp
from satdoku.reference.ilp import Ilp
from satdoku.reference.program import Program
from tests.unit.reference.stopping import ctrl_c_after

pytest.importorskip("scipy", reason="scipy is not installed")

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
LARGE = Grid.trusted(Geometry(6, 6), (0,) * 1296)
"""HiGHS takes more than a second for this one."""
ENDLESS = """
from time import sleep
from satdoku.crew import serve_parent
serve_parent(lambda puzzle: lambda found: sleep(600))
"""
"""A process as `ilp` starts one, on a search that no machine is fast enough for."""


def test_only_what_is_open_is_a_variable() -> None:
    """The program has a variable for each candidate that the clues leave."""
    puzzle = Grid.parse(NINE)

    left = sum(mask.bit_count() for mask in puzzle.left())

    assert left == len(Program(puzzle)._variables)


def test_nodes_are_added_up() -> None:
    """To what is there, at each solution."""
    counters = {"nodes": 1000}

    solutions = Ilp().solutions(Grid.parse("." * 36), counters)
    next(solutions)
    first = counters["nodes"]
    next(solutions)

    assert 1000 <= first <= counters["nodes"]
    assert {"nodes"} == counters.keys()


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """HiGHS has a log, which nobody asked for; SciPy a warning, which is not meant."""
    list(Ilp().solutions(Grid.parse(NINE), {}))

    assert ("", "") == capfd.readouterr()


def test_it_stops_at_the_deadline() -> None:
    """In the middle of a search, or before it has begun."""
    for seconds in (0.3, -1):
        with pytest.raises(Stopped, match="out of time"):
            next(Ilp().solutions(LARGE, {}, monotonic() + seconds))


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the search is in this process yet, or has moved to another."""
    monkeypatch.setattr(ilp, "_STARTER", ENDLESS)

    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.2):
        next(Ilp().solutions(LARGE, {}))


@pytest.mark.slow
def test_long_searches_move_to_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins where this one has come to: no solution is lost or comes twice."""
    puzzle = Grid.parse("12.. .... .... ....")
    counters: dict[str, int] = {}
    solutions = Ilp().solutions(puzzle, counters)
    some = [next(solutions) for _ in range(3)]

    monkeypatch.setattr(ilp, "_HERE", 1e-6)
    some += solutions

    every = satdoku.solutions(puzzle, engine="dpll")
    assert {grid.values for grid in every} == set(some)
    assert len(set(some)) == len(some)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["deadline", "ctrl-c", "close"])
def test_the_process_is_ended(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing runs any more, however the search ends."""
    before = active_count()
    monkeypatch.setattr(ilp, "_HERE", 1e-6)
    if ending == "deadline":
        monkeypatch.setattr(ilp, "_STARTER", ENDLESS)
        with pytest.raises(Stopped):
            next(Ilp().solutions(LARGE, {}, monotonic() + 2))
    elif ending == "ctrl-c":
        monkeypatch.setattr(ilp, "_STARTER", ENDLESS)
        with pytest.raises(KeyboardInterrupt), ctrl_c_after(2):
            next(Ilp().solutions(LARGE, {}))
    else:
        solutions = Ilp().solutions(Grid.parse("." * 16), {})
        next(solutions)
        assert before < active_count()
        solutions.close()

    assert before == active_count()
