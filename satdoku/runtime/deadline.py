"""Time limits: a moment after which a search stops."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from satdoku.errors import Stopped, UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["NEVER", "Deadline"]

T = TypeVar("T")

_LONGEST = 1e9  # seconds; clocks overflow far beyond that


class Deadline:
    """A moment on the clock after which a search stops.

    Args:
        timeout: Seconds from now; None for never.

    Raises:
        UsageError: The timeout is no number of seconds from 0.

    Example:
        >>> Deadline(None).left, Deadline(0).over
        (None, True)
        >>> Deadline(-1)
        Traceback (most recent call last):
        satdoku.errors.UsageError: a timeout of -1 ...; expected seconds, from 0 to ...
    """

    __slots__ = ("end",)

    def __init__(self, timeout: float | None = None) -> None:
        self.end: float | None = None
        """The moment, on the clock `time.monotonic`; None for never."""
        if timeout is None:
            return
        try:
            seconds = float(timeout)
        except (TypeError, ValueError, OverflowError):
            seconds = -1.0
        if isinstance(timeout, bool | str) or not 0 <= seconds <= _LONGEST:
            raise UsageError(
                f"a timeout of {printable(str(timeout))} makes no sense; "
                f"expected seconds, from 0 to {_LONGEST:,.0f}"
            )
        self.end = monotonic() + seconds

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None without a limit."""
        return None if self.end is None else max(0.0, self.end - monotonic())

    @property
    def over(self) -> bool:
        """Whether the moment has come."""
        return self.end is not None and monotonic() >= self.end

    def limit(self, steps: Iterable[T]) -> Iterator[T]:
        """Yield steps while there is time.

        Raises:
            Stopped: The time is over.

        Example:
            >>> list(Deadline(60).limit("ab"))
            ['a', 'b']
        """
        if self.end is None:
            yield from steps
            return
        for step in steps:
            self.check()
            yield step

    def check(self) -> None:
        """Raise Stopped where the moment has come."""
        if self.end is not None and monotonic() >= self.end:
            raise Stopped("out of time")


NEVER = Deadline()
"""No limit."""
