"""The search in NumPy alone: the same sweeps and the same steps, for all lanes at once.

What compiled code (`engines.lanes.kernel`) does lane by lane is done here for all lanes
that do the same: those with a conflict, those that are solved, those that are stuck.
Both search the same tree.

Words lie as (word, lane), not in blocks: each operation runs over all lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from satdoku.engines.lanes.state import (
    ABOVE,
    BIVALUE,
    BLOCK,
    BOTTOM,
    DEPTH,
    DONE,
    EMITTED,
    FEW_BIVALUE,
    FIELDS,
    GUARDS,
    GUESSES,
    LEFT,
    NUMBERS,
    OPEN,
    PUZZLE,
    SINCE,
    SOLVED,
    START,
    STATE,
    TAKEN,
    THREE,
    TOP,
    TRIADS_FIRST,
    WHOLE,
    WIDTH,
)
from satdoku.engines.lanes.tape import sweep_tape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from satdoku.engines.lanes.state import Bytes, Pool, Words
    from satdoku.engines.lanes.tape import Tape

    Lanes = NDArray[np.intp]
    Flags = NDArray[np.bool_]

_NARROWEST, _WIDEST = 128, 2048  # lanes
_SHARING = 4  # rounds between two times that idle lanes look for a branch


class Arrays:
    """The search of one pool.

    Args:
        pool: The puzzles and what is found; its own lanes are not used.
        limit: Solutions to look for; -1 for all.
        max_guesses: Give a puzzle up after so many; -1 for never.
        share_after: Sweeps before a puzzle is divided; -1 for never.
    """

    def __init__(
        self, pool: Pool, limit: int, max_guesses: int, share_after: int
    ) -> None:
        self._pool = pool
        self._limit = limit
        self._max_guesses = max_guesses
        self._share_after = share_after
        self._puzzles = pool.puzzles.reshape(-1, 81)
        self._triads = pool.triads.reshape(2, 30, 2, 3)
        # Few puzzles need many lanes only if these can share.
        width = _WIDEST if share_after >= 0 else len(self._puzzles) // 2
        width = min(max(width, _NARROWEST), _WIDEST)
        self._lanes = np.zeros((NUMBERS, width), np.int64)
        self._lanes[PUZZLE] = -1
        self._words = np.zeros((BLOCK, width), np.uint32)
        self._frames = np.zeros((width, DEPTH, STATE), np.uint32)
        self._sweep = TapeRunner(sweep_tape(), self._words)
        self._swept = 0

    def run(self, rounds: int) -> None:
        """Search for some rounds; as `satdoku.engines.lanes.kernel.run`."""
        pool = self._pool
        for turn in range(rounds):
            busy = self._lanes[PUZZLE] >= 0
            if not busy.all():
                self._load(np.flatnonzero(~busy))
            if self._share_after >= 0 and turn % _SHARING == 0:
                self._share()
            room = pool.output_index.size
            if room and pool.control[EMITTED] + self._lanes.shape[1] > room:
                return
            if pool.control[DONE] == len(self._puzzles):
                return
            self._sweep.run()
            self._swept += 1
            self._after_sweep()

    def _load(self, idle: Lanes) -> None:
        """Give idle lanes the next puzzles."""
        taken = int(self._pool.control[TAKEN])
        puzzles = np.arange(taken, min(taken + idle.size, len(self._puzzles)))
        if puzzles.size == 0:
            return
        idle = idle[: puzzles.size]
        self._pool.control[TAKEN] += puzzles.size
        self._pool.workers[puzzles] = 1
        self._lanes[:, idle] = 0
        self._lanes[PUZZLE, idle] = puzzles
        self._lanes[SINCE, idle] = self._swept
        self._lanes[WIDTH, idle] = WHOLE
        self._words[:, idle] = _words_of(self._puzzles[puzzles])
        self._words[:SOLVED, idle] &= self._pool.marks[:, None]

    def _share(self) -> None:
        """Give idle lanes the shallowest open branches, one of each busy lane."""
        lanes = self._lanes
        able = (lanes[TOP] > lanes[BOTTOM]) & (lanes[WIDTH] > 1)
        able &= self._swept - lanes[SINCE] >= self._share_after
        givers, idle = np.flatnonzero(able), np.flatnonzero(lanes[PUZZLE] < 0)
        depths = lanes[ABOVE, givers] + lanes[BOTTOM, givers]
        givers = givers[np.argsort(depths, kind="stable")][: idle.size]
        idle = idle[: givers.size]
        lanes[WIDTH, givers] //= 2
        lanes[:, idle] = lanes[:, givers]
        lanes[START, idle] += lanes[WIDTH, idle]
        lanes[ABOVE, idle] += lanes[BOTTOM, idle]
        lanes[SINCE, idle] = self._swept
        for number in (BOTTOM, TOP, GUESSES):
            lanes[number, idle] = 0
        self._words[:STATE, idle] = self._frames[givers, lanes[BOTTOM, givers]].T
        lanes[BOTTOM, givers] += 1
        np.add.at(self._pool.workers, lanes[PUZZLE, idle], 1)

    def _after_sweep(self) -> None:
        """Do what lanes do that have a conflict, are solved or stuck."""
        lanes, words = self._lanes, self._words
        busy = lanes[PUZZLE] >= 0
        clean = busy & (self._sweep.conflict == 0)
        still_open = (words[OPEN] | words[OPEN + 1] | words[OPEN + 2]) != 0
        back = busy & ~(clean & still_open)
        solved = np.flatnonzero(clean & ~still_open)
        solved = solved[_are_solutions(words[:, solved])]
        if solved.size:
            self._solved(solved)
            back |= busy & (lanes[TOP] < lanes[BOTTOM])
        stuck = clean & still_open & (self._sweep.progress == 0) & ~back
        over = stuck & (lanes[GUESSES] == self._max_guesses)
        if over.any():
            self._pool.complete[lanes[PUZZLE, over]] = 0
            lanes[TOP, over] = -1
            back |= over
        self._branch(np.flatnonzero(stuck & ~over))
        self._back(np.flatnonzero(back))

    def _solved(self, solved: Lanes) -> None:
        """Count and keep solutions; end lanes that have nothing left to find."""
        pool, lanes = self._pool, self._lanes
        # By puzzle, the first in the order of a search without helpers first.
        solved = solved[np.lexsort((lanes[START, solved], lanes[PUZZLE, solved]))]
        puzzles, starts = lanes[PUZZLE, solved], lanes[START, solved]
        before = np.arange(solved.size) - np.searchsorted(puzzles, puzzles)
        counts = pool.counts[puzzles] + before + 1
        cells = _cells_of(self._words[:, solved])
        if pool.output_index.size:
            kept = (counts <= self._limit) | (self._limit < 0)
            first = int(pool.control[EMITTED])
            after = first + np.count_nonzero(kept)
            pool.control[EMITTED] = after
            pool.output_index[first:after] = puzzles[kept]
            pool.output.reshape(-1, 81)[first:after] = cells[kept]
        else:
            better = (before == 0) & (starts < pool.first[puzzles])
            pool.first[puzzles[better]] = starts[better]
            pool.solutions.reshape(-1, 81)[puzzles[better]] = cells[better]
        if self._limit >= 0:
            counts = np.minimum(counts, self._limit)
        pool.counts[puzzles] = counts  # of several of a puzzle the last one stays
        full = pool.counts[lanes[PUZZLE]] == self._limit
        behind = lanes[START] >= pool.first[lanes[PUZZLE]]
        lanes[TOP, full & behind] = -1

    def _back(self, lanes: Lanes) -> None:
        """Take up branches that were left open last; end lanes that have none."""
        pool, numbers = self._pool, self._lanes
        has_branches = numbers[TOP, lanes] > numbers[BOTTOM, lanes]
        again, through = lanes[has_branches], lanes[~has_branches]
        numbers[TOP, again] -= 1
        self._words[:STATE, again] = self._frames[again, numbers[TOP, again]].T
        puzzles = numbers[PUZZLE, through]
        np.add.at(pool.guesses, puzzles, numbers[GUESSES, through])
        np.add.at(pool.sweeps, puzzles, self._swept - numbers[SINCE, through])
        np.subtract.at(pool.workers, puzzles, 1)
        pool.control[DONE] += np.unique(puzzles[pool.workers[puzzles] == 0]).size
        numbers[PUZZLE, through] = -1
        numbers[TOP, through] = numbers[BOTTOM, through] = 0

    def _branch(self, lanes: Lanes) -> None:
        """Choose, go on with one half of the search, and keep the other in a frame."""
        if lanes.size == 0:
            return
        numbers = self._lanes
        words = self._words[:, lanes]
        first, second = words[:STATE].copy(), words[:STATE].copy()
        two = np.bitwise_count(words[BIVALUE:]).sum(axis=0, dtype=np.int64)
        depths = numbers[ABOVE, lanes] + numbers[TOP, lanes]
        high = (depths < TRIADS_FIRST) & (two < FEW_BIVALUE)
        if high.any():
            at = np.flatnonzero(high)
            band, digit = _pick_band(words[:, at])
            high[at] = band >= 0
            at, band, digit = at[high[at]], band[high[at]], digit[high[at]]
            gone = self._triads[_pick_triad(words[:, at], band, digit)]
            of_digit = 3 * digit + np.arange(3)[:, None]
            first[of_digit, at] &= ~gone[:, 0].T
            second[of_digit, at] &= ~gone[:, 1].T
        at = np.flatnonzero(~high)
        row, cell = _pick_cell(words[:, at])
        of_digits = 3 * np.arange(9)[:, None] + row
        possible = (first[of_digits, at] & cell) != 0
        chosen = 3 * possible.argmax(axis=0) + row
        first[of_digits, at] &= ~cell
        first[chosen, at] |= cell
        first[SOLVED + row, at] |= cell
        second[chosen, at] &= ~cell
        second[SOLVED + row, at] |= cell * (possible.sum(axis=0) == 2)
        self._words[:STATE, lanes] = first
        self._frames[lanes, numbers[TOP, lanes]] = second.T
        numbers[TOP, lanes] += 1
        numbers[GUESSES, lanes] += 1


# --- where to branch: see `engines.lanes.branching` -----------------------------------

_BANDS = [0x1FF << 10 * band for band in range(3)]
_STACKS = [(0b111 << 3 * stack) * THREE for stack in range(3)]
_UNITS = np.array(_BANDS + _STACKS, np.uint32)[:, None]
_BOXES = np.array([band & stack for band in _BANDS for stack in _STACKS], np.uint32)
# Of each band the triads in its three rows, of each stack those in its three boxes.
_LINES = np.array(
    [[0b001001001 << 10 * band + row for row in range(3)] for band in range(3)]
    + [[0b111 << 10 * band + 3 * stack for band in range(3)] for stack in range(3)],
    np.uint32,
)
_NEVER = 1 << 20


def _pick_cell(words: Words) -> tuple[Lanes, Words]:
    """Choose cells: which of a digit's words, and the cell's bit in it."""
    still_open, two = words[OPEN:BIVALUE], words[BIVALUE:]
    weights = sum(
        2 * np.bitwise_count(still_open[r] & _UNITS).astype(np.int64)
        + np.bitwise_count(two[r] & _UNITS)
        for r in range(3)
    )
    boxes = (weights[:3, None] + weights[3:]).reshape(9, -1)
    any_two = two[0] | two[1] | two[2]
    boxes[any_two & _BOXES[:, None] == 0] = -1
    cells = np.where(any_two, two & _BOXES[boxes.argmax(axis=0)], still_open)
    row = (cells != 0).argmax(axis=0)
    return row, _lowest(cells[row, np.arange(row.size)])


def _triads_of(words: Words) -> Words:
    """Return the triads of rows, and of columns: (2, 9, lanes)."""
    digits = words[:27].reshape(9, 3, -1)
    left = (digits | digits >> 1 | digits >> 2) & LEFT
    in_rows = left[:, 0] | left[:, 1] << 1 | left[:, 2] << 2
    return np.array([in_rows, digits[:, 0] | digits[:, 1] | digits[:, 2]])


def _pick_band(words: Words) -> tuple[Lanes, Lanes]:
    """Choose bands (0, 1, 2), stacks (3, 4, 5) or -1, and digits in them."""
    triads = np.repeat(_triads_of(words), 3, axis=0) & _UNITS[:, None]
    counts = np.bitwise_count(triads).astype(np.int64)  # (bands and stacks, 9, lanes)
    totals = counts.sum(axis=1)
    totals[totals <= 27] = _NEVER
    band = totals.argmin(axis=0)
    lane = np.arange(band.size)
    own = counts[band, :, lane].T
    cells = np.bitwise_count(words[:27].reshape(9, 3, -1) & _UNITS[band, 0])
    weights = 32 * np.maximum(own, 6) + cells.sum(axis=1, dtype=np.int64)
    digit = np.where(own > 3, weights, _NEVER).argmin(axis=0)
    return np.where(totals[band, lane] < _NEVER, band, -1), digit


def _pick_triad(words: Words, band: Lanes, digit: Lanes) -> tuple[Lanes, Lanes]:
    """Choose triads in bands or stacks; return where the table has them."""
    in_stack, lane = band // 3, np.arange(band.size)
    triads = _triads_of(words)[in_stack, digit, lane] & _LINES[band].T
    counts = np.bitwise_count(triads)
    counts[counts < 2] = 4
    triad = _lowest(triads[counts.argmin(axis=0), lane])
    return in_stack, np.bitwise_count(triad - 1).astype(np.intp)


def _lowest(words: Words) -> Words:
    """Return the lowest bit of each word."""
    return words & -words


# --- puzzles into lanes, and solutions out of them ------------------------------------

_SHIFTS = np.array(
    [10 * band + column for band in range(3) for column in range(9)], np.uint32
)


def _words_of(puzzles: Bytes) -> Words:
    """Turn puzzles into the words of lanes: (BLOCK, puzzles)."""
    rows = puzzles.reshape(-1, 3, 3, 9)  # band, row of the band, column
    cells = rows.transpose(2, 0, 1, 3).reshape(3, len(puzzles), 27)
    has_value = cells == np.arange(10, dtype=np.uint8)[:, None, None, None]
    bits = np.left_shift(has_value, _SHIFTS, dtype=np.uint32)
    joined = np.add.reduce(bits, axis=3)  # (values, 3, puzzles)
    words = np.zeros((BLOCK, len(puzzles)), np.uint32)
    words[:SOLVED] = (joined[1:] | joined[0]).reshape(SOLVED, -1)
    words[SOLVED:OPEN] = FIELDS & ~joined[0]
    return words


def _cells_of(words: Words) -> Bytes:
    """Turn the words of solved lanes into solutions: (lanes, 81)."""
    digits = words[:27].reshape(9, 3, -1, 1)
    bits = ((digits >> _SHIFTS) & 1).astype(np.uint8)
    cells: Bytes = np.einsum("d,drlc->lrc", np.arange(1, 10, dtype=np.uint8), bits)
    return cells.reshape(-1, 3, 3, 9).transpose(0, 2, 1, 3).reshape(-1, 81)


def _are_solutions(words: Words) -> Flags:
    """Say which lanes, in which no cell has two candidates, obey the rules."""
    digits = words[:27].reshape(9, 3, -1)
    rows = np.bitwise_and.reduce(digits + FIELDS, axis=(0, 1))
    columns = np.bitwise_or.reduce(digits, axis=1)
    across = columns | columns >> 10 | columns >> 20
    boxes = columns | columns >> 1 | columns >> 2
    every_column = np.bitwise_and.reduce(across, axis=0) & 0x1FF == 0x1FF
    every_box = np.bitwise_and.reduce(boxes, axis=0) & LEFT == LEFT
    return cast("Flags", (rows & GUARDS == GUARDS) & every_column & every_box)


# --- the tape -------------------------------------------------------------------------

_OPERATIONS = ("and", "or", "xor", "add", "sub", "shl", "shr")
_BITWISE = (np.bitwise_and, np.bitwise_or, np.bitwise_xor)
_OTHERS = (np.add, np.subtract, np.left_shift, np.right_shift)
_UFUNCS = dict(zip(_OPERATIONS, (*_BITWISE, *_OTHERS), strict=True))


class TapeRunner:
    """Runs a tape with NumPy: operation by operation, each on one word of every lane.

    The arrays that hold what is between are used again as soon as nothing needs them
    any more, so that all of them stay in the processor's cache.

    Args:
        tape: What to run.
        words: (words, lanes) uint32, the lanes; `run` works on these.

    Attributes:
        conflict: (lanes,) uint32, not zero where a lane has a conflict; after `run`.
        progress: (lanes,) uint32, not zero where a lane has made progress.
    """

    def __init__(self, tape: Tape, words: Words) -> None:
        last_use: dict[int | None, int] = {}
        for at, line in enumerate(tape.lines):
            last_use[line.left] = last_use[line.right] = at
        kept = {*tape.stores, tape.conflict, tape.progress, *range(STATE)}
        free: list[Words] = []
        values: list[Words] = list(words[:STATE])
        self._steps: list[tuple[np.ufunc, Words, Words, Words]] = []
        for at, line in enumerate(tape.lines[STATE:], STATE):
            left, right = values[line.left], np.array(line.constant, np.uint32)
            if line.right is not None:
                right = values[line.right]
            read = {line.left, line.left if line.right is None else line.right} - kept
            free += [values[operand] for operand in read if last_use[operand] == at]
            values.append(free.pop() if free else np.empty_like(words[0]))
            self._steps.append((_UFUNCS[line.operation], left, right, values[at]))
        self._stores = [values[at] for at in tape.stores]
        self._words = words
        self.conflict = values[tape.conflict]
        self.progress = values[tape.progress]

    def run(self) -> None:
        """Run the tape once over all lanes."""
        for operation, left, right, target in self._steps:
            operation(left, right, target)
        for word, value in zip(self._words, self._stores, strict=True):
            word[:] = value
