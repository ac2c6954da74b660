"""Time limits of `prove`, `verify` and `check_proof` on large boards."""

from random import Random

import pytest

from satdoku import Geometry, LimitError, Puzzle, Stopped, prove, verify
from satdoku.proof import Claim, check_proof
from tests.conftest import nightly, time_limit

TIMEOUT = 0.5


def holes(box, share):
    """Return a large puzzle with few solutions."""
    size, dice = box * box, Random(1)
    values = [
        (box * (row % box) + row // box + column) % size + 1
        for row in range(size)
        for column in range(size)
    ]
    clues = tuple(value * (dice.random() > share) for value in values)
    return Puzzle(clues, geometry=Geometry.of_box(box, box))


def stops(function, *arguments, timeout=TIMEOUT):
    with time_limit(timeout), pytest.raises((Stopped, LimitError)):
        function(*arguments, timeout=timeout)


@pytest.mark.parametrize("box", nightly([5, 6, 7, 8], 8))
@pytest.mark.parametrize("share", [0.3, 1], ids=["holes", "empty"])
def test_prove(box, share):
    stops(prove, holes(box, share))


def test_verify_and_check_proof(tmp_path):
    """The formula of a 16x16 puzzle alone takes longer to read."""
    puzzle, folder = holes(4, 0.15), tmp_path / "a"
    certificate = prove(puzzle)
    certificate.write(folder)
    files = folder / "formula.cnf", folder / "proof.lrat"
    stops(verify, certificate, timeout=0.02)
    stops(verify, folder, timeout=0.02)
    stops(check_proof, *files, timeout=0.02)


def test_formulas_too_large_are_refused_before_they_are_made():
    puzzle = holes(8, 0.01)
    with time_limit(0.7), pytest.raises(LimitError, match="more than 3,5"):
        Claim(puzzle, (), complete=True)
