"""The table of PySAT's solvers: each of its claims, tried on the solver."""

from importlib import import_module

import pytest

from satdoku.engines import pysat
from satdoku.engines.pysat import PySat
from satdoku.engines.pysat_table import TABLE
from satdoku.errors import LimitError


def row_of(solver):
    """Return a solver's row."""
    return next(row for row in TABLE if row.name == solver)


def solver_of_pysat(solver, clauses, **options):
    """Return a solver of PySAT by its own class."""
    solvers = import_module("pysat.solvers")
    return solvers.Solver(name=solver, bootstrap_with=clauses, **options)


def refutes(clauses, lines):
    """Return whether each clause of a proof follows by unit propagation, to the end."""
    known = [list(clause) for clause in clauses]

    def clashes(false):
        while True:
            for clause in known:
                left = [literal for literal in clause if literal not in false]
                if not left:
                    return True
                if len(left) == 1 and -left[0] not in false:
                    false.add(-left[0])
                    break
            else:
                return False

    for line in lines:
        if line.startswith("d"):
            continue
        clause = [int(number) for number in line.split()[:-1]]
        if not clashes(set(clause)):
            return False
        if not clause:
            return True
        known.append(clause)
    return False


def test_names_are_those_of_pysat():
    theirs = import_module("pysat.solvers").SolverNames
    ours = {name: row.name for row in TABLE for name in (row.name, *row.aliases)}
    groups = [names for key, names in vars(theirs).items() if not key.startswith("_")]
    groups = [names for names in groups if "cryptominisat" not in names]

    assert {name for names in groups for name in names} <= ours.keys()
    for names in groups:
        assert 1 == len({ours[name] for name in names})
        assert ours[names[-1]] in names
    assert len(groups) == len(TABLE)
    assert len(ours) == sum(1 + len(row.aliases) for row in TABLE)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_proofs(solver, cases):
    clauses = cases.pigeons(4)
    try:
        made = solver_of_pysat(solver, clauses, with_proof=True)
        made.solve()
        proof = made.get_proof()
    except NotImplementedError:
        assert row_of(solver).no_proofs
        return

    assert refutes(clauses, proof) is not bool(row_of(solver).no_proofs)


def test_assumptions_and_reuse(solver):
    if not row_of(solver).reusable:
        with pytest.warns(RuntimeWarning):
            solver_of_pysat(solver, [[1, 2]]).solve(assumptions=[-1, -2])
        return
    made = solver_of_pysat(solver, [[1, 2]])

    assert not made.solve(assumptions=[-1, -2])
    assert made.solve(assumptions=[-1, 2])


def test_time_limit(solver):
    row = row_of(solver)
    made = solver_of_pysat(solver, [[1, 2]])

    def can(call, *values):
        try:
            call(*values)
        except NotImplementedError:
            return False
        return True

    assert can(made.interrupt) or row.time_limit != "interrupt"
    assert can(made.start_mode, True) or not row.warm
    assert row.conflict_limit == (row.time_limit != "none")
    assert can(made.conf_budget, 7) or not row.conflict_limit
    assert can(made.accum_stats) or not row.conflict_limit


@pytest.mark.nightly
def test_warm_walks(solver, cases, monkeypatch):
    row = row_of(solver)
    monkeypatch.setattr("satdoku.engines.pysat._OWN_SOLVER_AFTER", 1)
    engine = PySat(row, cases.formula(cases.grids_4x4(), 64))
    found = list(engine.models([1]))

    assert 72 == len(found) == len(set(found))


@pytest.mark.parametrize("change", ["renew_calls", "renew_conflicts"])
def test_renewal(solver, cases, change, monkeypatch):
    usual = row_of(solver)
    row = usual._replace(**{change: 3 if change == "renew_calls" else 5})
    opened = []

    def counted(row, **options):
        opened.append(row)
        return open_solver(row, **options)

    open_solver = pysat.open_solver
    monkeypatch.setattr(pysat, "open_solver", counted)
    clauses = cases.random_clauses(4, 8, 26)
    engine = PySat(row, cases.formula(clauses, 8))
    hard = PySat(row, cases.formula(cases.pigeons(4), 20))
    loaded = len(opened)
    for assumed in ([1], [-1], [2], [-2], [3], [-3], [4], [-4]):
        assert cases.models_of(clauses, 8, assumed) == set(engine.models(assumed))
        assert hard.solve().satisfiable is False

    if change == "renew_calls" or usual.conflict_limit:
        assert len(opened) > loaded


def test_too_many_variables(solver, cases):
    for variables in (2**31 - 1, 2**31, 2**60):
        with pytest.raises(LimitError):
            PySat(row_of(solver), cases.formula([], variables))
