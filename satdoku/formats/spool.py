"""Streams of bytes that can be wound back: themselves, or a copy on the disk."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import IO

__all__ = ["new_spool", "seekable"]

_IN_MEMORY = 1 << 24
_CHUNK = 1 << 20


def new_spool() -> IO[bytes]:
    """Make a stream to write to and read from; on the disk when it has grown."""
    from tempfile import SpooledTemporaryFile  # noqa: PLC0415  slow, and seldom needed

    return SpooledTemporaryFile(_IN_MEMORY)


@contextmanager
def seekable(stream: IO[bytes]) -> Generator[IO[bytes]]:
    """Give the stream if it can be wound back, else a copy that can.

    Raises:
        InputError: The stream is of packed data, and that is broken.

    Example:
        >>> import io
        >>> stream = io.BytesIO(b"abc")
        >>> with seekable(stream) as whole:
        ...     whole is stream
        True
    """
    if stream.seekable():
        yield stream
        return
    with new_spool() as copy:
        while data := stream.read(_CHUNK):
            copy.write(data)
        copy.seek(0)
        yield copy
