"""Lines of bytes as rows of an array: where each begins, and its first 81 bytes.

Measured: a million lines of 82 bytes, all alike, take 0.15 s; lines of many lengths
0.6 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.formats.blocks.block import CELLS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Rows"]

_BAD = 255
_LF = 10


class Rows:
    """The lines of a text.

    Args:
        text: Whole lines, each with a line feed at its end.

    Attributes:
        count: How many lines there are.
        width: The bytes of each, its end included; 0 where they differ.
    """

    def __init__(self, text: bytes) -> None:
        import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

        self._np = np
        self.text = text
        self._bytes = np.frombuffer(text, np.uint8)
        # Twice as quick as bytes.count, where lines are short.
        self.count = int(np.count_nonzero(self._bytes == _LF))
        self.width = 0
        width = text.find(b"\n") + 1
        if width * self.count == len(text):
            ends = self._bytes.reshape(-1, width)[:, -1]
            self.width = width if bool((ends == _LF).all()) else 0
        self._starts: NDArray[np.int64] | None = None

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each line begins, and where one more would."""
        np = self._np
        if self._starts is None:
            if self.width:
                self._starts = np.arange(self.count + 1) * self.width
            else:
                ends = np.flatnonzero(self._bytes == _LF) + 1
                self._starts = np.concatenate(([0], ends))
        return self._starts

    def line(self, at: int) -> str:
        """Return a line without its end."""
        start, end = self.starts[at : at + 2].tolist()
        return self.text[start : end - 1].decode()

    def grid(self) -> NDArray[np.uint8] | None:
        """Return the lines as an array, a line a row; None where lengths differ."""
        return self._bytes.reshape(-1, self.width) if self.width else None

    @property
    def longest(self) -> int:
        """The bytes of the longest line, its end included."""
        return self.width or int(self._np.diff(self.starts).max(initial=0))

    def behind(self, mark: bytes, count: int) -> int | NDArray[np.int64] | None:
        """Return where each line goes on behind so many marks.

        Args:
            mark: A character.
            count: How many of it are passed over.

        Returns:
            One number if it is the same for all lines; None if a line has too few.
        """
        np = self._np
        if not count:
            return 0
        marks = np.flatnonzero(self._bytes == mark[0])
        starts = self.starts
        at = np.searchsorted(marks, starts[:-1]) + count - 1
        if not len(marks) or int(at.max(initial=0)) >= len(marks):
            return None
        places = marks[at]
        if bool((places >= starts[1:]).any()):
            return None
        found = places + 1 - starts[:-1]
        first = int(found[0])
        return first if bool((found == first).all()) else found

    def cells(
        self, table: bytes, behind: bytes, offset: int | NDArray[np.int64] = 0
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Return the values of 81 characters of each line, and which lines have them.

        Args:
            table: What each character means, 255 if nothing; a line feed is nothing.
            behind: The characters that may stand behind them.
            offset: How many characters stand before them, in all lines or in each.

        Returns:
            (lines, 81) uint8 and (lines,) bool.
        """
        np = self._np
        fixed = isinstance(offset, int) and self.width > 0
        if isinstance(offset, int) and fixed and self.width <= offset + CELLS:
            none = np.zeros((self.count, CELLS), np.uint8)
            return none, np.zeros(self.count, np.bool_)
        translated = np.frombuffer(self.text.translate(table), np.uint8)
        may_follow = np.zeros(256, np.bool_)
        may_follow[list(behind)] = True
        if isinstance(offset, int) and fixed:
            rows = translated.reshape(-1, self.width)
            values = rows[:, offset : offset + CELLS].copy()
            follows = may_follow[self._bytes[offset + CELLS :: self.width]]
        else:
            starts = self.starts
            fit = starts[1:] - starts[:-1] > offset + CELLS
            begin = np.where(fit, starts[:-1] + offset, 0).astype(np.int32)
            # The last line may be shorter than a puzzle, and the only one.
            end = np.minimum(begin + CELLS, len(translated) - 1)
            follows = fit & may_follow[self._bytes[end]]
            index = begin[:, None] + np.arange(CELLS, dtype=np.int32)
            values = translated.take(index, mode="clip")
        if bool(follows.all()) and int(values.max(initial=0)) != _BAD:
            return values, follows
        sound = follows & (values.max(axis=1, initial=0) != _BAD)
        return values, sound
