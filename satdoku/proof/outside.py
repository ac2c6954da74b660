"""Asks a checker that somebody else has written whether a proof is right.

Idea: who trusts neither satdoku nor its checker runs another one.  This does it for
them: it finds the program, gives it plain copies of both files in the format that it
reads, and takes its answer for a yes only where it cannot be misread.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from re import search
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, printable
from satdoku.proof.outside_files import plain_copies
from satdoku.proof.outside_kinds import KINDS, REFUSED, Kind, reason_of, says_yes
from satdoku.proof.outside_run import run

if TYPE_CHECKING:
    from satdoku.proof.outside_files import ProofFormat
    from satdoku.proof.outside_run import Ended

__all__ = ["Verdict", "check_outside", "require_checker"]

_VERSION = r"^c (?:LRAT-TRIM Version|dratify) ([0-9][\w.]{0,30})"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an outside checker says of a proof.

    Args:
        checker: Its name.
        path: Where it is.
        version: Its version, if it tells one.
        accepted: Whether it accepts the proof.
        said: What it says, in one line that is safe to print: its verdict, or why not.
        seconds: How long it ran.
        turned: Whether it was given the proof in DRAT though it is in LRAT.
    """

    checker: str
    path: Path
    version: str | None
    accepted: bool
    said: str
    seconds: float
    turned: bool

    def __str__(self) -> str:
        name = (
            self.checker if self.version is None else f"{self.checker} {self.version}"
        )
        answer = "accepts the proof" if self.accepted else "does not accept the proof"
        turned = ", turned into DRAT" if self.turned else ""
        return f"{name} {answer}{turned}: {self.said}"


def check_outside(
    program: str,
    formula: Path,
    proof: Path,
    proof_format: ProofFormat,
    *,
    timeout: float | None = None,
) -> Verdict:
    """Let an outside checker check that a proof shows a formula to have no model.

    It is not given the files themselves but plain copies of them: read strictly, and
    written without comments.  An LRAT proof becomes a DRAT proof for a checker that
    reads only these.

    Args:
        program: A program's name, or the path to one: `cake_lpr`, `drat-trim`,
            `lrat-trim`; or `dratify`, if this Python has it.  What kind it is, its
            file's name tells.
        formula: The formula, in DIMACS.
        proof: The proof.
        proof_format: Its format.
        timeout: Seconds after which the checker is ended.

    Returns:
        What it says.

    Raises:
        UsageError: There is no such checker; it cannot be run, or is known to accept
            wrong proofs; or it cannot read proofs of that format.
        InputError: A file cannot be read as what it is said to be.
        OSError: A file cannot be opened, or a copy not be written.
        Stopped: The timeout came first.
        LostError: The checker gives no answer: it crashes, or runs out of memory.

    Example:
        >>> check_outside("minisat", Path("formula.cnf"), Path("proof.lrat"), "lrat")
        Traceback (most recent call last):
            ...
        satdoku.errors.UsageError: minisat is none of the checkers that are known: \
cake_lpr, drat-trim, dratify, lrat-trim
    """
    kind = _kind_of(program)
    path = _found(program, kind)
    if kind.takes == "lrat" and proof_format == "drat":
        raise UsageError(
            f"{kind.name} reads LRAT proofs, and this one is DRAT, which has no hints; "
            "`satdoku prove --format lrat` writes LRAT"
        )
    with TemporaryDirectory(prefix="satdoku-") as name:
        folder = Path(name).resolve()
        plain = plain_copies(formula, proof, proof_format, kind.takes, folder)
        ended = run(
            kind.name,
            kind.command(path, plain, timeout),
            folder=folder,
            timeout=timeout,
            environment=kind.environment,
        )
    accepted = says_yes(kind, ended)
    if not accepted and plain.definitions and not kind.follows_definitions:
        raise UsageError(
            f"{kind.name} cannot follow the {plain.definitions} definitions (RAT) "
            f"of this proof ({reason_of(ended)}); "
            "`satdoku prove --encoding extended` writes proofs without"
        )
    return Verdict(
        checker=kind.name,
        path=path,
        version=_version(ended),
        accepted=accepted,
        said=kind.verified if accepted else reason_of(ended),
        seconds=ended.seconds,
        turned=proof_format != kind.takes,
    )


def require_checker(program: str) -> None:
    """See to it, before any work, that there is such a checker.

    Args:
        program: As for `check_outside`.

    Raises:
        UsageError: There is none, or it is known to accept wrong proofs.

    Example:
        >>> require_checker("lrat-check")
        Traceback (most recent call last):
            ...
        satdoku.errors.UsageError: lrat-check is not run: its newest versions accept \
wrong proofs, even of formulas that have a model, as the line that rejects a step is \
commented out; use cake_lpr, which is verified, or lrat-trim
    """
    _found(program, _kind_of(program))


def _kind_of(program: str) -> Kind:
    """Return the kind of a program, which its file's name tells."""
    name = Path(program).name.removesuffix(".exe")
    if why := REFUSED.get(name):
        raise UsageError(f"{name} is not run: {why}")
    if kind := KINDS.get(name):
        return kind
    raise UsageError(
        f"{printable(program)} is none of the checkers that are known: "
        f"{', '.join(sorted(KINDS))}"
    )


def _found(program: str, kind: Kind) -> Path:
    """Return the full path of a program; of dratify, of the folder that holds it."""
    named = printable(program, 200)
    if program == "dratify":
        spec = find_spec(program)
        if spec is None or spec.origin is None:
            raise UsageError("this Python has no dratify: `pip install dratify`")
        origin = Path(spec.origin).resolve()
        return (
            origin.parent.parent if spec.submodule_search_locations else origin.parent
        )
    if kind.name == "dratify":
        raise UsageError(
            f"{named}: dratify is a library of Python; give its name alone"
        )
    if os.path.basename(program) == program:  # noqa: PTH119  "./x" is a path, "x" a name
        found = shutil.which(program)
        if found is None:
            raise UsageError(
                f"{named} is not installed: no program on PATH has that name; "
                "a path to it will do as well"
            )
        return Path(found).resolve().parent / Path(found).name
    path = Path(program).absolute()
    if not path.is_file():
        what = "is no file" if path.exists() else "is not there"
        raise UsageError(f"{named} {what}")
    if not os.access(path, os.X_OK):
        raise UsageError(f"{named} may not be run: it has no permission to")
    return path


def _version(ended: Ended) -> str | None:
    """Return the version that a checker tells of itself, if it does."""
    for line in ended.out[:20]:
        if found := search(_VERSION, line):
            return found[1]
    return None
