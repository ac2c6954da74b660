"""Proofs: what a checker accepts is one, what an engine says becomes one.

Three oracles, none of which shares a line with the package: `has_model` tries all
assignments; `is_proof` looks at every clause over and over again; and formulas from
which no clause can be left out, so that each is a formula with a model less one clause.
"""

from __future__ import annotations

from collections import Counter
from io import BytesIO, StringIO
from random import Random
from typing import TYPE_CHECKING

import pytest
from pysat.solvers import Solver

from satdoku.engines.engine import Lemma
from satdoku.errors import InputError, ProofError
from satdoku.proof.checker.drat import check_drat
from satdoku.proof.checker.lrat import check_lrat
from satdoku.proof.elaborate import elaborate
from satdoku.proof.files.drat import DratStep, read_drat, write_drat
from satdoku.proof.files.lrat import LratDeletion, LratStep, read_lrat, write_lrat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Clause = tuple[int, ...]
LratProof = list[LratStep | LratDeletion]

SOLVERS = (
    "cadical103",
    "cadical153",
    "cadical195",
    "glucose3",
    "glucose42",
    "gluecard4",
    "lingeling",
    "maplechrono",
    "maplecm",
)


def chance(seed: int | str) -> Random:
    """Return what decides at random here, the same in each run."""
    return Random(seed)  # noqa: S311  nothing secret


