"""Sources that are no plain text: what is unpacked on the way, and what is refused.

gzip, bzip2 and xz are unpacked as they are read, a piece at a time, so that memory
stays flat whatever a small file unpacks to.  Everything else that is known by its first
bytes is refused by name, with what to do about it; nobody is helped by "byte 0x89".

The modules that unpack are loaded where they are needed, and not before.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.errors import InputError
from satdoku.formats.register import magics

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    from _typeshed import WriteableBuffer

__all__ = ["Rejoined", "is_packed", "may_begin", "refuse", "unpack"]

_PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}

_UNPACK = "unpack it first"
_PICTURE = "puzzles are not read from pictures; type it, or copy it as text"
_TABLE = "save the table as CSV"
_ARRAY = "save the array as .npy"


class _Known(NamedTuple):
    """A kind of data that is not read."""

    mark: bytes
    what: str
    hint: str


_REFUSED = (
    _Known(b"PK\x03\x04", "zip data", _UNPACK),
    _Known(b"PK\x05\x06", "an empty zip archive", _UNPACK),
    _Known(b"\x28\xb5\x2f\xfd", "zstd data", f"{_UNPACK} (zstd -d)"),
    _Known(b"\x04\x22\x4d\x18", "lz4 data", f"{_UNPACK} (lz4 -d)"),
    _Known(b"\x1f\x9d", "data packed by compress", f"{_UNPACK} (uncompress)"),
    _Known(b"7z\xbc\xaf\x27\x1c", "7z data", _UNPACK),
    _Known(b"Rar!\x1a\x07", "rar data", _UNPACK),
    _Known(b"\x89PNG\r\n\x1a\n", "a PNG picture", _PICTURE),
    _Known(b"\xff\xd8\xff", "a JPEG picture", _PICTURE),
    _Known(b"GIF87a", "a GIF picture", _PICTURE),
    _Known(b"GIF89a", "a GIF picture", _PICTURE),
    _Known(b"RIFF", "a WebP picture or a sound", _PICTURE),
    _Known(b"II*\0", "a TIFF picture", _PICTURE),
    _Known(b"MM\0*", "a TIFF picture", _PICTURE),
    _Known(b"%PDF-", "a PDF document", "copy the puzzle out of it as text"),
    _Known(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _TABLE),
    _Known(b"SQLite format 3\0", "an SQLite database", _TABLE),
    _Known(b"ARROW1\0\0", "an Arrow file", "save the table as parquet"),
    _Known(b"\x89HDF\r\n\x1a\n", "an HDF5 file", _ARRAY),
    *(
        _Known(
            bytes((0x80, protocol)),
            "pickled Python objects",
            f"they are never read, as reading them can run programs; {_ARRAY}",
        )
        for protocol in range(2, 6)
    ),
)
_SQUARE_TAR = 257
"""Where a tar archive has its mark."""


def may_begin(data: bytes, others: Iterable[bytes] = ()) -> bool:
    """Whether so few bytes may be the first ones of a mark that is known.

    Args:
        data: The first bytes.
        others: More marks.
    """
    marks = (*_PACKED, *(known.mark for known in _REFUSED), *magics(), *others)
    return any(len(data) < len(mark) and mark.startswith(data) for mark in marks)


def is_packed(data: bytes) -> bool:
    """Whether these first bytes are of data that is unpacked on the way."""
    return data.startswith(tuple(_PACKED))


def refuse(data: bytes, *, inside: str = "") -> None:
    """Refuse what is known, by its first bytes, not to be text.

    Args:
        data: The first bytes.
        inside: What they were unpacked from, if they were.

    Raises:
        InputError: It says what it is, and what to do.
    """
    found: tuple[str, str] | None = None
    for mark, kind in _PACKED.items():
        if data.startswith(mark):
            found = f"{kind} data", _UNPACK
    for known in _REFUSED:
        if data.startswith(known.mark):
            found = _zipped(data) or known[1:]
    if data[_SQUARE_TAR : _SQUARE_TAR + 5] == b"ustar":
        found = "a tar archive", _UNPACK
    if found is not None:
        what, hint = found
        where = f" inside {inside} data" if inside else ""
        what = f"not text, but {what}{where}"
        raise InputError(what, expected="text", hint=hint)


def _zipped(data: bytes) -> tuple[str, str] | None:
    """Tell by the first file of a zip archive what kind of document it is."""
    if not data.startswith(b"PK\x03\x04"):
        return None
    length = int.from_bytes(data[26:28], "little")
    name, rest = data[30 : 30 + length], data[30 + length : 30 + length + 80]
    if name.endswith(b".npy"):
        return "several arrays of NumPy (npz)", "save one of them as .npy"
    if name.startswith((b"[Content_Types]", b"_rels/", b"docProps/", b"xl/")):
        return "an Office document", _TABLE
    if name == b"mimetype" and b"opendocument" in rest:
        return "an OpenDocument file", _TABLE
    return None


class Rejoined(io.RawIOBase):
    """A stream of bytes whose first ones were taken off it.

    Closing it leaves the stream open.

    Args:
        first: What was taken off.
        stream: The rest.
        most: How many bytes it may have; None for any number.
    """

    def __init__(
        self, first: bytes, stream: IO[bytes], most: int | None = None
    ) -> None:
        super().__init__()
        self._first = first
        self._read = getattr(stream, "read1", stream.read)
        self._left = most

    def readable(self) -> bool:
        """It is read from."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read what is there, without waiting for more."""
        room = memoryview(buffer).cast("B")
        data: bytes = self._first[: len(room)]
        if data:
            self._first = self._first[len(data) :]
        else:
            data = self._read(len(room)) or b""
        if self._left is not None:
            self._left -= len(data)
            if self._left < 0:
                raise InputError(
                    "more bytes than may be read",
                    expected="a smaller file, or a higher limit (--max-file)",
                )
        room[: len(data)] = data
        return len(data)


