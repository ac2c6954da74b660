"""Refutations by the solvers of PySAT: every lemma follows, and no call is endless."""

import tempfile
from random import Random
from time import monotonic

import pytest

from satdoku.engines.base import Lemma
from satdoku.engines.registry import available, engines, find, refute
from satdoku.errors import LimitError, Stopped, UsageError
from satdoku.proof.propagation import Propagation
from satdoku.runtime.deadline import Deadline
from tests.engines.conftest import sampled
from tests.puzzles import HARD

PROVERS = tuple(info.name for info in engines() if info.proofs and info.kind == "pysat")
HERE = tuple(name for name in PROVERS if available(find(name)))


@pytest.fixture(params=sampled(HERE))
def prover(request):
    """Return the name of a solver that writes proofs: each in turn."""
    return str(request.param)


@pytest.fixture(scope="module")
def sudoku(cases):
    return cases.second_solution(HARD, "triad-lite")


def check(formula, lemmas, every=1):
    """Assert that lemmas follow by unit propagation, and that the last is empty.

    Args:
        formula: What they are about.
        lemmas: The lemmas.
        every: Look at each of them, or at each tenth; at the last in any case.
    """
    known = Propagation()
    for number, clause in enumerate(formula, 1):
        known.add(number, clause)
    for number, (literals, hints) in enumerate(lemmas, len(formula) + 1):
        assert hints is None
        assert all(0 < abs(literal) <= formula.variables for literal in literals)
        if not literals or number % every == 0:
            assert known.follows(literals)
        known.add(number, literals)
    assert not lemmas[-1].literals
    assert all(lemma.literals for lemma in lemmas[:-1])


class TestLemmas:
    """With deletions left out, all lemmas follow by unit propagation."""

    def test_random_formulas(self, prover, cases):
        dice = Random(4)
        refuted = 0
        for _ in range(10):
            variables = dice.randint(1, 6)
            clauses = [
                [
                    dice.choice((1, -1)) * dice.randint(1, variables)
                    for _ in range(dice.choice((1, 2, 2, 3, 3, 3)))
                ]
                for _ in range(dice.randint(variables, 5 * variables))
            ]
            formula = cases.formula(clauses, variables)
            lemmas = refute(prover, formula)

            assert (lemmas is None) == bool(cases.models_of(clauses, variables))
            if lemmas is not None:
                check(formula, lemmas)
                refuted += 1
        assert 2 < refuted < 9

    def test_pigeons(self, prover, cases):
        formula = cases.formula(cases.pigeons(4), 20)
        check(formula, refute(prover, formula))

    def test_sudoku(self, prover, sudoku):
        check(sudoku, refute(prover, sudoku), every=10)

    @pytest.mark.nightly
    def test_larger_formulas(self, prover, cases):
        for seed in range(3):
            formula = cases.formula(cases.random_clauses(seed, 80, 400), 80)
            check(formula, refute(prover, formula))
        formula = cases.formula(parities(18), 18)
        check(formula, refute(prover, formula))

    def test_hardly_any_clauses(self, prover, cases):
        for clauses in ([], [[1, 2], [-1, 1], [2, 2]], [[1]]):
            assert refute(prover, cases.formula(clauses, 2)) is None
        for clauses in ([[]], [[1, 2], []], [[1], [-1]], [[1], [-1, 2], [-2]]):
            formula = cases.formula(clauses, 2)
            check(formula, refute(prover, formula))
        assert refute(prover, cases.formula([], 0)) is None
        assert [Lemma(())] == refute(prover, cases.formula([[]], 0))


def parities(variables):
    """Return sums of three variables that are even or odd, and cannot all be."""
    dice = Random(5)
    values = [dice.randint(0, 1) for _ in range(variables + 1)]
    clauses = []
    for number in range(variables + 5):
        three = dice.sample(range(1, variables + 1), 3)
        parity = (sum(values[x] for x in three) + (number < 2)) % 2
        for bits in range(8):
            signs = [bits >> place & 1 for place in range(3)]
            if sum(signs) % 2 != parity:
                pairs = zip(three, signs, strict=True)
                clauses.append([-x if sign else x for x, sign in pairs])
    return clauses


class TestRefused:
    """What no solver is asked."""

    @pytest.mark.parametrize(
        "name",
        [info.name for info in engines() if not info.proofs and info.takes_formulas],
    )
    def test_engines_that_cannot(self, cases, name):
        why = "wrong variables" if name == "maplesat" else "none"
        with pytest.raises(
            UsageError, match=f"{name} .*{why}.*: dpll, cdcl, cadical103, "
        ):
            refute(name, cases.formula([[1], [-1]], 1))

    def test_an_engine_without_formulas(self, cases):
        with pytest.raises(UsageError, match="lanes takes puzzles of 9x9"):
            refute("lanes", cases.formula([[1], [-1]], 1))

    def test_formulas(self, prover, cases):
        with pytest.raises(UsageError, match=r"literal 3 .* 1 to 2"):
            refute(prover, cases.formula([[1, 3]], 2))
        with pytest.raises(LimitError):
            refute(prover, cases.formula([[1]], 2**31))


class TestLimits:
    """They hold within half a second, and nothing is left behind."""

    @pytest.mark.parametrize("seconds", [0, 0.2])
    def test_time(self, prover, cases, seconds, tmp_path, monkeypatch):
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        formula = cases.formula(cases.pigeons(12), 156)
        began = monotonic()
        error = UsageError if find(prover).time_limit == "none" else Stopped
        with pytest.raises(error):
            refute(prover, formula, deadline=Deadline(seconds=seconds))

        assert monotonic() - began < seconds + 30
        assert [] == [*tmp_path.iterdir()]

    def test_conflicts(self, prover, cases):
        formula = cases.formula(cases.pigeons(12), 156)
        if prover == "lingeling":
            with pytest.raises(UsageError):
                refute(prover, formula, deadline=Deadline(conflicts=100))
            return
        with pytest.raises(Stopped, match="after 100 conflicts"):
            refute(prover, formula, deadline=Deadline(conflicts=100))


@pytest.fixture
def no_processes(monkeypatch):
    """Make this system one without processes and threads, as in a browser."""

    def refuse(*_):
        raise OSError(52, "Function not implemented")

    monkeypatch.setattr("sys.platform", "emscripten")
    monkeypatch.setattr("os.fork", refuse)
    monkeypatch.setattr("os.pipe", refuse)
    monkeypatch.setattr("threading.Thread.start", refuse)


def test_refutes_where_there_are_no_processes(sudoku, no_processes):
    check(sudoku, refute("cadical195", sudoku), every=7)
    with pytest.raises(Stopped):
        refute("cadical195", sudoku, Deadline(seconds=0))
