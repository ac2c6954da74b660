"""`satdoku check`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import click

from satdoku.answers import Count, Status, differences
from satdoku.checking import Checker, batch_facts, plan
from satdoku.cli import exits
from satdoku.cli.check_report import (
    LIMIT,
    Findings,
    given_solution,
    report_json,
    report_text,
)
from satdoku.cli.options import (
    command,
    flag,
    has_colours,
    many_puzzles,
    number,
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
    from collections.abc import Callable, Iterator

    from satdoku.answers import Report
    from satdoku.checking import Facts
    from satdoku.cli.options import Search
    from satdoku.cli.run import Run
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle

_MAX_REASONS = 100
_MAX_COUNT = 1_000
_REASON_SECONDS = 10.0
"""Seconds to search for reasons, at most, without --timeout."""
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
    ("satdoku check puzzle.txt", "a full report"),
    ("satdoku check -q puzzles.sdm", "only puzzles that are not proper"),
    ("satdoku check --smallest puzzle.txt", "the smallest contradiction"),
    ("satdoku check -q --solutions kaggle.csv", "the solutions in a table, too"),
)
@reads_puzzles
@picks_puzzles
@flag(
    "--smallest",
    "Find the fewest clues that contradict each other, or the two solutions that "
    "differ in the fewest cells.",
)
@flag("--all-reasons", "List every minimal set of clues that contradict each other.")
@number("--limit", f"List at most N of them ({_MAX_REASONS}).")
@flag("--solutions", "Check the solutions that come with the puzzles.")
@option(
    "--solution-column", metavar="NAME|N", help="The column of solutions in a table."
)
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
    """Check puzzles: clashes, uniqueness, redundant clues, true candidates.

    Reports the number of clues, every clash, and whether the puzzle is proper (has
    exactly one solution). For a proper puzzle: the solution and the redundant clues.
    Otherwise: two solutions that differ in few cells and the true candidates (the
    digits that a cell has in some solution), or a few clues that contradict each other.

    Exits with 3 if a puzzle is not proper or its stated solution is wrong, with 4 if
    the time was over before that was certain. With --quiet, proper puzzles are skipped.
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
        for entry, find in _answers(run, how):
            if run.verbose:
                run.explain(entry, "search", search.plan(entry.grid.geometry))
            with run.guard(entry):
                findings, seconds = find()
                report = findings.report
                given = given_solution(entry, report) if solutions else None
                findings = findings._replace(given=given)
                found[str(report.status)] += 1
                found["minimal"] += report.is_minimal is True
                if report.is_proper is not True:
                    stopped = report.is_proper is None
                    run.codes.add(exits.STOPPED if stopped else exits.NO)
                wrong = given is not None and given.right is False
                if given is not None and given.right is not None:
                    found["wrong" if wrong else "right"] += 1
                if wrong:
                    run.codes.add(exits.NO)
                elif run.quiet and report.is_proper:
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


def _answers(
    run: Run, how: Checking
) -> Iterator[tuple[Entry, Callable[[], tuple[Findings, float]]]]:
    """Yield each puzzle with a call that returns what was found, and the seconds."""
    search = how.search
    any_engine = search.engine == "auto" and search.encoding is None
    if run.worker_count > 1 or not any_engine or search.timeout is not None:
        yield from run.answers(checker, how)
        return
    answer, each = checker(how), 0.0

    def facts(puzzles: list[Puzzle]) -> dict[int, Facts]:
        nonlocal each
        started = perf_counter()
        found = batch_facts(puzzles, _MAX_COUNT)
        each = (perf_counter() - started) / max(1, len(found))
        return found

    for entry, known in run.batches(facts):
        yield entry, partial(answer, entry.grid, known, each)


def checker(how: Checking) -> Callable[..., tuple[Findings, float]]:
    """Return what checks a puzzle, with the seconds it took: in a worker."""
    one, solver = Checker(**how.search.formula), how.search.solver()

    def timed(
        puzzle: Puzzle, facts: Facts | None = None, spent: float = 0.0
    ) -> tuple[Findings, float]:
        started, timeout = perf_counter(), how.search.timeout
        report = one.check(puzzle, timeout=timeout, facts=facts)
        left = _REASON_SECONDS
        if timeout is not None:
            left = timeout - (perf_counter() - started)
        if how.every is None and not how.smallest:
            left = min(left, _REASON_SECONDS)
        match report.status:
            case Status.NONE:
                findings = _conflicts(report, how, left)
            case Status.MULTIPLE if how.smallest:
                findings = _nearest(report, how, left)
            case _:
                findings = Findings(report)
        count: Count | None = None
        if report.status is Status.MULTIPLE and facts is not None:
            exact = facts.solutions <= _MAX_COUNT
            count = Count(min(facts.solutions, _MAX_COUNT), exact=exact)
        elif report.status is Status.MULTIPLE and left > 0:
            seconds = min(left, _COUNT_SECONDS)
            count = solver.count(puzzle, _MAX_COUNT, timeout=seconds)
        findings = findings._replace(
            solution_count=count,
            every=how.every is not None
            and report.status in (Status.NONE, Status.UNKNOWN),
            sought=how.smallest and report.status is not Status.UNIQUE,
        )
        return findings, perf_counter() - started + spent

    return timed


def _conflicts(report: Report, how: Checking, left: float) -> Findings:
    """Find the clues that leave a puzzle no solution."""
    puzzle, smallest, every = report.puzzle, how.smallest, how.every
    pairs = [] if puzzle.candidates is not None else conflict.clashing_pairs(puzzle)
    options = {"smallest": smallest, **how.search.formula}
    sets = [
        conflict.Conflict(pair, minimal=True, smallest=smallest)
        for pair in pairs[: every or 1]
    ]
    more = LIMIT if len(sets) == every else None
    stopped = None
    if len(sets) < (every or 1):
        options["timeout"] = left
        whole = plan(puzzle.geometry, **how.search.formula).whole
        if left <= 0 or not whole:
            stopped = "out of time" if whole else "the formula is too large"
        elif every is None:
            try:
                one = conflict.conflicting_clues(puzzle, **options)
                sets += [] if one is None else [one]
            except Stopped as stop:
                stopped = str(stop)
            if any(not (e.minimal and (e.smallest or not smallest)) for e in sets):
                stopped = "out of time"
        else:
            sets = []
            try:
                sets.extend(conflict.all_conflicts(puzzle, limit=every, **options))
            except Stopped as stop:
                stopped = str(stop)
            more = LIMIT if len(sets) == every else None
        if not sets and stopped is None:
            raise EngineError("clues without a solution were found to have one")
    told = bool(sets) and sets[0].smallest if smallest else None
    return Findings(report, tuple(sets) or None, stopped or more, told, stopped=stopped)


def _nearest(report: Report, how: Checking, left: float) -> Findings:
    """Replace the second solution by the nearest to the first that is found in time."""
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
