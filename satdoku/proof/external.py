"""Runs an outside checker: drat-trim, or cake_lpr, which is itself proved correct.

The checker gets plain copies of both files: read strictly here, and written anew,
without comments, a clause a line.  Checkers read more, or less, than the formats say:
drat-trim takes `c cnf 2 2` in a comment for the header, a number with a leading 0 for
an octal one, and, in binary mode, a comment in the formula for an empty clause, which
makes any formula unsatisfiable.

Its answer counts as a yes only if it exits with the status of a yes, prints the line
that means it, and prints no line that means no.  A no must be printed as well: anything
else (out of memory, an unreadable file) is no answer.

Sources: the READMEs of drat-trim and cake_lpr, and what each prints, which the tests
repeat.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.dimacs import read_dimacs
from satdoku.cnf.formula import write_dimacs
from satdoku.errors import InputError, LostError, Stopped, UsageError, printable
from satdoku.proof.files import (
    DratStep,
    LratStep,
    drat_lines,
    lrat_lines,
    read_drat,
    read_lrat,
)
from satdoku.runtime.deadline import check_timeout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.proof.files import LratDeletion

__all__ = ["CHECKERS", "Verdict", "check_outside", "find_checker"]

CHECKERS = {"cake_lpr": "lrat", "drat-trim": "drat"}
"""The checkers that can be run, and the format each reads."""

_YES = {"cake_lpr": "s VERIFIED UNSAT", "drat-trim": "s VERIFIED"}
_ENVIRONMENT = {"CML_HEAP_SIZE": "2048", "CML_STACK_SIZE": "1024"}  # MB, of cake_lpr
_FOREVER = 2_000_000_000  # seconds; drat-trim has a limit of its own otherwise
_LONGEST = 1 << 20  # bytes that are read of each output
_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an outside checker says about a proof.

    Args:
        checker: Its name.
        path: The program.
        accepted: Whether it accepts the proof.
        reason: Its verdict, or why it refuses, in one line that is safe to print.
        seconds: How long it ran.
    """

    checker: str
    path: Path
    accepted: bool
    reason: str
    seconds: float

    def __str__(self) -> str:
        answer = "accepts the proof" if self.accepted else "does not accept the proof"
        return f"{self.checker} {answer}: {self.reason}"


class _Ended(NamedTuple):
    """What a program printed, in lines, and its exit status."""

    status: int
    out: list[str]
    err: list[str]


