"""The checker of DRAT: RUP, RAT, deletions, and what is told of a wrong step."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from satdoku.errors import ProofError, UsageError
from satdoku.proof.checker.checked import Checked
from satdoku.proof.checker.drat import check_drat
from satdoku.proof.files.drat import DratStep

FORMULA = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
END = DratStep(())


def deleted(*literals: int) -> DratStep:
    """Return the deletion of a clause."""
    return DratStep(literals, deleted=True)


def test_accepted() -> None:
    """What was checked is counted, deletions without effect by themselves, too."""
    proof = [DratStep((1,)), deleted(2, 1), deleted(1), deleted(7), END]

    assert check_drat(FORMULA, proof) == Checked(
        clauses=4, steps=2, definitions=0, deletions=3, ignored=3
    )


def test_definition() -> None:
    """A new variable may be defined, in the order that makes each step RAT."""
    formula = [*product((1, -1), (2, -2), (3, -3), (4, -4))]
    lemmas = [(1, 2, 3), (1, 2), (1, -2, 3), (1,), (2, 3), (2,), (3,), ()]
    definition = [(-9, 1, 2), (9, -1), (9, -2)]
    proof = [DratStep(literals) for literals in (*definition, *lemmas)]

    assert check_drat(formula, proof).definitions == 3
    assert check_drat(formula, [*proof[1:3], *proof[3:]]).definitions == 2
    with pytest.raises(ProofError, match=r"resolvent with clause -9 1 2"):
        check_drat(formula, [proof[0], DratStep((9,))])


def test_pivot_is_first() -> None:
    """RAT is tried on the first literal only."""
    formula = [(1, 4), (-3, 1)]
    with pytest.raises(
        ProofError, match=r"step 1: .* nor does its resolvent with clause"
    ):
        check_drat(formula, [DratStep((3, 2))])
    with pytest.raises(ProofError, match="ends after 1 steps"):
        check_drat(formula, [DratStep((2, 3))])


def test_deletion_takes_away() -> None:
    """A clause that was deleted is gone; one of two alike stays."""
    formula = [*FORMULA, (2, 1)]
    proof = [deleted(1, 2), DratStep((1,)), END]

    assert check_drat(formula, proof).ignored == 0
    with pytest.raises(ProofError, match="step 3: clause 1 does not follow"):
        check_drat(formula, [deleted(2, 1), *proof])


def test_deletion_spares_a_pivot() -> None:
    """A RAT step need not look at a deleted clause, but at one added since."""
    formula = [(-1, 2), *((x, y) for x in (3, -3) for y in (4, -4))]
    proof = [DratStep((-1, 5)), deleted(2, -1), deleted(5, -1), DratStep((1, 6))]
    proof += [DratStep((3,)), END]
    with pytest.raises(ProofError, match=r"step 3: .* with clause -1 5"):
        check_drat(formula, [*proof[:2], *proof[3:]])

    assert check_drat(formula, proof).definitions == 2


def test_lemma_is_deleted() -> None:
    """A clause of the proof can be deleted as well as one of the formula."""
    proof = [deleted(-1, 2), DratStep((1, 2, 6)), deleted(6, 2, 1), DratStep((1,)), END]
    assert check_drat([*FORMULA, (-1, 2)], proof).ignored == 0


def test_deleted_reason_stays() -> None:
    """What a deleted clause has forced stays true, as drat-trim has it."""
    formula = [(1,), (-1, 2), (-1, -2, 3), (-1, -2, -3, 4), (-4, -3)]

    checked = check_drat(formula, [deleted(1), deleted(2, -1), END])
    assert checked.ignored == 2


def test_no_end() -> None:
    """Without the empty clause nothing is proved, even where it would follow."""
    with pytest.raises(ProofError, match="ends after 1 steps without the empty clause"):
        check_drat(FORMULA, [DratStep((1,)), deleted()])
    with pytest.raises(ProofError, match="ends after 0 steps"):
        check_drat([()], [])

    assert check_drat([()], [END]).steps == 1


def test_zero() -> None:
    """A 0 is no literal, neither in the proof nor in the formula."""
    with pytest.raises(ProofError, match=r"step 1 \(line 4\): its clause holds a 0"):
        check_drat(FORMULA, [DratStep((0,), line=4), END])
    with pytest.raises(UsageError, match="clause 1 of the formula holds a 0"):
        check_drat([(0,)], [END])


def test_long_clause_is_cut() -> None:
    """A message quotes the beginning of a clause."""
    with pytest.raises(
        ProofError, match="clause 11 2 3 4 5 6 7 8 9 10 11 12 … does not"
    ):
        check_drat([(-11, 90)], [DratStep((11, *range(2, 80)))])


def test_no_engine_is_loaded() -> None:
    """Neither checker brings any engine with it, nor what writes their formulas."""
    code = (
        "import sys, satdoku.proof.checker.drat, satdoku.proof.checker.lrat\n"
        "rooms = ('satdoku.engines', 'satdoku.cnf', 'satdoku.lanes', 'pysat')\n"
        "sys.exit(any(name.startswith(rooms) for name in sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
