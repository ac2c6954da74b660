"""Ctrl-C in a run over many puzzles, and going on from there."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.cli.failures import Terminated
from satdoku.cli.run import Run as Answering
from satdoku.formats.npy import NpyWriter
from tests.unit.cli.conftest import settle
from tests.unit.cli.many_puzzles import CLUES, ONE_BY_ONE, PUZZLES, SOLUTION, renamed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

BAD = [CLUES[:-1], "55" + "." * 79]
ALL = [*PUZZLES, *BAD, *PUZZLES]
EVERY_FORMAT = pytest.mark.parametrize(
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


@EVERY_FORMAT
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


@pytest.mark.parametrize("count", [1, 100])
def test_nothing_left(run: Run, tmp_path: Path, count: int) -> None:
    """Behind the last puzzle there is nothing to do, and that is said."""
    text, out = "\n".join(PUZZLES[:count]), tmp_path / "out.sdm"
    run("solve", "-o", out, text=text)
    before = out.read_text()
    resumed = run("solve", "-o", out, "--resume", text=text)
    behind = run("solve", "--skip", "100", text=text)

    assert "0 puzzles: nothing left to do\n" == resumed.stderr == behind.stderr
    assert (0, 0, "") == (resumed.exit_code, behind.exit_code, behind.stdout)
    assert before == out.read_text()
    assert "" == run("solve", "-q", "--skip", "100", text=text).stderr


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


@EVERY_FORMAT
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt, 130), (Terminated, 143)]
)
def test_interrupted_while_taking_up(  # noqa: PLR0917  a table and its tools
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
    options: tuple[str, ...],
    late: bool,  # noqa: FBT001  of the table
    error: type[BaseException],
    code: int,
) -> None:
    """What an earlier run has written stays, whenever the next one is stopped.

    That is while it is copied, or (late) before the first puzzle is answered.
    """
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    part = tmp_path / f"part.{ending}"
    asked = ("solve", "-q", "--executor", "auto", *options, "-o", str(part))
    run(*asked, text="\n".join(ALL[:150]))
    before = content(part)
    whole = ""
    if ending in ("txt", "csv"):
        whole = run(*asked[:-2], text="\n".join(ALL)).stdout

    def stop(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        if late:
            patch.setattr("satdoku.cli.blocks.Blocks.answered", stop)
        else:
            _stop_in_the_copy(patch, ending, stop)
        told = run(*asked, "--resume", text="\n".join(ALL))

    assert code == told.exit_code
    assert f"satdoku: stopped; the answers so far are in {part}\n" == told.stderr
    assert before == content(part)
    assert [part] == list(tmp_path.iterdir())
    run(*asked, "--resume", text="\n".join(ALL))
    if ending in ("txt", "csv"):
        assert whole == part.read_text()


def _stop_in_the_copy(
    patch: pytest.MonkeyPatch, ending: str, stop: Callable[..., None]
) -> None:
    """Have the copy of what was written stop when some of it is there."""
    name = {
        "npy": "satdoku.formats.npy.NpyWriter.write_rows",
        "parquet": "satdoku.formats.blocks.arrow.ArrowTable.take_up",
    }.get(ending, "satdoku.cli.output.Output.write_bytes")
    place, _, method = name.rpartition(".")
    module, _, owner = place.rpartition(".")
    copy = getattr(getattr(import_module(module), owner), method)

    def begin(self: object, data: Any, *rest: Any) -> None:  # noqa: ANN401  passed on
        half = ending in ("txt", "jsonl")
        copy(self, data[: len(data) // 2] if half else data, *rest)
        stop()

    patch.setattr(name, begin)


def test_end_of_an_array_that_is_stopped(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while the numbers are written waits until they are a whole array."""
    out = tmp_path / "out.npy"
    close = NpyWriter.close

    def stopped(self: NpyWriter) -> None:
        signal.raise_signal(signal.SIGINT)
        close(self)

    monkeypatch.setattr(NpyWriter, "close", stopped)
    told = run("solve", "-q", "-o", out, text="\n".join(PUZZLES))

    assert 130 == told.exit_code
    assert (100, 81) == np.load(out).shape


