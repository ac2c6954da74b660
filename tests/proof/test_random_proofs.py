"""Proofs made by chance: the checkers agree with slow reference checkers."""

from __future__ import annotations

import pytest

from satdoku import SatdokuError
from tests.conftest import nightly
from tests.proof import reference
from tests.proof.reference import chance, mutants, other_characters, written

WAYS = [{}, {"define": True}, {"delete": True}, {"define": True, "delete": True}]


def lrat_counts(checked, clauses, text):
    """Return what the checker of LRAT counts, None where it refuses the proof."""
    try:
        found = checked(clauses, text, "lrat")
    except SatdokuError:
        return None
    return found.steps, found.definitions, found.deletions


def drat_counts(checked, clauses, data):
    try:
        found = checked(clauses, data, "drat")
    except SatdokuError:
        return None
    return found.steps, found.definitions, found.deletions


def binary(text):
    """Return a DRAT proof in the binary format."""
    data = bytearray()
    for line in text.splitlines():
        words = line.split()
        data += b"d" if words[0] == "d" else b"a"
        for word in words[words[0] == "d" : -1]:
            left = 2 * abs(int(word)) + (int(word) < 0)
            while left > 127:
                data.append(128 | left & 127)
                left >>= 7
            data.append(left)
        data.append(0)
    return bytes(data)


@pytest.mark.parametrize("way", nightly(range(4), 0, 3))
def test_lrat(checked, way):
    """What passes is a proof, with just these counts; nothing refutes a model."""
    dice = chance(f"lrat {way}")
    formula = reference.tight_formula(dice)
    proof = reference.lrat_of(formula, dice, **WAYS[way])
    right = reference.check_lrat(formula, written(proof))
    assert right == lrat_counts(checked, formula, written(proof)) != None  # noqa: E711
    assert (right[1] > 0) == ("define" in WAYS[way])
    assert (right[2] > 0) == ("delete" in WAYS[way])
    passed = tried = 0
    changed = [*map(written, mutants(proof, dice))]
    for text in changed[::3] + [*other_characters(written(proof), dice)][::7]:
        expected = reference.check_lrat(formula, text)
        assert expected == lrat_counts(checked, formula, text), text
        if tried % 4 == 0:
            weak = reference.weakened(formula, dice)
            assert lrat_counts(checked, weak, text) is None
        tried, passed = tried + 1, passed + (expected is not None)
    assert 2 < passed < tried / 2


@pytest.mark.parametrize("way", nightly(range(4), 0, 2))
def test_drat(checked, way):
    """The same of DRAT, in text and in bytes."""
    dice = chance(f"drat {way}")
    formula = reference.tight_formula(dice)
    proof = reference.drat_of(formula, dice, **WAYS[way])
    right = reference.check_drat(formula, written(proof))
    assert right == drat_counts(checked, formula, written(proof)) != None  # noqa: E711
    assert right == drat_counts(checked, formula, binary(written(proof)))
    assert (right[2] > 0) == ("delete" in WAYS[way])
    passed = tried = 0
    for steps in [*mutants(proof, dice)][::2]:
        if way >= 2 and any(step[:1] == ["d"] for step in steps if step not in proof):
            continue  # may delete what has forced a literal
        text = written(steps)
        expected = reference.check_drat(formula, text)
        if way >= 2 and expected != drat_counts(checked, formula, text):
            assert deletes_roots(formula, steps), text
            continue
        assert expected == drat_counts(checked, formula, text), text
        if tried % 4 == 0:
            weak = reference.weakened(formula, dice)
            assert drat_counts(checked, weak, text) is None
        tried, passed = tried + 1, passed + (expected is not None)
    assert passed > 2
    assert tried - passed > 10


def deletes_roots(formula, steps):
    """Whether a proof deletes a clause with a literal that is true at the root."""
    live = [*formula]
    for step in steps:
        if step[0] == "d":
            root = reference.closure(live)
            if root is None or root & set(step[1:-1]):
                return True
        else:
            live.append(tuple(step[:-1]))
    return False


@pytest.mark.parametrize("name", reference.SOLVERS)
def test_proofs_of_solvers(checked, name):
    """What a solver writes is a proof, in text and in bytes, with all its deletions."""
    dice = chance(name)
    proved = 0
    for _ in range(25):
        top = dice.randint(3, 9)
        formula = reference.random_clauses(dice, top, dice.randint(3 * top, 6 * top))
        lines = reference.proof_of(name, formula)
        if lines is None:
            assert reference.has_model(formula)
            continue
        text = "".join(f"{line}\n" for line in [*lines, "0"])
        found = drat_counts(checked, formula, text)

        assert found is not None
        assert found == drat_counts(checked, formula, binary(text))
        assert lines.count("0") or found[0] == sum(line[0] != "d" for line in lines) + 1
        proved += 1
    assert proved > 8
