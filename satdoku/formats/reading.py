"""Reading puzzles: one, all, or all with the errors of those that cannot be read.

source ── open ──▶ bytes or lines ── detect ──▶ format ── read ──▶ entries and errors
"""

from __future__ import annotations

import warnings
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, cast, overload

from satdoku.errors import InputError, UsageError, printable, shown, whole_number
from satdoku.formats.lines import plain
from satdoku.formats.model import USUAL_LIMITS, BinaryFormat, Options, PuzzleRecord
from satdoku.formats.registry import binary_of, detect, find, find_any
from satdoku.formats.source import open_source, source_name
from satdoku.puzzle.geometry import check_geometry
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import dialect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Unpack

    from satdoku.formats.lines import Lines
    from satdoku.formats.model import Format, ReadLimits
    from satdoku.formats.source import Opened, Source
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.symbols import Symbols

__all__ = [
    "Begun",
    "ReadOptions",
    "asked_for",
    "begin",
    "begin_text",
    "checked",
    "of_table",
    "read",
    "read_all",
    "scan",
]

_TABLES = ("csv", "parquet")  # the formats that have columns


class ReadOptions(TypedDict, total=False):
    """What `read` takes besides the source."""

    format: str | None
    geometry: Geometry | None
    symbols: Symbols | str | None
    column: str | int | None
    solution_column: str | int | None
    max_size: int | None
    limits: ReadLimits
    repair: bool


def read(source: Source, **options: Unpack[ReadOptions]) -> Puzzle:
    r"""Read the one puzzle of a source.

    Args:
        source: A path, "-" for standard input, or an open stream of text or bytes.
        **options: `format`, a name; detected from the first lines if None.  `geometry`,
            the shape of the boxes; the drawn or usual one if None.  `symbols`, how
            digits are written (a name such as `0-9A-Z`); detected if None.  `column`
            and `solution_column`, the columns of puzzles and of their solutions in a
            table, by name or number from 1.  `max_size`, the most rows and columns of a
            grid, 225 if None.  `limits`, how large the input may be otherwise.
            `repair`, whether to repair a text that can be repaired in one way only;
            no digit is ever changed.

    Returns:
        The puzzle; its metadata hold the name and the details that the source gives.

    Raises:
        InputError: The source cannot be read, or holds no or several puzzles.
        UsageError: There is no such format or symbols.

    Warns:
        UserWarning: The source has drawings, colours or fog, which are skipped and may
            stand for a rule.

    Example:
        >>> import io
        >>> print(read(io.StringIO("1.34\n3.12\n.143\n4321\n")))
        1.|34
        3.|12
        --+--
        .1|43
        43|21
    """
    # A source without a puzzle yields its error.
    entry, *more = islice(_raising(scan(source, **options)), 2)
    if more:
        raise InputError(
            "holds more than one puzzle",
            expected="one",
            hint="read_all reads them all",
            source=entry.source,
        )
    for warning in entry.metadata.warnings:
        warnings.warn(f"{printable(entry.source, 200)}: {warning}", stacklevel=2)
    details = dict(reversed(entry.metadata.details))
    if entry.name is not None:
        details["name"] = entry.name
    return Puzzle(entry.puzzle, metadata=details) if details else entry.puzzle


@overload
def read_all(
    source: Source,
    *,
    errors: Literal["raise"] = "raise",
    **options: Unpack[ReadOptions],
) -> Iterator[PuzzleRecord]: ...


@overload
def read_all(
    source: Source, *, errors: Literal["mark"], **options: Unpack[ReadOptions]
) -> Iterator[PuzzleRecord | InputError]: ...


def read_all(
    source: Source, *, errors: str = "raise", **options: Unpack[ReadOptions]
) -> Iterator[PuzzleRecord] | Iterator[PuzzleRecord | InputError]:
    r"""Read the puzzles of a source one after the other, lazily.

    Args:
        source: As for `read`.
        errors: "raise" stops at the first puzzle that cannot be read; "mark" yields its
            error in its place and goes on where the format shows the next puzzle.
        **options: As for `read`.

    Raises:
        InputError: A puzzle cannot be read, or there is none, if errors are raised.
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> lines = io.StringIO("1.3434.2.1434321 easy\n1...............\n")
        >>> [(entry.number, entry.name) for entry in read_all(lines)]
        [(1, 'easy'), (2, None)]
    """
    if errors not in ("raise", "mark"):
        raise UsageError(f"errors={shown(errors)}; expected 'raise' or 'mark'")
    entries = scan(source, **options)
    return entries if errors == "mark" else _raising(entries)


def _raising(entries: Iterator[PuzzleRecord | InputError]) -> Iterator[PuzzleRecord]:
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        yield entry


def scan(
    source: Source, **options: Unpack[ReadOptions]
) -> Iterator[PuzzleRecord | InputError]:
    r"""Read the puzzles of a source, yielding for each unreadable one its error.

    A source that cannot be read, or holds no puzzle, yields the error about that last.

    Args:
        source: As for `read`.
        **options: As for `read`.

    Raises:
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> lines = io.StringIO("1.3434.2.1434321\n1.34\n1...............\n")
        >>> for entry in scan(lines):
        ...     print(entry if isinstance(entry, InputError) else entry.puzzle.line)
        1.3434.2.1434321
        <stream>:2: 4 cells; expected 16 for a 4x4 grid
        1...............
    """
    return _scan(source, *asked_for(**options))


