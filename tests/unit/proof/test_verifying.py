"""Verifying: what is right is accepted, and nothing else."""

from __future__ import annotations

import shutil
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku.errors import InputError, ProofError, SatdokuError, Stopped
from satdoku.grid import Grid
from satdoku.proof import certificate
from satdoku.proof.claim import Claim
from satdoku.proof.evidence import FILES, Proof, solution_lines
from satdoku.proof.proving import prove
from satdoku.proof.verifying import puzzle_of, verify
from satdoku.solving import all_solutions

if TYPE_CHECKING:
    from pathlib import Path

PROPER = "1... ..2. ..3. 4..."
NONE = "12.. ..3. ...4 ...."
SEVERAL = "1... .... .... ...2"
HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
FORMATS = ["lrat", "drat"]


@pytest.fixture(params=FORMATS)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the folder of a proof that six solutions are all."""
    prove("1... .... ..3. ...2").write(tmp_path / "a", format=request.param)
    return tmp_path / "a"


def proof_of(folder: Path) -> Path:
    """Return the file of the proof."""
    return next(folder.glob("proof.*"))


def sign(folder: Path) -> None:
    """Write all numbers and digests of the certificate anew, as a forger would."""
    path = folder / "certificate.txt"
    proof = proof_of(folder)
    lines = path.read_text().splitlines()
    for at, line in enumerate(lines):
        key, _, rest = line.partition(": ")
        name = {"formula": "formula.cnf", "solutions": "solutions.txt"}.get(key)
        name = proof.name if key == "proof" else name
        if name is None:
            continue
        data = (folder / name).read_bytes()
        said, _, _ = rest.rpartition(" ")
        if key == "proof":
            rows = [row for row in data.splitlines() if b"d" not in row]
            said = f"{len(rows)} steps in {name}, sha256"
        lines[at] = f"{key}: {said} {sha256(data).hexdigest()}"
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("puzzle", [PROPER, NONE, SEVERAL, HARD])
def test_right(puzzle: str, form: str, tmp_path: Path) -> None:
    """What `prove` writes is right."""
    proof = prove(puzzle)
    size = proof.write(tmp_path / "a", format=form)
    seen = verify(tmp_path / "a")

    assert (proof.claim, form, size) == (seen.claim, seen.format, seen.bytes)
    assert seen.checked is not None
    assert len(proof.lemmas) == seen.checked.steps


def test_signed_anew(folder: Path) -> None:
    """The forger of these tests writes a certificate as it should be."""
    before = (folder / "certificate.txt").read_text()
    sign(folder)

    assert before == (folder / "certificate.txt").read_text()


def test_any_byte(folder: Path) -> None:
    """Whatever byte of whatever file is changed, added or lost, it is seen."""
    dice = Random(5)  # noqa: S311  nothing secret
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        for _ in range(60):
            at = dice.randrange(len(data))
            byte = bytes([dice.choice(b"0123456789-. dx\n")])
            changed = dice.choice(
                [
                    data[:at],
                    data[:at] + data[at + 1 :],
                    data[:at] + byte + data[at:],
                    data[:at] + byte + data[at + 1 :],
                ]
            )
            if changed == data or (
                path.name == "certificate.txt" and b"search" in data[:at]
            ):
                continue
            path.write_bytes(changed)
            with pytest.raises(SatdokuError) as caught:
                verify(folder)
            assert any(name in str(caught.value) for name in FILES)
        path.write_bytes(data)
    assert verify(folder).claim.exact


def test_cut_proofs(folder: Path) -> None:
    """A proof that ends too early is refused, though the certificate matches it."""
    path = proof_of(folder)
    lines = path.read_text().splitlines(keepends=True)
    for cut in range(0, len(lines), 10):
        path.write_text("".join(lines[:cut]))
        sign(folder)
        with pytest.raises(ProofError, match="empty clause"):
            verify(folder)


def forged(folder: Path, puzzle: str, missing: int) -> None:
    """Claim of a puzzle that all its solutions but some are all, in every file."""
    grid = Grid.parse(puzzle)
    solutions = tuple(all_solutions(grid))
    claim = Claim(grid, solutions[missing:], exact=True)
    (folder / "solutions.txt").unlink(missing_ok=True)
    if claim.solutions:
        (folder / "solutions.txt").write_text("".join(solution_lines(claim)))
    (folder / "formula.cnf").write_text("".join(claim.dimacs()))
    form = proof_of(folder).suffix[1:]
    (folder / "certificate.txt").write_text(
        certificate.text(
            claim,
            "a forger",
            "" if claim.solutions else None,
            "",
            (form, 0, ""),
        )
    )
    sign(folder)


FALSE = [(SEVERAL, 1), (SEVERAL, 17), (PROPER, 1), ("1... ..2. ..3. ....", 1)]
"""Puzzles, and how many of their solutions a claim leaves out, so that it is false."""


@pytest.mark.parametrize("encoding", ["extended", "triad"])
@pytest.mark.parametrize(("puzzle", "missing"), FALSE)
def test_false_claims(puzzle: str, missing: int, encoding: str, tmp_path: Path) -> None:
    """2,000 changed proofs, none of which proves a claim that is false."""
    dice = Random(missing)  # noqa: S311  nothing secret
    true = prove(puzzle, encoding=encoding)
    left_out = range(true.claim.clause_count + 1)[-len(true.claim.solutions) :]
    for form in FORMATS:
        folder = tmp_path / form
        true.write(folder, format=form)
        path = proof_of(folder)
        lines = path.read_text().splitlines()
        path.write_text("0\n")
        forged(folder, puzzle, missing)
        for _ in range(125):
            rows = [row.split() for row in lines]
            if form == "lrat" and dice.random() < 0.9:
                rows = [shifted(row, left_out[0] + missing, missing) for row in rows]
            for _ in range(dice.randrange(4)):
                mutate(rows, dice)
            path.write_text("\n".join(" ".join(row) for row in rows) + "\n")
            sign(folder)
            with pytest.raises(SatdokuError):
                verify(folder)


def shifted(row: list[str], first: int, by: int) -> list[str]:
    """Number the clauses from the first one on anew, as some before it are gone."""
    end = row.index("0")
    return [
        word
        if 0 < at <= end or abs(int(word)) < first
        else str(int(word) - by if int(word) > 0 else int(word) + by)
        for at, word in enumerate(row)
    ]


def mutate(rows: list[list[str]], dice: Random) -> None:
    """Change one thing in a proof."""
    if not rows:
        rows.append(["0"])
    at = dice.randrange(len(rows))
    row = rows[at]
    place = dice.randrange(len(row)) if row else 0
    kind = dice.randrange(6)
    if kind == 0:
        del rows[at]
    elif kind == 1:
        rows.insert(at, dice.choice(rows).copy())
    elif kind == 2:
        other = dice.randrange(len(rows))
        rows[at], rows[other] = rows[other], rows[at]
    elif not row:
        row.append("0")
    elif kind == 3:
        row[place] = str(-int(row[place]))
    elif kind == 4:
        row[place] = str(int(row[place]) + dice.choice((-1, 1)))
    else:
        row.insert(place, dice.choice(dice.choice(rows) or ["0"]))


def test_proof_of_another_puzzle(tmp_path: Path) -> None:
    """The files of one proof cannot be mixed with those of another."""
    prove(PROPER).write(tmp_path / "a")
    prove("1... ..2. ..4. 3...").write(tmp_path / "b")
    for name in ("certificate.txt", "formula.cnf", "proof.lrat", "solutions.txt"):
        shutil.copytree(tmp_path / "a", tmp_path / "c")
        shutil.copy(tmp_path / "b" / name, tmp_path / "c" / name)
        with pytest.raises(ProofError):
            verify(tmp_path / "c")
        shutil.rmtree(tmp_path / "c")


@pytest.mark.parametrize(
    "name", ["certificate.txt", "formula.cnf", "proof.lrat", "solutions.txt"]
)
def test_missing_file(name: str, tmp_path: Path) -> None:
    """A file that is not there is named; so is one that is a folder."""
    prove(PROPER).write(tmp_path / "a")
    (tmp_path / "a" / name).unlink()
    with pytest.raises(InputError, match=f"{name}: no such file"):
        verify(tmp_path / "a")
    (tmp_path / "a" / name).mkdir()
    with pytest.raises(InputError, match=f"{name}: is a directory"):
        verify(tmp_path / "a")


def test_wrong_solutions(tmp_path: Path) -> None:
    """Solutions that break the rules, lose a clue, or come twice are told."""
    prove(SEVERAL).write(tmp_path / "a")
    path = tmp_path / "a" / "solutions.txt"
    lines = path.read_text().splitlines(keepends=True)
    for wrong, said in (
        ([*lines[:2], "1234123412341234\n"], "solution 3 is no solution"),
        ([*lines, lines[0]], "a solution is there twice"),
        ([lines[0], "12341234\n"], r"solutions.txt:2: 8 cells; expected 16"),
        ([lines[0], "1" * 10**6 + "\n"], "solutions.txt:2: this is no grid"),
        (lines[:-1], r"formula.cnf:3: .*where 'c clauses: .*17 of solutions' is right"),
    ):
        path.write_text("".join(wrong))
        with pytest.raises(SatdokuError, match=said):
            verify(tmp_path / "a")


def test_proof_in_memory() -> None:
    """A proof that was made, or changed, in memory is checked as well."""
    proof = prove(NONE)
    shorter = Proof(proof.claim, proof.lemmas[:-1], proof.search, proof.checked)
    with pytest.raises(ProofError):
        verify(shorter)
    false = Claim(Grid.parse(PROPER), (), exact=True)
    with pytest.raises(ProofError):
        verify(Proof(false, proof.lemmas, proof.search, proof.checked))


def test_at_least(tmp_path: Path) -> None:
    """Solutions alone prove that there are so many, and no more is claimed."""
    prove(SEVERAL, limit=3).write(tmp_path / "a")
    seen = verify(tmp_path / "a")

    assert ("at least 4 solutions", None) == (str(seen.claim), seen.checked)
    path = tmp_path / "a" / "certificate.txt"
    path.write_text(path.read_text().replace("at least 4", "exactly 4"))
    with pytest.raises(ProofError, match="no proof is named"):
        verify(tmp_path / "a")


@pytest.mark.parametrize("data", [b"", b"\0" * 9, b"\xff\xfe", b"x" * (1 << 24), b"\n"])
def test_no_certificate(data: bytes, tmp_path: Path) -> None:
    """What is no certificate is refused, however long it is."""
    prove(NONE).write(tmp_path / "a")
    (tmp_path / "a" / "certificate.txt").write_bytes(data)
    with pytest.raises(InputError, match=r"certificate\.txt"):
        verify(tmp_path / "a")


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_not_checked(name: str, tmp_path: Path) -> None:
    """A file that looks like a part of the certificate, and is none, is refused."""
    prove(NONE).write(tmp_path / "a")
    path = tmp_path / "a" / name
    if path.exists():
        return
    path.write_text("0\n")
    with pytest.raises(ProofError, match=f"{name}: the certificate names no such file"):
        verify(tmp_path / "a")


def test_control_characters(tmp_path: Path) -> None:
    """A certificate that would draw over its own claim on a terminal is refused."""
    prove(NONE).write(tmp_path / "a")
    path = tmp_path / "a" / "certificate.txt"
    path.write_text(path.read_text().replace("search: ", "search: \x1b[2A"))
    with pytest.raises(InputError, match=r"certificate\.txt:9: .*control characters"):
        verify(tmp_path / "a")


def test_values_that_are_no_digits() -> None:
    """Grids of other values than digits are no solutions, whoever made them."""
    grid = Grid.parse(PROPER)
    values = tuple(all_solutions(grid)[0].values)
    moved = tuple(value + 13 if value == 2 else value for value in values)
    empty = Grid.trusted(grid.geometry, (0,) * 16)
    wrong = Grid.trusted(grid.geometry, moved)

    assert not wrong.solves(empty)
    assert not Grid.trusted(grid.geometry, tuple(-v for v in values)).solves(empty)


@pytest.mark.parametrize("form", FORMATS)
def test_timeout(form: str, tmp_path: Path) -> None:
    """A check ends on time, too."""
    prove(SEVERAL).write(tmp_path / "a", format=form)
    with pytest.raises(Stopped, match="out of time"):
        verify(tmp_path / "a", timeout=0)

    assert verify(tmp_path / "a", timeout=60).claim.exact


def test_puzzle_of(tmp_path: Path) -> None:
    """The puzzle of a certificate is read without checking anything."""
    prove(NONE).write(tmp_path / "a")
    (tmp_path / "a" / "proof.lrat").unlink()

    assert Grid.parse(NONE) == puzzle_of(tmp_path / "a")
