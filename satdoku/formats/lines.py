"""Lines of text that can be looked at ahead, and know their numbers.

Invariant: at most the chunk being read and what was peeked at are held.  An error of
the source is kept until the lines before it have been taken, so that looking ahead
never hides a puzzle that could still be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Lines"]


class Lines:
    """An iterator over the lines of a source, without their ends.

    Args:
        chunks: The lines, some at a time; raises InputError where the source is broken.
        name: The name of the source.
        before: How many lines come before them.

    Example:
        >>> lines = Lines(iter([["a", "b"], ["c"]]), "letters")
        >>> next(lines), lines.peek(2), next(lines), lines.number
        ('a', ['b', 'c'], 'b', 2)
    """

    def __init__(self, chunks: Iterator[list[str]], name: str, before: int = 0) -> None:
        self.name = name
        self._chunks = chunks
        self._held: list[str] = []
        self._at = 0
        self._before = before
        self._error: InputError | None = None

    @property
    def number(self) -> int:
        """The number of the line that was taken last, from 1; 0 at the start."""
        return self._before + self._at

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        while self._at >= len(self._held):
            if not self._fill():
                if self._error is not None:
                    raise self._error
                raise StopIteration
        line = self._held[self._at]
        self._at += 1
        return line

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its number: the quickest way through many lines."""
        for start, held in self.chunks():
            yield from enumerate(held, start)

    def chunks(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the lines some at a time, each time with the number of the first."""
        while self._at < len(self._held) or self._fill():
            held, start = self._held, self._at
            self._before, self._at, self._held = self._before + len(held), 0, []
            yield self._before - len(held) + start + 1, held[start:] if start else held
        if self._error is not None:
            raise self._error

    def peek(self, count: int) -> list[str]:
        """Return up to `count` lines that come next, without taking them."""
        while len(self._held) - self._at < count and self._fill():
            pass
        return self._held[self._at : self._at + count]

    def peek_ready(self) -> list[str]:
        """Return the lines that are there without waiting for more, at least one."""
        self.peek(1)
        return self._held[self._at :]

    def waits(self) -> bool:
        """Whether the next line may have to be waited for."""
        return self._at >= len(self._held)

    def close(self) -> None:
        """Let go of the source."""
        close = getattr(self._chunks, "close", None)
        if close is not None:
            close()

    def _fill(self) -> bool:
        """Take one more chunk; drop the lines that are done with."""
        try:
            chunk = next(self._chunks, None)
        except InputError as error:
            self._error = error
            return False
        if chunk is None:
            return False
        self._before += self._at
        self._held = self._held[self._at :] + chunk
        self._at = 0
        return True
