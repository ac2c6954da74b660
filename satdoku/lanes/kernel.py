"""The search as compiled code: rounds of sweeps, and what lanes do after each.

Compiled by Numba on first use (`satdoku.lanes.compiler`); `satdoku.lanes.arrays` does
the same in NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from satdoku.lanes.branching import branch, take_frame
from satdoku.lanes.cells import is_solution, load, write_solution
from satdoku.lanes.layout import BLOCK, LANES
from satdoku.lanes.machine_code import lowest_bit, sweep_block
from satdoku.lanes.pieces import begin, enough, finish, note_solution, share
from satdoku.lanes.pool import BUSY, DEPTH, EMITTED, FRAME, TAKEN

if TYPE_CHECKING:
    from satdoku.lanes.pool import Pool

__all__ = ["run"]

NO_PUZZLES = np.zeros((0, 81), np.uint8)
SHARING = 4
"""Idle lanes look for a branch every so many rounds."""


def run(
    pool: Pool,
    limit: int,
    max_guesses: int,
    emit: bool,
    together: bool,
    patience: int,
    rounds: int,
) -> None:
    """Search for some rounds, or until all is done or the outlet may overflow.

    Args:
        pool: The search.
        limit: Solutions to look for; -1 for all.
        max_guesses: Give a puzzle up after so many; -1 for never.
        emit: Whether solutions go to the outlet.
        together: Whether solutions of all pieces count towards the limit.
        patience: Sweeps before a puzzle is divided; -1 for never.
        rounds: How many.
    """
    words, frames, control, spread = pool.words, pool.frames, pool.control, pool.spread
    lanes = pool.lane_puzzle.size
    waiting = pool.puzzles.size // 81 - control[TAKEN]
    for turn in range(rounds):
        if control[BUSY] < lanes:
            for lane in range(lanes):
                if waiting > 0 and pool.lane_puzzle[lane] < 0:
                    puzzle = control[TAKEN]
                    control[TAKEN] += 1
                    waiting -= 1
                    begin(pool, lane, puzzle)
                    word = lane // LANES * (BLOCK * LANES) + lane % LANES
                    load(words, word, pool.puzzles, 81 * puzzle)
            if waiting == 0 and patience >= 0 and turn % SHARING == 0:
                for lane in range(lanes):
                    if pool.lane_puzzle[lane] >= 0:
                        continue
                    frame = share(pool, lane, patience)
                    if frame < 0:
                        break
                    word = lane // LANES * (BLOCK * LANES) + lane % LANES
                    take_frame(words, word, frames, frame)
            if control[BUSY] == 0:
                return
        if emit and control[EMITTED] + lanes > pool.outlet_index.size:
            return
        for block in range(pool.active.size):
            if pool.active[block] == 0:
                continue
            flags = sweep_block(words, block * (BLOCK * LANES))
            pool.swept[block] += 1
            active = pool.active[block]
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
                word = block * (BLOCK * LANES) + bit
                puzzle = int(pool.lane_puzzle[lane])
                if puzzle < 0:
                    continue  # it was ended from another lane
                conflicts |= 1 << bit
                if not is_solution(words, word):
                    continue
                first = note_solution(pool, lane)
                piece = int(pool.lane_piece[lane])
                if emit:
                    out = int(control[EMITTED])
                    control[EMITTED] += 1
                    pool.outlet_index[out] = puzzle
                    write_solution(words, word, spread, pool.outlet, 81 * out)
                elif first and piece < 0:
                    write_solution(words, word, spread, pool.solutions, 81 * puzzle)
                elif first:
                    write_solution(words, word, spread, pool.piece_solution, 81 * piece)
                if limit < 0:
                    continue
                if together:
                    enough(pool, lane, limit, not emit)
                elif pool.counts[puzzle] + pool.lane_found[lane] >= limit:
                    pool.lane_top[lane] = 0
            while stuck:
                bit = lowest_bit(stuck)
                stuck &= stuck - 1
                lane = block * LANES + bit
                if pool.lane_puzzle[lane] < 0:
                    continue  # the same
                if pool.lane_guesses[lane] == max_guesses:
                    pool.complete[pool.lane_puzzle[lane]] = 0
                    pool.lane_top[lane] = 0
                    conflicts |= 1 << bit
                    continue
                word = block * (BLOCK * LANES) + bit
                top = int(pool.lane_top[lane])
                frame = (lane * DEPTH + top) * FRAME
                depth = int(pool.lane_depth[lane]) + top
                branch(words, word, frames, frame, depth)
                pool.lane_top[lane] = top + 1
                pool.lane_guesses[lane] += 1
            while conflicts:
                bit = lowest_bit(conflicts)
                conflicts &= conflicts - 1
                lane = block * LANES + bit
                if pool.lane_puzzle[lane] < 0:
                    continue
                word = block * (BLOCK * LANES) + bit
                top = pool.lane_top[lane] - 1
                if top >= pool.lane_bottom[lane]:
                    pool.lane_top[lane] = top
                    take_frame(words, word, frames, (lane * DEPTH + top) * FRAME)
                    continue
                finish(pool, lane, limit)
                if waiting > 0:
                    puzzle = control[TAKEN]
                    control[TAKEN] += 1
                    waiting -= 1
                    begin(pool, lane, puzzle)
                    load(words, word, pool.puzzles, 81 * puzzle)
