"""`satdoku check-cnf`: the answer, its exit code, and what it refuses."""

import json

import pytest

from satdoku.cnf import encode

EMPTY = "." * 16


@pytest.fixture
def formula(tmp_path):
    path = tmp_path / "student.cnf"
    encode(EMPTY, "minimal").write(path)
    return path


def test_right(run, formula):
    done = run("check-cnf", formula, "--size", "4", code=0)

    assert done.stdout.startswith("right: its models are the solutions\n")
    assert "models: 288" in done.stdout


def test_wrong(run, formula):
    formula.write_text(formula.read_text().replace("\n1 2 3 4 0", "\n1 2 3 0"))
    done = run("check-cnf", formula, "--size", "4", "--json", code=3)
    record = json.loads(done.stdout)

    assert (False, [1], 216) == (record["right"], record["clauses"], record["models"])
    assert record["solution"][0] == "4"


def test_a_formula_of_another_puzzle(run, formula):
    done = run("check-cnf", formula, "1" + EMPTY[1:], "--size", "4", code=3)

    assert "a model is no solution: r1c1=1 is given" in done.stdout


def test_what_is_refused(run, formula, tmp_path):
    names = tmp_path / "names.txt"
    names.write_text("7 r9c9=9\n")
    for scheme, words in (("xyz", "no scheme 'xyz'"), (names, "of no cell")):
        done = run("check-cnf", formula, "--size", "4", "--scheme", scheme, code=2)
        assert words in done.stderr
    run("check-cnf", tmp_path / "none.cnf", code=2)


def test_a_limit_of_time(run, formula):
    done = run("check-cnf", formula, "--size", "4", "--timeout", "1e-9", code=4)

    assert "stopped by a limit" in done.stderr


def test_wrong_recipes(run, tmp_path):
    recipe = tmp_path / "weak.toml"
    text = 'format = 1\nname = "weak"\nsummary = "a"\nreference = "b"\n'
    recipe.write_text(text + "[cell]\nat_least_one = true\n")
    assert "sound = false" in run("cnf", EMPTY, "--encoding", recipe, code=2).stderr
    recipe.write_text(text + "sound = false\n[cell]\nat_least_one = true\n")
    done = run("cnf", EMPTY, "--encoding", recipe, code=0)

    assert "c family cell, at least one: 16\n" in done.stdout
    assert "p cnf 64 16" in done.stdout
    for command in ("solve", "check", "trace"):
        refused = run(command, EMPTY, "--encoding", recipe, code=2)
        assert "says sound = false" in refused.stderr
