"""`satdoku sat`: any formula in DIMACS."""

import bz2
import gzip
import lzma
import re

import click.testing
import pytest

from satdoku.cli.main import main
from tests.cli.samples import (
    FORMULA,
    REFUTED,
    pigeons,
    refused,
)


@pytest.mark.parametrize("heuristic", ["first", "fewest", "dlis", "jeroslow-wang"])
def test_every_model_satisfies_every_clause(run, heuristic):
    text = "p cnf 6 7\n1 2 0\n-1 3 4 0\n-2 -3 0\n5 -6 0\n-4 6 0\n-5 2 0\n1 -5 0\n"
    values = (
        run("sat", "--heuristic", heuristic, text=text, code=10)
        .stdout.split("v ")[1]
        .split()
    )
    true = {int(value) for value in values}
    assert [abs(int(value)) for value in values] == [1, 2, 3, 4, 5, 6, 0]
    for line in text.splitlines()[1:]:
        assert true & {int(word) for word in line.split()[:-1]}


@pytest.mark.parametrize("engine", ["auto", "dpll", "cadical153"])
@pytest.mark.parametrize("limit", [["--conflicts", "50"], ["--timeout", "0.2"]])
def test_limits(run, engine, limit):
    done = run("sat", "--engine", engine, *limit, text=pigeons(12), code=0)
    assert done.stdout == "s UNKNOWN\n"
    assert done.stderr.count("\n") == 1
    assert run("sat", "-q", "--engine", engine, *limit, text=pigeons(12)).stderr == ""


@pytest.mark.parametrize("expected", ["--all", "--count"])
def test_a_timeout_covers_reading(run, expected):
    text = "p cnf 2 1000000\n" + "1 2 0\n" * 1_000_000
    done = run("sat", "-v", "--timeout", "0.1", expected, text=text, code=0)

    assert done.stdout == "s UNKNOWN\n"
    assert "out of time" in done.stderr
    assert "read as DIMACS" not in done.stderr


def test_verbose_names_sizes_and_the_engine(run):
    record = run("sat", "-v", "--engine", "glucose4", text=FORMULA)
    assert "glucose4" in record.stderr
    assert "3 " in record.stderr
    assert record.stdout == run("sat", "--engine", "glucose4", text=FORMULA).stdout
    assert run("sat", text=FORMULA).stderr == ""


@pytest.mark.parametrize("kind", [gzip, bz2, lzma], ids=["gzip", "bzip2", "xz"])
@pytest.mark.parametrize("cut", [None, 30])
def test_packed(run, tmp_path, kind, cut):
    packed = kind.compress(FORMULA.encode())[:cut]
    path = tmp_path / "formula.cnf.packed"
    path.write_bytes(packed)
    piped = click.testing.CliRunner().invoke(main, ["sat"], input=packed)
    done = run("sat", path)
    if cut is None:
        assert (done.exit_code, piped.exit_code) == (10, 10)
        assert done.stdout == piped.stdout == run("sat", text=FORMULA).stdout
    else:
        assert (done.exit_code, piped.exit_code) == (2, 2)
        assert str(path) in done.stderr
        assert "<stdin>" in piped.stderr


@pytest.mark.parametrize("engine", ["auto", "AUTO", "DPLL", "pysat", "Glucose4"])
def test_engine_names_in_any_case(run, engine):
    done = run("sat", "--engine", engine, "--stats", text=FORMULA, code=10)
    names = {"auto": "cadical153", "pysat": "cadical153"}
    assert done.stdout == "s SATISFIABLE\nv 1 2 -3 0\n"
    assert done.stderr.startswith(names.get(engine.lower(), engine.lower()))


FOUR = "p cnf 3 2\n1 2 0\n-1 -2 0\n"
"""Four models: one of 1 and 2, and 3 as it may be."""


@pytest.mark.parametrize("engine", ["auto", "dpll", "cadical153"])
def test_all_models(run, engine):
    done = run("sat", "--all", "--engine", engine, text=FOUR, code=10)
    status, *models, last = done.stdout.splitlines()
    assert (status, last) == ("s SATISFIABLE", "c 4 models, complete")
    assert {tuple(map(int, line.split()[1:3])) for line in models} == {(1, -2), (-1, 2)}
    assert len(set(models)) == 4
    few = run("sat", "--limit", "3", "--engine", engine, text=FOUR, code=10)
    assert few.stdout.count("v ") == 3
    assert "complete" not in few.stdout
    one = run("sat", "--all", "--assume", "1,-3", text=FOUR, code=10).stdout
    assert "v 1 -2 -3 0" in one.splitlines()
    assert "c 1 model, complete" in one
    none = run("sat", "--all", "--engine", engine, text=REFUTED, code=20)
    assert none.stdout.startswith("s UNSATISFIABLE\n")


