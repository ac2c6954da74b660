"""`satdoku trace`: what is written, and what is refused."""

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
    HARD,
    MIXED,
    REFUTED,
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


def found(events):
    return [line["solution"] for line in events if line["event"] == "found"]


def test_files(run, several, tmp_path):
    """Events, words and trees of the same search, each in a file by its ending."""
    expected = [tmp_path / f"out.{ending}" for ending in ("jsonl", "txt", "svg", "dot")]
    options = [word for path in expected for word in ("-o", path)]
    done = run("trace", several, *options, code=0)
    events, text, svg, dot = (path.read_text("utf-8") for path in expected)
    record = lines(events)
    assert done.stdout == done.stderr == ""
    assert record[0]["source"] == f"{several}:1"
    assert (record[0]["event"], record[-1]["event"]) == ("begun", "ended")
    assert all(solution in text for solution in found(record))
    assert "2 solutions" in ET.fromstring(svg).get("aria-label")
    assert dot.startswith("digraph ")
    counts = record[-1]["counts"]
    for event in {line["event"] for line in record[1:-1]}:
        assert counts[event] == sum(line["event"] == event for line in record)
    run("trace", several, *options, code=2)
    run("trace", several, *options, "--force", code=0)


@pytest.mark.parametrize(
    ("options", "number", "ending"),
    [
        ([], 2, "enough"),
        (["--all"], 18, "complete"),
        (["--all", "--simplify", "--encoding", "triad"], 18, "complete"),
        (["--heuristic", "first"], 2, "enough"),
    ],
)
def test_the_search_that_is_wanted(run, several, options, number, ending):
    record = lines(run("trace", several, "--to", "json", *options, code=0).stdout)
    assert len(set(found(record))) == number
    assert record[-1]["ending"] == ending
    assert record[0]["simplified"] is ("--simplify" in options)
    if "--heuristic" in options:
        assert record[0]["heuristic"] == "first"
    if "--encoding" in options:
        assert record[0]["encoding"] == "triad"


def test_standard_output(run, several):
    """Words, or what is named; nothing else is mixed in, in whatever order."""
    text = run("trace", several, code=0)
    events = lines(run("trace", several, "--to", "json").stdout)
    svg, dot = (run("trace", several, "--to", to).stdout for to in ("svg", "dot"))
    assert text.stderr == ""
    assert f"{several}:1" in text.stdout.splitlines()[0]
    assert text.stdout.rstrip().endswith("2 models.")
    assert len(text.stdout.splitlines()) > len(events)
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>\n")
    assert dot.endswith("}\n")


def test_words_fit_a_terminal(run):
    """Long reasons go on below; only the puzzle's own line may be longer."""
    done = run("trace", "--limit", "2000", text=HARD, code=4)
    source, puzzle, *rest = done.stdout.splitlines()
    assert source.endswith("<stdin>:1")
    assert puzzle.endswith(HARD)
    assert max(map(len, rest)) <= 80
    assert any(line.startswith(" " * 20) for line in rest)


@pytest.mark.parametrize("limit", [1, 5, 80])
def test_a_limit_of_events_stops_the_search(run, several, tmp_path, limit):
    tree = tmp_path / "tree.svg"
    whole = lines(run("trace", several, "--to", "json").stdout)
    files = ("-o", "-", "-o", tree)
    words = run("trace", several, *files, "--limit", limit, code=4)
    done = run("trace", several, "--to", "json", "--limit", limit, code=4)
    record = lines(done.stdout)
    assert record[1:-1] == whole[1:-1][:limit]
    assert (record[-1]["events"], record[-1]["ending"]) == (limit, "stopped")
    assert str(several) in done.stderr
    assert "stopped" in words.stdout
    assert "stopped" in tree.read_text("utf-8")


@pytest.mark.parametrize("text", [MIXED, "12", ""])
def test_one_readable_puzzle_is_needed(run, tmp_path, text):
    run("trace", "--from", "line", "-o", tmp_path / "t.svg", text=text, code=2)
    assert names(tmp_path) == []


def test_no_solution(run):
    record = lines(run("trace", "--to", "json", text=CLASHING, code=3).stdout)
    assert record[-2]["event"] == "conflict"
    assert record[-1]["ending"] == "complete"


def test_timeout(run):
    options = ("--all", "--to", "json", "--timeout", "0.2", "-q")
    done = run("trace", *options, text=EMPTY, code=4)
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["ending"], last["why"], done.stderr) == ("stopped", "out of time", "")


def test_a_timeout_covers_reading(run, tmp_path):
    text = "p cnf 2 1000000\n" + "1 2 0\n" * 1_000_000
    options = ("--cnf", "--timeout", "0.1", "-o", tmp_path / "trace.jsonl")
    done = run("trace", *options, text=text, code=4)

    assert "out of time" in done.stderr
    assert names(tmp_path) == []


