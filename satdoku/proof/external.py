"""Runs an outside checker: drat-trim, or cake_lpr, which is itself proved correct.

The checker gets plain copies of both files: read strictly here, and written anew,
without comments, a clause a line.  Checkers read more, or less, than the formats say:
drat-trim takes `c cnf 2 2` in a comment for the header, a number with a leading 0 for
an octal one, and, in binary mode, a comment in the formula for an empty clause, which
makes any formula unsatisfiable.

A yes is the line that means it and no other verdict, with the exit status of a yes; a
no is the line that means no.  Anything else (out of memory, an unreadable file) is no
answer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.dimacs import read_dimacs
from satdoku.cnf.formula import write_dimacs
from satdoku.errors import LostError, Stopped, UsageError, printable
from satdoku.proof.files import (
    DratStep,
    LratStep,
    drat_lines,
    lrat_lines,
    read_drat,
    read_lrat,
)
from satdoku.runtime.deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHECKERS = {"cake_lpr": "s VERIFIED UNSAT", "drat-trim": "s VERIFIED"}
"""The checkers that can be run, and what each prints for a yes."""

_ENVIRONMENT = {"CML_HEAP_SIZE": "2048", "CML_STACK_SIZE": "1024"}  # MB, of cake_lpr
_FOREVER = ("-t", "2000000000")  # drat-trim has a time limit of its own otherwise


class Verdict(NamedTuple):
    """What an outside checker answers.

    Args:
        checker: Its name.
        path: The program.
        accepted: Whether it accepts the proof.
        reason: Its verdict, or why it refuses, in one line that is safe to print.
    """

    checker: str
    path: Path
    accepted: bool
    reason: str


def check_outside(
    program: str,
    formula: Path,
    proof: Path,
    proof_format: str,
    *,
    timeout: float | None = None,
) -> Verdict:
    """Let an outside checker check that a proof shows a formula to have no model.

    Args:
        program: `drat-trim`, `cake_lpr`, or the path to a program of that name.
        formula: The formula, in DIMACS.
        proof: The proof.  drat-trim gets one in LRAT as DRAT, without deletions.
        proof_format: Its format, `lrat` or `drat`.
        timeout: Seconds after which the checker is stopped.

    Raises:
        UsageError: There is no such checker, it cannot be run, or it cannot read proofs
            of that format.
        InputError: A file cannot be read as what it should be.
        OSError: A file cannot be opened, or a copy cannot be written.
        Stopped: The timeout came first.
        LostError: The checker gives no answer: it crashes, or runs out of memory.

    Example:
        >>> check_outside("minisat", Path("formula.cnf"), Path("proof.lrat"), "lrat")
        Traceback (most recent call last):
            ...
        satdoku.errors.UsageError: minisat is not a supported checker; expected \
cake_lpr or drat-trim
    """
    path = find_checker(program)
    name, deadline = path.stem, Deadline(timeout)
    if name == "cake_lpr" and proof_format == "drat":
        raise UsageError("cake_lpr reads LRAT proofs, and this one is DRAT")
    with TemporaryDirectory(prefix="satdoku-") as folder:
        copies = Path(folder) / "formula.cnf", Path(folder) / "proof"
        with formula.open("rb") as source, copies[0].open("w", newline="\n") as target:
            write_dimacs(read_dimacs(source, deadline=deadline), target)
        with copies[1].open("w", newline="\n") as target:
            lines = _plain_proof(proof, proof_format, name)
            target.writelines(deadline.limit(lines))
        command = [str(path), *map(str, copies)]
        command += _FOREVER if name == "drat-trim" else ()
        return _run(path, command, Path(folder), deadline)


def find_checker(program: str) -> Path:
    """Return the full path of a checker, before any work is done.

    Args:
        program: A name to look up on PATH, or a path.

    Raises:
        UsageError: It is not one of those that can be run, or there is none.
    """
    name = printable(program, 200)
    if Path(program).name.removesuffix(".exe") not in _CHECKERS:
        expected = " or ".join(_CHECKERS)
        raise UsageError(f"{name} is not a supported checker; expected {expected}")
    path = shutil.which(program)
    if path is None:
        raise UsageError(f"{name}: no such program, on PATH or at that path")
    return Path(path).absolute()


def _plain_proof(proof: Path, given: str, checker: str) -> Iterator[str]:
    """Yield the lines of a proof as a checker reads it."""
    with proof.open("rb") as source:
        if given == "drat":
            yield from drat_lines(read_drat(source, str(proof)))
            return
        steps = read_lrat(source, str(proof))
        if checker == "cake_lpr":
            yield from lrat_lines(steps)
            return
        clauses = (step.literals for step in steps if isinstance(step, LratStep))
        yield from drat_lines(map(DratStep, clauses))


def _run(path: Path, command: list[str], folder: Path, deadline: Deadline) -> Verdict:
    """Run a checker to its end, without a shell or any input, and read its answer."""
    name, out, err = path.stem, folder / "out", folder / "err"
    environment = {**_ENVIRONMENT, **os.environ}
    try:
        with out.open("wb") as stdout, err.open("wb") as stderr:
            child = subprocess.Popen(  # noqa: S603  what the person named, and no shell
                command,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                cwd=folder,
                env=environment,
            )
        try:
            status = child.wait(deadline.left)
        finally:
            child.kill()
            child.wait()
    except OSError as error:
        what = f"{name} cannot be run: {error.strerror or error}"
        raise UsageError(what) from None
    except subprocess.TimeoutExpired:
        raise Stopped(f"{name} did not finish in time") from None
    lines = [line.strip() for line in out.read_text("utf-8", "replace").splitlines()]
    errors = err.read_text("utf-8", "replace").split("\n")
    verdicts = [line for line in lines if line.startswith("s ")]
    # drat-trim exits with the status of a no where the formula is refuted at once.
    if verdicts == [_CHECKERS[name]] and (not status or "c trivial UNSAT" in lines):
        return Verdict(name, path, True, verdicts[0])  # noqa: FBT003  a field
    reason = printable(next(filter(None, (*errors, *reversed(lines))), ""), 200)
    # cake_lpr exits with 0 in both cases, and explains a no on standard error.
    is_no = not (verdicts or status) and errors != [""]
    if verdicts == ["s NOT VERIFIED"] if name == "drat-trim" else is_no:
        return Verdict(name, path, False, reason)  # noqa: FBT003  a field
    raise LostError(f"{name} gives no answer: {reason} (exit status {status})")
