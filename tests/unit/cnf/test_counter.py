"""The counter of literals, against counting."""

from __future__ import annotations

from itertools import product

import pytest

from satdoku.cnf.counter import counter
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines import register


@pytest.mark.parametrize("most", [1, 2, 4, 6])
@pytest.mark.parametrize("sign", [1, -1])
def test_bounds(most: int, sign: int) -> None:
    """To forbid output k leaves just the assignments with fewer than k."""
    literals = [sign * variable for variable in range(1, 6)]
    made = counter(literals, most, 5)
    group = Group(Origin("counter", "five"), made.clauses)
    formula = Formula(made.variables, len(made.clauses), lambda: [group], str)
    engine = register.load("minisat22", formula)

    assert min(most, 5) == len(made.outputs)
    for signs in product((1, -1), repeat=5):
        assumed = [sign * each for each, sign in zip(range(1, 6), signs, strict=True)]
        true = len(set(assumed) & set(literals))
        for k, output in enumerate(made.outputs, 1):
            outcome = engine.solve([*assumed, -output])
            assert (true < k) == (outcome.model is not None)
    engine.close()


def test_nothing_to_count() -> None:
    """Without literals there is nothing to say."""
    assert ((), (), 7) == counter([], 3, 7)
