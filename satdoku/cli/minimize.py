"""`satdoku minimize`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.cli.reading_options import ReadAs
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku minimize puzzle.txt", "leave out clues until none can go"),
    (
        "satdoku minimize --seed 7 puzzle.txt --to grid",
        "with clues tried in that order",
    ),
    ("satdoku minimize --limit 5 puzzle.txt", "five minimal puzzles inside it"),
    ("satdoku minimize --smallest puzzle.txt", "one with the fewest clues"),
    ("satdoku minimize puzzles.csv -o minimal.sdm", "a file of many puzzles"),
)


def _seed(text: str | int) -> int:
    """Read what an order is made from.

    Raises:
        BadParameter: It is no whole number from 0.
    """
    from satdoku.cli.values import count  # noqa: PLC0415  loaded by now

    return count(text, least=0)


def _formats() -> Iterable[str]:
    from satdoku.formats.registry import written_names  # noqa: PLC0415  for help

    return written_names()


@click.command(
    cls=Command, examples=_EXAMPLES, short_help="Leave out clues that can go."
)
@options.files_argument
@click.option(
    "--seed",
    metavar="N",
    type=_seed,
    help="Try the clues in an order made from N, instead of that of the cells.",
)
@click.option(
    "--smallest",
    is_flag=True,
    help="Find a minimal puzzle with the fewest clues of all that are inside: quick "
    "for the usual puzzle; give a complete grid a --timeout.",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Write every minimal puzzle inside, each when it is found, and there may be "
    "very many; with --smallest, those with fewer clues first.",
)
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    help="Write every minimal puzzle inside, but no more than N.",
)
@options.format_option(
    values=_formats,
    help="The format to write, line if the ending of -o is not that of others: "
    "{values}.",
)
@options.to_symbols_option
@click.option(
    "--lossy",
    is_flag=True,
    help="Write puzzles that become others, because the format keeps no candidates or "
    "no boxes.",
)
@options.search_options
@options.max_clauses_option
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
@options.verbose_option
def command(
    *,
    files: tuple[str, ...],
    seed: int | None,
    smallest: bool,
    every: bool,
    limit: int | None,
    to: str | None,
    to_symbols: str | None,
    lossy: bool,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Leave out clues that can go, until none can.

    Of a puzzle with exactly one solution, clues are left out one after the other as
    long as the solution stays the only one: what is written is a minimal puzzle. Which
    it is depends on the order in which clues are tried (--seed), not on the engine.
    Candidates that a puzzle rules out beyond its clues stay ruled out.

    Exits with 3 if a puzzle has no solution or several, with 4 if the time was over;
    such puzzles are told, and not written. With --all and --limit, what was found by
    then is written all the same; 4 says that it is not all, or fewer than the limit.
    """
    from satdoku.cli.converting import Converting  # noqa: PLC0415  as ever
    from satdoku.cli.failures import refuse  # noqa: PLC0415
    from satdoku.cli.minimizing import Minimizing  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.shield import Shield  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415
    from satdoku.cli.usual_format import usual_format  # noqa: PLC0415
    from satdoku.errors import LimitError, UsageError  # noqa: PLC0415
    from satdoku.reasons.minimizing import Minimizer  # noqa: PLC0415

    wanted = usual_format(output) if to is None else to
    converting = Converting(wanted, output, to_symbols, state=False, lossy=lossy)
    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
    tally = Tally()
    work = Minimizing(
        Minimizer(engine, encoding, max_clauses),
        tally,
        seed=seed,
        smallest=smallest,
        every=every or limit is not None,
        limit=limit,
        timeout=timeout,
        quiet=quiet,
    )
    explain = _explainer(engine, encoding, max_clauses) if verbose else None

    def leave_out(error: SatdokuError, entry: Entry | None) -> None:
        tally.refuse(error, entry)
        refuse(error, "" if entry is None else where(entry))

    with (
        Output(
            output,
            force=force,
            inputs=files,
            keep=True,
            kept="the puzzles so far are",
        ) as target,
        tally,
        Progress(
            wanted=not quiet,
            shared=target.is_terminal,
            unit="puzzle",
            part=reading.part,
        ) as progress,
        Shield() as shield,
        converting.to(target, shield),
    ):
        for entry in tally.readable(
            reading.entries(files), leave_out, progress, strict=strict
        ):
            if explain is not None:
                explain(entry)
            try:
                for grid in work.minimal(entry):
                    progress.answer()
                    with shield:
                        extras = replace(entry.extras, state=None)
                        converting.write(replace(entry, grid=grid, extras=extras))
            except (LimitError, UsageError) as error:
                leave_out(error, entry)
    if not quiet:
        converting.conclude()
        work.conclude()
    return tally.code


def _explainer(
    engine: str, encoding: str | None, max_clauses: int
) -> Callable[[Entry], None]:
    """Return what tells how a puzzle is understood, and what it is asked of."""
    from satdoku.checking import plan  # noqa: PLC0415  seldom asked for
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415  as above

    verbose = Verbose()

    def explain(entry: Entry) -> None:
        verbose.read(entry)
        name, recipe, _, because = plan(
            entry.grid.geometry, engine, encoding, max_clauses
        )
        verbose.searched(entry, name, recipe.name, simplified=False, because=because)

    return explain
