"""What `satdoku profile` writes: JSON, speedscope, remarks; and where it may write."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from satdoku.cli.remarks import say

if TYPE_CHECKING:
    from satdoku.cli.reading_options import ReadAs
    from satdoku.formats import Entry
    from satdoku.profiling import Profile

__all__ = ["is_read_again", "json_text", "look_at_files", "remark", "speedscope_text"]


def is_read_again(file: str, read_as: ReadAs) -> bool:
    """Whether a puzzle can be read as often as one likes, without a word or a trace.

    What comes through a pipe cannot, and what is mended is told, or written, each time.
    """
    mends = read_as.repair or read_as.fixed is not None
    return not mends and file != "-" and os.path.isfile(file)  # noqa: PTH113  pathlib takes 10 ms to import


def look_at_files(output: str | None, speedscope: str | None, *, as_json: bool) -> None:
    """Refuse files that would be mixed up.

    Raises:
        UsageError: They would.
    """
    if speedscope is None:
        return
    if speedscope == "-" and (output == "-" or (as_json and output is None)):
        raise click.UsageError(
            "the profile and --speedscope - would be mixed up on standard output; "
            "-o FILE takes the profile"
        )
    if output not in (None, "-") and speedscope != "-":
        places = {os.path.realpath(str(name)) for name in (output, speedscope)}  # noqa: PTH118, RUF100  as above
        if len(places) == 1:
            raise click.UsageError("the profile and --speedscope need each a file")


def json_text(entry: Entry, profile: Profile) -> str:
    """Tell a profile in one object, on a line."""
    from satdoku.cli.json_printer import encode, place  # noqa: PLC0415  slow

    told: dict[str, object] = {
        **place(entry),
        "status": str(profile.status),
        "solutions": profile.solutions,
        "certain": profile.certain,
        "engine": profile.engine,
        "encoding": profile.encoding,
        "simplified": profile.simplified,
        "because": profile.because,
        "variables": profile.variables if profile.clauses else None,
        "clauses": profile.clauses or None,
        "statistics": dict(profile.counters),
        "runs_s": list(profile.runs),
        "total_s": profile.seconds,
        "stages": [
            {
                "stage": stage.name,
                "engine": stage.engine or None,
                "about": stage.about,
                "time_s": stage.seconds,
                "share": profile.share(stage),
                "calls": stage.calls,
                "each_s": stage.seconds / stage.calls if stage.calls else None,
            }
            for stage in profile.stages
        ],
        "functions": [
            {
                "function": one.name,
                "own_s": one.seconds,
                "share": one.share,
                "calls": one.calls,
            }
            for one in profile.functions
        ],
    }
    return encode(told) + "\n"


def speedscope_text(profile: Profile) -> str:
    """Tell the stages as speedscope reads them."""
    from json import dumps  # noqa: PLC0415  slow

    return dumps(profile.speedscope(), separators=(",", ":")) + "\n"


def remark(profile: Profile, *, is_read: bool) -> None:
    """Say what the profile alone does not."""
    if not is_read:
        say("Reading is not measured: a pipe is read once, and what is mended, too.")
    if not profile.certain:
        say("The time was over before the answer was certain.")
