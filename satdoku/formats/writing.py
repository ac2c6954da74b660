"""Writing puzzles in a format: to a file, to a stream, or as text."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, cast

from satdoku.errors import UsageError, check_kind, shown
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.model import (
    PLAIN,
    USUAL_LIMITS,
    BinaryFormat,
    Format,
    Metadata,
    PuzzleRecord,
    Style,
)
from satdoku.formats.registry import find, find_any, format_of_ending
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import Symbols, dialect

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from typing import IO, BinaryIO, Self, TextIO

    from satdoku.puzzle.puzzle import PuzzleLike

__all__ = ["Writer", "text_of", "write"]

_HELD = 1000  # entries of a table that are held back at most


class Writer:
    """Writes grids to a stream, with what the format has before, between and behind.

    Its states: new → `write` any number of times → `close`, which may come first. The
    stream stays open.

    A table has the columns that the first thousand entries fill, which are held back
    until then; on a pipe, where somebody may wait, those of the first entry, with
    columns for solutions and names.

    Args:
        stream: An open stream of text.
        format: Name of the format, one of text.
        symbols: How digits are written; as the source of an entry did, or else the
            usual way, if None.
        columns: The columns of a table.
        lossy: Whether to write puzzles that become others, as the format keeps no
            boxes, candidates or constraints.

    Raises:
        UsageError: There is no such format, or it is only read.

    Example:
        >>> import sys
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> with Writer(sys.stdout, "csv") as writer:
        ...     writer.write(Puzzle("1.34 3.12 .143 4321"))
        puzzle
        1.343.12.1434321
    """

    def __init__(
        self,
        stream: TextIO,
        format: str,  # noqa: A002  the word of the command line
        symbols: Symbols | str | None = None,
        columns: tuple[str, ...] | None = None,
        *,
        lossy: bool = False,
    ) -> None:
        self._format = find(format)
        self._symbols = dialect(symbols) if isinstance(symbols, str) else symbols
        kinds = (Symbols, type(None))
        check_kind("symbols", self._symbols, kinds, "symbols, or their name")
        if not hasattr(stream, "write"):
            raise UsageError(
                f"a stream cannot be {shown(stream)}; expected an open file"
            )
        self._columns = columns
        self._held: list[PuzzleRecord] = []
        self._waits = stream.seekable() or stream.isatty()
        self._lossy = lossy
        if self._format.write is None:
            raise UsageError(f"the format {format} is only read, not written")
        self._written = self._format.write
        self._stream = stream
        self._count = 0
        self._closed = False

    def write(self, item: Puzzle | PuzzleRecord) -> None:
        """Write one more grid, with what is said of it where it is an entry.

        Raises:
            UsageError: The format cannot hold it, or the writer is closed.
        """
        if self._closed:
            raise UsageError("the writer is closed; write before close")
        if self._count and self._format.single:
            msg = f"a file of the format {self._format.name} holds one puzzle"
            raise UsageError(msg)
        entry = _entry(item)
        if self._format.columns is not None and self._columns is None:
            # What cannot be written is refused now, not when it is let go.
            self._text(entry, self._count + 1)
            self._held.append(entry)
            self._count += 1
            if self._count == _HELD or not self._waits:
                self._release()
        else:
            self._put(entry, self._count + 1)
            self._count += 1

    def close(self) -> None:
        """Write what the format ends with; nothing the second time."""
        if not self._closed:
            self._release()
            self._closed = True
            header = "" if self._count else self._header()
            self._stream.write(header + self._format.footer)

    def _release(self) -> None:
        """Write the entries that were held back, now that their columns are known."""
        held, self._held = self._held, []
        if held and self._format.columns is not None:
            self._columns = self._format.columns(held)
            if not self._waits:
                found = dict.fromkeys(("puzzle", "solution", "name", *self._columns))
                self._columns = tuple(found)
        for number, entry in enumerate(held, 1):
            self._put(entry, number)

    def _put(self, entry: PuzzleRecord, number: int) -> None:
        before = self._format.separator if number > 1 else self._header()
        self._stream.write(before + self._text(entry, number))

    def _text(self, entry: PuzzleRecord, number: int) -> str:
        """Return an entry as text, if the format can hold it."""
        symbols = self._symbols or entry.puzzle.geometry.symbols
        sizes = self._format.sizes
        if sizes is not None and entry.puzzle.geometry.size not in sizes:
            known = " or ".join(f"{size}x{size}" for size in sizes)
            msg = f"the format {self._format.name} holds {known}"
            raise UsageError(f"{msg}, not {entry.puzzle.geometry}")
        any_shape = self._format.shapes or "shape" in self._format.keeps
        if not any_shape and not entry.puzzle.geometry.is_standard:
            msg = f"the format {self._format.name} cannot hold a grid of"
            raise UsageError(f"{msg} {entry.puzzle.geometry}; try json or iss")
        if not self._lossy:
            refuse_loss(entry, self._format)
        text = self._written(entry, Style(number, symbols, self._columns))
        if len(text) > USUAL_LIMITS.line:
            msg = f"a puzzle of {len(text):,} characters is too long to be read back"
            raise UsageError(f"{msg}; expected at most {USUAL_LIMITS.line:,}")
        return text

    def _header(self) -> str:
        """Return what stands before all puzzles: the names of columns, in tables."""
        if self._columns is None:
            return self._format.header
        from satdoku.formats.tables import record_text  # noqa: PLC0415  only tables need it

        return record_text(self._columns)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()


def write(
    puzzles: PuzzleLike | PuzzleRecord | Iterable[PuzzleLike | PuzzleRecord],
    target: str | os.PathLike[str] | IO[str] | IO[bytes],
    format: str | None = None,  # noqa: A002  the word of the command line
    *,
    symbols: Symbols | str | None = None,
) -> None:
    r"""Write puzzles to a stream, or to a file that appears when it is complete.

    Args:
        puzzles: One puzzle (a `Puzzle`, a `Grid`, a text, or an entry of `read_all`),
            or many of them.  Names and other metadata are written where the format
            has a place for them.
        target: A path, whose file is replaced if it exists; or an open stream, which
            stays open.
        format: Name of the format; that of the ending of the path if None.
        symbols: How digits are written (a name such as `0-9A-Z`); as the source of a
            puzzle did, or else the usual way, if None.

    Raises:
        InputError: An item is not a puzzle.
        UsageError: The format is unknown, is only read, or cannot hold a puzzle: its
            size, its candidates, the shape of its boxes, or more than one.
        OSError: The file cannot be written.

    Example:
        >>> import sys
        >>> write(["1.34 3.12 .143 4321", "." * 16], sys.stdout, "line")
        1.343.12.1434321
        ................
    """
    if isinstance(target, (str, os.PathLike)):
        format = format or format_of_ending(os.fspath(target))  # noqa: A001
        find_any(format)  # before a file is made
        with _atomic(target) as file:
            write(puzzles, file, format, symbols=symbols)
        return
    if not hasattr(target, "write"):
        expected = "the name of a file, or an open file"
        raise UsageError(f"a target cannot be {shown(target)}; expected {expected}")
    if format is None:
        raise UsageError("a stream has no ending; name the format")
    chosen = find_any(format)
    used = dialect(symbols) if isinstance(symbols, str) else symbols
    is_one = isinstance(puzzles, (Puzzle, Grid, PuzzleRecord, str))
    items = cast(
        "Iterable[PuzzleLike | PuzzleRecord]", (puzzles,) if is_one else puzzles
    )
    if isinstance(target, io.TextIOBase):
        if isinstance(chosen, BinaryFormat):
            raise UsageError(f"the format {format} is not text; open a stream of bytes")
        with Writer(cast("TextIO", target), format, used) as writer:
            for item in items:
                writer.write(_entry(item))
        return
    stream = cast("BinaryIO", target)
    if isinstance(chosen, Format):
        text = io.TextIOWrapper(stream, "utf-8", newline="\n", write_through=True)
        try:
            write(puzzles, text, format, symbols=used)
        finally:
            text.detach()  # the stream stays open
        return
    rows = chosen.writer(stream, Style(symbols=used))
    for entry in map(_entry, items):
        refuse_loss(entry, chosen)
        rows.write(entry)
    rows.close()


@contextmanager
def _atomic(path: str | os.PathLike[str]) -> Generator[IO[bytes]]:
    """Open a file beside `path`, which takes its place at the end, if nothing fails."""
    target = os.path.realpath(path)  # a link stays one
    is_there = os.path.exists(target)  # noqa: PTH110  pathlib takes 10 ms to import
    if is_there and not os.path.isfile(target):  # noqa: PTH113
        with open(target, "wb") as device:  # noqa: PTH123  /dev/stdout, a pipe; a folder is an error
            yield device
        return
    folder, name = os.path.split(target)
    scratch = os.path.join(folder, f".{name}.{os.getpid()}.partial")  # noqa: PTH118
    try:
        with open(scratch, "wb") as file:  # noqa: PTH123
            yield file
            file.flush()
            os.fsync(file.fileno())
        if is_there:
            os.chmod(scratch, os.stat(target).st_mode)  # noqa: PTH101, PTH116
        os.replace(scratch, target)  # noqa: PTH105
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(scratch)  # noqa: PTH108
        raise


def text_of(
    puzzle: PuzzleLike | PuzzleRecord,
    format: str = "grid",  # noqa: A002  the word of the command line
    symbols: Symbols | str | None = None,
) -> str:
    r"""Return a puzzle as text in a format; arguments and errors as of `write`.

    Example:
        >>> text_of("1.34 3.12 .143 4321", "line")
        '1.343.12.1434321\n'
    """
    stream = io.StringIO()
    with Writer(stream, format, symbols) as writer:
        writer.write(_entry(puzzle))
    return stream.getvalue()


def _entry(item: PuzzleLike | PuzzleRecord) -> PuzzleRecord:
    if isinstance(item, PuzzleRecord):
        entry = item
    else:
        puzzle = Puzzle.of(item)
        details = dict(puzzle.metadata)
        name = details.pop("name", None)
        extras = Metadata(details=tuple(details.items())) if details else PLAIN
        entry = PuzzleRecord(puzzle, "", 1, 1, name, "", extras)
    return entry
