"""Constraint satisfaction: backtracking over candidates, with forward checking.

Each empty cell keeps the digits it may still hold.  A digit that is placed is taken
from the candidates of all peers, and where one of these has none left, the digit is
given up at once: not when the search gets there.  (R. M. Haralick, G. L. Elliott,
"Increasing tree search efficiency for constraint satisfaction problems", Artificial
Intelligence 14, 1980.)

Cells come in fixed order, row by row, as in plain backtracking (the same paper's "fail
first" would take the cell with fewest candidates: see `bitmask`).  So no cell is asked
what fits, but each digit costs a copy of all candidates and a walk over twenty peers;
and a cell with a single candidate left waits for its turn.

Counters: `guesses` are digits placed where there were several candidates,
`propagations` candidates that placed digits took from peers, `conflicts` digits that
left a peer without any, `depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.reference.board import begin, board_of, starting_masks, values_of
from satdoku.reference.solver import Patience

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

__all__ = ["Constraint"]


class Constraint:
    """Searches by trial, over candidates.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> counters = {}
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> len(list(Constraint().solutions(puzzle, counters))), counters
        (1, {'guesses': 3, 'propagations': 13, 'conflicts': 2, 'depth': 1})
    """

    def solutions(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield every solution once (`satdoku.reference.solver.Solver`)."""
        begin(counters, "guesses", "propagations", "conflicts", "depth")
        patience = Patience(deadline)
        patience.look()
        left = starting_masks(puzzle)
        if left is None:
            return
        peers = board_of(puzzle.geometry).peers
        empty = [cell for cell, value in enumerate(puzzle.values) if not value]
        if not empty:
            yield puzzle.values
            return
        # Of each cell on the way: candidates before it, its untried ones, guesses.
        way = [_step(left, empty[0], 0)]
        while way:
            patience.look()
            left, untried, guesses = way.pop()
            if not untried:
                continue
            cell = empty[len(way)]
            bit = untried & -untried
            way.append((left, untried ^ bit, guesses))
            if left[cell] != bit:
                counters["guesses"] += 1
                counters["depth"] = max(counters["depth"], guesses)
            left = left.copy()
            left[cell] = bit
            if not _prune(left, bit, peers[cell], counters):
                counters["conflicts"] += 1
            elif len(way) == len(empty):
                yield values_of(left)
            else:
                way.append(_step(left, empty[len(way)], guesses))


def _step(left: list[int], cell: int, guesses: int) -> tuple[list[int], int, int]:
    """Start with a cell: all its candidates are untried, and a guess if several."""
    mask = left[cell]
    return left, mask, guesses + (mask & (mask - 1) > 0)


def _prune(left: list[int], bit: int, peers: Sequence[int], counters: Counters) -> bool:
    """Take a digit from peers; return whether each has a candidate left."""
    for peer in peers:
        if left[peer] & bit:
            left[peer] ^= bit
            counters["propagations"] += 1
            if not left[peer]:
                return False
    return True
