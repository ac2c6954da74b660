"""`satdoku convert`."""

from __future__ import annotations

from dataclasses import replace
from os.path import splitext
from typing import TYPE_CHECKING

import click

from satdoku.cli.options import (
    Command,
    reads_puzzles,
    repair_option,
    reports,
    to_format_option,
    to_symbols_option,
)
from satdoku.cli.output import RecordWriter, format_of_ending
from satdoku.errors import InputError, UsageError
from satdoku.formats import PuzzleRecord
from satdoku.formats.registry import written_names
from satdoku.solving.results import Status

if TYPE_CHECKING:
    from satdoku.cli.run import Run

_LONGEST = 10
"""Seconds that the solution of a puzzle for SudokuPad may take."""


@click.command(cls=Command)
@reads_puzzles
@reports
@repair_option
@to_format_option()
@to_symbols_option
@click.option(
    "--state", is_flag=True, help="Write the digits placed so far as the puzzle."
)
@click.option(
    "--lossy",
    is_flag=True,
    help="Write puzzles even if the format loses their candidates or boxes.",
)
def convert(
    run: Run,
    *,
    to: str | None,
    to_symbols: str | None,
    state: bool,
    lossy: bool,
) -> int:
    """Write puzzles in another format.

    Reports once what the format does not keep, such as names; `satdoku list formats`
    shows what each format keeps. Refuses to lose candidates or boxes, unless --lossy is
    given. For SudokuPad, which checks answers by the solution, a puzzle is solved if
    that takes less than 10 seconds.

    \b
    Examples:
      satdoku convert puzzle.txt --to sadman -o puzzle.sdk  # for another program
      satdoku convert puzzles.csv -o puzzles.npy     # format by the ending
      satdoku convert puzzles.sdm --pick 7 --to grid          # one of many
      satdoku convert bad.txt --repair -o fixed.txt  # save the repaired file
      satdoku convert game.json --state --to rows  # digits placed so far
    """
    run.reader.takes_drawings = True
    to = to or format_of_ending(run.output)
    if to is None and run.reader.repair:
        to = _format_of(run.reader.head(1))
    if to is None:
        known = ", ".join(written_names())
        ending = splitext(run.output or "")[1]  # noqa: PTH122  pathlib is slow
        named = ending not in {"", ".txt"}
        what = f"no format has the ending {ending!r}" if named else "no format given"
        raise UsageError(f"{what}; choose one by the ending of -o, or --to: {known}")
    writer = RecordWriter(to, to_symbols, state=state, lossy=lossy)
    head = run.reader.head_of_table() if writer.is_table else None
    with run.writing(content="the puzzles so far") as out, writer.to(out, head):
        for entry in run.puzzles():
            with run.guard(entry):
                writer.write(_solved(entry) if to == "sudokupad" else entry)
    if not run.quiet:
        writer.say_lost()
    run.summary([(writer.written, "written")])
    return run.code


def _format_of(head: list[PuzzleRecord | InputError]) -> str:
    """Return the format that repaired puzzles were read as, or else rows."""
    names = [record.format for record in head if isinstance(record, PuzzleRecord)]
    return names[0] if names and names[0] in written_names() else "rows"


def _solved(entry: PuzzleRecord) -> PuzzleRecord:
    """Return a puzzle with its solution, if it has one alone that is found in time."""
    from satdoku.solving.solver import solve  # noqa: PLC0415  for one format alone

    if entry.metadata.solution is not None or entry.metadata.doubt:
        return entry
    result = solve(entry.puzzle, timeout=_LONGEST)
    if result.status is not Status.UNIQUE:
        return entry
    return replace(entry, metadata=replace(entry.metadata, solution=result.solution))
