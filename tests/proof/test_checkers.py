"""The checkers of LRAT and DRAT: what they accept, count and refuse."""

from __future__ import annotations

import re
from itertools import product

import pytest

from satdoku import ProofError, Stopped, UsageError
from satdoku.proof import check_proof
from satdoku.proof.check_drat import check_drat
from satdoku.proof.check_lrat import check_lrat
from satdoku.proof.files import DratStep, LratStep
from tests.proof.conftest import counts

FORMULA = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
MORE = "8 1 0 1 2 0\n9 3 0 8 6 0\n10 0 8 3 4 0\n"
SIXTEEN = [*product((1, -1), (2, -2), (3, -3), (4, -4))]


def assert_names(error, *words):
    """Assert that a message names steps, lines, hints and clauses: whole words each."""
    for word in words:
        assert re.search(rf"(?<![\w-]){re.escape(word)}(?!\w)", str(error)), word


# --- LRAT -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clauses", "proof", "counted"),
    [  # clauses, steps, definitions, deletions
        (FORMULA, "5 1 0 1 2 0\n6 0 5 3 4 0\n", (4, 2, 0, 0)),
        (FORMULA, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", (4, 2, 0, 2)),
        # A new variable is defined, by steps whose first literal it is.
        (
            FORMULA,
            "5 -3 1 2 0 0\n6 3 -1 0 -5 0\n7 3 -2 0 -5 0\n" + MORE,
            (4, 6, 3, 0),
        ),
        # Resolvents that are no tautologies have hints behind their numbers.
        (
            [(-1, 2), (-1, 3), (2, 4), (2, -4), (3, 5), (3, -5), (-2, -3)],
            "8 1 6 0 -1 3 4 -2 5 6 0\n9 2 0 3 4 0\n10 3 0 5 6 0\n11 0 9 10 7 0\n",
            (7, 4, 1, 0),
        ),
        # Numbers may leave gaps; hints behind the conflict are not read.
        (FORMULA, "70 1 0 1 2 4 99 0\n80 0 70 3 4 -7 0\n", (4, 2, 0, 0)),
        # A literal twice in a clause is one literal.
        ([(1, 1, 2), (1, -2, -2), (-1, -1)], "4 0 3 1 2 0\n", (3, 1, 0, 0)),
        ([()], "2 0 1 0\n", (1, 1, 0, 0)),
        # A formula that holds the empty clause needs no proof, as for drat-trim.
        ([(1,), ()], "", (2, 0, 0, 0)),
        # Steps behind the empty clause are read, and not checked.
        (FORMULA, "5 1 0 1 2 0\n6 0 5 3 4 0\n1 9 0 0\n1 d 99 0\n", (4, 2, 0, 0)),
        # A definition need not name clauses that were deleted.
        (
            [(-1, 2), (-1, 3), (-2,), (2,)],
            "5 9 0 0\n5 d 1 0\n5 d 2 0\n6 1 4 0 0\n7 0 3 4 0\n",
            (4, 3, 2, 2),
        ),
        # Where the clause holds the negation of one of the others, no hints are needed.
        ([(-1, 2), (3,), (-3,)], "4 1 -2 0 -1 0\n5 0 2 3 0\n", (3, 2, 1, 0)),
    ],
)
def test_lrat_accepted(checked, clauses, proof, counted):
    assert counted == counts(checked(clauses, proof))


@pytest.mark.parametrize(
    ("step", "names"),
    [
        ("5 1 0 1 0", ["clause 3", "-1"]),  # too few hints, and no definition
        ("5 1 0 0", ["clause 3"]),
        ("5 1 0 3 0", ["hint 3", "2 literals"]),
        ("5 1 0 9 0", ["hint 9"]),
        ("5 1 0 5 0", ["hint 5"]),
        ("5 1 0 -9 0", ["hint -9"]),
        ("5 1 0 -1 0", ["hint -1"]),  # clause 1 does not hold -1
        ("5 1 0 -3 2 0", ["-3"]),  # its hints leave no conflict
        ("5 1 0 -3 1 0", ["clause 4", "-1"]),  # is not named
        ("5 0 1 2 0", ["hint 1"]),
        ("5 0 0", []),
        ("5 0 -1 0", []),  # the empty clause is no definition
        ("4 1 0 1 2 0", ["4"]),  # numbers rise
        ("1 1 0 1 2 0", ["4"]),
    ],
)
def test_lrat_refused(checked, step, names):
    with pytest.raises(ProofError) as caught:
        checked(FORMULA, f"c here\n{step}\n6 0 5 3 4 0\n")

    number = step.split()[0]
    assert_names(caught.value, "proof.lrat", f"step {number}", "line 2", *names)


