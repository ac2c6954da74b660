"""Compiled code: what is kept of it and trusted, and who may use it at once.

The compiler takes some seconds, so what it makes is made once for all tests here (or
taken from the cache), and handed out in its place.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from satdoku.lanes import compiler, native
from satdoku.lanes.search import Found, prepare, search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)


def right() -> bool:
    """Whether a search by compiled code answers right."""
    puzzle = np.array([[int(mark) for mark in LINE.replace(".", "0")]], np.uint8)
    found = search(puzzle, limit=2, executor="numba")
    return (found.counts[0], "".join(map(str, found.solutions[0]))) == (1, SOLVED)


@pytest.fixture(scope="module")
def code() -> bytes:
    """Return compiled code, from the cache or compiled."""
    native.native()
    file = native._file()
    kept = None if file is None else native._kept(file)
    return compiler.object_code() if kept is None else kept


class Compiler:
    """Stands in for the compiler: hands out good code, and counts."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        self.runs = 0
        self.told: list[int] = []

    def object_code(self) -> bytes:
        """Return the code, after a moment in which other threads may come."""
        time.sleep(0.01)
        self.runs += 1
        return self.code

    def tell(self) -> None:
        """Be told that the compiler is about to run; note how often it had."""
        self.told.append(self.runs)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where compiled code is kept in this test; it does not exist yet."""
    place = tmp_path / "some" / "cache"
    monkeypatch.setenv("SATDOKU_CACHE_DIR", str(place))
    return place


@pytest.fixture
def made(cache: Path, code: bytes, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    """Begin as a process does that has loaded nothing yet; return the compiler."""
    assert not cache.exists()
    compiled = Compiler(code)
    monkeypatch.setattr(compiler, "object_code", compiled.object_code)
    monkeypatch.setattr(native, "_made", [])
    return compiled


def again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what is loaded, as the next process has nothing loaded."""
    monkeypatch.setattr(native, "_made", [])


def _no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


def only_file(cache: Path) -> Path:
    """Return the one file in the cache."""
    (file,) = cache.iterdir()
    return file


