"""Formulas as values: made of clauses, decoded, written, handed to PySAT."""

import pytest

from satdoku import Puzzle
from satdoku.cnf import Formula, encode, read_dimacs
from satdoku.errors import EngineError, UsageError

PUZZLE = Puzzle("1... ..2. ..3. 4...")


def test_of_clauses():
    formula = Formula.of([[1, -2], [2]], variables=3)

    assert (3, 2) == (formula.variables, len(formula))
    assert [[1, -2], [2]] == formula.clauses
    assert ["1", "2", "3"] == [formula.name_of(v) for v in (1, 2, 3)]
    assert 0 == Formula.of([]).variables
    assert repr(formula) == "<Formula of 3 variables, 2 clauses>"


@pytest.mark.parametrize("simplified", [False, True])
def test_pysat_solves_and_the_formula_decodes(simplified):
    from pysat.solvers import Glucose4

    puzzle = Puzzle("12.. .... .... ....")
    formula = encode(puzzle, "triad", simplified=simplified)
    cnf = formula.to_pysat()
    assert (formula.variables, formula.clauses) == (cnf.nv, cnf.clauses)
    with Glucose4(bootstrap_with=cnf) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert puzzle.is_solution(formula.decode(model))
    assert formula.decode(reversed(model)) == formula.decode(model)
    with pytest.raises(EngineError):
        formula.decode(model[1:0])


def test_what_is_no_puzzle_has_no_grid():
    with pytest.raises(UsageError, match="not a puzzle's"):
        Formula.of([[1]]).decode([1])


def test_written_and_read(tmp_path):
    formula = encode(
        PUZZLE.with_candidates(
            [*PUZZLE.candidate_masks()[:1], 2, *PUZZLE.candidate_masks()[2:]]
        )
    )
    formula.write(tmp_path / "a.cnf")
    text = (tmp_path / "a.cnf").read_text("ascii")

    assert text.startswith("p cnf 64 ")
    with (tmp_path / "a.cnf").open("rb") as stream:
        read = read_dimacs(stream)
    assert formula.clauses == read.clauses
    assert (-8,) in list(formula)
    with pytest.raises(OSError, match="No such file"):
        formula.write(tmp_path / "none" / "a.cnf")


def test_a_notebook_shows_families_and_clauses():
    html = encode("." * 16, "minimal")._repr_html_()

    assert "64 variables, 240 clauses" in html
    assert "<td>cell, at least one</td><td>16</td>" in html
    assert "r1c1=1 or r1c1=2 or r1c1=3 or r1c1=4" in html
