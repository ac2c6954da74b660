"""`satdoku profile`."""

from __future__ import annotations

from contextlib import ExitStack
from json import dumps
from os.path import isfile, realpath
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    command,
    dpll_heuristic,
    file_path,
    flag,
    number,
    option,
    reads_one_puzzle,
    searches,
    uses_techniques,
    writes_answers,
)
from satdoku.cli.output import Output
from satdoku.solving.results import Status
from satdoku.study.profiling import profile as measure

if TYPE_CHECKING:
    from satdoku.cli.options import Search
    from satdoku.cli.report import Record
    from satdoku.cli.run import Run
    from satdoku.study.profiling import Profile

MODULES = ("satdoku.cli.main", "satdoku.cli.solve", "satdoku.solving.solver")
"""What `satdoku solve FILE` loads, with all that these load."""

_FUNCTIONS = 20
_REPEAT = 5


@command(
    ("satdoku profile puzzle.txt", "where the time of one solve goes"),
    ("satdoku profile --engine dpll --repeat 9 puzzle.txt", "with this engine"),
    ("satdoku profile puzzle.txt --speedscope p.json", "a file for speedscope"),
    ("satdoku profile --functions puzzle.txt", "Python's functions as well"),
)
@reads_one_puzzle()
@flag("--all", "Search for every solution.", "every")
@number("--limit", "Search for at most N solutions.")
@number("--repeat", f"Solve it N times ({_REPEAT}).", _REPEAT)
@flag("--no-start", "Do not measure the start of Python.")
@option("--speedscope", type=file_path(), help="Write a file for www.speedscope.app.")
@flag("--functions", "List the functions that take the most time.")
@searches
@dpll_heuristic
@uses_techniques
@writes_answers
def profile(
    run: Run,
    *,
    file: str,
    no_start: bool,
    speedscope: str | None,
    functions: bool,
    search: Search,
    **solve: Any,  # noqa: ANN401  every, limit and repeat, passed on
) -> int:
    """Show where the time of one solve goes, stage by stage.

    Reads and solves the puzzle several times, each time with a new solver. Each stage
    has a line: median time, share, number of calls, time for each call. `start`,
    `import` and `first` are measured in fresh processes. docs/profile.md explains the
    stages.

    Exits with 3 if the puzzle has no solution, with 4 if time ran out.
    """
    run.kind()
    own = run.output or ("-" if run.as_json else "")
    if own and realpath(own) == realpath(speedscope or ""):
        raise click.UsageError("the profile and --speedscope need different files")
    run.files = (file,)
    # A pipe is read once, and so is what is repaired, which is reported.
    again = not run.reader.repair and isfile(file)  # noqa: PTH113  quick
    with ExitStack() as stack, run.writing(unit=""):
        canvas = None
        if speedscope is not None:
            name = "--speedscope"
            canvas = Output(speedscope, force=run.force, inputs=[file], option=name)
            stack.enter_context(canvas)
        entry = run.one(file)
        result = measure(
            entry.grid,
            timeout=search.timeout,
            start=not no_start,
            modules=MODULES,
            functions=_FUNCTIONS if functions else 0,
            read=(lambda: run.one(file, quiet=True).grid) if again else None,
            progress=run.progress.step,
            **search.solver_options,
            **solve,
        )
        if canvas is not None:
            canvas.write(dumps(result.speedscope(), separators=(",", ":")) + "\n")
        if speedscope != "-" or run.output is not None:
            run.write(entry, _record(result), f"{result}\n")
    if not run.quiet and not again:
        once = "standard input, a puzzle as text and repaired files are read once"
        say(f"Reading is not measured: {once}.")
    if not run.quiet and not result.complete:
        say("Time ran out before the answer was certain.")
    if result.status is Status.NONE:
        return exits.NO
    return exits.DONE if result.complete else exits.STOPPED


def _record(profile: Profile) -> Record:
    found = profile.statistics
    return {
        "status": str(profile.status),
        "solutions": profile.solutions,
        "certain": profile.complete,
        "engine": " ".join(found.engines),
        "encoding": found.encoding,
        "simplified": found.simplified,
        "because": profile.engine_note,
        "variables": found.variables if found.clauses else None,
        "clauses": found.clauses or None,
        "statistics": dict(found),
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
            dict(zip(("function", "own_s", "share", "calls"), one, strict=True))
            for one in profile.functions
        ],
    }
