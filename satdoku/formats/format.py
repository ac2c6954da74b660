"""What a format is: a value that says how to recognise, read and write one layout.

Each format is a file of this folder that defines one `Format`; `register.py` lists
them.  Nothing else knows a format by name, so a new one is a new file and a new line.

Invariants of every format:

* `recognises` looks at the head alone and raises nothing.
* `read` takes the lines one after the other, keeps at most one puzzle of them, and
  yields for each puzzle an `Entry` or the `InputError` that says why it is none.
* What `write` gives, `read` reads back as the same grid, and with all that `keeps`
  names.  Two exceptions, which `keeping.lost` tells: what `told` says to come back
  otherwise, and a lone candidate, which is a clue where `lone_clues` says so.

Formats of arrays and tables that are not text are a `BinaryFormat`: recognised by their
first bytes, read from a stream, written to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from satdoku.formats.limits import USUAL_LIMITS, ReadLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from satdoku.errors import InputError
    from satdoku.formats.entry import Entry
    from satdoku.formats.lines import Head, Lines
    from satdoku.geometry import Geometry
    from satdoku.symbols import Symbols

__all__ = [
    "USUAL_STYLE",
    "BinaryFormat",
    "BinaryWriter",
    "Certainty",
    "Format",
    "Options",
    "Style",
    "Told",
]


class Certainty(IntEnum):
    """How sure a format is that a text is written in it."""

    NO = 0
    """It is not."""
    POSSIBLE = 1
    """It may be, badly written or where no other format fits better."""
    LIKELY = 2
    """The head is well-formed."""
    CERTAIN = 3
    """Whatever follows, it can be nothing else."""


class Options(NamedTuple):
    """What the person has said about the text.

    Args:
        geometry: The shape of the boxes; the usual one of each size if None.
        symbols: How digits are written; told from the text if None.
        column: Name or number (from 1) of the column of puzzles, in tables.
        solution: Name or number (from 1) of the column of solutions, in tables.
        limits: What may be read at all.
    """

    geometry: Geometry | None = None
    symbols: Symbols | None = None
    column: str | None = None
    solution: str | None = None
    limits: ReadLimits = USUAL_LIMITS


class Style(NamedTuple):
    """How an entry is written.

    Args:
        number: Which puzzle of the output it is, from 1.
        symbols: How digits are written, a character each; the usual way if None.
        columns: The columns of a table; those that the entry fills if None.
    """

    number: int = 1
    symbols: Symbols | None = None
    columns: tuple[str, ...] | None = None


USUAL_STYLE = Style()


class Told(NamedTuple):
    """What is said of a puzzle in words.

    Args:
        name: What it is called, or None.
        details: (key, value) pairs, as in `Extras`.
    """

    name: str | None = None
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Format:
    """One layout of puzzles in text; equal to itself alone.

    Args:
        name: What `--from` takes.
        summary: What it looks like, as it ends the sentence "the text can be read as".
        extensions: Endings of file names that usually hold it, with the dot.
        recognises: Says from the head of a text how sure it is of being this format.
        read: Yields the puzzles of the lines.
        write: Returns the text of an entry, with its line ends; None if the format is
            only read.
        header: What is written once before all puzzles.
        separator: What is written between two puzzles.
        footer: What is written once behind all puzzles.
        columns: Names the columns that some entries fill, in tables; those that are
            written stand in the header, between commas.
        keeps: What it holds besides clues: of `name`, `details`, `state`, `candidates`,
            `solution`, `boxes` (shapes that are not the usual ones of their size).
        sizes: The sizes it can write; all if None.
        single: Whether a text holds one puzzle alone.
        symbols: Whether there is a choice of how digits are written.
        comments: Whether lines with `#` in front may stand between two puzzles.
        borders: Whether borders tell the boxes, unless one side of them is a cell.
        lone_clues: Whether a lone candidate, with none like it beside it, is read as a
            clue, and nothing else is.
        told: Returns what an entry is called and told to be, as far as it is read back
            from what is written; if None, that is all that `keeps` names.
    """

    name: str
    summary: str
    extensions: tuple[str, ...]
    recognises: Callable[[Head], Certainty]
    read: Callable[[Lines, Options], Iterator[Entry | InputError]]
    write: Callable[[Entry, Style], str] | None = None
    header: str = ""
    separator: str = ""
    footer: str = ""
    columns: Callable[[Sequence[Entry]], tuple[str, ...]] | None = None
    keeps: frozenset[str] = frozenset()
    sizes: tuple[int, ...] | None = None
    single: bool = False
    symbols: bool = True
    comments: bool = True
    borders: bool = False
    lone_clues: bool = False
    told: Callable[[Entry], Told] | None = None


class BinaryWriter(Protocol):
    """Writes entries to a stream of bytes; `close` ends the file."""

    def write(self, entry: Entry) -> None:
        """Write one more entry.

        Raises:
            UsageError: It does not fit the format, or the entries before.
        """
        ...

    def close(self) -> None:
        """Write what the file ends with; the stream stays open."""
        ...


@dataclass(frozen=True, eq=False)
class BinaryFormat:
    """One layout of puzzles in bytes; equal to itself alone.

    Args:
        name: What `--from` takes.
        summary: What it is, as it ends the sentence "the file can be read as".
        extensions: Endings of file names that usually hold it, with the dot.
        magic: What its files begin with.
        read: Yields the puzzles of a stream of bytes of the given name; `line` of an
            entry is its number, as there are no lines.
        writer: Makes what writes to a stream of bytes; None if it is only read.
        keeps: As for `Format`.
        single: As for `Format`.
        symbols: As for `Format`.
        told: As for `Format`.
    """

    name: str
    summary: str
    extensions: tuple[str, ...]
    magic: bytes
    read: Callable[[IO[bytes], str, Options], Iterator[Entry | InputError]]
    writer: Callable[[IO[bytes], Style], BinaryWriter] | None = None
    keeps: frozenset[str] = frozenset()
    single: bool = False
    symbols: bool = True
    told: Callable[[Entry], Told] | None = None
