"""Which puzzles of the whole input are a run's: a shard of them, less those before.

Puzzles are counted over all files, as they come, those that cannot be read included
(and a file that cannot be read, as one).  Shard i of n has puzzles i, i + n, i + 2n, …:
which these are depends on nothing but the input, so n runs answer each puzzle once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.formats.blocks.block import Block

__all__ = ["Share"]

T = TypeVar("T")


class Share:
    """A part of the input.

    Args:
        number: Which shard, from 1.
        of: Of how many.
        skip: How many puzzles of it are left out.

    Example:
        >>> list(Share(2, 3, 1).over("abcdefghij"))
        ['e', 'h']
    """

    def __init__(self, number: int = 1, of: int = 1, skip: int = 0) -> None:
        self._number = number
        self._of = of
        self.skip = skip

    @property
    def _start(self) -> int:
        return self._number - 1 + self.skip * self._of

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items of this share."""
        for index, item in enumerate(items):
            if index >= self._start and (index - self._start) % self._of == 0:
                yield item

    def of_blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield the blocks with the items of this share alone."""
        before = 0
        for block in blocks:
            start = self._start - before
            if start < 0:
                start %= self._of
            before += block.items
            if start < block.items:
                yield block.select(start, self._of)
