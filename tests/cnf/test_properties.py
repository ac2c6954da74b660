"""Formulas of recipes and puzzles drawn at random."""

from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from satdoku import Puzzle
from satdoku.cnf.amo import SCHEMES
from satdoku.cnf.encoder import encode_rules, formula_size, simplify
from satdoku.cnf.recipe import (
    FamilyOptions,
    PeerOptions,
    Recipe,
    TriadOptions,
    encodings,
    parse,
)
from satdoku.errors import InputError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid

GRIDS = {
    Geometry(4, 4): 288,
    Geometry.of_box(1, 2): 2,
    Geometry.of_box(1, 3): 12,
    Geometry.of_box(3, 1): 12,
}
MANY = 200

schemes = st.sampled_from((None, None, *SCHEMES))
ticks = st.builds(FamilyOptions, st.booleans(), schemes)
recipes = st.builds(
    Recipe,
    st.just("drawn"),
    st.just("s"),
    st.just("r"),
    ticks,
    ticks,
    st.none() | st.builds(TriadOptions, st.booleans(), schemes, schemes, st.booleans()),
    st.builds(PeerOptions, st.booleans()),
)
shapes = st.sampled_from(
    [
        *GRIDS,
        Geometry(6, 6),
        Geometry.of_box(3, 2),
        Geometry.of_box(1, 5),
        Geometry.of_box(2, 4),
        Geometry(9, 9),
    ]
)


def _models(clauses, project, most):
    """Up to so many models as true variables, no two alike on `project`."""
    from pysat.solvers import Minisat22

    record = set(project)
    found = []
    with Minisat22(bootstrap_with=list(clauses)) as solver:
        for variable in record:  # so that none is missing in models
            solver.add_clause([variable, -variable])
        while len(found) < most and solver.solve():
            model = solver.get_model() or []
            found.append(tuple(literal for literal in model if literal > 0))
            solver.add_clause([-x for x in model if abs(x) in record])
    return found


def _file(recipe):
    """Write a recipe as a file."""
    lines = ["format = 1", "name = 'drawn'", "summary = 's'", "reference = 'r'"]
    for name in ("cell", "unit", "triad", "peer"):
        table = getattr(recipe, name)
        if table is not None:
            lines.append(f"[{name}]")
            lines += [
                f"{key} = {repr(value).lower()}"
                for key, value in table._asdict().items()
                if value is not None
            ]
    return "\n".join(lines).encode()


class TestRecipes:
    """What holds of every recipe, the odd ones included."""

    @given(recipe=recipes, geometry=shapes)
    def test_promise_is_kept(self, recipe, geometry):
        formula = encode_rules(geometry, recipe).formula
        assume(formula.clause_count < 20_000)
        clauses = list(formula)

        assert formula_size(geometry, recipe)[:3] == (
            formula.variables,
            len(clauses),
            sum(map(len, clauses)),
        )
        assert len({frozenset(clause) for clause in clauses}) == len(clauses)
        assert clauses == [c for group in formula.groups() for c in group.clauses]
        variables = {abs(literal) for clause in clauses for literal in clause}
        assert variables <= set(range(1, formula.variables + 1))
        names = [formula.name_of(v) for v in range(1, formula.variables + 1)]
        assert len(set(names)) == len(names)

    @given(recipe=recipes, geometry=st.sampled_from([*GRIDS]))
    @pytest.mark.nightly
    def test_models_are_the_solutions(self, recipe, geometry):
        made = encode_rules(geometry, recipe)
        try:
            read = parse(_file(recipe))
        except InputError:
            assume(not recipe.peer.support)
            assume(recipe.triad is None or not recipe.triad.exact)
            assume(geometry.size > 2)  # of two digits, one missing is one too many
            assume(geometry.box_height > 1 < geometry.box_width)
            models = _models(made.formula, made.cell_variables, 2_000)
            empty = Puzzle((0,) * geometry.cells, geometry=geometry)
            assert not all(_is_solution(made, model, empty) for model in models)
            return
        assert read == recipe
        models = _models(made.formula, made.cell_variables, 300)
        assert len({made.decode(model) for model in models}) == GRIDS[geometry]
        everything = range(1, made.formula.variables + 1)
        models = _models(made.formula, everything, 300)
        if made.aux_determined:
            assert len(models) == GRIDS[geometry]

    def test_where_auxiliary_variables_are_free(self):
        inside = TriadOptions(
            at_least_one=True, at_most_one="pairwise", inside_at_most_one="sequential"
        )
        cell = FamilyOptions(at_least_one=True, at_most_one="pairwise")
        made = encode_rules(
            Geometry(4, 4), Recipe("free", "s", "r", cell, triad=inside)
        )

        assert not made.aux_determined
        assert (
            len(_models(made.formula, range(1, made.formula.variables + 1), 300)) > 288
        )
        assert not SCHEMES["sequential"].determined


def _is_solution(made, model, empty):
    cells = [variable for variable in model if variable in made.cell_variables]
    values = [(v - 1) % made.geometry.size + 1 for v in cells]
    places = [(v - 1) // made.geometry.size for v in cells]
    return places == list(range(made.geometry.cells)) and empty.is_solution(
        Grid(tuple(values), made.geometry)
    )


@cache
def _a_grid(geometry):
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    return tuple(
        (w * (row % h) + row // h + column) % n + 1
        for row in range(n)
        for column in range(n)
    )


@st.composite
def puzzles(draw):
    """Draw a solved grid, digits renamed, with holes, perhaps with an error."""
    geometry = draw(shapes)
    n = geometry.size
    digits = draw(st.permutations(range(1, n + 1)))
    share = draw(st.integers(15, 80))
    kept = draw(st.lists(st.integers(0, 99), min_size=n * n, max_size=n * n))
    values = [
        digits[value - 1] if luck < share else 0
        for value, luck in zip(_a_grid(geometry), kept, strict=True)
    ]
    if draw(st.booleans()):
        values[draw(st.integers(0, n * n - 1))] = draw(st.integers(1, n))
    return Puzzle(tuple(values), geometry=geometry)


@given(puzzle=puzzles(), recipe=st.sampled_from(encodings()))
def test_simplified(puzzle, recipe):
    whole = encode_rules(puzzle.geometry, recipe)
    clues = [(literal,) for literal in whole.literals(puzzle)]
    expected = {
        whole.decode(model)
        for model in _models([*whole.formula, *clues], whole.cell_variables, MANY)
    }
    small = simplify(puzzle, recipe)
    clauses = list(small.formula)
    occurring = {abs(literal) for clause in clauses for literal in clause}

    assert len(clauses) == small.formula.clause_count
    assert occurring == set(range(1, small.formula.variables + 1))
    if () in clauses:
        assert clauses == [()]
        assert not expected
        return
    found = {small.decode(m) for m in _models(clauses, small.cell_variables, MANY)}

    assert all(puzzle.is_solution(grid) for grid in found | expected)
    assert len(found) == len(expected)
    if len(found) < MANY:
        assert found == expected
