"""Check the proof in a file against the formula in a file, whatever it is about."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from satdoku.cnf.dimacs import read_dimacs
from satdoku.errors import InputError, ProofError, SatdokuError, printable
from satdoku.proof.checker.drat import check_drat
from satdoku.proof.checker.lrat import check_lrat
from satdoku.proof.clock import deadline_of, within
from satdoku.proof.files.drat import read_drat
from satdoku.proof.files.lrat import read_lrat

if TYPE_CHECKING:
    import os
    from collections.abc import Generator

    from satdoku.proof.checker.checked import Checked

__all__ = ["CheckedFile", "check_proof", "format_of", "opened"]

_HEAD = 1 << 16


class CheckedFile(NamedTuple):
    """A proof that was found to be right.

    Args:
        format: `lrat` or `drat`.
        checked: What was followed.
        bytes: The size of the proof.
    """

    format: str
    checked: Checked
    bytes: int


def check_proof(
    formula: str | os.PathLike[str],
    proof: str | os.PathLike[str],
    *,
    timeout: float | None = None,
) -> CheckedFile:
    """Check that a proof shows a formula to have no model.

    Args:
        formula: A file in DIMACS.
        proof: A file in LRAT or DRAT, the latter in text or in bytes; its last step is
            the empty clause.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: A file cannot be read; names file and line.
        ProofError: The proof does not show it; names the step.
        Stopped: The time was over first.
    """
    deadline = deadline_of(timeout)
    path = Path(proof)
    with opened(Path(formula)) as stream:
        clauses = read_dimacs(stream, source=str(formula))
    form = format_of(path)
    try:
        with opened(path) as stream:
            if form == "lrat":
                checked = check_lrat(
                    clauses, within(deadline, read_lrat(stream, str(path)))
                )
            else:
                checked = check_drat(
                    clauses, within(deadline, read_drat(stream, str(path)))
                )
    except ProofError as error:
        raise ProofError(f"{printable(str(path), 200)}: {error}") from None
    return CheckedFile(form, checked, path.stat().st_size)


def format_of(path: Path) -> str:
    """Tell the format of a proof: by its ending, else by its first step.

    A step of LRAT has two zeros, or a `d` behind its number; no other has.
    """
    ending = path.suffix.lower()[1:]
    if ending in ("lrat", "drat"):
        return ending
    with opened(path) as stream:
        head = stream.read(_HEAD)
    for line in head.splitlines():
        words = line.split()
        if words and not words[0].startswith(b"c"):
            is_lrat = words.count(b"0") > 1 or words[1:2] == [b"d"]
            return "lrat" if is_lrat else "drat"
    return "drat"


@contextmanager
def opened(path: Path) -> Generator[IO[bytes]]:
    """Open a file for bytes.

    Raises:
        InputError: It is not there, or cannot be read.  A pipe cannot: it may have no
            end, nor a beginning, and files of proofs are read more than once.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError("a pipe or a device", expected="a file", source=str(path))
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        said = (error.strerror or str(error)).lower()
        raise InputError(said, source=str(path)) from None
    except ValueError as error:  # of `open`: a NUL in the name
        if isinstance(error, SatdokuError):
            raise
        raise InputError("a file name with a NUL in it", source=str(path)) from None
