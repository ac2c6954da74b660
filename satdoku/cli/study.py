"""`satdoku study`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command
from satdoku.cli.study_given import ENGINES, GIVE_UP, TIMEOUT, Given
from satdoku.cli.values import Listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cli.reading_options import ReadAs

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku study puzzles.sdm --first 5", "a few solvers side by side"),
    (
        "satdoku study easy.txt hard.txt --engines auto,bitmask --repeat 3 -o study",
        "a folder with all that was measured",
    ),
    (
        "satdoku study puzzles.sdm --engines dpll,lingeling --encodings minimal,triad",
        "engines on encodings",
    ),
    ("satdoku study puzzles.sdm --whole --engines auto,lanes", "whole files in one go"),
)


def _engines() -> Iterable[str]:
    from satdoku.engines.registry import engines  # noqa: PLC0415  for completion

    return ("auto", *(engine.name for engine in engines()))


def _encodings() -> Iterable[str]:
    from satdoku.cnf.recipe import encodings  # noqa: PLC0415  for completion

    return (recipe.name for recipe in encodings())


def _presets() -> Iterable[str]:
    from satdoku.cli.study_parts import presets  # noqa: PLC0415  for help

    return presets()


def _asks() -> Iterable[str]:
    from satdoku.study.part import Ask  # noqa: PLC0415  for help

    return Ask


@click.command(
    cls=Command, examples=_EXAMPLES, short_help="Measure solvers side by side."
)
@options.files_argument
@click.option(
    "--engines",
    cls=Listed,
    values=_engines,
    metavar="NAME,...",
    help="Who is measured: ENGINE[:OPTION][/ENCODING], such as bitmask, "
    "backtracking:blocks (an order), dpll:jeroslow-wang (a decision rule), "
    "elimination:naked-single (its techniques, joined by +, or none) or "
    f"cadical153/triad. `satdoku engines` lists engines. [default: {ENGINES}]",
)
@click.option(
    "--encodings",
    cls=Listed,
    values=_encodings,
    files=True,
    metavar="NAME,...",
    help="Measure each engine that takes formulas on each of these, but for those "
    "whose encoding --engines names.",
)
@click.option(
    "--repeat",
    metavar="N",
    type=options.COUNT,
    help="How often each is measured; the median counts. [default: 1]",
)
@options.timeout_option(
    f"Cut a run off after that time, and go on with the next. [default: {TIMEOUT:.0f}]"
)
@click.option(
    "--ask",
    cls=Listed,
    values=_asks,
    metavar="WHAT",
    help="What is asked of a puzzle, a first solution, or whether it is the only one "
    "as well: {values}. [default: first]",
)
@click.option(
    "--whole",
    is_flag=True,
    help="A run is a whole file, its puzzles answered in turn by what was loaded once; "
    "--timeout is for all of it.",
)
@click.option(
    "--give-up",
    metavar="N",
    type=options.COUNT,
    help="After so many runs of a set that were cut off, spare a solver the rest of "
    f"it. [default: {GIVE_UP}]",
)
@click.option(
    "--first",
    metavar="N",
    type=options.COUNT,
    help="Take only the first N puzzles of each file.",
)
@click.option(
    "--baseline",
    metavar="NAME",
    help="Whom the others are compared with. [default: auto, or else the first]",
)
@click.option(
    "--workers",
    metavar="N",
    type=options.COUNT,
    help="Run so many at a time; they slow each other down, so that times tell less. "
    "[default: 1; 2 for --preset encodings, which tells CPU times]",
)
@click.option(
    "--preset",
    cls=Listed,
    values=_presets,
    metavar="NAME",
    help="A study that is laid out: {values}. reports has its own puzzles and solvers, "
    "and takes --first, --repeat, --timeout, --workers and --sets; encodings measures "
    "formulas, on made puzzles of several sizes or on files, and takes --sizes, "
    "--engines, --encodings, --repeat, --timeout and --workers.",
)
@click.option(
    "--sizes",
    metavar="N,...",
    help="With --preset encodings, the sizes of puzzles that are made, up to 225; "
    "files come besides. [default: 9,16,25,36; none if files are given]",
)
@click.option(
    "--sets",
    metavar="DIR",
    callback=options.look_at_names,
    shell_complete=options.complete_folders,
    help="Where published sets of puzzles are that a preset asks for; without it, "
    "puzzles that come with satdoku stand in.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    callback=options.look_at_names,
    shell_complete=options.complete_folders,
    help="The folder to write, new or empty.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the study that was begun in -o DIR; without puzzles, with the "
    "puzzles and options of then.",
)
@click.option(
    "--figures/--no-figures",
    default=None,
    help="Whether to draw figures. [default: where matplotlib is installed]",
)
@options.reading_options
@options.quiet_option
def command(
    *,
    files: tuple[str, ...],
    engines: str | None,
    encodings: str | None,
    repeat: int | None,
    timeout: float | None,
    ask: str | None,
    whole: bool,
    give_up: int | None,
    first: int | None,
    baseline: str | None,
    workers: int | None,
    preset: str | None,
    sets: str | None,
    sizes: str | None,
    output: str | None,
    resume: bool,
    figures: bool | None,
    read_as: ReadAs,
    quiet: bool,
) -> int:
    """Measure solvers side by side: each on every puzzle, in a process of its own.

    A file is a set. Tables of what was measured go to standard output; with -o DIR all
    goes to a folder:

    runs.csv: a row a run, written as it ends: time, CPU time, memory, and what the
    engine counted; runs.parquet, the same, where pyarrow is installed. --preset
    encodings writes encodings.csv and encodings.parquet instead.

    study.json: the machine, the versions, the settings, and the sums.

    report.md and figures: what the study says; summary.md: --preset reports in
    short.

    What is measured is the time from the puzzle to the answer, in a fresh process that
    has loaded satdoku; every solution is held against the rules. A run that takes too
    long is cut off, and counts with its limit. At Ctrl-C all runs that have ended are
    kept; --resume goes on from there, on the same machine.

    Exits with 0 if the study was carried out, also where runs were cut off.
    """
    from satdoku.cli.studying import study  # noqa: PLC0415  help needs it not

    given = Given(
        files=files,
        engines=engines,
        encodings=encodings,
        repeat=repeat,
        timeout=timeout,
        ask=ask,
        whole=whole,
        give_up=give_up,
        first=first,
        baseline=baseline,
        workers=workers,
        preset=preset,
        sets=sets,
        sizes=sizes,
        output=output,
        resume=resume,
        figures=figures,
        quiet=quiet,
    )
    return study(given, read_as)
