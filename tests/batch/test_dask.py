"""Dask arrays of puzzles, and streams to a cluster that lives in this process."""

import socket
import sys
from contextlib import suppress
from threading import Thread

import numpy as np
import pytest

import satdoku
from satdoku import InputError, UsageError
from satdoku.solving import cluster
from tests.batch.conftest import connected
from tests.lanes.puzzles import (
    CLASH,
    EMPTY,
    HARD,
    LINE,
    TWO,
    array,
    assert_same,
    line_of,
)

PUZZLES = array(LINE, HARD, EMPTY, TWO, CLASH, LINE, EMPTY, CLASH, TWO, LINE, HARD)


@pytest.fixture
def da(needs):
    """Return dask.array."""
    needs("dask")
    return pytest.importorskip("dask.array")


def computed(lazy):
    """Compute all arrays together, in this thread; return them as a batch."""
    import dask

    found = dask.compute(*lazy, scheduler="synchronous")
    for name, array_ in zip(lazy._fields, found, strict=True):
        assert array_.dtype == getattr(lazy, name).dtype
    return satdoku.Batch(np.zeros((0, 81), np.uint8), *found, limit=2)


@pytest.mark.parametrize(
    ("shape", "chunks", "kind"),
    [
        ((-1, 81), (4, 81), np.uint8),
        ((-1, 81), (4, 40), np.int64),
        ((-1, 81), (11, 81), np.uint8),
        ((-1, 9, 9), (1, 9, 9), np.uint8),
        ((-1, 9, 9), (3, 2, 5), np.int16),
    ],
)
def test_equals_solve_batch(da, shape, chunks, kind):
    """Whatever the chunks, the arrays are those of the batch, in kind and order."""
    puzzles = da.from_array(PUZZLES.reshape(shape).astype(kind), chunks)
    lazy = cluster.solve_dask(puzzles, limit=2)
    assert [part.shape for part in lazy] == [(11, 81), *[(11,)] * 5]
    assert_same(computed(lazy), satdoku.solve_batch(PUZZLES, limit=2))


def test_options_are_passed_on(da):
    lazy = cluster.solve_dask(da.from_array(PUZZLES, (4, 81)), limit=5)
    assert_same(computed(lazy), satdoku.solve_batch(PUZZLES, limit=5))


def test_unknown_lengths(da):
    """Chunks whose lengths are not known yet are taken as they come; so are none."""
    rows = da.from_array(PUZZLES, (4, 81))
    some = rows[rows[:, 0] != 5]
    assert np.isnan(some.shape[0])
    expected = satdoku.solve_batch(PUZZLES[PUZZLES[:, 0] != 5])
    assert_same(computed(cluster.solve_dask(some)), expected)
    lazy = cluster.solve_dask(da.zeros((0, 81), dtype=np.uint8))
    assert computed(lazy).solutions.shape == (0, 81)


def test_bad_puzzle(da):
    """The index counts from the first puzzle of all; of the chunk, where unknown."""
    broken = PUZZLES.copy()
    broken[9, 80] = 10
    rows = da.from_array(broken, (4, 81))
    for puzzles, source in ((rows, "puzzles[9]"), (rows[rows[:, 0] < 9], "puzzles[1]")):
        with pytest.raises(InputError) as refused:
            cluster.solve_dask(puzzles).counts.compute(scheduler="synchronous")
        assert (refused.value.source, refused.value.cell) == (source, (9, 9))


def test_refused_arrays(da):
    """Options are checked before anything is computed, shapes when it is."""
    for shape, kind in (
        ((4, 80), np.uint8),
        ((81,), np.uint8),
        ((4, 9, 8), np.uint8),
        ((4, 81, 1), np.uint8),
    ):
        with pytest.raises(InputError):
            cluster.solve_dask(da.zeros(shape, dtype=kind)).counts.compute()
    with pytest.raises(UsageError, match="solve_batch"):
        cluster.solve_dask(PUZZLES)
    with pytest.raises(UsageError):
        cluster.solve_dask(da.zeros((1, 81), dtype=np.uint8), limit=0)


# --- streams to a cluster -------------------------------------------------------------


def test_refused_options():
    """What makes no sense is refused before anything is read or reached."""
    for wrong in (
        {"limit": 0},
        {"limit": None},
        {"wait": -1},
    ):
        with pytest.raises(UsageError) as refused:
            next(cluster.dask_stream(iter([]), "tcp://127.0.0.1:1", **wrong))
        assert next(map(str, wrong.values())) in str(refused.value)


