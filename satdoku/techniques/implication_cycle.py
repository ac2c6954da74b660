"""Ways that are loops or open chains, and what a loop that is continuous removes.

HoDoKu takes a way for a chain only if it does not come back to a cell it has left; a
loop starts and ends in the same cell.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.techniques.implication_graph import Implications

__all__ = ["cycle_removals", "is_loop", "is_open"]


def is_loop(graph: Implications, way: Sequence[int]) -> bool:
    """Whether a way leaves its cell at once and comes back to it by its last link."""
    cell = graph.cell_of(way[0])
    away = cell not in {graph.cell_of(way[1]), graph.cell_of(way[-2])}
    return away and not _returns(graph, way, cell)


def is_open(graph: Implications, way: Sequence[int]) -> bool:
    """Whether a way never comes back to a cell it has left."""
    return not _returns(graph, way, None)


def _returns(graph: Implications, way: Sequence[int], free: int | None) -> bool:
    """Whether a way comes back to a cell it has left; one cell may be come back to."""
    left = 0
    for claim, after in pairwise(way):
        if left >> graph.cell_of(after) & 1:
            return True
        if graph.cell_of(claim) != free:
            left |= graph.places[claim % graph.count].mask
    return False


def cycle_removals(graph: Implications, way: Sequence[int]) -> list[tuple[int, int]]:
    """Return what a continuous loop removes; a candidate once for each link that does.

    The way leads from an off claim of a cell to another candidate of the cell being on.
    As the last link closes the loop, of the two ends of each link just one is on: so
    the ends of a weak link are the only places of the digit in their unit, and a cell
    that is entered and left by strong links holds one of the two digits.

    Args:
        graph: The implications.
        way: The loop.
    """
    state = graph.state
    ends = [claim % graph.count for claim in way]
    places = [graph.places[end] for end in ends]
    cells = [place.cells[0] for place in places]
    on = [claim >= graph.count for claim in way]
    used = 0
    for place in places:
        used |= place.mask
    removes = _others(graph, cells[0], places[0].digit, places[-1].digit)
    for index in range(1, len(way)):
        place = places[index]
        if cells[index - 1] == cells[index]:
            continue
        if not on[index]:
            digit = place.digit
            seen = graph.peers(ends[index - 1], digit) & graph.peers(ends[index], digit)
            seen &= state.where[digit] & ~used
            removes += [(cell, digit) for cell in bits(seen)]
            removes += graph.locked(way, index)
        elif (
            index + 2 < len(way)
            and cells[index] == cells[index + 1] != cells[index + 2]
        ):
            removes += _others(
                graph, cells[index], place.digit, places[index + 2].digit
            )
    return removes


def _others(
    graph: Implications, cell: int, first: int, second: int
) -> list[tuple[int, int]]:
    """Return the candidates of a cell but for two digits."""
    rest = graph.state.left[cell] & ~(1 << (first - 1)) & ~(1 << (second - 1))
    return [(cell, index + 1) for index in bits(rest)]
