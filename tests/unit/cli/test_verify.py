"""`satdoku verify`: what is accepted, what is refused, and what is said of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku.proof.proving import prove

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SEVERAL = "1....2....3....4"
DEAD_END = "12.3..4........."
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


def edit(path: Path, old: str, new: str) -> None:
    """Change a file in one place."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_folder(run: Run, folder: Path) -> None:
    """What was looked at is told."""
    done = run("verify", folder)

    assert (0, "") == (done.exit_code, done.stderr)
    first, puzzle, formula, solutions, proof = done.stdout.splitlines()
    assert "a: verified: exactly one solution" == first
    assert f"  puzzle: {PROPER}" == puzzle
    assert "  formula: 389 clauses, 64 variables; just those of the puzzle" in formula
    assert "(384 of rules, 4 of clues, 0 of ruled out, 1 of solutions)" in formula
    assert "  1 solution: the clues kept, the rules obeyed, no two alike" == solutions
    assert proof.startswith("  proof: LRAT, ")
    assert "of them definitions (RAT), from " in proof
    assert proof.endswith("of the formula; leads to the empty clause")


def test_drat(run: Run) -> None:
    """A proof in DRAT tells no definitions."""
    prove(DEAD_END).write("a", format="drat")
    done = run("verify", "a")

    assert 0 == done.exit_code
    assert "  proof: DRAT, " in done.stdout
    assert "solutions:" not in done.stdout


def test_no_proof_needed(run: Run) -> None:
    """Of more solutions than the limit there is neither formula nor proof."""
    prove("." * 16, limit=5).write("a")
    done = run("verify", "a")

    assert (
        "a: verified: at least 6 solutions\n"
        "  puzzle: ................\n"
        "  6 solutions: the clues kept, the rules obeyed, no two alike\n"
    ) == done.stdout


def test_folder_of_folders(run: Run, several: Path) -> None:
    """All proofs in it, by their numbers, a line each."""
    done = run("verify", several)
    lines = done.stdout.splitlines()

    assert 0 == done.exit_code
    assert "all/1: verified: exactly 2 solutions" == lines[0]
    assert [f"all/{number}" for number in range(1, 12)] == [
        line.partition(":")[0] for line in lines
    ]
    assert done.stderr.startswith("11 proofs in ")
    assert done.stderr.endswith(" s: 11 verified\n")


def test_several(run: Run, several: Path, folder: Path) -> None:
    """Each is looked at, whatever the others are."""
    edit(several / "1" / "proof.lrat", " 0 ", " 7 0 ")
    (several / "2" / "formula.cnf").unlink()
    done = run("verify", "nothing", several / "1", several / "2", folder)

    assert 2 == done.exit_code
    assert "a: verified: exactly one solution\n" == done.stdout
    first, second, third, last = done.stderr.splitlines()
    assert "satdoku: error: nothing: no such folder" == first
    assert second.startswith("satdoku: error: all/1/proof.lrat: ")
    assert "satdoku: error: all/2/formula.cnf: no such file or directory" == third
    assert last.endswith(" s: 1 verified, 1 wrong, 2 not checked")


def test_wrong_comes_after_unreadable(run: Run, several: Path) -> None:
    """The exit code is 3 where something is wrong and all could be read."""
    edit(several / "1" / "formula.cnf", "1 2 3 4 0", "1 2 3 0")

    assert 3 == run("verify", several).exit_code


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        (
            "formula.cnf",
            ("\n1 2 3 4 0", "\n1 2 3 0"),
            "formula.cnf:5: '1 2 3 0', where",
        ),
        ("formula.cnf", ("389", "388"), "formula.cnf:4: 'p cnf 64 388', where"),
        ("proof.lrat", (" 0 ", " 7 0 "), "proof.lrat: step 467 (line 78): clause -65"),
        ("solutions.txt", ("1243", "1234"), "solutions.txt: solution 1 is no solution"),
        ("solutions.txt", ("1243", "12x3"), "solutions.txt:1: r1c3: 'x' in a cell"),
        ("solutions.txt", ("1243", "124"), "solutions.txt:1: 15 cells; expected 16"),
        ("certificate.txt", ("1.....2", "......2"), "formula.cnf:3: "),
        ("certificate.txt", ("exactly one", "no"), "formula.cnf:"),
        (
            "certificate.txt",
            ("389", "390"),
            "certificate.txt:7: 'formula: 64 variables",
        ),
        ("certificate.txt", ("4 of clues", "5 of clues"), "certificate.txt:8: "),
        ("certificate.txt", ("proof.lrat, sha256 ", "proof.lrat, sha256 0"), ":9: "),
        ("certificate.txt", ("claim: ", "Claim: "), "certificate.txt: no line 'claim"),
        ("certificate.txt", ("4x4", "4x5"), "certificate.txt:4: '4x5, boxes of 2x2'"),
        ("certificate.txt", ("certificate 1", "certificate 2"), "certificate.txt:1: "),
        ("certificate.txt", ("claim", "clüim"), "certificate.txt:3: text that is not"),
    ],
)
def test_tampered(
    run: Run, folder: Path, name: str, change: tuple[str, str], said: str
) -> None:
    """Whatever is changed is named, with file and line, and fails."""
    edit(folder / name, *change)
    done = run("verify", folder)

    assert done.exit_code in (2, 3)
    assert "" == done.stdout
    assert done.stderr.startswith("satdoku: error: a/")
    assert said in done.stderr
    assert 1 == done.stderr.count("\n")


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 999, bytes(range(256)) * 99, b"1" * 1_000_000, b"\n" * 9_999],
    ids=["empty", "zeros", "bytes", "wide", "lines"],
)
@pytest.mark.parametrize(
    "name", ["certificate.txt", "formula.cnf", "proof.lrat", "solutions.txt"]
)
def test_rubbish(run: Run, folder: Path, name: str, data: bytes) -> None:
    """Rubbish in any file is one short line, and no success."""
    (folder / name).write_bytes(data)
    done = run("verify", folder)

    assert done.exit_code in (2, 3)
    assert f"a/{name}" in done.stderr
    assert len(done.stderr) < 1_000
    assert 1 == done.stderr.count("\n")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
