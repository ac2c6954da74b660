"""Grids whose rows and columns say nothing: constraints alone are rules."""

from io import StringIO
from itertools import product

import pytest

from satdoku import (
    Geometry,
    Grid,
    Puzzle,
    all_solutions,
    count,
    explain,
    prove,
    read,
    solve,
    verify,
)
from satdoku.constraints import (
    AntiKing,
    ChaosConstruction,
    ConnectedValues,
    Doublers,
    Skyscraper,
    Thermo,
    Total,
    Var,
)
from satdoku.errors import InputError, UsageError
from satdoku.formats import write
from tests.constraints.test_chaos import partitions

RAW = Geometry(3, 3, raw=True, digits=2)


def given(source):
    """Read a puzzle of a text."""
    return read(StringIO(source))


def hang_together(cells):
    left, todo = set(cells), list(cells)[:1]
    while todo:
        cell = todo.pop()
        left.discard(cell)
        row, column = divmod(cell, 3)
        todo += [
            3 * r + c
            for r, c in (
                *((row - 1, column), (row + 1, column)),
                *((row, column - 1), (row, column + 1)),
            )
            if 3 * r + c in left and 0 <= c < 3
        ]
    return bool(cells) and not left


def test_constraints_alone_are_rules():
    """Two connected areas and a sum, counted over all fillings; then proved."""
    rules = [
        ConnectedValues((1,)),
        ConnectedValues((2,)),
        Total(5, "r1c1 r2c2 r3c3"),
    ]
    expected = []
    for values in product((1, 2), repeat=9):
        areas = [[c for c in range(9) if values[c] == v] for v in (1, 2)]
        if all(map(hang_together, areas)) and values[0] + values[4] + values[8] == 5:
            expected.append(values)
    puzzle = Puzzle([0] * 9, rules, geometry=RAW)
    assert sorted(grid.values for grid in all_solutions(puzzle)) == sorted(expected)
    for values in product((1, 2), repeat=9):
        grid = Grid(list(values), RAW)
        assert puzzle.is_solution(grid) == (values in expected)
    certificate = prove(puzzle)
    assert str(verify(certificate).claim) == f"exactly {len(expected)} solutions"


def test_regions_alone_hold_different_digits():
    """A digit may come twice in a row, in two regions."""
    geometry = Geometry(2, 3, raw=True, digits=3)
    cuts = partitions(geometry, 3)
    expected = [
        values
        for values in product((1, 2, 3), repeat=6)
        if any(len(set(zip(cut, values, strict=True))) == 6 for cut in cuts)
    ]
    puzzle = Puzzle([0] * 6, [ChaosConstruction(3)], geometry=geometry)
    assert sorted(grid.values for grid in all_solutions(puzzle)) == expected


@pytest.mark.parametrize("engine", ["auto", "cadical153", "dpll", "minisat22"])
def test_a_grid_without_any_rule(engine):
    """Every filling is a solution."""
    assert count(Puzzle([0] * 9, geometry=RAW), engine=engine) == 512


def test_clues_and_cells_outside():
    """Both work as in any grid; equal clues in a row do not clash."""
    geometry = Geometry(3, 3, raw=True)
    rules = [Var("A"), Thermo("r1c1 VA r3c3"), AntiKing()]
    puzzle = Puzzle("1.1......", rules, geometry=geometry)
    assert not puzzle.clashes()
    for grid in all_solutions(puzzle, 20):
        assert grid["r1c1"] < grid.extra["VA"] < grid["r3c3"]
        assert puzzle.is_solution(grid)


TEXT = ".Shape~3x3~2~Raw.~R1C1_1.ConnectedValues~~1.Sum~6~R3C1~R3C2~R3C3"


def test_text_and_certificates_keep_them(tmp_path):
    """ISS text, JSON, and the files of a proof."""
    puzzle = given(TEXT)
    assert puzzle.geometry == RAW
    for form in ("iss", "json"):
        again = StringIO()
        write(puzzle, again, form)
        assert given(again.getvalue()) == puzzle
    assert given(".Shape~4x5~~Raw").geometry == Geometry(4, 5, raw=True)
    prove(puzzle).write(tmp_path / "proof")
    assert verify(tmp_path / "proof").claim.puzzle == puzzle


def test_explanations_use_no_rows():
    """They try candidates, or refuse."""
    puzzle = Puzzle(
        "1........",
        [Total(18, "r3c1 r3c2 r3c3 r2c1 r2c2 r2c3")],
        geometry=Geometry(3, 3, raw=True),
    )
    assert not solve(puzzle).is_unique
    try:
        path = explain(puzzle)
    except UsageError:
        return
    assert str(path)


@pytest.mark.parametrize(
    "item",
    [
        *("AntiKnight", "ChaosConstruction", "Doppelganger", "NoBoxes", "Windoku"),
        *("RegionSize~4", "Jigsaw~0011001122332233", "Skyscraper~R1~2~", "Diagonal~1"),
        "FullRankTies~none",
    ],
)
def test_items_about_units_are_refused(item):
    """Rows, columns and boxes are none."""
    with pytest.raises(InputError):
        given(f".Shape~4x4~~Raw.{item}")


@pytest.mark.parametrize("rule", [Doublers(), Skyscraper(2, "r1")])
def test_constraints_about_units_are_refused(rule):
    """In Python, too."""
    with pytest.raises(UsageError):
        Puzzle([0] * 16, [rule], geometry=Geometry(4, 4, raw=True))


def test_a_raw_grid_has_no_boxes():
    """And may have fewer digits than a row has cells."""
    with pytest.raises(UsageError):
        Geometry(4, 4, (2, 2), raw=True)
    assert Geometry(4, 4, raw=True, digits=2).units == ()
