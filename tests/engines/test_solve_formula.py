"""Formulas by themselves: a model, assumptions, a proof that there is none."""

import pytest

from satdoku import UsageError
from satdoku.cnf import encode
from satdoku.engines import solve_formula
from satdoku.proof.verifying import check_proof
from tests.cli.samples import EASY

CLASHING = "11.............."


@pytest.mark.parametrize("engine", ["auto", "dpll", "minisat22"])
def test_models(engine):
    """A model of a puzzle's formula is its solution; assumptions hold in it."""
    formula = encode(EASY)
    outcome = solve_formula(formula, engine)
    assert formula.decode(outcome.model).is_complete
    literal = outcome.model[0]
    assert literal in solve_formula(formula, engine, [literal]).model
    assert solve_formula(formula, engine, [-literal]).satisfiable is False


@pytest.mark.parametrize("engine", ["auto", "dpll"])
def test_proofs(engine, tmp_path):
    """A refutation is written, and accepted by the checker; no file is replaced."""
    formula = encode("12.. ..3. ...4 ....".replace(" ", ""))
    target, cnf = tmp_path / "p.drat", tmp_path / "p.cnf"
    formula.write(cnf)
    outcome = solve_formula(formula, engine, proof=target)
    assert outcome.satisfiable is False
    assert check_proof(cnf, target)
    with pytest.raises(FileExistsError):
        solve_formula(formula, engine, proof=target)
    with pytest.raises(UsageError):
        solve_formula(formula, engine, [1], proof=tmp_path / "other.drat")


def test_time(tmp_path):
    """No time is no answer, and no proof."""
    target = tmp_path / "p.drat"
    formula = encode(CLASHING)
    outcome = solve_formula(formula, "dpll", proof=target, timeout=0)
    assert outcome.satisfiable is None
    assert not target.exists()
