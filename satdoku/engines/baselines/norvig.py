"""Norvig's search: two rules of propagation to the end, then the fewest candidates.

Taking a digit from a cell has two consequences.  A cell with one digit left takes it
from all its peers; a unit with one place left for the digit gets it there.  Both are
followed until nothing changes; then a digit is tried where the fewest are left, on a
copy of all candidates.  (P. Norvig, "Solving Every Sudoku Puzzle", 2006.)  These are
naked and hidden singles: unit propagation on the encoding `extended` finds the same.

Each removal looks at the units of one cell alone, which makes a step cheap; it costs a
copy of all candidates for each guess.

Counters: `guesses` are digits tried where several were left, `propagations` candidates
that were removed, `conflicts` dead ends, `depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.baselines.base import Baseline, peers_of, steps, units_of_cells

if TYPE_CHECKING:
    from collections.abc import Generator

    from satdoku.engines.baselines.base import Start


class Norvig(Baseline):
    """Searches by guesses, with naked and hidden singles after each.

    Example:
        >>> from satdoku.runtime.deadline import Deadline
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle, counters = Puzzle("1... ..2. ..3. 4..."), {}
        >>> list(Norvig().solutions(puzzle, None, Deadline(), counters))
        [Grid('1243342121344312')]
        >>> counters
        {'guesses': 0, 'propagations': 48, 'conflicts': 0, 'depth': 0}
    """

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        statistics = start.statistics
        full = (1 << start.size) - 1
        masks = [full] * len(start.values)
        ruled_out = [
            (cell, full ^ mask) for cell, mask in enumerate(start.candidates())
        ]
        if not _remove(masks, ruled_out, start):
            statistics["conflicts"] += 1
            return
        # Of each guess so far: candidates before it, its cell, its untried digits.
        stack: list[tuple[list[int], int, int]] = []
        for _ in steps(start.deadline, every=16):
            if masks:
                several = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
                if several:
                    cell = min(several, key=lambda cell: masks[cell].bit_count())
                    stack.append((masks, cell, masks[cell]))
                    statistics["depth"] = max(statistics["depth"], len(stack))
                else:
                    yield tuple(map(int.bit_length, masks))
            while stack and not stack[-1][2]:
                stack.pop()
            if not stack:
                return
            before, cell, untried = stack.pop()
            bit = untried & -untried
            stack.append((before, cell, untried ^ bit))
            statistics["guesses"] += 1
            masks = before.copy()
            if not _remove(masks, [(cell, masks[cell] ^ bit)], start):
                statistics["conflicts"] += 1
                masks = []


def _remove(masks: list[int], pending: list[tuple[int, int]], start: Start) -> bool:
    """Take digits from cells, and all that follows; return whether each has one left.

    Args:
        masks: The candidates of each cell, which are changed.
        pending: Cells, and the digits to take from them.
        start: Where the search started.
    """
    size, units = start.size, start.units
    peers = peers_of(units, len(masks))
    units_of = units_of_cells(units, len(masks))
    while pending:
        cell, bits = pending.pop()
        gone = masks[cell] & bits
        if not gone:
            continue
        left = masks[cell] = masks[cell] ^ gone
        if not left:
            return False
        start.statistics["propagations"] += gone.bit_count()
        if not left & (left - 1):
            pending += [(peer, left) for peer in peers[cell]]
        for unit in units_of[cell]:
            if len(units[unit]) < size:
                continue
            for bit in (1 << digit for digit in range(size) if gone >> digit & 1):
                places = [other for other in units[unit] if masks[other] & bit]
                if not places:
                    return False
                if len(places) == 1:
                    pending.append((places[0], masks[places[0]] ^ bit))
    return True
