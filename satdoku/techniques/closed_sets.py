"""Choices of k sets that have k members between them: what every subset is about.

Naked and hidden subsets are the same thing seen from two sides: k cells that share k
candidates, k digits that share k cells of a unit.  Either way there are some masks, and
those choices of k are wanted whose union has k members.

A choice is grown one mask at a time and dropped as soon as it has more members than it
may; few last beyond two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["closed_sets"]


def closed_sets(
    masks: Sequence[int], size: int
) -> Sequence[tuple[tuple[int, ...], int]]:
    """Find the choices of some masks that have as many members as masks.

    Args:
        masks: Sets, none with more than `size` members.
        size: How many to choose, at least 2.

    Returns:
        Indices into the masks, rising, and the union; in lexicographic order.

    Example:
        >>> closed_sets([0b011, 0b110, 0b101, 0b011], 2)
        [((0, 3), 3)]
        >>> [chosen for chosen, union in closed_sets([0b011, 0b110, 0b101, 0b011], 3)]
        [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    """
    count = len(masks)
    if count < size:
        return []
    first = count - size + 1
    grown: list[tuple[tuple[int, ...], int]] = [
        ((index,), masks[index]) for index in range(first)
    ]
    for end in range(first + 1, count):
        grown = [
            ((*chosen, index), union)
            for chosen, mask in grown
            for index in range(chosen[-1] + 1, end)
            if (union := mask | masks[index]).bit_count() <= size
        ]
    return [
        ((*chosen, index), union)
        for chosen, mask in grown
        for index in range(chosen[-1] + 1, count)
        if (union := mask | masks[index]).bit_count() == size
    ]
