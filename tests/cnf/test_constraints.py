"""Puzzles with constraints, and of other geometries, as formulas: the same solutions.

What is right is found by trying all digits in all cells of small boards, by the rules
of `Puzzle.is_solution` alone.
"""

from functools import cache
from io import StringIO
from itertools import islice, product

import pytest

from satdoku import Geometry, Puzzle
from satdoku.cnf import encode, encodings
from satdoku.cnf.encoder import encode_rules, formula_size, provenance, simplify
from satdoku.cnf.formula import write_dimacs
from satdoku.cnf.propagate import propagate
from satdoku.cnf.recipe import FamilyOptions, Recipe, TriadOptions, load
from satdoku.constraints import (
    AntiKnight,
    Diagonals,
    Killer,
    NumberedRoom,
    Regions,
)
from satdoku.engines import registry
from satdoku.errors import UsageError
from satdoku.puzzle.grid import Grid
from tests.conftest import nightly

ENGINES = ("dpll", "cadical153")
RECIPES = pytest.mark.parametrize("recipe", encodings(), ids=lambda recipe: recipe.name)
MOST = 400

FOUR = Geometry(4, 4)
OPEN = Geometry(4, 4, box=None)
LONG = Geometry(2, 4, box=(2, 2))
PUZZLES = {
    "288 grids": Puzzle("." * 16),
    "diagonals": Puzzle("1... .... .... ....", [Diagonals()]),
    "jigsaw": Puzzle(
        "1... .... ..2. ....", [Regions("AAAB CABB CCDB CDDD")], geometry=OPEN
    ),
    "anti-knight": Puzzle("." * 16, [AntiKnight()]),
    "anti-knight, rows and columns": Puzzle("12.. ....", [AntiKnight()], geometry=LONG),
    "killer": Puzzle(
        "." * 16,
        [Killer(3, "r1c1 r2c1"), Killer(9, "r1c2 r1c3 r1c4"), Killer(7, "r3c3 r4c3")],
    ),
    "killer across": Puzzle(
        ".... ..1. .... ....", [Killer(6, "r2c2 r2c3 r3c3"), Killer(5, "r4c4 r3c4")]
    ),
    "killer without a solution": Puzzle("." * 16, [Killer(20, "r1c1 r1c2")]),
    "killer of 0-3": Puzzle(
        "." * 16,
        [Killer(1, "r1c1 r1c2"), Diagonals()],
        geometry=Geometry(4, 4, first_value=0),
    ),
    "a cage that is a row": Puzzle(
        "2...", [Killer(10, "r1c4 r1c3 r1c2 r1c1")], geometry=Geometry(1, 4)
    ),
    "a numbered room": Puzzle("." * 16, [NumberedRoom(3, "r1")]),
    "a cage in no order": Puzzle("." * 16, [Killer(None, "r2c3 r2c2 r3c2")]),
    "2x3": Puzzle("......", geometry=Geometry(2, 3)),
    "2x4": Puzzle("1.......", geometry=LONG),
    "3x3 with 4 digits": Puzzle(
        "12......4", geometry=Geometry(3, 3, box=None, digits=4)
    ),
    "2x2 with 5 digits": Puzzle("....", geometry=Geometry(2, 2, box=None, digits=5)),
    "4x2 boxes of 2x2": Puzzle(".1......", geometry=Geometry(4, 2, box=(2, 2))),
    "4x4 boxes of 2x2 with 5 digits": Puzzle(
        "12..34......1..2", geometry=Geometry(4, 4, box=(2, 2), digits=5)
    ),
    "rows are boxes": Puzzle("....12..", geometry=Geometry(2, 4, box=(1, 4))),
    "narrow boxes": Puzzle("1..32...", geometry=Geometry(2, 4, box=(1, 2))),
    "candidates": Puzzle("." * 16, [Diagonals()], candidates=[3, 12] * 2 + [15] * 12),
}
CASES = pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)


