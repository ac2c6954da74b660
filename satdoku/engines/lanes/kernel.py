"""The search as compiled code: rounds of sweeps, and what lanes do after each.

    puzzle ──take──▶ lane ──sweep──▶ conflict ──▶ back to the last open branch
                                     solved   ──▶ a solution, and back
                                     stuck    ──▶ branch: go on with one half, keep one

Compiled by Numba on first use (`engines.lanes.native`); `engines.lanes.arrays` does the
same in NumPy.  Words are handled as 64-bit integers here, since Numba promotes anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from satdoku.engines.intrinsics import lowest_bit
from satdoku.engines.lanes.branching import branch, word_at
from satdoku.engines.lanes.machine_code import (
    pool_at,
    read_8_bytes,
    sweep_block,
    write_8_bytes,
)
from satdoku.engines.lanes.state import (
    ABOVE,
    ACTIVE,
    ALL_LANES,
    BLOCK,
    BLOCKS,
    BOTTOM,
    CANDIDATES,
    DEPTH,
    DONE,
    EMITTED,
    FIELDS,
    FRAME,
    GUARDS,
    GUESSES,
    LANES,
    LEFT,
    NUMBERS,
    PUZZLE,
    SINCE,
    SOLVED,
    START,
    STATE,
    TAKEN,
    TOP,
    WHOLE,
    WIDTH,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from satdoku.engines.lanes.state import Bytes, Longs, Pool, Words

_EVERY_LANE = (1 << ALL_LANES) - 1
_BLOCK_OF_LANES = (1 << LANES) - 1
_SHARING = 4  # idle lanes look for a branch every so many rounds
_BYTES = np.uint64(0x0101010101010101)
_GATHER = np.uint64(0x0102040810204080)  # times eight bytes 0 or 1: their bits on top
_TOP_BYTE = np.uint64(56)
_1, _2, _3 = np.uint64(1), np.uint64(2), np.uint64(3)


def run(
    table: Longs,
    puzzles: int,
    output: int,
    limit: int,
    max_guesses: int,
    share_after: int,
    rounds: int,
) -> None:
    """Search for some rounds, or until all is done or the output may overflow.

    Args:
        table: The addresses of the arrays of a `Pool`.
        puzzles: How many there are.
        output: Solutions that the output holds; 0 to keep the first of each puzzle.
        limit: Solutions to look for; -1 for all.
        max_guesses: Give a puzzle up after so many; -1 for never.
        share_after: Sweeps before a puzzle is divided; -1 for never.
        rounds: How many.
    """
    pool = pool_at(table)
    words, frames, control, lanes = pool.words, pool.frames, pool.control, pool.lanes
    for turn in range(rounds):
        idle = ~control[ACTIVE] & _EVERY_LANE
        while idle and control[TAKEN] < puzzles:
            take_puzzle(pool, lowest_bit(idle))
            idle &= idle - 1
        if share_after >= 0 and turn % _SHARING == 0:
            while idle and share(pool, lowest_bit(idle), share_after):
                idle &= idle - 1
        if control[ACTIVE] == 0:
            return
        if output > 0 and control[EMITTED] + ALL_LANES > output:
            return
        for block in range(BLOCKS):
            active = control[ACTIVE] >> LANES * block & _BLOCK_OF_LANES
            if active == 0:
                continue
            flags = sweep_block(words, block * (BLOCK * LANES))
            pool.swept[block] += 1
            conflicts = flags & active
            still_open = (flags >> (2 * LANES)) & active & ~conflicts
            solved = active & ~conflicts & ~still_open
            stuck = still_open & ~(flags >> LANES)
            # A loop for each thing to do, rather than one that asks which: what a
            # processor cannot foresee costs it as much as half of a step.
            while solved:
                bit = lowest_bit(solved)
                solved &= solved - 1
                lane = block * LANES + bit
                if lanes[lane * NUMBERS + PUZZLE] < 0:
                    continue  # it was ended from another lane
                conflicts |= 1 << bit
                if is_solution(words, word_of(lane)):
                    note_solution(pool, lane, output, limit)
            while stuck:
                bit = lowest_bit(stuck)
                stuck &= stuck - 1
                lane = block * LANES + bit
                own = lane * NUMBERS
                puzzle = lanes[own + PUZZLE]
                if puzzle < 0:
                    continue  # the same
                if lanes[own + GUESSES] == max_guesses:
                    pool.complete[puzzle] = 0
                    lanes[own + TOP] = 0
                    conflicts |= 1 << bit
                    continue
                top = lanes[own + TOP]
                depth = lanes[own + ABOVE] + top
                branch(
                    words,
                    word_of(lane),
                    frames,
                    frame_of(lane, top),
                    depth,
                    pool.triads,
                )
                lanes[own + TOP] = top + 1
                lanes[own + GUESSES] += 1
            while conflicts:
                bit = lowest_bit(conflicts)
                conflicts &= conflicts - 1
                lane = block * LANES + bit
                own = lane * NUMBERS
                if lanes[own + PUZZLE] < 0:
                    continue
                top = lanes[own + TOP] - 1
                if top >= lanes[own + BOTTOM]:
                    lanes[own + TOP] = top
                    take_frame(pool, lane, frame_of(lane, top))
                    continue
                release(pool, lane)
                if control[TAKEN] < puzzles:
                    take_puzzle(pool, lane)


# --- lanes ----------------------------------------------------------------------------


def word_of(lane: int) -> int:
    """Return where a lane's words begin."""
    return lane // LANES * (BLOCK * LANES) + lane % LANES


