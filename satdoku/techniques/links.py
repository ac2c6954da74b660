"""Strong links of a digit, and cells with two candidates: what chains are made of.

Two cells are conjugate for a digit if they are all that a unit has left for it: one of
them holds it, which is a strong link.  A cell with two candidates is a strong link
within: it holds one or the other.  Weak links need no list: two cells that see each
other do not both hold a digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from satdoku.geometry import Geometry
    from satdoku.techniques.state import Shape, View

__all__ = [
    "bivalue_cells",
    "conjugates",
    "partners",
    "rank",
    "seen_by_any",
    "weight",
]


def conjugates(view: View) -> Sequence[Sequence[tuple[int, int]]]:
    """Return of each digit the units that have two cells for it, with those cells.

    Use it by `view.kept(conjugates)`.

    Example:
        >>> from satdoku.techniques.state import cells_of
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> [(unit, cells_of(pair)) for unit, pair in conjugates(view)[4]]
        [(0, (2, 3)), (8, (4, 5))]
    """
    state, units = view.state, view.shape.units
    return [
        [(unit, here & units[unit]) for unit, count in enumerate(counts) if count == 2]
        for here, counts in zip(state.where, state.counts, strict=True)
    ]


def partners(view: View) -> Sequence[Mapping[int, int]]:
    """Return of each digit the cells that have conjugates, with these as a mask.

    The cells are in rising order.  Use it by `view.kept(partners)`.
    """
    found: list[Mapping[int, int]] = []
    for pairs in view.kept(conjugates):
        linked: dict[int, int] = {}
        for _, pair in pairs:
            low = pair & -pair
            high = pair ^ low
            first, second = low.bit_length() - 1, high.bit_length() - 1
            linked[first] = linked.get(first, 0) | high
            linked[second] = linked.get(second, 0) | low
        found.append(dict(sorted(linked.items())))
    return found


def bivalue_cells(view: View) -> Mapping[int, int]:
    """Return the cells with two candidates, rising, with these as a mask.

    Use it by `view.kept(bivalue_cells)`.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle import Puzzle
        >>> bivalue_cells(View(State.of(Puzzle("12.. .... .... ...3"))))
        {2: 12, 4: 12, 5: 12, 12: 10, 13: 9}
    """
    return {
        cell: mask for cell, mask in enumerate(view.state.left) if mask.bit_count() == 2
    }


def seen_by_any(shape: Shape, cells: int) -> int:
    """Return the cells that see one of a set or more."""
    seen = 0
    peers = shape.peers
    while cells:
        low = cells & -cells
        seen |= peers[low.bit_length() - 1]
        cells ^= low
    return seen


def rank(candidates: Iterable[tuple[int, int]], geometry: Geometry) -> tuple[int, int]:
    """Return a key that sorts outcomes of chains, the one to take first.

    The more candidates are removed the better; of as many, the lighter go first.

    Args:
        candidates: What is removed: (cell, digit) pairs.
        geometry: Of the grid.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> rank([(4, 2), (3, 1)], Geometry(9, 9))
        (-2, 330)
    """
    by_digit = sorted((digit, cell) for cell, digit in candidates)
    return -len(by_digit), weight(by_digit, geometry.cells)


def weight(by_digit: Iterable[tuple[int, int]], cells: int) -> int:
    """Return what HoDoKu's lists of steps sort outcomes of equal size by.

    Each cell counts 1, 81, 161 … times (on 9×9), and the digits are added.

    Args:
        by_digit: What is removed: (digit, cell) pairs, rising.
        cells: How many the grid has.
    """
    return sum(
        cell * (1 + index * (cells - 1)) + digit
        for index, (digit, cell) in enumerate(by_digit)
    )
