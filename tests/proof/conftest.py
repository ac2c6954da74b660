"""Fixtures for proofs: a formula and a proof as files, checked together."""

from __future__ import annotations

import pytest

from satdoku.proof import check_proof


@pytest.fixture
def checked(tmp_path):
    """Return a function that checks a proof of some clauses, both written to files."""

    def check(clauses, proof, kind="lrat", **options):
        formula, path = tmp_path / "formula.cnf", tmp_path / f"proof.{kind}"
        formula.write_text(dimacs(clauses))
        path.write_bytes(proof if isinstance(proof, bytes) else proof.encode())
        return check_proof(formula, path, **options).checked

    return check


def dimacs(clauses):
    top = max((abs(literal) for clause in clauses for literal in clause), default=0)
    rows = (" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join([f"p cnf {top} {len(clauses)}", *rows, ""])


def counts(checked):
    """Return what a checker has counted."""
    names = ("clauses", "steps", "definitions", "deletions")
    return tuple(getattr(checked, name) for name in names)
