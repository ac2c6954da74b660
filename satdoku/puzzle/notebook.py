"""How notebooks show grids, puzzles and answers: the one door from values to pictures.

Drawing stands above the values that it draws, so it is imported when a notebook asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry


def notebook_svg(
    geometry: Geometry,
    clues: tuple[int, ...],
    solution: tuple[int, ...] = (),
    other: tuple[int, ...] = (),
    *,
    candidates: tuple[int, ...] | None = None,
    constraints: tuple[Constraint, ...] = (),
    caption: str = "",
) -> str:
    """Draw a board as SVG.

    Args:
        geometry: The shape.
        clues: The clues, 0 for an empty cell.
        solution: The other digits; empty for none.
        other: A second solution to compare with; empty for none.
        candidates: The candidates of each cell, digit d as bit d - 1.
        constraints: Those of the puzzle.
        caption: A line above the board.
    """
    # Above this module, and slow to load for those who want no picture.
    from satdoku.drawing.board import Board  # noqa: PLC0415
    from satdoku.drawing.scene import board_svg  # noqa: PLC0415

    board = Board(geometry, clues, solution, other, candidates, constraints)
    return board_svg(board, caption)
