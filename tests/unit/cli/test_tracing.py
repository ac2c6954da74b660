"""--trace and --tree of `solve` and `sat`: where they go, and what is refused."""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from tests.unit.cli.bad_input.test_files import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

OPEN = "1..........2....\n"
FORMULA = "p cnf 3 3\n1 -2 0\n2 3 0\n-3 0\n"
REFUTED = "p cnf 1 2\n1 0\n-1 0\n"


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Return a file with a puzzle of 18 solutions."""
    path = tmp_path / "several.txt"
    path.write_text(OPEN)
    return path


def lines(text: str) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def found(told: list[dict[str, Any]]) -> list[str]:
    """Return the solutions of a trace."""
    return [line["solution"] for line in told if line["event"] == "found"]


def test_files(run: Run, several: Path, tmp_path: Path) -> None:
    """The answer as ever; the trace and the tree in their files, of the same search."""
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    done = run("solve", several, "--trace", trace, "--tree", tree, "--to", "line")
    told = lines(trace.read_text("utf-8"))
    root = ET.parse(tree).getroot()  # noqa: S314  our own

    assert 0 == done.exit_code
    assert found(told)[0] == done.stdout.strip()
    assert "one solution of several" in done.stderr
    assert f"{several}:1" == told[0]["source"]
    assert ("begun", "ended") == (told[0]["event"], told[-1]["event"])
    assert (root.get("aria-label") or "").endswith(", 0 conflicts, 2 solutions")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "several.txt",
        "trace.jsonl",
        "tree.svg",
    ]


@pytest.mark.parametrize(
    ("options", "number", "ending"),
    [
        ([], 2, "enough"),
        (["--all"], 18, "complete"),
        (["--limit", "5"], 5, "enough"),
        (["--all", "--trace-simplify", "--encoding", "triad"], 18, "complete"),
        (["--to", "sat", "-o", "HERE/answer.txt"], 1, "enough"),
    ],
)
def test_what_is_asked_for(
    run: Run, several: Path, options: list[str], number: int, ending: str
) -> None:
    """The trace is of the search for just the solutions that are asked for."""
    tmp_path = several.parent
    options = [option.replace("HERE", str(tmp_path)) for option in options]
    run("solve", several, "--trace", tmp_path / "trace.jsonl", *options)
    told = lines((tmp_path / "trace.jsonl").read_text("utf-8"))

    assert number == len(set(found(told)))
    assert ending == told[-1]["ending"]
    assert ("--trace-simplify" in options) is told[0]["simplified"]


def test_standard_output(run: Run, several: Path, tmp_path: Path) -> None:
    """The trace, or the tree, takes the place of the answer; -o takes the answer."""
    answer = tmp_path / "answer.txt"
    alone = run("solve", several, "--trace", "-")
    both = run("solve", several, "--trace", "-", "-o", answer, "--to", "line")
    tree = run("solve", several, "--tree", "-")

    assert ["begun", "assumed"] == [line["event"] for line in lines(alone.stdout)[:2]]
    assert lines(alone.stdout)[-1]["event"] == "ended"
    assert alone.stdout == both.stdout
    assert found(lines(both.stdout))[0] == answer.read_text().strip()
    assert tree.stdout.startswith("<svg ")
    assert tree.stdout.endswith("</svg>\n")
    assert "one solution of several" in alone.stderr


def test_text(run: Run, several: Path) -> None:
    """Words instead of JSON."""
    done = run("solve", several, "--trace", "-", "--trace-format", "text", "-q")

    assert done.stdout.startswith(f"Puzzle   {OPEN.strip()}  {several}:1\n")
    assert "\nLevel 1\n" in done.stdout
    assert done.stdout.endswith("2 models.\n")
    assert "" == done.stderr


def test_cut(run: Run, several: Path, tmp_path: Path) -> None:
    """A limit cuts the trace and says so; the answer and the tree are whole."""
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    files: list[str | Path] = [
        "--trace",
        trace,
        "--tree",
        tree,
        "--force",
        "--trace-limit",
        "5",
    ]
    done = run("solve", several, *files)
    quiet = run("solve", several, "-q", *files)
    told = lines(trace.read_text("utf-8"))

    assert (7, True) == (len(told), told[-1]["cut"])
    assert "the trace is cut after 5 of 81 events; --trace-limit" in done.stderr
    assert "13|24\n" in done.stdout
    assert "" == quiet.stderr
    assert "2 solutions" in tree.read_text("utf-8")


def test_tree_nodes(run: Run, several: Path) -> None:
    """So many nodes are drawn."""
    whole = run("solve", several, "--all", "--tree", "-").stdout
    small = run("solve", several, "--all", "--tree", "-", "--tree-nodes", "15").stdout

    assert "folded subtree" not in whole
    assert "folded subtree" in small
    assert "35 nodes" in whole
    assert "35 nodes" in small


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--trace", "-", "--tree", "-"], "would be mixed up"),
        (["--trace", "-", "--to", "line"], "-o FILE takes the answer"),
        (["--trace", "-", "--json"], "-o FILE takes the answer"),
        (["--tree", "-", "-o", "-"], "-o FILE takes the answer"),
        (["--trace", "a", "--tree", "a"], "need each a file"),
        (["--trace", "a", "-o", "./a"], "need each a file"),
        (["--tree", "tree.png"], "tree.png does not end in .svg"),
        (["--trace-limit", "5"], "--trace-limit needs --trace"),
        (["--tree", "a.svg", "--trace-limit", "5"], "--trace-limit needs --trace"),
        (["--trace-format", "text"], "--trace-format needs --trace"),
        (["--trace", "a", "--tree-nodes", "5"], "--tree-nodes needs --tree"),
        (["--trace-simplify"], "--trace-simplify needs --trace or --tree"),
        (["--trace", "a", "--engine", "minisat22"], "leave out --engine minisat22"),
        (["--trace", "a", "--trace-limit", "0"], "--trace-limit"),
        (["--trace", "a", "--trace-format", "xml"], "xml"),
        (["--trace", ""], "empty file name"),
        (["--trace", "several.txt"], "several.txt is an input"),
        (["--trace", "there"], "there exists; --force replaces it"),
        (["--trace", "a", "--tree", "there"], "there exists; --force replaces it"),
        (["--trace", "a", "--rule", "nonsense"], "nonsense"),
        (["--trace", "a", "--encoding", "nonsense"], "nonsense"),
        (["--trace", "a", "--max-clauses", "10"], "the limit is 10 clauses"),
    ],
)
def test_refused(
    run: Run,
    several: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    said: str,
) -> None:
    """One line says what is wrong; no file is written or left over."""
    tmp_path = several.parent
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").write_text("mine")
    done = run("solve", several.name, *options)

    assert 2 == done.exit_code
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert {"several.txt", "there"} == {path.name for path in tmp_path.iterdir()}
    assert "mine" == (tmp_path / "there").read_text()


def test_one_puzzle_only(run: Run, mixed: Path, tmp_path: Path) -> None:
    """Of many puzzles nobody knows which to follow."""
    done = run("solve", mixed, "--trace", tmp_path / "trace.jsonl")

    assert 2 == done.exit_code
    assert "follow one puzzle; here are more" in done.stderr
    assert not (tmp_path / "trace.jsonl").exists()


def test_unreadable(run: Run, tmp_path: Path) -> None:
    """What cannot be read leaves no empty files."""
    done = run(
        "solve", "--trace", tmp_path / "t", "--tree", tmp_path / "t.svg", text="12"
    )

    assert 2 == done.exit_code
    assert [] == list(tmp_path.iterdir())


def test_no_solution(run: Run) -> None:
    """The exit code is the answer's, and the trace says why."""
    done = run("solve", "--trace", "-", text="11..............\n")
    told = lines(done.stdout)

    assert 3 == done.exit_code
    assert "conflict" == told[-2]["event"]
    assert "r1c1 and r1c2 are both 1" in done.stderr


