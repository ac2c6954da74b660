"""The command: `python -m benchmarks`."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from benchmarks import heuristics, iss, start, typos
from benchmarks.questions import QUESTIONS, Item, work
from benchmarks.sets import SETS, read_set
from satdoku.study import plan, studies
from satdoku.study.report import report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ABOUT = """\
Times are CPU time of whole sets, divided by their puzzles, without loading; each run \
is a fresh process, and contenders take turns. Every answer was checked."""


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _number(text: str) -> int:
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure satdoku and its peers: CPU time, and ratios.",
        epilog="example: python -m benchmarks first --sets top95 -n 20 -o today; "
        "`iss` alone compares variants with Interactive Sudoku Solver, `start` alone "
        "variants with classics from the command line, `heuristics` alone the "
        "heuristics of dpll and cdcl, `typos` alone the finder of typos",
    )
    add = made.add_argument
    add("questions", nargs="*", help=f"{', '.join(QUESTIONS)} (all)")
    add("--sets", type=_names, default=SETS, help=f"of {', '.join(SETS)}")
    add("--contenders", type=_names, help="some of those of the questions (all)")
    add("-n", type=_number, help="the first N puzzles of each set")
    add("--repeat", type=_number, default=3, help="of each run (%(default)s)")
    add("--timeout", type=float, default=120, help="seconds for a set (%(default)g)")
    add("-o", "--output", help="folder for runs.csv, the report and figures")
    return made


def tasks(parts: Iterable[plan.Part]) -> Iterator[plan.Task]:
    """Yield the runs: those of a study, with the work of `benchmarks.questions`."""
    for task in plan.tasks(parts):
        item = Item(task.row["part"], task.row["solver"], task.item.puzzles)
        yield task._replace(item=item, work=work)


def main(arguments: list[str] | None = None) -> int:
    """Measure, report; 1 where a run failed."""
    given = sys.argv[1:] if arguments is None else arguments
    for alone in (iss, heuristics, start, typos):
        if given[:1] == [alone.__name__.rpartition(".")[2]]:
            return alone.main(given[1:])
    made = parser()
    options = made.parse_args(given)
    questions = options.questions or list(QUESTIONS)
    everybody = {
        name for question in QUESTIONS.values() for name in question.contenders
    }
    for kind, names, known in (
        ("question", questions, QUESTIONS),
        ("set", options.sets, SETS),
        ("contender", options.contenders or (), everybody),
    ):
        for name in names:
            if name not in known:
                made.error(f"no {kind} {name!r}; expected one of {', '.join(known)}")
    parts = [_part(name, options) for name in questions]
    parts = [part for part in parts if part.sets]
    if not parts:
        made.error("none of the questions is about one of these sets")
    load = f"The load of the machine was {os.getloadavg()[0]:.1f} at the start."
    whole = plan.Plan("benchmarks", tuple(parts), about=f"{_ABOUT} {load}")
    with studies.Study(whole, options.output, tasks) as study:
        with closing(study.measure(_say)) as rows:
            for row in rows:
                study.append(row)
        if options.output is not None:
            studies.write_report(study)
        print(report(study.about, whole, study.frame(), "markdown"))
        return int(any(row["ended"] == "failed" for row in study.rows))


def _part(name: str, options: argparse.Namespace) -> plan.Part:
    """Return the part of a study that asks a question."""
    question = QUESTIONS[name]
    chosen = options.contenders
    names = [
        contender
        for contender in question.contenders
        if chosen is None or contender in {*chosen, question.baseline}
    ]
    sets = [read_set(x, options.n) for x in question.sets if x in options.sets]
    return plan.Part(
        tuple(sets),
        tuple(map(plan.SolverConfiguration, names)),
        name,
        question.title,
        repeat=options.repeat,
        timeout=options.timeout,
        whole=True,
        baseline=question.baseline,
    )


def _say(task: plan.Task) -> None:
    row = task.row
    print(row["part"], row["set"], row["solver"], row["repeat"], file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
