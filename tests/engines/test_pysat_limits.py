"""Limits: every solver gives up on time, on hard formulas, and serves again."""

import os
import threading
from collections import deque
from time import monotonic, sleep

import pytest

from satdoku.engines.registry import available, find, load
from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import Deadline

HOLES = 12
SWITCH = HOLES * (HOLES + 1) + 1
SHORT = 0.2
LATEST = 0.2 + 5
"""Half a second is promised; a busy machine needs slack."""


def hard(cases, name):
    """Return an engine that answers at once under -SWITCH, and hardly ever under it."""
    return load(name, cases.formula(cases.pigeons(HOLES, SWITCH), SWITCH))


@pytest.fixture
def other_thread():
    """Let another thread live, so that a fork would not be safe."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    yield
    end.set()
    thread.join()


class TestSeconds:
    """A time limit holds within half a second."""

    def test_solve(self, solver, cases):
        engine = hard(cases, solver)
        for _ in range(2):
            began = monotonic()
            outcome = engine.solve([SWITCH], Deadline(SHORT))

            assert outcome.satisfiable is None
            assert 0.18 < monotonic() - began < LATEST
            later = engine.solve([-SWITCH], Deadline(seconds=30))
            assert later.satisfiable

    @pytest.mark.nightly
    def test_random_formula(self, solver, cases):
        clauses = cases.random_clauses(2, 600, 2550)
        engine = load(solver, cases.formula(clauses, 600))
        began = monotonic()
        outcome = engine.solve([], Deadline(SHORT))

        assert monotonic() - began < LATEST
        # MiniSat's relatives are lucky with this one now and then.
        assert outcome.satisfiable is not False

    def test_no_time_at_all(self, solver, cases):
        engine = hard(cases, solver)
        began = monotonic()
        outcome = engine.solve([SWITCH], Deadline(seconds=0))

        assert outcome.satisfiable is None
        assert monotonic() - began < LATEST

    def test_walk(self, solver, cases):
        engine = load(solver, cases.formula([], 40))
        began = monotonic()
        walk = engine.models(deadline=Deadline(SHORT))
        with pytest.raises(Stopped):
            deque(walk, maxlen=0)

        assert engine.statistics() or solver in {"kissat404", "cryptominisat"}
        assert monotonic() - began < LATEST
        assert (40,) == engine.solve([*range(-39, 0), 40]).model

    def test_easy_under_a_limit(self, solver, cases):
        engine = load(solver, cases.formula(cases.random_clauses(5, 8, 28), 8))
        for assumed in ([], [1], [-1, 2], [-8, -7, -6]):
            plain = engine.solve(assumed)
            limited = engine.solve(assumed, Deadline(seconds=30))

            assert plain.satisfiable is limited.satisfiable
            assert (plain.model is None) == (limited.model is None)

    @pytest.mark.parametrize("seconds", [-1, -0.001, float("nan")])
    def test_nonsense(self, solver, cases, seconds):
        engine = load(solver, cases.formula([[1]], 1))
        with pytest.raises(UsageError):
            engine.solve([], Deadline(seconds=seconds))


class TestConflicts:
    """A limit of conflicts, where the table says so, and UsageError elsewhere."""

    def test_solve(self, solver, cases):
        engine = hard(cases, solver)
        if not find(solver).conflict_limit:
            with pytest.raises(UsageError):
                engine.solve([SWITCH], Deadline(conflicts=100))
            return
        for limit in (1, 100, 5000):
            outcome = engine.solve([SWITCH], Deadline(conflicts=limit))

            assert outcome.satisfiable is None
            assert limit * 0.9 <= outcome.statistics["conflicts"] <= limit * 2.5 + 3000

        limit = 2**40
        assert engine.solve([-1], Deadline(conflicts=limit)).satisfiable

    def test_walk(self, solver, cases):
        clauses = cases.random_clauses(3, 60, 240)
        engine = load(solver, cases.formula(clauses, 60))
        if not find(solver).conflict_limit:
            with pytest.raises(UsageError):
                next(engine.models(deadline=Deadline(conflicts=20)))
            return
        with pytest.raises(Stopped):
            for _ in engine.models(deadline=Deadline(conflicts=20)):
                pass

        assert engine.statistics()["conflicts"] >= 18

    def test_nonsense(self, solver, cases):
        engine = load(solver, cases.formula([[1]], 1))
        for conflicts in (0, -5):
            with pytest.raises(UsageError):
                engine.solve([], Deadline(conflicts=conflicts))


class TestHolding:
    """The ways a search is held, also where the usual one is not there."""

    @pytest.mark.usefixtures("other_thread")
    @pytest.mark.parametrize("name", ["lingeling", "kissat404"])
    def test_started_process(self, cases, name, monkeypatch):
        if not available(find(name)):
            pytest.skip(f"{name} is not installed")
        clauses = cases.random_clauses(5, 8, 22)
        monkeypatch.setattr("satdoku.engines.pysat._OWN_SOLVER_AFTER", 3)
        engine = load(name, cases.formula(clauses, 8))
        expected = cases.models_of(clauses, 8, [1])

        assert engine.solve([1], Deadline(30)).model in expected
        assert expected == set(engine.models([1], deadline=Deadline(30)))
        began = monotonic()
        assert hard(cases, name).solve([SWITCH], Deadline(SHORT)).satisfiable is None
        assert monotonic() - began < LATEST

    def test_no_process_is_left(self, cases):
        engine = hard(cases, "lingeling")
        engine.solve([SWITCH], Deadline(SHORT))
        sleep(0.05)
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)
