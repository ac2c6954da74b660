"""Cores: the assumptions a refutation rests on, from every engine that tells them."""

from satdoku.engines.base import Status
from satdoku.engines.pysat_table import TABLE
from satdoku.engines.registry import load

SILENT = {"kissat404"}
"""Solvers that say no more than that there is no model."""


def test_core_is_refuted(solver, cases):
    told = 0
    for seed in range(12):
        clauses = cases.random_clauses(seed, 8, 28)
        engine = load(solver, cases.formula(clauses, 8))
        for assumed in ([1, -2, 3, -4, 5], [-8, -7, -6, -5, 4, 3], [1, 2, 3, 4, 5, 6]):
            outcome = engine.solve(assumed)
            core = engine.core()
            if outcome.status is Status.SATISFIABLE or solver in SILENT:
                assert core is None
                continue
            assert core is not None
            assert set(core) <= set(assumed)
            assert set() == cases.models_of(clauses, 8, core)
            told += 1
        engine.close()

    assert (told > 0) is (solver not in SILENT)


def test_formula_alone(solver, cases):
    engine = load(solver, cases.formula([[1, 2], [-1], [-2, 3], [-3]], 3))
    empty = load(solver, cases.formula([[1], []], 1))

    assert Status.UNSATISFIABLE is engine.solve([1]).status
    core = engine.core()
    assert (core is None) is (solver in SILENT)
    assert set(core or ()) <= ({1} if solver == "lingeling" else set())
    assert Status.UNSATISFIABLE is empty.solve([1]).status
    assert () == empty.core()


def test_core_of_the_last_call(solver, cases):
    engine = load(solver, cases.formula([[1, 2]], 2))

    assert Status.UNSATISFIABLE is engine.solve([-1, -2]).status
    assert Status.SATISFIABLE is engine.solve([-1]).status
    assert engine.core() is None


def test_dpll_tells_none(cases):
    engine = load("dpll", cases.formula([[1, 2]], 2))

    assert Status.UNSATISFIABLE is engine.solve([-1, -2]).status
    assert engine.core() is None


def test_silent_solvers_are_known():
    assert {row.name for row in TABLE} >= SILENT