@pytest.mark.parametrize("engine", ["auto", "dpll", "minisat22"])
def test_count(run, engine):
    for text, options, number in (
        (FOUR, (), 4),
        (FOUR, ("--assume", "3"), 2),
        (FOUR, ("--assume", "1 2"), 0),
        (REFUTED, (), 0),
        ("p cnf 0 0\n", (), 1),
    ):
        code = 10 if number else 20
        done = run("sat", "--count", "--engine", engine, *options, text=text, code=code)
        assert done.stdout.splitlines()[-1] == f"c s exact arb int {number}"


def test_count_within_a_time(run):
    text = "p cnf 60 1\n1 2 0\n"
    options = ("--count", "--engine", "dpll", "--timeout", "0.2")
    done = run("sat", *options, text=text, code=10)
    status, number = done.stdout.splitlines()
    assert status == "s SATISFIABLE"
    assert int(re.fullmatch(r"c at least ([0-9,]+) models", number)[1].replace(",", ""))
    assert "out of time" in done.stderr


@pytest.mark.parametrize("engine", ["auto", "cadical153", "minisat22"])
def test_assumptions(run, engine):
    """A model keeps them; or some of them contradict the formula."""
    options = ("--engine", engine, "--assume")
    model = run("sat", *options, "-1 3", text=FOUR, code=10).stdout
    core = run("sat", *options, "3 1 2", text=FOUR, code=20).stdout.splitlines()
    assert model == "s SATISFIABLE\nv -1 2 3 0\n"
    assert core[0] == "s UNSATISFIABLE"
    assert sorted(core[1].split()[2:]) == ["0", "1", "2"]


@pytest.mark.parametrize("engine", ["auto", "dpll", "minisat22"])
def test_projected_count(run, engine):
    """Models are counted by the variables that the file names."""
    for lines, number in (
        ("c t pmc\nc p show 1 0\n", 2),
        ("c ind 2 0\nc ind 3 0\n", 4),
    ):
        text = f"p cnf 3 1\n{lines}1 2 3 0\n"
        done = run("sat", "--count", "--engine", engine, text=text, code=10)
        assert done.stdout.endswith(f"c s type pmc\nc s exact arb int {number}\n")
    for lines in ("c t wmc\n", "c t pwmc\n", "c p weight 1 0.5 0\n"):
        text = f"{lines}p cnf 3 1\n1 2 3 0\n"
        refused(run, "sat", "--count", "--engine", engine, text=text, word="weight")
        run("sat", "--engine", engine, text=text, code=10)


def test_lenient(run):
    """Headers with wrong counts are accepted, if that is wanted."""
    text = "p cnf 2 5\n1 3 0\n-3 0\n"
    refused(run, "sat", text=text, word="--lenient")
    assert run("sat", "--lenient", text=text, code=10).stdout.endswith("v 1 -2 -3 0\n")


@pytest.mark.parametrize("engine", ["auto", "dpll", "glucose4"])
def test_proof(run, tmp_path, engine):
    """It verifies; there is none where there is a model."""
    formula, proof = tmp_path / "pigeons.cnf", tmp_path / "proof.drat"
    formula.write_text(pigeons(4))
    options = ("--engine", engine, "--proof", proof)
    run("sat", formula, *options, code=20)
    run("verify", "--formula", formula, proof, code=0)
    refused(run, "sat", formula, *options, word="--force")
    if engine == "dpll":
        options += ("--heuristic", "first")
    run("sat", formula, *options, "--force", code=20)
    run("verify", "--formula", formula, proof, code=0)
    proof.unlink()
    run("sat", *options, text=FORMULA, code=10)
    assert not proof.exists()


def test_a_comment_right_behind_the_end_of_a_clause(run):
    done = run("sat", text="p cnf 2 2\n1 2 0c comment\n-1 0comment\n", code=10)
    assert "v -1 2 0" in done.stdout


def test_minimal(run, tmp_path):
    path = tmp_path / "core.cnf"
    path.write_text("p cnf 4 5\n1 2 0\n-1 0\n3 0\n-2 0\n2 4 0\n")
    done = run("sat", path, "--minimal", code=20)

    lines = ["c minimal: 3 clauses", "c clause 1: 1 2 0", "c clause 2: -1 0"]
    assert [*lines, "c clause 4: -2 0"] == done.stdout.splitlines()[1:]
    path.write_text("p cnf 1 1\n1 0\n")
    assert "minimal" not in run("sat", path, "--minimal", code=10).stdout
    run("sat", path, "--minimal", "--count", code=2)
