"""Divided puzzles: what pieces there are, and what the end of one means.

The pieces of a puzzle are in the order of a lone search, depth first.  The first that
is left is the one whose solutions come first; as soon as it is done it is added to the
puzzle's results, and the next one is the first.  Done pieces side by side are joined.

With a limit, a puzzle is finished when the pieces from the first on have reached it:
what others found further on does not count, and what it took is what it took up to
that solution (`MARKS`).  So results are those of a lone search, however many lanes
helped.  With limits beyond `MARKS` a puzzle ends as soon as all its pieces together
have reached the limit and the first solution is known; what it took then is all that
was done.

These functions are Python for the NumPy executor and compiled by the other one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.lanes.layout import LANES
from satdoku.lanes.pool import BUSY, DEPTH, DONE, FRAME, FREE, MARKS

if TYPE_CHECKING:
    from satdoku.lanes.pool import Pool

__all__ = ["begin", "divide", "enough", "finish", "note_solution", "share"]


def release(pool: Pool, lane: int) -> None:
    """Make a lane idle."""
    pool.lane_puzzle[lane] = -1
    pool.lane_piece[lane] = -1
    pool.lane_top[lane] = 0
    pool.lane_bottom[lane] = 0
    block = lane // LANES
    pool.active[block] &= ~(1 << (lane % LANES))
    pool.control[BUSY] -= 1


def begin(pool: Pool, lane: int, puzzle: int) -> None:
    """Make an idle lane busy with a puzzle; its words are filled elsewhere."""
    pool.lane_puzzle[lane] = puzzle
    pool.lane_piece[lane] = -1
    pool.lane_bottom[lane] = 0
    pool.lane_top[lane] = 0
    pool.lane_depth[lane] = 0
    pool.lane_found[lane] = 0
    pool.lane_guesses[lane] = 0
    block = lane // LANES
    pool.lane_since[lane] = pool.swept[block]
    pool.active[block] |= 1 << (lane % LANES)
    pool.control[BUSY] += 1


def note_solution(pool: Pool, lane: int) -> bool:
    """Count a solution that a lane has found; say whether it is its first."""
    found = pool.lane_found[lane]
    if found < MARKS:
        pool.lane_marks[2 * (MARKS * lane + found)] = pool.lane_guesses[lane]
        since = pool.lane_since[lane]
        mark = 2 * (MARKS * lane + found) + 1
        pool.lane_marks[mark] = pool.swept[lane // LANES] - since
    pool.lane_found[lane] = found + 1
    return bool(found == 0)


def finish(pool: Pool, lane: int, limit: int) -> None:
    """Note what a lane has done, and what it means for its puzzle.

    Args:
        pool: The search.
        lane: A lane that has nothing left to search, or has reached the limit.
        limit: Solutions to look for; -1 for all.
    """
    piece = pool.lane_piece[lane]
    if piece < 0:
        puzzle = pool.lane_puzzle[lane]
        pool.counts[puzzle] = pool.lane_found[lane]
        pool.guesses[puzzle] = pool.lane_guesses[lane]
        since = pool.lane_since[lane]
        pool.sweeps[puzzle] = pool.swept[lane // LANES] - since
        pool.control[DONE] += 1
        release(pool, lane)
        return
    end_piece(pool, lane, piece)
    if pool.last_piece[piece] < 0:
        fold(pool, piece, limit)
    else:
        join(pool, piece, limit)


def end_piece(pool: Pool, lane: int, piece: int) -> None:
    """Move what a lane has done to its piece, and make it idle."""
    pool.piece_lane[piece] = -1
    pool.piece_found[piece] = pool.lane_found[lane]
    pool.piece_guesses[piece] = pool.lane_guesses[lane]
    since = pool.lane_since[lane]
    pool.piece_sweeps[piece] = pool.swept[lane // LANES] - since
    for mark in range(2 * MARKS):
        pool.piece_marks[2 * MARKS * piece + mark] = pool.lane_marks[
            2 * MARKS * lane + mark
        ]
    release(pool, lane)


def fold(pool: Pool, piece: int, limit: int) -> None:
    """Add a puzzle's first pieces to its results, as far as they are done.

    Args:
        pool: The search.
        piece: The first piece of its puzzle; it is done.
        limit: Solutions to look for; -1 for all.
    """
    puzzle = pool.piece_puzzle[piece]
    while True:
        before = pool.counts[puzzle]
        found = pool.piece_found[piece]
        if before == 0 and found > 0:
            take_solution(pool, piece, puzzle)
        if limit >= 0 and before + found >= limit:
            wanted = limit - before - 1
            if wanted < MARKS:
                mark = 2 * (MARKS * piece + wanted)
                pool.guesses[puzzle] += pool.piece_marks[mark]
                pool.sweeps[puzzle] += pool.piece_marks[mark + 1]
            else:
                pool.guesses[puzzle] += pool.piece_guesses[piece]
                pool.sweeps[puzzle] += pool.piece_sweeps[piece]
            pool.counts[puzzle] = limit
            close(pool, piece)
            return
        pool.counts[puzzle] = before + found
        pool.guesses[puzzle] += pool.piece_guesses[piece]
        pool.sweeps[puzzle] += pool.piece_sweeps[piece]
        after = pool.next_piece[piece]
        give_back(pool, piece)
        if after < 0:
            pool.control[DONE] += 1
            return
        pool.last_piece[after] = -1
        lane = int(pool.piece_lane[after])
        if lane >= 0:
            if limit < 0 or pool.counts[puzzle] + pool.lane_found[lane] < limit:
                return
            end_piece(pool, lane, after)
        piece = after


def join(pool: Pool, piece: int, limit: int) -> None:
    """Join a done piece with its done neighbours."""
    before = pool.last_piece[piece]
    if pool.piece_lane[before] < 0:
        merge(pool, before, piece, limit)
        piece = before
    after = pool.next_piece[piece]
    if after >= 0 and pool.piece_lane[after] < 0:
        merge(pool, piece, after, limit)


def merge(pool: Pool, piece: int, after: int, limit: int) -> None:
    """Add a done piece to the done one before it."""
    found = pool.piece_found[piece]
    if limit < 0 or found < limit:
        for mark in range(min(MARKS - found, pool.piece_found[after])):
            here = 2 * (MARKS * piece + found + mark)
            there = 2 * (MARKS * after + mark)
            pool.piece_marks[here] = pool.piece_guesses[piece] + pool.piece_marks[there]
            pool.piece_marks[here + 1] = (
                pool.piece_sweeps[piece] + pool.piece_marks[there + 1]
            )
        if found == 0:
            for cell in range(81):
                pool.piece_solution[81 * piece + cell] = pool.piece_solution[
                    81 * after + cell
                ]
        pool.piece_found[piece] = found + pool.piece_found[after]
        pool.piece_guesses[piece] += pool.piece_guesses[after]
        pool.piece_sweeps[piece] += pool.piece_sweeps[after]
    last = pool.next_piece[after]
    pool.next_piece[piece] = last
    if last >= 0:
        pool.last_piece[last] = piece
    give_back(pool, after)


def close(pool: Pool, piece: int) -> None:
    """Finish a puzzle: end the search of all pieces from this one on."""
    while piece >= 0:
        lane = pool.piece_lane[piece]
        if lane >= 0:
            release(pool, lane)
        after = pool.next_piece[piece]
        give_back(pool, piece)
        piece = after
    pool.control[DONE] += 1


def give_back(pool: Pool, piece: int) -> None:
    """Put a piece back to the unused ones."""
    pool.piece_lane[piece] = -1
    pool.last_piece[piece] = -1
    pool.next_piece[piece] = pool.control[FREE]
    pool.control[FREE] = piece


def take_solution(pool: Pool, piece: int, puzzle: int) -> None:
    """Make a piece's first solution that of its puzzle."""
    for cell in range(81):
        pool.solutions[81 * puzzle + cell] = pool.piece_solution[81 * piece + cell]