@cache
def solutions(puzzle):
    """Return the solutions by brute force, each cell in turn."""
    geometry, found = puzzle.geometry, set()
    before = [
        {
            other
            for unit in puzzle.units
            if cell in unit
            for other in unit
            if other < cell
        }
        for cell in range(geometry.cells)
    ]

    def fill(values, cell):
        if cell == geometry.cells:
            grid = Grid.trusted(geometry, tuple(values))
            if puzzle.is_solution(grid):
                found.add(grid)
            return
        for digit in geometry.digit_range:
            if puzzle.values[cell] in {0, digit} and not any(
                values[other] == digit for other in before[cell]
            ):
                values[cell] = digit
                fill(values, cell + 1)
        values[cell] = 0

    fill([0] * geometry.cells, 0)
    return frozenset(found)


def models(engine, formula, project):
    """Return up to 400 models by an engine, told apart by some variables."""
    loaded = registry.load(engine, formula)
    try:
        return list(islice(loaded.models((), project), MOST))
    finally:
        loaded.close()


def compare(puzzle, grids, count, recipe):
    """Compare grids, and how many models there were, with the brute force."""
    expected = solutions(puzzle)

    assert len(grids) == count, recipe.name
    assert grids <= expected, recipe.name
    assert count == min(MOST, len(expected)), recipe.name


@pytest.mark.parametrize("step", nightly([3, 1], 3))
@CASES
def test_solutions(puzzle, step):
    """Those of the rules, by each recipe; one model each where that is promised.

    Every third recipe meets a puzzle, and by night every one.
    """
    for recipe in encodings()[[*PUZZLES.values()].index(puzzle) % step :: step]:
        engine = ENGINES[len(recipe.name) % 2]
        rules = encode_rules(puzzle.geometry, recipe, constraints=puzzle.constraints)
        whole = rules.formula.with_unit_clauses(rules.literals(puzzle))
        found = models(engine, whole, rules.cell_variables)
        compare(puzzle, {whole.decode(model) for model in found}, len(found), recipe)
        small = simplify(puzzle, recipe)
        found = models(engine, small.formula, small.cell_variables)
        compare(puzzle, {small.decode(model) for model in found}, len(found), recipe)
        if small.aux_determined and len(solutions(puzzle)) < MOST:
            found = models("dpll", small.formula, None)

            assert len(found) == len(solutions(puzzle)), recipe.name


@CASES
def test_encode(puzzle):
    for engine, simplified in product(ENGINES, (False, True)):
        formula = encode(puzzle, "triad-lite", simplified=simplified)
        outcome = registry.load(engine, formula).solve()

        assert (outcome.model is not None) == bool(solutions(puzzle))
        if outcome.model is not None:
            assert puzzle.is_solution(formula.decode(outcome.model))


@RECIPES
def test_formulas(recipe):
    for puzzle in PUZZLES.values():
        check_formulas(puzzle, recipe)


def check_formulas(puzzle, recipe):
    geometry, rules = puzzle.geometry, puzzle.constraints
    whole = encode_rules(geometry, recipe, constraints=rules).formula
    for formula in (whole, simplify(puzzle, recipe).formula):
        clauses = list(formula)
        names = [formula.name_of(v) for v in range(1, formula.variables + 1)]

        assert formula.clause_count == len(clauses), puzzle
        assert len({frozenset(clause) for clause in clauses}) == len(clauses), puzzle
        assert len(set(names)) == len(names), puzzle
        listed = [c for group in formula.groups() for c in group.clauses]
        assert clauses == listed, puzzle
        variables = {abs(literal) for clause in clauses for literal in clause}
        assert variables <= set(range(1, formula.variables + 1)), puzzle
        for outside in (0, formula.variables + 1):
            with pytest.raises(UsageError):
                formula.name_of(outside)
    size = formula_size(geometry, recipe, rules)
    assert size.literals == sum(map(len, whole)), puzzle


