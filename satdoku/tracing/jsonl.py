"""A sink that writes JSON lines: an object a line, as it happens.

The first line has `"event": "begun"` and says what is searched; the last has
`"event": "ended"`, says how that ended and counts; between them is a line for every
event, or for the first so many.  `docs/schema/trace.schema.json` describes each line
(JSON Schema 2020-12).  `schema` in the first line changes when a key changes its
meaning; new keys may come.

A trace without its last line broke off by a failure.
"""

from __future__ import annotations

from dataclasses import asdict
from json import JSONEncoder
from typing import TYPE_CHECKING

from satdoku.tracing.event import (
    Conflict,
    Found,
    Left,
    Propagated,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from satdoku.tracing.event import Begun, Cited, Ended, Event

__all__ = ["SCHEMA", "JsonLines"]

SCHEMA = 1


class JsonLines:
    r"""Writes a search as JSON lines.

    Args:
        stream: Where to.
        limit: Write so many events at most; the last line tells how many there were.

    Attributes:
        written: How many events have been written.

    Example:
        >>> import sys
        >>> from satdoku.tracing.event import Decided, Ended, Ending
        >>> lines = JsonLines(sys.stdout)
        >>> lines.take(Decided(1, 1, 7, "r1c2=3"))
        {"event": "decided", "number": 1, "level": 1, "literal": 7, "name": "r1c2=3"}
    """

    def __init__(self, stream: TextIO, limit: int | None = None) -> None:
        self._stream = stream
        self._limit = limit
        self.written = 0
        encoding = (stream.encoding or "utf-8").lower()
        # Names have a sign (≠) that not every terminal knows.
        self._encode = JSONEncoder(ensure_ascii=not encoding.startswith("utf")).encode

    def begin(self, begun: Begun) -> None:
        """Write the first line."""
        self._write({"event": "begun", "schema": SCHEMA, **asdict(begun)})

    def take(self, event: Event) -> None:
        """Write the line of an event."""
        if self._limit is not None and self.written >= self._limit:
            return
        told: dict[str, object] = {
            "event": event.kind,
            "number": event.number,
            "level": event.level,
        }
        if isinstance(event, Conflict):
            told["clause"] = _cited(event.clause)
        elif isinstance(event, Left):
            told["jumped"] = event.jumped
        elif isinstance(event, Found):
            told["model"] = event.model
            told["solution"] = event.solution
        else:
            told["literal"] = event.literal
            told["name"] = event.name
            if isinstance(event, Propagated):
                told["reason"] = _cited(event.reason)
        self._write(told)
        self.written += 1

    def end(self, ended: Ended) -> None:
        """Write the last line."""
        self._write(
            {
                "event": "ended",
                "ending": ended.ending.value,
                "why": ended.why or None,
                "events": ended.events,
                "written": self.written,
                "cut": self.written < ended.events,
                "counts": ended.counts,
                "statistics": ended.statistics,
            }
        )

    def _write(self, told: Mapping[str, object]) -> None:
        self._stream.write(self._encode(told) + "\n")


def _cited(clause: Cited) -> dict[str, object]:
    """Tell a clause: its literals, what it says, and which of the formula's it is."""
    origin = clause.origin
    return {
        "literals": clause.literals,
        "text": clause.text,
        "meaning": clause.meaning or None,
        "number": clause.number,
        "family": None if origin is None else origin.family,
        "subject": None if origin is None else origin.subject,
        "digit": None if origin is None else origin.digit or None,
    }
