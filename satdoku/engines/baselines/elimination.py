"""Candidate elimination with backtracking: four techniques first, a guess after them.

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

A look through all units costs as much as many steps of `bitmask`, and each guess a copy
of all candidates; in return few guesses are left, and of most puzzles made for people
none.

Counters: `guesses` are digits tried where there were several candidates, `propagations`
digits placed by singles and candidates removed by pairs and triples, `conflicts` dead
ends, `depth` the most guesses that stood at a time.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.engines.baselines.base import Baseline, Start, peers_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable


class Elimination(Baseline):
    """Searches by techniques, and by guesses where they end.

    Example:
        >>> from satdoku.runtime.deadline import Deadline
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> puzzle, counters = Puzzle("1... ..2. ..3. 4..."), {}
        >>> list(Elimination().solutions(puzzle, None, Deadline(), counters))
        [Grid('1243342121344312')]
        >>> counters
        {'guesses': 0, 'propagations': 12, 'conflicts': 0, 'depth': 0}
    """

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        start.deadline.check()
        if 0 in (masks := start.candidates()):
            return
        statistics = start.statistics
        # Digits to try, the next one last: the state, the cell and the digit as a mask
        # (0 for none: the start), and how many guesses then stand.
        state = _State(start, masks, dict.fromkeys(start.empty))
        waiting = [(state, -1, 0, 0)]
        while waiting:
            state, cell, bit, guesses = waiting.pop()
            if bit:
                statistics["guesses"] += state.masks[cell] != bit
                statistics["depth"] = max(statistics["depth"], guesses)
                state = state.copy()
                state.place(cell, bit)
            _reduce(state, start)
            if state.is_broken:
                statistics["conflicts"] += 1
            elif state.empty:
                cell = min(state.empty, key=lambda c: state.masks[c].bit_count())
                mask = state.masks[cell]
                guesses += mask & (mask - 1) > 0
                bits = (1 << d for d in reversed(range(start.size)) if mask >> d & 1)
                waiting += [(state, cell, bit, guesses) for bit in bits]
            else:
                yield tuple(map(int.bit_length, state.masks))


class _State:
    """The candidates of each cell, and which cells are empty.

    Invariant: no empty cell has a candidate that a filled peer holds.

    Attributes:
        masks: The candidates, of a filled cell its digit.
        empty: The cells without a digit: a set that keeps its order.
        is_broken: Whether a cell, or a digit in a unit, has nothing left.
    """

    __slots__ = ("_start", "empty", "full", "is_broken", "masks", "peers", "units")

    def __init__(self, start: Start, masks: list[int], empty: dict[int, None]) -> None:
        self.masks, self.empty = masks, empty
        self.is_broken = False
        self.units = start.units
        self.peers = peers_of(start.units, len(masks))
        self.full = (1 << start.size) - 1
        self._start = start

    def copy(self) -> _State:
        """Return a copy that can be changed alone."""
        return _State(self._start, self.masks.copy(), self.empty.copy())

    def place(self, cell: int, bit: int) -> None:
        """Place a digit, and take it from the peers."""
        self.masks[cell] = bit
        del self.empty[cell]
        self.remove(bit, self.peers[cell])

    def remove(self, mask: int, cells: Iterable[int]) -> int:
        """Remove digits from the candidates of cells; return how many were there."""
        removed = 0
        for cell in cells:
            here = self.masks[cell] & mask
            if here:
                self.masks[cell] ^= here
                removed += here.bit_count()
                if not self.masks[cell]:
                    self.is_broken = True
        return removed


# A technique looks through a whole state once, does all that it finds, and returns how
# much that was: 0 if it does not apply.  Whatever it removes is in no solution.


def _naked_single(state: _State) -> int:
    """Place the only candidate of a cell; return the digits placed."""
    masks, placed = state.masks, 0
    for cell in list(state.empty):
        if masks[cell].bit_count() == 1:
            state.place(cell, masks[cell])
            placed += 1
    return placed


def _hidden_single(state: _State) -> int:
    """Place a digit in its only place in a unit; return the digits placed."""
    masks, placed, size = state.masks, 0, state.full.bit_length()
    for unit in state.units:
        if len(unit) < size:
            continue  # it need not hold every digit
        once = twice = 0
        for cell in unit:
            twice |= once & masks[cell]
            once |= masks[cell]
        if once != state.full:
            state.is_broken = True
            return placed
        # If a cell is the only place of two digits, one of them has none next time.
        alone = once & ~twice
        for cell in unit:
            if masks[cell] & alone and cell in state.empty:
                bit = masks[cell] & alone
                state.place(cell, bit & -bit)
                placed += 1
    return placed


def _naked_pair(state: _State) -> int:
    """Keep two digits to two cells; return the candidates removed from others."""
    masks, removed = state.masks, 0
    for unit in state.units:
        pairs = [masks[cell] for cell in unit if masks[cell].bit_count() == 2]
        if len(pairs) > 1:
            for mask in dict.fromkeys(pairs):
                if pairs.count(mask) > 1:
                    others = [cell for cell in unit if masks[cell] != mask]
                    removed += state.remove(mask, others)
    return removed


def _naked_triple(state: _State) -> int:
    """Keep three digits to three cells; return the candidates removed from others."""
    masks, removed = state.masks, 0
    for unit in state.units:
        small = [cell for cell in unit if masks[cell].bit_count() in (2, 3)]
        # Two of the three cells have all three digits.
        unions = (masks[cell] | masks[other] for cell, other in combinations(small, 2))
        for mask in dict.fromkeys(unions):
            if mask.bit_count() == 3:
                others = [cell for cell in unit if masks[cell] & ~mask]
                if len(unit) - len(others) > 2:
                    removed += state.remove(mask, others)
    return removed


_TECHNIQUES = (_naked_single, _hidden_single, _naked_pair, _naked_triple)
"""In the order in which they are tried."""


def _reduce(state: _State, start: Start) -> None:
    """Apply techniques until none applies: the first that does, and all anew."""
    changes = 1
    while changes and not state.is_broken:
        start.deadline.check()
        applied = (technique(state) for technique in _TECHNIQUES)
        changes = next(filter(None, applied), 0)
        start.statistics["propagations"] += changes
