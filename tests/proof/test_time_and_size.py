"""Time limits of `prove`, `verify` and `check_proof` on large boards."""

from random import Random
from time import process_time

import pytest

from satdoku import Geometry, LimitError, Puzzle, Stopped, prove, verify
from satdoku.proof import Claim, check_proof

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
    started = process_time()
    with pytest.raises((Stopped, LimitError)):
        function(*arguments, timeout=timeout)
    return process_time() - started < timeout * 1.1 + 0.2


@pytest.mark.parametrize("box", [5, 6, 7, 8])
@pytest.mark.parametrize("share", [0.3, 1], ids=["holes", "empty"])
def test_prove(box, share):
    assert stops(prove, holes(box, share))


def test_verify_and_check_proof(tmp_path):
    """The formula of a 25x25 puzzle alone takes longer to read."""
    puzzle, folder = holes(5, 0.15), tmp_path / "a"
    certificate = prove(puzzle)
    certificate.write(folder)
    files = folder / "formula.cnf", folder / "proof.lrat"
    assert stops(verify, certificate, timeout=0.1)
    assert stops(verify, folder, timeout=0.1)
    assert stops(check_proof, *files, timeout=0.1)


def test_formulas_too_large_are_refused_before_they_are_made():
    puzzle = holes(8, 0.01)
    started = process_time()
    with pytest.raises(LimitError, match="more than 3,5"):
        Claim(puzzle, (), exact=True)
    assert process_time() - started < 1
