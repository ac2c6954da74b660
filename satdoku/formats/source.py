"""Sources: a file, standard input or an open stream, as lines of text or as bytes.

Idea: bytes are read a chunk at a time and decoded by the codecs of the standard
library, so that memory stays flat however long the source is, and a broken byte is told
with its line.  UTF-8 is taken unless a byte order mark says otherwise; LF, CRLF and CR
all end a line.  What is packed by gzip, bzip2 or xz is unpacked on the way.

A line may be 4 MiB long, if no other bound is given (`limits`).  Ten megabytes without
a line end are refused when the bound is passed, not when their end is found.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from stat import S_ISREG
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, printable
from satdoku.formats.kept import Kept
from satdoku.formats.limits import USUAL_LIMITS, ReadLimits
from satdoku.formats.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, TypeAlias

    Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]

__all__ = ["Opened", "open_source", "source_name"]

_CHUNK = 1 << 16
_REST = "nothing after it was read"
_LONGEST_MARK = 8
"""Bytes by which most kinds of data are known."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_OF_TEXT = bytes([*b"\t\n\f\r", *range(0x20, 0x7F)])
_MARKS_OF_TEXT = (b"BZh", b"%PDF-", b"SQLite f")
"""Marks of data that is no text, though they look like it."""


def source_name(source: Source) -> str:
    """Return what messages call the source.

    Example:
        >>> source_name("-"), source_name(io.StringIO())
        ('<stdin>', '<stream>')
    """
    if isinstance(source, (str, bytes, os.PathLike)):
        name = os.fsdecode(source)
        return "<stdin>" if name == "-" else name
    called: object = getattr(source, "name", None)
    return called if isinstance(called, str) else "<stream>"


def open_source(source: Source, limits: ReadLimits = USUAL_LIMITS) -> Opened:
    """Open a source; `close` it when done.

    A stream that was open already is left open.

    Args:
        source: A path, "-" for standard input, or a stream of text or bytes.
        limits: How long its lines, and the whole, may be.

    Raises:
        InputError: The file cannot be opened.
        TypeError: It is no source.
    """
    name = source_name(source)
    if isinstance(source, (str, os.PathLike)):
        if os.fspath(source) == "-":
            stream: IO[str] | IO[bytes] = getattr(sys.stdin, "buffer", sys.stdin)
            return Opened(stream, name, limits, own=False)
        try:
            file = open(source, "rb", buffering=0)  # noqa: PTH123, SIM115  pathlib costs 10 ms; closed by `close`
        except OSError as error:
            raise _unreadable(error, name) from None
        except ValueError:
            raise InputError("a file name with a NUL in it", source=name) from None
        return Opened(cast("IO[bytes]", file), name, limits, own=True)
    if not hasattr(source, "read"):
        msg = f"cannot read puzzles from {type(source).__name__}"
        raise TypeError(msg)
    return Opened(source, name, limits, own=False)


