"""The parts of `cdcl`, each against the plainest form of what it is called."""

from itertools import accumulate
from random import Random

import pytest
from pysat.solvers import Minisat22

from satdoku.cnf.formula import Formula
from satdoku.engines.cdcl import decisions, proof, search
from satdoku.engines.cdcl.decisions import Activities, luby
from satdoku.engines.cdcl.search import Cdcl, Switches
from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import Deadline
from tests.engines.cdcl.invariants import check
from tests.engines.cdcl.test_cdcl import NAMES, Checks, check_proof, random_formula


def of(clauses, variables=None, **options):
    if variables is None:
        variables = max(abs(x) for clause in clauses for x in clause)
    return Cdcl(Formula.of(clauses, variables), **options)


class Reference(Checks):
    """Does each analysis again, slowly, as the textbooks say it."""

    def learned(self, analysis, trail):
        super().learned(analysis, trail)
        switches, level = self.engine.switches, trail.level
        clause = {x for x in analysis.conflict if trail.levels[abs(x)]}
        pivots = []
        while True:
            here = [x for x in clause if trail.levels[abs(x)] == level]
            last = max(here, key=lambda x: trail.places[abs(x)])
            reason = trail.reasons[abs(last)]
            if reason is None or (switches.learning and len(here) == 1):
                break
            pivots.append(-last)
            clause |= {x for x in reason if trail.levels[abs(x)]}
            clause -= {last, -last}
        assert [literal for literal, _ in analysis.pivots] == pivots
        assert all(trail.reasons[abs(x)] is reason for x, reason in analysis.pivots)
        kept = {
            x
            for x in clause
            if x == last or not switches.minimize or not self.follows(x, clause, trail)
        }
        assert set(analysis.learned) == kept
        assert {-x for x, _ in analysis.removed} >= clause - kept
        assert all(trail.reasons[abs(x)] is reason for x, reason in analysis.removed)
        assert len(analysis.learned) == len(kept)
        assert analysis.learned[0] == last

    def follows(self, literal, clause, trail):
        """Whether a false literal's reasons go back to the clause alone."""
        reason = trail.reasons[abs(literal)]
        return reason is not None and all(
            x in clause or not trail.levels[abs(x)] or self.follows(x, clause, trail)
            for x in reason
            if x != -literal
        )


@pytest.mark.parametrize(
    "off", [(), ("minimize",), ("backjumping",), ("learning",), ("watches", "phases")]
)
def test_every_analysis_is_that_of_the_textbooks(off):
    dice = Random(f"analysis {off}")
    switches, learned = Switches(**dict.fromkeys(off, False)), 0
    for _ in range(12):
        variables, clauses = random_formula(dice, ratio=5)
        reference = Reference()
        reference.engine = of(clauses, variables, switches=switches, observer=reference)
        reference.engine.solve()
        reference.engine.solve([dice.randint(1, variables), -1])
        learned += len(reference.learned_clauses)
    assert learned > 50


def test_the_most_active_free_variable_is_first(monkeypatch):
    """Of equal ones that of the least number; also when activities are scaled down."""
    monkeypatch.setattr(decisions, "_LARGEST", 50.0)
    dice, scaled, taken = Random(3), 1.0, []
    values, plain = [0] * 25, [0.0] * 13
    activities, step = Activities(12, values), 1.0
    for _ in range(3000):
        if taken and dice.random() < 0.5:
            freed = [taken.pop() for _ in range(dice.randint(1, len(taken)))]
            for literal in freed:
                values[literal] = values[-literal] = 0
            activities.free(freed)
        elif dice.random() < 0.5:
            variables = dice.sample(range(1, 13), 3)
            activities.bump(variables)
            for variable in variables:
                plain[variable] += step
            step *= 1.05
            if step > 50.0:
                scaled *= 50.0
                plain = [one / 50.0 for one in plain]
                step /= 50.0
        best = activities.best()
        free = [x for x in range(1, 13) if not values[x]]
        assert best == max(free, key=lambda x: (plain[x], -x), default=None)
        assert len(activities._heap) <= 9 * 13  # it stays small
        if best is not None and dice.random() < 0.5:
            literal = dice.choice((best, -best))
            values[literal], values[-literal] = 1, -1
            taken.append(literal)
    assert scaled > 1


