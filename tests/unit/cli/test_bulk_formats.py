"""Many puzzles at once, from files and into files of every format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.cli.printers import ENDINGS
from satdoku.formats.register import formats, written_names
from tests.unit.cli.many_puzzles import (
    CLASHING,
    CLUES,
    ONE_BY_ONE,
    PUZZLES,
    SOLUTION,
    renamed,
    settled,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("early")


def test_table_with_statistics(run: Run, blend: Path) -> None:
    """Tables tell by --stats how hard each puzzle was, so that they can be sorted."""
    lines = run("solve", "-q", "--stats", "--to", "csv", blend).stdout.splitlines()
    records = [line.split(",") for line in lines]

    assert ["puzzle", "solution", "status", "guesses", "sweeps"] == records[0]
    assert 107 == len(records) - 1
    for puzzle, solution, status, guesses, sweeps in records[1:]:
        assert bool(solution) == (status == "unique")
        if len(puzzle) == 81:
            assert int(guesses) >= 0
            assert int(sweeps) > 0
        else:
            assert not sweeps
    assert {"unique", "none", "unreadable"} == {record[2] for record in records[1:]}


def test_array_out(run: Run, many: Path, tmp_path: Path) -> None:
    """An array has a row a puzzle, of zeros where there is no solution."""
    many.write_text("\n".join([*PUZZLES, CLASHING, CLUES[:-1], *PUZZLES[:3]]))
    assert 2 == run("solve", "-q", many, "-o", tmp_path / "out.npy").exit_code
    found = np.load(tmp_path / "out.npy")

    assert (105, 81) == found.shape
    assert [0, 0] == found[100:102].max(axis=1).tolist()
    assert renamed(SOLUTION, 2) == "".join(map(str, found[104]))


@pytest.mark.parametrize("ending", ["csv", "jsonl", "npy", "parquet"])
def test_formats_in(run: Run, many: Path, tmp_path: Path, ending: str) -> None:
    """Every format of many puzzles is answered as lines are."""
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    path = tmp_path / f"many.{ending}"
    style = {"jsonl": ("--to", "json")}.get(ending, ())
    run("convert", many, "-o", path, *style)
    expected = run("solve", many, *ONE_BY_ONE).stdout

    assert 100 == expected.count("\n")
    assert expected == run("solve", path).stdout


@pytest.mark.parametrize("stats", [False, True])
def test_parquet_out(run: Run, blend: Path, tmp_path: Path, stats: bool) -> None:  # noqa: FBT001  of pytest
    """A table of Parquet has the columns that one of CSV has."""
    parquet: Any = pytest.importorskip(
        "pyarrow.parquet", reason="pyarrow is not installed"
    )
    options = ["--stats"] if stats else []
    run("solve", "-q", blend, *options, "-o", tmp_path / "out.parquet")
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    text = run("solve", "-q", blend, *options, "--to", "csv").stdout.splitlines()
    told = [
        ",".join("" if value is None else str(value) for value in row.values())
        for row in rows
    ]

    assert text == [",".join(rows[0]), *told]


@pytest.mark.parametrize(
    ("ending", "to"),
    [("csv", "csv"), ("jsonl", "json"), ("SDM", "line"), ("md", "markdown")],
)
def test_format_by_ending(
    run: Run, many: Path, tmp_path: Path, ending: str, to: str
) -> None:
    """The ending of -o tells the format, unless --to does."""
    many.write_text("\n".join(PUZZLES[:2]))
    out, other = tmp_path / f"out.{ending}", tmp_path / "other.csv"
    run("solve", many, "-o", out)
    run("solve", many, "-o", other, "--to", "rows")

    assert settled(run("solve", many, "--to", to).stdout) == settled(out.read_text())
    assert run("solve", many, "--to", "rows").stdout == other.read_text()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("out.csv.gz", "-o tells no format: .gz is packed"),
        ("out.XZ", "-o tells no format: .xz is packed"),
        ("out.sdk", ".sdk is an ending of sadman or sudocue; say which with --to"),
    ],
)
def test_ending_that_tells_no_format(
    run: Run, many: Path, tmp_path: Path, name: str, said: str
) -> None:
    """What cannot be, or may be two formats, is refused before anything is done."""
    told = run("solve", many, "-o", tmp_path / name)

    assert 2 == told.exit_code
    assert said in told.stderr
    assert not (tmp_path / name).exists()


def test_endings_are_those_of_formats() -> None:
    """Every ending but .txt is known, with all formats that are written so."""
    owners: dict[str, list[str]] = {}
    for known in formats():
        for ending in known.extensions:
            if known.name in written_names():
                owners.setdefault(ending, []).append(known.name)
    del owners[".txt"]
    owners[".json"] = ["json"]  # fpuzzles are puzzles alone

    assert owners == {end: list(to) for end, to in ENDINGS.items()}
