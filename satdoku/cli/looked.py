"""What `satdoku check` finds out about a puzzle, before anything is written.

Beyond the report come the reasons: of a puzzle without a solution, clues that leave it
none; of one with several, the nearest solution, if that is asked for.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Status
from satdoku.checking import check, plan
from satdoku.errors import Stopped

if TYPE_CHECKING:
    from satdoku.answers import Report
    from satdoku.cli.given import Given
    from satdoku.grid import Grid
    from satdoku.reasons.conflict import Conflict

__all__ = ["Asked", "Looked", "look"]

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


class Looked(NamedTuple):
    """What was found out.

    Args:
        report: The report.
        conflicts: Sets of clues without a solution; None where that was not looked for,
            or not found out.
        more: Why there may be more such sets, or None if these are all, or one was
            asked for.
        smallest: Whether no fewer clues, or cells, would do; None where that was not
            asked.
        given: What there is to say of the solution that came with it, if anything.
        every: Whether all sets of clues were asked for.
    """

    report: Report
    conflicts: tuple[Conflict, ...] | None = None
    more: str | None = None
    smallest: bool | None = None
    given: Given | None = None
    every: bool = False

    @property
    def single(self) -> Conflict | None:
        """The set of clues, where one was asked for, and found."""
        return None if self.every or not self.conflicts else self.conflicts[0]


def look(grid: Grid, asked: Asked) -> Looked:
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
    if asked.every is None and not asked.smallest:
        left = min(left, _PATIENCE)
    if report.status is Status.NONE:
        whole = plan(grid.geometry, asked.engine, asked.encoding, asked.max_clauses)
        if left <= 0 or not (whole.whole or report.clashes):
            return Looked(report)
        return _conflicts(report, asked, left)
    if report.status is Status.SEVERAL and asked.smallest:
        return _nearest(report, asked, left)
    return Looked(report)


def _conflicts(report: Report, asked: Asked, left: float) -> Looked:
    """Find the clues that leave a puzzle no solution."""
    from satdoku.reasons import conflict  # noqa: PLC0415  seldom needed

    smallest = asked.smallest
    try:
        if asked.every is None:
            one = conflict.conflicting_clues(
                report.puzzle,
                smallest=smallest,
                engine=asked.engine,
                encoding=asked.encoding,
                timeout=left,
                max_clauses=asked.max_clauses,
            )
            found = None if one is None else (one,)
            certain = one is not None and one.smallest
            return Looked(report, found, smallest=certain if smallest else None)
    except Stopped:  # the refutation itself took longer the second time
        return Looked(report, smallest=False if smallest else None)
    sets: list[conflict.Conflict] = []
    more = None
    try:
        for one in conflict.all_conflicts(
            report.puzzle,
            smallest=smallest,
            engine=asked.engine,
            encoding=asked.encoding,
            timeout=left,
            max_clauses=asked.max_clauses,
        ):
            if len(sets) == asked.every:
                more = "limit"
                break
            sets.append(one)
    except Stopped as stop:
        more = str(stop)
    certain = bool(sets) and sets[0].smallest
    told = certain if smallest else None
    return Looked(report, tuple(sets), more, told, every=True)


def _nearest(report: Report, asked: Asked, left: float) -> Looked:
    """Put the nearest solution in the place of the second."""
    from satdoku.reasons.difference import smallest_difference  # noqa: PLC0415  seldom

    if left <= 0:
        return Looked(report, smallest=False)
    try:
        nearest = smallest_difference(
            report.puzzle,
            first=report.solutions[0],
            engine=asked.engine,
            encoding=asked.encoding,
            timeout=left,
            max_clauses=asked.max_clauses,
        )
    except Stopped:
        nearest = None
    if nearest is None or not nearest.smallest:
        return Looked(report, smallest=False)
    pair = (nearest.first, nearest.second)
    report = replace(report, solutions=pair, unavoidable=nearest.cells)
    return Looked(report, smallest=True)
