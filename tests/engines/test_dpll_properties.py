"""Properties of the hand-written engine, on formulas that Hypothesis makes up.

The oracle is `every_model`: all assignments are tried.  The module constants that split
a formula into banks and bound the caches are drawn as well, so that the code for large
formulas is run on small ones.
"""

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import product
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll import search as search_module
from satdoku.engines.dpll.heuristics import HEURISTICS
from satdoku.engines.dpll.problem import propagate
from satdoku.engines.dpll.search import Dpll
from tests.engines.dpll.invariants import check

Clause = tuple[int, ...]
Model = tuple[int, ...]

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
        draw(st.sampled_from([*HEURISTICS, "random:7"])),
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


@dataclass
class _Replay:
    """An observer that believes nothing: it does all steps again on the formula.

    It knows all models and so holds every claim of the search against them: what is
    left by a jump holds no model, and what is done with holds none that is not found.
    """

    case: Case
    whole: list[Model]
    levels: list[tuple[int, bool]] = field(default_factory=list)
    """By level: its literal, and whether that is the negation of the decision."""
    true: list[list[int]] = field(default_factory=lambda: [[]])
    """By level, from 0: the literals that became true in it."""
    found_models: set[Model] = field(default_factory=set)
    ended: str = ""
    """What ended the branch: `conflict`, `found`, or nothing."""
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, event):
        self.counts[event] = self.counts.get(event, 0) + 1

    def literals(self):
        return {literal for level in self.true for literal in level}

    def learn(self, literal):
        assert not self.ended
        assert literal not in self.literals()
        assert -literal not in self.literals()
        self.true[-1].append(literal)

    def in_formula(self, clause):
        return any(set(clause) == set(other) for other in self.case.clauses)

    def models_below(self, level, *more):
        """Return the models that agree with all levels below one, and these."""
        below = {literal for literal, _ in self.levels[: level - 1]} | set(more)
        return {
            shadow(self.case, model)
            for model in self.whole
            if all((abs(one) in model) == (one > 0) for one in below)
        }

    def assumed(self, literal):
        assert not self.levels
        assert literal in self.case.assumptions
        self.learn(literal)

    def decided(self, level, literal):
        self.count("decisions")
        self.levels.append((literal, False))
        assert len(self.levels) == level
        self.true.append([])
        self.learn(literal)

    def propagated(self, literal, reason):
        assert self.in_formula(reason)
        assert literal in reason
        true = self.literals()
        assert all(-other in true for other in reason if other != literal)
        self.learn(literal)

    def conflict(self, clause):
        assert not self.ended
        self.ended = "conflict"
        self.count("conflicts")
        true = self.literals()
        assert all(-literal in true for literal in clause)
        if not self.in_formula(clause):
            [literal] = clause
            assert literal in self.case.assumptions
            assert not self.levels

    def found(self, model):
        assert not self.ended
        self.ended = "found"
        assert tuple(model) in self.whole
        true = self.literals()
        assert set(range(1, self.case.variables + 1)) == {abs(one) for one in true}
        assert tuple(model) == tuple(sorted(one for one in true if one > 0))
        assert shadow(self.case, model) not in self.found_models
        self.found_models.add(shadow(self.case, model))

    def left(self, level, *, jumped):
        assert self.ended
        assert len(self.levels) == level
        literal, flipped = self.levels[-1]
        if jumped:
            self.count("jumps")
            assert not flipped
            assert self.ended == "conflict"
            assert not self.models_below(level)
        else:
            assert self.models_below(level, literal) <= self.found_models
        if not jumped and not flipped:
            assert self.ended == "found"
            assert self.models_below(level) <= self.found_models
        self.undo()

    def flipped(self, level, literal):
        assert self.ended
        assert len(self.levels) == level
        decision, flipped = self.levels[-1]
        assert not flipped
        assert -decision == literal
        assert self.models_below(level, decision) <= self.found_models
        self.undo()
        self.ended = ""
        self.levels.append((literal, True))
        self.true.append([])
        self.learn(literal)

    def undo(self):
        self.levels.pop()
        self.true.pop()


FAILING_ASSUMPTION = Case(
    4, ((1,), (1, 3), (1, -3), ()), (-1,), None, "fewest", 0, 1, 4096, 10**6
)


@example(FAILING_ASSUMPTION)
@given(cases())
def test_the_events_replay(case):
    whole = every_model(case)
    replay = _Replay(case, whole)
    with case.constants():
        engine = case.engine(replay)
        list(engine.models(case.assumptions, case.project))

    statistics = engine.statistics()
    for counter in ("decisions", "conflicts", "jumps"):
        assert replay.counts.get(counter, 0) == statistics[counter]
    assert replay.ended
    assert not replay.levels
    assert {shadow(case, model) for model in whole} == replay.found_models
