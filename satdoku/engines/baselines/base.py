"""What all baselines have in common: the protocol, and where a search starts.

Candidates are bit masks, digit d as bit d - 1, so that "is it left?", "how many are
left?" and "take it away" are each one operation on an integer.  Of the rules a baseline
knows units alone, which hold each digit at most once, and exactly once where they have
as many cells as there are digits.
"""

from __future__ import annotations

from contextlib import closing
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline

Units: TypeAlias = tuple[tuple[int, ...], ...]
"""The cells of each unit."""


class Baseline:
    """A solver of puzzles, made once and asked for many puzzles.

    Attributes:
        counters: What it counts.
    """

    counters: ClassVar[tuple[str, ...]] = (
        "guesses",
        "propagations",
        "conflicts",
        "depth",
    )

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether it keeps all rules of a puzzle: whether these are units."""
        return puzzle.has_only_units

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: dict[str, int],
    ) -> Generator[Grid, None, None]:
        """Yield every solution once, lazily.

        Closing the iterator leaves nothing running.  Clues that break the rules are no
        error: there is no solution.

        Args:
            puzzle: The puzzle.
            candidates: The digits that are left to each cell, as masks, a cell's clue
                alone where it has one; None to start from the puzzle itself.
            deadline: When to stop.
            statistics: Is added to; complete when a solution is yielded, and when the
                iterator has ended or is closed.  Of these keys those that have a
                meaning for the search:

                guesses        digits tried where more than one was possible
                propagations   digits placed or candidates removed without a guess
                conflicts      dead ends, where a cell or unit had nothing left
                depth          the most guesses that stood at a time
                decisions      branches, as the library counts them
                nodes          of the tree of linear programs

        Raises:
            Stopped: The deadline came first, within 0.2 seconds (by the iterator).
            KeyboardInterrupt: Ctrl-C, within a second.
        """
        for key in self.counters:
            statistics.setdefault(key, 0)
        start = Start.of(puzzle, candidates, deadline, statistics)
        if start is None:
            return
        with closing(self._search(start)) as solutions:
            for values in solutions:
                yield Grid.trusted(puzzle.geometry, values)

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        """Yield the digits of every solution once, lazily."""
        raise NotImplementedError

    def close(self) -> None:
        """Free what is kept between puzzles; the baseline can be used again."""


class Start(NamedTuple):
    """Where a search starts.

    Args:
        size: The number of digits.
        units: The cells of each unit.
        values: The digit of each cell, 0 where it is empty.
        allowed: The digits that the puzzle allows in each cell, whatever its peers
            hold, as a mask.
        lacking: The digits of each unit that none of its cells holds, as a mask.
        puzzle: The puzzle.
        deadline, statistics: As of `Baseline.solutions`.
    """

    size: int
    units: Units
    values: list[int]
    allowed: list[int]
    lacking: list[int]
    puzzle: Puzzle
    deadline: Deadline
    statistics: dict[str, int]

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        candidates: Sequence[int] | None = None,
        deadline: Deadline = NEVER,
        statistics: dict[str, int] | None = None,
    ) -> Start | None:
        """Return where a search of a puzzle starts; None if digits clash.

        With candidates, the cells are filled that have only one.

        Example:
            >>> from satdoku.puzzle.puzzle import Puzzle
            >>> puzzle = Puzzle("12.. .... .... ....")
            >>> Start.of(puzzle, (1, 2, 4, 8) + (15,) * 12).values[:5]
            [1, 2, 3, 4, 0]
            >>> Start.of(puzzle, (1,) * 16) is None
            True
        """
        size, units = puzzle.geometry.size, puzzle.units
        full = (1 << size) - 1
        if candidates is None:
            values = list(puzzle.values)
            allowed = list(puzzle.masks or [full] * len(values))
        else:
            values = [m.bit_length() if m.bit_count() == 1 else 0 for m in candidates]
            allowed = list(candidates)
        units_of = units_of_cells(units, len(values))
        lacking = [full] * len(units)
        for cell, value in enumerate(values):
            if value:
                bit = 1 << (value - 1)
                for unit in units_of[cell]:
                    if not lacking[unit] & bit:
                        return None
                    lacking[unit] ^= bit
        counters = {} if statistics is None else statistics
        return cls(size, units, values, allowed, lacking, puzzle, deadline, counters)

    @property
    def empty(self) -> list[int]:
        """The cells without a digit, rising."""
        return [cell for cell, value in enumerate(self.values) if not value]

    def candidates(self) -> list[int]:
        """Return a mask a cell: its digit, or those allowed that no filled peer holds.

        Example:
            >>> from satdoku.puzzle.puzzle import Puzzle
            >>> Start.of(Puzzle("12.. .... .... ....")).candidates()[:5]
            [1, 2, 12, 12, 12]
        """
        masks = self.allowed.copy()
        for cells, lacking in zip(self.units, self.lacking, strict=True):
            for cell in cells:
                masks[cell] &= lacking
        for cell, value in enumerate(self.values):
            if value:
                masks[cell] = 1 << (value - 1)
        return masks


@lru_cache(maxsize=8)
def units_of_cells(units: Units, cells: int) -> Units:
    """Return which units each cell is in, by their numbers.

    Example:
        >>> units_of_cells(((0, 1), (1, 2, 3)), 4)
        ((0,), (0, 1), (1,), (1,))
    """
    numbers: list[list[int]] = [[] for _ in range(cells)]
    for number, unit in enumerate(units):
        for cell in unit:
            numbers[cell].append(number)
    return tuple(map(tuple, numbers))


@lru_cache(maxsize=8)
def peers_of(units: Units, cells: int) -> Units:
    """Return the other cells of each cell's units, in order.

    Example:
        >>> peers_of(((0, 1), (1, 2, 3)), 4)
        ((1,), (0, 2, 3), (1, 3), (1, 2))
    """
    peers: list[set[int]] = [set() for _ in range(cells)]
    for unit in units:
        for cell in unit:
            peers[cell].update(unit)
    return tuple(tuple(sorted(p - {cell})) for cell, p in enumerate(peers))


def steps(deadline: Deadline, every: int) -> Iterator[None]:
    """Yield for each step of a search, and look at the clock now and then.

    Args:
        deadline: When to stop.
        every: Steps from one look to the next; the first look comes before the search.

    Raises:
        Stopped: The deadline has come.
    """
    for step in count():
        if step % every == 0:
            deadline.check()
        yield
