"""`--trace` and `--tree` of `solve` and `sat`: what is written, and what is refused."""

import json
import signal
import sys
import time
from xml.etree import ElementTree as ET

import pytest

from tests.cli.samples import (
    CLASHING,
    EMPTY,
    FORMULA,
    MIXED,
    REFUTED,
    mistakes,
    names,
    pigeons,
)

OPEN = "1..........2...."  # 18 solutions


@pytest.fixture
def several(tmp_path):
    path = tmp_path / "several.txt"
    path.write_text(f"{OPEN}\n")
    return path


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def found(told):
    return [line["solution"] for line in told if line["event"] == "found"]


def test_files(run, several, tmp_path):
    """The answer as ever; trace and tree of the same search."""
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    done = run(
        "solve", several, "--trace", trace, "--tree", tree, "--to", "line", code=0
    )
    told = lines(trace.read_text("utf-8"))
    assert found(told)[0] == done.stdout.strip()
    assert told[0]["source"] == f"{several}:1"
    assert (told[0]["event"], told[-1]["event"]) == ("begun", "ended")
    assert "2 solutions" in ET.parse(tree).getroot().get("aria-label")
    assert names(tmp_path) == ["several.txt", "trace.jsonl", "tree.svg"]
    counts = told[-1]["counts"]
    for event in {line["event"] for line in told[1:-1]}:
        assert counts[event] == sum(line["event"] == event for line in told)


@pytest.mark.parametrize(
    ("options", "number", "ending"),
    [
        ([], 2, "enough"),
        (["--all"], 18, "complete"),
        (["--limit", "5"], 5, "enough"),
        (["--limit", "18"], 18, "enough"),
        (["--limit", "19"], 18, "complete"),
        (["--all", "--trace-simplify", "--encoding", "triad"], 18, "complete"),
        (["--heuristic", "first"], 2, "enough"),
        (["--to", "sat", "-o", "answer.txt"], 1, "enough"),
        (["--engine", "dpll", "--json", "-o", "answer.txt"], 2, "enough"),
    ],
)
def test_the_search_that_is_asked_for(
    run, several, monkeypatch, options, number, ending
):
    monkeypatch.chdir(several.parent)
    run("solve", several, "--trace", "trace.jsonl", *options)
    told = lines((several.parent / "trace.jsonl").read_text("utf-8"))
    assert len(set(found(told))) == number
    assert told[-1]["ending"] == ending
    assert told[0]["simplified"] is ("--trace-simplify" in options)
    if "--heuristic" in options:
        assert told[0]["rule"] == "first"
    if "--encoding" in options:
        assert told[0]["encoding"] == "triad"


def test_standard_output(run, several, tmp_path):
    """A trace or tree there takes the place of the answer; -o takes the answer."""
    answer = tmp_path / "answer.txt"
    alone = run("solve", several, "--trace", "-", code=0)
    both = run("solve", several, "--trace", "-", "-o", answer, "--to", "line", code=0)
    tree = run("solve", several, "--tree", "-", code=0)
    assert lines(alone.stdout)[0]["event"] == "begun"
    assert alone.stdout == both.stdout
    assert found(lines(both.stdout))[0] == answer.read_text().strip()
    assert tree.stdout.startswith("<svg ")
    assert tree.stdout.endswith("</svg>\n")


def test_text(run, several):
    """Words, with every decision and solution."""
    told = lines(run("solve", several, "--trace", "-").stdout)
    done = run("solve", several, "--trace", "-", "--trace-format", "text", "-q", code=0)
    assert done.stderr == ""
    assert f"{several}:1" in done.stdout.splitlines()[0]
    decisions = [line for line in told if line["event"] == "decided"]
    assert decisions
    assert done.stdout.count("\nLevel 1\n") >= 1
    assert len(done.stdout.splitlines()) > len(decisions)


@pytest.mark.parametrize("limit", [1, 5, 80, 81, 10_000])
def test_a_limit_cuts_the_trace_alone(run, several, tmp_path, limit):
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    whole = lines(run("solve", several, "--trace", "-").stdout)
    events = len(whole) - 2
    options = ("--trace", trace, "--tree", tree, "--trace-limit", limit)
    done = run("solve", several, *options, "--to", "line", code=0)
    told = lines(trace.read_text("utf-8"))
    assert len(told) - 2 == told[-1]["written"] == min(limit, events)
    assert told[-1]["cut"] is (limit < events)
    assert ("--trace-limit" in done.stderr) is (limit < events)
    assert told[1:-1] == whole[1:-1][:limit]
    assert done.stdout.strip() == found(whole)[0]
    assert "2 solutions" in tree.read_text("utf-8")
    assert run("solve", several, *options, "-q", "--force").stderr == ""


