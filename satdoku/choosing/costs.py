"""What the ways to answer puzzles cost: as measured, and as the puzzles so far were.

    all of n puzzles by one way = first, unless it is paid, + each · n

`each` is the figure at first, and becomes the mean of the puzzles that were answered:
the figure counts as `_PRIOR` puzzles among them.  What these took is reckoned from the
steps of their search, not read off a clock, so that a choice is the same in every run.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from satdoku.choosing.figures import FIGURES

if TYPE_CHECKING:
    from satdoku.choosing.figure import Figure

__all__ = [
    "DPLL",
    "LANES_NUMPY",
    "LANES_WAY",
    "SIMPLIFIED",
    "TRIAL",
    "WHOLE",
    "Tally",
    "figure",
    "pays_from",
]

TRIAL = "trial"
SIMPLIFIED = "simplified"
WHOLE = "whole"
LANES_WAY = "lanes"
LANES_NUMPY = "lanes-numpy"
DPLL = "dpll"

_PRIOR = 8
"""Puzzles that the figure counts for, beside those that were seen."""


@lru_cache(maxsize=64)
def figure(way: str, size: int) -> Figure | None:
    """Return what a way costs on grids of a size: of the next size measured.

    None beyond the largest that was measured, and for a way that does not take it.

    Example:
        >>> figure("whole", 12).size, figure("whole", 25)
        (16, None)
    """
    if way in (LANES_WAY, LANES_NUMPY) and size != 9:
        return None
    found = [row for row in FIGURES if row.way == way and row.size >= size]
    return min(found, key=lambda row: row.size, default=None)


def pays_from(way: str, other: str, size: int) -> int | None:
    """Return from how many usual puzzles on a way costs no more than another.

    None if it never does.

    Example:
        >>> pays_from("trial", "whole", 9)
        0
        >>> pays_from("lanes", "whole", 9) > pays_from("whole", "trial", 9) > 10
        True
    """
    here, there = figure(way, size), figure(other, size)
    if here is None or there is None:
        return None
    if here.first <= there.first:
        return 0
    if here.each >= there.each:
        return None
    return int((here.first - there.first) / (there.each - here.each)) + 1


class Tally:
    """What the puzzles of one geometry have cost, by the way they went.

    Example:
        >>> tally = Tally()
        >>> usual = figure("whole", 9)
        >>> tally.each(usual) == usual.each
        True
        >>> tally.count(usual, efforts=10_000)
        >>> tally.each(usual) > 2 * usual.each
        True
    """

    __slots__ = ("_seen", "answered")

    def __init__(self) -> None:
        self.answered = 0
        self._seen: dict[str, tuple[int, float]] = {}

    def count(self, row: Figure, efforts: int, more: float = 0.0) -> None:
        """Count a puzzle.

        Args:
            row: What its way costs as a rule.
            efforts: How many steps it took.
            more: Milliseconds that another way took in the end.
        """
        self.answered += 1
        number, spent = self._seen.get(row.way, (0, 0.0))
        spent += row.least + efforts * row.effort + more
        self._seen[row.way] = number + 1, spent

    def each(self, row: Figure) -> float:
        """Return what the next puzzle is expected to take by a way."""
        seen = self._seen.get(row.way)
        if seen is None:
            return row.each
        number, spent = seen
        return (spent + _PRIOR * row.each) / (number + _PRIOR)
