"""What is measured: known sizes, answers by the rules, limits that are told."""

from __future__ import annotations

import pytest

from satdoku.cnf.encode import estimate
from satdoku.cnf.recipe import shipped
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.study.laboratory.measured import Item, measure, propagated, too_large
from satdoku.study.laboratory.sample import Form
from satdoku.study.laboratory.subjects import dug

EMPTY = Grid(Geometry(2, 2), (0,) * 16)
FEW = Grid.parse("1... .... .... ...2")
SIZES = ("variables", "clauses", "literals")


@pytest.mark.parametrize(
    ("recipe", "size"),
    [
        ("minimal", (64, 240, 512)),
        ("extended", (64, 384, 896)),
        ("extended-commander", (128, 560, 1376)),
    ],
)
def test_sizes(recipe: str, size: tuple[int, int, int]) -> None:
    """A whole 4x4 formula has the variables, clauses and literals it should have."""
    told = measure(Item(EMPTY, recipe, Form.WHOLE, "dpll", None))

    assert size == tuple(told[name] for name in SIZES)
    assert "solved" == told["status"]


@pytest.mark.parametrize("recipe", [recipe.name for recipe in shipped()])
def test_sizes_are_those_promised(recipe: str) -> None:
    """What is made and what propagation is asked on are as large as estimated."""
    known = {one.name: estimate(EMPTY.geometry, one) for one in shipped()}
    item = Item(EMPTY, recipe, Form.WHOLE, "dpll", None)

    assert known[recipe] == tuple(measure(item)[name] for name in SIZES)
    assert known[recipe] == tuple(propagated(item)[name] for name in SIZES)


def test_simplified() -> None:
    """The simplified formula is that of what the clues leave open."""
    told = measure(Item(FEW, "extended", Form.SIMPLIFIED, "minisat22", None))

    assert ("solved", 42, 202) == (told["status"], told["variables"], told["clauses"])


@pytest.mark.parametrize("form", Form)
def test_no_solution(form: Form) -> None:
    """A puzzle without a solution is told as such."""
    puzzle = Grid.parse("12.. .... ..1. .3..")
    told = measure(Item(puzzle, "extended", form, "minisat22", None))

    assert "none" == told["status"]


def test_cut_off() -> None:
    """A search that is cut off counts with its limit; the steps before it are known."""
    item = Item(dug(Geometry(4, 4), 0), "extended-ladder", Form.WHOLE, "dpll", 0.01)
    told = measure(item)

    assert (True, "") == (told["late"], told["status"])
    assert 0.01 <= float(str(told["solve_s"]))
    assert {"encode_s", "load_s", "clauses"} <= told.keys()


def test_too_large() -> None:
    """What is too large is told with its size, and not made."""
    item = Item(dug(Geometry(6, 6), 0), "triad-exact3", Form.WHOLE, "dpll", None)
    told = too_large(item)

    assert told is not None
    assert 3_770_301_168 == told["clauses"]
    assert "refused" in told


def test_not_too_large() -> None:
    """What can be made is not refused, nor what only making it can tell."""
    large = dug(Geometry(6, 6), 0)

    assert too_large(Item(large, "extended", Form.WHOLE, "dpll", None)) is None
    assert too_large(Item(large, "support", Form.SIMPLIFIED, "dpll", None)) is None
