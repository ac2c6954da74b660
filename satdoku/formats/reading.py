"""Reading puzzles: one, all, or all with the errors of those that cannot be read.

source ── open ──▶ bytes or lines ── detect ──▶ format ── read ──▶ entries and errors
"""

from __future__ import annotations

import warnings
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypedDict, cast, overload

from satdoku.errors import InputError, UsageError, printable, shown, whole_number
from satdoku.formats.lines import LONGEST_HEAD, Lines
from satdoku.formats.model import BinaryFormat, Options, PuzzleRecord
from satdoku.formats.registry import binary_of, detect, find, find_any, first_line
from satdoku.formats.source import open_source, source_name
from satdoku.puzzle.cells import too_large
from satdoku.puzzle.geometry import check_geometry
from satdoku.puzzle.puzzle import MAX_SIZE, Puzzle
from satdoku.puzzle.symbols import dialect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Unpack

    from satdoku.formats.model import Format
    from satdoku.formats.source import Opened, Source
    from satdoku.puzzle.cells import Line
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.symbols import Symbols

_MOST_ERRORS, _LEAST_ERRORS = 1_000, 5
_MOST_LINES = 15_000
"""A source without a puzzle is read up to so many errors, or lines with a few."""

_TABLES = ("csv", "parquet")  # the formats that have columns


class ReadOptions(TypedDict, total=False):
    """What `read` takes besides the source."""

    format: str | None
    geometry: Geometry | None
    symbols: Symbols | str | None
    column: str | int | None
    solution_column: str | int | None
    max_size: int | None
    repair: bool
    skipped: list[Line]