class Counts:
    """Counts the conflicts between restarts, and keeps what happened after them."""

    def __init__(self):
        self.between, self.deletions, self.after = [0], [], []
        self.engine = None
        self.last = {}
        self.begun = False

    def conflict(self, clause):
        del clause
        self.between[-1] += 1
        self.begun = False

    def restarted(self):
        self.between.append(0)
        self.begun = True
        self.last = {abs(x): x for x in self.engine.trail.literals}

    def decided(self, level, literal):
        del level
        if self.begun and abs(literal) in self.last:
            self.after.append(literal == self.last[abs(literal)])

    def deleted(self, clauses):
        left = [one for one in self.engine.learned if one.lbd > 2]
        self.deletions.append((clauses, len(left)))
        worst = max((one.lbd for one in left), default=0)
        self.worst = worst

    def nothing(self, *_):
        pass

    assumed = propagated = learned = jumped = found = nothing


def test_restarts_follow_luby_and_phases_are_kept(cases):
    counts = Counts()
    switches = Switches(deletion=False)
    counts.engine = Cdcl(
        cases.formula(cases.pigeons(6), 42), switches=switches, observer=counts
    )
    statistics = counts.engine.solve().statistics
    ended = list(accumulate(counts.between[:-1]))
    due = accumulate(50 * luby(number) for number in range(1, len(ended) + 1))

    assert all(0 <= at - one < 5 for at, one in zip(ended, due, strict=True))
    assert len(ended) == statistics["restarts"] >= 4
    assert counts.after
    assert all(counts.after)


def test_the_worse_half_of_the_clauses_is_deleted(cases, monkeypatch):
    monkeypatch.setattr(search, "_FIRST_DELETION", 100)
    monkeypatch.setattr(search, "_MORE", 50)
    at = []

    class Deletions(Counts):
        def deleted(self, clauses):
            super().deleted(clauses)
            at.append(sum(self.between))
            check(self.engine, fixpoint=True)
            assert self.deletions[-1][0] >= clauses

    counts = Deletions()
    counts.engine = Cdcl(cases.formula(cases.pigeons(6), 42), observer=counts)
    statistics = counts.engine.solve().statistics

    assert all(
        0 <= one - due < 6 for one, due in zip(at[:3], (100, 250, 450), strict=True)
    )
    assert statistics["deleted"] == sum(gone for gone, _ in counts.deletions)
    for gone, left in counts.deletions:
        assert left - 30 <= gone <= left + 1  # half, but for those that are reasons


def test_glue_clauses_are_never_deleted(cases, monkeypatch):
    monkeypatch.setattr(search, "_FIRST_DELETION", 20)
    monkeypatch.setattr(search, "_MORE", 0)
    glue = set()

    class Kept(Counts):
        def learned(self, analysis, trail):
            del trail
            if analysis.lbd <= 2 and len(analysis.learned) > 1:
                glue.add(frozenset(analysis.learned))

        def deleted(self, clauses):
            assert clauses
            kept = {frozenset(one) for one in self.engine.learned}
            assert {one for one in glue if len(one) > 1} <= kept

    counts = Kept()
    counts.engine = Cdcl(cases.formula(cases.pigeons(5), 30), observer=counts)
    counts.engine.solve()

    assert len(glue) > 10


CHAIN = [[-1, 2], [-2, 3], [-3, 4], [-4, -5, 6, 7], [-7, 8], [-7, -8]]
"""1 makes 2, 3 and 4 true; 7 contradicts itself."""


@pytest.mark.parametrize("watches", [True, False])
def test_counters_of_a_call(watches):
    order = iter((1, 5, -6))
    engine = of(
        CHAIN,
        switches=Switches(watches=watches),
        heuristic=lambda _, now: next((x for x in order if now.is_free(x)), None),
    )
    statistics = engine.solve().statistics
    # 1 makes 2, 3, 4 true; 5 nothing; -6 makes 7 and 8 true, which contradict each
    # other. So 7 is false; then 8, 1 and 5 are decided, as they were last, and make 2,
    # 3, 4 and 6 true. Each literal that becomes false is in one clause, -7 in two.

    assert engine.core() is None
    assert statistics == {
        "conflicts": 1,
        "decisions": 3 + 3,
        "deleted": 0,
        "depth": 3,
        "learned": 0,  # a fact is no clause to keep
        "propagations": 5 + 1 + 4,
        "restarts": 0,
        "visits": 8 + 1 + 6,
    }
    seconds, calls = engine.stages()["propagate"]
    assert calls == 1 + 3 + 1 + 3
    assert 0 < seconds < 1


