"""Texts of satdoku's world that are no puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.formats import write
from satdoku.geometry import Geometry
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.formats import Entry


@pytest.mark.parametrize(
    "text",
    [
        "p cnf 3 2\n1 0\n",
        "c a comment\nc\nc var 1 = r1c1=1\np cnf 3 2\n1 2 0\n-3 0\n",
        "p cnf 729 2\n" + "1 2 3 4 5 6 7 8 9\n" * 9,
    ],
)
def test_formula(text: str, message: Callable[..., str]) -> None:
    """Its numbers would pass for cells."""
    assert (
        "1: a DIMACS formula, not a puzzle; expected a puzzle; `satdoku sat` solves it"
        == message(text)
    )


@pytest.mark.parametrize(
    "text",
    [
        "s SATISFIABLE\nv 1 -2 3 0\n",
        "c time 1 s\ns UNSATISFIABLE\n",
        "v 1 2 3 4\nv 5 6 7 0\n",
        "SAT\n1 -2 3 0\n",
        "UNSAT\n",
    ],
)
def test_answer_of_a_solver(text: str, message: Callable[..., str]) -> None:
    """What it answers to a formula."""
    assert (
        "1: a solver's answer, not a puzzle; expected a puzzle; "
        "`satdoku decode` makes a grid of it" == message(text)
    )


@pytest.mark.parametrize("letter", "csvp")
def test_letters_of_large_grids_are_digits(
    letter: str, good: Callable[..., Entry]
) -> None:
    """`c`, `p`, `s` and `v` are digits of 36x36 cells."""
    first = "123456789abcdefghijklmnopqrstuvwxyzA".index(letter) + 1
    geometry = Geometry(6, 6)
    grid = Grid(geometry, (first, *(cell % 36 + 1 for cell in range(1, 1296))))

    assert grid == good(write(grid, "forum")).grid


def test_words_are_still_refused_as_words(message: Callable[..., str]) -> None:
    """A sentence that starts with such a letter."""
    assert "no puzzle recognised" in message("c is the speed of light\n")
