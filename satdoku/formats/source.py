"""Sources: a file, standard input or an open stream, as lines of text or as bytes.

Bytes are read and decoded a chunk at a time, so that memory stays flat however long the
source is, and an error names the line of a broken byte.  Text is UTF-8 unless a byte
order mark says otherwise; LF, CRLF and CR end a line.  gzip, bzip2 and xz are unpacked
on the way; what comes before the cut of an archive that was cut off is read, and then
the error is raised.  Other kinds of data are refused by name, with what to do about it.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import zlib
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib import import_module
from select import select
from stat import S_ISREG
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, printable
from satdoku.formats.lines import Lines
from satdoku.formats.model import USUAL_LIMITS, ReadLimits
from satdoku.formats.registry import magics

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import IO, Self, TypeAlias

    from _typeshed import WriteableBuffer

    Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]

__all__ = ["Opened", "Source", "new_spool", "open_source", "seekable", "source_name"]

_CHUNK = 1 << 16
_IN_MEMORY = 1 << 24
_REST = "nothing after it was read"
_TEXT = "text in UTF-8, or UTF-16 with a byte order mark"

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_PACKED = (
    (b"\x1f\x8b", "gzip", "gzip"),
    (b"BZh", "bzip2", "bz2"),
    (b"\xfd7zXZ", "xz", "lzma"),
)
# First bytes of archives that are unpacked, their kind, and the module that does it.

_PRINTABLE = bytes([*b"\t\n\f\r", *range(0x20, 0x7F)])
_PRINTABLE_MARKS = (b"BZh", b"%PDF-", b"SQLite f")
_MARK_LENGTH = 8  # bytes by which most kinds of data are known

_UNPACK = "unpack it first"
_PICTURE = "puzzles are not read from pictures; type it, or copy it as text"
_TABLE = "save the table as CSV"
_ARRAY = "save the array as .npy"
_ZIP = "save a table as CSV and an array as .npy; unpack other files first"
_PICKLE = f"they are never read, as reading them can run programs; {_ARRAY}"
_REFUSED = (
    (b"PK\x03\x04", "zip data, an Office or OpenDocument file, or npz", _ZIP),
    (b"PK\x05\x06", "an empty zip archive", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "zstd data", f"{_UNPACK} (zstd -d)"),
    (b"\x04\x22\x4d\x18", "lz4 data", f"{_UNPACK} (lz4 -d)"),
    (b"\x1f\x9d", "data packed by compress", f"{_UNPACK} (uncompress)"),
    (b"7z\xbc\xaf\x27\x1c", "7z data", _UNPACK),
    (b"Rar!\x1a\x07", "rar data", _UNPACK),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture", _PICTURE),
    (b"\xff\xd8\xff", "a JPEG picture", _PICTURE),
    (b"GIF8", "a GIF picture", _PICTURE),
    (b"RIFF", "a WebP picture or a sound", _PICTURE),
    (b"II*\0", "a TIFF picture", _PICTURE),
    (b"MM\0*", "a TIFF picture", _PICTURE),
    (b"%PDF-", "a PDF document", "copy the puzzle out of it as text"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _TABLE),
    (b"SQLite format 3\0", "an SQLite database", _TABLE),
    (b"ARROW1\0\0", "an Arrow file", "save the table as parquet"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", _ARRAY),
    *((bytes((0x80, n)), "pickled Python objects", _PICKLE) for n in range(2, 6)),
    *((mark, f"{kind} data", _UNPACK) for mark, kind, _ in _PACKED),
)
# First bytes of data that is not read, what it is, and what to do about it.


def source_name(source: Source) -> str:
    """Return the name of the source in messages.

    Example:
        >>> source_name("-"), source_name(io.StringIO())
        ('<stdin>', '<stream>')
    """
    if isinstance(source, (str, bytes, os.PathLike)):
        name = os.fsdecode(source)
        return "<stdin>" if name == "-" else name
    named: object = getattr(source, "name", None)
    return named if isinstance(named, str) else "<stream>"


def open_source(source: Source, limits: ReadLimits = USUAL_LIMITS) -> Opened:
    """Open a source; a context that closes it, if it was not open before.

    Args:
        source: A path, "-" for standard input, or a stream of text or bytes.
        limits: How long its lines, and the whole, may be.

    Raises:
        InputError: The file cannot be opened.
        TypeError: It is no source.

    Example:
        >>> with open_source(io.BytesIO(b"1.34")) as opened:
        ...     list(opened.lines())
        ['1.34']
    """
    name = source_name(source)
    if isinstance(source, (str, os.PathLike)):
        if os.fspath(source) == "-":
            stream: IO[str] | IO[bytes] = getattr(sys.stdin, "buffer", sys.stdin)
            return Opened(stream, name, limits, own=False)
        try:
            file = open(source, "rb")  # noqa: PTH123, SIM115  pathlib costs 10 ms; closed by `close`
        except OSError as error:
            raise _system_error(error, name) from None
        except ValueError:
            raise InputError("a file name with a NUL in it", source=name) from None
        return Opened(file, name, limits, own=True)
    if not hasattr(source, "read"):
        msg = f"cannot read puzzles from {type(source).__name__}"
        raise TypeError(msg)
    return Opened(source, name, limits, own=False)


class Opened:
    """An open source, read as text or as bytes.

    Its states: new → `first`, as often as wanted → `lines` or `stream`, once → `close`.

    Args:
        stream: What it is read from.
        name: Its name in messages.
        limits: How long its lines, and the whole, may be.
        own: Whether the stream is closed with it.
    """

    def __init__(
        self, stream: IO[str] | IO[bytes], name: str, limits: ReadLimits, *, own: bool
    ) -> None:
        self.name = name
        self._limits = limits
        self._stream = stream
        self._own = own
        self._first: bytes | None = None
        self._bytes: IO[bytes] | None = None  # what `first` was taken off

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def first(self) -> bytes:
        """Return its first bytes, unpacked, without taking them; none of a text stream.

        Raises:
            InputError: It cannot be read, or it is known to be no text.
        """
        if self._first is None:
            self._first = b""
            try:
                if not isinstance(self._stream.read(0), str):
                    self._first = self._begin(cast("IO[bytes]", self._stream))
            except OSError as error:
                raise self.unreadable(error) from None
        return self._first

    def _begin(self, stream: IO[bytes], inside: str = "") -> bytes:
        """Take the first bytes; unpack them if they are packed."""
        read = _reader(stream)
        self._bytes = stream
        data = read(_CHUNK)
        if (
            0 < len(data) < _MARK_LENGTH
            or data.startswith(_PRINTABLE_MARKS)
            or data[:_MARK_LENGTH].strip(_PRINTABLE)
        ):
            while _may_begin(data) and (more := read(_CHUNK)):
                data += more
            for mark, kind, module in () if inside else _PACKED:
                if data.startswith(mark):
                    packed = io.BufferedReader(_Rejoined(data, stream))
                    unpacked = _Unpacked(packed, kind, module)
                    return self._begin(cast("IO[bytes]", unpacked), kind)
            _refuse(data, inside)
        return data

    @cached_property
    def texts(self) -> Iterator[str]:
        """Its text in pieces of whole lines, from which `lines` takes.

        An error of the source is raised behind the lines before it; its line is
        counted from the end of the last piece.
        """
        first = self.first()
        if self._bytes is None:
            pieces = _pieces_of_text(cast("IO[str]", self._stream))
        else:
            pieces = _pieces_of_bytes(first, _reader(self._bytes))
        return self._whole_lines(pieces)

    def _whole_lines(self, pieces: Iterator[str | UnicodeDecodeError]) -> Iterator[str]:
        try:
            yield from _whole_lines(pieces, self._limits)
        except OSError as error:
            raise self.unreadable(error) from None

    def lines(self) -> Lines:
        """Return its lines; errors of the source are raised where they are met."""
        return Lines(self._chunks(), self.name)

    def _chunks(self) -> Iterator[list[str]]:
        done = 0
        try:
            for text in self.texts:
                lines = text.removesuffix("\n").split("\n")
                yield lines
                done += len(lines)
        except InputError as error:
            raise moved(error, done) from None

    def stream(self) -> IO[bytes]:
        """Return its bytes, all of them, seekable where the source is.

        Raises:
            InputError: It is a stream of text, or cannot be read.
        """
        first = self.first()
        whole: object = self._bytes
        if self._bytes is None:
            expected = "one of bytes, opened with mode 'rb'"
            raise InputError("a stream of text", expected=expected)
        if (
            self._limits.file is None
            and whole is self._stream
            and isinstance(whole, io.BufferedIOBase)
        ):
            with suppress(OSError):
                if whole.seekable() and whole.tell() == len(first):
                    whole.seek(0)
                    return self._bytes
        rejoined = _Rejoined(first, self._bytes, self._limits.file)
        return cast("IO[bytes]", io.BufferedReader(rejoined))

    @cached_property
    def is_at_hand(self) -> bool:
        """Whether its bytes need no waiting: a file on the disk, or memory."""
        stream: object = self._stream
        if isinstance(stream, (io.BytesIO, io.StringIO)):
            return True
        with suppress(OSError, ValueError, AttributeError):
            return S_ISREG(os.fstat(self._stream.fileno()).st_mode)
        return isinstance(getattr(stream, "raw", stream), io.BytesIO)

    def waits(self) -> bool:
        """Whether there is nothing more to read for now."""
        try:
            return not self.is_at_hand and not select([self._stream], [], [], 0)[0]
        except (OSError, ValueError, TypeError):  # no file behind it; Windows
            return True

    def part(self) -> float | None:
        """Return how much of the file has been read, from 0 to 1, if it is one."""
        try:
            size = os.fstat(self._stream.fileno()).st_size
            return self._stream.tell() / size if size else None
        except (OSError, ValueError, AttributeError):
            return None

    def unreadable(self, error: OSError) -> InputError:
        """Turn an error of the system into ours."""
        return _system_error(error, self.name)

    def close(self) -> None:
        """Close what was opened here."""
        if self._own:
            self._stream.close()


def _system_error(error: OSError, name: str) -> InputError:
    said = error.strerror or str(error)
    hint = None
    like_puzzle = len(name) > 15 and all(m.isalnum() or m in "._*" for m in name)
    if like_puzzle and ("." not in name or name.count(".") > 1):
        hint = "this is read as a file name; "
        hint += "satdoku.Puzzle and `satdoku solve` take a puzzle as text"
    return InputError(said[:1].lower() + said[1:], hint=hint, source=name)


def _reader(stream: IO[bytes]) -> Callable[[int], bytes]:
    """Return what reads as much as is there, without waiting for more."""
    return getattr(stream, "read1", stream.read)


# Text


def _pieces_of_text(stream: IO[str]) -> Iterator[str | UnicodeDecodeError]:
    """Read by lines: asking for more would wait for it, on a pipe or a terminal."""
    newlines = io.IncrementalNewlineDecoder(None, translate=True)
    start = True
    while True:
        try:
            text = stream.readline(_CHUNK)
        except UnicodeDecodeError as error:
            yield error
            return
        if start:
            text, start = text.removeprefix("\ufeff"), False
            text = text or stream.readline(_CHUNK)
        # Without an inner decoder it takes text, which typeshed does not know.
        yield newlines.decode(text, final=not text)
        if not text:
            return


def _pieces_of_bytes(
    data: bytes, read: Callable[[int], bytes]
) -> Iterator[str | UnicodeDecodeError]:
    """Decode the first bytes, and those that are read behind them."""
    marks = _BYTE_ORDER_MARKS
    encoding = next((e for mark, e in marks if data.startswith(mark)), "utf-8")
    inner = codecs.getincrementaldecoder(encoding)()
    decoder = io.IncrementalNewlineDecoder(inner, translate=True)
    while True:
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            sound = error.object[: error.start].decode(error.encoding, "replace")
            yield sound.replace("\r\n", "\n").replace("\r", "\n")
            yield error
            return
        yield text
        if not data:
            return
        data = read(_CHUNK)


def _whole_lines(
    pieces: Iterator[str | UnicodeDecodeError], limits: ReadLimits
) -> Iterator[str]:
    """Cut pieces of text behind the last line of each that is whole."""
    longest, most = limits.line, limits.file
    begun, taken = "", 0
    for piece in pieces:
        if isinstance(piece, UnicodeDecodeError):
            byte = f"byte 0x{piece.object[piece.start]:02x}"
            raise _no_text(f"{piece.encoding.upper()} text: {byte}")
        if most is not None and (taken := taken + len(piece)) > most:
            raise InputError(
                f"more than {most:,} characters",
                expected="a shorter text, or a higher limit (--max-file)",
            )
        nul = piece.find("\0")
        text = begun + (piece if nul < 0 else piece[:nul])
        if len(text) > longest:
            lines = text.split("\n")
            at = next((i for i, t in enumerate(lines) if len(t) > longest), None)
            if at is not None:
                if at:
                    yield "\n".join([*lines[:at], ""])
                raise InputError(
                    f"a line of more than {longest:,} characters, "
                    f"'{printable(lines[at], 20)}'",
                    expected="puzzles on shorter lines, or a higher limit (--max-line)",
                    hint=_REST,
                    line=1,
                )
        end = text.rfind("\n") + 1
        begun = text[end:]
        if end:
            yield text[:end]
        if nul >= 0:
            raise _no_text("text: a NUL byte")
    if begun:
        yield begun


def _no_text(what: str) -> InputError:
    return InputError(f"not {what}", expected=_TEXT, line=1)


def moved(error: InputError, done: int) -> InputError:
    """Return an error of a text whose line was counted from `done` lines on."""
    if error.line is not None:
        error.line += done
        error.hint = error.hint or (_REST if done else None)
    return error


# Bytes


def _may_begin(data: bytes) -> bool:
    """Whether so few bytes may be the first ones of a mark that is known."""
    known = (kind[0] for table in (_REFUSED, _BYTE_ORDER_MARKS) for kind in table)
    return any(mark.startswith(data) and mark != data for mark in (*magics(), *known))


def _refuse(data: bytes, inside: str) -> None:
    """Refuse what is known, by its first bytes, not to be text."""
    found = next((kind[1:] for kind in _REFUSED if data.startswith(kind[0])), None)
    if data[257:262] == b"ustar":
        found = "a tar archive", _UNPACK
    if found is not None:
        where = f" inside {inside} data" if inside else ""
        what = f"not text, but {found[0]}{where}"
        raise InputError(what, expected="text", hint=found[1])


class _Rejoined(io.RawIOBase):
    """A stream of bytes with the first ones, which were taken off it, put back.

    Closing it leaves the stream open.
    """

    def __init__(
        self, first: bytes, stream: IO[bytes], limit: int | None = None
    ) -> None:
        super().__init__()
        self._first = first
        self._read = _reader(stream)
        self._left = limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read what is there, without waiting for more."""
        room = memoryview(buffer).cast("B")
        data = self._first[: len(room)]
        if data:
            self._first = self._first[len(data) :]
        else:
            data = self._read(len(room)) or b""
        if self._left is not None:
            self._left -= len(data)
            if self._left < 0:
                expected = "a smaller file, or a higher limit (--max-file)"
                raise InputError("more bytes than may be read", expected=expected)
        room[: len(data)] = data
        return len(data)


