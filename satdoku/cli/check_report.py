"""What `satdoku check` finds out about a puzzle, as text for a person and as JSON."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Status, differences
from satdoku.cli.columns import fact_lines
from satdoku.cli.messages import counted
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

__all__ = ["LIMIT", "Findings", "Given", "given_solution", "report_json", "report_text"]

LIMIT = "limit"
"""Why there may be more sets of clues where as many are listed as were asked for."""

_MOST_NAMED = 5
_OVER = "; fewer may do: the time was over"
_NOT_NARROWED = "; the time was over before it was certain that none can be left out"


class Given(NamedTuple):
    """A solution that came with a puzzle, held against the rules.

    Args:
        solution: It; None if there is none, or none that can be read.
        right: Whether it keeps the rules and the clues; None if there is none.
        cells: The cells in which it is wrong, where that is known.
        text: All that in words.
    """

    solution: Grid | None
    right: bool | None
    cells: tuple[int, ...]
    text: str


def given_solution(entry: Entry, report: Report) -> Given:
    """Return whether the solution that came with a puzzle is one.

    Example:
        >>> from satdoku.answers import Report
        >>> from satdoku.formats import Entry, Extras
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1234 3412 2143 432.")
        >>> from satdoku.grid import Grid
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
        if texts:
            said = f"'{printable(texts[0])}' cannot be read as one"
            return Given(None, right=False, cells=(), text=said)
        return Given(None, right=None, cells=(), text="none")
    if puzzle.is_solution(solution):
        several = report.status is Status.MULTIPLE
        text = "right, one of several" if several else "right"
        return Given(solution, right=True, cells=(), text=text)
    cells = _wrong_cells(solution, puzzle, report)
    if not cells:
        clashes = Puzzle.of(solution).clashes()
        why = f"wrong: {clashes[0]}" if clashes else "wrong"
        return Given(solution, right=False, cells=(), text=why)
    right = report.solutions[0].values if report.status is Status.UNIQUE else None
    named: list[str] = []
    for cell in cells[:_MOST_NAMED]:
        value = str(solution.values[cell] or "empty")
        instead = right[cell] if right else puzzle.values[cell]
        rather = f", not {instead}" if instead else ""
        named.append(f"{puzzle.geometry.cell_name(cell)} ({value}{rather})")
    more = len(cells) - len(named)
    rest = f" and {more} more cell{'s' * (more > 1)}" if more else ""
    text = f"wrong in {', '.join(named)}{rest}"
    return Given(solution, right=False, cells=cells, text=text)


def _wrong_cells(solution: Grid, puzzle: Puzzle, report: Report) -> tuple[int, ...]:
    """Return where it differs from the only solution, or what is wrong by itself."""
    if report.status is Status.UNIQUE:
        return differences(solution, report.solutions[0])
    return tuple(
        cell
        for cell, (value, clue) in enumerate(
            zip(solution.values, puzzle.values, strict=True)
        )
        if value == 0 or (clue and value != clue)
    )


