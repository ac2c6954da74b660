"""A timeline for speedscope: what began when, and what in what.

The format is speedscope's own (https://www.speedscope.app/file-format-schema.json):
frames, by their place in a list; and events, each of which opens a frame (O) or closes
it (C) at a time.  Times never fall, and what is opened last is closed first.

What was not kept one by one (`satdoku.profiling.probe`) stands at the end of the span
it happened in, added up, a block for each stage.  What was measured in processes of
their own comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.profiling.probe import Span
from satdoku.profiling.stage import LOOP, OTHER, STARTING, Key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from satdoku.profiling.probe import Cell
    from satdoku.profiling.profiled import Profile

__all__ = ["added_up", "kept", "speedscope"]

_SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def speedscope(profile: Profile) -> dict[str, Any]:
    """Return the timeline of a profile."""
    events = _Events()
    events.open("all")
    before = [stage for stage in profile.stages if stage.name in STARTING]
    if before:
        events.open("before the solve, in other processes")
        for stage in before:
            events.block(stage.name, stage.time_ns)
        events.close()
    events.span(profile.timeline, events.at - profile.timeline.begun)
    events.close()
    name = f"satdoku: {profile.engine or 'no engine'} on {profile.puzzle.line[:90]}"
    return {
        "$schema": _SCHEMA,
        "shared": {"frames": [{"name": name} for name in events.frames]},
        "profiles": [
            {
                "type": "evented",
                "name": name,
                "unit": "nanoseconds",
                "startValue": 0,
                "endValue": events.at,
                "events": events.told,
            }
        ],
        "name": name,
        "activeProfileIndex": 0,
        "exporter": "satdoku",
    }


class _Events:
    """Events in the order of time.

    Attributes:
        at: The time.
        frames: The names of frames, each with its place.
        told: The events so far.
    """

    def __init__(self) -> None:
        self.at = 0
        self.frames: dict[str, int] = {}
        self.told: list[dict[str, object]] = []
        self._open: list[int] = []

    def open(self, name: str) -> None:
        """Open a frame now."""
        frame = self.frames.setdefault(name, len(self.frames))
        self._open.append(frame)
        self.told.append({"type": "O", "frame": frame, "at": self.at})

    def close(self) -> None:
        """Close the frame that was opened last."""
        self.told.append({"type": "C", "frame": self._open.pop(), "at": self.at})

    def block(self, name: str, time: int) -> None:
        """Open a frame and close it after that time."""
        self.open(name)
        self.at += time
        self.close()

    def span(self, span: Span, shift: int) -> None:
        """Tell a span and what is in it; its times are moved by so much."""
        self.at = span.begun + shift
        self.open(_named(span.key))
        for one in span.inner:
            if isinstance(one, Span):
                self.span(one, shift)
                continue
            key, begun, ended = one
            self.at = begun + shift
            self.block(_named(key), ended - begun)
        if span.rest:
            self._rest(span.rest)
        self.at = span.ended + shift
        self.close()

    def _rest(self, rest: Mapping[Key, Cell]) -> None:
        calls = sum(cell.calls for cell in rest.values())
        self.open(f"{calls:,} more, added up")
        for key, cell in rest.items():
            self.block(_named(key), cell.time)
        self.close()


def _named(key: Key) -> str:
    """Name a frame; a span as a whole, not as the stage that its own time is."""
    if key.stage == LOOP:
        return str(Key("search", key.engine))
    return "solve" if key.stage == OTHER else str(key)


def kept(span: Span) -> int:
    """Count the spans and leaves that are told one by one.

    Example:
        >>> from satdoku.profiling.probe import Probe
        >>> probe = Probe()
        >>> with probe.root:
        ...     probe.leaf(Key("read"), 1, 2)
        >>> kept(probe.root)
        1
    """
    inner = sum(kept(one) for one in span.inner if isinstance(one, Span))
    return len(span.inner) + inner


def added_up(span: Span) -> int:
    """Count those that are not."""
    inner = sum(added_up(one) for one in span.inner if isinstance(one, Span))
    return sum(cell.calls for cell in span.rest.values()) + inner
