"""Whether a puzzle is as hard as it is to be, by its path.

The path is that of `satdoku.techniques.path.walk`; as soon as it is certain that the
puzzle is too hard (a step of a higher level, a score beyond the bound) one stops.  Of
the techniques, those that come after the last one allowed are not even searched.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from satdoku.generator.board import is_of_singles
from satdoku.techniques.path import Ending, Path, follow
from satdoku.techniques.shape import Shape
from satdoku.techniques.state import State
from satdoku.techniques.technique import USUAL, Level

if TYPE_CHECKING:
    from satdoku.generator.wanted import Wanted
    from satdoku.puzzle import Puzzle
    from satdoku.techniques.step import Step

__all__ = ["Judge", "Verdict"]


class Verdict(Enum):
    """How a puzzle compares with what is wanted."""

    FITS = "fits"
    TOO_EASY = "too easy"
    TOO_HARD = "too hard"
    LACKS = "lacks a technique"


@dataclass(frozen=True)
class Judge:
    """Judges puzzles.

    Args:
        wanted: What is wanted.
        deadline: When to stop, on the clock `time.monotonic`; None for never.

    Example:
        >>> from satdoku.generator.wanted import wanted_of
        >>> from satdoku.puzzle import Puzzle
        >>> judge = Judge(wanted_of(size=4, score=(None, 20)))
        >>> judge.verdict(Puzzle("1... ..2. ..3. 4..."))[0]
        <Verdict.TOO_HARD: 'too hard'>
    """

    wanted: Wanted
    deadline: float | None = None

    def verdict(self, puzzle: Puzzle) -> tuple[Verdict, Path | None]:
        """Judge a proper puzzle; return its path, too, if it fits and has to have one.

        A puzzle on which the techniques lead no further has no level and no score: it
        is too hard.

        Raises:
            Stopped: The time is over.
        """
        wanted = self.wanted
        if wanted.singles_only:
            shape = Shape.of(puzzle.geometry)
            if not is_of_singles(shape, tuple(puzzle.clues.filled)):
                return Verdict.TOO_HARD, None
        if not wanted.is_rated:
            return Verdict.FITS, None
        path = self._path(puzzle)
        if path is None:
            return Verdict.TOO_HARD, None
        return self._compare(path), path

    def _path(self, puzzle: Puzzle) -> Path | None:
        """Return the path; None if the puzzle turns out to be too hard."""
        top = Level.EXTREME if self.wanted.level is None else self.wanted.level
        most = self.wanted.score[1]
        allowed = self.wanted.allowed
        last = max(each.order for each in allowed)
        state = State.of(puzzle)
        steps: list[Step] = []
        score = 0
        hardest = Level.EASY
        tried = frozenset(each for each in USUAL if each.order <= last)
        for step in follow(state, tried, deadline=self.deadline):
            if step.technique not in allowed:
                return None
            steps.append(step)
            score += step.technique.score
            hardest = max(hardest, step.technique.level)
            if most is not None and score > most:
                return None
            if Level.of_score(hardest, score) > top:
                return None
        if state.empty:
            return None
        return Path(puzzle, tuple(steps), Ending.SOLVED, state.grid())

    def _compare(self, path: Path) -> Verdict:
        """Compare a path that is not too hard."""
        wanted = self.wanted
        least = wanted.score[0]
        if wanted.level is not None and path.level < wanted.level:
            return Verdict.TOO_EASY
        if least is not None and path.score < least:
            return Verdict.TOO_EASY
        used = {step.technique for step in path.steps}
        lacks = any(used.isdisjoint(some) for some in wanted.needed)
        return Verdict.LACKS if lacks else Verdict.FITS
