"""A claim with its proof, and the folder in which both are given to others.

    certificate.txt   what is claimed: see `satdoku.proof.certificate`
    solutions.txt     the solutions, one a line, where there are any
    formula.cnf       what the proof is about, in DIMACS
    proof.lrat        or proof.drat: the proof

A folder appears whole or not at all: it is made under another name beside its own.
"""

from __future__ import annotations

import io
import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, printable
from satdoku.proof import certificate
from satdoku.proof.certificate import CERTIFICATE, FORMULA, PROOFS, SOLUTIONS
from satdoku.proof.checker.lrat import check_lrat
from satdoku.proof.clock import within
from satdoku.proof.files.drat import DratStep, write_drat
from satdoku.proof.files.lrat import LratStep, write_lrat

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from typing import TextIO

    from _typeshed import ReadableBuffer

    from satdoku.engines.base import Lemma
    from satdoku.proof.checker.checked import Checked
    from satdoku.proof.claim import Claim

__all__ = ["FILES", "Proof", "is_ours", "new_folder", "require_free", "solution_lines"]

_BUFFER = 1 << 16

FILES = (CERTIFICATE, FORMULA, SOLUTIONS, *PROOFS.values())
"""All files that a folder may have."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim and what proves it; made by `satdoku.prove`.

    Args:
        claim: How many solutions a puzzle has, and these.
        lemmas: Clauses that follow from those of the claim, the last one empty, hints
            as in LRAT; none where the solutions are proof enough.
        search: What found it, in words; nothing rests on it.
        checked: What the checker said of the lemmas; None where there are none.

    Example:
        >>> import satdoku
        >>> proof = satdoku.prove("12.. ..3. ...4 ....")
        >>> print(proof.claim)
        no solution
        >>> next(proof.lrat()).number
        389
    """

    claim: Claim
    lemmas: tuple[Lemma, ...] = field(repr=False)  # there may be thousands
    search: str
    checked: Checked | None

    def __str__(self) -> str:
        lemmas = len(self.lemmas)
        proof = (
            f"{lemmas:,} lemma{'s' * (lemmas != 1)}" if lemmas else "no lemma needed"
        )
        return f"{self.claim}: {proof}"

    @staticmethod
    def checked_first(
        claim: Claim,
        lemmas: Sequence[Lemma],
        search: str,
        deadline: float | None = None,
    ) -> Proof:
        """Make a proof of lemmas that are checked before.

        Raises:
            ProofError: They do not prove the claim.
            Stopped: The deadline, on the clock `time.monotonic`, came first.
        """
        if not claim.exact:
            return Proof(claim, (), search, None)
        clauses = within(deadline, claim.clauses())
        checked = check_lrat(clauses, within(deadline, _numbered(claim, lemmas)))
        return Proof(claim, tuple(lemmas), search, checked)

    def lrat(self) -> Iterator[LratStep]:
        """Yield the steps of the proof, with numbers and hints."""
        return _numbered(self.claim, self.lemmas)

    def drat(self) -> Iterator[DratStep]:
        """Yield the steps of the proof as clauses alone."""
        return (DratStep(lemma.literals) for lemma in self.lemmas)

    def write(
        self,
        folder: str | os.PathLike[str],
        *,
        format: str = "lrat",  # noqa: A002  as everywhere
        force: bool = False,
    ) -> int:
        """Write the claim and its proof to a folder of their own.

        Args:
            folder: Its name; it must not be there.
            format: Of the proof, `lrat` or `drat`.
            force: Whether the folder of an earlier proof is replaced.

        Returns:
            How many bytes the proof has.

        Raises:
            UsageError: There is no such format, or something else is there.
            OSError: The folder cannot be written.
        """
        if format not in PROOFS:
            raise UsageError(
                f"no proofs in format {printable(format)!r}; "
                f"expected {' or '.join(PROOFS)}"
            )
        with new_folder(Path(folder), force=force) as scratch:
            return self._fill(scratch, format)

    def _fill(self, folder: Path, format: str) -> int:  # noqa: A002  as everywhere
        """Write the files; return the size of the proof."""
        claim, checked = self.claim, self.checked
        solutions = formula = proof = None
        size = 0
        if claim.solutions:
            with _new_file(folder / SOLUTIONS) as (file, digest):
                file.writelines(solution_lines(claim))
            solutions = digest.hex
        if checked is not None:
            with _new_file(folder / FORMULA) as (file, digest):
                file.writelines(claim.dimacs())
            formula = digest.hex
            with _new_file(folder / PROOFS[format]) as (file, digest):
                if format == "lrat":
                    write_lrat(self.lrat(), file)
                else:
                    write_drat(self.drat(), file)
            proof = (format, checked.steps, digest.hex)
            size = digest.size
        with _new_file(folder / CERTIFICATE) as (file, digest):
            file.write(certificate.text(claim, self.search, solutions, formula, proof))
        return size


