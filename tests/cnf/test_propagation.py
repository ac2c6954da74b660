"""Unit propagation for proofs, against one that looks at all clauses every time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku.proof.propagation import Propagation

Clause = tuple[int, ...]

LITERALS = st.integers(1, 6) | st.integers(-6, -1)
CLAUSES = st.lists(LITERALS, max_size=5).map(tuple)
FEW_UNITS = st.lists(LITERALS, min_size=2, max_size=5).map(tuple)


def closure(clauses, false):
    """Return what is true once these literals are false; None at a conflict."""
    true, formula = {-literal for literal in false}, list(clauses)
    while True:
        if any(-literal in true for literal in true):
            return None
        left = [{literal for literal in c if -literal not in true} for c in formula]
        if set() in left:
            return None
        units = {literal for rest in left if len(rest) == 1 for literal in rest}
        if units <= true:
            return true
        true |= units


def lead_to_conflict(clauses, false, roots=()):
    """Whether clauses, one behind the other, have one literal left, the last none."""
    known = {*false} | {-literal for literal in roots}
    left = [1]
    for clause in clauses:
        left = [literal for literal in {*clause} if literal not in known]
        if len(left) > 1:
            return False
        known.update(-literal for literal in left)
    return not left or any(-literal in known for literal in known)


def check_watches(found):
    """Hold the second invariant of the module against what is there."""
    if found.refuted:
        return
    place = {literal: at for at, literal in enumerate(found.root)}
    for number, clause in found.clauses.items():
        if len(clause) > 2:
            for watched, other in (clause[:2], clause[1::-1]):
                assert number in found._watching[watched]
                if -watched in place:
                    assert other in place


def check_answers(found, live, clause):
    """Hold every answer about a clause against the clauses that are there."""
    root = closure(live.values(), ())
    assert found.refuted == (root is None)
    if root is not None:
        assert root == {*found.root}
    follows = closure(live.values(), clause) is None
    assert follows == found.follows(clause)
    explained = found.explain(clause)
    assert follows == (explained is not None)
    if explained is not None and root is not None:
        numbers, roots = explained
        assert root.issuperset(roots)
        assert lead_to_conflict((live[number] for number in numbers), clause, roots)


@given(
    st.lists(
        st.tuples(CLAUSES | FEW_UNITS, st.integers(0, 30) | st.none()), max_size=25
    ),
    st.lists(CLAUSES, min_size=1, max_size=4),
)
@pytest.mark.nightly
def test_adding_and_removing(steps, asked):
    found = Propagation()
    live = {}
    for number, (clause, gone) in enumerate(steps, 1):
        found.add(number, clause)
        live[number] = clause
        if gone in live and found.remove(gone):
            del live[gone]
        check_watches(found)
        check_answers(found, live, asked[number % len(asked)])


@given(
    st.lists(FEW_UNITS, max_size=8),
    st.lists(CLAUSES | FEW_UNITS, max_size=12),
    st.lists(CLAUSES, min_size=1, max_size=4),
)
def test_going_back(before, behind, asked):
    found = Propagation()
    live = dict(enumerate(before, 1))
    for number, clause in live.items():
        found.add(number, clause)
    heights = []
    for number, clause in enumerate(behind, len(live) + 1):
        if found.refuted:
            break
        heights.append(len(found.root))
        found.add(number, clause)
        live[number] = clause
    while heights:
        found.cut(heights.pop())
        number = len(live)
        assert found.remove(number)
        del live[number]
        check_watches(found)
        check_answers(found, live, asked[number % len(asked)])
