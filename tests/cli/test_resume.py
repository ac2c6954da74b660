"""Runs that are stopped keep their answers, and `--resume` goes on from there."""

import gzip
import json
import signal
import time
from itertools import product

import pytest

from tests.cli.conftest import WIDE, settle
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
from tests.conftest import nightly

BAD = [CLUES[:-1], "55" + "." * 79]
ALL = [*PUZZLES, *BAD, *PUZZLES]
FORMATS = {
    "txt": ("--to", "line"),
    "csv": ("--to", "csv", "--stats"),
    "tsv": (),
    "jsonl": ("--json",),
    "txt.gz": (),
    "csv.gz": (),
}


def content(path):
    """Return what a file says, less what depends on the clock, or a warm engine."""
    text = path.read_bytes()
    text = (gzip.decompress(text) if path.suffix == ".gz" else text).decode()
    if path.suffix == ".jsonl":
        vary = dict.fromkeys(
            ("engine", "encoding", "simplified", "statistics", "time_s"), 0
        )
        return [{**json.loads(line), **vary} for line in text.splitlines()]
    return text


def stopped(path, lines, cut=""):
    """Make the file of a run that was stopped of that of a whole one."""
    text = path.read_bytes()
    text = (gzip.decompress(text) if path.suffix == ".gz" else text).decode()
    head = "".join(text.splitlines(keepends=True)[:lines])
    part = path.with_name(f"{path.name}.partial")
    if path.suffix == ".gz":  # one part a second; the last one is cut off
        part.write_bytes(gzip.compress(head.encode()) + gzip.compress(b"rest")[:12])
    else:
        part.write_text(head + cut)
    path.unlink()
    return part


@pytest.mark.parametrize(
    "case",
    nightly(
        [*product(FORMATS, (AT_ONCE, ONE_BY_ONE))],
        *((ending, AT_ONCE) for ending in FORMATS),
        ("jsonl", ONE_BY_ONE),
    ),
    ids=lambda case: "-".join([case[0], *case[1]]),
)
def test_goes_on(run, tmp_path, case):
    """What was written and what is left make the file of an uninterrupted run."""
    ending, options = case
    out = tmp_path / f"out.{ending}"
    asked = ("solve", "-q", *options, *FORMATS[ending], "-o", out)
    if options == ONE_BY_ONE and "--stats" in asked:
        asked = ("solve", "-q", *options, "-o", out)
    text = "\n".join(ALL)
    run(*asked, text=text, code=2)
    whole = content(out)
    for lines, cut in (0, ""), (1, '{"sch'), (101, "12"), (203, ""):
        stopped(out, lines, cut)
        run(*asked, "--resume", text=text, code=2)
        assert whole == content(out)
        assert names(tmp_path) == [out.name]


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
@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_nothing_left(run, tmp_path, number, resume):
    """A run that was finished, with or without --resume, is finished."""
    text, out = "\n".join(PUZZLES[:number]), tmp_path / "out.sdm"
    run("solve", "-o", out, *resume, text=text, code=0)
    before = out.read_text()
    resumed = run("solve", "-o", out, "--resume", text=text, code=0)
    assert resumed.stderr.startswith("0 ")
    assert out.read_text() == before
    assert names(tmp_path) == ["out.sdm"]


def test_more_puzzles_than_before(run, tmp_path):
    """Answers to puzzles that came later are appended."""
    out = tmp_path / "out.sdm"
    run("solve", "-q", "-o", out, text="\n".join(PUZZLES[:80]), code=0)
    run("solve", "-q", "-o", out, "--resume", text="\n".join(PUZZLES), code=0)
    assert out.read_text().split() == SOLUTIONS


def test_a_stopped_run_is_not_overwritten(run, tmp_path):
    out, text = tmp_path / "out.txt", "\n".join(PUZZLES)
    part = tmp_path / "out.txt.partial"
    part.write_text(f"{SOLUTIONS[0]}\n")
    done = run("solve", "-q", "-o", out, text=text, code=2)
    assert str(part) in done.stderr
    assert {"--resume", "--force"} <= {*done.stderr.replace(",", " ").split()}
    assert part.read_text() == f"{SOLUTIONS[0]}\n"
    run("solve", "-q", "-o", out, "--force", text=text, code=0)
    assert out.read_text().split() == SOLUTIONS
    assert names(tmp_path) == ["out.txt"]


