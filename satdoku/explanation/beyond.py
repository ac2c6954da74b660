"""Ratings beyond what was tried, in words: `9.5 or more`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["at_least_text", "beyond_text"]


def at_least_text(least: float | None) -> str:
    """Write what a rating is at least; None if that is not known either.

    Example:
        >>> at_least_text(9.5), at_least_text(None)
        ('9.5 or more', 'unknown')
    """
    return "unknown" if least is None else f"{least:.1f} or more"


def beyond_text(counts: Mapping[float | None, int]) -> str:
    """Say how many ratings are beyond, by what they are at least; empty if none is.

    Example:
        >>> beyond_text({9.5: 3, None: 1})
        '3 of 9.5 or more, 1 of unknown rating'
    """
    ordered = sorted(counts.items(), key=lambda pair: pair[0] or 99)
    return ", ".join(
        f"{number:,} of {'unknown rating' if least is None else at_least_text(least)}"
        for least, number in ordered
    )
