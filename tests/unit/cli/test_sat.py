"""`satdoku sat`."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

SATISFIABLE = "c two\np cnf 3 3\n1 -2 0\n2 0\n-3 0\n"
REFUTED = "p cnf 1 2\n1 0\n-1 0\n"


@pytest.mark.parametrize("engine", ["auto", "dpll", "cadical153", "minisat22"])
def test_answers(run: Run, engine: str) -> None:
    """The answer comes as s and v lines, and as exit code 10 or 20."""
    found = run("sat", "--engine", engine, text=SATISFIABLE)
    refuted = run("sat", "--engine", engine, text=REFUTED)

    assert ("s SATISFIABLE\nv 1 2 -3 0\n", 10) == (found.stdout, found.exit_code)
    assert ("s UNSATISFIABLE\n", 20) == (refuted.stdout, refuted.exit_code)


def test_packed_file(run: Run, tmp_path: Path) -> None:
    """A file packed by gzip is read as it is."""
    path = tmp_path / "formula.cnf.gz"
    path.write_bytes(gzip.compress(SATISFIABLE.encode()))

    assert 10 == run("sat", path).exit_code
    path.write_bytes(gzip.compress(SATISFIABLE.encode())[:-12])
    broken = run("sat", path)
    assert 2 == broken.exit_code
    assert str(path) in broken.stderr


def pigeons(holes: int) -> str:
    """Return a formula that is long to refute: a pigeon more than there are holes."""
    clauses = [
        [pigeon * holes + hole + 1 for hole in range(holes)]
        for pigeon in range(holes + 1)
    ]
    clauses += [
        [-(one * holes + hole + 1), -(two * holes + hole + 1)]
        for hole in range(holes)
        for two in range(holes + 1)
        for one in range(two)
    ]
    lines = [f"p cnf {holes * (holes + 1)} {len(clauses)}"]
    return "\n".join([*lines, *(" ".join(map(str, [*c, 0])) for c in clauses)]) + "\n"


@pytest.mark.parametrize("engine", ["auto", "dpll", "cadical153"])
@pytest.mark.parametrize("limit", [["--conflicts", "50"], ["--timeout", "0.3"]])
def test_limits(run: Run, engine: str, limit: list[str]) -> None:
    """A limit ends the search with `s UNKNOWN` and exit code 0."""
    done = run("sat", "--engine", engine, *limit, text=pigeons(12))

    assert ("s UNKNOWN\n", 0) == (done.stdout, done.exit_code)
    assert "a limit came" in done.stderr


def test_auto_hands_over(run: Run) -> None:
    """What plain search does not answer soon is answered by a solver that learns."""
    done = run("sat", "--stats", text=pigeons(7))

    assert 20 == done.exit_code
    assert done.stderr.startswith("cadical153")
    assert run("sat", "--stats", text=REFUTED).stderr.startswith("dpll")


def test_rule(run: Run) -> None:
    """--rule is for dpll: it takes its own rules, and no other engine takes one."""
    named = run("sat", "--rule", "nonsense", text=SATISFIABLE)
    assert 2 == named.exit_code
    assert "nonsense" in named.stderr
    other = run("sat", "--rule", "fewest", "--engine", "minisat22", text=SATISFIABLE)
    assert 2 == other.exit_code
    assert "rule" in other.stderr
    assert 10 == run("sat", "--rule", "fewest", text=SATISFIABLE).exit_code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p cnf 1 1\n2 0\n", "<stdin>:2: literal 2"),
        ("hello\n", "<stdin>:1: "),
        ("p cnf 2147483647 0\n", "at most"),
        ("", "no header"),
    ],
)
def test_unreadable(run: Run, text: str, said: str) -> None:
    """What is no DIMACS is told by its line, before any engine sees it."""
    done = run("sat", text=text)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


def test_missing_file(run: Run, tmp_path: Path) -> None:
    """A file that is not there is told by its name."""
    done = run("sat", tmp_path / "nothing.cnf")

    assert 2 == done.exit_code
    assert "nothing.cnf: no such file" in done.stderr
    assert 2 == run("sat", tmp_path).exit_code


def test_lying_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that leaves a clause false does not go out."""
    from satdoku.engines.dpll.engine import Dpll
    from satdoku.engines.engine import Outcome, Status

    def lie(*_: object) -> Outcome:
        return Outcome(Status.SATISFIABLE, (1, 2, 3))

    monkeypatch.setattr(Dpll, "solve", lie)
    done = run("sat", "--engine", "dpll", text=SATISFIABLE)

    assert (1, "") == (done.exit_code, done.stdout)
    assert "leaves clause (-3,) false" in done.stderr


@pytest.mark.parametrize("cut", [None, 30])
def test_packed_standard_input(run: Run, cut: int | None) -> None:
    """A formula may be packed on standard input, too; what is cut off is told."""
    from click.testing import CliRunner

    from satdoku.cli.main import main

    packed = gzip.compress(SATISFIABLE.encode())
    done = CliRunner().invoke(main, ["sat"], input=packed[:cut])

    if cut is None:
        assert run("sat", text=SATISFIABLE).stdout == done.stdout
        assert 10 == done.exit_code
    else:
        assert (2, "") == (done.exit_code, done.stdout)
        assert "<stdin>: gzip data that is cut off" in done.stderr


@pytest.mark.parametrize("text", ["", "p"])
def test_hardly_any_input(run: Run, text: str) -> None:
    """A formula of no or one byte is told as what it is."""
    done = run("sat", text=text)

    assert 2 == done.exit_code
    assert "expected p cnf VARIABLES CLAUSES" in done.stderr


def test_verbose(run: Run) -> None:
    """-v tells what was read, what searches, and why."""
    done = run("sat", "-v", text=SATISFIABLE)

    assert "satdoku: <stdin>: read as DIMACS: 3 variables, 3 clauses\n" in done.stderr
    assert "satdoku: dpll: for up to 1,000 conflicts" in done.stderr
    asked = run("sat", "-v", "--engine", "glucose4", text=SATISFIABLE)
    assert "satdoku: glucose4: it was asked for\n" in asked.stderr
    assert "" == run("sat", text=SATISFIABLE).stderr