def test_formulas(run, tmp_path):
    """By the name of the file, or --cnf; one model."""
    path = tmp_path / "formula.cnf"
    path.write_text(FORMULA)
    record = lines(run("trace", path, "--to", "json", code=0).stdout)
    piped = lines(run("trace", "--cnf", "--to", "json", text=FORMULA, code=0).stdout)
    refuted = lines(run("trace", "--cnf", "--to", "json", text=REFUTED, code=3).stdout)
    assert (record[0]["kind"], record[0]["source"]) == ("formula", str(path))
    assert piped[0]["source"] == "<stdin>"
    assert record[-1] == piped[-1]
    assert record[-1]["counts"]["found"] == 1
    assert refuted[-2]["event"] == "conflict"
    path.write_text(pigeons(4))
    run("trace", path, "--encoding", "extended", code=2)
    tree = run("trace", path, "--heuristic", "first", "--to", "dot", code=3).stdout
    assert "0 solutions" in tree


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
def test_a_full_disk(run, several, tmp_path):
    files = ("-o", "/dev/full", "-o", tmp_path / "tree.svg")
    run("trace", several, "--to", "text", "-o", "/dev/full", "--force", code=1)
    run("trace", several, *files, "--force", code=1)
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
    files = ["-o", trace, "-o", tree, "--limit", "100000000"]
    with program("trace", "--all", *files, puzzle) as process:
        time.sleep(3)
        process.send_signal(number)
        assert process.wait(20) == code
        message = process.stderr.read().decode()
    trace, tree = (path.with_name(f"{path.name}.partial") for path in (trace, tree))
    record = lines(trace.read_text("utf-8"))
    assert str(trace) in message
    assert str(tree) in message
    assert "Traceback" not in message
    assert (record[0]["event"], record[-1]["ending"]) == ("begun", "interrupted")
    assert record[-1]["events"] == len(record) - 2 > 500
    assert tree.read_text("utf-8").startswith("<svg")


def test_propagations_are_those_of_other_commands(run):
    """`--stats`, trace and profile count literals that unit propagation made true."""
    options = ("--engine", "dpll")
    solved = run.json("solve", "--json", *options, text=HARD, code=0)[0]
    profile = ("profile", "--repeat", "1", "--json", *options)
    profiled = run.json(*profile, text=HARD, code=0)[0]
    traced = run("trace", "--simplify", "--to", "json", text=HARD, code=0)
    *events, end = map(json.loads, traced.stdout.splitlines())
    propagated = sum(event["event"] == "propagated" for event in events)
    assert propagated == end["statistics"]["propagations"] > 0
    assert propagated == solved["statistics"]["propagations"]
    assert propagated == profiled["statistics"]["propagations"]


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("svg", "<svg"),
        ("dot", "digraph implications"),
        ("tex", "% Conflict 1,"),
        ("tikz", "% Conflict 1,"),
        ("html", "<!DOCTYPE html>"),
        ("txt", "Source "),
    ],
)
def test_cdcl(run, tmp_path, ending, begins):
    target = tmp_path / f"trace.{ending}"
    options = ("--engine", "cdcl", "--encoding", "minimal", "-o", target)
    run("trace", HARD, "--limit", "3000", *options, code=4)

    assert target.read_text("utf-8").startswith(begins)


@pytest.mark.parametrize("ending", ["xml", "pdf", "eps", "csv", "ipynb"])
def test_other_endings_are_refused(run, tmp_path, ending):
    target = tmp_path / f"trace.{ending}"
    done = run("trace", EMPTY, "-o", target, code=2)

    assert f".{ending} cannot be written here; expected .txt" in done.stderr
    assert not target.exists()


def test_a_tree_for_latex(run, several, tmp_path):
    target = tmp_path / "tree.tex"
    run("trace", several, "-o", target, code=0)
    text = target.read_text("utf-8")

    assert text.count(r"\node[decided]") == text.count(r"\node[untried]") + text.count(
        r"\node[flipped]"
    )
    assert "solution" in text


def test_chosen_events(run, several):
    done = run("trace", several, "--events", "decisions,solutions", code=0)

    assert "decide" in done.stdout
    assert "propagate" not in done.stdout
    refused = run("trace", several, "--events", "decisions,all", code=2)
    assert "expected assumptions, decisions" in refused.stderr


def test_a_conflict_that_there_is_not(run, tmp_path):
    options = ("--engine", "cdcl", "--conflict", "9", "-o", tmp_path / "a.svg")
    done = run("trace", "1.....2........3", *options, code=2)

    assert "no conflict 9 to draw: the search learned from 1 conflict" in done.stderr


def test_options_that_change_nothing_are_refused(run, several, tmp_path):
    svg = tmp_path / "a.svg"
    for options, words in (
        (("--conflict", "3", "-o", svg), "of --engine cdcl"),
        (("--conflict", "3", "--engine", "cdcl"), "for pictures"),
        (("--events", "decisions", "-o", svg), "steps in words"),
    ):
        assert words in run("trace", several, *options, code=2).stderr
    done = run("trace", several, "--heuristic", "vsids", code=0)
    assert done.stderr == "satdoku: tracing engine cdcl, whose heuristic vsids is\n"


def test_a_picture_that_there_is_not_leaves_other_files(run, tmp_path):
    page, picture = tmp_path / "a.html", tmp_path / "a.svg"
    options = ("--engine", "cdcl", "-o", page, "-o", picture)
    done = run("trace", "1234341221434321", *options, code=2)

    assert "a.svg: not drawn: there is no conflict 1" in done.stderr
    assert page.read_text().startswith("<!")
    assert not picture.exists()
