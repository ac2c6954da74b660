"""`satdoku verify`: what is accepted, what is refused, and by whom."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import satdoku
from tests.cli.samples import DEAD_END, PROPER, SEVERAL, refused, wordless

FORMULA = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
LRAT = "5 1 0 1 2 0\n6 0 5 3 4 0\n"
DRAT = "1 0\n0\n"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
FILES = ("certificate.json", "formula.cnf", "proof.lrat", "solutions.txt")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Return the folder that the commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def folder():
    """Return the folder of a proof."""
    satdoku.prove(PROPER).write("a")
    return Path("a")


@pytest.fixture(scope="module")
def proofs(tmp_path_factory):
    """Prove eleven puzzles once, of every kind of claim."""
    folder = tmp_path_factory.mktemp("proofs") / "all"
    folder.mkdir()
    for number in range(1, 12):
        puzzle = (PROPER, SEVERAL, DEAD_END, "." * 16)[number % 4]
        satdoku.prove(puzzle, limit=100).write(folder / str(number))
    return folder


@pytest.fixture
def several(proofs):
    """Return a folder with a copy of these proofs."""
    return Path(shutil.copytree(proofs, "all"))


@pytest.fixture
def formula():
    """Write a formula without a model, and proofs of that."""
    for name, text in (("f.cnf", FORMULA), ("p.lrat", LRAT), ("p.drat", DRAT)):
        Path(name).write_text(text)


@pytest.fixture
def checker(tmp_path):
    """Return what makes a checker of a name and a shell script."""

    def make(name, script):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
        return f"./{name}"

    return make


def edit(path, old, new):
    """Change a file in one place."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("puzzle", "options", "expected"),
    [
        (PROPER, {}, ("exactly one solution", 1, "lrat", 389)),
        (SEVERAL, {"format": "drat"}, ("exactly 2 solutions", 2, "drat", 390)),
        (DEAD_END, {}, ("no solution", 0, "lrat", 388)),
        ("." * 16, {"limit": 5}, ("at least 6 solutions", 6, None, None)),
    ],
)
def test_what_is_verified(run, puzzle, options, expected):
    form = options.pop("format", "lrat")
    satdoku.prove(puzzle, **options).write("a", format=form)
    (told,) = run.json("verify", "a", code=0)
    seen = tuple(told[key] for key in ("claim", "solutions", "format", "clauses"))
    assert (seen, told["verified"], told["puzzle"]) == (expected, True, puzzle)
    assert (told["source"], told["checkers"]) == ("a", [])
    steps = Path(f"a/proof.{form}")
    assert told["bytes"] == (steps.stat().st_size if steps.exists() else None)
    for key in ("steps", "definitions", "deletions"):
        assert (told[key] is None) == (expected[2] is None)
    text = run("verify", "a", code=0).stdout
    assert text.startswith(f"a: verified: {expected[0]}\n")
    assert puzzle in text
    if steps.exists():
        assert f"{told['steps']:,} step" in text
        assert str(expected[3]) in text
    if form == "lrat" and steps.exists():
        lines = steps.read_text().splitlines()
        assert told["steps"] == sum(not re.match(r"\d+ d ", line) for line in lines)
        assert told["deletions"] == sum(
            len(line.split()) - 3 for line in lines if re.match(r"\d+ d ", line)
        )
    assert run("verify", "-q", "a").stdout == ""


def test_folders_of_folders_come_by_their_numbers(run, several):
    done = run("verify", several, code=0)
    lines = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert lines == [f"all/{number}" for number in range(1, 12)]
    assert [
        word for word in re.findall(r"(?<![.\d])\d+(?!\.)", done.stderr) if word == "11"
    ] == ["11"] * 2
    (several / ".satdoku-1.tmp").mkdir()  # what a run that was killed has left
    (several / ".satdoku-1.tmp" / "certificate.json").write_text("half\n")
    assert run("verify", several, code=0).stdout == done.stdout


