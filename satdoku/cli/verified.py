"""What `satdoku verify` finds out about a proof, before anything is written.

satdoku's own check comes first; other checkers are asked only of what it has found
right.  That one of them gives no answer takes nothing from what the others say.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cli import exits
from satdoku.errors import (
    EngineError,
    ProofError,
    SatdokuError,
    Stopped,
    UsageError,
    printable,
)

if TYPE_CHECKING:
    from typing import Literal

    from satdoku.proof.checker.checked import Checked
    from satdoku.proof.claim import Claim
    from satdoku.proof.outside import Verdict
    from satdoku.puzzle import Puzzle

__all__ = ["Answers", "Seen", "code_of", "look", "puzzle_in", "require"]


class Answers(NamedTuple):
    """What other checkers say of a proof.

    Args:
        verdicts: Of those that answer.
        errors: Why others do not: it is of a kind that they cannot read, say.
    """

    verdicts: list[Verdict]
    errors: list[SatdokuError]

    @property
    def code(self) -> int:
        """The exit code that they lead to."""
        codes = {code_of(error) for error in self.errors}
        if not all(verdict.accepted for verdict in self.verdicts):
            codes.add(exits.NO)
        return exits.worst(codes)


class Seen(NamedTuple):
    """A proof that was found to be right.

    Args:
        formula: The file of its formula.
        proof: Its own file.
        format: Its format.
        checked: What was followed; None where the solutions are proof enough.
        bytes: Its size.
        claim: What is proved of a puzzle; None of any formula.
    """

    formula: Path
    proof: Path
    format: str
    checked: Checked | None
    bytes: int
    claim: Claim | None

    def compare(self, right: Puzzle) -> None:
        """See to it that the proof is about a puzzle.

        Raises:
            ProofError: It is about another one.
        """
        if self.claim is not None and self.claim.puzzle != right:
            place = printable(str(self.formula.parent), 200)
            raise ProofError(f"{place}: the certificate is about another puzzle")

    def ask(self, programs: tuple[str, ...], timeout: float | None) -> Answers:
        """Let other checkers check it; they have nothing to where there is no proof.

        Raises:
            EngineError: One of them crashes.
        """
        answers = Answers([], [])
        if self.checked is None or not programs:
            return answers
        from satdoku.proof.outside import check_outside  # noqa: PLC0415  seldom asked

        form: Literal["lrat", "drat"] = "lrat" if self.format == "lrat" else "drat"
        for name in programs:
            try:
                verdict = check_outside(
                    name, self.formula, self.proof, form, timeout=timeout
                )
            except EngineError:
                raise
            except SatdokuError as error:
                answers.errors.append(error)
            else:
                answers.verdicts.append(verdict)
        return answers


def code_of(error: SatdokuError) -> int:
    """Return the exit code of a proof that was not checked."""
    if isinstance(error, ProofError):
        return exits.NO
    return exits.STOPPED if isinstance(error, Stopped) else exits.UNREADABLE


def require(programs: tuple[str, ...]) -> None:
    """See to it that other checkers are there.

    Raises:
        UsageError: One is not, or is none that is asked.
    """
    if programs:
        from satdoku.proof.outside import require_checker  # noqa: PLC0415  seldom asked

        for name in programs:
            require_checker(name)


def puzzle_in(name: str, formula: str | None) -> Puzzle:
    """Read the puzzle that certificates are held against.

    Raises:
        UsageError: There are no certificates, but proofs of a formula.
        InputError: The file cannot be read, or holds no or several puzzles.
    """
    if formula is not None:
        raise UsageError("--puzzle is about certificates, and --formula about none")
    from satdoku.cli.sources import Reading  # noqa: PLC0415  seldom asked

    return Reading().only(name).grid


def look(path: Path, formula: str | None, timeout: float | None) -> Seen:
    """Check one proof."""
    if formula is not None:
        from satdoku.proof.checking_files import check_proof  # noqa: PLC0415  slow

        form, checked, size = check_proof(formula, path, timeout=timeout)
        return Seen(Path(formula), path, form, checked, size, None)
    from satdoku.proof.certificate import FORMULA, PROOFS  # noqa: PLC0415  slow
    from satdoku.proof.verifying import verify  # noqa: PLC0415  slow

    seen = verify(path, timeout=timeout)
    proof = path / PROOFS.get(seen.format, "")
    return Seen(
        path / FORMULA, proof, seen.format, seen.checked, seen.bytes, seen.claim
    )
