"""What is asked of many puzzles: what makes no sense is refused by name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import satdoku
from satdoku import UsageError
from satdoku.batch.options import cores, options_of
from satdoku.lanes.search import find_executor

if TYPE_CHECKING:
    from collections.abc import Callable

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"limit": 0}, "limit cannot be 0; expected a whole number from 1 on, or None"),
    ({"limit": -1}, "limit cannot be -1"),
    ({"limit": True}, "limit cannot be True"),
    ({"limit": 2.0}, "limit cannot be 2.0"),
    ({"limit": "2"}, "limit cannot be '2'"),
    ({"limit": np.int64(0)}, "limit cannot be "),
    ({"limit": np.float64(2)}, "limit cannot be "),
    ({"limit": np.True_}, "limit cannot be "),
    ({"max_guesses": -1}, "max_guesses cannot be -1; expected a whole number from 0"),
    ({"max_guesses": 1e3}, "max_guesses cannot be 1000.0"),
    ({"executor": "abacus"}, "no executor abacus; there are auto, numba, numpy"),
    ({"executor": None}, "no executor None"),
]
CREW: list[tuple[dict[str, Any], str]] = [
    (
        {"workers": 0},
        "workers cannot be 0; expected a whole number from 1 on, or 'all'",
    ),
    ({"workers": -2}, "workers cannot be -2"),
    ({"workers": "many"}, "workers cannot be 'many'"),
    ({"workers": False}, "workers cannot be False"),
]


@pytest.mark.parametrize("ask", [satdoku.solve_batch, satdoku.solve_stream])
@pytest.mark.parametrize(("wrong", "message"), [*WRONG, *CREW])
def test_refused(
    ask: Callable[..., object], wrong: dict[str, Any], message: str
) -> None:
    """Nonsense is refused at once, before a puzzle is looked at."""
    with pytest.raises(UsageError) as refused:
        ask(None, **wrong)

    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("wrong", "message"), [*WRONG, ({"size": 0}, "size"), ({"size": 1.5}, "size")]
)
def test_refused_of_walks(wrong: dict[str, Any], message: str) -> None:
    """So it is where all solutions are asked for: at the call, not at the first one."""
    with pytest.raises(UsageError) as refused:
        satdoku.solutions_batch([], **wrong)

    assert message in str(refused.value)


def test_numbers_of_numpy() -> None:
    """Whole numbers of NumPy are numbers like Python's, and become them."""
    found = options_of(
        limit=cast("int", np.int64(2)),
        max_guesses=cast("int", np.uint8(5)),
        executor="numpy",
        workers=cast("int", np.int32(3)),
    )

    numbers = (found.limit, found.max_guesses, found.workers)
    assert (2, 5, 3) == numbers
    assert {int} == set(map(type, numbers))
    many: Any = np.int64(2)
    batch = satdoku.solve_batch(["0" * 81], limit=many, workers=many)
    assert (2, int) == (batch.limit, type(batch.limit))
    blocks = satdoku.solutions_batch(["0" * 81], limit=many, size=many)
    assert 2 == sum(len(index) for index, _ in blocks)


def test_all_cores() -> None:
    """`all` and None are the cores that may be used; auto is an executor's own name."""
    assert 1 <= cores() <= (os.cpu_count() or 1)
    for workers in ("all", None):
        options = options_of(
            limit=None, max_guesses=None, executor="auto", workers=workers
        )
        assert cores() == options.workers
        assert find_executor() == options.executor


def test_cores_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system does not say which cores may be used, all may."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "process_cpu_count", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)

    assert 1 == cores()
    monkeypatch.setattr(os, "process_cpu_count", lambda: 7, raising=False)
    assert 7 == cores()
