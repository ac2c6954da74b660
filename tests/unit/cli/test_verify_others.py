"""`satdoku verify` with other checkers (`--with`), and of any formula (`--formula`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku.proof.proving import prove
from tests.unit.proof.conftest import NO, YES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Run

    Make = Callable[[str, str], str]

PROPER = "1.....2...3.4..."
SEVERAL = "1....2....3....4"
DEAD_END = "12.3..4........."
FORMULA = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
LRAT = "5 1 0 1 2 0\n6 0 5 3 4 0\n"
DRAT = "1 0\n0\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def folder() -> Path:
    """Return the folder of a proof."""
    prove(PROPER, encoding="triad-lite").write("a")
    return Path("a")


@pytest.fixture
def several() -> Path:
    """Return a folder with the proofs of eleven puzzles, of every kind of claim."""
    Path("all").mkdir()
    for number in range(1, 12):
        puzzle = (PROPER, SEVERAL, DEAD_END, "." * 16)[number % 4]
        prove(puzzle, limit=100).write(f"all/{number}")
    return Path("all")


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return what makes a checker of a name and a shell script."""

    def make(name: str, script: str) -> str:
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
        return f"./{name}"

    return make


@pytest.mark.parametrize("name", YES)
def test_other_checkers(run: Run, folder: Path, make: Make, name: str) -> None:
    """What another checker says is told, and counts."""
    yes = run("verify", folder, "--with", make(name, YES[name]))
    script, reason = NO[name]
    no = run("verify", folder, "--with", make(name, script))

    assert 0 == yes.exit_code
    assert f"  {name}" in yes.stdout
    assert "accepts the proof" in yes.stdout
    if name == "lrat-trim":  # which does not know the steps that define
        assert 2 == no.exit_code
        assert no.stdout.startswith("a: verified: exactly one solution\n")
        assert "a: lrat-trim cannot follow the 76 definitions" in no.stderr
    else:
        assert 3 == no.exit_code
        assert "a: not agreed on: exactly one solution" in no.stdout
        assert reason in no.stdout


def test_two_checkers(run: Run, folder: Path, make: Make) -> None:
    """Both are asked; one that does not agree is enough."""
    both = ["--with", make("cake_lpr", YES["cake_lpr"])]
    both += ["--with", make("drat-trim", NO["drat-trim"][0])]
    done = run("verify", folder, *both)
    quiet = run("verify", "-q", folder, *both)
    told = json.loads(run("verify", "--json", folder, *both).stdout)

    assert 3 == done.exit_code == quiet.exit_code
    assert "cake_lpr accepts the proof: s VERIFIED UNSAT" in done.stdout
    assert "drat-trim does not accept the proof, turned into DRAT" in done.stdout
    assert "not agreed on" in quiet.stdout
    assert told["verified"] is False
    assert [True, False] == [one["accepted"] for one in told["checkers"]]


def test_checkers_of_several(run: Run, several: Path, make: Make) -> None:
    """Each proof is told to have been checked by them; some have none to check."""
    done = run("verify", several, "--with", make("drat-trim", YES["drat-trim"]))

    assert 0 == done.exit_code
    assert "all/1: verified, by drat-trim too: exactly 2 solutions\n" in done.stdout
    assert (
        "all/3: verified: at least 101 solutions\n"
        "  nothing for ./drat-trim to check: the solutions show it\n"
    ) in done.stdout


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("lrat-check", "lrat-check is not run: its newest versions accept wrong"),
        ("cadical", "cadical is none of the checkers that are known: cake_lpr, "),
        ("./drat-trim", "./drat-trim is not there"),
        ("", " is none of the checkers that are known"),
    ],
)
def test_no_checker(run: Run, several: Path, program: str, said: str) -> None:
    """A checker that is none is told before anything is checked."""
    done = run("verify", several, "--with", program)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr
    assert 1 == done.stderr.count("\n")


def test_checker_that_cannot_follow(run: Run, make: Make) -> None:
    """What satdoku itself found, and other checkers, is told before that remark."""
    for number in (1, 2):
        proof = prove(PROPER, encoding="triad-lite")
        Path("all").mkdir(exist_ok=True)
        proof.write(f"all/{number}")
    trim = ["--with", make("lrat-trim", NO["lrat-trim"][0])]
    asked = [*trim, "--with", make("drat-trim", YES["drat-trim"])]
    one = run("verify", "all/1", *asked)
    told = json.loads(run("verify", "all/1", "--json", *asked).stdout)
    many = run("verify", "all", *trim)

    assert 2 == one.exit_code == many.exit_code
    assert one.stdout.startswith("all/1: verified: exactly one solution\n")
    assert "  drat-trim accepts the proof" in one.stdout
    assert "error: all/1: lrat-trim cannot follow the " in one.stderr
    assert (False, ["drat-trim"]) == (
        told["verified"],
        [each["name"] for each in told["checkers"]],
    )
    assert "lrat-trim cannot follow" in told["error"]
    assert 2 == many.stdout.count("verified: ")
    assert many.stderr.endswith(" s: 2 not checked by all\n")


