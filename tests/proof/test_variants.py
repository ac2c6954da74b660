"""Proofs of puzzles with constraints and of other shapes."""

import json

import pytest

from satdoku import Geometry, Puzzle, prove, verify
from satdoku.constraints import (
    AntiConsecutive,
    AntiKnight,
    Arrow,
    Between,
    BlackDot,
    Contains,
    CountingCircles,
    Diagonals,
    DisjointGroups,
    EqualSums,
    FullRank,
    Killer,
    LittleKiller,
    NoXV,
    NumberedRoom,
    Or,
    Palindrome,
    Regex,
    Regions,
    Renban,
    SameValues,
    Sandwich,
    Skyscraper,
    SumLine,
    Thermo,
    Whisper,
    WhiteDot,
    Windoku,
    XSum,
)
from satdoku.errors import InputError, ProofError
from satdoku.proof.verifying import check_proof

SIX = "1.............................4....."
RULES = [
    [Thermo("r1c1 r2c2 r3c3 r4c4")],
    [Whisper("r1c1 r1c2 r1c3 r1c4", 2), Arrow("r4c1 r5c1")],
    [Killer(9, "r1c1 r1c2 r2c1"), Killer(11, "r5c5 r6c6")],
    [Renban("r1c1 r1c2 r2c2"), Palindrome("r3c1 r4c2 r5c3")],
    [Sandwich(7, "r2"), XSum(9, "c3"), Skyscraper(3, "r4", True)],
    [LittleKiller(12, "r1c2 r2c3 r3c4 r4c5"), NumberedRoom(4, "c5")],
    [CountingCircles("r1c2 r2c4 r3c6 r5c1"), Contains("r1c1 r1c2 r2c1 r2c2", (1, 5))],
    [Or((Thermo("r1c1 r1c2"), Thermo("r1c2 r1c1"))), Regex("r6c1 r6c2", "[135]2")],
    [AntiConsecutive()],
    [NoXV(), WhiteDot("r1c1 r1c2"), BlackDot("r2c2 r3c2")],
    [AntiKnight(), DisjointGroups()],
    [Or((Diagonals(), FullRank(((3, "r1", False),)))), Thermo("r1c1 r1c2 r2c3")],
    [EqualSums(["r1c1 r1c2", "r2c4 r2c5"]), SumLine(5, "r3c1 r4c1 r5c2")],
    [Between("r1c1 r2c1 r3c2"), SameValues("r4c4 r5c6", 2)],
]


def forms():
    """Yield each rule with both forms of proofs, most of one for nightly runs."""
    for at, rules in enumerate(RULES):
        for number, form in enumerate(("lrat", "drat")):
            yield pytest.param(
                rules,
                form,
                marks=[pytest.mark.nightly]
                * (at % 2 != number or AntiKnight() in rules),
                id=f"{form}-{rules[0].describe()[:30]}",
            )


@pytest.mark.parametrize(("rules", "form"), [*forms()])
def test_claims_are_proved_and_verified(rules, form, tmp_path):
    puzzle = Puzzle(SIX, rules)
    certificate = prove(puzzle, limit=400)
    certificate.write(tmp_path / "proof", format=form)
    verified = verify(tmp_path / "proof")

    assert verified.claim == certificate.claim
    if verified.claim.complete:
        formula, proof = (
            tmp_path / "proof" / n for n in ("formula.cnf", f"proof.{form}")
        )
        assert check_proof(formula, proof).checked == verified.checked


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle("123456789" + "." * 72, [Windoku(), Diagonals()]),
        Puzzle(
            "1............2..",
            [Regions("AAAB CABB CCDB CDDD")],
            geometry=Geometry(4, 4, box=None),
        ),
        Puzzle(
            "." * 16, [Killer(1, "r1c1 r1c2")], geometry=Geometry(4, 4, first_value=0)
        ),
        Puzzle("12......4", geometry=Geometry(3, 3, box=None, digits=4)),
        Puzzle(
            "....", [FullRank(((1, "r1", False),))], geometry=Geometry(2, 2, box=None)
        ),
    ],
    ids=["windoku", "jigsaw", "from zero", "more values", "full rank"],
)
def test_shapes(puzzle, tmp_path):
    certificate = prove(puzzle, limit=30)
    certificate.write(tmp_path / "proof")

    assert verify(tmp_path / "proof").claim == certificate.claim


def test_the_certificate_lists_the_constraints(tmp_path):
    """Without the one that makes the solution unique, or with another: refused."""
    cage, line = Killer(3, "r1c1 r1c2"), Thermo("r1c1 r1c2")
    puzzle = Puzzle("..3434.22143432.", [cage, line])
    prove(puzzle).write(tmp_path / "proof")
    path = tmp_path / "proof" / "certificate.json"
    text = path.read_text(encoding="ascii")

    assert json.loads(text)["constraints"] == ["Cage~3~R1C1~R1C2", "Thermo~R1C1~R1C2"]
    for new in (["Cage~3~R1C1~R1C2"], [], ["Cage~3~R1C1~R1C2", "Thermo~R1C2~R1C1"]):
        changed = json.loads(text) | {"constraints": new}
        path.write_text(json.dumps(changed, indent=1) + "\n", encoding="ascii")
        with pytest.raises(ProofError):
            verify(tmp_path / "proof")
    for new in (["Cage"], [3], "Cage", ["NoRule~R1C1"], ["Shape~6x6"], None):
        changed = json.loads(text) | {"constraints": new}
        path.write_text(json.dumps(changed, indent=1) + "\n", encoding="ascii")
        with pytest.raises((InputError, ProofError)):
            verify(tmp_path / "proof")
