"""Logarithmic axes that say what people say: `10 ms`, `1 s`, `20,000`.

Ticks are at whole decades; where few decades are in view at 1, 2 and 5 of each, or at
more.
"""
# pyright: basic
# (matplotlib has only part of its types.)

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from matplotlib.axis import Axis

__all__ = ["bounds", "count", "duration", "logarithmic", "memory", "steps"]

_DIGITS = ((1.0,), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 2.5, 3.0, *range(4, 10)))
_FEW = 3  # ticks at decades that are too few


def steps(low: float, high: float) -> list[float]:
    """Return where ticks are between the ends of an axis.

    Example:
        >>> steps(0.5, 2000), steps(0.9, 12), steps(11, 31)
        ([1.0, 10.0, 100.0, 1000.0], [1.0, 2.0, 5.0, 10.0], [15.0, 20.0, 25.0, 30.0])
    """
    first, last = floor(log10(low)), ceil(log10(high))
    found: list[float] = []
    for digits in _DIGITS:
        every = [
            digit * 10.0**each for each in range(first, last + 1) for digit in digits
        ]
        found = [each for each in every if low * 0.999 <= each <= high * 1.001]
        if len(found) >= _FEW:
            break
    return found


def logarithmic(axis: Axis, say: Callable[[float], str], *, room: int = 8) -> None:
    """Make an axis logarithmic with ticks that are said in words.

    Args:
        axis: The axis; its scale is set, its ends are as they stay.
        say: Says a value at a tick.
        room: How many ticks can be told before some are left out; all have a line.
    """
    from matplotlib.ticker import (  # noqa: PLC0415  heavy, and an extra
        FixedLocator,
        FuncFormatter,
        NullFormatter,
    )

    every = steps(*axis.get_view_interval())
    axis.set_major_locator(FixedLocator(_told(every, room)))
    axis.set_minor_locator(FixedLocator(every))
    axis.set_major_formatter(FuncFormatter(lambda value, _: say(value)))
    axis.set_minor_formatter(NullFormatter())
    axis.set_tick_params(which="minor", length=0)
    axis.grid(visible=True, which="both")


def _told(every: list[float], room: int) -> list[float]:
    """Choose which ticks are told: decades rather than others, and 1 if it is one."""
    decades = [each for each in every if abs(log10(each) - round(log10(each))) < 1e-9]
    if len(every) > room and len(decades) > 1:
        every = decades
    step = ceil(len(every) / room) or 1
    first = every.index(1.0) % step if 1.0 in every else 0
    return every[first::step]


def duration(seconds: float) -> str:
    """Say a time at a tick.

    Example:
        >>> duration(1e-05), duration(0.2), duration(100.0)
        ('10 µs', '200 ms', '100 s')
    """
    return _in_units(seconds, ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")))


def memory(size: float) -> str:
    """Say how many bytes at a tick.

    Example:
        >>> memory(2e7), memory(1e9), memory(10.0)
        ('20 MB', '1 GB', '10 B')
    """
    return _in_units(size, ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")))


def count(number: float) -> str:
    """Say how many at a tick.

    Example:
        >>> count(20_000.0), count(2e6)
        ('20,000', '2 million')
    """
    return f"{number / 1e6:g} million" if number >= 1e6 else f"{number:,g}"


def _in_units(value: float, units: tuple[tuple[float, str], ...]) -> str:
    size, unit = next((row for row in units if value >= row[0] * 0.999), units[-1])
    return f"{float(f'{value / size:.3g}'):g} {unit}"


def bounds(
    values: Iterable[float], *, beyond: float = 1.25, decades: float = 2
) -> tuple[float, float]:
    """Return the ends of a logarithmic axis that holds all values.

    Args:
        values: More than 0.
        beyond: How many times farther than the least and greatest the ends are.
        decades: How many it spans at least; more lie evenly on both sides.

    Example:
        >>> low, high = bounds([0.2, 0.2], beyond=1)
        >>> round(low, 6), round(high, 6)
        (0.02, 2.0)
    """
    known = list(values)
    low, high = min(known) / beyond, max(known) * beyond
    missing = max(decades - log10(high / low), 0) / 2
    return low / 10**missing, high * 10**missing
