"""What the reports printed, to be set beside what is measured here.

They were measured on machines and in versions that are not told, so that only their
order of magnitude can be compared.  Nothing but the figures and what they are about is
known; where two stand together, which is which is not told.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

__all__ = ["PRINTED", "Printed", "Share"]


class Share(StrEnum):
    """What of a measured set stands beside a printed figure: all of it, or a puzzle."""

    TOTAL = "in all"
    PUZZLE = "a puzzle"


class Printed(NamedTuple):
    """A figure, or two that stand together.

    Args:
        figures: As printed.
        about: What they are about.
        part: The part of the preset `reports` that they stand beside.
        share: What of its sets.
        contenders: Whose.
        hardest: Whether only the last set of that part, the hardest, is meant.
        of: How many puzzles it is about, where it is about them all; else 0.
    """

    figures: str
    about: str
    part: str
    share: Share
    contenders: tuple[str, ...]
    hardest: bool = False
    of: int = 0


_BACKTRACKERS = (
    "backtracking:rows",
    "backtracking:blocks",
    "backtracking:fewest",
    "constraint",
)

PRINTED = (
    Printed(
        "81 s",
        "50 easy, 95 hard and 11 hardest puzzles, all 156",
        "d",
        Share.TOTAL,
        (*_BACKTRACKERS, "elimination", "bitmask", "ilp", "auto"),
        of=156,
    ),
    Printed(
        "0.54 s and 1.03 s",
        "means with and without rules of elimination",
        "c",
        Share.PUZZLE,
        (
            "elimination:all",
            "elimination:none",
            "auto",
        ),
    ),
    Printed(
        "40 ms", "a puzzle, the linear program", "d", Share.PUZZLE, ("ilp", "auto")
    ),
    Printed(
        "173 ms and 110 ms",
        "a puzzle, two backtrackers",
        "d",
        Share.PUZZLE,
        (*_BACKTRACKERS, "auto"),
    ),
    Printed(
        "40 ms",
        "a puzzle, the hardest ones, bit masks",
        "d",
        Share.PUZZLE,
        ("bitmask", "auto"),
        hardest=True,
    ),
)
"""The figures, in the order in which the parts of the preset stand beside them."""
