"""Basic fish: n rows that hold a digit in n columns only, or columns in n rows.

Each of the rows needs the digit, and the columns hold it n times at most: all of it is
in these rows, and it can go from the rest of the columns.

Rows are added one by one in every order that rises, and dropped as soon as they cross
more than n columns.  HoDoKu takes the lowest digit first, rows before columns.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from satdoku.techniques.fish import Fish, every_fish, first_fish, reason, size_of
from satdoku.techniques.one_digit import crossings
from satdoku.techniques.shape import bits
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.shape import Shape
    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = [
    "jellyfish",
    "leviathan",
    "reason",
    "squirmbag",
    "swordfish",
    "whale",
    "x_wing",
]


def basic(shape: Shape, where: int, size: int) -> Iterator[Fish]:
    """Yield the basic fish of where a digit may be."""
    n = shape.size
    both = crossings(shape, where)
    for side in (0, 1):
        lines, across = both[side], both[1 - side]
        fit = [i for i, line in enumerate(lines) if 2 <= line.bit_count() <= size]
        if len(fit) < size:
            continue
        grown = [(lines[i], 1 << i) for i in fit]
        for _ in range(size - 1):
            grown = [
                (wider, chosen | 1 << i)
                for crossed, chosen in grown
                for i in fit
                if chosen < 1 << i and (wider := crossed | lines[i]).bit_count() <= size
            ]
        for crossed, chosen in grown:
            if crossed.bit_count() == size and any(
                across[i] & ~chosen for i in bits(crossed)
            ):
                units = tuple(side * n + i for i in bits(chosen))
                covers = tuple((1 - side) * n + i for i in bits(crossed))
                removes = 0
                for cover in covers:
                    removes |= where & shape.units[cover]
                for unit in units:
                    removes &= ~shape.units[unit]
                yield Fish(units, covers, 0, 0, removes)


@lru_cache(maxsize=4096)
def _first(shape: Shape, where: int, size: int) -> Fish | None:
    return next(basic(shape, where, size), None)


def _search(view: View, technique: Technique) -> Iterator[Step]:
    size = size_of(technique)
    if view.exhaustive:
        return every_fish(view, technique, partial(basic, size=size))
    return first_fish(view, technique, partial(_first, size=size))


def x_wing(view: View) -> Iterator[Step]:
    """Find two rows with a digit in two columns only, or the other way round."""
    return _search(view, Technique.X_WING)


def swordfish(view: View) -> Iterator[Step]:
    """Find three rows with a digit in three columns only, or the other way round."""
    return _search(view, Technique.SWORDFISH)


def jellyfish(view: View) -> Iterator[Step]:
    """Find four rows with a digit in four columns only, or the other way round."""
    return _search(view, Technique.JELLYFISH)


def squirmbag(view: View) -> Iterator[Step]:
    """Find five rows with a digit in five columns only, or the other way round."""
    return _search(view, Technique.SQUIRMBAG)


def whale(view: View) -> Iterator[Step]:
    """Find six rows with a digit in six columns only, or the other way round."""
    return _search(view, Technique.WHALE)


def leviathan(view: View) -> Iterator[Step]:
    """Find seven rows with a digit in seven columns only, or the other way round."""
    return _search(view, Technique.LEVIATHAN)
