"""The engine `dpll` keeps the promises of `satdoku.engines.base`."""

import os
import signal
import subprocess
import sys
from random import Random

import pytest

from satdoku.engines.heuristics import fewest_first
from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import Deadline

LATE = 5
"""Seconds by which a time limit may be missed."""

ONE_OF_THREE = [(1, 2, 3), (-1, -2), (-1, -3), (-2, -3)]


def few_models():
    """Make a formula of 20 variables with 31 models, and conflicts between them."""
    dice = Random(6)
    return [
        tuple(v * dice.choice((1, -1)) for v in dice.sample(range(1, 21), 3))
        for _ in range(64)
    ]


class TestStates:
    """READY, SEARCHING and CLOSED."""

    @pytest.mark.parametrize("started", [False, True])
    @pytest.mark.parametrize("later", ["solve", "models", "close"])
    def test_a_later_call_ends_a_walk(self, load, later, *, started):
        engine = load(3, ONE_OF_THREE)
        walk = engine.models()
        if started:
            next(walk)
        getattr(engine, later)()
        before = engine.statistics()

        with pytest.raises(UsageError):
            next(walk)
        assert before == engine.statistics()

    def test_an_assumption_that_fails(self, load):
        engine = load(5, [(-1, 2), (-1, -2), (3, 4, 5), (-3, 4, 5)])
        for assumptions in ([1], [1, 3, -4], [3, 1, 4, 5], [-4, -5, 1]):
            assert engine.solve(assumptions).satisfiable is False
        assert engine.solve([-1, -4]).satisfiable

    def test_rules_by_name_and_themselves(self, load):
        assert load(3, ONE_OF_THREE, heuristic=fewest_first).solve().model
        with pytest.raises(UsageError):
            load(3, ONE_OF_THREE, heuristic="best")


class TestStatistics:
    """Counters of the last call alone."""

    def test_before_any_call_there_are_none(self, load):
        assert {} == load(3, ONE_OF_THREE).statistics()

    def test_an_outcome_holds_those_of_its_call(self, load):
        engine = load(3, ONE_OF_THREE)
        first = engine.solve()
        second = engine.solve([1])

        assert 1 <= first.statistics["decisions"] == first.statistics["depth"]
        assert 0 == second.statistics["decisions"]
        assert second.statistics == engine.statistics()
        assert {"decisions", "propagations", "conflicts", "jumps", "depth"} == set(
            second.statistics
        )

    def test_a_walk_counts_while_it_goes(self, load):
        engine = load(6, [(1, 2, 3), (-4, -5, -6)])
        seen = [engine.statistics()["decisions"] for _ in engine.models()]

        assert sorted(seen) == seen
        assert 0 < seen[0] < seen[-1] <= engine.statistics()["decisions"]


class TestLimits:
    """Time and conflicts; what comes first stops the call, and the engine serves on."""

    def test_time_that_does_not_come(self, load, pigeonhole):
        engine = load(*pigeonhole(5))
        free = engine.solve()

        assert free == engine.solve(deadline=Deadline(seconds=600, conflicts=10**9))

    @pytest.mark.parametrize("conflicts", [1, 2, 7, 50])
    def test_conflicts_are_counted_exactly(self, load, pigeonhole, conflicts):
        engine = load(*pigeonhole(6))
        outcome = engine.solve(deadline=Deadline(conflicts=conflicts))

        assert outcome.satisfiable is None
        assert conflicts == outcome.statistics["conflicts"]

    def test_the_conflict_that_ends_the_search_is_an_answer(self, load, pigeonhole):
        engine = load(*pigeonhole(4))
        needed = engine.solve().statistics["conflicts"]
        enough = engine.solve(deadline=Deadline(conflicts=needed))
        short = engine.solve(deadline=Deadline(conflicts=needed - 1))

        assert enough.satisfiable is False
        assert short.satisfiable is None

    def test_conflicts_stop_a_walk(self, load):
        clauses = few_models()
        engine = load(20, clauses)
        everything = set(engine.models())
        needed = engine.statistics()["conflicts"]
        some = set()
        with pytest.raises(Stopped, match="stopped after 3 conflicts"):
            some.update(engine.models(deadline=Deadline(conflicts=3)))

        assert needed > 3
        assert 3 == engine.statistics()["conflicts"]
        assert some < everything
        assert everything == set(engine.models(deadline=Deadline(conflicts=needed + 1)))


def test_an_observer_stops_a_search(load):
    """Its own reason is kept: no limit has come."""

    class Enough:
        def __getattr__(self, name):
            return self.stop

        def stop(self, *_, **__):
            raise Stopped("enough events")

    engine = load(20, few_models(), observer=Enough())
    for search in (engine.solve, lambda: list(engine.models())):
        with pytest.raises(Stopped, match="enough events"):
            search()


class TestInterrupts:
    """Ctrl-C comes out of the call, and leaves the engine READY."""

    @pytest.mark.parametrize("when", range(1, 40, 3))
    def test_at_any_event(self, load, when):

        class Impatient:
            """Raises at an event."""

            left_over = when

            def event(self, *_, **__):
                """Count an event."""
                self.left_over -= 1
                if self.left_over == 0:
                    raise KeyboardInterrupt

            assumed = decided = propagated = conflict = left = flipped = found = event

        clauses = [(1, 2, 3, 4), (-1, -2, -3), (-1, 5), (-2, -4, 5), (-5, 3, 4)]
        expected = set(load(5, clauses).models())
        engine = load(5, clauses, observer=Impatient())
        walk = engine.models()
        with pytest.raises(KeyboardInterrupt):
            list(walk)

        assert expected == set(engine.models())
        assert engine.solve().model in expected
        assert None is next(walk, None)

    @pytest.mark.skipif(os.name == "nt", reason="SIGINT is a matter of POSIX")
    def test_a_real_one(self, root):
        program = """
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.dpll.search import Dpll
holes = 10
at = lambda pigeon, hole: pigeon * holes + hole + 1
clauses = [tuple(at(p, h) for h in range(holes)) for p in range(holes + 1)]
clauses += [
    (-at(p, h), -at(q, h))
    for h in range(holes) for p in range(holes + 1) for q in range(p)
]
group = Group(Origin("test", "all"), tuple(clauses))
engine = Dpll(Formula(110, len(clauses), lambda: [group], str))
print("ready", flush=True)
try:
    engine.solve()
except KeyboardInterrupt:
    print("stopped after decisions:", engine.statistics()["decisions"] > 0)
    print(engine.solve([1, 11]).satisfiable)
"""
        with subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert "ready\n" == process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=20)

        assert "stopped after decisions: True\nFalse\n" == out
        assert "" == errors
        assert 0 == process.returncode
