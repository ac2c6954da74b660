"""The search: its counters, its size, and that nothing in it recurses."""

import inspect
from random import Random

import pytest

from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.heuristics import find_heuristic
from satdoku.engines.dpll.problem import Problem
from satdoku.engines.dpll.search import Search
from satdoku.errors import Stopped
from satdoku.runtime.deadline import Deadline

NEVER = 10**9


def few_models():
    """Make a formula of 20 variables with 31 models, and 22 conflicts between them."""
    dice = Random(6)
    return Problem(
        20,
        [
            tuple(v * dice.choice((1, -1)) for v in dice.sample(range(1, 21), 3))
            for _ in range(64)
        ],
    )


def test_the_loop_can_be_printed():
    lines = inspect.getsource(Search.models).splitlines()

    assert len(lines) <= 30
    assert max(map(len, lines)) <= 88


def test_counters_count():
    search = Search(Problem(3, [(1, 2, 3)]), find_heuristic("first"))
    masks = list(search.models([]))

    assert 7 == len(masks) == len(set(masks))
    assert 0 == search.conflicts == search.jumps
    assert 3 == search.depth
    assert 1 == search.propagations
    assert 6 == search.decisions


def test_both_polarities_are_tried():
    problem = Problem(3, [(1, 2, 3), (-1, 2, 3), (1, -2, 3), (-1, -2, 3), (1, 2, -3)])
    for name in ("first", "fewest", "dlis", "random:3"):
        models = {
            problem.true_variables(m)
            for m in Search(problem, find_heuristic(name)).models([])
        }

        assert {(1, 3), (2, 3), (1, 2, 3)} == models


@pytest.mark.parametrize("after", [0, 20, NEVER])
def test_jumps_begin_after_so_many_conflicts(after, pigeonhole):
    variables, core = pigeonhole(4)
    beside = [(v, v + 1, v + 2) for v in range(variables + 1, variables + 30, 3)]
    clauses = [*beside, *core]
    problem = Problem(variables + 40, clauses)
    search = Search(
        problem,
        find_heuristic("first"),
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
    search = Search(problem, find_heuristic("fewest"), backjump_after=10)

    assert [] == list(search.models([]))
    assert search.conflicts < 30


@pytest.mark.parametrize("small", [4096, 0])
def test_free_variables_take_both_values(monkeypatch, small):
    monkeypatch.setattr(problem_module, "_CACHED_VARIABLES", small)
    problem = Problem(6, [(-4, 5), (-5, 6)])
    masks = list(Search(problem, find_heuristic("fewest")).models([-1]))

    assert 2 * 2 * 4 == len(masks) == len(set(masks))


def test_a_projection_sees_each_shadow_once():
    problem = Problem(6, [(1, 2, 3), (-1, -2, 4), (-4, 5)])
    search = Search(problem, find_heuristic("fewest"), project=[1, 4, 6])
    shadows = [
        tuple(v for v in problem.true_variables(mask) if v in {1, 4, 6})
        for mask in search.models([])
    ]

    assert 8 == len(shadows) == len(set(shadows))


def test_projecting_on_nothing_asks_for_one_model():
    assert 1 == len(
        list(Search(Problem(3, []), find_heuristic("fewest"), project=[]).models([]))
    )
    unsatisfiable = Problem(1, [(1,), (-1,)])
    assert [] == list(
        Search(unsatisfiable, find_heuristic("fewest"), project=[]).models([])
    )
