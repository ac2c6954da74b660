"""What engines for formulas answer, each against trying all assignments."""

import pytest

from satdoku.engines.registry import load
from satdoku.errors import UsageError


class TestSolve:
    """One model, under assumptions, again and again from one engine."""

    def test_random_formulas(self, engine_name, cases):
        for seed in range(6):
            clauses = cases.random_clauses(seed, 8, 30 + seed)
            engine = load(engine_name, cases.formula(clauses, 8))
            for assumed in ([], [1], [-1, 2], [3, -4, 5], [-8, -7, -6, -5], []):
                expected = cases.models_of(clauses, 8, assumed)
                outcome = engine.solve(assumed)

                assert bool(expected) == (outcome.satisfiable)
                assert outcome.model in (expected or [None])
            engine.close()

    def test_variable_in_no_clause(self, engine_name, cases):
        engine = load(engine_name, cases.formula([[1, -3]], 6))

        assert {5} <= set(engine.solve([5, -6]).model or ())
        assert {6} <= set(engine.solve([-5, 6]).model or ())
        assert engine.solve([-1, 3]).satisfiable is False
        assert cases.models_of([[1, -3]], 6) == set(engine.models())

    def test_no_clauses(self, engine_name, cases):
        none = load(engine_name, cases.formula([], 0))
        assert () == none.solve().model
        assert [()] == list(none.models())
        engine = load(engine_name, cases.formula([], 3))

        assert engine.solve().satisfiable
        assert engine.solve([2, -2]).satisfiable is False
        assert (1, 2, 3) == engine.solve([1, 2, 3]).model
        assert 8 == len(list(engine.models()))

    @pytest.mark.parametrize(
        ("clauses", "variables"),
        [
            ([[]], 0),
            ([[1, 2], [], [-1, 2]], 2),
            ([[1], [2, 3], [-1]], 3),
            ([[1], [-1, 2], [-2, -1]], 2),
        ],
    )
    def test_refuted_while_loading(self, engine_name, cases, clauses, variables):
        engine = load(engine_name, cases.formula(clauses, variables))

        assert engine.solve().satisfiable is False
        assert [] == list(engine.models())
        assert engine.solve().satisfiable is False

    def test_repeated_literals_and_tautologies(self, engine_name, cases):
        clauses = [[1, 1, -3], [2, -2], [3, -3, 3], [-1, -1]]
        engine = load(engine_name, cases.formula(clauses, 3))

        assert cases.models_of(clauses, 3) == set(engine.models())
        assert engine.solve([1, 1]).satisfiable is False

    def test_statistics_are_of_one_call(self, solver, cases):
        engine = load(solver, cases.formula(cases.random_clauses(1, 60, 255), 60))
        for _ in range(3):
            counted = engine.solve().statistics
            again = engine.solve([1, -1]).statistics

            names = {"decisions", "propagations", "conflicts", "restarts"}
            assert counted.keys() in (set(), names)
            assert 0 == again.get("conflicts", 0)
            assert all(number >= 0 for number in again.values())


class TestModels:
    """Walks from model to model."""

    def test_all_models(self, engine_name, cases, monkeypatch):
        for seed in range(4):
            clauses = cases.random_clauses(seed, 7, 16)
            monkeypatch.setattr("satdoku.engines.pysat._OWN_SOLVER_AFTER", 3 + seed)
            engine = load(engine_name, cases.formula(clauses, 7))
            for assumed in ([], [2], [-1, 3], []):
                found = list(engine.models(assumed))

                assert cases.models_of(clauses, 7, assumed) == set(found)
                assert len(found) == len(set(found))

    def test_projected(self, engine_name, cases):
        clauses = cases.random_clauses(9, 7, 14)
        engine = load(engine_name, cases.formula(clauses, 7))
        for project in ([1, 2, 3], (4, 7), {5}, []):
            for assumed in ([], [1]):
                found = [
                    tuple(x for x in model if x in set(project))
                    for model in engine.models(assumed, project)
                ]
                expected = {
                    tuple(x for x in model if x in set(project))
                    for model in cases.models_of(clauses, 7, assumed)
                }

                assert expected == set(found)
                assert len(found) == len(set(found))

    def test_one_hot(self, solver, cases):
        clauses = cases.grids_4x4()
        engine = load(solver, cases.formula(clauses, 64), one_hot=True)
        # Kissat is loaded anew for each.
        clues, count = ([1], 72) if solver == "kissat404" else ([], 288)
        grids = list(engine.models(clues, range(1, 65)))

        assert count == len(grids) == len(set(grids))
        assert {16} == set(map(len, grids))
        assert all(list(grid) == sorted(grid) for grid in grids)
        assert 12 == len(list(engine.models([1, 6, 11])))

    def test_a_walk_left_early(self, solver, cases):
        engine = load(solver, cases.formula(cases.grids_4x4(), 64), one_hot=True)
        for _ in range(4):
            walk = engine.models([1, 6, 11])
            first, second = next(walk), next(walk)

            assert first != second
            assert first == engine.solve(first).model
            with pytest.raises(UsageError):
                next(walk)

    def test_statistics_of_a_walk(self, solver, cases):
        engine = load(solver, cases.formula(cases.grids_4x4(), 64), one_hot=True)
        walk = engine.models()
        next(walk)
        early = engine.statistics()
        for _ in range(30 if solver == "kissat404" else 150):
            next(walk)
        late = engine.statistics()

        assert early.keys() == late.keys()
        assert all(late[key] >= early[key] for key in early)
        assert not early or late["decisions"] > early["decisions"]


class TestBadRequests:
    """What makes no sense is refused before a solver sees it."""

    @pytest.mark.parametrize("literal", [0, 4, -4, 2**31 - 1, -(2**31), 2**40])
    def test_assumption_of_no_variable(self, engine_name, cases, literal):
        engine = load(engine_name, cases.formula([[1, 2, 3]], 3))
        with pytest.raises(UsageError):
            engine.solve([1, literal])
        with pytest.raises(UsageError):
            engine.models([1, literal])

        assert (1,) == engine.solve([1, -2, -3]).model

    def test_assumption_of_another_type(self, engine_name, cases):
        numpy = pytest.importorskip("numpy")
        engine = load(engine_name, cases.formula([[1, 2]], 2))

        assert (2,) == engine.solve(numpy.array([-1], dtype=numpy.int8)).model
        with pytest.raises(UsageError):
            engine.solve([1.5])

    @pytest.mark.parametrize("literal", [0, 3, -3, 2**31 - 1, 2**31, -(2**63)])
    def test_literal_of_no_variable(self, engine_name, cases, literal):
        with pytest.raises(UsageError, match=f"literal {literal} of"):
            load(engine_name, cases.formula([[1, 2], [1, literal]], 2))

    def test_project_of_no_variable(self, engine_name, cases):
        engine = load(engine_name, cases.formula([[1, 2]], 2))
        for project in ([0], [1, 3], (-1,)):
            with pytest.raises(UsageError, match="1 to 2"):
                engine.models(project=project)

    def test_closed(self, engine_name, cases):
        engine = load(engine_name, cases.formula([[1, 2]], 2))
        walk = engine.models()
        next(walk)
        engine.close()
        engine.close()
        with pytest.raises(UsageError):
            engine.solve()
        with pytest.raises(UsageError):
            engine.models()
        with pytest.raises(UsageError):
            next(walk)
