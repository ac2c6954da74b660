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
from tests.cli.samples import CLASHING, DEAD_END, EMPTY, PROPER, SEVERAL, names
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
    """Return what a file says, less what depends on the clock."""
    if path.suffix == ".npy":
        return np.load(path).tolist()
    if path.suffix == ".parquet":
        from pyarrow import parquet

        return parquet.read_table(path).to_pylist()
    if path.suffix == ".jsonl":
        answers = map(json.loads, path.read_text().splitlines())
        return [{**answer, "time_s": 0} for answer in answers]
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
            run(*asked, part, text="\n".join(ALL[:done]))
        run(*asked, part, "--resume", text="\n".join(ALL))
        assert content(whole) == content(part)
        assert names(tmp_path) == sorted([whole.name, part.name])
        part.unlink()


@pytest.mark.parametrize(
    ("to", "cut"),
    [
        ("line", f"{SOLUTION}\n{SOLUTIONS[1][:40]}"),
        ("line", f"{SOLUTION}\n"),
        ("line", ""),
        (
            "csv",
            f"puzzle,solution,error\n{CLUES},{SOLUTION},\n{PUZZLES[1]},{SOLUTION[:9]}",
        ),
        ("csv", "puzzle,solution,error\n"),
        ("csv", ""),
    ],
)
def test_half_a_line_is_answered_again(run, tmp_path, to, cut):
    out = tmp_path / "part.txt"
    out.write_text(cut)
    run("solve", "-q", "--to", to, "-o", out, "--resume", text="\n".join(PUZZLES))
    answers = out.read_text().splitlines()[to == "csv" :]
    assert [line.split(",")[to == "csv"] for line in answers] == SOLUTIONS


@pytest.mark.parametrize("number", [1, 100])
def test_nothing_left(run, tmp_path, number):
    text, out = "\n".join(PUZZLES[:number]), tmp_path / "out.sdm"
    run("solve", "-o", out, text=text, code=0)
    before = out.read_text()
    resumed = run("solve", "-o", out, "--resume", text=text, code=0)
    assert resumed.stderr.startswith("0 ")
    assert out.read_text() == before