def check_outside(
    program: str,
    formula: Path,
    proof: Path,
    proof_format: str,
    *,
    timeout: float | None = None,
) -> Verdict:
    """Let an outside checker check that a proof shows a formula to have no model.

    drat-trim gets an LRAT proof as DRAT, without numbers and hints.

    Args:
        program: `drat-trim`, `cake_lpr`, or the path to a program of that name.
        formula: The formula, in DIMACS.
        proof: The proof.
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
    name = path.name.removesuffix(".exe")
    if CHECKERS[name] == "lrat" and proof_format == "drat":
        raise UsageError(
            f"{name} reads LRAT proofs, and this one is DRAT; "
            "`satdoku prove --format lrat` writes LRAT"
        )
    started = monotonic()
    with TemporaryDirectory(prefix="satdoku-") as temporary:
        folder = Path(temporary).resolve()
        files = _plain_copies(formula, proof, proof_format, CHECKERS[name], folder)
        command = [str(path), *map(str, files)]
        if name == "drat-trim":
            limit = _FOREVER if timeout is None else ceil(timeout) + 1
            command += ["-t", str(limit)]
        ended = _run(name, command, folder, timeout)
    accepted = _accepts(name, ended)
    reason = _YES[name] if accepted else _reason(ended)
    return Verdict(name, path, accepted, reason, monotonic() - started)


def find_checker(program: str) -> Path:
    """Return the full path of a checker, before any work is done.

    Args:
        program: A name to look up on PATH, or a path.

    Raises:
        UsageError: There is none, or it is not one of those that can be run.
    """
    named = printable(program, 200)
    if Path(program).name.removesuffix(".exe") not in CHECKERS:
        raise UsageError(
            f"{named} is not a supported checker; expected {' or '.join(CHECKERS)}"
        )
    if os.path.basename(program) == program:  # noqa: PTH119  "./x" is a path, "x" a name
        found = shutil.which(program)
        if found is None:
            raise UsageError(
                f"{named} is not installed: PATH has no program of that name; "
                "a path to it works as well"
            )
        return Path(found).absolute()
    path = Path(program).absolute()
    if not path.is_file():
        raise UsageError(f"{named} is not a file")
    if not os.access(path, os.X_OK):
        raise UsageError(f"{named} cannot be run: no permission to execute it")
    return path


def _plain_copies(
    formula: Path, proof: Path, given: str, wanted: str, folder: Path
) -> tuple[Path, Path]:
    """Write plain copies of a formula and a proof."""
    copies = folder / "formula.cnf", folder / f"proof.{wanted}"
    with formula.open("rb") as source:
        clauses = read_dimacs(source, source=str(formula))
    with copies[0].open("w", encoding="ascii", newline="\n") as target:
        write_dimacs(clauses, target)
    with (
        proof.open("rb") as source,
        copies[1].open("w", encoding="ascii", newline="\n") as target,
    ):
        if given == "drat":
            lines = drat_lines(read_drat(source, str(proof)))
        else:
            steps = read_lrat(source, str(proof))
            lines = (
                lrat_lines(steps)
                if wanted == "lrat"
                else drat_lines(_without_hints(clauses, steps, str(proof)))
            )
        target.writelines(lines)
    return copies


def _without_hints(
    formula: Iterable[tuple[int, ...]],
    steps: Iterable[LratStep | LratDeletion],
    source: str,
) -> Iterator[DratStep]:
    """Turn an LRAT proof into DRAT, where deletions name clauses by their literals."""
    numbered = dict(enumerate(formula, 1))
    for step in steps:
        if isinstance(step, LratStep):
            numbered[step.number] = step.literals
            yield DratStep(step.literals)
            continue
        for number in step.numbers:
            clause = numbered.pop(number, None)
            if clause is None:
                raise InputError(
                    f"deletion of clause {number}",
                    expected="an existing clause",
                    source=source,
                    line=step.line or None,
                )
            yield DratStep(clause, deleted=True)


def _run(name: str, command: list[str], folder: Path, timeout: float | None) -> _Ended:
    """Run a program to its end, without a shell or any input; nothing of it remains."""
    check_timeout(timeout)
    paths = folder / "out", folder / "err"
    with paths[0].open("wb") as out, paths[1].open("wb") as err:
        try:
            child = subprocess.Popen(  # noqa: S603  what the person named, and no shell
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=folder,
                env={**_ENVIRONMENT, **os.environ},
                process_group=None if sys.platform == "win32" else 0,
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(f"{name} cannot be run: {reason}") from None
        try:
            status = child.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Stopped(f"{name} did not finish within {timeout:g} s") from None
        finally:
            if child.returncode is None:  # also at Ctrl-C, which it does not get itself
                with suppress(ProcessLookupError, PermissionError):
                    if sys.platform == "win32":
                        child.kill()
                    else:
                        os.killpg(child.pid, signal.SIGKILL)
                child.wait()
    if status < 0:
        raise LostError(f"{name} gives no answer: it was ended by signal {-status}")
    return _Ended(status, *map(_printed, paths))


def _printed(path: Path) -> list[str]:
    """Return what was printed to a file, in lines; carriage returns end lines."""
    with path.open("rb") as file:
        text = file.read(_LONGEST).decode("utf-8", "replace")
    return [line.strip() for line in text.splitlines()]


def _accepts(name: str, ended: _Ended) -> bool:
    """Whether a checker accepts the proof.

    Raises:
        Stopped: It reached a time limit of its own.
        LostError: It says neither yes nor no.
    """
    if "s TIMEOUT" in ended.out:
        raise Stopped(f"{name} reached its time limit")
    verdicts = [line for line in ended.out if line.startswith("s ")]
    if verdicts == [_YES[name]]:
        # drat-trim exits with the status of a no where the formula is refuted at once.
        if ended.status == 0 or "c trivial UNSAT" in ended.out:
            return True
    elif _YES[name] not in verdicts:
        # cake_lpr exits with 0 in both cases, and explains a no on standard error.
        if name == "cake_lpr" and ended.status == 0 and any(ended.err):
            return False
        if name == "drat-trim" and "s NOT VERIFIED" in verdicts:
            return False
    reason = _reason(ended) or "it prints nothing"
    raise LostError(f"{name} gives no answer: {reason} (exit status {ended.status})")


def _reason(ended: _Ended) -> str:
    """Return the one line that says why: an error, or what comes before the verdict."""
    for line in ended.err:
        if line:
            return printable(line, _LONGEST_REASON)
    before = ""
    for line in ended.out:
        if line.startswith("s "):
            break
        before = line or before
    return printable(before.removeprefix("c "), _LONGEST_REASON)
