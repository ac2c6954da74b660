"""Sources: a file, standard input or an open stream, as lines of text or as bytes.

Bytes are read and decoded a chunk at a time, so that memory stays flat however long the
source is, and an error names the line of a broken byte.  Text is UTF-8 unless a byte
order mark says otherwise, and Windows-1252 from the first byte on that is no UTF-8;
LF, CRLF and CR end a line.  gzip, bzip2, xz and zstd are
unpacked on the way, and archives of zip with one member (`.npz` too, whose member may
be one of several if it is named like puzzles); what comes before the cut of data that
was cut off is read, and then the error is raised.  Other kinds of data are refused by
name, with what to do about it.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import zlib
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from select import select
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.lines import Lines
from satdoku.formats.model import LONGEST_LINE, PUZZLES
from satdoku.formats.output import require_zstd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Self, TypeAlias
    from zipfile import ZipInfo

    from _typeshed import ReadableBuffer, WriteableBuffer

    Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]

_CHUNK = 1 << 16
_ZSTD_CHUNK = 1 << 12  # which may unpack to a hundred megabytes
_REST = "the rest was not read"
_TEXT = "text in UTF-8, or UTF-16 with a byte order mark"

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_ZIP = b"PK\x03\x04"
# First bytes of archives that are unpacked, their kind, and the module that does it.
_PACKED = (
    (b"\x1f\x8b", "gzip", "gzip"),
    (b"BZh", "bzip2", "bz2"),
    (b"\xfd7zXZ", "xz", "lzma"),
    (b"\x28\xb5\x2f\xfd", "zstd", "zstandard"),
    (_ZIP, "zip", "zipfile"),
)
# Content beyond both is refused: a few bytes could keep a reader busy for hours.
_MOST_UNPACKED = 256 << 20  # bytes
_MOST_TIMES = 100  # as many as the packed ones
_MARK = 8  # bytes by which most kinds of data are known

_UNPACK = "unpack it first"
_PICTURE = "puzzles are not read from pictures; type it, or copy it as text"
_TABLE = "save the table as CSV"
_ARRAY = "save the array as .npy"
_PICKLE = f"they are never read, as reading them can run programs; {_ARRAY}"
# First bytes of data that is not read, what it is, and what to do about it.
_REFUSED = (
    (b"PK\x05\x06", "an empty zip archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "7z data", _UNPACK),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture", _PICTURE),
    (b"\xff\xd8\xff", "a JPEG picture", _PICTURE),
    (b"GIF8", "a GIF picture", _PICTURE),
    (b"%PDF-", "a PDF document", "copy the puzzle out of it as text"),
    (b"{\\rtf", "an RTF document", "copy the puzzle out of it as text"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", _TABLE),
    (b"SQLite f", "an SQLite database", _TABLE),
    (b"ARROW1\0\0", "an Arrow file", "save the table as parquet"),
    *((bytes((0x80, n)), "pickled Python objects", _PICKLE) for n in range(2, 6)),
    *((mark, f"{kind} data", _UNPACK) for mark, kind, _ in _PACKED),
)


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


def open_source(source: Source) -> Opened:
    """Open a source; a context that closes it, if it was not open before.

    Args:
        source: A path, "-" for standard input, or a stream of text or bytes.

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
            return Opened(stream, name, own=False)
        try:
            file = open(source, "rb")  # noqa: PTH123, SIM115  pathlib costs 10 ms; closed by `close`
        except OSError as error:
            raise _system_error(error, name) from None
        except ValueError:
            raise InputError("a file name with a NUL in it", source=name) from None
        return Opened(file, name, own=True)
    if not hasattr(source, "read"):
        expected = "the name of a file, or an open file"
        raise UsageError(f"a source cannot be {shown(source)}; expected {expected}")
    return Opened(source, name, own=False)


class _TextDecoder(codecs.IncrementalDecoder):
    """Decodes UTF-8, from the first byte that is none on Windows-1252.

    Attributes:
        fell_back: Whether there was such a byte.
    """

    def __init__(self) -> None:
        super().__init__()
        self._decoder: codecs.IncrementalDecoder = codecs.getincrementaldecoder(
            "utf-8"
        )()
        self.fell_back = False

    def decode(self, data: ReadableBuffer, final: bool = False) -> str:  # noqa: FBT001, FBT002  as its base class
        try:
            return self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            if self.fell_back or error.reason == "unexpected end of data":
                raise
            begun = error.object[: error.start].decode()
            decoder = codecs.getincrementaldecoder("cp1252")()
            with suppress(UnicodeDecodeError):
                begun += decoder.decode(error.object[error.start :], final)
                self._decoder, self.fell_back = decoder, True
                return begun
            raise


