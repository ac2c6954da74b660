"""Sources of text: a file, standard input or an open stream, as lines.

Idea: bytes are read a chunk at a time and decoded by the codecs of the standard
library, so that memory stays flat however long the source is, and a broken byte is told
with its line.  UTF-8 is taken unless a byte order mark says otherwise; LF, CRLF and CR
all end a line.

A line may be 4 MiB long.  Boards of 1000x1000 fit; ten megabytes without a line end do
not, and are refused when the bound is passed, not when their end is found.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, printable
from satdoku.formats.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, TypeAlias

    Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]

__all__ = ["LONGEST_LINE", "open_source", "source_name"]

LONGEST_LINE = 4 << 20
"""Characters of a line, and of a puzzle."""

_CHUNK = 1 << 16

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_PACKED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
}


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


def open_source(source: Source) -> Lines:
    """Open a source of text; `close` its lines when done.

    A stream that was open already is left open.

    Args:
        source: A path, "-" for standard input, or a stream of text or bytes.

    Raises:
        InputError: The file cannot be opened.
        TypeError: It is no source.
    """
    name = source_name(source)
    if isinstance(source, (str, os.PathLike)):
        if os.fspath(source) == "-":
            stream: IO[str] | IO[bytes] = getattr(sys.stdin, "buffer", sys.stdin)
            return Lines(_chunks(stream, name, own=False), name)
        try:
            opened = open(source, "rb", buffering=0)  # noqa: PTH123, SIM115  pathlib costs 10 ms; closed by `_chunks`
        except OSError as error:
            raise _unreadable(error, name) from None
        except ValueError:
            raise InputError("a file name with a NUL in it", source=name) from None
        return Lines(_chunks(opened, name, own=True), name)
    if not hasattr(source, "read"):
        msg = f"cannot read puzzles from {type(source).__name__}"
        raise TypeError(msg)
    return Lines(_chunks(source, name, own=False), name)


def _unreadable(error: OSError, name: str) -> InputError:
    """Turn an error of the system into ours, in the system's words."""
    said = error.strerror or str(error)
    looks_like_puzzle = len(name) > 15 and all(m.isalnum() or m in "._*" for m in name)
    hint = None
    if looks_like_puzzle and ("." not in name or name.count(".") > 1):
        hint = "this is taken for a file name; a puzzle itself goes to Grid.parse"
    return InputError(said[:1].lower() + said[1:], hint=hint, source=name)


def _chunks(
    stream: IO[str] | IO[bytes], name: str, *, own: bool
) -> Iterator[list[str]]:
    """Yield the lines of a stream, some at a time."""
    try:
        yield from _lines_of(_pieces(stream, name))
    finally:
        if own:
            stream.close()


def _pieces(
    stream: IO[str] | IO[bytes], name: str
) -> Iterator[str | UnicodeDecodeError]:
    r"""Yield the decoded text with `\n` alone as line end; a broken byte ends it."""
    try:
        first = stream.read(0)
        if isinstance(first, str):
            yield from _pieces_of_text(cast("IO[str]", stream))
        else:
            yield from _pieces_of_bytes(cast("IO[bytes]", stream))
    except OSError as error:
        raise _unreadable(error, name) from None


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


def _pieces_of_bytes(stream: IO[bytes]) -> Iterator[str | UnicodeDecodeError]:
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    data = read(_CHUNK)
    while data and len(data) < 5:
        more = read(_CHUNK)
        if not more:
            break
        data += more
    for mark, kind in _PACKED.items():
        if data.startswith(mark):
            raise InputError(
                f"not text, but {kind} data", expected="text", hint="unpack it first"
            )
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


def _lines_of(pieces: Iterator[str | UnicodeDecodeError]) -> Iterator[list[str]]:
    """Cut pieces of text into lines, and refuse what is no text."""
    begun, done = "", 0
    for piece in pieces:
        if isinstance(piece, UnicodeDecodeError):
            byte = piece.object[piece.start]
            raise InputError(
                f"not {piece.encoding.upper()} text: byte 0x{byte:02x}",
                expected="text in UTF-8, or UTF-16 with a byte order mark",
                line=done + 1,
            )
        nul = piece.find("\0")
        lines = (begun + (piece if nul < 0 else piece[:nul])).split("\n")
        begun = lines.pop()
        for line in (lines[0] if lines else "", begun):
            if len(line) > LONGEST_LINE:
                raise InputError(
                    f"a line of more than {LONGEST_LINE:,} characters, "
                    f"'{printable(line, 20)}'",
                    expected="puzzles, each on shorter lines",
                    line=done + (1 if line is not begun else len(lines) + 1),
                )
        if lines:
            yield lines
            done += len(lines)
        if nul >= 0:
            raise InputError(
                "not text: a NUL byte",
                expected="text in UTF-8, or UTF-16 with a byte order mark",
                line=done + 1,
            )
    if begun:
        yield [begun]
