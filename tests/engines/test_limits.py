"""Limits: every engine gives up on time, on hard formulas, and serves again."""

from collections import deque
from time import monotonic

import pytest

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines import pysat
from satdoku.engines.registry import find, load
from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import Deadline
from tests.conftest import nightly, time_limit
from tests.engines.conftest import HERE, sampled

HOLES = 12
SWITCH = HOLES * (HOLES + 1) + 1
SHORT = 0.2
LATEST = 0.2 + 30
"""Half a second is promised; a busy machine needs slack."""


def hard(cases, name):
    """Return an engine that answers at once under -SWITCH, and hardly ever under it."""
    return load(name, cases.formula(cases.pigeons(HOLES, SWITCH), SWITCH))


LIMITED = sampled([name for name in HERE if find(name).time_limit != "none"])


@pytest.fixture(params=["dpll", "cdcl", *LIMITED])
def limited(request):
    """Return the name of an engine that keeps time limits: each in turn."""
    return str(request.param)


def test_no_limit_of_time(solver, cases):
    """What cannot be kept is refused."""
    engine = load(solver, cases.formula([[1]], 1))
    if find(solver).time_limit == "none":
        with pytest.raises(UsageError, match="has no time limit"):
            engine.solve([], Deadline(30))
    assert engine.solve([]).satisfiable


@pytest.mark.parametrize("name", nightly(["cadical153", "minisat22"], "cadical153"))
def test_searches_do_not_depend_on_the_clock(cases, name):
    """A search of many slices is the same each time, with a limit or without one."""
    formula = cases.formula(cases.pigeons(8), 72)
    once, again = (load(name, formula).solve([], Deadline(end)) for end in (None, 60))

    assert once.statistics["conflicts"] > 20_000
    assert once.statistics == again.statistics


@pytest.mark.parametrize("name", ["dpll", "cdcl", *LIMITED])
def test_loading_keeps_the_deadline(name):
    """A large formula is not loaded to its end, nor made."""
    last = 2_000_000

    def groups():
        for start in range(1, last, 1000):
            clauses = [(x, x + 1) for x in range(start, start + 1000)]
            yield Group(Origin("example", str(start)), tuple(clauses))

    formula = Formula(last + 1, last, groups, str)
    with time_limit(0.7), pytest.raises(Stopped):
        load(name, formula, Deadline(0.1))


class TestSeconds:
    """A time limit holds within half a second."""

    def test_solve(self, limited, cases):
        engine = hard(cases, limited)
        assert engine.solve([SWITCH], Deadline(0)).satisfiable is None
        for _ in range(2):
            began = monotonic()
            outcome = engine.solve([SWITCH], Deadline(SHORT))

            assert outcome.satisfiable is None
            assert 0.18 < monotonic() - began < LATEST
            later = engine.solve([-SWITCH], Deadline(seconds=30))
            assert later.satisfiable

    @pytest.mark.skipif("glucose4" not in HERE, reason="needs glucose4")
    def test_a_solver_left_behind_is_not_used_again(self, cases, monkeypatch):
        """It may go on in its thread; the next call loads another."""
        monkeypatch.setattr(pysat, "_GRACE", 0.0)
        monkeypatch.setattr(pysat, "_MAX_FIRST_SLICE", 100)
        engine = hard(cases, "glucose4")
        for _ in range(2):
            assert engine.solve([SWITCH], Deadline(SHORT)).satisfiable is None
            assert engine.solve([-SWITCH]).satisfiable

    def test_walk(self, limited, cases):
        engine = load(limited, cases.formula([], 40))
        began = monotonic()
        walk = engine.models(deadline=Deadline(SHORT))
        with pytest.raises(Stopped):
            deque(walk, maxlen=0)

        assert engine.statistics()
        assert monotonic() - began < LATEST
        assert (40,) == engine.solve([*range(-39, 0), 40]).model

    def test_easy_under_a_limit(self, limited, cases):
        engine = load(limited, cases.formula(cases.random_clauses(5, 8, 28), 8))
        for assumed in ([], [1], [-1, 2], [-8, -7, -6]):
            plain = engine.solve(assumed)
            in_time = engine.solve(assumed, Deadline(seconds=30))

            assert plain.satisfiable is in_time.satisfiable
            assert (plain.model is None) == (in_time.model is None)


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
