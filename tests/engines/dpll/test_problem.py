"""Formulas laid out for search: what is sorted where, and what is kept."""

from random import Random

from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.problem import Problem


def random_clauses(seed, variables, count):
    """Make clauses of one to five literals."""
    dice = Random(seed)
    return [
        tuple(
            dice.choice((1, -1)) * dice.randint(1, variables)
            for _ in range(dice.choice((1, 2, 2, 2, 3, 4, 5)))
        )
        for _ in range(count)
    ]


def test_free_takes_the_lowest_variable_and_what_does_not_fail():
    problem = Problem(6, [(-2, 3), (4, 5), (4, -5), (-6, 5), (-6, -5)])

    assert -1 == problem.free_literal(0)
    assert -2 == problem.free_literal(problem.mask(-1))
    assert 4 == problem.free_literal(problem.assigned([(-1, 0), (2, 0)]))
    assert -6 == problem.free_literal(0, among=1 << 6)
    assert problem.free_literal(0, among=0) is None
    assert problem.free_literal((1 << problem.span) - 1) is None


def test_what_is_kept_stays_bounded(monkeypatch, load):
    clauses = random_clauses(5, 60, 100)
    expected = load(60, clauses).solve()
    monkeypatch.setattr(problem_module, "_BANK_BITS", 64)
    monkeypatch.setattr(problem_module, "_CACHED_MASKS", 50)
    monkeypatch.setattr(problem_module, "_CACHED_LITERALS", 30)
    engine = load(60, clauses, heuristic="first")
    got = engine.solve()
    problem = engine._problem

    assert expected.satisfiable == got.satisfiable
    assert problem is not None
    masks = 3 * sum(map(len, problem._changes.values()))
    masks += sum(
        effect is not None for bank in problem.banks for effect in bank.effects
    )
    largest = 3 * max(map(len, problem._changes.values())) + 60
    assert masks <= 50 + largest
    assert sum(map(len, problem._closures.values())) <= 30 + 120
