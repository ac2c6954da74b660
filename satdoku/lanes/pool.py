"""What a search holds: lanes, their branches, pieces of divided puzzles, results.

    puzzle ──take──▶ lane ──sweep──▶ conflict ──▶ back to the last open branch
                                     solved   ──▶ a solution, and back
                                     stuck    ──▶ branch: go on with one half, keep one

All of it is arrays, so that compiled code and NumPy work on the same.  What is found
must not depend on how many lanes there are or who helps whom: it is what one lane would
find that searches each puzzle alone, depth first.

A puzzle that one lane takes long over is divided: an idle lane takes the branch that
was left open first, the shallowest.  Its part comes, in the order of a lone search,
right behind what the other lane still has to do.  The parts of a puzzle are a linked
list of *pieces* in that order, `satdoku.lanes.pieces`.

Invariants:
    a lane is idle exactly if `lane_puzzle` is -1;
    its open branches are frames `bottom` up to, and not with, `top`;
    `lane_piece` is -1 as long as its puzzle is not divided;
    a piece that is not done is searched by just one lane, and there are at most twice
    as many pieces as lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from satdoku.lanes.layout import BLOCK, LANES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "BUSY",
    "DEPTH",
    "DONE",
    "EMITTED",
    "FEW_BIVALUE",
    "FRAME",
    "FREE",
    "MARKS",
    "TAKEN",
    "TRIADS_FIRST",
    "Pool",
    "make_pool",
]

FRAME = 32
"""Words of a kept branch: the state, filled up to a multiple of a cache line."""


MARKS = 16
"""First solutions of a piece for which it is noted what they took: that tells what a
lone search would have done up to a limit of so many."""

TRIADS_FIRST = 1
"""The search branches on triads while it has left fewer branches open than that …"""

FEW_BIVALUE = 10
"""… and fewer cells than that have two candidates."""

DEPTH = 81 + TRIADS_FIRST
"""Branches a lane can keep: each settles a cell, but those on triads."""

_ALIGNED = 64


# Numbers in `Pool.control`.
TAKEN = 0
"""Puzzles that were taken so far; they are taken in order."""
BUSY = 1
"""Lanes that are not idle."""
DONE = 2
"""Puzzles that are finished."""
FREE = 3
"""The first unused piece, -1 if there is none."""
EMITTED = 4
"""Solutions in the outlet."""


class Pool(NamedTuple):
    """The arrays of a search.

    Args:
        puzzles: (N * 81,) uint8.
        words: (blocks * BLOCK * LANES,) uint32, the lanes.
        frames: (lanes * DEPTH * FRAME,) uint32, open branches.
        active: (blocks,) int64, bits of the lanes that are not idle.
        swept: (blocks,) int64, how often a block was swept.
        lane_puzzle: The puzzle of a lane, -1 if it is idle.
        lane_piece: The piece of a divided puzzle it works on, or -1.
        lane_bottom: Its first open branch.
        lane_top: Behind its last one.
        lane_depth: Branches that a lone search would have left open below its frame 0.
        lane_found: Solutions in what it has searched.
        lane_guesses: Branchings.
        lane_since: How often its block had been swept when it began.
        lane_marks: (lanes * MARKS * 2,), guesses and sweeps at its first solutions.
        next_piece: The piece behind, -1 for the last; links unused pieces, too.
        last_piece: The piece before, -1 for the first that is left.
        piece_puzzle: Whose piece it is.
        piece_lane: The lane that searches it, -1 once it is done.
        piece_found: Solutions, once it is done.
        piece_guesses: Guesses, once it is done.
        piece_sweeps: Sweeps, once it is done.
        piece_marks: (pieces * MARKS * 2,), as of lanes, once it is done.
        piece_solution: (pieces * 81,) uint8, the first solution.
        solutions: (N * 81,) uint8, the first solution of every puzzle.
        counts: (N,) int64, solutions of what is finished of a puzzle.
        totals: (N,) or (1,) int64, solutions of all pieces, where limits need it.
        complete: (N,) uint8, whether the search of a puzzle was not given up.
        guesses: (N,) int64.
        sweeps: (N,) int64.
        outlet: (size * 81,) uint8, every solution as found; empty if not asked for.
        outlet_index: (size,) int64, whose solution it is.
        control: (5,) int64: TAKEN, BUSY, DONE, FREE, EMITTED.
        spread: (256,) uint64, a byte's bits as eight bytes.
    """

    puzzles: NDArray[np.uint8]
    words: NDArray[np.uint32]
    frames: NDArray[np.uint32]
    active: NDArray[np.int64]
    swept: NDArray[np.int64]
    lane_puzzle: NDArray[np.int64]
    lane_piece: NDArray[np.int64]
    lane_bottom: NDArray[np.int64]
    lane_top: NDArray[np.int64]
    lane_depth: NDArray[np.int64]
    lane_found: NDArray[np.int64]
    lane_guesses: NDArray[np.int64]
    lane_since: NDArray[np.int64]
    lane_marks: NDArray[np.int64]
    next_piece: NDArray[np.int64]
    last_piece: NDArray[np.int64]
    piece_puzzle: NDArray[np.int64]
    piece_lane: NDArray[np.int64]
    piece_found: NDArray[np.int64]
    piece_guesses: NDArray[np.int64]
    piece_sweeps: NDArray[np.int64]
    piece_marks: NDArray[np.int64]
    piece_solution: NDArray[np.uint8]
    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]
    totals: NDArray[np.int64]
    complete: NDArray[np.uint8]
    guesses: NDArray[np.int64]
    sweeps: NDArray[np.int64]
    outlet: NDArray[np.uint8]
    outlet_index: NDArray[np.int64]
    control: NDArray[np.int64]
    spread: NDArray[np.uint64]


def make_pool(
    puzzles: NDArray[np.uint8], *, blocks: int, outlet: int = 0, totals: bool = False
) -> Pool:
    """Make the arrays for a search.

    Args:
        puzzles: (N, 81) uint8, C-contiguous.
        blocks: How many blocks of lanes.
        outlet: Solutions that the outlet holds.
        totals: Whether solutions of divided puzzles are added up as they are found.
    """
    count, lanes = len(puzzles), blocks * LANES
    pieces = 2 * lanes + 2

    def zeros(size: int) -> NDArray[np.int64]:
        return np.zeros(size, np.int64)

    control = zeros(EMITTED + 1)
    links = np.arange(1, pieces + 1)
    links[-1] = -1
    return Pool(
        puzzles=puzzles.reshape(-1),
        words=_aligned(blocks * BLOCK * LANES),
        frames=_aligned(lanes * DEPTH * FRAME),
        active=zeros(blocks),
        swept=zeros(blocks),
        lane_puzzle=np.full(lanes, -1, np.int64),
        lane_piece=np.full(lanes, -1, np.int64),
        lane_bottom=zeros(lanes),
        lane_top=zeros(lanes),
        lane_depth=zeros(lanes),
        lane_found=zeros(lanes),
        lane_guesses=zeros(lanes),
        lane_since=zeros(lanes),
        lane_marks=zeros(lanes * MARKS * 2),
        next_piece=links.astype(np.int64),
        last_piece=np.full(pieces, -1, np.int64),
        piece_puzzle=zeros(pieces),
        piece_lane=np.full(pieces, -1, np.int64),
        piece_found=zeros(pieces),
        piece_guesses=zeros(pieces),
        piece_sweeps=zeros(pieces),
        piece_marks=zeros(pieces * MARKS * 2),
        piece_solution=np.zeros(pieces * 81, np.uint8),
        solutions=np.zeros(count * 81, np.uint8),
        counts=zeros(count),
        totals=zeros(count if totals else 1),
        complete=np.ones(count, np.uint8),
        guesses=zeros(count),
        sweeps=zeros(count),
        outlet=np.zeros(outlet * 81, np.uint8),
        outlet_index=zeros(outlet),
        control=control,
        spread=_spread(),
    )


def _aligned(words: int) -> NDArray[np.uint32]:
    """Return zeros that begin at a cache line, so that no vector spans two."""
    room = np.zeros(words + _ALIGNED // 4, np.uint32)
    start = -room.ctypes.data % _ALIGNED // 4
    return room[start : start + words]


def _spread() -> NDArray[np.uint64]:
    """Return for each byte its bits as eight bytes, the lowest first."""
    bits = np.unpackbits(
        np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"
    )
    return bits.view("<u8").reshape(-1).astype(np.uint64)
