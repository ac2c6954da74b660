"""The heuristic of clause banks: it picks what it says, of what it may pick from."""

from random import Random

import pytest

from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.heuristics import fewest
from satdoku.engines.dpll.problem import Problem, assert_literal, propagate


def open_clauses(problem, trail):
    """Return the free literals of each field without a true literal."""
    true = {one for literal, _ in trail for one in problem.closure(literal)}
    return [
        [literal for literal in clause if -literal not in true]
        for clause in problem.clauses
        if true.isdisjoint(clause)
    ]


def states():
    """Make states without a conflict, of random formulas with random decisions."""
    dice = Random(3)
    for number in range(150):
        n = dice.randint(3, 14)
        clauses = [
            tuple(
                dice.choice((1, -1)) * dice.randint(1, n)
                for _ in range(dice.choice((2, 3, 3, 4, 6)))
            )
            for _ in range(dice.randint(0, 3 * n))
        ]
        problem = Problem(n, clauses)
        live = [bank.initial for bank in problem.banks]
        trail = []
        literal = dice.choice((1, -1)) * dice.randint(1, n)
        if number % 3 and not problem.fails(literal):
            assert_literal(problem, live, trail, literal)
        if propagate(problem, live, trail, (1 << len(live)) - 1) is None:
            yield problem, live, trail


@pytest.fixture(params=[8192, 16], ids=["one bank", "many banks"])
def _bank_bits(request, monkeypatch):
    monkeypatch.setattr(problem_module, "_BANK_BITS", request.param)


@pytest.mark.usefixtures("_bank_bits")
@pytest.mark.parametrize("step", [1, 2])
def test_a_free_literal_of_an_open_clause(step):
    """One of the variables that are allowed: all, or every other."""
    seen = 0
    for problem, live, trail in states():
        variables = set(range(1, problem.variables + 1, step))
        allowed = problem.occurrences(variables) if step > 1 else None
        free = {
            literal
            for clause in open_clauses(problem, trail)
            for literal in clause
            if abs(literal) in variables
        }
        literal = fewest(problem, live, allowed)
        seen += literal is not None

        assert literal in free if free else literal is None
    assert seen > 50


def test_a_shortest_clause():
    for problem, live, trail in states():
        clauses = open_clauses(problem, trail)
        literal = fewest(problem, live)
        if clauses:
            least = min(map(len, clauses))
            assert any(literal in clause and len(clause) == least for clause in clauses)


def test_the_literal_that_shortens_most():
    clauses = [(-1, 4, 5), (-1, 6, 7), (-3, 8, 9), (1, 2, 3)]
    problem = Problem(9, clauses)

    assert 1 == fewest(problem, [bank.initial for bank in problem.banks])
