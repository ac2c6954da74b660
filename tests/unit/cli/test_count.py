"""`satdoku count`."""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from satdoku.answers import Count
    from satdoku.grid import Grid
    from tests.unit.cli.conftest import Program, Run

PROPER = "1.....2...3.4..."
EMPTY = "................"
CLASHING = "11.............."
SIX = "." * 36
SIX_SOLVED = "123456456123231564564231312645645312"


@pytest.mark.parametrize(
    ("text", "arguments", "shown", "code"),
    [
        (PROPER, [], "1", 0),
        (EMPTY, [], "288", 0),
        (EMPTY, ["--limit", "288"], "288", 0),
        (EMPTY, ["--limit", "287"], "more than 287", 4),
        (CLASHING, [], "0", 3),
    ],
)
def test_one(run: Run, text: str, arguments: list[str], shown: str, code: int) -> None:
    """The count is exact up to the limit; the exit code says whether it is."""
    done = run("count", *arguments, text=text)

    assert (f"{shown}\n", "", code) == (done.stdout, done.stderr, done.exit_code)


def test_many(run: Run, mixed: Path) -> None:
    """Among many, each line names its puzzle, and an unreadable one keeps its place."""
    done = run("count", mixed)
    lines = done.stdout.splitlines()

    assert ["1", "2", "0"] == [line.split("\t")[0] for line in lines[:3]]
    assert f"1\t{mixed}:5" == lines[4]
    assert lines[3].startswith("# unreadable: ")
    assert f"satdoku: error: {mixed}:4: 4 cells" in done.stderr
    assert 2 == done.exit_code
    assert 3 == len(run("count", "--strict", mixed).stdout.splitlines())


def test_json(run: Run, mixed: Path) -> None:
    """--json tells the same."""
    done = run("count", "--json", "--limit", "1", mixed)
    told = [json.loads(line) for line in done.stdout.splitlines()]

    assert [(1, True), (1, False), (0, True), (1, True)] == [
        (each["count"], each["exact"]) for each in told if "count" in each
    ]
    assert "4 cells" in told[3]["error"]
    shown = run("count", "--help").stdout
    assert [] == [key for each in told[:3] for key in each if key not in shown]


def test_out_of_time(run: Run) -> None:
    """A count that time ends is a lower bound, and exit code 4."""
    done = run(*("count", "--timeout", "0.2", "--limit", "1000000000"), text="." * 81)

    assert 4 == done.exit_code
    assert done.stdout.startswith("at least ")


