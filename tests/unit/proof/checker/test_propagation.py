"""Unit propagation: the corners; `tests/property/test_propagation.py` has the rest."""

from __future__ import annotations

from satdoku.proof.checker.propagation import Explanation, Propagation


def loaded(*clauses: tuple[int, ...]) -> Propagation:
    """Return a propagation with clauses numbered from 1."""
    found = Propagation()
    for number, clause in enumerate(clauses, 1):
        found.add(number, clause)
    return found


def test_root() -> None:
    """What follows without any assumption is kept, each with what forced it."""
    found = loaded((-1, 2), (-2, -1, 3), (1,), (-3, 4, 5))

    assert list(found.root) == [1, 2, 3]
    assert [found.reason(literal) for literal in found.root] == [3, 1, 2]
    assert not found.refuted


def test_known_literal() -> None:
    """A clause with a literal of the root follows by what forced that, and no more."""
    found = loaded((1,), (-1, 2), (-2, 3), (7,))

    assert found.hints((9, 2, 3)) == (1, 2)
    assert found.explain((9, 2, 3)) == Explanation((), (2,))
    assert found.explain((-7, 3)) == Explanation((), (3,))


def test_roots_that_are_needed() -> None:
    """An explanation names what it needs of the root, but not what the clause says."""
    found = loaded((1,), (2,), (3,), (-1, -2, 4, 5), (-3, 4, -5))

    assert found.explain((-2, 4)) == Explanation((5, 4), (3, 1)) or found.explain(
        (-2, 4)
    ) == Explanation((4, 5), (1, 3))


def test_refuted() -> None:
    """Once there is a conflict at the root everything follows, and nothing goes."""
    found = loaded((1, 2), (-1,), (-2,), (3, 4))

    assert found.refuted
    assert found.follows((9,))
    assert found.hints((9,)) == (2, 1, 3)
    assert not found.remove(4)


def test_both_literals() -> None:
    """A clause with a literal and its negation follows from nothing."""
    found = loaded((1, 2))

    assert found.follows((3, -3))
    assert found.hints((3, -3)) == ()
    assert found.explain((3, -3)) == Explanation((), ())


def test_reasons_stay() -> None:
    """A clause that has forced a literal is not removed; after a cut it is."""
    found = loaded((1, 2))
    found.add(2, (-1,))

    assert not found.remove(1)
    found.cut(0)
    assert found.remove(2)
    assert found.remove(1)
    assert not found.clauses


def test_closure() -> None:
    """The closure is what is true once a clause is false; the root stays as it was."""
    found = loaded((1, 2), (-2, 3), (4,))

    assert sorted(found.closure((1, -5))) == [-1, 2, 3, 4, 5]
    assert list(found.root) == [4]
