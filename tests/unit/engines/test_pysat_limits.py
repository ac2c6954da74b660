"""Limits: every solver gives up on time, on hard formulas, and serves again."""

from __future__ import annotations

import os
import threading
from collections import deque
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from satdoku.engines.engine import Limits, Status
from satdoku.engines.pysat import loaded, process
from satdoku.engines.pysat.native import Native
from satdoku.engines.register import find, load
from satdoku.errors import EngineError, Stopped, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.engines.engine import Engine
    from tests.unit.engines.conftest import Cases

HOLES = 12
SWITCH = HOLES * (HOLES + 1) + 1
SHORT = Limits(seconds=0.2)
LATEST = 0.2 + 0.5


def hard(cases: Cases, name: str) -> Engine:
    """Return an engine that answers at once under -SWITCH, and hardly ever under it."""
    return load(name, cases.formula(cases.pigeons(HOLES, SWITCH), SWITCH))


@pytest.fixture
def other_thread() -> Iterator[None]:
    """Let another thread live, so that a fork would not be safe."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    yield
    end.set()
    thread.join()


class TestSeconds:
    """`Limits.seconds` holds within half a second."""

    def test_solve(self, solver: str, cases: Cases) -> None:
        """UNKNOWN in time, and the engine is as good as new."""
        engine = hard(cases, solver)
        for _ in range(2):
            began = monotonic()
            outcome = engine.solve([SWITCH], SHORT)

            assert Status.UNKNOWN is outcome.status
            assert 0.18 < monotonic() - began < LATEST
            assert Status.SATISFIABLE is engine.solve([-SWITCH], SHORT).status

    def test_random_formula(self, solver: str, cases: Cases) -> None:
        """The same on a formula without structure, at the hardest ratio."""
        clauses = cases.random_clauses(2, 600, 2550)
        engine = load(solver, cases.formula(clauses, 600))
        began = monotonic()
        outcome = engine.solve([], SHORT)

        assert monotonic() - began < LATEST
        # MiniSat's relatives are lucky with this one now and then.
        assert Status.UNSATISFIABLE is not outcome.status

    def test_no_time_at_all(self, solver: str, cases: Cases) -> None:
        """Zero seconds are few, but not a mistake."""
        began = monotonic()
        outcome = hard(cases, solver).solve([SWITCH], Limits(seconds=0))

        assert Status.UNKNOWN is outcome.status
        assert monotonic() - began < 0.5

    def test_walk(self, solver: str, cases: Cases) -> None:
        """The limit is for all models together."""
        engine = load(solver, cases.formula([], 40))
        began = monotonic()
        walk = engine.models(limits=SHORT)
        with pytest.raises(Stopped):
            deque(walk, maxlen=0)

        assert engine.statistics() or solver in {"kissat404", "cryptominisat"}
        assert monotonic() - began < LATEST
        assert (40,) == engine.solve([*range(-39, 0), 40]).model

    def test_easy_under_a_limit(self, solver: str, cases: Cases) -> None:
        """A limit changes no answer, however the solver is held to it."""
        engine = load(solver, cases.formula(cases.random_clauses(5, 8, 28), 8))
        for assumed in ([], [1], [-1, 2], [-8, -7, -6]):
            plain = engine.solve(assumed)
            limited = engine.solve(assumed, Limits(seconds=30))

            assert plain.status is limited.status
            assert (plain.model is None) == (limited.model is None)

    @pytest.mark.parametrize("seconds", [-1, -0.001, float("nan")])
    def test_nonsense(self, solver: str, cases: Cases, seconds: float) -> None:
        """Time does not run backwards."""
        engine = load(solver, cases.formula([[1]], 1))
        with pytest.raises(UsageError, match="seconds"):
            engine.solve([], Limits(seconds=seconds))


class TestConflicts:
    """`Limits.conflicts` where the table says so, and UsageError elsewhere."""

    def test_solve(self, solver: str, cases: Cases) -> None:
        """The search ends near the limit; Glucose looks only when it restarts."""
        engine = hard(cases, solver)
        if not find(solver).conflict_limit:
            with pytest.raises(UsageError, match="conflicts"):
                engine.solve([SWITCH], Limits(conflicts=100))
            return
        for limit in (1, 100, 5000):
            outcome = engine.solve([SWITCH], Limits(conflicts=limit))

            assert Status.UNKNOWN is outcome.status
            assert limit * 0.9 <= outcome.statistics["conflicts"] <= limit * 2.5 + 3000

        limit = 2**40
        assert Status.SATISFIABLE is engine.solve([-1], Limits(conflicts=limit)).status

    def test_walk(self, solver: str, cases: Cases) -> None:
        """The limit is for all models together; refused where it cannot be kept."""
        clauses = cases.random_clauses(3, 60, 240)
        engine = load(solver, cases.formula(clauses, 60))
        if not find(solver).conflict_limit:
            with pytest.raises(UsageError, match="conflicts"):
                next(engine.models(limits=Limits(conflicts=20)))
            return
        with pytest.raises(Stopped):
            for _ in engine.models(limits=Limits(conflicts=20)):
                pass

        assert engine.statistics()["conflicts"] >= 18

    def test_nonsense(self, solver: str, cases: Cases) -> None:
        """No search can be promised to have no conflict."""
        engine = load(solver, cases.formula([[1]], 1))
        for conflicts in (0, -5):
            with pytest.raises(UsageError, match="conflicts"):
                engine.solve([], Limits(conflicts=conflicts))


class TestHolding:
    """The ways a search is held, also where the usual one is not there."""

    def test_large_formulas(
        self, solver: str, cases: Cases, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No bounded search is tried before the holding begins."""
        monkeypatch.setattr(loaded, "_BOUNDED_CLAUSES", 0)
        monkeypatch.setattr(loaded, "_KEPT_CLAUSES", 0)
        clauses = cases.random_clauses(5, 8, 28)
        engine = load(solver, cases.formula(clauses, 8))
        for assumed in ([], [1], [-1, 2], [-8, -7, -6]):
            expected = cases.models_of(clauses, 8, assumed)

            assert engine.solve(assumed).model in (expected or [None])
            assert expected == set(engine.models(assumed))

        empty = load(solver, cases.formula([[1, 2], []], 2))
        assert Status.UNSATISFIABLE is empty.solve().status

    @pytest.mark.parametrize("name", ["glucose4", "minisat22"])
    def test_thread_that_does_not_stop(
        self, cases: Cases, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        """It is left behind with its solver; the engine gets another one."""
        told = list[Native]()
        alive = threading.active_count()

        def tell_nobody(solver: Native) -> None:
            told.append(solver)

        monkeypatch.setattr(Native, "interrupt", tell_nobody)
        engine = hard(cases, name)

        began = monotonic()
        assert Status.UNKNOWN is engine.solve([SWITCH], SHORT).status
        with pytest.raises(Stopped):
            list(engine.models([SWITCH], limits=SHORT))
        assert monotonic() - began < 2 * LATEST
        assert Status.SATISFIABLE is engine.solve([-SWITCH], SHORT).status
        assert alive + 2 == threading.active_count()

        engine.close()
        monkeypatch.undo()
        for solver in told:
            solver.interrupt()
        while threading.active_count() > alive:
            sleep(0.01)

    def test_no_threads(self, cases: Cases, monkeypatch: pytest.MonkeyPatch) -> None:
        """Python in a browser has none: slices do."""

        def refuse(_: threading.Thread) -> None:
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(threading.Thread, "start", refuse)
        engine = hard(cases, "minisat22")
        began = monotonic()

        assert Status.UNKNOWN is engine.solve([SWITCH], SHORT).status
        assert monotonic() - began < LATEST

    def test_failure_in_the_thread(
        self, cases: Cases, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is not lost there."""

        def fail(*_: object) -> bool:
            raise MemoryError

        monkeypatch.setattr(Native, "attempt_apart", fail)
        with pytest.raises(MemoryError):
            hard(cases, "minisat22").solve([SWITCH], SHORT)

    @pytest.mark.usefixtures("other_thread")
    @pytest.mark.parametrize("name", ["lingeling", "kissat404"])
    def test_started_process(self, cases: Cases, name: str) -> None:
        """Where a fork is not safe, another Python answers, and is ended in time."""
        if not find(name).available:
            pytest.skip(f"{name} is not installed")
        clauses = cases.random_clauses(5, 8, 22)
        engine = load(name, cases.formula(clauses, 8), own_solver_after=3)
        long = Limits(seconds=30)
        expected = cases.models_of(clauses, 8, [1])

        assert engine.solve([1], long).model in expected
        assert expected == set(engine.models([1], limits=long))
        began = monotonic()
        assert Status.UNKNOWN is hard(cases, name).solve([SWITCH], SHORT).status
        assert monotonic() - began < LATEST

    @pytest.mark.parametrize("forks", [True, False])
    def test_process_that_dies(
        self, cases: Cases, monkeypatch: pytest.MonkeyPatch, *, forks: bool
    ) -> None:
        """Its end is told, and is not taken for an answer."""
        monkeypatch.setattr(process, "_can_fork", lambda: forks)
        monkeypatch.setattr(process, "_STARTER", "raise SystemExit(7)")
        monkeypatch.setattr(process, "_search", lambda *_: os._exit(7))
        engine = load("lingeling", cases.formula([[1]], 1))
        with pytest.raises(EngineError, match="lingeling ended with code 7"):
            engine.solve([], Limits(seconds=30))

    def test_no_process_is_left(self, cases: Cases) -> None:
        """A child that was ended is also taken away."""
        engine = hard(cases, "lingeling")
        engine.solve([SWITCH], SHORT)
        sleep(0.05)
        with pytest.raises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)
