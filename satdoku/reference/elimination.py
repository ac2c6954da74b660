"""Candidate elimination with backtracking: four techniques first, a trial after them.

Each empty cell keeps its candidates; a digit that is placed is taken from all peers.
The techniques, with the names of Wei-Meng Lee's "Programming Sudoku" (2006), which the
reports follow:

    naked-single     elimination: a cell with one candidate holds it
    hidden-single    lone ranger: a digit with one place in a unit is there
    naked-pair       twins: two cells of a unit with the same two candidates; no other
                     cell of the unit holds these
    naked-triple     triplets: three cells of a unit with three candidates between them;
                     the same

They are tried in this order, the first again whenever one has found anything, until
none does.  Then each candidate of a cell with fewest is tried in turn, on a copy.

A look through all units costs as much as many steps of `bitmask`, and each trial a copy
of all candidates; in return few guesses are left, and of most puzzles made for people
none.  What is used can be chosen: with no technique at all, placed digits still take
candidates from their peers.

Counters: `guesses` are digits tried where there were several candidates, `propagations`
digits placed by singles and candidates removed by pairs and triples, `conflicts` dead
ends, `depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.reference.board import begin, board_of, starting_masks, values_of
from satdoku.reference.position import TECHNIQUES, Position
from satdoku.reference.solver import Patience
from satdoku.reference.table import RULES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

__all__ = ["Elimination"]


class Elimination:
    """Searches by techniques, and by trial where they end.

    Args:
        rules: Which techniques, of `satdoku.reference.table.RULES`.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> counters = {}
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> len(list(Elimination().solutions(puzzle, counters))), counters
        (1, {'guesses': 0, 'propagations': 12, 'conflicts': 0, 'depth': 0})
    """

    def __init__(self, rules: Collection[str] = RULES) -> None:
        self._techniques = [TECHNIQUES[key] for key in RULES if key in rules]

    def solutions(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield every solution once (`satdoku.reference.solver.Solver`)."""
        begin(counters, "guesses", "propagations", "conflicts", "depth")
        patience = Patience(deadline, every=1)
        patience.look()
        left = starting_masks(puzzle)
        if left is None:
            return
        board = board_of(puzzle.geometry)
        empty = [cell for cell, value in enumerate(puzzle.values) if not value]
        # Digits to try, the next one last: in which cell of which position, as a mask
        # (0 for none: the start), and how many guesses then stand.
        waiting = [(Position(board, left, empty), -1, 0, 0)]
        while waiting:
            position, cell, bit, guesses = waiting.pop()
            if bit:
                counters["guesses"] += position.left[cell] != bit
                counters["depth"] = max(counters["depth"], guesses)
                position = position.with_digit(cell, bit)
            self._reduce(position, counters, patience)
            if position.is_broken:
                counters["conflicts"] += 1
            elif position.empty:
                cell = position.fewest()
                mask = position.left[cell]
                guesses += mask & (mask - 1) > 0
                waiting += [(position, cell, bit, guesses) for bit in _falling(mask)]
            else:
                yield values_of(position.left)

    def _reduce(
        self, position: Position, counters: Counters, patience: Patience
    ) -> None:
        """Apply techniques until none applies: the first that does, and all anew."""
        found = 1
        while found and not position.is_broken:
            patience.look()
            done = (technique(position) for technique in self._techniques)
            found = next(filter(None, done), 0)
            counters["propagations"] += found


def _falling(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, the highest first."""
    while mask:
        bit = 1 << (mask.bit_length() - 1)
        yield bit
        mask ^= bit
