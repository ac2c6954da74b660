"""Samples: what the laboratory measured, a value each, and a row of `encodings.csv`.

Tidy, as `satdoku.study.run`: CPU times in seconds, memory in bytes, an empty cell where
nothing is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.study.run import Ended

__all__ = ["PROPAGATION", "Form", "Sample"]

PROPAGATION = "propagation"
"""What stands as engine where unit propagation alone was looked at, without search."""


class Form(StrEnum):
    """What a formula speaks of: all of the grid, or only what a puzzle leaves open."""

    WHOLE = "whole"
    SIMPLIFIED = "simplified"


@dataclass(frozen=True, slots=True)
class Sample:
    """One measurement, in its own process: a puzzle, a recipe, a form, an engine.

    Args:
        size: Cells in a row.
        box: The box, as `3x3`.
        set: The set of the puzzle: `empty`, `30%`, ..., `fewest clues`; or a
            file's name.
        number: Its place in the set, from 1.
        clues: How many cells are given.
        encoding: The recipe.
        form: What the formula speaks of.
        engine: The engine; or `propagation`.
        repeat: Which repetition, from 1; other than 1 only of a person's own puzzles.
        ended: How it ended; TIMEOUT is the limit of the search, and the steps before it
            are known all the same.
        status: `solved`, a solution by the rules; `none`, there is none; else empty.
        variables, clauses, literals: Of the formula, also where it is too large to be
            made.
        encode_s: CPU time to make all clauses.
        load_s: CPU time to load them into the engine.
        solve_s: CPU time to a first solution; at a timeout the limit, or more.
        peak_bytes: The most memory the process had at a time, Python included.
        own_bytes: That, less what it had before the puzzle came.
        decisions, propagations, conflicts: What the engine counted.
        fixed: Of `propagation`: the share of the empty cells that it fills.
        removed: Of `propagation`: the share of the candidates that have to go, all but
            one a cell, that it removes.
        note: What else there is to say.
    """

    size: int
    box: str
    set: str
    number: int
    clues: int
    encoding: str
    form: Form
    engine: str
    repeat: int
    ended: Ended
    status: str = ""
    variables: int | None = None
    clauses: int | None = None
    literals: int | None = None
    encode_s: float | None = None
    load_s: float | None = None
    solve_s: float | None = None
    peak_bytes: int | None = None
    own_bytes: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    fixed: float | None = None
    removed: float | None = None
    note: str = ""

    @property
    def key(self) -> tuple[str, str, int, str, str, str, int]:
        """What tells it apart."""
        return (
            self.box,
            self.set,
            self.number,
            self.encoding,
            self.form,
            self.engine,
            self.repeat,
        )

    @property
    def total_s(self) -> float | None:
        """The time of all three steps; None where one is not known."""
        steps = self.encode_s, self.load_s, self.solve_s
        known = [step for step in steps if step is not None]
        return sum(known) if len(known) == len(steps) else None
