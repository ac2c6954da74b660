"""What the lanes find is held against the rules before it goes out.

Nothing believes the lanes.

The rules themselves are in `satdoku.rules`; here is what becomes of a breach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from satdoku.errors import EngineError
from satdoku.rules import first_broken

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_first", "check_walked"]


def check_first(
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    counts: NDArray[np.int64],
    first: int = 0,
) -> None:
    """See to it that where solutions were counted, the first of them is one.

    Args:
        puzzles: (N, 81).
        solutions: (N, 81).
        counts: (N,), how many solutions each has; rows of none are not looked at.
        first: The index of the first one, where these are a part of all.

    Raises:
        EngineError: One is not; names the first.
    """
    if counts.all():
        broken = first_broken(puzzles, solutions)
    else:
        found = np.flatnonzero(counts)
        broken = first_broken(puzzles, solutions[found], found)
        broken = None if broken is None else int(found[broken])
    if broken is not None:
        raise _broken_at(first + broken)


def check_walked(
    puzzles: NDArray[np.uint8],
    index: NDArray[np.int64],
    solutions: NDArray[np.uint8],
) -> None:
    """See to it that each solution is one of the puzzle that `index` says.

    Raises:
        EngineError: One is not; names its puzzle.
    """
    broken = first_broken(puzzles, solutions, index)
    if broken is not None:
        raise _broken_at(int(index[broken]))


def _broken_at(index: int) -> EngineError:
    return EngineError(
        f"puzzles[{index}]: what the lanes found is no solution; please report this"
    )
