"""Work in a fresh process: every way it can end, and what it leaves."""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time

import pytest

from satdoku.study.inside import measured
from satdoku.study.isolated import Isolated, Isolation, isolated
from satdoku.study.memory import memory, reset_peak
from satdoku.study.run import Ended

_LONG = 60.0
linux = pytest.mark.skipif(sys.platform != "linux", reason="as Linux tells it")


def test_answered() -> None:
    """The value comes back, with what it took."""
    done = isolated("json:loads", '{"answer": 42}', seconds=_LONG)

    assert (Ended.ANSWERED, {"answer": 42}, "") == (done.ended, done.value, done.note)
    assert done.time_s is not None
    assert done.cpu_s is not None
    assert done.start_s is not None
    assert min(done.time_s, done.cpu_s) >= 0 < done.start_s


def test_cut_off() -> None:
    """What takes too long is ended, and has run as long as it was let."""
    done = isolated("time:sleep", _LONG, seconds=0.1, grace=0)

    assert (Ended.TIMEOUT, None) == (done.ended, done.value)
    assert done.time_s is not None
    assert 0.1 <= done.time_s < _LONG


def test_processor_time_is_not_wall_time() -> None:
    """Who sleeps uses none."""
    done = isolated("time:sleep", 0.05, seconds=_LONG)

    assert done.time_s is not None
    assert done.cpu_s is not None
    assert done.cpu_s < 0.05 <= done.time_s


def test_processor_time_of_one_thread_is_within_wall_time() -> None:
    """Its clock is read within the other, however short the work."""
    for work in (len, sorted, sum):
        for _ in range(20):
            told = pickle.loads(measured(work, [1, 2, 3]))  # noqa: S301  our own

            assert told["cpu_s"] <= told["time_s"]


@pytest.mark.parametrize(
    ("work", "item", "expected"),
    [
        ("json:loads", "{", (Ended.FAILED, "JSONDecodeError: Expecting property")),
        ("os:_exit", 7, (Ended.FAILED, "exit code 7")),
        ("no_such_module:f", 1, (Ended.FAILED, "ModuleNotFoundError: No module")),
        ("sys:exit", "enough", (Ended.FAILED, "SystemExit: enough")),
        ("satdoku.crew:Crew", None, (Ended.FAILED, "TypeError: Crew.__init__()")),
        ("threading:Thread", None, (Ended.FAILED, "TypeError: cannot pickle")),
        ("builtins:bytearray", sys.maxsize // 2, (Ended.MEMORY, "")),
        ("warnings:warn", "bad_alloc", (Ended.ANSWERED, "")),
    ],
)
def test_other_ends(work: str, item: object, expected: tuple[Ended, str]) -> None:
    """Each other end is told, in a line."""
    done = isolated(work, item, seconds=_LONG)

    assert expected[0] == done.ended
    assert done.note.startswith(expected[1])
    assert "\n" not in done.note


@linux
@pytest.mark.parametrize(
    ("item", "expected"),
    [(11, (Ended.FAILED, "ended by SIGSEGV")), (9, (Ended.MEMORY, "ended by SIGKILL"))],
)
def test_ended_by_a_signal(item: int, expected: tuple[Ended, str]) -> None:
    """A crash of a library is told by its signal; SIGKILL is Linux out of memory."""
    done = isolated("signal:raise_signal", item, seconds=_LONG)

    assert expected == (done.ended, done.note)


@linux
def test_last_words_are_told() -> None:
    """What a library says of itself before it ends tells why."""
    text = "import os; os.write(2, b'so\\nstd::bad_alloc\\n\\n'); os._exit(3)"
    done = isolated("builtins:exec", text, seconds=_LONG)

    assert (Ended.MEMORY, "std::bad_alloc (exit code 3)") == (done.ended, done.note)


@linux
def test_memory_is_the_works_own() -> None:
    """The peak is that of the work, not of what it was started by."""
    ballast = bytearray(200 << 20)
    ballast[::4096] = b"x" * len(ballast[::4096])
    text = "x = bytearray(60 << 20); x[::4096] = b'x' * len(x[::4096])"
    little = isolated("json:loads", "{}", seconds=_LONG)
    much = isolated("builtins:exec", text, seconds=_LONG)
    del ballast

    assert little.own_bytes is not None
    assert little.peak_bytes is not None
    assert much.own_bytes is not None
    assert little.own_bytes < 10 << 20 < little.peak_bytes + (8 << 20) < 100 << 20
    assert 60 << 20 <= much.own_bytes < 80 << 20


@linux
def test_memory_when_cut_off() -> None:
    """What was ended from here tells how much it had."""
    done = isolated("time:sleep", _LONG, seconds=0.05, grace=0)

    assert done.peak_bytes is not None
    assert done.peak_bytes > 1 << 20


def test_prints_do_not_disturb() -> None:
    """What work writes to standard output does not come between the answers."""
    assert Ended.ANSWERED is isolated("builtins:print", "loud", seconds=_LONG).ended


def test_ended_from_another_thread() -> None:
    """Who ends it lets go who waits for it."""
    isolation = Isolation("time:sleep", _LONG)
    found: list[Isolated] = []
    waiting = threading.Thread(target=lambda: found.append(isolation.result(None)))
    waiting.start()
    isolation.end()
    waiting.join(10)
    isolation.end()  # once more does no harm

    assert 1 == len(found)
    assert Ended.ANSWERED is not found[0].ended


@linux
def test_what_it_started_ends_too() -> None:
    """No process of a process is left."""
    text = "import subprocess as s, time; s.Popen(['sleep', '61.25']); time.sleep(60)"
    isolation = Isolation("builtins:exec", text)
    until = time.monotonic() + 20
    while not (there := _sleeping("61.25")) and time.monotonic() < until:
        time.sleep(0.01)
    isolation.end()
    while (left := _sleeping("61.25")) and time.monotonic() < until:
        time.sleep(0.01)

    assert there
    assert not left


def _sleeping(seconds: str) -> list[str]:
    """Return the processes that sleep so long."""
    found: list[str] = []
    for name in os.listdir("/proc"):  # noqa: PTH208  one may be gone by now
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:  # noqa: PTH123
                told = file.read().split(b"\0")
        except OSError:
            continue
        if told[:2] == [b"sleep", seconds.encode()]:
            found.append(name)
    return found


@linux
def test_of_what_is_gone_nothing_is_told() -> None:
    """A process that is not there has no memory."""
    gone = memory(2**22 + 1)

    assert (None, None) == (gone.now, gone.peak)


@linux
def test_peak_begins_anew() -> None:
    """What was taken and given back before a run is not the run's."""
    taken = bytearray(60_000_000)
    del taken
    before = memory().peak
    if before is None or not reset_peak():
        return  # a system that tells neither

    after = memory()
    assert after.now is not None
    assert after.peak is not None
    assert after.now <= after.peak < before
