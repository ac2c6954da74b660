"""Blocks of the format `csv`: records in plain sight, whole chunks of lines at once.

Idea: between line ends, and without a quote, a record is what stands between
separators; of the other columns nothing is asked.  A chunk in which a record is not
plain goes through the reader of tables (`satdoku.formats.csv_table`), and from the
first quote on so does all that comes, as a quoted value may hold line ends.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from satdoku.formats.blocks.block import Block, joined
from satdoku.formats.blocks.gather import gather
from satdoku.formats.blocks.rows import Rows
from satdoku.formats.csv_table import LONGEST_VALUE, CsvReader
from satdoku.formats.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.errors import InputError
    from satdoku.formats.model import Entry, Options

__all__ = ["CsvBlocks"]

_HEAD = 64
"""Lines by which the columns are told."""


class CsvBlocks:
    """Reads chunks of lines of a table.

    Args:
        source: What messages call the source.
        options: What the person has said.
        size: The puzzles of a block, about.
        names: Whether the names of puzzles are asked for.

    Attributes:
        done: How many lines there were so far.
    """

    def __init__(
        self, source: str, options: Options, size: int, *, names: bool
    ) -> None:
        self._source = source
        self._size = size
        self._names = names
        self._reader = CsvReader(options)
        self.done = 0

    def takes(self, text: bytes) -> bool:
        """Whether each of these lines is a record, or none."""
        return b'"' not in text

    def blocks(self, text: bytes) -> Iterator[Block]:
        """Yield the puzzles of some lines.

        Raises:
            InputError: There is no column of puzzles.
        """
        if self._reader.table is None:
            rows = Rows(text)
            end = int(rows.starts[min(_HEAD, rows.count)])
            head = list(self._usual(text[:end]))
            rest = list(self._behind(text[end:])) if text[end:] else []
            if len(head) == len(rest) == 1:
                yield joined(head[0], rest[0])
            else:
                yield from chain(head, rest)
        else:
            yield from self._behind(text)

    def _behind(self, text: bytes) -> Iterator[Block]:
        rows = Rows(text)
        values = self._plain(rows)
        if values is None:
            yield from self._usual(text)
            return
        import numpy as np  # noqa: PLC0415  loaded by now

        count = np.arange(1, rows.count + 1)
        number, done = self._reader.number, self.done
        self._reader.number += rows.count
        self.done += rows.count
        yield Block(self._source, "csv", values, done + count, number + count)

    def rest(self, lines: Lines) -> Iterator[Entry | InputError]:
        """Read what is left in the usual way."""
        return self._reader.read(lines)

    def _usual(self, text: bytes) -> Iterator[Block]:
        lines = text.decode().split("\n")
        lines.pop()
        part = Lines(iter([lines]), self._source, before=self.done)
        self.done += len(lines)
        yield from gather(self._reader.read(part), self._source, self._size)

    def _plain(self, rows: Rows) -> NDArray[np.uint8] | None:
        """Return the values of records; None if one of them is not plain."""
        columns, table = self._reader.columns, self._reader.table
        meant = None if table is None else table.nine
        if columns is None or meant is None or columns.kinds:
            return None
        if self._names and columns.name is not None:
            return None
        if rows.longest > LONGEST_VALUE:
            return None
        separator = self._reader.separator.encode()
        begin = rows.behind(separator, columns.puzzle)
        if begin is None:
            return None
        values, sound = rows.cells(meant, b"\n" + separator, begin)
        return values if bool(sound.all()) else None
