"""Blocks of the format `line`: lines that hold a puzzle in plain sight, all at once.

Idea: what a line means is told by the same table the reader of lines goes by, once that
has read the first of them.  A line that the table does not explain as a whole goes
through the reader itself (`satdoku.formats.line`), so that nothing is read here that it
would read otherwise, and its messages are the same.  The table may become another one
on the way, but never one that reads a plain line differently: digits stay digits, and
`.` and `0` stay blank beside any other sign.
"""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.blocks.block import CELLS, Block, fits, joined
from satdoku.formats.blocks.gather import gather
from satdoku.formats.blocks.rows import Rows
from satdoku.formats.cells import Cells
from satdoku.formats.line import FIELD_ENDS, line_table, read_lines
from satdoku.formats.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.formats.model import Entry, Options

__all__ = ["LineBlocks"]

_BEHIND = f"\n{FIELD_ENDS}".encode()
_SIZE = 9
_HEAD = 64
"""Lines of the first chunk that tell the table; the rest of it may go by that."""
_FEW = 8
"""Of so many lines one may be no plain one, and be read by itself."""


class LineBlocks:
    """Reads chunks of lines.

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
        self._options = options
        self._size = size
        self._with_names = names
        self._cells = Cells(options)
        self.done = 0
        self._number = 0
        """Puzzles so far, those that cannot be read included."""
        self._after_plain = False
        """Whether the last line was plain, so that no reader of lines has seen it."""

    def takes(self, text: bytes) -> bool:
        """Whether these lines can be read here: all can."""
        del text
        return True

    def blocks(self, text: bytes) -> Iterator[Block]:
        """Yield the puzzles of some lines."""
        rows = Rows(text)
        if self.done == 0 and rows.count > _HEAD:
            end = int(rows.starts[_HEAD])
            head = list(self._one_by_one(text[:end]))
            rest = list(self._behind(Rows(text[end:])))
            if len(head) == len(rest) == 1:
                yield joined(head[0], rest[0])
            else:
                yield from chain(head, rest)
        else:
            yield from self._behind(rows)

    def _behind(self, rows: Rows) -> Iterator[Block]:
        block = self._plain(rows)
        if block is None:
            yield from self._one_by_one(rows.text)
        else:
            self._number += block.items
            self.done += rows.count
            yield block

    def _one_by_one(self, text: bytes) -> Iterator[Block]:
        self._tell_reader()
        lines = text.decode().split("\n")
        lines.pop()
        found = self._usual(lines, self.done, self._number)
        yield from gather(self._counted(found), self._source, self._size)
        self.done += len(lines)

    def rest(self, lines: Lines) -> Iterator[Entry | InputError]:
        """Read what is left in the usual way."""
        self._tell_reader()
        return read_lines(lines, self._options, self._cells, self._number)

    def _tell_reader(self) -> None:
        if self._after_plain:
            self._cells.seen(_SIZE)
            self._after_plain = False

    def _usual(
        self, lines: list[str], done: int, number: int
    ) -> Iterator[Entry | InputError]:
        part = Lines(iter([lines]), self._source, before=done)
        return read_lines(part, self._options, self._cells, number)

    def _counted(
        self, found: Iterator[Entry | InputError]
    ) -> Iterator[Entry | InputError]:
        for item in found:
            self._number += 1
            yield item

    def _plain(self, rows: Rows) -> Block | None:
        """Return the puzzles of lines most of which are plain; None if they are not."""
        import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

        table = line_table(self._cells, _SIZE)
        if table is None or self._cells.marks.unusual(_SIZE) is not None:
            return None
        values, sound = rows.cells(table, _BEHIND)
        lines = np.arange(self.done + 1, self.done + rows.count + 1)
        if bool(sound.all()):
            numbers = np.arange(self._number + 1, self._number + rows.count + 1)
            names = self._names(rows, range(rows.count))
            self._after_plain = True
            return Block(self._source, "line", values, lines, numbers, names)
        odd = np.flatnonzero(~sound).tolist()
        if len(odd) * _FEW > rows.count:
            return None
        others = self._others(rows, odd)
        if any(not isinstance(item, InputError) and fits(item) for _, item in others):
            return None  # it is a row, too, and its turn is among the rows
        self._after_plain = bool(sound[-1])
        kept = np.flatnonzero(sound)
        index = np.arange(len(kept))
        places = np.array([row for row, _ in others], np.int64)
        before = np.searchsorted(places, index, side="right")
        numbers = self._number + 1 + index + before
        names = self._names(rows, kept.tolist())
        return Block(
            self._source, "line", values[kept], lines[kept], numbers, names, others
        )

    def _others(
        self, rows: Rows, odd: list[int]
    ) -> list[tuple[int, Entry | InputError]]:
        """Read the lines that are not plain, each run of them by itself."""
        others: list[tuple[int, Entry | InputError]] = []
        for row, run in groupby(enumerate(odd), lambda pair: pair[1] - pair[0]):
            places = [at for _, at in run]
            if places[0] or self._after_plain:
                self._cells.seen(_SIZE)
            texts = [rows.line(at) for at in places]
            before = self._number + row + len(others)
            found = self._usual(texts, self.done + places[0], before)
            others += [(row, item) for item in found]
        return others

    def _names(self, rows: Rows, places: Sequence[int]) -> list[str | None] | None:
        """Return what stands behind the cells, if that is asked for."""
        if not self._with_names or rows.width == CELLS + 1:
            return None
        starts = (rows.starts[:-1] + CELLS).tolist()
        ends = (rows.starts[1:] - 1).tolist()
        text = rows.text
        return [
            text[starts[at] : ends[at]].decode().strip(FIELD_ENDS) or None
            for at in places
        ]
