"""Constraint satisfaction: backtracking over candidates, with forward checking.

Each empty cell keeps the digits it may still hold.  A digit that is placed is taken
from the candidates of all peers, and where one of these has none left, the digit is
given up at once: not when the search gets there.  (R. M. Haralick, G. L. Elliott,
"Increasing tree search efficiency for constraint satisfaction problems", Artificial
Intelligence 14, 1980.)

Cells come in fixed order, row by row, as in plain backtracking (the same paper's "fail
first" would take the cell with fewest candidates: see `bitmask`).  So no cell is asked
what fits, but each digit costs a copy of all candidates and a walk over all peers; and
a cell with a single candidate left waits for its turn.

Counters: `guesses` are digits placed where there were several candidates,
`propagations` candidates that placed digits took from peers, `conflicts` digits that
left a peer without any, `depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.baselines.base import (
    Baseline,
    Start,
    peers_of,
    steps,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence


class Constraint(Baseline):
    """Searches by guesses, over candidates.

    Example:
        >>> from satdoku.runtime.deadline import Deadline
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle, counters = Puzzle("1... ..2. ..3. 4..."), {}
        >>> list(Constraint().solutions(puzzle, None, Deadline(), counters))
        [Grid('1243342121344312')]
        >>> counters
        {'guesses': 3, 'propagations': 13, 'conflicts': 2, 'depth': 1}
    """

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        if 0 in (masks := start.candidates()):
            return
        empty = start.empty
        if not empty:
            yield tuple(start.values)
            return
        peers, statistics = peers_of(start.units, len(masks)), start.statistics
        # Of each cell so far: candidates before it, its untried ones, guesses with it.
        stack = [_step(masks, empty[0], 0)]
        for _ in steps(start.deadline, every=128):
            if not stack:
                return
            masks, untried, guesses = stack.pop()
            if not untried:
                continue
            cell = empty[len(stack)]
            bit = untried & -untried
            stack.append((masks, untried ^ bit, guesses))
            if masks[cell] != bit:
                statistics["guesses"] += 1
                statistics["depth"] = max(statistics["depth"], guesses)
            masks = masks.copy()
            masks[cell] = bit
            if not _prune(masks, bit, peers[cell], statistics):
                statistics["conflicts"] += 1
            elif len(stack) == len(empty):
                yield tuple(map(int.bit_length, masks))
            else:
                stack.append(_step(masks, empty[len(stack)], guesses))


def _step(masks: list[int], cell: int, guesses: int) -> tuple[list[int], int, int]:
    """Start with a cell: all its candidates are untried, and a guess if several."""
    mask = masks[cell]
    return masks, mask, guesses + (mask & (mask - 1) > 0)


def _prune(
    masks: list[int], bit: int, peers: Sequence[int], statistics: dict[str, int]
) -> bool:
    """Take a digit from peers; return whether each has a candidate left."""
    for peer in peers:
        if masks[peer] & bit:
            masks[peer] ^= bit
            statistics["propagations"] += 1
            if not masks[peer]:
                return False
    return True
