"""Progress: a line on the terminal that shows how far a long run is.

It is shown only to a person (standard error is a terminal that can move its cursor),
after two seconds, and where the answers go to a terminal too, only while nothing was
written for two seconds.

The line is written anew a few times a second, also while one call takes long: by the
alarm clock of the system (SIGALRM), whose handler Python runs in the main thread, so
that no second thread disturbs the search.

    12 puzzles, 13%, 5:12 left; puzzle 13: 0:12
    making the formula: 0:05
    writing the formula: 1,234,567 of 3,270,000 clauses
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.cli import messages
from satdoku.errors import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Self


_DELAY = 2.0
_INTERVAL = 0.25
_MIN_PART = 0.02
"""Below that part of all, the time that is left is not predicted."""


class Progress:
    """The line of progress of one run; a context.

    Args:
        enabled: Whether there is a reason to show one at all.
        shared: Whether the answers go to a terminal too.
        unit: What is done, one after the other: `puzzle`, say.
        part: Returns how much of all has been done, from 0 to 1; None if unknown.

    Attributes:
        active: Whether anything is shown.
    """

    def __init__(
        self,
        *,
        enabled: bool,
        shared: bool = False,
        unit: str = "puzzle",
        part: Callable[[], float | None] = lambda: None,
    ) -> None:
        stream = sys.stderr
        is_dumb = os.environ.get("TERM") == "dumb"
        self.active = enabled and bool(stream) and stream.isatty() and not is_dumb
        self._shared = shared
        self._unit = unit
        self._part = part
        self._started = self._step_started = monotonic()
        self._next = self._started + _DELAY
        self._done = self._found = self._total = 0
        self._step = self._found_unit = ""
        self._width = 0
        self._has_clock = False

    def __enter__(self) -> Self:
        if self.active:
            messages.before_message(self.clear)
            if (
                hasattr(signal, "setitimer")
                and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
            ):
                with suppress(ValueError):  # not in the main thread
                    signal.signal(signal.SIGALRM, self._on_alarm)
                    signal.setitimer(signal.ITIMER_REAL, _DELAY, _INTERVAL)
                    self._has_clock = True
        return self

    def __exit__(self, *_: object) -> None:
        if not self.active:
            return
        if self._has_clock:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        self.clear()
        self.active = False
        messages.before_message(None)

    def tick(self, done: int) -> None:
        """Note that so many are done, and the next one begins."""
        if self.active:
            self._done, self._found = done, 0
            self._step_started = monotonic()
            self._show_if_due(self._step_started)

    def step(self, what: str) -> None:
        """Note what is being done now, where that is not one of many."""
        self._step, self._found = what, 0
        self._step_started = monotonic()

    def count(self, count: int, unit: str = "solution", total: int = 0) -> None:
        """Note how far the present step is: so many found, of at most `total`."""
        if self.active:
            self._found, self._found_unit, self._total = count, unit, total
            self._show_if_due(monotonic())

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self.active and self._shared:
            self._next = monotonic() + _DELAY
        if self.active and self._width:
            self._write(f"\r{' ' * self._width}\r")
            self._width = 0

    def before_answer(self) -> None:
        """Make room for an answer that is written next, if it needs any."""
        if self._shared:
            self.clear()

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self._show_if_due(monotonic())

    def _show_if_due(self, now: float) -> None:
        if now < self._next:
            return
        self._next = now + _INTERVAL
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        except (OSError, ValueError):
            columns = 80
        text = self._text(now)[: max(columns - 1, 0)]
        padded = text.ljust(min(self._width, columns - 1))
        self._width = len(text)
        self._write(f"\r{padded}")

    def _text(self, now: float) -> str:
        parts: list[str] = []
        if self._done:
            text, part = counted(self._done, self._unit), self._part()
            if part is not None and _MIN_PART <= part <= 1:
                left = (now - self._started) * (1 - part) / part
                text += f", {part:.0%}, {_clock(left)} left"
            parts.append(text)
        seconds = now - self._step_started
        step = self._step or f"{self._unit} {self._done + 1:,}"
        if self._found:
            total = f" of {self._total:,}" if self._total else ""
            unit = self._found_unit + "s" * (self._total != 1)
            parts.append(f"{step}: {self._found:,}{total} {unit}")
        elif not self._done or seconds >= _DELAY:
            parts.append(f"{step}: {_clock(seconds)}")
        return "; ".join(parts)

    @staticmethod
    def _write(text: str) -> None:
        """Write past Python's buffers, which the alarm clock may have interrupted."""
        try:
            number = sys.stderr.fileno()
        except (OSError, ValueError):  # no file behind it
            sys.stderr.write(text)
            return
        with suppress(OSError):  # a terminal that went away
            os.write(number, text.encode("ascii", "replace"))


def _clock(seconds: float) -> str:
    """Write a time in minutes and seconds.

    Example:
        >>> _clock(192), _clock(3723)
        ('3:12', '62:03')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes:,}:{rest:02}"