class _Unpacked(io.RawIOBase):
    """What packed data unpacks to; what is wrong with it is an error of ours."""

    def __init__(self, packed: IO[bytes], kind: str, broken: type[Exception]) -> None:
        super().__init__()
        self._read1 = getattr(packed, "read1")  # noqa: B009  of each kind, in no protocol
        self._kind = kind
        self._broken = broken

    def readable(self) -> bool:
        """It is read from."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read what one piece unpacks to.

        Raises:
            InputError: The packed data is cut off, or corrupt.
        """
        room = memoryview(buffer).cast("B")
        expected = f"{self._kind} data that is whole"
        try:
            data: bytes = self._read1(len(room))
        except EOFError:
            what = f"{self._kind} data that is cut off"
            raise InputError(what, expected=expected) from None
        except (OSError, self._broken) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # of the system, not of the data
            what = f"{self._kind} data that is corrupt"
            raise InputError(what, expected=expected) from None
        room[: len(data)] = data
        return len(data)


def unpack(data: bytes, stream: IO[bytes]) -> tuple[str, IO[bytes]]:
    """Return the kind of packed data, and what it unpacks to, as a stream.

    Args:
        data: The first bytes, which were taken off the stream.
        stream: The rest.
    """
    kind = next(kind for mark, kind in _PACKED.items() if data.startswith(mark))
    whole = cast("IO[bytes]", io.BufferedReader(Rejoined(data, stream)))
    broken: type[Exception]
    if kind == "gzip":
        from gzip import GzipFile  # noqa: PLC0415  only for packed sources
        from zlib import error as broken  # noqa: PLC0415

        packed = cast("IO[bytes]", GzipFile(fileobj=whole))
    elif kind == "bzip2":
        from bz2 import BZ2File  # noqa: PLC0415  as above

        packed, broken = cast("IO[bytes]", BZ2File(whole)), OSError
    else:
        from lzma import LZMAError, LZMAFile  # noqa: PLC0415  as above

        unpacked = LZMAFile(whole)  # noqa: SIM115  it goes with the stream around it
        packed, broken = cast("IO[bytes]", unpacked), LZMAError
    return kind, cast("IO[bytes]", io.BufferedReader(_Unpacked(packed, kind, broken)))
