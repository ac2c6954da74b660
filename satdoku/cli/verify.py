"""`satdoku verify`."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.cli.verified import code_of, look, puzzle_in, require
from satdoku.errors import (
    EngineError,
    InputError,
    ProofError,
    SatdokuError,
    printable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.output import Output
    from satdoku.cli.verified import Answers, Seen

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
@click.option(
    "--puzzle",
    metavar="FILE",
    callback=options.look_at_names,
    shell_complete=options.complete_files,
    help="Hold the certificate against this puzzle: it has to be about just that one.",
)
@options.timeout_option("Stop checking a proof after that time, and each PROGRAM.")
@options.json_option
@options.quiet_option
def command(
    *,
    names: tuple[str, ...],
    programs: tuple[str, ...],
    formula: str | None,
    puzzle: str | None,
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

    Exits with 0 if everything is right, with 3 if something is wrong, with 2 if a file
    cannot be read, or a PROGRAM cannot check such a proof.

    --json writes an object a proof: schema (1), source, verified, puzzle, claim,
    solutions, format, clauses, steps, definitions, deletions, bytes,
    checkers (name, path, version, accepted, said, time_s), error (what is wrong, or why
    a PROGRAM gives no answer), time_s
    (docs/schema/verified.schema.json).
    """
    from satdoku.cli.ends import Ends  # noqa: PLC0415  help needs none of these
    from satdoku.cli.failures import refuse  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415

    # All are looked for first: a name that is wrong is told before long work.
    right = None if puzzle is None else puzzle_in(puzzle, formula)
    require(programs)
    paths = list(_paths(names, formula))
    with (
        Ends(),  # by SIGTERM, too, no checker and none of its files are left behind
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
                seen = look(path, formula, timeout)
                if right is not None:
                    seen.compare(right)
                answers = seen.ask(programs, timeout)
            except EngineError:  # a checker that is lost: this run is not to be trusted
                raise
            except SatdokuError as error:
                refuse(error, _place(path, error))
                told.refused(path, error, perf_counter() - started)
            else:
                told.seen(path, seen, answers, perf_counter() - started)
                for remark in answers.errors:
                    refuse(remark, _place(path, remark))
    if len(paths) > 1 and not quiet:
        told.conclude()
    return exits.worst({*told.codes})


def _paths(names: tuple[str, ...], formula: str | None) -> Iterator[Path | InputError]:
    """Yield the proofs of a formula, or folders of certificates, that are named.

    Raises:
        UsageError: Standard input is.
    """
    if "-" in (*names, formula):
        raise click.UsageError("proofs and formulas are files, not standard input")
    return _folders(names) if formula is None else map(Path, names)


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
            # Folders that begin with a dot are what a run that was killed has left.
            found = (entry.parent for entry in path.glob(f"*/{CERTIFICATE}"))
            inner = [entry for entry in found if not entry.name.startswith(".")]
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


_KINDS = (
    _VERIFIED := "verified",
    _WRONG := "wrong",
    _PARTLY := "not checked by all",
    _UNREADABLE := "not checked",
    _STOPPED := "not checked in that time",
)
"""What becomes of proofs."""


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
        self._kinds: list[str] = []
        self.codes: list[int] = []

    def seen(self, path: Path, seen: Seen, answers: Answers, seconds: float) -> None:
        """Tell what is right with a proof, and what others say of it."""
        verdicts = answers.verdicts
        agreed = all(verdict.accepted for verdict in verdicts)
        self.codes.append(answers.code)
        kind = _VERIFIED if agreed else _WRONG
        self._kinds.append(_PARTLY if agreed and answers.errors else kind)
        if self._as_json:
            self._write(_as_json(path, seen, answers, seconds))
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
        code = code_of(error)
        self.codes.append(code)
        kinds = {exits.NO: _WRONG, exits.STOPPED: _STOPPED}
        self._kinds.append(kinds.get(code, _UNREADABLE))
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

        counts = ((self._kinds.count(kind), kind) for kind in _KINDS)
        told = ", ".join(f"{number:,} {what}" for number, what in counts if number)
        seconds = perf_counter() - self._started
        say(f"{counted(len(self.codes), 'proof')} in {seconds:.2f} s: {told}")

    def _write(self, text: str) -> None:
        self._output.stream.write(text)
        self._output.answered()


def _details(seen: Seen) -> Iterator[str]:
    """Say what was looked at."""
    from satdoku.cli.remarks import counted  # noqa: PLC0415  loaded by now
    from satdoku.proof.certificate import values_text  # noqa: PLC0415  as above

    claim, checked = seen.claim, seen.checked
    if claim is not None:
        yield f"puzzle: {values_text(claim.puzzle)}"
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


def _as_json(path: Path, seen: Seen, answers: Answers, seconds: float) -> str:
    from satdoku.cli import json_printer  # noqa: PLC0415  slow

    claim, checked = seen.claim, seen.checked
    told: dict[str, object] = {
        "schema": json_printer.SCHEMA,
        "source": str(path),
        "verified": answers.code == exits.DONE,
        "puzzle": None if claim is None else claim.puzzle.line,
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
            for verdict in answers.verdicts
        ],
        "time_s": round(seconds, 6),
    }
    if answers.errors:
        told["error"] = "; ".join(map(str, answers.errors))
    return json_printer.encode(told) + "\n"
