"""Properties of the hand-written engine, on formulas that Hypothesis makes up.

The oracle is `every_model`: all assignments are tried.  The module constants that split
a formula into banks and bound the caches are drawn as well, so that the code for large
formulas is run on small ones.
"""

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import product
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll import search as search_module
from satdoku.engines.dpll.problem import propagate
from satdoku.engines.dpll.search import Dpll
from satdoku.engines.heuristics import HEURISTICS
from tests.engines.dpll.invariants import check

Clause = tuple[int, ...]

NEVER = 10**9


@dataclass(frozen=True)
class Case:
    """A formula, what is asked about it, and how the engine is set up."""

    variables: int
    clauses: tuple[Clause, ...]
    assumptions: Clause
    project: tuple[int, ...] | None
    heuristic: str
    backjump_after: int
    bank_bits: int
    small: int
    kept: int

    def engine(self, observer=None):
        """Load an engine as the case says."""
        group = Group(Origin("test", "all"), self.clauses)
        return Dpll(
            Formula(self.variables, len(self.clauses), lambda: [group], str),
            heuristic=self.heuristic,
            backjump_after=self.backjump_after,
            observer=observer,
        )

    @contextmanager
    def constants(self):
        """Set the constants of the module `problem` for a while."""
        with ExitStack() as stack:
            for name, value in (
                ("_BANK_BITS", self.bank_bits),
                ("_CACHED_VARIABLES", self.small),
                ("_CACHED_MASKS", self.kept),
                ("_CACHED_LITERALS", self.kept),
            ):
                stack.enter_context(patch.object(problem_module, name, value))
            yield


@st.composite
def cases(draw):
    """Make cases: clauses of any length, repeated literals, tautologies and all."""
    variables = draw(st.integers(0, 6))
    numbers = list(range(1, variables + 1))
    literals = st.sampled_from([*numbers, *(-n for n in numbers)] or [0])
    longest = draw(st.sampled_from([2, 3, 6])) if variables else 0
    clauses = draw(
        st.lists(
            st.lists(literals, min_size=min(1, longest), max_size=longest).map(tuple),
            max_size=draw(st.sampled_from([4, 12, 30])) if variables else 0,
        )
    )
    if draw(st.integers(0, 19)) == 0:
        clauses.append(())
    assumed = st.lists(literals, max_size=3) if variables else st.just([])
    some = st.lists(st.sampled_from(numbers or [0]), max_size=variables).map(tuple)
    return Case(
        variables,
        tuple(clauses),
        tuple(draw(assumed)),
        draw(st.none() | (some if variables else st.just(()))),
        draw(st.sampled_from([*sorted(HEURISTICS.keys() - {"vsids"}), "random:7"])),
        draw(st.sampled_from([0, 2, NEVER])),
        draw(st.sampled_from([8192, 64, 16, 1])),
        draw(st.sampled_from([4096, 0])),
        draw(st.sampled_from([1_000_000, 10, 0])),
    )


def every_model(case):
    """Find all models under the assumptions, by trying all assignments."""
    found = []
    for values in product((False, True), repeat=case.variables):
        true = {v if value else -v for v, value in enumerate(values, 1)}
        if true.issuperset(case.assumptions) and all(
            not true.isdisjoint(clause) for clause in case.clauses
        ):
            found.append(tuple(sorted(v for v in true if v > 0)))
    return sorted(found)


def shadow(case, model):
    """Return what is left of a model on the projected variables."""
    return tuple(v for v in model if case.project is None or v in case.project)


@given(cases())
def test_solve_is_right(case):
    expected = every_model(case)
    with case.constants():
        outcome = case.engine().solve(case.assumptions)

    assert bool(expected) is outcome.satisfiable
    if expected:
        assert outcome.model in expected
    else:
        assert outcome.model is None


@given(cases())
def test_models_are_all_models_each_once(case):
    whole = every_model(case)
    with case.constants():
        got = list(case.engine().models(case.assumptions, case.project))

    assert set(whole) >= set(got)
    assert sorted({shadow(case, model) for model in whole}) == sorted(
        shadow(case, model) for model in got
    )


@given(cases(), st.data())
def test_a_loaded_engine_keeps_nothing(case, data):
    with case.constants():
        engine = case.engine()
        for _ in range(2):
            literals = st.integers(1, max(case.variables, 1)).flatmap(
                lambda v: st.sampled_from([v, -v])
            )
            if case.variables:
                next(engine.models(data.draw(st.lists(literals, max_size=4))), None)
        got = engine.models(case.assumptions)

        assert every_model(case) == sorted(got)


@given(cases())
def test_the_invariants_hold_after_every_propagation(case):

    def checked(
        problem,
        clause_state,
        trail,
        pending,
        deadline,
    ):
        conflict = propagate(problem, clause_state, trail, pending, deadline)
        if conflict is None:
            check(problem, clause_state, trail, fixpoint=True)
        else:
            true = consequences(problem, [literal for literal, _ in trail])
            assert any(-one in true for one in true) or all(
                -literal in true for literal in problem.clauses[conflict]
            )
        return conflict

    with case.constants(), patch.object(search_module, "propagate", checked):
        list(case.engine().models(case.assumptions, case.project))


def consequences(problem, literals):
    """Walk over the implications from these literals."""
    pending = list(literals)
    true = set()
    for one in pending:
        if one not in true:
            true.add(one)
            pending += problem.implied[one]
    return true
