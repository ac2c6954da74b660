"""What a format is: a value that says how to recognise, read and write one layout.

Each format is a file of this folder that defines one `Format`; `register.py` lists
them.  Nothing else knows a format by name, so a new one is a new file and a new line.

Invariants of every format:

* `recognises` looks at the head alone and raises nothing.
* `read` takes the lines one after the other, keeps at most one puzzle of them, and
  yields for each puzzle an `Entry` or the `InputError` that says why it is none.
* What `write` gives, `read` reads back as the same grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.errors import InputError
    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.symbols import Symbols

__all__ = ["Certainty", "Format", "Options"]


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
    """

    geometry: Geometry | None = None
    symbols: Symbols | None = None
    column: str | None = None


@dataclass(frozen=True, eq=False)
class Format:
    """One layout of puzzles in text; equal to itself alone.

    Args:
        name: What `--from` takes.
        summary: What it looks like, as it ends the sentence "the text can be read as".
        extensions: Endings of file names that usually hold it, with the dot.
        recognises: Says from the head of a text how sure it is of being this format.
        read: Yields the puzzles of the lines.
        write: Returns the text of a grid, with its line ends, given which puzzle of the
            output it is (from 1); None if the format is only read.
        header: What is written once before all puzzles.
        separator: What is written between two puzzles.
        footer: What is written once behind all puzzles.
    """

    name: str
    summary: str
    extensions: tuple[str, ...]
    recognises: Callable[[Head], Certainty]
    read: Callable[[Lines, Options], Iterator[Entry | InputError]]
    write: Callable[[Grid, int], str] | None = None
    header: str = ""
    separator: str = ""
    footer: str = ""