class Findings(NamedTuple):
    """What was found out.

    Args:
        report: The report.
        conflicts: Sets of clues without a solution; None where that was not searched,
            or not found out.
        more: Why there may be more such sets, or None if these are all, or one was
            asked for.
        smallest: Whether no fewer clues, or cells, would do; None where that was not
            asked, or there is nothing that could be smallest.
        given: What there is to say of the solution that came with it, if anything.
        every: Whether all sets of clues were asked for, and there may be some.
        sought: Whether the smallest was asked for, and there may be one.
        stopped: Which limit came before the reasons were known, if one did.
        solution_count: How many solutions there are, where they are several.
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
        """The set of clues, where one was asked for, and found."""
        return None if self.every or not self.conflicts else self.conflicts[0]


def report_text(place: str, findings: Findings, *, colour: bool = False) -> str:
    """Return the report about a puzzle as lines of text.

    Args:
        place: Where the puzzle is.
        findings: What was found out.
        colour: Whether marked cells are in reverse too, by escape sequences.
    """
    lines = [printable(place, 200)]
    facts = list(_facts(findings))
    if findings.given is not None:
        facts.append(("given", f"solution: {findings.given.text}"))
    for heading, text in facts:
        lines += fact_lines(heading, text)
    drawings = list(_drawings(findings, colour=colour))
    return "\n".join([*lines, *(f"    {line}".rstrip() for line in drawings)]) + "\n"


def _facts(findings: Findings) -> Iterator[tuple[str, str]]:
    report = findings.report
    cells = counted(report.puzzle.geometry.cells, "cell")
    yield "clues", f"{report.clues:,} in {cells}"
    if report.puzzle.candidates is not None:
        removed = counted(len(report.puzzle.removed), "candidate")
        yield "ruled out", f"{removed} beyond the clues"
    clashes = [str(clash) for clash in report.clashes] or ["none"]
    yield "clashes", clashes[0]
    for clash in clashes[1:]:
        yield "", clash
    yield "proper", _proper(findings)
    yield from _reasons(findings)
    if report.status is Status.UNIQUE:
        yield "minimal", _minimal(report)
    if report.stopped is not None:
        yield "stopped", report.stopped


def _proper(findings: Findings) -> str:
    report = findings.report
    match report.status:
        case Status.UNIQUE:
            return "yes: it has exactly one solution"
        case Status.MULTIPLE:
            cells = counted(len(differences(*report.solutions)), "cell")
            end = "" if report.unavoidable is None else ", none of them to spare"
            if findings.smallest is not None:
                fewer = "; no solution differs from the first in fewer"
                end = fewer if findings.smallest else f"{end}{_OVER}"
            several = (
                "several"
                if findings.solution_count is None
                else str(findings.solution_count)
            )
            return f"no: it has {several} solutions; these two differ in {cells}{end}"
        case Status.NONE:
            because = f": {report.reason}" if report.reason else ""
            return f"no: it has no solution{because}"
        case Status.FOUND:
            return "not known: there is a solution, and there may be more"
        case _:
            return "not known: no solution was found by then"


def _reasons(findings: Findings) -> Iterator[tuple[str, str]]:
    """Yield what leaves a puzzle no solution; clashes are there already."""
    report, conflicts = findings.report, findings.conflicts
    if conflicts is None:
        if report.status is Status.NONE and findings.stopped is not None:
            heading = "conflicts" if findings.every else "conflict"
            yield heading, f"not known: {findings.stopped}"
        return
    if findings.single is not None:
        if not report.clashes:
            yield "conflict", _conflict(report, findings.single, findings.smallest)
        return
    more = {
        None: "",
        LIMIT: "; there may be more (--limit)",
    }.get(findings.more, f"; there may be more: {findings.more}")
    sets = counted(len(conflicts), "set")
    have = "has" if len(conflicts) == 1 else "have"
    yield "conflicts", f"{sets} of clues {have} no solution, with none to spare{more}"
    for number, conflict in enumerate(conflicts, 1):
        yield "", f"{number}: {_listed(report, conflict) or 'the candidates alone'}"


def _conflict(report: Report, conflict: Conflict, smallest: bool | None) -> str:  # noqa: FBT001  three values
    count = len(conflict.cells)
    if not count:
        return "the candidates alone contradict each other"
    listed = _listed(report, conflict)
    given = " with the candidates" if report.puzzle.candidates is not None else ""
    if count == 1:
        end = "" if conflict.minimal else _NOT_NARROWED
        return f"this clue alone{given} has no solution{end}: {listed}"
    end = _NOT_NARROWED
    if conflict.minimal:
        fewer = {True: "; no fewer do", False: _OVER, None: ""}[smallest]
        end = f"; without any one of them they have{fewer}"
    return f"{counted(count, 'clue')}{given} have no solution together{end}: {listed}"


def _listed(report: Report, conflict: Conflict) -> str:
    name, values = report.puzzle.geometry.cell_name, report.puzzle.values
    return ", ".join(f"{name(cell)}={values[cell]}" for cell in conflict.cells)


def _minimal(report: Report) -> str:
    if report.redundant is None:
        return "not known"
    if not report.redundant:
        return "yes: without any one of its clues it has several solutions"
    name, values = report.puzzle.geometry.cell_name, report.puzzle.values
    listed = ", ".join(f"{name(cell)}={values[cell]}" for cell in report.redundant)
    count = len(report.redundant)
    alone = ", each alone" if count > 1 else ""
    return f"no: {counted(count, 'clue')} can go{alone}: {listed}"


def _drawings(findings: Findings, *, colour: bool) -> Iterator[str]:
    report = findings.report
    yield from _conflict_drawings(findings, colour=colour)
    if report.status is Status.UNIQUE:
        yield ""
        yield from str(report.solutions[0]).splitlines()
    if report.status is Status.MULTIPLE:
        one, two = report.solutions
        cells = set(differences(one, two))
        yield ""
        yield from beside(
            marked(one, cells, colour=colour),
            marked(two, cells, colour=colour),
        )
        if report.unavoidable is not None:
            yield ""
            yield "a clue in one of these cells would tell the two apart:"
            yield ""
            yield from choices(report.puzzle, one, two, cells, colour=colour)
        if report.candidates is not None:
            yield ""
            yield "true candidates:"
            yield ""
            yield from candidate_grid(report.puzzle.geometry, report.candidates)


def _conflict_drawings(findings: Findings, *, colour: bool) -> Iterator[str]:
    """Draw the puzzle with the clues marked that contradict each other."""
    puzzle, conflicts = findings.report.puzzle, findings.conflicts or ()
    if findings.single is not None:
        cells = set(findings.single.cells)
        if findings.report.clashes:
            cells = {cell for pair in clashing_pairs(puzzle) for cell in pair}
        yield ""
        yield from marked(puzzle.clues, cells, colour=colour)
        return
    drawn = [
        [f"{number}:", *marked(puzzle.clues, conflict.cells, colour=colour)]
        for number, conflict in enumerate(conflicts, 1)
    ]
    for left, right in zip_longest(drawn[::2], drawn[1::2]):
        yield ""
        yield from left if right is None else beside(left, right)


def report_json(findings: Findings, seconds: float) -> dict[str, object]:
    """Return the report about a puzzle as JSON, but for the place."""
    report = findings.report
    geometry = report.puzzle.geometry

    def names(cells: Iterable[int]) -> list[str]:
        return [geometry.cell_name(cell) for cell in cells]

    conflicts = findings.conflicts
    redundant = report.redundant
    cells = differences(*report.solutions) if len(report.solutions) > 1 else ()
    record: dict[str, object] = {
        "clues": report.clues,
        "clashes": clashes_json(report.clashes),
        "status": str(report.status),
        "count": None
        if findings.solution_count is None
        else findings.solution_count.value,
        "count_exact": findings.solution_count is not None
        and findings.solution_count.exact,
        "proper": report.is_proper,
        "minimal": report.is_minimal,
        "redundant": None if redundant is None else names(redundant),
        "solutions": [grid.line for grid in report.solutions],
        "differences": names(cells),
        "unavoidable": _unavoidable(report),
        "candidates": report.candidates,
        "reason": report.reason,
        "conflict": names(conflicts[0].cells) if conflicts else None,
        "conflict_minimal": conflicts[0].minimal if conflicts else None,
        "stopped": findings.stopped if report.stopped is None else report.stopped,
        "time_s": round(seconds, 6),
    }
    if findings.every:
        record["conflicts"] = {
            "sets": [names(conflict.cells) for conflict in conflicts or ()],
            "complete": conflicts is not None and findings.more is None,
        }
    if findings.sought:
        record["smallest"] = findings.smallest
    given = findings.given
    if given is not None:
        record["given"] = {
            "solution": None if given.solution is None else given.solution.line,
            "right": given.right,
            "cells": names(given.cells),
            "text": given.text,
        }
    return record


def _unavoidable(report: Report) -> list[dict[str, object]] | None:
    """Return the cells in which two solutions differ, with the digits of both."""
    if report.unavoidable is None:
        return None
    name = report.puzzle.geometry.cell_name
    one, two = (grid.values for grid in report.solutions)
    return [
        {"cell": name(cell), "digits": [one[cell], two[cell]]}
        for cell in report.unavoidable
    ]