def test_too_many_clauses(run: Run) -> None:
    """A formula beyond --max-clauses is refused by its place."""
    done = run("count", "--max-clauses", "10", text=EMPTY)

    assert 2 == done.exit_code
    assert "<stdin>:1: " in done.stderr
    assert "--max-clauses" in done.stderr


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was counted when Ctrl-C came is told, with the code of Ctrl-C."""
    from satdoku.session import Session

    def count(
        self: Session,
        puzzle: Grid,
        limit: int,
        *,
        progress: Callable[[int], None],
        **_: object,
    ) -> Count:
        del self, puzzle, limit
        for found in range(1, 41):
            progress(found)
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "count", count)
    done = run("count", text=EMPTY)

    assert (130, "at least 40\n") == (done.exit_code, done.stdout)
    (told,) = map(json.loads, run("count", "--json", text=EMPTY).stdout.splitlines())
    assert (40, False, "interrupted") == (told["count"], told["exact"], told["stopped"])


def test_verbose(run: Run, mixed: Path) -> None:
    """-v tells how puzzles are understood and counted, each thing once."""
    done = run("count", "-v", mixed)

    assert run("count", mixed).stdout == done.stdout
    assert 1 == done.stderr.count(f"satdoku: {mixed}:1: read as line: 4x4")
    assert 1 == done.stderr.count("read as")
    assert f"satdoku: {mixed}:1: dpll, then minisat22; extended, simplified: " in (
        done.stderr
    )
    asked = run("count", "-v", "--engine", "MINISAT22", text=EMPTY).stderr
    assert "<stdin>:1: minisat22; extended, simplified: it was asked for\n" in asked


MANY = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)


def test_lanes(run: Run) -> None:
    """Engine `lanes` counts 9×9; what it does not take keeps its place."""
    done = run("count", "--engine", "lanes", "-v", "-", text=f"{MANY}\n")
    limited = run("count", "--engine", "LANES", "--limit", "5", text=f"{MANY}\n")
    mixed = run("count", "--engine", "lanes", text=f"{MANY}\n{PROPER}\n{MANY}\n")

    assert ("872\n", 0) == (done.stdout, done.exit_code)
    assert "lanes: it was asked for\n" in done.stderr
    assert ("more than 5\n", 4) == (limited.stdout, limited.exit_code)
    assert ["872", "# unknown: <stdin>:2: a puzzle of 4x4", "872"] == [
        line.replace("\t", " (").split(" (")[0] for line in mixed.stdout.splitlines()
    ]
    assert "<stdin>:2: a puzzle of 4x4 (boxes of 2x2); expected 9x9" in mixed.stderr
    assert 2 == mixed.exit_code


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        ("count", ["--encoding", "triad"], "takes no formula; leave out the encoding"),
        ("check", [], "lanes takes puzzles of 9x9, not formulas"),
        ("sat", [], "lanes takes puzzles of 9x9, not formulas"),
    ],
)
def test_lanes_takes_no_formulas(
    run: Run, command: str, arguments: list[str], said: str
) -> None:
    """Commands that need one refuse it, by a line that says why."""
    text = "p cnf 1 1\n1 0\n" if command == "sat" else f"{MANY}\n"
    done = run(command, "--engine", "lanes", *arguments, text=text)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


def test_many_solutions_are_handed_over(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By itself; -v says when, and the progress that Ctrl-C tells goes on."""
    monkeypatch.setattr("satdoku.choose._MANY", 100)
    monkeypatch.setattr("satdoku.spread._UNCOMPILED_ENOUGH", 100)
    monkeypatch.setattr("satdoku.lanes.search.find_executor", lambda _="auto": "numpy")
    told = run("count", "-v", text=f"{MANY}\n")
    walked = run("solve", "--all", "-q", "--stats", "--to", "line", text=f"{MANY}\n")

    assert "872\n" == told.stdout
    assert "dpll, then minisat22, then lanes; extended, simplified:" in told.stderr
    assert "without a solution, lanes after 100 solutions" in told.stderr
    assert 872 == len(set(walked.stdout.split()))
    assert "dpll, then lanes; extended, simplified" in walked.stderr


def test_exact(run: Run) -> None:
    """--method exact counts all, and says what does; 0 solutions are 3."""
    pytest.importorskip("pyganak", reason="pyganak is not installed")
    done = run("count", "--method", "exact", "-v", text=EMPTY)
    none = run("count", "--method", "exact", text=CLASHING)
    cut = run("count", "--method", "exact", "--timeout", "0.2", text="." * 81)

    assert ("288\n", 0) == (done.stdout, done.exit_code)
    assert "ganak; triad, simplified: method exact was asked for; a search" in (
        done.stderr
    )
    assert ("0\n", 3) == (none.stdout, none.exit_code)
    assert (4, "at least ") == (cut.exit_code, cut.stdout[:9])


