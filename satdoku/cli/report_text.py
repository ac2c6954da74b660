"""A report about a puzzle, as text for a person."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from satdoku.answers import Status, differences
from satdoku.cli import drawing
from satdoku.cli.looked import LIMIT
from satdoku.cli.remarks import counted
from satdoku.errors import printable
from satdoku.reasons.conflict import clashing_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.answers import Report
    from satdoku.cli.looked import Looked
    from satdoku.reasons.conflict import Conflict

__all__ = ["report_text"]

_OVER = "; fewer may do: the time was over"
_NOT_NARROWED = "; the time was over before it was certain that none can be left out"


def report_text(place: str, looked: Looked, *, colour: bool = False) -> str:
    r"""Tell what there is to tell about a puzzle.

    Args:
        place: Where it is.
        looked: What was found out.
        colour: Whether marked cells stand in reverse, too, by escape sequences.

    Example:
        >>> from satdoku.cli.looked import Asked, look
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("11.. .... .... ....")
        >>> asked = Asked("auto", None, None, 10**6)
        >>> print(report_text("p.txt:1", look(puzzle, asked)))
        p.txt:1
          clues       2 in 16 cells
          clashes     r1c1 and r1c2 are both 1 in row 1
                      r1c1 and r1c2 are both 1 in box 1
          proper      no: it has no solution
        <BLANKLINE>
            1* 1*|.  .
            .  . |.  .
            -----+-----
            .  . |.  .
            .  . |.  .
        <BLANKLINE>
    """
    lines = [printable(place, 200)]
    facts = list(_facts(looked))
    if looked.given is not None:
        facts.append(("given", f"solution: {looked.given.text}"))
    for heading, text in facts:
        lines.append(f"  {heading.ljust(10)}  {text}")
    drawings = list(_drawings(looked, colour=colour))
    return "\n".join([*lines, *(f"    {line}".rstrip() for line in drawings)]) + "\n"


def _facts(looked: Looked) -> Iterator[tuple[str, str]]:
    report = looked.report
    cells = counted(report.puzzle.geometry.cells, "cell")
    yield "clues", f"{report.clues:,} in {cells}"
    if report.puzzle.candidates is not None:
        removed = counted(len(report.puzzle.removed), "candidate")
        yield "ruled out", f"{removed} beyond the clues"
    clashes = [str(clash) for clash in report.clashes] or ["none"]
    yield "clashes", clashes[0]
    for clash in clashes[1:]:
        yield "", clash
    yield "proper", _proper(looked)
    yield from _reasons(looked)
    if report.status is Status.UNIQUE:
        yield "minimal", _minimal(report)
    if report.stopped is not None:
        yield "stopped", report.stopped


def _proper(looked: Looked) -> str:
    report = looked.report
    match report.status:
        case Status.UNIQUE:
            return "yes: it has exactly one solution"
        case Status.MULTIPLE:
            cells = counted(len(differences(*report.solutions)), "cell")
            end = "" if report.unavoidable is None else ", none of them to spare"
            if looked.smallest is not None:
                fewer = "; no solution differs from the first in fewer"
                end = fewer if looked.smallest else f"{end}{_OVER}"
            return f"no: it has several solutions; these two differ in {cells}{end}"
        case Status.NONE:
            because = f": {report.reason}" if report.reason else ""
            return f"no: it has no solution{because}"
        case Status.FOUND:
            return "not known: there is a solution, and there may be more"
        case _:
            return "not known: no solution was found by then"


def _reasons(looked: Looked) -> Iterator[tuple[str, str]]:
    """Tell what leaves a puzzle no solution; clashes have told themselves."""
    report, conflicts = looked.report, looked.conflicts
    if conflicts is None:
        if report.status is Status.NONE and looked.stopped is not None:
            heading = "conflicts" if looked.every else "conflict"
            yield heading, f"not known: {looked.stopped}"
        return
    if looked.single is not None:
        if not report.clashes:
            yield "conflict", _conflict(report, looked.single, looked.smallest)
        return
    more = {
        None: "",
        LIMIT: "; there may be more (--limit)",
    }.get(looked.more, f"; there may be more: {looked.more}")
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


def _drawings(looked: Looked, *, colour: bool) -> Iterator[str]:
    report = looked.report
    yield from _conflict_drawings(looked, colour=colour)
    if report.status is Status.UNIQUE:
        yield ""
        yield from str(report.solutions[0]).splitlines()
    if report.status is Status.MULTIPLE:
        one, two = report.solutions
        cells = set(differences(one, two))
        yield ""
        yield from drawing.beside(
            drawing.marked(one, cells, colour=colour),
            drawing.marked(two, cells, colour=colour),
        )
        if report.unavoidable is not None:
            yield ""
            yield "a clue in one of these cells would tell the two apart:"
            yield ""
            yield from drawing.choices(report.puzzle, one, two, cells, colour=colour)
        if report.candidates is not None:
            yield ""
            yield "true candidates:"
            yield ""
            yield from drawing.candidates(report.puzzle.geometry, report.candidates)


def _conflict_drawings(looked: Looked, *, colour: bool) -> Iterator[str]:
    """Draw the puzzle with the clues marked that contradict each other."""
    puzzle, conflicts = looked.report.puzzle, looked.conflicts or ()
    if looked.single is not None:
        cells = set(looked.single.cells)
        if looked.report.clashes:
            cells = {cell for pair in clashing_pairs(puzzle) for cell in pair}
        yield ""
        yield from drawing.marked(puzzle.clues, cells, colour=colour)
        return
    drawn = [
        [f"{number}:", *drawing.marked(puzzle.clues, conflict.cells, colour=colour)]
        for number, conflict in enumerate(conflicts, 1)
    ]
    for left, right in zip_longest(drawn[::2], drawn[1::2]):
        yield ""
        yield from left if right is None else drawing.beside(left, right)