def test_a_core_names_what_took_part_in_the_order_assumed():
    engine = of([*CHAIN, [9, 10]])

    assert not engine.solve([9, 5, 1, -6, 1, 10]).satisfiable
    assert engine.core() == (5, 1, -6)
    assert engine.solve([9, 5, 1, 10]).satisfiable
    assert engine.core() is None
    assert not engine.solve([9, 7]).satisfiable
    assert engine.core() == (7,)
    assert not engine.solve([9, 1, 3, -2, -3]).satisfiable
    assert set(engine.core()) <= {1, 3, -2, -3}
    assert engine.solve([9, 10, -7]).satisfiable


def test_assumptions_that_contradict_each_other_or_a_fact():
    engine = of([[1], [2, 3]])

    assert not engine.solve([3, -2, 2]).satisfiable
    assert engine.core() == (-2, 2)
    assert not engine.solve([3, -1]).satisfiable
    assert engine.core() == (-1,)
    assert engine.solve([1, 1, 3]).satisfiable


def test_a_core_goes_through_learned_clauses():
    """Cores of random formulas contradict them, and calls do not change each other."""
    dice, through = Random(11), 0
    for _ in range(60):
        variables, clauses = random_formula(dice, ratio=3.6)
        engine = of(clauses, variables)
        with Minisat22(clauses) as oracle:
            for _ in range(4):
                some = dice.sample(range(1, variables + 1), min(4, variables))
                assumed = [dice.choice((1, -1)) * x for x in some]
                outcome = engine.solve(assumed)
                assert outcome.satisfiable is oracle.solve(assumed)
                core = engine.core()
                if core is not None:
                    assert [x for x in assumed if x in core] == list(core)
                    assert not oracle.solve(list(core))
                    through += outcome.statistics["conflicts"] > 2
    assert through > 15


def test_a_formula_without_a_model_needs_no_assumption(cases):
    engine = Cdcl(cases.formula(cases.pigeons(5), 30))

    outcome = engine.solve([1, 8])
    assert outcome.satisfiable is False
    assert set(engine.core()) <= {1, 8}
    assert not engine.solve().satisfiable
    assert engine.core() == ()
    assert not engine.solve([1, 8]).satisfiable
    assert engine.core() == ()
    assert engine.statistics()["conflicts"] == 0  # that is known


def test_what_rests_on_nothing_is_kept():
    """1 and 2 have nothing to do with the contradiction below 3."""
    clauses = [[3, 4, 5], [3, 4, -5], [3, -4, 6], [3, -4, -6], [1, 2], [7, 8, -3, 1]]
    order = (-3, 4)
    engine = of(
        clauses,
        heuristic=lambda _, now: next((x for x in order if now.is_free(x)), None),
    )
    assert engine.solve([1, -7]).statistics["conflicts"] == 2
    assert engine.trail.literals == [3]
    assert engine.solve([-1, 2]).statistics["conflicts"] == 0
    assert {x for x in (7, 8) if x in engine.solve([-1]).model}


def test_what_rests_on_an_assumption_goes():
    clauses = [[-1, 3, 4, 5], [-1, 3, 4, -5], [-1, 3, -4, 6], [-1, 3, -4, -6]]
    engine = of(clauses, heuristic=lambda _, now: -3 if now.is_free(3) else None)
    outcome = engine.solve([1])

    assert outcome.statistics["conflicts"] == 2
    assert 3 in outcome.model
    assert engine.trail.literals == []
    assert engine.learned == []
    assert engine.solve([-3]).satisfiable
    assert not engine.solve([1, -3]).satisfiable
    assert engine.core() == (1, -3)
    assert len(set(engine.models([-3]))) == 16


@pytest.mark.parametrize("one_hot", [False, True])
def test_walks_over_some_variables(cases, one_hot):
    """With `one_hot` models that are no part of another are promised: a square."""
    rows = [[1, 2], [3, 4], [1, 3], [2, 4]]
    clauses = [*rows, *([-x, -y] for x, y in rows), [5, 6, -1], [-5, -6]]
    engine = of(clauses, 6, one_hot=one_hot)
    expected = cases.models_of(clauses, 6)
    over = {tuple(x for x in model if x < 5) for model in expected}

    found = [tuple(x for x in m if x < 5) for m in engine.models((), range(1, 5))]
    assert sorted(found) == sorted(over)
    assert len(list(engine.models((), []))) == 1
    if not one_hot:
        assert len(list(engine.models((), [5]))) == 2
        assert set(engine.models()) == expected


