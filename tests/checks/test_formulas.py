"""`check_formula` against trying every model; numberings; counterexamples hold."""

from itertools import combinations
from random import Random

import pytest
from pysat.solvers import Minisat22

from satdoku import Geometry, Grid, Puzzle
from satdoku.cnf import Formula, encode
from satdoku.cnf.numbering import SCHEMES, numbering, read_numbering
from satdoku.cnf.recipe import encodings
from satdoku.constraints import Arrow
from satdoku.errors import InputError, UsageError
from satdoku.setting.formula_check import check_formula
from tests.conftest import nightly

EMPTY = Puzzle("." * 16)
NAMES = [recipe.name for recipe in encodings()]
CASES = [(number, is_changed) for number in range(20) for is_changed in (False, True)]
QUICK = [(number, is_changed) for number in (1, 4, 6) for is_changed in (False, True)]


def renumbered(clauses, scheme, variables):
    """Return clauses in another numbering, auxiliary variables behind."""
    places = numbering(scheme, EMPTY.geometry)
    number = {4 * cell + digit: own for (cell, digit), own in places.items()}
    last = max(number.values())
    number |= {one: last + one - 64 for one in range(65, variables + 1)}
    return Formula.of(
        [[number[abs(x)] * (1 if x > 0 else -1) for x in clause] for clause in clauses]
    )


def grids(clauses):
    """Return what the models of a formula say of the cells, 300 at most."""
    found = set()
    with Minisat22(clauses) as solver:
        while len(found) < 300 and solver.solve():
            cells = [x for x in solver.get_model() if abs(x) <= 64]
            cells += [-x for x in range(len(cells) + 1, 65)]
            found.add(tuple(x for x in cells if x > 0))
            solver.add_clause([-x for x in cells])
    return found


@pytest.mark.parametrize("case", nightly(CASES, *QUICK))
def test_verdicts(case):
    number, is_changed = case
    dice = Random(number)
    formula = encode(EMPTY, NAMES[number % len(NAMES)])
    clauses = formula.clauses
    if is_changed:
        at = dice.randrange(len(clauses))
        if number % 3:
            clauses[at][-1] *= -1
        else:
            del clauses[at : at + 8]
    is_right = grids(clauses) == grids(encode(EMPTY, "extended").clauses)
    scheme = SCHEMES[number % len(SCHEMES)]
    report = check_formula(renumbered(clauses, scheme, formula.variables), EMPTY)

    assert is_right is report.right
    assert report.scheme == scheme or (is_right and scheme != "100r") or is_changed
    if report.right is False:
        assert (report.solution is None) is not (report.model is None)
        if report.solution is not None:
            assert EMPTY.is_solution(report.solution)
            assert report.clauses
        else:
            digits = tuple(one[0] if len(one) == 1 else 0 for one in report.model)
            assert not EMPTY.is_solution(Grid(digits, EMPTY.geometry))


def test_a_solution_that_is_no_model_is_excluded_by_those_clauses():
    formula = encode(EMPTY, "extended-sequential")
    clauses = formula.clauses
    extra = [[-1, 100], [-100]]
    report = check_formula(Formula.of([*clauses, *extra], formula.variables), EMPTY)
    kept = [[*clauses, *extra][number - 1] for number in report.clauses]
    cells = [4 * cell + digit for cell, digit in enumerate(report.solution.values)]
    others = [-x for x in range(1, 65) if x not in cells]

    with Minisat22([*kept, *([x] for x in (*cells, *others))]) as solver:
        assert not solver.solve()
    assert report.right is False


@pytest.mark.parametrize(
    ("encoding", "clues", "words"),
    [
        ("minimal", "1...............", "naked singles"),
        ("extended", "1...............", "naked and hidden singles"),
        ("extended", "1.....2...3.4...", "the whole grid"),
        ("extended", "11..............", "a contradiction"),
    ],
)
def test_what_propagation_sees_beside_clues(encoding, clues, words):
    rules = encode(EMPTY, encoding).clauses
    given = [[4 * cell + int(d)] for cell, d in enumerate(clues) if d != "."]
    report = check_formula(Formula.of([*rules, *given]), EMPTY)

    assert report.sees == words