def test_beside_an_older_file(run, tmp_path):
    """The answers so far are beside it; going on replaces both."""
    out, part = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    out.write_text("older\n")
    options = ("solve", "-q", "--strict", "-o", out)
    done = run(*options, "--force", text="\n".join(BROKEN), code=2)
    assert str(part) in done.stderr
    assert out.read_text() == "older\n"
    assert part.read_text().split() == SOLUTIONS[:80]
    refused = run(*options, "--resume", text="\n".join(MENDED), code=2)
    assert str(out) in refused.stderr
    assert count(part) == 80
    run(*options, "--resume", "--force", text="\n".join(MENDED), code=0)
    assert out.read_text().split() == [*SOLUTIONS[:80], SOLUTION, *SOLUTIONS[80:]]
    assert names(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
@pytest.mark.parametrize("ending", ["sdm", "csv", "jsonl", "npy", "parquet"])
def test_strict_keeps_what_came_before(run, tmp_path, ending, options, needs):
    if ending == "parquet":
        needs("pyarrow")
    out, whole = tmp_path / f"out.{ending}", tmp_path / f"whole.{ending}"
    done = run("solve", *options, "--strict", "-o", out, text="\n".join(BROKEN), code=2)
    assert places(done.stderr) == ["<stdin>:81"]
    assert str(out) in done.stderr.splitlines()[0]
    assert "--resume" in done.stderr
    assert count(out) == 80
    assert names(tmp_path) == [out.name]
    run("solve", *options, "-q", "-o", out, "--resume", text="\n".join(MENDED), code=0)
    run("solve", *options, "-q", "-o", whole, text="\n".join(MENDED), code=0)
    assert count(out) == 101
    assert content(whole) == content(out)


@pytest.mark.parametrize("ending", ["txt", "csv", "npy", "parquet", "opensudoku"])
def test_no_answer_no_file(run, tmp_path, ending, needs):
    if ending == "parquet":
        needs("pyarrow")
    out = tmp_path / f"out.{ending}"
    text = "\n".join(BROKEN[80:])
    for options in ((), AT_ONCE):
        done = run("solve", *options, "--strict", "-o", out, text=text, code=2)
        assert "--resume" not in done.stderr
        assert names(tmp_path) == []


def test_formats_with_an_end(run, tmp_path):
    """The end is written too, though nothing goes on behind it."""
    out = tmp_path / "out.opensudoku"
    done = run("solve", "--strict", "-o", out, text="\n".join(BROKEN), code=2)
    assert "--resume" not in done.stderr
    assert str(out) in done.stderr.splitlines()[0]
    assert out.read_text().endswith("</opensudoku>\n")
    assert out.read_text().count("<game") == 80


def test_arrays_end_where_the_size_changes(run, tmp_path):
    out = tmp_path / "out.npy"
    text = "\n".join([*PUZZLES[:70], "1.3434.2.1434321", *PUZZLES])
    done = run("solve", "-o", out, text=text, code=2)
    assert "--resume" in done.stderr
    assert count(out) == 70


ANSWER = '{"schema": 2, "source": null, "status": "unknown", "error": "x"}\n'


@pytest.mark.parametrize(
    ("to", "kept", "line"),
    [
        ("line", "my notes\nline two\n", 1),
        ("line", "my notes", 1),
        ("line", f"{SOLUTION}\n{SOLUTIONS[1]}\n{CLUES}\n", 3),
        ("line", f"{SOLUTION}\n{SOLUTION}\n", 2),
        ("line", f"{SOLUTION}\n\n", 2),
        ("line", f"{SOLUTION}\nmy notes", 2),
        ("line", f"{SOLUTION}\n# notes\n", 2),
        ("line", "5 3 4 | 6 7 8 | 9 1 2\n", 1),
        ("line", "# a comment\n", 1),
        ("json", f"{SOLUTION}\n", 1),
        ("json", f"{SOLUTION[:20]}", 1),
        ("json", ANSWER, 1),
        ("json", "no", 1),
        ("json", '{"schema": 2, "source": "a", "count": 1}\n', 1),
        ("csv", f"puzzle,solution,error\n{CLUES},{SOLUTIONS[1]},\n", 2),
        ("csv", f"puzzle,solution,error\n{CLUES},{SOLUTION},\n,{SOLUTION},\n", 3),
        ("csv", f"puzzle,solution,error\n{CLUES},{CLUES},\n", 2),
        ("csv", f"puzzle,solution,error\n{CLUES},{SOLUTION},\nmy notes", 3),
        ("csv", "puzzle,solution,error\nsome,\n", 2),
        ("csv --stats", "puzzle,solution,error\n", None),
        ("csv", "my precious notes", None),
        ("csv", f"puzzle,solution,id,error\n{CLUES},{SOLUTION},7,\n", None),
        ("csv", "puzzle,solution,status,engine,guesses,sweeps,error\n", None),
        (
            "csv --stats",
            "puzzle,solution,status,engine,guesses,sweeps,error\n,,fine,,,,\n",
            2,
        ),
        ("grid", "anything\n", None),
    ],
)
def test_foreign_files_stay_as_they_are(run, tmp_path, to, kept, line):
    """They are refused by file and line."""
    out = tmp_path / "out.txt"
    out.write_text(kept)
    options = ("--to", *to.split(), "-o", out, "--resume")
    done = run("solve", *options, text="\n".join(PUZZLES), code=2)
    if line:
        assert places(done.stderr) == [f"{out}:{line}"]
    assert done.stderr.count("\n") == 1
    assert out.read_text() == kept
    assert names(tmp_path) == ["out.txt"]


def test_foreign_arrays_stay_as_they_are(run, tmp_path, needs):
    out = tmp_path / "out.npy"
    for number, place in ((0, "1"), (10, "[1, 5]")):
        values = np.array([list(map(int, SOLUTION))] * 3, np.uint8)
        values[1, 5] = number
        np.save(out, values)
        before = out.read_bytes()
        done = run("solve", "-o", out, "--resume", text="\n".join(PUZZLES), code=2)
        assert f"{out}: " in done.stderr
        assert place in done.stderr
        assert out.read_bytes() == before
    needs("pyarrow")
    out = tmp_path / "out.parquet"
    run("solve", "-q", "-o", out, text="\n".join(PUZZLES[:3]))
    before = out.read_bytes()
    options = ("--stats", "-o", out, "--resume")
    assert str(out) in run("solve", *options, text="\n".join(PUZZLES), code=2).stderr
    assert out.read_bytes() == before


MIXED = [PROPER, CLASHING, "1234", DEAD_END, SEVERAL, EMPTY, WIDE, "é" * 16]


@pytest.mark.parametrize(
    "options",
    [
        ("--to", "line"),
        ("--to", "line", "--to-symbols", "A-Z"),
        ("--to", "csv"),
        ("--to", "csv", "--to-symbols", "A-Z"),
        ("--to", "csv", "--stats"),
        ("--json",),
    ],
)
def test_own_answers_are_known_again(run, tmp_path, options):
    """Wherever a run ends, what it has printed is no foreign file."""
    asked = ("solve", "-q", *options, "--from", "line")
    text = "\n".join(MIXED)
    whole = run(*asked, text=text, code=2).stdout
    out = tmp_path / "out"
    for end in (len(whole), len(whole) - 1, len(whole) // 2, len(whole) // 3, 40):
        out.write_text(whole[:end])
        run(*asked, "-o", out, "--resume", text=text)
        answers = out.read_text().splitlines()
        assert len(answers) == len(whole.splitlines())
        if "--json" not in options:
            assert answers == whole.splitlines()


@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
@pytest.mark.parametrize(
    ("part", "mine"), [((), 80), (("--shard", "2/3"), 27), (("--shard", "1/2"), 40)]
)
def test_more_answers_than_puzzles(run, tmp_path, options, part, mine):
    """They answer others; as many as there are puzzles are all."""
    out = tmp_path / "out.txt"
    asked = ("solve", "-q", *options, *part, "-o", out, "--resume")
    text = "\n".join(PUZZLES[:80])
    right = run("solve", "-q", *part, "--to", "line", text=text).stdout
    out.write_text(right)
    run(*asked, text=text, code=0)
    out.write_text(f"{right}{SOLUTION}\n")
    done = run(*asked, text=text, code=2)
    assert str(mine + 1) in done.stderr
    assert str(mine) in done.stderr
    assert out.read_text().count("\n") == mine + 1


@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl", "npy", "parquet"])
@pytest.mark.parametrize(("odd", "code"), [(DEAD, 3), (BAD[0], 2)])
def test_the_exit_code_covers_kept_answers(run, tmp_path, ending, options, odd, code):
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"out.{ending}"
    asked = ("solve", "-q", "--from", "line", *options, *FORMATS[ending], "-o", out)
    run(*asked, text="\n".join([*PUZZLES[:5], odd]), code=code)
    for more in ([], PUZZLES):
        text = "\n".join([*PUZZLES[:5], odd, *more])
        run(*asked, "--resume", text=text, code=code)


def test_a_limit_that_came_first_is_known_again(run, tmp_path):
    text = f"{'.' * 81}\n" * 3
    for ending in ("txt", "csv", "jsonl"):
        out = tmp_path / f"out.{ending}"
        asked = ("solve", "-q", "--max-guesses", "1", "-o", out)
        run(*asked, *FORMATS[ending], text=text, code=4)
        run(*asked, *FORMATS[ending], "--resume", text=text, code=4)


def test_several_solutions_are_the_same_in_every_part(run, tmp_path):
    """Which one is written depends on the whole input, not on shards or resuming."""
    puzzles = [OPEN, *PUZZLES[:99]] * 3
    path, out = tmp_path / "puzzles.txt", tmp_path / "out.txt"
    path.write_text("\n".join(puzzles))
    whole = run("solve", "-q", path).stdout.splitlines()
    shards = [
        run("solve", "-q", path, "--shard", f"{number}/5").stdout.splitlines()
        for number in range(1, 6)
    ]
    assert [shards[at % 5][at // 5] for at in range(len(whole))] == whole
    for done in (1, 100, 199, 299):
        out.write_text("".join(f"{line}\n" for line in whole[:done]))
        run("solve", "-q", path, "-o", out, "--resume", code=0)
        assert out.read_text().splitlines() == whole


def test_files_that_cannot_be_read_have_no_row(run, tmp_path):
    path, out = tmp_path / "puzzles.txt", tmp_path / "out.csv"
    path.write_text("\n".join(PUZZLES[:3]))
    files = (tmp_path / "none.txt", path, tmp_path / "none.txt", path)
    for options in (AT_ONCE, ONE_BY_ONE):
        asked = ("solve", *options, "-q", *files, "-o", out)
        done = run(*asked, "--force", code=2)
        assert done.stderr.count("none.txt") == 2
        rows = out.read_text().splitlines()
        assert [row.split(",")[0] for row in rows[1:]] == PUZZLES[:3] * 2
        run(*asked, "--resume", code=2)
        assert out.read_text().splitlines() == rows


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
    assert names(tmp_path) == ["out.txt"]


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
    assert names(tmp_path) == [out.name]
