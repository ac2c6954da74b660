"""Every recipe says the same of the cells as the rules do: proved, not sampled.

The rules are written down anew here, as the textbook formula: each cell, and each digit
in each unit, exactly once.  A recipe's formula and the textbook agree on the cells if

1. the recipe implies each clause of the textbook, and
2. the textbook, with a definition for each auxiliary variable, implies each clause of
   the recipe.  A definition makes the variable true just where one of some cell
   variables is, so that every grid has values for the auxiliary variables: it takes no
   grid away.

A clause is implied if its negation is refuted; one loaded solver is asked thousands of
times.  Which definitions are tried is a guess that (2) checks: a wrong one can make the
proof fail, never succeed.

The one thing that clause learning finds hard is counting (the pigeonhole principle):
n cells with n digits, none twice, hold each of them.  It is proved once for n cells,
by steps, and used for every unit of which its premises are proved.
"""

from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import pytest

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.recipe import encodings, load
from satdoku.puzzle.geometry import Geometry
from tests.conftest import nightly

RECIPES = pytest.mark.parametrize("recipe", encodings(), ids=lambda recipe: recipe.name)
SOME = pytest.mark.parametrize(
    "recipe",
    nightly(encodings(), *map(load, ("extended-commander", "support", "triad"))),
    ids=lambda recipe: recipe.name,
)
SHAPES = [
    Geometry(4, 4),
    Geometry(6, 6),
    Geometry.of_box(3, 2),
    Geometry(9, 9),
]


class Difference(NamedTuple):
    """A clause of one formula that the other does not imply."""

    said_by: str
    clause: tuple


class Prover:
    """A formula, loaded once, that is asked what it implies."""

    def __init__(self, clauses):
        from pysat.solvers import Minisat22

        self._solver = Minisat22(bootstrap_with=clauses)

    def implies(self, clause):
        """Whether the negation of a clause is refuted."""
        return not self._solver.solve(assumptions=[-literal for literal in clause])

    def learn(self, clauses):
        """Add clauses that are implied; each is there to be used from now on."""
        self._solver.append_formula(clauses)

    def forced(self, literal):
        """Return what unit propagation makes true after a literal."""
        return list(self._solver.propagate([literal])[1])


def exactly_one(literals):
    """Yield that one of some variables is true, and no two."""
    yield tuple(literals)
    for one, two in combinations(literals, 2):
        yield (-one, -two)


@cache
def units(geometry):
    """Return the cells of each row, column and box."""
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    boxes = product(range(0, n, h), range(0, n, w))
    return [
        *([row * n + column for column in range(n)] for row in range(n)),
        *([row * n + column for row in range(n)] for column in range(n)),
        *([(top + i // w) * n + left + i % w for i in range(n)] for top, left in boxes),
    ]


@cache
def textbook(geometry):
    """Return the rules as clauses: variable cell · n + digit, each clause once."""
    n = geometry.size
    cells = [[cell * n + digit for digit in range(1, n + 1)] for cell in range(n * n)]
    places = [
        [cell * n + digit for cell in unit]
        for unit in units(geometry)
        for digit in range(1, n + 1)
    ]
    found = {
        frozenset(clause): clause
        for variables in cells + places
        for clause in exactly_one(variables)
    }
    return tuple(found.values())


class Counting(NamedTuple):
    """What n cells with n digits, none twice, imply; variable cell · n + digit."""

    premises: list
    conclusions: list


@cache
def counting(n):
    """Prove the pigeonhole principle for n cells, and return it.

    The steps: no k cells have all their digits among k - 1 digits.  Each follows from
    those of one cell less by looking at the last of the k cells.
    """
    cells = [[cell * n + digit for digit in range(1, n + 1)] for cell in range(n)]
    premises = [tuple(cell) for cell in cells]
    for places in zip(*cells, strict=True):
        premises += [(-one, -two) for one, two in combinations(places, 2)]
    prover = Prover(premises)
    orders = [[*cells[:last], *cells[last + 1 :], cells[last]] for last in range(n)]
    sets = {frozenset(map(tuple, order[:k])) for order in orders for k in range(n + 1)}
    for chosen in sorted(filter(None, sets), key=len):
        for fewer in combinations(range(n), len(chosen) - 1):
            step = tuple(
                variable
                for cell in chosen
                for digit, variable in enumerate(cell)
                if digit not in fewer
            )
            assert prover.implies(step)
            prover.learn([step])
    conclusions = [*zip(*cells, strict=True)]
    conclusions += [(-a, -b) for cell in cells for a, b in combinations(cell, 2)]
    assert all(map(prover.implies, conclusions))
    return Counting(premises, conclusions)


def count_units(prover, geometry):
    """Use the counting principle in every unit of which its premises are implied."""
    n = geometry.size
    known = counting(n)
    for unit in units(geometry):
        name = [cell * n + digit for cell in unit for digit in range(1, n + 1)]

        def renamed(clauses, name=name):
            return [
                tuple(name[x - 1] if x > 0 else -name[-x - 1] for x in clause)
                for clause in clauses
            ]

        if all(map(prover.implies, renamed(known.premises))):
            prover.learn(renamed(known.conclusions))


def difference(geometry, clauses):
    """Return a clause in which a formula and the textbook differ on the cells."""
    rules = textbook(geometry)
    last = geometry.size**3
    made = Prover(clauses)
    true_with = {
        variable: []
        for variable in {abs(literal) for clause in clauses for literal in clause}
        if variable > last
    }
    for cell_variable in range(1, last + 1):
        for literal in made.forced(cell_variable):
            if literal > last:
                true_with[literal].append(cell_variable)
    count_units(made, geometry)
    for clause in rules:
        if not made.implies(clause):
            return Difference("textbook", clause)
    defined = Prover(rules)
    for variable, makers in true_with.items():
        defined.learn([(-maker, variable) for maker in makers])
        defined.learn([(-variable, *makers)])
    for clause in clauses:
        if not defined.implies(clause):
            return Difference("recipe", clause)
    return None


class TestRecipes:
    """What is promised of the recipes."""

    def test_textbook(self):
        for geometry in SHAPES:
            made = encode_rules(geometry, load("extended")).formula

            assert set(map(frozenset, textbook(geometry))) == set(map(frozenset, made))
        assert len(textbook(Geometry(9, 9))) == 10_530

    @SOME
    @pytest.mark.parametrize("geometry", SHAPES, ids=str)
    def test_equal(self, geometry, recipe):
        assert (
            difference(geometry, list(encode_rules(geometry, recipe).formula)) is None
        )


class TestFaults:
    """What the proof notices."""

    def test_too_much(self):
        recipe = load("triad")
        made = encode_rules(Geometry(9, 9), recipe).formula

        for wrong in ((-1, -729), (-1, made.variables)):
            found = difference(Geometry(9, 9), [*made, wrong])

            assert found is not None
            assert found.said_by == "recipe"

    @SOME
    def test_too_little(self, recipe):
        made = encode_rules(Geometry(9, 9), recipe).formula
        fewer = [clause for clause in made if not {1, -1} & set(clause)]
        found = difference(Geometry(9, 9), fewer)

        assert found is not None
        assert found.said_by == "textbook"
        assert {1, -1} & set(found.clause)
