"""`satdoku prove` and `satdoku verify`."""

from __future__ import annotations

from collections import Counter
from errno import ENOENT
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click

from satdoku.cli import exits
from satdoku.cli.messages import refuse, say
from satdoku.cli.options import (
    Command,
    FilePath,
    WholeNumber,
    check_time_limit,
    engine_option,
    exclude,
    json_option,
    quiet_option,
    quiet_options,
    reads_puzzles,
    timeout_option,
)
from satdoku.cli.output import Signals
from satdoku.cli.reading import Reader
from satdoku.cli.report import Reporter
from satdoku.cli.run import Run
from satdoku.errors import (
    InputError,
    ProofError,
    SatdokuError,
    Stopped,
    UsageError,
    counted,
    printable,
)
from satdoku.formats.records import SCHEMA, to_json
from satdoku.proof.certificate import (
    CERTIFICATE,
    FORMULA,
    PROOFS,
    WrittenProof,
    require_free,
)
from satdoku.proof.external import Verdict, check_outside, find_checker
from satdoku.proof.files import read_lrat
from satdoku.proof.proving import LIMIT, Prover
from satdoku.proof.verifying import (
    CheckedFile,
    Verified,
    certified_puzzle,
    check_proof,
)
from satdoku.proof.verifying import verify as verify_folder
from satdoku.proof.words import in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats import PuzzleRecord
    from satdoku.puzzle.puzzle import Puzzle


