"""Fixtures of all tests: the command line, puzzle sets, random puzzles."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING

import click.testing
import numpy as np
import pytest
from hypothesis import HealthCheck, settings

import satdoku
from satdoku.runtime import processes
from satdoku.solving.attempts import unload_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
HOME = Path(satdoku.__file__).parents[1]

slow_machine = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile(
    "quick",
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=slow_machine,
)
settings.register_profile(
    "nightly", max_examples=1000, deadline=None, suppress_health_check=slow_machine
)
settings.load_profile("quick")

# Who is started in the background, or by nohup, has these ignored, and so would have
# all programs that the tests start and interrupt; a handler is not passed on.
for _name, _handler in (
    ("SIGINT", signal.default_int_handler),
    ("SIGHUP", lambda *_: None),
):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _handler)


def pytest_addoption(parser):
    parser.addoption("--renew", action="store_true", help="write golden files anew")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Start one process more than there are cores: some tests only wait.

    To write files anew is left to one process: no two may write the same.
    """
    return 0 if config.getoption("--renew") else (os.cpu_count() or 1) + 1


def pytest_configure(config):
    """Let each process of a whole run collect another part first.

    What one has compiled the others load: a third of the work in a fresh checkout.
    """
    worker = getattr(config, "workerinput", None)
    if worker and [ROOT / "tests"] == [ROOT / each for each in config.args]:
        places = [str(each) for each in sorted((ROOT / "tests").glob("[!_]*/"))]
        files = [str(each) for each in sorted((ROOT / "tests").glob("test_*.py"))]
        number, count = int(worker["workerid"][2:]), worker["workercount"]
        begin = number * len(places) // count
        config.args = places[begin:] + files + places[:begin]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Bring what was collected into one order, whichever part came first."""
    items.sort(key=lambda item: item.path.parts)


def pytest_collection_finish():
    """Let the garbage collector look less often, and not at what was collected.

    This takes a tenth off the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def pytest_terminal_summary(terminalreporter):
    missing = {
        found[1]
        for report in terminalreporter.stats.get("skipped", [])
        if (found := re.search(r"(\w+) is not installed", str(report.longrepr)))
    }
    if extras := sorted(name for name in missing if name in EXTRAS):
        terminalreporter.write_line(
            f"Skipped what needs {', '.join(extras)}; to run everything: "
            'python3 -m pip install ".[all,test]"'
        )


EXTRAS = {
    "distributed",
    "matplotlib",
    "numba",
    "ortools",
    "pyarrow",
    "pyganak",
    "resvg_py",
    "scipy",
}


@pytest.fixture(autouse=True)
def _signal_handlers():
    """Give each test the handlers of a fresh process: a command may set its own."""
    numbers = [signal.SIGINT, signal.SIGTERM]
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def _nothing_is_loaded():
    """Let each test begin with no engine loaded, as a process does."""
    unload_rules()


@contextmanager
def time_limit(seconds):
    """Require that what is done inside keeps a time limit, on a busy machine, too.

    Its own work is measured by processor time.  Waiting is not; so wall time has to
    keep the limit, too, with a minute for what others do meanwhile.
    """
    work, begun = process_time(), monotonic()
    yield
    assert process_time() - work < seconds * 1.1 + 0.2
    assert monotonic() - begun < seconds + 60


@pytest.fixture
def processes_at_once(monkeypatch):
    """Let several workers be processes from the start, as where there is much to do."""
    monkeypatch.setattr(processes, "_ALONE", 1e-9)
    monkeypatch.setattr(processes, "_WORTH", 0.0)


@pytest.fixture
def processes_never(monkeypatch):
    """Let the start of processes cost more than any work, and fail."""

    def refuse(*_):
        raise AssertionError

    monkeypatch.setattr(processes, "_ALONE", 1e-9)
    monkeypatch.setattr(processes, "_WORTH", 1e9)
    monkeypatch.setattr(processes, "_Worker", refuse)


@pytest.fixture(scope="session")
def needs():
    """Return a function that skips where a package is missing: `needs("numba")`."""

    def check(*names):
        for name in names:
            if find_spec(name) is None:
                pytest.skip(f"{name} is not installed")

    return check


@pytest.fixture(scope="session")
def root():
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data():
    """Return the folder of puzzle sets and reference cases; skip where it is missing.

    It lies beside the checkout, or where the environment variable SATDOKU_DATA says.
    """
    place = Path(os.environ.get("SATDOKU_DATA", ROOT.parent / "shared" / "data"))
    if not place.is_dir():
        pytest.skip(f"no puzzle sets at {place}; SATDOKU_DATA can name their folder")
    return place


@pytest.fixture
def renew(request):
    """Return whether golden files are to be written anew."""
    return request.config.getoption("--renew")


