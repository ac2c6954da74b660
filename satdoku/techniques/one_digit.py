"""What one digit allows by itself: the lines it crosses, the templates it may follow.

Fish, skyscrapers, kites, empty rectangles and templates look at one digit at a time,
and nothing but the cells that may hold it matters to them.  So what they find is a
function of those cells, and is kept by them: a step that leaves a digit alone leaves
what is known of it good, however many positions later.

A template of a digit is a way to place it everywhere at once: one cell in each unit
that still lacks it.  A candidate in no template can be removed, and whatever is
removed by looking at one digit only is in none.  Whoever looks for such a step
therefore asks first whether there are candidates outside all templates (`suspects`):
mostly there are none, and the search is over.

Templates are not listed: a 9×9 grid has 46,656.  Rows are gone through one by one, and
of the cells chosen so far only the columns taken, and the stacks taken in this band,
are remembered; then back, to see which choices could be completed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.techniques.deadline import unhurried

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.shape import Shape

__all__ = ["crossings", "in_templates", "suspects"]

_QUICK = 5000
"""States up to which templates are looked at for the sake of other searches: enough for
9×9, and for most of 16×16."""


@lru_cache(maxsize=4096)
def crossings(shape: Shape, where: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return which lines cross where a digit may be.

    Args:
        shape: Units and peers.
        where: The cells that may hold the digit.

    Returns:
        Of each row the columns as a mask, and of each column the rows as a mask.

    Example:
        >>> from satdoku.techniques.shape import Shape, mask_of
        >>> from satdoku.geometry import Geometry
        >>> crossings(Shape.of(Geometry(4, 4)), mask_of([0, 5, 7]))
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


def in_templates(shape: Shape, where: int, look: Look = unhurried) -> int:
    """Return the cells that are in a template of a digit.

    Args:
        shape: Units and peers.
        where: The cells that may hold the digit; a unit without any is taken to hold
            it already.
        look: Raises `Stopped` when the time is over.

    Returns:
        The cells; 0 if the digit has no template.

    Example:
        >>> from satdoku.techniques.shape import Shape, cells_of, mask_of
        >>> from satdoku.geometry import Geometry
        >>> where = mask_of([7, 9, 10, 13, 14, 15])  # in row 1 it is placed
        >>> cells_of(in_templates(Shape.of(Geometry(4, 4)), where))
        (7, 9, 10, 13, 14)
    """
    found = _quick(shape, where)
    if found is None:
        found = _templates(shape, where, None, look)
    return found or 0


def suspects(shape: Shape, where: int) -> int:
    """Return the candidates that looking at their digit alone might remove.

    Those in no template, that is; all of them, where telling would take long.

    Example:
        >>> from satdoku.techniques.shape import Shape, cells_of, mask_of
        >>> from satdoku.geometry import Geometry
        >>> where = mask_of([7, 9, 10, 13, 14, 15])
        >>> cells_of(suspects(Shape.of(Geometry(4, 4)), where))
        (15,)
    """
    found = _quick(shape, where)
    return where if found is None else where & ~found


@lru_cache(maxsize=4096)
def _quick(shape: Shape, where: int) -> int | None:
    """Return the cells in templates; None if it would take long to tell."""
    return _templates(shape, where, _QUICK, unhurried)


def _templates(shape: Shape, where: int, most: int | None, look: Look) -> int | None:
    """Return the cells in templates; None if more states than `most` come up."""
    n, height = shape.size, shape.geometry.box_height
    full = (1 << n) - 1
    rows, columns = crossings(shape, where)
    open_rows = n - rows.count(0)
    open_boxes = sum(1 for box in shape.units[2 * n :] if where & box)
    if not open_rows == n - columns.count(0) == open_boxes:
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
                for block in _in_blocks(states, look):
                    grown.update(s | choice for s in block if not s & choice)
                if most is not None and len(grown) > most:
                    return None
            states = grown
        if row % height == height - 1:
            states = {s & full for s in states}
    return _alive(shape, way, states, look)


def _alive(
    shape: Shape,
    way: list[tuple[int, set[int], list[int]]],
    states: set[int],
    look: Look,
) -> int:
    """Return the cells of choices that can be completed: a way, walked back."""
    n, height = shape.size, shape.geometry.box_height
    full = (1 << n) - 1
    found = 0
    next_row = n
    for row, before, choices in reversed(way):
        kept = full if row // height != next_row // height else -1
        next_row = row
        alive: set[int] = set()
        for choice in choices:
            good: set[int] = set()
            for block in _in_blocks(before, look):
                good.update(
                    s for s in block if not s & choice and (s | choice) & kept in states
                )
            if good:
                found |= (choice & full) << (n * row)
                alive |= good
        states = alive
    return found


def _in_blocks(states: set[int], look: Look) -> Iterator[list[int]]:
    """Yield states in blocks, and look at the time before each."""
    rest = iter(states)
    while block := list(islice(rest, _QUICK)):
        look()
        yield block
