"""What many puzzles are answered with: a row a puzzle, in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from satdoku.answers import Status
from satdoku.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from satdoku.lanes.search import Found

__all__ = ["Batch", "BatchStatus", "batch_of", "filled", "joined", "status_of"]

_MOST_SWEEPS = 2**32 - 1
_ARRAYS = ("solutions", "counts", "status", "guesses", "sweeps", "complete")


class BatchStatus(IntEnum):
    """How many solutions a puzzle has, as a number that an array of bytes can hold.

    The names are those of `Status`, which says what they mean.

    Example:
        >>> BatchStatus(3), BatchStatus.UNIQUE.word
        (<BatchStatus.UNIQUE: 3>, <Status.UNIQUE: 'unique'>)
    """

    UNKNOWN = 0
    NONE = 1
    SOLVED = 2
    UNIQUE = 3
    SEVERAL = 4

    @property
    def word(self) -> Status:
        """The same as `satdoku.Status`."""
        return Status[self.name]


@frozen
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Batch:
    """The answers to N puzzles.

    Args:
        solutions: (N, 81) uint8, the first solution of each, checked against the rules;
            zeros where none was found.
        counts: (N,) int64, how many solutions were found, at most `limit`.
        status: (N,) uint8, the codes of `BatchStatus`.
        guesses: (N,) int64, how often the search had to branch.
        sweeps: (N,) int64, how many rounds of propagation it took.
        complete: (N,) bool, whether the search came to its end or to `limit`; False
            where `max_guesses` came first, so that there may be more than was found.
        limit: How many solutions of each were looked for; None for all.

    A slice, a list of indices or a mask in brackets gives the batch of those puzzles.

    Example:
        >>> from satdoku.batch.solving import solve_batch
        >>> batch = solve_batch(["1" + "0" * 80, "11" + "0" * 79], limit=2)
        >>> batch
        <Batch of 2 puzzles: 1 several, 1 none>
        >>> batch.counts, batch[1:].status
        (array([2, 0]), array([1], dtype=uint8))
    """

    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]
    status: NDArray[np.uint8]
    guesses: NDArray[np.int64]
    sweeps: NDArray[np.int64]
    complete: NDArray[np.bool_]
    limit: int | None

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(
        self,
        rows: slice | Sequence[int] | NDArray[np.integer] | NDArray[np.bool_],
    ) -> Batch:
        """Return the batch of some of the puzzles."""
        if not isinstance(rows, slice) and np.ndim(rows) != 1:
            msg = "a batch is cut by a slice, a list of indices or a mask; one puzzle "
            msg += "is a row of its arrays: batch.solutions[index]"
            raise TypeError(msg)
        return Batch(
            self.solutions[rows],
            self.counts[rows],
            self.status[rows],
            self.guesses[rows],
            self.sweeps[rows],
            self.complete[rows],
            self.limit,
        )

    @property
    def hardness(self) -> NDArray[np.int64]:
        """How hard each was for search, by guesses, and by sweeps where those agree.

        Numbers to sort by (`np.argsort(batch.hardness, kind="stable")`), no measure:
        twice the number is not twice as hard.

        Compare those of searches with the same `limit` and `max_guesses`.  Up to a
        limit of 16 they depend on the puzzle alone; above, and where there is none,
        they may differ with the executor, and with what was searched beside it.
        """
        return (self.guesses << 32) + np.minimum(self.sweeps, _MOST_SWEEPS)

    def tally(self) -> dict[Status, int]:
        """Return how many puzzles there are of each status that occurs.

        Example:
            >>> from satdoku.batch.solving import solve_batch
            >>> solve_batch(["11" + "0" * 79] * 3).tally()
            {<Status.NONE: 'none'>: 3}
        """
        counted = np.bincount(self.status, minlength=len(BatchStatus)).tolist()
        found = {status: counted[BatchStatus[status.name]] for status in Status}
        return {status: many for status, many in found.items() if many}

    def __repr__(self) -> str:
        told = ", ".join(f"{many:,} {word}" for word, many in self.tally().items())
        puzzles = "puzzle" if len(self) == 1 else "puzzles"
        return f"<Batch of {len(self):,} {puzzles}{': ' if told else ''}{told}>"


def status_of(
    counts: NDArray[np.int64], complete: NDArray[np.bool_], limit: int | None
) -> NDArray[np.uint8]:
    """Return what counts of solutions say.

    Example:
        >>> status_of(np.array([0, 0, 1, 1, 2]), np.array([0, 1, 0, 1, 0]) > 0, 2)
        array([0, 1, 2, 3, 4], dtype=uint8)
    """
    # By the count (none, one, more) and by whether the search is complete.
    one = BatchStatus.SOLVED if limit == 1 else BatchStatus.UNIQUE
    codes = np.array(
        [
            [BatchStatus.UNKNOWN, BatchStatus.NONE],
            [BatchStatus.SOLVED, one],
            [BatchStatus.SEVERAL, BatchStatus.SEVERAL],
        ],
        np.uint8,
    )
    return codes[np.minimum(counts, 2), complete.view(np.uint8)]


def batch_of(found: Found, limit: int | None) -> Batch:
    """Return what lanes found as a batch."""
    return Batch(
        found.solutions,
        found.counts,
        status_of(found.counts, found.complete, limit),
        found.guesses,
        found.sweeps,
        found.complete,
        limit,
    )


def filled(parts: Iterable[Batch], count: int, limit: int | None) -> Batch:
    """Return the answers to `count` puzzles, which come in parts, as one batch.

    One part that is all is passed on; else each is copied when it comes, so that no
    more than one is held beside the whole.

    Example:
        >>> filled([], 0, None)
        <Batch of 0 puzzles>
    """
    whole: Batch | None = None
    first = 0
    for part in parts:
        if len(part) == count:
            return part
        whole = whole or _empty(count, limit)
        rows = slice(first, first + len(part))
        for name in _ARRAYS:
            getattr(whole, name)[rows] = getattr(part, name)
        first += len(part)
    return whole or _empty(count, limit)


def joined(batches: Sequence[Batch], limit: int | None) -> Batch:
    """Return batches, all of this limit, as one."""
    return filled(batches, sum(map(len, batches)), limit)


def _empty(count: int, limit: int | None) -> Batch:
    """Return a batch whose arrays hold anything."""
    return Batch(
        np.empty((count, 81), np.uint8),
        np.empty(count, np.int64),
        np.empty(count, np.uint8),
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.bool_),
        limit,
    )
