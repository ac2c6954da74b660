"""The beginning of reading: what is asked for, and which format a source is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.detect import detect
from satdoku.formats.format import BinaryFormat, Options
from satdoku.formats.register import binary_of, find, find_any
from satdoku.symbols import Symbols, dialect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from satdoku.formats.entry import Entry
    from satdoku.formats.format import Format
    from satdoku.formats.limits import ReadLimits
    from satdoku.formats.lines import Lines
    from satdoku.formats.source import Opened
    from satdoku.geometry import Geometry

__all__ = ["Begun", "asked_for", "begin", "begin_text", "of_table"]

_LOOK_AHEAD = 512
_LONGEST_SIGHT = 80
_TABLES = ("csv", "parquet")
"""The formats that have columns."""


def asked_for(
    *,
    format: str | None,  # noqa: A002  the word of the command line
    geometry: Geometry | None,
    symbols: Symbols | str | None,
    column: str | int | None,
    solution_column: str | int | None,
    limits: ReadLimits,
) -> tuple[Format | BinaryFormat | None, Options]:
    """Return what the person has asked for, as formats take it.

    Raises:
        UsageError: There is no such format or symbols, or the format has no columns.
    """
    chosen = None if format is None else find_any(format)
    options = Options(
        geometry,
        dialect(symbols) if isinstance(symbols, str) else symbols,
        None if column is None else str(column),
        None if solution_column is None else str(solution_column),
        limits=limits,
    )
    if chosen is not None and of_table(options) and chosen.name not in _TABLES:
        raise UsageError(_no_columns(chosen.name))
    return chosen, options


class Begun(NamedTuple):
    """A source whose format is known, and of which nothing has been read yet.

    Args:
        format: The format.
        content: Its lines, or its bytes if the format is one of bytes.
        options: What the person has said.
        name: What messages call the source.
        width: By how many characters each line was quoted.
    """

    format: Format | BinaryFormat
    content: Lines | IO[bytes]
    options: Options
    name: str
    width: int = 0

    def entries(self) -> Iterator[Entry | InputError]:
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
    """Tell the format of what was opened, or hold it against the one that is asked for.

    Raises:
        InputError: It is in no format, in several, or not in the one asked for.
    """
    first = opened.first()
    found = binary_of(first)
    if found is None and first and isinstance(chosen, BinaryFormat):
        raise InputError(
            f"not {chosen.summary}: it begins with "
            f"'{printable(first[:20].decode('latin-1'), 20)}'",
            expected=f"a file of the format {chosen.name}",
            hint="without --from, the format is found out",
        )
    if found is not None and chosen is not None and found is not chosen:
        raise InputError(
            f"{found.summary} ({found.name})",
            expected=f"a file of the format {chosen.name}",
            hint="without --from, the format is found out",
        )
    if found is not None:
        if of_table(options) and found.name not in _TABLES:
            raise InputError(_no_columns(found.name))
        return Begun(found, opened.stream(), options, opened.name)
    if chosen is None and of_table(options):
        chosen = find("csv")
    if isinstance(chosen, BinaryFormat):
        opened.stream()  # a stream of text has none
        raise InputError("no puzzle found", expected="a puzzle")
    return begin_text(opened.lines(), chosen, options)


def begin_text(lines: Lines, chosen: Format | None, options: Options) -> Begun:
    """Tell the format of a text, if none was asked for.

    Raises:
        InputError: It is in no format, or in several.
    """
    name, width = lines.name, 0
    if _may_be_wrapped(lines.peek_ready()[:_LOOK_AHEAD]):
        from satdoku.formats.quoting import plain  # noqa: PLC0415  seldom needed

        wrapped = plain(lines)
        if wrapped is not None:
            lines, width = wrapped.lines(lines), len(wrapped.prefix)
    chosen = chosen or detect(lines, options)
    return Begun(chosen, lines, options, name, width)


def _may_be_wrapped(lines: list[str]) -> bool:
    """Whether the text may be quoted, or start with prose: `>`, a fence or words."""
    first = next((line for line in lines if line and not line.isspace()), ">")
    return first.lstrip()[:1] in (">", "`", "~", "[") or (
        sum(map(str.isalpha, first[:_LONGEST_SIGHT])) > 1
    )


def _moved(
    entries: Iterator[Entry | InputError], width: int
) -> Iterator[Entry | InputError]:
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
