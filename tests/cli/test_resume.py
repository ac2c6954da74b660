"""Runs that are stopped keep their answers, and `--resume` goes on from there."""

import json
import signal

import numpy as np
import pytest

from tests.cli.conftest import WIDE
from tests.cli.many import (
    AT_ONCE,
    CLUES,
    DEAD,
    ONE_BY_ONE,
    OPEN,
    PUZZLES,
    SOLUTION,
    SOLUTIONS,
)
from tests.cli.samples import CLASHING, DEAD_END, PROPER, names
from tests.conftest import places

BAD = [CLUES[:-1], "55" + "." * 79]
ALL = [*PUZZLES, *BAD, *PUZZLES]
BROKEN = [*PUZZLES[:80], CLUES[:-1], *PUZZLES[80:]]
MENDED = [*PUZZLES[:80], PUZZLES[0], *PUZZLES[80:]]
FORMATS = {
    "txt": ("--to", "line"),
    "csv": ("--to", "csv", "--stats"),
    "tsv": (),
    "jsonl": ("--json",),
    "npy": (),
    "parquet": ("--stats",),
}


def content(path):
    """Return what a file says, less what depends on the clock, or a warm engine."""
    if path.suffix == ".npy":
        return np.load(path).tolist()
    if path.suffix == ".parquet":
        from pyarrow import parquet

        return parquet.read_table(path).to_pylist()
    if path.suffix == ".jsonl":
        answers = map(json.loads, path.read_text().splitlines())
        vary = dict.fromkeys(
            ("engine", "encoding", "simplified", "statistics", "time_s"), 0
        )
        return [{**answer, **vary} for answer in answers]
    return path.read_text()


def count(path):
    """Count the answers of a file."""
    found = content(path)
    if isinstance(found, str):
        return found.count("\n") - (path.suffix in (".csv", ".tsv"))
    return len(found)


@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
@pytest.mark.parametrize("ending", FORMATS)
def test_goes_on(run, tmp_path, ending, options, needs):
    """What was written and what is left make the file of an uninterrupted run."""
    if ending == "parquet":
        needs("pyarrow")
    whole, part = tmp_path / f"whole.{ending}", tmp_path / f"part.{ending}"
    asked = ("solve", "-q", *options, *FORMATS[ending], "-o")
    if options == ONE_BY_ONE and "--stats" in asked:
        asked = ("solve", "-q", *options, "-o")
    run(*asked, whole, text="\n".join(ALL), code=2)
    for done in (0, 1, 101, 202) if options == AT_ONCE else (101,):
        if done:
            run(*asked, part, "--resume", text="\n".join(ALL[:done]))
        run(*asked, part, "--resume", text="\n".join(ALL), code=2)
        assert content(whole) == content(part)
        assert names(tmp_path) == sorted([whole.name, part.name, f"{part.name}.resume"])
        part.unlink()


@pytest.mark.parametrize("way", [(AT_ONCE, ONE_BY_ONE), (ONE_BY_ONE, AT_ONCE)])
def test_another_way_goes_on(run, tmp_path, way):
    """What was answered one by one is known again many at a time."""
    out = tmp_path / "out.txt"
    asked = ("solve", "-q", "--from", "line", "-o", out, "--resume")
    some = [PROPER, CLASHING, "1234", DEAD_END, CLUES, WIDE, "é" * 16, CLUES]
    text = "\n".join(some)
    for options, end in zip(way, (5, None), strict=True):
        run(*asked, *options, text="\n".join(some[:end]), code=2)
    whole = run("solve", "-q", "--to", "line", "--from", "line", text=text)
    assert out.read_text() == whole.stdout


@pytest.mark.parametrize("number", [1, 100])
def test_nothing_left(run, tmp_path, number):
    text, out = "\n".join(PUZZLES[:number]), tmp_path / "out.sdm"
    run("solve", "-o", out, "--resume", text=text, code=0)
    before = out.read_text()
    resumed = run("solve", "-o", out, "--resume", text=text, code=0)
    assert resumed.stderr.startswith("0 ")
    assert out.read_text() == before


def test_another_size_keeps_its_place_in_an_array(run, tmp_path):
    """It is reported once; the other puzzles are answered."""
    out = tmp_path / "out.npy"
    text = "\n".join([*PUZZLES[:70], "1.3434.2.1434321", *PUZZLES])
    for options in (AT_ONCE, ONE_BY_ONE):
        done = run("solve", "-q", "--force", *options, "-o", out, text=text, code=2)
        assert places(done.stderr) == ["<stdin>:71"]
        found = np.load(out)
        assert len(found) == 171
        assert np.flatnonzero(~found.any(axis=1)).tolist() == [70]


@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl", "npy", "grid"])
def test_foreign_files_stay_as_they_are(run, tmp_path, ending):
    """They have no record of a run that wrote them."""
    out = tmp_path / f"out.{ending}"
    to = ("--to", "grid") if ending == "grid" else ()
    for kept in ("", "my notes", f"{SOLUTION}\n"):
        out.write_text(kept)
        asked = ("solve", *to, "-o", out, "--resume")
        done = run(*asked, text="\n".join(PUZZLES), code=2)
        assert str(out) in done.stderr
        assert done.stderr.count("\n") == 1
        assert out.read_text() == kept
        assert names(tmp_path) == [out.name]


