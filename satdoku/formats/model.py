"""The values of this package: what a puzzle is read as, and what a format is.

Reading yields a `PuzzleRecord` for each puzzle: the puzzle, its place in the source,
and what else the source says of it (`Metadata`).  A `Format` is one layout of puzzles
in text, a `BinaryFormat` one in bytes; `registry.py` lists them.

Invariants of every format:

* `recognises` inspects the first lines alone and raises nothing.
* `read` takes the lines one after the other, holds at most one puzzle of them, and
  yields for each puzzle an `PuzzleRecord` or the `InputError` that says why it is none.
* What `write` gives, `read` reads back as the same puzzle, with all that `keeps` names;
  but a lone candidate is a clue where `lone_clues` says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from satdoku.puzzle.puzzle import MAX_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import IO

    from satdoku.errors import InputError
    from satdoku.formats.lines import Lines
    from satdoku.puzzle.cells import Line
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.puzzle.symbols import Symbols

DETAILS = ("author", "date", "source", "url", "level", "rating", "rules", "comment")
"""The usual keys of details; a puzzle's title is its name."""


PUZZLES = frozenset(
    ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "problem")
) | frozenset(("sudoku", "sudokus", "grid", "grids", "givens", "clues", "board"))
"""Names of columns of puzzles."""

SOLUTIONS = ("solution", "answer", "solutions", "answers")
"""Names of columns of solutions."""

NAMES = ("name", "title", "id")
"""Names of columns of names."""

DETAIL_OF = {key: key for key in sorted((*DETAILS, "difficulty"))} | {
    "difficulty": "level"
}
"""Names of columns of details, with the key of the detail."""


