"""`satdoku study`: what it measures, writes, goes on with, and refuses."""

from __future__ import annotations

import json
import signal
import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from satdoku.cli import study_runs, studying
from satdoku.study.folder import read_runs
from satdoku.study.isolated import Isolated
from satdoku.study.plan import tasks
from satdoku.study.run import Ended
from satdoku.study.told import Tellers
from tests.unit.cli.conftest import TWO

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from pathlib import Path

    from satdoku.study.part import Part
    from satdoku.study.run import Run as Row
    from tests.unit.cli.conftest import Program, Run


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> list[Part]:
    """Return the parts that are measured, in no time and without processes."""
    found: list[Part] = []

    def conduct(
        parts: list[Part], done: Iterable[Row] = (), **_: object
    ) -> Generator[Row]:
        found[:] = parts
        known = {run.key for run in done}
        for task in tasks(parts):
            if task.key not in known:
                done_ = Isolated(Ended.ANSWERED, {"certain": True}, 0.5, 0.5, 0.1)
                yield Tellers().told(task, done_)

    def loadings(*_: object) -> dict[str, float]:
        return {"bitmask": 0.125}

    monkeypatch.setattr(study_runs, "conduct", conduct)
    monkeypatch.setattr(study_runs, "loadings", loadings)
    return found


def test_tables(run: Run, small: Path) -> None:
    """Without a folder the tables go to standard output, measured for real."""
    done = run("study", small, "--engines", "bitmask", "--first", "1", "-q")

    assert 0 == done.exit_code
    assert "bitmask" in done.stdout
    assert "" == done.stderr


def test_folder(run: Run, small: Path, tmp_path: Path, quickly: list[Part]) -> None:
    """With one there is a row a run, the study, and the report; it is told where."""
    out = tmp_path / "out"
    done = run(
        *("study", small, "--engines", "dpll,bitmask", "--encodings", "minimal,triad"),
        *("--repeat", "2", "-o", out, "--no-figures"),
    )
    rows = read_runs(out)

    assert 0 == done.exit_code
    assert f"12 runs: 12 answered; all of it is in {out}\n" == done.stderr
    assert "" == done.stdout
    assert ["dpll/minimal", "dpll/triad", "bitmask"] == [r.contender for r in rows[:3]]
    assert {("hard", "hard")} == {(row.set, row.difficulty) for row in rows}
    assert len(rows) == len(list(tasks(quickly)))
    study = json.loads((out / "study.json").read_bytes())
    assert [0.5, 0.5, 0.5] == [row["mean_s"] for row in study["summaries"]]
    assert study["begun"] <= study["ended"]
    assert "bitmask" in (out / "report.md").read_text("utf-8")
    assert not (out / "figures").exists()


def test_options_become_a_part(run: Run, small: Path, quickly: list[Part]) -> None:
    """What is said is what is measured."""
    run(
        *("study", small, "--engines", "bitmask,dpll:first", "--timeout", "2.5"),
        *("--ask", "unique", "--whole", "--give-up", "7", "--repeat", "3"),
        *("--baseline", "dpll:first", "--first", "1"),
    )
    (part,) = quickly

    assert ("unique", 2.5, True, 7, 3, "dpll:first", 1) == (
        *(part.ask, part.timeout, part.whole, part.give_up, part.repeat),
        *(part.baseline, len(part.subjects)),
    )


def test_usual_options(run: Run, small: Path, quickly: list[Part]) -> None:
    """What is not said is as the help tells."""
    run("study", small)
    (part,) = quickly

    assert ("first", 60.0, False, 3, 1, "auto", 2) == (
        *(part.ask, part.timeout, part.whole, part.give_up, part.repeat),
        *(part.baseline, len(part.subjects)),
    )
    assert {"auto", "bitmask", "backtracking"} < set(map(str, part.contenders))


