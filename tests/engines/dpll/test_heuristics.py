"""Decision rules: each picks what it says, of what it may pick from."""

from random import Random

import pytest

from satdoku.engines.dpll import problem as problem_module
from satdoku.engines.dpll.heuristics import HEURISTICS, find_heuristic
from satdoku.engines.dpll.problem import Problem, assert_literal, propagate
from satdoku.errors import UsageError

NAMES = [*HEURISTICS, "random", "random:12"]
Clauses = list[tuple[int, ...]]


def open_clauses(problem, trail):
    """Return the free literals of each field without a true literal."""
    true = {one for literal, _ in trail for one in problem.closure(literal)}
    return [
        [literal for literal in clause if -literal not in true]
        for clause in problem.clauses
        if true.isdisjoint(clause)
    ]


def states():
    """Make states without a conflict, of random formulas with random decisions."""
    dice = Random(3)
    for number in range(150):
        n = dice.randint(3, 14)
        clauses = [
            tuple(
                dice.choice((1, -1)) * dice.randint(1, n)
                for _ in range(dice.choice((2, 3, 3, 4, 6)))
            )
            for _ in range(dice.randint(0, 3 * n))
        ]
        problem = Problem(n, clauses)
        live = [bank.initial for bank in problem.banks]
        trail = []
        literal = dice.choice((1, -1)) * dice.randint(1, n)
        if number % 3 and not problem.fails(literal):
            assert_literal(problem, live, trail, literal)
        if propagate(problem, live, trail, (1 << len(live)) - 1) is None:
            yield problem, live, trail


@pytest.fixture(params=[8192, 16], ids=["one bank", "many banks"])
def _bank_bits(request, monkeypatch):
    monkeypatch.setattr(problem_module, "_BANK_BITS", request.param)


@pytest.mark.usefixtures("_bank_bits")
@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_a_free_literal_of_an_open_clause(name, step):
    """One of the variables that are allowed: all, or every other."""
    choose = find_heuristic(name)
    seen = 0
    for problem, live, trail in states():
        variables = set(range(1, problem.variables + 1, step))
        allowed = problem.occurrences(variables) if step > 1 else None
        free = {
            literal
            for clause in open_clauses(problem, trail)
            for literal in clause
            if abs(literal) in variables
        }
        literal = choose(problem, live, allowed)
        seen += literal is not None

        assert literal in free if free else literal is None
    assert seen > 50


@pytest.mark.parametrize("name", ["fewest", "fewest-first"])
def test_fewest_takes_a_shortest_clause(name):
    for problem, live, trail in states():
        clauses = open_clauses(problem, trail)
        literal = find_heuristic(name)(problem, live)
        if clauses:
            least = min(map(len, clauses))
            assert any(literal in clause and len(clause) == least for clause in clauses)


def test_fewest_shortens_most():
    clauses = [(-1, 4, 5), (-1, 6, 7), (-3, 8, 9), (1, 2, 3)]
    problem = Problem(9, clauses)

    assert 1 == find_heuristic("fewest")(
        problem, [bank.initial for bank in problem.banks]
    )


def test_first_and_fewest_first_keep_the_order():
    problem = Problem(9, [(4, 5, 6), (-1, 2, 3), (7, 8, 9, 1)])
    live = [bank.initial for bank in problem.banks]

    assert 4 == find_heuristic("first")(problem, live)
    assert 4 == find_heuristic("fewest-first")(problem, live)
    assert_literal(problem, live, [], 6)
    assert_literal(problem, live, [], -8)
    assert_literal(problem, live, [], -7)
    assert -1 == find_heuristic("first")(problem, live)
    assert 9 == find_heuristic("fewest-first")(problem, live)


def test_weights_are_as_counted_by_hand():
    for problem, live, trail in states():
        clauses = open_clauses(problem, trail)
        for name, base in (("dlis", 1.0), ("jeroslow-wang", 0.5)):
            sums = {}
            for clause in clauses:
                for one in clause:
                    sums[one] = sums.get(one, 0.0) + base ** len(clause)
            literal = find_heuristic(name)(problem, live)
            if literal is not None:
                assert max(sums.values()) == sums[literal]


def test_random_repeats_with_its_seed():
    problem = Problem(6, [(1, 2, 3), (4, 5, 6)])
    live = [bank.initial for bank in problem.banks]
    one, same, other = (
        find_heuristic("random:5"),
        find_heuristic("random:5"),
        find_heuristic("random:6"),
    )
    first = [one(problem, live) for _ in range(60)]

    assert first == [same(problem, live) for _ in range(60)]
    assert first != [other(problem, live) for _ in range(60)]
    assert {1, 2, 3, 4, 5, 6} == set(first)


@pytest.mark.parametrize(
    "name", ["", "best", "random:", "random:x", "random:²", "a\x1b"]
)
def test_unknown_rules_are_refused(name):
    if name == "random:":
        assert callable(find_heuristic(name))
        return
    with pytest.raises(UsageError) as caught:
        find_heuristic(name)
    assert "\x1b" not in str(caught.value)
