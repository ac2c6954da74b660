"""`satdoku verify`."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.errors import (
    EngineError,
    InputError,
    ProofError,
    SatdokuError,
    Stopped,
    printable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from satdoku.cli.output import Output
    from satdoku.proof.checker.checked import Checked
    from satdoku.proof.claim import Claim
    from satdoku.proof.outside import Verdict

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku verify puzzle.proof", "check the answer that `prove` has written"),
    ("satdoku verify proofs", "all that are in a folder"),
    ("satdoku verify puzzle.proof --with drat-trim", "by another checker, too"),
    ("satdoku verify --formula hard.cnf hard.drat", "a proof of any formula"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Check proofs.")
@click.argument(
    "names",
    metavar="DIR|PROOF...",
    nargs=-1,
    required=True,
    callback=options.look_at_names,
    shell_complete=options.complete_files,
)
@click.option(
    "--with",
    "programs",
    metavar="PROGRAM",
    multiple=True,
    help="Let another checker check it, too: drat-trim, cake_lpr or lrat-trim, by name "
    "or by path, or Python's dratify.  May be repeated.",
)
@click.option(
    "--formula",
    metavar="FILE",
    callback=options.look_at_names,
    shell_complete=options.complete_files,
    help="Check the file PROOF, in LRAT or DRAT, against this formula in DIMACS.",
)
@options.timeout_option("Stop each PROGRAM after that time.")
@options.json_option
@options.quiet_option
def command(
    *,
    names: tuple[str, ...],
    programs: tuple[str, ...],
    formula: str | None,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Check proofs of answers, from their files alone.

    DIR is a folder that `satdoku prove` has written, or one of such folders. The
    formula is compared with the textbook's clauses of the puzzle, made anew; the
    solutions are held against the rules, and the clauses that forbid them; the proof is
    followed to the empty clause; every number in the certificate is looked at. No
    engine, no encoding and no recipe has a part in that.

    Exits with 0 if everything is right, with 3 if something is wrong.

    --json writes an object a proof: schema (1), source, verified, claim, solutions,
    format, clauses, steps, definitions, deletions, bytes,
    checkers (name, path, version, accepted, said, time_s), error, time_s
    (docs/schema/verified.schema.json).
    """
    from satdoku.cli.failures import refuse  # noqa: PLC0415  help needs none of these
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415

    if programs:
        from satdoku.proof.outside import require_checker  # noqa: PLC0415  seldom asked

        for name in programs:
            require_checker(name)
    # All are looked for first: a name that is wrong is told before long work.
    paths = [*map(Path, names)] if formula is not None else [*_folders(names)]
    with (
        Output(None) as target,
        Progress(wanted=not quiet, shared=target.is_terminal, unit="proof") as progress,
    ):
        told = _Teller(
            target, as_json=as_json, quiet=quiet, alone=len(paths) == 1, asked=programs
        )
        for number, path in enumerate(paths):
            progress.tick(number)
            started = perf_counter()
            try:
                if isinstance(path, InputError):
                    raise path
                seen = _look(path, formula)
                verdicts = seen.ask(programs, timeout)
            except EngineError:  # a checker that is lost: this run is not to be trusted
                raise
            except SatdokuError as error:
                refuse(error, _place(path, error))
                told.refused(path, error, perf_counter() - started)
            else:
                told.seen(path, seen, verdicts, perf_counter() - started)
    if len(paths) > 1 and not quiet:
        told.conclude()
    return exits.worst({*told.codes})


def _folders(names: tuple[str, ...]) -> Iterator[Path | InputError]:
    """Yield the folders of certificates that are named, or lie in folders named."""
    from satdoku.proof.certificate import CERTIFICATE  # noqa: PLC0415  slow

    def order(path: Path) -> tuple[int, str]:
        return (int(path.name) if path.name.isdecimal() else -1, path.name)

    for name in names:
        path = Path(name)
        if (path / CERTIFICATE).exists():
            yield path
        elif path.is_dir():
            inner = [entry.parent for entry in path.glob(f"*/{CERTIFICATE}")]
            yield from sorted(inner, key=order)
            if not inner:
                yield InputError(f"no {CERTIFICATE} in it", source=name)
        elif path.exists():
            hint = "a proof alone is checked with --formula FILE"
            yield InputError("a file", expected="a folder", hint=hint, source=name)
        else:
            yield InputError("no such folder", source=name)


def _place(path: Path | InputError, error: SatdokuError) -> str:
    """Return which proof an error is about, where it does not tell that itself."""
    tells = isinstance(error, (InputError, ProofError)) or isinstance(path, InputError)
    return "" if tells else printable(str(path), 200)


class _Seen(NamedTuple):
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

    def ask(self, programs: tuple[str, ...], timeout: float | None) -> list[Verdict]:
        """Let other checkers check it; they have nothing to where there is no proof."""
        if self.checked is None or not programs:
            return []
        from satdoku.proof.outside import check_outside  # noqa: PLC0415  seldom asked

        form: Literal["lrat", "drat"] = "lrat" if self.format == "lrat" else "drat"
        return [
            check_outside(name, self.formula, self.proof, form, timeout=timeout)
            for name in programs
        ]


def _look(path: Path, formula: str | None) -> _Seen:
    """Check one proof."""
    if formula is not None:
        from satdoku.proof.checking_files import check_proof  # noqa: PLC0415  slow

        form, checked, size = check_proof(formula, path)
        return _Seen(Path(formula), path, form, checked, size, None)
    from satdoku.proof.certificate import FORMULA, PROOFS  # noqa: PLC0415  slow
    from satdoku.proof.verifying import verify  # noqa: PLC0415  slow

    seen = verify(path)
    proof = path / PROOFS.get(seen.format, "")
    return _Seen(
        path / FORMULA, proof, seen.format, seen.checked, seen.bytes, seen.claim
    )


