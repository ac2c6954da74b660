"""`satdoku prove` and `satdoku verify`."""

from __future__ import annotations

from dataclasses import dataclass, field
from errno import ENOENT
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

import click

from satdoku.cli import exits
from satdoku.cli.messages import counted, refuse, say
from satdoku.cli.options import (
    command,
    file_path,
    json_option,
    number,
    option,
    picks_puzzles,
    quiet_options,
    reads_puzzles,
    searches,
    timeout_option,
)
from satdoku.cli.output import Signals
from satdoku.cli.reading import Reader
from satdoku.cli.run import SCHEMA, to_json
from satdoku.errors import (
    EngineError,
    InputError,
    ProofError,
    SatdokuError,
    Stopped,
    UsageError,
    printable,
)
from satdoku.proof.certificate import (
    CERTIFICATE,
    FORMULA,
    PROOFS,
    Certificate,
    require_free,
    values_text,
)
from satdoku.proof.external import Verdict, check_outside, find_checker
from satdoku.proof.proving import LIMIT, Prover
from satdoku.proof.verifying import (
    CheckedFile,
    Verified,
    certified_puzzle,
    check_proof,
)
from satdoku.proof.verifying import verify as verify_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.options import Search
    from satdoku.cli.run import Run
    from satdoku.formats import Entry
    from satdoku.proof.claim import Claim
    from satdoku.puzzle import Puzzle


@command(
    ("satdoku prove puzzle.txt", "write the folder puzzle.proof"),
    ("satdoku prove puzzle.txt -o why; satdoku verify why", "and check it"),
    ("satdoku prove puzzles.sdm -o proofs", "a folder each: proofs/1, proofs/2"),
    ("satdoku prove puzzle.txt --format drat --force", "for other checkers"),
)
@reads_puzzles
@picks_puzzles
@option(
    "-o",
    "--output",
    "folder",
    type=file_path("folder"),
    help="The folder to write (the file's name, ending in .proof).",
)
@option("--force", is_flag=True, help="Replace the folders of earlier proofs.")
@option("--resume", is_flag=True, help="Skip puzzles whose proofs exist.")
@option(
    "--format",
    "form",
    type=click.Choice(["lrat", "drat"]),
    default="lrat",
    help="lrat is faster to check, drat is shorter (lrat).",
)
@number("--limit", f"Prove the exact number of solutions up to N ({LIMIT}).", LIMIT)
@searches
@json_option
def prove(
    run: Run,
    *,
    folder: str | None,
    resume: bool,
    form: Literal["lrat", "drat"],
    limit: int,
    search: Search,
) -> int:
    """Prove how many solutions puzzles have, so that others can check it.

    A folder gets certificate.json (the claim), solutions.txt, formula.cnf (the
    textbook's clauses of the puzzle, with the solutions forbidden) and proof.lrat or
    proof.drat, which leads from the formula to the empty clause. `satdoku verify`
    checks them, and so does any checker of such proofs. Where there are more than
    --limit solutions, the solutions themselves are the proof.
    """
    base = _folder(run.files, folder)
    prover = Prover(**search.formula, limit=limit)
    numbers: set[str] = set()
    proved = before = 0
    with Signals() as signals, run.writing(content="the proofs so far"):
        several = len(run.head()) > 1
        if several:
            _check_folder(base, force=run.force, resume=resume)
        for entry in run.puzzles():
            own = base / str(run.count) if several else base
            numbers.add(own.name)
            if resume and _is_there(own, entry):
                before += 1
                continue
            require_free(own, force=run.force)
            started = perf_counter()
            with run.guard(entry):
                proof = prover.prove(entry.grid, timeout=search.timeout)
                if several:
                    base.mkdir(exist_ok=True)
                with signals.held():
                    size = proof.write(own, format=form, force=run.force)
                proved += 1
                record = _proof_json(proof, own, form, size)
                record["time_s"] = round(perf_counter() - started, 6)
                run.write(entry, record, _proof_text(proof, own, size))
    if several and (run.force or resume):
        _say_older(base, numbers)
    run.summary([(proved, "proved"), (before, "proved before")])
    return run.code


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
        path = Path(files[0]) if files else Path("-")
        output = f"{path.stem if path.exists() else 'puzzle'}.proof"
    folder = Path(output)
    if not folder.parent.is_dir():
        raise FileNotFoundError(ENOENT, "no such folder", str(folder.parent))
    return folder


