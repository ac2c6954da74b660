"""The textbook's clauses."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.encode import encoding
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines.register import load
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.proof.textbook import blocking, rule_count, rules, units

if TYPE_CHECKING:
    from collections.abc import Sequence

SHAPES = [(1, 2), (2, 2), (2, 3), (3, 2), (1, 5), (3, 1), (2, 4), (3, 3), (4, 4)]


@pytest.mark.parametrize("shape", SHAPES)
def test_same_as_extended(shape: tuple[int, int]) -> None:
    """They are the clauses of recipe extended, made by other code; none comes twice."""
    geometry = Geometry(*shape)
    clauses = list(rules(geometry))
    known = set(map(frozenset, encoding(geometry, load_recipe("extended")).formula))

    assert known == set(map(frozenset, clauses))
    assert len(known) == len(clauses) == rule_count(geometry)


def formula(geometry: Geometry, more: Sequence[tuple[int, ...]]) -> Formula:
    """Return the rules and some more clauses."""
    clauses = (*rules(geometry), *more)
    group = Group(Origin("test", "all"), clauses)
    return Formula(geometry.size**3, len(clauses), lambda: [group], str)


@pytest.mark.parametrize("engine", ["dpll", "minisat22"])
def test_number_of_4x4_grids(engine: str) -> None:
    """Their models are the grids: 288 of 4x4, found by trying all fillings."""
    geometry = Geometry(2, 2)
    found = {
        Grid.trusted(geometry, tuple((variable - 1) % 4 + 1 for variable in model))
        for model in load(engine, formula(geometry, [])).models()
    }
    rows = list(permutations(range(1, 5)))
    bands = [
        (*one, *two)
        for one, two in product(rows, repeat=2)
        if not {*one[:2]} & {*two[:2]} and not {*one[2:]} & {*two[2:]}
    ]
    tried = (Grid.trusted(geometry, (*a, *b)) for a, b in product(bands, repeat=2))
    grids = {grid for grid in tried if not grid.clashes()}

    assert 288 == len(grids)
    assert grids == found


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 3), (3, 2)])
def test_number_of_6x6_grids(shape: tuple[int, int]) -> None:
    """39,168 grids of 6x6 begin with 123456: 28,200,960 by 720."""
    geometry = Geometry(*shape)
    first = [(cell * 6 + cell + 1,) for cell in range(6)]
    engine = load("minisat22", formula(geometry, first))

    assert 28_200_960 // 720 == sum(1 for _ in engine.models())


def test_units() -> None:
    """Clues are literals, and so are candidates that are ruled out beyond them."""
    puzzle = Grid.parse("1... .... .... ....")
    less = puzzle.with_candidates((1, 12, *puzzle.left()[2:]))

    assert [1] == list(units(puzzle))
    assert [1, -6] == list(units(less))


def test_blocking_forbids_one_grid() -> None:
    """A solution's clause is false in it alone, of all grids that keep the clues."""
    geometry = Geometry(2, 2)
    puzzle = Grid.parse("1... .... .... ....")
    clues = [(literal,) for literal in units(puzzle)]
    models = set(load("dpll", formula(geometry, clues)).models())
    one = min(models)
    grid = Grid.trusted(geometry, tuple((variable - 1) % 4 + 1 for variable in one))
    others = formula(geometry, [*clues, *blocking(puzzle, [grid])])

    assert models - {one} == set(load("dpll", others).models())


def test_blocking_of_a_full_grid() -> None:
    """Where no cell is empty all cells are in the clause, which is not empty."""
    full = Grid.parse("1234 3412 2143 4321")

    assert [16] == [len(clause) for clause in blocking(full, [full])]