def test_each_is_checked_whatever_the_others_are(run, several, folder):
    edit(several / "1" / "proof.lrat", " 0 ", " 7 0 ")
    (several / "2" / "formula.cnf").unlink()
    done = run("verify", "nothing", several / "1", several / "2", folder, code=2)
    first, second, third, last = done.stderr.splitlines()
    assert done.stdout.startswith("a: ")
    assert "nothing" in first
    assert "all/1/proof.lrat" in second
    assert "all/2/formula.cnf" in third
    assert re.findall(r"(\d+) [vwn]", last) == ["1", "1", "2"]
    assert run("verify", several / "1", folder, code=3).stdout.startswith("a: ")


@POSIX
@pytest.mark.parametrize("name", FILES)
def test_pipes_and_devices_are_refused(run, folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    refused(run, "verify", folder, word=f"a/{name}")
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/zero")
    refused(run, "verify", folder, word=f"a/{name}")


def test_what_is_no_proof(run, folder):
    Path("empty").mkdir()
    Path("file").write_text(DRAT)
    for name in ("nothing", "empty", "file", "", "-"):
        refused(run, "verify", name, word=name)
    refused(run, "verify")
    refused(run, "verify", "--formula", "-", folder / "proof.lrat")
    (record,) = run.json("verify", "nothing", code=2)
    assert (record["source"], record["verified"]) == ("nothing", False)


def test_json_of_several(run, several):
    edit(several / "4" / "formula.cnf", "1 2 3 4 0", "1 2 3 0")
    record = run.json("verify", several, code=3)
    assert [one["verified"] for one in record] == [
        number != 4 for number in range(1, 12)
    ]
    assert wordless(record[3])["error"].startswith("all/4/formula.cnf:5")
    wrong = run("verify", "-q", several, code=3)
    assert (wrong.stdout, wrong.stderr.count("\n")) == ("", 1)


def test_who_searched_does_not_matter(run, folder):
    edit(folder / "certificate.json", "dpll by", "a guess")
    run("verify", folder, code=0)


def test_about_which_puzzle(run, folder, several):
    for name, text in (
        ("right", PROPER),
        ("other", DEAD_END),
        ("two", f"{PROPER}\n{PROPER}\n"),
    ):
        Path(name).write_text(text)
    assert run("verify", folder, "--puzzle", "right", code=0).stderr == ""
    refused(run, "verify", folder, "--puzzle", "other", code=3, word=" a:")
    run("verify", several, "--puzzle", "right", code=3)
    refused(run, "verify", folder, "--puzzle", "two", word="two:2")
    refused(run, "verify", folder, "--puzzle", "missing", word="missing")
    refused(
        run,
        "verify",
        "--formula",
        "a/formula.cnf",
        "p",
        "--puzzle",
        "x",
        word="--puzzle",
    )


def test_timeout(run, folder):
    refused(run, "verify", folder, "--timeout", "0.000001", code=4, word=" a:")
    record = run.json("verify", folder, "--timeout", "0.000001", code=4)
    assert [one["verified"] for one in record] == [False]


# Other checkers, which are shell scripts here: they know no proofs.

YES = {
    "drat-trim": "echo 's VERIFIED'",
    "cake_lpr": "echo 's VERIFIED UNSAT'",
}


@POSIX
def test_checkers_of_several(run, several, checker):
    """Some claims have no proof that a checker could check."""
    program = checker("drat-trim", YES["drat-trim"])
    lines = run("verify", several, "--checker", program, code=0).stdout.splitlines()
    at_least = [at for at, line in enumerate(lines) if "at least 101" in line]
    assert len(at_least) == 3
    assert all(program in lines[at + 1] for at in at_least)
    assert sum(line.startswith("  drat-trim accepts") for line in lines) == 8
    record = run.json("verify", several, "--checker", program, code=0)
    assert [len(one["checkers"]) for one in record] == [
        int(n % 4 != 3) for n in range(1, 12)
    ]


@POSIX
def test_a_checker_that_cannot_read_the_proof(run, folder, checker):
    """What satdoku itself found, and other checkers, counts all the same."""
    satdoku.prove(PROPER).write("a", format="drat", force=True)
    satdoku.prove(PROPER).write("b", format="drat")
    options = ["--checker", checker("cake_lpr", YES["cake_lpr"])]
    options += ["--checker", checker("drat-trim", YES["drat-trim"])]
    done = run("verify", folder, *options, code=2)
    assert done.stdout.startswith("a: verified: ")
    assert "  drat-trim" in done.stdout
    assert "cake_lpr" in done.stderr
    (record,) = run.json("verify", folder, *options, code=2)
    assert (record["verified"], [one["name"] for one in record["checkers"]]) == (
        False,
        ["drat-trim"],
    )
    assert "cake_lpr" in record["error"]
    many = run("verify", folder, "b", *options, code=2)
    assert many.stdout.count("verified") == 2
    assert re.findall(r"(?<![.\d])(\d+) \w+", many.stderr.splitlines()[-1]) == [
        "2",
        "2",
    ]


@pytest.mark.usefixtures("formula")
@pytest.mark.parametrize("name", ["p.lrat", "p.drat"])
def test_a_proof_of_any_formula(run, name):
    (record,) = run.json("verify", "--formula", "f.cnf", name, code=0)
    assert (record["verified"], record["claim"], record["puzzle"]) == (True, None, None)
    assert (record["format"], record["steps"], record["clauses"]) == (name[2:], 2, 4)
    text = run("verify", "--formula", "f.cnf", name, code=0).stdout
    Path("p").write_text(Path(name).read_text())  # its ending does not matter
    assert run("verify", "--formula", "f.cnf", "p", code=0).stdout == text.replace(
        name, "p", 1
    )


@pytest.mark.usefixtures("formula")
@pytest.mark.parametrize(
    ("name", "proof", "code", "place"),
    [
        ("p.lrat", LRAT.replace("5 3 4", "3 4"), 3, "p.lrat"),
        ("p.lrat", LRAT[:12], 3, "p.lrat"),
        ("p.lrat", LRAT[:-3], 2, "p.lrat:2"),
        ("p.lrat", "", 3, "p.lrat"),
        ("p.drat", "0\n", 3, "p.drat"),
        ("p.drat", "1 0\n", 3, "p.drat"),
        ("p.drat", "1 0\nzero 0\n", 2, "p.drat:2"),
        ("p.drat", "3 0\n", 3, "p.drat"),
    ],
)
def test_wrong_proofs(run, name, proof, code, place):
    Path(name).write_text(proof)
    refused(run, "verify", "--formula", "f.cnf", name, code=code, word=f" {place}")


@pytest.mark.usefixtures("formula")
def test_formulas_that_are_none_and_proofs_that_are_none(run):
    for formula, proof, word in (
        ("none.cnf", "p.drat", "none.cnf"),
        ("f.cnf", "none.drat", "none.drat"),
        ("p.drat", "p.drat", "p.drat:1"),
        ("f.cnf", ".", "."),
    ):
        refused(run, "verify", "--formula", formula, proof, word=word)
    Path("sat.cnf").write_text("p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n")
    refused(run, "verify", "--formula", "sat.cnf", "p.drat", code=3)
    done = run("verify", "--formula", "f.cnf", "p.drat", "p.lrat", code=0)
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "p.drat",
        "p.lrat",
    ]


def test_a_proof_in_words(run):
    satdoku.prove("1....2....3....4", engine="dpll").write("two")
    lines = run("verify", "two", "--explain", code=0).stdout.splitlines()

    at = lines.index("  394: r3c3≠1")
    assert "    as 387 r3c3=3: a clue" == lines[at + 1]
    assert "    and 73 r3c3≠1 or r3c3≠3: a rule" == lines[at + 2]
    assert any("the empty clause" in line for line in lines)


def test_what_cannot_be_told_in_words(run, formula):
    satdoku.prove(PROPER).write("d", format="drat")

    assert "only LRAT" in run("verify", "d", "--explain", code=2).stderr
    run("verify", "--formula", "f.cnf", "p.lrat", "--explain", code=2)
