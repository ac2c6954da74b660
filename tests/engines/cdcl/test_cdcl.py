"""The engine `cdcl`: every part on and off, its proofs, its invariants, its cores."""

from dataclasses import fields
from random import Random

import pytest
from pysat.solvers import Minisat22

from satdoku import read
from satdoku.cnf import encode
from satdoku.cnf.formula import Formula
from satdoku.engines.cdcl import proof, search
from satdoku.engines.cdcl.search import Cdcl, Switches
from satdoku.engines.registry import find, load, refute
from satdoku.errors import Stopped, UsageError
from satdoku.proof.check_lrat import check_lrat
from satdoku.proof.files import LratStep
from satdoku.runtime.deadline import Deadline
from tests.conftest import nightly
from tests.engines.cdcl.invariants import check

NAMES = [field.name for field in fields(Switches)]
EVERY = [
    Switches(),
    *(Switches(**{name: False}) for name in NAMES),
    Switches(learning=False, backjumping=False),
    Switches(backjumping=False, minimize=False),
    Switches(**dict.fromkeys(NAMES, False)),
]


def texts(switches):
    off = [name for name in NAMES if not getattr(switches, name)]
    return ",".join(off) or "all on"


@pytest.fixture(params=EVERY, ids=texts)
def switches(request):
    return request.param


def random_formula(dice, ratio=4.3):
    variables = dice.randint(4, 26)
    return variables, [
        [dice.choice((1, -1)) * x for x in dice.sample(range(1, variables + 1), 3)]
        for _ in range(round(variables * ratio))
    ]


def check_proof(clauses, lemmas):
    numbered = enumerate(lemmas, len(clauses) + 1)
    steps = [LratStep(number, one.literals, one.hints) for number, one in numbered]
    return check_lrat(clauses, steps).steps


@pytest.mark.parametrize("rounds", nightly([40, 1000], 40))
def test_same_answers_as_minisat(switches, rounds):
    dice, refuted = Random(texts(switches)), 0
    for _ in range(rounds):
        variables, clauses = random_formula(dice)
        assumed = [dice.choice((1, -1)) * dice.randint(1, variables) for _ in range(4)]
        engine = Cdcl(Formula.of(clauses, variables), switches=switches)
        with Minisat22(clauses) as oracle:
            for literals in ([], assumed, assumed[:1]):
                outcome = engine.solve(literals)
                assert outcome.satisfiable is oracle.solve(literals)
                if outcome.model is None:
                    refuted += 1
                    assert not oracle.solve(list(engine.core()))
                    assert set(engine.core()) <= set(literals)
                else:
                    true = {x if x in outcome.model else -x for x in range(1, 27)}
                    assert not any(true.isdisjoint(clause) for clause in clauses)
                    assert set(literals) <= true
    assert refuted > 20


def test_every_proof_is_right(switches):
    dice, proofs = Random(f"proofs {texts(switches)}"), 0
    for _ in range(40):
        variables, clauses = random_formula(dice, ratio=6)
        lemmas = proof.refute(Formula.of(clauses, variables), switches=switches)
        if lemmas is not None:
            assert 0 < check_proof(clauses, lemmas)
            proofs += 1
    assert proofs > 20


class Checks:
    """Checks the invariants at every event, and what is learned."""

    def __init__(self):
        self.engine = None
        self.learned_clauses = []

    def assumed(self, literal):
        assert not self.engine.trail.levels[abs(literal)]

    def decided(self, level, literal):
        trail = self.engine.trail
        assert (level, literal) == (trail.level, trail.literals[-1])

    def propagated(self, literal, reason):
        assert literal in reason

    def conflict(self, clause):
        check(self.engine, fixpoint=False)
        assert all(self.engine.trail.values[x] < 0 for x in clause)

    def learned(self, analysis, trail):
        learned, level = analysis.learned, trail.level
        levels = [trail.levels[abs(x)] for x in learned]
        assert all(trail.values[x] < 0 for x in learned)
        assert level == levels[0] == analysis.level
        assert analysis.back == max(levels[1:], default=0) < level
        assert all(0 < one < level for one in levels[1:])
        assert analysis.lbd == len(set(levels))
        self.learned_clauses.append(learned)

    def forbidden(self, clause):
        assert all(self.engine.trail.values[x] < 0 for x in clause)

    def jumped(self, level):
        assert level == self.engine.trail.level
        check(self.engine, fixpoint=False)

    def restarted(self):
        check(self.engine, fixpoint=True)

    def deleted(self, clauses):
        assert clauses > 0

    def found(self, model):
        check(self.engine, fixpoint=True)
        assert len(self.engine.trail.literals) == self.engine.variables
        assert all(self.engine.trail.values[x] > 0 for x in model)


