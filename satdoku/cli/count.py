"""`satdoku count`."""

from __future__ import annotations

from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.cli.remarks import say_compiling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.answers import Count
    from satdoku.cli.output import Output
    from satdoku.cli.progress import Progress
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.tally import Tally
    from satdoku.errors import InputError, SatdokuError
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
    help="Count exactly up to N, then say `more than N`. [default: "
    "10000000 where engine lanes counts, compiled; else 100000]",
)
@options.search_options
@options.max_clauses_option
@options.json_option
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
@options.verbose_option
def command(
    *,
    files: tuple[str, ...],
    limit: int | None,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    as_json: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Count the solutions of puzzles.

    For one puzzle the number is all that is written; for many, each line has the
    number, a tab, and the puzzle's file and line. Where counting is stopped by Ctrl-C,
    "at least" so many is what was counted by then.

    Exits with 0 if every count is exact (0 solutions are 3), with 4 if one is not.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box (only where it is not the usual one of the size),
    puzzle_candidates (only where it rules some out beyond its clues),
    count, exact, stopped (why it ended before the limit), time_s; or error
    (docs/schema/count.schema.json).
    """
    from satdoku.answers import Count  # noqa: PLC0415  help needs none of these
    from satdoku.cli.failures import refuse  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415
    from satdoku.errors import InputError, LimitError  # noqa: PLC0415
    from satdoku.session import Session  # noqa: PLC0415

    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
    compiling = None if quiet else say_compiling
    session = Session(engine, encoding, max_clauses, compiling=compiling)
    tally = Tally()
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
        found = reading.entries(files)
        head = list(islice(found, 2))
        entries: Iterable[Entry | InputError] = chain(head, found)
        told = _Teller(target, tally, many=len(head) > 1, as_json=as_json)

        def leave_out(error: SatdokuError, entry: Entry | None) -> None:
            tally.refuse(error, entry)
            refuse(error, "" if entry is None else where(entry))
            told.refused(error, entry)

        explain = _explainer(engine, encoding) if verbose else None
        for entry in tally.readable(entries, leave_out, progress, strict=strict):
            most = session.usual_limit(entry.grid) if limit is None else limit
            if explain is not None:
                explain(entry, most)
            by_now = _ByNow(progress, most)
            started = perf_counter()
            try:
                count = session.count(
                    entry.grid, most, timeout=timeout, progress=by_now.tell
                )
            except (LimitError, InputError) as error:
                leave_out(error, entry)
                continue
            except KeyboardInterrupt:
                count = Count(by_now.found, exact=False, stopped="interrupted")
                progress.answer()
                told.count(entry, count, perf_counter() - started)
                raise
            progress.answer()
            told.count(entry, count, perf_counter() - started)
    if not quiet and not tally.is_single:
        tally.conclude(told.counts)
    return tally.code


class _ByNow:
    """How many solutions have been found by now.

    Args:
        progress: Where that is told.
        limit: How many there may be.
    """

    def __init__(self, progress: Progress, limit: int) -> None:
        self.found = 0
        self._progress = progress if progress.active else None
        self._limit = limit

    def tell(self, found: int) -> None:
        """Take note of it."""
        self.found = found
        if self._progress is not None:
            self._progress.count(found, most=self._limit)


def _explainer(engine: str, encoding: str | None) -> Callable[[Entry, int], None]:
    """Return what tells how a puzzle is understood, and how it will be counted."""
    from satdoku.choose import AUTO, Question, choose  # noqa: PLC0415  seldom asked
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415  as above
    from satdoku.engines.register import find  # noqa: PLC0415  as above
    from satdoku.spread import is_spreadable  # noqa: PLC0415  as above

    told = Verbose()
    name = AUTO if engine.lower() == AUTO else find(engine).name

    def explain(entry: Entry, most: int) -> None:
        told.read(entry)
        geometry = entry.grid.geometry
        choice = choose(
            geometry,
            Question.ALL,
            engine=name,
            encoding=encoding,
            spreadable=is_spreadable(entry.grid),
            most=most,
        )
        told.searched(
            entry,
            " ".join(attempt.engine for attempt in choice.attempts),
            choice.encoding,
            simplified=choice.simplified,
            because=choice.because,
        )

    return explain


class _Teller:
    """Writes counts, as text or as JSON, and counts them."""

    def __init__(
        self, output: Output, tally: Tally, *, many: bool, as_json: bool
    ) -> None:
        self._output = output
        self._tally = tally
        self._exact = self._none = self._open = 0
        self._many = many
        self._as_json = as_json

    def count(self, entry: Entry, count: Count, seconds: float) -> None:
        """Write how many solutions a puzzle has."""
        if not count.exact:
            self._open += 1
            self._tally.codes.add(exits.STOPPED)
        elif count.value:
            self._exact += 1
        else:
            self._none += 1
            self._tally.codes.add(exits.NO)
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

    @property
    def counts(self) -> list[tuple[int, str]]:
        """How many counts were what."""
        return [
            (self._exact, "counted exactly"),
            (self._none, "without a solution"),
            (self._open, "not counted to the end"),
        ]

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
