"""Progress: a line on the terminal that tells a person how far a long run is.

It is shown only to a person (standard error is a terminal that can move its cursor),
after two seconds, and never between the lines of an answer: where the answers go to a
terminal too, only while nothing was written for two seconds.

The line is written anew a few times a second, also while one call takes long: by the
alarm clock of the system where there is one (SIGALRM), whose handler Python runs in the
main thread, so that no second thread disturbs the search.

    12 puzzles, 0.4 a second, 13 %, 5:12 left; puzzle 13: 0:12
    making the formula: 0:05
    1,234,567 of 3,270,000 clauses, 400,000 a second, 38 %, 0:05 left
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.cli import remarks

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType
    from typing import Self

__all__ = ["Progress"]

_PATIENCE = 2.0
_INTERVAL = 0.25
_SOON = 0.02
"""Of all that there is: below that part nothing is foretold."""


class Progress:
    """The line of progress of one run; a context.

    Args:
        wanted: Whether there is a reason to show one at all.
        shared: Whether the answers go to a terminal, too.
        unit: What is done, one after the other: `puzzle`, say.
        part: Tells how much of all has been done, from 0 to 1, where that is known.
    """

    def __init__(
        self,
        *,
        wanted: bool,
        shared: bool = False,
        unit: str = "",
        part: Callable[[], float | None] | None = None,
    ) -> None:
        stream = sys.stderr
        self.active = (
            wanted
            and bool(stream)
            and stream.isatty()
            and os.environ.get("TERM") != "dumb"
        )
        self._shared = shared
        self._unit = unit
        self._part = part
        self._started = self._step_started = monotonic()
        self._next = self._started + _PATIENCE
        self._done = 0
        self._step = ""
        self._found = self._most = 0
        self._found_unit = ""
        self._width = 0
        self._held = False
        self._clock: object = None

    def __enter__(self) -> Self:
        if self.active:
            remarks.before_saying(self.clear)
            self._wind_up()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.active:
            self._stop()
            self.clear()
            self.active = False
            remarks.before_saying(None)

    def tick(self, done: int) -> None:
        """Tell that so many are done by now, and the next one begins."""
        if not self.active:
            return
        self._done = done
        self._found = 0
        self._step_started = now = monotonic()
        self._show_if_due(now)

    def step(self, what: str) -> None:
        """Tell what is being done now, where that is not one of many."""
        self._step = what
        self._found = 0
        self._step_started = monotonic()

    def count(self, found: int, unit: str = "solution", most: int = 0) -> None:
        """Tell how far the present step is: so many found, of so many at most."""
        if self.active:
            self._found, self._found_unit, self._most = found, unit, most
            self._show_if_due(monotonic())

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if not self.active:
            return
        if self._shared:
            self._next = monotonic() + _PATIENCE
        if self._width:
            self._write(f"\r{' ' * self._width}\r")
            self._width = 0

    def answer(self) -> None:
        """Make room for an answer that is written next, if it needs any."""
        if self._shared:
            self.clear()

    def hold(self) -> None:
        """Show nothing on a shared terminal until `release`: an answer is written."""
        self.answer()
        self._held = self._shared

    def keep_quiet(self, *, typed: bool) -> None:
        """Show nothing until `release`, if somebody types at the terminal."""
        if typed:
            self.clear()
            self._held = True

    def release(self) -> None:
        """Go on after `hold` or `keep_quiet`."""
        self.answer()
        self._held = False

    def _wind_up(self) -> None:
        """Let the system wake us a few times a second."""
        import signal  # noqa: PLC0415  only where progress is shown

        if not hasattr(signal, "setitimer"):
            return
        if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
            return  # somebody else's
        with suppress(ValueError):  # not in the main thread
            self._clock = signal.signal(signal.SIGALRM, self._beat)
            signal.setitimer(signal.ITIMER_REAL, _PATIENCE, _INTERVAL)

    def _stop(self) -> None:
        import signal  # noqa: PLC0415  as above

        if self._clock is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            self._clock = None

    def _beat(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self._show_if_due(monotonic())

    def _show_if_due(self, now: float) -> None:
        if now < self._next or self._held:
            return
        self._next = now + _INTERVAL
        columns = _columns()
        text = self._text(now)[: max(columns - 1, 0)]
        padded = text.ljust(min(self._width, max(columns - 1, 0)))
        self._width = len(text)
        self._write(f"\r{padded}")

    def _text(self, now: float) -> str:
        parts: list[str] = []
        if self._done:
            share = self._part() if self._part is not None else None
            done = remarks.counted(self._done, self._unit)
            parts.append(_gauge(done, self._done, now - self._started, share))
        seconds = now - self._step_started
        step = self._step or f"{self._unit} {self._done + 1:,}"
        if self._found:
            most = f" of {self._most:,}" if self._most else ""
            name = self._found_unit if self._most == 1 else f"{self._found_unit}s"
            share = self._found / self._most if self._most else None
            told = _gauge(f"{self._found:,}{most} {name}", self._found, seconds, share)
            parts.append(f"{step}: {told}" if self._done else told)
        elif not self._done or seconds >= _PATIENCE:
            parts.append(f"{step}: {_clock_text(seconds)}")
        return "; ".join(parts)

    def _write(self, text: str) -> None:
        """Write past Python's buffers, which the alarm clock may have interrupted."""
        stream = sys.stderr
        try:
            number = stream.fileno()
        except (OSError, ValueError):  # no file behind it: in a test, say
            stream.write(text)
            return
        with suppress(OSError):  # a terminal that went away
            os.write(number, text.encode("ascii", "replace"))


def _gauge(told: str, done: int, seconds: float, share: float | None) -> str:
    """Say how many, how fast, how much of all, and how long it will take."""
    rate = done / seconds if seconds > 0 else 0.0
    if rate >= 10:
        text = f"{told}, {rate:,.0f} a second"
    elif rate >= 0.1:
        text = f"{told}, {rate:.1f} a second"
    else:
        text = f"{told}, {seconds / done:,.0f} s each"
    if share is not None and _SOON <= share <= 1:
        left = seconds * (1 - share) / share
        text += f", {share:.0%}, {_clock_text(left)} left"
    return text


def _clock_text(seconds: float) -> str:
    """Write a time as clocks do.

    Example:
        >>> _clock_text(192), _clock_text(3723), _clock_text(500_000)
        ('3:12', '1:02:03', '5 days')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 100:
        return f"{hours // 24:,} days"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _columns() -> int:
    """Return how wide the terminal of the line is."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
