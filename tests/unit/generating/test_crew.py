"""Workers: what they are sent, what they send back, and how they end."""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, cast

import pytest

from satdoku.errors import EngineError, Stopped
from satdoku.generating import crew
from satdoku.generating.crew import attempts, serve, workers_of
from satdoku.generating.making import Maker
from satdoku.generating.wanted import wanted_of

if TYPE_CHECKING:
    from collections.abc import Callable

WANTED = wanted_of(size=4)


def served(leave: Callable[[], None] = lambda: None) -> list[object]:
    """Return what a worker says to two questions: attempts 0 and 1, then 2."""
    asked = io.BytesIO(b"".join(map(pickle.dumps, [(WANTED, 1), (0, 2), (2, 1)])))
    said = io.BytesIO()
    serve(asked, said, leave)
    said.seek(0)
    return [pickle.load(said) for _ in range(2)]  # noqa: S301  from the line above


def test_served() -> None:
    """A worker makes the attempts whose numbers come, and leaves when none come."""
    left: list[bool] = []
    said = served(lambda: left.append(True))
    maker = Maker(WANTED, 1)

    assert [[maker.attempt(0), maker.attempt(1)], [maker.attempt(2)]] == said
    assert [True] == left


def test_errors_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong is sent back, and the next numbers are answered."""

    def stopped(*_: object) -> None:
        raise Stopped("it takes too long")

    monkeypatch.setattr(Maker, "attempt", stopped)

    said = cast("list[list[Stopped]]", served())

    assert [["it takes too long"]] * 2 == [list(map(str, part)) for part in said]


def test_a_worker_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that ends by itself is told, not waited for."""
    monkeypatch.setattr(crew, "_STARTER", "raise SystemExit(3)")
    made = attempts(WANTED, 1, 2)

    with pytest.raises(EngineError, match="exit code 3"):
        next(made)


def test_nothing_is_left() -> None:
    """Whoever has enough leaves no process behind."""
    made = attempts(WANTED, 1, 2)
    first = next(made)
    made.close()

    assert Maker(WANTED, 1).attempt(0) == first
    with pytest.raises(StopIteration):
        next(made)


def test_all_cores() -> None:
    """`all` is every core, at least one."""
    assert workers_of("all") >= 1
    assert 3 == workers_of(3)