def test_invariants_and_what_is_learned(switches, monkeypatch):
    monkeypatch.setattr(search, "_RESTART", 3)
    monkeypatch.setattr(search, "_FIRST_DELETION", 8)
    dice, learned = Random(7), 0
    for _ in range(8):
        _, clauses = random_formula(dice)
        checks = Checks()
        engine = Cdcl(Formula.of(clauses), switches=switches, observer=checks)
        checks.engine = engine
        engine.solve()
        implied = [(clause, []) for clause in checks.learned_clauses]
        checks.learned_clauses.clear()
        engine.solve([1, -2])
        implied += [(clause, [1, -2]) for clause in checks.learned_clauses]
        list(zip(engine.models([3]), range(3), strict=False))
        facts = [[literal] for literal in engine.trail.literals]
        implied += [(clause, []) for clause in (*engine.learned, *facts)]
        with Minisat22(clauses) as oracle:
            for clause, assumed in implied:
                assert not oracle.solve([*assumed, *(-x for x in clause)])
        learned += len(implied)
    assert learned > 10


def test_models_and_what_a_walk_leaves_behind(switches, cases):
    for seed in range(6):
        clauses = cases.random_clauses(seed, 7, 14 + seed)
        formula = cases.formula(clauses, 7)
        engine = Cdcl(formula, switches=switches)
        for assumed in ([], [2], [-1, 3]):
            expected = cases.models_of(clauses, 7, assumed)
            next(engine.models(assumed), None)  # left early
            assert expected == set(engine.models(assumed))
            assert bool(expected) is engine.solve(assumed).satisfiable
            assert not any(clause.rests for clause in engine.learned)


def test_learning_and_watches_do_what_they_are_for(cases):
    formula = cases.formula(cases.pigeons(5), 30)

    def counted(parts):
        return load(f"cdcl:no-phases{parts}", formula).solve().statistics

    assert counted("+no-learning")["learned"] == 0 < counted("")["learned"]
    assert counted("+no-watches")["visits"] > 2 * counted("")["visits"]
    assert counted("+no-restarts")["restarts"] == 0


def test_restarts_and_deletion(cases, monkeypatch):
    monkeypatch.setattr(search, "_FIRST_DELETION", 50)
    monkeypatch.setattr(search, "_RESTART", 20)
    formula = cases.formula(cases.pigeons(5), 30)
    statistics = load("cdcl", formula).solve().statistics

    assert 0 < statistics["deleted"] < statistics["learned"]
    assert 0 < statistics["restarts"]
    assert load("cdcl:no-deletion", formula).solve().statistics["deleted"] == 0
    assert check_proof(list(formula), refute("cdcl", formula)) > 50


def test_pigeons_are_refuted(cases):
    assert (
        load("cdcl", cases.formula(cases.pigeons(6), 42)).solve().satisfiable is False
    )


@pytest.mark.parametrize(
    ("minimize", "learned"), [(False, {-4, -2, -1}), (True, {-4, -1})]
)
def test_minimization_leaves_out_what_follows(minimize, learned):
    """2 follows from 1, so that -2 need not be said where -1 is."""
    clauses = [[-1, 2], [-4, -1, 5], [-4, -2, -5], [3, 6]]
    checks = Checks()
    checks.engine = Cdcl(
        Formula.of(clauses),
        switches=Switches(minimize=minimize),
        heuristic=lambda _, now: next((x for x in (1, 4) if now.is_free(x)), None),
        observer=checks,
    )
    checks.engine.solve()

    assert [learned] == [set(one) for one in checks.learned_clauses]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cdcl:no-such", "no-such"),
        ("cdcl:first+dlis", "dlis"),
        ("cdcl:best", "no decision heuristic"),
        ("cdcl:fewest", "dpll has"),
        ("dpll:first", "there is no engine"),
    ],
)
def test_parts_that_do_not_exist(name, words):
    with pytest.raises(UsageError, match=words):
        find(name)


def test_a_name_says_what_is_switched_off():
    engine = load("CDCL:no-restarts+dlis", Formula.of([[1, 2]]))

    assert engine.name == "cdcl:no-restarts+dlis"
    assert engine.switches == Switches(restarts=False)


def test_conflicts_are_limited(cases):
    engine = Cdcl(cases.formula(cases.pigeons(7), 56))
    deadline = Deadline(conflicts=30)

    assert engine.solve((), deadline).satisfiable is None
    assert engine.statistics()["conflicts"] == 30
    with pytest.raises(Stopped, match="30 conflicts"):
        proof.refute(cases.formula(cases.pigeons(7), 56), deadline=Deadline(None, 30))


def test_a_hard_puzzle(root):
    engine = Cdcl(encode(read(root / "data/seeds/anti_backtracking.txt"), "minimal"))

    assert 1 == len(list(engine.models()))
    assert engine.statistics()["conflicts"] < 1000
