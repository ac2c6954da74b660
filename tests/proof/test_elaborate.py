"""From what an engine writes to a proof with hints."""

import pytest

from satdoku import ProofError
from satdoku.cnf.formula import Formula
from satdoku.engines.base import Deletion, Lemma
from satdoku.engines.registry import refute
from satdoku.proof.check_lrat import check_lrat
from satdoku.proof.elaborate import elaborate
from satdoku.proof.files import LratStep

SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


def pigeons(holes):
    """Return clauses: so many pigeons and one more, each in a hole of its own."""
    birds = range(holes + 1)
    some = [tuple(bird * holes + hole + 1 for hole in range(holes)) for bird in birds]
    both = [
        (-(bird * holes + hole + 1), -(other * holes + hole + 1))
        for hole in range(holes)
        for bird in birds
        for other in range(bird)
    ]
    return some + both


def checked(clauses, lemmas):
    """Check lemmas with hints; return how many there are."""
    steps = (
        LratStep(number, lemma.literals, lemma.hints)
        for number, lemma in enumerate(lemmas, len(clauses) + 1)
    )
    return check_lrat(clauses, steps).steps


def test_deletions_and_what_is_not_needed_are_left_out():
    """What a solver deletes is not needed after that, and still checked before."""
    clauses = pigeons(6)
    lemmas = refute("glucose4", Formula.of(clauses, 42), deletions=True)
    deleted = sum(isinstance(lemma, Deletion) for lemma in lemmas)
    assert deleted > 100
    kept = elaborate(clauses, lemmas)
    assert checked(clauses, kept) < len(lemmas) - deleted
    assert not any(isinstance(lemma, Deletion) for lemma in kept)


@pytest.mark.parametrize(
    "lemmas",
    [
        [Deletion((2, 1)), Lemma((1,)), Lemma(())],
        [Lemma((1,)), Deletion((-1, 2)), Lemma(()), Lemma((-1,))],
        [Lemma((1, 2, 3)), Lemma((1, 3)), Deletion((1, 2)), Lemma((1,)), Lemma(())],
        [Lemma((-3,)), Lemma((3,)), Lemma(())],
        [Lemma((1, 2))],
    ],
)
def test_lemmas_that_do_not_follow(lemmas):
    """A clause that was deleted is not there; nor is one that was not shown."""
    clauses = [(1, 2), (1, -2), (-1, 2)] if len(lemmas) < 4 else SQUARE[:3]
    with pytest.raises(ProofError):
        elaborate(clauses, lemmas)


@pytest.mark.parametrize(
    "lemmas",
    [
        [Deletion((3, 4)), Lemma((1,)), Lemma(())],
        [Lemma((2, 1, 2)), Deletion((1, 2)), Lemma((1,)), Deletion((1,)), Lemma(())],
        [Lemma((3, -3)), Lemma((1, 3)), Deletion((1, 3)), Lemma((1, 3)), Lemma((1,))],
        [Lemma((1,)), Deletion((1, 2)), Deletion((1, 2)), Deletion((1, -2))],
    ],
)
def test_lemmas_that_lead_to_the_empty_clause(lemmas):
    """A clause that is not there, one of two that are equal, one that forced."""
    assert checked(SQUARE, elaborate(SQUARE, lemmas)) <= len(lemmas) + 1


@pytest.mark.nightly
def test_the_compiled_passes_write_the_same(monkeypatch):
    """With Numba and without."""
    pytest.importorskip("numba")
    clauses = pigeons(7)
    lemmas = refute("cadical153", Formula.of(clauses, 56), deletions=True)
    plain = elaborate(clauses, lemmas)
    for name in ("_WORTH_LOADING", "_WORTH_COMPILING"):
        monkeypatch.setattr(f"satdoku.proof.elaborate.{name}", 0)
    assert elaborate(clauses, lemmas) == plain
    assert checked(clauses, plain) > 100
