"""A process that searches: what it says, what becomes of errors, and how it ends."""

from __future__ import annotations

import io
import os
import pickle
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NoReturn

import numpy as np
import pytest

from satdoku import EngineError, solve_batch, solve_stream
from satdoku.batch import process as module
from satdoku.batch import workers
from satdoku.batch.options import Options
from satdoku.batch.process import Process, serve
from satdoku.child import fresh_python
from satdoku.lanes.search import search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("nothing_is_left")

ASKED = Options(limit=2, max_guesses=None, executor="numpy", workers=2)
FOREVER = Options(limit=None, max_guesses=None, executor="numpy", workers=2)
LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
PUZZLES = np.array([[0 if c == "." else int(c) for c in LINE]] * 5, np.uint8)
EMPTY = np.zeros((2, 81), np.uint8)


def quiet(_done: int) -> None:
    """Be told, and say nothing."""


@pytest.fixture
def process() -> Iterator[Process]:
    """Return a process, and end it."""
    started = Process()
    yield started
    started.end()

    assert started._child.poll() is not None


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Return what a crew will have started."""
    found: list[subprocess.Popen[bytes]] = []

    class Noted(Process):
        def __init__(self) -> None:
            super().__init__()
            found.append(self._child)

    monkeypatch.setattr(workers, "Process", Noted)
    return found


def ended(pid: int) -> bool:
    """Whether a process that is no child of this one is gone, or soon is."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:  # noqa: PTH123  gone at any time
            if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        time.sleep(0.02)
    return False


def test_searches(process: Process) -> None:
    """It finds what a search here finds, part after part, and tells how far it is."""
    here = search(PUZZLES, limit=2, executor="numpy")
    told: list[int] = []

    for _ in range(2):
        there = process.search(PUZZLES, ASKED, told.append)
        for name in here._fields:
            assert np.array_equal(getattr(here, name), getattr(there, name)), name
            assert getattr(here, name).dtype == getattr(there, name).dtype, name

    assert all(0 <= done <= 5 for done in told)


def test_error_comes_out(process: Process) -> None:
    """What a search raises there is raised here, and the process goes on."""
    with pytest.raises((TypeError, ValueError, IndexError, AttributeError)):
        process.search("no puzzles", ASKED, quiet)  # type: ignore[arg-type]

    assert 5 == len(process.search(PUZZLES, ASKED, quiet).counts)


def test_ended_by_somebody(process: Process) -> None:
    """A process that is gone is told of, with its exit code."""
    process._child.kill()

    with pytest.raises(EngineError, match=r"has ended \(exit code -9\); out of memory"):
        process.search(PUZZLES, ASKED, quiet)


def test_prints_do_not_matter() -> None:
    """What anybody prints over there goes to standard error."""
    noisy = "satdoku.batch.process.serve = lambda *_: print('noise')"
    text = module._STARTER.replace("main()", f"import satdoku; {noisy}; main()")
    child = subprocess.run(
        fresh_python(text),
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=True,
    )

    assert (b"", b"noise") == (child.stdout, child.stderr.strip())


def test_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors are answers; the end of the input is the end."""

    def fail(_puzzles: object, **_asked: object) -> NoReturn:
        raise MemoryError("none left")

    monkeypatch.setattr(module, "search", fail)
    source = io.BytesIO(pickle.dumps((PUZZLES, ASKED)) * 2)
    target = io.BytesIO()

    serve(source, target)

    target.seek(0)
    said = [pickle.load(target), pickle.load(target)]  # noqa: S301  written above
    assert ["MemoryError('none left')"] * 2 == [repr(error) for error in said]
    assert b"" == target.read()


def test_serve_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody listens a search is given up; where nothing comes, it is the end."""

    def endless(
        _puzzles: object, *, progress: Callable[[int], None], **_asked: object
    ) -> NoReturn:
        while True:
            progress(0)

    class Deaf(io.BytesIO):
        def write(self, _data: object) -> NoReturn:
            raise BrokenPipeError

    monkeypatch.setattr(module, "search", endless)
    left: list[bool] = []
    serve(io.BytesIO(pickle.dumps((PUZZLES, ASKED))), Deaf(), lambda: left.append(True))
    serve(io.BytesIO(), io.BytesIO())

    assert [True] == left


def test_workers_agree(started: list[subprocess.Popen[bytes]]) -> None:
    """Processes find what one finds, in order, and are gone afterwards."""
    some = [PUZZLES, EMPTY] * 9
    puzzles = np.concatenate([*some, np.repeat(PUZZLES, 1800, axis=0), *some])
    one = solve_batch(puzzles, limit=2, executor="numpy")

    two = solve_batch(puzzles, limit=2, executor="numpy", workers=2)

    for name in ("solutions", "counts", "status", "guesses", "sweeps", "complete"):
        assert np.array_equal(getattr(one, name), getattr(two, name)), name
    assert 2 == len(started)
    assert all(child.poll() is not None for child in started)


def test_stopped(started: list[subprocess.Popen[bytes]]) -> None:
    """To close a stream ends processes that would search for ever."""
    chunks = [PUZZLES, EMPTY, EMPTY]
    stream = solve_stream(chunks, limit=None, executor="numpy", workers=2)
    next(stream)
    begun = time.monotonic()

    stream.close()  # type: ignore[attr-defined]

    assert 0.5 > time.monotonic() - begun
    assert started
    assert all(child.poll() is not None for child in started)


def test_killed_in_the_middle(started: list[subprocess.Popen[bytes]]) -> None:
    """A process that dies is told of; the others are ended."""

    def kill(_done: int) -> None:
        for child in started:
            child.kill()

    with pytest.raises(EngineError, match="has ended"):
        solve_batch(
            np.zeros((9000, 81), np.uint8),
            limit=None,
            executor="numpy",
            workers=2,
            progress=kill,
        )
    assert all(child.poll() is not None for child in started)


SCRIPT = """
import sys
import numpy as np
from satdoku import solve_stream
from satdoku.batch import workers

class Noted(workers.Process):
    def __init__(self):
        super().__init__()
        print(self._child.pid, flush=True)

workers.Process = Noted
chunks = [np.zeros((2, 81), np.uint8)] * 9
list(solve_stream(chunks, limit=None, executor=sys.argv[1], workers=2))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_parent_ends(number: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C ends all within half a second; a kill leaves nothing behind either."""
    with (
        (tmp_path / "told").open("w") as told,
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, "numpy"],
            stdout=subprocess.PIPE,
            stderr=told,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        ) as parent,
    ):
        assert parent.stdout is not None
        children = [int(parent.stdout.readline()) for _ in range(2)]
        time.sleep(0.3)
        begun = time.monotonic()
        parent.send_signal(number)
        parent.wait(5)
        took = time.monotonic() - begun

    said = (tmp_path / "told").read_text()
    assert 1 > took
    assert all(ended(pid) for pid in children)
    assert (number == signal.SIGINT) == said.rstrip().endswith("KeyboardInterrupt")
    assert "satdoku/batch/process.py" not in said