def solution_lines(claim: Claim) -> Iterator[str]:
    """Yield the lines of the file of solutions."""
    return (certificate.values_text(grid) + "\n" for grid in claim.solutions)


def _numbered(claim: Claim, lemmas: Iterable[Lemma]) -> Iterator[LratStep]:
    first = claim.clause_count + 1
    for number, (literals, hints) in enumerate(lemmas, first):
        yield LratStep(number, literals, hints or ())


class _Digest(io.RawIOBase):
    """A file that is written, with its size and SHA-256."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = path.open("xb", buffering=0)
        self._sha = sha256()
        self.size = 0

    @property
    def hex(self) -> str:
        """The SHA-256 of what was written."""
        return self._sha.hexdigest()

    def writable(self) -> bool:
        """Say so."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some bytes, and count them in."""
        view = memoryview(data)
        written = self._file.write(view)
        self._sha.update(view[:written])
        self.size += written
        return written

    def close(self) -> None:
        """Force all to the disk."""
        if not self.closed:
            with self._file:
                os.fsync(self._file.fileno())
        super().close()


@contextmanager
def _new_file(path: Path) -> Generator[tuple[TextIO, _Digest]]:
    """Give a new file to write text to, and what its size and SHA-256 come to."""
    with _Digest(path) as digest:
        buffered = io.BufferedWriter(digest, _BUFFER)
        text = io.TextIOWrapper(buffered, encoding="ascii", newline="\n")
        yield text, digest
        text.flush()


@contextmanager
def new_folder(path: Path, *, force: bool = False) -> Generator[Path]:
    """Give a folder to fill, which has its name only when it is full.

    Args:
        path: Its name.
        force: Whether the folder of an earlier proof is replaced.

    Raises:
        UsageError: Something is there that is not replaced.
        OSError: It cannot be made.
    """
    require_free(path, force=force)
    target = path.resolve()
    mark = f"-{os.urandom(6).hex()}.tmp"
    scratch = target.with_name(f".satdoku{mark}")
    old = target.with_name(f".satdoku-old{mark}")
    try:
        scratch.mkdir()
        yield scratch
        if target.is_dir():
            target.rename(old)
        scratch.rename(target)
    except OSError as error:
        # Nobody else knows the scratch; a full disk names no file at all.
        error.filename = str(path)
        raise
    finally:
        # However it ended (by Ctrl-C, say): the new one is there, or what was before.
        if old.exists() and not target.exists():
            old.rename(target)
        _remove(old)
        _remove(scratch)


def require_free(path: Path, *, force: bool = False) -> None:
    """See to it that a folder of that name can be made.

    Raises:
        UsageError: Something is there that is not replaced.
    """
    shown = printable(str(path), 200)
    if path.is_dir():
        if path.samefile(Path()):
            raise UsageError(
                f"{shown} is the folder you are in; expected the name of a new one"
            )
        if not any(path.iterdir()):
            return
        if not is_ours(path):
            raise UsageError(f"{shown} holds other things than a proof")
        if not force:
            raise UsageError(f"{shown} exists; --force replaces it")
    elif path.exists():
        raise UsageError(f"{shown} is a file; expected the name of a folder")


def is_ours(path: Path) -> bool:
    """Whether a folder holds a proof and nothing else."""
    names = {entry.name for entry in path.iterdir()}
    return CERTIFICATE in names and names.issubset(FILES)


def _remove(folder: Path) -> None:
    """Remove a folder with the files of a proof."""
    for name in FILES:
        (folder / name).unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        folder.rmdir()
