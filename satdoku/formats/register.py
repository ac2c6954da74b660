"""The register of formats.

A new format is a new file and one line here; no other format changes.  A line tells the
name, the file, and for which heads of a text the format is worth asking: the files of
the others are not even loaded, so that reading a plain puzzle costs the same however
many formats there are.  `worth` is wide: it says no only where `recognises` would.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.formats.format import BinaryFormat, Format
    from satdoku.formats.lines import Head

__all__ = [
    "asked",
    "binary_of",
    "find",
    "find_any",
    "formats",
    "magics",
    "names",
    "written_names",
    "written_texts",
]


@dataclass(frozen=True)
class _Row:
    """A line of the register: the object `NAME` of the module is the format."""

    name: str
    module: str
    worth: Callable[[Head], bool]
    written: bool = True


class _BinaryRow(NamedTuple):
    """A line of the register of formats in bytes."""

    name: str
    module: str
    magic: bytes
    written: bool = True


def _always(head: Head) -> bool:
    del head
    return True


def _never(head: Head) -> bool:
    del head
    return False


def _may_be_table(head: Head) -> bool:
    """Whether the second line may be the dashes below the heading of a table."""
    return "|" in head.first and not "".join(head.block[1:2]).strip("|-: ")


def _may_be_sudocue(head: Head) -> bool:
    """Whether the first line is one of information: `#A`, not `# A`."""
    return head.start[:1] == "#" and head.start[1:2].isalpha()


def _may_be_sdx(head: Head) -> bool:
    """Whether there are blanks, and the letter of a placed digit."""
    return " " in head.first and any("u" in line for line in head.block)


def _may_be_pairs(head: Head) -> bool:
    """Whether the first line, or what stands in it before a name, may be of pairs."""
    first = head.first
    named = len(first) % 2 == 0 or any(map(first.count, " \t#,:;"))
    return len(first) >= 32 and named


def _may_be_link(head: Head) -> bool:
    """Whether the text may start with a link, or with the JSON that is behind one."""
    return head.first.lstrip()[:3].lower() in ("htt", "fpu", "n4i") or (
        head.first.lstrip()[:1] == "{"
    )


def _may_be_groups(head: Head) -> bool:
    """Whether a line of the first block may be a row of four groups or more."""
    return len(head.block) > 1 and any(
        len(line.replace("|", " ").split()) > 3 or not line.isascii()
        for line in head.block
    )


def _may_be_cubes(head: Head) -> bool:
    """Whether the first word has n³ characters for some n from 4 to 9."""
    first = head.first.strip()
    end = min((i for i in map(first.find, " \t#,:;") if i > 0), default=None)
    return len(first[:end]) in (64, 125, 216, 343, 512, 729)


def _may_be_json(head: Head) -> bool:
    return head.first.lstrip()[:1] in ("{", "[", '"')


_ROWS: tuple[_Row, ...] = (
    _Row("bank", "line", lambda head: head.first[12:13] == " "),
    _Row("cells", "boards", lambda head: head.cut),
    _Row("csv", "csv_files", lambda head: head.cut or head.first.strip(' "').isalpha()),
    _Row("debian", "rows", lambda head: head.first[:1] == "%"),
    _Row("euler", "rows", lambda head: head.first[:5].lower() == "grid "),
    _Row("forum", "rows", _never),
    _Row("fpuzzles", "fpuzzles", _may_be_link),
    _Row("grid", "rows", _always),
    _Row("gsf", "line", lambda head: head.first.count(",") > 5, written=False),
    _Row("hodoku", "hodoku", lambda head: head.first.lstrip()[:1] == ":"),
    _Row("json", "json_files", _may_be_json),
    _Row("line", "line", _always),
    _Row("link", "link", _may_be_link, written=False),
    _Row("markdown", "boards", _may_be_table),
    _Row("numbers", "boards", _always),
    _Row("opensudoku", "opensudoku", lambda head: head.start[:1] == "<"),
    _Row("pairs", "line", _may_be_pairs),
    _Row("pencilmarks", "boards", _may_be_groups),
    _Row("rows", "rows", _always),
    _Row("sadman", "sadman", lambda head: head.first.lstrip()[:1] == "["),
    _Row("sdx", "sdx", _may_be_sdx, written=False),
    _Row("simple", "simple", lambda head: head.first.lstrip()[:1] == "*"),
    _Row("sudocue", "sudocue", _may_be_sudocue),
    _Row("sudokuwiki", "sudokuwiki", _may_be_link),
    _Row("sukaku", "line", _may_be_cubes),
)

_BINARY_ROWS = (
    _BinaryRow("npy", "npy", b"\x93NUMPY"),
    _BinaryRow("parquet", "parquet", b"PAR1"),
)


def names() -> tuple[str, ...]:
    """Return the name of every format that is read, rising; nothing is loaded.

    Example:
        >>> "line" in names()
        True
    """
    return tuple(sorted([r.name for r in _ROWS] + [r.name for r in _BINARY_ROWS]))


def written_names() -> tuple[str, ...]:
    """Return the name of every format that is written, rising; nothing is loaded."""
    binary = [row.name for row in _BINARY_ROWS if row.written]
    return tuple(sorted([*written_texts(), *binary]))


def written_texts() -> tuple[str, ...]:
    """Return the name of every format of text that is written, rising."""
    return tuple(sorted([row.name for row in _ROWS if row.written]))


def formats() -> tuple[Format | BinaryFormat, ...]:
    """Return every format, by name.

    Example:
        >>> [format.name for format in formats() if ".csv" in format.extensions]
        ['csv']
    """
    return tuple(find_any(name) for name in names())


def asked(head: Head) -> Iterator[Format]:
    """Load the formats of text that are worth asking about this head."""
    for row in _ROWS:
        if row.worth(head):
            yield _load(row)


def magics() -> tuple[bytes, ...]:
    """Return what the files of the formats in bytes begin with."""
    return tuple([row.magic for row in _BINARY_ROWS])


def binary_of(first: bytes) -> BinaryFormat | None:
    """Return the format in bytes whose files begin like this, if there is one."""
    for row in _BINARY_ROWS:
        if first.startswith(row.magic):
            return _load_binary(row)
    return None


def find(name: str) -> Format:
    """Find a format of text by name.

    Raises:
        UsageError: There is none of that name.

    Example:
        >>> find("line").summary
        'one puzzle a line, a character a cell'
    """
    for row in _ROWS:
        if row.name == name:
            return _load(row)
    if any(row.name == name for row in _BINARY_ROWS):
        raise UsageError(f"the format {name} is not text; it goes to a file (-o FILE)")
    raise _unknown(name)


def find_any(name: str) -> Format | BinaryFormat:
    """Find a format by name, of text or of bytes.

    Raises:
        UsageError: There is none of that name.
    """
    for row in _BINARY_ROWS:
        if row.name == name:
            return _load_binary(row)
    return find(name)


def _unknown(name: str) -> UsageError:
    known = ", ".join(names())
    return UsageError(f"no format named '{printable(name)}'; expected {known}")


def _load(row: _Row) -> Format:
    found: Format = getattr(_module(row.module), row.name.upper())
    return found


def _load_binary(row: _BinaryRow) -> BinaryFormat:
    found: BinaryFormat = getattr(_module(row.module), row.name.upper())
    return found


def _module(name: str) -> object:
    return import_module(f"satdoku.formats.{name}")