def _is_there(folder: Path, entry: Entry) -> bool:
    """Whether the proof of a puzzle is in a folder already; a folder appears whole.

    Raises:
        UsageError: That of another puzzle is.
        InputError: The certificate there cannot be read.
    """
    if not (folder / CERTIFICATE).exists():
        return False
    if certified_puzzle(folder) != entry.grid:
        shown = printable(str(folder), 200)
        raise UsageError(f"{shown} holds the proof of another puzzle; name another -o")
    return True


def _check_folder(folder: Path, *, force: bool, resume: bool) -> None:
    """Check that several proofs can be put into a folder.

    Raises:
        UsageError: Something is there that they do not go with.
    """
    shown = printable(str(folder), 200)
    if not folder.is_dir():
        if folder.exists():
            raise UsageError(f"{shown} is a file; expected the name of a folder")
    elif (folder / CERTIFICATE).exists():
        raise UsageError(
            f"{shown} holds the proof of one puzzle; name another folder for several"
        )
    elif any(folder.iterdir()) and not (force or resume):
        raise UsageError(
            f"{shown} is not empty; --resume goes on with the proofs in it, --force "
            "replaces them"
        )
    elif force:  # now, not when half of them are replaced
        for own in folder.iterdir():
            if own.name.isdecimal():
                require_free(own, force=True)


def _say_older(folder: Path, numbers: set[str]) -> None:
    """Report proofs in a folder that are not from this run."""
    older = {path.parent.name for path in folder.glob(f"*/{CERTIFICATE}")} - numbers
    if older:
        others = counted(len(older), "proof")
        say(f"satdoku: {printable(str(folder), 200)} holds {others} of other runs, too")


def _proof_text(proof: Certificate, folder: Path, size: int) -> str:
    how = "the solutions show it"
    if proof.checked is not None:
        how = f"{counted(proof.checked.steps, 'step')}, {counted(size, 'byte')}"
    return f"{printable(str(folder), 200)}: {proof.claim} ({how})\n"


def _proof_json(
    proof: Certificate, folder: Path, form: str, size: int
) -> dict[str, object]:
    claim, checked = proof.claim, proof.checked
    return {
        "claim": str(claim),
        "solutions": len(claim.solutions),
        "exact": claim.exact,
        "folder": str(folder),
        "format": form if checked else None,
        "variables": claim.variables if checked else None,
        "clauses": claim.clause_count if checked else None,
        "steps": checked.steps if checked else None,
        "bytes": size if checked else None,
        "search": proof.search,
    }


