"""Where puzzles come from: files and standard input, one after the other."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from satdoku.cli.remarks import say
from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import IO

    from satdoku.formats import Entry
    from satdoku.grid import Grid

__all__ = ["Reading", "announce_terminal", "open_bytes", "source_name", "where"]


class Reading:
    """How puzzles are read, as the person said.

    Args:
        format_name: The format, or None to find out.
        box: The box shape (`2x3`), or None for the usual one.
        symbols: How digits are written, or None to find out.
        column: The column of a table, or None to find out.

    Raises:
        UsageError: There is no such format, box or symbols.
    """

    def __init__(
        self,
        format_name: str | None = None,
        box: str | None = None,
        symbols: str | None = None,
        column: str | None = None,
    ) -> None:
        from satdoku.formats.register import find  # noqa: PLC0415  slow
        from satdoku.geometry import Geometry  # noqa: PLC0415
        from satdoku.symbols import dialect  # noqa: PLC0415

        if format_name is not None:
            find(format_name)
        self._format = format_name
        self._geometry = None if box is None else Geometry.parse(box)
        self._symbols = None if symbols is None else dialect(symbols)
        self._column = column

    def entries(self, files: Sequence[str]) -> Iterator[Entry | InputError]:
        """Yield the puzzles of files, and for each unreadable one its error."""
        from satdoku.formats import scan  # noqa: PLC0415  slow

        for name in files or ("-",):
            announce_terminal(name, "puzzles")
            yield from scan(
                name,
                format=self._format,
                geometry=self._geometry,
                symbols=self._symbols,
                column=self._column,
            )

    def only(self, name: str) -> Grid:
        """Read the one puzzle of a file.

        Raises:
            InputError: The file cannot be read, or holds no or several puzzles.
        """
        found: list[Entry] = []
        for entry in self.entries([name]):
            if isinstance(entry, InputError):
                raise entry
            if found:
                raise InputError(
                    "a second puzzle",
                    expected="one puzzle",
                    hint="split the file first",
                    source=entry.source,
                    line=entry.line,
                )
            found.append(entry)
        return found[0].grid  # a source without a puzzle yields its error


def source_name(name: str) -> str:
    """Return what messages call a FILE."""
    return "<stdin>" if name == "-" else name


def where(entry: Entry) -> str:
    """Say where a puzzle is: file and line."""
    return f"{printable(entry.source, 200)}:{entry.line}"


def announce_terminal(name: str, what: str) -> None:
    """Say how to go on where standard input is the keyboard."""
    if name != "-":
        return
    stream = sys.stdin
    if stream is None:  # pyright: ignore[reportUnnecessaryComparison]  closed by the shell
        raise InputError("standard input is closed", source="<stdin>")
    if stream.isatty():
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        say(
            f"satdoku: reading {what} from the keyboard; type or paste, then end with "
            f"{end} on a line of its own (Ctrl-C to leave; --help shows examples)"
        )


@contextmanager
def open_bytes(name: str, what: str) -> Generator[IO[bytes]]:
    """Open a file, packed by gzip or not, or standard input, as bytes.

    Args:
        name: The file; `-` for standard input.
        what: What it holds, for the message to whoever sits at the keyboard.

    Raises:
        InputError: It cannot be opened, or be read to its end.
    """
    announce_terminal(name, what)
    source = source_name(name)
    try:
        if name == "-":
            yield sys.stdin.buffer
            return
        with open(name, "rb") as stream:  # noqa: PTH123  pathlib takes 10 ms to import
            if stream.peek(2)[:2] != b"\x1f\x8b":
                yield stream
                return
            from gzip import GzipFile  # noqa: PLC0415  only for packed files
            from zlib import error as BrokenStream  # noqa: N812, PLC0415  it is a class

            try:
                with GzipFile(fileobj=stream) as unpacked:
                    yield cast("IO[bytes]", unpacked)
            except (EOFError, BrokenStream):
                raise InputError("gzip data that is cut off", source=source) from None
    except OSError as error:
        said = error.strerror or str(error)
        raise InputError(said[:1].lower() + said[1:], source=source) from None
