"""`satdoku convert`."""

from __future__ import annotations

from os.path import splitext
from typing import TYPE_CHECKING

from satdoku.cli.options import (
    command,
    flag,
    reads_puzzles,
    writes_formats,
)
from satdoku.cli.output import PuzzleWriter, format_of_ending
from satdoku.errors import UsageError
from satdoku.formats.registry import written_names

if TYPE_CHECKING:
    from satdoku.cli.run import Run


@command(
    ("satdoku convert puzzle.txt --to sadman -o puzzle.sdk", "for another program"),
    ("satdoku convert puzzles.csv -o puzzles.npy", "format from the extension"),
    ("satdoku convert puzzles.sdm --pick 7 --to grid", "one of many"),
    ("satdoku convert game.json --state --to rows", "with the digits placed so far"),
)
@reads_puzzles
@writes_formats
@flag("--state", "Write the digits placed so far as the puzzle.")
@flag("--lossy", "Write puzzles even if the format loses their candidates or boxes.")
def convert(
    run: Run, *, to: str | None, to_symbols: str | None, state: bool, lossy: bool
) -> int:
    """Write puzzles in another format.

    Reports once what the format does not keep, such as names; `satdoku formats` lists
    what each format keeps. Refuses to lose candidates or boxes, unless --lossy is
    given.
    """
    to = to or format_of_ending(run.output)
    if to is None:
        known = ", ".join(written_names())
        ending = splitext(run.output or "")[1]  # noqa: PTH122  pathlib is slow
        named = ending not in {"", ".txt"}
        what = f"no format has the ending {ending!r}" if named else "no format given"
        raise UsageError(f"{what}; choose one by the ending of -o, or --to: {known}")
    writer = PuzzleWriter(to, to_symbols, state=state, lossy=lossy)
    with run.writing(content="the puzzles so far") as output, writer.to(output):
        for entry in run.puzzles():
            with run.guard(entry):
                writer.write(entry)
    if not run.quiet:
        writer.say_lost()
    run.summary([(writer.written, "written")])
    return run.code
