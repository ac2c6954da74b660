"""The hand-written engine against PySAT, on random and on notorious formulas.

Every model is checked against the clauses; every "unsatisfiable" is one of PySAT too.
"""

from random import Random
from unittest.mock import patch

import pytest
from pysat.solvers import Solver

from satdoku.cnf.formula import Formula
from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.search import Dpll
from satdoku.engines.heuristics import HEURISTICS
from tests.conftest import nightly

Clause = tuple[int, ...]

NEVER = 10**9
SHAPES = {
    "any": ((1, 2, 2, 3, 3, 3, 4, 5, 6), 4),
    "binary": ((2,), 2),
    "3-sat": (),
    "long": ((4, 5, 6), 20),
}
"""Lengths of clauses, and how many at most for each variable."""


@pytest.fixture(params=nightly([8192, 64, 16], 64, 16), ids=lambda bits: f"bank{bits}")
def _bank_bits(request):
    """Run a test with the formula in one bank, in several and in many."""
    with patch.object(problem_module, "_BANK_BITS", request.param):
        yield


def load(variables, clauses, **options):
    """Load clauses into an engine."""
    return Dpll(Formula.of(clauses, variables), **options)


def oracle(clauses, assumptions=()):
    """Ask PySAT whether the clauses can be satisfied."""
    if () in clauses:  # which PySAT does not take
        return False
    with Solver("minisat22", bootstrap_with=[list(c) for c in clauses]) as solver:
        return bool(solver.solve(assumptions=list(assumptions)))


def pick(dice, variables, length):
    """Make a clause, with repeated literals and tautologies now and then."""
    return tuple(dice.choice(variables) * dice.choice((1, -1)) for _ in range(length))


def random_formula(dice, shape):
    """Make a formula of a shape: the lengths of its clauses, from few to too many."""
    n = dice.randint(5, 30)
    if shape == "3-sat":
        return n, random_3sat(dice, n, round(dice.uniform(3.5, 5.0) * n))
    lengths, most = SHAPES[shape]
    clauses = [
        pick(dice, range(1, n + 1), dice.choice(lengths))
        for _ in range(dice.randint(0, most * n))
    ]
    return n, clauses + dice.sample(clauses, len(clauses) // 8)


def random_3sat(dice, variables, count):
    """Make clauses of three different variables each."""
    return [
        tuple(
            v * dice.choice((1, -1)) for v in dice.sample(range(1, variables + 1), k=3)
        )
        for _ in range(count)
    ]


@pytest.mark.usefixtures("_bank_bits")
@pytest.mark.parametrize("shape", nightly(SHAPES, "any", "binary", "3-sat"))
def test_the_same_answers(shape):
    dice = Random(f"answers {shape} {problem_module._BANK_BITS}")
    rules = [*sorted(HEURISTICS.keys() - {"vsids"}), "random:1"]
    verdicts = {True: 0, False: 0}
    for number in range(80):
        variables, clauses = random_formula(dice, shape)
        engine = load(
            variables,
            clauses,
            heuristic=rules[number % len(rules)],
            backjump_after=dice.choice((0, 10, NEVER)),
        )
        for size in (0, 1, 4):
            assumptions = pick(dice, range(1, variables + 1), size)
            expected = oracle(clauses, assumptions)
            outcome = engine.solve(assumptions)
            verdicts[expected] += 1

            assert bool(expected) is outcome.satisfiable
            if expected:
                assert outcome.model is not None
                signs = [
                    v if v in outcome.model else -v for v in range(1, variables + 1)
                ]
                assert oracle(clauses, [*assumptions, *signs])
    assert min(verdicts.values()) > 20, verdicts


@pytest.mark.parametrize(
    "variables", [60, pytest.param(100, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("rule", ["fewest", "jeroslow-wang"])
def test_near_the_threshold(variables, rule):
    dice = Random(f"threshold {variables}")
    for _ in range(4):
        clauses = random_3sat(dice, variables, round(4.26 * variables))
        outcome = load(variables, clauses, heuristic=rule).solve()

        assert oracle(clauses) == (outcome.satisfiable)
        if outcome.model is not None:
            signs = [v if v in outcome.model else -v for v in range(1, variables + 1)]
            assert oracle(clauses, signs)
