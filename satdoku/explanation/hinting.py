"""Hints: the next step, told from a nudge to the whole.

level 1   how hard the next step is, and about where: a box, a row, a digit
level 2   which technique it is
level 3   the technique, and the cells and digits to look at
level 4   the whole step: what it does, and why
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, Stopped, UsageError
from satdoku.explanation.explain import explain
from satdoku.explanation.explanation import End
from satdoku.explanation.summary import mistake_texts
from satdoku.explanation.trial import Trial
from satdoku.techniques.step import Step, candidates_text, cells_text, digits_text

if TYPE_CHECKING:
    from satdoku.explanation.explanation import Entry
    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.technique import Named

__all__ = ["LEVELS", "hint", "nudge"]

LEVELS = (1, 2, 3, 4)
"""How much a hint says."""


def hint(
    puzzle: PuzzleLike,
    *,
    now: PuzzleLike | None = None,
    techniques: Named | None = None,
    timeout: float | None = None,
) -> Entry | None:
    """Return the next step, the easiest there is; None where nothing follows.

    Args:
        puzzle: Whatever `Puzzle` takes.
        now: How far somebody has come, as `puzzle`; None to start with the puzzle.
        techniques: What may be used: techniques, or names of techniques, families or
            levels, one or many; None for the usual ones.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` or `now` cannot be read; or `now` has mistakes, which the
            message names: from there no solution is reached.
        UsageError: As `explain`.
        Stopped: The time was over.

    Example:
        >>> print(hint("1... ..2. ..3. 4..."))
        Naked Single: r1c3=4, the only candidate of r1c3
        >>> hint("1... ..2. ..3. 4...", now="13.. ..2. ..3. 4...")
        Traceback (most recent call last):
        satdoku.errors.InputError: r1c2=3 cannot be right
    """
    told = explain(puzzle, now=now, techniques=techniques, until=1, timeout=timeout)
    if told.end is End.TIMEOUT:
        raise Stopped("out of time")
    if told.mistakes:
        raise InputError("; ".join(mistake_texts(told)))
    return told.entries[0] if told.entries else None


def nudge(entry: Entry, level: int) -> str:
    """Put a step into words that say more or less of it.

    Args:
        entry: The step.
        level: 1 (a nudge) to 4 (everything).

    Raises:
        UsageError: There is no such level.

    Example:
        >>> entry = hint("1... ..2. ..3. 4...")
        >>> for level in LEVELS:
        ...     print(nudge(entry, level))
        an easy step: look at row 1
        a Naked Single
        a Naked Single: look at r1c3
        Naked Single: r1c3=4, the only candidate of r1c3
    """
    if level not in LEVELS:
        raise UsageError(f"no hint level {level!r}; expected 1 to {LEVELS[-1]}")
    if level == LEVELS[-1]:
        return str(entry)
    if not isinstance(entry, Step):
        told = "no technique leads on"
        if level < LEVELS[-2]:
            return f"{told}; level 3 tells a candidate to look at, level 4 why"
        if isinstance(entry, Trial):
            return f"{told}; try {entry.tried} and follow singles"
        first, sign = (*entry.places, *entry.removes)[:1], "=" if entry.places else "<>"
        return f"{told}: try {candidates_text(entry.geometry, first, sign)}"
    if level == 1:
        easy = entry.technique.level.title.lower()
        return f"{_with_article(easy)} step: look at {_about(entry)}"
    title = _with_article(entry.technique.title)
    return title if level == 2 else f"{title}: look at {_place(entry)}"


def _with_article(name: str) -> str:
    """Put a or an before a name, as it is spoken; nothing where that is not said.

    Example:
        >>> [_with_article(name) for name in ("X-Wing", "ALS-XZ", "Unique Rectangle")]
        ['an X-Wing', 'an ALS-XZ', 'a Unique Rectangle']
    """
    if name.startswith(("Pointing", "Claiming", "Sue de Coq", "Multi-Colours")):
        return name
    vowel = name.startswith(("A", "E", "I", "O", "X", "a", "e", "i", "o", "un"))
    return f"{'an' if vowel else 'a'} {name}"


def _about(step: Step) -> str:
    """Name the smallest thing that the step is about: a unit, else digits."""
    board = step.geometry
    if step.units and not step.covers:
        return board.unit_name(step.units[0])
    if len(step.digits) == 1 and len(step.cells) != 1:
        return f"digit {step.digits[0]}"
    cell = (step.cells or tuple(cell for cell, _ in step.places or step.removes))[0]
    return board.unit_name(board.row_of(cell))


def _place(step: Step) -> str:
    """Name the cells, and the digits where these do not give the step away."""
    cells = (
        step.cells
        or tuple(cell for one in step.sets for cell in one.cells)
        or tuple(cell for chain in step.chains for node in chain for cell in node.cells)
    )
    if not cells:
        cells = tuple(cell for cell, _ in step.places or step.removes)
    told = cells_text(step.geometry, cells)
    if step.digits and not step.places:
        told += f" and {digits_text(step.digits)}"
    return told
