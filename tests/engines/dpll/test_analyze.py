"""Which levels a conflict rests on; the rest of its soundness is in the properties."""

from satdoku.engines.dpll.analyze import levels_of_conflict
from satdoku.engines.dpll.bank import NO_CLAUSE
from satdoku.engines.dpll.problem import Problem

A, B, C = 0b1, 0b10, 0b100


def test_a_decision_beside_the_conflict_is_not_counted():
    problem = Problem(4, [(-1, -2, 3), (-1, -2, -3)])
    trail = [(1, NO_CLAUSE), (4, NO_CLAUSE), (2, NO_CLAUSE), (3, 0)]

    assert A | C == levels_of_conflict(problem, trail, 1, {0: A, 1: B, 2: C})


def test_reasons_are_followed_through_closures():
    problem = Problem(8, [(-5, -6, 7), (-7, -2, 8), (-7, -2, -8), (-4, 5)])
    trail = [(4, NO_CLAUSE), (1, NO_CLAUSE), (6, NO_CLAUSE), (7, 0)]
    trail += [(2, NO_CLAUSE), (8, 1)]

    assert 0b1101 == levels_of_conflict(problem, trail, 2, {0: 1, 1: 2, 2: 4, 4: 8})


def test_a_refuted_decision_passes_on_what_it_rests_on():
    problem = Problem(3, [(-1, -2, 3), (-1, -2, -3)])
    trail = [(1, NO_CLAUSE), (2, NO_CLAUSE), (3, 0)]

    assert C | A == levels_of_conflict(problem, trail, 1, {0: A, 1: C})


def test_assumptions_rest_on_nothing():
    problem = Problem(3, [(-1, -2, 3), (-1, -2, -3)])
    trail = [(1, NO_CLAUSE), (2, NO_CLAUSE), (3, 0)]

    assert 0 == levels_of_conflict(problem, trail, 1, {})


def test_a_literal_that_fails_rests_on_its_reason():
    problem = Problem(4, [(-1, -2, 3), (-3, 4), (-3, -4)])

    assert C == levels_of_conflict(problem, [(1, -1), (3, -1)], 0, {0: A, 1: C})
    trail = [(1, NO_CLAUSE), (2, NO_CLAUSE), (3, 0)]
    assert A | B == levels_of_conflict(problem, trail, 0, {0: A, 1: B})


def test_an_empty_clause_rests_on_nothing():
    problem = Problem(1, [()])

    assert 0 == levels_of_conflict(problem, [], 0, {})
    assert 0 == levels_of_conflict(problem, [(1, NO_CLAUSE)], 0, {0: A})
