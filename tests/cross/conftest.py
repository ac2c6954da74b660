"""A Dask cluster of processes on this machine, and puzzles for it.

Dask's processes are children of this one and end with the cluster, which is closed
whatever happens.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import satdoku

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

PATIENCE = 60.0
"""Seconds that something may take on a machine that has much else to do."""


@contextmanager
def connected(workers: int) -> Iterator[Any]:
    """Start a cluster of processes of one thread, on ports that are free."""
    distributed = pytest.importorskip(
        "distributed", reason="distributed is not installed"
    )
    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0"
        ) as started,
        distributed.Client(started, set_as_default=False) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Return the client of a cluster of two workers, started again when they die."""
    with connected(2) as made:
        yield made


@pytest.fixture(scope="module")
def puzzles(root: Path) -> NDArray[np.uint8]:
    """Return 2,000 different puzzles, with one, several and no solutions."""
    (one,) = satdoku.read_array(root / "data" / "seeds" / "hard_25.txt")
    random = np.random.default_rng(4)
    digits = np.array([[0, *random.permutation(9) + 1] for _ in range(2000)], np.uint8)
    made = digits[:, one]
    made[7::50, one.nonzero()[0][:2]] = 0
    made[9::50, :2] = 1
    return made


def await_that(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "never came true"
        time.sleep(0.05)
