"""Which puzzles of the whole input are a run's: a shard of them, less those before.

Puzzles are counted over all files, as they come, those that cannot be read included
(and a file that cannot be read, as one).  Shard i of n has puzzles i, i + n, i + 2n, …:
which these are depends on nothing but the input, so n runs answer each puzzle once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from satdoku.cli.remarks import counted
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.formats.bulk import Block

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
        self._answered = 0
        self._by = ""
        self._refuse: Callable[[], None] | None = None

    @property
    def _start(self) -> int:
        return self._number - 1 + self.skip * self._of

    def of_so_many(self, puzzles: float) -> int:
        """Return how many of so many puzzles are in the part, as far as is known.

        Example:
            >>> Share(2, 3, 1).of_so_many(10.0)
            2
        """
        if puzzles == float("inf"):
            return 0
        return max(0, int(puzzles / self._of) - self.skip)

    def leave_out(self, answered: int, by: str, refuse: Callable[[], None]) -> None:
        """Leave out as many puzzles more as a file has answers.

        Args:
            answered: How many that is.
            by: The file.
            refuse: Is called before it is told that there are fewer puzzles.
        """
        self._answered, self._by, self._refuse = answered, by, refuse
        self.skip += answered

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items of this share.

        Raises:
            UsageError: There are fewer than answers.
        """
        count = 0
        for index, item in enumerate(items):
            count += 1
            if index >= self._start and (index - self._start) % self._of == 0:
                yield item
        self._look_at(count)

    def of_blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield the blocks with the items of this share alone.

        Raises:
            UsageError: There are fewer items than answers.
        """
        before = 0
        for block in blocks:
            start = self._start - before
            if start < 0:
                start %= self._of
            before += block.items
            if start < block.items:
                yield block.select(start, self._of)
        self._look_at(before)

    def _look_at(self, count: int) -> None:
        """See to it that so many items of the whole input are enough."""
        mine = max(0, count - self._number + self._of) // self._of
        to_answer = max(0, mine - (self.skip - self._answered))
        if self._answered > to_answer:
            if self._refuse is not None:
                self._refuse()
            raise UsageError(
                f"{printable(self._by, 200)} has {counted(self._answered, 'answer')}, "
                f"and here is no more than {counted(to_answer, 'puzzle')} to answer; "
                "--resume goes on with the same input"
            )