def test_tree_nodes(run, several):
    whole = run("solve", several, "--all", "--tree", "-").stdout
    small = run("solve", several, "--all", "--tree", "-", "--tree-nodes", "15").stdout
    assert len(small) < len(whole)
    assert "18 solutions" in whole
    assert "18 solutions" in small


def test_refused(run, several, monkeypatch):
    """No file is written or left over."""
    for options, word in mistakes("trace"):
        folder = several.parent
        monkeypatch.chdir(folder)
        (folder / "there").write_text("mine")
        done = run("solve", several.name, *options, code=2)
        assert word in done.stderr
        assert names(folder) == ["several.txt", "there"]
        assert (folder / "there").read_text() == "mine"


@pytest.mark.parametrize("text", [MIXED, "12", ""])
def test_one_readable_puzzle_is_needed(run, tmp_path, text):
    options = ("--trace", tmp_path / "t", "--tree", tmp_path / "t.svg")
    run("solve", "--from", "line", *options, text=text, code=2)
    assert names(tmp_path) == []


def test_no_solution(run):
    told = lines(run("solve", "--trace", "-", text=CLASHING, code=3).stdout)
    assert told[-2]["event"] == "conflict"
    assert told[-1]["ending"] == "complete"


def test_timeout(run):
    done = run("solve", "--all", "--trace", "-", "--timeout", "0.2", text=EMPTY, code=4)
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["ending"], last["why"]) == ("stopped", "out of time")


def test_sat(run, tmp_path):
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    done = run("sat", "--trace", trace, "--tree", tree, text=FORMULA, code=10)
    told = lines(trace.read_text("utf-8"))
    assert done.stdout == "s SATISFIABLE\nv 1 2 -3 0\n"
    assert (told[0]["kind"], told[0]["source"]) == ("formula", "<stdin>")
    assert "1 solution" in tree.read_text("utf-8")
    refuted = lines(run("sat", "--trace", "-", text=REFUTED, code=20).stdout)
    assert refuted[-2]["event"] == "conflict"
    run("sat", "--tree", tree, text=FORMULA, code=2)
    assert run("sat", "--tree", tree, "--force", text=REFUTED, code=20).stdout


def test_sat_limits_and_rules(run, tmp_path):
    path = tmp_path / "pigeons.cnf"
    path.write_text(pigeons(4))
    options = ("--conflicts", "3", "--heuristic", "first")
    told = lines(run("sat", path, *options, "--trace", "-", code=0).stdout)
    assert (told[0]["rule"], told[-1]["ending"]) == ("first", "stopped")
    assert told[-1]["counts"]["conflict"] == 3
    run("sat", path, "--trace", "-", "--engine", "minisat22", code=2)
    run("sat", path, "--trace-simplify", "--trace", "-", code=2)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
def test_a_full_disk(run, several, tmp_path):
    """No answer goes out beside a trace that cannot be written."""
    target = tmp_path / "out"
    run("solve", several, "--trace", "/dev/full", "-o", target, "--force", code=1)
    assert names(tmp_path) == ["several.txt"]


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_interrupted(program, tmp_path, number, code):
    """Ctrl-C keeps the trace so far, with its last line, and draws the tree so far."""
    puzzle = tmp_path / "empty.txt"
    puzzle.write_text(EMPTY)
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    files = ["--trace", trace, "--trace-limit", "5000", "--tree", tree]
    with program("solve", "--all", "-o", tmp_path / "out", *files, puzzle) as process:
        time.sleep(3)
        process.send_signal(number)
        assert process.wait(20) == code
        said = process.stderr.read().decode()
    told = lines(trace.read_text("utf-8"))
    assert str(trace) in said
    assert str(tree) in said
    assert "Traceback" not in said
    assert (told[0]["event"], told[-1]["ending"]) == ("begun", "interrupted")
    assert told[-1]["written"] == len(told) - 2 > 500
    assert tree.read_text("utf-8").startswith("<svg")
