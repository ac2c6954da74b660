"""`satdoku prove`: what is claimed, what is written, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from satdoku.proof.verifying import verify

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
DEAD_END = "12.3..4........."
CLASHING = "11.............."
EMPTY = "." * 81
NORMAL = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
RECIPE = """
format = 1
name = "mine"
summary = "Mine."
reference = "Nobody else's."

[cell]
at_least_one = true

[unit]
at_most_one = "pairwise"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder: Path) -> list[str]:
    """Name what a folder holds, hidden things too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (PROPER, "exactly one solution"),
        (SOLVED, "exactly one solution"),
        (SEVERAL, "exactly 2 solutions"),
        ("." * 16, "exactly 288 solutions"),
        (DEAD_END, "no solution"),
        (CLASHING, "no solution"),
        (NORMAL, "exactly one solution"),
    ],
)
def test_claims(run: Run, here: Path, text: str, claim: str) -> None:
    """Whatever is claimed of a puzzle is told, and is right by the files."""
    done = run("prove", text=text)

    assert (0, "") == (done.exit_code, done.stderr)
    assert done.stdout.startswith(f"puzzle.proof: {claim} (")
    assert done.stdout.endswith(" bytes)\n")
    assert claim == str(verify(here / "puzzle.proof").claim)


@pytest.mark.parametrize("form", ["lrat", "drat"])
def test_files(run: Run, here: Path, form: str) -> None:
    """A folder has just its files; those of solutions alone where there are any."""
    run("prove", "--format", form, "-o", "one", text=PROPER)
    run("prove", "--format", form, "-o", "none", text=DEAD_END)
    rest = ["certificate.txt", "formula.cnf", f"proof.{form}"]

    assert [*rest, "solutions.txt"] == names(here / "one")
    assert rest == names(here / "none")
    assert f"{SOLVED}\n" == (here / "one" / "solutions.txt").read_text()


def test_several(run: Run, here: Path, mixed: Path) -> None:
    """Each puzzle gets the folder of its number; one that is unreadable leaves it."""
    done = run("prove", mixed, "-o", "all", "--limit", "1")

    assert 2 == done.exit_code
    assert ["1", "2", "3", "5"] == names(here / "all")
    assert "mixed.txt:4: 4 cells; expected 16" in done.stderr
    assert done.stderr.endswith(": 4 proved, 1 refused\n")
    assert "all/2: at least 2 solutions (the solutions show it)" in done.stdout
    assert "exactly one solution" == str(verify(here / "all" / "5").claim)


def test_several_files(run: Run, here: Path) -> None:
    """They are counted through; a name is needed, since there are two."""
    for name in ("a.txt", "b.txt"):
        (here / name).write_text(PROPER)
    refused = run("prove", "a.txt", "b.txt")
    run("prove", "-q", "a.txt", "b.txt", "-o", "all")

    assert 2 == refused.exit_code
    assert "several files; name a folder with -o" in refused.stderr
    assert ["1", "2"] == names(here / "all")


def test_strict(run: Run, here: Path, mixed: Path) -> None:
    """The first puzzle that cannot be read ends it; what is proved stays."""
    done = run("prove", "--strict", mixed, "-o", "all")

    assert 2 == done.exit_code
    assert ["1", "2", "3"] == names(here / "all")


def test_more_than_the_limit(run: Run, here: Path) -> None:
    """So many solutions and one are there; that needs no proof."""
    done = run("prove", "--limit", "20", text=EMPTY)
    certificate = (here / "puzzle.proof" / "certificate.txt").read_text()

    assert (
        "puzzle.proof: at least 21 solutions (the solutions show it)\n" == done.stdout
    )
    assert ["certificate.txt", "solutions.txt"] == names(here / "puzzle.proof")
    assert "formula" not in certificate
    assert 21 == len((here / "puzzle.proof" / "solutions.txt").read_text().splitlines())


def test_as_many_as_the_limit(run: Run) -> None:
    """Just as many as the limit are still an exact number."""
    assert "exactly 288" in run("prove", "--limit", "288", text="." * 16).stdout
    assert (
        "at least 288"
        in run("prove", "--limit", "287", "--force", text="." * 16).stdout
    )


@pytest.mark.parametrize("engine", ["dpll", "DPLL", "cadical195", "g4"])
def test_engines(run: Run, here: Path, engine: str) -> None:
    """Who searched is told, by its own name, and nothing else depends on it."""
    done = run("prove", "--engine", engine, text=PROPER)
    certificate = (here / "puzzle.proof" / "certificate.txt").read_text()
    name = {"DPLL": "dpll", "g4": "glucose4"}.get(engine, engine)

    assert "exactly one solution" in done.stdout
    assert f"\nsearch: {name} on extended by satdoku" in certificate
    assert verify(here / "puzzle.proof").claim.exact


@pytest.mark.parametrize(
    ("engine", "reason"),
    [
        (
            "maplesat",
            "no proofs to rely on (they name wrong variables); these do: dpll",
        ),
        (
            "minisat22",
            "minisat22 writes no proofs to rely on (PySAT traces none); these do: dpll",
        ),
        ("lanes", "engine lanes takes puzzles of 9x9, not formulas"),
        ("cadcal195", "did you mean cadical195 or"),
    ],
)
def test_engines_that_cannot(run: Run, here: Path, engine: str, reason: str) -> None:
    """They are refused at once, with the reason."""
    done = run("prove", "--engine", engine, text=PROPER)

    assert 2 == done.exit_code
    assert reason in done.stderr
    assert [] == names(here)


@pytest.mark.parametrize(
    "encoding", ["extended", "triad", "triad-lite", "minimal", "mine.toml"]
)
def test_encodings(run: Run, here: Path, encoding: str) -> None:
    """The formula is the same, whatever is searched on."""
    (here / "mine.toml").write_text(RECIPE)
    run("prove", "-o", "usual", text=PROPER)
    run("prove", "-o", "other", "--encoding", encoding, text=PROPER)
    formulas = [
        (here / name / "formula.cnf").read_bytes() for name in ("usual", "other")
    ]
    certificate = (here / "other" / "certificate.txt").read_text()

    assert formulas[0] == formulas[1]
    assert f" on {encoding.removesuffix('.toml')} by satdoku" in certificate
    assert verify(here / "other").claim.exact


def test_unknown_encoding(run: Run) -> None:
    """The names that there are are told."""
    done = run("prove", "--encoding", "nope", text=PROPER)

    assert 2 == done.exit_code
    assert "no encoding named 'nope'; expected extended, " in done.stderr


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_wrong_limit(run: Run, limit: str) -> None:
    """A limit is a whole number from 1."""
    done = run("prove", "--limit", limit, text=PROPER)

    assert 2 == done.exit_code
    assert "--limit" in done.stderr


def test_timeout(run: Run, here: Path) -> None:
    """Where the time is over there is no folder, and the exit code says so."""
    done = run("prove", "--timeout", "0.000001", text=f"{HARD}\n")
    several = run("prove", "--timeout", "0.000001", "-o", "all", text=f"{HARD}\n" * 2)

    assert 4 == done.exit_code == several.exit_code
    assert "<stdin>:1: out of time" in done.stderr
    assert several.stderr.endswith(": 2 not in that time\n")
    assert [] == names(here)


def test_too_large(run: Run, here: Path) -> None:
    """A formula larger than the limit is refused, with the limit to move."""
    done = run("prove", "--max-clauses", "100", text=PROPER)

    assert 2 == done.exit_code
    assert "has 389 clauses; the limit is 100 clauses" in done.stderr
    assert [] == names(here)


@pytest.mark.parametrize("text", ["", "1234", "what is this\n"])
def test_unreadable(run: Run, here: Path, text: str) -> None:
    """Nothing is written where nothing could be read."""
    done = run("prove", text=text)

    assert 2 == done.exit_code
    assert "<stdin>" in done.stderr
    assert [] == names(here)


def test_missing_file(run: Run, here: Path) -> None:
    """A file that is not there is told."""
    done = run("prove", "nothing.txt")

    assert 2 == done.exit_code
    assert "nothing.txt: no such file" in done.stderr
    assert [] == names(here)


def test_16x16(run: Run, here: Path) -> None:
    """The solutions of larger boards are written as numbers."""
    done = run("prove", "--limit", "1", text="." * 256)
    first, second = (here / "puzzle.proof" / "solutions.txt").read_text().splitlines()

    assert "at least 2 solutions" in done.stdout
    assert [256, 256] == [len(line.split()) for line in (first, second)]
    assert set(map(str, range(1, 17))) == set(first.split())


def test_candidates(run: Run, here: Path) -> None:
    """What a puzzle rules out beyond its clues belongs to the claim."""
    marks = "12.." + "1234" * 15
    run("prove", "--from", "sukaku", text=marks)
    certificate = (here / "puzzle.proof" / "certificate.txt").read_text()
    claim = verify(here / "puzzle.proof").claim

    assert "\nruled out: r1c1=3 r1c1=4\n" in certificate
    assert 2 == claim.parts["ruled out"]
    assert "exactly 144 solutions" == str(claim)


def test_box(run: Run, here: Path) -> None:
    """The shape of the boxes belongs to it, too."""
    run("prove", "--box", "3x2", "--limit", "1", text="123456" + "." * 30)
    certificate = (here / "puzzle.proof" / "certificate.txt").read_text()

    assert "\ngrid: 6x6, boxes of 3x2\n" in certificate


def test_quiet(run: Run) -> None:
    """What is proved is told, and no more; what is wrong is."""
    done = run("prove", "-q", "-o", "all", text=f"{PROPER}\n{SEVERAL}\n")
    wrong = run("prove", "-q", text="1234")

    assert (2, "") == (done.stdout.count("\n"), done.stderr)
    assert "1 row of 4 cells" in wrong.stderr


def test_json(run: Run, here: Path) -> None:
    """One object a puzzle, unreadable ones too."""
    text = f"{PROPER}\n1234\n{SEVERAL}\n"
    done = run("prove", "--json", "--limit", "1", "-o", "all", text=text)
    first, second, third = map(json.loads, done.stdout.splitlines())
    size = (here / "all" / "1" / "proof.lrat").stat().st_size

    assert ("exactly one solution", 1, True) == (
        first["claim"],
        first["solutions"],
        first["exact"],
    )
    assert ("lrat", 64, 389, size) == tuple(
        first[key] for key in ("format", "variables", "clauses", "bytes")
    )
    assert "unreadable" == second["status"]
    assert (2, False, None) == tuple(
        third[key] for key in ("solutions", "exact", "format")
    )


def test_same_twice(run: Run, here: Path) -> None:
    """The same puzzle gives the same files, byte by byte."""
    for name in ("a", "b"):
        run("prove", "-o", name, text=SEVERAL)
    for name in names(here / "a"):
        one, other = ((here / folder / name).read_bytes() for folder in "ab")

        assert one == other
