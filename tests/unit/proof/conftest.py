"""A formula, its proof, and scripts that answer as outside checkers do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[[str, str], str]

NO_MODEL = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
LRAT = "5 1 0 1 2 0\n6 0 5 3 4 0\n"
DEFINED = "5 3 -1 0 0\n6 -3 1 0 -5 0\n7 1 0 1 2 0\n8 3 0 7 5 0\n9 0 8 6 3 4 0\n"


@pytest.fixture
def formula(tmp_path: Path) -> Path:
    """Return a formula without a model."""
    path = tmp_path / "formula.cnf"
    path.write_text(NO_MODEL)
    return path


@pytest.fixture
def lrat(tmp_path: Path) -> Path:
    """Return a proof of it."""
    path = tmp_path / "proof.lrat"
    path.write_text(LRAT)
    return path


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return what makes a checker of a name and a shell script."""

    def make(name: str, script: str) -> str:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    return make


YES = {
    "cake_lpr": "echo s VERIFIED UNSAT",
    "drat-trim": r"printf 'c parsing\nc finished\n\rs VERIFIED\n\rc time: 0.1\n'",
    "lrat-trim": "echo c LRAT-TRIM Version 0.2.0 trims; echo s VERIFIED; exit 20",
}
NO = {
    "cake_lpr": (
        "echo c empty clause not derived at end of proof >&2",
        "c empty clause not derived at end of proof",
    ),
    "drat-trim": (
        r"printf '\rc conflict claimed, but not detected\n\ns NOT VERIFIED\n'; exit 1",
        "conflict claimed, but not detected",
    ),
    "lrat-trim": (
        "echo lrat-trim: propagating does not yield conflict >&2; exit 1",
        "lrat-trim: propagating does not yield conflict",
    ),
}
