"""When to stop: looked at by every loop that may take long.

Whoever searches calls `view.look()` once a round, of rounds that take a hundredth of a
second at most.  Without a deadline that does nothing.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from satdoku.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Look", "look_at", "unhurried"]

Look: TypeAlias = "Callable[[], None]"
"""Is called now and then, and raises `Stopped` when the time is over."""


class _Deadline:
    """Raises `Stopped` from some time on; small, since caches hold on to it."""

    __slots__ = ("_at",)

    def __init__(self, at: float) -> None:
        self._at = at

    def __call__(self) -> None:
        if monotonic() > self._at:
            raise Stopped("out of time")


def unhurried() -> None:
    """Go on: there is no deadline."""


def look_at(deadline: float | None) -> Look:
    """Return what raises `Stopped` when a deadline has passed.

    Args:
        deadline: On the clock `time.monotonic`; None for none.

    Example:
        >>> look_at(None)()
        >>> look_at(0.0)()
        Traceback (most recent call last):
        ...
        satdoku.errors.Stopped: out of time
    """
    return unhurried if deadline is None else _Deadline(deadline)
