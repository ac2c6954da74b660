"""Remarks: what is said to the person, on standard error, never among the data.

Remarks carry no colour, so that there is nothing to switch off.  A line of progress
that stands on the terminal is taken away first (`satdoku.cli.progress`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["before_saying", "counted", "say", "say_compiling"]

_before: list[Callable[[], None]] = []


def say(text: str) -> None:
    """Say one line on standard error, if there is one."""
    stream = sys.stderr
    if stream is None:  # pyright: ignore[reportUnnecessaryComparison]  closed by the shell
        return
    for prepare in _before:
        prepare()
    stream.write(f"{text}\n")
    stream.flush()


def say_compiling(*, verbose: bool = False) -> None:
    """Tell a person at a terminal, or who wants to know all, why nothing happens."""
    if verbose or (sys.stderr is not None and sys.stderr.isatty()):  # pyright: ignore[reportUnnecessaryComparison]  as above
        say("satdoku: compiling engine lanes")


def before_saying(prepare: Callable[[], None] | None) -> None:
    """Set what is done before each remark, or nothing."""
    _before[:] = [] if prepare is None else [prepare]


def counted(number: int, one: str, many: str = "") -> str:
    """Say how many there are of something.

    Args:
        number: How many.
        one: What one is called.
        many: What several are called, where that is not `one` with an s.

    Example:
        >>> counted(1, "clause"), counted(2000, "clause"), counted(0, "box", "boxes")
        ('1 clause', '2,000 clauses', '0 boxes')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
