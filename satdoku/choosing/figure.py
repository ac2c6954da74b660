"""Figures: what one way to answer puzzles costs, on grids of one size.

trial        singles, then a short search by `bitmask`; then as `simplified`
simplified   an engine that learns, on what the puzzle's clues leave open
whole        the same engine on the whole formula, loaded once, clues assumed
lanes        many puzzles at once, compiled; `lanes-numpy` where nothing is
dpll         satdoku's own search, on what the clues leave open
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Figure", "Listing"]


class Figure(NamedTuple):
    """What a way costs, in milliseconds of wall time.

    Args:
        way: Which way.
        size: Cells in a row of the grids.
        first: What is paid once: what it imports, and loads.
        least: What an easy puzzle takes, which singles solve, once that is paid.
        each: What a puzzle of usual difficulty takes.
        effort: What a step of the search takes: of `trial` a digit placed, of the
            others a conflict.
    """

    way: str
    size: int
    first: float
    least: float
    each: float
    effort: float


class Listing(NamedTuple):
    """How quickly an engine lists all solutions of a puzzle.

    Args:
        engine: Which engine.
        size: Cells in a row of the grid.
        first: Milliseconds until it begins.
        rate: Solutions a second from there.
    """

    engine: str
    size: int
    first: float
    rate: float
