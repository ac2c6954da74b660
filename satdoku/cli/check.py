"""`satdoku check`."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.colour import has_colours
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.answers import Report
    from satdoku.cli.given import Given
    from satdoku.cli.looked import Looked
    from satdoku.cli.output import Output
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.tally import Tally
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry

__all__ = ["command"]

_LIMIT = 20
"""Reasons that are told of a puzzle, if nobody says otherwise."""

_EXAMPLES = (
    ("satdoku check puzzle.txt", "say all there is to say about a puzzle"),
    ("satdoku check -q puzzles.sdm", "say so of those alone that are not proper"),
    ("satdoku check --json puzzles.sdm", "the same for programs"),
    ("satdoku check --smallest puzzle.txt", "the shortest reason why it is not proper"),
    ("satdoku check --all-reasons twice.txt", "all reasons why it has no solution"),
    ("satdoku check -q --solutions kaggle.csv", "look at its column of solutions, too"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Look puzzles over.")
@options.files_argument
@options.search_options
@options.max_clauses_option
@click.option(
    "--smallest",
    is_flag=True,
    help="Of a puzzle without a solution, find the fewest clues that contradict each "
    "other; of one with several, the fewest cells in which another solution differs "
    "from the first.",
)
@click.option(
    "--all-reasons",
    is_flag=True,
    help="Of a puzzle without a solution, tell every set of clues that contradict each "
    "other with none to spare; with --smallest, those with fewer clues first.",
)
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    help=f"With --all-reasons, tell no more than N of them. [default: {_LIMIT}]",
)
@click.option(
    "--solutions", is_flag=True, help="Look at the solutions that the files give, too."
)
@click.option(
    "--solution-column",
    metavar="NAME|NUMBER",
    help="The column of solutions in a table, by name or number; with --solutions.",
)
@options.json_option
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
@options.verbose_option
def command(
    *,
    files: tuple[str, ...],
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    smallest: bool,
    all_reasons: bool,
    limit: int | None,
    solutions: bool,
    solution_column: str | None,
    as_json: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Look puzzles over.

    Tells of each: the number of clues; every clash, by cell; whether it is proper (has
    exactly one solution), and if not, two solutions that differ in a few cells, none of
    them to spare; if so, whether it is minimal, or which clues can go (each of them
    alone); the true candidates, which are the digits that a cell has in some solution;
    of a puzzle without a solution, a few clues that contradict each other, none of them
    to spare. These are looked for during 10 seconds at most; with --smallest or
    --all-reasons, for as long as --timeout says. `satdoku minimize` writes a puzzle
    without the clues that can go.

    With --solutions it tells, too, whether the solution that a file gives (a column of
    a table, say) is right, and if not, in which cells.

    Exits with 0 if every puzzle is proper, 3 if one is not or a given solution is
    wrong, 4 if that is not certain. With --quiet, nothing is written of proper puzzles.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box (only where it is not the usual one of the size),
    puzzle_candidates (only where it rules some out beyond its clues),
    clues, clashes, status (unique, multiple, found, none, unknown), proper, minimal,
    redundant (cells), solutions, differences (cells), unavoidable (those cells with
    both digits; null where some may be to spare), candidates (of each cell), reason,
    conflict (cells; null where that was not found out), conflict_minimal (whether it is
    certain that none of them can be left out), conflicts (with --all-reasons: sets,
    complete), smallest (with --smallest: whether no fewer clues or cells would do),
    stopped, time_s, given (with --solutions: solution, right, cells, text); or
    error (docs/schema/check.schema.json).
    """
    from satdoku.cli.failures import refuse  # noqa: PLC0415  help needs none of these
    from satdoku.cli.looked import Asked, look  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415
    from satdoku.errors import LimitError  # noqa: PLC0415

    if solution_column is not None and not solutions:
        raise click.UsageError("--solution-column needs --solutions")
    if limit is not None and not all_reasons:
        raise click.UsageError("--limit needs --all-reasons")
    every = (limit or _LIMIT) if all_reasons else None
    asked = Asked(engine, encoding, timeout, max_clauses, every, smallest)
    reading = Reading(read_as, solution_column=solution_column, force=force)
    if strict:
        reading.look_at(files)
    tally = Tally()
    found = _Found(tally)
    explain = _explainer(engine, encoding, max_clauses) if verbose else None
    with (
        Output(output, force=force, inputs=files, keep=True) as target,
        Progress(
            wanted=not quiet,
            shared=target.is_terminal,
            unit="puzzle",
            part=reading.part,
        ) as progress,
        tally,
    ):
        teller = _Teller(target, as_json=as_json)

        def leave_out(error: SatdokuError, entry: Entry | None) -> None:
            tally.refuse(error, entry)
            refuse(error, "" if entry is None else where(entry))
            teller.refused(error, entry)

        for entry in tally.readable(
            reading.entries(files), leave_out, progress, strict=strict
        ):
            if explain is not None:
                explain(entry)
            started = perf_counter()
            try:
                looked = look(entry.grid, asked)
            except LimitError as error:
                leave_out(error, entry)
                continue
            report = looked.report
            found.add(report)
            given = found.given(entry, report) if solutions else None
            if not quiet or report.is_proper is not True or _is_wrong(given):
                progress.answer()
                seconds = perf_counter() - started
                teller.told(entry, looked._replace(given=given), seconds)
    if not quiet and not tally.is_single:
        tally.conclude(found.counts())
    return tally.code


