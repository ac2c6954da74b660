"""The library's `svg`."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import satdoku
from satdoku import Grid, InputError, UsageError, svg

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = "{http://www.w3.org/2000/svg}text"

PUZZLE = "1... ..2. ..3. 4..."
SEVERAL = "1... ..2. .... 4..."
SOLUTION = "1243 3421 2134 4312"


def texts(picture: str, name: str) -> list[str]:
    """Return the texts of one kind, in their order."""

    def walk() -> Iterator[str]:
        for element in ET.fromstring(picture).iter():  # noqa: S314  our own
            if element.get("class") == name:
                yield from (text.text or "" for text in element.iter(TEXT))

    return list(walk())


def test_what_holds_a_puzzle_is_drawn() -> None:
    """A grid, text, a list of lists, an array: the same picture."""
    grid = Grid.parse(PUZZLE)
    pictures = {
        svg(holder)
        for holder in (grid, PUZZLE, grid.to_numpy().tolist(), grid.to_numpy())
    }

    assert 1 == len(pictures)
    assert ["1", "2", "3", "4"] == texts(pictures.pop(), "clue")


def test_solution_is_found_or_given() -> None:
    """The same picture; a part of a solution fills a part of the cells."""
    assert svg(PUZZLE, solution=True) == svg(PUZZLE, solution=SOLUTION)
    assert 12 == len(texts(svg(PUZZLE, solution=True), "found"))
    assert ["2"] == texts(svg(PUZZLE, solution="12.. .... .... ...."), "found")
    assert svg(PUZZLE) == svg(PUZZLE, solution=False) == svg(PUZZLE, solution=None)


def test_solution_that_contradicts_a_clue_is_refused() -> None:
    """Its digit would not be seen."""
    with pytest.raises(UsageError, match="r1c1 is 1 in the puzzle and 2 in"):
        svg(PUZZLE, solution="2... .... .... ....")


def test_no_solution_is_told() -> None:
    """With the reason that is known."""
    with pytest.raises(InputError, match="no solution: "):
        svg("11.. .... .... ....", solution=True)


def test_candidates_of_all_kinds() -> None:
    """Those that are left; masks; digits; an array of masks."""
    grid = Grid.parse(PUZZLE)
    left = grid.left()
    digits = [[d for d in range(1, 5) if mask >> (d - 1) & 1] for mask in left]
    pictures = {
        svg(grid, candidates=given)
        for given in (True, left, list(left), digits, np.array(left))
    }

    assert 1 == len(pictures)
    assert len(texts(pictures.pop(), "candidate")) == sum(
        len(held) for cell, held in enumerate(digits) if not grid.values[cell]
    )
    assert [] == texts(svg(grid, candidates=False), "candidate")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([15] * 15, "candidates of 15 cells; expected those of 16"),
        ([16] * 16, "r1c1: 16 cannot be the candidates"),
        ([[1]] * 5 + [[5]] * 11, r"r2c2: \[5\] are no candidates"),
        ([[1]] * 5 + [[0]] * 11, r"r2c2: \[0\] are no candidates"),
        ([[1]] * 5 + [[2.5]] * 11, r"r2c2: \[2.5\] are no candidates"),
        ([2.5] * 16, "r1c1: 2.5 are no candidates"),
        (["12"] * 16, "r1c1: '12' are no candidates"),
        ([[10**9]] * 16, "r1c1: "),
        (7, "7 are no candidates"),
        ("1234", "'1234' are no candidates"),
    ],
)
def test_what_are_no_candidates_is_told(given: object, message: str) -> None:
    """By cell."""
    with pytest.raises(InputError, match=message):
        svg(PUZZLE, candidates=given)


def test_differences() -> None:
    """Between two solutions, or with any grid."""
    two = satdoku.all_solutions(SEVERAL)[:2]
    apart = sum(a != b for a, b in zip(two[0].values, two[1].values, strict=True))

    assert apart == len(texts(svg(SEVERAL, solution=two[0], diff=two[1]), "other"))
    assert texts(svg(SEVERAL, diff=True), "other")  # of any two solutions
    assert ["4"] == texts(svg(PUZZLE, diff="4... .... .... ...."), "other")
    assert [] == texts(svg(PUZZLE, diff=True), "other")
    assert 12 == len(texts(svg(PUZZLE, diff=True), "found"))
    for mine in two:
        assert texts(svg(SEVERAL, solution=mine, diff=True), "other")


def test_grids_of_other_shapes_are_refused() -> None:
    """A 9x9 cannot be laid over a 4x4."""
    with pytest.raises(satdoku.SatdokuError):
        svg(PUZZLE, diff=Grid.parse("." * 81))
    with pytest.raises(satdoku.SatdokuError):
        svg(Grid.parse("." * 36, satdoku.Geometry(3, 2)), solution=Grid.parse("." * 36))


def test_title_and_size() -> None:
    """Shown and escaped; the width that is asked for."""
    picture = svg(PUZZLE, title="<b>&", size=99.5)

    assert ["<b>&"] == texts(picture, "caption")
    assert 'width="99.5"' in picture
    assert "<b>" not in picture


@pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf")])
def test_senseless_size_is_refused(size: float) -> None:
    """With what was expected."""
    with pytest.raises(UsageError, match="expected a number above 0"):
        svg(PUZZLE, size=size)
