"""Certificates: their text."""

from __future__ import annotations

import pytest

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.proof import certificate
from satdoku.proof.claim import Claim
from satdoku.solving import all_solutions

PUZZLE = Grid.parse("1... ..2. ..3. 4...")
CLAIM = Claim(PUZZLE, tuple(all_solutions(PUZZLE)), exact=True)
TEXT = certificate.text(CLAIM, "dpll", "a" * 64, "b" * 64, ("lrat", 12, "c" * 64))


def test_text() -> None:
    """It says all there is to know, a line each."""
    assert [
        "satdoku certificate 1",
        "",
        "claim: exactly one solution",
        "grid: 4x4, boxes of 2x2",
        "puzzle: 1.....2...3.4...",
        f"solutions: 1 in solutions.txt, sha256 {'a' * 64}",
        f"formula: 64 variables, 389 clauses in formula.cnf, sha256 {'b' * 64}",
        "clauses: 384 of rules, 4 of clues, 0 of ruled out, 1 of solutions",
        f"proof: 12 steps in proof.lrat, sha256 {'c' * 64}",
        "search: dpll; nothing rests on it",
    ] == TEXT.splitlines()


@pytest.mark.parametrize(
    "puzzle",
    [
        PUZZLE,
        Grid.parse("." * 36, Geometry(3, 2)),
        Grid.trusted(Geometry(1, 5), (5, *(0,) * 24)),
        Grid.trusted(Geometry(3, 4), (12, 0, 10, *(0,) * 141)),
        PUZZLE.with_candidates((1, 2, *PUZZLE.left()[2:])),
    ],
)
def test_read_again(puzzle: Grid) -> None:
    """The puzzle is read as it was: clues, boxes, candidates."""
    claim = Claim(puzzle, (), exact=True)
    facts = certificate.parse(certificate.text(claim, "me", None), "here")

    assert puzzle == facts.puzzle
    assert (True, False, "", "me") == (
        facts.exact,
        facts.solved,
        facts.format,
        facts.search,
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("certificate 1", "certificate 2", "here:1: 'satdoku certificate 2'; expected"),
        ("claim: ", "clame: ", "here: no line 'claim: …'"),
        ("grid: 4x4,", "grid: 9x9,", "here:4: '9x9, boxes of 2x2' is no grid"),
        ("boxes of 2x2", "boxes of 2x9", "here:4: '4x4, boxes of 2x9' is no grid"),
        ("4x4", "9" * 50 + "x4", "here:4"),
        ("puzzle: 1", "puzzle: ", "here:5: 15 cells; expected 16"),
        ("puzzle: 1", "puzzle: 5", "here:5: r1c1: '5' in a cell; expected"),
        ("puzzle: 1", "puzzle: \u0661", "here:5: r1c1: '\u0661' in a cell"),
        ("\nsolutions: 1", "\nruled out: r1c9=1\n", "here:6: 'r1c9=1'; expected such"),
        ("\nsolutions: 1", "\nruled out: all\n", "here:6: 'all'; expected such as"),
        (TEXT, "", "here:1: ''; expected satdoku certificate 1"),
    ],
)
def test_refused(old: str, new: str, said: str) -> None:
    """What cannot be read is told with its line."""
    assert old in TEXT
    with pytest.raises(InputError) as caught:
        certificate.parse(TEXT.replace(old, new), "here")

    assert str(caught.value).startswith(said)
