"""`satdoku.verify`: right folders are accepted, changed ones are refused."""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from itertools import count, islice
from pathlib import Path

import pytest
from jsonschema import validate

import satdoku
from satdoku import (
    Certificate,
    Geometry,
    Grid,
    InputError,
    ProofError,
    Puzzle,
    SatdokuError,
    Stopped,
    UsageError,
    prove,
    verify,
)
from tests.proof.conftest import counts
from tests.proof.reference import chance, mutants, written

PROPER, NONE, SEVERAL = "1.....2...3.4...", "12....3....4....", "1..............2"
SIX = "1.........3....2"  # six solutions
SCHEMA = Path(__file__).parents[2] / "docs/schema/certificate.schema.json"
KINDS = ["lrat", "drat"]
FILES = ["certificate.json", "formula.cnf", "solutions.txt"]

FIRST = Path(__file__).with_name("first_version")
CERTIFICATE = (FIRST / "certificate.json").read_text("ascii")
LRAT = (FIRST / "proof.lrat").read_text("ascii")


def grid(clues, height=2, width=2):
    """Return a puzzle; what is missing behind its clues is empty."""
    values = [int(one) if one != "." else 0 for one in clues]
    size = (height * width) ** 2
    shape = Geometry.of_box(height, width)
    return Puzzle((*values, *[0] * (size - len(values))), geometry=shape)


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a proof in which every file is known, byte by byte."""
    shutil.copytree(FIRST, tmp_path / "a")
    return tmp_path / "a"


def proof_of(folder):
    return next(folder.glob("proof.*"))


def sign(folder):
    """Write all numbers and digests of the certificate anew, as a forger would."""
    path, proof = folder / "certificate.json", proof_of(folder)
    facts = json.loads(path.read_text())
    for key in ("solutions", "formula", "proof"):
        if facts[key] is None:
            continue
        if key == "proof":
            rows = proof.read_bytes().splitlines()
            facts[key] |= {
                "format": proof.suffix[1:],
                "steps": len([row for row in rows if b"d" not in row]),
                "file": proof.name,
            }
        data = (folder / facts[key]["file"]).read_bytes()
        facts[key]["sha256"] = sha256(data).hexdigest()
    path.write_text(json.dumps(facts, indent=1) + "\n")


def forge(folder, puzzle, solutions):
    """Claim in every file that these are all solutions of a puzzle."""
    claim = satdoku.proof.Claim(Puzzle(puzzle), tuple(solutions), complete=True)
    facts = {
        "certificate": 1,
        "claim": str(claim),
        "grid": "4x4, boxes of 2x2",
        "puzzle": puzzle,
        "eliminated": "",
        "constraints": [],
        "solutions": None,
        "formula": {
            "variables": 64,
            "clauses": claim.clause_count,
            "parts": claim.parts,
            "file": "formula.cnf",
            "sha256": "",
        },
        "proof": {"format": "", "steps": 0, "file": "", "sha256": ""},
        "search": "a forger",
    }
    (folder / "solutions.txt").unlink(missing_ok=True)
    if claim.solutions:
        rows = (f"{one.line}\n" for one in claim.solutions)
        (folder / "solutions.txt").write_text("".join(rows))
        facts["solutions"] = {"count": len(solutions), "file": "solutions.txt"}
    (folder / "formula.cnf").write_text("".join(claim.dimacs()))
    (folder / "certificate.json").write_text(json.dumps(facts))
    sign(folder)


# --- right ones -----------------------------------------------------------------------


def test_files_of_the_first_version(folder):
    """Certificates that were written once stay right."""
    seen = verify(folder)

    assert ("exactly one solution", "lrat") == (str(seen.claim), seen.format)
    assert Puzzle(PROPER) == seen.claim.puzzle
    assert ["1243342121344312"] == [grid.line for grid in seen.claim.solutions]
    assert (389, 1, 0, 0) == counts(seen.checked)
    assert proof_of(folder).stat().st_size == seen.bytes


@pytest.mark.parametrize(
    ("puzzle", "limit", "facts"),
    [
        (grid(NONE), 9, {"claim": "no solution", "puzzle": NONE}),
        (grid(SEVERAL), 2, {"claim": "at least 3 solutions", "formula": None}),
        (grid(SEVERAL), 18, {"claim": "exactly 18 solutions", "eliminated": ""}),
        (grid([1], 3, 2), 1, {"grid": "6x6, boxes of 3x2", "puzzle": f"1{'.' * 35}"}),
        (grid([5], 1, 5), 1, {"grid": "5x5, boxes of 1x5", "puzzle": f"5{'.' * 24}"}),
        (
            grid([12, 0, 10], 3, 4),
            1,
            {"grid": "12x12, boxes of 3x4", "puzzle": f"12 0 10{' 0' * 141}"},
        ),
        (
            grid(SEVERAL).with_candidates([1, 6, *[15] * 7, 11, *[15] * 5, 2]),
            18,
            {"eliminated": "r1c2=4 r3c2=3", "claim": "exactly 11 solutions"},
        ),
    ],
)
def test_texts(puzzle, limit, facts, tmp_path):
    """The puzzle is read as it was: clues, boxes, candidates."""
    proof = prove(puzzle, limit=limit)
    proof.write(tmp_path / "a")
    found = json.loads((tmp_path / "a" / "certificate.json").read_text())
    validate(found, json.loads(SCHEMA.read_text()))

    assert facts == {key: found[key] for key in facts}
    assert proof.claim == verify(tmp_path / "a").claim
    html = proof._repr_html_()
    assert str(proof.claim) in html
    texts = [f"<code>{one.text}</code>" for one in proof.claim.solutions[:5]]
    assert all(text in html for text in texts)


def test_the_search_is_not_checked(folder):
    path = folder / "certificate.json"
    path.write_text(CERTIFICATE.replace("dpll on extended", "a; b: c"))
    assert verify(folder).claim.complete


@pytest.mark.parametrize("kind", KINDS)
def test_timeout(kind, tmp_path):
    prove(SEVERAL).write(tmp_path / "a", format=kind)
    with pytest.raises(Stopped):
        verify(tmp_path / "a", timeout=0)
    with pytest.raises(UsageError):
        verify(tmp_path / "a", timeout=-1)

    assert verify(tmp_path / "a", timeout=60).claim.complete
    with pytest.raises(Stopped):
        verify(prove(SEVERAL), timeout=0)
    with pytest.raises(UsageError, match="no certificate"):
        verify(5)


# --- each line of the certificate -----------------------------------------------------


def changes():
    """Return texts of the certificate, others for them, and the place of the error."""
    text = Path(__file__).with_name("certificates.jsonl").read_text("ascii")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("change", changes())
def test_changed_certificates(folder, change):
    """Without a place the file cannot be read; with one it is wrong there."""
    old, new, place = change["old"], change["new"], change.get("place")
    assert old in CERTIFICATE
    if place is None:
        text = CERTIFICATE.replace(old, new)
    else:
        at = CERTIFICATE.rindex(old) if old == "}\n" else CERTIFICATE.index(old)
        text = CERTIFICATE[:at] + new + CERTIFICATE[at + len(old) :]
    (folder / "certificate.json").write_text(text, "utf-8")
    with pytest.raises(ProofError if place else InputError) as caught:
        verify(folder)

    assert re.search(rf"{folder}/({place or 'certificate.json'})", str(caught.value))
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"[]", b"[" * 100_000, b"\0" * 9, CERTIFICATE.encode() + b"\n\xff"),
        b'{"certificate": ' + b"1" * 5_000 + b"}",
        b"x" * ((1 << 24) + 1),
    ],
    ids=count(),
)
def test_no_certificate(folder, data):
    (folder / "certificate.json").write_bytes(data)
    with pytest.raises(InputError) as caught:
        verify(folder)
    assert str(folder / "certificate.json") == caught.value.source


# --- each file ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error", "place"),
    [
        (lambda rows: [*rows[:2], "1234123412341234"], ProofError, "solutions.txt: "),
        (lambda rows: [*rows[:2], "2143342112344312"], ProofError, "solutions.txt: "),
        (lambda rows: [*rows, rows[0]], ProofError, "solutions.txt: "),
        (lambda rows: [rows[0], "12341234"], InputError, "solutions.txt:2: "),
        (lambda rows: [rows[0], "12341234x2341234"], InputError, "solutions.txt:2: r3"),
        (lambda rows: [rows[0], "1" * 10**6], InputError, "solutions.txt:2: "),
        (lambda rows: [rows[0], "\xe9" * 16], InputError, "solutions.txt:2: "),
        (lambda rows: rows[:-1], ProofError, "formula.cnf:3: "),
        (lambda rows: rows[::-1], ProofError, "formula.cnf:"),
        (lambda rows: [rows[0].replace("2", "."), *rows], ProofError, "solutions.txt"),
        (lambda _: [], InputError, "solutions.txt:1: "),
    ],
    ids=count(),
)
def test_wrong_solutions(change, error, place, tmp_path):
    prove(SEVERAL).write(tmp_path / "a")
    path = tmp_path / "a" / "solutions.txt"
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n", "latin-1")
    with pytest.raises(error) as caught:
        verify(tmp_path / "a")

    assert f"{tmp_path}/a/{place}" in str(caught.value)


def test_no_solutions(tmp_path):
    prove(SEVERAL).write(tmp_path / "a")
    (tmp_path / "a" / "solutions.txt").write_text("")
    with pytest.raises(ProofError, match=r"solutions\.txt"):
        verify(tmp_path / "a")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda text: text.replace("c a", "c b", 1), 1),
        (lambda text: text.replace("p cnf 64", "p cnf 65"), 4),
        (lambda text: text.replace("\n1 2 3 4 0\n", "\n1 2 3 0\n"), 5),
        (lambda text: text.replace("\n-1 -2 0\n", "\n"), 6),
        (lambda text: text.replace("\n26 0\n", "\n26 0\n26 0\n"), 391),
        (lambda text: text[:-1], 393),
        (lambda text: text + "1 0\n", None),
        (lambda text: text + "\n", None),
        (lambda _: "", 1),
    ],
    ids=count(),
)
def test_wrong_formula(folder, change, line):
    path = folder / "formula.cnf"
    path.write_text(change(path.read_text()))
    sign(folder)
    with pytest.raises(ProofError) as caught:
        verify(folder)

    assert f"{path}:{line or ''}" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "error", "place"),
    [
        (lambda text: text.replace(" 389 0", " 0"), ProofError, "step 390"),
        (lambda text: text.replace("390 0 ", "390 5 0 "), ProofError, "0|1"),
        (lambda text: text.replace("390 0", "389 0"), ProofError, "step 389"),
        (lambda text: text[:-1], InputError, "proof.lrat:1"),
        (lambda text: text + "391 x\n", InputError, "proof.lrat:2"),
        (lambda _: "", ProofError, "0"),
    ],
    ids=count(),
)
def test_wrong_proof(folder, change, error, place):
    (folder / "proof.lrat").write_text(change(LRAT))
    sign(folder)
    with pytest.raises(error) as caught:
        verify(folder)

    assert "proof.lrat" in str(caught.value)
    assert re.search(place, str(caught.value))


def test_another_right_proof(folder):
    """Steps behind the end change the file, and so the certificate."""
    (folder / "proof.lrat").write_text(f"c found elsewhere\n{LRAT}")
    with pytest.raises(ProofError, match=r"certificate\.json:29"):
        verify(folder)
    sign(folder)
    (folder / "certificate.json").write_text(
        (folder / "certificate.json").read_text().replace('"steps": 2', '"steps": 1')
    )
    assert verify(folder).claim.complete


@pytest.mark.parametrize("kind", KINDS)
def test_any_byte(kind, tmp_path):
    """Whatever byte of whatever file is changed, added or lost, it is seen."""
    dice, folder = chance(5), tmp_path / "a"
    prove(SIX).write(folder, format=kind)
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        for _ in range(20):
            at, byte = (
                dice.randrange(len(data)),
                bytes([dice.choice(b"0123456789-. dx\n")]),
            )
            changed = dice.choice(
                [
                    data[:at],
                    data[:at] + data[at + 1 :],
                    data[:at] + byte + data[at:],
                    data[:at] + byte + data[at + 1 :],
                ]
            )
            if changed == data or b"search" in changed[: at + 1]:
                continue
            path.write_bytes(changed)
            with pytest.raises(SatdokuError) as caught:
                verify(folder)
            assert str(folder) in str(caught.value)
        path.write_bytes(data)
    assert verify(folder).claim.complete


@pytest.mark.parametrize("name", [*FILES, "proof.lrat"])
def test_missing_and_foreign_files(name, folder, tmp_path):
    """A file that is missing, is a folder, or is of another proof."""
    prove("1.....2...4.3...").write(tmp_path / "b")
    other = (tmp_path / "b" / name).read_bytes()
    mine = (folder / name).read_bytes()
    (folder / name).write_bytes(other)
    with pytest.raises(ProofError):
        verify(folder)
    (folder / name).write_bytes(mine)
    assert verify(folder).claim.complete
    (folder / name).unlink()
    for _ in range(2):
        with pytest.raises(InputError) as caught:
            verify(folder)
        assert str(folder / name) == caught.value.source
        (folder / name).mkdir(exist_ok=True)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "solutions.txt"),
        ({}, "proof.drat"),
        ({"puzzle": SEVERAL, "limit": 2}, "formula.cnf"),
        ({"puzzle": SEVERAL, "limit": 2}, "proof.lrat"),
    ],
)
def test_files_that_the_certificate_does_not_name(options, name, tmp_path):
    prove(**{"puzzle": NONE, **options}).write(tmp_path / "a")
    assert verify(tmp_path / "a")
    (tmp_path / "a" / name).write_text("0\n")
    with pytest.raises(ProofError, match=re.escape(str(tmp_path / "a" / name))):
        verify(tmp_path / "a")
    (tmp_path / "a" / name).rename(tmp_path / "a" / "notes.txt")
    assert verify(tmp_path / "a")


def test_at_least_is_not_exactly(tmp_path):
    """Solutions alone prove that there are so many, and no more."""
    prove(SEVERAL, limit=3).write(tmp_path / "a")
    seen = verify(tmp_path / "a")
    path = tmp_path / "a" / "certificate.json"
    text = path.read_text()

    assert ("at least 4 solutions", None, "", 0) == (
        str(seen.claim),
        seen.checked,
        seen.format,
        seen.bytes,
    )
    for claim in ("exactly 4", "at least 5"):
        path.write_text(text.replace("at least 4", claim))
        with pytest.raises(ProofError, match=r"certificate\.json"):
            verify(tmp_path / "a")


# --- false claims ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_proofs_that_end_too_early(kind, tmp_path):
    prove(SIX).write(tmp_path / "a", format=kind)
    path = proof_of(tmp_path / "a")
    lines = path.read_text().splitlines(keepends=True)
    for cut in range(len(lines)):
        path.write_text("".join(lines[:cut]))
        sign(tmp_path / "a")
        with pytest.raises(ProofError, match=str(cut)):
            verify(tmp_path / "a")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("puzzle", "missing"), [(SEVERAL, 1), (PROPER, 1), (SIX, 6)])
def test_false_claims(puzzle, missing, kind, tmp_path):
    """Solutions are left out in every file: nothing that is changed proves that."""
    dice, true, folder = chance(missing), prove(puzzle), tmp_path / kind
    true.write(folder, format=kind)
    path = proof_of(folder)
    lines = [list(map(int, line.split())) for line in path.read_text().splitlines()]
    path.write_text("0\n")
    forge(folder, puzzle, true.claim.solutions[missing:])
    for rows in [lines, *islice(mutants(lines, dice), 0, 400, 18)]:
        path.write_text(written(rows))
        sign(folder)
        with pytest.raises(SatdokuError):
            verify(folder)


def test_the_forger_is_right(tmp_path):
    """What `forge` writes of a true claim is right, so that only the claim is wrong."""
    proof = prove(SIX)
    proof.write(tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    forge(tmp_path / "b", SIX, proof.claim.solutions)

    assert proof.claim == verify(tmp_path / "b").claim
    for name in (*FILES[1:], "proof.lrat"):
        assert (tmp_path / "a" / name).read_bytes() == (
            tmp_path / "b" / name
        ).read_bytes()


def test_claims_in_memory():
    """So are proofs that were made, or changed, without any file."""
    proof, puzzle = prove(NONE), Puzzle(SEVERAL)
    found = proof.claim.__class__
    solutions = tuple(satdoku.all_solutions(puzzle))
    short = Certificate(proof.claim, proof.lemmas[:-1], proof.search, proof.checked)
    false = found(Puzzle(PROPER), (), complete=True)
    for wrong in (short, Certificate(false, proof.lemmas, proof.search, proof.checked)):
        with pytest.raises(ProofError):
            verify(wrong)
    for wrong in (
        (solutions[0], Grid("2134341212434321")),
        (Grid("1234123412341234"),),
        (puzzle,),
        (solutions[0], solutions[1], solutions[0]),
    ):
        with pytest.raises(ProofError):
            found(puzzle, wrong, complete=True)
    with pytest.raises(ProofError):
        found(puzzle, (), complete=False)
    assert ["at least one solution", "exactly one solution", "exactly 5 solutions"] == [
        str(found(puzzle, solutions[:size], complete=complete))
        for size, complete in ((1, False), (1, True), (5, True))
    ]