def test_a_walk_ends_when_another_call_begins(cases):
    engine = Cdcl(cases.formula([[1, 2, 3]], 3))
    walk = engine.models()
    next(walk)
    engine.solve()
    with pytest.raises(UsageError, match="earlier call"):
        next(walk)
    assert len(set(engine.models())) == 7
    walk = engine.models()
    next(walk)
    engine.close()
    with pytest.raises(UsageError, match="earlier call"):
        next(walk)
    engine.close()
    with pytest.raises(UsageError, match="closed"):
        engine.solve()


@pytest.mark.parametrize("name", [None, *NAMES])
def test_a_call_that_was_stopped_leaves_the_engine_as_it_was(cases, name):
    """Wherever it is stopped, and also in the midst of a walk."""
    clauses = [*cases.pigeons(4), [21, 22], [-21, -22, 1]]
    switches = Switches(**({name: False} if name else {}))
    engine = of([[*clause, 23] for clause in clauses], 23, switches=switches)
    for conflicts in (1, 2, 5, 9, 14):
        outcome = engine.solve([-23], Deadline(conflicts=conflicts))
        assert outcome.satisfiable is None
        assert outcome.statistics["conflicts"] == conflicts
        assert engine.core() is None
        with pytest.raises(Stopped):
            list(engine.models([-23, 21], deadline=Deadline(conflicts=conflicts)))
        check(engine, fixpoint=False)
        assert engine.solve([23]).satisfiable
    assert engine.solve([-23]).satisfiable is False
    assert engine.core() == (-23,)


def test_time_that_is_over_stops_at_once(cases):
    formula = cases.formula(cases.pigeons(5), 30)
    engine = Cdcl(formula)

    assert engine.solve((), Deadline(0)).satisfiable is None
    assert engine.statistics()["decisions"] == 0
    with pytest.raises(Stopped):
        Cdcl(formula, deadline=Deadline(0))
    with pytest.raises(Stopped):
        proof.refute(formula, deadline=Deadline(0))


def test_clauses_that_say_nothing_or_everything():
    assert of([[1, -1], [-2, -2]]).solve().model == (1,)
    assert not of([[1], [-1]], 1).solve().satisfiable
    assert not of([[]], 1).solve([1]).satisfiable
    assert of([[1], [1]], 1).solve().model == (1,)
    assert sorted(of([], 2).models()) == [(), (1,), (1, 2), (2,)]
    lemmas = proof.refute(Formula.of([[1, 2], [1], [-1], [1]]))
    assert [lemma.literals for lemma in lemmas] == [()]
    assert check_proof([[1, 2], [1], [-1], [1]], lemmas) > 0
    assert proof.refute(Formula.of([[1, -2]])) is None


def test_what_a_heuristic_leaves_open_is_decided_by_activity():
    """Also the value, at first true, whatever earlier calls have seen."""
    engine = of([[-1, -2, -3]], heuristic=lambda *_: None)

    assert engine.solve().model == (1, 2)
    assert engine.solve([-1, -2]).model == (3,)
    assert engine.solve().model == (1, 2)


def test_a_call_does_not_search_by_the_habits_of_the_one_before(cases):
    """All that is learned rests on -31; counters do not reorder the clauses."""
    clauses = [[*clause, 31] for clause in cases.pigeons(5)]
    engine = of(clauses, 31, switches=Switches(watches=False))
    before = engine.solve([-31]).statistics
    engine.solve([-31, 1, 7, -13])

    assert engine.solve([-31]).statistics == before
    assert before["restarts"] > 0


def test_hints_are_few():
    """Each lemma's hints are those clauses that became units, each once."""
    dice, seen = Random(5), 0
    for _ in range(20):
        variables, clauses = random_formula(dice, ratio=7)
        lemmas = proof.refute(Formula.of(clauses, variables)) or ()
        for lemma in lemmas:
            assert len(set(lemma.hints)) == len(lemma.hints)
            seen += 1
    assert seen > 100