def test_timeout(run: Run) -> None:
    """Time that is over ends trace and search alike."""
    done = run(
        "solve", "--all", "--trace", "-", "--timeout", "0.3", text="." * 81 + "\n"
    )
    told = lines(done.stdout)

    assert 4 == done.exit_code
    assert ("stopped", "out of time") == (told[-1]["ending"], told[-1]["why"])


def test_sat(run: Run, tmp_path: Path) -> None:
    """The same for any formula; the answer as ever."""
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    done = run("sat", "--trace", trace, "--tree", tree, text=FORMULA)
    refuted = run("sat", "--trace", "-", text=REFUTED)
    told = lines(trace.read_text("utf-8"))

    assert (10, "s SATISFIABLE\nv 1 2 -3 0\n") == (done.exit_code, done.stdout)
    assert ("formula", "<stdin>") == (told[0]["kind"], told[0]["source"])
    assert "file" == told[1]["reason"]["family"]
    assert "1 solution" in tree.read_text("utf-8")
    assert 20 == refuted.exit_code
    assert "conflict" == lines(refuted.stdout)[-2]["event"]


def test_sat_limits_and_rules(run: Run, tmp_path: Path) -> None:
    """What else `sat` is told holds for the search that is followed."""
    path = tmp_path / "pigeons.cnf"
    clauses = [[4 * pigeon + hole for hole in range(1, 5)] for pigeon in range(5)]
    for hole in range(1, 5):
        clauses += [[-4 * a - hole, -4 * b - hole] for a in range(5) for b in range(a)]
    text = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)
    path.write_text(f"p cnf 20 {len(clauses)}\n{text}")
    done = run("sat", path, "--conflicts", "3", "--rule", "first", "--trace", "-")
    told = lines(done.stdout)

    assert 0 == done.exit_code
    assert ("first", "stopped") == (told[0]["rule"], told[-1]["ending"])
    assert 3 == told[-1]["counts"]["conflict"]
    assert 2 == run("sat", path, "--trace", "-", "--engine", "minisat22").exit_code
    assert 2 == run("sat", path, "--trace-simplify", "--trace", "-").exit_code


