"""Cores: the assumptions a refutation rests on, from every engine that tells them."""

from satdoku.engines.pysat_table import TABLE
from satdoku.engines.registry import load

SILENT = {"kissat404"}
"""Solvers that say no more than that there is no model."""


def test_core_is_refuted(solver, cases):
    record = 0
    for seed in range(12):
        clauses = cases.random_clauses(seed, 8, 28)
        engine = load(solver, cases.formula(clauses, 8))
        for assumed in ([1, -2, 3, -4, 5], [-8, -7, -6, -5, 4, 3], [1, 2, 3, 4, 5, 6]):
            outcome = engine.solve(assumed)
            core = engine.core()
            if outcome.satisfiable or solver in SILENT:
                assert core is None
                continue
            assert core is not None
            assert set(core) <= set(assumed)
            assert set() == cases.models_of(clauses, 8, core)
            record += 1
        engine.close()

    assert (record > 0) is (solver not in SILENT)


def test_formula_alone(solver, cases):
    engine = load(solver, cases.formula([[1, 2], [-1], [-2, 3], [-3]], 3))
    empty = load(solver, cases.formula([[1], []], 1))

    assert engine.solve([1]).satisfiable is False
    core = engine.core()
    assert (core is None) is (solver in SILENT)
    assert set(core or ()) <= ({1} if solver == "lingeling" else set())
    assert empty.solve([1]).satisfiable is False
    assert (None if solver in SILENT else ()) == empty.core()


def test_core_of_the_last_call(solver, cases):
    engine = load(solver, cases.formula([[1, 2]], 2))

    assert engine.solve([-1, -2]).satisfiable is False
    assert engine.solve([-1]).satisfiable
    assert engine.core() is None


def test_dpll_tells_none(cases):
    engine = load("dpll", cases.formula([[1, 2]], 2))

    assert engine.solve([-1, -2]).satisfiable is False
    assert engine.core() is None


def test_silent_solvers_are_known():
    assert {row.name for row in TABLE} >= SILENT
