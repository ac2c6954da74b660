"""The invariants of `satdoku.engines.dpll.problem`, checked from scratch.

Nothing cached is used: closures are walked anew, and every bit of every bank is worked
out from its clause.  Far too slow for solving; tests run it after a propagation.
"""


def check(problem, clause_state, trail, *, fixpoint):
    """Assert invariants 1 to 4, for a state without a conflict.

    With `fixpoint`, propagation is over: no clause is empty or a unit.
    """
    true = set()
    for literal, _ in trail:
        assert literal not in true, f"invariant 2: {literal} is true already"
        assert -literal not in true, f"invariant 2: {literal} is false already"
        pending = [literal]
        for one in pending:
            if one not in true:
                true.add(one)
                pending += problem.implied[one]
    assert not any(-one in true for one in true), "invariant 3: true and false"
    for number, bank in enumerate(problem.banks):
        for bit, literal in enumerate(bank.literals):
            if literal:
                expected = -literal not in true
            elif bank.guards >> bit & 1:
                expected = True
            else:
                index = bank.clauses[bit]
                clause = problem.clauses[index] if index >= 0 else ()
                is_satisfied = any(other in true for other in clause)
                expected = bool(bank.initial >> bit & 1) or is_satisfied
            is_set = bool(clause_state[number] >> bit & 1)
            assert is_set == expected, f"invariant 4: bank {number}"
    if fixpoint:
        for clause in problem.clauses:
            free = [literal for literal in clause if -literal not in true]
            assert len(free) > 1 or not true.isdisjoint(free), f"{clause} is a unit"
