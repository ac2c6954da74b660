"""Writing puzzles in a format: to a file, to a stream, or as text."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, UsageError, check_kind, shown
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.model import (
    LONGEST_LINE,
    PLAIN,
    BinaryFormat,
    Format,
    Metadata,
    PuzzleRecord,
    Style,
)
from satdoku.formats.output import open_output, packing_of
from satdoku.formats.registry import find, find_any, format_of_ending
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import Symbols, dialect

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import IO, BinaryIO, Self, TextIO

    from satdoku.formats.tables import OutputTable
    from satdoku.puzzle.puzzle import PuzzleLike

_HELD = 1000
"""Puzzles that decide on the columns of a table."""


class Writer:
    """Writes grids to a stream, with what the format has before, between and behind.

    Its states: new → `write` any number of times → `close`, which may come first. The
    stream stays open.

    A table has the columns of the first thousand puzzles, which are held back until
    then, unless `table` says which it has.

    Args:
        stream: An open stream of text.
        format: Name of the format, one of text.
        symbols: How digits are written; as the source of an entry did, or else the
            usual way, if None.
        table: The columns of a table.
        is_checked: Whether `refuse_loss` was asked about what comes.
        separator: What stands between two values of a table.

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
        table: OutputTable | None = None,
        *,
        is_checked: bool = False,
        separator: str = ",",
    ) -> None:
        self._format = find(format)
        self._symbols = dialect(symbols) if isinstance(symbols, str) else symbols
        kinds = (Symbols, type(None))
        check_kind("symbols", self._symbols, kinds, "symbols, or their name")
        if not hasattr(stream, "write"):
            raise UsageError(
                f"a stream cannot be {shown(stream)}; expected an open file"
            )
        self._table = table
        self._held: list[tuple[PuzzleRecord | InputError, Mapping[str, object] | None]]
        self._held = []
        self._is_checked = is_checked
        self._separator = separator
        if self._format.write is None:
            raise UsageError(f"the format {format} is only read, not written")
        self._written = self._format.write
        self._stream = stream
        self._count = 0
        self._closed = False

    def write(
        self,
        item: Puzzle | PuzzleRecord | InputError,
        answers: Mapping[str, object] | None = None,
    ) -> None:
        """Write one more puzzle, with what is said of it where it is a record.

        Args:
            item: The puzzle; in tables, also the error of one that cannot be read,
                whose row keeps its place.
            answers: Values for the further columns of a table.

        Raises:
            UsageError: The format cannot hold it, or the writer is closed.
        """
        if self._closed:
            raise UsageError("the writer is closed; write before close")
        if self._count and self._format.single:
            msg = f"a file of the format {self._format.name} holds one puzzle"
            raise UsageError(msg)
        record = item if isinstance(item, InputError) else _record(item)
        if self._format.is_table and self._table is None:
            # What cannot be written is refused now, not when it is let go.
            self._text(record, self._count + 1, answers)
            self._held.append((record, answers))
            self._count += 1
            if self._count == _HELD:
                self._release()
        else:
            self._put(record, self._count + 1, answers)
            self._count += 1

    def begin(self, *, header: bool = True) -> None:
        """Write the header, unless that is done or not wanted: rows follow."""
        if not self._count:
            self._stream.write(self._header() if header else "")
            self._count = 1

    def close(self) -> None:
        """Write what the format ends with; nothing the second time."""
        if not self._closed:
            self._release()
            self._closed = True
            header = "" if self._count else self._header()
            self._stream.write(header + self._format.footer)

    def _release(self) -> None:
        """Write the puzzles that were held back, now that their columns are known."""
        held, self._held = self._held, []
        if held:
            from satdoku.formats.tables import OutputTable  # noqa: PLC0415  only tables need it

            self._table = OutputTable([record for record, _ in held])
        for number, (record, answers) in enumerate(held, 1):
            self._put(record, number, answers)

    def _put(
        self,
        record: PuzzleRecord | InputError,
        number: int,
        answers: Mapping[str, object] | None,
    ) -> None:
        before = self._format.separator if number > 1 else self._header()
        self._stream.write(before + self._text(record, number, answers))

    def _text(
        self,
        record: PuzzleRecord | InputError,
        number: int,
        answers: Mapping[str, object] | None,
    ) -> str:
        """Return a puzzle as text, if the format can hold it."""
        if isinstance(record, InputError):
            symbols = None
        else:
            symbols = self._symbols or record.puzzle.geometry.symbols
            if not self._is_checked:
                refuse_loss(record, self._format)
        if self._format.is_table:
            symbols = self._symbols  # else the text of the table it comes from stays
        style = Style(number, symbols, self._table, answers, self._separator)
        text = self._written(cast("PuzzleRecord", record), style)
        if len(text) > LONGEST_LINE:
            msg = f"a puzzle of {len(text):,} characters is too long to be read back"
            raise UsageError(f"{msg}; expected at most {LONGEST_LINE:,}")
        return text

    def _header(self) -> str:
        """Return what stands before all puzzles: the names of columns, in tables."""
        if self._table is None:
            return self._format.header
        from satdoku.formats.tables import record_text  # noqa: PLC0415  as above

        return record_text(self._table.names, self._separator)

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
        with open_output(target) as file:
            separator = separator_of(os.fspath(target))
            _write(puzzles, file.stream, format, symbols, separator)
        return
    if not hasattr(target, "write"):
        expected = "the name of a file, or an open file"
        raise UsageError(f"a target cannot be {shown(target)}; expected {expected}")
    if format is None:
        raise UsageError("a stream has no ending; name the format")
    _write(puzzles, target, format, symbols, ",")