class Repair(NamedTuple):
    """A change that was made before a puzzle could be read.

    Args:
        line: The line of the source, from 1.
        what: What was done.
    """

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a source says of a puzzle beyond its clues; none of it changes the answer.

    Args:
        details: (key, value) pairs in the order of the source, keys from `DETAILS`
            where one fits.
        state: How far somebody has come: the clues, what was placed besides, and the
            candidates that are left, or None.
        solution: The solution that the source gives, unchecked, or None.
        repairs: What was repaired, line by line.
        warnings: What of the source is not read; what may be rules (`doubt_of`) first.
        looks: What a board of f-puzzles or SudokuPad shows beyond clues and
            constraints, as JSON.
    """

    details: tuple[tuple[str, str], ...] = ()
    state: Puzzle | None = None
    solution: Grid | None = None
    repairs: tuple[Repair, ...] = ()
    warnings: tuple[str, ...] = ()
    looks: str = ""

    @property
    def doubt(self) -> str:
        """What of the source may be rules that are not read; empty if nothing is."""
        return next(filter(re.compile(_DOUBT).fullmatch, self.warnings), "")


_DOUBT = "these [a-z ]+ may be rules: .*"


def doubt_of(unread: Sequence[str]) -> tuple[str, ...]:
    """Return the warning about what may be rules, if there is any.

    Args:
        unread: How many drawings there are of each kind, and words in quotes.

    Example:
        >>> doubt_of(["3 lines", "'Rows are odd'"])
        ("these drawings and words may be rules: 3 lines, 'Rows are odd'",)
    """
    are_words = [phrase.startswith(("'", '"')) for phrase in unread]
    kinds = ["drawings"] * (False in are_words) + ["words"] * (True in are_words)
    what = f"these {' and '.join(kinds)} may be rules: {', '.join(unread)}"
    return (what,) if unread else ()


PLAIN = Metadata()
"""Nothing beyond the clues."""


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a table, in their order.

    Args:
        names: Their names.
        puzzle: The number of the column of puzzles, from 0.
        solution: The number of that of their solutions; None if there is none.
        types: Their types in Arrow, where the table has any.
        separator: What stands between two values, where the table is text.

    Attributes:
        keys: A name of its own for each column: the second `note` is `note_2`.

    Example:
        >>> Table(("puzzle", "note", "note", "note_2"), 0).keys
        ('puzzle', 'note', 'note_3', 'note_2')
    """

    names: tuple[str, ...]
    puzzle: int
    solution: int | None = None
    types: tuple[object, ...] | None = None
    separator: str = field(default=",", compare=False)
    keys: tuple[str, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        keys: dict[str, None] = {}
        for name in self.names:
            key, number = name, 1
            while key in keys or (number > 1 and key in self.names):
                number += 1
                key = f"{name}_{number}"
            keys[key] = None
        object.__setattr__(self, "keys", tuple(keys))


class Row(NamedTuple):
    """The row of a table that a puzzle comes from, as it is there.

    Args:
        table: Its columns.
        values: The value in each column: texts, or what the table has instead.
    """

    table: Table
    values: tuple[object, ...]

    def others(self, *, solution: bool = False) -> dict[str, object]:
        """Return the values by key, without the puzzle.

        Args:
            solution: Whether to keep the solution.

        Example:
            >>> table = Table(("id", "quizzes", "solutions"), 1, 2)
            >>> Row(table, (7, "1...", "1234")).others()
            {'id': 7}
        """
        left = {self.table.puzzle, None if solution else self.table.solution}
        pairs = enumerate(zip(self.table.keys, self.values, strict=True))
        return dict([pair for at, pair in pairs if at not in left])


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A puzzle that was read, with its place.

    Args:
        puzzle: Its clues and, where the source rules candidates out, those.
        source: The file's name, `<stdin>` or another name of the source.
        line: The line of the source at which the puzzle starts, counted from 1 (its
            number in sources that have no lines).
        number: Which puzzle of the source it is, counted from 1, unreadable ones too.
        name: What the source calls it (`Grid 01`, the text behind a line), or None.
        format: The name of the format it was read in.
        metadata: What else the source says of it.
        columns: The row of the table it comes from, or None.
    """

    puzzle: Puzzle
    source: str
    line: int
    number: int
    name: str | None
    format: str
    metadata: Metadata = PLAIN
    columns: Row | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, name: str | None = None) -> PuzzleRecord:
        """Make the record of a puzzle that was not read.

        Example:
            >>> from satdoku.puzzle.puzzle import Puzzle
            >>> PuzzleRecord.of(Puzzle("." * 16)).number
            1
        """
        return cls(puzzle, "", 1, 1, name, "")

    def with_warning(self, warning: str) -> PuzzleRecord:
        """Return the record with one more warning."""
        warnings = (*self.metadata.warnings, warning)
        return replace(self, metadata=replace(self.metadata, warnings=warnings))

    def with_puzzle(self, puzzle: Puzzle) -> PuzzleRecord:
        """Return the record with another puzzle, in its row of a table, too."""
        row = self.columns
        if row is not None:
            at = row.table.puzzle
            values = (*row.values[:at], puzzle.line, *row.values[at + 1 :])
            row = row._replace(values=values)
        return replace(self, puzzle=puzzle, columns=row)


LONGEST_LINE = 4 << 20
"""Characters of a line, and of a puzzle."""
LONGEST_LINK = 256 << 10
"""Characters that a link (f-puzzles, SudokuPad) may unpack to."""
LONGEST_DOCUMENT = 64 << 20
"""Characters of a text that is held as a whole."""


class Options(NamedTuple):
    """How a source is to be read.

    Args:
        geometry: The shape of the boxes; the usual one of each size if None.
        symbols: How digits are written; detected if None.
        column: Name or number (from 1) of the column of puzzles, in tables.
        solution: Name or number (from 1) of the column of solutions, in tables.
        max_size: The most rows and columns of a grid.
        repair: Whether to repair what can be repaired in one way only.
        skipped: Gets the lines of text that are neither cells nor a title; None if
            nobody needs them.
    """

    geometry: Geometry | None = None
    symbols: Symbols | None = None
    column: str | None = None
    solution: str | None = None
    max_size: int = MAX_SIZE
    repair: bool = False
    skipped: list[Line] | None = None


class TableColumns(Protocol):
    """The columns of a table that is written (`tables.OutputTable`)."""

    names: tuple[str, ...]

    def values(self, record: PuzzleRecord | InputError, style: Style) -> list[object]:
        """Return what a puzzle has for each column."""
        ...


class Style(NamedTuple):
    """How an entry is written.

    Args:
        number: Which puzzle of the output it is, from 1.
        symbols: How digits are written, a character each; as in the puzzle if None.
        table: The columns of a table; those that the entry fills if None.
        answers: What was found out: values of further columns of the table.
        separator: What stands between two values of a table in text.
    """

    number: int = 1
    symbols: Symbols | None = None
    table: TableColumns | None = None
    answers: Mapping[str, object] | None = None
    separator: str = ","


USUAL_STYLE = Style()


@dataclass(frozen=True, eq=False, kw_only=True)
class Format:
    """One layout of puzzles in text; equal to itself alone.

    Args:
        name: What `--from` takes.
        summary: What it looks like, as it ends the sentence "the text can be read as".
        extensions: Endings of file names that usually hold it, with the dot.
        recognises: Says from the lines of a text, the first of data and those behind
            it, whether it is in this format.
        read: Yields the puzzles of the lines.
        write: Returns the text of an entry, with its line ends; None if the format is
            only read.
        header: What is written once before all puzzles.
        separator: What is written between two puzzles.
        footer: What is written once behind all puzzles.
        is_table: Whether its header names the columns of a table.
        keeps: What it holds besides clues: of `name`, `details`, `columns`, `state`,
            `candidates`, `solution`, `boxes` (shapes that are not the usual ones),
            `constraints`, `shape` (of grids that are not square or have no boxes).
        sizes: The sizes it can write; all if None.
        shapes: Whether it can write the values of grids of any shape, without a word of
            the shape.
        single: Whether a text holds one puzzle alone.
        symbols: Whether there is a choice of how digits are written.
        comments: Whether lines with `#` in front may stand between two puzzles.
        borders: Whether borders tell the boxes, unless one side of them is a cell.
        lone_clues: Whether a lone candidate, with none like it beside it, is read as a
            clue, and nothing else is.
        details: The keys of details that it holds, if not all.
    """

    name: str
    summary: str
    extensions: tuple[str, ...] = ()
    recognises: Callable[[Sequence[str]], bool]
    read: Callable[[Lines, Options], Iterator[PuzzleRecord | InputError]]
    write: Callable[[PuzzleRecord, Style], str] | None = None
    header: str = ""
    separator: str = ""
    footer: str = ""
    is_table: bool = False
    keeps: frozenset[str] = frozenset()
    sizes: tuple[int, ...] | None = None
    shapes: bool = False
    single: bool = False
    symbols: bool = True
    comments: bool = True
    borders: bool = False
    lone_clues: bool = False
    details: frozenset[str] = frozenset()


class BinaryWriter(Protocol):
    """Writes entries to a stream of bytes; `close` ends the file."""

    def write(
        self,
        record: PuzzleRecord | InputError,
        answers: Mapping[str, object] | None = None,
    ) -> None:
        """Write one more puzzle, in a table with answers, or what was unreadable.

        Raises:
            UsageError: It does not fit the format, or the puzzles before.
        """
        ...

    def close(self) -> None:
        """Write what the file ends with; the stream stays open."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class BinaryFormat:
    """One layout of puzzles in bytes; equal to itself alone.

    Args:
        name: What `--from` takes.
        summary: What it is, as it ends the sentence "the file can be read as".
        extensions: Endings of file names that usually hold it, with the dot.
        magic: What its files begin with.
        read: Yields the puzzles of a stream of bytes of the given name; `line` of an
            entry is its number, as there are no lines.
        writer: Makes what writes to a stream of bytes.
        keeps: As for `Format`.
        single: As for `Format`.
        symbols: As for `Format`.
        details: As for `Format`.
    """

    name: str
    summary: str
    extensions: tuple[str, ...]
    magic: bytes
    read: Callable[[IO[bytes], str, Options], Iterator[PuzzleRecord | InputError]]
    writer: Callable[[IO[bytes], Style], BinaryWriter]
    keeps: frozenset[str] = frozenset()
    single: bool = False
    symbols: bool = True
    details: frozenset[str] = frozenset()
