"""Templates: the ways to place a digit everywhere at once, and what they agree on.

A template of a digit is one cell in each unit that still lacks it, no two of them in
one unit.  A cell that is in every template holds the digit (Template Set); a candidate
in none can go (Template Delete).  Where a digit is sure to be, no other is: their
templates that use such a cell fall, which may make more cells sure, until nothing
changes.

A step by one digit alone (fish, skyscrapers, kites, empty rectangles) removes only
candidates that are in no template.  Such searches therefore ask first whether there
are any (`suspects`): mostly there are none, and the search is over.  What one digit
allows is a function of the cells that may hold it and cached by them: a step that
leaves a digit alone leaves what is known of it good, however many positions later.

HoDoKu lists all 46,656 templates; here they are never listed, so other sizes work, too.
Rows are gone through one by one, and of the cells chosen so far only the columns taken,
and the stacks taken in this band, are remembered; then back, to see which choices can
be completed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.state import cells_of, with_digit
from satdoku.techniques.step import CellSet, Step, candidates_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import Shape, View

_QUICK = 5000
"""States up to which templates are searched for the sake of other techniques: enough
for 9x9, and for most of 16x16."""


@lru_cache(maxsize=4096)
def intersections(shape: Shape, where: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return which lines cross where a digit may be.

    Args:
        shape: Units and peers.
        where: The cells that may hold the digit.

    Returns:
        Of each row the columns as a mask, and of each column the rows as a mask.

    Example:
        >>> from satdoku.techniques.state import Shape, mask_of
        >>> from satdoku.puzzle.geometry import Geometry
        >>> intersections(Shape.of(Geometry(4, 4)), mask_of([0, 5, 7]))
        ((1, 10, 0, 0), (1, 2, 0, 2))
    """
    n = shape.size
    full = (1 << n) - 1
    rows = tuple(where >> (n * row) & full for row in range(n))
    columns = [0] * n
    for row, crossed in enumerate(rows):
        rest = crossed
        while rest:
            low = rest & -rest
            rest ^= low
            columns[low.bit_length() - 1] |= 1 << row
    return rows, tuple(columns)


def in_templates(shape: Shape, where: int, deadline: Deadline = NEVER) -> int:
    """Return the cells that are in a template of a digit.

    Args:
        shape: Units and peers.
        where: The cells that may hold the digit; a unit without any is taken to hold
            it already.
        deadline: When to stop.

    Returns:
        The cells; 0 if the digit has no template.

    Example:
        >>> from satdoku.techniques.state import Shape, cells_of, mask_of
        >>> from satdoku.puzzle.geometry import Geometry
        >>> where = mask_of([7, 9, 10, 13, 14, 15])  # in row 1 it is placed
        >>> cells_of(in_templates(Shape.of(Geometry(4, 4)), where))
        (7, 9, 10, 13, 14)
    """
    cells = _quick(shape, where)
    if cells is None:
        cells = _templates(shape, where, None, deadline)
    return cells or 0


def suspects(shape: Shape, where: int) -> int:
    """Return the candidates that looking at their digit alone might remove.

    Those in no template, that is; all of them, where the search would take long.

    Example:
        >>> from satdoku.techniques.state import Shape, cells_of, mask_of
        >>> from satdoku.puzzle.geometry import Geometry
        >>> where = mask_of([7, 9, 10, 13, 14, 15])
        >>> cells_of(suspects(Shape.of(Geometry(4, 4)), where))
        (15,)
    """
    cells = _quick(shape, where)
    return where if cells is None else where & ~cells


@lru_cache(maxsize=4096)
def _quick(shape: Shape, where: int) -> int | None:
    """Return the cells in templates; None if the search would take long."""
    return _templates(shape, where, _QUICK, NEVER)


def _templates(
    shape: Shape, where: int, most: int | None, deadline: Deadline
) -> int | None:
    """Return the cells in templates; None if more states than `most` come up."""
    n, height = shape.size, shape.geometry.box_height
    full = (1 << n) - 1
    rows, columns = intersections(shape, where)
    open_rows = n - rows.count(0)
    if open_rows != n - columns.count(0):
        return 0
    if shape.geometry.box is not None:
        open_boxes = sum(1 for box in shape.units[2 * n : 3 * n] if where & box)
        if open_rows != open_boxes:
            return 0
    takes = [1 << n + column // shape.geometry.box_width for column in range(n)]
    # Of each open row: the states it may be reached in, and its choices.
    way: list[tuple[int, set[int], list[int]]] = []
    states = {0}
    for row, crossed in enumerate(rows):
        if crossed:
            choices = [1 << c | takes[c] for c in range(n) if crossed >> c & 1]
            way.append((row, states, choices))
            grown: set[int] = set()
            for choice in choices:
                for block in _in_blocks(states, deadline):
                    grown.update(s | choice for s in block if not s & choice)
                if most is not None and len(grown) > most:
                    return None
            states = grown
        if row % height == height - 1:
            states = {s & full for s in states}
    return _alive(shape, way, states, deadline)


def _alive(
    shape: Shape,
    way: list[tuple[int, set[int], list[int]]],
    states: set[int],
    deadline: Deadline,
) -> int:
    """Return the cells of choices that can be completed: a way, walked back."""
    n, height = shape.size, shape.geometry.box_height
    full = (1 << n) - 1
    cells = 0
    next_row = n
    for row, before, choices in reversed(way):
        kept = full if row // height != next_row // height else -1
        next_row = row
        alive: set[int] = set()
        for choice in choices:
            good: set[int] = set()
            for block in _in_blocks(before, deadline):
                good.update(
                    s for s in block if not s & choice and (s | choice) & kept in states
                )
            if good:
                cells |= (choice & full) << (n * row)
                alive |= good
        states = alive
    return cells


def _in_blocks(states: set[int], deadline: Deadline) -> Iterator[list[int]]:
    """Yield states in blocks, and check the time before each."""
    rest = iter(states)
    while block := list(islice(rest, _QUICK)):
        deadline.check()
        yield block


def agreed(view: View, technique: Technique) -> Iterator[Step]:
    """Find the cells in all templates of a digit, or the candidates in none."""
    of_digit = view.cached(_agreed)
    for digit, (possible, sure) in of_digit.items():
        here = view.state.where[digit]
        is_set = technique is Technique.TEMPLATE_SET
        outcome = sure if is_set else here & ~possible
        if outcome:
            yield Step(
                view.geometry,
                technique,
                places=with_digit(outcome, digit) if is_set else (),
                removes=() if is_set else with_digit(outcome, digit),
                cells=cells_of(sure if is_set else possible),
                digits=(digit,),
                sets=tuple(  # candidates that others take from it by their templates
                    CellSet(cells_of(here & theirs), (other,), "taken")
                    for other, (_, theirs) in of_digit.items()
                    if other != digit and here & theirs
                ),
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
            view.check_deadline()
            possible = in_templates(shape, allowed[digit], view.deadline)
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
    given = f", given {taken}, which also follow from templates" if taken else ""
    return f"{many} way to place {digit} in all units at once puts it there{given}"