@pytest.mark.parametrize(
    ("options", "kept", "line"),
    [
        (("--to", "line"), "my notes\nline two\n", 1),
        (("--to", "line"), "my notes", 1),
        (("--to", "line"), f"{SOLUTION}\n{SOLUTION}\n{CLUES}\n", 3),
        (("--to", "line"), f"{SOLUTION}\n\n", 2),
        (("--to", "line"), f"{SOLUTION}\nmy notes", 2),
        (("--to", "line"), "5 3 4 | 6 7 8 | 9 1 2\n", 1),
        (("--to", "line"), "# a comment\n", 1),
        (("--json",), f"{SOLUTION}\n", 1),
        (("--json",), f"{SOLUTION[:20]}", 1),
        (("--json",), '{"schema": 1, "source": "a", "count": 1}\n', 1),
        (("--to", "csv"), f"puzzle,solution\n{CLUES},{SOLUTION},1\n", 2),
        (("--to", "csv"), f"puzzle,solution\n{CLUES},{SOLUTION}\n,{SOLUTION}\n", 3),
        (("--to", "csv"), f"puzzle,solution\n{CLUES},{CLUES}\n", 2),
        (("--to", "csv"), "puzzle,solution\nsome,\n", 2),
        (
            ("--to", "csv", "--stats"),
            f"puzzle,solution,status,guesses,sweeps\n{CLUES},,fine,,\n",
            2,
        ),
    ],
)
def test_foreign_file(
    run: Run, tmp_path: Path, options: tuple[str, ...], kept: str, line: int
) -> None:
    """What is not of that format is refused, by file and line, and stays."""
    out = tmp_path / "out.txt"
    out.write_text(kept)
    asked = ("solve", *options, "-o", str(out), "--resume")
    told = run(*asked, text="\n".join(PUZZLES))

    assert 2 == told.exit_code
    to = "json" if options == ("--json",) else options[1]
    assert f"{out}:{line}: no answer in the format {to}; --resume" in told.stderr
    assert kept == out.read_text()
    assert [out] == list(tmp_path.iterdir())


def test_foreign_array(run: Run, tmp_path: Path) -> None:
    """Nor is an array of puzzles gone on with, or of other numbers."""
    out = tmp_path / "out.npy"
    values = np.array([list(map(int, SOLUTION))] * 3, np.uint8)
    for number, said in ((0, "row 1 has empty cells"), (10, "10 at index [1, 5]")):
        values[1, 5] = number
        np.save(out, values)
        before = out.read_bytes()
        told = run("solve", "-o", out, "--resume", text="\n".join(PUZZLES))

        assert 2 == told.exit_code
        assert f"{out}: " in told.stderr
        assert said in told.stderr
        assert before == out.read_bytes()


def test_foreign_table(run: Run, tmp_path: Path) -> None:
    """A table with other columns is named, too."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out = tmp_path / "out.parquet"
    run("solve", "-q", "-o", out, text="\n".join(PUZZLES[:3]))
    before = out.read_bytes()
    told = run("solve", "--stats", "-o", out, "--resume", text="\n".join(PUZZLES))

    assert 2 == told.exit_code
    assert f"{out}: other columns than puzzle, solution, status" in told.stderr
    assert before == out.read_bytes()


@pytest.mark.parametrize("options", [(), ONE_BY_ONE])
@pytest.mark.parametrize(
    ("part", "mine"), [((), 80), (("--shard", "2/3"), 27), (("--skip", "5"), 75)]
)
def test_more_answers_than_puzzles(
    run: Run,
    tmp_path: Path,
    options: tuple[str, ...],
    part: tuple[str, ...],
    mine: int,
) -> None:
    """Answers to more puzzles than there are answer others; as many are all."""
    out = tmp_path / "out.txt"
    asked = ("solve", "-q", *options, *part, "-o", str(out), "--resume")
    text = "\n".join(PUZZLES[:80])
    out.write_text(f"{SOLUTION}\n" * mine)

    assert 0 == run(*asked, text=text).exit_code
    out.write_text(f"{SOLUTION}\n" * (mine + 1))
    told = run(*asked, text=text)

    assert 2 == told.exit_code
    assert told.stderr == (
        f"satdoku: error: {out} has {mine + 1} answers, and here is no more than "
        f"{mine} puzzles to answer; --resume goes on with the same input\n"
    )
    assert mine + 1 == out.read_text().count("\n")


@pytest.mark.parametrize("method", ["_judged", "_refuse"])
def test_stopped_with_an_answer(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """An answer that is printed is counted, also where a session gives it."""
    out = tmp_path / "out.txt"
    answered = getattr(Answering, method)

    def stopped(*arguments: Any, **options: Any) -> None:  # noqa: ANN401  passed on
        answered(*arguments, **options)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Answering, method, stopped)
    alone = "1234341221434321" if method == "_judged" else CLUES[:-1]
    puzzles = [*PUZZLES[:70], alone, *PUZZLES[:5]]
    told = run("solve", "--executor", "numpy", "-o", out, text="\n".join(puzzles))

    assert 130 == told.exit_code
    assert 71 == out.read_text().count("\n")
    assert "satdoku: stopped after 71 puzzles; --resume, or --skip 71" in told.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
def test_interrupted(program: Program, run: Run, tmp_path: Path) -> None:
    """Ctrl-C keeps what is done, says how to go on, and that is what happens."""
    out = tmp_path / "out.txt"
    with program("solve", "-o", out) as process:
        assert process.stdin
        process.stdin.write("".join(f"{puzzle}\n" for puzzle in PUZZLES).encode())
        process.stdin.flush()
        settle(process, 3)
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