class _Teller:
    """Writes what was found, as text or as JSON.

    Args:
        output: Where to.
        as_json: Whether as JSON.
        quiet: Whether only what is wrong is told.
        alone: Whether there is but one proof: all that was looked at is listed then.
        asked: The other checkers.

    Attributes:
        codes: The exit code of every proof so far.
    """

    def __init__(
        self,
        output: Output,
        *,
        as_json: bool,
        quiet: bool,
        alone: bool,
        asked: tuple[str, ...],
    ) -> None:
        self._output = output
        self._as_json = as_json
        self._quiet = quiet
        self._alone = alone
        self._asked = asked
        self._started = perf_counter()
        self.codes: list[int] = []

    def seen(
        self, path: Path, seen: _Seen, verdicts: list[Verdict], seconds: float
    ) -> None:
        """Tell what is right with a proof, and what others say of it."""
        agreed = all(verdict.accepted for verdict in verdicts)
        self.codes.append(exits.DONE if agreed else exits.NO)
        if self._as_json:
            self._write(_as_json(path, seen, verdicts, seconds))
            return
        if self._quiet and agreed:
            return
        what = "no model" if seen.claim is None else str(seen.claim)
        answer = "verified" if agreed else "not agreed on"
        if agreed and verdicts and not self._alone:
            names = " and ".join(verdict.checker for verdict in verdicts)
            answer += f", by {names} too"
        lines = [f"{printable(str(path), 200)}: {answer}: {what}"]
        if self._alone:
            lines += [f"  {line}" for line in _details(seen)]
        if self._alone or not agreed:
            lines += [f"  {verdict}" for verdict in verdicts]
        if self._asked and seen.checked is None:
            names = " and ".join(printable(name, 200) for name in self._asked)
            lines.append(f"  nothing for {names} to check: the solutions show it")
        self._write("".join(f"{line}\n" for line in lines))

    def refused(
        self, path: Path | InputError, error: SatdokuError, seconds: float
    ) -> None:
        """Tell programs that a proof is wrong; people were told."""
        if isinstance(error, ProofError):
            self.codes.append(exits.NO)
        else:
            stopped = isinstance(error, Stopped)
            self.codes.append(exits.STOPPED if stopped else exits.UNREADABLE)
        if self._as_json:
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            told = {
                "schema": json_printer.SCHEMA,
                "source": path.source if isinstance(path, InputError) else str(path),
                "verified": False,
                "error": str(error),
                "time_s": round(seconds, 6),
            }
            self._write(json_printer.encode(told) + "\n")

    def conclude(self) -> None:
        """Say how it went with several."""
        from satdoku.cli.remarks import counted, say  # noqa: PLC0415  loaded by now

        kinds = {
            exits.DONE: "verified",
            exits.NO: "wrong",
            exits.UNREADABLE: "not checked",
            exits.STOPPED: "not checked in that time",
        }
        counts = ((self.codes.count(code), what) for code, what in kinds.items())
        told = ", ".join(f"{number:,} {what}" for number, what in counts if number)
        seconds = perf_counter() - self._started
        say(f"{counted(len(self.codes), 'proof')} in {seconds:.2f} s: {told}")

    def _write(self, text: str) -> None:
        self._output.stream.write(text)
        self._output.answered()


def _details(seen: _Seen) -> Iterator[str]:
    """Say what was looked at."""
    from satdoku.cli.remarks import counted  # noqa: PLC0415  loaded by now

    claim, checked = seen.claim, seen.checked
    if claim is not None:
        solutions = counted(len(claim.solutions), "solution")
        if checked is not None:
            parts = (f"{count:,} of {kind}" for kind, count in claim.parts.items())
            yield (
                f"formula: {counted(claim.clause_count, 'clause')}, "
                f"{counted(claim.variables, 'variable')}; just those of the puzzle "
                f"({', '.join(parts)})"
            )
        if claim.solutions:
            yield f"{solutions}: the clues kept, the rules obeyed, no two alike"
    if checked is not None:
        told = f"{seen.format.upper()}, {counted(checked.steps, 'step')}"
        if checked.definitions:
            told += f", {checked.definitions:,} of them definitions (RAT)"
        if checked.used is not None:
            told += f", from {counted(checked.used, 'clause')} of the formula"
        yield f"proof: {told}; leads to the empty clause"


def _as_json(path: Path, seen: _Seen, verdicts: list[Verdict], seconds: float) -> str:
    from satdoku.cli import json_printer  # noqa: PLC0415  slow

    claim, checked = seen.claim, seen.checked
    told: dict[str, object] = {
        "schema": json_printer.SCHEMA,
        "source": str(path),
        "verified": all(verdict.accepted for verdict in verdicts),
        "claim": None if claim is None else str(claim),
        "solutions": None if claim is None else len(claim.solutions),
        "format": seen.format or None,
        "clauses": None if checked is None else checked.clauses,
        "steps": None if checked is None else checked.steps,
        "definitions": None if checked is None else checked.definitions,
        "deletions": None if checked is None else checked.deletions,
        "bytes": seen.bytes if checked else None,
        "checkers": [
            {
                "name": verdict.checker,
                "path": str(verdict.path),
                "version": verdict.version,
                "accepted": verdict.accepted,
                "said": verdict.said,
                "time_s": round(verdict.seconds, 6),
            }
            for verdict in verdicts
        ],
        "time_s": round(seconds, 6),
    }
    return json_printer.encode(told) + "\n"