def separator_of(path: str | None, table: OutputTable | None = None) -> str:
    r"""Return what stands between two values of a table in a file of this name.

    Args:
        path: The name; None if there is none.
        table: The columns, which may come from a table with semicolons.

    Example:
        >>> separator_of("a.csv"), separator_of("a.TSV.gz")
        (',', '\t')
    """
    if packing_of(path or "")[0].lower().endswith(".tsv"):
        return "\t"
    return "," if path is None or table is None else table.separator


def _write(
    puzzles: PuzzleLike | PuzzleRecord | Iterable[PuzzleLike | PuzzleRecord],
    target: IO[str] | IO[bytes],
    format: str,  # noqa: A002  the word of the command line
    symbols: Symbols | str | None,
    separator: str,
) -> None:
    """Write puzzles to a stream; arguments and errors as of `write`."""
    chosen = find_any(format)
    used = dialect(symbols) if isinstance(symbols, str) else symbols
    is_one = isinstance(puzzles, (Puzzle, Grid, PuzzleRecord, str))
    items = cast(
        "Iterable[PuzzleLike | PuzzleRecord]", (puzzles,) if is_one else puzzles
    )
    if isinstance(target, io.TextIOBase):
        if isinstance(chosen, BinaryFormat):
            raise UsageError(f"the format {format} is not text; open a stream of bytes")
        stream = cast("TextIO", target)
        with Writer(stream, format, used, separator=separator) as writer:
            for item in items:
                writer.write(_record(item))
        return
    data = cast("BinaryIO", target)
    if isinstance(chosen, Format):
        text = io.TextIOWrapper(data, "utf-8", newline="\n", write_through=True)
        try:
            _write(puzzles, text, format, used, separator)
        finally:
            text.detach()  # the stream stays open
        return
    rows = chosen.writer(data, Style(symbols=used))
    for entry in map(_record, items):
        refuse_loss(entry, chosen)
        rows.write(entry)
    rows.close()


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
        writer.write(_record(puzzle))
    return stream.getvalue()


def _record(item: PuzzleLike | PuzzleRecord) -> PuzzleRecord:
    if isinstance(item, PuzzleRecord):
        entry = item
    else:
        puzzle = Puzzle.of(item)
        details = dict(puzzle.metadata)
        name = details.pop("name", None)
        extras = Metadata(details=tuple(details.items())) if details else PLAIN
        entry = PuzzleRecord(puzzle, "", 1, 1, name, "", extras)
    return entry
