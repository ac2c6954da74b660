"""A block: many puzzles of 9x9 in one array, and what came between them.

Invariants: rows are in the order of the source; `others` rise by their row.  What is
in `others` at row r came before the puzzle of row r, and behind that of row r - 1.  An
item is a row, or one of the others: the puzzles of a source are the items of its
blocks, one block after the other, wherever they are cut.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satdoku.formats.model import Entry
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.errors import InputError

__all__ = ["CELLS", "Block", "fits", "joined", "without_rows"]

CELLS = 81
"""Cells of a puzzle."""

_NINE = Geometry(9, 9)


@dataclass(frozen=True, slots=True)
class Block:
    """Some puzzles of a source that came one after the other.

    Args:
        source: What messages call the source.
        format: The name of the format.
        values: (N, 81) uint8, a puzzle a row, 0 for an empty cell.
        lines: (N,) int64, the line of each.
        numbers: (N,) int64, which puzzle of the source each is, from 1.
        names: What the source calls each; None if it calls none by a name.
        others: What else there is, each with the row it comes before: puzzles that are
            no plain ones of 9x9, and why some cannot be read.
        part: How much of the source has been read, from 0 to 1; None if unknown.
    """

    source: str
    format: str
    values: NDArray[np.uint8]
    lines: NDArray[np.int64]
    numbers: NDArray[np.int64]
    names: Sequence[str | None] | None = None
    others: Sequence[tuple[int, Entry | InputError]] = ()
    part: float | None = None

    @property
    def items(self) -> int:
        """How many puzzles there are, those that cannot be read included."""
        return len(self.values) + len(self.others)

    def __iter__(self) -> Iterator[Entry | InputError]:
        """Yield all items in their order."""
        at = 0
        for row, other in self.others:
            yield from map(self.entry, range(at, row))
            yield other
            at = row
        yield from map(self.entry, range(at, len(self.values)))

    def entry(self, row: int) -> Entry:
        """Return a row as an entry."""
        return Entry(
            Puzzle.trusted(_NINE, tuple(self.values[row].tolist())),
            self.source,
            int(self.lines[row]),
            int(self.numbers[row]),
            None if self.names is None else self.names[row],
            self.format,
        )

    def select(self, start: int, step: int) -> Block:
        """Return every `step`-th item, from the item `start` on."""
        import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

        if start == 0 and step == 1:
            return self
        places = np.array([row for row, _ in self.others], np.int64)
        rows = np.arange(len(self.values))
        index = rows + np.searchsorted(places, rows, side="right")
        kept = (index >= start) & ((index - start) % step == 0)
        before = np.concatenate(([0], np.cumsum(kept)))
        return replace(
            self,
            values=self.values[kept],
            lines=self.lines[kept],
            numbers=self.numbers[kept],
            names=None
            if self.names is None
            else [self.names[row] for row in np.flatnonzero(kept).tolist()],
            others=[
                (int(before[row]), other)
                for at, (row, other) in enumerate(self.others)
                if (index_ := row + at) >= start and (index_ - start) % step == 0
            ],
        )


def joined(first: Block, second: Block) -> Block:
    """Return two blocks of a source, one behind the other, as one."""
    import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

    names: list[str | None] | None = None
    if first.names is not None or second.names is not None:
        names = [*(first.names or [None] * len(first.values))]
        names += second.names or [None] * len(second.values)
    count = len(first.values)
    return replace(
        second,
        values=np.concatenate((first.values, second.values)),
        lines=np.concatenate((first.lines, second.lines)),
        numbers=np.concatenate((first.numbers, second.numbers)),
        names=names,
        others=[*first.others, *((count + row, item) for row, item in second.others)],
    )


def fits(entry: Entry) -> bool:
    """Whether a puzzle can be a row: 9x9 in boxes of 3x3, clues alone, usual digits.

    Example:
        >>> fits(Entry.of(Puzzle("." * 81))), fits(Entry.of(Puzzle("." * 16)))
        (True, False)
    """
    grid = entry.grid
    return (
        grid.geometry == _NINE
        and grid.candidates is None
        and entry.extras.symbols is None
    )


def without_rows(
    source: str, format_: str, others: Sequence[Entry | InputError]
) -> Block:
    """Return a block of nothing but others."""
    import numpy as np  # noqa: PLC0415  as above

    none = np.empty(0, np.int64)
    values = np.empty((0, CELLS), np.uint8)
    return Block(
        source, format_, values, none, none, None, [(0, other) for other in others]
    )
