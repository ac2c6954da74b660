"""Scores and levels that no puzzle has together: refused, instead of searched for.

Bounds by the table alone, so that what is refused does not exist; what lies within them
may not exist either.

Singles make at most 800 points up to 8×8, and on 9×9 with boxes of 3×3, so that such
puzzles are always easy.  For up to 57 empty cells, 14 points each are not more.  The
rest is 9×9 with 17 to 23 clues, where Full Houses, 4 points each, bring it down: the
cell of a row that is filled last is one, since they are tried first.

    58 to 62 empty   seven rows at least have an empty cell: 55 * 14 + 7 * 4 = 798
    63 or 64         all nine rows do, or columns, or boxes (else a whole one of each is
                     given, 21 clues); and there is a tenth Full House, for if not, the
                     last of the other cells would be filled while one cell is alone in
                     a unit, which is tried first: 54 * 14 + 10 * 4 = 796
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.geometry import Geometry
from satdoku.techniques.technique import USUAL, Level, Technique

if TYPE_CHECKING:
    from satdoku.generator.wanted import Wanted

__all__ = ["look_at_scores"]

_SMALL, _MOST_OF_SMALL = 8, 800


def look_at_scores(wanted: Wanted) -> None:
    """See to it that level, score, techniques and singles do not contradict.

    Raises:
        UsageError: They do, whatever the puzzle.
    """
    level, (least, most) = wanted.level, wanted.score
    highest, why = _highest(wanted)
    if highest is not None:
        if least is not None and least > highest:
            raise UsageError(
                f"no score is {least:,} or more: {why} have {highest:,} at most"
            )
        reached = Level.of_score(Level.EASY, highest)
        if level is not None and reached < level:  # there are singles alone
            raise UsageError(
                f"no puzzle of singles alone is of level {level.key}: a score of "
                f"{highest:,}, the highest they have, is {reached.key}"
            )
    if most is None:
        return
    lowest, why = _lowest(wanted)
    if most < lowest:
        raise UsageError(f"no score is {most:,} or less: {why} have {lowest:,} or more")


def _highest(wanted: Wanted) -> tuple[int | None, str]:
    """Return the highest score, None for no bound, and of which puzzles it is."""
    found: list[tuple[int, str]] = []
    if wanted.level is not None and wanted.level.highest_score is not None:
        found.append((wanted.level.highest_score, f"{wanted.level.key} puzzles"))
    hardest = wanted.hardest
    is_easy = wanted.level is Level.EASY or (hardest is not None and hardest.is_single)
    if wanted.singles_only or is_easy:
        found.append((_of_singles(wanted), "puzzles of singles alone"))
    return min(found, default=(None, ""))


def _of_singles(wanted: Wanted) -> int:
    clues = wanted.clues or 0
    if wanted.pattern is not None:
        clues = len(wanted.pattern)
    score = Technique.HIDDEN_SINGLE.score * (wanted.geometry.cells - clues)
    is_small = wanted.geometry.size <= _SMALL or wanted.geometry == Geometry.of_box(
        3, 3
    )
    return min(score, _MOST_OF_SMALL) if is_small else score


def _lowest(wanted: Wanted) -> tuple[int, str]:
    """Return the lowest score there can be, and of which puzzles it is."""
    named = sum(one.score for some in wanted.needed for one in some if len(some) == 1)
    any_of = [min(one.score for one in some & USUAL) for some in wanted.needed]
    found = [(max([named, *any_of]), "puzzles that need these techniques")]
    level = wanted.level
    if level is not None and level > Level.EASY:
        by_step = min(one.score for one in USUAL if one.level is level)
        below = Level(level - 1).highest_score
        by_score = by_step if below is None else below + 1
        found.append((min(by_step, by_score), f"{level.key} puzzles"))
    return max(found)
