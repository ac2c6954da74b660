"""`satdoku study`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.options import (
    COUNT,
    ENCODING,
    ENGINE,
    SECONDS,
    command,
    file_path,
    option,
    reads_puzzles,
)
from satdoku.cli.study_given import ENGINES, GIVE_UP, TIMEOUT, Given, ReadAs
from satdoku.cli.study_parts import presets
from satdoku.cli.studying import carry_out
from satdoku.study.part import Ask

if TYPE_CHECKING:
    from satdoku.cli.run import Run


@command(
    ("satdoku study puzzles.sdm --first 5", "a few solvers side by side"),
    ("satdoku study easy.txt hard.txt --repeat 3 -o study", "a folder with it all"),
    ("satdoku study --preset encodings --sizes 9,16", "formulas, on made puzzles"),
)
@reads_puzzles
@option(
    "--engines",
    type=ENGINE,
    metavar="NAME,...",
    help="ENGINE[:OPTION][/ENCODING], such as bitmask, backtracking:blocks, "
    f"dpll:first, cadical153/triad ({ENGINES}).",
)
@option(
    "--encodings",
    type=ENCODING,
    metavar="NAME,...",
    help="Measure each engine that takes formulas on each of these.",
)
@option("--repeat", type=COUNT, metavar="N", help="How often each is measured (1).")
@option(
    "--timeout",
    type=SECONDS,
    metavar="SECONDS",
    help=f"Cut a run off after that time ({TIMEOUT:.0f}).",
)
@option("--ask", metavar="WHAT", help=f"{' or '.join(Ask)} (first).")
@option("--whole", is_flag=True, help="A run is a whole file.")
@option(
    "--give-up",
    type=COUNT,
    metavar="N",
    help=f"After so many cut-off runs, spare a solver the rest of a set ({GIVE_UP}).",
)
@option("--first", "first_of_each", type=COUNT, metavar="N", help="Of each file.")
@option("--baseline", metavar="NAME", help="The solver that others are compared with.")
@option(
    "--workers", "at_once", type=COUNT, metavar="N", help="Run so many at a time (1)."
)
@option("--preset", metavar="NAME", help=f"A study laid out: {', '.join(presets())}.")
@option("--sizes", metavar="N,...", help="With --preset encodings (9,16,25,36).")
@option("--sets", type=file_path("folder"), help="Where published sets are.")
@option(
    "-o",
    "--output",
    "folder",
    type=file_path("folder"),
    help="The folder to write, new or empty.",
)
@option("--resume", is_flag=True, help="Go on with the study in -o.")
@option("--figures/--no-figures", default=None, help="Whether to draw figures.")
def study(
    run: Run,
    *,
    engines: str | None,
    encodings: str | None,
    repeat: int | None,
    timeout: float | None,
    ask: str | None,
    whole: bool,
    give_up: int | None,
    first_of_each: int | None,
    baseline: str | None,
    at_once: int | None,
    preset: str | None,
    sizes: str | None,
    sets: str | None,
    folder: str | None,
    resume: bool,
    figures: bool | None,
) -> int:
    """Measure solvers side by side: each on every puzzle, in a process of its own.

    A file is a set. Tables of what was measured go to standard output; with -o all goes
    to a folder: runs.csv, study.json, report.md and figures. What is measured is the
    time from the puzzle to the answer, in a fresh process that has loaded satdoku;
    every solution is checked by the rules. At Ctrl-C all runs that have ended are kept,
    and --resume goes on from there.
    """
    given = Given(
        files=run.files,
        engines=engines,
        encodings=encodings,
        repeat=repeat,
        timeout=timeout,
        ask=ask,
        whole=whole,
        give_up=give_up,
        first=first_of_each,
        baseline=baseline,
        workers=at_once,
        preset=preset,
        sets=sets,
        sizes=sizes,
        output=folder,
        resume=resume,
        figures=figures,
        quiet=run.quiet,
    )
    read_as = ReadAs(*(getattr(run.reader, name) for name in ReadAs._fields))
    return carry_out(given, read_as)