def _scan(
    source: Source, chosen: Format | BinaryFormat | None, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    name, found = source_name(source), False
    try:
        with open_source(source, options.limits) as opened:
            for item in _items(opened, chosen, options):
                found = True
                yield checked(item, name, options.limits)
        if not found:
            yield InputError("no puzzle found", expected="a puzzle", source=name)
    except InputError as error:
        yield error.at(source=name)


def _items(
    opened: Opened, chosen: Format | BinaryFormat | None, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    """Return the puzzles of an open source, repaired if that is asked for."""
    is_binary = isinstance(chosen, BinaryFormat) or binary_of(opened.first) is not None
    if not options.repair or of_table(options) or is_binary:
        return begin(opened, chosen, options).entries()
    from satdoku.formats.repair import repaired  # noqa: PLC0415  imports this module

    return repaired(opened.lines(), cast("Format | None", chosen), options)


def checked(
    item: PuzzleRecord | InputError, source: str, limits: ReadLimits
) -> PuzzleRecord | InputError:
    """Give an error its source, and refuse a puzzle that is too large."""
    if isinstance(item, InputError):
        return item.at(source=source)
    if (size := item.puzzle.geometry.size) > limits.size:
        return limits.too_large(size).at(source=source, line=item.line)
    return item


# The beginning: what is asked for, and which format a source is in


def asked_for(
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
    solution_column: str | int | None = None,
    max_size: int | None = None,
    limits: ReadLimits = USUAL_LIMITS,
    repair: bool = False,
) -> tuple[Format | BinaryFormat | None, Options]:
    """Return the format and the options of `read`, as formats take them.

    Raises:
        UsageError: There is no such format or symbols, or the format has no columns.
        TypeError: There is no such option.
    """
    check_geometry(geometry)
    chosen = None if format is None else find_any(format)
    if max_size is not None:
        limits = limits._replace(size=whole_number("max_size", max_size))
    symbols = dialect(symbols) if isinstance(symbols, str) else symbols
    if symbols is None and geometry is not None:
        symbols = geometry.symbols
    puzzles = None if column is None else str(column)
    solutions = None if solution_column is None else str(solution_column)
    options = Options(geometry, symbols, puzzles, solutions, limits, repair)
    if chosen is not None and of_table(options) and chosen.name not in _TABLES:
        raise UsageError(_no_columns(chosen.name))
    return chosen, options


class Begun(NamedTuple):
    """A source whose format is known, and of which nothing has been read yet.

    Args:
        format: The format.
        content: Its lines, or its bytes if the format is one of bytes.
        options: How it is to be read.
        name: The name of the source in messages.
        width: By how many characters each line was quoted.
    """

    format: Format | BinaryFormat
    content: Lines | IO[bytes]
    options: Options
    name: str
    width: int = 0

    def entries(self) -> Iterator[PuzzleRecord | InputError]:
        """Read the puzzles.

        Raises:
            InputError: The source is broken.
        """
        format_, content = self.format, self.content
        if isinstance(format_, BinaryFormat):
            stream = cast("IO[bytes]", content)
            return format_.read(stream, self.name, self.options)
        entries = format_.read(cast("Lines", content), self.options)
        return _moved(entries, self.width) if self.width else entries


def begin(
    opened: Opened, chosen: Format | BinaryFormat | None, options: Options
) -> Begun:
    """Detect the format of an open source, or compare it with the one asked for.

    Raises:
        InputError: It is in no format, in several, or not in the one asked for.
    """
    found = binary_of(opened.first)
    if found is None and not isinstance(chosen, BinaryFormat):
        if chosen is None and of_table(options):
            chosen = find("csv")
        return begin_text(opened.lines(), chosen, options)
    content = opened.stream()  # refuses a stream of text
    if not opened.first:
        raise InputError("no puzzle found", expected="a puzzle")
    if chosen is not None and chosen is not found:
        what = printable(opened.first[:20].decode("latin-1"), 20)
        raise InputError(
            f"{found.summary} ({found.name})"
            if found
            else f"a file that starts with '{what}'",
            expected=f"a file of the format {chosen.name}",
            hint="without --from, the format is detected",
        )
    binary = cast("BinaryFormat", found)
    if of_table(options) and binary.name not in _TABLES:
        raise InputError(_no_columns(binary.name))
    return Begun(binary, content, options, opened.name)


def begin_text(lines: Lines, chosen: Format | None, options: Options) -> Begun:
    """Detect the format of a text, if none is asked for.

    Raises:
        InputError: It is in no format, or in several.
    """
    name, width = lines.name, 0
    wrapped = plain(lines)
    if wrapped is not None:
        lines, width = wrapped.lines(lines), len(wrapped.prefix)
    chosen = chosen or detect(lines, options)
    return Begun(chosen, lines, options, name, width)


def _moved(
    entries: Iterator[PuzzleRecord | InputError], width: int
) -> Iterator[PuzzleRecord | InputError]:
    """Count columns from the beginning of lines that were quoted by so much."""
    for entry in entries:
        if isinstance(entry, InputError) and entry.column is not None:
            entry.column += width
        yield entry


def of_table(options: Options) -> bool:
    """Whether a column is asked for."""
    return options.column is not None or options.solution is not None


def _no_columns(name: str) -> str:
    return f"a column belongs to a table ({' or '.join(_TABLES)}), not to {name}"
