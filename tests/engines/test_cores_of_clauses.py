"""Minimal unsatisfiable subsets: no model together, one without any single clause."""

import pytest

from satdoku.cnf import Formula, encode
from satdoku.engines.cores import minimal_core
from satdoku.engines.registry import load
from satdoku.errors import Stopped
from satdoku.runtime.deadline import Deadline


def test_random_formulas(cases):
    refuted = 0
    for seed in range(12):
        clauses = cases.random_clauses(seed, 8, 50)
        core = minimal_core(Formula.of(clauses, 8))
        if core is None:
            assert cases.models_of(clauses, 8)
            continue
        refuted += 1
        chosen = [clauses[number - 1] for number in core]
        assert not cases.models_of(chosen, 8)
        for one in range(len(chosen)):
            assert cases.models_of(chosen[:one] + chosen[one + 1 :], 8)
    assert refuted > 8


def test_assumptions_and_puzzles():
    formula = encode("1..1............", "extended")
    core = minimal_core(formula)
    chosen = [list(formula)[number - 1] for number in core]

    assert [[-1, -13], [1], [13]] == sorted(map(list, chosen))
    assert minimal_core(Formula.of([[-1, 2], [3], [-2, -4]]), [1, 4]) == (1, 3)
    assert load("dpll", Formula.of(chosen)).solve().satisfiable is False


def test_the_time_is_over(cases):
    with pytest.raises(Stopped):
        minimal_core(Formula.of(cases.pigeons(8)), deadline=Deadline(0))
