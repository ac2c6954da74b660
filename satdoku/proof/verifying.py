"""`satdoku.verify`: whether a certificate is right, from its files alone.

Nothing of what found it is asked: no engine, no recipe.  What is looked at:

  1. the certificate names a puzzle and a claim;
  2. every solution keeps the clues and obeys the rules, and none is there twice;
  3. the formula is, byte by byte, that of the textbook with the puzzle's clues, and
     with just these solutions forbidden;
  4. the proof leads from that formula to the empty clause, step by step;
  5. every number and every SHA-256 in the certificate is right.

What has to be believed: the clauses of `satdoku.proof.textbook`, the rules in
`Puzzle.is_solution`, a checker in `satdoku.proof.checker`, and this file.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import IO, TYPE_CHECKING

from satdoku.deadline import Deadline
from satdoku.errors import InputError, ProofError, printable
from satdoku.grid import Grid
from satdoku.proof import certificate
from satdoku.proof.certificate import CERTIFICATE, FORMULA, PROOFS, SOLUTIONS
from satdoku.proof.checker.drat import check_drat
from satdoku.proof.checker.lrat import check_lrat
from satdoku.proof.checking_files import opened
from satdoku.proof.claim import Claim
from satdoku.proof.clock import deadline_of, within
from satdoku.proof.evidence import FILES, Proof, solution_lines
from satdoku.proof.files.drat import read_drat
from satdoku.proof.files.lrat import read_lrat

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from satdoku.proof.certificate import Facts
    from satdoku.proof.checker.checked import Checked
    from satdoku.puzzle import Puzzle

__all__ = ["Verified", "puzzle_of", "verify"]

_LONGEST = 1 << 24
"""Bytes that a certificate may have."""

_QUOTE = 120


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that was found to be right.

    Args:
        claim: What is true.
        format: Of the proof, `lrat` or `drat`; empty where the solutions are enough.
        checked: What the checker has followed; None where there is no proof.
        bytes: The size of the proof; 0 of one that is in no file.
    """

    claim: Claim
    format: str
    checked: Checked | None
    bytes: int


def verify(
    given: Proof | str | os.PathLike[str], *, timeout: float | None = None
) -> Verified:
    """Check a claim and its proof.

    Args:
        given: The folder of a certificate; or a proof, as `satdoku.prove` makes it.
        timeout: Seconds of wall time after which to stop.

    Returns:
        What was checked; that there is an answer means that the claim is true.

    Raises:
        InputError: A file is missing, or cannot be read as what it should be.
        ProofError: Something is wrong: says what, and where.
        Stopped: The time was over first.

    Example:
        >>> import satdoku
        >>> print(satdoku.verify(satdoku.prove("12.. ..3. ...4 ....")).claim)
        no solution
    """
    Deadline(timeout)
    deadline = deadline_of(timeout)
    if isinstance(given, Proof):
        claim = Claim(given.claim.puzzle, given.claim.solutions, given.claim.exact)
        steps = within(deadline, given.lrat())
        checked = check_lrat(claim.clauses(), steps) if claim.exact else None
        return Verified(claim, "lrat" if claim.exact else "", checked, 0)
    return _Folder(Path(given), deadline).verified()


def puzzle_of(folder: str | os.PathLike[str]) -> Puzzle:
    """Return the puzzle that a certificate names, and believe it.

    Raises:
        InputError: There is no certificate, or it cannot be read.
    """
    return _Folder(Path(folder), None).facts().puzzle