class TestKept:
    """`Loaded only if it is whole and nobody else can have written it`."""

    def test_kept_and_found(
        self, made: Compiler, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What was compiled once is found by the next; compiling is told first."""
        assert "numba" == prepare("numba", made.tell)
        assert (1, [0]) == (made.runs, made.told)
        assert right()
        content = only_file(cache).read_bytes()
        assert hashlib.sha256(made.code).digest() + made.code == content
        if os.name == "posix":
            assert 0o600 == only_file(cache).stat().st_mode & 0o777
            assert 0o700 == cache.stat().st_mode & 0o777

        prepare("numba", made.tell)
        again(monkeypatch)
        prepare("numba", made.tell)

        assert (1, [0]) == (made.runs, made.told)
        assert right()

    @pytest.mark.parametrize(
        "fault", ["empty", "short", "cut", "longer", "flipped", "digest", "other"]
    )
    def test_damaged(
        self,
        made: Compiler,
        cache: Path,
        monkeypatch: pytest.MonkeyPatch,
        fault: str,
    ) -> None:
        """A file that is not whole is not loaded; it is compiled anew and mended."""
        prepare("numba")
        good = only_file(cache).read_bytes()
        middle = len(good) // 2
        only_file(cache).write_bytes(
            {
                "empty": b"",
                "short": good[:20],
                "cut": good[:-1],
                "longer": good + b"\0",
                "flipped": good[:middle]
                + bytes([good[middle] ^ 1])
                + good[middle + 1 :],
                "digest": bytes([good[0] ^ 1]) + good[1:],
                "other": b"not what it was",
            }[fault]
        )
        again(monkeypatch)

        prepare("numba", made.tell)

        assert (2, [1]) == (made.runs, made.told)
        assert right()
        assert good == only_file(cache).read_bytes()

    @pytest.mark.skipif(os.name != "posix", reason="only systems of POSIX have modes")
    @pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
    def test_others_could_write(
        self, made: Compiler, cache: Path, monkeypatch: pytest.MonkeyPatch, mode: int
    ) -> None:
        """A file that others can write to may be anything; it is written anew."""
        prepare("numba")
        only_file(cache).chmod(mode)
        again(monkeypatch)

        prepare("numba")

        assert 2 == made.runs
        assert 0o600 == only_file(cache).stat().st_mode & 0o777

    @pytest.mark.skipif(os.name != "posix", reason="only systems of POSIX have owners")
    def test_somebody_elses(
        self, made: Compiler, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that belongs to somebody else is not loaded."""
        prepare("numba")
        again(monkeypatch)
        owner = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: owner + 1)

        prepare("numba")

        assert 2 == made.runs

    def test_nowhere_to_keep(
        self, made: Compiler, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Where nothing can be written, the code serves this process all the same."""
        cache.parent.mkdir()
        cache.write_text("a file where the folder would be")

        prepare("numba")
        assert right()
        again(monkeypatch)
        prepare("numba")

        assert 2 == made.runs
        assert right()

    def test_read_only(self, made: Compiler, cache: Path) -> None:
        """A folder that is read-only is no error."""
        if os.name == "posix" and os.geteuid() == 0:
            pytest.skip("the system's administrator may read everything")
        cache.mkdir(parents=True)
        cache.chmod(0o500)
        try:
            prepare("numba")
        finally:
            cache.chmod(0o700)

        assert 1 == made.runs
        assert right()
        assert [] == list(cache.iterdir())

    def test_disk_full(
        self, made: Compiler, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that could not be put in its place leaves nothing behind."""

        def fail(_self: Path, _target: Path) -> Path:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", fail)

        prepare("numba")

        assert 1 == made.runs
        assert right()
        assert [] == list(cache.iterdir())

    def test_other_sources(
        self, made: Compiler, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Code of another version, or for another processor, is another file."""
        prepare("numba")
        again(monkeypatch)
        monkeypatch.setattr("llvmlite.__version__", "0.0")

        prepare("numba")

        assert 2 == made.runs
        assert 2 == len(list(cache.iterdir()))

    @pytest.mark.parametrize("lacks", ["home", "sources"])
    def test_no_place(
        self, made: Compiler, lacks: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without a home, or sources to tell versions apart by, nothing is kept."""
        if lacks == "home":
            monkeypatch.delenv("SATDOKU_CACHE_DIR")
            monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
            monkeypatch.setattr(Path, "home", _no_home)
        else:
            monkeypatch.setattr(native, "_SOURCES", ("nowhere",))

        assert native._file() is None
        assert right()
        assert 1 == made.runs

    def test_cleared_out(self, made: Compiler, cache: Path) -> None:
        """Of old files the newest stay; what was begun long ago goes."""
        cache.mkdir(parents=True)
        old = [cache / f"lanes-{number:02}.o" for number in range(12)]
        parts = [cache / "lanes-old.part", cache / "lanes-new.part"]
        for age, file in enumerate([*old, *parts]):
            file.write_bytes(b"")
            os.utime(file, (1000 + age, 1000 + age))
        os.utime(parts[1])

        prepare("numba")

        assert 1 == made.runs
        assert not any(file.exists() for file in [*old[:5], parts[0]])
        assert all(file.exists() for file in [*old[5:], parts[1]])

    def test_sources(self) -> None:
        """Whatever of this room compiled code comes from is in its name."""
        room = Path(native.__file__).parent
        others = {"__init__", "arrays", "choice", "search", "tape_runner", "turned"}

        names = {path.stem for path in room.glob("*.py")}
        assert names - others == set(native._SOURCES)


class TestThreads:
    """`Compiled code lets go of the interpreter's lock`."""

    def test_compiled_once(self, made: Compiler) -> None:
        """Threads that come at once wait for one compiler."""
        barrier = threading.Barrier(4)

        def come() -> str:
            barrier.wait()
            return prepare("numba", made.tell)

        with ThreadPoolExecutor(4) as threads:
            names = [
                future.result() for future in [threads.submit(come) for _ in range(4)]
            ]

        assert {"numba"} == set(names)
        assert (1, [0]) == (made.runs, made.told)

    def test_searches_at_once(self, random_puzzles: RandomPuzzles) -> None:
        """Each thread finds for its puzzles what is found alone."""
        parts = [random_puzzles.mixed(3000) for _ in range(8)]
        alone = [search(part, limit=2, executor="numba") for part in parts]

        def find(part: NDArray[np.uint8]) -> Found:
            return search(part, limit=2, executor="numba")

        with ThreadPoolExecutor(4) as threads:
            for expected, found in zip(alone, threads.map(find, parts), strict=True):
                for name in Found._fields:
                    one, other = getattr(expected, name), getattr(found, name)
                    assert np.array_equal(one, other), name


@pytest.fixture
def warm(code: bytes, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fill the cache."""
    with monkeypatch.context() as patched:
        patched.setattr(compiler, "object_code", lambda: code)
        patched.setattr(native, "_made", [])
        prepare("numba")
    assert cache.exists()


class TestCompiler:
    """`Numba is needed to compile; nothing else needs it`."""

    @pytest.mark.usefixtures("warm")
    def test_not_imported(self) -> None:
        """With compiled code in the cache, Numba is not loaded."""
        program = (
            "import sys, numpy as np\n"
            "from satdoku.lanes.search import search\n"
            "found = search(np.zeros((1, 81), np.uint8), limit=2, executor='numba')\n"
            "print(found.counts[0], 'numba' in sys.modules)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )

        assert ("2 False\n", "") == (done.stdout, done.stderr)

    @pytest.mark.slow
    def test_compiles(self, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The compiler itself makes code that is kept, and is right."""
        told: list[bool] = []
        again(monkeypatch)

        prepare("numba", lambda: told.append(cache.exists()))

        assert [False] == told
        assert only_file(cache).stat().st_size > 10_000
        assert right()
