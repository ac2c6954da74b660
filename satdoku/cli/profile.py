"""`satdoku profile`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    WholeNumber,
    json_option,
    reads_one_puzzle,
    reports,
    searches,
)
from satdoku.solving.results import Status
from satdoku.study.profiling import REPEAT
from satdoku.study.profiling import profile as measure

if TYPE_CHECKING:
    from satdoku.cli.options import Search
    from satdoku.cli.report import Record
    from satdoku.cli.run import Run
    from satdoku.study.profiling import Profile

_FUNCTIONS = 20


@click.command(cls=Command)
@reads_one_puzzle
@json_option
@reports
@click.option(
    "--repeat", type=WholeNumber(), default=REPEAT, help=f"Solve it N times ({REPEAT})."
)
@click.option(
    "--functions", is_flag=True, help="List the functions that take the most time."
)
@searches
def profile(
    run: Run,
    *,
    repeat: int,
    functions: bool,
    search: Search,
) -> int:
    """Show where the time of one solve goes, stage by stage.

    Solves the puzzle several times, each time with a new solver. Each stage has a line:
    median time, share, number of calls, time for each call. docs/profile.md explains
    the stages.

    Exits with 3 if the puzzle has no solution, with 4 if time ran out.

    \b
    Examples:
      satdoku profile puzzle.txt                            # one solve
      satdoku profile --engine dpll --repeat 9 puzzle.txt   # with this engine
      satdoku profile --functions puzzle.txt  # Python's functions, too
    """
    run.kind()
    with run.writing(unit=""):
        entry = run.one()
        profiled = measure(
            entry.puzzle,
            timeout=search.timeout,
            repeat=repeat,
            functions=_FUNCTIONS if functions else 0,
            **search.solver_options,
        )
        run.write(entry, _record(profiled), f"{profiled}\n")
    result = profiled.result
    if not run.quiet and not result.complete:
        say("Time ran out before the answer was complete.")
    if result.status is Status.NONE:
        return exits.NO
    return exits.DONE if result.complete else exits.STOPPED


def _record(profile: Profile) -> Record:
    result, statistics = profile.result, profile.result.statistics
    return {
        "status": str(result.status),
        "complete": result.complete,
        "engine": " ".join(statistics.engines),
        "encoding": statistics.encoding,
        "simplified": statistics.simplified,
        "because": result.engine_note,
        "variables": statistics.variables if statistics.clauses else None,
        "clauses": statistics.clauses or None,
        "statistics": dict(statistics),
        "runs_s": list(profile.runs),
        "total_s": profile.seconds,
        "stages": [
            {
                "stage": stage.name,
                "engine": stage.engine or None,
                "time_s": stage.seconds,
                "share": profile.share(stage),
                "calls": stage.calls,
            }
            for stage in profile.stages
        ],
        "functions": profile.functions,
    }
