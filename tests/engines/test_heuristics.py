"""Heuristics that count every clause: each decides what its name says."""

import pytest

from satdoku.cnf.formula import Formula
from satdoku.engines.heuristics import (
    HEURISTICS,
    Assignment,
    SearchedFormula,
    find_heuristic,
)
from satdoku.engines.registry import load
from satdoku.errors import InputError, UsageError
from satdoku.study.tracing import trace

CLAUSES = [[1, 2], [-3, 4], [-3, 5], [-3, -4], [-3, -5], [-3, 1, 2], [4, 5, 1]]
COUNTING = ["fewest-first", "first", "dlis", "jeroslow-wang"]


@pytest.mark.parametrize(
    ("name", "literal"),
    [("dlis", -3), ("first", 1), ("fewest-first", 1), ("jeroslow-wang", -3)],
)
@pytest.mark.parametrize("engine", ["dpll", "cdcl"])
def test_first_decision(name, literal, engine):
    decided = [
        event.literal
        for event in trace(Formula.of(CLAUSES), engine=engine, heuristic=name)
        if event.kind == "decided"
    ]

    assert literal == decided[0]


def states(cases):
    """Yield formulas with some literals true, among them clauses of all lengths."""
    for seed in range(40):
        clauses = cases.random_clauses(seed, 9, 12)
        clauses += [clause[: 2 + seed % 2] for clause in clauses]
        values = [0] * 19
        for literal in (1 + seed % 9, -(1 + (seed + 4) % 9)):
            values[literal], values[-literal] = 1, -1
        units = [c for c in clauses if [values[x] for x in c].count(0) == 1]
        yield [clause for clause in clauses if clause not in units], Assignment(values)


@pytest.mark.parametrize(("name", "base"), [("dlis", 1.0), ("jeroslow-wang", 0.5)])
def test_weights_are_as_counted_by_hand(cases, name, base):
    for clauses, assignment in states(cases):
        sums = dict[int, float]()
        for clause in clauses:
            values = [assignment.values[literal] for literal in clause]
            if max(values) < 1:
                for literal, value in zip(clause, values, strict=True):
                    if not value:
                        weight = base ** values.count(0)
                        sums[literal] = sums.get(literal, 0.0) + weight
        chosen = HEURISTICS[name](SearchedFormula(9, clauses), assignment)

        assert max(sums.values()) == sums[chosen]


def test_fewest_first_takes_the_first_shortest_clause(cases):
    for clauses, assignment in states(cases):
        frees = [
            [literal for literal in clause if assignment.is_free(literal)]
            for clause in clauses
            if all(assignment.values[literal] < 1 for literal in clause)
        ]
        chosen = HEURISTICS["fewest-first"](SearchedFormula(9, clauses), assignment)

        assert min(filter(None, frees), key=len)[0] == chosen


@pytest.mark.parametrize("engine", ["dpll", "cdcl"])
@pytest.mark.parametrize("name", [*COUNTING, "random", "random:12"])
def test_all_models_whatever_is_decided(cases, engine, name):
    for seed in range(4):
        clauses = cases.random_clauses(seed, 7, 14)
        loaded = load(engine, cases.formula(clauses, 7), heuristic=name)

        assert cases.models_of(clauses, 7) == set(loaded.models())
        found = [1 in model for model in loaded.models([], [1])]
        assert sorted({1 in model for model in cases.models_of(clauses, 7)}) == sorted(
            found
        )


def test_random_repeats_with_its_seed():
    formula = SearchedFormula(6, [(1, 2, 3), (4, 5, 6)])
    one, same, other = (find_heuristic(f"random:{seed}") for seed in (5, 5, 6))
    free = Assignment([0] * 13)
    chosen = [one(formula, free) for _ in range(60)]

    assert chosen == [same(formula, free) for _ in range(60)]
    assert chosen != [other(formula, free) for _ in range(60)]
    assert {1, 2, 3, 4, 5, 6} == set(chosen)


@pytest.mark.parametrize("engine", ["dpll", "cdcl"])
def test_a_function_sees_the_clauses_and_the_trail(engine):
    seen = []

    def choose(formula, assignment):
        seen.append((formula.clauses, tuple(assignment.trail)))
        return next((x for x in (3, 2, 1) if assignment.is_free(x)), None)

    clauses = [[1, 2, 4], [-3, 1], [-1, 3]]
    model = load(engine, Formula.of(clauses), heuristic=choose).solve().model

    assert (1, 2, 3) == model[:3]
    assert [(tuple(map(tuple, clauses)), ())] == seen[:1]
    assert (3, 1) == seen[1][1]


@pytest.mark.parametrize("engine", ["dpll", "cdcl"])
def test_a_function_is_called_only_while_a_variable_is_free(engine):
    def smallest(formula, assignment):
        free = filter(assignment.is_free, range(1, formula.variables + 1))
        return min(free)  # fails where there is none

    clauses = [[1, 2], [-1, -2], [2, 3]]
    loaded = load(engine, Formula.of(clauses), heuristic=smallest)
    assert [(1, 3), (2,), (2, 3)] == sorted(loaded.models())


@pytest.mark.parametrize("engine", ["dpll", "cdcl"])
@pytest.mark.parametrize("literal", [0, 4, "1", True, 2.0])
def test_a_function_that_chooses_no_literal(engine, literal):
    loaded = load(engine, Formula.of([[1, 2, 3]]), heuristic=lambda *_: literal)
    with pytest.raises(UsageError, match="the heuristic chose"):
        loaded.solve()


def test_a_function_that_chooses_a_true_literal():
    loaded = load("dpll", Formula.of([[1], [2, 3]]), heuristic=lambda *_: 1)
    with pytest.raises(UsageError, match="has a value"):
        loaded.solve()


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("def choose(formula, assignment):\n    return 2\n", None, ""),
        ("\n1 / 0", InputError, r"my.py:2: does not run: ZeroDivisionError"),
        ("\nif", InputError, r"my.py:2: does not run: SyntaxError: invalid syntax$"),
        ("raise SystemExit(5)", InputError, r"my.py:1: does not run: SystemExit: 5"),
        ("choose = 3", InputError, "no function 'choose'"),
        (None, InputError, "cannot be read"),
    ],
)
def test_a_function_of_a_file(tmp_path, text, error, words):
    file = tmp_path / "my.py"
    if text is not None:
        file.write_text(text)
    if error is None:
        assert 2 == find_heuristic(f"{file}:choose")(None, None)
        return
    with pytest.raises(error, match=words):
        find_heuristic(f"{file}:choose")


@pytest.mark.parametrize("engine", ["dpll", "cdcl"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "def f(state): pass",
            r"my.py: heuristic f failed: TypeError.*expected def",
        ),
        ("def f(a, b):\n    a.b", r"my.py:2: heuristic f failed: AttributeError"),
        ("def f(a, b):\n    raise SystemExit", r"my.py:2: heuristic f failed: Sys"),
    ],
)
def test_a_function_of_a_file_that_fails(tmp_path, engine, text, words):
    (tmp_path / "my.py").write_text(text)
    formula, name = Formula.of([[1, 2]]), f"{tmp_path / 'my.py'}:f"

    with pytest.raises(InputError, match=words):
        load(engine, formula, heuristic=name).solve()


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        *(("", "dpll"), ("best", "dpll"), ("random:²", "dpll"), ("a\x1b", "dpll")),
        *(("vsids", "dpll"), ("fewest", "cdcl")),
    ],
)
def test_unknown_names_are_refused(name, engine):
    with pytest.raises(UsageError) as caught:
        find_heuristic(name, engine)
    assert "\x1b" not in str(caught.value)
