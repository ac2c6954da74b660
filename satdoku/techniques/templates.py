"""Templates: the ways to place a digit everywhere at once, and what they agree on.

A template of a digit is one cell in each unit that still lacks it, no two of them in
one unit.  A cell that is in every template holds the digit (Template Set); a candidate
in none can go (Template Delete).  Where a digit is sure to be, no other is: their
templates that use such a cell fall, which may make more cells sure, until nothing
changes.

HoDoKu does the same with a list of all 46,656 templates; here they are never listed
(see `one_digit`), so that other sizes work, too.  A row whose template cells are one
is what all templates agree on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.notation import candidates_text
from satdoku.techniques.one_digit import in_templates
from satdoku.techniques.shape import cells_of
from satdoku.techniques.step import CellSet, Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.view import View

__all__ = ["reason", "template_delete", "template_set"]


def template_set(view: View) -> Iterator[Step]:
    """Find the cells that all templates of a digit have in common."""
    for digit, (_, sure) in view.kept(_agreed).items():
        if sure:
            yield Step(
                view.geometry,
                Technique.TEMPLATE_SET,
                places=tuple((cell, digit) for cell in cells_of(sure)),
                cells=cells_of(sure),
                digits=(digit,),
                sets=_taken(view, digit),
            )


def template_delete(view: View) -> Iterator[Step]:
    """Find the candidates of a digit that are in no template."""
    for digit, (possible, _) in view.kept(_agreed).items():
        out = view.state.where[digit] & ~possible
        if out:
            yield Step(
                view.geometry,
                Technique.TEMPLATE_DELETE,
                removes=tuple((cell, digit) for cell in cells_of(out)),
                cells=cells_of(possible),
                digits=(digit,),
                sets=_taken(view, digit),
            )


def _agreed(view: View) -> dict[int, tuple[int, int]]:
    """Return of each digit the cells in any of its templates, and those in all."""
    shape = view.shape
    rows = shape.units[: shape.size]
    allowed = dict(enumerate(view.state.where))
    del allowed[0]
    agreed: dict[int, tuple[int, int]] = {}
    changed = list(allowed)
    while changed:
        for digit in changed:
            view.look()
            possible = in_templates(shape, allowed[digit], view.look)
            sure = 0
            for row in rows:
                here = possible & row
                if not here & (here - 1):
                    sure |= here
            agreed[digit] = possible, sure
        changed.clear()
        for digit, cells in allowed.items():
            taken = 0
            for other, (_, sure) in agreed.items():
                if other != digit:
                    taken |= cells & sure
            if taken:
                allowed[digit] = cells & ~taken
                changed.append(digit)
    return agreed


def _taken(view: View, digit: int) -> tuple[CellSet, ...]:
    """Tell the candidates of a digit that others take from it by their templates."""
    here = view.state.where[digit]
    return tuple(
        CellSet(cells_of(here & sure), (other,), "taken")
        for other, (_, sure) in view.kept(_agreed).items()
        if other != digit and here & sure
    )


def reason(step: Step) -> str:
    """Say why a step by templates holds."""
    (digit,) = step.digits
    many = "every" if step.places else "no"
    taken = ", ".join(
        candidates_text(
            step.geometry, [(cell, other) for cell in cells for other in digits], "="
        )
        for cells, digits, _ in step.sets
    )
    beside = f" beside {taken}, which templates give as well" if taken else ""
    return f"{many} way to place {digit} in all units at once has it there{beside}"
