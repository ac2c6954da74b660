"""Reading puzzles: one, all, or all with what is wrong with the bad ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError
from satdoku.formats.detect import detect
from satdoku.formats.format import Options
from satdoku.formats.register import find
from satdoku.formats.source import open_source, source_name
from satdoku.symbols import Symbols, dialect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.entry import Entry
    from satdoku.formats.format import Format
    from satdoku.formats.source import Source
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid

__all__ = ["read", "read_all", "scan"]

_MOST_COUNTED = 1000


def read(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
) -> Grid:
    r"""Read the one puzzle of a source.

    Args:
        source: A path, "-" for standard input, or an open stream of text or bytes.
        format: Name of the format; told from the first lines if None.
        geometry: The shape of the boxes; the drawn or usual one if None.
        symbols: How digits are written (a name such as `0-9A-Z`); told from the text if
            None.
        column: Name or number (from 1) of the column of puzzles in a table.

    Raises:
        InputError: The source cannot be read, or holds no or several puzzles.
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> print(read(io.StringIO("1.34\n3.12\n.143\n4321\n")))
        1.|34
        3.|12
        --+--
        .1|43
        43|21
    """
    entries = scan(
        source, format=format, geometry=geometry, symbols=symbols, column=column
    )
    first = next(entries)  # a source without a puzzle yields its error
    if isinstance(first, InputError):
        raise first
    second = next(entries, None)
    if second is None:
        return first.grid
    if isinstance(second, InputError):
        raise second
    count = 2
    for _ in entries:
        count += 1
        if count > _MOST_COUNTED:
            break
    many = f"more than {_MOST_COUNTED}" if count > _MOST_COUNTED else str(count)
    raise InputError(
        f"holds {many} puzzles",
        expected="one",
        hint="read_all reads them all",
        source=first.source,
    )


def read_all(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
) -> Iterator[Entry]:
    r"""Read the puzzles of a source one after the other, as they are asked for.

    Args:
        source: As for `read`.
        format: As for `read`.
        geometry: As for `read`.
        symbols: As for `read`.
        column: As for `read`.

    Raises:
        InputError: At the first puzzle that cannot be read, or if there is none.
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> lines = io.StringIO("1.3434.2.1434321 easy\n1...............\n")
        >>> [(entry.number, entry.name) for entry in read_all(lines)]
        [(1, 'easy'), (2, None)]
    """
    return _raising(
        scan(source, format=format, geometry=geometry, symbols=symbols, column=column)
    )


def scan(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
) -> Iterator[Entry | InputError]:
    r"""Read the puzzles of a source, yielding for each unreadable one its error.

    Reading goes on behind an unreadable puzzle where the format tells the next one. A
    source that cannot be read, or holds no puzzle, yields the error that says so last.

    Args:
        source: As for `read`.
        format: As for `read`.
        geometry: As for `read`.
        symbols: As for `read`.
        column: As for `read`.

    Raises:
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> lines = io.StringIO("1.3434.2.1434321\n1.34\n1...............\n")
        >>> for entry in scan(lines):
        ...     print(entry if isinstance(entry, InputError) else entry.grid.line)
        1.3434.2.1434321
        <stream>:2: 4 cells; expected 16 for a 4x4 grid
        1...............
    """
    chosen = None if format is None else find(format)
    if column is not None:
        if chosen is None:
            chosen = find("csv")
        elif chosen.name != "csv":
            msg = f"a column belongs to the format csv, not to {chosen.name}"
            raise UsageError(msg)
    options = Options(
        geometry,
        dialect(symbols) if isinstance(symbols, str) else symbols,
        None if column is None else str(column),
    )
    return _scan(source, chosen, options)


def _scan(
    source: Source, chosen: Format | None, options: Options
) -> Iterator[Entry | InputError]:
    name = source_name(source)
    try:
        lines = open_source(source)
    except InputError as error:
        yield error
        return
    try:
        found = False
        for found_ in (chosen or detect(lines, options)).read(lines, options):
            found = True
            yield found_.at(source=name) if isinstance(found_, InputError) else found_
        if not found:
            yield InputError("no puzzle found", expected="a puzzle", source=name)
    except InputError as error:
        yield error.at(source=name)
    finally:
        lines.close()


def _raising(entries: Iterator[Entry | InputError]) -> Iterator[Entry]:
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        yield entry