def test_sets(run: Run, tmp_path: Path, quickly: list[Part]) -> None:
    """A file is a set; a level that it tells is the difficulty of a puzzle."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "easy.txt").write_text(TWO)
    table = tmp_path / "levels.csv"
    table.write_text("puzzle,difficulty\n1.....2...3.4...,fiendish\n")
    run("study", tmp_path / "a" / "easy.txt", tmp_path / "b" / "easy.txt", table)
    found = [(one.set, one.number, one.difficulty) for one in quickly[0].subjects]

    assert [
        ("easy", 1, "easy"),
        ("easy", 2, "easy"),
        ("easy-2", 1, ""),
        ("easy-2", 2, ""),
        ("levels", 1, "fiendish"),
    ] == found
    assert {
        "easy": "a/easy.txt",
        "easy-2": "b/easy.txt",
        "levels": "",
    } == {one.set: one.source for one in quickly[0].subjects}


@pytest.mark.usefixtures("quickly")
def test_resume(run: Run, small: Path, tmp_path: Path) -> None:
    """What is cut short goes on, with every run once; another study is refused."""
    out = tmp_path / "out"
    line = ("study", small, "--engines", "bitmask,dpll", "-o", out, "--no-figures")
    run(*line)
    table = out / "runs.csv"
    whole = table.read_bytes()
    table.write_bytes(b"".join(whole.splitlines(keepends=True)[:3])[:-9])
    again = run(*line)
    other = run(*line, "--resume", "--repeat", "2")
    done = run(*line, "--resume")

    assert (2, True) == (again.exit_code, "--resume goes on with it" in again.stderr)
    assert (2, True) == (
        other.exit_code,
        "--repeat was 1, and is 2 now" in other.stderr,
    )
    assert (0, whole) == (done.exit_code, table.read_bytes())


@pytest.mark.usefixtures("quickly")
def test_resume_alone(run: Run, small: Path, tmp_path: Path) -> None:
    """The folder knows puzzles, contenders and options; all differences are told."""
    out = tmp_path / "out"
    options = ("--engines", "bitmask,dpll", "--repeat", "2", "--box", "2x2")
    run("study", small, *options, "-o", out, "--no-figures")
    table = out / "runs.csv"
    whole = table.read_bytes()
    table.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    done = run("study", "-o", out, "--resume", "--no-figures")
    study = json.loads((out / "study.json").read_bytes())
    other = run("study", "-o", out, "--resume", "--timeout", "5", "--engines", "dpll")

    assert (0, whole) == (done.exit_code, table.read_bytes())
    assert {"bitmask": 0.125} == study["loading_s"]
    assert "--timeout was 60.0, and is 5.0 now" in other.stderr
    assert "contenders were bitmask, dpll, and are dpll now" in other.stderr
    assert (2, whole) == (other.exit_code, table.read_bytes())


def test_resume_without_what_was_said(run: Run, tmp_path: Path) -> None:
    """A folder that does not tell, or not as a study does, is told."""
    for text, expected in (
        ("{}", "it does not tell what it was begun with"),
        ('{"arguments": {"options": {"odd": 1}}}', "is not what a study keeps"),
    ):
        (tmp_path / "study.json").write_text(text)
        done = run("study", "-o", tmp_path, "--resume")

        assert (2, True) == (done.exit_code, expected in done.stderr)


@pytest.mark.parametrize("name", ["absent", "empty", "other", "file", "file/below"])
def test_resume_without_a_study(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Where there is no study it is told at once; puzzles are not waited for."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "runs.csv").touch()
    (tmp_path / "file").touch()
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setattr(studying, "work_of", None)  # it reads standard input
    done = run("study", "-o", tmp_path / name, "--resume")

    assert (2, "") == (done.exit_code, done.stdout)
    assert (
        f"satdoku: error: {tmp_path / name} holds no study that --resume could go on "
        "with; expected a folder with a study.json, or files or --preset to begin one\n"
    ) == done.stderr
    assert before == sorted(tmp_path.rglob("*"))


@pytest.mark.usefixtures("quickly")
def test_resume_may_begin(run: Run, small: Path, tmp_path: Path) -> None:
    """With puzzles, a study that was never begun is begun."""
    out = tmp_path / "out"
    line = ("study", small, "--engines", "bitmask", "-o", out, "--no-figures")
    done = run(*line, "--resume")

    assert (0, 2) == (done.exit_code, len(read_runs(out)))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--engines", "abacus"], "abacus"),
        (["--engines", "dpll,,auto"], "has an empty name"),
        (["--engines", ""], "--engines '' has an empty name"),
        (["--encodings", ""], "--encodings '' has an empty name"),
        (["--engines", "backtracking:sideways"], "sideways"),
        (["--engines", "elimination:magic"], "magic"),
        (["--engines", "dpll:never"], "never"),
        (["--engines", "bitmask/triad"], "takes no formula"),
        (["--engines", "dpll/none-such"], "none-such"),
        (["--engines", "dpll", "--encodings", "none-such"], "none-such"),
        (["--engines", "bitmask", "--encodings", "triad"], "none of the engines takes"),
        (["--engines", "dpll", "--baseline", "auto"], "baseline auto is not measured"),
        (["--ask", "nicely"], "expected first, unique"),
        (["--ask", ""], "expected first, unique"),
        (["--preset", "reports"], "has its own puzzles; leave out the files, or"),
        (["--sets", "."], "--sets is for presets"),
        (["--sizes", "9"], "--sizes is for --preset encodings"),
        (["--resume"], "--resume needs a folder"),
        (["--figures"], "--figures needs a folder"),
        (["-o", "-"], "a study is a folder"),
        (["-o", "hard.txt"], "is a file"),
        (["--box", "3x3"], "hard.txt:1: 16 cells; expected 81"),
    ],
)
def test_mistakes(
    run: Run,
    small: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    expected: str,
) -> None:
    """All that can be wrong is told before anything is run."""
    monkeypatch.chdir(small.parent)
    monkeypatch.setattr(study_runs, "conduct", None)
    done = run("study", small.name, *options)

    assert 2 == done.exit_code
    assert expected in done.stderr
    assert "Traceback" not in done.stderr
    assert TWO == small.read_text()


def test_unreadable_puzzles(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A set that is not whole is not measured; the line is told, no folder is made."""
    monkeypatch.setattr(study_runs, "conduct", None)
    path = tmp_path / "odd.txt"
    path.write_text("1.....2...3.4...\n1.....2...3.4..\n")
    done = run("study", path, "-o", tmp_path / "out")

    assert 2 == done.exit_code
    assert f"{path}:2" in done.stderr
    assert not (tmp_path / "out").exists()


