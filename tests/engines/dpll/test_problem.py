"""Formulas laid out for search: what is sorted where, and what is kept."""

from itertools import pairwise
from random import Random

import pytest

from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.problem import NO_REASON, Problem
from tests.engines.dpll.invariants import check


def random_clauses(seed, variables, count):
    """Make clauses of one to five literals."""
    dice = Random(seed)
    return [
        tuple(
            dice.choice((1, -1)) * dice.randint(1, variables)
            for _ in range(dice.choice((1, 2, 2, 2, 3, 4, 5)))
        )
        for _ in range(count)
    ]


def place(problem, literal):
    """Return the bit of a literal in masks."""
    return literal if literal > 0 else problem.variables - literal


@pytest.mark.parametrize(
    ("clause", "fields", "implications"),
    [
        ((1, 2), [], {-1: [2], -2: [1]}),
        ((1, -2), [], {-1: [-2], 2: [1]}),
        ((1, 1), [(1,)], {}),
        ((1, -1), [], {}),
        ((1, 2, 1), [], {-1: [2], -2: [1]}),
        ((2, 2, 2), [(2,)], {}),
        ((1, -1, 1), [], {}),
        ((1, 2, -1), [], {}),
        ((3, 1, 3, 2), [(3, 1, 2)], {}),
        ((), [()], {}),
        ((-3,), [(-3,)], {}),
    ],
)
def test_clauses_are_sorted_in(
    clause,
    fields,
    implications,
):
    problem = Problem(3, [clause])

    assert fields == problem.clauses
    for literal in (1, 2, 3, -1, -2, -3):
        assert implications.get(literal, []) == problem.implied[literal]


def test_closures_come_in_the_order_of_causes():
    problem = Problem(5, [(-1, 2), (-2, 3), (-3, 1), (-1, 4), (-4, -5)])
    closure = problem.closure(1)

    assert {1, 2, 3, 4, -5} == set(closure)
    assert 1 == closure[0]
    for at, literal in enumerate(closure[1:], 1):
        assert any(literal in problem.implied[cause] for cause in closure[:at])


def test_closures_hold_the_contrapositives():
    problem = Problem(12, [c for c in random_clauses(1, 12, 60) if len(c) == 2])
    literals = [
        v
        for v in range(-12, 13)
        if v and not problem.fails(v) and not problem.fails(-v)
    ]
    for one in literals:
        for other in literals:
            assert (other in problem.closure(one)) == (-one in problem.closure(-other))


def test_fails_says_which_closures_contradict_themselves():
    problem = Problem(2, [(-1, 2), (-1, -2)])

    assert problem.fails(1)
    assert not problem.fails(-1)
    assert not problem.fails(2)


@pytest.mark.parametrize("bank_bits", [8192, 40, 1])
@pytest.mark.parametrize("kept", [10**6, 3, 0])
@pytest.mark.parametrize("small", [4096, 0])
def test_changes_and_masks_are_those_of_the_closure(
    monkeypatch, bank_bits, kept, small
):
    monkeypatch.setattr(problem_module, "_BANK_BITS", bank_bits)
    monkeypatch.setattr(problem_module, "_CACHED_MASKS", kept)
    monkeypatch.setattr(problem_module, "_CACHED_LITERALS", kept)
    monkeypatch.setattr(problem_module, "_CACHED_VARIABLES", small)
    problem = Problem(10, random_clauses(2, 10, 30))
    for literal in [*range(1, 11), *range(-10, 0)]:
        if problem.fails(literal):
            assert ((0, 0, 0, 0),) == problem.changes(literal)
            continue
        live = [bank.initial for bank in problem.banks]
        for bank, keep, sat, _ in problem.changes(literal):
            live[bank] = live[bank] & keep | sat
        trail = [(literal, NO_REASON)]
        expected = sum(1 << place(problem, one) for one in problem.closure(literal))

        check(problem, live, trail, fixpoint=False)
        assert expected == problem.assigned(trail) == problem.mask(literal)


def test_an_effect_leaves_the_other_units():
    problem = Problem(5, [(1, 2, 3), (-1, 4, 5), (-2, 4, 5), (-1, 3, 5), (-1, 2)])
    bank = problem.banks[0]
    step, keep, sat, others, elsewhere = problem.effect(0, bank.literals.index(1))
    alive = [bank.literals[at] for at in range(len(bank.literals)) if keep >> at & 1]
    left = [bank.literals[at] for at in range(len(bank.literals)) if others >> at & 1]

    assert (1, 0) == step
    assert () == elsewhere
    assert not {-1, -2} & set(alive)
    assert {1, 2} <= set(alive)
    assert {3, 4, 5, 0} == set(left)
    assert 1 == sat.bit_count()


def test_banks_hold_every_field_once(monkeypatch):
    clauses = random_clauses(3, 20, 200)
    for bits in (1, 8, 50, 8192):
        monkeypatch.setattr(problem_module, "_BANK_BITS", bits)
        problem = Problem(20, clauses)
        fields = [
            owner
            for bank in problem.banks
            for owner, guard in zip(bank.clauses, f"{bank.guards:b}"[::-1], strict=True)
            if guard == "1"
        ]

        assert list(range(len(problem.clauses))) == fields
        for bank in problem.banks:
            assert len(bank.literals) <= bits or bank.guards.bit_count() == 1


def test_clauses_lie_shortest_first():
    problem = Problem(9, [(1, 2, 3), (4,), (5, 6, 7, 8), (9,), (-1, -2, -3)])

    assert [(4,), (9,), (1, 2, 3), (-1, -2, -3), (5, 6, 7, 8)] == problem.clauses
    assert all(len(a) <= len(b) for a, b in pairwise(problem.clauses))


def test_free_takes_the_lowest_variable_and_what_does_not_fail():
    problem = Problem(6, [(-2, 3), (4, 5), (4, -5), (-6, 5), (-6, -5)])

    assert -1 == problem.free_literal(0)
    assert -2 == problem.free_literal(problem.mask(-1))
    assert 4 == problem.free_literal(problem.assigned([(-1, 0), (2, 0)]))
    assert -6 == problem.free_literal(0, among=1 << 6)
    assert problem.free_literal(0, among=0) is None
    assert problem.free_literal((1 << problem.span) - 1) is None


@pytest.mark.parametrize("variables", [0, 1, 7, 8, 9, 100])
def test_true_variables_are_rising(variables):
    problem = Problem(variables, [])
    steps = [(v if v % 3 else -v, NO_REASON) for v in range(1, variables + 1)]
    expected = tuple(v for v in range(1, variables + 1) if v % 3)

    assert expected == problem.true_variables(problem.assigned(steps))


def test_what_is_kept_stays_bounded(monkeypatch, load):
    clauses = random_clauses(5, 60, 100)
    expected = load(60, clauses).solve()
    monkeypatch.setattr(problem_module, "_BANK_BITS", 64)
    monkeypatch.setattr(problem_module, "_CACHED_MASKS", 50)
    monkeypatch.setattr(problem_module, "_CACHED_LITERALS", 30)
    engine = load(60, clauses, heuristic="first")
    got = engine.solve()
    problem = engine._problem

    assert expected.satisfiable == got.satisfiable
    assert problem is not None
    masks = 3 * sum(map(len, problem._changes.values()))
    masks += sum(
        effect is not None for bank in problem.banks for effect in bank.effects
    )
    largest = 3 * max(map(len, problem._changes.values())) + 60
    assert masks <= 50 + largest
    assert sum(map(len, problem._closures.values())) <= 30 + 120
