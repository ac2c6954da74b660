"""`satdoku convert`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.reading_options import ReadAs
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku convert puzzle.txt --to sadman -o puzzle.sdk", "for another program"),
    ("satdoku convert *.sdk --to line > puzzles.sdm", "many files as one"),
    ("satdoku convert puzzles.csv -o puzzles.npy", "told by the ending"),
    ("satdoku convert puzzles.sdm --number 7 --to grid", "one of many"),
    ("satdoku convert game.json --state --to rows", "with what was placed so far"),
    ("satdoku convert messy.txt --repair --to rows", "mended"),
)


def _formats() -> Iterable[str]:
    from satdoku.formats.registry import written_names  # noqa: PLC0415  for help

    return written_names()


@click.command(cls=Command, examples=_EXAMPLES, short_help="Write in another format.")
@options.files_argument
@options.format_option(
    values=_formats,
    help="The format to write, if the ending of -o does not tell it: {values}.",
)
@options.to_symbols_option
@click.option(
    "--number",
    metavar="N|N-M|...",
    help="Which puzzles of all that are read, from 1: a number, a range, or several "
    "with commas between.",
)
@click.option(
    "--state",
    is_flag=True,
    help="Write how far somebody has come as the puzzle, where the source tells that.",
)
@click.option(
    "--lossy",
    is_flag=True,
    help="Write puzzles that become others, because the format keeps no candidates or "
    "no boxes.",
)
@options.file_output_options
@options.reading_options
@options.strict_option
@options.quiet_option
@options.verbose_option
def command(
    *,
    files: tuple[str, ...],
    to: str | None,
    to_symbols: str | None,
    number: str | None,
    state: bool,
    lossy: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Write puzzles in another format.

    Any number of puzzles, of any formats, become one stream or file. What the format
    does not keep (names, say) is left out, and told once; `satdoku formats` says what
    each keeps. A puzzle that would become another one is not written, unless --lossy
    says so: if it rules candidates out beyond its clues, or its boxes are not the
    usual ones of its size, and the format keeps no such thing.

    Exits with 2 if a puzzle could not be read or written; the others are.
    """
    from satdoku.cli.converting import Converting, numbers_of  # noqa: PLC0415  as ever
    from satdoku.cli.failures import refuse  # noqa: PLC0415
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.shield import Shield  # noqa: PLC0415
    from satdoku.cli.sources import Reading, where  # noqa: PLC0415
    from satdoku.cli.tally import Tally  # noqa: PLC0415
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415
    from satdoku.errors import InputError, UsageError  # noqa: PLC0415

    wanted = numbers_of(number)
    converting = Converting(to, output, to_symbols, state=state, lossy=lossy)
    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
    tally = Tally()
    told = Verbose() if verbose else None

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
        entries = tally.readable(
            wanted.of(reading.entries(files)), leave_out, progress, strict=strict
        )
        for entry in entries:
            if told is not None:
                told.read(entry)
            with shield:
                try:
                    converting.write(entry)
                except (InputError, UsageError) as error:
                    leave_out(error, entry)
                tally.done()
        wanted.look_at()
    if not quiet:
        converting.conclude()
        if not tally.is_single:
            tally.conclude([(converting.written, "written")])
    return tally.code
