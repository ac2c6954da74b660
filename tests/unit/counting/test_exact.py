"""Exact counts: a model counter beside a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.answers import Count
from satdoku.counting import exact, ganak
from satdoku.counting.exact import count_exactly
from satdoku.counting.ganak import ModelCounter
from satdoku.errors import EngineError, LimitError, UsageError
from satdoku.grid import Grid
from satdoku.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

pytest.importorskip("pyganak", reason="pyganak is not installed")

MANY = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)
EMPTY = Grid.parse("." * 81)


def held(*_: object, **__: object) -> Count:
    """Search without an end, as far as anybody can see."""
    return Count(5, exact=False, stopped="out of time")


@pytest.fixture
def counter_alone(monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a session whose searches find nothing out."""
    monkeypatch.setattr(Session, "count", held)
    return Session()


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("." * 16, 288),
        ("12" + "." * 14, 24),
        ("1.....2...3.4...", 1),
        ("11" + "." * 14, 0),
        ("12.3..4.........", 0),
        (MANY, 872),
    ],
)
class TestNumbers:
    """Known numbers, by either of the two."""

    def test_together(self, line: str, number: int) -> None:
        """Whoever is first, it is the number."""
        assert Count(number, exact=True) == count_exactly(Grid.parse(line), Session())

    def test_counter(self, line: str, number: int, counter_alone: Session) -> None:
        """The model counter finds it, though no search does."""
        count = count_exactly(Grid.parse(line), counter_alone)

        assert Count(number, exact=True) == count

    def test_search(
        self, line: str, number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The search finds it, though the model counter does not."""
        monkeypatch.setattr(ganak, "_STARTER", "import sys; sys.stdin.read()")
        count = count_exactly(Grid.parse(line), Session())

        assert Count(number, exact=True) == count


def test_candidates() -> None:
    """What is ruled out beyond the clues counts."""
    puzzle = Grid.parse("." * 16).with_candidates([7, *[15] * 15])

    assert 216 == count_exactly(puzzle, Session()).value


@pytest.mark.slow
def test_six_by_six(counter_alone: Session) -> None:
    """The published number of grids of 6×6, by the model counter alone."""
    count = count_exactly(Grid.parse("." * 36), counter_alone)

    assert Count(28_200_960, exact=True) == count


def test_time() -> None:
    """When the time is over, what the search has found is a lower bound."""
    count = count_exactly(EMPTY, Session(), timeout=0.3)

    assert (False, "out of time") == (count.exact, count.stopped)


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search finds is told, each of m! solutions."""
    monkeypatch.setattr(ganak, "_STARTER", "import sys; sys.stdin.read()")
    told: list[int] = []
    count_exactly(Grid.parse("." * 16), Session(), progress=told.append)

    assert told == sorted(told)
    assert 288 == told[-1]
    assert all(number % 24 == 0 for number in told)


def test_search_ends_when_the_counter_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search that goes on is left, and its lower bound forgotten."""

    def count(
        self: Session, *_: object, progress: Callable[[int], None], **__: object
    ) -> Count:
        del self
        found = 0
        while True:
            found += 1
            progress(found)

    monkeypatch.setattr(Session, "count", count)

    assert Count(288, exact=True) == count_exactly(Grid.parse("." * 16), Session())


@pytest.mark.parametrize(
    ("starter", "error", "said"),
    [
        ("import os; os._exit(77)", LimitError, "ran out of memory"),
        ("import os; os.abort()", LimitError, "ran out of memory"),
        ("import os; os._exit(3)", EngineError, "ended with code 3"),
        ("import os; os._exit(0)", EngineError, "ended with code 0"),
    ],
)
def test_a_counter_that_fails(
    starter: str,
    error: type[Exception],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    counter_alone: Session,
) -> None:
    """How the process ended is told, where the search does not know better."""
    monkeypatch.setattr(ganak, "_STARTER", starter)
    with pytest.raises(error, match=said):
        count_exactly(Grid.parse("." * 16), counter_alone)


def test_nothing_is_left() -> None:
    """The process is gone when the context ends, however it does."""
    counter = ModelCounter(2, 2, [(1, 2)])
    with pytest.raises(KeyboardInterrupt), counter:
        raise KeyboardInterrupt

    assert counter._process.returncode is not None
    with ModelCounter(2, 1, [(1, 2)]) as counter:
        assert 2 == counter.wait(None) == counter.wait(None)
        assert counter.is_done()


def test_the_process_ends_with_its_parent() -> None:
    """Where nobody holds its input any more, it ends."""
    rows = [(4 * cell + 1, 4 * cell + 2) for cell in range(5)]
    with ModelCounter(100, 100, rows) as counter:
        stream = counter._process.stdin
        assert stream is not None
        stream.close()

        assert counter._process.wait(10) in (0, 1)


def test_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is named, with what to install."""
    monkeypatch.setattr(ganak, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'satdoku\[count\]'"):
        count_exactly(EMPTY, Session())


def test_other_searches_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines of formulas list so many solutions, and no more."""
    monkeypatch.setattr(exact, "_SEARCHED", 3)
    limits: list[int] = []

    def count(self: Session, puzzle: Grid, limit: int, **_: object) -> Count:
        del self, puzzle
        limits.append(limit)
        return Count(3, exact=False)

    monkeypatch.setattr(Session, "count", count)

    assert 288 == count_exactly(Grid.parse("." * 16), Session()).value
    assert [3] == limits
