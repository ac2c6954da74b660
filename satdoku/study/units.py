"""Measured numbers as people read them: three figures, and a unit that fits.

Memory is in units of a thousand, as disks are sold: 1 MB is 1,000,000 bytes.
"""

from __future__ import annotations

from math import floor, log10

__all__ = ["count_text", "memory_text", "ratio_text", "seconds_text"]

_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
_MEMORY = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


def seconds_text(seconds: float) -> str:
    """Write a time.

    Example:
        >>> seconds_text(0.000123), seconds_text(0.0456), seconds_text(81)
        ('123 µs', '45.6 ms', '81.0 s')
        >>> seconds_text(1234.5), seconds_text(0)
        ('1,234 s', '0 s')
    """
    return _in_units(seconds, _TIMES)


def memory_text(size: float) -> str:
    """Write how much memory some bytes are.

    Example:
        >>> memory_text(23_456_789), memory_text(999.9), memory_text(999_950)
        ('23.5 MB', '1.00 kB', '1.00 MB')
    """
    return _in_units(size, _MEMORY)


def ratio_text(ratio: float) -> str:
    """Write how many times.

    Example:
        >>> ratio_text(1.234), ratio_text(0.056), ratio_text(12_345.6)
        ('1.23×', '0.0560×', '12,346×')
    """
    return f"{_three(ratio)}×"


def count_text(count: float) -> str:
    """Write a number of guesses or the like; of a mean what is behind the point.

    Example:
        >>> count_text(12_345), count_text(0.5), count_text(1234.56), count_text(3.0)
        ('12,345', '0.500', '1,235', '3')
    """
    return f"{count:,.0f}" if count == int(count) else _three(count)


def _in_units(value: float, units: tuple[tuple[float, str], ...]) -> str:
    """Write a value in the largest unit that it is one of, rounded, or more."""
    for size, unit in units:
        text = _three(value / size) if value else "0"
        if value and (float(text.replace(",", "")) >= 1 or unit == units[-1][1]):
            return f"{text} {unit}"
    return f"0 {units[0][1]}"


def _three(value: float) -> str:
    """Write three figures, or all of those before the point."""
    if value == 0:
        return "0"
    rounded = float(f"{value:.3g}")
    behind = max(0, 2 - floor(log10(abs(rounded))))
    return f"{value:,.{behind}f}"
