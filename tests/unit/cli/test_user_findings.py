"""What somebody who used the program stumbled over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from satdoku.cli.sources import is_typed
from satdoku.formats import scan
from satdoku.grid import Grid
from tests.unit.cli.conftest import HOME, PROPER, SOLVED, settle

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
EMPTY = "." * 81


def endless(program: Program, number: int, *arguments: str | Path) -> tuple[int, bytes]:
    """End a conversion of endless puzzles by a signal; return its code and words."""
    with program("convert", "--from", "line", *arguments) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(f"{PROPER}\n".encode() * 3)
        process.stdin.flush()
        settle(process, 2.5)
        process.send_signal(number)
        said = process.stderr.read()
        return process.wait(20), said


@ON_POSIX
@pytest.mark.parametrize("ending", ["parquet", "npy", "csv", "opensudoku", "jsonl"])
def test_stopped_conversion_is_a_whole_file(
    program: Program, tmp_path: Path, ending: str
) -> None:
    """Ctrl-C leaves a file of the puzzles so far, with its beginning and its end."""
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    target = tmp_path / f"x.{ending}"
    with program("convert", "--from", "line", "-o", target) as process:
        assert process.stdin
        assert process.stderr
        nine = ("1" + "." * 80 + "\n").encode()
        process.stdin.write(nine * 3)
        process.stdin.flush()
        settle(process, 2.5)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().decode()
        assert 130 == process.wait(20)

    assert (
        "satdoku: stopped after 3 puzzles\n"
        f"satdoku: stopped; the puzzles so far are in {target}\n"
    ) == said
    assert 3 == sum(not isinstance(e, Exception) for e in scan(str(target)))
    assert [target] == list(tmp_path.iterdir())


@ON_POSIX
@pytest.mark.parametrize("ending", ["parquet", "npy"])
def test_conversion_stopped_at_work(
    program: Program, tmp_path: Path, ending: str
) -> None:
    """So does Ctrl-C amid puzzles that never end; an older file stays beside."""
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    target = tmp_path / f"x.{ending}"
    target.write_bytes(b"old")
    options = ("--from", "line", "--force", "-o", target)
    with program("convert", *options) as process:
        assert process.stdin
        assert process.stderr
        until = time.monotonic() + 2.5
        while time.monotonic() < until:
            process.stdin.write(f"{PROPER}\n".encode() * 500)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert 130 == process.wait(20)

    assert b"Traceback" not in said
    assert b"Exception ignored" not in said
    assert b"old" == target.read_bytes()
    found = list(scan(str(target) + ".partial"))
    assert len(found) > 1000
    assert not any(isinstance(entry, Exception) for entry in found)


@ON_POSIX
def test_stopped_conversion_to_standard_output(program: Program) -> None:
    """Ctrl-C is told as `solve` tells it."""
    code, said = endless(program, signal.SIGINT, "--to", "line")

    assert (130, b"satdoku: stopped after 3 puzzles\n") == (code, said)


@pytest.mark.parametrize("ending", ["parquet", "npy"])
def test_failed_conversion_is_silent(run: Run, tmp_path: Path, ending: str) -> None:
    """A conversion that ends for an error leaves no file, and no second error."""
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    target = tmp_path / f"x.{ending}"
    text = f"{PROPER}\n" * 40_000 + "12\n"
    done = run("convert", "--from", "line", "--strict", "-o", target, text=text)

    assert 2 == done.exit_code
    assert 1 == done.stderr.count("\n")
    assert [] == list(tmp_path.iterdir())


@ON_POSIX
def test_closed_terminal(program: Program, tmp_path: Path) -> None:
    """SIGHUP keeps what is there, as SIGTERM does, and leaves nothing hidden."""
    target = tmp_path / "out.txt"
    with program("solve", "--all", "--to", "line", "-o", target) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(EMPTY.encode())
        process.stdin.close()
        time.sleep(2)
        process.send_signal(signal.SIGHUP)
        said = process.stderr.read()
        assert 129 == process.wait(20)

    assert f"the answers so far are in {target}\n".encode() in said
    assert [target] == list(tmp_path.iterdir())


@ON_POSIX
def test_closed_terminal_that_does_not_matter(program: Program, tmp_path: Path) -> None:
    """Under `nohup` it goes on."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = program("convert", "--from", "line", "-o", tmp_path / "x.csv")
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        assert process.stdin
        process.stdin.write(f"{PROPER}\n".encode())
        process.stdin.flush()
        settle(process, 1.5)
        process.send_signal(signal.SIGHUP)
        process.stdin.close()
        assert 0 == process.wait(20)


def test_help_says_what_ctrl_c_leaves(run: Run) -> None:
    """What -o does at Ctrl-C is told."""
    told = " ".join(run("solve", "--help").stdout.split())

    assert "appears when it is whole; what is a list, also at Ctrl-C" in told


