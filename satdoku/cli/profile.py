"""`satdoku profile`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.engine_options import order_for, order_option, techniques_for
from satdoku.cli.group import Command
from satdoku.cli.technique_options import chosen_technique_options
from satdoku.cli.values import complete_files

if TYPE_CHECKING:
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.technique_options import Techniques
    from satdoku.formats import Entry

__all__ = ["MODULES", "command"]

MODULES = (
    "satdoku.cli.main",
    "satdoku.cli.solve",
    "satdoku.cli.bulk_choice",
    "satdoku.cli.output",
    "satdoku.cli.printers",
    "satdoku.cli.progress",
    "satdoku.cli.puzzles",
    "satdoku.cli.run",
    "satdoku.cli.sources",
    "satdoku.solver",
    "satdoku.formats.reading",
    "satdoku.formats.writing",
)
"""What `satdoku solve FILE` loads, with all that these load."""

_FUNCTIONS = 20
_REPEAT = 5

_EXAMPLES = (
    ("satdoku profile puzzle.txt", "where the time of one solve goes"),
    ("satdoku profile --engine dpll --repeat 9 puzzle.txt", "of this engine"),
    ("satdoku profile puzzle.txt --speedscope p.json", "a file for speedscope"),
    ("satdoku profile --functions puzzle.txt", "Python's functions as well"),
    ("satdoku profile --number 2 --json puzzles.sdm", "the second of many, as JSON"),
)


@click.command(
    cls=Command, examples=_EXAMPLES, short_help="Tell where the time of a solve goes."
)
@options.file_argument("file", "[FILE]")
@click.option(
    "--number",
    metavar="K",
    type=options.COUNT,
    help="Take the K-th puzzle of the file. [default: the first]",
)
@click.option("--all", "every", is_flag=True, help="Look for every solution.")
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    help="Look for every solution, but no more than N.",
)
@options.search_options
@options.max_clauses_option
@options.rule_option
@order_option
@chosen_technique_options
@click.option(
    "--repeat",
    metavar="N",
    type=options.COUNT,
    default=_REPEAT,
    show_default=True,
    help="Solve it so many times.",
)
@click.option(
    "--no-start",
    is_flag=True,
    help="Leave out how Python starts and loads satdoku.",
)
@click.option(
    "--speedscope",
    metavar="FILE",
    callback=options.look_at_names,
    shell_complete=complete_files,
    help="Write a file that www.speedscope.app opens; - in place of the table.",
)
@click.option(
    "--functions",
    is_flag=True,
    help=f"Tell the {_FUNCTIONS} functions with the most time of their own, too.",
)
@options.json_option
@options.file_output_options
@options.reading_options
@options.quiet_option
@options.verbose_option
def command(
    *,
    file: str,
    number: int | None,
    every: bool,
    limit: int | None,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    rule: str | None,
    order: str | None,
    techniques: Techniques | None,
    repeat: int,
    no_start: bool,
    speedscope: str | None,
    functions: bool,
    as_json: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    quiet: bool,
    verbose: bool,
) -> int:
    """Tell where the time of one solve goes, stage by stage.

    The puzzle is read and solved some times, each time by a new solver, for one
    solution and whether it is the only one. A line a stage tells the median of its
    time, its share, how often it happens, and what it takes each time.

    `start`, `import` and `first` are measured in fresh processes, which solve an easy
    puzzle by the same engines: Python itself, loading modules, and what a first solve
    takes more than the next one. docs/profile.md says what each stage is.

    --speedscope writes the stages in the format of www.speedscope.app.

    --functions has `cProfile` watch one more solve, which is slower then, and tells the
    functions of Python with the most time of their own.

    Exits with 3 if the puzzle has no solution, and with 4 if --timeout was over.

    --json writes one object: schema (1), source, line, number, name, puzzle, box and
    puzzle_candidates (only where needed), status, solutions (how many were found),
    certain, engine, encoding, simplified, because, variables, clauses, statistics,
    runs_s, total_s, stages (stage, engine, about, time_s, share, calls, each_s),
    functions (function, own_s, share, calls) (docs/schema/profile.schema.json).
    """
    from satdoku.answers import Status  # noqa: PLC0415  help needs none of these
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.profiled import (  # noqa: PLC0415
        is_read_again,
        json_text,
        look_at_files,
        remark,
        speedscope_text,
    )
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.show_layers import nth  # noqa: PLC0415
    from satdoku.cli.sources import Reading  # noqa: PLC0415
    from satdoku.profiling import Task, measure  # noqa: PLC0415

    look_at_files(output, speedscope, as_json=as_json)
    solver = {
        "engine": engine,
        "encoding": encoding,
        "max_clauses": max_clauses,
        "heuristic": rule,
        "techniques": techniques_for(engine, techniques),
        "order": order_for(engine, order),
        "puzzles": 1,
    }

    def read(*, quiet: bool = True) -> Entry:
        return nth(Reading(read_as, force=force), file, number, quiet=quiet)

    with ExitStack() as stack:
        target = stack.enter_context(Output(output, force=force, inputs=[file]))
        canvas = None
        if speedscope is not None:
            canvas = stack.enter_context(
                Output(speedscope, force=force, inputs=[file], option="--speedscope")
            )
        entry = read(quiet=quiet)
        again = is_read_again(file, read_as)
        if verbose:
            from satdoku.cli.verbose import Verbose  # noqa: PLC0415  seldom asked for

            Verbose().read(entry)
        with Progress(wanted=not quiet, shared=target.is_terminal) as progress:
            profile = measure(
                Task(
                    entry.grid,
                    solver,
                    (lambda: read().grid) if again else None,
                    every=every or limit is not None,
                    limit=limit,
                    timeout=timeout,
                ),
                repeat=repeat,
                functions=_FUNCTIONS if functions else 0,
                modules=None if no_start else MODULES,
                progress=progress.step,
            )
        if canvas is not None:
            canvas.stream.write(speedscope_text(profile))
            canvas.answered()
        if speedscope != "-" or output is not None:
            target.stream.write(
                json_text(entry, profile) if as_json else f"{profile}\n"
            )
            target.answered()
        if not quiet:
            remark(profile, is_read=again)
    if profile.status is Status.NONE:
        return exits.NO
    return exits.DONE if profile.certain else exits.STOPPED
