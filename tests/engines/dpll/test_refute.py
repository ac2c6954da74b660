"""The refutations that `dpll` writes down, checked hint by hint."""

from itertools import pairwise
from random import Random
from time import monotonic

import pytest

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.base import Lemma
from satdoku.engines.dpll.proof import refute
from satdoku.engines.heuristics import HEURISTICS
from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import Deadline

EVERY_RULE = (*sorted(HEURISTICS.keys() - {"vsids"}), "random:3")

HARDEST = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)


def check(clauses, lemmas):
    """Assert that every hint does what it should, and that the end is empty."""
    known = [frozenset[int](), *map(frozenset, clauses)]
    for literals, hints in lemmas:
        true = {-literal for literal in literals}
        assert hints
        for hint in hints[:-1]:
            (forced,) = (literal for literal in known[hint] if -literal not in true)
            assert forced not in true
            true.add(forced)
        assert all(-literal in true for literal in known[hints[-1]])
        known.append(frozenset(literals))
    assert () == lemmas[-1].literals
    assert all(lemma.literals for lemma in lemmas[:-1])


def run(variables, clauses, **options):
    """Refute plain clauses, and check what was written."""
    group = Group(Origin("test", "all"), tuple(clauses))
    formula = Formula(variables, len(clauses), lambda: [group], str)
    lemmas = refute(formula, **options)
    if lemmas is not None:
        check(clauses, lemmas)
    return lemmas


def lemmas_of(variables, clauses):
    """Refute plain clauses that have no model, and check what was written."""
    lemmas = run(variables, clauses)
    assert lemmas is not None
    return lemmas


def only(variables, clauses):
    """Return the hints of the empty clause, which is the only lemma."""
    (lemma,) = lemmas_of(variables, clauses)
    return set(lemma.hints or ())


