"""How hard: the five levels of techniques and of puzzles.

Source: HoDoKu 2.2.0, names and highest scores.
"""

from __future__ import annotations

from enum import IntEnum

from satdoku.errors import UsageError, printable

__all__ = ["Level"]


class Level(IntEnum):
    """How hard a technique, or a puzzle, is held to be; they compare.

    Example:
        >>> Level.EASY < Level.UNFAIR, Level.of_score(Level.EASY, 900).title
        (True, 'Medium')
    """

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5

    @property
    def key(self) -> str:
        """The word of commands and files, `easy`."""
        return self.name.lower()

    @property
    def title(self) -> str:
        """The word of sentences, `Easy`."""
        return self.name.title()

    @property
    def highest_score(self) -> int | None:
        """The highest score of a puzzle of this level; None where there is no bound.

        Example:
            >>> Level.EASY.highest_score
            800
        """
        return _MOST.get(self)

    @staticmethod
    def of_score(hardest: Level, score: int) -> Level:
        """Return the level of a puzzle: of its hardest step, or higher by its score.

        Args:
            hardest: The level of the hardest step.
            score: The sum of the scores of all steps.
        """
        level = hardest
        while score > _MOST.get(level, score):
            level = Level(level + 1)
        return level

    @staticmethod
    def parse(text: str) -> Level:
        """Read a level by its key.

        Raises:
            UsageError: There is no level of that name.
        """
        for level in Level:
            if level.key == text.lower():
                return level
        keys = ", ".join(level.key for level in Level)
        raise UsageError(f"no level {printable(text)!r}; expected {keys}")


_MOST = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The highest score of a puzzle of each level; extreme has none."""
