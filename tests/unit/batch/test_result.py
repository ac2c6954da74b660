"""A batch: what its arrays say, cut, sorted and shown."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from satdoku import Batch, BatchStatus, Status
from satdoku.batch.result import batch_of, filled, joined, status_of
from satdoku.lanes.search import Found


def made(counts: list[int], limit: int | None = 2) -> Batch:
    """Return a batch whose arrays can be told apart."""
    many = len(counts)
    numbers = np.arange(many)
    return batch_of(
        Found(
            np.repeat(numbers.astype(np.uint8)[:, None], 81, axis=1),
            np.array(counts, np.int64),
            np.array([count != 1 for count in counts], np.bool_),
            numbers // 2,
            many - numbers,
        ),
        limit,
    )


@pytest.mark.parametrize(
    ("count", "complete", "limit", "status"),
    [
        (0, True, 1, BatchStatus.NONE),
        (0, True, None, BatchStatus.NONE),
        (0, False, 1, BatchStatus.UNKNOWN),
        (1, True, 1, BatchStatus.SOLVED),
        (1, True, 2, BatchStatus.UNIQUE),
        (1, True, None, BatchStatus.UNIQUE),
        (1, False, 2, BatchStatus.SOLVED),
        (1, False, None, BatchStatus.SOLVED),
        (2, True, 2, BatchStatus.SEVERAL),
        (2, False, 9, BatchStatus.SEVERAL),
        (10**12, True, None, BatchStatus.SEVERAL),
    ],
)
def test_status(
    count: int,
    complete: bool,  # noqa: FBT001  a value of the table
    limit: int | None,
    status: BatchStatus,
) -> None:
    """The status says what the count, the end of the search and the limit do."""
    codes = status_of(np.array([count]), np.array([complete]), limit)

    assert [status] == codes.tolist()
    assert np.uint8 == codes.dtype


def test_status_names() -> None:
    """The codes have the names of `Status`, all of them, and never change."""
    assert {status.name for status in Status} == {code.name for code in BatchStatus}
    assert list(Status) == sorted(
        (code.word for code in BatchStatus), key=list(Status).index
    )
    assert ["UNKNOWN", "NONE", "SOLVED", "UNIQUE", "SEVERAL"] == [
        BatchStatus(code).name for code in range(5)
    ]


def test_cut() -> None:
    """A slice, indices and a mask cut all arrays alike."""
    batch = made([0, 1, 2, 2, 0])

    for rows in (slice(1, 4, 2), [1, 3], np.array([1, 3]), np.arange(5) % 2 == 1):
        part = batch[rows]
        assert 2 == len(part)
        assert [1, 3] == part.solutions[:, 80].tolist()
        assert [1, 2] == part.counts.tolist()
        assert [BatchStatus.SOLVED, BatchStatus.SEVERAL] == part.status.tolist()
        assert [0, 1] == part.guesses.tolist()
        assert [4, 2] == part.sweeps.tolist()
        assert [False, True] == part.complete.tolist()
        assert 2 == part.limit


def test_one_puzzle_is_no_batch() -> None:
    """An index alone is refused, and so is to iterate over puzzles."""
    batch = made([1])

    with pytest.raises(TypeError, match=r"batch\.solutions\[index\]"):
        batch[0]  # type: ignore[index]
    with pytest.raises(TypeError, match="one puzzle is a row"):
        list(batch)  # type: ignore[call-overload]


def test_hardness() -> None:
    """Guesses come first, sweeps decide between equals, also past 32 bits."""
    batch = made([1] * 6)

    assert [1, 0, 3, 2, 5, 4] == np.argsort(batch.hardness, kind="stable").tolist()
    batch.sweeps[0] = 2**40
    assert [1, 0, 3, 2, 5, 4] == np.argsort(batch.hardness, kind="stable").tolist()


def test_shown() -> None:
    """A batch shows how many puzzles of each status it has, never its arrays."""
    assert "<Batch of 4 puzzles: 1 several, 2 solved, 1 none>" == repr(
        made([0, 1, 1, 2])
    )
    assert "<Batch of 1 puzzle: 1 none>" == repr(made([0]))
    assert "<Batch of 0 puzzles>" == repr(made([]))
    assert "1,500 several" in repr(made([2] * 1500))
    assert {Status.SEVERAL: 1, Status.SOLVED: 2, Status.NONE: 1} == made(
        [0, 1, 1, 2]
    ).tally()


def test_joined() -> None:
    """Batches are put together in order; none at all is a batch of none."""
    whole = made([0, 1, 2, 2, 0])

    again = joined([whole[:2], whole[2:2], whole[2:]], 2)

    for name in ("solutions", "counts", "status", "guesses", "sweeps", "complete"):
        assert np.array_equal(getattr(whole, name), getattr(again, name))
        assert getattr(whole, name).dtype == getattr(again, name).dtype
    assert (0, 81) == joined([], 1).solutions.shape


def test_one_part_is_not_copied() -> None:
    """What is whole already is passed on."""
    whole = made([0, 1, 2])

    assert whole is filled(iter([whole]), 3, 2)


def test_frozen_and_packed() -> None:
    """A batch keeps its arrays, and travels between processes."""
    batch = made([0, 1])

    with pytest.raises(AttributeError, match="cannot assign"):
        batch.limit = 3  # type: ignore[misc]
    assert repr(batch) == repr(pickle.loads(pickle.dumps(batch)))  # noqa: S301  our own
