"""What is wrong is caught on its way out, and its puzzle is named."""

from __future__ import annotations

import numpy as np
import pytest

from satdoku import EngineError
from satdoku.batch.rules import check_first, check_walked

SQUARE = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
FULL = np.array([SQUARE] * 5, np.uint8)
EMPTY = np.zeros((5, 81), np.uint8)


def test_right() -> None:
    """Solutions pass, and rows of puzzles without one are not looked at."""
    some = FULL.copy()
    some[1] = 0

    check_first(EMPTY, FULL, np.ones(5, np.int64))
    check_first(FULL, some, np.array([1, 0, 2, 1, 1]))
    check_first(EMPTY[:0], EMPTY[:0], np.zeros(0, np.int64))
    check_walked(EMPTY, np.array([4, 4, 0]), FULL[:3])


def test_against_the_rules() -> None:
    """The first puzzle whose solution breaks a rule is named by its index of all."""
    wrong = FULL.copy()
    wrong[1] = 0
    wrong[3, 7], wrong[4, 7] = 0, 12

    with pytest.raises(
        EngineError, match=r"puzzles\[103\]: what the lanes found is no"
    ):
        check_first(EMPTY, wrong, np.array([1, 0, 2, 1, 1]), 100)
    with pytest.raises(EngineError, match=r"puzzles\[2\]:"):
        check_walked(EMPTY, np.array([0, 0, 4, 2, 3]), wrong[[0, 0, 2, 3, 4]])


def test_lost_clue() -> None:
    """A solution that does not keep a clue is none."""
    puzzles = EMPTY.copy()
    puzzles[2, 80] = FULL[2, 80] % 9 + 1

    with pytest.raises(EngineError, match=r"puzzles\[2\]:"):
        check_first(puzzles, FULL, np.ones(5, np.int64))
    with pytest.raises(EngineError, match=r"puzzles\[2\]:"):
        check_walked(puzzles, np.array([0, 2]), FULL[:2])
