"""The hand-written engine against PySAT, on random and on notorious formulas.

Every model is checked against the clauses; every "unsatisfiable" is one of PySAT too.
"""

from itertools import combinations, product
from random import Random
from unittest.mock import patch

import pytest
from pysat.solvers import Solver

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.heuristics import HEURISTICS
from satdoku.engines.dpll.search import Dpll
from tests.conftest import nightly

Clause = tuple[int, ...]

NEVER = 10**9
SHAPES = ["any", "binary", "binary and units", "planted", "parts", "3-sat"]
SHAPES += [pytest.param("long", marks=pytest.mark.nightly)]


@pytest.fixture(params=nightly([8192, 64, 16], 64, 16), ids=lambda bits: f"bank{bits}")
def _bank_bits(request):
    """Run a test with the formula in one bank, in several and in many."""
    with patch.object(problem_module, "_BANK_BITS", request.param):
        yield


def load(
    variables,
    clauses,
    **options,
):
    """Load clauses into an engine."""
    group = Group(Origin("test", "all"), tuple(clauses))
    formula = Formula(variables, len(clauses), lambda: [group], str)
    return Dpll(formula, **options)


def satisfies(model, clauses):
    """Whether these true variables, all others false, satisfy the clauses."""
    true = set(model)
    return all(any((abs(v) in true) == (v > 0) for v in clause) for clause in clauses)


def oracle(clauses, assumptions=()):
    """Ask PySAT whether the clauses can be satisfied."""
    if () in clauses:  # which PySAT does not take
        return False
    with Solver("minisat22", bootstrap_with=[list(c) for c in clauses]) as solver:
        return bool(solver.solve(assumptions=list(assumptions)))


def all_models(variables, clauses):
    """Ask PySAT for all models over all variables."""
    if () in clauses:
        return set()
    found = set()
    with Solver("minisat22", bootstrap_with=[list(c) for c in clauses]) as solver:
        for v in range(1, variables + 1):
            solver.add_clause([v, -v])
        while solver.solve():
            true = {v for v in solver.get_model() if 0 < v <= variables}
            found.add(tuple(sorted(true)))
            solver.add_clause([-v if v in true else v for v in range(1, variables + 1)])
    return found


def pick(dice, variables, length):
    """Make a clause, with repeated literals and tautologies now and then."""
    return tuple(dice.choice(variables) * dice.choice((1, -1)) for _ in range(length))


