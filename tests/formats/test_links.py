"""Links: which site they are of, and where in them the puzzle is."""

import json

import pytest

import satdoku
from satdoku.errors import InputError
from tests.puzzles import NEWSPAPER as CLUES


def _grid_of_objects(make):
    """Return rows of cells as objects, made of a digit (0 for none) and a place."""
    digits = [int(sign) for sign in CLUES.replace(".", "0")]
    cells = [make(digit, *divmod(at, 9)) for at, digit in enumerate(digits)]
    return [cells[at : at + 9] for at in range(0, 81, 9)]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("key", ["grid", "board", "cells", "puzzle"])
@pytest.mark.parametrize(
    "make",
    [
        lambda digit, row, column: {"val": digit},
        lambda digit, row, column: {"value": digit or None},
        lambda digit, row, column: {"row": row, "col": column, "digit": str(digit)},
        lambda digit, row, column: {"number": digit, "locked": bool(digit)},
        lambda digit, row, column: {"value": digit, "given": True} if digit else {},
    ],
    ids=["val", "value", "digit", "number", "given"],
)
def test_grids_of_objects_keep_their_digits(key, make, indent, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({key: _grid_of_objects(make)}, indent=indent))

    assert CLUES == satdoku.read(path).line


@pytest.mark.parametrize(
    ("around", "make", "named"),
    [
        ({"size": 9}, lambda digit, row, column: {"clue": digit}, "'clue'"),
        ({"size": 9}, lambda digit, row, column: {"value": 0, "n": digit}, "'n'"),
        ({}, lambda digit, row, column: {"value": None, "n": digit}, "'n'"),
        (
            {},
            lambda digit, row, column: {("val", "value")[column % 2]: digit},
            "val and value",
        ),
    ],
    ids=["clue", "zeros", "nulls", "two-keys"],
)
def test_digits_under_other_keys_are_never_an_empty_board(
    around, make, named, tmp_path
):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**around, "grid": _grid_of_objects(make)}))

    with pytest.raises(InputError, match=named):
        satdoku.read(path)


def test_a_board_whose_digits_are_all_of_a_player_is_warned_of(tmp_path):
    path = tmp_path / "a.json"
    grid = _grid_of_objects(lambda digit, row, column: {"value": digit})
    path.write_text(json.dumps({"size": 9, "grid": grid}))

    with pytest.warns(UserWarning, match="the puzzle is empty: 30 digits"):
        satdoku.read(path)
