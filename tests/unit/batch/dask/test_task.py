"""`satdoku.batch.dask.task`: what a worker is asked to do."""

from __future__ import annotations

import pickle
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import satdoku
from satdoku.batch import workers
from satdoku.batch.dask import task

if TYPE_CHECKING:
    from collections.abc import Callable

PUZZLES = np.zeros((2, 81), np.uint8)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ((0, None, "auto"), "limit cannot be 0"),
        ((1, -1, "auto"), "max_guesses cannot be -1"),
        ((1, None, "abacus"), "no executor 'abacus'; there are auto, numba, numpy"),
    ],
)
def test_what_makes_no_sense_is_refused_here(
    asked: tuple[int | None, int | None, str], told: str
) -> None:
    """Nothing is sent anywhere that every worker would refuse."""
    with pytest.raises(satdoku.UsageError, match=told):
        task.asked_of(*asked)


def test_another_version_is_refused_by_the_worker() -> None:
    """A worker that came late, with another satdoku, does not answer."""
    asked = task.asked_of(1, None, "auto")._replace(version="0.0.1")

    with pytest.raises(satdoku.UsageError, match=r"a worker has .* the client 0\.0\.1"):
        task.solve_piece(PUZZLES, 0, asked)


def test_what_is_asked_travels() -> None:
    """Function and arguments are such that another process can read them."""
    sent = (task.solve_piece, task.asked_of(2, 9, "numpy"))

    assert sent == pickle.loads(pickle.dumps(sent))  # noqa: S301  written here


class Worker:
    """As much of a worker of Dask as is looked at."""

    def __init__(self, state: str | None) -> None:
        task = type("Task", (), {"state": state})
        tasks = {} if state is None else {"key": task}
        self.state = type("State", (), {"tasks": tasks})

    def get_current_task(self) -> str:
        """Return the key of the task that runs."""
        return "key"


@pytest.mark.parametrize(
    ("state", "ends"), [(None, True), ("cancelled", True), ("executing", False)]
)
def test_search_ends_when_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, state: str | None, *, ends: bool
) -> None:
    """The search for 10²¹ solutions does not outlive the one who asked."""
    distributed = pytest.importorskip(
        "distributed", reason="distributed is not installed"
    )
    monkeypatch.setattr(distributed, "get_worker", lambda: Worker(state))

    def looking_up(*puzzles: Any, progress: Callable[[int], None]) -> satdoku.Batch:  # noqa: ANN401  passed on
        progress(1)
        return workers.solved(*puzzles)

    monkeypatch.setattr(task, "solved", looking_up)
    asked = task.asked_of(1, None, "auto")

    with pytest.raises(satdoku.Stopped) if ends else nullcontext():
        assert 6 == len(task.solve_piece(PUZZLES, 0, asked))
