"""From entries to blocks: the way of every format that has no quicker one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.blocks.block import CELLS, Block, fits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.formats.model import Entry

__all__ = ["gather"]

_MOST_OTHERS = 1024


def gather(
    found: Iterable[Entry | InputError],
    source: str,
    size: int,
    waits: Callable[[], bool] | None = None,
) -> Iterator[Block]:
    """Yield the puzzles as blocks.

    Args:
        found: The puzzles, and what cannot be read.
        source: What messages call the source.
        size: The puzzles of a block.
        waits: Whether the next puzzle may be waited for: then the block ends, so that
            nobody who waits for an answer waits in vain.

    Raises:
        InputError: The source is broken; what came before it is in the blocks.
    """
    held = _Held(source)
    wrong: InputError | None = None
    items = iter(found)
    while True:
        try:
            item = next(items, None)
        except InputError as error:  # what comes before it is answered first
            item, wrong = None, error
        if item is None:
            break
        held.add(item)
        full = held.count >= size or len(held.others) >= _MOST_OTHERS
        if full or (waits is not None and waits()):
            yield held.block()
            held = _Held(source)
    if held.count or held.others:
        yield held.block()
    if wrong is not None:
        raise wrong


class _Held:
    """A block that is being filled."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._format = ""
        self._values = bytearray()
        self._lines: list[int] = []
        self._numbers: list[int] = []
        self._names: list[str | None] = []
        self.others: list[tuple[int, Entry | InputError]] = []
        self.count = 0

    def add(self, item: Entry | InputError) -> None:
        """Add a puzzle, or what is none."""
        if isinstance(item, InputError) or not fits(item):
            self.others.append((self.count, item))
            return
        self.count += 1
        self._format = item.format
        self._values += bytes(item.grid.values)
        self._lines.append(item.line)
        self._numbers.append(item.number)
        self._names.append(item.name)

    def block(self) -> Block:
        """Return what there is."""
        import numpy as np  # noqa: PLC0415  slow, and needed by arrays alone

        return Block(
            self._source,
            self._format,
            np.frombuffer(bytes(self._values), np.uint8).reshape(-1, CELLS),
            np.array(self._lines, np.int64),
            np.array(self._numbers, np.int64),
            self._names if any(self._names) else None,
            self.others,
        )
