"""Bytes that are looked at first, and read from the beginning on after that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

__all__ = ["Kept"]


class Kept:
    """A stream of bytes that holds what was taken of it.

    Args:
        first: What was taken before.
        rest: The stream.
    """

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self.rest = rest
        self._read: Callable[[int], bytes] = getattr(rest, "read1", rest.read)
        self._held: list[bytes] | None = [first]

    def read1(self, size: int) -> bytes:
        """Read some bytes."""
        data = self._read(size)
        if self._held is not None:
            self._held.append(data)
        return data

    read = read1

    def let_go(self) -> list[bytes]:
        """Return what is held, and hold no more."""
        held, self._held = self._held or [], None
        return held