class Opened:
    """An open source, read as text or as bytes.

    Its states: new → `first`, as often as wanted → `lines` or `stream`, once → `close`.

    Args:
        stream: What it is read from.
        name: Its name in messages.
        own: Whether the stream is closed with it.
    """

    def __init__(self, stream: IO[str] | IO[bytes], name: str, *, own: bool) -> None:
        self.name = name
        self._stream = stream
        self._own = own
        self._read: Callable[[int], bytes] | None = None  # bytes, behind the first
        self._is_packed = False
        self._decoder = _TextDecoder()

    @property
    def warning(self) -> str | None:
        """What has to be said of the text so far."""
        if not self._decoder.fell_back:
            return None
        return "not UTF-8 text: read as Windows-1252"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @cached_property
    def first(self) -> bytes:
        """Its first bytes, unpacked, which are not taken; none of a text stream.

        Raises:
            InputError: It cannot be read, or it is known to be no text.
        """
        try:
            if isinstance(self._stream.read(0), str):
                return b""
            read = _reader(cast("IO[bytes]", self._stream))
            data = _begin(read)
            packed = next((row for row in _PACKED if data.startswith(row[0])), None)
            if packed is not None:
                self._is_packed = True
                if packed[1] == "zip":
                    read = _unpacked_zip(data, cast("IO[bytes]", self._stream))
                else:
                    read = _unpacking(data, read, *packed[1:])
                data = _begin(read)
        except OSError as error:
            raise self.unreadable(error) from None
        refusal = next((row[1:] for row in _REFUSED if data.startswith(row[0])), None)
        if data[257:262] == b"ustar":
            refusal = "a tar archive", _UNPACK
        if refusal is not None:
            where = f" inside {packed[1]} data" if packed else ""
            what = f"not text, but {refusal[0]}{where}"
            raise InputError(what, expected="text", hint=refusal[1])
        self._read = read
        return data

    @cached_property
    def texts(self) -> Iterator[str]:
        """Its text in pieces of whole lines, from which `lines` takes.

        An error of the source is raised behind the lines before it; its line is
        counted from the end of the last piece.
        """
        return self._whole_lines()

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

    def _whole_lines(self) -> Iterator[str]:
        """Cut the text behind the last line of each piece that is whole."""
        begun = ""
        for piece in self._decoded():
            text, nul, _ = (begun + piece).partition("\0")
            if len(text) > LONGEST_LINE:
                end = 0
                for line in text.split("\n"):
                    if len(line) > LONGEST_LINE:
                        yield from filter(None, [text[:end]])
                        raise InputError(
                            f"a line of more than {LONGEST_LINE:,} characters, "
                            f"'{printable(line, 20)}'",
                            expected="shorter lines",
                            hint=_REST,
                            line=1,
                        )
                    end += len(line) + 1
            end = text.rfind("\n") + 1
            begun = text[end:]
            if end:
                yield text[:end]
            if nul:
                raise InputError("not text: a NUL byte", expected=_TEXT, line=1)
        if begun:
            yield begun

    def _decoded(self) -> Iterator[str]:
        """Yield pieces of text, decoded, with the line ends of Unix."""
        data: str | bytes = self.first
        read: Callable[[int], str | bytes] | None = self._read
        decoder: codecs.IncrementalDecoder | None = None
        try:
            if (
                read is None
            ):  # a stream of text, where more than a line may not be there
                read = cast("IO[str]", self._stream).readline
                data = read(_CHUNK).removeprefix("\ufeff") or read(_CHUNK)
            else:
                marks = _BYTE_ORDER_MARKS
                named = (name for mark, name in marks if self.first.startswith(mark))
                name = next(named, None)
                decoder = self._decoder
                if name is not None:
                    decoder = codecs.getincrementaldecoder(name)()
            # Without a decoder it takes text, which typeshed does not know.
            newlines = io.IncrementalNewlineDecoder(decoder, translate=True)
            while data:
                yield newlines.decode(data)
                data = read(_CHUNK)
            yield newlines.decode(data, final=True)
        except UnicodeDecodeError as error:
            if decoder is not None:
                sound = error.object[: error.start].decode(error.encoding, "replace")
                yield sound.replace("\r\n", "\n").replace("\r", "\n")
            byte = f"byte 0x{error.object[error.start]:02x}"
            what = f"not {error.encoding.upper()} text: {byte}"
            raise InputError(what, expected=_TEXT, line=1) from None
        except OSError as error:
            raise self.unreadable(error) from None

    def stream(self) -> IO[bytes]:
        """Return its bytes, all of them, seekable where the source is.

        Raises:
            InputError: It is a stream of text, or cannot be read.
        """
        first, whole = self.first, self._stream
        if self._read is None:
            expected = "one of bytes, opened with mode 'rb'"
            raise InputError("a stream of text", expected=expected)
        is_plain = not self._is_packed and isinstance(whole, io.BufferedIOBase)
        if is_plain:
            with suppress(OSError):
                if whole.seekable() and whole.tell() == len(first):
                    whole.seek(0)
                    return cast("IO[bytes]", whole)
        return _rejoined(first, self._read)

    @cached_property
    def is_at_hand(self) -> bool:
        """Whether its bytes need no waiting: a file on the disk, or memory."""
        stream: object = self._stream
        with suppress(OSError, ValueError, AttributeError):
            return S_ISREG(os.fstat(self._stream.fileno()).st_mode)
        return isinstance(getattr(stream, "raw", stream), (io.BytesIO, io.StringIO))

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


