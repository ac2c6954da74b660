"""Projection masks."""

from satdoku.engines.dpll.problem import Problem
from satdoku.engines.dpll.project import Projection


def test_the_masks_are_of_the_projected_variables():
    problem = Problem(4, [(1, -2, 3), (-1, 2, -4)])
    projection = Projection(problem, [1, 4, 4])
    [bank], [occurrences] = problem.banks, projection.occurrences
    places = [at for at in range(len(bank.literals)) if occurrences >> at & 1]

    assert 0b10010 == projection.mask
    assert [1, -1, -4] == [bank.literals[at] for at in places]


def test_nothing_projected():
    projection = Projection(Problem(3, [(1, 2, 3)]), [])

    assert 0 == projection.mask
    assert [0] == projection.occurrences
