"""`satdoku.verify`: whether a certificate is right, from its files alone.

It uses nothing of what found the proof: no engine, no recipe.  It checks that

  1. the certificate names a puzzle and a claim;
  2. every solution keeps the clues and the rules, and none is listed twice;
  3. the formula is, byte by byte, that of the rules with the puzzle's clues, and
     with just these solutions forbidden;
  4. the proof leads from that formula to the empty clause, step by step;
  5. every number and every SHA-256 in the certificate is right.

What has to be believed: the clauses of `satdoku.proof.claim`, the rules in
`Puzzle.is_solution`, the checker in `check_lrat` or `check_drat`, and this file.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from satdoku.cnf.dimacs import read_dimacs
from satdoku.errors import (
    InputError,
    ProofError,
    UsageError,
    check_kind,
    printable,
    shown,
)
from satdoku.proof.certificate import (
    CERTIFICATE,
    FILES,
    FORMULA,
    PROOFS,
    SOLUTIONS,
    Certificate,
    CertificateHeader,
    FileDigests,
    certificate_text,
    parse_certificate,
    parse_values,
    sha256_of,
    solution_lines,
)
from satdoku.proof.check_drat import check_drat
from satdoku.proof.check_lrat import Checked, check_lrat
from satdoku.proof.claim import Claim
from satdoku.proof.files import read_drat, read_lrat
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from satdoku.puzzle.puzzle import Puzzle

_LONGEST = 1 << 24  # bytes that a certificate may have
_HEAD = 1 << 16
_QUOTE = 120


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that `satdoku.verify` confirmed.

    Args:
        claim: What is true.
        format: Of the proof, `lrat` or `drat`; empty where the solutions are enough.
        checked: What the checker counted; None where there is no proof.
        bytes: The size of the proof's file; 0 where there is none.
    """

    claim: Claim
    format: str
    checked: Checked | None
    bytes: int

    def __str__(self) -> str:
        return f"verified: {self.claim}"

    def record(self) -> dict[str, Any]:
        """Return it for JSON, as in `docs/schema/verified.schema.json`."""
        puzzle = self.claim.puzzle
        return {
            "puzzle": puzzle.line,
            "constraints": [rule.describe() for rule in puzzle.constraints],
            "claim": str(self.claim),
            "solutions": len(self.claim.solutions),
            **_proof_record(self.format, self.checked, self.bytes),
        }


class CheckedFile(NamedTuple):
    """A proof that `satdoku.proof.check_proof` confirmed.

    Args:
        format: `lrat` or `drat`.
        checked: What the checker counted.
        bytes: The size of the proof.
    """

    format: str
    checked: Checked
    bytes: int

    def record(self) -> dict[str, Any]:
        """Return it for JSON, as in `docs/schema/verified.schema.json`."""
        claim = dict.fromkeys(("puzzle", "constraints", "claim", "solutions"))
        return {**claim, **_proof_record(self.format, self.checked, self.bytes)}


def _proof_record(form: str, checked: Checked | None, size: int) -> dict[str, Any]:
    return {
        "format": form or None,
        "clauses": checked and checked.clauses,
        "steps": checked and checked.steps,
        "definitions": checked and checked.definitions,
        "deletions": checked and checked.deletions,
        "bytes": checked and size,
    }


