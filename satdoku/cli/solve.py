"""`satdoku solve`."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.answers import Printer
    from satdoku.cli.output import Output
    from satdoku.errors import InputError
    from satdoku.formats import Entry

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku solve puzzle.txt", "draw the solution; say whether it is the only one"),
    ("satdoku solve puzzles.sdm -o solutions.sdm", "one line a puzzle, into a file"),
    ("satdoku solve --all puzzle.txt", "print every solution as it is found"),
    ("satdoku solve --unique puzzles.sdm", "exit with 3 if one has several solutions"),
    ("satdoku solve --json puzzles.csv --column quiz", "tell all that is known"),
    ("echo 1....2....3....4 | satdoku solve", "read standard input"),
    ("satdoku solve --engine cadical153 --encoding triad --stats puzzle.txt", "choose"),
)


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
@click.option("--rule", metavar="NAME", help="The decision rule of engine dpll.")
@click.option("--stats", is_flag=True, help="Tell on standard error what it took.")
@click.option(
    "--to",
    "--format",
    "to",
    metavar="FORMAT",
    help=(
        "How answers are written: grid, line, rows, numbers, csv, euler, json or sat "
        "(the solvers' convention). [default: grid for one puzzle, line for many]"
    ),
)
@options.json_option
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
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
    """Solve puzzles: one solution of each, and whether it is the only one.

    Puzzles of any size and in many formats are read from files and standard input,
    which is also what is read where no FILE is given. Answers are written as they
    are found. With --to, the answer to a puzzle does not wait until it is known
    whether there is another puzzle.

    Data goes to standard output, remarks to standard error. A puzzle that cannot be
    read or has no solution is told there; among many, a comment (# none: ...,
    # unreadable: ...) keeps its place in the output, which can be read in again.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    solutions (those found; up to two without --all), solution (the first), status
    (unique, several, solved, none, unknown, unreadable), unique, certain, clashes,
    reason, engine, encoding, simplified, statistics, time_s; or error.

    --to sat writes s and v lines for one puzzle and exits with 10 (satisfiable), 20
    (unsatisfiable) or 0 (unknown).
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
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
    reading = Reading(from_, box, symbols, column)
    session = Session(engine, encoding, max_clauses, rule)
    entries: Iterable[Entry | InputError] = reading.entries(files)
    with Output(output, force=force, inputs=files, keep=True) as target:
        many = True
        if to is None or as_sat or asked.every:
            head = list(islice(entries, 2))
            many = len(head) > 1
            entries = chain(head, entries)
            if many and as_sat:
                raise click.UsageError("--to sat tells of one puzzle; here are more")
            to = to or _usual(head, many=many)
        printer = _printer(to, target, places=many, titles=many and asked.every)
        progress = many and not target.is_terminal
        code = Run(session, printer, asked, progress=progress).over(entries)
        if code == exits.UNREADABLE:
            target.failed()
    return printer.code(code)


def _style(to: str | None, *, as_json: bool) -> str | None:
    """Look at --to and --json before anything is read."""
    if as_json:
        if to not in (None, "json"):
            raise click.UsageError(f"--json and --to {to} contradict each other")
        return "json"
    if to is not None and to not in ("json", "sat"):
        from satdoku.formats import formats  # noqa: PLC0415  slow

        known = [format_.name for format_ in formats() if format_.write is not None]
        if to not in known:
            names = ", ".join([*known, "json", "sat"])
            raise click.BadParameter(f"{to!r}; expected {names}", param_hint="--to")
    return to


def _usual(head: list[Entry | InputError], *, many: bool) -> str:
    """Choose the format of the answers by the first puzzles."""
    if not many:
        return "grid"
    from satdoku.errors import InputError  # noqa: PLC0415  loaded by now
    from satdoku.symbols import usual  # noqa: PLC0415

    sizes = [e.grid.geometry.size for e in head if not isinstance(e, InputError)]
    return "numbers" if any(usual(size) is None for size in sizes) else "line"


def _printer(to: str, output: Output, *, places: bool, titles: bool) -> Printer:
    if to == "json":
        from satdoku.cli.json_printer import JsonPrinter  # noqa: PLC0415  slow

        return JsonPrinter(output)
    if to == "sat":
        from satdoku.cli.sat_printer import SatPrinter  # noqa: PLC0415  seldom needed

        return SatPrinter(output)
    from satdoku.cli.text_printer import TextPrinter  # noqa: PLC0415  slow

    return TextPrinter(output, to, places=places, titles=titles)
