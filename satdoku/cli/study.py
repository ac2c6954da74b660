"""`satdoku study`."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    Count,
    FilePath,
    Seconds,
    quiet_option,
    reads_puzzles,
)
from satdoku.cli.output import Output, Signals
from satdoku.cli.progress import Progress
from satdoku.cli.reading import Reader
from satdoku.errors import InputError, UsageError, counted, printable
from satdoku.runtime.processes import cores
from satdoku.study.plan import (
    ASKS,
    Part,
    PuzzleSet,
    presets,
    read_preset,
)
from satdoku.study.runner import conduct
from satdoku.study.studies import STUDY, Store, Study, needs_extra, read_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satdoku.formats import PuzzleRecord
    from satdoku.study.plan import Preset
    from satdoku.study.runner import Task

_ENGINES = "auto,dpll,cadical153,bitmask,constraint,elimination,backtracking"
_MEASURED = ("repeat", "timeout", "baseline", "ask")
_GIVE_UP = 3
_ASKS = f"What to find: {' or '.join(ASKS)}"
_LEVELS = ("easy", "medium", "hard", "extreme")


@click.command(cls=Command)
@reads_puzzles
@click.option(
    "--engines",
    metavar="NAME,...",
    help="ENGINE[:OPTION][/ENCODING], such as bitmask, dpll:first, "
    f"cadical153/triad ({_ENGINES.replace(',', ', ')}).",
)
@click.option(
    "--encodings",
    metavar="NAME,...",
    help="Measure each engine that takes formulas with each of these.",
)
@click.option("--repeat", type=Count(), help="Measure each N times (1).")
@click.option("--timeout", type=Seconds(), help="Stop a run after this time (60).")
@click.option(
    "--ask", type=click.Choice(ASKS), metavar="WHAT", help=f"{_ASKS} (first)."
)
@click.option(
    "-n", "number", type=Count(), help="Measure the first N puzzles of each file."
)
@click.option("--baseline", metavar="NAME", help="Baseline solver.")
@click.option("--workers", type=Count(), help="Run N at a time (1).")
@click.option(
    "--preset",
    metavar="NAME|FILE",
    help=f"Run a preset study: {', '.join(presets())}, or a TOML file.",
)
@click.option(
    "--sizes",
    metavar="N,...",
    help="Sizes of the generated puzzles, with --preset encodings (9,16,25,36).",
)
@click.option("--sets", type=FilePath("folder"), help="Folder with published sets.")
@click.option(
    "-o",
    "--output",
    type=FilePath("folder"),
    help="Write to a folder, new or empty.",
)
@click.option("--resume", is_flag=True, help="Continue the study in -o.")
@click.option(
    "--figures/--no-figures",
    default=None,
    help="Draw figures (default with -o), or do not.",
)
@quiet_option
def study(
    *,
    reader: Reader,
    engines: str | None,
    encodings: str | None,
    repeat: int | None,
    timeout: float | None,
    ask: str | None,
    number: int | None,
    baseline: str | None,
    workers: int | None,
    preset: str | None,
    sizes: str | None,
    sets: str | None,
    output: str | None,
    resume: bool,
    figures: bool | None,
    quiet: bool,
) -> int:
    """Measure solvers side by side: each on every puzzle, in a separate process.

    Each file is a set of puzzles. Tables of the results go to standard output; with -o
    everything goes to a folder: runs.csv, study.json, report.md and figures. It
    measures the time from the puzzle to the answer, in a fresh process that has loaded
    satdoku, and checks every solution against the rules. Ctrl-C keeps all finished
    runs, and --resume continues from there.

    \b
    Examples:
      satdoku study puzzles.sdm -n 5                            # side by side
      satdoku study easy.txt hard.txt --repeat 3 -o study       # all in a folder
      satdoku study --preset encodings --sizes 9,16             # encodings
    """
    for name, value in (("resume", resume), ("figures", figures)):
        if output is None and value:
            raise click.UsageError(f"--{name} needs a folder: -o DIR")
    if output == "-":
        raise click.UsageError("a study is a folder of files; name one with -o")
    needs_extra()
    if preset is not None and preset.endswith(".toml"):
        preset = str(Path(preset).absolute())
    given = {
        "engines": engines,
        "encodings": encodings,
        "repeat": repeat,
        "timeout": timeout,
        "ask": ask,
        "number": number,
        "baseline": baseline,
        "workers": workers,
        "preset": preset,
        "sizes": sizes,
        "sets": None if sets is None else str(Path(sets).absolute()),
    }
    named = reader.files if reader.named or (preset is None and not resume) else ()
    arguments: dict[str, Any] = {
        "files": [
            name if name == "-" else str(Path(name).absolute()) for name in named
        ],
        "options": {name: value for name, value in given.items() if value is not None},
        "reading": reader.arguments,
    }
    files: Sequence[str] = named
    if resume and not reader.named and preset is None:
        arguments = _stored(str(output), arguments)
        files = arguments["files"]
    plan = _planned(files, arguments["options"], Reader(files, **arguments["reading"]))
    if output is None:
        _print(plan, quiet=quiet)
        return exits.DONE
    about = plan.describe() | {"arguments": arguments}
    with Store(output, about, plan.table, resume=resume) as store, Signals():
        _write(plan, store, about, figures=figures, quiet=quiet)
    return exits.DONE


def _stored(folder: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that a study was begun with, changed by those given now.

    Raises:
        UsageError: The folder holds no study.
        InputError: Its `study.json` cannot be read.
    """
    file = Path(folder) / STUDY
    if not file.is_file():
        raise UsageError(
            f"{printable(folder, 200)} holds no study to continue; expected a folder "
            f"with a {STUDY}, or files or --preset to begin one"
        )
    try:
        stored = read_study(folder)["arguments"]
        return {
            "files": list(map(str, stored["files"])),
            "options": stored["options"] | arguments["options"],
            "reading": arguments["reading"] or dict(stored["reading"]),
        }
    except (TypeError, KeyError):
        raise InputError("not the arguments of a study", source=str(file)) from None


