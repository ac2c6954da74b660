"""A report about a puzzle, as text for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.answers import Status, differences
from satdoku.cli import drawing
from satdoku.cli.remarks import counted
from satdoku.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.answers import Report
    from satdoku.conflict import Conflict

__all__ = ["report_text"]


def report_text(
    place: str,
    report: Report,
    conflict: Conflict | None = None,
    given: str | None = None,
) -> str:
    r"""Tell what there is to tell about a puzzle.

    Args:
        place: Where it is.
        report: What was found.
        conflict: The clues that contradict each other, where that was looked for.
        given: What there is to say of the solution that came with it, if anything.

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
    facts = list(_facts(report, conflict))
    if given is not None:
        facts.append(("given", f"solution: {given}"))
    for heading, text in facts:
        lines.append(f"  {heading.ljust(10)}  {text}")
    drawings = list(_drawings(report, conflict))
    return "\n".join([*lines, *(f"    {line}".rstrip() for line in drawings)]) + "\n"


def _facts(report: Report, conflict: Conflict | None) -> Iterator[tuple[str, str]]:
    cells = counted(report.puzzle.geometry.cells, "cell")
    yield "clues", f"{report.clues:,} in {cells}"
    if report.puzzle.candidates is not None:
        removed = counted(len(report.puzzle.removed), "candidate")
        yield "ruled out", f"{removed} beyond the clues"
    clashes = [str(clash) for clash in report.clashes] or ["none"]
    yield "clashes", clashes[0]
    for clash in clashes[1:]:
        yield "", clash
    yield "proper", _proper(report)
    if conflict is not None and not report.clashes:
        yield "conflict", _conflict(report, conflict)
    if report.status is Status.UNIQUE:
        yield "minimal", _minimal(report)
    if report.stopped is not None:
        yield "stopped", report.stopped


def _proper(report: Report) -> str:
    match report.status:
        case Status.UNIQUE:
            return "yes: it has exactly one solution"
        case Status.SEVERAL:
            cells = counted(len(differences(*report.solutions)), "cell")
            return f"no: it has several solutions; these two differ in {cells}"
        case Status.NONE:
            because = f": {report.reason}" if report.reason else ""
            return f"no: it has no solution{because}"
        case Status.SOLVED:
            return "not known: there is a solution, and there may be more"
        case _:
            return "not known: no solution was found by then"


def _conflict(report: Report, conflict: Conflict) -> str:
    count = len(conflict.cells)
    if not count:
        return "the candidates alone contradict each other"
    name, values = report.puzzle.geometry.cell_name, report.puzzle.values
    listed = ", ".join(f"{name(cell)}={values[cell]}" for cell in conflict.cells)
    given = " with the candidates" if report.puzzle.candidates is not None else ""
    if count == 1:
        return f"this clue alone{given} has no solution: {listed}"
    end = "; without any one of them they have" if conflict.minimal else ""
    return f"{counted(count, 'clue')}{given} have no solution together{end}: {listed}"


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


def _drawings(report: Report, conflict: Conflict | None) -> Iterator[str]:
    if conflict is not None and not report.clashes:
        yield ""
        yield from drawing.marked(report.puzzle, conflict.cells)
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
