"""The formats, by name, and which of them a text is in.

A new format is a line in the table here, and the module that defines it.

Formats with a mark of their own are asked in the order of the table, and the first one
that recognises its mark is taken.  `might` says for which first lines a format is worth
asking, so that reading a plain puzzle loads no other module and needs no further line.
A text that none of them takes is a puzzle in some layout.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from importlib import import_module
from os.path import splitext
from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.errors import InputError, UsageError, check_choice, printable
from satdoku.formats.lines import LONGEST_HEAD, foreign, is_data
from satdoku.formats.model import BinaryFormat, Format
from satdoku.formats.output import packing_of
from satdoku.formats.variants import begins_with_layout
from satdoku.puzzle.cells import CellOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.formats.lines import Lines

ISS_START = re.compile(r"\s*(\.+([A-Z]\w*)?~|\.+[A-Z]\w*[a-z]|3x3:)")
"""What a text of Interactive Sudoku Solver starts with."""

_LINK = re.compile(
    r"\s*(fpu|n4i|s9b|sc[lf]|ctc|\{)|.{,4096}?(://|www\.)", re.IGNORECASE
)
"""What a text may start with that is a link, or a board that is in one."""

_MAP = re.compile(r"\s*(?:[A-Za-z.]+\s+[A-Za-z]\s*=|(?i:killer|jigsaw|clues)\s*:)")
"""A first line with a sum behind letters, or of the word above a map."""

_TABLE = re.compile(r"[^,;\t]*[,;\t]|[ \"]*[^\W\d_]+[ \"]*$")
"""A first line with a separator of tables in it, or of one word."""


class _Row(NamedTuple):
    """A format: in the module, the object that is named like it in capitals."""

    name: str
    module: str
    might: re.Pattern[str] | None = None  # what the first line of such a text may be
    written: bool = True
    magic: bytes = b""  # what a file begins with, if the format is one of bytes


_ROWS = (
    _Row("json", "json_files", re.compile(r'\s*[{\["]')),
    _Row("fpuzzles", "links", _LINK),
    _Row("sudokupad", "links", _LINK),
    _Row("opensudoku", "programs", re.compile(r"\s*<")),
    _Row("sudokuwiki", "links", _LINK),
    _Row("link", "links", _LINK, written=False),
    _Row("hodoku", "programs", re.compile(r"\s*:")),
    _Row("sadman", "programs", re.compile(r"\s*\[")),
    _Row("simple", "programs", re.compile(r"\s*\*")),
    _Row("iss", "iss_files", ISS_START),
    _Row("map", "maps", _MAP, written=False),
    _Row("csv", "tables", _TABLE),
    _Row("cells", "layouts"),
    _Row("euler", "layouts"),
    _Row("forum", "layouts"),
    _Row("grid", "layouts"),
    _Row("line", "layouts"),
    _Row("numbers", "layouts"),
    _Row("pencilmarks", "layouts"),
    _Row("rows", "layouts"),
    _Row("sukaku", "layouts"),
    _Row("npy", "npy", magic=b"\x93NUMPY"),
    _Row("parquet", "tables", magic=b"PAR1"),
)

_MARKUP = re.compile(r"\s*<[?!a-zA-Z]")
_HTML = re.compile(
    r"\s*<(?:!doctype html|html|head|body|table|tbody|tr|td|div|span|p|pre|ul|ol|br)\b",
    re.IGNORECASE,
)
_LONG = 49
"""Characters of a line that is a puzzle by itself."""
_ANY_LAYOUT = _Row("layouts", "layouts")


def names() -> tuple[str, ...]:
    """Return the name of every format that is read, rising; nothing is loaded.

    Example:
        >>> "line" in names()
        True
    """
    return tuple(sorted(row.name for row in _ROWS))


def written_names() -> tuple[str, ...]:
    """Return the name of every format that is written, rising; nothing is loaded."""
    return tuple(sorted(row.name for row in _ROWS if row.written))


def formats() -> tuple[Format | BinaryFormat, ...]:
    """Return every format, by name.

    Example:
        >>> [format.name for format in formats() if ".csv" in format.extensions]
        ['csv']
    """
    return tuple(map(_load, sorted(_ROWS, key=lambda row: row.name)))


def binary_of(first: bytes) -> BinaryFormat | None:
    """Return the format in bytes whose files begin like this, if there is one."""
    for row in _ROWS:
        if row.magic and first.startswith(row.magic):
            return cast("BinaryFormat", _load(row))
    return None


def find(name: str) -> Format:
    """Find a format of text by name.

    Raises:
        UsageError: There is none of that name.

    Example:
        >>> find("line").summary
        'one puzzle a line, a character a cell'
    """
    format_ = find_any(name)
    if isinstance(format_, BinaryFormat):
        raise UsageError(f"the format {name} is not text; it goes to a file (-o FILE)")
    return format_


def find_any(name: str) -> Format | BinaryFormat:
    """Find a format by name, of text or of bytes.

    Raises:
        UsageError: There is none of that name.
    """
    check_choice("format", name, names())
    return next(_load(row) for row in _ROWS if row.name == name)


# What is written to files of these endings, which several formats have.
_USUAL = {".txt": "line", ".json": "json", ".sdk": "sadman"}


def format_of_ending(path: str) -> str:
    """Return the name of the format that files with this ending are written in.

    Raises:
        UsageError: No format that is written has the ending, or several have it.

    Example:
        >>> format_of_ending("puzzles.sdm"), format_of_ending("puzzles.json.gz")
        ('line', 'json')
    """
    name, packing = packing_of(path)
    ending = splitext(name)[1].lower()  # noqa: PTH122  pathlib is slow
    if ending in _USUAL:
        return _USUAL[ending]
    known = written_names()
    fit = [f.name for f in formats() if ending in f.extensions and f.name in known]
    if len(fit) == 1:
        return fit[0]
    what = f"no format has the ending '{printable(ending)}'"
    if not ending:
        what = f"the name has no ending{f' before {packing}' if packing else ''}"
    if fit:
        what = f"{ending} is an ending of {' and '.join(fit)}"
    raise UsageError(f"{what}; choose one of {', '.join(fit or known)}")


def _load(row: _Row) -> Format | BinaryFormat:
    module = import_module(f"satdoku.formats.{row.module}")
    format_: Format | BinaryFormat = getattr(module, row.name.upper())
    return format_


def detect(lines: Lines) -> Format:
    """Return the format of a text; no line of data is taken.

    Raises:
        InputError: The text is blank, or of another kind.
    """
    first = first_line(lines)
    might = [row for row in _ROWS if row.might and row.might.match(first)]
    if might or first.strip().lower()[:2] in _FOREIGN:
        ahead = lines.peek(LONGEST_HEAD)
        at = ahead.index(first)
        error = foreign(ahead[at:])
        if error is not None:
            raise error.at(line=lines.number + 1 + at)
        for row in might:
            format_ = cast("Format", _load(row))
            if format_.recognises(ahead[at:]):
                if row.name == "json" and _is_list(ahead[at:]):
                    break
                return format_
    if _MARKUP.match(first):
        at = lines.number + 1 + lines.peek(LONGEST_HEAD).index(first)
        is_html = _HTML.match(first) is not None
        what = "this is HTML" if is_html else "XML, but not of OpenSudoku"
        hint = "copy the puzzle from the page as text" if is_html else None
        raise InputError(what, expected="a puzzle as text", hint=hint, line=at)
    alone = len(first) >= _LONG  # whoever writes lines to a pipe gets answers
    ahead = lines.peek_ready()[:LONGEST_HEAD] if alone else lines.peek(LONGEST_HEAD)
    if begins_with_layout(ahead):
        return find("iss")
    if any("://" in line for line in ahead) and find("link").recognises(ahead):
        return find("link")
    return cast("Format", _load(_ANY_LAYOUT))


def _is_list(lines: Sequence[str]) -> bool:
    """Whether a text in brackets is a list of another language, and no JSON.

    Lines that are a list of cells each are the rows of a board, unless each has the
    cells of one.
    """
    data = list(filter(is_data, lines))
    text = "\n".join(data)
    if len(lines) == LONGEST_HEAD or ":" in text:
        return False
    for part in (text, data[0]):
        with suppress(ValueError, RecursionError):
            value = json.loads(part)
            return len(data) > 1 and part is data[0] and _is_row(value)
    return True


def _is_row(value: object) -> bool:
    """Whether a value of JSON is a list of the cells of a row."""
    cells = cast("list[object]", value) if isinstance(value, list) else []
    is_short = all(
        isinstance(cell, int | None) or (isinstance(cell, str) and len(cell) < 2)
        for cell in cells
    )
    count, options = len(cells), CellOptions()
    return is_short and bool(options.of_size(count)) and not options.of_cells(count)


_FOREIGN = ("c", "c ", "p ", "s ", "v ", "sa", "un", "in")
"""How a formula and a solver's answer may begin."""


def first_line(lines: Lines) -> str:
    """Return the first line of data, waiting for no more than that.

    Raises:
        InputError: The text is blank.
    """
    count = 1
    while len(ahead := lines.peek(count)) == count:
        if is_data(ahead[-1]):
            return ahead[-1]
        if count == LONGEST_HEAD:
            for _ in range(count):
                next(lines)
            count = 0
        count += 1
    start = next((line for line in ahead if line.strip()), "")
    if start:
        return start
    for _ in ahead:
        next(lines)
    next(lines, None)  # raises the error of the source, if there is one
    raise InputError("no puzzle found", expected="a puzzle")
