"""`satdoku check`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.answers import Status, differences
from satdoku.checking import check as check_puzzle
from satdoku.checking import plan
from satdoku.cli import exits
from satdoku.cli.check_report import (
    LIMIT,
    Findings,
    given_solution,
    report_json,
    report_text,
)
from satdoku.cli.colour import has_colours
from satdoku.cli.options import (
    COUNT,
    command,
    many_puzzles,
    option,
    picks_puzzles,
    reads_puzzles,
    searches,
    writes_answers,
)
from satdoku.cli.reading import place_of
from satdoku.errors import EngineError, Stopped
from satdoku.reasons import conflict
from satdoku.reasons.difference import smallest_difference

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.answers import Report
    from satdoku.cli.run import Run
    from satdoku.cli.search import Search
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle

_MAX_REASONS = 100
_MAX_COUNT = 1_000
_REASON_SECONDS = 10.0
"""Seconds to look for reasons, at most, without --timeout."""
_COUNT_SECONDS = 1.0


class Checking(NamedTuple):
    """How puzzles are checked.

    Args:
        search: How solutions are searched for.
        every: How many reasons without a solution are listed; None for one.
        smallest: Whether that is one with the fewest clues, and the two solutions of
            several differ in the fewest cells.
    """

    search: Search
    every: int | None = None
    smallest: bool = False


@command(
    ("satdoku check puzzle.txt", "all there is to say about a puzzle"),
    ("satdoku check -q puzzles.sdm", "only about those that are not proper"),
    ("satdoku check --smallest puzzle.txt", "the shortest reason why not"),
    ("satdoku check -q --solutions kaggle.csv", "and the solutions that it gives"),
)
@reads_puzzles
@picks_puzzles
@option(
    "--smallest",
    is_flag=True,
    help="Find the fewest clues that contradict each other, or the two solutions that "
    "differ in the fewest cells.",
)
@option(
    "--all-reasons",
    is_flag=True,
    help="List every minimal set of clues that contradict each other.",
)
@option(
    "--limit",
    type=COUNT,
    metavar="N",
    help=f"List at most N of them ({_MAX_REASONS}).",
)
@option("--solutions", is_flag=True, help="Check the solutions that files give, too.")
@option("--solution-column", metavar="NAME|N", help="Their column in a table.")
@searches
@many_puzzles
@writes_answers
def check(
    run: Run,
    *,
    smallest: bool,
    all_reasons: bool,
    limit: int | None,
    solutions: bool,
    solution_column: str | None,
    search: Search,
) -> int:
    """Check puzzles: clashes, solutions, redundant clues, candidates.

    Reports of each: the number of clues, every clash, and whether it is proper (has
    exactly one solution). If not, two solutions that differ in few cells, or few clues
    that contradict each other; if so, whether it is minimal, or which clues can go; and
    the true candidates, which are the digits that a cell has in some solution.

    Exits with 3 if a puzzle is not proper or a given solution is wrong, with 4 if that
    is not certain. With --quiet, nothing is written of proper puzzles.
    """
    run.take_ending()
    if solution_column is not None and not solutions:
        raise click.UsageError("--solution-column needs --solutions")
    if limit is not None and not all_reasons:
        raise click.UsageError("--limit needs --all-reasons")
    run.reader.solution_column = solution_column
    every = (limit or _MAX_REASONS) if all_reasons else None
    how = Checking(search, every, smallest)
    found: Counter[str] = Counter()
    with run.writing() as output:
        colour, between = has_colours(output), ""
        for entry, answer in run.answers(checker, how):
            _explain(run, entry, how)
            with run.guard(entry):
                findings, seconds = answer()
                if solutions:
                    given = given_solution(entry, findings.report)
                    findings = findings._replace(given=given)
                _count(run, found, findings)
                wrong = findings.given is not None and findings.given.right is False
                if run.quiet and findings.report.is_proper and not wrong:
                    continue
                text = report_text(place_of(entry), findings, colour=colour)
                run.write(entry, report_json(findings, seconds), between + text)
                between = "\n"
    run.summary(
        [
            (found["unique"], f"proper ({found['minimal']:,} minimal)"),
            (found["multiple"], "with several solutions"),
            (found["none"], "without a solution"),
            (found["found"] + found["unknown"], "not known"),
            (found["right"], "with the right solution"),
            (found["wrong"], "with a wrong one"),
        ]
    )
    return run.code


def checker(how: Checking) -> Callable[[Puzzle], tuple[Findings, float]]:
    """Return what checks a puzzle, with the seconds it took: in a worker."""

    def timed(puzzle: Puzzle) -> tuple[Findings, float]:
        started = perf_counter()
        return inspect(puzzle, how), perf_counter() - started

    return timed


def _explain(run: Run, entry: Entry, how: Checking) -> None:
    if run.verbose:
        name, recipe, _, because = plan(entry.grid.geometry, **how.search.formula)
        run.explain(entry, "search", f"{name}; {recipe.name}: {because}")


def _count(run: Run, found: Counter[str], findings: Findings) -> None:
    """Count a puzzle, and note the exit code."""
    report, given = findings.report, findings.given
    found[str(report.status)] += 1
    found["minimal"] += report.is_minimal is True
    if report.is_proper is not True:
        stopped = report.is_proper is None
        run.codes.add(exits.STOPPED if stopped else exits.NO)
    if given is not None and given.right is not None:
        found["right" if given.right else "wrong"] += 1
        if not given.right:
            run.codes.add(exits.NO)


def inspect(grid: Puzzle, how: Checking) -> Findings:
    """Check a puzzle, and find the reasons why it is not proper.

    Raises:
        LimitError: The formula would be too large.
    """
    started = monotonic()
    timeout = how.search.timeout
    report = check_puzzle(grid, timeout=timeout, **how.search.formula)
    spent = monotonic() - started
    left = _REASON_SECONDS if timeout is None else timeout - spent
    every, smallest = how.every is not None, how.smallest
    if not every and not smallest:
        left = min(left, _REASON_SECONDS)
    match report.status:
        case Status.NONE:
            findings = _conflicts(report, how, left)
        case Status.MULTIPLE if smallest:
            findings = _nearest(report, how, left)
        case _:
            findings = Findings(report)
    if report.status is Status.MULTIPLE and left > 0:
        with how.search.solver() as solver:
            seconds = min(left, _COUNT_SECONDS)
            count = solver.count(grid, _MAX_COUNT, timeout=seconds)
            findings = findings._replace(solution_count=count)
    return findings._replace(
        every=every and report.status in (Status.NONE, Status.UNKNOWN),
        sought=smallest and report.status is not Status.UNIQUE,
    )


def _conflicts(report: Report, how: Checking, left: float) -> Findings:
    """Find the clues that leave a puzzle no solution."""
    grid, smallest = report.puzzle, how.smallest
    clashing = () if grid.candidates is not None else conflict.clashing_pairs(grid)
    pairs = tuple(
        conflict.Conflict(pair, minimal=True, smallest=smallest) for pair in clashing
    )
    told = bool(pairs) if smallest else None
    if how.every is None and pairs:
        return Findings(report, pairs[:1], smallest=told)
    if how.every is not None and len(pairs) >= how.every:
        return Findings(report, pairs[: how.every], LIMIT, told)
    whole = plan(grid.geometry, **how.search.formula).whole
    if left <= 0 or not whole:
        why = "out of time" if whole else "the formula is too large to look for them"
        return Findings(report, pairs or None, why, told, stopped=why)
    options = {"smallest": smallest, "timeout": left, **how.search.formula}
    sets: list[conflict.Conflict] = []
    more = stopped = None
    try:
        if how.every is None:
            one = conflict.conflicting_clues(grid, **options)
            sets += [] if one is None else [one]
            if not all(each.minimal for each in sets):
                stopped = "out of time"
            if smallest and not all(each.smallest for each in sets):
                stopped = "out of time"
        else:
            for one in conflict.all_conflicts(grid, limit=how.every, **options):
                sets.append(one)
            more = LIMIT if len(sets) == how.every else None
    except Stopped as stop:  # the refutation itself may take longer the second time
        more = stopped = str(stop)
    if not sets and stopped is None:
        raise EngineError("clues without a solution were found to have one")
    told = bool(sets) and sets[0].smallest if smallest else None
    return Findings(report, tuple(sets) or None, more, told, stopped=stopped)


def _nearest(report: Report, how: Checking, left: float) -> Findings:
    """Put a nearer solution in the place of the second, the nearest in time."""
    if left <= 0:
        return Findings(report, smallest=False, stopped="out of time")
    try:
        nearest = smallest_difference(
            report.puzzle,
            first=report.solutions[0],
            timeout=left,
            **how.search.formula,
        )
    except Stopped as stop:
        return Findings(report, smallest=False, stopped=str(stop))
    if nearest is None:
        raise EngineError("one of two solutions was not found again")
    certain = nearest.smallest
    if certain or len(nearest.cells) < len(differences(*report.solutions)):
        pair = (nearest.first, nearest.second)
        # Some cells may be to spare until it is certain that no fewer do.
        cells = nearest.cells if certain else None
        report = replace(report, solutions=pair, unavoidable=cells)
    stopped = None if certain else "out of time"
    return Findings(report, smallest=certain, stopped=stopped)
