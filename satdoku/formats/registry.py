"""The formats, by name, and which of them a text is in.

A new format is a line in the table here, and the module that defines it.  `worth` says
for which heads of a text a format is worth asking whose module would be loaded for it
alone, so that reading a plain puzzle costs the same however many formats there are.
`worth` is wide: it says no only where `recognises` would.

Each format says from the head of a text how sure it is; the surest wins.  If two are as
sure as each other the text is ambiguous, which is an error that names both.  The first
attempt takes the lines that are there already: if one format is certain whatever
follows, a slow pipe need not fill the head.
"""

from __future__ import annotations

import re
from importlib import import_module
from os.path import splitext
from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.lines import LONGEST_HEAD, Head, Lines, foreign, is_data
from satdoku.formats.model import BinaryFormat, Certainty, Format
from satdoku.formats.output import packing_of
from satdoku.formats.variants import begins_with_layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.formats.model import Options

__all__ = [
    "ISS_START",
    "binary_of",
    "detect",
    "find",
    "find_any",
    "format_of_ending",
    "formats",
    "names",
    "written_names",
]


def _begins(marks: str) -> Callable[[Head], bool]:
    """Return what says whether the first line begins with one of the characters."""
    return lambda head: head.first.lstrip()[:1] in tuple(marks)


_LINK = re.compile(r"\s*(fpu|n4i|s9b|\{)|.{,4096}?(://|www\.)", re.IGNORECASE)
"""What a text may start with that is a link, or a board that is in one."""

ISS_START = re.compile(r"\s*(\.+([A-Z]\w*)?~|\.+[A-Z]\w*[a-z]|3x3:)")
"""What a text of Interactive Sudoku Solver starts with."""

_TABLE = re.compile(r"[^,;\t]*[,;\t]|[ \"]*[^\W\d_]+[ \"]*$")
"""A first line with a separator of tables in it, or of one word."""


def _is_iss(head: Head) -> bool:
    return bool(ISS_START.match(head.first)) or begins_with_layout(head.lines)


class _Row(NamedTuple):
    """A format: in the module, the object that is named like it in capitals."""

    name: str
    module: str
    worth: Callable[[Head], object] = lambda _: True
    written: bool = True
    magic: bytes = b""  # what a file begins with, if the format is one of bytes


_ROWS = (
    _Row("bank", "line"),
    _Row("cells", "rows"),
    _Row("csv", "tables", lambda head: _TABLE.match(head.first)),
    _Row("debian", "rows"),
    _Row("euler", "rows"),
    _Row("forum", "rows"),
    _Row("fpuzzles", "links", lambda head: _LINK.match(head.first)),
    _Row("grid", "rows"),
    _Row("gsf", "line", written=False),
    _Row("hodoku", "programs", _begins(":")),
    _Row("iss", "iss_files", _is_iss),
    _Row("json", "json_files", _begins('{["')),
    _Row("line", "line"),
    _Row("link", "links", lambda head: _LINK.match(head.first), written=False),
    _Row("markdown", "rows"),
    _Row("npy", "npy", magic=b"\x93NUMPY"),
    _Row("numbers", "rows"),
    _Row("opensudoku", "programs", lambda head: head.start[:1] == "<"),
    _Row("pairs", "line"),
    _Row("parquet", "tables", magic=b"PAR1"),
    _Row("pencilmarks", "rows"),
    _Row("rows", "rows"),
    _Row("sadman", "programs", _begins("[")),
    _Row("sdx", "programs", lambda head: "u" in "".join(head.block), written=False),
    _Row("simple", "programs", _begins("*")),
    _Row("sudocue", "programs", lambda head: re.match("#[^\\W\\d_]", head.start)),
    _Row("sudokuwiki", "links", lambda head: _LINK.match(head.first)),
    _Row("sukaku", "line"),
)


def names() -> tuple[str, ...]:
    """Return the name of every format that is read, rising; nothing is loaded.

    Example:
        >>> "line" in names()
        True
    """
    return tuple([row.name for row in _ROWS])


def written_names() -> tuple[str, ...]:
    """Return the name of every format that is written, rising; nothing is loaded."""
    return tuple([row.name for row in _ROWS if row.written])


def formats() -> tuple[Format | BinaryFormat, ...]:
    """Return every format, by name.

    Example:
        >>> [format.name for format in formats() if ".csv" in format.extensions]
        ['csv']
    """
    return tuple(map(_load, _ROWS))


def binary_of(first: bytes) -> BinaryFormat | None:
    """Return the format in bytes whose files begin like this, if there is one."""
    fit = (row for row in _ROWS if row.magic and first.startswith(row.magic))
    row = next(fit, None)
    return cast("BinaryFormat", _load(row)) if row is not None else None


