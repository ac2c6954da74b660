"""Time limits: when a search has to stop."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from satdoku.errors import Stopped, UsageError, check_limit, counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")

LONGEST = 1e9  # seconds; clocks overflow far beyond that


class Deadline:
    """When a search has to stop: at a moment, after some conflicts, or never.

    One deadline may serve many calls of an engine: they share its conflicts.

    Args:
        seconds: Seconds of wall time from now; None for no limit.
        conflicts: Conflicts that engines of formulas may meet; None for no limit.

    Raises:
        UsageError: The seconds are no number from 0, or the conflicts no whole number
            from 1.

    Attributes:
        end: The moment, on the clock `time.monotonic`; None for never.
        conflicts: The conflicts that are left; None without a limit.

    Example:
        >>> Deadline().left, Deadline(0).over
        (None, True)
        >>> Deadline(-1)
        Traceback (most recent call last):
        satdoku.errors.UsageError: a timeout of -1 ...; expected seconds, from 0 to ...
    """

    __slots__ = ("_most", "conflicts", "end")

    def __init__(
        self, seconds: float | None = None, conflicts: int | None = None
    ) -> None:
        seconds = check_timeout(seconds)
        self.end = None if seconds is None else monotonic() + seconds
        self.conflicts = check_limit(conflicts, minimum=1)
        self._most = self.conflicts or 0

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None without a limit of time."""
        return None if self.end is None else max(0.0, self.end - monotonic())

    @property
    def over(self) -> bool:
        """Whether a limit is reached."""
        return self.conflicts == 0 or (self.end is not None and monotonic() >= self.end)

    def spend(self, conflicts: int) -> None:
        """Take conflicts from those that are left."""
        if self.conflicts is not None:
            self.conflicts = max(0, self.conflicts - conflicts)

    def limit(self, steps: Iterable[T]) -> Iterator[T]:
        """Yield steps while there is time.

        Raises:
            Stopped: A limit is reached.

        Example:
            >>> list(Deadline(60).limit("ab"))
            ['a', 'b']
        """
        for step in steps:
            self.check()
            yield step

    def check(self) -> None:
        """Raise Stopped where a limit is reached."""
        if self.end is not None and monotonic() >= self.end:
            raise Stopped("out of time")
        if self.conflicts == 0:
            raise Stopped(f"stopped after {counted(self._most, 'conflict')}")


def check_timeout(timeout: float | None) -> float | None:
    """Return a timeout in seconds; None is no limit.

    Raises:
        UsageError: It is no number of seconds from 0.
    """
    if timeout is None:
        return None
    try:
        seconds = float(timeout)
    except (TypeError, ValueError, OverflowError):
        seconds = -1.0
    if isinstance(timeout, bool | str) or not 0 <= seconds <= LONGEST:
        raise UsageError(
            f"a timeout of {printable(str(timeout))} makes no sense; "
            f"expected seconds, from 0 to {LONGEST:,.0f}"
        )
    return seconds


NEVER = Deadline()
"""No limit."""
