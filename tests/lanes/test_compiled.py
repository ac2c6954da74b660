"""Compiled code: where it is kept, when it is trusted, and that threads may share it.

A process that finds no code it can trust compiles for ten seconds.  Here it meets a
package named `numba` that cannot be imported instead, and refuses at once.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import nightly
from tests.lanes.puzzles import LINE, SOLVED, array, assert_same, searched

PROGRAM = """
import sys
from satdoku.engines.lanes.search import search
from satdoku.solving.batch import puzzle_array
try:
    puzzles = puzzle_array(sys.argv[1], {})
    found = search(puzzles, limit=2, executor=sys.argv[2])
    print("".join(map(str, found.solutions[0])), "numba" in sys.modules)
except ImportError:
    print("refused")
"""
LOADED = f"{SOLVED} False"

POSIX = pytest.mark.skipif(os.name != "posix", reason="only POSIX has modes")


@pytest.fixture
def cache(needs, tmp_path):
    """Return a copy of the folder of compiled code."""
    needs("numba")
    assert searched(array(LINE), executor="numba").counts.tolist() == [1]
    from satdoku.engines.native import cache_directory  # where it is on this system

    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    kept = list(cache_directory().glob("lanes-*.o"))
    if not kept:
        pytest.skip("compiled code cannot be kept here")
    for file in kept:
        shutil.copy2(file, folder)
    return folder


@pytest.fixture
def solve(tmp_path):
    """Return a function that solves a puzzle in a new process; returns what it says."""
    broken = tmp_path / "packages" / "numba"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('no compiler')")

    def run(compiler=False, executor="numba", **environment):
        paths = [*([] if compiler else [str(broken.parent)]), *sys.path]
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("SATDOKU_CACHE_DIR", "XDG_CACHE_HOME")
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, LINE, executor],
            capture_output=True,
            text=True,
            check=True,
            env={**kept, "PYTHONPATH": os.pathsep.join(paths), **environment},
        )
        assert done.stderr == ""
        return done.stdout.strip()

    return run


def test_found_without_the_compiler(cache, solve):
    """Code that was kept is loaded, and Numba is not even imported."""
    assert solve(SATDOKU_CACHE_DIR=str(cache)) == LOADED


@pytest.mark.skipif(
    sys.platform != "linux", reason="each system has a place of its own"
)
@pytest.mark.parametrize("place", nightly(["home", "XDG"], "XDG"))
def test_usual_place(cache, solve, tmp_path, place):
    """Without SATDOKU_CACHE_DIR it is the cache folder of the user."""
    base = tmp_path / ("own" if place == "XDG" else ".cache")
    base.mkdir()
    cache.rename(base / "satdoku")
    own = {"XDG_CACHE_HOME": str(base)} if place == "XDG" else {}
    assert solve(HOME=str(tmp_path), SATDOKU_CACHE_DIR="", **own) == LOADED


@pytest.mark.parametrize(
    "fault",
    nightly(["empty", "cut", "longer", "flipped", "digest"], "cut", "flipped"),
)
def test_damaged(cache, solve, fault):
    """A file that is not whole is not loaded."""
    for file in cache.iterdir():
        good = file.read_bytes()
        middle = len(good) // 2
        flipped = bytes([good[middle] ^ 1])
        file.write_bytes(
            {
                "empty": b"",
                "cut": good[:-1],
                "longer": good + b"\0",
                "flipped": good[:middle] + flipped + good[middle + 1 :],
                "digest": bytes([good[0] ^ 1]) + good[1:],
            }[fault]
        )
    assert solve(SATDOKU_CACHE_DIR=str(cache)) == "refused"


@POSIX
@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_others_could_write(cache, solve, mode):
    """A file that others can write to may be anything."""
    for file in cache.iterdir():
        file.chmod(mode)
    assert solve(SATDOKU_CACHE_DIR=str(cache)) == "refused"


def test_threads(needs, random_puzzles):
    """Each of several threads finds for its puzzles what is found alone."""
    needs("numba")
    parts = [random_puzzles.mixed(1500) for _ in range(6)]

    def find(part):
        return searched(part, executor="numba")

    alone = [find(part) for part in parts]
    with ThreadPoolExecutor(3) as threads:
        for expected, found in zip(alone, threads.map(find, parts), strict=True):
            assert_same(expected, found)


def test_switched_off(needs, solve):
    """Where Numba is told not to compile, NumPy searches, and nothing is raised."""
    needs("numba")
    assert solve(True, executor="", NUMBA_DISABLE_JIT="1") == LOADED


@POSIX
@pytest.mark.nightly
def test_compiles(needs, solve, tmp_path):
    """What the compiler makes is kept in a folder of its owner alone."""
    needs("numba")
    cache = tmp_path / "some" / "cache"
    assert solve(compiler=True, SATDOKU_CACHE_DIR=str(cache)) == f"{SOLVED} True"
    (file,) = cache.glob("*.o")
    assert file.stat().st_mode & 0o777 == 0o600
    assert cache.stat().st_mode & 0o777 == 0o700
    assert solve(SATDOKU_CACHE_DIR=str(cache)) == LOADED

    good = file.read_bytes()
    file.write_bytes(good[:-1])
    assert solve(compiler=True, SATDOKU_CACHE_DIR=str(cache)) == f"{SOLVED} True"
    assert file.read_bytes() == good

    # Where a file lies in the place of the folder nothing can be kept: no error.
    assert solve(compiler=True, SATDOKU_CACHE_DIR=str(file)) == f"{SOLVED} True"


@POSIX
@pytest.mark.nightly
def test_compiled_once(needs, solve, tmp_path):
    """Of several processes that find no code, one compiles and the others wait."""
    needs("numba")
    cache = str(tmp_path / "cache")

    def call(_number):
        return solve(compiler=True, SATDOKU_CACHE_DIR=cache)

    with ThreadPoolExecutor(3) as threads:
        found = sorted(threads.map(call, range(3)))
    assert found == [LOADED, LOADED, f"{SOLVED} True"]