def enough(pool: Pool, lane: int, limit: int, first: bool) -> bool:
    """Count a solution towards a limit beyond `MARKS`; end the puzzle that reaches it.

    Args:
        pool: The search.
        lane: The lane that has just found a solution.
        limit: Solutions to look for.
        first: Whether the puzzle's first solution, in the order of a lone search, must
            be known too.

    Returns:
        Whether the puzzle is finished, and the lane idle.
    """
    puzzle = int(pool.lane_puzzle[lane])
    pool.totals[puzzle] += 1
    if pool.totals[puzzle] < limit:
        return False
    piece = int(pool.lane_piece[lane])
    if piece < 0:
        finish(pool, lane, limit)
        return True
    while pool.last_piece[piece] >= 0:
        piece = int(pool.last_piece[piece])
    if pool.counts[puzzle] == 0:
        if pool.lane_found[pool.piece_lane[piece]] > 0:
            take_solution(pool, piece, puzzle)
        elif first:
            return False
    pool.counts[puzzle] = limit
    at = piece
    while at >= 0:
        busy = pool.piece_lane[at]
        if busy >= 0:
            since = pool.lane_since[busy]
            pool.guesses[puzzle] += pool.lane_guesses[busy]
            pool.sweeps[puzzle] += pool.swept[busy // LANES] - since
        else:
            pool.guesses[puzzle] += pool.piece_guesses[at]
            pool.sweeps[puzzle] += pool.piece_sweeps[at]
        at = pool.next_piece[at]
    close(pool, piece)
    return True


def new_piece(pool: Pool, lane: int, puzzle: int) -> int:
    """Take an unused piece and give it to a lane."""
    piece = int(pool.control[FREE])
    pool.control[FREE] = pool.next_piece[piece]
    pool.next_piece[piece] = -1
    pool.last_piece[piece] = -1
    pool.piece_puzzle[piece] = puzzle
    pool.piece_lane[piece] = lane
    pool.piece_found[piece] = 0
    pool.lane_piece[lane] = piece
    return piece


def share(pool: Pool, idle: int, patience: int) -> int:
    """Give an idle lane the shallowest open branch there is.

    Args:
        pool: The search.
        idle: The lane; its words are filled elsewhere.
        patience: Lanes are left alone for so many sweeps, since small searches are
            over before it pays to divide them.

    Returns:
        Where the branch is in `frames`, -1 if there was none.
    """
    busy, shallowest = -1, 1 << 30
    for lane in range(pool.lane_puzzle.size):
        if pool.lane_top[lane] > pool.lane_bottom[lane]:
            depth = pool.lane_depth[lane] + pool.lane_bottom[lane]
            since = pool.lane_since[lane]
            if depth < shallowest and pool.swept[lane // LANES] - since >= patience:
                busy, shallowest = lane, depth
    return -1 if busy < 0 else divide(pool, busy, idle)


def divide(pool: Pool, busy: int, idle: int) -> int:
    """Give the shallowest open branch of a lane to an idle one.

    Returns:
        Where the branch is in `frames`.
    """
    puzzle = pool.lane_puzzle[busy]
    piece = pool.lane_piece[busy]
    if piece < 0:
        piece = new_piece(pool, busy, puzzle)
        if pool.lane_found[busy] > 0:
            for cell in range(81):
                pool.piece_solution[81 * piece + cell] = pool.solutions[
                    81 * puzzle + cell
                ]
    begin(pool, idle, puzzle)
    bottom = int(pool.lane_bottom[busy])
    pool.lane_bottom[busy] = bottom + 1
    pool.lane_depth[idle] = pool.lane_depth[busy] + bottom
    fresh = new_piece(pool, idle, puzzle)
    after = pool.next_piece[piece]
    pool.next_piece[fresh] = after
    pool.last_piece[fresh] = piece
    pool.next_piece[piece] = fresh
    if after >= 0:
        pool.last_piece[after] = fresh
    return (busy * DEPTH + bottom) * FRAME