def test_unknown_preset(run: Run) -> None:
    """A preset that is not there is told, with those that are."""
    done = run("study", "--preset", "none-such")

    assert 2 == done.exit_code
    assert "no preset none-such; expected reports, encodings" in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--engines", "auto"],
        ["--engines", ""],
        ["--whole"],
        ["--ask", "first"],
        ["--give-up=2"],
    ],
)
def test_presets_have_settled(run: Run, options: list[str]) -> None:
    """What a preset lays out cannot be laid out again."""
    done = run("study", "--preset", "reports", *options)

    assert 2 == done.exit_code
    assert f"settled {options[0].partition('=')[0]}" in done.stderr


def test_preset(run: Run, tmp_path: Path, quickly: list[Part]) -> None:
    """A preset is measured as it is, but for what may be moved."""
    out = tmp_path / "out"
    done = run(
        *("study", "--preset", "reports", "--first", "1", "--timeout", "3"),
        *("--repeat", "1", "-o", out, "--no-figures"),
    )

    assert 0 == done.exit_code
    assert len(quickly) > 1
    assert {(3.0, 1)} == {(part.timeout, part.repeat) for part in quickly}
    assert all(one.number == 1 for part in quickly for one in part.subjects)
    assert len(read_runs(out)) == len(list(tasks(quickly)))
    assert "### In short" in (out / "summary.md").read_text("utf-8")


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs matplotlib")
@pytest.mark.usefixtures("quickly")
@pytest.mark.slow
def test_figures(run: Run, small: Path, tmp_path: Path) -> None:
    """There are figures, which the report shows."""
    out = tmp_path / "out"
    run("study", small, "--engines", "auto,bitmask", "--repeat", "3", "-o", out)
    drawn = [path.name for path in (out / "figures").iterdir() if path.suffix == ".svg"]
    report = (out / "report.md").read_text("utf-8")

    assert drawn
    assert all(f"(figures/{name})" in report for name in drawn)


@pytest.mark.usefixtures("quickly")
def test_without_matplotlib(
    run: Run, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is complete but for figures, and it is told how to get them."""
    monkeypatch.setattr(studying, "find_spec", {}.get)
    out = tmp_path / "out"
    line = ("study", small, "--engines", "bitmask", "-o")
    done = run(*line, out)
    asked = run(*line, tmp_path / "other", "--figures")

    assert (0, True) == (done.exit_code, "pip install 'satdoku[study]'" in done.stderr)
    assert (2, True) == (asked.exit_code, "need matplotlib" in asked.stderr)
    assert (out / "report.md").exists()
    assert not (tmp_path / "other").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(
    program: Program, small: Path, tmp_path: Path, number: int
) -> None:
    """Ctrl-C keeps every row that was written, and tells how to go on."""
    out = tmp_path / "out"
    small.write_text(TWO * 500)
    line = ("study", small, "--from", "line", "--engines", "bitmask", "-o", out)
    with program(*line) as process:
        table = out / "runs.csv"
        until = time.monotonic() + 20
        while not table.exists() or table.read_bytes().count(b"\n") < 2:
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        code = process.wait(20)
        _, err = process.communicate()
    rows = read_runs(out)

    assert 128 + number == code
    assert f"stopped; {len(rows)} run".encode() in err
    assert b"--resume goes on from there" in err
    assert b"Traceback" not in err
    assert list(range(1, len(rows) + 1)) == [row.number for row in rows]
