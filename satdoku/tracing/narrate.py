"""A sink that tells a search in words, a step a line, for a slide or a blackboard.

    Level 1
       58  decide     r1c2=3
       59  propagate  r1c2≠4  because r1c2=3: r1c2 holds only one digit [cell clause 12]

The number in brackets is the clause's, behind its family; it counts as `satdoku cnf`
writes the clauses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.errors import printable
from satdoku.tracing.event import (
    Assumed,
    Decided,
    Flipped,
    Found,
    Left,
    Propagated,
)
from satdoku.tracing.told import engine_of, formula_of, number, of_ended
from satdoku.tracing.words import negated

if TYPE_CHECKING:
    from typing import TextIO

    from satdoku.tracing.event import Begun, Cited, Ended, Event

__all__ = ["Narration"]


@dataclass(slots=True)
class _Level:
    """A level the search is in: its literal, and what happened so far."""

    name: str
    flipped: bool = False
    fruitful: bool = False
    """Whether a model was found in it."""


class Narration:
    """Tells a search in words.

    Args:
        stream: Where to.
        limit: Tell so many events at most; the last lines say how many there were.

    Attributes:
        written: How many events have been told.

    Invariant: `_levels[k]` is level k + 1.

    Example:
        >>> import sys
        >>> from satdoku.tracing.event import Assumed, Decided
        >>> narration = Narration(sys.stdout)
        >>> narration.take(Assumed(1, 0, 1, "r1c1=1"))
            1  assume     r1c1=1
        >>> narration.take(Decided(2, 1, 7, "r1c2=3"))
        <BLANKLINE>
        Level 1
            2  decide     r1c2=3
    """

    def __init__(self, stream: TextIO, limit: int | None = None) -> None:
        self._stream = stream
        self._limit = limit
        self.written = 0
        self._wide = 0
        self._is_puzzle = False
        self._levels: list[_Level] = []

    def begin(self, begun: Begun) -> None:
        """Tell what is searched."""
        source = "" if begun.source is None else f"  {printable(begun.source, 200)}"
        if begun.puzzle is not None:
            self._stream.write(f"Puzzle   {begun.puzzle}{source}\n")
            source = ""
        self._stream.write(
            f"Formula  {formula_of(begun)}{source}\n"
            f"Engine   {engine_of(begun).removeprefix('engine ')}\n\nLevel 0\n"
        )
        self._is_puzzle = begun.puzzle is not None
        if begun.geometry is None:
            self._wide = len(str(begun.variables)) + 1
        else:
            height, _, width = begun.geometry.partition("x")
            size = int(height) * int(width)
            self._wide = len(f"r{size}c{size}={size}")

    def take(self, event: Event) -> None:
        """Tell an event."""
        if self._limit is not None and self.written >= self._limit:
            return
        if isinstance(event, Assumed):
            clue = "a clue" if event.literal > 0 else "ruled out by the puzzle"
            self._step(event, "assume", event.name, clue if self._is_puzzle else "")
        elif isinstance(event, Propagated):
            self._step(event, "propagate", event.name, _because(event))
        elif isinstance(event, Decided):
            self._levels.append(_Level(event.name))
            self._stream.write(f"\nLevel {event.level}\n")
            self._step(event, "decide", event.name)
        elif isinstance(event, Flipped):
            self._flip(event)
        elif isinstance(event, Left):
            self._leave(event)
        elif isinstance(event, Found):
            for level in self._levels:
                level.fruitful = True
            told = event.solution or "true: " + (" ".join(map(str, event.model)) or "-")
            kind = "model" if event.solution is None else "solution"
            self._step(event, kind, told)
        else:
            self._step(event, "conflict", _contradiction(event.clause))

    def end(self, ended: Ended) -> None:
        """Tell how the search ended."""
        if self.written < ended.events:
            rest = ended.events - self.written
            self._stream.write(
                f"\nCut here, after {number(self.written, 'event')}; "
                f"{rest:,} more followed.\n"
            )
        counts = ended.counts
        told = [
            number(counts.get("decided", 0), "decision"),
            number(counts.get("propagated", 0), "propagation"),
            number(counts.get("conflict", 0), "conflict"),
            number(counts.get("found", 0), "model"),
        ]
        self._stream.write(f"\nEnd: {of_ended(ended)}.\n{', '.join(told)}.\n")

    def _flip(self, event: Flipped) -> None:
        level = self._levels[event.level - 1]
        done = "its models are found" if level.fruitful else "it is refuted"
        why = f"after {level.name}: {done}"
        level.name, level.flipped = event.name, True
        self._stream.write(f"\nLevel {event.level}, the other branch\n")
        self._step(event, "flip", event.name, why)

    def _leave(self, event: Left) -> None:
        level = self._levels.pop()
        other = negated(level.name)
        if event.jumped:
            why = f"{other} is not tried: no conflict rests on {level.name}"
        elif level.flipped:
            why = "both branches are done"
        else:
            why = f"{other} is not tried: the model stands for it"
        self._step(event, "leave", f"level {event.level}", why)

    def _step(self, event: Event, verb: str, what: str, why: str = "") -> None:
        line = f"{event.number:5}  {verb:9}  {what:{self._wide if why else 0}}  {why}"
        self._stream.write(line.rstrip() + "\n")
        self.written += 1


def _because(event: Propagated) -> str:
    """Say why a literal follows: what is true already, and what the clause says."""
    reason = event.reason
    words = reason.words
    others = [-other for other in reason.literals if other != event.literal]
    cause = f"because {words.literals(others)}: " if others else ""
    return f"{cause}{_clause(reason)}"


def _contradiction(clause: Cited) -> str:
    """Say what is true, and what that contradicts."""
    if not clause.literals:
        return clause.meaning or clause.text
    words = clause.words
    true = words.literals(-literal for literal in clause.literals)
    if clause.number is None and len(clause.literals) == 1:
        return f"{true}, but {clause.text} is assumed"
    return f"{true}, but {_clause(clause)}"


def _clause(clause: Cited) -> str:
    """Say what a clause says, and which one it is."""
    origin = clause.origin
    if origin is None:
        return clause.text
    if origin.family == "file":
        return f"{clause.text} [clause {clause.number}]"
    return f"{clause.meaning} [{origin.family} clause {clause.number}]"