def test_beside_an_older_file(run, tmp_path):
    """It is replaced at the end, where --force allows that."""
    out, part = tmp_path / "out.txt", tmp_path / "out.txt.partial"
    out.write_text("older\n")
    part.write_text("".join(f"{solution}\n" for solution in SOLUTIONS[:80]))
    options = ("solve", "-q", "-o", out, "--resume")
    refused = run(*options, text="\n".join(PUZZLES), code=2)
    assert str(out) in refused.stderr
    assert part.read_text().count("\n") == 80
    run(*options, "--force", text="\n".join(PUZZLES), code=0)
    assert out.read_text().split() == SOLUTIONS
    assert names(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl"])
def test_foreign_files_stay_as_they_are(run, tmp_path, ending):
    out = tmp_path / f"out.{ending}"
    for kept in ("my notes\n", "\n", f"{SOLUTION[::-1]}\n"):
        out.write_text(kept)
        done = run("solve", "-o", out, "--resume", text="\n".join(PUZZLES), code=2)
        assert str(out) in done.stderr
        assert done.stderr.count("\n") == 1
        assert out.read_text() == kept
        assert names(tmp_path) == [out.name]


@pytest.mark.parametrize("kind", [("--to", "line"), ("--to", "csv"), ("--json",)])
@pytest.mark.parametrize("change", ["file", "puzzle", "order", "fewer"])
@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
def test_another_input_is_refused(run, tmp_path, kind, change, options):
    """The answers so far stay."""
    part, puzzles = tmp_path / "o.partial", PUZZLES[:10]
    asked = ("solve", "-q", *kind, *options, "-o", tmp_path / "o")
    run(*asked, text="\n".join(puzzles), code=0)
    stopped(tmp_path / "o", 10 + ("csv" in kind))
    puzzles = [*puzzles, *PUZZLES]
    if change == "file":
        part.write_text(f"{part.read_text()}my notes\n")
    elif change == "puzzle":
        puzzles[3] = PUZZLES[20]
    elif change == "order":
        puzzles[:2] = reversed(puzzles[:2])
    else:
        puzzles = puzzles[:7]
    before = part.read_text()
    done = run(*asked, "--resume", text="\n".join(puzzles), code=2)
    assert str(tmp_path / "o") in done.stderr
    assert done.stderr.count("\n") == 1
    assert part.read_text() == before
    assert names(tmp_path) == ["o.partial"]


def test_other_options_are_refused(run, tmp_path):
    out, text = tmp_path / "out.csv", "\n".join(PUZZLES[:10])
    run("solve", "-q", "-o", out, text=text, code=0)
    stopped(out, 5)
    for more in (("--stats",), ("--to-symbols", "A-Z")):
        done = run("solve", "-q", *more, "-o", out, "--resume", text=text, code=2)
        assert str(out) in done.stderr
    run("solve", "-q", "-o", out, "--resume", text=text, code=0)


@pytest.mark.parametrize("options", [AT_ONCE, ONE_BY_ONE])
@pytest.mark.parametrize("ending", nightly(["txt", "csv", "jsonl"], "txt"))
@pytest.mark.parametrize(("odd", "code"), [(DEAD, 3), (BAD[0], 2)])
def test_the_exit_code_covers_kept_answers(run, tmp_path, ending, options, odd, code):
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
    run("solve", "-q", path, "-o", out)
    whole = out.read_text()
    for done in (1, 100, 199, 299):
        stopped(out, done)
        run("solve", "-q", path, "-o", out, "--resume", code=0)
        assert out.read_text() == whole


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


@pytest.mark.parametrize("ending", nightly(["txt", "csv", "jsonl"], "csv"))
def test_ctrl_c_and_on(run, interrupted, tmp_path, ending):
    """Ctrl-C keeps what is done, names how to go on, and that is what happens."""
    out, part = tmp_path / f"out.{ending}", tmp_path / f"out.{ending}.partial"
    text = "".join(f"{puzzle}\n" for puzzle in PUZZLES)
    code, _, error = interrupted("solve", "-o", out, text=text)
    assert code == 130
    assert part.read_text().count("\n") == 100 + (ending == "csv")
    assert "--resume" in error
    assert str(part) in error.splitlines()[-1]
    whole = tmp_path / f"whole.{ending}"
    run("solve", "-q", "-o", whole, text="\n".join(ALL))
    run("solve", "-q", "-o", out, "--resume", text="\n".join(ALL))
    assert content(out) == content(whole)
    assert names(tmp_path) == sorted([out.name, whole.name])


def test_one_run_at_a_time(program, run, tmp_path):
    """A second run does not take the file of the first one over."""
    out = tmp_path / "out.txt"
    with program("solve", "--to", "line", "-o", out, "-") as process:
        process.stdin.write(f"{CLUES}\n".encode())
        process.stdin.flush()
        settle(process, 20)
        for more in ("--force", "--resume"):
            done = run("solve", "-q", more, "-o", out, text=CLUES, code=2)
            assert str(out) in done.stderr
        process.stdin.close()
        assert process.wait(20) == 0
    assert out.read_text() == f"{SOLUTION}\n"


@pytest.mark.parametrize("ending", nightly(["csv", "jsonl", "csv.gz"], "csv.gz"))
def test_a_killed_run_loses_a_second(program, run, tmp_path, ending):
    """What was answered a second ago is there, though nobody could say goodbye."""
    out = tmp_path / f"out.{ending}"
    text = "".join(f"{puzzle}\n" for puzzle in PUZZLES)
    with program("solve", *ONE_BY_ONE, "-o", out, "-") as process:
        part, until = tmp_path / f"out.{ending}.partial", time.monotonic() + 30
        for puzzle in PUZZLES * 2:
            process.stdin.write(f"{puzzle}\n".encode())
            process.stdin.flush()
            time.sleep(0.2)
            assert time.monotonic() < until
            if part.exists() and part.stat().st_size:
                break
        process.kill()
        process.wait(20)
    assert part.stat().st_size
    run("solve", "-q", "-o", out, "--resume", text=text + text, code=0)
    whole = tmp_path / f"whole.{ending}"
    run("solve", "-q", "-o", whole, text=text + text, code=0)
    if ending != "jsonl":
        assert content(out) == content(whole)
    assert names(tmp_path) == sorted([out.name, whole.name])


@pytest.mark.parametrize("ending", nightly(["csv", "jsonl", "csv.gz"], "csv"))
@pytest.mark.parametrize("command", ["rate", "check", "count", "check --solutions"])
def test_reports_go_on(run, tmp_path, command, ending):
    """The file is that of a whole run, exit code included."""
    out, table = tmp_path / f"out.{ending}", tmp_path / "in.csv"
    rows = [f"{at},{puzzle}," for at, puzzle in enumerate([PUZZLES[0], "12", DEAD] * 4)]
    table.write_text("\n".join(["id,quizzes,solutions", *rows]) + "\n")
    asked = (*command.split(), table, "-o", out)
    run(*asked, code=2)
    whole = timeless(content(out))
    for lines in (0, 1, 7, 12):
        stopped(out, lines)
        run(*asked, "--resume", code=2)
        assert whole == timeless(content(out))
    assert names(tmp_path) == ["in.csv", out.name]


def timeless(answers):
    """Return answers without the seconds that they took."""
    if isinstance(answers, str):
        return answers
    return [{**answer, "time_s": 0} for answer in answers]


def test_counts_as_text_go_on(run, tmp_path):
    out, puzzles = tmp_path / "out.txt", tmp_path / "in.txt"
    puzzles.write_text("\n".join([*PUZZLES[:20], DEAD, "12", OPEN]))
    run("count", "-q", "--limit", "1", puzzles, "-o", out, code=2)
    whole = out.read_text()
    for lines in (1, 21, 22, 23):
        stopped(out, lines)
        run("count", "-q", "--limit", "1", puzzles, "-o", out, "--resume", code=2)
        assert whole == out.read_text()


def test_another_scheme_is_refused(run, tmp_path):
    out, text = tmp_path / "out.csv", f"{PUZZLES[0]}\n{PUZZLES[1]}"
    run("rate", "-q", "-o", out, text=text, code=0)
    stopped(out, 2)
    done = run("rate", "--scheme", "se", "-o", out, "--resume", text=text, code=2)
    assert "hodoku" in done.stderr
    run("rate", "-q", "-o", out, "--resume", text=text, code=0)


@pytest.mark.nightly
@pytest.mark.parametrize("ending", ["npy", "parquet", "csv", "jsonl"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_signal_keeps_whole_answers(run, interrupted, tmp_path, ending, number):
    out = tmp_path / f"out.{ending}"
    text = "".join(f"{puzzle}\n" for puzzle in PUZZLES)
    code, _, _ = interrupted("solve", *AT_ONCE, "-o", out, text=text, number=number)
    assert code == 128 + number
    assert names(tmp_path) == [f"{out.name}.partial"]
    (tmp_path / f"{out.name}.partial").rename(out)
    done = run("convert", "-q", "--to", "line", out, code=0)
    assert done.stdout.count("\n") == 100


@pytest.mark.parametrize("options", [("--limit", "3"), ("--all",), ("--to", "rows")])
def test_answers_that_no_run_goes_on_with_are_not_lost(run, tmp_path, options):
    out, part = tmp_path / "o.txt", tmp_path / "o.txt.partial"
    part.write_text(f"{SOLUTION}\n")
    error = run("solve", *options, "-o", out, text=CLUES, code=2).stderr
    assert f"{part} is left from a run that was stopped; --force starts again" in error
    assert part.read_text() == f"{SOLUTION}\n"
    run("solve", "-q", *options, "--force", "-o", out, text=CLUES, code=0)
    assert names(tmp_path) == ["o.txt"]


def test_the_file_with_other_answers_is_named(run, tmp_path):
    out, other = tmp_path / "o.csv", "1" + CLUES[1:]
    run("solve", "-q", "-o", out, text=CLUES, code=0)
    error = run("solve", "-q", "-o", out, "--resume", text=other, code=2).stderr
    assert f"answer 1 in {out} is not to <stdin>:1" in error
    out.rename(tmp_path / "o.csv.partial")
    error = run("solve", "-q", "-o", out, "--resume", text=other, code=2).stderr
    assert f"answer 1 in {out}.partial is not to <stdin>:1" in error


def test_table_with_semicolons_goes_on(run, tmp_path):
    """Semicolons stay, and so do the values of rows that cannot be read."""
    out = tmp_path / "out.csv"
    rows = [f"1;{CLUES};x", f'2;"{CLUES};x', f"3;{CLUES[:-1]};x", f"4;{CLUES};x"]
    text = "\n".join(["id;puzzle;note", *rows])
    run("solve", "-q", "-o", out, text=text, code=2)
    whole = out.read_text()
    heading, *lines = whole.splitlines()
    assert heading == "id;puzzle;note;solution;status;error"
    assert lines[0] == f"1;{CLUES};x;{SOLUTION};unique;"
    assert lines[1].startswith(f'2;"""{CLUES}";x;;unreadable;')
    assert lines[2].startswith(f"3;{CLUES[:-1]};x;;unreadable;")
    stopped(out, 3)
    run("solve", "-q", "-o", out, "--resume", text=text, code=2)
    assert whole == out.read_text()


def test_force_leaves_nothing_of_a_longer_run_that_was_stopped(run, tmp_path):
    path, out = tmp_path / "in.txt", tmp_path / "out.txt"
    path.write_text(f"{CLUES}\n")
    (tmp_path / "out.txt.partial").write_text(f"{SOLUTION}\n" * 20)
    run("solve", path, "--to", "line", "-o", out, "--force")
    assert out.read_text() == f"{SOLUTION}\n"
