"""Time limits for work that goes step by step."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from satdoku.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["deadline_of", "within"]

T = TypeVar("T")


def deadline_of(timeout: float | None) -> float | None:
    """Return when so many seconds are over, on the clock `time.monotonic`."""
    return None if timeout is None else monotonic() + timeout


def within(deadline: float | None, steps: Iterable[T]) -> Iterator[T]:
    """Yield steps while there is time.

    Raises:
        Stopped: The time is over.

    Example:
        >>> list(within(deadline_of(60), "ab"))
        ['a', 'b']
        >>> list(within(deadline_of(0), "ab"))
        Traceback (most recent call last):
            ...
        satdoku.errors.Stopped: out of time
    """
    if deadline is None:
        yield from steps
        return
    for step in steps:
        if monotonic() >= deadline:
            raise Stopped("out of time")
        yield step
