"""The formula of another solution than a grid."""

from __future__ import annotations

import pytest

from satdoku import Geometry, Grid, all_solutions
from satdoku.cnf.apart import Apart
from satdoku.cnf.encode import encoding
from satdoku.cnf.recipe import load
from satdoku.engines import register

GRID = Grid.parse("1234341221434321")


@pytest.mark.parametrize("recipe", ["minimal", "triad-lite"])
def test_all_others(recipe: str) -> None:
    """Its solutions are all grids but the one that is assumed."""
    form = encoding(Geometry(2, 2), load(recipe))
    apart = Apart(form)
    engine = register.load("minisat22", apart.formula)
    other = apart.other_than(GRID)
    found = {form.decode(model) for model in engine.models(other, form.cell_variables)}
    engine.close()

    assert set(all_solutions("." * 16)) - {GRID} == found


def test_formula_is_sound() -> None:
    """Its counts hold, its groups are its clauses, every variable has a name."""
    apart = Apart(encoding(Geometry(2, 2), load("triad-lite")))
    formula = apart.formula
    clauses = list(formula)

    assert formula.clause_count == len(clauses)
    assert clauses == [c for group in formula.groups() for c in group.clauses]
    assert formula.variables == max(abs(x) for clause in clauses for x in clause)
    names = [formula.name_of(v) for v in range(1, formula.variables + 1)]
    assert len(names) == len(set(names))
    assert {"r4c4=4", "other r4c4=4", "apart r4c4"} <= set(names)
