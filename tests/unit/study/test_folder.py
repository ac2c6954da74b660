"""The folder of a study: what it takes, keeps and refuses."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.study.folder import Folder, read_runs, read_study

if TYPE_CHECKING:
    from pathlib import Path

    from satdoku.study.run import Run

STUDY: dict[str, Any] = {
    "settings": {"workers": 1},
    "machine": {"cores": 2, "memory_bytes": 1},
    "versions": {"satdoku": "1"},
    "puzzles": "abc",
    "parts": [{"key": "a", "timeout": 60.0, "contenders": ["dpll"]}],
}


def made(path: Path, *runs: Run) -> Path:
    """Make a folder of a study with these runs."""
    with Folder(path, dict(STUDY)) as folder:
        for run in runs:
            folder.append(run)
    return path


def test_new(tmp_path: Path, run: Run) -> None:
    """It is made, with what the study is and each run as it comes."""
    with Folder(tmp_path / "deep" / "study", dict(STUDY)) as folder:
        folder.append(run)
        at_once = read_runs(folder.path)

    assert [run] == at_once == read_runs(folder.path / "runs.csv")
    assert STUDY == read_study(folder.path)
    assert ["runs.csv", "study.json"] == sorted(p.name for p in folder.path.iterdir())


def test_goes_on(tmp_path: Path, run: Run) -> None:
    """Resumed, it has the runs that are there, and takes more; memory may differ."""
    made(tmp_path, run)
    other = replace(run, repeat=4)
    with Folder(
        tmp_path, STUDY | {"machine": {"cores": 2, "memory_bytes": 9}}, resume=True
    ) as folder:
        there = list(folder.runs)
        folder.append(other)

    assert [run] == there
    assert [run, other] == read_runs(tmp_path) == folder.runs


@pytest.mark.parametrize("cut", [1, 20, 10_000])
def test_last_row_cut_off(tmp_path: Path, run: Run, cut: int) -> None:
    """A row that is not whole is left out, by who reads and by who goes on."""
    made(tmp_path, run, replace(run, repeat=4))
    table = tmp_path / "runs.csv"
    data = table.read_bytes()
    table.write_bytes(data[:-cut])
    expected = [] if cut > len(data) else [run]

    assert expected == (read_runs(tmp_path) if expected else [])
    with Folder(tmp_path, dict(STUDY), resume=True) as folder:
        assert expected == folder.runs
        folder.append(replace(run, repeat=5))
    assert [*expected, replace(run, repeat=5)] == read_runs(tmp_path)


def test_resume_of_nothing_begins(tmp_path: Path) -> None:
    """Where there is no study yet, one begins."""
    with Folder(tmp_path / "study", dict(STUDY), resume=True) as folder:
        assert [] == folder.runs


@pytest.mark.parametrize("resume", [False, True])
def test_foreign_files(tmp_path: Path, *, resume: bool) -> None:
    """A folder with other files is somebody's, and is left as it was."""
    (tmp_path / "thesis.tex").write_text("text")
    with pytest.raises(UsageError, match=r"holds thesis\.tex and no study"):
        Folder(tmp_path, dict(STUDY), resume=resume)

    assert ["thesis.tex"] == [path.name for path in tmp_path.iterdir()]


def test_a_file(tmp_path: Path) -> None:
    """A file is no folder."""
    file = tmp_path / "file"
    file.write_text("text")
    for path in (file, file / "deep" / "study"):
        with pytest.raises(UsageError, match=r"/file is a file; expected a folder"):
            Folder(path, dict(STUDY))

    assert "text" == file.read_text()


