"""`satdoku.dask_stream`: what can be said without a cluster.

With one: `tests/cross/test_batch_dask.py` and `test_solve_dask.py` beside it.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import satdoku
from satdoku.batch.dask import streaming
from satdoku.batch.dask.task import Arrays, Asked, solve_piece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"limit": 0}, "limit cannot be 0"),
        ({"max_guesses": 1.5}, "max_guesses cannot be 1.5"),
        ({"executor": "abacus"}, "no executor 'abacus'"),
        ({"in_flight": True}, "in_flight cannot be True"),
        ({"wait": 0}, "wait cannot be 0; expected seconds, or None"),
        ({"wait": "1 s"}, "wait cannot be '1 s'"),
        ({"in_flight": 0}, "in_flight cannot be 0; expected a whole number from 1 on"),
    ],
)
def test_options_are_looked_at_first(options: dict[str, Any], told: str) -> None:
    """What makes no sense is told before anything is read or reached."""
    with pytest.raises(satdoku.UsageError, match=told):
        satdoku.dask_stream(iter([]), "tcp://127.0.0.1:1", **options)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Dask is missing, the message says how to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(satdoku.UsageError, match=r"pip install 'satdoku\[dask\]'"):
        list(satdoku.dask_stream([], "tcp://127.0.0.1:8786"))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (5, "5 is no client of Dask"),
        ("nowhere", "no Dask scheduler at 'nowhere': missing port number"),
        ("ftp://127.0.0.1:1", "no Dask scheduler at .*: unknown address scheme 'ftp'"),
    ],
)
def test_what_is_no_cluster(wrong: Any, told: str) -> None:  # noqa: ANN401  anything
    """What is no client and no address is told in one line."""
    pytest.importorskip("distributed", reason="distributed is not installed")

    with pytest.raises(satdoku.UsageError, match=told) as caught:
        next(satdoku.dask_stream([], wrong))
    assert "\n" not in str(caught.value)


def test_what_is_no_scheduler(caplog: pytest.LogCaptureFixture) -> None:
    """What speaks another language than Dask's is told at once, and nothing else."""
    pytest.importorskip("distributed", reason="distributed is not installed")

    def greet() -> None:
        with suppress(OSError), door.accept()[0] as caller:
            caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9)

    with socket.create_server(("127.0.0.1", 0)) as door:
        address = f"tcp://127.0.0.1:{door.getsockname()[1]}"
        thread = Thread(target=greet)
        thread.start()
        with pytest.raises(satdoku.UsageError, match="something else answers there"):
            next(satdoku.dask_stream([], address))
    thread.join()
    assert [] == caplog.records


class Here:
    """A cluster that is this thread: what is sent is solved by then."""

    def __init__(self, client: object, wait: object, notice: object) -> None:
        del client, wait, notice
        self.cancelled: list[Arrays] = []

    def threads(self) -> int:
        """Return how many threads there are."""
        return 1

    def submit(self, puzzles: NDArray[np.uint8], first: int, asked: Asked) -> Arrays:
        """Solve puzzles; what stands for the future is the answer."""
        return solve_piece(puzzles, first, asked)

    def result(self, future: Arrays) -> Arrays:
        """Return the answer."""
        return future

    def cancel(self, futures: list[Arrays]) -> None:
        """Take note of what is wanted no more."""
        self.cancelled += futures

    def close(self) -> None:
        """Do nothing."""


def test_answers_before_more_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for an answer before giving more gets it."""
    monkeypatch.setattr(streaming, "Cluster", Here)
    monkeypatch.setattr("satdoku.batch.dask.task._watch", lambda: None)
    answered = Event()
    waited: list[bool] = []

    def chunks() -> Iterator[NDArray[np.uint8]]:
        for many in (2, 0, 3):
            yield np.zeros((many, 81), np.uint8)
            waited.append(answered.wait(5))
            answered.clear()

    stream = satdoku.dask_stream(chunks(), "tcp://nowhere:1", executor="numpy")
    sizes: list[int] = []
    for batch in stream:
        sizes.append(len(batch))
        answered.set()

    assert [2, 0, 3] == sizes
    assert [True] * 3 == waited


def test_what_is_wanted_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever closes the stream gives up all that was sent, and nothing more is."""
    made: list[Here] = []
    sent: list[int] = []

    class Noting(Here):
        def __init__(self, client: object, wait: object, notice: object) -> None:
            super().__init__(client, wait, notice)
            made.append(self)

        def submit(
            self, puzzles: NDArray[np.uint8], first: int, asked: Asked
        ) -> Arrays:
            sent.append(first)
            return super().submit(puzzles, first, asked)

    monkeypatch.setattr(streaming, "Cluster", Noting)
    monkeypatch.setattr("satdoku.batch.dask.task._watch", lambda: None)
    chunk = np.zeros((1, 81), np.uint8)
    stream = satdoku.dask_stream([chunk] * 50, "tcp://nowhere:1", executor="numpy")

    next(stream)
    stream.close()  # type: ignore[attr-defined]

    (cluster,) = made
    assert len(sent) - 1 == len(cluster.cancelled)
    assert 4 >= len(sent)