@pytest.mark.parametrize(
    "name", ["certificate.txt", "formula.cnf", "proof.lrat", "solutions.txt"]
)
def test_no_waiting(run: Run, folder: Path, name: str) -> None:
    """Nobody waits for what may come out of a pipe, or never end."""
    for endless in (False, True):
        (folder / name).unlink()
        if endless:
            (folder / name).symlink_to("/dev/zero")
        else:
            os.mkfifo(folder / name)
        done = run("verify", folder)

        assert 2 == done.exit_code
        assert f"a/{name}: a pipe or a device; expected a file" in done.stderr


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("nothing", "nothing: no such folder"),
        ("empty", "empty: no certificate.txt in it"),
        ("file", "file: a file; expected a folder; a proof alone is checked with"),
        ("", "an empty file name"),
    ],
)
def test_no_proof(run: Run, here: Path, given: str, said: str) -> None:
    """What is no proof at all is told as that."""
    (here / "empty").mkdir()
    (here / "file").write_text(DRAT)
    done = run("verify", given)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


def test_nothing_named(run: Run) -> None:
    """Something has to be named."""
    assert 2 == run("verify").exit_code


def test_quiet(run: Run, several: Path) -> None:
    """Nothing is said where nothing is wrong."""
    right = run("verify", "-q", several)
    edit(several / "4" / "formula.cnf", "1 2 3 4 0", "1 2 3 0")
    wrong = run("verify", "-q", several)

    assert (0, "", "") == (right.exit_code, right.stdout, right.stderr)
    assert (3, "", 1) == (wrong.exit_code, wrong.stdout, wrong.stderr.count("\n"))


def test_json(run: Run, several: Path) -> None:
    """One object a proof, of what is wrong, too."""
    edit(several / "4" / "formula.cnf", "1 2 3 4 0", "1 2 3 0")
    done = run("verify", "--json", several)
    told = [json.loads(line) for line in done.stdout.splitlines()]

    assert 3 == done.exit_code
    assert [number != 4 for number in range(1, 12)] == [one["verified"] for one in told]
    assert "all/4/formula.cnf:5: " in told[3]["error"]
    assert ("exactly 2 solutions", 2, "lrat") == tuple(
        told[0][key] for key in ("claim", "solutions", "format")
    )
    assert told[0]["bytes"] == (several / "1" / "proof.lrat").stat().st_size


def test_not_by_who_searched(run: Run, folder: Path) -> None:
    """What the certificate says of the search may be anything: nothing rests on it."""
    edit(folder / "certificate.txt", "search: dpll on triad-lite", "search: a guess")

    assert 0 == run("verify", folder).exit_code


def test_about_which_puzzle(run: Run, folder: Path, several: Path) -> None:
    """--puzzle holds certificates against the puzzle that is meant."""
    Path("right.txt").write_text(PROPER)
    Path("other.txt").write_text(DEAD_END)
    Path("two.txt").write_text(f"{PROPER}\n{PROPER}\n")
    right = run("verify", folder, "--puzzle", "right.txt")
    other = run("verify", folder, "--puzzle", "other.txt")

    assert (0, "") == (right.exit_code, right.stderr)
    assert 3 == other.exit_code
    assert "error: a: the certificate is about another puzzle\n" in other.stderr
    assert "" == other.stdout
    assert 3 == run("verify", several, "--puzzle", "right.txt").exit_code
    assert 2 == run("verify", folder, "--puzzle", "two.txt").exit_code
    assert 2 == run("verify", folder, "--puzzle", "missing.txt").exit_code
    done = run("verify", "--formula", "a/formula.cnf", "a/proof.lrat", "--puzzle", "x")
    assert "--puzzle is about certificates" in done.stderr


def test_timeout(run: Run, folder: Path) -> None:
    """A check that takes too long ends, with its own exit code."""
    done = run("verify", folder, "--timeout", "0.000001")

    assert 4 == done.exit_code
    assert "a: out of time" in done.stderr


def test_standard_input(run: Run, folder: Path) -> None:
    """Proofs are files: what is read twice cannot come through a pipe."""
    for names in (["-"], ["--formula", "-", folder / "proof.lrat"]):
        done = run("verify", *names, text="p cnf 1 1\n1 0\n")

        assert 2 == done.exit_code
        assert "are files, not standard input" in done.stderr


def test_what_a_killed_run_has_left(run: Run, folder: Path) -> None:
    """Folders that have no name of their own yet are no proofs."""
    Path("all").mkdir()
    folder.rename("all/1")
    (Path("all") / ".satdoku-1.tmp").mkdir()
    Path("all/.satdoku-1.tmp/certificate.txt").write_text("half\n")

    assert "all/1: verified" in run("verify", "all").stdout
    assert 0 == run("verify", "all").exit_code
