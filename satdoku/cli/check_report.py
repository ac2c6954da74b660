"""What `satdoku check` reports about a puzzle, as text and as JSON."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Status, differences
from satdoku.cli.messages import counted, fact_lines
from satdoku.cli.run import clashes_json
from satdoku.drawing.terminal import beside, candidate_grid, choices, marked
from satdoku.errors import printable
from satdoku.puzzle import Puzzle
from satdoku.reasons.conflict import clashing_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.answers import Count, Report
    from satdoku.formats import Entry
    from satdoku.grid import Grid
    from satdoku.reasons.conflict import Conflict


LIMIT = "limit"
"""Why there may be more sets of clues than are listed."""

_MAX_NAMED = 5
_TIMED_OUT = "; timed out before minimality was proved"


class Given(NamedTuple):
    """A solution that came with a puzzle, checked.

    Args:
        solution: The solution; None if there is none, or it cannot be read.
        right: Whether it keeps the rules and the clues; None if there is none.
        cells: The cells in which it is wrong, where that is known.
        text: The result in words.
    """

    solution: Grid | None
    right: bool | None
    cells: tuple[int, ...]
    text: str


def given_solution(entry: Entry, report: Report) -> Given:
    """Check the solution that came with a puzzle.

    Example:
        >>> from satdoku.answers import Report
        >>> from satdoku.formats import Entry, Extras
        >>> from satdoku.grid import Grid
        >>> puzzle = Puzzle("1234 3412 2143 432.")
        >>> extras = Extras(solution=Grid("1234 3412 2143 4322"))
        >>> entry = Entry(puzzle, "p.csv", 2, 1, None, "csv", extras)
        >>> solved = (Grid("1234 3412 2143 4321"),)
        >>> report = Report(puzzle, 15, (), Status.UNIQUE, solved)
        >>> given_solution(entry, report).text
        'wrong in r4c4 (2, not 1)'
    """
    solution, puzzle = entry.extras.solution, entry.grid
    if solution is None:
        texts = [text for key, text in entry.extras.details if key == "solution"]
        if not texts:
            return Given(None, right=None, cells=(), text="none")
        text = f"'{printable(texts[0])}' cannot be read as a solution"
        return Given(None, right=False, cells=(), text=text)
    if puzzle.is_solution(solution):
        several = ", one of several" if report.status is Status.MULTIPLE else ""
        return Given(solution, right=True, cells=(), text=f"right{several}")
    unique = report.status is Status.UNIQUE
    expected = (report.solutions[0] if unique else puzzle).values
    cells = tuple(
        cell
        for cell, (value, right) in enumerate(
            zip(solution.values, expected, strict=True)
        )
        if value == 0 or (right and value != right)
    )
    if not cells:
        clashes = [f": {clash}" for clash in Puzzle.of(solution).clashes()[:1]]
        text = f"wrong{''.join(clashes)}"
        return Given(solution, right=False, cells=(), text=text)
    named = [
        f"{puzzle.geometry.cell_name(cell)} ({solution.values[cell] or 'empty'}"
        + (f", not {expected[cell]})" if unique or expected[cell] else ")")
        for cell in cells[:_MAX_NAMED]
    ]
    more = len(cells) - len(named)
    rest = f" and {counted(more, 'more cell')}" if more else ""
    text = f"wrong in {', '.join(named)}{rest}"
    return Given(solution, right=False, cells=cells, text=text)


class Findings(NamedTuple):
    """What `satdoku check` found out.

    Args:
        report: The report.
        conflicts: Sets of clues that contradict each other; None if unknown.
        more: Why there may be more such sets; None if there are no others, or only one
            was requested.
        smallest: Whether no fewer clues, or cells, would do; None if not requested.
        given: The check of the solution that came with the puzzle.
        every: Whether all sets of clues were requested, and there may be some.
        sought: Whether the smallest was requested, and there may be one.
        stopped: Which limit came before the reasons were known.
        solution_count: How many solutions there are, if several.
    """

    report: Report
    conflicts: tuple[Conflict, ...] | None = None
    more: str | None = None
    smallest: bool | None = None
    given: Given | None = None
    every: bool = False
    sought: bool = False
    stopped: str | None = None
    solution_count: Count | None = None

    @property
    def single(self) -> Conflict | None:
        """The set of clues, where one was requested and found."""
        return None if self.every or not self.conflicts else self.conflicts[0]


def report_text(place: str, findings: Findings, *, colour: bool = False) -> str:
    """Return the report about a puzzle as lines of text.

    Args:
        place: The place of the puzzle, such as `file.txt:3`.
        findings: What was found out.
        colour: Whether to print marked cells in reverse, by escape sequences.
    """
    lines = [printable(place, 200)]
    for heading, text in _facts(findings):
        lines += fact_lines(heading, text)
    lines += [f"    {line}".rstrip() for line in _drawings(findings, colour=colour)]
    return "\n".join(lines) + "\n"


def _facts(findings: Findings) -> Iterator[tuple[str, str]]:
    report = findings.report
    cells = counted(report.puzzle.geometry.cells, "cell")
    yield "clues", f"{report.clues:,} in {cells}"
    if report.puzzle.candidates is not None:
        removed = counted(len(report.puzzle.removed), "candidate")
        yield "ruled out", f"{removed} beyond the clues"
    for at, clash in enumerate(report.clashes or ("none",)):
        yield "" if at else "clashes", str(clash)
    yield "proper", _proper(findings)
    if report.status is Status.NONE:
        yield from _contradictions(findings)
    if report.status is Status.UNIQUE:
        yield "minimal", _minimal(report)
    if report.stopped is not None:
        yield "stopped", report.stopped
    if findings.given is not None:
        yield "given", f"solution: {findings.given.text}"


def _proper(findings: Findings) -> str:
    report = findings.report
    match report.status:
        case Status.UNIQUE:
            return "yes: it has exactly one solution"
        case Status.MULTIPLE:
            cells = counted(len(differences(*report.solutions)), "cell")
            count = findings.solution_count
            several = f"no: it has {'several' if count is None else count} solutions"
            end = "" if report.unavoidable is None else ", a minimal difference"
            if findings.smallest:
                end = ", the smallest difference"
            elif findings.smallest is False:
                end += "; timed out while searching for a smaller one"
            return f"{several}; these two differ in {cells}{end}"
        case Status.NONE:
            because = f": {report.reason}" if report.reason else ""
            return f"no: it has no solution{because}"
        case Status.FOUND:
            return "unknown: there is a solution, and there may be more"
        case _:
            return "unknown: no solution was found in time"


def _contradictions(findings: Findings) -> Iterator[tuple[str, str]]:
    """Yield the clues that contradict each other, but for clashes listed before."""
    report, conflicts, single = findings.report, findings.conflicts, findings.single
    heading = "conflicts" if findings.every else "conflict"
    if conflicts is None:
        if findings.stopped is not None:
            yield heading, f"unknown: {findings.stopped}"
    elif single is None:
        more = "" if findings.more is None else f"; there may be more: {findings.more}"
        more = "; there may be more (--limit)" if findings.more == LIMIT else more
        sets = counted(len(conflicts), "minimal set")
        yield heading, f"{sets} of clues that contradict each other{more}"
        for number, one in enumerate(conflicts, 1):
            clues = _listed(report, one.cells) or "the candidates alone"
            yield "", f"{number}: {clues}"
    elif not report.clashes:
        yield heading, _contradiction(report, single, findings.smallest)


def _contradiction(report: Report, one: Conflict, smallest: bool | None) -> str:  # noqa: FBT001  three values
    if not one.cells:
        return "the candidates alone contradict each other"
    listed = _listed(report, one.cells)
    others = " and the candidates" if report.puzzle.candidates is not None else ""
    if len(one.cells) == 1:
        contradict = f"contradicts {'the candidates' if others else 'the rules'}"
        return f"this clue{'' if one.minimal else _TIMED_OUT} {contradict}: {listed}"
    end = _TIMED_OUT
    if one.minimal:
        end = "; removing any one of them resolves it"
        if smallest is not None:
            end += (
                "; no smaller set does"
                if smallest
                else "; timed out while searching for a smaller set"
            )
    clues = counted(len(one.cells), "clue")
    return f"{clues}{others} contradict each other{end}: {listed}"


def _listed(report: Report, cells: Iterable[int]) -> str:
    name, values = report.puzzle.geometry.cell_name, report.puzzle.values
    return ", ".join(f"{name(cell)}={values[cell]}" for cell in cells)


def _minimal(report: Report) -> str:
    if report.redundant is None:
        return "unknown"
    if not report.redundant:
        return "yes: no clue is redundant"
    count = len(report.redundant)
    are = "are individually" if count > 1 else "is"
    listed = _listed(report, report.redundant)
    return f"no: {counted(count, 'clue')} {are} redundant: {listed}"


def _drawings(findings: Findings, *, colour: bool) -> Iterator[str]:
    report, conflicts = findings.report, findings.conflicts or ()
    puzzle = report.puzzle
    if findings.single is not None:
        cells = set(findings.single.cells)
        if report.clashes:
            cells = {cell for pair in clashing_pairs(puzzle) for cell in pair}
        yield from ("", *marked(puzzle.clues, cells, colour=colour))
    else:
        drawn = [
            [f"{number}:", *marked(puzzle.clues, one.cells, colour=colour)]
            for number, one in enumerate(conflicts, 1)
        ]
        for left, right in zip_longest(drawn[::2], drawn[1::2]):
            yield from ("", *(left if right is None else beside(left, right)))
    if report.status is Status.UNIQUE:
        yield from ("", *str(report.solutions[0]).splitlines())
    if report.status is Status.MULTIPLE:
        one, two = report.solutions
        cells = set(differences(one, two))
        pair = [marked(grid, cells, colour=colour) for grid in (one, two)]
        yield from ("", *beside(*pair))
        if report.unavoidable is not None:
            yield from ("", "a clue in one of these cells would exclude one of them:")
            yield from ("", *choices(puzzle, one, two, cells, colour=colour))
        if report.candidates is not None:
            yield from ("", "true candidates:", "")
            yield from candidate_grid(puzzle.geometry, report.candidates)


def report_json(findings: Findings, seconds: float) -> dict[str, object]:
    """Return the report about a puzzle as JSON, without its place."""
    report, conflicts, given = findings.report, findings.conflicts, findings.given
    name, count = report.puzzle.geometry.cell_name, findings.solution_count
    solutions = report.solutions

    def names(cells: Iterable[int] | None) -> list[str] | None:
        return None if cells is None else [name(cell) for cell in cells]

    record: dict[str, object] = {
        "clues": report.clues,
        "clashes": clashes_json(report.clashes),
        "status": str(report.status),
        "count": None if count is None else count.value,
        "count_exact": count is not None and count.exact,
        "proper": report.is_proper,
        "minimal": report.is_minimal,
        "redundant": names(report.redundant),
        "solutions": [grid.line for grid in solutions],
        "differences": names(differences(*solutions) if len(solutions) > 1 else ()),
        "unavoidable": None
        if report.unavoidable is None
        else [
            {"cell": name(cell), "digits": [grid.values[cell] for grid in solutions]}
            for cell in report.unavoidable
        ],
        "candidates": report.candidates,
        "reason": report.reason,
        "conflict": names(conflicts[0].cells if conflicts else None),
        "conflict_minimal": conflicts[0].minimal if conflicts else None,
        "stopped": findings.stopped if report.stopped is None else report.stopped,
        "time_s": round(seconds, 6),
    }
    if findings.every:
        record["conflicts"] = {
            "sets": [names(one.cells) for one in conflicts or ()],
            "complete": conflicts is not None and findings.more is None,
        }
    if findings.sought:
        record["smallest"] = findings.smallest
    if given is not None:
        record["given"] = {
            "solution": None if given.solution is None else given.solution.line,
            "right": given.right,
            "cells": names(given.cells),
            "text": given.text,
        }
    return record
