"""Multi-colours: the colours of two webs of strong links; see `colours`.

Of each web one colour is true.

Type 1: a colour A of one web sees a colour B of the other, so not both are true: the
other colour of A's web or that of B's is.  A cell that sees both of these does not hold
the digit.

Type 2: a colour sees both colours of the other web.  One of those is true, so it is
false.

Source: the forums of 2005; the order is HoDoKu's: by digit and webs, type 2 first.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from satdoku.techniques.colours import Colours, colour_sets, colours
from satdoku.techniques.distinct import distinct
from satdoku.techniques.links import seen_by_any
from satdoku.techniques.notation import cells_text
from satdoku.techniques.shape import Shape, bits, mask_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.view import View

__all__ = ["multi_colours_1", "reason"]


@distinct
def multi_colours_1(view: View) -> Iterator[Step]:
    """Find both types."""
    for digit, webs in enumerate(view.kept(colours)):
        here = view.state.where[digit]
        for web, other in permutations(webs, 2):
            for technique, removed in (
                (Technique.MULTI_COLOURS_2, _type_2(web, other)),
                (Technique.MULTI_COLOURS_1, here & _type_1(web, other)),
            ):
                if removed:
                    sets = colour_sets(digit, *web, *other)
                    yield Step(
                        view.geometry,
                        technique,
                        removes=tuple((cell, digit) for cell in bits(removed)),
                        cells=tuple(
                            sorted(cell for each in sets for cell in each.cells)
                        ),
                        digits=(digit,),
                        sets=sets,
                    )


def _type_1(web: Colours, other: Colours) -> int:
    """Return the cells that see two colours, one of which is true."""
    removed = 0
    for mine, rest in (web, web[::-1]):
        for theirs, left in (other, other[::-1]):
            if mine.seen & theirs.cells:
                removed |= rest.seen & left.seen & ~(rest.cells | left.cells)
    return removed


def _type_2(web: Colours, other: Colours) -> int:
    """Return the cells of the colours that see both colours of another web."""
    removed = 0
    for colour in web:
        if colour.seen & other[0].cells and colour.seen & other[1].cells:
            removed |= colour.cells
    return removed


def reason(step: Step) -> str:
    """Say why multi-colours hold: which colours see each other."""
    (digit,) = step.digits
    first, second, third, fourth = (
        f"the {colour.role} ({cells_text(step.geometry, colour.cells)})"
        for colour in step.sets
    )
    webs = f"{digit} is in all of {first} or {second}, and of {third} or {fourth}"
    shape = Shape.of(step.geometry)
    cells = [mask_of(colour.cells) for colour in step.sets]
    seen = [seen_by_any(shape, mask) for mask in cells]
    if step.technique is Technique.MULTI_COLOURS_2:
        index = 0 if cells[0] & 1 << step.removes[0][0] else 1
        return (
            f"{webs}: the {step.sets[index].role} sees both the third and the fourth, "
            f"one of which is true"
        )
    removed = mask_of(cell for cell, _ in step.removes)
    cases = [
        f"the {step.sets[mine].role} and the {step.sets[theirs].role} see each other, "
        f"so the {step.sets[1 - mine].role} or the {step.sets[5 - theirs].role} is true"
        for mine in (0, 1)
        for theirs in (2, 3)
        if seen[mine] & cells[theirs] and seen[1 - mine] & seen[5 - theirs] & removed
    ]
    return f"{webs}: {', and '.join(cases)}"
