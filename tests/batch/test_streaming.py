"""Blocks of puzzles as they come: order, memory, errors in their turn, a clean end."""

import threading
import time

import numpy as np
import pytest

from satdoku import Status, solve_batch
from satdoku.solving.batch import solve_blocks
from tests.conftest import nightly
from tests.lanes.puzzles import EMPTY, HARD, LINE, SOLVED, array, assert_same

pytestmark = pytest.mark.usefixtures("nothing_is_left")

WORKERS = pytest.mark.parametrize("workers", [1, 2])
FULL, ENDLESS = array(SOLVED), array(EMPTY, EMPTY)


def block(many, shift=0):
    """Return full grids, all with digits moved on by `shift`."""
    return np.repeat((FULL - 1 + np.uint8(shift)) % 9 + 1, many, axis=0)


def noted(blocks, pulled):
    """Yield blocks, and note which were taken."""
    for number, one in enumerate(blocks):
        pulled.append(number)
        yield one


@pytest.mark.parametrize("workers", nightly([1, 2], 2))
def test_order(workers):
    """Batches come in the order of the blocks, whatever each takes, empty ones too.

    No block is taken before a batch is asked for, and at most two a worker at a time.
    """
    blocks = [block(many, many) for many in range(12)]
    blocks[4] = np.repeat(array(HARD), 4, axis=0)
    pulled = []
    stream = solve_blocks(noted(blocks, pulled), limit=5, workers=workers)
    assert pulled == []
    for number, given in enumerate(blocks):
        batch = next(stream)
        assert number < len(pulled) <= number + 2 * workers
        assert_same(batch, solve_batch(given, limit=5))
        assert batch.limit == 5
    assert list(stream) == []


@WORKERS
def test_answers_before_more_comes(workers):
    """Whoever waits for an answer before giving more gets it."""
    answered = threading.Event()
    waited = []

    def blocks():
        for _ in range(3):
            yield block(5)
            waited.append(answered.wait(20))
            answered.clear()

    for _batch in solve_blocks(blocks(), workers=workers):
        answered.set()
    assert waited == [True] * 3


def test_closed_while_the_source_waits(needs):
    """A source that gives nothing keeps nobody, and is closed when it goes on."""
    needs("numba")  # NumPy alone has no workers
    waiting, more, closed = (threading.Event() for _ in range(3))
    given = []

    def blocks():
        try:
            for many in (2, 3, 4, 5):
                if many == 4:
                    waiting.set()
                    more.wait(20)
                given.append(many)
                yield block(many)
        finally:
            closed.set()

    stream = solve_blocks(blocks(), workers=2)
    assert [len(next(stream)), len(next(stream))] == [2, 3]
    assert waiting.wait(20)
    begun = time.monotonic()
    stream.close()
    assert time.monotonic() - begun < 10
    assert not closed.is_set()
    more.set()
    assert closed.wait(20)
    assert given == [2, 3, 4]


@WORKERS
@pytest.mark.parametrize("kind", [OSError, KeyboardInterrupt])
def test_source_fails(workers, kind):
    """An error of the source comes out as it is, in its turn, once."""

    def blocks():
        yield block(2)
        raise kind("the disk is gone")

    stream = solve_blocks(blocks(), workers=workers)
    assert len(next(stream)) == 2
    with pytest.raises(kind, match="the disk is gone"):
        next(stream)
    assert list(stream) == []


def test_closed_early():
    """To close the iterator stops what runs, though it would never end."""
    pulled = []
    blocks = noted([block(3), *[ENDLESS] * 9], pulled)
    stream = solve_blocks(blocks, limit=None, workers=2)
    assert len(next(stream)) == 3
    begun = time.monotonic()
    stream.close()
    assert time.monotonic() - begun < 15
    assert len(pulled) <= 5


def test_batch_in_parts(random_puzzles):
    """Workers get parts of a large batch; the answers are in order."""
    some = np.concatenate([random_puzzles.mixed(60), random_puzzles.solutions(40)])
    order = random_puzzles.dice.integers(100, size=6_000)
    one = solve_batch(some, limit=2)
    assert_same(one[order], solve_batch(some[order], limit=2, workers=2))


@WORKERS
@pytest.mark.parametrize("limit", nightly([None, 10**9], None))
def test_timeout(workers, limit):
    """What is not done in time is not complete; the rest is."""
    puzzles = np.repeat(array(EMPTY, LINE), 1100, axis=0)[::-1].copy()
    begun = time.monotonic()
    batch = solve_batch(puzzles, limit=limit, workers=workers, timeout=0.5)
    assert time.monotonic() - begun < 30
    assert batch.complete[:1000].all()
    assert (batch.status[:1000] == Status.UNIQUE).all()
    assert not batch.complete[1100:].any()
    statuses = np.array([Status.UNKNOWN, Status.FOUND, Status.MULTIPLE])
    known = np.minimum(batch.counts[1100:], 2)  # none, one, or more
    assert (batch.status[1100:] == statuses[known]).all()
    assert (batch.counts[1100:] < (limit or np.inf)).all()