@command(
    ("satdoku verify puzzle.proof", "check what `prove` wrote"),
    ("satdoku verify puzzle.proof --checker drat-trim", "by another checker too"),
    ("satdoku verify --formula hard.cnf hard.drat", "a proof of any formula"),
)
@click.argument(
    "names", metavar="FOLDER|PROOF...", nargs=-1, required=True, type=file_path()
)
@option(
    "--checker",
    "checkers",
    metavar="PROGRAM",
    multiple=True,
    help="Run this checker too: drat-trim, cake_lpr, or a path.",
)
@option(
    "--formula",
    type=file_path(),
    help="Check the file PROOF (LRAT or DRAT) against this formula.",
)
@option("--puzzle", type=file_path(), help="Require the proof to be about this puzzle.")
@timeout_option
@json_option
@quiet_options
def verify(
    run: Run,
    *,
    names: tuple[str, ...],
    checkers: tuple[str, ...],
    formula: str | None,
    puzzle: str | None,
    timeout: float | None,
) -> int:
    """Check proofs of answers, from their files alone.

    A FOLDER is one that `satdoku prove` wrote, or contains such folders. The formula is
    compared with the textbook's clauses of the puzzle, made anew; the solutions are
    checked against the rules; the proof is followed to the empty clause. No engine and
    no encoding is involved.

    Exits with 3 if something is wrong, with 2 if a file cannot be read or a PROGRAM
    cannot check such a proof.
    """
    if puzzle is not None and formula is not None:
        raise UsageError("--puzzle and --formula cannot be combined")
    expected = None if puzzle is None else Reader().only(puzzle).grid
    for name in checkers:
        find_checker(name)
    paths = list(_paths(names, formula))
    kinds = dict.fromkeys(
        ("verified", "wrong", "not checked by all", *_KINDS.values()), 0
    )
    started = perf_counter()
    with run.writing(unit="proof"):
        for number, path in enumerate(paths):
            run.progress.tick(number)
            begun = perf_counter()
            try:
                proof = _checked(path, formula, expected, timeout)
                proof.ask(checkers, timeout)
            except EngineError:  # a checker crashed: do not trust this run
                raise
            except SatdokuError as error:
                refuse(error, _place(path, error))
                code, record = _code_of(error), _refused_json(path, error)
                kind = _KINDS[code]
            else:
                code, record, kind = proof.code, _verified_json(proof), proof.kind
                _write_report(run, proof, checkers, whole=len(paths) == 1)
            run.codes.add(code)
            kinds[kind] += 1
            if run.as_json:
                record["time_s"] = round(perf_counter() - begun, 6)
                run.out.write(to_json(record) + "\n")
    if len(paths) > 1 and not run.quiet:
        details = ", ".join(
            f"{count:,} {kind}" for kind, count in kinds.items() if count
        )
        seconds = perf_counter() - started
        say(f"{counted(len(paths), 'proof')} in {seconds:.2f} s: {details}")
    return run.code


_KINDS = {
    exits.NO: "wrong",
    exits.UNREADABLE: "not checked",
    exits.STOPPED: "not checked in that time",
}


@dataclass(slots=True)
class _Proof:
    """A proof that satdoku found to be right, and what other checkers say.

    Args:
        path: The folder; for any formula, the file of the proof.
        formula: The file of its formula.
        proof: Its own file.
        found: What satdoku checked.
        verdicts: Of the checkers that answer.
        errors: Why others give no answer: they cannot read such a proof, say.
    """

    path: Path
    formula: Path
    proof: Path
    found: Verified | CheckedFile
    verdicts: list[Verdict] = field(default_factory=list[Verdict])
    errors: list[SatdokuError] = field(default_factory=list[SatdokuError])

    @property
    def claim(self) -> Claim | None:
        """What is proved of a puzzle; None for any formula."""
        return self.found.claim if isinstance(self.found, Verified) else None

    def ask(self, checkers: tuple[str, ...], timeout: float | None) -> None:
        """Let other checkers check it, where there is a proof.

        Raises:
            EngineError: One of them crashes.
        """
        for name in checkers if self.found.checked is not None else ():
            try:
                verdict = check_outside(
                    name, self.formula, self.proof, self.found.format, timeout=timeout
                )
            except EngineError:
                raise
            except SatdokuError as error:
                self.errors.append(error)
            else:
                self.verdicts.append(verdict)

    @property
    def is_agreed(self) -> bool:
        """Whether no checker rejects it."""
        return all(verdict.accepted for verdict in self.verdicts)

    @property
    def kind(self) -> str:
        """What the summary counts it as."""
        if not self.is_agreed:
            return "wrong"
        return "not checked by all" if self.errors else "verified"

    @property
    def code(self) -> int:
        """The exit code for it."""
        codes = {_code_of(error) for error in self.errors}
        return exits.worst(codes if self.is_agreed else {*codes, exits.NO})


def _checked(
    path: Path | InputError,
    formula: str | None,
    puzzle: Puzzle | None,
    timeout: float | None,
) -> _Proof:
    """Check one proof.

    Raises:
        InputError: It cannot be read.
        ProofError: It is wrong, or about another puzzle.
    """
    if isinstance(path, InputError):
        raise path
    if formula is not None:
        found = check_proof(formula, path, timeout=timeout)
        return _Proof(path, Path(formula), path, found)
    verified = verify_folder(path, timeout=timeout)
    if puzzle is not None and verified.claim.puzzle != puzzle:
        shown = printable(str(path), 200)
        raise ProofError(f"{shown}: the certificate is about another puzzle")
    proof = path / PROOFS.get(verified.format, "")
    return _Proof(path, path / FORMULA, proof, verified)


