"""Accidents in the middle of writing, a table: command × what happens to it.

Each leaves a right answer, one clear message, or nothing; never a wrong or half file.
What is kept (lists, at Ctrl-C and SIGTERM, and by `solve` also when the disk is full)
is whole lines of what would have been written.  `prove` writes folders, whole ones;
`verify` writes files for other checkers alone, and takes them away.  Readers that go
away, and standard output on a full disk, are in `test_pipes.py`; Ctrl-C without files
is in `test_interrupt.py`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from satdoku.cli.reference import names
from satdoku.proof.proving import prove
from satdoku.proof.verifying import verify
from tests.unit.cli.bad_input.test_files import written
from tests.unit.cli.conftest import HOME
from tests.unit.cli.test_process import pigeons

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from _pytest.mark import ParameterSet

    from tests.unit.cli.conftest import Program

PUZZLE = (
    "....754..........8.8.19....3....1.6....."
    "...34....6817.2.4...6.39......2.53.2.....\n"
)
MODEL = [
    16 * row + 4 * column + (2 * row + row // 2 + column) % 4 + 1
    for row in range(4)
    for column in range(4)
]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")

WRITING = {
    "solve": ["many.txt", "--to", "line"],
    "count": ["many.txt"],
    "check": ["many.txt"],
    "convert": ["many.txt", "--to", "json"],
    "cnf": ["board.txt"],
    "decode": ["four.txt", "model.txt"],
    "show": ["one.txt", "--to", "svg"],
    "sat": ["pigeons.cnf", "--engine", "dpll", "--trace"],
    "explain": ["many.txt"],
    "hint": ["one.txt", "--svg"],
    "profile": ["one.txt", "--repeat", "1", "--no-start"],
    "rate": ["many.txt"],
    "minimize": ["many.txt", "--to", "line"],
    "generate": ["--size", "4", "-n", "10000", "--seed", "1"],
    "prove": ["many.txt"],
    "verify": ["proof", "--with", "./drat-trim"],
    "study": ["one.txt", "--engines", "bitmask", "--no-figures"],
}
"""What each writes into a file, whose name comes behind."""

AT_ONCE = {"decode", "hint", "profile", "show", "verify"}
"""What they write goes to the disk in one go."""

QUICK = ("minimize", "prove", "verify")
"""Of these a row is quick unless it begins with large files."""

HIDDEN = ".satdoku-"
"""How the name of a folder begins that is not yet, or no more, a proof."""

NO_FILES = {"formats", "encodings", "engines", "techniques", "completion", "man"}
"""They write no files, or print texts of satdoku's own."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with what the commands read, and none of what they write."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "out"))
    folder = tmp_path / "read"
    folder.mkdir()
    (folder / "many.txt").write_text(PUZZLE * 200)
    (folder / "one.txt").write_text(PUZZLE)
    (folder / "four.txt").write_text("." * 16)
    (folder / "board.txt").write_text("0 " * 25**2)
    (folder / "hard.txt").write_text("0 " * 36**2)
    (folder / "pigeons.cnf").write_text(pigeons(13))
    model = " ".join(map(str, MODEL))
    (folder / "model.txt").write_text(f"s SATISFIABLE\nv {model} 0\n")
    prove(PUZZLE).write(folder / "proof")
    checker = folder / "drat-trim"
    checker.write_text("#!/bin/sh\nexec sleep 60\n")
    checker.chmod(0o700)
    (tmp_path / "out").mkdir()
    return tmp_path


def some_slow(table: Iterable[str], *quick: str) -> list[ParameterSet]:
    """Return the rows of a table, marked as slow but for these."""
    return [
        pytest.param(name, marks=() if name in quick else pytest.mark.slow)
        for name in table
    ]


def line_of(name: str) -> list[str]:
    """Return the command that writes a file."""
    return [name, *WRITING[name], *target(name)]


def target(name: str) -> list[str]:
    """Return how the file is named that a command writes."""
    if name == "verify":  # files for another checker, where TMPDIR says
        return []
    return ["../out/o"] if name == "sat" else ["-o", "../out/o"]


def left(place: Path) -> dict[str, bytes]:
    """Return the files that a command has left."""
    out = place / "out"
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file()
    }


