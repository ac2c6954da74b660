"""`satdoku prove`."""

from __future__ import annotations

from errno import ENOENT
from itertools import chain, islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.errors import InputError, LimitError, Stopped, UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.output import Output
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.tally import Tally
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry
    from satdoku.proof.evidence import Proof

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku prove puzzle.txt", "write the folder puzzle.proof"),
    ("satdoku prove puzzle.txt -o why; satdoku verify why", "and check it"),
    ("satdoku prove puzzles.sdm -o proofs", "a folder each: proofs/1, proofs/2, ..."),
    ("satdoku prove puzzles.sdm -o proofs --resume", "those that are missing"),
    ("satdoku prove puzzle.txt --engine cadical195 --force", "found by another engine"),
    ("satdoku prove puzzle.txt --format drat --force", "for other checkers"),
)

_LIMIT = 1000


@click.command(cls=Command, examples=_EXAMPLES, short_help="Prove answers.")
@options.files_argument
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    callback=options.look_at_names,
    shell_complete=options.complete_folders,
    help="The folder to write; one for each puzzle in it, where there are several.  "
    "[default: the file's name, ending in .proof]",
)
@click.option("--force", is_flag=True, help="Replace the folders of earlier proofs.")
@click.option(
    "--resume",
    is_flag=True,
    help="Leave out puzzles whose proofs are in the folder already, as after Ctrl-C.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["lrat", "drat"]),
    default="lrat",
    show_default=True,
    help="Of the proof: LRAT is quicker to check, DRAT is shorter.",
)
@click.option(
    "--limit",
    metavar="K",
    type=options.COUNT,
    default=_LIMIT,
    show_default=True,
    help="Prove the exact number of solutions up to K; of more, that there are more.",
)
@options.search_options
@options.max_clauses_option
@options.json_option
@options.reading_options
@options.strict_option
@options.quiet_option
def command(
    *,
    files: tuple[str, ...],
    output: str | None,
    force: bool,
    resume: bool,
    form: str,
    limit: int,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    as_json: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
) -> int:
    """Say how many solutions puzzles have, with proofs that others can check.

    A folder gets certificate.txt (what is claimed), solutions.txt, formula.cnf (the
    textbook's clauses of the puzzle, with the solutions forbidden, in DIMACS) and
    proof.lrat or proof.drat, which leads from the formula to the empty clause.
    `satdoku verify` checks them; so does any checker of such proofs.

    The formula is the textbook's whatever the engine and the encoding that the proof
    is searched with. Where there are more than --limit solutions, the solutions
    themselves show that there are at least so many, and there is no proof.

    Exits with 0 if all claims are proved, whatever they are.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box (only where it is not the usual one of the size),
    puzzle_candidates (only where it rules some out beyond its clues),
    claim, solutions (how many there are), exact, folder, format, variables, clauses,
    steps, bytes (of the proof), search, time_s; or error
    (docs/schema/proof.schema.json).
    """
    from satdoku.cli.ends import Ends  # noqa: PLC0415  help needs none of these
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.sources import Reading  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415
    from satdoku.proof.evidence import require_free  # noqa: PLC0415
    from satdoku.proof.proving import Prover  # noqa: PLC0415

    folder = _folder(files, output)
    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
    prover = Prover(engine, encoding, limit=limit, max_clauses=max_clauses)
    tally = Tally()
    numbers: set[str] = set()
    with (
        Ends(),
        Output(None) as target,
        Progress(
            wanted=not quiet,
            shared=target.is_terminal,
            unit="puzzle",
            part=reading.part,
        ) as progress,
        tally,
    ):
        found = reading.entries(files)
        head = list(islice(found, 2))
        many = len(head) > 1
        if many:
            _look_at_all(folder, force=force, resume=resume)
        entries: Iterable[Entry | InputError] = chain(head, found)
        told = _Teller(target, tally, as_json=as_json)
        for entry in tally.readable(entries, told.refused, progress, strict=strict):
            own = folder / str(tally.puzzles) if many else folder
            if resume and _is_there(own, entry):
                told.there += 1
                numbers.add(own.name)
                tally.done()
                continue
            require_free(own, force=force)
            started = perf_counter()
            try:
                proof = prover.prove(entry.grid, timeout=timeout)
            except (LimitError, InputError, Stopped) as error:
                told.refused(error, entry)
                continue
            if many:
                folder.mkdir(exist_ok=True)
            size = proof.write(own, format=form, force=force)
            progress.answer()
            told.proved(entry, proof, own, (form, size), perf_counter() - started)
            numbers.add(own.name)
            tally.done()
    if many and (force or resume):
        _tell_older(folder, numbers)
    if not quiet and not tally.is_single:
        tally.conclude(
            [
                (told.count, "proved"),
                (told.there, "proved before"),
                (told.stopped, "not in that time"),
            ]
        )
    return tally.code


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
        name = files[0] if files else "-"
        output = "puzzle.proof" if name == "-" else Path(name).stem + ".proof"
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
    from satdoku.proof.certificate import CERTIFICATE  # noqa: PLC0415  loaded by now
    from satdoku.proof.verifying import puzzle_of  # noqa: PLC0415  seldom asked

    if not (folder / CERTIFICATE).exists():
        return False
    if puzzle_of(folder) != entry.grid:
        shown = printable(str(folder), 200)
        raise UsageError(f"{shown} holds the proof of another puzzle; name another -o")
    return True


