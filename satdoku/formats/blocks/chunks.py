"""The bytes of a text, some thousand whole lines at a time.

Nobody waits in vain: of a file whole chunks are read, of a pipe what is there, so that
whoever writes a puzzle and waits for its answer gets it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

__all__ = ["Chunks", "plain", "without_mark"]

_MARK = b"\xef\xbb\xbf"
_FOREIGN = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


class Chunks:
    """The bytes of a stream, cut behind line ends.

    Args:
        held: What was taken off the stream.
        stream: The rest.
        size: Bytes of a chunk, about; a longer line makes a longer chunk.
        longest: How long a line may be.
        at_hand: Whether nobody has to wait for the bytes.

    Attributes:
        left: What was taken off the stream, and is in no chunk yet.
        stream: The stream.
        longest: How long a line may be.
    """

    def __init__(
        self,
        held: bytes,
        stream: IO[bytes],
        size: int,
        *,
        longest: int,
        at_hand: bool,
    ) -> None:
        self.left = held
        self.stream = stream
        self._size = size
        self.longest = longest
        self._at_hand = at_hand
        self._read: Callable[[int], bytes] = stream.read
        if not at_hand:
            self._read = getattr(stream, "read1", stream.read)

    def __iter__(self) -> Iterator[bytes]:
        """Yield whole lines, until there are none or one is too long."""
        while True:
            full = len(self.left) >= self._size
            if full or (self.left and not self._at_hand and not _is_ready(self.stream)):
                end = self.left.rfind(b"\n") + 1
                if end:
                    data, self.left = self.left[:end], self.left[end:]
                    yield data
            if len(self.left) > self.longest:
                return
            wanted = max(self._size - len(self.left), self._size >> 3)
            try:
                data = self._read(wanted)
            except InputError:  # an archive that is cut off or corrupt
                end = self.left.rfind(b"\n") + 1
                data, self.left = self.left[:end], b""
                if data:
                    yield data
                raise
            if not data:
                break
            self.left += data
        data, self.left = self.left, b""
        if data:
            yield data


def plain(data: bytes, longest: int) -> bytes | None:
    r"""Return lines that each end in a line feed; None if they are not plain text.

    Args:
        data: The lines.
        longest: How long each may be.

    Example:
        >>> plain(b"1.34\r\n..21", 9), plain(b"\xff\n", 9)
        (b'1.34\n..21\n', None)
    """
    text = data
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not text.endswith(b"\n"):
        text += b"\n"
    if b"\0" in text:
        return None
    if len(text) > longest and max(map(len, text.split(b"\n"))) > longest:
        return None
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return None
    return text


def without_mark(held: bytes) -> bytes | None:
    """Take the byte order mark away; None if it is that of another encoding."""
    if held.startswith(_FOREIGN):
        return None
    return held.removeprefix(_MARK)


def _is_ready(stream: IO[bytes]) -> bool:
    """Whether there is more to read without waiting."""
    from select import select  # noqa: PLC0415  only for pipes

    try:
        return bool(select([stream], [], [], 0)[0])
    except (OSError, ValueError, TypeError):  # no file behind it; Windows
        return False
