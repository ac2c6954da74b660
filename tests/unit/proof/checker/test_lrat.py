"""The checker of LRAT: what each step needs, and what it is told if it lacks that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.errors import ProofError, UsageError
from satdoku.proof.checker.checked import Checked
from satdoku.proof.checker.lrat import check_lrat
from satdoku.proof.files.lrat import LratDeletion, LratStep

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMULA = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
UNIT = LratStep(5, (1,), (1, 2), 1)
END = LratStep(6, (), (5, 3, 4), 2)
DEFINITION = [
    LratStep(5, (-3, 1, 2), (), 1),
    LratStep(6, (3, -1), (-5,), 2),
    LratStep(7, (3, -2), (-5,), 3),
]


def test_accepted() -> None:
    """What was checked is counted."""
    deletion = LratDeletion((1, 2))

    assert check_lrat(FORMULA, [UNIT, deletion, END]) == Checked(
        clauses=4, steps=2, definitions=0, deletions=2, used=4
    )


def test_definition() -> None:
    """A new variable may be defined: by RAT steps, its negation's clauses named."""
    proof = [
        *DEFINITION,
        LratStep(8, (1,), (1, 2)),
        LratStep(9, (3,), (8, 6)),
        LratStep(10, (), (8, 3, 4)),
    ]

    assert check_lrat(FORMULA, proof).definitions == 3


def test_resolvents_with_hints() -> None:
    """Where a resolvent is no tautology, the hints behind its number are looked at."""
    formula = [(-1, 2), (-1, 3), (2, 4), (2, -4), (3, 5), (3, -5), (-2, -3)]
    right = LratStep(8, (1, 6), (-1, 3, 4, -2, 5, 6), 1)
    end = LratStep(9, (), (3, 4), 2)
    with pytest.raises(ProofError, match="step 9"):
        check_lrat(formula, [right, end])
    with pytest.raises(ProofError, match=r"step 8 .*: the hints behind -2 leave no"):
        check_lrat(formula, [right._replace(hints=(-1, 3, 4, -2, 5)), end])
    with pytest.raises(ProofError, match=r"step 8 .*: the hints behind -1 leave no"):
        check_lrat(formula, [right._replace(hints=(-1, 3, -2, 5, 6)), end])


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (UNIT._replace(hints=(1,)), "together leave no conflict, and clause 3 with -1"),
        (UNIT._replace(hints=()), "together leave no conflict, and clause 3 with -1"),
        (UNIT._replace(hints=(3,)), "hint 3 names a clause with 2 literals left"),
        (UNIT._replace(hints=(9,)), "hint 9 names no clause that is there"),
        (UNIT._replace(hints=(5,)), "hint 5 names no clause that is there"),
        (UNIT._replace(hints=(0,)), "hint 0 names no clause that is there"),
        (UNIT._replace(hints=(-9,)), "hint -9 names no clause that is there"),
        (UNIT._replace(hints=(-1,)), "hint -1 names a clause without -1"),
        (UNIT._replace(hints=(-3, 2)), "the hints behind -3 leave no conflict"),
        (UNIT._replace(hints=(-3, 1)), "clause 4 with -1 is not looked at"),
        (UNIT._replace(literals=(1, 0)), "its clause holds a 0"),
        (UNIT._replace(literals=()), "the empty clause does not follow: hint 1 names"),
        (UNIT._replace(literals=(), hints=()), "the empty clause does not follow"),
        (UNIT._replace(literals=(), hints=(-1,)), "the empty clause does not follow"),
        (UNIT._replace(number=4), "its number does not rise: 4 came before"),
        (UNIT._replace(number=-5), "its number does not rise"),
    ],
)
def test_refused(step: LratStep, words: str) -> None:
    """A step that lacks something is named, with its line and why."""
    with pytest.raises(ProofError, match=words) as raised:
        check_lrat(FORMULA, [step, END])

    assert str(raised.value).startswith(f"step {step.number} (line 1): ")


def test_deleted_clauses_are_gone() -> None:
    """No hint names a deleted clause, and none is deleted twice."""
    with pytest.raises(
        ProofError, match=r"step 6 \(line 2\): .* hint 3 names no clause"
    ):
        check_lrat(FORMULA, [UNIT, LratDeletion((3,)), END])
    with pytest.raises(
        ProofError, match="line 7: clause 3 cannot be deleted: it is not"
    ):
        check_lrat(FORMULA, [LratDeletion((3, 3), 7)])


def test_deleted_clauses_need_no_hint() -> None:
    """A RAT step need not look at clauses that were deleted before, or between."""
    formula = [(-1, 2), (-1, 3), (-2,), (2,)]
    new, first, second = LratStep(5, (9,), ()), LratDeletion((1,)), LratDeletion((2,))
    one, other = LratStep(6, (1, 4), (-2,)), LratStep(7, (1, 5), ())
    end = LratStep(8, (), (3, 4))
    with pytest.raises(ProofError, match=r"step 6: .* behind -2 leave no conflict"):
        check_lrat(formula, [new, first, one, second, other, end])

    assert check_lrat(formula, [new, first, second, other, end]).definitions == 2


def test_added_clauses_need_a_hint() -> None:
    """A RAT step looks at all that was added before, behind other RAT steps, too."""
    steps = [LratStep(2, (9,), ()), LratStep(3, (-5, 1), ()), LratStep(4, (5,), ())]
    with pytest.raises(
        ProofError, match=r"step 4: clause 5 .* clause 3 with -5 is not"
    ):
        check_lrat([(2, 3)], steps)


def test_no_end() -> None:
    """Without the empty clause nothing is proved, even if the formula holds it."""
    with pytest.raises(ProofError, match="ends after 1 steps without the empty clause"):
        check_lrat(FORMULA, [UNIT])
    with pytest.raises(ProofError, match="ends after 0 steps"):
        check_lrat([()], [])

    assert check_lrat([()], [LratStep(2, (), (1,))]).used == 1


def test_behind_the_end() -> None:
    """Steps behind the empty clause are read, not checked."""
    behind: Iterator[LratStep | LratDeletion]
    behind = iter([UNIT, END, LratStep(1, (9,), ()), LratDeletion((99,))])

    assert check_lrat(FORMULA, behind).steps == 2
    assert not list(behind)


def test_formula_with_zero() -> None:
    """A formula with a 0 is none."""
    with pytest.raises(UsageError, match="clause 2 of the formula holds a 0"):
        check_lrat([(1,), (0,)], [])


def test_repeated_literals() -> None:
    """A literal twice in a clause is one literal."""
    formula = [(1, 1, 2), (1, -2, -2), (-1, -1)]

    assert check_lrat(formula, [LratStep(4, (), (3, 1, 2))]).used == 3