def verify(
    given: Certificate | str | os.PathLike[str], *, timeout: float | None = None
) -> Verified:
    """Check a claim and its proof.

    Args:
        given: The folder of a certificate; or a certificate from `satdoku.prove`.
        timeout: Seconds of wall time after which to stop.

    Returns:
        What was checked; the claim is true whenever this returns.

    Raises:
        InputError: A file is missing, or cannot be read as what it should be.
        ProofError: Something is wrong: says what, and where.
        Stopped: Time ran out first.
        UsageError: `given` is neither.

    Example:
        >>> import satdoku
        >>> print(satdoku.verify(satdoku.prove("12.. ..3. ...4 ....")).claim)
        no solution
    """
    deadline = Deadline(timeout)
    if isinstance(given, Certificate):
        stated = given.claim
        claim = Claim(stated.puzzle, stated.solutions, stated.complete, deadline)
        if not claim.complete:
            return Verified(claim, "", None, 0)
        clauses, steps = deadline.limit(claim.clauses()), deadline.limit(given.lrat())
        return Verified(claim, "lrat", check_lrat(clauses, steps), 0)
    if not isinstance(given, str | os.PathLike):
        raise UsageError(
            f"{shown(given)} is no certificate; expected one of satdoku.prove, or the "
            "folder of one"
        )
    return _Folder(Path(given), deadline).verified()


def check_proof(
    formula: str | os.PathLike[str],
    proof: str | os.PathLike[str],
    *,
    timeout: float | None = None,
) -> CheckedFile:
    """Check a proof that a formula has no model.

    Args:
        formula: A file in DIMACS.
        proof: A file in LRAT or DRAT, the latter text or binary; its last step is the
            empty clause.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: A file cannot be read; names file and line.
        ProofError: The proof does not show it; names the step.
        Stopped: Time ran out first.
    """
    for name, file in (("formula", formula), ("proof", proof)):
        check_kind(name, file, (str, os.PathLike), "the name of a file")
    deadline, path = Deadline(timeout), Path(proof)
    with _opened(Path(formula)) as stream:
        clauses = read_dimacs(stream, source=str(formula), deadline=deadline)
    proof_format = _format_of(path)
    checked = _check(path, proof_format, clauses, deadline)
    return CheckedFile(proof_format, checked, path.stat().st_size)


def certified_puzzle(folder: str | os.PathLike[str]) -> Puzzle:
    """Return the puzzle that a certificate names, without checking anything.

    Raises:
        InputError: There is no certificate, or it cannot be read.
    """
    return _Folder(Path(folder), Deadline()).header().puzzle


def _format_of(path: Path) -> str:
    """Find the format of a proof: by its ending, else by its first step.

    A step of LRAT has two zeros, or a `d` after its number; no other has.
    """
    ending = path.suffix.lower()[1:]
    if ending in PROOFS:
        return ending
    with _opened(path) as stream:
        head = stream.read(_HEAD)
    for line in head.splitlines():
        words = line.split()
        if words and not words[0].startswith(b"c"):
            is_lrat = words.count(b"0") > 1 or words[1:2] == [b"d"]
            return "lrat" if is_lrat else "drat"
    return "drat"


def _check(
    path: Path,
    proof_format: str,
    clauses: Iterable[tuple[int, ...]],
    deadline: Deadline,
) -> Checked:
    """Check the proof in a file."""
    clauses = deadline.limit(clauses)
    try:
        with _opened(path) as stream:
            if proof_format == "lrat":
                return check_lrat(clauses, deadline.limit(read_lrat(stream, str(path))))
            return check_drat(clauses, deadline.limit(read_drat(stream, str(path))))
    except ProofError as error:
        raise ProofError(f"{printable(str(path), 200)}: {error}") from None


