"""What `solve -o` keeps when an error ends the run."""

from __future__ import annotations

import gzip
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.cli.cutting import cut_to_lines
from tests.unit.cli.conftest import HOME
from tests.unit.cli.many_puzzles import CLUES, ONE_BY_ONE, PUZZLES, SOLUTION, renamed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")

BROKEN = [*PUZZLES[:80], CLUES[:-1], *PUZZLES[80:]]
MENDED = [*PUZZLES[:80], PUZZLES[0], *PUZZLES[80:]]
LIMITED = (
    "import resource, sys;"
    "limit = int(sys.argv.pop(1));"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit));"
    "sys.argv[0] = 'satdoku';"
    "from satdoku.__main__ import run;"
    "run()"
)


@pytest.mark.parametrize("way", [(), ONE_BY_ONE])
@pytest.mark.parametrize("ending", ["sdm", "csv", "jsonl", "npy", "parquet"])
def test_strict(run: Run, tmp_path: Path, ending: str, way: tuple[str, ...]) -> None:
    """The answers before the first puzzle that cannot be read; the rest come later."""
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out, whole = tmp_path / f"out.{ending}", tmp_path / f"whole.{ending}"
    told = run("solve", *way, "--strict", "-o", out, text="\n".join(BROKEN))

    assert 2 == told.exit_code
    first, last = told.stderr.splitlines()
    assert (
        f"satdoku: the answers so far are in {out}; --resume goes on from there"
        == first
    )
    assert "<stdin>:81: " in last
    assert 80 == count(out)
    assert [out] == list(tmp_path.iterdir())
    run("solve", *way, "-q", "-o", out, "--resume", text="\n".join(MENDED))
    run("solve", *way, "-q", "-o", whole, text="\n".join(MENDED))

    assert 101 == count(out)
    assert ending in ("jsonl", "parquet") or whole.read_bytes() == out.read_bytes()


def count(path: Path) -> int:
    """Count the answers of a file, which is whole."""
    if path.suffix == ".npy":
        return len(np.load(path))
    if path.suffix == ".parquet":
        table: Any = import_module("pyarrow.parquet").read_table(path)
        return int(table.num_rows)
    return path.read_text().count("\n") - (path.suffix == ".csv")


@pytest.mark.parametrize("ending", ["txt", "csv", "npy", "parquet", "opensudoku"])
def test_nothing_yet(run: Run, tmp_path: Path, ending: str) -> None:
    """Where there is no answer yet, no file is there either."""
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out = tmp_path / f"out.{ending}"
    told = run("solve", "--strict", "-o", out, text="\n".join(BROKEN[80:]))

    assert 2 == told.exit_code
    assert "--resume" not in told.stderr
    assert [] == list(tmp_path.iterdir())


def test_beside_an_older_file(run: Run, tmp_path: Path) -> None:
    """A file that is there already stays; the answers are beside it."""
    out, part = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    out.write_text("older\n")
    told = run("solve", "--strict", "--force", "-o", out, text="\n".join(BROKEN))

    assert f"answers so far are in {part}; --resume" in told.stderr
    assert "older\n" == out.read_text()
    assert 80 == count(part)


def test_part_that_takes_more_bytes(run: Run, tmp_path: Path) -> None:
    """How long a table is says nothing of how many answers it holds."""
    parquet: Any = pytest.importorskip(
        "pyarrow.parquet", reason="pyarrow is not installed"
    )
    out = tmp_path / "out.parquet"
    run("solve", "-o", out, text="\n".join(PUZZLES[:70]))
    table = parquet.read_table(out)
    parquet.write_table(table, out, compression="none", row_group_size=1)
    before = out.stat().st_size
    run("solve", "--strict", "-o", out, "--resume", text="\n".join(BROKEN))

    assert 80 == count(out)
    assert out.stat().st_size < before


def test_sizes_that_do_not_mix(run: Run, tmp_path: Path) -> None:
    """An array holds what came before a puzzle of another size."""
    out = tmp_path / "out.npy"
    text = "\n".join([*PUZZLES[:70], "1.3434.2.1434321", *PUZZLES])
    told = run("solve", "-o", out, text=text)

    assert 2 == told.exit_code
    assert f"answers so far are in {out}; --resume goes on from there" in told.stderr
    assert 70 == count(out)