def test_own_numbers_are_no_names(run: Run, tmp_path: Path) -> None:
    """Nothing that satdoku itself has written is told to be lost."""
    source, other = tmp_path / "nine.txt", "1" + "." * 80
    source.write_text(f"{other}\n" * 12)
    for name in ("euler", "opensudoku"):
        text = run("convert", source, "--to", name).stdout
        done = run("convert", "--to", "line", "--from", name, text=text)
        assert "keeps no" not in done.stderr
        assert f"{other}\n" * 12 == done.stdout


def test_other_titles_are_names(run: Run) -> None:
    """A number that is not the puzzle's own is told of."""
    text = "Grid 07\n1000\n0000\n0000\n0000\n"
    done = run("convert", "--to", "line", "--from", "euler", text=text)

    assert "keeps no names: left out of 1 puzzle" in done.stderr


@ON_POSIX
def test_typed_formula_is_not_written_over(tmp_path: Path) -> None:
    """While somebody types a formula, no progress is shown on that terminal."""
    pty = pytest.importorskip("pty", reason="POSIX alone")
    mine, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "satdoku", "sat"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HOME), "TERM": "xterm"},
    )
    os.close(theirs)
    time.sleep(3.5)
    os.write(mine, b"p cnf 1 1\n1 0\n\x04")
    out, _ = process.communicate(timeout=20)
    seen = b""
    try:
        while part := os.read(mine, 65536):
            seen += part
    except OSError:  # Linux says so that the other side is closed
        pass
    os.close(mine)

    assert (10, b"s SATISFIABLE\nv 1 0\n") == (process.returncode, out)
    assert b"from the keyboard" in seen
    assert b"reading <stdin>" not in seen


def test_file_is_not_typed() -> None:
    """Only standard input can be."""
    assert not is_typed("formula.cnf")


@ON_POSIX
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
@pytest.mark.parametrize("mode", ["wb", "ab"])
def test_standard_output_by_its_name(
    puzzle: Path, tmp_path: Path, name: str, mode: str
) -> None:
    """It is written to as the shell has opened it, be it a file."""
    target = tmp_path / "out.txt"
    target.write_text("before\n")
    with target.open(mode) as file:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "satdoku", "solve", "-q", puzzle),
                *("--to", "line", "-o", name),
            ],
            env={**os.environ, "PYTHONPATH": str(HOME)},
            stdout=file,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert (0, b"") == (done.returncode, done.stderr)
    before = "before\n" if mode == "ab" else ""
    assert f"{before}{SOLVED}\n" == target.read_text()


@ON_POSIX
def test_open_file_by_its_number(puzzle: Path, tmp_path: Path) -> None:
    """So is any other file; a number of none is told."""
    target = tmp_path / "out.txt"
    with target.open("wb") as file:
        number = file.fileno()
        open_one, none = (
            subprocess.run(
                [
                    *(sys.executable, "-m", "satdoku", "solve", "-q", puzzle),
                    *("--to", "line", "-o", f"/dev/fd/{named}"),
                ],
                env={**os.environ, "PYTHONPATH": str(HOME)},
                capture_output=True,
                pass_fds=[number],
                check=False,
            )
            for named in (number, number + 40)
        )

    assert (0, b"", b"") == (open_one.returncode, open_one.stdout, open_one.stderr)
    assert (1, b"") == (none.returncode, none.stdout)
    assert b"nothing is open under that number" in none.stderr
    assert f"{SOLVED}\n" == target.read_text()


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("11.......", "r1c1 and r1c2 are both 1 in row 1"),
        ("111......", "r1c1, r1c2 and r1c3 are all 1 in row 1"),
        ("1111.....", "r1c1, r1c2, r1c3 and r1c4 are all 1 in row 1"),
        ("11111....", "r1c1, r1c2, r1c3 and 2 more are all 1 in row 1"),
        ("111111111", "r1c1, r1c2, r1c3 and 6 more are all 1 in row 1"),
    ],
)
def test_large_clash(row: str, expected: str) -> None:
    """Two cells are both a digit; more are all, and of many some are named."""
    clash, *_ = Grid.parse(row + "." * 72).clashes()

    assert expected == str(clash)


def test_puzzles_of_one_line_of_json(run: Run) -> None:
    """Where several stand on a line, each that is wrong is told by its number."""
    text = f'["{PROPER}", "x", null, "12"]\n'
    done = run("convert", "--to", "line", text=text)

    assert 2 == done.exit_code
    assert [
        "satdoku: error: <stdin>:1: 1 cell (puzzle 2); expected 16 for a 4x4 grid",
        (
            "satdoku: error: <stdin>:1: null is no puzzle (puzzle 3); expected an "
            "object, a list or a text"
        ),
        "satdoku: error: <stdin>:1: 2 cells (puzzle 4); expected 16 for a 4x4 grid",
    ] == done.stderr.splitlines()[:3]
    lines = run("convert", "--to", "line", text=f'"{PROPER}"\n"12"\n"13"\n')
    assert "(puzzle" not in lines.stderr
