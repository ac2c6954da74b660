"""Runs a tape with NumPy: operation by operation, each on one word of every lane.

The arrays that hold what is between are used again as soon as nothing needs them any
more, so that all of them stay in the processor's cache.

Invariant: no operation writes an array that a later one still reads, nor a word of the
lanes before everything that reads its old value has run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from satdoku.lanes.tape import Tape

    Words = NDArray[np.uint32]

__all__ = ["TapeRunner"]

_UFUNCS: dict[str, np.ufunc] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "add": np.add,
    "sub": np.subtract,
    "shl": np.left_shift,
    "shr": np.right_shift,
    "not": np.invert,
}


class TapeRunner:
    """A tape, laid out for arrays.

    Args:
        tape: What to run.
        words: (words, lanes) uint32, the lanes; run works on these.

    Attributes:
        conflict: (lanes,) uint32, not zero where a lane has a conflict; after `run`.
        progress: (lanes,) uint32, not zero where a lane has made progress.
    """

    def __init__(self, tape: Tape, words: Words) -> None:
        lanes = words.shape[1]
        last_use = _last_uses(tape)
        kept = {line for line, _ in tape.stores} | {tape.conflict, tape.progress}
        free: list[Words] = []
        place: dict[int, Words] = {}
        constants: dict[int, Words] = {}
        binary: list[tuple[np.ufunc, Words, Words, Words]] = []
        for at, line in enumerate(tape.lines):
            if line.operation == "load":
                place[at] = words[line.left]
                continue
            left = place[line.left]
            if line.operation == "not":
                # To invert is to differ from all ones: one kind of call for all lines.
                right = constants.setdefault(-1, np.array(0xFFFF_FFFF, np.uint32))
                operation: np.ufunc = np.bitwise_xor
            else:
                operation = _UFUNCS[line.operation]
                if line.right is None:
                    made = np.array(line.constant, np.uint32)
                    right = constants.setdefault(line.constant, made)
                else:
                    right = place[line.right]
            for operand in {line.left, line.left if line.right is None else line.right}:
                of_lane = tape.lines[operand].operation == "load"
                if last_use[operand] == at and operand not in kept and not of_lane:
                    free.append(place[operand])
            target = free.pop() if free else np.empty(lanes, np.uint32)
            place[at] = target
            binary.append((operation, left, right, target))
        self._binary = binary
        self._stores = [(words[word], place[line]) for line, word in tape.stores]
        self.conflict = place[tape.conflict]
        self.progress = place[tape.progress]

    def run(self) -> None:
        """Run the tape once over all lanes."""
        for operation, left, right, target in self._binary:
            operation(left, right, target)
        for word, value in self._stores:
            word[:] = value


def _last_uses(tape: Tape) -> dict[int, int]:
    """Return for each line the last one that reads it."""
    uses: dict[int, int] = {}
    for at, line in enumerate(tape.lines):
        if line.operation != "load":
            uses[line.left] = at
            if line.right is not None:
                uses[line.right] = at
    return uses
