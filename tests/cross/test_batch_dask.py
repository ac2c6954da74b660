"""`satdoku.dask_stream` on a cluster of this machine: two processes, one is killed.

Dask's processes are children of this one and end with the cluster, which is closed
whatever happens.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import satdoku
from satdoku.batch.dask import cluster, streaming
from tests.unit.cli.bad_input.test_files import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

dask = pytest.importorskip("dask", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="distributed is not installed")

pytestmark = pytest.mark.slow

PATIENCE = 60.0
"""Seconds that something may take on a machine that has much else to do."""
STRANGER = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "satdoku":
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
from distributed.cli.dask_worker import main
main([sys.argv[1], "--no-nanny", "--nthreads", "1", "--no-dashboard"])
"""
"""A worker in whose Python there is no satdoku."""


@contextmanager
def connected(workers: int) -> Iterator[Any]:
    """Start a cluster of processes of one thread, on ports that are free."""
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


def chunked(puzzles: NDArray[np.uint8], size: int = 50) -> Iterator[NDArray[np.uint8]]:
    """Cut puzzles into chunks, each when it is asked for."""
    for start in range(0, len(puzzles), size):
        yield puzzles[start : start + size]


def assert_same(batches: list[satdoku.Batch], puzzles: NDArray[np.uint8]) -> None:
    """Hold the answers to chunks, in their order, against those of `solve_batch`."""
    expected = satdoku.solve_batch(puzzles, limit=2)

    for name in ("solutions", "counts", "status", "guesses", "sweeps", "complete"):
        found = np.concatenate([getattr(batch, name) for batch in batches])
        np.testing.assert_array_equal(found, getattr(expected, name))
    assert {2} == {batch.limit for batch in batches}


