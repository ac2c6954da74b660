"""Proofs and certificates: read, followed, and never believed where they are wrong.

Each proof is checked against a formula without a model, which it may refute, and
against one with a model, which nothing refutes.
"""

from __future__ import annotations

import io
from itertools import product
from typing import TYPE_CHECKING

from satdoku.errors import ProofError
from satdoku.proof.certificate import parse
from satdoku.proof.checker.drat import check_drat
from satdoku.proof.checker.lrat import check_lrat
from satdoku.proof.files.drat import read_drat
from satdoku.proof.files.lrat import read_lrat
from tests.fuzz.mutate import Mutator
from tests.fuzz.watch import Parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["of_proofs"]

CLAUSES = [
    tuple(a * v for a, v in zip(s, (1, 2, 3), strict=True))
    for s in product((1, -1), repeat=3)
]
"""No assignment of three variables is left."""

SATISFIABLE = [clause for clause in CLAUSES if clause != (-1, 2, -3)]
"""One is."""

LRAT = (
    (
        b"c a comment\n9 1 2 0 1 2 0\n10 1 -2 0 3 4 0\n11 1 0 9 10 0\n11 d 1 2 3 4 0\n"
        b"12 -1 2 0 5 6 0\n13 2 0 11 12 0\n14 0 11 13 7 8 0\n"
    ),
    (
        b"9 4 1 0 0\n10 -4 1 2 0 1 2 0\n11 1 2 0 1 2 0\n12 1 0 11 3 4 0\n"
        b"13 2 0 12 5 6 0\n"
        b"14 0 12 13 7 8 0\n"
    ),
    b"9 4 -1 0 0\n10 -4 1 0 -9 0\n11 2 3 4 0 1 5 0\n",
)
DRAT = (
    b"1 2 0\n1 -2 0\nd 1 2 3 0\n1 0\n2 0\n0\n",
    b"a\x02\x04\x00a\x02\x05\x00d\x02\x04\x06\x00a\x02\x00a\x04\x00a\x00",
    b"4 1 0\n-4 -1 0\nd 4 1 0\n1 2 0\n1 0\n2 0\n0\n",
)
CERTIFICATE = (
    (
        b"satdoku certificate 1\n\nclaim: exactly one solution\n"
        b"grid: 4x4, boxes of 2x2\n"
        b"puzzle: 12.. ..3. ...4 ....\nruled out: r1c3=3 r4c4=1\n"
        b"solutions: 1 in solutions.txt, sha256 00\n"
        b"formula: 64 variables, 389 clauses in "
        b"formula.cnf, sha256 00\nclauses: 384 of rules, 4 of clues\n"
        b"proof: 12 steps in proof.lrat, sha256 00\n"
        b"search: dpll on triad-lite by satdoku 0.1.0; nothing rests on it\n"
    ),
)
_TOKENS = (
    b" 0\n",
    b" d ",
    b"0 ",
    b"-4 ",
    b"a",
    b"d",
    b"\x00",
    b"\x80",
    b"\xff" * 6,
    b"14 ",
)
_CERTIFICATE_TOKENS = (b"225x225, boxes of 15x15", b"r1c1=9", b": ", b"\n", b"1 2 3 4 ")


class BelievedError(Exception):
    """A proof that was accepted and shows nothing, or a checker that broke."""


def _follow(check: Callable[[list[tuple[int, ...]]], object]) -> None:
    try:
        check(SATISFIABLE)
    except ProofError:
        check(CLAUSES)
    else:
        raise BelievedError("a formula with a model, refuted")


def _lrat(data: bytes) -> None:
    steps = list(read_lrat(io.BytesIO(data)))
    _follow(lambda clauses: check_lrat(clauses, steps))


def _drat(data: bytes) -> None:
    steps = list(read_drat(io.BytesIO(data)))
    _follow(lambda clauses: check_drat(clauses, steps))


def _certificate(data: bytes) -> None:
    parse(data.decode("utf-8", "replace"), "certificate.txt")


def of_proofs() -> Iterator[Parser]:
    """Yield what reads proofs."""
    yield Parser("lrat", Mutator(LRAT, _TOKENS).make, _lrat)
    yield Parser("drat", Mutator(DRAT, _TOKENS).make, _drat)
    make = Mutator(CERTIFICATE, _CERTIFICATE_TOKENS).make
    yield Parser("certificate", make, _certificate)
