"""The pictures that notebooks show of values (`_repr_svg_`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.pictures.board import Board
from satdoku.pictures.draw import board_scene
from satdoku.pictures.svg import svg_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry

__all__ = ["notebook_svg"]


def notebook_svg(
    geometry: Geometry,
    clues: tuple[int, ...],
    *,
    found: tuple[int, ...] = (),
    other: tuple[int, ...] = (),
    masks: Sequence[int] | None = None,
    caption: str = "",
) -> str:
    """Draw a board as SVG; the arguments are those of `Board.of`.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> notebook_svg(Geometry(4, 4), (1,) + (0,) * 15)[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'
    """
    board = Board.of(geometry, clues, found=found, other=other, masks=masks)
    return svg_text(board_scene(board, caption=caption))
