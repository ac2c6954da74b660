"""The functions of Python that take the most time of their own, by `cProfile`.

The profiler looks at every call, which makes a search in Python two or three times
slower, and functions that call much seem to take more than they do.  So this is a look
of its own, beside the stages, and tells shares more than times.
"""

from __future__ import annotations

from cProfile import Profile
from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.profiling.profiled import Function

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

__all__ = ["functions"]

_ROOT = Path(__file__).parents[2]


def functions(run: Callable[[], object], most: int) -> tuple[Function, ...]:
    """Run something; return the functions with the most time of their own.

    Args:
        run: What is run.
        most: How many functions.

    Raises:
        UsageError: Another profiler is at work in this process.

    Example:
        >>> found = functions(lambda: sorted([3, 1, 2]), most=9)
        >>> [one.calls for one in found if "sorted" in one.name]
        [1]
    """
    watch = Profile()
    try:
        watch.enable()
    except ValueError as error:
        raise UsageError(f"no functions can be told: {error}") from None
    try:
        run()
    finally:
        watch.disable()
    entries = [entry for entry in watch.getstats() if entry.inlinetime > 0]
    total = sum(entry.inlinetime for entry in entries)
    entries.sort(key=lambda entry: -entry.inlinetime)
    return tuple(
        Function(
            _named(entry.code),
            round(1e9 * entry.inlinetime),
            entry.inlinetime / total,
            entry.callcount,
        )
        for entry in entries[:most]
    )


def _named(code: CodeType | str) -> str:
    """Name a function: `satdoku/grid.py:200 solves`; one in C as Python does."""
    if isinstance(code, str):
        return code.strip("<>")
    path = Path(code.co_filename)
    if path.is_relative_to(_ROOT):
        path = path.relative_to(_ROOT)
    return f"{path.as_posix()}:{code.co_firstlineno} {code.co_qualname}"
