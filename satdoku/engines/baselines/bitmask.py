"""Bit masks: the digits that units lack, as integers; fewest candidates first.

For each unit one integer holds the digits that are not yet placed in it, a bit each.
The candidates of a cell are its units' integers and-ed together, so nothing is kept
cell by cell: to place a digit, or to take it back, flips one bit for each unit.  (Bits
in place of sets in such searches: M. Richards, "Backtracking algorithms in MCPL using
bit patterns and recursion", 1997.)

That is so cheap that before each step all empty cells can be looked at for the one with
fewest candidates: one with none ends the branch, one with a single one needs no guess.
This "fail first" (see `constraint`) is worth more than all speed.  Among equals that
cell is taken whose units lacked least at the start, since a guess there decides most:
one sort, for half the guesses and less.

What it does not see is a digit with one place left in a unit, if that cell has other
candidates, nor what follows from several cells together: `elimination` sees both, and
needs a thirtieth of the guesses for the reports' 95 hard puzzles.  Asked to
(`hidden_singles=True`), it looks for such digits before it guesses: that is no part of
the reports' method, and takes two more looks at all cells, but saves most guesses.

Automatic choice begins with it, with a budget: most puzzles are answered so in less
time than it takes to make a formula.  For others an engine that learns starts over.

Counters: `guesses` are digits placed where there were several candidates,
`propagations` digits placed as the only candidate, `conflicts` cells without any,
`depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from satdoku.engines.baselines.base import (
    Baseline,
    Start,
    steps,
    units_of_cells,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import TypeAlias

    from satdoku.engines.baselines.base import Units
    from satdoku.runtime.deadline import Deadline

    Place: TypeAlias = tuple[int, ...]

_REFILL = 50
"""Steps that each solution adds to what is left of the budget."""


class Bitmask(Baseline):
    """Searches by guesses in the cell with fewest candidates, on bit masks.

    Args:
        budget: Steps, of a digit each, after which `solutions` ends early, which each
            solution lets go on for a while; None for never.
        hidden_singles: Whether digits with one place left in a unit are placed before a
            guess.

    Attributes:
        spent: Whether the last search ended early: there may be more solutions.

    Example:
        >>> from satdoku.runtime.deadline import Deadline
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle, counters = Puzzle("1... ..2. ..3. 4..."), {}
        >>> list(Bitmask().solutions(puzzle, None, Deadline(), counters))
        [Grid('1243342121344312')]
        >>> counters
        {'guesses': 0, 'propagations': 12, 'conflicts': 0, 'depth': 0}
        >>> search = Bitmask(budget=5)
        >>> list(search.solutions(puzzle, None, Deadline(), {})), search.spent
        ([], True)
    """

    def __init__(
        self, budget: int | None = None, *, hidden_singles: bool = False
    ) -> None:
        self._budget = budget
        self._hidden_singles = hidden_singles
        self.spent = False

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        self.spent = False
        statistics = start.statistics
        units_of = units_of_cells(start.units, len(start.values))
        board = _PlainBoard(start) if set(map(len, units_of)) == {3} else _Board(start)
        values, lacking, empty = start.values, board.lacking, board.empty
        # Of each cell so far: where it was among the empty ones, what it is, the digit
        # in it, the digits to try after that one, whether these are guesses.
        stack: list[tuple[int, Place, int, int, bool]] = []
        depth = 0
        for _ in self._steps(start.deadline):
            if empty:
                best, free, fewest = board.fewest()
                if fewest > 1 and self._hidden_singles:
                    best, free, fewest = board.only_place() or (best, free, fewest)
                if fewest:
                    stack.append((best, empty.pop(best), 0, free, fewest > 1))
                else:
                    statistics["conflicts"] += 1
                if fewest > 1:
                    depth += 1
                    statistics["depth"] = max(statistics["depth"], depth)
            else:
                yield tuple(values)
                self._left += _REFILL
            # Take the last digit back, until there is a cell with another one to try.
            while stack:
                best, place, bit, free, is_guess = stack.pop()
                new = free & -free
                change = bit | new
                cell = place[-1]
                for unit in units_of[cell]:
                    lacking[unit] ^= change
                if new:
                    values[cell] = new.bit_length()
                    stack.append((best, place, new, free ^ new, is_guess))
                    statistics["guesses" if is_guess else "propagations"] += 1
                    break
                empty.insert(best, place)
                depth -= is_guess
            else:
                return

    def _steps(self, deadline: Deadline) -> Iterator[None]:
        """Yield for each step within the budget."""
        most = self._left = self._budget or 0
        for _ in steps(deadline, every=16):
            if self._budget is not None:
                if not self._left:
                    self.spent = True
                    return
                self._left = min(self._left, most) - 1
            yield


class _Board:
    """The digits that each unit lacks, and the empty cells.

    To look at all units at once, an integer has a field of as many bits as there are
    digits for each of them.

    Attributes:
        lacking: The digits of each unit that are not placed, as masks.
        empty: Of each empty cell its units, the digits that the puzzle allows in it,
            and itself; sorted by how much its units lack at the start.
    """

    __slots__ = ("_needed", "_size", "_spreads", "empty", "lacking")

    def __init__(self, start: Start) -> None:
        size, units, values, allowed, self.lacking, *_ = start
        self._size = size
        full = [u for u, cells in enumerate(units) if len(cells) == size]
        # The fields of units that have to hold every digit; what brings a mask of a
        # cell into the fields of its units, by multiplication.
        self._needed = sum(((1 << size) - 1) << size * unit for unit in full)
        weights = [0] * len(values)
        for cells, lacking in zip(units, self.lacking, strict=True):
            number = lacking.bit_count()
            for cell in cells:
                weights[cell] += number
        units_of = units_of_cells(units, len(values))
        self._spreads = _spreads(units, len(values), size)
        order = sorted(start.empty, key=weights.__getitem__)
        self.empty: list[Place] = [
            (*units_of[cell], allowed[cell], cell) for cell in order
        ]

    def candidates(self) -> list[int]:
        """Return the candidates of each empty cell, as masks."""
        lacking = self.lacking
        return [
            reduce(and_, [lacking[unit] for unit in units], allowed)
            for *units, allowed, _ in self.empty
        ]

    def fewest(self) -> tuple[int, int, int]:
        """Find a cell with fewest candidates.

        Returns:
            Where it is among the empty cells, its candidates, how many these are.
        """
        candidates = self.candidates()
        numbers = list(map(int.bit_count, candidates))
        best = numbers.index(min(numbers))
        return best, candidates[best], numbers[best]

    def only_place(self) -> tuple[int, int, int] | None:
        """Find a cell that is the only place of a digit in a unit.

        Returns:
            Where it is among the empty cells, that digit, and 1; or 0 and 0 in their
            place where a unit has no place for a digit, or a cell is the only place of
            two.  None where every digit has several places.
        """
        size, spreads, candidates = self._size, self._spreads, self.candidates()
        once = twice = lacking = 0
        for place, here in zip(self.empty, candidates, strict=True):
            fields = here * spreads[place[-1]]
            twice |= once & fields
            once |= fields
        for unit, digits in enumerate(self.lacking):
            lacking |= digits << size * unit
        if (once ^ lacking) & self._needed:
            return 0, 0, 0
        alone = once & ~twice & self._needed
        if not alone:
            return None
        for at, (place, here) in enumerate(zip(self.empty, candidates, strict=True)):
            fields = here * spreads[place[-1]] & alone
            if fields:
                only = (
                    reduce(or_, [fields >> size * unit for unit in place[:-2]]) & here
                )
                return (0, 0, 0) if only & (only - 1) else (at, only, 1)
        return None


class _PlainBoard(_Board):
    """The same in half the time, where each cell has three units."""

    __slots__ = ()

    def candidates(self) -> list[int]:
        lacking = self.lacking
        return [
            lacking[one] & lacking[two] & lacking[three] & allowed
            for one, two, three, allowed, _ in self.empty
        ]

    def fewest(self) -> tuple[int, int, int]:
        lacking = self.lacking
        best = free = 0
        fewest = self._size + 1
        for at, (one, two, three, allowed, _) in enumerate(self.empty):
            here = lacking[one] & lacking[two] & lacking[three] & allowed
            number = here.bit_count()
            if number < fewest:
                best, free, fewest = at, here, number
                if number < 2:
                    break
        return best, free, fewest


@lru_cache(maxsize=8)
def _spreads(units: Units, cells: int, size: int) -> list[int]:
    """Return for each cell the lowest bit in the field of each of its units."""
    return [
        sum(1 << size * unit for unit in own) for own in units_of_cells(units, cells)
    ]
