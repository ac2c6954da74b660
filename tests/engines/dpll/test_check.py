"""The check of the invariants finds what is broken."""

import pytest

from satdoku.engines.dpll.bank import NO_CLAUSE
from satdoku.engines.dpll.check import check
from satdoku.engines.dpll.problem import Problem
from satdoku.engines.dpll.propagate import assert_literal

CLAUSES = [(1, 2, 3), (-1, 4), (-2, -3, 4, 5), (-4, -5)]


def state(*literals):
    """Make these literals true, one after the other."""
    problem = Problem(5, CLAUSES)
    live = [bank.start for bank in problem.banks]
    trail = []
    for literal in literals:
        assert_literal(problem, live, trail, (literal, NO_CLAUSE))
    return problem, live, trail


def test_a_sound_state_passes():
    check(*state(), dry=True)
    check(*state(1), dry=True)
    check(*state(-1, -2), dry=False)


@pytest.mark.parametrize(
    ("literals", "wrong"),
    [
        ((1, 4), "invariant 2: 4 is true already"),
        ((1, 5), "invariant 2: 5 is false already"),
    ],
)
def test_a_literal_with_a_value_is_told(literals, wrong):
    with pytest.raises(AssertionError, match=wrong):
        check(*state(*literals), dry=False)


def test_a_contradiction_is_told():
    problem = Problem(2, [(-1, 2), (-1, -2)])
    with pytest.raises(AssertionError, match="invariant 3"):
        check(problem, [0], [(1, NO_CLAUSE)], dry=False)


def test_every_wrong_bit_is_told():
    problem, live, trail = state(1)
    for at in range(len(problem.banks[0].literals)):
        with pytest.raises(AssertionError, match="invariant 4: bank 0"):
            check(problem, [live[0] ^ 1 << at], trail, dry=False)


def test_a_unit_is_told_when_propagation_is_over():
    with pytest.raises(AssertionError):
        check(*state(-1, -2), dry=True)
