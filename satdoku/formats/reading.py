"""Reading puzzles: one, all, or all with what is wrong with the bad ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.beginning import asked_for, begin, of_table
from satdoku.formats.format import BinaryFormat, Options
from satdoku.formats.limits import USUAL_LIMITS, ReadLimits
from satdoku.formats.register import binary_of
from satdoku.formats.source import open_source, source_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.entry import Entry
    from satdoku.formats.format import Format
    from satdoku.formats.source import Opened, Source
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle
    from satdoku.symbols import Symbols

__all__ = ["read", "read_all", "scan"]

_MOST_COUNTED = 1000


def read(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
    solution_column: str | int | None = None,
    limits: ReadLimits = USUAL_LIMITS,
    repair: bool = False,
) -> Puzzle:
    r"""Read the one puzzle of a source.

    Args:
        source: A path, "-" for standard input, or an open stream of text or bytes.
        format: Name of the format; told from the first lines if None.
        geometry: The shape of the boxes; the drawn or usual one if None.
        symbols: How digits are written (a name such as `0-9A-Z`); told from the text if
            None.
        column: Name or number (from 1) of the column of puzzles in a table.
        solution_column: Name or number of the column of their solutions.
        limits: How large what is read may be.
        repair: Whether to mend what can be read in one way alone, as soon as the
            signs around its cells are taken away; `Extras.mends` says what was done.

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
        source,
        format=format,
        geometry=geometry,
        symbols=symbols,
        column=column,
        solution_column=solution_column,
        limits=limits,
        repair=repair,
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
    solution_column: str | int | None = None,
    limits: ReadLimits = USUAL_LIMITS,
    repair: bool = False,
) -> Iterator[Entry]:
    r"""Read the puzzles of a source one after the other, as they are asked for.

    Args:
        source: As for `read`.
        format: As for `read`.
        geometry: As for `read`.
        symbols: As for `read`.
        column: As for `read`.
        solution_column: As for `read`.
        limits: As for `read`.
        repair: As for `read`.

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
        scan(
            source,
            format=format,
            geometry=geometry,
            symbols=symbols,
            column=column,
            solution_column=solution_column,
            limits=limits,
            repair=repair,
        )
    )


def scan(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
    solution_column: str | int | None = None,
    limits: ReadLimits = USUAL_LIMITS,
    repair: bool = False,
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
        solution_column: As for `read`.
        limits: As for `read`.
        repair: As for `read`.

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
    chosen, options = asked_for(
        format=format,
        geometry=geometry,
        symbols=symbols,
        column=column,
        solution_column=solution_column,
        limits=limits,
    )
    if repair:
        return _repaired(source, chosen, options)
    return _scan(source, chosen, options)


def _repaired(
    source: Source, chosen: Format | BinaryFormat | None, options: Options
) -> Iterator[Entry | InputError]:
    """Read a source, mended where it needs it, or the file that its name means."""
    from satdoku.formats.repair_files import taken  # noqa: PLC0415  where asked for

    def readable(name: str) -> bool:
        first = next(_scan(name, chosen, options, repair=True), None)
        return first is not None and not isinstance(first, InputError)

    yield from taken(
        source, readable, lambda name: _scan(name, chosen, options, repair=True)
    )


def _scan(
    source: Source,
    chosen: Format | BinaryFormat | None,
    options: Options,
    *,
    repair: bool = False,
) -> Iterator[Entry | InputError]:
    name, largest = source_name(source), options.limits.size
    try:
        opened = open_source(source, options.limits)
    except InputError as error:
        yield error
        return
    try:
        found = False
        for found_ in _entries(opened, chosen, options, repair=repair):
            found = True
            if isinstance(found_, InputError):
                yield found_.at(source=name)
            elif (size := found_.grid.geometry.size) > largest:
                yield options.limits.too_large(size).at(source=name, line=found_.line)
            else:
                yield found_
        if not found:
            yield InputError("no puzzle found", expected="a puzzle", source=name)
    except InputError as error:
        yield error.at(source=name)
    finally:
        opened.close()


def _entries(
    opened: Opened,
    chosen: Format | BinaryFormat | None,
    options: Options,
    *,
    repair: bool,
) -> Iterator[Entry | InputError]:
    """Read what was opened, mended where it is a text that needs it.

    Raises:
        InputError: It cannot be read.
    """
    if (
        not repair
        or isinstance(chosen, BinaryFormat)
        or of_table(options)
        or binary_of(opened.first()) is not None
    ):
        return begin(opened, chosen, options).entries()
    from satdoku.formats.repair import mended  # noqa: PLC0415  only where asked for

    return mended(opened.lines(), chosen, options)


def _raising(entries: Iterator[Entry | InputError]) -> Iterator[Entry]:
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        yield entry
