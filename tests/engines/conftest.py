"""Formulas for the tests of engines, and the solvers of PySAT that are here."""

from itertools import combinations, product
from random import Random

import pytest

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines.dpll.search import Dpll
from satdoku.engines.pysat_table import TABLE
from satdoku.engines.registry import available
from satdoku.puzzle.geometry import Geometry
from tests.conftest import nightly

HERE = tuple(row.name for row in TABLE if available(row))
QUICK = {
    *("cadical153", "cadical195", "kissat404", "glucose4", "lingeling", "minisat22")
}
"""One of each kind: the others run nightly, and in `core/test_engines.py`."""


def sampled(names):
    """Return names as parameters, those beyond `QUICK` marked as nightly."""
    return nightly(names, *QUICK)


def of_first_longer_clause(formula, assignment):
    """Return the first free literal of the first open clause that is not binary."""
    free = formula.open_clauses(assignment, formula.longer)
    return next((clause[0] for clause in free), None)


class Cases:
    """What the tests ask engines about."""

    @staticmethod
    def formula(clauses, variables):
        """Return clauses as a formula."""
        group = Group(Origin("test", "all"), tuple(map(tuple, clauses)))
        return Formula(variables, len(group.clauses), lambda: [group], str)

    @staticmethod
    def models_of(clauses, variables, assumed=()):
        """Return every model by trying all assignments."""
        found = set[tuple[int, ...]]()
        for values in product((False, True), repeat=variables):
            true = {number for number, value in enumerate(values, 1) if value}
            if all(
                any((literal > 0) == (abs(literal) in true) for literal in clause)
                for clause in [*clauses, *([literal] for literal in assumed)]
            ):
                found.add(tuple(sorted(true)))
        return found

    @staticmethod
    def random_clauses(seed, variables, count):
        """Return random clauses of three different variables."""
        random = Random(seed)
        return [
            [
                random.choice((1, -1)) * x
                for x in random.sample(range(1, variables + 1), 3)
            ]
            for _ in range(count)
        ]

    @staticmethod
    def pigeons(holes, switch=0):
        """Return "one pigeon more than holes": false, and hard, if `switch` is true.

        The variables are 1 to holes · (holes + 1).
        """
        off = [-switch] if switch else []

        def sits(pigeon, hole):
            return pigeon * holes + hole + 1

        some = [
            [*off, *(sits(pigeon, hole) for hole in range(holes))]
            for pigeon in range(holes + 1)
        ]
        apart = [
            [-sits(one, hole), -sits(two, hole)]
            for hole in range(holes)
            for one, two in combinations(range(holes + 1), 2)
        ]
        return some + apart

    @staticmethod
    def second_solution(puzzle, recipe):
        """Return a formula that says: a puzzle has another solution than its own."""
        rules = encode_rules(Geometry(9, 9), load_recipe(recipe)).formula
        clues = [
            9 * cell + int(digit) for cell, digit in enumerate(puzzle) if digit != "."
        ]
        formula = rules.with_unit_clauses(clues)
        model = Dpll(formula).solve().model
        other = [-variable for variable in model if variable <= 729]
        return Cases.formula([*formula, other], rules.variables)

    @staticmethod
    def grids_4x4():
        """Return the 4x4 Sudoku: 64 variables, 288 models, one digit in each cell."""

        def digit(row, column, value):
            return (row * 4 + column) * 4 + value + 1

        units = list[list[int]]()
        for a, b in product(range(4), repeat=2):
            units += [
                [digit(a, b, i) for i in range(4)],
                [digit(a, i, b) for i in range(4)],
                [digit(i, a, b) for i in range(4)],
                [digit(a // 2 * 2 + i // 2, a % 2 * 2 + i % 2, b) for i in range(4)],
            ]
        pairs = {pair for unit in units for pair in combinations(sorted(unit), 2)}
        return units + [[-one, -two] for one, two in sorted(pairs)]


@pytest.fixture(params=sampled(HERE))
def solver(request):
    """Return the name of a solver of PySAT that is installed: each in turn."""
    return str(request.param)


@pytest.fixture(params=["dpll", "cdcl", *sampled(HERE)])
def engine_name(request):
    """Return the name of an engine for formulas that is installed: each in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def cases():
    """Return the formulas."""
    return Cases()
