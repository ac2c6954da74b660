"""ResidualEncoding formulas: the same solutions, over the open candidates alone."""

from itertools import pairwise

import pytest

from satdoku import Puzzle
from satdoku.cnf.encoder import encode_rules, simplify
from satdoku.cnf.recipe import encodings, load
from satdoku.errors import EngineError, LimitError, UsageError
from satdoku.puzzle.geometry import Geometry

RECIPES = pytest.mark.parametrize("recipe", encodings(), ids=lambda recipe: recipe.name)
HARD = Puzzle(
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."
)


def _solutions(clauses, project):
    """All models as true variables, no two alike on `project`."""
    from pysat.solvers import Minisat22

    found = set()
    with Minisat22(bootstrap_with=clauses) as solver:
        while solver.solve():
            model = tuple(v for v in solver.get_model() or () if v > 0)
            found.add(model)
            solver.add_clause([-v for v in model if v in project])
    return found


@RECIPES
class TestEveryRecipe:
    """What holds of every recipe."""

    @pytest.mark.parametrize(
        "puzzle",
        [
            HARD,
            Puzzle("1" + "." * 35, geometry=Geometry.of_box(3, 2)),
            Puzzle("." * 25, geometry=Geometry.of_box(1, 5)),
        ],
        ids=["9x9", "3x2", "1x5"],
    )
    def test_formula(self, recipe, puzzle):
        small = simplify(puzzle, recipe)
        formula = small.formula
        clauses = list(formula)
        names = list(map(formula.name_of, range(1, formula.variables + 1)))
        variables = [
            small.variable_of(cell, digit)
            for cell in range(puzzle.geometry.cells)
            for digit in puzzle.geometry.digit_range
            if small.propagation.candidates[cell] >> (digit - 1) & 1
            and not small.propagation.values[cell]
        ]

        assert formula.clause_count == len(clauses)
        assert small.variable_of(0, 1) == (0 if puzzle.values[0] else 1)
        assert set(map(abs, sum(clauses, ()))) == set(range(1, formula.variables + 1))
        assert clauses == [c for group in formula.groups() for c in group.clauses]
        assert variables == list(small.cell_variables)
        assert len(set(names)) == len(names)
        assert all(len({*map(abs, clause)}) == len(clause) for clause in clauses)
        with pytest.raises(UsageError):
            formula.name_of(formula.variables + 1)

    def test_solved_by_singles(self, recipe):
        puzzle = Puzzle("1.....3..4.....2")
        small = simplify(puzzle, recipe)

        assert (small.formula.variables, list(small.formula)) == (0, [])
        assert puzzle.is_solution(small.decode(()))
        assert small.contradiction is None

    def test_refuted_by_singles(self, recipe):
        small = simplify(Puzzle("11.............."), recipe)
        (group,) = small.formula.groups()

        assert list(small.formula) == [()]
        assert group.origin.subject == small.contradiction
        assert small.contradiction == "r1c2 clashes with another clue"


class TestDecode:
    """Models become grids; what is none is the engine's fault."""

    PUZZLE = Puzzle("1......2........")

    def test_faults(self):
        small = simplify(self.PUZZLE, load("extended"))
        (model, *_) = sorted(_solutions(list(small.formula), small.cell_variables))
        last = model[-1]
        with pytest.raises(EngineError):
            small.decode(model[:-1])
        other = next(
            v
            for v in small.cell_variables
            if v not in model and small.formula.name_of(v)[:4] == "r4c4"
        )
        with pytest.raises(EngineError, match=r"r4c4 \d and \d"):
            small.decode(sorted((*model, other)))
        with pytest.raises(EngineError):
            small.decode((-last, *model))


class TestSizes:
    """How small they get."""

    def test_triads_with_one_candidate_left(self):
        small = simplify(HARD, load("triad-lite"))
        definitions = [
            clause
            for group in small.formula.groups()
            for clause, after in pairwise(group.clauses)
            if len(clause) == 2 and clause == tuple(-x for x in after[::-1])
        ]

        assert definitions == []

    def test_limit(self):
        with pytest.raises(LimitError, match=r"the limit is 1,000 clauses"):
            simplify(HARD, load("extended"), max_clauses=1_000)
        empty = Puzzle((0,) * 625, geometry=Geometry(25, 25))
        with pytest.raises(LimitError, match="15,625 open candidates"):
            simplify(empty, load("extended"), max_clauses=600_000)

    def test_a_large_board_is_not_kept(self):
        empty = Puzzle((0,) * 625, geometry=Geometry(25, 25))
        small, whole = (
            simplify(empty, load("triad")),
            encode_rules(Geometry(25, 25), load("triad")),
        )

        assert len(small.formula) == len(whole.formula)
        assert sum(1 for _ in small.formula) == len(small.formula)