def _explainer(
    engine: str, encoding: str | None, max_clauses: int
) -> Callable[[Entry], None]:
    """Return what tells how a puzzle is understood, and how it is looked over."""
    from satdoku.checking import plan  # noqa: PLC0415  seldom asked for
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415  as above

    verbose = Verbose()

    def explain(entry: Entry) -> None:
        verbose.read(entry)
        name, recipe, whole, because = plan(
            entry.grid.geometry, engine, encoding, max_clauses
        )
        verbose.searched(
            entry, name, recipe.name, simplified=not whole, because=because
        )

    return explain


class _Teller:
    """Writes reports, as text or as JSON."""

    def __init__(self, output: Output, *, as_json: bool) -> None:
        self._output = output
        self._as_json = as_json
        self._colour = has_colours(output)
        self._between = ""

    def told(self, entry: Entry, looked: Looked, seconds: float) -> None:
        """Write what there is to say about a puzzle."""
        if self._as_json:
            from satdoku.cli.report_json import report_json  # noqa: PLC0415  slow

            text = report_json(entry, looked, seconds)
        else:
            from satdoku.cli.report_text import report_text  # noqa: PLC0415
            from satdoku.cli.sources import where  # noqa: PLC0415  loaded by now

            told = report_text(where(entry), looked, colour=self._colour)
            text = self._between + told
            self._between = "\n"
        self._write(text)

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that was left out."""
        if self._as_json:
            from satdoku.cli.json_printer import unreadable  # noqa: PLC0415  slow

            self._write(unreadable(error, entry))

    def _write(self, text: str) -> None:
        self._output.stream.write(text)
        self._output.answered()


class _Found:
    """What the puzzles of a run were."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._found: dict[str, int] = {}
        self._minimal = 0
        self._given: dict[bool | None, int] = {}

    def given(self, entry: Entry, report: Report) -> Given:
        """Look at the solution that came with a puzzle, and count it."""
        from satdoku.cli.given import look_at_given  # noqa: PLC0415  seldom asked for

        given = look_at_given(entry, report)
        self._given[given.right] = self._given.get(given.right, 0) + 1
        if given.right is False:
            self._tally.codes.add(exits.NO)
        return given

    def add(self, report: Report) -> None:
        """Count a puzzle."""
        status = str(report.status)
        self._found[status] = self._found.get(status, 0) + 1
        self._minimal += report.is_minimal is True
        if report.is_proper is not True:
            stopped = report.is_proper is None
            self._tally.codes.add(exits.STOPPED if stopped else exits.NO)

    def counts(self) -> list[tuple[int, str]]:
        """Return how many were what."""
        found = self._found.get
        return [
            (found("unique", 0), f"proper ({self._minimal:,} minimal)"),
            (found("multiple", 0), "with several solutions"),
            (found("none", 0), "without a solution"),
            (found("found", 0) + found("unknown", 0), "not known"),
            (self._given.get(True, 0), "with the right solution"),
            (self._given.get(False, 0), "with a wrong one"),
        ]


def _is_wrong(given: Given | None) -> bool:
    return given is not None and given.right is False