def whole(place: Path, name: str) -> bytes:
    """Return what the command would have written."""
    folder = place / "whole"
    folder.mkdir()
    given = [*line_of(name)[:-1], "../whole/o"]
    if name == "sat":
        given += ["--conflicts", "2000"]
    subprocess.run(
        [sys.executable, "-m", "satdoku", *given],
        cwd=place / "read",
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        check=False,
    )
    return (folder / "o").read_bytes()


def told_once(err: bytes, word: bytes) -> bool:
    """Whether there is one line of an error, which says that."""
    errors = [line for line in err.splitlines() if b": error: " in line]
    return len(errors) == 1 and word in errors[0]


def test_every_command_is_here() -> None:
    """A new command that writes gets its line in the table."""
    assert set(names()) <= {*WRITING, *NO_FILES}


LIMITED = """
import resource, signal, sys
kind, most, home, *sys.argv = sys.argv[1:]
sys.path.insert(0, home)
import satdoku.cli.main, satdoku.cli.output, satdoku.cli.run, satdoku.session
if kind == "AS":
    with open("/proc/self/statm") as told:
        most = int(most) + int(told.read().split()[0]) * resource.getpagesize()
resource.setrlimit(getattr(resource, "RLIMIT_" + kind), (int(most), int(most)))
from satdoku.__main__ import run
run("satdoku")
"""


def limited(place: Path, kind: str, most: int, line: list[str]) -> tuple[int, bytes]:
    """Run a command under a limit of the system; return code and standard error."""
    given = [
        sys.executable,
        "-c",
        LIMITED,
        kind,
        str(most),
        str(HOME),
        "satdoku",
        *line,
    ]
    done = subprocess.run(
        given, cwd=place / "read", capture_output=True, check=False, timeout=60
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "name", some_slow(WRITING, "solve", "convert", "decode", *QUICK)
)
def test_full_disk(place: Path, name: str) -> None:
    """A file that can grow no more is told once, and none is left but whole lines.

    The limit of the size of files stands for the size of the disk.
    """
    code, err = limited(place, "FSIZE", 10 if name in AT_ONCE else 2_000, line_of(name))
    kept = left(place)

    assert (1, True) == (code, told_once(err, b"File too large")), err
    if name == "study":  # what was measured by then stays, in whole files
        assert all(data.endswith(b"\n") for data in kept.values())
        assert {"o/study.json", "o/runs.csv"} <= set(kept)
        return
    assert kept == {} or (name == "solve" and {"o"} == set(kept))
    if kept:
        assert whole(place, name).startswith(kept["o"])
        assert kept["o"].endswith(b"\n")


MEMORY = {
    "solve": (30 << 20, ["hard.txt", "--engine", "dpll"]),
    "count": (8 << 20, ["hard.txt", "--engine", "cadical153"]),
    "check": (30 << 20, ["hard.txt", "--engine", "dpll"]),
    "show": (30 << 20, ["hard.txt", "--solution", "--engine", "dpll", "--to", "svg"]),
    "convert": (8 << 20, ["long.txt", "--repair", "--to", "json"]),
    "cnf": (600_000, ["hard.txt"]),
    "decode": (600_000, ["hard.txt", "model.txt"]),
    "sat": (8 << 20, ["long.cnf", "--trace"]),
    "rate": (2 << 20, ["hard.txt"]),
    "profile": (30 << 20, ["hard.txt", "--engine", "dpll"]),
    "minimize": (30 << 20, ["hard.txt", "--engine", "dpll"]),
    "generate": (2 << 20, ["--size", "25"]),
    "prove": (2 << 20, ["hard.txt"]),
    "verify": (8 << 20, ["--formula", "long.cnf", "long.lrat"]),
}
"""Bytes on top of what is loaded, and what takes more."""


@pytest.mark.parametrize("name", some_slow(MEMORY, "solve", "cnf", *QUICK))
def test_out_of_memory(place: Path, name: str) -> None:
    """MemoryError, wherever it comes, is one message; nothing is left behind."""
    (place / "read" / "long.txt").write_text("x" * 81 + "\n" + PUZZLE * 100_000)
    clauses = "".join(f"{n} -{n + 1} 0\n" for n in range(1, 200_000))
    (place / "read" / "long.cnf").write_text(f"p cnf 200000 199999\n{clauses}")
    (place / "read" / "long.lrat").write_text("200000 0 1 0\n")
    most, given = MEMORY[name]
    code, err = limited(place, "AS", most, [name, *given, *target(name)])

    assert (1, True) == (code, told_once(err, b"out of memory")), err
    assert {} == left(place)


