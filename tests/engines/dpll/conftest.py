"""What the tests of the hand-written engine share: loading plain clauses."""

import pytest

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.dpll.search import Dpll


@pytest.fixture(scope="session")
def load():
    """Return a function that loads (variables, clauses, options) into an engine."""

    def load_clauses(
        variables,
        clauses,
        **options,
    ):
        group = Group(Origin("test", "all"), tuple(clauses))
        formula = Formula(variables, len(clauses), lambda: [group], str)
        return Dpll(formula, **options)

    return load_clauses


@pytest.fixture(scope="session")
def pigeonhole():
    """Return a function that makes (variables, clauses) for a number of holes.

    One pigeon more than there are holes is to have a hole of its own; the time that
    refuting this takes without learning grows faster than the factorial.
    """

    def make(holes):
        def at(pigeon, hole):
            return pigeon * holes + hole + 1

        clauses = [
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