def frame_of(lane: int, number: int) -> int:
    """Return where a lane's open branch begins."""
    return (lane * DEPTH + number) * FRAME


def take_puzzle(pool: Pool, lane: int) -> None:
    """Give an idle lane the next puzzle."""
    puzzle = pool.control[TAKEN]
    pool.control[TAKEN] += 1
    begin(pool, lane, puzzle, 0, 0, WHOLE)
    load(pool.words, word_of(lane), pool.puzzles, 81 * puzzle)
    for at in range(CANDIDATES):
        pool.words[word_of(lane) + LANES * at] &= pool.marks[at]


def begin(
    pool: Pool, lane: int, puzzle: int, above: int, start: int, width: int
) -> None:
    """Make an idle lane busy with a puzzle; its words are filled elsewhere."""
    own, lanes = lane * NUMBERS, pool.lanes
    lanes[own + PUZZLE] = puzzle
    lanes[own + BOTTOM] = 0
    lanes[own + TOP] = 0
    lanes[own + ABOVE] = above
    lanes[own + GUESSES] = 0
    lanes[own + SINCE] = pool.swept[lane // LANES]
    lanes[own + START] = start
    lanes[own + WIDTH] = width
    pool.control[ACTIVE] |= 1 << lane
    pool.workers[puzzle] += 1


def release(pool: Pool, lane: int) -> None:
    """Make a lane idle, and note what it has done."""
    own, lanes = lane * NUMBERS, pool.lanes
    puzzle = lanes[own + PUZZLE]
    pool.guesses[puzzle] += lanes[own + GUESSES]
    pool.sweeps[puzzle] += pool.swept[lane // LANES] - lanes[own + SINCE]
    lanes[own + PUZZLE] = -1
    pool.control[ACTIVE] &= ~(1 << lane)
    pool.workers[puzzle] -= 1
    if pool.workers[puzzle] == 0:
        pool.control[DONE] += 1


def take_frame(pool: Pool, lane: int, frame: int) -> None:
    """Take up a branch that was left open."""
    word = word_of(lane)
    for at in range(STATE):
        pool.words[word + LANES * at] = pool.frames[frame + at]


def share(pool: Pool, idle: int, share_after: int) -> bool:
    """Give an idle lane the shallowest open branch there is; say whether there is one.

    Args:
        pool: The search.
        idle: The lane.
        share_after: Lanes are left alone for so many sweeps, since small searches are
            over before it pays to divide them.
    """
    lanes = pool.lanes
    busy, above = -1, 1 << 30
    for lane in range(ALL_LANES):
        own = lane * NUMBERS
        depth = lanes[own + ABOVE] + lanes[own + BOTTOM]
        swept = pool.swept[lane // LANES] - lanes[own + SINCE]
        some = lanes[own + TOP] > lanes[own + BOTTOM] and lanes[own + WIDTH] > 1
        if lanes[own + PUZZLE] >= 0 and some and depth < above and swept >= share_after:
            busy, above = lane, depth
    if busy < 0:
        return False
    own = busy * NUMBERS
    half, bottom = lanes[own + WIDTH] >> 1, lanes[own + BOTTOM]
    lanes[own + WIDTH] = half
    lanes[own + BOTTOM] = bottom + 1
    begin(pool, idle, lanes[own + PUZZLE], above, lanes[own + START] + half, half)
    take_frame(pool, idle, frame_of(busy, bottom))
    return True


def note_solution(pool: Pool, lane: int, output: int, limit: int) -> None:
    """Count a solution, keep it, and end the lanes that have nothing left to find."""
    own, lanes, word = lane * NUMBERS, pool.lanes, word_of(lane)
    puzzle = lanes[own + PUZZLE]
    if output > 0:
        out = pool.control[EMITTED]
        pool.control[EMITTED] = out + 1
        pool.output_index[out] = puzzle
        write_solution(pool.words, word, pool.spread, pool.output, 81 * out)
    elif lanes[own + START] < pool.first[puzzle]:
        pool.first[puzzle] = lanes[own + START]
        write_solution(pool.words, word, pool.spread, pool.solutions, 81 * puzzle)
    if pool.counts[puzzle] != limit:
        pool.counts[puzzle] += 1
    if pool.counts[puzzle] != limit:
        return
    # Lanes before the first solution may still find one that comes before it.
    lanes[own + TOP] = lanes[own + BOTTOM]
    if pool.workers[puzzle] > 1:
        for other in range(ALL_LANES):
            at = other * NUMBERS
            behind = lanes[at + START] >= pool.first[puzzle]
            if other != lane and lanes[at + PUZZLE] == puzzle and behind:
                release(pool, other)


# --- puzzles into lanes, and solutions out of them ------------------------------------


def load(words: Words, word: int, cells: Bytes, first: int) -> None:
    """Fill a lane with the puzzle whose cells begin at `first`.

    Eight cells are read at a time and turned into four planes of bits, one for each
    binary place of their digits.
    """
    for r in range(3):
        ones, twos, fours, eights = 0, 0, 0, 0
        for band in range(3):
            at = first + 9 * (3 * band + r)
            eight = read_8_bytes(cells, at)
            ninth = int(np.int64(cells[at + 8]))
            shift = 10 * band
            ones |= plane(eight, ninth, 0) << shift
            twos |= plane(eight, ninth, 1) << shift
            fours |= plane(eight, ninth, 2) << shift
            eights |= plane(eight, ninth, 3) << shift
        given = ones | twos | fours | eights
        words[word + LANES * (SOLVED + r)] = given
        for digit in range(1, 10):
            own = ones if digit & 1 else ~ones
            own &= twos if digit & 2 else ~twos
            own &= fours if digit & 4 else ~fours
            own &= eights if digit & 8 else ~eights
            words[word + LANES * (3 * digit - 3 + r)] = FIELDS & (~given | own)


def plane(eight: np.uint64, ninth: int, place: int) -> int:
    """Return one binary place of the digits of a row, a bit a cell."""
    bits = (((eight >> np.uint64(place)) & _BYTES) * _GATHER) >> _TOP_BYTE
    return int(np.int64(bits)) | ((ninth >> place) & 1) << 8


def is_solution(words: Words, word: int) -> bool:
    """Say whether a lane, in which no cell has two candidates, obeys the rules.

    Every digit is in every row, column and box; with one candidate a cell at most,
    that makes each just once.
    """
    wrong = 0
    for digit in range(9):
        at = word + 3 * LANES * digit
        one = word_at(words, at)
        two = word_at(words, at + LANES)
        three = word_at(words, at + 2 * LANES)
        columns = one | two | three
        wrong |= ~((one + FIELDS) & (two + FIELDS) & (three + FIELDS)) & GUARDS
        wrong |= ~(columns | columns >> 10 | columns >> 20) & 0x1FF
        wrong |= ~(columns | columns >> 1 | columns >> 2) & LEFT
    return wrong == 0


def write_solution(
    words: Words, word: int, spread: NDArray[np.uint64], cells: Bytes, first: int
) -> None:
    """Write the solution in a lane as 81 bytes: the way back from `load`."""
    for r in range(3):
        ones, twos, fours, eights = 0, 0, 0, 0
        for digit in range(1, 10):
            own = word_at(words, word + LANES * (3 * digit - 3 + r))
            ones |= own if digit & 1 else 0
            twos |= own if digit & 2 else 0
            fours |= own if digit & 4 else 0
            eights |= own if digit & 8 else 0
        for band in range(3):
            shift = 10 * band
            row = first + 9 * (3 * band + r)
            write_8_bytes(
                cells,
                row,
                spread[(ones >> shift) & 255]
                | spread[(twos >> shift) & 255] << _1
                | spread[(fours >> shift) & 255] << _2
                | spread[(eights >> shift) & 255] << _3,
            )
            shift += 8
            cells[row + 8] = (
                (ones >> shift & 1)
                | (twos >> shift & 1) << 1
                | (fours >> shift & 1) << 2
                | (eights >> shift & 1) << 3
            )
