"""`satdoku count`."""

from __future__ import annotations

from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.answers import Count
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku count puzzle.txt", "say how many solutions it has"),
    ("satdoku count --limit 1 puzzles.sdm", "is there more than one? quickest to say"),
    ("satdoku count --timeout 10 puzzle.txt", "as many as are found in ten seconds"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Count solutions.")
@options.files_argument
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    default=100_000,
    show_default=True,
    help="Count exactly up to N, then say `more than N`.",
)
@options.search_options
@options.max_clauses_option
@options.json_option
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
def command(
    *,
    files: tuple[str, ...],
    limit: int,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    as_json: bool,
    output: str | None,
    force: bool,
    from_: str | None,
    box: str | None,
    symbols: str | None,
    column: str | None,
    strict: bool,
    quiet: bool,
) -> int:
    """Count the solutions of puzzles.

    For one puzzle the number is all that is written; for many, each line has the
    number, a tab, and the puzzle's file and line.

    Exits with 0 if every count is exact (0 solutions are 3), with 4 if one is not.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    count, exact, stopped (why it ended before the limit), time_s; or error.
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.cli.remarks import Progress, say  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.errors import InputError, LimitError  # noqa: PLC0415
    from satdoku.session import Session  # noqa: PLC0415

    reading = Reading(from_, box, symbols, column)
    session = Session(engine, encoding, max_clauses)
    codes: set[int] = set()
    with Output(output, force=force, inputs=files, keep=True) as target:
        found = reading.entries(files)
        head = list(islice(found, 2))
        entries: Iterable[Entry | InputError] = chain(head, found)
        many = len(head) > 1
        progress = Progress(wanted=many and not quiet and not target.is_terminal)
        told = _Teller(target, many=many, as_json=as_json)

        def refuse(error: SatdokuError, entry: Entry | None = None) -> None:
            codes.add(exits.UNREADABLE)
            progress.clear()
            place = "" if entry is None else f"{where(entry)}: "
            say(f"satdoku: error: {place}{error}")
            told.refused(error, entry)

        for done, entry in enumerate(entries, 1):
            if isinstance(entry, InputError):
                if strict:
                    raise entry
                refuse(entry)
                continue
            started = perf_counter()
            try:
                count = session.count(entry.grid, limit, timeout=timeout)
            except LimitError as error:
                refuse(error, entry)
                continue
            if not count.exact:
                codes.add(exits.STOPPED)
            elif not count.value:
                codes.add(exits.NO)
            told.count(entry, count, perf_counter() - started)
            progress.tick(done)
        progress.clear()
    return exits.worst(codes)


class _Teller:
    """Writes counts, as text or as JSON."""

    def __init__(self, output: Output, *, many: bool, as_json: bool) -> None:
        self._output = output
        self._many = many
        self._as_json = as_json

    def count(self, entry: Entry, count: Count, seconds: float) -> None:
        """Write how many solutions a puzzle has."""
        if self._as_json:
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            text = json_printer.encode(
                {
                    **json_printer.place(entry),
                    "count": count.value,
                    "exact": count.exact,
                    "stopped": count.stopped,
                    "time_s": round(seconds, 6),
                }
            )
        else:
            text = str(count)
            if self._many:
                from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

                text += f"\t{where(entry)}"
        self._write(text + "\n")

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that was not counted."""
        if self._as_json:
            from satdoku.cli import json_printer  # noqa: PLC0415  slow

            self._write(json_printer.unreadable(error, entry))
        elif self._many:
            from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

            said = (
                f"unreadable: {error}"
                if entry is None
                else f"unknown: {where(entry)}: {error}"
            )
            self._write(f"# {said}\n")

    def _write(self, text: str) -> None:
        self._output.stream.write(text)
        self._output.answered()
