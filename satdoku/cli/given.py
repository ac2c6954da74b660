"""The solution that a source gives for a puzzle, held against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Status, differences
from satdoku.errors import printable
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.answers import Report
    from satdoku.formats import Entry
    from satdoku.grid import Grid

__all__ = ["Given", "look_at_given"]

_MOST_NAMED = 5


class Given(NamedTuple):
    """What there is to say about a solution that was given.

    Args:
        solution: It; None if there is none, or none that can be read.
        right: Whether it keeps the rules and the clues; None if there is none.
        cells: The cells in which it is wrong, where that can be told.
        text: All that in words.
    """

    solution: Grid | None
    right: bool | None
    cells: tuple[int, ...]
    text: str


def look_at_given(entry: Entry, report: Report) -> Given:
    """Tell whether the solution that came with a puzzle is one.

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
        >>> look_at_given(entry, report).text
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
