"""`satdoku check-cnf`: the answer, its exit code, and what it refuses."""

import json

import pytest

from satdoku.cnf import Formula, encode

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


def test_a_guessed_size_is_called_so(run, formula):
    words = "size: guessed; --size N says another"
    text = formula.read_text().replace("\n1 2 3 4 0", "\n1 2 3 0")
    formula.write_text(text)

    assert words not in run("check-cnf", formula, code=3).stdout
    formula.write_text(text.replace("p cnf 64", "p cnf 65"))
    assert words not in run("check-cnf", formula, "--size", "4", code=3).stdout
    assert words in run("check-cnf", formula, code=3).stdout


def test_a_formula_of_another_puzzle(run, formula):
    done = run("check-cnf", formula, "1" + EMPTY[1:], code=3)

    assert "no solution: it breaks the rule 'r1c1=1 is given'\n" in done.stdout


def test_a_puzzle_in_a_file(run, tmp_path):
    rules, puzzle = tmp_path / "rules.cnf", tmp_path / "four.txt"
    puzzle.write_text("1...\n..2.\n...3\n.4..\n")
    encode("1.....2....3.4..", "extended").write(rules)

    assert "models: 1\n" in run("check-cnf", rules, puzzle, code=0).stdout
    done = run("check-cnf", rules, puzzle, "--size", "9", code=2)
    assert "four.txt:1: a grid of 4x4; expected 9x9, as --size says" in done.stderr
    assert "no such file" in run("check-cnf", rules, "no.txt", code=2).stderr


def test_the_size_is_found_out(run, formula, tmp_path):
    rules = run("cnf", EMPTY, "--names", "--encoding", "triad", code=0).stdout
    named = run("check-cnf", text=rules, code=0).stdout
    other = tmp_path / "other.cnf"
    other.write_text("p cnf 63 1\n63 0\n")

    assert "numbering: rcd of 4x4" in run("check-cnf", formula, code=0).stdout
    assert "numbering: named in comments of 4x4" in named
    for file, words in (
        ((formula, "--size", "9"), "64 variables for a grid of 9x9; expected at least"),
        ((other,), "--size says which grid"),
    ):
        assert words in run("check-cnf", *file, code=2).stderr


def test_the_size_of_a_formula_with_auxiliary_variables(run, tmp_path):
    student = tmp_path / "student.cnf"
    encode(EMPTY, "extended-sequential").write(student)

    assert "numbering: rcd of 4x4; " in run("check-cnf", student, code=0).stdout


def nine(tmp_path, change):
    """Return the file of a 9x9 formula, changed clause by clause."""
    path = tmp_path / "nine.cnf"
    clauses = enumerate(encode("." * 81, "minimal").clauses)
    Formula.of([c for n, clause in clauses if (c := change(n, clause))]).write(path)
    return path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        # the digit 9 forgotten: cells of 1 to 8, which are pigeonholes
        (lambda _, clause: [x for x in clause if len(clause) < 9 or x % 9], "no model"),
        (lambda n, clause: [*clause[:-1], -clause[-1]] if n == 5000 else clause, "at"),
        (lambda n, clause: clause if n else [], "rule 'r1c1 holds a digit'"),
    ],
)
def test_wrong_formulas_of_9x9(run, tmp_path, change, words):
    path = nine(tmp_path, change)

    assert words in run("check-cnf", path, "--timeout", "20", code=3).stdout


def test_a_clause_that_follows_by_counting(run, tmp_path):
    path = nine(tmp_path, lambda n, clause: clause if n != 1000 else [])

    done = run("check-cnf", path, "--timeout", "20", code=0)
    assert done.stdout.startswith("right: ")


def test_what_was_tried(run, tmp_path):
    """Nothing is wrong, but auxiliary variables leave no exact answer."""
    student = tmp_path / "student.cnf"
    clauses = encode("." * 36, "extended").clauses
    clauses += [[-x, 300 + x] for x in range(1, 40)]
    Formula.of(clauses).write(student)

    done = run("check-cnf", student, "--size", "6", code=4)
    assert "every model is a solution, and 200 random solutions are" in done.stdout


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


def test_clues_without_a_puzzle(run, tmp_path):
    clued = tmp_path / "clued.cnf"
    encode("1" + EMPTY[1:], "minimal").write(clued)

    done = run("check-cnf", clued, code=3)
    assert "1 unit clause looks like clues" in done.stdout
    assert "like clues" not in run("check-cnf", clued, "2" + EMPTY[1:], code=3).stdout


def test_a_simplified_formula(run, tmp_path):
    left = tmp_path / "left.cnf"
    run("cnf", "1" + EMPTY[1:], "--simplify", "-o", left, code=0)

    done = run("check-cnf", left, "1" + EMPTY[1:], code=2)
    assert "without --simplify" in done.stderr
