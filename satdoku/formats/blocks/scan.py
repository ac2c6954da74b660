"""Reading the puzzles of a source as blocks.

Idea: the format is told from the head of the source, as ever.  Formats that hold
millions of puzzles have readers of their own here, which take a whole chunk at once;
what they cannot take goes through the reader of the format itself, in its place, and so
does every other format.  So what is read, the numbers of puzzles, and what is said of
those that cannot be read are the same as with `satdoku.formats.scan`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from satdoku.errors import InputError
from satdoku.formats.blocks.block import Block, without_rows
from satdoku.formats.blocks.chunks import Chunks, plain, without_mark
from satdoku.formats.blocks.gather import gather
from satdoku.formats.lines import Lines
from satdoku.formats.model import USUAL_LIMITS, ReadLimits
from satdoku.formats.reading import asked_for, begin
from satdoku.formats.source import open_source, source_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.model import BinaryFormat, Entry, Format, Options
    from satdoku.formats.reading import Begun
    from satdoku.formats.source import Opened, Source
    from satdoku.geometry import Geometry
    from satdoku.symbols import Symbols

__all__ = ["BLOCK", "scan_blocks"]

BLOCK = 1 << 14
"""Puzzles of a block, about."""

_A_LINE = 82
"""Bytes of a puzzle and its line end: chunks are as large as a block of these."""


class _Reader(Protocol):
    """Takes lines as bytes, whole chunks at a time."""

    done: int
    """How many lines there were so far."""

    def takes(self, text: bytes) -> bool:
        """Whether these lines can be read here, and not only in the usual way."""
        ...

    def blocks(self, text: bytes) -> Iterator[Block]:
        """Yield the puzzles of some lines."""
        ...

    def rest(self, lines: Lines) -> Iterator[Entry | InputError]:
        """Read what is left in the usual way."""
        ...


def scan_blocks(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
    limits: ReadLimits = USUAL_LIMITS,
    size: int | None = None,
    names: bool = True,
    plainly: bool = False,
) -> Iterator[Block]:
    r"""Yield the puzzles of a source as blocks.

    A source that cannot be read, or holds no puzzle, yields the error that says so as
    the last of the others.

    Args:
        source: As for `scan`.
        format: As for `scan`.
        geometry: As for `scan`.
        symbols: As for `scan`.
        column: As for `scan`.
        limits: As for `scan`.
        size: The puzzles of a block, about; `BLOCK` if None.
        names: Whether the names of puzzles are asked for; if not, some are left out.
        plainly: Whether every puzzle is to go through the reader of its format.

    Raises:
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> lines = io.BytesIO(b"." * 81 + b"\n12\n" + b"0" * 81 + b"\n")
        >>> for block in scan_blocks(lines):
        ...     print(block.values.shape, block.numbers, block.others[0][0])
        (2, 81) [1 3] 1
    """
    chosen, options = asked_for(
        format=format,
        geometry=geometry,
        symbols=symbols,
        column=column,
        solution_column=None,
        limits=limits,
    )
    rows = BLOCK if size is None else size
    return _scan(source, chosen, options, rows, names=names, plainly=plainly)


def _scan(
    source: Source,
    chosen: Format | BinaryFormat | None,
    options: Options,
    size: int,
    *,
    names: bool,
    plainly: bool,
) -> Iterator[Block]:
    name = source_name(source)
    try:
        opened = open_source(source, options.limits)
    except InputError as error:
        yield without_rows(name, "", [error])
        return
    try:
        found = False
        for block in _blocks(
            opened, chosen, options, size, names=names, plainly=plainly
        ):
            found = found or block.items > 0
            part = block.part if block.part is not None else opened.part()
            others = [
                (row, _looked_at(other, options, name)) for row, other in block.others
            ]
            yield replace(block, others=others, part=part)
        if not found:
            none = InputError("no puzzle found", expected="a puzzle", source=name)
            yield without_rows(name, "", [none])
    except InputError as error:
        yield without_rows(name, "", [error.at(source=name)])
    finally:
        opened.close()


def _looked_at(
    other: Entry | InputError, options: Options, name: str
) -> Entry | InputError:
    """Give an error its source, and refuse what is too large, as `scan` does."""
    if isinstance(other, InputError):
        return other.at(source=name)
    size = other.grid.geometry.size
    if size > options.limits.size:
        return options.limits.too_large(size).at(source=name, line=other.line)
    return other


def _blocks(
    opened: Opened,
    chosen: Format | BinaryFormat | None,
    options: Options,
    size: int,
    *,
    names: bool,
    plainly: bool,
) -> Iterator[Block]:
    """Choose how a source is read, and read it.

    Raises:
        InputError: It cannot be read.
    """
    opened.keep()
    begun = begin(opened, chosen, options)
    options = begun.options
    if options.limits.size < 9:
        plainly = True
    kept = None if plainly else opened.again()
    reader = None if kept is None else _reader(begun, size, names=names)
    if kept is not None and reader is not None and options.limits.file is None:
        held = without_mark(kept[0])
        if held is not None and options.limits.line >= size * _A_LINE:
            found = Chunks(
                held,
                kept[1],
                size * _A_LINE,
                longest=options.limits.line,
                at_hand=opened.is_at_hand,
            )
            yield from _by_chunks(opened, found, reader, size)
            return
    opened.let_go()
    content, name = begun.content, begun.name
    if isinstance(content, Lines):
        waits = None if opened.is_at_hand else content.waits
        yield from gather(begun.entries(), name, size, waits)
    elif plainly:
        yield from gather(begun.entries(), name, size)
    else:
        from satdoku.formats.blocks import arrays  # noqa: PLC0415  as needed

        if begun.format.name == "npy":
            yield from arrays.npy_blocks(content, name, options, size)
        else:
            yield from arrays.parquet_blocks(content, name, options, size, names=names)


def _reader(begun: Begun, size: int, *, names: bool) -> _Reader | None:
    """Return what reads chunks of this text, if there is anything that does."""
    if begun.width:
        return None
    if begun.format.name == "line":
        from satdoku.formats.blocks.lines import LineBlocks  # noqa: PLC0415  as needed

        return LineBlocks(begun.name, begun.options, size, names=names)
    if begun.format.name == "csv":
        from satdoku.formats.blocks.table import CsvBlocks  # noqa: PLC0415  as needed

        return CsvBlocks(begun.name, begun.options, size, names=names)
    if begun.format.name == "json":
        from satdoku.formats.blocks.objects import JsonBlocks  # noqa: PLC0415  as needed

        return JsonBlocks(begun.name, begun.options, size, names=names)
    return None


def _by_chunks(
    opened: Opened, found: Chunks, reader: _Reader, size: int
) -> Iterator[Block]:
    """Read a text some thousand lines at a time.

    Raises:
        InputError: It cannot be read.
    """
    try:
        for data in found:
            text = plain(data, found.longest)
            if text is None or not reader.takes(text):
                found.left = data + found.left
                break
            yield from reader.blocks(text)
    except OSError as error:
        raise opened.unreadable(error) from None
    if found.left:
        lines = opened.lines_from(found.left, found.stream, reader.done)
        waits = None if opened.is_at_hand else lines.waits
        yield from gather(reader.rest(lines), opened.name, size, waits)
