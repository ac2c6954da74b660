"""The reference solvers at the command line: their options, and who refuses them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from satdoku.reference import table

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
CLASHING = "11.............."
HARD = (
    "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2....."
)
OPEN = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
"""The four techniques do not solve it."""
RULES = "naked-single, hidden-single, naked-pair, naked-triple"
NEEDS = {row.name: row.library for row in table.ROWS}


@pytest.fixture(params=NEEDS)
def engine(request: pytest.FixtureRequest) -> str:
    """Return the name of a reference solver that is installed: each in turn."""
    library = NEEDS[request.param]
    if library:
        pytest.importorskip(library, reason=f"{library} is not installed")
    return str(request.param)


def counters(run: Run, *options: str, text: str = HARD) -> dict[str, int]:
    """Return what a search has counted."""
    done = run("solve", "--json", *options, text=text)
    answer = json.loads(done.stdout)
    assert "unique" == answer["status"]
    told: dict[str, int] = answer["statistics"]
    return told


def test_each_answers_as_others_do(run: Run, engine: str) -> None:
    """One solution, several, none, in any command that solves."""
    unique = run("solve", "--engine", engine, "--to", "line", text=PROPER)
    several = run("count", "--engine", engine, text=SEVERAL)
    none = run("solve", "--engine", engine, text=CLASHING)
    shown = run("show", "--engine", engine, "--solution", text=PROPER)

    assert (0, f"{SOLVED}\n") == (unique.exit_code, unique.stdout)
    assert (0, "2\n") == (several.exit_code, several.stdout)
    assert (3, "") == (none.exit_code, none.stdout)
    assert run("show", "--solution", text=PROPER).stdout == shown.stdout


def test_each_tells_what_it_took(run: Run, engine: str) -> None:
    """--stats has its counters, whatever they are, and --json the same."""
    done = run("solve", "--engine", engine, "--stats", text=PROPER)
    told = counters(run, "--engine", engine, text=PROPER)

    assert f"{engine} (it was asked for); " in done.stderr
    assert {"guesses", "conflicts", "nodes"} & told.keys()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["backtracking", "--order", "blocks"], "with order blocks"),
        (["elimination", "--only", "singles"], "with techniques naked-single, hidden"),
        (["elimination", "--only", "singles", "--without", "singles"], "no techniques"),
        (["elimination", "--only", "none"], "no techniques"),
        (["elimination", "--only", "None", "--with", "naked-pair"], "techniques naked"),
    ],
)
def test_options_are_told(run: Run, options: list[str], said: str) -> None:
    """--stats and --verbose tell order and techniques, and where none is left."""
    done = run("solve", "--stats", "-v", "--engine", *options, text=PROPER)

    assert 2 == done.stderr.count(said)


def test_count_has_the_options(run: Run) -> None:
    """Order and techniques change nothing about how many there are."""
    for options in (
        ["backtracking", "--order", "fewest"],
        ["elimination", "--without", "singles"],
        ["logic", "--only", "singles"],
    ):
        assert "2\n" == run("count", "--engine", *options, text=SEVERAL).stdout


@pytest.mark.parametrize(
    ("engine", "option"),
    [
        ("backtracking:blocks", "--order blocks"),
        ("Elimination:none", "--only or --without"),
        ("dpll:first", "--rule first"),
    ],
)
def test_options_behind_a_colon(run: Run, engine: str, option: str) -> None:
    """Who writes them as a study takes them is told how they are said here."""
    done = run("solve", "--engine", engine, text=PROPER)

    assert (2, "") == (done.exit_code, done.stdout)
    assert f"with {option}?" in done.stderr


def test_the_order_matters(run: Run) -> None:
    """Rows are usual; the fullest blocks, or the fewest candidates, take fewer."""
    by_order = {
        order: counters(run, "--engine", "backtracking", "--order", order)["guesses"]
        for order in table.ORDERS
    }

    assert by_order["rows"] == counters(run, "--engine", "Backtracking")["guesses"]
    assert by_order["fewest"] < by_order["blocks"] < by_order["rows"]


def test_techniques_are_switched(run: Run) -> None:
    """The fewer there are the more is guessed; all four may be left out."""
    guesses = [
        counters(run, "--engine", "elimination", *options, text=OPEN)["guesses"]
        for options in (
            [],
            ["--without", "naked-pair,naked-triple"],
            ["--only", "naked-single", "--with", "naked-pair"],
            ["--without", "singles", "--without", "subsets"],
        )
    ]

    assert sorted(set(guesses)) == guesses


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--order", "rows"], "--order is about --engine backtracking, not auto"),
        (
            ["--order", "rows", "--engine", "bitmask"],
            "--order is about --engine backtracking, not bitmask",
        ),
        (
            ["--engine", "backtracking", "--order", "boxes"],
            "no order 'boxes'; expected rows, blocks, fewest",
        ),
        (["--order", "rows", "--trace", "-"], "--engine backtracking, not auto"),
        (
            ["--engine", "elimination", "--with", "x-wing"],
            f"engine elimination does not know 'x-wing'; it knows {RULES}",
        ),
        (
            ["--engine", "elimination", "--only", "naked-quad"],
            f"engine elimination does not know 'naked-quad'; it knows {RULES}",
        ),
        (
            ["--engine", "elimination", "--without", "chains"],
            f"none of engine elimination's techniques, which are {RULES}",
        ),
        (["--engine", "constraint", "--only", "singles"], "elimination, not const"),
        (["--engine", "logic", "--only", "none"], "no technique is left to use"),
        (["--engine", "elimination", "--only", "none,singles"], "or family 'none'"),
        (["--engine", "elimination", "--without", "none"], "or family 'none'"),
        (["--engine", "bitmask", "--rule", "first"], "bitmask has no decision rules"),
        (["--engine", "bitmask", "--encoding", "triad"], "takes no formula"),
        (["--engine", "bitmask", "--trace", "-"], "leave out --engine bitmask"),
        (["--engine", "bitmask", "--tree", "-"], "leave out --engine bitmask"),
        (["--engine", "bitmask", "--workers", "2"], "leave out --engine bitmask"),
    ],
)
def test_what_makes_no_sense(run: Run, options: list[str], said: str) -> None:
    """Refused with one clear message."""
    done = run("solve", *options, text=PROPER)

    assert 2 == done.exit_code
    assert "" == done.stdout
    assert said in done.stderr
    assert 1 == len(done.stderr.splitlines())


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["check"], PROPER),
        (["minimize"], PROPER),
        (["prove", "-o", "proof"], PROPER),
        (["sat"], "p cnf 1 1\n1 0\n"),
    ],
)
def test_who_needs_formulas_refuses_them(
    run: Run,
    command: list[str],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one message, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    for name in NEEDS:
        done = run(*command, "--engine", name, text=text)

        assert 2 == done.exit_code
        assert "" == done.stdout
        assert f"satdoku: error: engine {name} takes puzzles, not formulas\n" == (
            done.stderr
        )
    assert [] == list(tmp_path.iterdir())


def test_a_library_may_be_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two need one: the list says so, and who asks for one is told what to install."""
    monkeypatch.setattr(table, "find_spec", lambda _name: None)

    rows = [json.loads(line) for line in run("engines", "--json").stdout.splitlines()]
    here = {row["name"]: row for row in rows if row["room"] == "reference"}

    assert NEEDS.keys() == here.keys()
    assert ["ilp", "cp"] == [name for name in here if not here[name]["available"]]
    for name in ("ilp", "cp"):
        assert here[name]["summary"].endswith(f" (not installed: satdoku[{name}])")
        done = run("solve", "--engine", name, text=PROPER)
        assert (2, "") == (done.exit_code, done.stdout)
        assert (
            f"satdoku: error: engine {name} needs {NEEDS[name]}, which is not "
            f"installed: pip install 'satdoku[{name}]'\n"
        ) == done.stderr
