"""`satdoku study`."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    FilePath,
    Name,
    Names,
    Seconds,
    WholeNumber,
    quiet_option,
)
from satdoku.cli.output import Output, Signals
from satdoku.cli.progress import Progress
from satdoku.cli.reading import Reader
from satdoku.errors import InputError, counted, printable
from satdoku.study.plan import (
    ASKS,
    Plan,
    PuzzleSet,
    make_part,
    presets,
    read_plan,
    restricted,
)
from satdoku.study.studies import Study, require_extra, write_report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.formats import PuzzleRecord
    from satdoku.study.plan import Task

_ENGINES = ("auto", "dpll", "cadical153", "bitmask", "elimination", "backtracking")
_LEVELS = ("easy", "medium", "hard", "extreme")


@click.command(cls=Command)
@click.argument("names", metavar="[FILE]...", nargs=-1, type=FilePath())
@click.option(
    "--engines",
    type=Names("NAME,...", "satdoku.engines.registry:engines", "auto"),
    help="ENGINE[:OPTION][/ENCODING], such as bitmask, dpll:first, "
    f"cadical153/triad ({', '.join(_ENGINES)}).",
)
@click.option(
    "--encodings",
    type=Names("NAME,...", "satdoku.cnf.recipe:encodings", files=True),
    help="Measure each engine that takes formulas with each of these.",
)
@click.option("--repeat", type=WholeNumber(), help="Measure each N times (1).")
@click.option("--timeout", type=Seconds(), help="Stop a run after this time (60).")
@click.option(
    "--ask",
    type=click.Choice(ASKS),
    metavar="WHAT",
    help=f"What to find: {' or '.join(ASKS)} (first).",
)
@click.option(
    "-n", "number", type=WholeNumber(), help="Measure the first N puzzles of each file."
)
@click.option(
    "--baseline",
    metavar="NAME",
    help="Solver, or encoding, that others are compared with.",
)
@click.option("--workers", type=WholeNumber(), help="Run N at a time (1).")
@click.option(
    "--preset",
    type=Name("NAME|FILE", "satdoku.study.plan:presets", files=True),
    help=f"Run a study that is laid out: {', '.join(presets())}, or a TOML file.",
)
@click.option("--parts", type=Names("KEY,...", tuple), help="Parts of the preset.")
@click.option("--sets", type=FilePath("folder"), help="Folder with published sets.")
@click.option(
    "--to",
    type=click.Choice(("markdown", "latex")),
    default="markdown",
    metavar="KIND",
    help="Write the report as markdown or latex (markdown).",
)
@click.option(
    "-o",
    "--output",
    type=FilePath("folder"),
    help="Keep runs, report and figures in this folder; go on with those in it.",
)
@quiet_option
def study(
    *,
    names: tuple[str, ...],
    engines: tuple[str, ...] | None,
    encodings: tuple[str, ...] | None,
    repeat: int | None,
    timeout: float | None,
    ask: str | None,
    number: int | None,
    baseline: str | None,
    workers: int | None,
    preset: str | None,
    parts: tuple[str, ...] | None,
    sets: str | None,
    to: str,
    output: str | None,
    quiet: bool,
) -> int:
    """Measure solvers side by side: each on every puzzle, in a separate process.

    Each file is a set of puzzles. The report goes to standard output; with -o a folder
    gets runs.csv, the report and figures. Every solution is checked. Runs that are in
    runs.csv are not repeated: after Ctrl-C the same command goes on, and with more
    engines or puzzles it adds to the study.

    \b
    Examples:
      satdoku study puzzles.sdm -n 5                            # side by side
      satdoku study hard.txt --engines cadical153 --encodings minimal,triad
      satdoku study easy.txt hard.txt --repeat 3 -o study       # all in a folder
      satdoku study --preset encodings --parts 9-propagation -o encodings
    """
    if output == "-":
        raise click.UsageError("a study is a folder of files; name one with -o")
    require_extra()
    settings = {"ask": ask, "repeat": repeat, "timeout": timeout}
    if preset is None:
        _exclude("go with --preset alone", parts=parts, sets=sets)
        part = make_part(
            _sets(Reader(names).entries(), number),
            engines or _ENGINES,
            encodings or (),
            baseline,
            **{name: value for name, value in settings.items() if value is not None},
        )
        for solver in part.solvers:
            solver.check()
        plan = Plan("", (part,), workers or 1)
    else:
        own = {"engines": engines, "encodings": encodings, "ask": ask}
        _exclude("are those of --preset", **own, baseline=baseline, files=names or None)
        plan = restricted(read_plan(preset, sets, parts), number, repeat, timeout)
        plan = plan._replace(workers=workers or plan.workers)
    with Study(plan, output) as made:
        try:
            _measure(made, quiet=quiet)
        except KeyboardInterrupt:
            _stopped(made, output, to)
            raise
        if output is None:
            _print(made, to)
        else:
            _write(made, output, to, quiet=quiet)
    return exits.DONE


def _exclude(why: str, **options: object) -> None:
    """Refuse options.

    Raises:
        click.UsageError: One is given.
    """
    for name, value in options.items():
        if value is not None:
            raise click.UsageError(f"{'' if name == 'files' else '--'}{name} {why}")


def _sets(
    records: Iterable[PuzzleRecord | InputError], first: int | None = None
) -> list[PuzzleSet]:
    """Return the puzzles of files, a set a file.

    The difficulty of a puzzle is the level that its file says, or the file's name where
    that is a level.  Files of the same name get a number.

    Args:
        records: The puzzles, file by file.
        first: How many of each file to take; None for all.

    Raises:
        InputError: A puzzle cannot be read: a set is measured as a whole.
    """
    names: dict[str, str] = {}
    pairs: dict[str, list[tuple[Any, str]]] = {}
    for record in records:
        if isinstance(record, InputError):
            raise record
        source = record.source
        if source not in names:
            stem = printable(PurePath(source.strip("<>")).name.partition(".")[0], 100)
            same = sum(one.rstrip("-0123456789") == stem for one in names.values())
            names[source] = stem + (f"-{same + 1}" if same else "")
            pairs[source] = []
        if first is None or len(pairs[source]) < first:
            name = names[source]
            level = dict(record.metadata.details).get("level", "")
            level = level or (name if name in _LEVELS else "")
            pairs[source].append((record.puzzle, printable(level)))
    sets: list[PuzzleSet] = []
    for source, chosen in pairs.items():
        puzzles, levels = zip(*chosen, strict=True)
        about = f"from {'/'.join(PurePath(source).parts[-2:])}"
        sets.append(PuzzleSet(names[source], puzzles, levels, about))
    return sets


def _measure(made: Study, *, quiet: bool) -> None:
    """Make the runs that are not there yet."""
    total = len(made.missing)
    done = 0

    def begun(task: Task) -> None:
        row = task.row
        progress.step(f"{row['solver']} on {row['set']} {row['number'] or ''}".rstrip())

    part = lambda: done / total if total else None  # noqa: E731  short
    with (
        Progress(enabled=not quiet, unit="run", part=part) as progress,
        Signals() as signals,
        closing(made.measure(begun)) as rows,
    ):
        for done, row in enumerate(rows, 1):
            with signals.held():
                made.append(row)
            progress.tick(done)


def _stopped(made: Study, output: str | None, to: str) -> None:
    """Say what there is after Ctrl-C; without a folder, print it."""
    runs = counted(len(made.rows), "run")
    if output is not None:
        folder = printable(output, 200)
        say(f"satdoku: stopped; {runs} so far in {folder}; the same command goes on")
    elif made.rows:
        _print(made, to)


def _write(made: Study, output: str, to: str, *, quiet: bool) -> None:
    """Write the report to the folder, and say so."""
    with Progress(enabled=not quiet) as progress, Signals():
        write_report(made, to, progress.step)
    if not quiet:
        ways = Counter(row["ended"] for row in made.rows)
        names = {"timeout": "cut off", "memory": "out of memory"}
        every = [f"{many:,} {names.get(way, way)}" for way, many in ways.items()]
        runs, folder = counted(len(made.rows), "run"), printable(output, 200)
        say(f"{runs}: {', '.join(every)}; everything is in {folder}")


def _print(made: Study, to: str) -> None:
    """Print the report."""
    from satdoku.study.report import report  # noqa: PLC0415  pandas is slow

    with Output(None) as target:
        target.write(report(made.about, made.plan, made.frame(), to))
