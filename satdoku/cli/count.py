"""`satdoku count`."""

from __future__ import annotations

from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.engine_options import order_for, order_option, techniques_for
from satdoku.cli.group import Command
from satdoku.cli.remarks import say, say_compiling
from satdoku.cli.technique_options import chosen_technique_options
from satdoku.cli.values import Listed
from satdoku.cli.values import count as read_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.technique_options import Techniques
    from satdoku.errors import InputError, SatdokuError
    from satdoku.formats import Entry

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku count puzzle.txt", "say how many solutions it has"),
    ("satdoku count --limit 1 puzzles.sdm", "is there more than one? quickest to say"),
    ("satdoku count --timeout 10 puzzle.txt", "as many as are found in ten seconds"),
    ("satdoku count --method exact puzzle.txt", "all, however many there are"),
    ("satdoku count --method estimate puzzle.txt", "roughly how many, in seconds"),
)


def _methods() -> Iterable[str]:
    from satdoku.counting.method import Method  # noqa: PLC0415  for help and completion

    return map(str, Method)


def _seed(text: str) -> int:
    return read_count(text, least=0)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Count solutions.")
@options.files_argument
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    help="Count exactly up to N, then say `more than N`. [default: "
    "10000000 where engine lanes counts, compiled; else 100000]",
)
@click.option(
    "--method",
    cls=Listed,
    values=_methods,
    metavar="NAME",
    default="search",
    show_default=True,
    help="How they are counted; see above: {values}.",
)
@click.option(
    "--samples",
    metavar="N",
    type=options.COUNT,
    help="Make an estimate of that many samples. [default: as many as it takes to a "
    "standard error of 1 %, for 10 seconds at most]",
)
@click.option(
    "--seed",
    metavar="N",
    type=_seed,
    help="Draw the same samples each time. [default: others each time]",
)
@options.search_options
@options.max_clauses_option
@order_option
@chosen_technique_options
@options.json_option
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
@options.verbose_option
@options.explain_choice_option
def command(
    *,
    files: tuple[str, ...],
    limit: int | None,
    method: str,
    samples: int | None,
    seed: int | None,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    order: str | None,
    techniques: Techniques | None,
    as_json: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
    verbose: bool,
    explain_choice: bool,
) -> int:
    """Count the solutions of puzzles.

    For one puzzle the number is all that is written; for many, each line has the
    number, a tab, and the puzzle's file and line. Where counting is stopped by Ctrl-C,
    "at least" so many is what was counted by then.

    --method search counts one by one, up to the limit. exact counts all of them, by a
    model counter that need not meet each one, beside a search: what is first done
    (pip install "satdoku[count]"). estimate takes samples of the search tree, unless a
    short search finds all solutions, and tells roughly how many there are, with a
    standard error: the number is within one of it two times in three, within two 19
    times in 20. Where that error is above 20 %, or one sample outweighs all others, few
    samples carry most of it: it is likely too small then, by powers of ten even,
    whatever its error; the line says so, and the exit code is 4.

    Exits with 0 if every count is exact (0 solutions are 3) or an estimate that is not
    that rough, with 4 if one was stopped before, or is.

    --explain-choice tells which engines search, in which order; the other methods
    leave nothing to choose.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box (only where it is not the usual one of the size),
    puzzle_candidates (only where it rules some out beyond its clues),
    count, exact, stopped (why it ended before the limit), time_s; of an estimate
    estimate, error, samples, largest and rough, too; or error
    (docs/schema/count.schema.json).
    """
    from satdoku.cli.counting import (  # noqa: PLC0415  help needs none
        AtOnce,
        Counter,
        Teller,
    )
    from satdoku.cli.failures import refuse  # noqa: PLC0415  of these
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415
    from satdoku.errors import InputError, LimitError  # noqa: PLC0415

    counter = Counter(
        method,
        limit,
        engine,
        encoding,
        max_clauses,
        samples=samples,
        seed=seed,
        timeout=timeout,
        compiling=None if quiet else say_compiling,
        order=order_for(engine, order),
        techniques=techniques_for(engine, techniques),
    )
    explain = counter.explainer(verbose=verbose, choices=explain_choice)
    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
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
        at_once = AtOnce(counter, reading, files, plainly=verbose or explain_choice)
        by_blocks = at_once.pays and not read_as.repair
        found = at_once.items() if by_blocks else reading.entries(files)
        head = list(islice(found, 2))
        entries: Iterable[Entry | InputError] = chain(head, found)
        ways = counter.method == "search" and limit is None and not quiet
        told = Teller(target, tally, many=len(head) > 1, as_json=as_json, ways=ways)

        def leave_out(error: SatdokuError, entry: Entry | None) -> None:
            tally.refuse(error, entry)
            refuse(error, "" if entry is None else where(entry))
            told.refused(error, entry)

        for entry in tally.readable(entries, leave_out, progress, strict=strict):
            most = counter.limit_of(entry.grid)
            explain(entry, most)
            started = perf_counter()
            try:
                count = at_once.counts.pop(id(entry), None)
                if count is None:
                    count = counter.count(entry.grid, most, progress)
            except (LimitError, InputError) as error:
                leave_out(error, entry)
                continue
            except KeyboardInterrupt:
                progress.answer()
                told.count(entry, counter.by_now, perf_counter() - started)
                raise
            progress.answer()
            told.count(entry, count, perf_counter() - started)
            if not quiet and count.estimate is not None and not count.estimate.samples:
                said = "no sample was finished; --timeout gives more time"
                say(f"satdoku: {where(entry)}: {count.stopped}: {said}")
    if not quiet and not tally.is_single:
        tally.conclude(told.counts)
    return tally.code