def await_that(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "never came true"
        time.sleep(0.05)


def tasks(client: Any) -> int:  # noqa: ANN401  of Dask
    """Return how many tasks the scheduler knows."""
    found: int = client.run_on_scheduler(
        lambda dask_scheduler: len(dask_scheduler.tasks)
    )
    return found


def test_batches_in_order(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """As many batches as chunks, in order, equal to what one machine finds."""
    batches = list(satdoku.dask_stream(chunked(puzzles), client, limit=2))

    assert [50] * 40 == [len(batch) for batch in batches]
    assert_same(batches, puzzles)
    assert all(batch.solutions.flags.writeable for batch in batches)
    await_that(lambda: tasks(client) == 0)


def kill_one(client: Any, *, done: bool = False) -> Thread:  # noqa: ANN401  of Dask
    """Begin to kill a worker, as soon as it has something to do that it cannot end.

    With `done`, answers that it can hand out no more will do.
    """
    address, process = next(iter(client.run(os.getpid).items()))
    os.kill(process, signal.SIGSTOP)

    def kill() -> None:
        try:
            time.sleep(0.5)  # what it had sent before is read
            await_that(
                lambda: bool(
                    client.processing()[address]
                    or (done and client.has_what()[address])
                )
            )
        finally:
            os.kill(process, signal.SIGKILL)

    thread = Thread(target=kill)
    thread.start()
    return thread


def test_killed_worker(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """A worker dies with puzzles in its hands: none is lost, none is doubled."""
    before = set(client.nthreads())
    killing: list[Thread] = []

    def chunks() -> Iterator[NDArray[np.uint8]]:
        for number, chunk in enumerate(chunked(puzzles)):
            if number == 10:
                killing.append(kill_one(client, done=True))
            yield chunk

    batches = list(satdoku.dask_stream(chunks(), client, limit=2, in_flight=8))

    killing[0].join()
    await_that(lambda: len(before - set(client.nthreads())) == 1)
    assert [50] * 40 == [len(batch) for batch in batches]
    assert_same(batches, puzzles)
    client.wait_for_workers(2, timeout=PATIENCE)


def test_puzzles_that_kill(puzzles: NDArray[np.uint8]) -> None:
    """Puzzles that take down every worker are told, not tried for ever."""
    patience = {"distributed.scheduler.allowed-failures": 0}
    with dask.config.set(patience), connected(1) as client:
        stream = satdoku.dask_stream(chunked(puzzles), client, in_flight=8)
        next(stream)
        killing = kill_one(client)

        with pytest.raises(satdoku.EngineError, match="given these puzzles died"):
            list(stream)
        killing.join()


def test_large_chunks_are_cut_and_put_together(
    client: Any,  # noqa: ANN401  of Dask
    puzzles: NDArray[np.uint8],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chunk becomes one batch, however many tasks it was; an empty one, too."""
    monkeypatch.setattr(streaming, "_PIECE", 64)
    chunks = [puzzles[:500], puzzles[:0], puzzles[500:564], puzzles[564:1000]]

    batches = list(satdoku.dask_stream(chunks, client, limit=2, in_flight=3))

    assert [500, 0, 64, 436] == [len(batch) for batch in batches]
    assert_same(batches, puzzles[:1000])


def test_chunks_are_read_when_needed(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """Of a stream without end no more is read than may be in flight."""
    read: list[int] = []

    def endless() -> Iterator[NDArray[np.uint8]]:
        while True:
            read.append(1)
            yield puzzles[:20]

    stream = satdoku.dask_stream(endless(), client, in_flight=4)
    assert not read
    for taken, batch in enumerate(islice(stream, 20), 1):
        assert 20 == len(batch)
        assert len(read) <= taken + 4
    del stream  # which closes it

    await_that(lambda: tasks(client) == 0)


def test_buffer_may_be_filled_again(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """What was read is sent, not what the reader's buffer holds by then."""
    buffer = np.empty((50, 81), np.uint8)

    def reading() -> Iterator[NDArray[np.uint8]]:
        for chunk in chunked(puzzles[:500]):
            buffer[:] = chunk
            yield buffer

    assert_same(
        list(satdoku.dask_stream(reading(), client, limit=2, in_flight=6)),
        puzzles[:500],
    )


def test_endless_search_ends_with_the_stream(client: Any) -> None:  # noqa: ANN401
    """Whoever closes the stream sets the workers free, whatever they are at."""
    empty = np.zeros((1, 81), np.uint8)
    stream = satdoku.dask_stream([empty] * 2, client, limit=None)
    with interrupt_when(lambda: any(client.processing().values())):
        next(stream, None)

    def idle() -> bool:
        doing = client.run(lambda dask_worker: len(dask_worker.state.executing))
        return not any(doing.values())

    await_that(idle)
    assert 0 == tasks(client)


@contextmanager
def interrupt_when(true: Callable[[], bool]) -> Iterator[None]:
    """Press Ctrl-C, once something is so; let nothing else come out."""

    def press(*_: object) -> None:
        if true():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, press)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_error_comes_in_its_turn(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """What is no puzzle is named, after the answers to all before it."""
    broken = puzzles[:50].copy()
    broken[3, 4] = 10
    stream = satdoku.dask_stream([puzzles[:50], puzzles[50:100], broken], client)

    assert [50, 50] == [len(next(stream)) for _ in range(2)]
    with pytest.raises(satdoku.InputError, match=r"puzzles\[103\]: r1c5: 10"):
        next(stream)


def test_address(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """An address does as well; the client that is made for it is closed."""

    def clients() -> int:
        found: int = client.run_on_scheduler(
            lambda dask_scheduler: len(dask_scheduler.clients)
        )
        return found

    before = clients()
    address = client.scheduler.address

    assert_same(
        list(satdoku.dask_stream([puzzles[:100]], address, limit=2)), puzzles[:100]
    )
    await_that(lambda: clients() == before)


def test_another_version(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    """Who takes part with another satdoku is named before anything is sent."""
    monkeypatch.setattr(cluster, "version", lambda: "99.0")

    with pytest.raises(satdoku.UsageError, match=r"the scheduler has satdoku .* 99\.0"):
        next(satdoku.dask_stream([np.zeros((1, 81), np.uint8)], client))


def test_worker_without_satdoku(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """A worker that could not read its tasks is named before anything is sent."""
    client.wait_for_workers(2, timeout=PATIENCE)
    command = [sys.executable, "-c", STRANGER, client.scheduler.address]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as stranger:
        try:
            await_that(lambda: len(client.nthreads()) == 3)
            with pytest.raises(
                satdoku.UsageError, match=r"the worker tcp://\S+ has no satdoku, the "
            ):
                next(satdoku.dask_stream([puzzles], client))
        finally:
            stranger.terminate()
    await_that(lambda: len(client.nthreads()) == 2)


def test_command(client: Any, puzzles: NDArray[np.uint8], tmp_path: Path) -> None:  # noqa: ANN401
    """`satdoku solve --dask` writes what engine lanes writes without."""
    lines = "".join("".join(map(str, row)) + "\n" for row in puzzles[:300].tolist())
    (tmp_path / "many.txt").write_text(lines)
    solve = [sys.executable, "-m", "satdoku", "solve", "many.txt", "--json"]

    here, there = (
        subprocess.run(
            [*solve, *options],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for options in (["--workers", "1"], ["--dask", client.scheduler.address])
    )

    assert 300 == len(there.stdout.splitlines())
    assert here.returncode == there.returncode
    timed = re.compile(r'"time_s": [^,}]+')
    one, other = (timed.sub("", done.stdout).splitlines() for done in (here, there))
    assert [] == [pair for pair in zip(one, other, strict=True) if len({*pair}) > 1][:1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--workers", "2"], "--dask has workers of its own; leave out --workers"),
        (["--all"], "--dask is about engine lanes"),
        (["--engine", "dpll"], "--dask is about engine lanes"),
        ([], "no Dask scheduler at 'nowhere'"),
    ],
)
def test_command_refuses(root: Path, options: list[str], told: str) -> None:
    """What does not go with a cluster, or is none, is told in one line."""
    puzzle = root / "data" / "seeds" / "input.txt"
    command = [sys.executable, "-m", "satdoku", "solve", "--dask", "nowhere"]

    done = subprocess.run(
        [*command, *options, puzzle], capture_output=True, text=True, check=False
    )

    assert 2 == done.returncode
    assert told in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_closed_client(client: Any) -> None:  # noqa: ANN401  of Dask
    """A client that was closed is told."""
    closed = distributed.Client(client.scheduler.address, set_as_default=False)
    closed.close()

    with pytest.raises(satdoku.UsageError, match="the client of Dask is closed"):
        next(satdoku.dask_stream([], closed))


def test_cluster_that_ends(puzzles: NDArray[np.uint8]) -> None:
    """A cluster that is shut down in the middle is told, not waited for."""
    with connected(1) as client:
        stream = satdoku.dask_stream(chunked(puzzles), client, in_flight=4)
        next(stream)
        client.shutdown()
        with pytest.raises(
            satdoku.LostError, match=r"the Dask cluster at tcp://\S+ was lost: its "
        ):
            list(stream)


@contextmanager
def scheduler(tmp_path: Path) -> Iterator[tuple[Any, str]]:
    """Start a scheduler alone; return its process and address."""
    told = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0"]
    command += ["--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", str(told)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            await_that(lambda: told.exists() and told.read_text().endswith("}"))
            yield process, json.loads(told.read_text())["address"]
        finally:
            process.kill()


@contextmanager
def solving(address: str, tmp_path: Path, puzzles: NDArray[np.uint8]) -> Iterator[Any]:
    """Start `satdoku solve --dask` into a file, of puzzles that come without end."""
    (tmp_path / "many.txt").write_text(
        "".join("".join(map(str, row)) + "\n" for row in puzzles.tolist())
    )
    endless = "while cat many.txt; do sleep 0.1; done"
    with (
        subprocess.Popen(
            ["/bin/sh", "-c", endless],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as source,
        subprocess.Popen(
            [
                sys.executable,
                *f"-m satdoku solve --dask {address} - -o out.txt".split(),
            ],
            cwd=tmp_path,
            stdin=source.stdout,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()
            source.kill()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_command_loses_its_scheduler(
    puzzles: NDArray[np.uint8], tmp_path: Path, how: signal.Signals
) -> None:
    """A scheduler that dies is told in a line of ours, without a word of Dask's."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny"]
    command += ["--nthreads", "1", "--no-dashboard"]

    with (
        scheduler(tmp_path) as (process, address),
        subprocess.Popen([*command, address], stderr=subprocess.DEVNULL) as worker,
        solving(address, tmp_path, puzzles) as run,
    ):
        try:
            await_that(lambda: written(run.pid, tmp_path) > 0)
            process.send_signal(how)
            said = run.communicate(timeout=PATIENCE)[1]
        finally:
            worker.kill()

    assert 1 == run.returncode
    assert f"satdoku: error: the Dask cluster at {address} was lost: its" in said
    assert all(line.startswith("satdoku: ") for line in said.splitlines())


def test_command_without_workers(puzzles: NDArray[np.uint8], tmp_path: Path) -> None:
    """That a worker is waited for is said; an end leaves no empty file behind."""
    with (
        scheduler(tmp_path) as (_, address),
        solving(address, tmp_path, puzzles) as run,
    ):
        assert (
            f"satdoku: waiting for a worker of the Dask cluster at {address}\n"
            == run.stderr.readline()
        )
        run.terminate()
        said = run.communicate(timeout=PATIENCE)[1]

    assert 143 == run.returncode
    assert "Traceback" not in said
    assert all(line.startswith("satdoku: ") for line in said.splitlines())
    assert not (tmp_path / "out.txt").exists()


def test_no_worker_comes(puzzles: NDArray[np.uint8]) -> None:
    """Whoever waits for a worker is told of it once, and not for ever."""
    told: list[str] = []
    with connected(0) as client:
        stream = satdoku.dask_stream([puzzles], client, wait=7, notice=told.append)
        with pytest.raises(satdoku.LostError, match=r"tcp://\S+ had no worker for 7 s"):
            next(stream)

    (said,) = told
    assert said.startswith("waiting for a worker of the Dask cluster at tcp://")
