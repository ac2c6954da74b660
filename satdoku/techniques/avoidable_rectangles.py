"""Avoidable rectangles: unique rectangles of which some corners are solved already.

No corner may be a clue, nor may the puzzle itself rule out one of the digits there, as
only then the two could be swapped in the solution.

    1   three corners are solved, as a, b and a: the fourth is not b
    2   the two corners of a box are solved, the two of the other are not, and have one
        candidate besides, the same: one of them holds it

Source: the forums of 2005; unsolved corners have two candidates, as in HoDoKu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.distinct import distinct
from satdoku.techniques.links import bivalue_cells
from satdoku.techniques.notation import cells_text
from satdoku.techniques.rectangles import Rectangle, across, rectangle_step, swap_text
from satdoku.techniques.shape import bits, mask_of
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = ["avoidable_rectangle_1", "avoidable_rectangle_2", "reason"]


@distinct
def avoidable_rectangle_1(view: View) -> Iterator[Step]:
    """Find rectangles with three corners solved."""
    state = view.state
    for corners, digits in _half_solved(view):
        third, fourth = (state.values[cell] for cell in corners[2:])
        first, second = digits
        if third == second and state.left[corners[3]] >> first - 1 & 1:
            removes = ((corners[3], first),)
        elif fourth == first and state.left[corners[2]] >> second - 1 & 1:
            removes = ((corners[2], second),)
        else:
            continue
        yield _step(view, Technique.AVOIDABLE_RECTANGLE_1, corners, digits, removes)


@distinct
def avoidable_rectangle_2(view: View) -> Iterator[Step]:
    """Find rectangles with the corners of a box solved."""
    state = view.state
    for corners, (first, second) in _half_solved(view):
        other = state.left[corners[2]] & ~(1 << second - 1)
        if (
            state.left[corners[2]] >> second - 1 & 1
            and state.left[corners[3]] == other | 1 << first - 1
            and other != 1 << first - 1
        ):
            digit = other.bit_length()
            seen = state.where[digit] & view.shape.seen_by_all(mask_of(corners[2:]))
            removes = tuple((cell, digit) for cell in bits(seen))
            if removes:
                yield _step(
                    view,
                    Technique.AVOIDABLE_RECTANGLE_2,
                    corners,
                    (first, second),
                    removes,
                )


def _half_solved(
    view: View,
) -> Iterator[tuple[tuple[int, int, int, int], tuple[int, int]]]:
    """Yield rectangles whose first two corners are solved, and what these hold."""
    state = view.state
    solved = view.shape.all & ~state.empty & ~state.givens
    if not solved:
        return
    pairs = mask_of(view.kept(bivalue_cells))
    for first in bits(solved):
        for corners in across(view, first, solved, solved | pairs):
            # Each is met from both corners of its box, and both boxes at that.
            if mask_of(corners[2:]) & pairs and corners[0] < corners[1]:
                digits = state.values[first], state.values[corners[1]]
                barred = state.ruled_out[digits[0]] | state.ruled_out[digits[1]]
                if not mask_of(corners) & barred:
                    yield corners, digits


def _step(
    view: View,
    technique: Technique,
    corners: tuple[int, ...],
    digits: tuple[int, int],
    removes: tuple[tuple[int, int], ...],
) -> Step:
    low, high = sorted(digits)
    rest = tuple(cell for cell in corners if view.state.empty >> cell & 1)
    shown = Rectangle(mask_of(corners), corners, (low, high), (), rest)
    return rectangle_step(view, technique, shown, removes)


def reason(step: Step) -> str:
    """Say why an avoidable rectangle holds: otherwise there would be two solutions."""
    swap = f"{swap_text(step)}, as none of them is a clue"
    if step.technique is Technique.AVOIDABLE_RECTANGLE_1:
        return f"otherwise {swap}"
    corners = cells_text(step.geometry, {cell for cell, _ in step.fins})
    return f"one of {corners} is {step.removes[0][1]}, otherwise {swap}"