class Run:
    """Runs commands in this process: `run("count", file)`, `run.json(...)`."""

    def __call__(self, *arguments, text="", code=None):
        """Run a command with `text` as standard input; return click's result.

        An exception that leaves the command, which a user would see as a traceback,
        fails the test.  With `code` the exit code must be that one.
        """
        from satdoku.cli.main import main

        unload_rules()  # as in a new process
        words = [str(word) for word in arguments if word != "--at-once"]
        with pytest.MonkeyPatch.context() as patch:
            if len(words) < len(arguments):
                patch.setattr("satdoku.cli.reading._LARGE", 0)
                patch.setattr("satdoku.cli.reading.LANES_FROM", 1)
                patch.setattr("satdoku.cli.run.LANES_FROM", 1)
            done = click.testing.CliRunner().invoke(
                main, words, input=text, prog_name="satdoku"
            )
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        if code is not None:
            assert code == done.exit_code, done.output
        return done

    def json(self, *arguments, text="", code=None):
        """Run a command with `--json`; return the objects it prints."""
        command, *others = arguments
        done = self(command, "--json", *others, text=text, code=code)
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="session")
def run():
    """Return what runs commands in this process."""
    return Run()


def table(file, name, **names):
    """Return the rows of a table in `tables/FILE.json`, beside a file of tests.

    Lists come as tuples; `{NAME}` in a text is the text of that name.
    """

    def frozen(value):
        match value:
            case list():
                return tuple(map(frozen, value))
            case dict():
                return {key: frozen(one) for key, one in value.items()}
            case str() if names:
                return value.format(**names)
        return value

    path = Path(file)
    place = path.parent / "tables" / f"{path.stem.removeprefix('test_')}.json"
    return frozen(json.loads(place.read_text("utf-8"))[name])


def nightly(table, *quick):
    """Return the rows of a table, all but some marked as nightly."""
    return [
        pytest.param(x, marks=() if x in quick else pytest.mark.nightly) for x in table
    ]


def places(text):
    """Return the places that messages name: `["a.txt:3: r1c2", "b.txt"]`."""
    found = re.findall(
        r"^satdoku: (?:error: )?(.+?(?::\d+)?(?:: r\d+c\d+)?): ", text, re.MULTILINE
    )
    return list(found)


@pytest.fixture
def program():
    """Return a function that starts the program as a process with pipes on all sides.

    For signals, pipes and terminals alone: `run` is faster.  What hangs is ended.
    """
    watchers = []

    def start(*arguments, **environment):
        unload_rules()  # as in a new process
        words = [str(word) for word in arguments if word != "--at-once"]
        if len(words) < len(arguments):
            words += ["--engine", "lanes"]
        process = subprocess.Popen(
            [sys.executable, "-m", "satdoku", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(HOME), **environment},
        )
        watchers.append(threading.Timer(30, process.kill))
        watchers[-1].start()
        return process

    yield start
    for watcher in watchers:
        watcher.cancel()


class RandomPuzzles:
    """Makes 9×9 puzzles at random: (N, 81) uint8.

    Args:
        seed: Where chance begins.
    """

    def __init__(self, seed: int) -> None:
        self.dice = np.random.default_rng(seed)

    def solutions(self, count: int) -> NDArray[np.uint8]:
        """Return full grids."""
        return self.shuffled(_grids()[self.dice.integers(20, size=count)])

    def shuffled(self, puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return puzzles of the same kind: digits, rows and columns in other places."""
        dice, count = self.dice, len(puzzles)

        def lines() -> NDArray[np.int64]:
            three = np.broadcast_to(np.arange(3), (count, 3, 3))
            groups = dice.permuted(three[:, 0], axis=1)
            moved: NDArray[np.int64] = 3 * groups[:, :, None] + dice.permuted(
                three, axis=2
            )
            return moved.reshape(count, 9)

        cells = 9 * lines()[:, :, None] + lines()[:, None, :]
        turned = dice.integers(2, size=count, dtype=np.bool_)
        cells[turned] = cells[turned].transpose(0, 2, 1)
        digits = np.zeros((count, 10), np.uint8)
        some = np.broadcast_to(np.arange(1, 10, dtype=np.uint8), (count, 9))
        digits[:, 1:] = dice.permuted(some, axis=1)
        moved = np.take_along_axis(puzzles, cells.reshape(count, 81), axis=1)
        return np.take_along_axis(digits, moved.astype(np.int64), axis=1)

    def with_clues(self, fewest: int, most: int, count: int) -> NDArray[np.uint8]:
        """Return full grids of which so many cells are left."""
        order = self.dice.permuted(np.broadcast_to(np.arange(81), (count, 81)), axis=1)
        left = self.dice.integers(fewest, most + 1, size=(count, 1))
        return self.solutions(count) * (order < left)

    def spoilt(self, puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return puzzles in one cell of which there is a digit at random."""
        made = puzzles.copy()
        at = self.dice.integers(81, size=len(made))
        digits = self.dice.integers(1, 10, size=len(made))
        made[np.arange(len(made)), at] = digits
        return made

    def mixed(self, count: int) -> NDArray[np.uint8]:
        """Return puzzles of all kinds: many solutions, one and none, side by side."""
        third = count // 3
        many = self.with_clues(17, 35, count - 2 * third)
        few = self.with_clues(30, 50, third)
        spoilt = self.spoilt(self.with_clues(22, 35, third))
        return self.dice.permutation(np.concatenate([many, few, spoilt]))


@cache
def _grids() -> NDArray[np.uint8]:
    """Return twenty full grids, made at random."""
    lines = (ROOT / "tests" / "fixtures" / "grids.txt").read_text("ascii").split()
    return np.array([[*map(int, line)] for line in lines], np.uint8)


@pytest.fixture
def random_puzzles() -> RandomPuzzles:
    """Return a maker of random puzzles, the same at each run."""
    return RandomPuzzles(20261121)
