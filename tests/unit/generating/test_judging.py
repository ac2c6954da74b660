"""Whether puzzles are as hard as they are to be."""

from __future__ import annotations

from typing import Any

import pytest

from satdoku.deduce.path import walk
from satdoku.generating.judging import Judge, Verdict
from satdoku.generating.wanted import wanted_of
from satdoku.grid import Grid

EASY = Grid.parse(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
NEEDS_PAIRS = Grid.parse(
    ".......41.6....3......8...5...43....1.......7....26...8...5......3....6.41......."
)


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({}, Verdict.FITS),
        ({"level": "easy"}, Verdict.FITS),
        ({"level": "hard"}, Verdict.TOO_EASY),
        ({"score": (None, 50)}, Verdict.TOO_HARD),
        ({"score": (5000, None)}, Verdict.TOO_EASY),
        ({"score": (50, 5000)}, Verdict.FITS),
        ({"techniques": ["naked-single"]}, Verdict.FITS),
        ({"techniques": ["x-wing"]}, Verdict.LACKS),
        ({"techniques": "singles"}, Verdict.FITS),
        ({"techniques": ["singles", "fish"]}, Verdict.LACKS),
        ({"singles_only": True}, Verdict.FITS),
        ({"hardest": "naked-single"}, Verdict.FITS),
        ({"hardest": "hidden-single"}, Verdict.LACKS),
        ({"hardest": "x-wing"}, Verdict.LACKS),
    ],
)
def test_verdicts(given: dict[str, Any], verdict: Verdict) -> None:
    """An easy puzzle against what may be wanted."""
    assert verdict is Judge(wanted_of(**given)).verdict(EASY)[0]


def test_path_is_that_of_walk() -> None:
    """The path that comes with a puzzle is the whole one."""
    _, path = Judge(wanted_of(level="easy")).verdict(EASY)

    assert walk(EASY) == path


@pytest.mark.parametrize(
    "given", [{"singles_only": True}, {"level": "easy"}, {"hardest": "pointing"}]
)
def test_too_hard(given: dict[str, Any]) -> None:
    """A puzzle that singles do not solve is neither of singles nor easy."""
    judged = Judge(wanted_of(**given)).verdict(NEEDS_PAIRS)

    assert (Verdict.TOO_HARD, None) == judged
