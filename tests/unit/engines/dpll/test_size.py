"""Large formulas are answered, or stopped in time; memory stays in proportion."""

from __future__ import annotations

from itertools import islice
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from satdoku.engines.engine import Limits, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.engines.dpll.engine import Dpll

    Load = Callable[..., Dpll]

BUDGET = Limits(seconds=20)
MANY = 50_000
LATE = 0.5
"""Seconds by which a time limit may be missed."""


def test_a_chain_of_implications(load: Load) -> None:
    """49,999 binary clauses: one decision brings all values."""
    clauses = [(-v, v + 1) for v in range(1, MANY)]
    engine = load(MANY, clauses)
    outcome = engine.solve(limits=BUDGET)

    assert outcome.model is not None
    assert all(-a in outcome.model or b in outcome.model for a, b in clauses[:9])
    assert Status.UNSATISFIABLE == engine.solve([1, -MANY]).status
    models = list(islice(engine.models([-MANY // 2]), 3))
    assert 3 == len(set(models))


def test_variables_without_clauses(load: Load) -> None:
    """50,000 levels, one on top of the other."""
    outcome = load(MANY, []).solve(limits=BUDGET)

    assert () == outcome.model
    assert MANY == outcome.statistics["depth"]


@pytest.mark.parametrize(("clauses", "answered"), [(40_000, True), (88_000, False)])
def test_planted_3_sat(load: Load, clauses: int, *, answered: bool) -> None:
    """20,000 variables with few clauses and with many, a model hidden in each."""
    dice = Random(5)  # noqa: S311  nothing secret
    n = 20_000
    hidden = [0, *(dice.choice((1, -1)) for _ in range(n))]
    formula: list[tuple[int, ...]] = []
    while len(formula) < clauses:
        clause = [dice.choice((1, -1)) * dice.randint(1, n) for _ in range(3)]
        if any(hidden[abs(one)] * one > 0 for one in clause):
            formula.append(tuple(clause))
    engine = load(n, formula)
    start = monotonic()
    seconds = 20.0 if answered else 1.5
    outcome = engine.solve(limits=Limits(seconds=seconds))

    if answered:
        assert outcome.model is not None
        true = set(outcome.model)
        assert all(any((abs(v) in true) == (v > 0) for v in c) for c in formula)
    else:
        assert Status.UNKNOWN == outcome.status
        assert monotonic() - start < seconds + LATE