class _Unpacked(io.BufferedIOBase):
    """What an archive unpacks to; an error is raised when all before it was read."""

    def __init__(self, packed: IO[bytes], kind: str, module: str) -> None:
        super().__init__()
        library = import_module(module)
        self._piece = _reader(library.open(packed))
        self._broken = (OSError, zlib.error, getattr(library, "LZMAError", OSError))
        self._kind = kind
        self._error: InputError | None = None

    def readable(self) -> bool:
        return True

    def read1(self, size: int = -1, /) -> bytes:
        """Read what one piece unpacks to.

        Raises:
            InputError: The archive is cut off or corrupt.
        """
        if self._error is not None:
            raise self._error
        how = "cut off"
        try:
            return self._piece(_CHUNK if size < 0 else size)
        except EOFError:
            pass
        except self._broken as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # of the system, not of the data
            how = "corrupt"
        what, expected = (
            f"{self._kind} data that is ",
            f"{self._kind} data that is whole",
        )
        raise InputError(what + how, expected=expected)

    def read(self, size: int | None = -1, /) -> bytes:
        """Read so many bytes, or all before the end or an error."""
        left = -1 if size is None else size
        pieces: list[bytes] = []
        try:
            while left and (piece := self.read1(left)):
                pieces.append(piece)
                left -= len(piece) if left > 0 else 0
        except InputError as error:
            if not pieces:
                raise
            self._error = error
        return b"".join(pieces)


def new_spool() -> IO[bytes]:
    """Return a temporary file, in memory until it has grown."""
    from tempfile import SpooledTemporaryFile  # noqa: PLC0415  slow, and seldom needed

    return SpooledTemporaryFile(_IN_MEMORY)


@contextmanager
def seekable(stream: IO[bytes]) -> Generator[IO[bytes]]:
    """Yield the stream if it can seek, else a copy that can.

    Raises:
        InputError: It is an archive, and broken.

    Example:
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
