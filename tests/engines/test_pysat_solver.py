"""The thin class over PySAT's extension module does what PySAT's own classes do."""

from importlib import import_module

import pytest

from satdoku.engines.pysat_solver import Solver
from satdoku.engines.pysat_table import TABLE

CLAUSES = [[1, 2], [-1, 3], [-2, -3], [-4, -5, 6], [4, 5], [-6, 1, 5]]
REUSABLE = [row.name for row in TABLE if row.reusable]
LIMITED = [row.name for row in TABLE if row.conflict_limit]


def pair_of(name, clauses):
    """Return a solver of each class with the same clauses."""
    theirs = import_module("pysat.solvers").Solver(name=name, bootstrap_with=clauses)
    ours = Solver(name)
    ours.append_formula(clauses)
    return ours, theirs


@pytest.mark.parametrize("name", [row.name for row in TABLE])
def test_models(name):
    ours, theirs = pair_of(name, CLAUSES)

    assert (ours.solve(), ours.get_model()) == (theirs.solve(), theirs.get_model())


@pytest.mark.parametrize("name", REUSABLE)
def test_cores(name):
    ours, theirs = pair_of(name, CLAUSES)

    for assumed in ([1, 2], [4, -3], [-1, -2], [2, 5]):
        assert ours.solve(assumed) == theirs.solve(assumptions=assumed)
        assert ours.get_core() == theirs.get_core()


@pytest.mark.parametrize("name", LIMITED)
def test_limits_and_counters(name, cases):
    if name.startswith("kissat"):
        pytest.skip("it counts nothing")
    ours, theirs = pair_of(name, cases.pigeons(5))
    answers = []
    for solver in (ours, theirs):
        solver.conf_budget(3)
        first = solver.solve_limited([], expect_interrupt=True)
        solver.conf_budget(10**6)
        last = solver.solve_limited([], expect_interrupt=True)
        answers.append((first, last, solver.accum_stats()))

    assert answers[0] == answers[1]
    assert answers[0][1] is False


def test_a_solver_that_pysat_does_not_have():
    with pytest.raises(AttributeError):
        Solver("chaff")
