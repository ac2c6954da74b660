"""Ctrl-C in a run over many puzzles, and going on from there."""

from __future__ import annotations

import signal
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.cli.test_bulk import CLUES, PUZZLES, SOLUTION, renamed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

BAD = [CLUES[:-1], "55" + "." * 79]
ALL = [*PUZZLES, *BAD, *PUZZLES]


@pytest.mark.parametrize(
    ("ending", "options"),
    [
        ("txt", ("--to", "line")),
        ("csv", ("--to", "csv")),
        ("csv", ("--to", "csv", "--stats")),
        ("jsonl", ("--json",)),
        ("npy", ()),
        ("parquet", ("--stats",)),
    ],
)
@pytest.mark.parametrize("done", [0, 1, 60, 101, 150, 202])
def test_goes_on(
    run: Run, tmp_path: Path, ending: str, options: tuple[str, ...], done: int
) -> None:
    """What was written and what is left make the file of an uninterrupted run."""
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    whole, part = tmp_path / f"whole.{ending}", tmp_path / f"part.{ending}"
    lanes = ("--executor", "auto", *options)
    run("solve", "-q", *lanes, "-o", whole, text="\n".join(ALL))
    if done:
        run("solve", "-q", *lanes, "-o", part, text="\n".join(ALL[:done]))
    run("solve", "-q", *lanes, "-o", part, "--resume", text="\n".join(ALL))

    assert content(whole) == content(part)
    assert {whole, part} == set(tmp_path.iterdir())


def content(path: Path) -> object:
    """Return what a file says, less what depends on the clock or on how it was cut."""
    if path.suffix == ".parquet":
        table: Any = import_module("pyarrow.parquet").read_table(path)
        return table.to_pylist()
    if path.suffix == ".jsonl":
        lines = path.read_text().splitlines()
        return [line.partition(', "time_s"')[0] for line in lines]
    return path.read_bytes()


def test_line_that_was_cut(run: Run, tmp_path: Path) -> None:
    """Half a line is none: that puzzle is answered once more."""
    part = tmp_path / "part.txt"
    part.write_text(f"{SOLUTION}\n{renamed(SOLUTION, 1)[:40]}")
    run("solve", "-q", "-o", part, "--resume", text="\n".join(PUZZLES))

    expected = [renamed(SOLUTION, number) for number in range(100)]
    assert expected == part.read_text().split()


def test_part_beside_a_file(run: Run, tmp_path: Path) -> None:
    """A part beside an older file goes on, and takes the place of both."""
    out, part = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    out.write_text("something old\n")
    part.write_text(f"{SOLUTION}\n")
    asked = ("solve", "-q", "-o", out, "--resume")
    refused = run(*asked, text="\n".join(PUZZLES))

    assert 2 == refused.exit_code
    assert "exists; --force replaces it" in refused.stderr
    assert f"{SOLUTION}\n" == part.read_text()
    assert 0 == run(*asked, "--force", text="\n".join(PUZZLES)).exit_code
    assert 100 == out.read_text().count("\n")
    assert not part.exists()


def test_other_columns(run: Run, tmp_path: Path) -> None:
    """A table with other columns is not gone on with, and stays as it is."""
    out = tmp_path / "out.csv"
    out.write_text("puzzle,solution\n")
    asked = ("--to", "csv", "--stats", "-o", out, "--resume")
    told = run("solve", *asked, text="\n".join(PUZZLES))

    assert 2 == told.exit_code
    assert "has other columns than puzzle,solution,status" in told.stderr
    assert "puzzle,solution\n" == out.read_text()


def test_formats_of_boards(run: Run, tmp_path: Path) -> None:
    """What does not tell how many puzzles it answers is not gone on with."""
    out = tmp_path / "out.txt"
    out.write_text("anything\n")
    asked = ("--to", "grid", "-o", out, "--resume")
    told = run("solve", *asked, text="\n".join(PUZZLES))

    assert 2 == told.exit_code
    assert (
        "--resume goes on with line, csv, json, npy, parquet; not grid" in told.stderr
    )


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
def test_interrupted(program: Program, run: Run, tmp_path: Path) -> None:
    """Ctrl-C keeps what is done, says how to go on, and that is what happens."""
    out = tmp_path / "out.txt"
    with program("solve", "-o", out) as process:
        assert process.stdin
        process.stdin.write("".join(f"{puzzle}\n" for puzzle in PUZZLES).encode())
        process.stdin.flush()
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(20)
        assert process.stderr
        said = process.stderr.read().decode()

    assert 100 == out.read_text().count("\n")
    assert said.splitlines() == [
        (
            "satdoku: stopped after 100 puzzles; --resume, or --skip 100, goes on from "
            "there"
        ),
        f"satdoku: stopped; the answers so far are in {out}",
    ]
    run("solve", "-q", "-o", out, "--resume", text="\n".join(ALL))

    assert out.read_text() == run("solve", "-q", text="\n".join(ALL)).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
def test_answers_come_at_once(program: Program) -> None:
    """Whoever writes some puzzles, and waits, has their answers."""
    with program("solve", "-q", "--executor", "auto", "--to", "line") as process:
        assert process.stdin
        assert process.stdout
        for number in range(3):
            process.stdin.write(f"{renamed(CLUES, number)}\n".encode())
            process.stdin.flush()

            assert (
                f"{renamed(SOLUTION, number)}\n".encode() == process.stdout.readline()
            )
        process.stdin.close()
        assert 0 == process.wait(20)