def _code_of(error: SatdokuError) -> int:
    """Return the exit code for a proof that was not checked."""
    if isinstance(error, ProofError):
        return exits.NO
    return exits.STOPPED if isinstance(error, Stopped) else exits.UNREADABLE


def _place(path: Path | InputError, error: SatdokuError) -> str:
    """Return which proof an error is about, where it does not name that itself."""
    names = isinstance(error, (InputError, ProofError)) or isinstance(path, InputError)
    return "" if names else printable(str(path), 200)


def _write_report(
    run: Run, proof: _Proof, checkers: tuple[str, ...], *, whole: bool
) -> None:
    """Write the lines about a proof, with the details of a single one."""
    for remark in proof.errors:
        refuse(remark, _place(proof.path, remark))
    if run.as_json or (run.quiet and proof.is_agreed):
        return
    what = "no model" if proof.claim is None else str(proof.claim)
    answer = "verified" if proof.is_agreed else "not agreed on"
    if proof.is_agreed and proof.verdicts and not whole:
        names = " and ".join(verdict.checker for verdict in proof.verdicts)
        answer += f", by {names} too"
    lines = [f"{printable(str(proof.path), 200)}: {answer}: {what}"]
    if whole:
        lines += [f"  {line}" for line in _details(proof)]
    if whole or not proof.is_agreed:
        lines += [f"  {verdict}" for verdict in proof.verdicts]
    if checkers and proof.found.checked is None:
        names = " and ".join(printable(name, 200) for name in checkers)
        lines.append(f"  nothing for {names} to check: the solutions are the proof")
    run.out.write("".join(f"{line}\n" for line in lines))


def _refused_json(path: Path | InputError, error: SatdokuError) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "source": path.source if isinstance(path, InputError) else str(path),
        "verified": False,
        "error": str(error),
    }


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


def _details(proof: _Proof) -> Iterator[str]:
    """Yield a line for each part that was checked."""
    claim, checked = proof.claim, proof.found.checked
    if claim is not None:
        yield f"puzzle: {values_text(claim.puzzle)}"
        if checked is not None:
            parts = (f"{count:,} of {kind}" for kind, count in claim.parts.items())
            yield (
                f"formula: {counted(claim.clause_count, 'clause')}, "
                f"{counted(claim.variables, 'variable')}; exactly those of the puzzle "
                f"({', '.join(parts)})"
            )
        if claim.solutions:
            solutions = counted(len(claim.solutions), "solution")
            yield f"{solutions}: clues and rules kept, no two alike"
    if checked is not None:
        text = f"{proof.found.format.upper()}, {counted(checked.steps, 'step')}"
        if checked.definitions:
            text += f", {checked.definitions:,} of them definitions (RAT)"
        if checked.used is not None:
            text += f", from {counted(checked.used, 'clause')} of the formula"
        yield f"proof: {text}; leads to the empty clause"


def _verified_json(proof: _Proof) -> dict[str, object]:
    claim, checked = proof.claim, proof.found.checked
    record: dict[str, object] = {
        "schema": SCHEMA,
        "source": str(proof.path),
        "verified": proof.code == exits.DONE,
        "puzzle": None if claim is None else claim.puzzle.line,
        "claim": None if claim is None else str(claim),
        "solutions": None if claim is None else len(claim.solutions),
        "format": proof.found.format or None,
        "clauses": None if checked is None else checked.clauses,
        "steps": None if checked is None else checked.steps,
        "definitions": None if checked is None else checked.definitions,
        "deletions": None if checked is None else checked.deletions,
        "bytes": None if checked is None else proof.found.bytes,
        "checkers": [
            {
                "name": verdict.checker,
                "path": str(verdict.path),
                "accepted": verdict.accepted,
                "reason": verdict.reason,
                "time_s": round(verdict.seconds, 6),
            }
            for verdict in proof.verdicts
        ],
    }
    if proof.errors:
        record["error"] = "; ".join(map(str, proof.errors))
    return record
