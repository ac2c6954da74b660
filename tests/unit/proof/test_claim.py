"""Claims, and their formulas."""

from __future__ import annotations

import pytest

from satdoku.cnf.dimacs import read_dimacs
from satdoku.errors import ProofError
from satdoku.grid import Grid
from satdoku.proof.claim import Claim
from satdoku.solving import all_solutions

PUZZLE = Grid.parse("1... .... .... ...2")
FOUND = tuple(all_solutions(PUZZLE))


@pytest.mark.parametrize(
    ("count", "exact", "words"),
    [
        (0, True, "no solution"),
        (1, True, "exactly one solution"),
        (1, False, "at least one solution"),
        (5, True, "exactly 5 solutions"),
        (5, False, "at least 5 solutions"),
    ],
)
def test_words(count: int, exact: bool, words: str) -> None:  # noqa: FBT001  a row
    """What is claimed, in words."""
    assert words == str(Claim(PUZZLE, FOUND[:count], exact=exact))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ((FOUND[0], Grid.parse("2134 3412 1243 4321")), "solution 2 is no solution"),
        ((Grid.parse("1234 1234 1234 1234"),), "solution 1 is no solution"),
        ((PUZZLE,), "solution 1 is no solution"),
        ((FOUND[0], FOUND[1], FOUND[0]), "there twice"),
    ],
)
def test_wrong_solutions(wrong: tuple[Grid, ...], said: str) -> None:
    """Solutions that break a rule or lose a clue are refused, and repeated ones."""
    with pytest.raises(ProofError, match=said):
        Claim(PUZZLE, wrong, exact=True)


def test_nothing_claimed() -> None:
    """At least no solution is no claim."""
    with pytest.raises(ProofError, match="nothing else is claimed"):
        Claim(PUZZLE, (), exact=False)


def test_dimacs(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The file holds the clauses that are told, as a reader of DIMACS sees them."""
    claim = Claim(PUZZLE, FOUND, exact=True)
    path = tmp_path_factory.mktemp("claim") / "formula.cnf"
    path.write_text("".join(claim.dimacs()), "ascii")
    with path.open("rb") as stream:
        read = read_dimacs(stream)

    assert list(claim.clauses()) == list(read)
    assert (claim.variables, claim.clause_count) == (read.variables, len(read))
    assert [384, 2, 0, len(FOUND)] == list(claim.parts.values())
