"""A report about a puzzle, as text for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.answers import Status, differences
from satdoku.cli import drawing
from satdoku.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.answers import Report

__all__ = ["report_text"]


def report_text(place: str, report: Report) -> str:
    r"""Tell what there is to tell about a puzzle.

    Example:
        >>> from satdoku.answers import Report, Status
        >>> from satdoku.grid import Grid
        >>> puzzle = Grid.parse("11.. .... .... ....")
        >>> clashes = tuple(puzzle.clashes())
        >>> print(report_text("p.txt:1", Report(puzzle, 2, clashes, Status.NONE)))
        p.txt:1
          clues       2 in 16 cells
          clashes     r1c1 and r1c2 are both 1 in row 1
                      r1c1 and r1c2 are both 1 in box 1
          proper      no: it has no solution
        <BLANKLINE>
    """
    lines = [printable(place, 200)]
    for heading, text in _facts(report):
        lines.append(f"  {heading.ljust(10)}  {text}")
    drawings = list(_drawings(report))
    return "\n".join([*lines, *(f"    {line}".rstrip() for line in drawings)]) + "\n"


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    yield "clues", f"{report.clues} in {report.puzzle.geometry.cells} cells"
    clashes = [str(clash) for clash in report.clashes] or ["none"]
    yield "clashes", clashes[0]
    for clash in clashes[1:]:
        yield "", clash
    yield "proper", _proper(report)
    if report.status is Status.UNIQUE:
        yield "minimal", _minimal(report)
    if report.stopped is not None:
        yield "stopped", report.stopped


def _proper(report: Report) -> str:
    match report.status:
        case Status.UNIQUE:
            return "yes: it has exactly one solution"
        case Status.SEVERAL:
            cells = len(differences(*report.solutions))
            return f"no: it has several solutions; these two differ in {cells} cells"
        case Status.NONE:
            because = f": {report.reason}" if report.reason else ""
            return f"no: it has no solution{because}"
        case Status.SOLVED:
            return "not known: there is a solution, and there may be more"
        case _:
            return "not known: no solution was found by then"


def _minimal(report: Report) -> str:
    if report.redundant is None:
        return "not known"
    if not report.redundant:
        return "yes: without any one of its clues it has several solutions"
    name, values = report.puzzle.geometry.cell_name, report.puzzle.values
    listed = ", ".join(f"{name(cell)}={values[cell]}" for cell in report.redundant)
    count = len(report.redundant)
    return f"no: {count} clue{'s' * (count > 1)} can go, each alone: {listed}"


def _drawings(report: Report) -> Iterator[str]:
    if report.status is Status.UNIQUE:
        yield ""
        yield from str(report.solutions[0]).splitlines()
    if report.status is Status.SEVERAL:
        one, two = report.solutions
        cells = set(differences(one, two))
        yield ""
        yield from drawing.beside(
            drawing.marked(one, cells), drawing.marked(two, cells)
        )
        if report.candidates is not None:
            yield ""
            yield "true candidates:"
            yield ""
            yield from drawing.candidates(report.puzzle.geometry, report.candidates)
