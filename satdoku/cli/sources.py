"""Where puzzles come from: files and standard input, one after the other."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from satdoku.cli.reading_options import ReadAs
from satdoku.cli.remarks import say
from satdoku.errors import InputError, SatdokuError, printable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import IO, TextIO

    from satdoku.cli.extent import Extent
    from satdoku.formats import Entry
    from satdoku.formats.bulk import Block
    from satdoku.formats.model import ReadLimits

_CHUNK = 1 << 16

__all__ = [
    "Reading",
    "announce_terminal",
    "is_typed",
    "open_bytes",
    "source_name",
    "where",
]


class Reading:
    """How puzzles are read, as the person said.

    Args:
        read_as: What they said.
        solution_column: The column of solutions, or None to find out.
        force: Whether `--fixed` may replace a file.

    Raises:
        UsageError: There is no such format, box or symbols.
    """

    def __init__(
        self,
        read_as: ReadAs | None = None,
        *,
        solution_column: str | None = None,
        force: bool = False,
    ) -> None:
        from satdoku.formats.registry import find_any  # noqa: PLC0415  slow
        from satdoku.geometry import Geometry  # noqa: PLC0415
        from satdoku.symbols import dialect  # noqa: PLC0415

        told = ReadAs() if read_as is None else read_as
        if told.from_ is not None:
            find_any(told.from_)
        self._told = told
        self._geometry = None if told.box is None else Geometry.parse(told.box)
        self._symbols = None if told.symbols is None else dialect(told.symbols)
        self._limits = _limits(told)
        self._solution_column = solution_column
        self._force = force
        self._files: Sequence[str] = ()
        self._index = self._number = self._line = 0
        self._extent: Extent | None = None
        self._part: float | None = None
        self.answered = 1.0
        """How much of what has been read was answered, from 0 to 1."""

    def part(self) -> float | None:
        """Return how much has been read, from 0 to 1, where that is known."""
        if self._extent is None:
            from satdoku.cli.extent import Extent  # noqa: PLC0415  for long runs alone

            self._extent = Extent(self._files)
        if self._part is not None:
            part = self._extent.part_of(self._index, self._part)
            return None if part is None else part * self.answered
        return self._extent.part(self._index, self._line, self._number)

    def look_at(self, files: Sequence[str]) -> None:
        """See to it before long work that every file is there.

        Raises:
            InputError: One is not there, or may not be read.
        """
        for name in files:
            if self._told.repair and not os.path.lexists(name):
                continue  # another file may be meant
            if name != "-" and not os.access(name, os.R_OK):
                with open_bytes(name, "puzzles"):  # tells what is wrong
                    pass

    def entries(self, files: Sequence[str]) -> Iterator[Entry | InputError]:
        """Yield the puzzles of files, and for each unreadable one its error."""
        if self._told.fixed is None:
            return self._scanned(files)
        from satdoku.cli.mended import fixing  # noqa: PLC0415  seldom needed

        return fixing(
            self._scanned(files), self._told.fixed, force=self._force, inputs=files
        )

    def _scanned(self, files: Sequence[str]) -> Iterator[Entry | InputError]:
        """Read the files; tell what was mended."""
        from satdoku.formats import scan  # noqa: PLC0415  slow

        self._files = files or ("-",)
        for index, name in enumerate(self._files):
            announce_terminal(name, "puzzles")
            self._index, self._line = index, 0
            found = scan(
                name,
                format=self._told.from_,
                geometry=self._geometry,
                symbols=self._symbols,
                column=self._told.column,
                solution_column=self._solution_column,
                limits=self._limits,
                repair=self._told.repair,
            )
            for number, entry in enumerate(found, 1):
                self._number, self._line = number, entry.line or self._line
                if self._told.repair and not isinstance(entry, InputError):
                    from satdoku.cli.mended import tell  # noqa: PLC0415  seldom needed

                    tell(entry)
                yield entry

    def tell_answered(self, part: float) -> None:
        """Take note of how much of what has been read was answered."""
        self.answered = part

    def blocks(
        self, files: Sequence[str], *, names: bool, plainly: bool
    ) -> Iterator[Block]:
        """Yield the puzzles of files, many at a time.

        Args:
            files: The files.
            names: Whether the names of puzzles are asked for.
            plainly: Whether every puzzle is read by itself.
        """
        from satdoku.formats.bulk import scan_blocks  # noqa: PLC0415  slow

        self._files = files or ("-",)
        for index, name in enumerate(self._files):
            announce_terminal(name, "puzzles")
            self._index = index
            for block in scan_blocks(
                name,
                format=self._told.from_,
                geometry=self._geometry,
                symbols=self._symbols,
                column=self._told.column,
                limits=self._limits,
                names=names,
                columns=False,
                one_by_one=plainly,
            ):
                self._part = block.part
                yield block

    def only(self, name: str) -> Entry:
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
        return found[0]  # a source without a puzzle yields its error


def _limits(told: ReadAs) -> ReadLimits:
    """Return the bounds of what is read, those moved that the person has moved."""
    from satdoku.formats.model import USUAL_LIMITS, ReadLimits  # noqa: PLC0415  slow

    return ReadLimits(
        line=told.max_line or USUAL_LIMITS.line,
        size=told.max_size or USUAL_LIMITS.size,
        link=told.max_link or USUAL_LIMITS.link,
        document=USUAL_LIMITS.document,
        file=told.max_file,
    )


def source_name(name: str) -> str:
    """Return what messages call a FILE."""
    return "<stdin>" if name == "-" else name


def where(entry: Entry) -> str:
    """Say where a puzzle is: file and line."""
    return f"{printable(entry.source, 200)}:{entry.line}"


def is_typed(name: str) -> bool:
    """Whether a FILE is what somebody types."""
    stream: TextIO | None = sys.stdin  # None if the shell closed it
    return name == "-" and stream is not None and stream.isatty()


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
            with _unpacked(sys.stdin.buffer, source) as stream:
                yield stream
        else:
            with (
                open(name, "rb") as file,  # noqa: PTH123  pathlib takes 10 ms to import
                _unpacked(file, source) as stream,
            ):
                yield stream
    except OSError as error:
        said = error.strerror or str(error)
        raise InputError(said[:1].lower() + said[1:], source=source) from None
    except ValueError as error:  # of `open`: a NUL in the name
        if isinstance(error, SatdokuError):
            raise
        raise InputError("a file name with a NUL in it", source=source) from None


@contextmanager
def _unpacked(stream: IO[bytes], source: str) -> Generator[IO[bytes]]:
    """Unpack a stream if it is packed by gzip.

    Raises:
        InputError: It is cut off.
    """
    head = stream.read(2)
    whole = io.BufferedReader(_Begun(head, stream), _CHUNK)
    if head != b"\x1f\x8b":
        yield whole
        return
    from gzip import GzipFile  # noqa: PLC0415  only for packed files
    from zlib import error as BrokenStream  # noqa: N812, PLC0415  it is a class

    try:
        with GzipFile(fileobj=whole) as unpacked:
            yield cast("IO[bytes]", unpacked)
    except (EOFError, BrokenStream):
        raise InputError("gzip data that is cut off", source=source) from None


class _Begun(io.RawIOBase):
    """A stream of bytes whose head was read already, and comes again.

    Not every standard input can be looked into, and none can be wound back.
    """

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head = head
        self._rest = cast("io.BufferedReader", rest)

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401  typeshed calls it so
        """Read up to as many bytes as there is room for."""
        view = memoryview(buffer)
        data = self._head or self._rest.read1(len(view))
        self._head = b""
        view[: len(data)] = data
        return len(data)
