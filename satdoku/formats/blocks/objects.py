"""Blocks of the format `json`: lines of JSON that differ in their digits alone.

Idea: the first line of a chunk is read as ever.  Lines that have the same bytes as
that one, save 81 characters of a puzzle and those of its solution, mean the same.  Of a
chunk in which one line differs otherwise, each goes through the reader (`json_format`);
of a document whose values go over several lines, all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.blocks.block import CELLS, Block, fits
from satdoku.formats.blocks.gather import gather
from satdoku.formats.blocks.rows import Rows
from satdoku.formats.json_format import told_apart
from satdoku.formats.json_objects import Objects
from satdoku.formats.json_stream import is_open, line_pieces, pieces
from satdoku.formats.lines import Lines, is_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.formats.model import Entry, Options

__all__ = ["JsonBlocks"]

_WINDOW = re.compile(rb'"(puzzle|solution)"\s*:\s*"([.0-9]{81})"')
_BAD = 255
_CLUES = bytes(
    0 if mark in b".0" else mark - 48 if mark in b"123456789" else _BAD
    for mark in range(256)
)
_DIGITS = bytes(mark - 48 if mark in b"123456789" else _BAD for mark in range(256))


class _Numbers:
    """The numbers of puzzles, of which some may be left out."""

    def __init__(self) -> None:
        self.last = 0

    def __iter__(self) -> _Numbers:
        return self

    def __next__(self) -> int:
        self.last += 1
        return self.last


class JsonBlocks:
    """Reads chunks of lines of JSON.

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
        del names  # they are read anyway
        self._source = source
        self._options = options
        self._size = size
        self._numbers = _Numbers()
        self._objects = Objects(source, options, self._numbers)
        self.done = 0
        self._by_lines = False

    def takes(self, text: bytes) -> bool:
        """Whether each of these lines is a value, as the first line of all is."""
        if not self._by_lines:
            lines = text.decode().split("\n")
            first = next(filter(is_data, lines), None)
            self._by_lines = first is not None and not is_open(first)
        return self._by_lines

    def blocks(self, text: bytes) -> Iterator[Block]:
        """Yield the puzzles of some lines."""
        rows = Rows(text)
        first = rows.line(0)
        number = self._numbers.last
        found = list(self._read([first], self.done))
        entry = found[0] if len(found) == 1 else None
        values = None
        if entry is not None and not isinstance(entry, InputError) and fits(entry):
            values = _plain(rows, entry)
        if values is None or entry is None or isinstance(entry, InputError):
            lines = text.decode().split("\n")[1:-1]
            yield from gather(found, self._source, self._size)
            found_ = self._read(lines, self.done + 1)
            yield from gather(found_, self._source, self._size)
        else:
            import numpy as np  # noqa: PLC0415  loaded by now

            self._numbers.last += rows.count - 1
            count = np.arange(1, rows.count + 1)
            names = None if entry.name is None else [entry.name] * rows.count
            yield Block(
                self._source, "json", values, self.done + count, number + count, names
            )
        self.done += rows.count

    def rest(self, lines: Lines) -> Iterator[Entry | InputError]:
        """Read what is left in the usual way."""
        values = (
            line_pieces(lines)
            if self._by_lines
            else pieces(lines, self._options.limits)
        )
        return told_apart(self._objects.entries(values), self._numbers.last)

    def _read(self, lines: list[str], done: int) -> Iterator[Entry | InputError]:
        part = Lines(iter([lines]), self._source, before=done)
        found = self._objects.entries(line_pieces(part))
        return told_apart(found, self._numbers.last)


def _plain(rows: Rows, entry: Entry) -> NDArray[np.uint8] | None:
    """Return the values of lines that are like the first; None if one is not."""
    import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

    grid = rows.grid()
    if grid is None:
        return None
    windows = list(_WINDOW.finditer(rows.text, 0, rows.width))
    kinds = sorted(window[1] for window in windows)
    if kinds not in ([b"puzzle"], [b"puzzle", b"solution"]):
        return None
    values: NDArray[np.uint8] | None = None
    fixed = np.ones(rows.width, np.bool_)
    for window in windows:
        start = window.start(2)
        fixed[start : start + CELLS] = False
        is_puzzle = window[1] == b"puzzle"
        table = np.frombuffer(_CLUES if is_puzzle else _DIGITS, np.uint8)
        found = table[grid[:, start : start + CELLS]]
        if int(found.max()) == _BAD:
            return None
        if is_puzzle:
            values = found
    if values is None or tuple(values[0].tolist()) != entry.grid.values:
        return None
    same = bool((grid[:, fixed] == grid[0, fixed]).all())
    return values if same else None
