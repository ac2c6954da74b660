"""How much of the input has been read, where that can be told.

Input is read a chunk at a time, which may be a thousand puzzles, so the position in the
file says little about a run of slow ones.  The line of the puzzle says more: of how
many lines the file has, counted in its first megabyte and carried over to the rest.
Packed and binary files have no such lines, pipes no end: of these nothing is told.
"""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Extent"]

_SAMPLE = 1 << 20
_FIRST_OF_TEXT = 9  # the tabulator; what is packed has smaller bytes, in its head even


class Extent:
    """The sizes of the files of a run, looked up when somebody asks.

    Args:
        files: The files, one after the other; `-` is standard input.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files
        self._sizes = [_size(name) for name in files]
        self._lines: dict[int, float | None] = {}

    def part(self, index: int, line: int, number: int) -> float | None:
        """Return how much has been read, from 0 to 1; None where nobody knows.

        Args:
            index: Which of the files is being read, counted from 0.
            line: The line of the last puzzle.
            number: How many puzzles of the file there were.
        """
        if self._total is None:
            return None
        if index not in self._lines:
            size = self._sizes[index]
            self._lines[index] = _lines(self._files[index], size)
        lines = self._lines[index]
        if lines is None or line < number:  # no lines at all, as in a packed file
            return None
        return self.part_of(index, min(line / lines, 1.0))

    def part_of(self, index: int, part: float) -> float | None:
        """Return how much has been read, given how much of one file has been."""
        sizes, total = self._sizes, self._total
        if total is None:
            return None
        return (sum(sizes[:index]) + part * sizes[index]) / total

    @property
    def _total(self) -> int | None:
        sizes = self._sizes
        return sum(sizes) or None if min(sizes, default=-1) >= 0 else None


def _size(name: str) -> int:
    """Return the bytes of a file; 0 if there is none, -1 if that cannot be known."""
    try:
        told = os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name)  # noqa: PTH116
    except ValueError:  # standard input is no file
        return -1
    except OSError:
        return 0
    return told.st_size if stat.S_ISREG(told.st_mode) else -1


def _lines(name: str, size: int) -> float | None:
    """Return about how many lines a file of text has; None if it is no plain text."""
    try:
        if name == "-":
            sample = os.pread(sys.stdin.fileno(), _SAMPLE, 0)
        else:
            with open(name, "rb") as stream:  # noqa: PTH123  pathlib takes 10 ms to import
                sample = stream.read(_SAMPLE)
    except (OSError, ValueError, AttributeError):  # Windows has no pread
        return None
    if not sample or min(sample) < _FIRST_OF_TEXT:
        return None
    ends = sample.count(b"\n") or sample.count(b"\r")
    ends += sample[-1:] not in b"\r\n" and len(sample) == size
    return max(1.0, size * ends / len(sample))