def moved(error: InputError, done: int) -> InputError:
    """Return an error of a text whose line was counted from `done` lines on."""
    if error.line is not None:
        error.line += done
        error.hint = error.hint or (_REST if done else None)
    return error


def _system_error(error: OSError, name: str) -> InputError:
    message = error.strerror or str(error)
    hint = None
    like_puzzle = len(name) > 15 and all(m.isalnum() or m in "._*" for m in name)
    if like_puzzle and ("." not in name or name.count(".") > 1):
        hint = "this is read as a file name; "
        hint += "satdoku.Puzzle takes a puzzle as text"
    return InputError(message[:1].lower() + message[1:], hint=hint, source=name)


# Bytes


def _reader(stream: IO[bytes]) -> Callable[[int], bytes]:
    """Return what reads as much as is there, without waiting for more."""
    return getattr(stream, "read1", stream.read)


def _begin(read: Callable[[int], bytes]) -> bytes:
    """Take the first bytes: enough to recognise the kind, if there are as many."""
    data = read(_CHUNK)
    while 0 < len(data) < _MARK and (rest := read(_CHUNK)):
        data += rest
    return data


class _Rejoined(io.RawIOBase):
    """Bytes that were taken off a stream, and those behind them."""

    def __init__(self, first: bytes, read: Callable[[int], bytes]) -> None:
        super().__init__()
        self._first = first
        self._read = read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read what is there, without waiting for more."""
        room = memoryview(buffer).cast("B")
        data, self._first = self._first[: len(room)], self._first[len(room) :]
        data = data or self._read(len(room)) or b""
        room[: len(data)] = data
        return len(data)


def _rejoined(first: bytes, read: Callable[[int], bytes]) -> IO[bytes]:
    return cast("IO[bytes]", io.BufferedReader(_Rejoined(first, read)))


def _unpacking(
    first: bytes, read: Callable[[int], bytes], kind: str, module: str
) -> Callable[[int], bytes]:
    """Return what reads the content of packed data, piece by piece.

    Raises:
        InputError: What unpacks it is not installed.
    """
    packed = len(first)

    def read_packed(size: int) -> bytes:
        nonlocal packed
        data = read(size) or b""
        packed += len(data)
        return data

    whole = _rejoined(first, read_packed)
    broken = [EOFError, OSError, zlib.error]
    if kind == "zstd":
        try:
            zstd = require_zstd()
        except UsageError as error:
            raise InputError(str(error)) from None
        piece = _zstd_reader(whole, zstd.ZstdDecompressor(max_window_size=1 << 27))
        broken.append(zstd.ZstdError)
    else:
        library = import_module(module)
        piece = _reader(library.open(whole))
        broken.append(getattr(library, "LZMAError", OSError))
    return _bounded(piece, lambda: packed, kind, tuple(broken))


def _zstd_reader(whole: IO[bytes], zstd: Any) -> Callable[[int], bytes]:  # noqa: ANN401  a module without types
    """Return what unpacks frames of zstd, one after the other.

    The reader of the library takes data that is cut off for whole.
    """
    unpacker: Any = None
    rest = b""

    def piece(_size: int) -> bytes:
        nonlocal unpacker, rest
        while data := rest or whole.read(_ZSTD_CHUNK):
            rest = b""
            unpacker = unpacker or zstd.decompressobj()
            unpacked: bytes = unpacker.decompress(data)
            if unpacker.eof:
                unpacker, rest = None, unpacker.unused_data
            if unpacked:
                return unpacked
        if unpacker is not None:
            raise EOFError
        return b""

    return piece


def _unpacked_zip(first: bytes, stream: IO[bytes]) -> Callable[[int], bytes]:
    """Return what reads the one member of an archive, piece by piece.

    Args:
        first: The bytes that were taken.
        stream: The archive behind them.

    Raises:
        InputError: It is no archive of one member, or no kind that is read.
    """
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415  slow

    broken = (EOFError, OSError, zlib.error, BadZipFile, ValueError)
    whole = stream
    if not (stream.seekable() and stream.tell() == len(first)):
        data = _rejoined(first, _reader(stream)).read(_MOST_UNPACKED + 1)
        if len(data) > _MOST_UNPACKED:
            what = f"zip data of more than {_MOST_UNPACKED:,} bytes from a pipe"
            raise InputError(what, expected="a file")
        whole = io.BytesIO(data)
    size = whole.seek(0, os.SEEK_END)
    try:
        archive = ZipFile(whole)
        member = _member_of(
            [
                member_info
                for member_info in archive.infolist()
                if not member_info.is_dir()
            ]
        )
        piece = _reader(archive.open(member))
    except (*broken, RuntimeError, NotImplementedError) as error:
        if isinstance(error, InputError):
            raise
        what = f"zip data that cannot be read: {printable(str(error), 80)}"
        raise InputError(what, expected="a whole archive", hint=_UNPACK) from None
    return _bounded(piece, lambda: size, "zip", broken)


def _member_of(members: list[ZipInfo]) -> ZipInfo:
    """Return the only member of an archive, or the only one named like puzzles.

    Raises:
        InputError: There is none, or several.
    """
    names = {member.filename for member in members}
    if names & {"[Content_Types].xml", "mimetype"}:
        what = "not text, but an Office or OpenDocument file"
        raise InputError(what, expected="text", hint=_TABLE)
    members = [
        member for member in members if not member.filename.startswith("__MACOSX/")
    ]
    if len(members) > 1:
        stems = [os.path.splitext(member.filename)[0].lower() for member in members]  # noqa: PTH122  a text
        puzzles = [m for m, s in zip(members, stems, strict=True) if s in PUZZLES]
        members = puzzles if len(puzzles) == 1 else members
    if len(members) != 1:
        shown = ", ".join(printable(member.filename, 40) for member in members[:5])
        raise InputError(
            f"an archive of {len(members)} files{f': {shown}' if shown else ''}",
            expected="one file, or one of them named puzzles.txt or the like",
            hint=_UNPACK,
        )
    return members[0]


def _bounded(
    piece: Callable[[int], bytes],
    packed: Callable[[], int],
    kind: str,
    broken: tuple[type[Exception], ...],
) -> Callable[[int], bytes]:
    """Return what reads unpacked data, and refuses much that says next to nothing.

    Args:
        piece: Reads a piece of it.
        packed: Returns how many packed bytes there were so far.
        kind: What it is packed by.
        broken: The errors of broken data.
    """
    taken = 0

    def unpacked(size: int) -> bytes:
        nonlocal taken
        try:
            data = piece(size)
        except broken as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # of the system, not of the data
            how = "cut off" if isinstance(error, EOFError) else "corrupt"
            whole = f"{kind} data that is whole"
            raise InputError(f"{kind} data that is {how}", expected=whole) from None
        taken += len(data)
        if taken > max(_MOST_UNPACKED, _MOST_TIMES * packed()):
            what = f"{kind} data that unpacks to more than {_MOST_TIMES} times its size"
            expected = f"at most {_MOST_UNPACKED:,} bytes of such data"
            raise InputError(what, expected=expected, hint=_UNPACK)
        return data

    return unpacked