def find(name: str) -> Format:
    """Find a format of text by name.

    Raises:
        UsageError: There is none of that name.

    Example:
        >>> find("line").summary
        'one puzzle a line, a character a cell'
    """
    found = find_any(name)
    if isinstance(found, BinaryFormat):
        raise UsageError(f"the format {name} is not text; it goes to a file (-o FILE)")
    return found


def find_any(name: str) -> Format | BinaryFormat:
    """Find a format by name, of text or of bytes.

    Raises:
        UsageError: There is none of that name.
    """
    for row in _ROWS:
        if row.name == name:
            return _load(row)
    known = ", ".join(names())
    raise UsageError(f"no format named {shown(name)}; expected {known}")


# What is written to files of these endings, which several formats have.
_USUAL = {".txt": "line", ".json": "json"}


def format_of_ending(path: str) -> str:
    """Return the name of the format that files with this ending are written in.

    Raises:
        UsageError: No format that is written has the ending, or several have it.

    Example:
        >>> format_of_ending("puzzles.sdm"), format_of_ending("puzzles.json.gz")
        ('line', 'json')
    """
    ending = splitext(packing_of(path)[0])[1].lower()  # noqa: PTH122  pathlib is slow
    if ending in _USUAL:
        return _USUAL[ending]
    known = written_names()
    fit = [f.name for f in formats() if ending in f.extensions and f.name in known]
    if len(fit) == 1:
        return fit[0]
    what = f"no format has the ending '{printable(ending)}'"
    if fit:
        what = f"{ending} is an ending of {' and '.join(fit)}"
    raise UsageError(f"{what}; choose one of {', '.join(fit or known)}")


def _load(row: _Row) -> Format | BinaryFormat:
    module = import_module(f"satdoku.formats.{row.module}")
    found: Format | BinaryFormat = getattr(module, row.name.upper())
    return found


def detect(lines: Lines, options: Options) -> Format:
    """Return the format of a text; no line is taken.

    Raises:
        InputError: The text is blank, or in no format, or could be in several.
    """
    size = options.geometry.size if options.geometry else None
    ready = lines.peek_ready()[:LONGEST_HEAD]
    if any(map(is_data, ready)):
        sure = _surest(Head(ready, whole=False, size=size))
        if len(sure) == 1 and sure[0][0] == Certainty.CERTAIN:
            return sure[0][1]
    head = _head(lines, size)
    at_first = head.lines.index(head.first)
    at = lines.number + 1 + at_first
    other = foreign(head)
    if other is not None:
        raise other.at(line=at)
    sure = _surest(head)
    if len(sure) == 1:
        return sure[0][1]
    if not sure and head.lines[at_first + 1 :]:
        # One odd line does not hide the puzzles below it: it is refused by itself.
        below = Head(head.lines[at_first + 1 :], whole=head.whole, size=size)
        for certainty, found in _surest(below):
            if found.name == "line" and certainty > Certainty.POSSIBLE:
                return found
    known = [found for _, found in sure if _reads(found, head, options)]
    if not known:
        raise InputError(
            f"no puzzle recognised at '{printable(head.first)}'",
            expected="one of the formats that `satdoku formats` shows",
            hint="start a title with #, name the format with --from, or try --repair",
            line=at,
        )
    readings = " or as ".join(f"{f.summary} ({f.name})" for _, f in sure)
    raise InputError(
        f"ambiguous: can be read as {readings}",
        expected="a text that fits one format",
        hint=f"choose with {' or '.join(f'--from {f.name}' for f in known)}",
        line=at,
    )


def _head(lines: Lines, size: int | None) -> Head:
    """Return the head, with a line of data in it; comments before it may be taken.

    Raises:
        InputError: The text is blank.
    """
    while ahead := lines.peek(LONGEST_HEAD):
        head = Head(ahead, whole=len(ahead) < LONGEST_HEAD, size=size)
        if head.first:
            return head
        for _ in ahead:
            next(lines)
    next(lines, None)  # raises the error of the source, if there is one
    raise InputError("no puzzle found", expected="a puzzle")


def _reads(format_: Format, head: Head, options: Options) -> bool:
    """Whether the format reads at least one puzzle of the head."""
    try:
        items = format_.read(Lines(iter([head.lines]), ""), options)
        return any(not isinstance(item, InputError) for item in items)
    except InputError:
        return False


def _surest(head: Head) -> list[tuple[Certainty, Format]]:
    """Return the formats that are as sure as the surest, if any is sure at all."""
    asked = [_load(row) for row in _ROWS if not row.magic and row.worth(head)]
    said = [(f.recognises(head), f) for f in asked if isinstance(f, Format)]
    best = max((certainty for certainty, _ in said), default=Certainty.NO)
    return [pair for pair in said if pair[0] == best and best > Certainty.NO]