class _Folder:
    """The files of one certificate."""

    def __init__(self, path: Path, deadline: float | None) -> None:
        self._path = path
        self._deadline = deadline

    def verified(self) -> Verified:
        """Check everything; see the module."""
        told = self._certificate()
        facts = certificate.parse(told, str(self._path / CERTIFICATE))
        claim = self._claim(facts)
        checked: Checked | None = None
        formula = proof = solutions = None
        size = 0
        if claim.solutions:
            solutions = self._compare(SOLUTIONS, solution_lines(claim))
        if claim.exact:
            if not facts.format:
                raise ProofError(f"{self._name(CERTIFICATE)}: no proof is named")
            formula = self._compare(FORMULA, claim.dimacs())
            checked, digest, size = self._check(claim, facts.format)
            proof = (facts.format, checked.steps, digest)
        self._look_for_others(claim, PROOFS.get(facts.format, ""))
        right = certificate.text(claim, facts.search, solutions, formula, proof)
        self._compare_texts(told, right)
        return Verified(claim, facts.format, checked, size)

    def _look_for_others(self, claim: Claim, proof: str) -> None:
        """Refuse files that look as if they were part of this, but were not checked."""
        checked = {CERTIFICATE}
        if claim.solutions:
            checked.add(SOLUTIONS)
        if claim.exact:
            checked.update((FORMULA, proof))
        for name in FILES:
            if name not in checked and (self._path / name).exists():
                raise ProofError(
                    f"{self._name(name)}: the certificate names no such file"
                )

    def facts(self) -> Facts:
        """Read what the certificate says, and look at nothing else."""
        return certificate.parse(self._certificate(), str(self._path / CERTIFICATE))

    def _name(self, name: str) -> str:
        return printable(str(self._path / name), 200)

    def _certificate(self) -> str:
        with self._open(CERTIFICATE) as stream:
            data = stream.read(_LONGEST + 1)
        if len(data) > _LONGEST:
            raise self._unreadable(CERTIFICATE, f"more than {_LONGEST} bytes")
        try:
            return data.decode("ascii")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise self._unreadable(
                CERTIFICATE, "text that is not ASCII", line
            ) from None

    def _claim(self, facts: Facts) -> Claim:
        solutions = tuple(self._solutions(facts.puzzle)) if facts.solved else ()
        if facts.solved and not solutions:
            raise ProofError(f"{self._name(SOLUTIONS)}: no solution in it")
        try:
            return Claim(facts.puzzle, solutions, exact=facts.exact)
        except ProofError as error:
            name = SOLUTIONS if facts.solved else CERTIFICATE
            raise ProofError(f"{self._name(name)}: {error}") from None

    def _solutions(self, puzzle: Puzzle) -> Iterator[Grid]:
        geometry = puzzle.geometry
        longest = geometry.cells * (len(str(geometry.size)) + 1) + 2
        with self._open(SOLUTIONS) as stream:
            number = 0
            while line := stream.readline(longest + 1):
                number += 1
                if len(line) > longest or not line.isascii():
                    raise self._unreadable(SOLUTIONS, "this is no grid", number)
                text = line.decode().removesuffix("\n")
                try:
                    values = certificate.values_of(text, geometry)
                except InputError as error:
                    source = str(self._path / SOLUTIONS)
                    raise error.at(source=source, line=number) from None
                yield Grid.trusted(geometry, values)

    def _compare(self, name: str, lines: Iterable[str]) -> str:
        """Compare a file with what it should be; return its SHA-256."""
        digest = sha256()
        with self._open(name) as stream:
            for number, right in enumerate(lines, 1):
                data = right.encode()
                # Not by lines: one that is too long is not read.
                found = stream.read(len(data))
                if found != data:
                    self._differ(name, number, found, data)
                digest.update(data)
            if stream.read(1):
                raise ProofError(f"{self._name(name)}: goes on after its last line")
        return digest.hexdigest()

    def _differ(self, name: str, line: int, found: bytes, right: bytes) -> None:
        said = found.partition(b"\n")[0].decode("ascii", "replace")
        raise ProofError(
            f"{self._name(name)}:{line}: {printable(said, _QUOTE)!r}, where "
            f"{printable(right.decode().rstrip(), _QUOTE)!r} is right for the claim"
        )

    def _check(self, claim: Claim, form: str) -> tuple[Checked, str, int]:
        """Check the proof; return what was checked, its SHA-256 and its size."""
        name = PROOFS[form]
        source = str(self._path / name)
        try:
            with self._open(name) as stream:
                clauses = within(self._deadline, claim.clauses())
                if form == "lrat":
                    lrat = within(self._deadline, read_lrat(stream, source))
                    checked = check_lrat(clauses, lrat)
                else:
                    drat = within(self._deadline, read_drat(stream, source))
                    checked = check_drat(clauses, drat)
        except ProofError as error:
            raise ProofError(f"{self._name(name)}: {error}") from None
        digest, size = sha256(), 0
        with self._open(name) as stream:
            while data := stream.read(1 << 16):
                digest.update(data)
                size += len(data)
        return checked, digest.hexdigest(), size

    def _compare_texts(self, told: str, right: str) -> None:
        pairs = zip_longest(told.split("\n"), right.split("\n"))
        for number, (found, wanted) in enumerate(pairs, 1):
            if found != wanted:
                raise ProofError(
                    f"{self._name(CERTIFICATE)}:{number}: "
                    f"{printable(found or '', _QUOTE)!r}, where "
                    f"{printable(wanted or '', _QUOTE)!r} is right"
                )

    def _unreadable(self, name: str, what: str, line: int | None = None) -> InputError:
        return InputError(what, source=str(self._path / name), line=line)

    def _open(self, name: str) -> AbstractContextManager[IO[bytes]]:
        return opened(self._path / name)
