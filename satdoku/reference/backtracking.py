"""Plain backtracking: try each digit that fits a cell, go on, go back where none does.

A digit fits if no peer holds it.  Nothing is looked ahead at, so that a cell for which
all is lost may be seen only many cells later, after all that lies between has been
tried in every way.  (S. W. Golomb, L. D. Baumert, "Backtrack Programming", Journal of
the ACM 12, 1965.)

What is free to choose is the order of the cells, and it decides everything:

    rows      as they are read.  A puzzle with a sparse first row that is 987… in the
              solution is the worst case: all smaller digits are tried before.
    blocks    the same in rearranged row blocks: the bands in order of their clues, the
              fullest first, and the rows of a band likewise.  The search starts where
              most is known and errors show early.  Chosen once, before the search.
    fewest    always the cell that fewest digits fit, looked for anew at each step.
              Dear at each step, and the fewest steps by far: a cell that nothing fits
              is seen at once.

Counters: `guesses` are digits placed where several fitted, `conflicts` cells where none
did, `depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.reference.board import begin, board_of
from satdoku.reference.solver import Patience

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

__all__ = ["Backtracking"]


class Backtracking:
    """Searches by trial alone.

    Args:
        order: Which cell comes next: `rows`, `blocks` or `fewest`.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> counters = {}
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> len(list(Backtracking().solutions(puzzle, counters))), counters
        (1, {'guesses': 3, 'conflicts': 2, 'depth': 1})
    """

    def __init__(self, order: str = "rows") -> None:
        self._order = order

    def solutions(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield every solution once (`satdoku.reference.solver.Solver`)."""
        begin(counters, "guesses", "conflicts", "depth")
        anew = self._order == "fewest"
        patience = Patience(deadline, every=1 if anew else 256)
        values, fitting = list(puzzle.values), _fitting(puzzle)
        empty = _in_order(puzzle, blocks=self._order == "blocks")
        tried: list[tuple[int, Iterator[int], bool]] = []
        depth = 0
        go_on = not puzzle.clashes()
        while go_on:
            patience.look()
            if len(tried) < len(empty):
                if anew:
                    _bring_fewest(empty, len(tried), values, fitting)
                cell = empty[len(tried)]
                digits = fitting(cell, values)
                is_guess = len(digits) > 1
                tried.append((cell, iter(digits), is_guess))
                depth += is_guess
                counters["depth"] = max(counters["depth"], depth)
                counters["conflicts"] += not digits
            else:
                yield tuple(values)
            # Back to the last cell that has another digit to try.
            go_on = False
            while tried and not go_on:
                cell, rest, is_guess = tried[-1]
                values[cell] = next(rest, 0)
                if values[cell]:
                    counters["guesses"] += is_guess
                    go_on = True
                else:
                    tried.pop()
                    depth -= is_guess


def _fitting(puzzle: Puzzle) -> Callable[[int, Sequence[int]], list[int]]:
    """Return what tells the digits, rising, that fit a cell beside given values."""
    peer_values = board_of(puzzle.geometry).peer_values
    digits = puzzle.geometry.digits
    # Of candidates only what the puzzle itself rules out; clues are seen as values.
    allowed: list[Sequence[int]] = [digits] * puzzle.geometry.cells
    for cell, mask in enumerate(puzzle.candidates or ()):
        allowed[cell] = [digit for digit in digits if mask >> (digit - 1) & 1]

    def fitting(cell: int, values: Sequence[int]) -> list[int]:
        held = set(peer_values[cell](values))
        return [digit for digit in allowed[cell] if digit not in held]

    return fitting


def _in_order(puzzle: Puzzle, *, blocks: bool) -> list[int]:
    """Return the empty cells, row by row: as they stand, or the fullest rows first."""
    values, geometry = puzzle.values, puzzle.geometry
    rows = _rearranged(geometry, values) if blocks else geometry.row_units
    return [cell for row in rows for cell in row if not values[cell]]


def _rearranged(geometry: Geometry, values: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the rows, by bands: the fullest band first, and of each its fullest row.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1... .... ..2. .34.")
        >>> _rearranged(puzzle.geometry, puzzle.values)
        [(12, 13, 14, 15), (8, 9, 10, 11), (0, 1, 2, 3), (4, 5, 6, 7)]
    """

    def empty_in(row: tuple[int, ...]) -> int:
        return sum(not values[cell] for cell in row)

    height = geometry.box_height
    bands = [
        sorted(geometry.row_units[top : top + height], key=empty_in)
        for top in range(0, geometry.size, height)
    ]
    bands.sort(key=lambda band: sum(map(empty_in, band)))
    return [row for band in bands for row in band]


def _bring_fewest(
    empty: list[int],
    start: int,
    values: Sequence[int],
    fitting: Callable[[int, Sequence[int]], list[int]],
) -> None:
    """Bring to place `start` that cell from there on which fewest digits fit."""
    best, fewest = start, len(values)
    for at in range(start, len(empty)):
        number = len(fitting(empty[at], values))
        if number < fewest:
            best, fewest = at, number
            if number == 0:
                break
    empty[start], empty[best] = empty[best], empty[start]
