"""`satdoku sat`: any formula in DIMACS."""

import bz2
import gzip
import lzma

import click.testing
import pytest

from satdoku.cli.main import main
from tests.cli.samples import FORMULA, REFUTED, agree, cases, label, pigeons, refused


@pytest.mark.parametrize("case", cases("sat"), ids=label)
def test_reference(run, case, renew):
    agree(run, case, renew=renew)


@pytest.mark.parametrize("rule", ["first", "fewest", "dlis", "jeroslow-wang"])
def test_every_model_satisfies_every_clause(run, rule):
    text = "p cnf 6 7\n1 2 0\n-1 3 4 0\n-2 -3 0\n5 -6 0\n-4 6 0\n-5 2 0\n1 -5 0\n"
    values = (
        run("sat", "--rule", rule, text=text, code=10).stdout.split("v ")[1].split()
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


def test_auto_tries_dpll_first_and_then_one_that_learns(run):
    hard = run("sat", "--stats", text=pigeons(7), code=20)
    assert hard.stderr.startswith("cadical153")
    assert run("sat", "--stats", text=REFUTED, code=20).stderr.startswith("dpll")
    told = run("sat", "-v", text=pigeons(7)).stderr
    assert told.index("dpll") < told.index("cadical153")
    assert "cadical153" not in run("sat", "-v", text=FORMULA).stderr.splitlines()[-2:]
    few = run("sat", "--stats", "--conflicts", "900", text=pigeons(7), code=0)
    assert few.stderr.splitlines()[-1].startswith("dpll")
    more = run("sat", "--stats", "--conflicts", "1010", text=pigeons(9), code=0)
    assert more.stderr.splitlines()[-1].startswith("cadical153")


def test_verbose_names_sizes_and_the_engine(run):
    told = run("sat", "-v", "--engine", "glucose4", text=FORMULA)
    assert "glucose4" in told.stderr
    assert "3 " in told.stderr
    assert told.stdout == run("sat", "--engine", "glucose4", text=FORMULA).stdout
    assert run("sat", text=FORMULA).stderr == ""


def test_large_formulas_are_not_tried_by_dpll(run):
    """At 50,000 clauses it is still tried."""
    for clauses, name in ((50_000, "dpll"), (50_001, "cadical153")):
        text = f"p cnf 2 {clauses}\n" + "1 2 0\n" * clauses
        assert run("sat", "--stats", text=text, code=10).stderr.startswith(name)


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


@pytest.mark.parametrize("name", ["missing.cnf", ".", ""])
def test_no_file(run, tmp_path, name):
    refused(run, "sat", name and tmp_path / name, word=name and tmp_path)


def test_one_file_alone(run):
    refused(run, "sat", "a", "b", word="b")
