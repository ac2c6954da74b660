"""Elaboration: hints for lemmas without, and only the lemmas that are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.engines.engine import Lemma
from satdoku.errors import ProofError
from satdoku.proof.checker.lrat import check_lrat
from satdoku.proof.elaborate import elaborate, trim
from satdoku.proof.files.lrat import LratStep

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMULA = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
END = Lemma(())


def check(formula: Sequence[tuple[int, ...]], lemmas: list[Lemma]) -> None:
    """Let the checker of LRAT look at lemmas."""
    check_lrat(
        formula,
        [
            LratStep(number, lemma.literals, lemma.hints or ())
            for number, lemma in enumerate(lemmas, len(formula) + 1)
        ],
    )


def test_only_what_is_needed() -> None:
    """A lemma that nothing rests on is left out, and the others are renumbered."""
    lemmas = elaborate(FORMULA, [Lemma((1, 3)), Lemma((-2, 1)), Lemma((1,)), END])

    assert [lemma.literals for lemma in lemmas] == [(1,), (2,), ()]
    assert [lemma.hints for lemma in lemmas] == [(1, 2), (5, 3), (5, 6, 4)]


def test_root_is_told_once() -> None:
    """What is true at the root is a lemma of its own, which others name."""
    chain = [(1,), *((-n, n + 1) for n in range(1, 50))]
    formula = [*chain, (-50, 60, 61), (-50, 60, -61), (-60, 61), (-60, -61)]
    lemmas = elaborate(formula, [Lemma((60,)), END])
    check(formula, lemmas)

    assert (60,) in [lemma.literals for lemma in lemmas]
    assert max(len(lemma.hints or ()) for lemma in lemmas) == 3


def test_nothing_to_do() -> None:
    """A formula that propagation refutes needs no lemma of an engine."""
    assert elaborate([(1,), (-1,)], []) == [Lemma((), (1, 2))]
    assert elaborate([(1,), ()], [END]) == [Lemma((), (2,))]


def test_hints_are_kept() -> None:
    """A lemma that has hints keeps them, as they are, but for their numbers."""
    lemmas = [Lemma((1, 5)), Lemma((2, 1), (1,)), Lemma((1,), (6, 2)), END]
    elaborated = elaborate(FORMULA, lemmas)
    check(FORMULA, elaborated)

    assert elaborated[:2] == [Lemma((2, 1), (1,)), Lemma((1,), (5, 2))]


def test_end_with_hints() -> None:
    """The empty clause may have hints, too, and comes once."""
    formula = [*FORMULA, (6,)]
    lemmas = [Lemma((1,)), Lemma((), (6, 3, 4))]
    elaborated = elaborate(formula, lemmas)
    check(formula, elaborated)
    assert [lemma.literals for lemma in elaborated] == [(1,), (2,), ()]

    check(formula, elaborate(formula, [Lemma((9, -9)), *lemmas]))


def test_wrong_lemma() -> None:
    """A lemma that does not follow is named, if something rests on it."""
    with pytest.raises(ProofError, match="lemma 2: clause 3 does not follow"):
        elaborate([(-3, 1), (-3, -1)], [Lemma((4, 5)), Lemma((3,)), END])
    with pytest.raises(ProofError, match="lemma 1: the empty clause does not follow"):
        elaborate([(1, 2)], [END])

    assert elaborate(FORMULA, [Lemma((7, 8)), Lemma((1,)), END])[-1].literals == ()


@pytest.mark.parametrize("lemmas", [[], [Lemma((1, 3))]])
def test_no_end(lemmas: list[Lemma]) -> None:
    """Lemmas that do not lead to the empty clause are none of a refutation."""
    with pytest.raises(ProofError, match="lemmas do not lead to the empty clause"):
        elaborate([(1, 2)], lemmas)


def test_trim() -> None:
    """By hints alone: what is named is kept, under a new number, signs too."""
    lemmas = [
        Lemma((8,), ()),
        Lemma((-9, 1), ()),
        Lemma((9, -1), (-6,)),
        Lemma((), (7, 1)),
        Lemma((1,), (2,)),
    ]

    assert trim(4, lemmas) == [
        Lemma((-9, 1), ()),
        Lemma((9, -1), (-5,)),
        Lemma((), (6, 1)),
    ]


@pytest.mark.parametrize("hint", [0, 5, 6, -5, 99])
def test_trim_needs_earlier_clauses(hint: int) -> None:
    """A hint that names no earlier clause is told."""
    with pytest.raises(
        ProofError, match=f"lemma 1 has the hint {hint}, which names no"
    ):
        trim(4, [Lemma((), (hint,))])


def test_trim_needs_an_end() -> None:
    """So is a list without the empty clause."""
    with pytest.raises(ProofError, match="no lemma is the empty clause"):
        trim(4, [Lemma((1,), (2,))])
