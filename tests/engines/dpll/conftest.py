"""What the tests of the hand-written engine share: loading plain clauses."""

import pytest

from satdoku.cnf.formula import Formula
from satdoku.engines.dpll.search import Dpll
from tests.engines.conftest import Cases


@pytest.fixture(scope="session")
def load():
    """Return a function that loads (variables, clauses, options) into an engine."""

    def load_clauses(variables, clauses, **options):
        return Dpll(Formula.of(clauses, variables), **options)

    return load_clauses


@pytest.fixture(scope="session")
def pigeonhole():
    """Return a function that makes (variables, clauses) for a number of holes.

    One pigeon more than there are holes is to have a hole of its own; the time that
    refuting this takes without learning grows faster than the factorial.
    """

    def make(holes):
        return (holes + 1) * holes, list(map(tuple, Cases.pigeons(holes)))

    return make