@pytest.mark.parametrize("most", [5 << 20, 120 << 20, 180 << 20])
def test_no_memory_for_a_library(
    place: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """One that cannot be loaded for want of memory is told as that, by whatever it is.

    There is room for nothing, for NumPy, for more of Numba: each has words of its own.
    """
    for library in ("llvmlite", "pyganak"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    (place / "read" / "empty.txt").write_text("." * 81)
    line = ["count", "--method", "exact", "--timeout", "20", "empty.txt"]
    code, err = limited(place, "AS", most, line)

    # Python itself may have to say something where there is room for nothing at all.
    assert 1 == code
    assert err.endswith(b"satdoku: error: out of memory\n")
    assert b"Traceback" not in err


@pytest.mark.parametrize(
    "name", some_slow(("solve", "count", "check", "show", *QUICK), *QUICK)
)
def test_out_of_time(place: Path, name: str) -> None:
    """--timeout ends a search that would not end, and says so."""
    (place / "read" / "hard.txt").write_text("0 " * 25**2)
    options = ["hard.txt", "--engine", "dpll", "--timeout", "0.2"]
    if name == "verify":
        options = [*WRITING[name], "--timeout", "0.2"]
    more = {"show": ["--solution", "--to", "svg"], "count": ["--limit", "1000000000"]}
    line = [name, *options, *more.get(name, []), *target(name)]
    code, err = limited(place, "AS", 2 << 30, line)

    assert 4 == code, err
    assert name in ("solve", "count", "check") or {} == left(place)


def has_begun(process: int, out: Path, name: str) -> bool:
    """Return whether a command is in the middle of what it writes."""
    if name == "prove":
        return (out / "o" / "2").exists()
    if name == "verify":  # and waits for the checker
        return any(out.glob("*/*"))
    return written(process, out) >= 500


def cut_down(
    program: Program,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    number: int,
) -> int:
    """Send a signal to a command that has begun to write; return its exit code."""
    (place / "read" / "many.txt").write_text(PUZZLE * 100_000)
    monkeypatch.chdir(place / "read")
    # Lines come one by one, or all would be done too soon.
    env = {"PYTHONUNBUFFERED": "1"}
    with program(*line_of(name), **env) as process:
        until = time.monotonic() + 20
        while not has_begun(process.pid, place / "out", name):
            assert process.poll() is None
            assert time.monotonic() < until
        process.send_signal(number)
        code = process.wait(20)
        _, err = process.communicate()
    assert b"Traceback" not in err
    return code


STREAMING = [name for name in WRITING if name not in AT_ONCE and name != "study"]
"""What is written as it is found; `test_study.py` ends studies."""


@pytest.mark.slow
@pytest.mark.parametrize("name", STREAMING)
def test_killed(
    program: Program, place: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """SIGKILL in the middle of writing leaves nothing, and no half file."""
    code = cut_down(program, place, monkeypatch, name, signal.SIGKILL)

    assert -signal.SIGKILL == code
    if name == "prove":
        assert all_whole(place, [path for path in left(place) if HIDDEN not in path])
    else:
        assert {} == left(place)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", [*STREAMING, "verify"])
def test_ended(
    program: Program,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    number: int,
) -> None:
    """Ctrl-C and SIGTERM leave nothing, or whole answers alone."""
    code = cut_down(program, place, monkeypatch, name, number)
    kept = left(place)

    assert 128 + number == code
    if name == "prove":
        assert all_whole(place, kept)
        return
    assert set(kept) <= {"o"}
    if not kept:
        return
    assert kept["o"].endswith(b"\n")
    if name == "solve":
        assert {whole_line(place)} == set(kept["o"].splitlines(keepends=True))


def all_whole(place: Path, kept: Iterable[str]) -> bool:
    """Whether files are those of whole proofs, at least one, of the puzzle."""
    folders = {path.rpartition("/")[0] for path in kept}
    claims = {str(verify(place / "out" / folder).claim) for folder in folders}
    return claims == {"exactly one solution"}


def whole_line(place: Path) -> bytes:
    """Return the answer to the puzzle."""
    (place / "read" / "many.txt").write_text(PUZZLE)
    return whole(place, "solve")