def test_without_dask(monkeypatch):
    """Where Dask is missing, the message says how to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "dask.array", None)
    for ask in (
        lambda: list(cluster.dask_stream([], "tcp://127.0.0.1:8786")),
        lambda: cluster.solve_dask(PUZZLES),
    ):
        with pytest.raises(UsageError, match=r"pip install 'satdoku\[dask\]'"):
            ask()


@pytest.mark.parametrize("wrong", [5, "nowhere", "ftp://127.0.0.1:1"])
def test_what_is_no_cluster(needs, monkeypatch, wrong):
    """No client begins, which would not end without a message of its own."""
    begun = []
    needs("distributed")
    monkeypatch.setattr("distributed.Client.start", lambda *_, **__: begun.append(1))
    with pytest.raises(UsageError) as refused:
        next(cluster.dask_stream([], wrong))
    assert str(wrong) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not begun


def test_what_is_no_scheduler(needs, caplog):
    """What speaks another language than Dask is refused at once, without a log."""
    needs("distributed")

    def greet():
        with suppress(OSError), door.accept()[0] as caller:
            caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9)

    with socket.create_server(("127.0.0.1", 0)) as door:
        address = f"tcp://127.0.0.1:{door.getsockname()[1]}"
        door.settimeout(30)
        thread = Thread(target=greet)
        thread.start()
        with pytest.raises(UsageError) as refused:
            next(cluster.dask_stream([], address))
        assert address in str(refused.value)
    thread.join()
    assert caplog.records == []


def test_stream(client):
    """As many batches as chunks, in order, equal to what is found here."""
    sizes, pulled = [3, 0, 2, 1, 3, 3, 2], []

    def chunks():
        for number, many in enumerate(sizes):
            pulled.append(number)
            yield PUZZLES[number : number + many]

    stream = cluster.dask_stream(chunks(), client, limit=2)
    assert pulled == []
    for number, many in enumerate(sizes):
        batch = next(stream)
        assert_same(batch, satdoku.solve_batch(PUZZLES[number:][:many], limit=2))
        assert batch.limit == 2
    assert list(stream) == []


def test_bad_chunk(client):
    """What is no puzzle is named, after the answers to all before it."""
    broken = PUZZLES[:5].copy()
    broken[3, 4] = 10
    stream = cluster.dask_stream([PUZZLES, PUZZLES, broken], client)
    assert [len(next(stream)), len(next(stream))] == [11, 11]
    with pytest.raises(InputError) as refused:
        next(stream)
    assert (refused.value.source, refused.value.cell) == ("puzzles[25]", (1, 5))


def test_clients(client):
    """A client that is made for an address is closed again."""
    scheduler = client.cluster.scheduler
    before = set(scheduler.clients)
    list(cluster.dask_stream([PUZZLES[:2]], client.scheduler.address))
    assert set(scheduler.clients) == before


def test_command(run, client, tmp_path):
    """`satdoku solve --dask` prints what it prints without; nothing goes with --all."""
    lines = [line_of(puzzle) for puzzle in PUZZLES]
    (tmp_path / "many.txt").write_text("".join(line + "\n" for line in lines * 30))
    there = ["--dask", client.scheduler.address]
    one, other = (
        run.json("solve", *options, tmp_path / "many.txt")
        for options in (["--workers", "1"], there)
    )
    for answer in (*one, *other):
        answer.pop("time_s", None)
    assert len(one) == 330
    assert one == other
    for options in (["--workers", "2"], ["--all"], ["--engine", "dpll"]):
        run("solve", *there, *options, tmp_path / "many.txt", code=2)
    run("solve", "--dask", "nowhere", tmp_path / "many.txt", code=2)


def test_another_version():
    """A worker with another satdoku is refused."""
    with pytest.raises(UsageError, match=r"99\.0"):
        cluster._solve(PUZZLES[:2], 2, "99.0")


@pytest.mark.nightly
def test_no_worker(needs):
    """Without a worker it waits as long as it may."""
    needs("distributed")
    with connected(0) as client:
        stream = cluster.dask_stream([PUZZLES], client, wait=1)
        with pytest.raises(satdoku.EngineError, match="1 s"):
            next(stream)
