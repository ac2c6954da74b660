"""Many puzzles of 9×9 at once: DPLL over the triad encoding, a puzzle a SIMD lane."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.puzzle.puzzle import Puzzle


def supports(puzzle: Puzzle) -> bool:
    """Whether the lanes take a puzzle among others: 9x9 of the usual rules, and clues.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> supports(Puzzle("." * 81)), supports(Puzzle("." * 16))
        (True, False)
    """
    return supports_alone(puzzle) and puzzle.masks is None


def supports_alone(puzzle: Puzzle) -> bool:
    """Whether the lanes take a puzzle by itself: with pencil marks, too."""
    return puzzle.geometry.is_nine and not puzzle.constraints


@cache
def has_numpy() -> bool:
    """Whether NumPy is there, which the lanes cannot do without; nothing is loaded."""
    return find_spec("numpy") is not None


@cache
def has_compiler() -> bool:
    """Whether Numba is there and not switched off; nothing is loaded.

    `NUMBA_DISABLE_JIT=1` switches it off.  Its code here is for processors that store
    the lowest byte of a number first, as all do that Numba has wheels for.
    """
    switched_off = os.environ.get("NUMBA_DISABLE_JIT", "") not in ("", "0")
    little = sys.byteorder == "little"
    return little and not switched_off and find_spec("numba") is not None
