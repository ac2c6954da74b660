"""Writing grids in a format, one to a text or many to a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.formats.entry import Entry
from satdoku.formats.format import Style
from satdoku.formats.limits import USUAL_LIMITS
from satdoku.formats.metadata import refuse_loss
from satdoku.formats.register import find
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self, TextIO

    from satdoku.formats.format import Format
    from satdoku.symbols import Symbols

__all__ = ["Writer", "write"]

_HELD = 1000
"""Entries of a table that are held back at most."""


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
            boxes or candidates.

    Raises:
        UsageError: There is no such format, or it is only read.

    Example:
        >>> import sys
        >>> from satdoku.puzzle import Puzzle
        >>> with Writer(sys.stdout, "csv") as writer:
        ...     writer.write(Puzzle("1.34 3.12 .143 4321"))
        puzzle
        1.343.12.1434321
    """

    def __init__(
        self,
        stream: TextIO,
        format: str,  # noqa: A002  the word of the command line
        symbols: Symbols | None = None,
        columns: tuple[str, ...] | None = None,
        *,
        lossy: bool = False,
    ) -> None:
        self._format = find(format)
        self._symbols = symbols
        self._columns = columns
        self._held: list[Entry] = []
        self._waits = stream.seekable() or stream.isatty()
        self._text: Callable[[Entry, Style], str] = _text_of(format, lossy=lossy)
        self._stream = stream
        self._count = 0
        self._closed = False

    def write(self, item: Puzzle | Entry) -> None:
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
            symbols = self._symbols or entry.extras.symbols
            self._text(entry, Style(self._count + 1, symbols))
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

    def _put(self, entry: Entry, number: int) -> None:
        symbols = self._symbols or entry.extras.symbols
        text = self._text(entry, Style(number, symbols, self._columns))
        before = self._format.separator if number > 1 else self._header()
        self._stream.write(before + text)

    def _header(self) -> str:
        return _header(self._format, self._columns)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()


def write(
    grid: Puzzle | Entry,
    format: str = "grid",  # noqa: A002  the word of the command line
    symbols: Symbols | None = None,
) -> str:
    r"""Return the text of a grid in a format.

    Args:
        grid: The grid, or an entry, whose name and extras are written where the format
            keeps them.
        format: Name of the format, one of text.
        symbols: How digits are written; as the source of an entry did, or else the
            usual way, if None.

    Raises:
        UsageError: There is no such format, it is only read, or it cannot hold the
            grid.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> write(Puzzle("1.34 3.12 .143 4321"), "line")
        '1.343.12.1434321\n'
    """
    chosen, entry = find(format), _entry(grid)
    columns = None if chosen.columns is None else chosen.columns([entry])
    style = Style(1, symbols or entry.extras.symbols, columns)
    text = _text_of(format)(entry, style)
    return _header(chosen, columns) + text + chosen.footer


def _header(format_: Format, columns: tuple[str, ...] | None) -> str:
    """Return what stands before all puzzles: the names of the columns, in tables."""
    if columns is None:
        return format_.header
    from satdoku.formats.csv_files import record_text  # noqa: PLC0415  only tables need it

    return record_text(columns)


def _entry(item: Puzzle | Entry) -> Entry:
    entry = item if isinstance(item, Entry) else Entry.of(Puzzle.of(item))
    entry.grid.require_classic("this format")
    return entry


def _text_of(name: str, *, lossy: bool = False) -> Callable[[Entry, Style], str]:
    """Return what writes a format, with the limits of the format looked at first."""
    format_ = find(name)
    text, sizes = format_.write, format_.sizes
    if text is None:
        msg = f"the format {name} is only read, not written"
        raise UsageError(msg)
    most = USUAL_LIMITS.line

    def limited(entry: Entry, style: Style) -> str:
        if sizes is not None and entry.grid.geometry.size not in sizes:
            known = " or ".join(f"{size}x{size}" for size in sizes)
            msg = f"the format {name} holds {known}, not {entry.grid.geometry}"
            raise UsageError(msg)
        if not lossy:
            refuse_loss(entry, format_)
        written = text(entry, style)
        if len(written) > most:
            msg = f"a puzzle of {len(written):,} characters is more than is read back"
            raise UsageError(f"{msg}; expected at most {most:,}")
        return written

    return limited