def test_sat_replaces_nothing(run: Run, tmp_path: Path) -> None:
    """Unless it is told to."""
    tree = tmp_path / "tree.svg"
    tree.write_text("mine")

    assert 2 == run("sat", "--tree", tree, text=FORMULA).exit_code
    assert "mine" == tree.read_text()
    assert 10 == run("sat", "--tree", tree, "--force", text=FORMULA).exit_code
    assert tree.read_text().startswith("<svg")


def test_a_full_disk(run: Run, several: Path, tmp_path: Path) -> None:
    """A trace that cannot be written is told, and no answer goes out beside it."""
    if not sys.platform.startswith("linux"):
        pytest.skip("needs /dev/full")
    done = run(
        "solve", several, "--trace", "/dev/full", "-o", tmp_path / "out", "--force"
    )

    assert 1 == done.exit_code
    assert "No space left" in done.stderr
    assert {"several.txt"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_interrupted(program: Program, tmp_path: Path, number: int, code: int) -> None:
    """Ctrl-C keeps the trace so far, with its last line, and draws the tree so far."""
    puzzle = tmp_path / "empty.txt"
    puzzle.write_text("." * 81 + "\n")
    trace, tree = tmp_path / "trace.jsonl", tmp_path / "tree.svg"
    files: list[str | Path] = [
        "--trace",
        trace,
        "--trace-limit",
        "5000",
        "--tree",
        tree,
    ]
    with program("solve", "--all", "-o", tmp_path / "out", *files, puzzle) as process:
        assert process.stderr
        while process.poll() is None and written(process.pid, tmp_path) < 1_000_000:
            time.sleep(0.05)
        process.send_signal(number)
        assert code == process.wait(20)
        said = process.stderr.read().decode()
    told = lines(trace.read_text("utf-8"))

    assert "the trace so far is in" in said
    assert "the tree so far is in" in said
    assert "Traceback" not in said
    assert ("begun", "interrupted") == (told[0]["event"], told[-1]["ending"])
    assert 500 < told[-1]["written"] == len(told) - 2
    assert tree.read_text("utf-8").startswith("<svg")


def test_help(run: Run) -> None:
    """Both commands tell of it."""
    for name in ("solve", "sat"):
        text = run(name, "--help").stdout
        assert "--trace-format" in text
        assert "--tree-nodes" in text
    assert "--trace-simplify" not in run("sat", "--help").stdout


def test_nothing_is_loaded_without_need(program: Program, puzzle: Path) -> None:
    """A run that is not followed loads nothing of tracing."""
    with program("solve", puzzle, PYTHONPROFILEIMPORTTIME="1") as process:
        _, said = process.communicate()

    assert b"satdoku.cli.trace_options" in said
    assert b"satdoku.tracing" not in said
    assert b"satdoku.cli.tracing" not in said