@contextmanager
def _opened(path: Path) -> Generator[IO[bytes]]:
    """Open a file for bytes.

    Raises:
        InputError: It does not exist, or cannot be read.  Pipes are refused: files of
            proofs are read more than once.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError("a pipe or a device", expected="a file", source=str(path))
        stream = path.open("rb")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(reason, source=str(path)) from None
    with stream:
        yield stream


class _Folder:
    """The files of one certificate."""

    def __init__(self, path: Path, deadline: Deadline) -> None:
        self._path = path
        self._deadline = deadline

    def verified(self) -> Verified:
        """Check everything; see the module."""
        text = self._certificate()
        header = parse_certificate(text, str(self._path / CERTIFICATE))
        claim = self._claim(header)
        expected = {CERTIFICATE}
        checked: Checked | None = None
        formula = proof = solutions = None
        size = 0
        if claim.solutions:
            expected.add(SOLUTIONS)
            solutions = self._compare(SOLUTIONS, solution_lines(claim))
        if claim.complete:
            if not header.format:
                raise ProofError(f"{self._name(CERTIFICATE)}: no proof is named")
            formula = self._compare(FORMULA, claim.dimacs())
            path = self._path / PROOFS[header.format]
            expected |= {FORMULA, path.name}
            checked = _check(path, header.format, claim.clauses(), self._deadline)
            proof = (header.format, checked.steps, sha256_of(path))
            size = path.stat().st_size
        for name in FILES:
            if name not in expected and (self._path / name).exists():
                raise ProofError(
                    f"{self._name(name)}: the certificate names no such file"
                )
        digests = FileDigests(solutions, formula, proof)
        right = certificate_text(claim, header.search, digests)
        pairs = zip_longest(text.split("\n"), right.split("\n"))
        for number, (line, right_line) in enumerate(pairs, 1):
            if line != right_line:
                self._differ(CERTIFICATE, number, line or "", right_line or "")
        return Verified(claim, header.format, checked, size)

    def header(self) -> CertificateHeader:
        """Read what the certificate says, and check nothing."""
        return parse_certificate(self._certificate(), str(self._path / CERTIFICATE))

    def _name(self, name: str) -> str:
        return printable(str(self._path / name), 200)

    def _certificate(self) -> str:
        source = str(self._path / CERTIFICATE)
        with _opened(self._path / CERTIFICATE) as stream:
            data = stream.read(_LONGEST + 1)
        if len(data) > _LONGEST:
            raise InputError(f"more than {_LONGEST} bytes", source=source)
        if not data.isascii():
            raise InputError("text that is not ASCII", source=source)
        return data.decode()

    def _claim(self, header: CertificateHeader) -> Claim:
        listed = self._solutions(header.puzzle) if header.solved else ()
        solutions = tuple(self._deadline.limit(listed))
        if header.solved and not solutions:
            raise ProofError(f"{self._name(SOLUTIONS)}: no solution in it")
        try:
            return Claim(header.puzzle, solutions, header.complete, self._deadline)
        except ProofError as error:
            name = SOLUTIONS if header.solved else CERTIFICATE
            raise ProofError(f"{self._name(name)}: {error}") from None

    def _solutions(self, puzzle: Puzzle) -> Iterator[Grid]:
        geometry, source = puzzle.geometry, str(self._path / SOLUTIONS)
        longest = geometry.cells * (len(str(geometry.size)) + 1) + 2
        with _opened(self._path / SOLUTIONS) as stream:
            number = 0
            while line := stream.readline(longest + 1):
                number += 1
                if len(line) > longest or not line.isascii():
                    raise InputError("not a grid", source=source, line=number)
                text = line.decode().removesuffix("\n")
                try:
                    values = parse_values(text, geometry)
                except InputError as error:
                    raise error.at(source=source, line=number) from None
                yield Grid.trusted(geometry, values)

    def _compare(self, name: str, lines: Iterable[str]) -> str:
        """Compare a file with what it should be; return its SHA-256."""
        digest = sha256()
        with _opened(self._path / name) as stream:
            for number, line in enumerate(self._deadline.limit(lines), 1):
                right = line.encode()
                # Not by lines: one that is too long is not read.
                actual = stream.read(len(right))
                if actual != right:
                    text = actual.partition(b"\n")[0].decode("ascii", "replace")
                    self._differ(name, number, text, line.rstrip())
                digest.update(right)
            if stream.read(1):
                raise ProofError(f"{self._name(name)}: text after its last line")
        return digest.hexdigest()

    def _differ(self, name: str, line: int, actual: str, right: str) -> None:
        raise ProofError(
            f"{self._name(name)}:{line}: {printable(actual, _QUOTE)!r}, expected "
            f"{printable(right, _QUOTE)!r} for this claim"
        )