@pytest.mark.parametrize(
    ("options", "change"),
    [
        (("--to", "csv"), "options"),
        (("--unique",), "options"),
        (("--to-symbols", "A-Z"), "options"),
        ((), "file"),
        ((), "record"),
        ((), "puzzle"),
        ((), "order"),
    ],
)
def test_what_was_changed_is_refused(run, tmp_path, options, change):
    out, record = tmp_path / "out.txt", tmp_path / "out.txt.resume"
    puzzles = PUZZLES[:10]
    run("solve", "-q", "-o", out, "--resume", text="\n".join(puzzles), code=0)
    if change == "file":
        out.write_text(out.read_text() + "my notes\n")
    elif change == "record":
        record.write_text("[]")
    elif change == "puzzle":
        puzzles[3] = PUZZLES[20]
    elif change == "order":
        puzzles[:2] = reversed(puzzles[:2])
    before = out.read_text()
    text = "\n".join([*puzzles, *PUZZLES])
    done = run("solve", *options, "-o", out, "--resume", text=text, code=2)
    assert str(out) in done.stderr
    assert done.stderr.count("\n") == 1
    assert out.read_text() == before
    assert names(tmp_path) == [out.name, record.name]


@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
def test_more_answers_than_puzzles(run, tmp_path, options):
    """They answer others; as many as there are puzzles are all."""
    out = tmp_path / "out.txt"
    asked = ("solve", "-q", *options, "-o", out, "--resume")
    for _ in range(2):
        run(*asked, text="\n".join(PUZZLES[:80]), code=0)
    done = run(*asked, text="\n".join(PUZZLES[:77]), code=2)
    assert "80 answers" in done.stderr
    assert out.read_text().count("\n") == 80


@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl", "npy", "parquet"])
@pytest.mark.parametrize(("odd", "code"), [(DEAD, 3), (BAD[0], 2)])
def test_the_exit_code_covers_kept_answers(run, tmp_path, ending, options, odd, code):
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"out.{ending}"
    asked = ("solve", "-q", "--from", "line", *options, *FORMATS[ending], "-o", out)
    for more in ([], [], PUZZLES):
        text = "\n".join([*PUZZLES[:5], odd, *more])
        run(*asked, "--resume", text=text, code=code)


def test_several_solutions_are_the_same_in_every_part(run, tmp_path):
    """Which one is written depends on the whole input, not on resuming."""
    puzzles = [OPEN, *PUZZLES[:99]] * 3
    path, out = tmp_path / "puzzles.txt", tmp_path / "out.txt"
    path.write_text("\n".join(puzzles))
    whole = run("solve", "-q", path).stdout.splitlines()
    for done in (1, 100, 199, 299):
        path.write_text("\n".join(puzzles[:done]))
        run("solve", "-q", path, "-o", out, "--resume", code=0)
        path.write_text("\n".join(puzzles))
        run("solve", "-q", path, "-o", out, "--resume", code=0)
        assert out.read_text().splitlines() == whole
        out.unlink()


def test_files_that_cannot_be_read_have_no_row(run, tmp_path):
    path, out = tmp_path / "puzzles.txt", tmp_path / "out.csv"
    path.write_text("\n".join(PUZZLES[:3]))
    files = (tmp_path / "none.txt", path, tmp_path / "none.txt", path)
    for options in (AT_ONCE, ONE_BY_ONE):
        asked = ("solve", *options, "-q", *files, "-o", out)
        done = run(*asked, "--resume", code=2)
        assert done.stderr.count("none.txt") == 2
        rows = out.read_text().splitlines()
        assert [row.split(",")[0] for row in rows[1:]] == PUZZLES[:3] * 2
        run(*asked, "--resume", code=2)
        assert out.read_text().splitlines() == rows
        out.unlink()


def test_ctrl_c_and_on(run, interrupted, tmp_path):
    """Ctrl-C keeps what is done, names how to go on, and that is what happens."""
    out = tmp_path / "out.txt"
    text = "".join(f"{puzzle}\n" for puzzle in PUZZLES)
    code, _, error = interrupted("solve", "-o", out, text=text)
    assert code == 130
    assert out.read_text().split() == SOLUTIONS
    assert "--resume" in error
    assert str(out) in error.splitlines()[-1]
    run("solve", "-q", "-o", out, "--resume", text="\n".join(ALL))
    assert out.read_text() == run("solve", "-q", text="\n".join(ALL)).stdout
    assert names(tmp_path) == ["out.txt", "out.txt.resume"]


@pytest.mark.nightly
@pytest.mark.parametrize("ending", ["npy", "parquet", "csv", "jsonl"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_signal_keeps_whole_answers(interrupted, tmp_path, ending, number, needs):
    if ending == "parquet":
        needs("pyarrow")
    out = tmp_path / f"out.{ending}"
    text = "".join(f"{puzzle}\n" for puzzle in PUZZLES)
    code, _, _ = interrupted("solve", *AT_ONCE, "-o", out, text=text, number=number)
    assert code == 128 + number
    assert count(out) == 100
    assert names(tmp_path) == [out.name, f"{out.name}.resume"]
