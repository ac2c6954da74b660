"""Runs: what was measured, a value each, and a row of `runs.csv`.

Tidy: a row an observation, a column a variable, a cell a value; an empty cell is not
known or means nothing there.  Times are in seconds, memory in bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

__all__ = ["COLUMNS", "Ended", "Run"]


class Ended(StrEnum):
    """How a run ended.

    ANSWERED told all that was asked; TIMEOUT was cut off at the limit; MEMORY had not
    memory enough; FAILED ended in another way, REFUSED was not begun, and `note` says
    why: the engine does not take the puzzle, is not installed, or was given up.
    """

    ANSWERED = "answered"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FAILED = "failed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Run:
    """One measured run: a contender on a puzzle, or on a whole set, in its process.

    Args:
        part: The part of the study: `a`, `b`, ... of a preset; empty in plain ones.
        set: The set of the puzzle.
        number: Its place in the set, from 1; 0 where the whole set was one run.
        puzzles: How many puzzles were answered in turn: 1, or all of the set.
        puzzle: The puzzle in a line; empty for a whole set.
        size: Cells in a row.
        box: The box, as `3x3`.
        clues: How many cells are given; of a whole set the mean.
        difficulty: As the subject's.
        contender: In a word, as `Contender` reads it.
        engine, option, encoding: Its parts.
        repeat: Which repetition, from 1.
        ended: How it ended.
        status: What was found (`satdoku.Status`): `unique`, `solved`, ...; of a whole
            set empty.
        time_s: Wall time from the puzzle to the answer, in a fresh process that has
            loaded satdoku: with the formula, and what the engine imports and loads;
            at a timeout as long as it ran.
        cpu_s: CPU time of the process in that, all threads.
        start_s: Wall time from the start of the process until it could begin.
        peak_bytes: The most memory the process had at a time, Python included.
        own_bytes: That, less what it had before the puzzle came.
        guesses, decisions, propagations, conflicts: What the engine counted.
        variables, clauses: Of the formula, where one was made whole.
        note: What else there is to say.
    """

    part: str
    set: str
    number: int
    puzzles: int
    puzzle: str
    size: int
    box: str
    clues: float
    difficulty: str
    contender: str
    engine: str
    option: str
    encoding: str
    repeat: int
    ended: Ended
    status: str = ""
    time_s: float | None = None
    cpu_s: float | None = None
    start_s: float | None = None
    peak_bytes: int | None = None
    own_bytes: int | None = None
    guesses: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    variables: int | None = None
    clauses: int | None = None
    note: str = ""

    @property
    def key(self) -> tuple[str, str, int, str, int]:
        """What tells it apart: part, set, number, contender, repeat."""
        return self.part, self.set, self.number, self.contender, self.repeat

    @property
    def is_whole(self) -> bool:
        """Whether it is of a whole set."""
        return self.number == 0


COLUMNS = tuple(field.name for field in fields(Run))
"""The columns of `runs.csv`, in order."""
