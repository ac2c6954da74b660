"""Worker processes: whose modules they load, how errors come back, how they end."""

import operator
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

import satdoku
from satdoku import EngineError
from satdoku.errors import LostError
from satdoku.runtime import processes
from satdoku.runtime.processes import Pool
from tests.conftest import HOME

NAMES = """
abc codecs collections ctypes enum functools importlib io json marshal numba numpy os
pickle pyganak pysat pysolvers queue random re satdoku select signal site sitecustomize
struct subprocess sys threading time types typing usercustomize warnings zipimport
""".split()

GENERATE = """
from satdoku.runtime import processes
processes._ALONE, processes._WORTH = 1e-9, 0.0
print(len(list(satdoku.generate_many(3, size=4, seed=1, workers=2))), end="")
"""
BATCH = """
import numpy
batch = satdoku.solve_batch(numpy.zeros((4096, 81), numpy.uint8), limit=2, workers=2)
print(batch.counts.sum(), end="")
"""
ENDLESS = """
print("begun", flush=True)
list(satdoku.generate_many(None, size=16, level="extreme", seed=1, workers=2))
"""


def python(text, folder, *flags, **environment):
    return subprocess.Popen(
        [sys.executable, *flags, "-c", f"import satdoku\n{text}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HOME), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def children(pid):
    """Return the processes that this one has started."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, task.read_text().split())
    return found


def wait_for(true):
    until = time.monotonic() + 20
    while not (found := true()):
        assert time.monotonic() < until, "never came true"
        time.sleep(0.02)
    return found


def has_ended(pid):
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return stat.rsplit(")", 1)[1].split()[0] == "Z"


linux = pytest.mark.skipif(
    sys.platform != "linux", reason="processes are found in /proc"
)


@pytest.mark.parametrize(
    ("text", "output"),
    [
        (GENERATE, "3"),
        pytest.param(BATCH, "8192", marks=pytest.mark.nightly),
    ],
    ids=["generate", "batch"],
)
def test_modules_of_the_current_folder_are_not_run(tmp_path, text, output):
    """It may be anybody's: a download, a shared folder."""
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in NAMES:
        mark = tmp_path / f"run-{name}"
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').close()\n")
    process = python(text, folder, "-P")
    printed, errors = process.communicate(timeout=60)

    assert (0, output, "") == (process.returncode, printed, errors)
    assert [] == sorted(tmp_path.glob("run-*"))


def test_satdoku_of_the_current_folder():
    """A program that found it as `''` starts processes that use the same one."""
    process = python(GENERATE, HOME, PYTHONPATH="")
    printed, errors = process.communicate(timeout=60)

    assert (0, "3", "") == (process.returncode, printed, errors)


@pytest.mark.usefixtures("processes_never")
def test_little_work_stays_here():
    """Processes that would take longer to start than to work are not started."""
    for workers in (1, 2):
        made = list(satdoku.generate_many(5, size=4, seed=1, workers=workers))
        assert len(made) == 5
        ratings = list(satdoku.rate_stream(made, workers=workers))
        assert ratings == [satdoku.rate(puzzle) for puzzle in made]


@linux
@pytest.mark.usefixtures("processes_at_once")
def test_a_worker_that_is_lost():
    """The caller gets an error, and no other worker is left."""
    before = set(children(os.getpid()))
    made = satdoku.generate_many(None, size=4, seed=1, workers=2)
    list(islice(made, 9))
    workers = set(children(os.getpid())) - before
    assert 1 <= len(workers) <= 2
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(EngineError):
        list(made)
    assert before >= set(children(os.getpid()))


# --- the pool itself: `partial(exec)`, say, is what answers ---------------------------


ERROR = """
class TwoArguments(Exception):
    def __init__(self, one, two):
        super().__init__(one)
raise TwoArguments("what went wrong", 2)
"""


@pytest.mark.parametrize(
    ("begin", "setup", "item", "error"),
    [
        (operator.attrgetter, 5, "text", TypeError),  # `begin` fails
        (partial, memoryview, b"text", TypeError),  # its answer cannot be packed
        (partial, exec, ERROR, EngineError),  # its error cannot be unpacked
        (partial, exec, "import nowhere", ModuleNotFoundError),
    ],
)
def test_what_a_worker_raises(begin, setup, item, error):
    """It is raised here, as often as it is asked for; the worker serves on."""
    with closing(Pool(begin, setup, workers=1)) as pool:
        for _ in range(2):
            with pytest.raises(error) as raised:
                processes.wait_for(pool.submit(item))
            assert not isinstance(raised.value, LostError)
        if setup is exec:
            assert processes.wait_for(pool.submit("pass")) is None
    if item is ERROR:
        assert "what went wrong" in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "print('', end='')",
        "import os, signal; os.kill(os.getpid(), signal.SIGINT)",
    ],
)
def test_what_does_not_disturb_a_worker(text):
    """What it prints, and Ctrl-C, which is its parent's alone."""
    with closing(Pool(partial, exec, workers=1)) as pool:
        assert processes.wait_for(pool.submit(text)) is None


def test_a_worker_that_ends_by_itself():
    """The error names the exit code."""
    with closing(Pool(partial, exec, workers=1)) as pool:
        lost = pool.submit("import os; os._exit(3)")
        with pytest.raises(LostError, match="3"):
            processes.wait_for(lost)


@linux
def test_killed_when_closed():
    """Whatever it is doing."""
    before = set(children(os.getpid()))
    begun = time.monotonic()
    with closing(Pool(partial, time.sleep, workers=1)) as pool:
        pool.submit(60)
        wait_for(lambda: set(children(os.getpid())) - before)
    assert time.monotonic() - begun < 20
    assert before >= set(children(os.getpid()))


@linux
@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_parent_ends(number, tmp_path):
    """By Ctrl-C or a kill: nothing is left, and one traceback at most is shown."""
    process = python(ENDLESS, tmp_path)
    try:
        assert "begun\n" == process.stdout.readline()
        wait_for(lambda: len(children(process.pid)) == 2)
        time.sleep(0.3)
        workers = children(process.pid)
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    finally:
        process.kill()

    for pid in workers:
        wait_for(lambda pid=pid: has_ended(pid))
    assert (number == signal.SIGINT) == errors.rstrip().endswith("KeyboardInterrupt")
    assert errors.count("Traceback") <= 1