class Opened:
    """A source that was opened, and is read as text or as bytes.

    Its states: new → `first`, as often as wanted → `lines` or `stream`, once → `close`.
    After `keep`, `lines` can be taken once more: from the beginning on, by `again`.

    Args:
        stream: What it is read from.
        name: What messages call it.
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
        self._bytes: IO[bytes] | None = None
        """What the first bytes were taken off; None for a stream of text."""
        self._buffered: IO[bytes] | None = None
        self._kept: Kept | None = None

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
                raise _unreadable(error, self.name) from None
        return self._first

    def lines(self) -> Lines:
        """Return its lines; what is wrong with it comes where it is met."""
        return Lines(self._chunks(), self.name)

    def stream(self) -> IO[bytes]:
        """Return its bytes, all of them, seekable where the source is.

        Raises:
            InputError: It is a stream of text, or cannot be read.
        """
        first = self.first()
        if self._kept is not None:  # the format is told by no more than `first`
            self._bytes, self._kept = self._kept.rest, None
        if self._bytes is None:
            raise InputError(
                "a stream of text", expected="one of bytes, opened with mode 'rb'"
            )
        begun: object = self._bytes
        if self._limits.file is None and begun is self._stream:
            raw = begun if isinstance(begun, io.FileIO) else None
            buffered = begun if isinstance(begun, io.BufferedIOBase) else None
            whole = raw or buffered
            try:
                if whole and whole.seekable() and whole.tell() == len(first):
                    whole.seek(0)
                    if raw is None:
                        return self._bytes
                    # Held, so that it is closed by `close` and not before.
                    self._buffered = io.BufferedReader(raw)
                    return self._buffered
            except OSError as error:
                raise _unreadable(error, self.name) from None
        from satdoku.formats.packed import Rejoined  # noqa: PLC0415  text needs none

        rejoined = Rejoined(first, self._bytes, self._limits.file)
        return cast("IO[bytes]", io.BufferedReader(rejoined))

    def keep(self) -> None:
        """Hold what `lines` takes from now on, so that it can be taken once more.

        Raises:
            InputError: As `first`.
        """
        first = self.first()
        if self._bytes is not None:
            self._kept = Kept(first, self._bytes)
            self._bytes = cast("IO[bytes]", self._kept)

    def again(self) -> tuple[bytes, IO[bytes]] | None:
        """Return what was taken since `keep`, and the rest; None of a text stream."""
        if self._kept is None:
            return None
        return b"".join(self._kept.let_go()), self._kept.rest

    def let_go(self) -> None:
        """Hold no more what was taken since `keep`."""
        if self._kept is not None:
            self._kept.let_go()

    def lines_from(self, data: bytes, rest: IO[bytes], done: int) -> Lines:
        """Return the lines of bytes that were taken, and of those that come behind.

        Args:
            data: Bytes from the beginning of a line on.
            rest: What comes behind them.
            done: How many lines come before.
        """
        pieces = self._guarded(_pieces_of_bytes(data, rest))
        return Lines(_lines_of(pieces, self._limits, done), self.name, done)

    @property
    def is_at_hand(self) -> bool:
        """Whether nobody has to wait for its bytes: a file on the disk, or memory."""
        stream: object = self._stream
        if isinstance(stream, (io.BytesIO, io.StringIO)):
            return True
        try:
            return S_ISREG(os.fstat(self._stream.fileno()).st_mode)
        except (OSError, ValueError, AttributeError):
            return isinstance(getattr(stream, "raw", stream), io.BytesIO)

    def part(self) -> float | None:
        """Return how much of the file has been read, from 0 to 1, if it is one."""
        try:
            size = os.fstat(self._stream.fileno()).st_size
            return self._stream.tell() / size if size else None
        except (OSError, ValueError, AttributeError):
            return None

    def unreadable(self, error: OSError) -> InputError:
        """Turn an error of the system into ours."""
        return _unreadable(error, self.name)

    def close(self) -> None:
        """Let go of the source."""
        if self._own:
            self._stream.close()

    def _begin(self, stream: IO[bytes], inside: str = "") -> bytes:
        """Take the first bytes; unpack them if they are packed."""
        read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self._bytes = stream
        data = read(_CHUNK)
        if (
            0 < len(data) < _LONGEST_MARK
            or data.startswith(_MARKS_OF_TEXT)
            or data[:_LONGEST_MARK].strip(_OF_TEXT)
        ):
            from satdoku.formats import packed  # noqa: PLC0415  plain text needs none

            marks = [mark for mark, _ in _MARKS]
            while packed.may_begin(data, marks) and (more := read(_CHUNK)):
                data += more
            if packed.is_packed(data) and not inside:
                kind, unpacked = packed.unpack(data, stream)
                return self._begin(unpacked, kind)
            packed.refuse(data, inside=inside)
        return data

    def _chunks(self) -> Iterator[list[str]]:
        """Yield its lines, some at a time."""
        yield from _lines_of(self._pieces(), self._limits)

    def _pieces(self) -> Iterator[str | UnicodeDecodeError]:
        r"""Yield its text with `\n` alone as line end; a broken byte ends it."""
        try:
            first = self.first()
        except OSError as error:
            raise _unreadable(error, self.name) from None
        if self._bytes is None:
            pieces = _pieces_of_text(cast("IO[str]", self._stream))
        else:
            pieces = _pieces_of_bytes(first, self._bytes)
        yield from self._guarded(pieces)

    def _guarded(
        self, pieces: Iterator[str | UnicodeDecodeError]
    ) -> Iterator[str | UnicodeDecodeError]:
        """Turn errors of the system into ours."""
        try:
            yield from pieces
        except OSError as error:
            raise _unreadable(error, self.name) from None


def _unreadable(error: OSError, name: str) -> InputError:
    """Turn an error of the system into ours, in the system's words."""
    said = error.strerror or str(error)
    looks_like_puzzle = len(name) > 15 and all(m.isalnum() or m in "._*" for m in name)
    hint = None
    if looks_like_puzzle and ("." not in name or name.count(".") > 1):
        hint = "this is taken for a file name; a puzzle itself goes to satdoku.Puzzle"
    return InputError(said[:1].lower() + said[1:], hint=hint, source=name)


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
            if not text:
                text = stream.readline(_CHUNK)
        # Without an inner decoder it takes text, which typeshed does not know.
        yield newlines.decode(text, final=not text)
        if not text:
            return


def _pieces_of_bytes(
    data: bytes, stream: IO[bytes]
) -> Iterator[str | UnicodeDecodeError]:
    """Decode the first bytes, and what is left in the stream."""
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    encoding = next((e for mark, e in _MARKS if data.startswith(mark)), "utf-8")
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


def _lines_of(
    pieces: Iterator[str | UnicodeDecodeError], limits: ReadLimits, done: int = 0
) -> Iterator[list[str]]:
    """Cut pieces of text into lines, and refuse what is no text.

    Args:
        pieces: The pieces.
        limits: What is refused.
        done: How many lines come before.
    """
    longest, most = limits.line, limits.file
    begun, taken = "", 0
    for piece in pieces:
        if isinstance(piece, UnicodeDecodeError):
            byte = piece.object[piece.start]
            raise InputError(
                f"not {piece.encoding.upper()} text: byte 0x{byte:02x}",
                expected="text in UTF-8, or UTF-16 with a byte order mark",
                hint=_REST if done else None,
                line=done + 1,
            )
        if most is not None and (taken := taken + len(piece)) > most:
            raise InputError(
                f"more than {most:,} characters",
                expected="a shorter text, or a higher limit (--max-file)",
            )
        nul = piece.find("\0")
        text = begun + (piece if nul < 0 else piece[:nul])
        lines = text.split("\n")
        if len(text) > longest:
            sound = next((i for i, t in enumerate(lines) if len(t) > longest), None)
            if sound is not None:
                yield lines[:sound]
                done += sound
                raise InputError(
                    f"a line of more than {longest:,} characters, "
                    f"'{printable(lines[sound], 20)}'",
                    expected="puzzles on shorter lines, or a higher limit (--max-line)",
                    hint=_REST,
                    line=done + 1,
                )
        begun = lines.pop()
        if lines:
            yield lines
            done += len(lines)
        if nul >= 0:
            raise InputError(
                "not text: a NUL byte",
                expected="text in UTF-8, or UTF-16 with a byte order mark",
                hint=_REST if done else None,
                line=done + 1,
            )
    if begun:
        yield [begun]