@pytest.mark.parametrize(
    ("clauses", "proof", "names"),
    [
        # A deleted clause is gone: for hints, for definitions, for deletions.
        (FORMULA, "5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", ["step 6", "line 3"]),
        (FORMULA, "5 1 0 1 2 0\n5 d 3 3 0\n6 0 5 4 0\n", ["line 2", "clause 3"]),
        (FORMULA, "4 d 5 0\n", ["line 1", "clause 5"]),
        (
            [(-1, 2), (-1, 3), (-2,), (2,)],
            "5 9 0 0\n5 d 1 0\n6 1 4 0 -2 0\n6 d 2 0\n7 1 5 0 0\n8 0 3 4 0\n",
            ["step 6", "-2"],
        ),
        # What was added since counts for a definition, behind other ones, too.
        ([(2, 3)], "2 9 0 0\n3 -5 1 0 0\n4 5 0 0\n", ["step 4", "clause 3", "-5"]),
        # Each candidate needs hints of its own.
        (
            [(-1, 2), (-1, 3), (2, 4), (2, -4), (3, 5), (3, -5), (-2, -3)],
            "8 1 6 0 -1 3 4 -2 5 0\n",
            ["step 8", "-2"],
        ),
        (
            [(-1, 2), (-1, 3), (2, 4), (2, -4), (3, 5), (3, -5), (-2, -3)],
            "8 1 6 0 -1 3 -2 5 6 0\n",
            ["step 8", "-1"],
        ),
        # Without the empty clause nothing is proved.
        (FORMULA, "5 1 0 1 2 0\n", ["1 step"]),
        # Numbers rise from step to step.
        (FORMULA, "9 1 0 1 2 0\n9 0 9 3 4 0\n", ["step 9", "line 2"]),
        (FORMULA, "9 1 0 1 2 0\n8 0 9 3 4 0\n", ["step 8", "line 2", "9"]),
    ],
)
def test_lrat_refused_later(checked, clauses, proof, names):
    with pytest.raises(ProofError) as caught:
        checked(clauses, proof)

    assert_names(caught.value, *names)


# --- DRAT -----------------------------------------------------------------------------

DEFINITION = "-9 1 2 0\n9 -1 0\n9 -2 0\n"
REST = "1 2 3 0\n1 2 0\n1 -2 3 0\n1 0\n2 3 0\n2 0\n3 0\n0\n"


@pytest.mark.parametrize(
    ("clauses", "proof", "counted"),
    [  # clauses, steps, definitions, deletions
        (FORMULA, "1 0\n0\n", (4, 2, 0, 0)),
        # Deletions without effect: of what forced a literal, of what is not there.
        (FORMULA, "1 0\nd 2 1 0\nd 1 0\nd 7 0\n0\n", (4, 2, 0, 3)),
        (SIXTEEN, DEFINITION + REST, (16, 11, 3, 0)),
        (SIXTEEN, DEFINITION[9:] + REST, (16, 10, 2, 0)),
        # One of two alike stays; both orders of literals mean the same clause.
        ([*FORMULA, (2, 1)], "d 1 2 0\n1 0\n0\n", (5, 2, 0, 1)),
        # A clause of the proof can be deleted, too.
        (
            [*FORMULA, (-1, 2)],
            "d -1 2 0\n1 2 6 0\nd 6 2 1 0\n1 0\n0\n",
            (5, 3, 0, 2),
        ),
        # What a deleted clause has forced stays true.
        (
            [(1,), (-1, 2), (-1, -2, 3), (-1, -2, -3, 4), (-4, -3)],
            "d 1 0\nd 2 -1 0\n0\n",
            (5, 1, 0, 2),
        ),
        # A definition does not look at a deleted clause.
        (
            [(-1, 2), *((x, y) for x in (3, -3) for y in (4, -4))],
            "-1 5 0\nd 2 -1 0\nd 5 -1 0\n1 6 0\n3 0\n0\n",
            (5, 4, 2, 2),
        ),
        ([()], "0\n", (1, 1, 0, 0)),
        ([(1,), ()], "", (2, 0, 0, 0)),
        # A literal with its negation follows from anything; steps behind the end.
        (FORMULA, "7 -7 0\n1 0\n0\n9 0\nd 1 0\n", (4, 3, 0, 0)),
        # The first literal decides; a clause of which it is pure is a definition.
        ([*FORMULA, (-3, 4)], "-3 5 0\n5 3 0\n1 0\n0\n", (5, 4, 2, 0)),
    ],
)
def test_drat_accepted(checked, clauses, proof, counted):
    assert counted == counts(checked(clauses, proof, "drat"))


@pytest.mark.parametrize(
    ("clauses", "proof", "names"),
    [
        (FORMULA, "0\n", ["step 1", "line 1"]),
        (FORMULA[:3], "1 0\nc\n0\n", ["step 2", "line 3"]),
        (SIXTEEN, "-9 1 2 0\n9 0\n", ["step 2", "clause -9 1 2"]),
        # Definitions are tried on the first literal alone.
        ([(1, 4), (-3, 1)], "3 2 0\n", ["step 1", "clause -3 1"]),
        ([(1, 4), (-3, 1)], "2 3 0\n", ["1 step"]),
        # A deleted clause is gone.
        (
            [*FORMULA, (2, 1)],
            "d 2 1 0\nd 1 2 0\n1 0\n0\n",
            ["step 3", "line 3", "clause 1"],
        ),
        (
            [(-1, 2), *((x, y) for x in (3, -3) for y in (4, -4))],
            "-1 5 0\nd 2 -1 0\n1 6 0\n3 0\n0\n",
            ["step 3", "clause -1 5"],
        ),
        (FORMULA, "1 0\nd 0\n", ["1 step"]),
        (  # a message quotes the beginning of a clause
            [(-11, 90)],
            f"11 {' '.join(map(str, range(12, 80)))} 0\n",
            ["11 12 13 14 15 16 17 18 19 20 21 22", "step 1"],
        ),
    ],
)
def test_drat_refused(checked, clauses, proof, names):
    with pytest.raises(ProofError) as caught:
        checked(clauses, proof, "drat")

    assert_names(caught.value, "proof.drat", *names)
    assert " 23" not in str(caught.value)


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
    from satdoku.proof.check_lrat import check_lrat
    from satdoku.proof.files import LratStep

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
