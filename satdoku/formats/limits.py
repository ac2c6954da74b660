"""What a source may come to before it is refused.

A text is read as a stream, a puzzle at a time, so its length alone harms nobody.  What
has to be held as a whole (a line, a puzzle, a link unpacked, a text to be repaired) is
bounded, and the bound is told when it is passed, not when memory is gone.
"""

from __future__ import annotations

from typing import NamedTuple

from satdoku.errors import InputError

__all__ = ["USUAL_LIMITS", "ReadLimits"]


class ReadLimits(NamedTuple):
    """Bounds of what is read; each can be moved.

    Args:
        line: Characters of a line, and of a puzzle.
        size: The size n of the largest grid of n x n cells.
        link: Characters that a link (f-puzzles, SudokuPad) may unpack to.
        document: Characters of a text that is held as a whole, to be repaired.
        file: Characters of a text, bytes of what is none, unpacked; None for any
            number.

    Example:
        >>> ReadLimits(size=36).line
        4194304
    """

    line: int = 4 << 20
    size: int = 225
    link: int = 64 << 10
    document: int = 64 << 20
    file: int | None = None

    def too_large(self, size: int) -> InputError:
        """Return what refuses a grid of a size beyond the limit.

        Example:
            >>> ReadLimits(size=25).too_large(36).expected
            'at most 25x25'
        """
        return InputError(
            f"a grid of {size}x{size}",
            expected=f"at most {self.size}x{self.size}",
            hint="a higher limit (--max-size) takes it",
        )


USUAL_LIMITS = ReadLimits()
"""The bounds where the person has said none."""
