"""Positions drawn for one digit: where 1 may be; all other digits may be anywhere."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from satdoku.deduce.shape import Shape
from satdoku.deduce.state import State
from satdoku.deduce.view import View
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["cells_in", "drawn", "random_places"]


def cells_in(picture: str) -> int:
    """Return the cells of a picture that are not dots, row by row."""
    marks = "".join(picture.split())
    return sum(1 << cell for cell, mark in enumerate(marks) if mark != ".")


def drawn(picture: str, *, exhaustive: bool = False) -> View:
    """Return the position in which 1 may be where the picture has no dot."""
    state = State(Shape.of(Geometry.of_size(len(picture.split()))))
    for cell in range(state.shape.geometry.cells):
        if not cells_in(picture) >> cell & 1:
            state.remove(cell, 1)
    return View(state, exhaustive=exhaustive)


def random_places(board: Geometry, many: int, extra: int) -> Iterator[int]:
    """Yield sets of cells that hold a template of a digit, and others besides."""
    dice = random.Random(6)  # noqa: S311  pictures, no secrets
    shape = Shape.of(board)
    for _ in range(many):
        where, free = 0, shape.all
        for row in shape.units[: dice.randrange(board.size // 2, board.size)]:
            cells = [cell for cell in range(board.cells) if free & row & 1 << cell]
            if cells:
                cell = dice.choice(cells)
                where |= 1 << cell
                free &= ~shape.peers[cell] & ~(1 << cell)
        for cell in dice.sample(range(board.cells), extra):
            where |= 1 << cell
        yield where