@pytest.mark.parametrize(
    "scheme", nightly(["ladder", "commander", "sequential"], "sequential")
)
def test_own_recipes(scheme):
    """What holds of units with all digits by counting alone is said of others."""
    cells, most = FamilyOptions(at_most_one=scheme), FamilyOptions(at_least_one=True)
    triad = TriadOptions(at_least_one=True, inside_at_most_one=scheme, exact=True)
    for recipe in (
        Recipe("dual", "s", "r", cells, most),
        Recipe("minimal", "s", "r", most, cells),
        Recipe("least", "s", "r", FamilyOptions(True, scheme), most, triad),
    ):
        for puzzle in PUZZLES.values():
            small = simplify(puzzle, recipe)
            found = models("dpll", small.formula, small.cell_variables)
            compare(puzzle, {small.decode(x) for x in found}, len(found), recipe)


@CASES
def test_propagation(puzzle):
    """Singles keep all solutions, and lose no cell."""
    found = propagate(puzzle)
    known = solutions(puzzle)
    if found.refuted:
        assert not known
        return
    assert list(found.cells) == [c for c, v in enumerate(found.values) if not v]
    for grid in known:
        for value, mask in zip(grid.values, found.candidates, strict=True):
            assert mask >> (value - 1) & 1


def test_propagation_of_a_cell_that_two_digits_need():
    """No cell lacks candidates, and no digit a place."""
    puzzle = Puzzle.of_candidates(Geometry(4, 4), [3] + [12] * 3 + [15] * 12)
    assert propagate(puzzle).refuted


BOXES = "".join(str(Geometry().box_of(cell)) for cell in range(81))
HARD = (
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."
)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["minimal", "extended", "triad-lite", "support"])
def test_boxes_as_regions(engine, name):
    """Boxes are regions like others."""
    jigsaw = Puzzle(HARD, [Regions(BOXES)], geometry=Geometry(9, 9, box=None))
    usual = Puzzle(HARD)
    small = simplify(jigsaw, load(name))
    (model,) = models(engine, small.formula, small.cell_variables)

    assert usual.is_solution(Grid(small.decode(model).values))
    assert propagate(jigsaw) == propagate(usual)
    assert 10_530 == len(encode(jigsaw)) - usual.clue_count


def test_shape_of_a_grid_with_unusual_units():
    assert encode_rules(Geometry(6, 9), load("triad")).formula.variables == 6 * 9 * 9
    size = formula_size(Geometry(9, 9), load("extended"), (Diagonals(),))
    assert size.textbook - 11_988 == 666  # two units of nine digits
    cage = Killer(10, "r1c1 r1c2 r1c3")  # in a row: nothing but its sum is news
    assert formula_size(Geometry(9, 9), load("minimal"), (cage,)).variables == 729 + 4


def test_dimacs_names_auxiliary_variables():
    puzzle = PUZZLES["killer"]
    made = encode_rules(
        puzzle.geometry, load("minimal"), constraints=puzzle.constraints
    )
    stream = StringIO()
    write_dimacs(made.formula, stream, comments=provenance(made), names=True)
    text = stream.getvalue()

    assert "c constraint: cage of 3: r1c1 r2c1\n" in text
    assert "c auxiliary: variables 65 to 67\n" in text
    assert "c var 65 cage of 3: r1c1 r2c1 1+2\n" in text
    families = [str(group.origin) for group in made.formula.groups()]
    assert families[-1] == "constraint: cage of 7: r3c3 r4c3"


@pytest.mark.parametrize("cells", ["r0c1 r1c1", "r1c0 r1c1", "a1 r1c1", ""])
def test_cells_of_no_grid(cells):
    with pytest.raises(UsageError):
        Killer(3, cells)


@pytest.mark.parametrize("wrong", [5, "anti-king", AntiKnight, [AntiKnight()]])
def test_what_is_no_constraint(wrong):
    with pytest.raises(UsageError, match="constraint"):
        Puzzle("." * 81, constraints=[wrong])
