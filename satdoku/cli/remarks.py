"""Remarks: what is said to the person, on standard error, never among the data.

A progress line is shown only to a person: standard error is a terminal that can move
its cursor, the answers go elsewhere, and it has taken a while.  Remarks carry no
colour, so that there is nothing to switch off.
"""

from __future__ import annotations

import os
import sys
from time import monotonic

__all__ = ["Progress", "say"]

_PATIENCE = 2.0
_INTERVAL = 0.25


def say(text: str) -> None:
    """Say one line on standard error, if there is one."""
    stream = sys.stderr
    if stream is None:  # pyright: ignore[reportUnnecessaryComparison]  closed by the shell
        return
    stream.write(f"{text}\n")
    stream.flush()


class Progress:
    """A line that tells how many puzzles are answered, and how fast.

    Args:
        wanted: Whether there is a reason to show one at all.
    """

    def __init__(self, *, wanted: bool) -> None:
        stream = sys.stderr
        self._active = (
            wanted
            and bool(stream)
            and stream.isatty()
            and os.environ.get("TERM") != "dumb"
        )
        self._started = monotonic()
        self._next = self._started + _PATIENCE
        self._width = 0

    def tick(self, done: int) -> None:
        """Tell that so many are done by now."""
        if not self._active:
            return
        now = monotonic()
        if now < self._next:
            return
        self._next = now + _INTERVAL
        text = f"{done:,} puzzles, {done / (now - self._started):,.0f} a second"
        padded = text.ljust(self._width)
        self._width = len(text)
        sys.stderr.write(f"\r{padded}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away, so that a remark can be made."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()
            self._width = 0
