"""The search in NumPy alone: the same sweeps and the same steps, for all lanes at once.

What compiled code does lane by lane is done here for all lanes that do the same: those
with a conflict, those that are solved, those that are stuck.  Only the pieces of
divided puzzles (`satdoku.lanes.pieces`) are dealt with one by one.

Words lie as (word, lane), not in blocks: each operation runs over all lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from satdoku.lanes import pieces
from satdoku.lanes.choice import halves_by_cell, halves_by_triad
from satdoku.lanes.layout import (
    BIVALUE,
    BLOCK,
    FIELDS,
    GUARDS,
    LEFT,
    OPEN,
    SOLVED,
    STATE,
)
from satdoku.lanes.pool import (
    BUSY,
    DEPTH,
    DONE,
    EMITTED,
    FEW_BIVALUE,
    FRAME,
    MARKS,
    TAKEN,
    TRIADS_FIRST,
)
from satdoku.lanes.tape import sweep_tape
from satdoku.lanes.tape_runner import TapeRunner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from satdoku.lanes.pool import Pool

    Lanes = NDArray[np.intp]
    Words = NDArray[np.uint32]

__all__ = ["Arrays"]

_SHARING = 4  # rounds between two times that idle lanes look for a branch
_NARROWEST = 128
_PATIENCE = 8  # times that no lane is idle before more are used
_DIGITS = np.arange(1, 10, dtype=np.uint8)
_BITS = [10 * (row // 3) + column for row in range(9) for column in range(9)]


class Arrays:
    """The search of one pool.

    Args:
        pool: The search; its own `words` are not used.
    """

    def __init__(self, pool: Pool) -> None:
        lanes = pool.lane_puzzle.size
        width = _NARROWEST
        while width < min(lanes, pool.counts.size // 2):
            width *= 2
        self._pool = pool
        self._full = 0  # times in a row that no lane was idle
        self._lanes = np.arange(min(width, lanes))
        self._lay_out(np.zeros((BLOCK, self._lanes.size), np.uint32))
        self._frames = pool.frames.reshape(lanes, DEPTH, FRAME)
        self._puzzles = pool.puzzles.reshape(-1, 81)
        self._solutions = pool.solutions.reshape(-1, 81)
        self._marks = pool.lane_marks.reshape(lanes, MARKS, 2)

    def _lay_out(self, words: Words) -> None:
        """Work on these words from now on: column i is lane `_lanes[i]`."""
        self._words = words
        self._sweep = TapeRunner(sweep_tape(), words)
        self._column = np.zeros(self._pool.lane_puzzle.size, np.intp)
        self._column[self._lanes] = np.arange(self._lanes.size)

    def _fit(self) -> None:
        """Work on as many lanes as have work.

        A sweep costs what its arrays are long, whether their lanes are busy or not.
        """
        puzzles = self._pool.lane_puzzle
        busy = puzzles[self._lanes] >= 0
        width = self._lanes.size
        count = int(np.count_nonzero(busy))
        self._full = self._full + 1 if count == width else 0
        if count <= width // 2 and width > _NARROWEST:
            kept = np.sort(np.argsort(~busy, kind="stable")[: width // 2])
            self._lanes = self._lanes[kept]
            self._lay_out(np.ascontiguousarray(self._words[:, kept]))
        elif self._full > _PATIENCE and width < puzzles.size:
            rest = np.setdiff1d(np.arange(puzzles.size), self._lanes)[:width]
            self._lanes = np.concatenate([self._lanes, rest])
            empty = np.zeros((BLOCK, rest.size), np.uint32)
            self._lay_out(np.concatenate([self._words, empty], axis=1))
            self._full = 0

    def run(
        self,
        *,
        limit: int,
        max_guesses: int,
        emit: bool,
        together: bool,
        patience: int,
        rounds: int,
    ) -> None:
        """Search for some rounds; as `satdoku.lanes.kernel.run`."""
        pool = self._pool
        lanes = pool.lane_puzzle.size
        for turn in range(rounds):
            if pool.control[BUSY] < lanes:
                self._load()
                if pool.control[TAKEN] == len(self._puzzles) and turn % _SHARING == 0:
                    if patience >= 0:
                        self._share(patience)
                    self._fit()
                if pool.control[BUSY] == 0:
                    return
            if emit and pool.control[EMITTED] + lanes > pool.outlet_index.size:
                return
            self._sweep.run()
            pool.swept[:] += 1
            self._after_sweep(limit, max_guesses, emit=emit, together=together)

    def _after_sweep(
        self, limit: int, max_guesses: int, *, emit: bool, together: bool
    ) -> None:
        """Do what lanes do that have a conflict, are solved or stuck."""
        pool, words = self._pool, self._words
        lanes = self._lanes
        busy = pool.lane_puzzle[lanes] >= 0
        clean = busy & (self._sweep.conflict == 0)
        still_open = (words[OPEN] | words[OPEN + 1] | words[OPEN + 2]) != 0
        stuck = lanes[clean & still_open & (self._sweep.progress == 0)]
        over = stuck[pool.lane_guesses[stuck] == max_guesses]
        if over.size:
            pool.complete[pool.lane_puzzle[over]] = 0
            pool.lane_top[over] = 0
            stuck = stuck[pool.lane_guesses[stuck] != max_guesses]
        if stuck.size:
            self._branch(stuck)
        solved = lanes[clean & ~still_open]
        if solved.size:
            solved = solved[_are_solutions(words[:, self._column[solved]])]
        if solved.size:
            self._solved(solved, limit, emit=emit, together=together)
        back = busy & ~(clean & still_open)
        back[self._column[over]] = True
        # A lane that is idle by now was ended from another one.
        self._back(lanes[back & (pool.lane_puzzle[lanes] >= 0)], limit)

    def _load(self) -> None:
        """Give idle lanes the next puzzles."""
        pool = self._pool
        waiting = len(self._puzzles) - int(pool.control[TAKEN])
        if waiting == 0:
            return
        idle = self._lanes[pool.lane_puzzle[self._lanes] < 0][:waiting]
        first = int(pool.control[TAKEN])
        puzzles = np.arange(first, first + idle.size)
        pool.control[TAKEN] += idle.size
        pool.control[BUSY] += idle.size
        pool.lane_puzzle[idle] = puzzles
        pool.lane_piece[idle] = -1
        for numbers in (
            pool.lane_bottom,
            pool.lane_top,
            pool.lane_depth,
            pool.lane_found,
            pool.lane_guesses,
        ):
            numbers[idle] = 0
        pool.lane_since[idle] = pool.swept[0]
        self._words[:, self._column[idle]] = _words_of(self._puzzles[puzzles])

    def _share(self, patience: int) -> None:
        """Give idle lanes the shallowest open branches, one of each busy lane."""
        pool = self._pool
        idle = self._lanes[pool.lane_puzzle[self._lanes] < 0]
        able = (pool.lane_top > pool.lane_bottom) & (
            pool.swept[0] - pool.lane_since >= patience
        )
        busy = np.flatnonzero(able)
        depth = pool.lane_depth[busy] + pool.lane_bottom[busy]
        busy = busy[np.argsort(depth, kind="stable")]
        for lane, free in zip(busy.tolist(), idle.tolist(), strict=False):
            frame = pieces.divide(pool, lane, free)
            state = pool.frames[frame : frame + STATE]
            self._words[:STATE, self._column[free]] = state

    def _branch(self, lanes: Lanes) -> None:
        """Choose, go on with one half of the search, and keep the other in a frame."""
        pool = self._pool
        top = pool.lane_top[lanes]
        column = self._column[lanes]
        two = np.bitwise_count(self._words[BIVALUE:BLOCK, column])
        high = pool.lane_depth[lanes] + top < TRIADS_FIRST
        high &= two.sum(axis=0, dtype=np.int64) < FEW_BIVALUE
        by_cell = column[~high]
        kept = np.zeros((lanes.size, FRAME), np.uint32)
        if high.any():
            halves = halves_by_triad(self._words[:, column[high]])
            at = np.flatnonzero(high)[halves.chosen]
            self._words[:STATE, column[at]] = halves.first[:, halves.chosen]
            kept[at, :STATE] = halves.second[:, halves.chosen].T
            high[np.flatnonzero(high)[~halves.chosen]] = False
            by_cell = column[~high]
        if by_cell.size:
            halves = halves_by_cell(self._words[:, by_cell])
            self._words[:STATE, by_cell] = halves.first
            kept[~high, :STATE] = halves.second.T
        self._frames[lanes, top] = kept
        pool.lane_top[lanes] += 1
        pool.lane_guesses[lanes] += 1

    def _solved(self, lanes: Lanes, limit: int, *, emit: bool, together: bool) -> None:
        """Deal with solutions."""
        pool = self._pool
        puzzles = pool.lane_puzzle[lanes]
        found = pool.lane_found[lanes]
        marked = found < MARKS
        some = lanes[marked]
        self._marks[some, found[marked], 0] = pool.lane_guesses[some]
        self._marks[some, found[marked], 1] = pool.swept[0] - pool.lane_since[some]
        pool.lane_found[lanes] += 1
        if emit and together:
            within = self._within(lanes, limit)
            self._emit(lanes[within], puzzles[within])
            return
        if emit:
            self._emit(lanes, puzzles)
        else:
            first = found == 0
            fresh = lanes[first]
            if fresh.size:
                cells = _cells_of(self._words[:, self._column[fresh]])
                piece = pool.lane_piece[fresh]
                whole = piece < 0
                self._solutions[puzzles[first][whole]] = cells[whole]
                target = pool.piece_solution.reshape(-1, 81)
                target[piece[~whole]] = cells[~whole]
        if limit < 0:
            return
        if not together:
            enough = pool.counts[puzzles] + pool.lane_found[lanes] >= limit
            pool.lane_top[lanes[enough]] = 0
            return
        for lane in lanes.tolist():
            if pool.lane_puzzle[lane] >= 0:  # not ended from another lane
                pieces.enough(pool, lane, limit, not emit)

    def _within(self, lanes: Lanes, limit: int) -> NDArray[np.bool_]:
        """Count solutions towards the limit; say which of them are within it."""
        pool = self._pool
        within = pool.lane_puzzle[lanes] >= 0
        for at, lane in enumerate(lanes.tolist()):
            within[at] = pool.lane_puzzle[lane] >= 0  # not ended from another lane
            if within[at]:
                pieces.enough(pool, lane, limit, False)  # noqa: FBT003  as compiled code
        return within

    def _emit(self, lanes: Lanes, puzzles: NDArray[np.int64]) -> None:
        """Put solutions into the outlet."""
        pool = self._pool
        out = int(pool.control[EMITTED])
        after = out + lanes.size
        pool.control[EMITTED] = after
        pool.outlet_index[out:after] = puzzles
        cells = _cells_of(self._words[:, self._column[lanes]])
        pool.outlet.reshape(-1, 81)[out:after] = cells

    def _back(self, lanes: Lanes, limit: int) -> None:
        """Take up branches that were left open last; finish lanes that have none."""
        pool = self._pool
        top = pool.lane_top[lanes] - 1
        open_branch = top >= pool.lane_bottom[lanes]
        again = lanes[open_branch]
        if again.size:
            pool.lane_top[again] -= 1
            frames = self._frames[again, pool.lane_top[again]]
            self._words[:STATE, self._column[again]] = frames[:, :STATE].T
        through = lanes[~open_branch]
        if through.size == 0:
            return
        whole = through[pool.lane_piece[through] < 0]
        puzzles = pool.lane_puzzle[whole]
        pool.counts[puzzles] = pool.lane_found[whole]
        pool.guesses[puzzles] = pool.lane_guesses[whole]
        pool.sweeps[puzzles] = pool.swept[0] - pool.lane_since[whole]
        pool.lane_puzzle[whole] = -1
        pool.lane_top[whole] = 0
        pool.lane_bottom[whole] = 0
        pool.control[BUSY] -= whole.size
        pool.control[DONE] += whole.size
        for lane in through[pool.lane_piece[through] >= 0].tolist():
            if pool.lane_puzzle[lane] >= 0:
                pieces.finish(pool, lane, limit)


def _words_of(puzzles: NDArray[np.uint8]) -> Words:
    """Turn puzzles into the words of lanes: (BLOCK, puzzles)."""
    rows = puzzles.reshape(-1, 3, 3, 9)  # band, row of the band, column
    shifts = np.array(_BITS[:9] + _BITS[27:36] + _BITS[54:63], np.uint32)
    cells = rows.transpose(2, 0, 1, 3).reshape(3, len(puzzles), 27)
    words = np.zeros((BLOCK, len(puzzles)), np.uint32)
    given = ((cells != 0).astype(np.uint32) << shifts).sum(axis=2, dtype=np.uint32)
    words[SOLVED : SOLVED + 3] = given
    for digit in range(9):
        own = ((cells == digit + 1).astype(np.uint32) << shifts).sum(
            axis=2, dtype=np.uint32
        )
        words[3 * digit : 3 * digit + 3] = (~given & np.uint32(FIELDS)) | own
    return words


def _cells_of(words: Words) -> NDArray[np.uint8]:
    """Turn the words of solved lanes into solutions: (lanes, 81)."""
    lanes = words.shape[1]
    shifts = np.array(_BITS[:9] + _BITS[27:36] + _BITS[54:63], np.uint32)
    candidates = words[:27].reshape(9, 3, lanes, 1)
    bits = ((candidates >> shifts) & np.uint32(1)).astype(np.uint8)
    cells = np.einsum("d,drlc->lrc", _DIGITS, bits)
    rows: NDArray[np.uint8] = cells.reshape(lanes, 3, 3, 9).transpose(0, 2, 1, 3)
    return rows.reshape(lanes, 81)


def _are_solutions(words: Words) -> NDArray[np.bool_]:
    """Say which lanes, in which no cell has two candidates, obey the rules."""
    digits = words[:27].reshape(9, 3, -1)
    rows = np.bitwise_and.reduce(digits + np.uint32(FIELDS), axis=(0, 1))
    columns = np.bitwise_or.reduce(digits, axis=1)
    across = columns | columns >> 10 | columns >> 20
    boxes = columns | columns >> 1 | columns >> 2
    every_column = np.bitwise_and.reduce(across, axis=0) & 0x1FF == 0x1FF
    every_box = np.bitwise_and.reduce(boxes, axis=0) & LEFT == LEFT
    right: NDArray[np.bool_] = (rows & GUARDS == GUARDS) & every_column & every_box
    return right