def _look_at_all(folder: Path, *, force: bool, resume: bool) -> None:
    """See to it that several proofs can be put into a folder.

    Raises:
        UsageError: Something is there that they do not go with.
    """
    from satdoku.proof.certificate import CERTIFICATE  # noqa: PLC0415  loaded by now
    from satdoku.proof.evidence import require_free  # noqa: PLC0415  as above

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
    elif force:  # told now, not when half of them are replaced
        for own in folder.iterdir():
            if own.name.isdecimal():
                require_free(own, force=True)


def _tell_older(folder: Path, numbers: set[str]) -> None:
    """Say which proofs in a folder are none of this run's."""
    from satdoku.cli.remarks import counted, say  # noqa: PLC0415  loaded by now
    from satdoku.proof.certificate import CERTIFICATE  # noqa: PLC0415  as above

    older = {path.parent.name for path in folder.glob(f"*/{CERTIFICATE}")} - numbers
    if older:
        said = counted(len(older), "proof")
        say(f"satdoku: {printable(str(folder), 200)} holds {said} of other runs, too")


class _Teller:
    """Writes what was proved, as text or as JSON, and tells what was not.

    Args:
        output: Where to.
        tally: Is told of what was not.
        as_json: Whether as JSON.

    Attributes:
        count: How many claims were proved.
        there: How many had been proved before.
        stopped: How many were not, in the time there was.
    """

    def __init__(self, output: Output, tally: Tally, *, as_json: bool) -> None:
        self._output = output
        self._tally = tally
        self._as_json = as_json
        self.count = self.there = self.stopped = 0

    def proved(
        self,
        entry: Entry,
        proof: Proof,
        folder: Path,
        written: tuple[str, int],
        seconds: float,
    ) -> None:
        """Tell one proof.

        Args:
            entry: Of which puzzle.
            proof: The proof.
            folder: Where it is.
            written: Its format, and its size.
            seconds: How long it took.
        """
        self.count += 1
        form, size = written
        claim, checked = proof.claim, proof.checked
        if self._as_json:
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            text = json_printer.encode(
                {
                    **json_printer.place(entry),
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
                    "time_s": round(seconds, 6),
                }
            )
        else:
            from satdoku.cli.remarks import counted  # noqa: PLC0415  loaded by now

            how = "the solutions show it"
            if checked is not None:
                how = f"{counted(checked.steps, 'step')}, {counted(size, 'byte')}"
            text = f"{printable(str(folder), 200)}: {claim} ({how})"
        self._write(text + "\n")

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Tell why nothing was proved of a puzzle."""
        from satdoku.cli.failures import refuse  # noqa: PLC0415  loaded by now
        from satdoku.cli.sources import where  # noqa: PLC0415  as above

        if isinstance(error, Stopped):
            self._tally.codes.add(exits.STOPPED)
            self.stopped += 1
        else:
            self._tally.refuse(error, entry)
        refuse(error, "" if entry is None else where(entry))
        if self._as_json:
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            self._write(json_printer.unreadable(error, entry))

    def _write(self, text: str) -> None:
        self._output.stream.write(text)
        self._output.answered()
