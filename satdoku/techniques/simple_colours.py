"""Simple colours: the two colours of one web of strong links; see `colours`.

Trap: a cell outside sees both colours.  One of them is true, so the cell does not hold
the digit.

Wrap: two cells of a colour see each other.  So that colour is false.

Source: the forums of 2005; the order is HoDoKu's: by digit and web, wraps first.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.techniques.colours import Colour, colour_sets, colours
from satdoku.techniques.distinct import distinct
from satdoku.techniques.notation import cells_text
from satdoku.techniques.shape import Shape, bits
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.view import View

__all__ = ["reason", "simple_colours_trap"]


@distinct
def simple_colours_trap(view: View) -> Iterator[Step]:
    """Find wraps and traps."""
    for digit, webs in enumerate(view.kept(colours)):
        here = view.state.where[digit]
        for web in webs:
            first, second = web
            wrong = 0
            for colour in web:
                if colour.cells & colour.seen:
                    wrong |= colour.cells
            if wrong:
                yield _step(view, Technique.SIMPLE_COLOURS_WRAP, digit, web, wrong)
            seen = here & first.seen & second.seen & ~(first.cells | second.cells)
            if seen:
                yield _step(view, Technique.SIMPLE_COLOURS_TRAP, digit, web, seen)


def _step(
    view: View, technique: Technique, digit: int, web: tuple[Colour, ...], removed: int
) -> Step:
    sets = colour_sets(digit, *web)
    return Step(
        view.geometry,
        technique,
        removes=tuple((cell, digit) for cell in bits(removed)),
        cells=tuple(sorted(cell for colour in sets for cell in colour.cells)),
        digits=(digit,),
        sets=sets,
    )


def reason(step: Step) -> str:
    """Say why a trap or a wrap holds."""
    board = step.geometry
    (digit,) = step.digits
    first, second = (cells_text(board, colour.cells) for colour in step.sets)
    either = f"{digit} is in all of {first} or in all of {second}"
    if step.technique is Technique.SIMPLE_COLOURS_TRAP:
        return f"{either}, and a cell that sees one of each cannot hold it"
    peers = Shape.of(board).peers
    index, near = next(
        (index, pair)
        for index, colour in enumerate(step.sets)
        for pair in combinations(colour.cells, 2)
        if peers[pair[0]] >> pair[1] & 1
    )
    clash = " and ".join(map(board.cell_name, near))
    return (
        f"{either}, and it cannot be in all of {(first, second)[index]}, as {clash} "
        f"see each other"
    )
