"""Unit propagation: by fields, by closures, across banks, and within a time limit."""

import pytest

from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.problem import NO_REASON, Problem, assert_literal, propagate
from satdoku.errors import Stopped
from satdoku.runtime.deadline import NEVER, Deadline
from tests.engines.dpll.invariants import check


def run(variables, clauses, *literals, deadline=NEVER):
    """Propagate from these literals; return the trail and the clause in conflict."""
    problem = Problem(variables, clauses)
    live = [bank.initial for bank in problem.banks]
    trail = []
    for literal in literals:
        assert_literal(problem, live, trail, literal)
    conflict = propagate(problem, live, trail, (1 << len(live)) - 1, deadline)
    if conflict is None:
        check(problem, live, trail, fixpoint=True)
        return problem, trail, None
    # Where the last step fails and there is no field, no clause can be named.
    clause = () if conflict == NO_REASON else problem.clauses[conflict]
    return problem, trail, tuple(clause)


@pytest.fixture(params=[8192, 1], ids=["one bank", "many banks"], autouse=True)
def bank_bits(request, monkeypatch):
    """Run every test with all fields in one bank, and with one field a bank."""
    bits = request.param
    monkeypatch.setattr(problem_module, "_BANK_BITS", bits)
    return bits


def test_the_deadline_is_looked_at():
    with pytest.raises(Stopped):
        run(3, [(1, 2, 3)], -1, -2, deadline=Deadline(0))
    _, trail, _ = run(3, [(1, 2, 3)], -1, -2, deadline=Deadline(60))
    assert 3 == len(trail)


def test_long_chains_do_not_recurse():
    n = 5_000
    if problem_module._BANK_BITS > 1:
        chain = [(-v, -v - 1, v + 2) for v in range(1, n - 1)]
        _, trail, conflict = run(n, chain, 1, 2)
        assert conflict is None
        assert n == len(trail)
    _, trail, conflict = run(n, [(1,), *((-v, v + 1) for v in range(1, n))])
    assert conflict is None
    assert 1 == len(trail)