def test_a_study_is_not_overwritten(tmp_path: Path, run: Run) -> None:
    """Without being told so nobody goes on with one, or replaces it."""
    made(tmp_path, run)
    with pytest.raises(UsageError, match="holds a study; --resume goes on with it"):
        Folder(tmp_path, dict(STUDY))

    assert [run] == read_runs(tmp_path)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"puzzles": "abd"}, "the puzzles are others"),
        (
            {"versions": {"satdoku": "2"}},
            'the version of satdoku was "1", and is "2" now',
        ),
        ({"machine": {"cores": 4}}, "the machine's cores was 2, and is 4 now"),
        ({"settings": {}}, "--workers was 1, and is nothing now"),
        ({"parts": []}, "parts was "),
        (
            {"parts": [STUDY["parts"][0] | {"timeout": 5}]},
            "--timeout was 60.0, and is 5 now",
        ),
        (
            {"parts": [STUDY["parts"][0] | {"contenders": ["bitmask"]}]},
            "contenders were dpll, and are bitmask now",
        ),
        (
            {"machine": {"cores": 4}, "versions": {"satdoku": "2"}},
            (
                "the machine's cores was 2, and is 4 now; the version of satdoku was "
                '"1", and is "2" now'
            ),
        ),
    ],
)
def test_another_study(
    tmp_path: Path, run: Run, change: dict[str, Any], expected: str
) -> None:
    """One that differs is refused, and told where."""
    made(tmp_path, run)
    with pytest.raises(UsageError) as error:
        Folder(tmp_path, STUDY | change, resume=True)

    assert f"holds another study: {expected}" in str(error.value)
    assert [run] == read_runs(tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("study.json", "{", r"study\.json: no JSON: "),
        ("study.json", "[]", r"study\.json: no study; expected an object"),
        ("runs.csv", "1,2,3\n", r"runs\.csv:1: the columns are not those"),
        ("runs.csv", "\xff\n", r"runs\.csv:1: no UTF-8"),
    ],
)
def test_what_is_no_study(
    tmp_path: Path, run: Run, name: str, text: str, expected: str
) -> None:
    """What cannot be read is told by its place, and stays."""
    made(tmp_path, run)
    (tmp_path / name).write_text(text, "latin-1")
    with pytest.raises(InputError, match=expected):
        Folder(tmp_path, dict(STUDY), resume=True)

    assert text == (tmp_path / name).read_text("latin-1")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
def test_no_room(tmp_path: Path, run: Run) -> None:
    """The system does not name the file that it has no room for; we do."""
    import resource

    kind = resource.RLIMIT_FSIZE
    soft, hard = resource.getrlimit(kind)
    made(tmp_path)
    table = tmp_path / "runs.csv"
    folder = Folder(tmp_path, dict(STUDY), resume=True)
    try:
        resource.setrlimit(kind, (table.stat().st_size, hard))
        with pytest.raises(OSError, match="too large") as caught:
            folder.append(run)
        with pytest.raises(OSError, match="too large") as other:
            folder.write("report.md", "long " * 1000)
    finally:
        resource.setrlimit(kind, (soft, hard))
        folder.__exit__(None, None, None)

    assert [str(table), str(tmp_path / "report.md")] == [
        caught.value.filename,
        other.value.filename,
    ]
    assert ["runs.csv", "study.json"] == sorted(p.name for p in tmp_path.iterdir())


def test_two_at_a_time(tmp_path: Path, run: Run) -> None:
    """Who writes a study has it for himself."""
    with Folder(tmp_path, dict(STUDY)) as folder:
        folder.append(run)
        with pytest.raises(UsageError, match="another process is writing"):
            Folder(tmp_path, dict(STUDY), resume=True)

    with Folder(tmp_path, dict(STUDY), resume=True) as folder:
        assert [run] == folder.runs


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
def test_two_that_begin_at_a_time(tmp_path: Path) -> None:
    """Who is second does not say what the study is, though nobody has said it yet."""
    import fcntl

    with (tmp_path / "runs.csv").open("a") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        with pytest.raises(UsageError, match="another process is writing"):
            Folder(tmp_path, dict(STUDY))
        assert ["runs.csv"] == [path.name for path in tmp_path.iterdir()]

    assert tmp_path == made(tmp_path)
    assert STUDY == read_study(tmp_path)


def test_finish(tmp_path: Path, run: Run) -> None:
    """In the end there are the sums, and a table in Parquet with the same values."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    odd = replace(run, repeat=4, time_s=None, guesses=None)
    with Folder(tmp_path, dict(STUDY)) as folder:
        folder.append(run)
        folder.append(odd)
        assert folder.finish(summaries=[{"mean_s": 1}])
    table = parquet.read_table(tmp_path / "runs.parquet").to_pylist()

    assert STUDY | {"summaries": [{"mean_s": 1}]} == json.loads(
        (tmp_path / "study.json").read_bytes()
    )
    assert [0.25, None] == [row["time_s"] for row in table]
    assert [run.note, 3, "answered"] == [
        table[0][column] for column in ("note", "repeat", "ended")
    ]