def test_a_puzzle_and_a_large_grid():
    puzzle = Puzzle("1... ..2. ..3. 4...")

    assert check_formula(encode(puzzle, "minimal"), puzzle).right
    assert check_formula(encode(EMPTY, "minimal"), puzzle).words.endswith("is given'")
    six = Puzzle("." * 36)
    report = check_formula(encode(six, "extended"), six)
    assert (True, None, "naked and hidden singles") == (
        report.right,
        report.models,
        report.sees,
    )


def test_names_of_variables():
    geometry = Geometry(4, 4)
    lines = [
        f"c var {100 - variable} r{cell // 4 + 1}c{cell % 4 + 1}={digit}"
        for (cell, digit), variable in numbering("rcd", geometry).items()
    ]

    named = read_numbering("\n".join(lines).encode(), geometry)
    assert 99 == named[0, 1]
    with pytest.raises(InputError, match="no variable is r4c4=4"):
        read_numbering("\n".join(lines[:-1]).encode(), geometry)
    with pytest.raises(InputError, match="r9c1=1 is of no cell"):
        read_numbering(b"1 r9c1=1", geometry)
    with pytest.raises(InputError, match="two names"):
        read_numbering("\n".join([*lines[:-1], "99 r4c4=4"]).encode(), geometry)
    with pytest.raises(UsageError, match="no scheme 'abc'"):
        numbering("abc", geometry)


def _arrow(side):
    """Return a puzzle whose formula has variables of its constraint."""
    arrow = Arrow(("r1c1", "r2c2", "r2c3"))
    return Puzzle("." * side * side, [arrow], geometry=Geometry(side, side))


@pytest.mark.parametrize(("side", "right"), [(4, True), (6, None)])
def test_variables_of_constraints(side, right):
    """Those of both formulas are the same by their numbers, or nothing is shared."""
    puzzle = _arrow(side)
    formula = encode(puzzle, "extended")
    assert check_formula(formula, puzzle).right

    last = side**3
    others = [
        [x if abs(x) <= last else x + (1000 if x > 0 else -1000) for x in clause]
        for clause in formula.clauses
    ]
    report = check_formula(Formula.of(others), puzzle)
    assert report.right is right
    assert ("random models are solutions" in report.words) == (right is None)


@pytest.mark.parametrize("side", [4, 6])
def test_a_constraint_that_a_model_breaks(side):
    puzzle = _arrow(side)
    report = check_formula(encode(Puzzle("." * side**2), "extended"), puzzle)
    assert not report.right
    assert "breaks the rule 'arrow" in report.words


def test_a_constraint_that_excludes_a_solution():
    puzzle = _arrow(4)
    clauses = [*encode(puzzle, "extended").clauses, (-1001, -4), (1001,)]
    report = check_formula(Formula.of(clauses), puzzle)
    assert report.solution.values[0] == 4
    assert puzzle.is_solution(report.solution)


def test_a_solution_that_stays_open_is_not_made_up_for_by_samples():
    puzzle = Puzzle("1..2......2.....")  # of 12 solutions
    formula = encode(puzzle, "minimal")
    solution = Grid("1342241331244231")
    cells = [4 * cell + digit for cell, digit in enumerate(solution.values)]
    holes, pigeons, last = range(10), range(11), formula.variables
    sits = {p: [last + 1 + 10 * p + h for h in holes] for p in pigeons}
    switched = [-x for x in cells]  # pigeonholes if the cells hold this solution
    extra = [[*switched, *sits[p]] for p in pigeons]
    extra += [
        [-sits[p][h], -sits[q][h]] for p, q in combinations(pigeons, 2) for h in holes
    ]
    report = check_formula(Formula.of([*formula.clauses, *extra], last + 110), puzzle)

    assert report.right is None
    assert "11 of 12 solutions are models" in report.words
