"""Subjects: the puzzles of a study, each with the set it is in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.puzzle import Puzzle

__all__ = ["Subject"]


@dataclass(frozen=True, slots=True)
class Subject:
    """A puzzle of a study.

    Args:
        puzzle: The puzzle.
        set: The set it is in: a file's name without its ending, or as a preset says.
        number: Its place in that set, from 1.
        difficulty: How hard it is, in a word, where somebody said; else empty.
        source: The end of its file's path, where files of several sets have the same
            name; else empty.
    """

    puzzle: Puzzle
    set: str
    number: int
    difficulty: str = ""
    source: str = ""

    @property
    def clues(self) -> int:
        """How many cells are given."""
        return sum(value != 0 for value in self.puzzle.values)
