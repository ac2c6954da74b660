"""The engine's observer: makes an event of all it is told, and sends it to sinks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import Stopped
from satdoku.tracing.event import (
    Assumed,
    Cited,
    Conflict,
    Decided,
    Flipped,
    Found,
    Left,
    Propagated,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.grid import Grid
    from satdoku.tracing.event import Event, Sink
    from satdoku.tracing.words import Words

__all__ = ["Recorder"]


class Recorder:
    """Makes events of what the search tells; an `Observer` of engine `dpll`.

    Args:
        words: Names the literals.
        sinks: Take the events, each in turn.
        solution: Turns a model into a checked solution, or None.
        limit: After so many events the search is stopped.

    Attributes:
        counts: How many events there were of each kind.

    Example:
        >>> from satdoku.cnf.encoder import encode
        >>> from satdoku.tracing.words import Words
        >>> events = []
        >>> class Listing:
        ...     take = events.append
        >>> recorder = Recorder(Words(encode("." * 16)), [Listing()])
        >>> recorder.decided(1, 7)
        >>> events
        [Decided(number=1, level=1, literal=7, name='r1c2=3')]
    """

    def __init__(
        self,
        words: Words,
        sinks: Sequence[Sink],
        solution: Callable[[Sequence[int]], Grid | None] = lambda _: None,
        limit: int | None = None,
    ) -> None:
        self.counts: dict[str, int] = {}
        self._words = words
        self._sinks = sinks
        self._solution = solution
        self._limit = limit
        self._number = 0
        self._level = 0

    def assumed(self, literal: int) -> None:
        """A literal is true by assumption."""
        name = self._words.literal(literal)
        self._send(Assumed(self._number + 1, self._level, literal, name))

    def decided(self, level: int, literal: int) -> None:
        """A literal is tried."""
        self._level = level
        name = self._words.literal(literal)
        self._send(Decided(self._number + 1, level, literal, name))

    def propagated(self, literal: int, reason: Sequence[int]) -> None:
        """A literal follows."""
        name = self._words.literal(literal)
        cited = Cited(tuple(reason), self._words)
        self._send(Propagated(self._number + 1, self._level, literal, name, cited))

    def conflict(self, clause: Sequence[int]) -> None:
        """A clause is false."""
        cited = Cited(tuple(clause), self._words)
        self._send(Conflict(self._number + 1, self._level, cited))

    def left(self, level: int, *, jumped: bool) -> None:
        """A level is done with."""
        self._send(Left(self._number + 1, level, jumped))

    def flipped(self, level: int, literal: int) -> None:
        """A level begins anew."""
        self._level = level
        name = self._words.literal(literal)
        self._send(Flipped(self._number + 1, level, literal, name))

    def found(self, model: Sequence[int]) -> None:
        """A model is found."""
        told = tuple(model)
        grid = self._solution(told)
        line = None if grid is None else grid.line
        self._send(Found(self._number + 1, self._level, told, line))

    def _send(self, event: Event) -> None:
        if self._number == self._limit:
            raise Stopped(f"after {self._number:,} events")
        self._number += 1
        kind = event.kind
        self.counts[kind] = self.counts.get(kind, 0) + 1
        for sink in self._sinks:
            sink.take(event)
