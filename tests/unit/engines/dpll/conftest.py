"""What the tests of the hand-written engine share: loading plain clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.dpll.engine import Dpll

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@pytest.fixture(scope="session")
def load() -> Callable[..., Dpll]:
    """Return a function that loads (variables, clauses, options) into an engine."""

    def load_clauses(
        variables: int,
        clauses: Sequence[tuple[int, ...]],
        **options: Any,  # noqa: ANN401  handed on to the engine as they are
    ) -> Dpll:
        group = Group(Origin("test", "all"), tuple(clauses))
        formula = Formula(variables, len(clauses), lambda: [group], str)
        return Dpll(formula, **options)

    return load_clauses


@pytest.fixture(scope="session")
def pigeonhole() -> Callable[[int], tuple[int, list[tuple[int, ...]]]]:
    """Return a function that makes (variables, clauses) for a number of holes.

    One pigeon more than there are holes is to have a hole of its own; the time that
    refuting this takes without learning grows faster than the factorial.
    """

    def make(holes: int) -> tuple[int, list[tuple[int, ...]]]:
        def at(pigeon: int, hole: int) -> int:
            return pigeon * holes + hole + 1

        clauses: list[tuple[int, ...]] = [
            tuple(at(pigeon, hole) for hole in range(holes))
            for pigeon in range(holes + 1)
        ]
        clauses += [
            (-at(pigeon, hole), -at(other, hole))
            for hole in range(holes)
            for pigeon in range(holes + 1)
            for other in range(pigeon)
        ]
        return (holes + 1) * holes, clauses

    return make