@click.command(cls=Command)
@reads_puzzles
@click.option(
    "-o",
    "--output",
    type=FilePath("folder"),
    help="Folder to write (named after the file, with .proof).",
)
@click.option("--force", is_flag=True, help="Replace the folders of earlier proofs.")
@click.option("--resume", is_flag=True, help="Skip puzzles whose proofs exist.")
@click.option(
    "--to",
    type=click.Choice(["lrat", "drat"]),
    metavar="KIND",
    default="lrat",
    help="lrat is faster to check, drat is shorter (lrat).",
)
@click.option(
    "--limit",
    type=WholeNumber(),
    default=LIMIT,
    help=f"Prove the exact number of solutions up to N ({LIMIT}).",
)
@engine_option
@timeout_option
@json_option
@quiet_options
def prove(
    *,
    reader: Reader,
    output: str | None,
    force: bool,
    resume: bool,
    to: Literal["lrat", "drat"],
    limit: int,
    engine: str,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Prove how many solutions puzzles have, so that others can check it.

    Writes a folder with certificate.json (the claim), solutions.txt, formula.cnf (the
    rules and the puzzle, with the solutions forbidden) and proof.lrat or proof.drat,
    which leads from the formula to the empty clause. `satdoku verify`
    checks them, as can any checker of such proofs. If there are more than --limit
    solutions, the solutions themselves are the proof.

    \b
    Examples:
      satdoku prove puzzle.txt                      # the folder puzzle.proof
      satdoku prove puzzle.txt -o why; satdoku verify why    # and check it
      satdoku prove puzzles.sdm -o proofs  # a folder each: proofs/1, proofs/2
      satdoku prove puzzle.txt --to drat --force    # for other checkers
    """
    run = Run(reader, as_json=as_json, quiet=quiet, verbose=verbose)
    exclude({"--force": force, "--resume": resume})
    check_time_limit(engine, timeout)
    base = _folder(reader.files, output)
    prover = Prover(engine, limit=limit)
    reporter = Reporter(run)
    with Signals() as signals, run.writing(content="the proofs so far"):
        several = len(reader.head()) > 1
        if several:
            _check_folder(base, is_used=force or resume)
        for entry in run.puzzles():
            own = base / str(run.count) if several else base
            if resume and _is_there(own, entry):
                reporter.count("proved before")
                continue
            if (own / CERTIFICATE).exists() and not force:
                raise UsageError(f"{_shown(own)} exists; --force replaces it")
            require_free(own, force=force)
            with reporter.guard(entry):
                proof = prover.prove(entry.puzzle, timeout=timeout)
                if several:
                    base.mkdir(exist_ok=True)
                with signals.held():
                    size = proof.write(own, format=to, force=force)
                written = WrittenProof(proof, own, to, size)
                text = partial(_proof_text, written)
                reporter.add(entry, written.record(), text, "proved")
    return reporter.end(("proved", "proved before"))


def _folder(files: tuple[str, ...], output: str | None) -> Path:
    """Return the folder that is written.

    Raises:
        UsageError: It needs a name.
        OSError: There is no folder to make it in.
    """
    if output == "-":
        raise click.UsageError("a proof is a folder of files; name one with -o")
    if output is None:
        if len(files) > 1:
            raise click.UsageError("several files; name a folder with -o")
        path = Path(files[0])
        output = f"{path.stem if path.exists() else 'puzzle'}.proof"
    folder = Path(output)
    if not folder.parent.is_dir():
        raise FileNotFoundError(ENOENT, "no such folder", str(folder.parent))
    return folder


def _check_folder(folder: Path, *, is_used: bool) -> None:
    """Check that several proofs can be put into a folder.

    Args:
        folder: The folder.
        is_used: Whether there may be proofs already.

    Raises:
        UsageError: Something is there that they do not go with.
    """
    if not folder.exists():
        return
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else None
    if names is None:
        what = "is a file; expected the name of a folder"
    elif CERTIFICATE in names:
        what = "holds the proof of one puzzle; name another folder for several"
    elif names and not is_used:
        what = "is not empty; --resume keeps its proofs, --force replaces them"
    else:
        return
    raise UsageError(f"{_shown(folder)} {what}")


def _is_there(folder: Path, entry: PuzzleRecord) -> bool:
    """Whether the proof of a puzzle is in a folder already; a folder appears whole.

    Raises:
        UsageError: That of another puzzle is.
        InputError: The certificate there cannot be read.
    """
    if not (folder / CERTIFICATE).exists():
        return False
    if certified_puzzle(folder) != entry.puzzle:
        raise UsageError(
            f"{_shown(folder)} holds the proof of another puzzle; name another -o"
        )
    return True


def _shown(path: Path) -> str:
    return printable(str(path), 200)


def _proof_text(proof: WrittenProof) -> str:
    checked, how = proof.certificate.checked, "the solutions show it"
    if checked is not None:
        how = f"{counted(checked.steps, 'step')}, {counted(proof.bytes, 'byte')}"
    return f"{_shown(proof.folder)}: {proof.certificate.claim} ({how})\n"


@click.command(cls=Command)
@click.argument(
    "names", metavar="FOLDER|PROOF...", nargs=-1, required=True, type=FilePath()
)
@click.option(
    "--checker",
    "checkers",
    metavar="PROGRAM",
    multiple=True,
    help="Also run this checker: drat-trim, cake_lpr, or a path.",
)
@click.option(
    "--formula",
    type=FilePath(),
    help="Check the file PROOF (LRAT or DRAT) against this formula.",
)
@click.option(
    "--puzzle", type=FilePath(), help="Require the proof to be about this puzzle."
)
@click.option(
    "--explain",
    is_flag=True,
    help="Explain every step of a folder's LRAT proof in words.",
)
@timeout_option
@json_option
@quiet_option
def verify(
    *,
    names: tuple[str, ...],
    checkers: tuple[str, ...],
    formula: str | None,
    puzzle: str | None,
    explain: bool,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Check proofs of answers, using only their files.

    FOLDER is a folder that `satdoku prove` wrote, or one that contains such folders.
    `verify` makes the clauses of the puzzle again and compares them with the formula,
    checks the solutions against the rules, and follows the proof to the empty
    clause. It uses no engine and no encoding.

    Exits with 3 if something is wrong, with 2 if a file cannot be read or a PROGRAM
    cannot check such a proof.

    \b
    Examples:
      satdoku verify puzzle.proof                        # what `prove` wrote
      satdoku verify puzzle.proof --checker drat-trim  # with another checker, too
      satdoku verify --formula hard.cnf hard.drat        # a proof of any formula
    """
    run = Run(as_json=as_json, quiet=quiet)
    _check_options(names, formula, puzzle, explain=explain, as_json=as_json)
    expected = None if puzzle is None else Reader().only(puzzle).puzzle
    for name in checkers:
        find_checker(name)
    paths = list(map(Path, names))
    if formula is None:
        paths = [folder for path in paths for folder in _folders(path)]
    kinds = Counter[str]()
    started = perf_counter()
    with run.writing(unit="proof"):
        for count, path in enumerate(paths):
            run.progress.tick(count)
            begun = perf_counter()
            verified = _verify(path, formula, expected, checkers, timeout)
            run.codes.add(verified.code)
            kinds[_KINDS[verified.code]] += 1
            if run.as_json:
                seconds = round(perf_counter() - begun, 6)
                record = {**verified.record(), "time_s": seconds}
                run.out.write(to_json(record) + "\n")
            elif not (run.quiet and verified.code != exits.NO):
                run.out.write(_text(verified, checkers, is_only=len(paths) == 1))
            if explain and verified.code == exits.DONE:
                run.out.write(_steps(verified))
    if len(paths) > 1 and not run.quiet:
        listed = (kind for kind in _KINDS.values() if kinds[kind])
        details = ", ".join(f"{kinds[kind]:,} {kind}" for kind in listed)
        seconds = perf_counter() - started
        say(f"{counted(len(paths), 'proof')} in {seconds:.2f} s: {details}")
    return run.code


def _check_options(
    names: tuple[str, ...],
    formula: str | None,
    puzzle: str | None,
    *,
    explain: bool,
    as_json: bool,
) -> None:
    """Refuse options of `verify` that do not go together.

    Raises:
        UsageError: Some do not, or a file is standard input.
    """
    if puzzle is not None and formula is not None:
        raise UsageError("--puzzle and --formula cannot be combined")
    if explain and (formula is not None or as_json):
        raise UsageError("--explain is for folders, and written as text")
    if "-" in (*names, formula):
        raise click.UsageError("proofs and formulas are files, not standard input")


def _steps(proof: _Checked) -> str:
    """Explain the steps of a folder's proof.

    Raises:
        UsageError: It has none with hints.
    """
    result = proof.result
    if not isinstance(result, Verified) or result.checked is None:
        return "  the solutions are the proof\n"
    if result.format != "lrat":
        raise UsageError(
            f"{_shown(proof.path)}: DRAT has no hints; only LRAT can be explained"
        )
    with (proof.path / PROOFS[result.format]).open("rb") as stream:
        lines = list(in_words(result.claim, read_lrat(stream)))
    return "".join(f"  {line}\n" for line in lines)


_KINDS = {
    exits.DONE: "verified",
    exits.NO: "wrong",
    exits.UNREADABLE: "not checked",
    exits.STOPPED: "not checked in that time",
}


def _folders(path: Path) -> Iterator[Path]:
    """Yield the folders of certificates that lie in a folder; else what is named."""
    # Folders that begin with a dot are what a run that was killed has left.
    folders = (folder.parent for folder in path.glob(f"*/{CERTIFICATE}"))
    names = [folder.name for folder in folders if not folder.name.startswith(".")]
    if (path / CERTIFICATE).exists() or not names:
        yield path
        return
    names.sort(key=lambda name: (int(name) if name.isdecimal() else -1, name))
    yield from (path / name for name in names)


class _Checked(NamedTuple):
    """A proof that was checked.

    Args:
        path: Where it is.
        result: What is right; None where that could not be confirmed.
        code: The exit code.
        verdicts: The answer of each outside checker, and the seconds it took.
        error: What is wrong.
    """

    path: Path
    result: Verified | CheckedFile | None
    code: int
    verdicts: tuple[tuple[Verdict, float], ...] = ()
    error: str = ""

    def record(self) -> dict[str, Any]:
        """Return it for JSON."""
        record: dict[str, Any] = {"schema": SCHEMA, "source": str(self.path)}
        record["verified"] = self.code == exits.DONE
        if self.result is not None:
            record |= self.result.record()
            record["checkers"] = [
                {
                    "name": verdict.checker,
                    "path": str(verdict.path),
                    "accepted": verdict.accepted,
                    "reason": verdict.reason,
                    "time_s": round(seconds, 6),
                }
                for verdict, seconds in self.verdicts
            ]
        return {**record, "error": self.error} if self.error else record


def _verify(
    path: Path,
    formula: str | None,
    puzzle: Puzzle | None,
    checkers: tuple[str, ...],
    timeout: float | None,
) -> _Checked:
    """Check one proof, and report what is wrong."""
    try:
        result = _checked(path, formula, puzzle, timeout)
    except _ERRORS as error:
        return _Checked(path, None, _refused(path, error), error=str(error))
    verdicts, codes, message = list[tuple[Verdict, float]](), set[int](), ""
    files = (path / FORMULA, path / PROOFS.get(result.format, ""))
    files = files if formula is None else (Path(formula), path)
    for name in checkers if result.checked is not None else ():
        try:
            begun = perf_counter()
            verdict = check_outside(name, *files, result.format, timeout=timeout)
        except _ERRORS as error:
            codes.add(_refused(path, error))
            message = str(error)
            continue
        codes.add(exits.DONE if verdict.accepted else exits.NO)
        verdicts.append((verdict, perf_counter() - begun))
    return _Checked(path, result, exits.worst(codes), tuple(verdicts), message)


_ERRORS = (InputError, ProofError, UsageError, Stopped)
"""What is wrong with one proof; an engine that crashes ends the run."""


def _refused(path: Path, error: SatdokuError) -> int:
    """Report why a proof is not verified; return the exit code."""
    is_named = isinstance(error, InputError | ProofError)
    refuse(error, "" if is_named else _shown(path))
    if isinstance(error, ProofError):
        return exits.NO
    return exits.STOPPED if isinstance(error, Stopped) else exits.UNREADABLE


def _checked(
    path: Path, formula: str | None, puzzle: Puzzle | None, timeout: float | None
) -> Verified | CheckedFile:
    """Check one proof.

    Raises:
        InputError: It cannot be read.
        ProofError: It is wrong, or about another puzzle.
        Stopped: Time ran out.
    """
    if formula is not None:
        return check_proof(formula, path, timeout=timeout)
    if path.is_file():
        expected = "a folder that `satdoku prove` wrote"
        hint = "a proof alone is checked with --formula FILE"
        raise InputError("a file", expected=expected, hint=hint, source=str(path))
    if not path.exists():
        raise InputError("no such folder", source=str(path))
    result = verify_folder(path, timeout=timeout)
    if puzzle not in {None, result.claim.puzzle}:
        raise ProofError(f"{_shown(path)}: the certificate is about another puzzle")
    return result


def _text(proof: _Checked, checkers: tuple[str, ...], *, is_only: bool) -> str:
    """Return the lines about a proof, with the details of an only one."""
    result = proof.result
    if result is None:
        return ""
    claim = result.claim if isinstance(result, Verified) else None
    checked, verdicts = result.checked, [verdict for verdict, _ in proof.verdicts]
    agreed = all(verdict.accepted for verdict in verdicts)
    answer = "verified" if agreed else "not agreed on"
    lines = [f"{_shown(proof.path)}: {answer}: {claim or 'no model'}"]
    if is_only and claim is not None:
        lines.append(f"  puzzle: {claim.puzzle.clues.text}")
        lines += [
            f"  constraint: {rule.describe()}" for rule in claim.puzzle.constraints
        ]
        if checked is not None:
            clauses = counted(checked.clauses, "clause")
            lines.append(f"  formula: {clauses}, exactly as the claim requires")
        if number := len(claim.solutions):
            text = "all different, each one keeps" if number > 1 else "it keeps"
            count = counted(number, "solution")
            lines.append(f"  {count}: {text} the clues and the rules")
    if is_only and checked is not None:
        text = f"{result.format.upper()}, {counted(checked.steps, 'step')}"
        if checked.definitions:
            text += f", {checked.definitions:,} of them definitions (RAT)"
        lines.append(f"  proof: {text}; leads to the empty clause")
    for verdict in verdicts:
        does = "accepts" if verdict.accepted else "does not accept"
        lines.append(f"  {verdict.checker} {does} the proof: {verdict.reason}")
    if checkers and checked is None:
        names = " and ".join(printable(name, 200) for name in checkers)
        lines.append(f"  nothing for {names} to check: the solutions are the proof")
    return "".join(f"{line}\n" for line in lines)
