"""Colours of a digit: cells that hold it all together, or not at all.

Cells that are conjugate hold the digit in turn: if one does, the other does not.  So
the cells of a web of strong links fall into two colours; all cells of one of the two
hold the digit, and none of the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.links import partners, seen_by_any
from satdoku.techniques.shape import cells_of
from satdoku.techniques.step import CellSet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from satdoku.techniques.view import View

__all__ = ["Colour", "Colours", "colour_sets", "colours"]


class Colour(NamedTuple):
    """The cells of a colour, and those that see one of them, as masks."""

    cells: int
    seen: int


Colours = tuple[Colour, Colour]
"""Of a web, the colour of its lowest cell and the other."""


def colours(view: View) -> Sequence[Sequence[Colours]]:
    """Return of each digit the colours of each of its webs, that with the lowest first.

    Use it by `view.kept(colours)`.

    Example:
        >>> from satdoku.techniques.shape import cells_of
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.view import View
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> [[cells_of(colour.cells) for colour in web] for web in colours(view)[3]]
        [[(2,), (6,)], [(4, 9), (5, 8)]]
    """
    return [_webs(view, linked) for linked in view.kept(partners)]


def _webs(view: View, linked: Mapping[int, int]) -> list[Colours]:
    webs: list[Colours] = []
    done = 0
    for start in linked:
        if done >> start & 1:
            continue
        sides = [1 << start, 0]
        front, side = 1 << start, 0
        while front:
            side ^= 1
            found = 0
            while front:
                low = front & -front
                front ^= low
                found |= linked[low.bit_length() - 1]
            # A cell keeps the colour it had first: what has both is a contradiction,
            # which is for others to find.
            front = found & ~sides[0] & ~sides[1]
            sides[side] |= front
        done |= sides[0] | sides[1]
        first, second = (Colour(s, seen_by_any(view.shape, s)) for s in sides)
        webs.append((first, second))
    return webs


_ROLES = "first colour", "second colour", "third colour", "fourth colour"


def colour_sets(digit: int, *shown: Colour) -> tuple[CellSet, ...]:
    """Return colours as the sets of a step."""
    return tuple(
        CellSet(cells_of(colour.cells), (digit,), role)
        for colour, role in zip(shown, _ROLES, strict=False)
    )