def has_model(clauses: Iterable[Clause]) -> bool:
    """Whether some assignment satisfies all clauses; each is a bit of `left`."""
    formula = list(clauses)
    top = max((abs(literal) for clause in formula for literal in clause), default=0)
    every = (1 << (1 << top)) - 1
    true = {v: every // ((1 << (1 << (v - 1))) + 1) for v in range(1, top + 1)}
    left = every
    for clause in formula:
        satisfied = 0
        for literal in clause:
            satisfied |= true[literal] if literal > 0 else every ^ true[-literal]
        left &= satisfied
    return left != 0


def propagates(clauses: Iterable[Clause], false: Iterable[int]) -> bool:
    """Whether unit propagation finds a conflict, once these literals are false."""
    known, formula = {*false}, list(clauses)
    while True:
        if any(-literal in known for literal in known):
            return True
        left = [{*clause} - known for clause in formula]
        if set() in left:
            return True
        units = {-literal for rest in left if len(rest) == 1 for literal in rest}
        if units <= known:
            return False
        known |= units


def is_proof(formula: Sequence[Clause], steps: LratProof) -> bool:
    """Whether each step is RUP or RAT, hints left aside, up to the empty clause."""
    live = dict(enumerate(formula, 1))
    for step in steps:
        if isinstance(step, LratDeletion):
            for number in step.numbers:
                del live[number]
            continue
        clause = step.literals
        if not propagates(live.values(), clause):
            against = -clause[0] if clause else 0
            others = [
                {*other} - {against} for other in live.values() if against in other
            ]
            if not clause or not all(
                propagates(live.values(), {*clause} | other) for other in others
            ):
                return False
        if not clause:
            return True
        live[step.number] = clause
    return False


def random_clauses(
    random: Random, top: int, count: int, lengths: Clause = (1, 2, 3, 3, 3)
) -> list[Clause]:
    """Return clauses over the variables up to `top`."""
    return [
        tuple(
            random.choice((-1, 1)) * v
            for v in random.sample(range(1, top + 1), random.choice(lengths))
        )
        for _ in range(count)
    ]


def tight_formula(random: Random) -> list[Clause]:
    """Return a formula that has no model, but one as soon as any clause is left out."""
    while True:
        formula: list[Clause] = []
        while has_model(formula):
            formula += random_clauses(random, 6, 1, (3,))
        for clause in formula.copy():
            rest = [other for other in formula if other is not clause]
            if not has_model(rest):
                formula = rest
        if len(formula) >= 12:
            return formula


def lemmas_of(name: str, formula: Sequence[Clause]) -> list[Lemma] | None:
    """Return what one of PySAT's solvers writes down, its deletions left out."""
    with Solver(name, bootstrap_with=[list(c) for c in formula], with_proof=True) as it:
        if it.solve():
            return None
        lines: list[str] = it.get_proof() or []
    words = [line.split() for line in lines if not line.startswith("d")]
    return [*(Lemma(tuple(map(int, line[:-1]))) for line in words), Lemma(())]


def lrat(lemmas: Iterable[Lemma], last: int) -> LratProof:
    """Number lemmas from behind the clause `last`."""
    return [
        LratStep(number, lemma.literals, lemma.hints or ())
        for number, lemma in enumerate(lemmas, last + 1)
    ]


def drat(steps: LratProof) -> list[DratStep]:
    """Leave hints and deletions out."""
    return [DratStep(step.literals) for step in steps if isinstance(step, LratStep)]


def defined(formula: Sequence[Clause], random: Random) -> LratProof:
    """Prove a formula with a definition: a new variable for "one of two is true"."""
    top = max(abs(literal) for clause in formula for literal in clause)
    new, first = top + 1, len(formula) + 1
    one, two = (random.choice((-1, 1)) * v for v in random.sample(range(1, top + 1), 2))
    definition = [
        LratStep(first, (-new, one, two), ()),
        LratStep(first + 1, (new, -one), (-first,)),
        LratStep(first + 2, (new, -two), (-first,)),
    ]
    extended = [*formula, *(step.literals for step in definition)]
    lemmas = [Lemma((-one, new)), *(lemmas_of(random.choice(SOLVERS), extended) or [])]
    return [*definition, *lrat(elaborate(extended, lemmas), len(extended))]


def with_deletions(steps: LratProof) -> LratProof:
    """Delete each clause behind the last step that names it."""
    kept: LratProof = []
    named: set[int] = set()
    for step in reversed(steps):
        assert isinstance(step, LratStep)
        hints = {abs(hint) for hint in step.hints}
        gone = tuple(sorted(hints - named))
        named |= hints
        kept += [LratDeletion(gone), step] if gone and kept else [step]
    return kept[::-1]


def changed(numbers: Clause, random: Random) -> Iterator[Clause]:
    """Change one number, or leave it out, or add one, or exchange two."""
    for at, number in enumerate(numbers):
        before, behind = numbers[:at], numbers[at + 1 :]
        yield (*before, -number, *behind)
        yield (*before, number + random.choice((-1, 1)) or 1, *behind)
        yield (*before, *behind)
        yield (*before, number, number, *behind)
        yield (*behind, number, *before)
    yield (*numbers, random.choice((-1, 1)) * random.randint(1, 9))


def mutants(proof: LratProof, random: Random) -> Iterator[LratProof]:
    """Give proofs that differ from one in a single place."""
    for at, step in enumerate(proof):
        before, behind = proof[:at], proof[at + 1 :]
        yield before + behind
        yield [*before, step, step, *behind]
        yield behind + before
        if behind:
            yield [*before, behind[0], step, *behind[1:]]
        if isinstance(step, LratDeletion):
            for numbers in changed(step.numbers, random):
                yield [*before, LratDeletion(numbers), *behind]
            continue
        for literals in changed(step.literals, random):
            yield [*before, step._replace(literals=literals), *behind]
        for hints in changed(step.hints, random):
            yield [*before, step._replace(hints=hints), *behind]
        for number in (step.number + 1, step.number - 1, -step.number, 1):
            yield [*before, step._replace(number=number), *behind]


def accepts_lrat(formula: Sequence[Clause], proof: LratProof) -> bool:
    """Whether the checker of LRAT lets a proof pass."""
    try:
        check_lrat(formula, proof)
    except ProofError:
        return False
    return True


def accepts_drat(formula: Sequence[Clause], proof: list[DratStep]) -> bool:
    """Whether the checker of DRAT lets a proof pass."""
    try:
        check_drat(formula, proof)
    except ProofError:
        return False
    return True


class TestEngines:
    """What an engine writes down of a formula without a model becomes a proof of it."""

    @pytest.mark.parametrize("name", SOLVERS)
    def test_of_random_formulas(self, name: str) -> None:
        """Both checkers accept it, in full and elaborated; a model is never refuted."""
        random = chance(name)
        proved = 0
        for _ in range(60):
            top = random.randint(3, 8)
            formula = random_clauses(random, top, random.randint(2 * top, 6 * top))
            lemmas = lemmas_of(name, formula)

            assert has_model(formula) == (lemmas is None)
            if lemmas is not None:
                proof = lrat(elaborate(formula, lemmas), len(formula))
                assert check_lrat(formula, proof).definitions == 0
                assert accepts_drat(formula, drat(proof))
                assert accepts_drat(formula, [DratStep(c) for c, _ in lemmas])
                proved += 1
        assert proved > 20

    def test_lemmas_that_help_nothing(self) -> None:
        """Lemmas twice, of a literal and its negation, some with hints: it is one."""
        random = chance(1)
        for _ in range(40):
            formula = tight_formula(random)
            lemmas = lemmas_of("cadical195", formula) or []
            for _ in range(4):
                at = random.randrange(len(lemmas))
                lemmas.insert(at, Lemma((1, 2, -1)))
                lemmas.insert(at, lemmas[random.randrange(at + 1)])
            proof = elaborate(formula, lemmas)
            mixed = [
                Lemma(literals, random.choice((hints, None)))
                for literals, hints in proof
            ]

            assert accepts_lrat(formula, lrat(proof, len(formula)))
            again = elaborate(formula, mixed)
            assert accepts_lrat(formula, lrat(again, len(formula)))


def proofs(formula: Sequence[Clause], random: Random) -> Iterator[LratProof]:
    """Give proofs of a formula: plain, with deletions, with a definition and both."""
    lemmas = lemmas_of(random.choice(SOLVERS), formula) or []
    plain = lrat(elaborate(formula, lemmas), len(formula))
    with_definition = defined(formula, random)
    yield from (plain, with_deletions(plain))
    yield from (with_definition, with_deletions(with_definition))


def weakened(formula: list[Clause], random: Random) -> list[Clause]:
    """Return a tight formula with a clause of no effect in place of another."""
    at = random.randrange(len(formula))
    clause = formula[at]
    return [*formula[:at], (*clause, -clause[0]), *formula[at + 1 :]]


def lrat_file(proof: LratProof) -> bytes:
    """Write a proof."""
    text = StringIO()
    write_lrat(proof, text)
    return text.getvalue().encode()


class TestMutants:
    """A proof that was tampered with is none, or still is one; but of nothing else."""

    @pytest.mark.parametrize("seed", range(4))
    def test_lrat(self, seed: int) -> None:
        """What passes is a proof; nothing passes for a formula with a model."""
        random = chance(seed)
        formula = tight_formula(random)
        tried = passed = 0
        for proof in proofs(formula, random):
            assert accepts_lrat(formula, proof)
            assert is_proof(formula, proof)
            for mutant in mutants(proof, random):
                assert not accepts_lrat(weakened(formula, random), mutant)
                tried += 1
                if accepts_lrat(formula, mutant):
                    passed += 1
                    assert is_proof(formula, mutant)
        assert tried > 1_000
        assert 0 < passed < tried / 2

    @pytest.mark.parametrize("seed", range(4))
    def test_drat(self, seed: int) -> None:
        """What passes is a proof, what does not pass is none."""
        random = chance(seed)
        formula = tight_formula(random)
        verdicts = Counter[bool]()
        for proof in (drat(proof) for proof in proofs(formula, random)):
            for mutant in mutants(_numbered(formula, proof), random):
                steps = drat(mutant)
                verdict = accepts_drat(formula, steps)
                verdicts[verdict] += 1
                assert verdict == is_proof(formula, _numbered(formula, steps))
                assert not accepts_drat(weakened(formula, random), steps)
        assert verdicts.total() > 500
        assert verdicts[False] > 20

    def test_drat_with_deletions(self) -> None:
        """Whatever is deleted, nothing passes for a formula with a model."""
        random = chance(3)
        passed = 0
        for _ in range(60):
            formula = tight_formula(random)
            steps = drat(next(proofs(formula, random)))
            there = formula + [step.literals for step in steps]
            for _ in range(6):
                gone = random.choice(there)
                steps.insert(random.randrange(len(steps)), DratStep(gone, deleted=True))
            passed += accepts_drat(formula, steps)
            for at in range(len(formula)):
                assert not accepts_drat(formula[:at] + formula[at + 1 :], steps)
        assert passed

    def test_truncated(self) -> None:
        """A file that was cut off anywhere is refused, whatever the format."""
        random = chance(4)
        formula = tight_formula(random)
        for proof in proofs(formula, random):
            data = lrat_file(proof)
            for cut in range(len(data)):
                with pytest.raises((InputError, ProofError)):
                    check_lrat(formula, read_lrat(BytesIO(data[:cut])))
            text = StringIO()
            write_drat(drat(proof), text)
            data = text.getvalue().encode()
            assert accepts_drat(formula, list(read_drat(BytesIO(data))))
            for cut in range(len(data)):
                with pytest.raises((InputError, ProofError)):
                    check_drat(formula, read_drat(BytesIO(data[:cut])))

    def test_characters(self) -> None:
        """A file with another character somewhere is refused, or still a proof."""
        random = chance(5)
        formula = tight_formula(random)
        data = lrat_file([*proofs(formula, random)][-1])
        refused = 0
        for at in range(len(data)):
            other = bytes(random.choice(b"0123456789- d\nc"))
            changed_data = data[:at] + other + data[at + 1 :]
            try:
                proof = [*read_lrat(BytesIO(changed_data))]
            except InputError:
                refused += 1
                continue
            assert not accepts_lrat(weakened(formula, random), proof)
            if accepts_lrat(formula, proof):
                assert is_proof(formula, proof)
            else:
                refused += 1
        assert refused > len(data) / 2


def _numbered(formula: Sequence[Clause], proof: list[DratStep]) -> LratProof:
    return [
        LratStep(number, step.literals, ())
        for number, step in enumerate(proof, len(formula) + 1)
    ]