def _planned(files: Sequence[str], options: dict[str, Any], reader: Reader) -> Study:
    """Return the study that options ask for; all mistakes are found here.

    Raises:
        click.UsageError: Options do not go together.
        UsageError: There is no such engine, encoding, option or preset, or an engine
            is not installed.
        InputError: Puzzles cannot be read.
    """
    name = options.get("preset")
    preset = None if name is None else read_preset(name, options.get("sets"))
    workers = options.get("workers", 1)
    if preset is not None and preset.encodings is not None:
        return _encoding_study(files, options, reader, preset)
    if "sizes" in options:
        raise click.UsageError("--sizes is for --preset encodings")
    if preset is None:
        return Study((_part(options, reader),), None, workers)
    if files:
        raise click.UsageError(
            f"--preset {printable(preset.name)} has its own puzzles; name either "
            "files or a preset"
        )
    _refuse(options, ("engines", "encodings", "baseline", "ask"), preset)
    moved = {key: options[key] for key in ("repeat", "timeout") if key in options}
    first = options.get("number")
    parts = [
        part.changed(
            sets=tuple(each.first(first) if first else each for each in part.sets),
            **moved,
        )
        for part in preset.parts
    ]
    return Study(tuple(parts), preset, workers)


def _refuse(options: dict[str, Any], names: Iterable[str], preset: Preset) -> None:
    """Refuse options that a preset settles."""
    for name in names:
        if name in options:
            option = "-n" if name == "number" else f"--{name}"
            shown = printable(preset.name)
            raise click.UsageError(f"{option} and --preset {shown} exclude each other")


def _part(options: dict[str, Any], reader: Reader) -> Part:
    if "sets" in options:
        raise click.UsageError("--sets is for presets; name one with --preset")
    settings = {name: options[name] for name in _MEASURED if name in options}
    return Part.of(
        _sets(reader.entries(), options.get("number")),
        _listed(options, "engines") or _ENGINES.split(","),
        _listed(options, "encodings") or (),
        give_up=_GIVE_UP,
        **settings,
    )


def _encoding_study(
    files: Sequence[str], options: dict[str, Any], reader: Reader, preset: Preset
) -> Study:
    from satdoku.study.encodings import EncodingPlan  # noqa: PLC0415  for it alone

    _refuse(options, ("number", "baseline", "sets", "ask"), preset)
    settings = dict(preset.encodings or {})
    sizes = () if files else tuple(grid["size"] for grid in settings["grid"])
    if listed := _listed(options, "sizes"):
        try:
            sizes = tuple(Count().convert(each, None, None) for each in listed)
        except click.BadParameter as error:
            raise click.BadParameter(error.message, param_hint="--sizes") from None
    plan = EncodingPlan(
        settings,
        sizes,
        _listed(options, "engines"),
        _listed(options, "encodings"),
        options.get("repeat"),
        options.get("timeout", settings["timeout"]),
        _sets(reader.entries()) if files else (),
    )
    usual = min(settings.get("workers", 1), cores())
    return Study(plan, preset, options.get("workers", usual))


