"""Plain backtracking: try each digit that fits a cell, go on, go back where none does.

A digit fits if no peer holds it.  Nothing is looked ahead at, so that a cell for which
all is lost may be seen only many cells later, after all that lies between has been
tried in every way.  (S. W. Golomb, L. D. Baumert, "Backtrack Programming", Journal of
the ACM 12, 1965.)

What is free to choose is the order of the cells, and it decides everything.  Each order
is an engine of its own:

    backtracking         as they are read.  A puzzle with a sparse first row that is
                         987… in the solution is the worst case: all smaller digits are
                         tried before.
    backtracking-blocks  the same in rearranged row blocks: the bands in order of their
                         clues, the fullest first, and the rows of a band likewise.  The
                         search starts where most is known and errors show early.
                         Chosen once, before the search.
    backtracking-fewest  always the cell that fewest digits fit, looked for anew at each
                         step.  Dear at each step, and the fewest steps by far: a cell
                         that nothing fits is seen at once.

Counters: `guesses` are digits placed where several fitted, `conflicts` cells where none
did, `depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from satdoku.engines.baselines.base import (
    Baseline,
    Start,
    peers_of,
    steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from satdoku.engines.baselines.base import Units
    from satdoku.puzzle.puzzle import Puzzle


class Backtracking(Baseline):
    """Searches by guesses alone.

    Args:
        order: Which cell comes next: `rows`, `blocks` or `fewest`.

    Example:
        >>> from satdoku.runtime.deadline import Deadline
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle, counters = Puzzle("1... ..2. ..3. 4..."), {}
        >>> list(Backtracking().solutions(puzzle, None, Deadline(), counters))
        [Grid('1243342121344312')]
        >>> counters
        {'guesses': 3, 'conflicts': 2, 'depth': 1}
    """

    counters = ("guesses", "conflicts", "depth")

    def __init__(self, order: str = "rows") -> None:
        self._order = order

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        values, fitting = start.values, _fitting(start)
        empty, statistics = start.empty, start.statistics
        if self._order == "blocks":
            empty = _fullest_rows_first(start.puzzle, values)
        is_fewest = self._order == "fewest"
        tried: list[tuple[int, Iterator[int], bool]] = []
        depth = 0
        for _ in steps(start.deadline, every=1 if is_fewest else 16):
            if len(tried) < len(empty):
                if is_fewest:
                    _bring_fewest(empty, len(tried), fitting)
                cell = empty[len(tried)]
                digits = fitting(cell)
                is_guess = len(digits) > 1
                tried.append((cell, iter(digits), is_guess))
                depth += is_guess
                statistics["depth"] = max(statistics["depth"], depth)
                statistics["conflicts"] += not digits
            else:
                yield tuple(values)
            # Back to the last cell that has another digit to try.
            while tried:
                cell, rest, is_guess = tried[-1]
                values[cell] = next(rest, 0)
                if values[cell]:
                    statistics["guesses"] += is_guess
                    break
                tried.pop()
                depth -= is_guess
            else:
                return


def _fitting(start: Start) -> Callable[[int], list[int]]:
    """Return a function for the digits, rising, that now fit an empty cell."""
    values, digits = start.values, range(1, start.size + 1)
    seen = _seen(start.units, len(values))
    allowed = [
        [d for d in digits if mask >> (d - 1) & 1] for mask in start.candidates()
    ]

    def fitting(cell: int) -> list[int]:
        held = set(seen[cell](values))
        return [digit for digit in allowed[cell] if digit not in held]

    return fitting


@lru_cache(maxsize=8)
def _seen(units: Units, cells: int) -> tuple[itemgetter[tuple[int, ...]], ...]:
    """Return what reads, for each cell, its own value and its peers' out of all."""
    getters: list[itemgetter[tuple[int, ...]]] = [
        itemgetter(cell, *peers) for cell, peers in enumerate(peers_of(units, cells))
    ]
    return tuple(getters)


def _fullest_rows_first(puzzle: Puzzle, values: Sequence[int]) -> list[int]:
    """Return the empty cells by bands: the fullest band first, in it the fullest row.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle = Puzzle("1... .... ..2. .34.")
        >>> _fullest_rows_first(puzzle, puzzle.values)
        [12, 15, 8, 9, 11, 1, 2, 3, 4, 5, 6, 7]
    """
    geometry = puzzle.geometry
    rows = [[cell for cell in row if not values[cell]] for row in geometry.row_units]
    height = geometry.box_height or 1
    bands = [rows[top : top + height] for top in range(0, len(rows), height)]
    bands.sort(key=lambda band: sum(map(len, band)))
    return [cell for band in bands for row in sorted(band, key=len) for cell in row]


def _bring_fewest(
    empty: list[int], first: int, fitting: Callable[[int], list[int]]
) -> None:
    """Bring to place `first` that cell from there on which fewest digits fit."""
    numbers: list[int] = []
    for cell in empty[first:]:
        numbers.append(len(fitting(cell)))
        if not numbers[-1]:
            break
    best = first + numbers.index(min(numbers))
    empty[first], empty[best] = empty[best], empty[first]
