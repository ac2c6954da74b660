"""Random solutions: of the empty grid, or of some clues.

Plain search: the cell with the fewest candidates next, one of these at random, its
digits in random order, singles followed (`Board`).  On an empty grid of up to 25×25
this hardly ever turns back.  Not every solution is equally likely, but every one can
come; to draw evenly would take a count of what is below each branch.

An engine that picks its phases at random was the alternative: quicker on large grids,
but what it finds depends on its version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import Stopped
from satdoku.generator.board import Board
from satdoku.techniques.deadline import unhurried
from satdoku.techniques.shape import bits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.shape import Shape

__all__ = ["random_solution"]

_PATIENCE = 20  # guesses for each cell before another beginning is tried
_BEGINNINGS = 50


def random_solution(
    shape: Shape,
    random: Random,
    clues: Sequence[tuple[int, int]] = (),
    look: Look = unhurried,
) -> tuple[int, ...] | None:
    """Draw a solution; None if there is none.

    Args:
        shape: Units and peers.
        random: What draws.
        clues: The clues to keep, (cell, digit).
        look: Is called now and then, and raises `Stopped` when the time is over.

    Raises:
        Stopped: It takes too long, as on very large grids.

    Example:
        >>> from random import Random
        >>> from satdoku.techniques.shape import Shape
        >>> from satdoku.geometry import Geometry
        >>> shape = Shape.of(Geometry(4, 4))
        >>> "".join(map(str, random_solution(shape, Random(1), [(0, 1)])))
        '1342421321343421'
    """
    start = Board(shape)
    if not all(start.place(cell, digit) for cell, digit in clues):
        return None
    patience = _PATIENCE * len(start.values)
    for _ in range(_BEGINNINGS):
        found, certain = _search(start, random, patience, look)
        if certain:
            return found
    raise Stopped(f"no solution of {shape.geometry} was found")


def _search(
    board: Board, random: Random, patience: int, look: Look
) -> tuple[tuple[int, ...] | None, bool]:
    """Search for so many guesses; return what was found, and whether it is certain."""
    above: list[tuple[Board, int, list[int]]] = []
    while board.empty:
        cell = _cell(board, random)
        digits = list(bits(board.left[cell]))
        random.shuffle(digits)
        above.append((board, cell, digits))
        while True:
            board, cell, digits = above[-1]
            if not digits:
                above.pop()
                if not above:
                    return None, True
                continue
            look()
            patience -= 1
            if patience < 0:
                return None, False
            board = board.copy()
            if board.place(cell, digits.pop() + 1):
                break
    return tuple(board.values), True


def _cell(board: Board, random: Random) -> int:
    """Choose one of the empty cells with the fewest candidates."""
    left, empty = board.left, board.empty
    fewest = len(board.values)
    found: list[int] = []
    while empty:
        low = empty & -empty
        empty ^= low
        cell = low.bit_length() - 1
        count = left[cell].bit_count()
        if count < fewest:
            fewest = count
            found = [cell]
        elif count == fewest:
            found.append(cell)
    return random.choice(found)
