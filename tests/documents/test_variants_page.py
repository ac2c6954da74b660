"""docs/variants.md has an example of every constraint, with a picture that is so."""

import pytest

from docs._ext.constraint_examples import DOCS, PICTURES, examples
from satdoku import Grid, constraints
from satdoku.formats.iss import read_iss
from satdoku.formats.iss_writing import write_iss

EXAMPLES = list(examples())


def test_every_constraint_has_an_example():
    names = sorted(constraints.__all__)

    assert names == sorted(one.name for one in EXAMPLES)
    assert f"{len(names)} constraints" in (DOCS / "variants.md").read_text("utf-8")


def test_every_picture_is_of_an_example():
    assert {one.name for one in EXAMPLES} == {path.stem for path in PICTURES.iterdir()}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_example(example):
    """Its picture is current, and its digits keep the rule, also as read from ISS."""
    puzzle = example.puzzle
    grid = Grid(example.solution, puzzle.geometry)

    assert puzzle.is_solution(grid)
    if example.iss():
        assert read_iss(write_iss(puzzle)).is_solution(grid)
    path = PICTURES / f"{example.name}.svg"
    assert example.picture() == path.read_text("utf-8"), "draw it anew"
    assert example.clauses()