def any_clauses(dice, variables, count):
    """Make clauses that may repeat literals, contradict themselves, or be alike."""
    lengths = (1, 2, 2, 2, 3, 3, 3, 3, 4, 5)
    clauses = [
        tuple(
            dice.choice((1, -1)) * dice.randint(1, variables)
            for _ in range(dice.choice(lengths))
        )
        for _ in range(count)
    ]
    return clauses + dice.sample(clauses, count // 10)


class TestHints:
    """Each hint leads on, the last is a contradiction, and the empty clause ends it."""

    @pytest.mark.parametrize("rule", EVERY_RULE)
    def test_random_clauses(self, cases, rule):
        dice = Random(1)
        refuted = 0
        for _ in range(120):
            variables = dice.randint(1, 6)
            clauses = any_clauses(dice, variables, dice.randint(1, 5 * variables))
            lemmas = run(variables, clauses, heuristic=rule)

            assert (lemmas is None) == bool(cases.models_of(clauses, variables))
            refuted += lemmas is not None
        assert 25 < refuted < 100

    @pytest.mark.nightly
    @pytest.mark.parametrize("rule", EVERY_RULE)
    def test_many_random_clauses(self, rule):
        dice = Random(2)
        refuted = 0
        for _ in range(400):
            variables = dice.randint(4, 24)
            clauses = any_clauses(dice, variables, 2 * variables)
            clauses += [
                tuple(
                    dice.choice((1, -1)) * x
                    for x in dice.sample(range(1, variables + 1), 3)
                )
                for _ in range(4 * variables)
            ]
            refuted += run(variables, clauses, heuristic=rule) is not None
        assert refuted > 300

    @pytest.mark.parametrize("recipe", ["extended", "triad-lite"])
    def test_sudoku(self, cases, recipe):
        formula = cases.second_solution(HARDEST, recipe)
        lemmas = refute(formula)

        assert lemmas is not None
        check(formula, lemmas)
        assert any(len(lemma.literals) > 1 for lemma in lemmas)

    @pytest.mark.nightly
    @pytest.mark.parametrize("recipe", ["extended", "triad-lite"])
    def test_hardest_puzzles(self, cases, shared_data, recipe):
        puzzles = (shared_data / "sets" / "hardest.txt").read_text().split()
        for puzzle in puzzles[1:200:20]:
            formula = cases.second_solution(puzzle, recipe)
            check(formula, refute(formula))

    def test_pigeons(self, pigeonhole):
        assert len(lemmas_of(*pigeonhole(5))) > 50


class TestClauses:
    """Clauses of any form keep the number they have in the formula."""

    def test_repeated_literals(self):
        assert {1, 2} == only(1, [(1, 1, 1), (-1, -1)])
        assert {1, 2, 3} == only(2, [(1,), (-1, 2, -1, 2), (-2, -1)])

    def test_tautologies(self):
        assert {2, 3} == only(2, [(1, -1), (2,), (-2,), (2, 1, -2)])

    def test_repeated_clauses(self):
        lemmas_of(3, [(1, 2), (1, 2), (2, 1), (1, -2), (-1, 3), (3, -1), (-1, -3)])

    @pytest.mark.parametrize("at", [0, 1, 2])
    def test_an_empty_clause(self, at):
        clauses = [(1, 2), (-1, 3)]
        clauses.insert(at, ())

        assert [Lemma((), (at + 1,))] == lemmas_of(3, clauses)

    def test_a_literal_that_fails(self):
        clauses = [(-1, 2), (-2, 3), (-3, -1), (1, 4), (-4, 5), (-5, -4), (1, 2, 3)]

        assert 2 == len(lemmas_of(5, clauses))

    def test_a_literal_of_no_variable(self):
        with pytest.raises(UsageError, match="literal 3 of"):
            run(2, [(1, 3)])

    @pytest.mark.parametrize("variables", [0, 1, 3])
    def test_no_clauses(self, variables):
        assert run(variables, []) is None


class TestLemmas:
    """Which lemmas are written."""

    def test_a_free_backjump(self):
        idle = [(x, x + 1, x + 2) for x in range(1, 60, 3)]
        clash = [(61, 62, 63), *((s * 61, t * 62) for s in (1, -1) for t in (1, -1))]
        lemmas = lemmas_of(63, [*idle, *clash])

        assert len(lemmas) <= 2
        assert all(abs(x) > 60 for lemma in lemmas for x in lemma.literals)

    def test_the_root_is_written_once(self):
        chain = [(1,), *((-x, x + 1) for x in range(1, 40))]
        clauses = [
            *chain,
            *((-40, s * 41, t * 42, u * 43) for s, t, u in _signs()),
            (44, 45, 46),
        ]
        lemmas = lemmas_of(46, clauses)
        units = [lemma.literals[0] for lemma in lemmas if len(lemma.literals) == 1]

        assert {*range(2, 41)} <= set(units)
        assert len(set(units)) == len(units)
        assert all(len(lemma.hints or ()) < 10 for lemma in lemmas)

    def test_no_decision_no_unit(self):
        chain = [(1,), *((-x, x + 1) for x in range(1, 40)), (-40,)]

        assert {*range(1, 42)} == only(40, chain)


def _signs():
    return [(s, t, u) for s in (1, -1) for t in (1, -1) for u in (1, -1)]


class TestLimits:
    """The usual ones."""

    def test_time(self, pigeonhole):
        start = monotonic()
        with pytest.raises(Stopped):
            run(*pigeonhole(9), deadline=Deadline(seconds=0.2))
        assert monotonic() - start < 30

    def test_conflicts(self, pigeonhole):
        assert run(*pigeonhole(3), deadline=Deadline(conflicts=100)) is not None

        def is_enough(conflicts):
            try:
                return run(*pigeonhole(3), deadline=Deadline(conflicts=conflicts))
            except Stopped:
                return None

        least = next(n for n in range(1, 100) if is_enough(n))
        with pytest.raises(Stopped, match=f"after {least - 1} conflicts"):
            run(*pigeonhole(3), deadline=Deadline(conflicts=least - 1))


def test_numbers_rise(pigeonhole):
    variables, clauses = pigeonhole(4)
    for number, lemma in enumerate(lemmas_of(variables, clauses), len(clauses) + 1):
        assert max(lemma.hints or ()) < number
        assert all(one != other for one, other in pairwise(lemma.hints or ()))