def test_format_with_an_end(run: Run, tmp_path: Path) -> None:
    """What a format ends with is written, too; it is no part that --resume takes."""
    out = tmp_path / "out.opensudoku"
    told = run("solve", "--strict", "-o", out, text="\n".join(BROKEN))

    assert f"satdoku: the answers so far are in {out}\n" in told.stderr
    assert out.read_text().endswith("</opensudoku>\n")


@pytest.mark.parametrize("way", [("--executor", "numpy"), ONE_BY_ONE])
def test_input_that_was_cut_off(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: tuple[str, ...]
) -> None:
    """The answers to what could be read of a packed file are kept."""
    monkeypatch.setattr("satdoku.formats.blocks.scan.BLOCK", 50)
    packed, out = tmp_path / "in.txt.gz", tmp_path / "out.txt"
    whole = gzip.compress("\n".join(PUZZLES * 30).encode(), mtime=0)
    packed.write_bytes(whole[: len(whole) // 2])
    for options in ((), ("--strict",)):
        told = run("solve", *way, *options, "-o", out, packed)

        assert 2 == told.exit_code
        assert set(tmp_path.iterdir()) == {packed, out}
        assert 100 < count(out) < 3000
        out.unlink()


def limited(
    size: int, folder: Path, *arguments: str | Path
) -> subprocess.CompletedProcess[str]:
    """Run the program where no file can be larger than so many bytes."""
    return subprocess.run(
        [sys.executable, "-B", "-c", LIMITED, str(size), *map(str, arguments)],
        input="\n".join(PUZZLES * 30),
        env={"PYTHONPATH": str(HOME), "PATH": "", "NUMBA_DISABLE_JIT": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@ON_POSIX
@pytest.mark.parametrize("size", [500, 10_000, 100_000])
@pytest.mark.parametrize("options", [("--executor", "numpy"), ONE_BY_ONE])
def test_full_disk(
    run: Run, tmp_path: Path, size: int, options: tuple[str, ...]
) -> None:
    """Whole lines are kept, as many as the disk has taken, and gone on with."""
    out = tmp_path / "out.txt"
    told = limited(size, tmp_path, "solve", *options, "-o", out)

    assert 1 == told.returncode
    assert f"answers so far are in {out}; --resume goes on from there" in told.stderr
    assert "File too large" in told.stderr.splitlines()[-1]
    lines = out.read_text().splitlines(keepends=True)
    assert size // 82 >= len(lines) > 0
    assert [f"{renamed(SOLUTION, at % 100)}\n" for at in range(len(lines))] == lines
    assert [out] == list(tmp_path.iterdir())
    before = out.read_bytes()
    again = limited(size // 2, tmp_path, "solve", *options, "-o", out, "--resume")

    assert 1 == again.returncode
    assert before == out.read_bytes()
    run("solve", "-q", "-o", out, "--resume", text="\n".join(PUZZLES * 30))
    assert 3000 == count(out)


@ON_POSIX
@pytest.mark.parametrize("ending", ["npy", "parquet", "opensudoku"])
def test_full_disk_without_an_end(tmp_path: Path, ending: str) -> None:
    """What lacks its end is no file: it is not kept, and that is said."""
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out = tmp_path / f"out.{ending}"
    told = limited(2000, tmp_path, "solve", "--executor", "numpy", "-o", out)

    assert 1 == told.returncode
    assert f"satdoku: no answers are kept in {out}\n" in told.stderr
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        ("half", ""),
        ("one\n", "one\n"),
        ("one\ntwo", "one\n"),
        (f"one\n{'x' * 200_000}", "one\n"),
        (f"{'x' * 65_535}\n{'y' * 65_536}", f"{'x' * 65_535}\n"),
    ],
)
def test_cut_to_lines(tmp_path: Path, text: str, kept: str) -> None:
    """Nothing is left behind the last end of a line, wherever that is."""
    path = tmp_path / "text"
    path.write_bytes(text.encode())

    assert len(kept) == cut_to_lines(str(path))
    assert kept == path.read_text()