def test_exact_is_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is told before a puzzle is read."""
    monkeypatch.setattr("satdoku.counting.ganak.find_spec", lambda _: None)
    done = run("count", "--method", "exact", "missing.txt")

    assert (2, "") == (done.exit_code, done.stdout)
    assert "pip install 'satdoku[count]'" in done.stderr


def test_estimate(run: Run) -> None:
    """--method estimate tells what samples say, the same for the same seed."""
    asked = ("count", "--method", "estimate", "--samples", "5", "--seed", "0")
    done = run(*asked, text=SIX)
    mixed = run(*asked, text=f"{SIX}\n{SIX_SOLVED}\n")

    assert (0, "") == (done.exit_code, done.stderr)
    assert done.stdout.startswith("about 2.77e+7 (")
    assert done.stdout.endswith("%, 5 samples)\n")
    assert f"{done.stdout[:-1]}\t<stdin>:1\n1\t<stdin>:2\n" == mixed.stdout
    assert ": 1 counted exactly, 1 estimated\n" in mixed.stderr
    said = run(*asked, "-v", text=SIX).stderr
    assert "sampling: method estimate was asked for" in said


def test_estimate_as_json(run: Run) -> None:
    """--json tells the estimate beside the solutions that were seen."""
    asked = ("count", "--method", "estimate", "--samples", "5", "--seed", "1", "--json")
    told = json.loads(run(*asked, text=SIX).stdout)

    assert {"estimate", "error", "samples", "largest", "rough"} < told.keys()
    assert abs(told["estimate"] / 28_200_960 - 1) < 0.2
    assert 0 < told["count"] < told["estimate"]
    assert (False, None, 5) == (told["exact"], told["stopped"], told["samples"])
    assert told["rough"] is False
    shown = run("count", "--help").stdout
    assert [] == [key for key in told if key not in shown]


def test_estimate_is_stopped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer samples than asked for, or no solution, it is 4; Ctrl-C tells it."""
    monkeypatch.setattr("satdoku.sampling.estimating._width", lambda _: 2)
    asked = ("count", "--method", "estimate", "--samples", "1000000")
    cut = run(*asked, "--timeout", "0.5", text=SIX)

    assert (4, "about ") == (cut.exit_code, cut.stdout[:6])
    rough = run(*asked[:3], "--samples", "2", "--seed", "3", "--json", text=SIX)
    assert (4, True) == (rough.exit_code, json.loads(rough.stdout)["rough"])

    def interrupt(_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("satdoku.sampling.estimating._Drawn.is_good", interrupt)
    done = run("count", "--method", "estimate", "--json", text=SIX)
    told = json.loads(done.stdout)

    assert 130 == done.exit_code
    assert (1, None, "interrupted") == (
        told["samples"],
        told["error"],
        told["stopped"],
    )


def test_ways_to_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first count that its own limit ends is followed by what counts more."""
    monkeypatch.setattr("satdoku.session._USUAL_LIMIT", 100)
    done = run("count", text=f"{EMPTY}\n{EMPTY}\n")
    said = "--method exact counts all, --method estimate tells roughly how many\n"

    assert 1 == done.stderr.count(f"ended at the limit of 100; {said}")
    assert "more than 100\t<stdin>:1\nmore than 100\t<stdin>:2\n" == done.stdout
    assert "" == run("count", "-q", text=EMPTY).stderr
    assert "" == run("count", "--limit", "5", text=EMPTY).stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--method", "guess"], "no method 'guess'; expected search, exact, estimate"),
        (["--method", "estimate", "--limit", "3"], "method estimate takes no limit"),
        (["--samples", "3"], "method search takes no number of samples"),
        (["--seed", "-3"], "'-3' is not a whole number from 0"),
        (["--method", "exact", "--engine", "dpll"], "method exact takes no engine"),
    ],
)
def test_senseless_options(run: Run, options: list[str], said: str) -> None:
    """What makes no sense together is refused."""
    done = run("count", *options, text=EMPTY)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


def test_estimates_beyond_floating_point() -> None:
    """JSON tells them as whole numbers, rounded."""
    from satdoku.cli.counting import _number

    assert 999_999 == _number(999_999)
    assert 1.23457e299 == _number(1_234_567_890 * 10**290)
    assert 123_456 * 10**395 == _number(1_234_567_890 * 10**391)


def test_no_sample_in_time(run: Run) -> None:
    """Where time ends before the first sample does, that is told, and what helps."""
    asked = ("count", "--method", "estimate", "--timeout", "0.000001")
    done = run(*asked, text=SIX)
    told = json.loads(run(*asked, "--json", text=SIX).stdout)

    assert (4, "no estimate (no sample was finished)\n") == (
        done.exit_code,
        done.stdout,
    )
    assert done.stderr == (
        "satdoku: <stdin>:1: out of time: no sample was finished; "
        "--timeout gives more time\n"
    )
    assert "" == run(*asked, "-q", text=SIX).stderr
    assert (0, 0, "out of time") == (told["count"], told["samples"], told["stopped"])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
@pytest.mark.parametrize("method", ["exact", "estimate"])
def test_interrupted_by_signal(program: Program, method: str) -> None:
    """Ctrl-C ends what counts within a second, and what is known by then is told."""
    if method == "exact":
        pytest.importorskip("pyganak", reason="pyganak is not installed")
    arguments = ("--samples", "1000000") if method == "estimate" else ()
    with program("count", "--method", method, *arguments) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"." * 81 + b"\n")
        process.stdin.close()
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        text = process.stdout.read().decode()

        assert 130 == process.wait(10)
        assert time.monotonic() - sent < 5
        assert text.startswith("at least " if method == "exact" else "about ")
