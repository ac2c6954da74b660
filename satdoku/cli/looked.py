"""What `satdoku check` finds out about a puzzle, before anything is written.

Beyond the report come the reasons: of a puzzle without a solution, clues that leave it
none; of one with several, the nearest solution, if that is asked for.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from satdoku.answers import Status, differences
from satdoku.checking import check, plan
from satdoku.errors import EngineError, Stopped

if TYPE_CHECKING:
    from satdoku.answers import Report
    from satdoku.cli.given import Given
    from satdoku.puzzle import Puzzle
    from satdoku.reasons.conflict import Conflict

__all__ = ["LIMIT", "Asked", "Looked", "look"]

LIMIT = "limit"
"""Why there may be more sets of clues where as many are told as were asked for."""

_PATIENCE = 10.0
"""Seconds to look for reasons, at most, where no time is said."""


class Asked(NamedTuple):
    """What is asked of each puzzle.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds for a puzzle; None for any number.
        max_clauses: How large formulas may be.
        every: How many reasons without a solution are told; None for one.
        smallest: Whether that is one with the fewest clues, and the two solutions of
            several differ in the fewest cells.
    """

    engine: str
    encoding: str | None
    timeout: float | None
    max_clauses: int
    every: int | None = None
    smallest: bool = False


class _Options(TypedDict):
    """What both searches for clues without a solution take."""

    smallest: bool
    engine: str
    encoding: str | None
    timeout: float
    max_clauses: int


class Looked(NamedTuple):
    """What was found out.

    Args:
        report: The report.
        conflicts: Sets of clues without a solution; None where that was not looked for,
            or not found out.
        more: Why there may be more such sets, or None if these are all, or one was
            asked for.
        smallest: Whether no fewer clues, or cells, would do; None where that was not
            asked, or there is nothing that could be smallest.
        given: What there is to say of the solution that came with it, if anything.
        every: Whether all sets of clues were asked for, and there may be some.
        sought: Whether the smallest was asked for, and there may be one.
        stopped: Which limit came before the reasons were known, if one did.
    """

    report: Report
    conflicts: tuple[Conflict, ...] | None = None
    more: str | None = None
    smallest: bool | None = None
    given: Given | None = None
    every: bool = False
    sought: bool = False
    stopped: str | None = None

    @property
    def single(self) -> Conflict | None:
        """The set of clues, where one was asked for, and found."""
        return None if self.every or not self.conflicts else self.conflicts[0]


def look(grid: Puzzle, asked: Asked) -> Looked:
    """Look a puzzle over, and for the reasons why it is not proper.

    Raises:
        LimitError: The formula would be too large.
    """
    started = monotonic()
    report = check(
        grid,
        engine=asked.engine,
        encoding=asked.encoding,
        timeout=asked.timeout,
        max_clauses=asked.max_clauses,
    )
    spent = monotonic() - started
    left = _PATIENCE if asked.timeout is None else asked.timeout - spent
    every, smallest = asked.every is not None, asked.smallest
    if not every and not smallest:
        left = min(left, _PATIENCE)
    match report.status:
        case Status.NONE:
            looked = _conflicts(report, asked, left)
        case Status.MULTIPLE if smallest:
            looked = _nearest(report, asked, left)
        case _:
            looked = Looked(report)
    return looked._replace(
        every=every and report.status in (Status.NONE, Status.UNKNOWN),
        sought=smallest and report.status is not Status.UNIQUE,
    )


def _conflicts(report: Report, asked: Asked, left: float) -> Looked:
    """Find the clues that leave a puzzle no solution."""
    from satdoku.reasons import conflict  # noqa: PLC0415  seldom needed

    grid, smallest = report.puzzle, asked.smallest
    clashing = () if grid.candidates is not None else conflict.clashing_pairs(grid)
    pairs = tuple(
        conflict.Conflict(pair, minimal=True, smallest=smallest) for pair in clashing
    )
    told = bool(pairs) if smallest else None
    if asked.every is None and pairs:
        return Looked(report, pairs[:1], smallest=told)
    if asked.every is not None and len(pairs) >= asked.every:
        return Looked(report, pairs[: asked.every], LIMIT, told)
    whole = plan(grid.geometry, asked.engine, asked.encoding, asked.max_clauses).whole
    if left <= 0 or not whole:
        why = "out of time" if whole else "the formula is too large to look for them"
        return Looked(report, pairs or None, why, told, stopped=why)
    options: _Options = {
        "smallest": smallest,
        "engine": asked.engine,
        "encoding": asked.encoding,
        "timeout": left,
        "max_clauses": asked.max_clauses,
    }
    sets: list[conflict.Conflict] = []
    more = stopped = None
    try:
        if asked.every is None:
            one = conflict.conflicting_clues(grid, **options)
            sets += [] if one is None else [one]
            if not all(each.minimal for each in sets):
                stopped = "out of time"
            if smallest and not all(each.smallest for each in sets):
                stopped = "out of time"
        else:
            for one in conflict.all_conflicts(grid, limit=asked.every, **options):
                sets.append(one)
            more = LIMIT if len(sets) == asked.every else None
    except Stopped as stop:  # the refutation itself may take longer the second time
        more = stopped = str(stop)
    if not sets and stopped is None:
        raise EngineError("clues without a solution were found to have one")
    told = bool(sets) and sets[0].smallest if smallest else None
    return Looked(report, tuple(sets) or None, more, told, stopped=stopped)


def _nearest(report: Report, asked: Asked, left: float) -> Looked:
    """Put a nearer solution in the place of the second, the nearest in time."""
    from satdoku.reasons.difference import smallest_difference  # noqa: PLC0415  seldom

    if left <= 0:
        return Looked(report, smallest=False, stopped="out of time")
    try:
        nearest = smallest_difference(
            report.puzzle,
            first=report.solutions[0],
            engine=asked.engine,
            encoding=asked.encoding,
            timeout=left,
            max_clauses=asked.max_clauses,
        )
    except Stopped as stop:
        return Looked(report, smallest=False, stopped=str(stop))
    if nearest is None:
        raise EngineError("one of two solutions was not found again")
    certain = nearest.smallest
    if certain or len(nearest.cells) < len(differences(*report.solutions)):
        pair = (nearest.first, nearest.second)
        # Some cells may be to spare until it is certain that no fewer do.
        cells = nearest.cells if certain else None
        report = replace(report, solutions=pair, unavoidable=cells)
    stopped = None if certain else "out of time"
    return Looked(report, smallest=certain, stopped=stopped)
