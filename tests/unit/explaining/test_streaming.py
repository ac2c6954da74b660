"""Many puzzles rated as a stream: in order, as they come, by one process or several."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest

from satdoku import InputError, LostError, UsageError, rate, rate_stream
from satdoku.explaining import raters

if TYPE_CHECKING:
    from collections.abc import Iterator

EASY = "1.....2...3.4..."
SEVERAL = "1....2....3....4"
HARDER = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """See to it that no thread outlives a test."""
    before = set(threading.enumerate())
    yield
    assert before >= set(threading.enumerate())


@pytest.mark.parametrize("workers", [1, 2])
def test_ratings_are_in_order(workers: int) -> None:
    """As `rate` has them; what has none is told in its place."""
    puzzles = [HARDER, EASY, SEVERAL, "no puzzle", [1, 2], HARDER, EASY]
    found = list(rate_stream(puzzles, workers=workers))

    assert [rate(HARDER), rate(EASY)] * 2 == [*found[:2], *found[5:]]
    assert all(isinstance(error, InputError) for error in found[2:5])
    assert "several solutions cannot be rated; expected exactly one" in str(found[2])
    for error, puzzle in zip(found[3:5], puzzles[3:5], strict=True):
        with pytest.raises(InputError) as here:
            rate(puzzle)
        assert str(here.value) == str(error)


def test_the_scheme_is_passed_on() -> None:
    """Other processes rate by the same."""
    (found,) = rate_stream([HARDER], "se", workers=2)

    assert rate(HARDER, "se") == found


@pytest.mark.parametrize("workers", [1, 2])
def test_nobody_waits_for_the_next(workers: int) -> None:
    """Whoever asks for a rating before it gives the next puzzle gets it."""
    puzzles: SimpleQueue[str] = SimpleQueue()
    ratings = rate_stream(iter(puzzles.get, ""), workers=workers)

    for puzzle in (EASY, HARDER, EASY):
        puzzles.put(puzzle)
        assert rate(puzzle) == next(ratings)
    puzzles.put("")
    assert [] == list(ratings)


def test_memory_is_flat() -> None:
    """A source without end is read some puzzles ahead."""
    taken: list[str] = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(EASY)
            yield EASY

    ratings = rate_stream(endless(), workers=2)
    for _ in range(5):
        next(ratings)
    ratings.close()

    assert 5 <= len(taken) <= 5 + 2 * raters.AHEAD


@pytest.mark.parametrize("workers", [1, 2])
def test_the_source_fails(workers: int) -> None:
    """What it raises comes out behind the ratings before it."""

    def failing() -> Iterator[str]:
        yield EASY
        raise OSError("the disk is gone")

    ratings = rate_stream(failing(), workers=workers)

    assert rate(EASY) == next(ratings)
    with pytest.raises(OSError, match="the disk is gone"):
        next(ratings)


def test_a_worker_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, not waited for."""
    monkeypatch.setattr(raters, "_STARTER", "raise SystemExit(3)")

    with pytest.raises(LostError, match=r"rated puzzles has ended \(exit code 3\)"):
        next(rate_stream([EASY], workers=2))


def test_wrong_requests_are_told_at_once() -> None:
    """Before the first puzzle is asked for."""
    with pytest.raises(UsageError, match="hodoku, se"):
        rate_stream([], "best")
    with pytest.raises(UsageError, match="workers make no sense"):
        rate_stream([], workers=0)
