"""`satdoku generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command
from satdoku.cli.values import Listed, complete_files

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku generate", "a minimal puzzle"),
    ("satdoku generate --level hard --to grid", "one that is hard to solve by hand"),
    ("satdoku generate --singles-only --clues 30", "an easy one of 30 clues"),
    (
        "satdoku generate -n 100 --symmetry rotational180 -o hundred.sdm",
        "a file of them, their clues placed as in newspapers",
    ),
    ("satdoku generate --seed 7 --hardest naked-pair", "to practise naked pairs"),
    (
        "satdoku generate --size 4 --pattern 'X..X .... .X.. ..XX'",
        "clues in these cells",
    ),
)


def _formats() -> Iterable[str]:
    from satdoku.formats.registry import written_names  # noqa: PLC0415  for help

    return written_names()


def _levels() -> Iterable[str]:
    from satdoku.deduce.technique import Level  # noqa: PLC0415  for help

    return (level.key for level in Level)


def _techniques() -> Iterable[str]:
    from satdoku.deduce.technique import USUAL, Technique  # noqa: PLC0415  for help

    return (technique.key for technique in Technique if technique in USUAL)


def _symmetries() -> Iterable[str]:
    from satdoku.generating.symmetry import Symmetry  # noqa: PLC0415  for help

    return (symmetry.key for symmetry in Symmetry)


def _count_or_none(text: str | int) -> int:
    from satdoku.cli.values import count  # noqa: PLC0415  loaded by now

    return count(text, least=0)


def _workers(text: str) -> str:
    return text if text == "all" else str(options.COUNT(text))


@click.command(cls=Command, examples=_EXAMPLES, short_help="Make new puzzles.")
@click.option(
    "-n",
    "--count",
    "number",
    metavar="N",
    type=options.COUNT,
    default=1,
    show_default=True,
    help="How many.",
)
@click.option(
    "--level",
    cls=Listed,
    values=_levels,
    metavar="LEVEL",
    help="How hard they are, by the scheme of HoDoKu: {values}.",
)
@click.option(
    "--score",
    metavar="A..B",
    help="Their score by that scheme, from A to B; either may be left out.",
)
@click.option(
    "--techniques",
    cls=Listed,
    values=_techniques,
    metavar="NAME,...",
    help="Techniques that the path uses, all of them, such as x-wing; `satdoku "
    "techniques` lists them. It may use harder ones, too, unless --level or --hardest "
    "says otherwise.",
)
@click.option(
    "--hardest",
    cls=Listed,
    values=_techniques,
    metavar="NAME",
    help="What they need, and nothing harder: for practice.",
)
@click.option(
    "--singles-only",
    is_flag=True,
    help="Naked and hidden singles are all they need.",
)
@click.option(
    "--clues",
    metavar="N",
    type=_count_or_none,
    help="How many clues they have; as few as the rest lets, if not given.",
)
@click.option(
    "--symmetry",
    cls=Listed,
    values=_symmetries,
    metavar="NAME",
    default="none",
    show_default=True,
    help="How the clues lie: {values}.",
)
@click.option(
    "--minimal",
    is_flag=True,
    help="No single clue can go, also where --symmetry takes clues together.",
)
@click.option(
    "--pattern",
    metavar="FILE|MASK",
    callback=options.look_at_names,
    shell_complete=complete_files,
    help="The cells of the clues: a character a cell, `.` or `0` for no clue; a puzzle "
    "with its clues there will do.",
)
@click.option(
    "--solution",
    metavar="FILE",
    callback=options.look_at_names,
    shell_complete=complete_files,
    help="The solution they all have.",
)
@click.option(
    "--size",
    metavar="N|ROWSxCOLUMNS",
    help="The size of the grid, or the shape of its boxes, such as 2x3. [default: that "
    "of the pattern or solution, or 9]",
)
@click.option(
    "--seed",
    metavar="N",
    type=_count_or_none,
    help="Make the puzzles from N: the same each time. [default: a random one, told in "
    "the end]",
)
@click.option(
    "--workers",
    metavar="N|all",
    type=_workers,
    default="1",
    show_default=True,
    help="Make so many puzzles at a time, each on a core of its own.",
)
@click.option(
    "--max-attempts",
    metavar="N",
    type=options.COUNT,
    default=2_000,
    show_default=True,
    help="Give up after so many attempts in a row that made none.",
)
@options.timeout_option(
    "Stop after that time, whatever the number of puzzles; what was found is written."
)
@options.format_option(
    values=_formats,
    help="The format to write; if not given: line, unless the ending of -o is that of "
    "others, or grid, where boxes are not the usual ones of the size: {values}.",
)
@options.to_symbols_option
@options.file_output_options
@options.quiet_option
def command(
    *,
    number: int,
    level: str | None,
    score: str | None,
    techniques: str | None,
    hardest: str | None,
    singles_only: bool,
    clues: int | None,
    symmetry: str,
    minimal: bool,
    pattern: str | None,
    solution: str | None,
    size: str | None,
    seed: int | None,
    workers: str,
    max_attempts: int,
    timeout: float | None,
    to: str | None,
    to_symbols: str | None,
    output: str | None,
    force: bool,
    quiet: bool,
) -> int:
    """Make new puzzles, each with exactly one solution, no two of them alike.

    Clues are taken from a random solution as long as it stays the only one. With
    nothing else asked for none of them can go; a level, a pattern or a symmetry may
    leave some that could, unless --minimal says otherwise.

    A seed makes the same puzzles, whatever the number of workers and the machine. It is
    told in the end, where none was given.

    Formats that keep them get the solution, the level and the score, too.

    Exits with 4 if there are no such puzzles, or none was found in --max-attempts, or
    not all in --timeout; those that were found until then are written.
    """
    from contextlib import closing  # noqa: PLC0415  help needs none of these

    from satdoku.cli.converting import Converting  # noqa: PLC0415
    from satdoku.cli.generating import Generating, asked_for, format_for  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.shield import Shield  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415

    wanted = asked_for(
        size=size,
        clues=clues,
        symmetry=symmetry,
        minimal=minimal,
        level=level,
        score=score,
        techniques=techniques,
        hardest=hardest,
        singles_only=singles_only,
        pattern=pattern,
        solution=solution,
    )
    converting = Converting(
        format_for(to, output, wanted.geometry),
        output,
        to_symbols,
        state=False,
        lossy=False,
    )
    if number > 1 and converting.holds_one:
        raise click.UsageError("a file of that format holds one puzzle; leave out -n")
    tally = Tally()
    work = Generating(
        wanted,
        number,
        tally,
        seed=seed,
        workers=workers,
        max_attempts=max_attempts,
        timeout=timeout,
    )
    inputs = [name for name in (pattern, solution) if name is not None]
    with (
        Output(
            output,
            force=force,
            inputs=inputs,
            keep=True,
            kept="the puzzles so far are",
        ) as target,
        tally,
        Progress(
            wanted=not quiet,
            shared=target.is_terminal,
            unit="puzzle",
            part=work.part,
        ) as progress,
        Shield() as shield,
        converting.to(target, shield),
        closing(work.entries(converting.keeps, progress)) as entries,
    ):
        for entry in entries:
            progress.answer()
            with shield:
                converting.write(entry)
                work.written(entry)
    if not quiet:
        converting.conclude()
        work.conclude()
    return tally.code