def random_formula(dice, shape, most):
    """Make a formula of a shape over at most so many variables."""
    n = dice.randint(2, most)
    everything = range(1, n + 1)
    if shape == "any":
        used = dice.sample(everything, dice.randint(1, n))
        clauses = [
            pick(dice, used, dice.choice((1, 2, 2, 3, 3, 3, 4, 5, 6)))
            for _ in range(dice.randint(0, 4 * n))
        ]
        if dice.random() < 0.02:
            clauses.insert(dice.randint(0, len(clauses)), ())
    elif shape.startswith("binary"):
        clauses = [pick(dice, everything, 2) for _ in range(dice.randint(0, 2 * n))]
        if shape != "binary":
            clauses += [pick(dice, everything, 1) for _ in range(dice.randint(1, 3))]
    elif shape == "long":
        clauses = [
            pick(dice, everything, dice.randint(4, 6))
            for _ in range(dice.randint(n, 20 * n))
        ]
    elif shape == "planted":
        hidden = {v * dice.choice((1, -1)) for v in everything}
        clauses = [
            clause
            for _ in range(6 * n)
            if hidden.intersection(
                clause := pick(dice, everything, dice.choice((2, 3)))
            )
        ]
    elif shape == "parts":
        cut = dice.randint(1, n - 1)
        sides = (range(1, cut + 1), range(cut + 1, n + 1))
        clauses = [
            pick(dice, dice.choice(sides), dice.choice((2, 3)))
            for _ in range(dice.randint(n, 4 * n))
        ]
    else:
        clauses = random_3sat(dice, max(n, 3), round(dice.uniform(3.5, 5.0) * n))
        n = max(n, 3)
    return n, clauses + dice.sample(clauses, len(clauses) // 8)


def random_3sat(dice, variables, count):
    """Make clauses of three different variables each."""
    return [
        tuple(
            v * dice.choice((1, -1)) for v in dice.sample(range(1, variables + 1), k=3)
        )
        for _ in range(count)
    ]


def pigeonhole(holes):
    """Say that one pigeon more than there are holes has a hole of its own."""
    pigeons = range(holes + 1)
    at = {key: v for v, key in enumerate(product(pigeons, range(holes)), 1)}
    clauses = [tuple(at[p, h] for h in range(holes)) for p in pigeons]
    clauses += [
        (-at[p, h], -at[q, h])
        for h in range(holes)
        for p, q in combinations(pigeons, 2)
    ]
    return len(at), clauses


def parity(length, *, odd):
    """Say that x1 + … + xn is odd (or even), summed up in a chain of other variables.

    Variables 1 … n are summed up; n + k is the parity of the first k.
    """
    clauses = [(length + 1, -1), (-length - 1, 1)]
    for k in range(2, length + 1):
        a, b, c = k, length + k - 1, length + k
        clauses += [(-a, -b, -c), (-a, b, c), (a, -b, c), (a, b, -c)]
    return 2 * length, [*clauses, (2 * length if odd else -2 * length,)]


@pytest.mark.usefixtures("_bank_bits")
@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_answers(shape):
    dice = Random(f"answers {shape} {problem_module._BANK_BITS}")
    rules = [*HEURISTICS, "random:1"]
    verdicts = {True: 0, False: 0}
    for number in range(80):
        variables, clauses = random_formula(dice, shape, 30)
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
                assert satisfies(
                    outcome.model, [*clauses, *((a,) for a in assumptions)]
                )
    assert min(verdicts.values()) > 20, verdicts


@pytest.mark.usefixtures("_bank_bits")
@pytest.mark.parametrize("shape", SHAPES)
def test_the_same_models(shape):
    dice = Random(f"models {shape}")
    for number in range(15):
        variables, clauses = random_formula(dice, shape, 9)
        expected = all_models(variables, clauses)
        for rule in [*HEURISTICS, "random:1"]:
            for after in (0, NEVER):
                engine = load(variables, clauses, heuristic=rule, backjump_after=after)
                got = list(engine.models())

                assert expected == set(got)
                assert len(expected) == len(got)
        project = dice.sample(range(1, variables + 1), number % variables)
        shadows = [
            tuple(v for v in model if v in project)
            for model in load(variables, clauses).models(project=project)
        ]

        assert sorted(shadows) == sorted(
            {tuple(v for v in model if v in project) for model in expected}
        )


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
            assert satisfies(outcome.model, clauses)


@pytest.mark.parametrize("after", [0, NEVER])
@pytest.mark.parametrize("rule", [*HEURISTICS, "random:1"])
def test_pigeons_have_no_holes(rule, after):
    variables, clauses = pigeonhole(5)
    engine = load(variables, clauses, heuristic=rule, backjump_after=after)

    assert engine.solve().satisfiable is False
    last_pigeon = [-v for v in range(variables - 4, variables + 1)]
    fewer = [clause for clause in clauses if clause[0] <= variables - 5]
    fewer = [clause for clause in fewer if -clause[-1] <= variables - 5]
    matchings = list(load(variables, fewer).models(last_pigeon))
    assert len(matchings) == 120


@pytest.mark.parametrize("odd", [True, False])
@pytest.mark.parametrize("rule", list(HEURISTICS))
def test_parity_chains(rule, *, odd):
    variables, clauses = parity(8, odd=odd)
    models = list(load(variables, clauses, heuristic=rule).models())

    assert len(models) == 2**7
    assert all(sum(v <= 8 for v in model) % 2 == odd for model in models)

    _, other = parity(8, odd=not odd)
    shift = {v: v if v <= 8 else v + 8 for v in range(1, 17)}
    both = clauses + [
        tuple(shift[abs(v)] * (1 if v > 0 else -1) for v in clause) for clause in other
    ]
    outcome = load(24, both, heuristic=rule).solve()
    assert outcome.satisfiable is False
    assert not oracle(both)
