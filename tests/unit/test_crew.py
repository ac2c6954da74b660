"""A crew: answers in order, errors in their turn, and how its processes end."""

from __future__ import annotations

import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from satdoku import EngineError, UsageError, crew
from satdoku.crew import Crew, awaited, serve, workers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SQUARES = """
from satdoku.crew import serve_parent
serve_parent(lambda power: lambda number: number ** power)
"""
SLEEPERS = """
import time
from satdoku.crew import serve_parent
def sleep(seconds):
    time.sleep(seconds)
    return seconds
serve_parent(lambda job: sleep)
"""


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """See to it that no thread outlives a test."""
    before = set(threading.enumerate())
    yield
    assert not {
        thread for thread in set(threading.enumerate()) - before if not thread.daemon
    }


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Return what crews will have started."""
    found: list[subprocess.Popen[bytes]] = []

    class Noted(crew._Process):
        def __init__(self, starter: str, job: bytes, work: str) -> None:
            super().__init__(starter, job, work)
            found.append(self._child)

    monkeypatch.setattr(crew, "_Process", Noted)
    return found


def squarers(workers: int = 2) -> Crew[object, int]:
    """Return a crew that squares numbers."""
    return Crew(SQUARES, 2, workers, "squared numbers")


def sleepers(workers: int = 2) -> Crew[float, float]:
    """Return a crew that sleeps so many seconds."""
    return Crew(SLEEPERS, None, workers, "slept")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_answers_are_in_order(
    workers: int, started: list[subprocess.Popen[bytes]]
) -> None:
    """Whoever gives them, and no process is left."""
    with squarers(workers) as found:
        assert [n * n for n in range(40)] == list(found.answers(range(40), 2 * workers))

    assert 1 <= len(started) <= workers
    assert all(child.poll() is not None for child in started)


def test_the_slow_come_in_their_turn() -> None:
    """A quick answer waits for the slow one before it."""
    with sleepers() as found:
        assert [0.3, 0.0, 0.0] == list(found.answers([0.3, 0.0, 0.0], 4))


def test_no_more_is_begun_than_told() -> None:
    """Items without end are taken as they are needed."""
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        while True:
            taken.append(len(taken))
            yield taken[-1]

    with squarers() as found:
        answers = found.answers(numbers(), 3)
        assert [0, 1] == [next(answers), next(answers)]
        assert list(range(5)) == taken


def test_an_error_is_raised_in_its_turn(
    started: list[subprocess.Popen[bytes]],
) -> None:
    """What came before it comes out; the process goes on."""
    with squarers(1) as found:
        answers = found.answers([3, "x", 4], 2)
        assert 9 == next(answers)
        with pytest.raises(TypeError, match="unsupported operand"):
            next(answers)
        assert 25 == awaited(found.begin(5))

    assert 1 == len(started)


def test_an_item_that_cannot_be_sent() -> None:
    """The process is none the worse."""
    with squarers(1) as found:
        with pytest.raises((pickle.PicklingError, AttributeError)):
            awaited(found.begin(lambda: 0))
        assert 25 == awaited(found.begin(5))


def test_a_process_that_is_lost(started: list[subprocess.Popen[bytes]]) -> None:
    """It is told what it did, and how it ended; the others end, too."""
    with sleepers() as found:
        begun = [found.begin(0.0), found.begin(60.0)]
        assert 0.0 == awaited(begun[0])
        while len(started) < 2:
            begun.append(found.begin(60.0))
            time.sleep(0.01)
        for child in started:
            child.kill()
        with pytest.raises(EngineError, match=r"that slept has ended \(exit code -9\)"):
            awaited(begun[1])

    assert all(child.poll() is not None for child in started)


def test_dismissed_at_work(started: list[subprocess.Popen[bytes]]) -> None:
    """Nobody waits for what has no end."""
    with sleepers() as found:
        begun = [found.begin(60.0) for _ in range(5)]
        while len(started) < 2:
            time.sleep(0.01)
        since = time.monotonic()

    assert 2 > time.monotonic() - since
    assert all(child.poll() is not None for child in started)
    assert all(future.done() for future in begun)


def test_prints_do_not_matter(capfd: pytest.CaptureFixture[str]) -> None:
    """What anybody prints over there goes to standard error."""
    noisy = SQUARES.replace("number ** power", "print(1) or number ** power")
    with Crew[int, int](noisy, 2, 1, "squared numbers") as found:
        assert 9 == awaited(found.begin(3))

    assert ("", "1") == tuple(text.strip() for text in capfd.readouterr())


def test_serve() -> None:
    """The job comes first; errors are answers; the end of the input is the end."""
    source = io.BytesIO(b"".join(map(pickle.dumps, (6, 3, 0, None, 2))))
    target = io.BytesIO()
    left: list[bool] = []

    serve(
        lambda job: lambda item: job / item, source, target, lambda: left.append(True)
    )

    target.seek(0)
    said = [pickle.load(target) for _ in range(4)]  # noqa: S301  written above
    assert [2.0, 3.0] == [said[0], said[3]]
    assert [ZeroDivisionError, TypeError] == [type(error) for error in said[1:3]]
    assert b"" == target.read()
    assert [True] == left


def test_serve_for_nobody() -> None:
    """Where nobody listens, it is the end."""

    class Deaf(io.BytesIO):
        def write(self, _data: object) -> NoReturn:
            raise BrokenPipeError

    done: list[int] = []

    def begin(_job: object) -> Callable[[int], None]:
        return done.append

    serve(begin, io.BytesIO(b"".join(map(pickle.dumps, (0, 1, 2)))), Deaf())
    serve(begin, io.BytesIO(), io.BytesIO())

    assert [1] == done


@pytest.mark.parametrize("workers", [0, -1, True, 2.0, "2", "some", None])
def test_workers_that_make_no_sense(workers: object) -> None:
    """It is told what would."""
    with pytest.raises(UsageError, match="expected 1, 2, 3, … or 'all'"):
        workers_of(workers)


SCRIPT = f"""
from satdoku import crew

class Noted(crew._Process):
    def __init__(self, *told):
        super().__init__(*told)
        print(self._child.pid, flush=True)

crew._Process = Noted
with crew.Crew({SLEEPERS!r}, None, 2, "slept") as found:
    list(found.answers([60.0] * 9, 4))
"""


def ended(pid: int) -> bool:
    """Whether a process that is no child of this one is gone, or soon is."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return True
        if stat.rsplit(")", 1)[1].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_parent_ends(number: signal.Signals, tmp_path: Path) -> None:
    """By Ctrl-C or a kill: nothing is left, and one traceback at most is shown."""
    told = tmp_path / "told"
    with (
        told.open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        ) as parent,
    ):
        assert parent.stdout is not None
        children = [int(parent.stdout.readline()) for _ in range(2)]
        time.sleep(0.3)
        parent.send_signal(number)
        parent.wait(5)

    assert all(ended(pid) for pid in children)
    said = told.read_text()
    assert (number == signal.SIGINT) == said.rstrip().endswith("KeyboardInterrupt")
    assert 1 >= said.count("Traceback")
