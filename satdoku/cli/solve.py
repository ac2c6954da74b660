"""`satdoku solve`."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.cli.trace_options import trace_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.answers import Printer
    from satdoku.cli.output import Output
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.tracing import Tracing
    from satdoku.cli.verbose import Verbose
    from satdoku.errors import InputError
    from satdoku.formats import Entry
    from satdoku.symbols import Symbols

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku solve puzzle.txt", "draw the solution; say whether it is the only one"),
    ("satdoku solve puzzles.sdm -o solutions.sdm", "one line a puzzle, into a file"),
    ("satdoku solve --all puzzle.txt", "print every solution as it is found"),
    ("satdoku solve --unique puzzles.sdm", "exit with 3 if one has several solutions"),
    ("satdoku solve --json puzzles.csv --column quiz", "tell all that is known"),
    ("echo 1....2....3....4 | satdoku solve", "read standard input"),
    ("satdoku solve puzzle.txt --tree tree.svg", "draw the search tree"),
    ("satdoku solve puzzle.txt --trace - --trace-format text", "tell every step"),
    ("satdoku solve --engine cadical153 --encoding triad --stats puzzle.txt", "choose"),
)


def _styles() -> Iterable[str]:
    return dict.fromkeys((*options.written_formats(), "json", "sat"))


@click.command(cls=Command, examples=_EXAMPLES, short_help="Solve puzzles.")
@options.files_argument
@click.option("--all", "every", is_flag=True, help="Print every solution.")
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    help="Print every solution, but no more than N.",
)
@click.option(
    "--unique", is_flag=True, help="Exit with 3 if a puzzle has several solutions."
)
@options.search_options
@options.max_clauses_option
@options.rule_option
@click.option("--stats", is_flag=True, help="Tell on standard error what it took.")
@options.format_option(
    "--to",
    "--format",
    values=_styles,
    help="How answers are written: {values}; sat is the solvers' convention. "
    "[default: grid for one puzzle, line for many]",
)
@options.to_symbols_option
@options.json_option
@options.file_output_options
@options.reading_options
@options.strict_option
@trace_options(puzzles=True)
@options.quiet_option
@options.verbose_option
def command(
    *,
    files: tuple[str, ...],
    every: bool,
    limit: int | None,
    unique: bool,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    rule: str | None,
    stats: bool,
    to: str | None,
    to_symbols: str | None,
    as_json: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    tracing: Tracing | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Solve puzzles: one solution of each, and whether it is the only one.

    Puzzles of any size and in many formats are read from files and standard input,
    which is also what is read where no FILE is given. Answers are written as they
    are found. With --to, the answer to a puzzle does not wait until it is known
    whether there is another puzzle. Digits are written as in the puzzle; in JSON
    always as 1-9A-Z.

    Data goes to standard output, remarks to standard error. A puzzle that cannot be
    read or has no solution is told there; among many, a comment (# none: ...,
    # unreadable: ...) keeps its place in the output, where the format has comments.
    What is written can be read in again.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box (only where it is not the usual one of the size),
    puzzle_candidates (only where it rules some out beyond its clues),
    solutions (those found; up to two without --all), solution (the first), status
    (unique, several, solved, none, unknown, unreadable), unique, certain, clashes,
    reason, engine, encoding, simplified, statistics, time_s; or error
    (docs/schema/answer.schema.json).

    --trace and --tree follow engine dpll on one puzzle. It searches the whole formula,
    with the clues assumed (encoding extended, unless another is asked for), until the
    solutions asked for are found; docs/schema/trace.schema.json describes the lines.

    --to sat writes s and v lines for one puzzle and exits with 10 (satisfiable), 20
    (unsatisfiable) or 0 (unknown).
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.run import Asked, Run  # noqa: PLC0415
    from satdoku.cli.sources import Reading  # noqa: PLC0415
    from satdoku.session import Session  # noqa: PLC0415

    to = _style(to, as_json=as_json)
    as_sat = to == "sat"
    if as_sat and (every or limit or unique):
        raise click.UsageError("--to sat tells one model; leave out --all and the like")
    if unique and limit == 1:
        raise click.UsageError("--unique needs a second solution; --limit 1 forbids it")
    asked = Asked(
        every=every or limit is not None,
        limit=limit,
        unique=unique,
        second=not as_sat,
        timeout=timeout,
        strict=strict,
        stats=stats,
        quiet=quiet,
    )
    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
    session = (
        Session(engine, encoding, max_clauses, rule)
        if tracing is None
        else tracing.session(encoding, max_clauses, rule)
    )
    entries: Iterable[Entry | InputError] = reading.entries(files)
    with (
        Output(output, force=force, inputs=files, keep=True) as target,
        tracing or nullcontext(),
    ):
        many = True
        if to is None or as_sat or asked.every or tracing is not None:
            head = list(islice(entries, 2))
            many = len(head) > 1
            entries = chain(head, entries)
            if many and as_sat:
                raise click.UsageError("--to sat tells of one puzzle; here are more")
            if tracing is not None:
                tracing.look_at(head)
            to = to or _usual(head, many=many)
        printer = (
            tracing.printer
            if tracing is not None and tracing.takes_stdout
            else _printer(
                to, target, to_symbols, places=many, titles=many and asked.every
            )
        )
        with Progress(
            wanted=not quiet,
            shared=target.is_terminal,
            unit="puzzle",
            part=reading.part,
        ) as progress:
            told = _verbose() if verbose else None
            code = Run(session, printer, asked, progress, told).over(entries)
        if code == exits.UNREADABLE:
            target.failed()
    return printer.code(code)


def _verbose() -> Verbose:
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415  seldom asked for

    return Verbose()


def _style(to: str | None, *, as_json: bool) -> str | None:
    """Look at --to and --json before anything is read."""
    if as_json:
        if to not in (None, "json"):
            raise click.UsageError(f"--json and --to {to} contradict each other")
        return "json"
    return to


def _usual(head: list[Entry | InputError], *, many: bool) -> str:
    """Choose the format of the answers by the first puzzles."""
    if not many:
        return "grid"
    from satdoku.errors import InputError  # noqa: PLC0415  loaded by now
    from satdoku.symbols import usual  # noqa: PLC0415

    sizes = [e.grid.geometry.size for e in head if not isinstance(e, InputError)]
    return "numbers" if any(usual(size) is None for size in sizes) else "line"


def _printer(
    to: str, output: Output, to_symbols: str | None, *, places: bool, titles: bool
) -> Printer:
    symbols: Symbols | None = None
    if to_symbols is not None:
        if to == "json":
            raise click.UsageError("--json has the usual symbols, not --to-symbols")
        if to == "sat":
            raise click.UsageError("--to sat has no symbols; leave out --to-symbols")
        from satdoku.formats.keeping import symbols_for  # noqa: PLC0415  seldom needed

        symbols = symbols_for(to_symbols, to)
    if to == "json":
        from satdoku.cli.json_printer import JsonPrinter  # noqa: PLC0415  slow

        return JsonPrinter(output)
    if to == "sat":
        from satdoku.cli.sat_printer import SatPrinter  # noqa: PLC0415  seldom needed

        return SatPrinter(output)
    if to == "grid" and output.is_terminal:
        from satdoku.cli.colour import has_colours  # noqa: PLC0415  for terminals

        if has_colours(output):
            from satdoku.cli.tinted_printer import TintedPrinter  # noqa: PLC0415  as above

            return TintedPrinter(output, places=places, titles=titles, symbols=symbols)
    if to == "csv":
        from satdoku.cli.csv_printer import CsvPrinter  # noqa: PLC0415  seldom needed

        return CsvPrinter(output, symbols)
    from satdoku.cli.text_printer import TextPrinter  # noqa: PLC0415  slow

    return TextPrinter(output, to, places=places, titles=titles, symbols=symbols)