def _listed(options: dict[str, Any], name: str) -> tuple[str, ...] | None:
    """Return the names that an option lists; None where it is not given."""
    text = options.get(name)
    if text is None:
        return None
    names = tuple(each.strip() for each in text.split(","))
    if not all(names):
        raise click.UsageError(f"--{name} {printable(text)!r} has an empty name")
    return names


def _sets(
    entries: Iterable[PuzzleRecord | InputError], first: int | None = None
) -> tuple[PuzzleSet, ...]:
    """Return the puzzles of files, a set a file.

    The difficulty of a puzzle is the level that its file says, or the file's name where
    that is a level.  Files of the same name get a number.

    Args:
        entries: The puzzles, file by file.
        first: How many of each file to take; None for all.

    Raises:
        InputError: A puzzle cannot be read: a set is measured as a whole.
    """
    found: dict[str, list[tuple[Any, str]]] = {}
    sources: dict[str, PurePath] = {}
    name = ""
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        if entry.number == 1:
            path = PurePath(entry.source.strip("<>"))
            path = path.with_suffix("") if path.suffix == ".gz" else path
            same = sum(path.stem == other.stem for other in sources.values())
            name = printable(path.stem, 100) + (f"-{same + 1}" if same else "")
            found[name], sources[name] = [], path
        if first is None or len(found[name]) < first:
            level = dict(entry.metadata.details).get("level", "")
            level = level or (name if name in _LEVELS else "")
            found[name].append((entry.puzzle, printable(level)))
    stems = Counter(path.stem for path in sources.values())
    sets: list[PuzzleSet] = []
    for (name, pairs), path in zip(found.items(), sources.values(), strict=True):
        about = f"from {'/'.join(path.parts[-2:])}" if stems[path.stem] > 1 else ""
        puzzles, levels = zip(*pairs, strict=True)
        sets.append(PuzzleSet(name, puzzles, levels, about))
    return tuple(sets)


def _print(plan: Study, *, quiet: bool) -> None:
    """Print the tables; at Ctrl-C those of the runs so far."""
    rows: list[dict[str, Any]] = []
    with Output(None) as target, Signals():
        try:
            _measure(plan, rows, rows.append, quiet=quiet, shared=target.is_terminal)
        finally:
            if rows:
                target.write(plan.text(rows))


def _write(
    plan: Study,
    store: Store,
    about: dict[str, Any],
    *,
    figures: bool | None,
    quiet: bool,
) -> None:
    """Write the rows of a study to its folder, and what they say."""
    folder = printable(str(store.path), 200)
    try:
        _measure(plan, store.rows, store.append, quiet=quiet)
        with Progress(wanted=not quiet) as progress, Signals() as signals:
            # Python loses an exception that comes while it tidies up behind a figure:
            # Ctrl-C waits until a figure is written.
            plan.finish(
                store,
                about,
                figures=figures is not False,
                step=progress.step,
                guard=signals.held,
            )
    except KeyboardInterrupt:
        runs = counted(len(store.rows), "run")
        say(f"satdoku: stopped; {runs} so far in {folder}; --resume continues there")
        raise
    if not quiet:
        ended = Counter(row["ended"] for row in store.rows)
        names = {"timeout": "cut off", "memory": "out of memory"}
        ways = [f"{many:,} {names.get(way, way)}" for way, many in ended.items()]
        runs = counted(len(store.rows), "run")
        say(f"{runs}: {', '.join(ways)}; everything is in {folder}")


def _measure(
    plan: Study,
    rows: Sequence[dict[str, Any]],
    append: Callable[[dict[str, Any]], None],
    *,
    quiet: bool,
    shared: bool = False,
) -> None:
    """Make the runs that are not there yet."""
    table, known = plan.table, {plan.table.key_of(row) for row in rows}
    tasks = [task for task in plan.tasks() if table.key_of(task.row) not in known]
    done = 0

    def begun(task: Task) -> None:
        row = task.row
        solver = row.get("solver") or f"{row['engine']}/{row['encoding']}"
        progress.step(f"{solver} on {row['set']} {row['number'] or ''}".rstrip())

    found = conduct(tasks, table, list(rows), workers=plan.workers, begun=begun)
    part = lambda: done / len(tasks)  # noqa: E731  short
    with (
        Progress(wanted=not quiet, shared=shared, unit="run", part=part) as progress,
        Signals() as signals,
        closing(found),
    ):
        for done, row in enumerate(found, 1):
            with signals.held():
                append(row)
            progress.tick(done)
