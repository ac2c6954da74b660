"""Parts: what a study measures, and how; a plain study has one, a preset several."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.study.contender import Contender
    from satdoku.study.subject import Subject

__all__ = ["Ask", "Part"]


class Ask(StrEnum):
    """What is asked of a puzzle: a solution, or whether it is the only one as well."""

    FIRST = "first"
    UNIQUE = "unique"


@dataclass(frozen=True, slots=True)
class Part:
    """What is measured together: every contender on every subject, so many times.

    Args:
        subjects: The puzzles, set by set.
        contenders: Who is measured.
        key: What tells it apart from other parts; empty if it is the only one.
        title: What it is about, in a line.
        ask: What is asked.
        repeat: How many times.
        repeat_below: Seconds from which on a run is not repeated: what disturbs it is
            little beside it; None to repeat all.
        timeout: Seconds for a run; of a whole set for all of it.
        whole: Whether a run is a whole set, its puzzles answered in turn, so that
            engines keep what they have loaded; else a puzzle.
        give_up: After how many timeouts in a set a contender is spared the rest of it;
            None for never.
        baseline: The contender that others are compared with, in a word.
    """

    subjects: tuple[Subject, ...]
    contenders: tuple[Contender, ...]
    key: str = ""
    title: str = ""
    ask: Ask = Ask.FIRST
    repeat: int = 1
    repeat_below: float | None = None
    timeout: float | None = None
    whole: bool = False
    give_up: int | None = None
    baseline: str = "auto"