def test_checker_that_hangs(run: Run, folder: Path, make: Make) -> None:
    """It is ended after --timeout, and that is no answer."""
    program = make("drat-trim", "exec sleep 60")
    done = run("verify", folder, "--with", program, "--timeout", "0.2")

    assert 4 == done.exit_code
    assert done.stdout.startswith("a: verified: exactly one solution\n")
    assert "satdoku: error: a: drat-trim has not finished within 0.2 s" in done.stderr


def test_checker_that_crashes(run: Run, folder: Path, make: Make) -> None:
    """That is no answer, either."""
    done = run("verify", folder, "--with", make("drat-trim", "kill -9 $$"))

    assert 1 == done.exit_code
    assert "drat-trim gives no answer: it was ended by SIGKILL" in done.stderr


@pytest.mark.parametrize(("name", "proof"), [("p.lrat", LRAT), ("p.drat", DRAT)])
def test_formula(run: Run, here: Path, name: str, proof: str) -> None:
    """A proof of any formula is checked; a name without its ending does no harm."""
    (here / "f.cnf").write_text(FORMULA)
    for file in (name, "p"):
        (here / file).write_text(proof)
        done = run("verify", "--formula", "f.cnf", file)

        assert (0, "") == (done.exit_code, done.stderr)
        form = name[2:].upper()
        assert done.stdout.startswith(f"{file}: verified: no model\n  proof: {form}, 2")


@pytest.mark.parametrize(
    ("name", "proof", "said"),
    [
        ("p.lrat", LRAT.replace("5 3 4", "3 4"), "p.lrat: step 6 (line 2): "),
        ("p.lrat", LRAT[:12], "p.lrat: "),
        ("p.lrat", LRAT[:-3], "p.lrat:2: "),
        ("p.lrat", "", "p.lrat: "),
        ("p.drat", "0\n", "p.drat: "),
        ("p.drat", "1 0\n", "p.drat: "),
        ("p.drat", "1 0\nzero 0\n", "p.drat:2"),
        ("p.drat", "3 0\n", "p.drat: "),
    ],
)
def test_wrong_proofs(run: Run, here: Path, name: str, proof: str, said: str) -> None:
    """What is no proof of the formula is refused, with the place."""
    (here / "f.cnf").write_text(FORMULA)
    (here / name).write_text(proof)
    done = run("verify", "--formula", "f.cnf", name)

    # What cannot be read is another mistake than what does not follow.
    code = 2 if said.endswith(("lrat:2: ", "drat:2")) else 3
    assert (code, "") == (done.exit_code, done.stdout)
    assert f"satdoku: error: {said}" in done.stderr


def test_formula_with_a_model(run: Run, here: Path) -> None:
    """No proof shows that such a formula has none."""
    (here / "f.cnf").write_text(FORMULA.replace("4\n", "3\n", 1)[: -len("-1 -2 0\n")])
    (here / "p.drat").write_text(DRAT)

    assert 3 == run("verify", "--formula", "f.cnf", "p.drat").exit_code


@pytest.mark.parametrize(
    ("formula", "proof", "said"),
    [
        ("none.cnf", "p.drat", "none.cnf: no such file"),
        ("f.cnf", "none.drat", "none.drat: no such file"),
        ("p.drat", "p.drat", "p.drat:1: "),
        ("f.cnf", ".", ".: is a directory"),
    ],
)
def test_formula_that_is_none(
    run: Run, here: Path, formula: str, proof: str, said: str
) -> None:
    """A file that is missing, or is something else, is told."""
    (here / "f.cnf").write_text(FORMULA)
    (here / "p.drat").write_text(DRAT)
    done = run("verify", "--formula", formula, proof)

    assert 2 == done.exit_code
    assert f"satdoku: error: {said}" in done.stderr


def test_formula_and_other_checkers(run: Run, here: Path, make: Make) -> None:
    """Other checkers are asked of any formula, too."""
    (here / "f.cnf").write_text(FORMULA)
    (here / "p.drat").write_text(DRAT)
    other = make("drat-trim", YES["drat-trim"])
    lrat = make("cake_lpr", YES["cake_lpr"])
    done = run("verify", "--formula", "f.cnf", "p.drat", "--with", other)
    refused = run("verify", "--formula", "f.cnf", "p.drat", "--with", lrat)

    assert "  drat-trim accepts the proof: s VERIFIED\n" in done.stdout
    assert 2 == refused.exit_code
    assert "p.drat: cake_lpr reads LRAT proofs, and this one is DRAT" in refused.stderr
