"""The search: its counters, its size, and that nothing in it recurses."""

import inspect

import pytest

from satdoku.engines.dpll.problem import Problem
from satdoku.engines.dpll.search import Search
from satdoku.engines.heuristics import chooser
from satdoku.errors import Stopped
from satdoku.runtime.deadline import Deadline
from tests.engines.conftest import of_first_longer_clause

NEVER = 10**9


def test_the_loop_can_be_printed():
    lines = inspect.getsource(Search.models).splitlines()

    assert len(lines) <= 30
    assert max(map(len, lines)) <= 88


def test_counters_count():
    choose = chooser("first", "dpll", 3, [(1, 2, 3)])
    search = Search(Problem(3, [(1, 2, 3)]), choose)
    masks = list(search.models([]))

    assert 7 == len(masks) == len(set(masks))
    assert 0 == search.conflicts == search.jumps
    assert 3 == search.depth
    assert 1 == search.propagations
    assert 6 == search.decisions


@pytest.mark.parametrize("after", [0, 20, NEVER])
def test_jumps_begin_after_so_many_conflicts(after, pigeonhole):
    variables, core = pigeonhole(4)
    beside = [(v, v + 1, v + 2) for v in range(variables + 1, variables + 30, 3)]
    clauses = [*beside, *core]
    problem = Problem(variables + 40, clauses)
    search = Search(
        problem,
        chooser(of_first_longer_clause, "dpll", variables + 40, clauses),
        backjump_after=after,
        deadline=Deadline(conflicts=1000),
    )
    if after == NEVER:
        with pytest.raises(Stopped, match="stopped after 1,000 conflicts"):
            list(search.models([]))
        assert 0 == search.jumps
    else:
        assert [] == list(search.models([]))
        assert search.jumps >= 10
        assert after < search.conflicts < 1000


def test_a_variable_that_fails_both_ways_is_not_multiplied():
    problem = Problem(40, [(39, 40), (39, -40), (-39, 40), (-39, -40)])
    search = Search(problem, backjump_after=10)

    assert [] == list(search.models([]))
    assert search.conflicts < 30
