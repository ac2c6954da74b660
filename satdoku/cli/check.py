"""`satdoku check`."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from satdoku.answers import Report
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku check puzzle.txt", "say all there is to say about a puzzle"),
    ("satdoku check -q puzzles.sdm", "say so of those alone that are not proper"),
    ("satdoku check --json puzzles.sdm", "the same for programs"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Look puzzles over.")
@options.files_argument
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
    """Look puzzles over.

    Tells of each: the number of clues; every clash, by cell; whether it is proper (has
    exactly one solution), and if not, two solutions with their differences marked; if
    so, whether it is minimal, or which clues can go (each of them alone); the true
    candidates, which are the digits that a cell has in some solution.

    Exits with 0 if every puzzle is proper, 3 if one is not, 4 if that is not certain.
    With --quiet, nothing is written of proper puzzles.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    clues, clashes, status (unique, several, solved, none, unknown), proper, minimal,
    redundant (cells), solutions, differences (cells), candidates (of each cell),
    reason, stopped, time_s; or error.
    """
    from satdoku.checking import check  # noqa: PLC0415  help needs none of these
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.remarks import say  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.errors import InputError, LimitError  # noqa: PLC0415

    reading = Reading(from_, box, symbols, column)
    codes: set[int] = set()
    with Output(output, force=force, inputs=files, keep=True) as target:
        between = ""

        def refuse(error: SatdokuError, entry: Entry | None = None) -> None:
            codes.add(exits.UNREADABLE)
            place = "" if entry is None else f"{where(entry)}: "
            say(f"satdoku: error: {place}{error}")
            if as_json:
                from satdoku.cli.json_printer import unreadable  # noqa: PLC0415  slow

                target.stream.write(unreadable(error, entry))
                target.answered()

        for entry in reading.entries(files):
            if isinstance(entry, InputError):
                if strict:
                    raise entry
                refuse(entry)
                continue
            started = perf_counter()
            try:
                report = check(
                    entry.grid,
                    engine=engine,
                    encoding=encoding,
                    timeout=timeout,
                    max_clauses=max_clauses,
                )
            except LimitError as error:
                refuse(error, entry)
                continue
            if report.is_proper is not True:
                codes.add(exits.STOPPED if report.is_proper is None else exits.NO)
            elif quiet:
                continue
            if as_json:
                text = _as_json(entry, report, perf_counter() - started)
            else:
                from satdoku.cli.report_text import report_text  # noqa: PLC0415

                text = between + report_text(where(entry), report)
                between = "\n"
            target.stream.write(text)
            target.answered()
    return exits.worst(codes)


def _as_json(entry: Entry, report: Report, seconds: float) -> str:
    from satdoku.answers import differences  # noqa: PLC0415  loaded by now
    from satdoku.cli import json_printer  # noqa: PLC0415  slow

    name = report.puzzle.geometry.cell_name
    cells = differences(*report.solutions) if len(report.solutions) > 1 else ()
    redundant = report.redundant
    told = {
        **json_printer.place(entry),
        "clues": report.clues,
        "clashes": json_printer.clashes(report.clashes),
        "status": str(report.status),
        "proper": report.is_proper,
        "minimal": report.is_minimal,
        "redundant": None if redundant is None else [name(cell) for cell in redundant],
        "solutions": [grid.line for grid in report.solutions],
        "differences": [name(cell) for cell in cells],
        "candidates": report.candidates,
        "reason": report.reason,
        "stopped": report.stopped,
        "time_s": round(seconds, 6),
    }
    return json_printer.encode(told) + "\n"
