"""The checkers of LRAT and DRAT: what they accept, count and refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from satdoku import ProofError, Stopped, UsageError
from satdoku.proof import check_proof
from satdoku.proof.check_drat import check_drat
from satdoku.proof.check_lrat import check_lrat
from satdoku.proof.files import DratStep, LratStep
from tests.proof.conftest import counts

FORMULA = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


def assert_names(error, *words):
    """Assert that a message names steps, lines, hints and clauses: whole words each."""
    for word in words:
        assert re.search(rf"(?<![\w-]){re.escape(word)}(?!\w)", str(error)), word


def cases():
    """Return the proofs in `checks.jsonl`."""
    text = Path(__file__).with_name("checks.jsonl").read_text("ascii")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("case", cases())
def test_checks(checked, case):
    """A proof with `counts` is right: of clauses, steps, definitions and deletions.

    Right are definitions by new variables, resolvents with hints of their own, gaps in
    numbers, steps behind the empty clause; in DRAT deletions of what is not there, or
    has forced a literal.  Others are `refused` with these words: for hints that lead
    nowhere, clauses that are gone, numbers that do not rise, definitions that are none.
    """
    clauses, proof = case["clauses"], case["proof"]
    if "counts" in case:
        assert tuple(case["counts"]) == counts(checked(clauses, proof, case["kind"]))
        return
    with pytest.raises(ProofError) as caught:
        checked(clauses, proof, case["kind"])
    assert_names(caught.value, *case["refused"])
    assert len(str(caught.value)) < 300


def test_size_and_format_are_reported(tmp_path, checked):
    checked(FORMULA, "1 0\n0\n", "drat")
    found = check_proof(tmp_path / "formula.cnf", tmp_path / "proof.drat")

    assert ("drat", 6) == (found.format, found.bytes)


@pytest.mark.parametrize(
    ("kind", "proof"), [("lrat", "5 1 0 1 2 0\n6 0 5 3 4 0\n"), ("drat", "1 0\n0\n")]
)
def test_timeout(checked, kind, proof):
    with pytest.raises(Stopped):
        checked(FORMULA, proof, kind, timeout=0)
    assert checked(FORMULA, proof, kind, timeout=60).steps == 2


def test_hint_zero():
    """No file can hold one, so the checker itself is called."""
    with pytest.raises(ProofError) as caught:
        check_lrat(FORMULA, [LratStep(5, (1,), (0,))])
    assert_names(caught.value, "hint 0", "step 5")


def test_zero_is_no_literal():
    """No file can hold one, so the checkers themselves are called."""
    steps = [LratStep(5, (1, 0), (1, 2), 7)], [DratStep((1, 0), line=7)]
    for check, proof in zip((check_lrat, check_drat), steps, strict=True):
        with pytest.raises(ProofError, match="line 7"):
            check(FORMULA, proof)
        with pytest.raises(UsageError, match="clause 2"):
            check([(1,), (2, 0)], [])
