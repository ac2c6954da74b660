"""The checkers that satdoku can run, and how the answer of each is to be read.

An answer counts as a yes only if the checker ends with the status of a yes, prints the
very line that means it, and prints no line that means no.  A no has to be told as well:
whatever is neither (out of memory, a file that could not be opened) is no answer.

Sources: the READMEs of drat-trim and cake_lpr, the top of `lrat-trim.c`, the docstrings
of dratify; and what each prints, which the tests repeat.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

from satdoku.errors import LostError, Stopped, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from satdoku.proof.outside_files import Plain, ProofFormat
    from satdoku.proof.outside_run import Ended

__all__ = ["KINDS", "REFUSED", "Kind", "reason_of", "says_yes"]

REFUSED: Mapping[str, str] = {
    "lrat-check": (
        "its newest versions accept wrong proofs, even of formulas that have a model, "
        "as the line that rejects a step is commented out; "
        "use cake_lpr, which is verified, or lrat-trim"
    ),
}
"""Checkers that are not run, and why not."""

_DRATIFY = """\
import sys
sys.path.insert(0, sys.argv[3])
import dratify
texts = [open(name, encoding="ascii").read() for name in sys.argv[1:3]]
print("c dratify", dratify.__version__)
result = dratify.check_proof(dratify.parse_dimacs(texts[0]), texts[1])
print("c", result.reason)
proved = result.ok is True and result.reached_empty is True
print("s VERIFIED" if proved else "s NOT VERIFIED")
"""
"""What makes a checker of the library; it has no command of its own."""

_FOREVER = 2_000_000_000
_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Kind:
    """A checker.

    Args:
        name: Its name, which is that of its file.
        takes: The format of the proofs that it reads.
        command: Gives what to run: of where it is, the files, and the timeout.
        verified: The line that means yes.
        status: The exit status that goes with it.
        refused: Whether an answer that is no yes is a no.
        environment: What to set in its environment.
        follows_definitions: Whether it knows RAT steps.
    """

    name: str
    takes: ProofFormat
    command: Callable[[Path, Plain, float | None], list[str]]
    refused: Callable[[Ended], bool]
    verified: str = "s VERIFIED"
    status: int = 0
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    follows_definitions: bool = True


def says_yes(kind: Kind, ended: Ended) -> bool:
    """Whether a checker accepts the proof.

    Raises:
        Stopped: It came to a limit of time of its own.
        LostError: It says neither yes nor no.
    """
    if "s TIMEOUT" in ended.out:
        raise Stopped(f"{kind.name} came to its limit of time")
    told = [line for line in ended.out if line.startswith("s ")]
    if told == [kind.verified] and ended.status == kind.status:
        return True
    # drat-trim ends with the status of a no where the formula has an empty clause.
    if told == [kind.verified] and "c trivial UNSAT" in ended.out:
        return True
    if kind.verified not in told and kind.refused(ended):
        return False
    said = reason_of(ended) or "it says nothing"
    raise LostError(f"{kind.name} gives no answer: {said} (exit status {ended.status})")


def reason_of(ended: Ended) -> str:
    """Return the one line that tells why: an error, or what comes before the answer."""
    for line in ended.err:
        if line:
            return printable(line, _LONGEST_REASON)
    before = ""
    for line in ended.out:
        if line.startswith("s "):
            break
        before = line or before
    return printable(before.removeprefix("c "), _LONGEST_REASON)


def _drat_trim(program: Path, plain: Plain, timeout: float | None) -> list[str]:
    # Files first: it takes its first two arguments for them, whatever they are.
    seconds = _FOREVER if timeout is None else ceil(timeout) + 1
    return [str(program), str(plain.formula), str(plain.proof), "-t", str(seconds)]


def _two_files(program: Path, plain: Plain, _: float | None) -> list[str]:
    return [str(program), str(plain.formula), str(plain.proof)]


def _dratify(package: Path, plain: Plain, _: float | None) -> list[str]:
    files = [str(plain.formula), str(plain.proof)]
    return [sys.executable, "-I", "-B", "-c", _DRATIFY, *files, str(package)]


def _says_no(ended: Ended) -> bool:
    return "s NOT VERIFIED" in ended.out


def _complains(ended: Ended) -> bool:
    """cake_lpr: ends with status 0 either way, and tells on standard error why not."""
    return ended.status == 0 and any(ended.err)


def _finds_mistake(ended: Ended) -> bool:
    """lrat-trim: status 1 and a message; `error:` begins those that are of no proof."""
    first = next((line for line in ended.err if line), "")
    if ended.status == 1:
        return first.startswith("lrat-trim: ") and not first.startswith(
            "lrat-trim: error:"
        )
    return ended.status == 0 and "c no empty clause found and checked" in ended.out


_ALL = (
    Kind("cake_lpr", "lrat", _two_files, _complains, verified="s VERIFIED UNSAT",
         environment={"CML_HEAP_SIZE": "2048", "CML_STACK_SIZE": "1024"}),
    Kind("drat-trim", "drat", _drat_trim, _says_no),
    Kind("dratify", "drat", _dratify, _says_no),
    Kind("lrat-trim", "lrat", _two_files, _finds_mistake, status=20,
         follows_definitions=False),
)  # fmt: skip

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _ALL}
"""All that are known, by name."""
