"""What callers ask for, looked at: limits, timeouts, seeds.

Callers without types get an error of the family, not one of Python's.
"""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from satdoku.errors import UsageError, printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["look_at_limit", "look_at_seed", "look_at_timeout", "up_to"]

T = TypeVar("T")

_LONGEST_TIMEOUT = 1e9  # seconds; clocks overflow far beyond that


def look_at_limit(limit: object, *, least: int) -> None:
    """Raise UsageError unless it is None or a whole number from the least on."""
    if limit is not None and (type(limit) is not int or limit < least):
        expected = ", ".join(str(least + more) for more in range(3))
        raise UsageError(
            f"a limit of {shown(limit)} makes no sense; expected {expected}, …"
        )


def look_at_seed(seed: object) -> None:
    """Raise UsageError unless it is None or a whole number from 0."""
    if seed is not None and (type(seed) is not int or seed < 0):
        raise UsageError(
            f"{shown(seed)} as a seed makes no sense; expected a whole number from 0"
        )


def up_to(limit: int | None, found: Iterator[T]) -> Iterator[T]:
    """Yield what is found, no more than the limit says."""
    return islice(found, None if limit is None else min(limit, sys.maxsize))


def look_at_timeout(timeout: object) -> None:
    """Raise UsageError unless it is None or a sensible number of seconds."""
    if timeout is None:
        return
    if (
        isinstance(timeout, bool)
        or not isinstance(timeout, (int, float))
        or not 0 <= timeout <= _LONGEST_TIMEOUT
    ):
        raise UsageError(
            f"a timeout of {printable(str(timeout))} makes no sense; expected seconds, "
            f"from 0 to {_LONGEST_TIMEOUT:,.0f}"
        )
