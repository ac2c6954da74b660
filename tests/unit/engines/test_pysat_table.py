"""The table of PySAT's solvers: each of its claims, tried on the solver."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.engines.engine import Limits, Status
from satdoku.engines.pysat import loading
from satdoku.engines.pysat.engine import PySat
from satdoku.engines.pysat.table import TABLE, Row
from satdoku.errors import LimitError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.unit.engines.conftest import Cases


def row_of(solver: str) -> Row:
    """Return a solver's row."""
    return next(row for row in TABLE if row.name == solver)


def pysat_solver(solver: str, clauses: Sequence[Sequence[int]], **options: bool) -> Any:  # noqa: ANN401  PySAT has no types
    """Return a solver of PySAT by its own class."""
    solvers = import_module("pysat.solvers")
    return solvers.Solver(name=solver, bootstrap_with=clauses, **options)


def refutes(clauses: Sequence[Sequence[int]], lines: Sequence[str]) -> bool:
    """Return whether each clause of a proof follows by unit propagation, to the end."""
    known = [list(clause) for clause in clauses]

    def clashes(false: set[int]) -> bool:
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


def test_names_are_those_of_pysat() -> None:
    """Every solver of the installed PySAT is there, by each of its names."""
    theirs = import_module("pysat.solvers").SolverNames
    ours = {name: row.name for row in TABLE for name in (row.name, *row.aliases)}
    groups = [names for key, names in vars(theirs).items() if not key.startswith("_")]

    assert {name for names in groups for name in names} <= ours.keys()
    for names in groups:
        assert 1 == len({ours[name] for name in names})
        assert ours[names[-1]] in names
    assert len(groups) == len(TABLE)
    assert len(ours) == sum(1 + len(row.aliases) for row in TABLE)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_proofs(solver: str, cases: Cases) -> None:
    """Those that promise proofs refute the pigeonhole; the others do not."""
    clauses = cases.pigeons(4)
    try:
        made = pysat_solver(solver, clauses, with_proof=True)
        made.solve()
        proof = made.get_proof()
    except NotImplementedError:
        assert not row_of(solver).proofs
        return

    assert row_of(solver).proofs == refutes(clauses, proof)


def test_assumptions_and_reuse(solver: str) -> None:
    """Only where the table says so does one solver take them, again and again."""
    if not row_of(solver).reusable:
        assert not row_of(solver).assumptions
        with pytest.warns(RuntimeWarning, match="does not support assumptions"):
            pysat_solver(solver, [[1, 2]]).solve(assumptions=[-1, -2])
        return
    made = pysat_solver(solver, [[1, 2]])

    assert not made.solve(assumptions=[-1, -2])
    assert made.solve(assumptions=[-1, 2])


def test_time_limit(solver: str) -> None:
    """The functions are there that the way of keeping a time limit needs."""
    row = row_of(solver)
    if row.kind == "cryptominisat":
        assert row.time_limit == "search"
        return
    functions = vars(import_module("pysolvers"))
    has = {
        name: f"{row.functions}_{name}" in functions
        for name in ("interrupt", "cbudget", "set_start")
    }

    assert has["interrupt"] == (row.time_limit == "interrupt")
    assert has["cbudget"] or row.time_limit == "process"
    assert has["set_start"] or not row.warm
    assert has["cbudget"] or not row.conflict_limit


def test_warm_walks(solver: str, cases: Cases) -> None:
    """Going on where the last model was found loses none, and finds none twice."""
    row = row_of(solver)
    engine = PySat(row, cases.formula(cases.grids_4x4(), 64), own_solver_after=1)
    found = list(engine.models([1], limits=Limits(seconds=30)))

    assert 72 == len(found) == len(set(found))


@pytest.mark.parametrize("change", ["renew_calls", "renew_conflicts"])
def test_renewal(solver: str, cases: Cases, change: str) -> None:
    """A solver is renewed in time, and nobody notices but the clock."""
    usual = row_of(solver)
    row = usual._replace(renew_calls=3) if change == "renew_calls" else usual
    if change == "renew_conflicts":
        row = row._replace(renew_conflicts=5)
    clauses = cases.random_clauses(4, 8, 26)
    engine = PySat(row, cases.formula(clauses, 8))
    hard = PySat(row, cases.formula(cases.pigeons(4), 20))
    solvers = set[int]()
    kept = list[object]()
    for assumed in ([1], [-1], [2], [-2], [3], [-3], [4], [-4]):
        assert cases.models_of(clauses, 8, assumed) == set(engine.models(assumed))
        assert Status.UNSATISFIABLE is hard.solve().status
        loaded = engine if change == "renew_calls" else hard
        assert loaded._loaded is not None
        kept.append(loaded._loaded.solver)
        solvers.add(id(kept[-1]))

    if change == "renew_calls" or usual.conflict_limit:
        assert len(solvers) > 1


def test_too_many_variables(solver: str, cases: Cases) -> None:
    """2^31 variables would end the process; nothing is loaded."""
    for variables in (2**31 - 1, 2**31, 2**60):
        with pytest.raises(LimitError, match="variables"):
            PySat(row_of(solver), cases.formula([], variables))


def test_not_installed(cases: Cases, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is named, with what to install."""

    def nothing(name: str) -> object:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(loading, "import_module", nothing)
    for solver, package in [
        ("minisat22", "python-sat"),
        ("kissat404", "python-sat>=1.9.dev0"),
        ("cryptominisat", "pycryptosat"),
    ]:
        with pytest.raises(UsageError, match=f"pip install '{package}'"):
            PySat(row_of(solver), cases.formula([[1]], 1))
        with pytest.raises(UsageError, match="not available"):
            PySat(row_of(solver), cases.formula([], 0))


def test_an_older_pysat(cases: Cases, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that the installed PySAT does not have yet is not available."""
    monkeypatch.setattr(loading, "import_module", lambda _: object())
    with pytest.raises(UsageError, match="not available"):
        PySat(row_of("ergo"), cases.formula([[1]], 1))
