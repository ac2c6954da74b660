"""Digits that nothing tells apart, held against every solution of small puzzles."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.encode import encoding
from satdoku.cnf.recipe import load
from satdoku.counting.symmetry import alike, rising, split
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALL, MIDDLE = Geometry(2, 2), Geometry(2, 3)
WHOLE = {
    SMALL: "1234341221434321",
    MIDDLE: "123456456123231564564231312645645312",
}


def puzzles(geometry: Geometry, number: int, least: int) -> Iterator[Grid]:
    """Draw puzzles of few clues, some of them with candidates ruled out."""
    random = Random(7)  # noqa: S311  puzzles, no secrets
    n = geometry.size
    whole = Grid.parse(WHOLE[geometry]).values
    for index in range(number):
        kept = set(random.sample(range(n * n), random.randint(least, n * n - n)))
        names = random.sample(range(1, n + 1), n)
        lost = random.sample(range(1, n + 1), random.randint(0, n - 1))
        values = [
            names[value - 1] if cell in kept and value not in lost else 0
            for cell, value in enumerate(whole)
        ]
        if index % 5 == 4:
            # A clue that may clash: there may be no solution.
            values[random.randrange(n * n)] = random.randint(1, n)
        grid = Grid(geometry, tuple(values))
        if index % 3 == 2:
            some = sum(1 << (digit - 1) for digit in lost[:2])
            masks = [(1 << n) - 1] * (n * n)
            for cell in random.sample(range(n * n), 3):
                if not values[cell]:
                    masks[cell] &= ~some
            grid = grid.with_candidates(
                [
                    mask if not value else 1 << (value - 1)
                    for value, mask in zip(values, masks, strict=True)
                ]
            )
        if Session().count(grid, 300).exact:
            yield grid


@pytest.mark.parametrize(
    ("geometry", "number", "least"), [(SMALL, 60, 1), (MIDDLE, 40, 24)]
)
def test_parts_make_up_the_whole(geometry: Geometry, number: int, least: int) -> None:
    """The solutions are the factor times those of the parts, and of rising digits."""
    session = Session()
    rules = encoding(geometry, load("triad"))
    gains = found = 0
    for puzzle in puzzles(geometry, number, least):
        whole = list(session.solutions(puzzle))
        found += bool(whole)
        for most in (None, 1, 5):
            digits = alike(puzzle, most)
            gains += digits.factor > 1
            parts = [
                grid
                for part in split(puzzle, digits)
                for grid in session.solutions(part)
            ]

            assert len(whole) == digits.factor * len(parts)
            assert set(parts) <= set(whole)
            assert len(parts) == len(set(parts))

            clauses = list(rising(digits, rules.variable_of))
            true = [
                {
                    rules.variable_of(cell, digit)
                    for cell, digit in enumerate(grid.values)
                }
                for grid in whole
            ]
            kept = [
                model
                for model in true
                if not any(-a in model and -b in model for a, b in clauses)
            ]
            assert len(parts) == len(kept)
    assert gains > 20
    assert found > 10


def test_candidates_tell_digits_apart() -> None:
    """Digits that are candidates of the same cells alone are alike."""
    empty = Grid.parse("." * 16)
    puzzle = empty.with_candidates([0b0111, 0b0011, *[0b1111] * 14])

    assert (1, 2, 3, 4) == alike(empty).digits
    assert (1, 2) == alike(puzzle).digits


def test_few_choices() -> None:
    """Where all digits would have too many choices of cells, fewer are taken."""
    puzzle = Grid.parse("12" + "." * 79)
    every, some = alike(puzzle), alike(puzzle, 1)

    assert (7, 1) == (len(every.digits), every.choices)
    assert every == some
    apart = Grid.parse("1" + "." * 39 + "2" + "." * 40)
    assert (7, 8) == (len(alike(apart).digits), alike(apart).choices)
    assert (0, 1) == (len(alike(apart, 1).digits), alike(apart, 1).choices)
