"""A step of a DRAT proof."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DratStep"]


class DratStep(NamedTuple):
    """A clause that is added, or deleted.

    Args:
        literals: The clause; the first literal is the pivot of a RAT step.
        deleted: Whether it is deleted.
        line: Where it stands in the file, 0 if in no line of one.
    """

    literals: tuple[int, ...]
    deleted: bool = False
    line: int = 0
