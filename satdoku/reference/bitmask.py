"""Bit masks: what rows, columns and boxes lack, as integers; fewest candidates first.

For each row, column and box one integer holds the digits that are still to be placed in
it, a bit each.  The candidates of a cell are three integers and-ed together, so nothing
is kept cell by cell: to place a digit, or to take it back, flips one bit in each of
three integers.  (Bits in place of sets in such searches: M. Richards, "Backtracking
algorithms in MCPL using bit patterns and recursion", 1997.)

That is so cheap that before each step all empty cells can be looked at for the one with
fewest candidates: one with none ends the branch, one with a single one needs no guess.
This "fail first" (see `constraint`) is worth more than all speed.  Among equals that
cell is taken whose units lacked least at the start, since a guess there tells most: one
sort, for half the guesses and less.

What it does not see is a digit with one place left in a unit, if that cell has other
candidates, nor what follows from several cells together: `elimination` sees both, and
needs a thirtieth of the guesses for the reports' 95 hard puzzles.  Asked to
(`places=True`), it looks for such digits before it guesses: that is no part of the
reports' method, and takes two more looks at all cells, but saves most guesses.

Counters: `guesses` are digits placed where there were several candidates,
`propagations` digits placed as the only candidate, `conflicts` cells without any,
`depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.reference.board import begin, board_of
from satdoku.reference.solver import Patience

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

    Place: TypeAlias = tuple[int, int, int, int, int]

__all__ = ["COUNTERS", "Bitmask"]

COUNTERS = ("guesses", "propagations", "conflicts", "depth")
"""What it counts, in the order in which that is told."""


class Bitmask:
    """Searches by trial in the cell with fewest candidates, on bit masks.

    Args:
        steps: After how many steps, of a digit each, to stop; None for never.
        places: Whether digits with one place left in a unit are placed before a guess.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> counters = {}
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> len(list(Bitmask().solutions(puzzle, counters))), counters
        (1, {'guesses': 0, 'propagations': 12, 'conflicts': 0, 'depth': 0})
    """

    def __init__(self, steps: int | None = None, *, places: bool = False) -> None:
        self._steps = steps
        self._places = places

    def solutions(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield every solution once (`satdoku.reference.solver.Solver`)."""
        begin(counters, *COUNTERS)
        patience = Patience(deadline, every=16, steps=self._steps)
        patience.look()
        start = _start(puzzle)
        if start is None:
            return
        rows, columns, boxes, empty = start
        values = list(puzzle.values)
        # Of each cell on the way: where it was among the empty ones, what it is, the
        # digit in it, the digits to try after that one, whether these are guesses.
        way: list[tuple[int, Place, int, int, bool]] = []
        depth = 0
        while True:
            patience.look()
            if empty:
                best = free = 0
                fewest = len(rows) + 1
                for at, (row, column, box, allowed, _) in enumerate(empty):
                    here = rows[row] & columns[column] & boxes[box] & allowed
                    count = here.bit_count()
                    if count < fewest:
                        best, free, fewest = at, here, count
                        if count < 2:
                            break
                if fewest > 1 and self._places:
                    best, free, fewest = _only_place(start) or (best, free, fewest)
                way.append((best, empty.pop(best), 0, free, fewest > 1))
                depth += fewest > 1
                counters["depth"] = max(counters["depth"], depth)
                counters["conflicts"] += fewest == 0
            else:
                yield tuple(values)
            # Take the last digit back, until there is a cell with another one to try.
            while way:
                best, place, bit, free, is_guess = way.pop()
                row, column, box, _, cell = place
                new = free & -free
                rows[row] ^= bit | new
                columns[column] ^= bit | new
                boxes[box] ^= bit | new
                if new:
                    values[cell] = new.bit_length()
                    way.append((best, place, new, free ^ new, is_guess))
                    counters["guesses" if is_guess else "propagations"] += 1
                    break
                empty.insert(best, place)
                depth -= is_guess
            else:
                return


def _only_place(state: _Start) -> tuple[int, int, int] | None:
    """Find a cell that is the only place of a digit in a unit.

    Returns:
        Where it is among the empty cells, that digit, and 1; or 0 and 0 in their place
        where a unit has no place for a digit, or a cell is the only place of two.  None
        where every digit has several places.
    """
    rows, columns, boxes, empty = state
    # Of each row, column, box: digits with a place, and those with a second one.
    row_has, column_has, box_has = ([0] * len(rows) for _ in range(3))
    row_more, column_more, box_more = ([0] * len(rows) for _ in range(3))
    candidates: list[int] = []
    for row, column, box, allowed, _ in empty:
        here = rows[row] & columns[column] & boxes[box] & allowed
        candidates.append(here)
        row_more[row] |= row_has[row] & here
        row_has[row] |= here
        column_more[column] |= column_has[column] & here
        column_has[column] |= here
        box_more[box] |= box_has[box] & here
        box_has[box] |= here
    if row_has != rows or column_has != columns or box_has != boxes:
        return 0, 0, 0
    in_row = list(map(int.__xor__, row_has, row_more))
    in_column = list(map(int.__xor__, column_has, column_more))
    in_box = list(map(int.__xor__, box_has, box_more))
    for at, (row, column, box, _, _) in enumerate(empty):
        only = candidates[at] & (in_row[row] | in_column[column] | in_box[box])
        if only:
            return (0, 0, 0) if only & (only - 1) else (at, only, 1)
    return None


class _Start(NamedTuple):
    """What rows, columns and boxes lack, and the empty cells.

    Of a cell: its row, column and box, the digits that the puzzle allows in it, itself.
    """

    rows: list[int]
    columns: list[int]
    boxes: list[int]
    empty: list[Place]


def _start(puzzle: Puzzle) -> _Start | None:
    """Return what a search starts with; None if clues clash."""
    board, size = board_of(puzzle.geometry), puzzle.geometry.size
    rows, columns, boxes = [board.full] * size, [board.full] * size, [board.full] * size
    empty: list[Place] = []
    for cell, value in enumerate(puzzle.values):
        row, column, box = board.places[cell]
        if value:
            bit = 1 << (value - 1)
            if not rows[row] & columns[column] & boxes[box] & bit:
                return None
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
        else:
            allowed = puzzle.candidates[cell] if puzzle.candidates else board.full
            empty.append((row, column, box, allowed, cell))

    def lacking(place: Place) -> int:
        row, column, box, _, _ = place
        return (
            rows[row].bit_count() + columns[column].bit_count() + boxes[box].bit_count()
        )

    empty.sort(key=lacking)
    return _Start(rows, columns, boxes, empty)