def read(
    source: Source, *, ignore_drawings: bool = False, **options: Unpack[ReadOptions]
) -> Puzzle:
    r"""Read the one puzzle of a source.

    Args:
        source: A path, "-" for standard input, or an open stream of text or bytes.
        ignore_drawings: Whether to read a puzzle of SudokuPad without the rules that
            are drawn, or in words that are not understood; else it is refused.
        **options: `format`, a name; detected from the first lines if None.  `geometry`,
            the shape of the boxes; the drawn or usual one if None.  `symbols`, how
            digits are written (a name such as `0-9A-Z`); detected if None.  `column`
            and `solution_column`, the columns of puzzles and of their solutions in a
            table, by name or number from 1.  `max_size`, the most rows and columns of a
            grid, 225 if None.  `repair`, whether to repair a text that can be repaired
            in one way only; no digit is ever changed.  `skipped`, a list that gets the
            lines of text that are neither cells nor a title.

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
    entry, *further = islice(_raising(scan(source, **options)), 2)
    if further:
        raise InputError(
            "holds more than one puzzle",
            expected="one",
            hint="read_all reads them all",
            source=entry.source,
        )
    if not ignore_drawings:
        refuse_drawings(entry, "ignore_drawings=True")
    for warning in entry.metadata.warnings:
        warnings.warn(f"{printable(entry.source, 200)}: {warning}", stacklevel=2)
    details = dict(reversed(entry.metadata.details))
    if entry.name is not None:
        details["name"] = entry.name
    return Puzzle(entry.puzzle, metadata=details) if details else entry.puzzle


def refuse_drawings(entry: PuzzleRecord, option: str) -> None:
    """Refuse a puzzle of SudokuPad that may have rules in drawings or words.

    Args:
        entry: The puzzle.
        option: What reads it without them.

    Raises:
        InputError: It may have some.
    """
    if entry.format == "sudokupad" and entry.metadata.doubt:
        raise InputError(
            "; ".join(entry.metadata.warnings),
            expected="rules that are understood",
            hint=f"{option} leaves these out",
            source=entry.source,
            line=entry.line,
        )


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
    return _scan(source, *parsed_options(**options))


def _scan(
    source: Source, chosen: Format | BinaryFormat | None, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    name, some = source_name(source), False
    # The caller's list may hold lines of another source.
    skipped = [] if options.skipped is None else options.skipped
    options = options._replace(skipped=[])
    try:
        with open_source(source) as opened:
            format_, content = detected(opened, chosen, options)
            if isinstance(format_, BinaryFormat):
                items = format_.read(cast("IO[bytes]", content), opened.name, options)
            else:
                items = format_.read(cast("Lines", content), options)
            warning: str | None = None
            for item in Patience().items(items):
                some = True
                if opened.warning != warning and isinstance(item, PuzzleRecord):
                    warning = opened.warning
                    item = item.with_warning(warning or "")  # noqa: PLW2901
                yield checked(item, name, options.max_size)
        if some:
            skipped += options.skipped or ()
        else:
            yield not_found(options).at(source=name)
    except InputError as error:
        yield error.at(source=name)


class Patience:
    """Ends the reading of a source where many puzzles are unreadable and none is not.

    Attributes:
        is_sound: Whether a puzzle was read.
    """

    def __init__(self) -> None:
        self.is_sound = False
        self._errors = 0

    def items(
        self, items: Iterator[PuzzleRecord | InputError]
    ) -> Iterator[PuzzleRecord | InputError]:
        """Yield the items of a source, or of a part of it.

        Raises:
            InputError: There were many errors, and no puzzle.
        """
        for item in items:
            yield item
            if self.is_sound or not isinstance(item, InputError):
                self.is_sound = True
                yield from items
                return
            self._errors += 1
            line = item.line or 0
            many = self._errors >= _MOST_ERRORS
            if many or (line > _MOST_LINES and self._errors >= _LEAST_ERRORS):
                raise InputError(
                    f"{self._errors:,} puzzles that cannot be read, and no other",
                    expected="a puzzle",
                    hint="the rest was not read",
                    line=line,
                )


def not_found(options: Options) -> InputError:
    """Return the error about a source without a puzzle."""
    error = InputError("no puzzle found", expected="a puzzle")
    if options.skipped:
        line = options.skipped[0]
        error = InputError(
            f"no puzzle recognised at '{printable(line.text.strip())}'",
            expected="one of the formats that `satdoku list formats` shows",
            line=line.number,
        )
        if not options.repair and any(map(str.isdigit, line.text)):
            error.hint = "repair=True drops what stands around cells"
    return error


def checked(
    item: PuzzleRecord | InputError, source: str, max_size: int
) -> PuzzleRecord | InputError:
    """Give an error its source, and refuse a puzzle that is too large."""
    if isinstance(item, InputError):
        return item.at(source=source)
    if (size := item.puzzle.geometry.size) > max_size:
        return too_large(size, max_size).at(source=source, line=item.line)
    return item


# The beginning: what is asked for, and which format a source is in


def parsed_options(
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
    solution_column: str | int | None = None,
    max_size: int | None = None,
    repair: bool = False,
    skipped: list[Line] | None = None,
) -> tuple[Format | BinaryFormat | None, Options]:
    """Return the format and the options of `read`, as formats take them.

    Raises:
        UsageError: There is no such format or symbols, or the format has no columns.
        TypeError: There is no such option.
    """
    check_geometry(geometry)
    chosen = None if format is None else find_any(format)
    symbols = dialect(symbols) if isinstance(symbols, str) else symbols
    if symbols is None and geometry is not None:
        symbols = geometry.symbols
    puzzles = None if column is None else str(column)
    solutions = None if solution_column is None else str(solution_column)
    notes = [] if skipped is None else skipped
    most = MAX_SIZE if max_size is None else whole_number("max_size", max_size)
    options = Options(geometry, symbols, puzzles, solutions, most, repair, notes)
    if chosen is not None and _of_table(options) and chosen.name not in _TABLES:
        raise UsageError(_no_columns(chosen.name))
    return chosen, options


def detected(
    opened: Opened, chosen: Format | BinaryFormat | None, options: Options
) -> tuple[Format | BinaryFormat, Lines | IO[bytes]]:
    """Return the format of an open source, and its lines, or its bytes.

    Raises:
        InputError: It is in no format, in several, or not in the one asked for.
    """
    binary = binary_of(opened.first)
    if binary is None and not isinstance(chosen, BinaryFormat):
        lines = opened.lines()
        if opened.is_at_hand:
            lines.peek(LONGEST_HEAD)
            lines.are_at_hand = True
        if first_line(lines).lstrip().startswith((">", "```", "~~~", "[code")):
            from satdoku.puzzle.quoting import unquoted  # noqa: PLC0415  seldom needed

            bare = ([line] for line in unquoted(lines))
            lines = Lines(bare, lines.name, lines.number)
            lines.are_changed, lines.are_at_hand = True, opened.is_at_hand
        if chosen is None and _of_table(options):
            chosen = find("csv")
        return chosen or detect(lines), lines
    content = opened.stream()  # refuses a stream of text
    if not opened.first:
        raise InputError("no puzzle found", expected="a puzzle")
    if chosen is not None and chosen is not binary:
        what = printable(opened.first[:20].decode("latin-1"), 20)
        raise InputError(
            f"{binary.summary} ({binary.name})"
            if binary
            else f"a file that starts with '{what}'",
            expected=f"a file of the format {chosen.name}",
            hint="without format=, the format is detected",
        )
    format_ = cast("BinaryFormat", binary)  # or the one asked for would be another
    if _of_table(options) and format_.name not in _TABLES:
        raise InputError(_no_columns(format_.name))
    return format_, content


def _of_table(options: Options) -> bool:
    """Whether a column is asked for."""
    return options.column is not None or options.solution is not None


def _no_columns(name: str) -> str:
    return f"a column belongs to a table ({' or '.join(_TABLES)}), not to {name}"
