"""Hints: the next step, from a nudge to all of it.

detail 1   how hard the next step is, and roughly where: a box, a row, a digit
detail 2   the technique
detail 3   the technique, and the cells and digits to look at
detail 4   the whole step: what it does, and why
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.errors import InputError, Stopped, UsageError
from satdoku.explanation.explain import End, explain
from satdoku.explanation.summary import mistake_texts, wrong_texts
from satdoku.explanation.trials import Trial
from satdoku.techniques.step import Step, candidates_text, cells_text, digits_text

if TYPE_CHECKING:
    from satdoku.explanation.explain import Entry, Explanation
    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.technique import Named

__all__ = ["DETAILS", "Hint", "hint"]

DETAILS = (1, 2, 3, 4)
"""How much a hint can say."""


@dataclass(frozen=True)
class Hint:
    r"""The next step, or the reason why there is none.

    It is true where there is a step; a notebook shows the step drawn.

    Args:
        path: An explanation, of which the first step counts.

    Example:
        >>> bool(hint("1... ..2. ..3. 4..."))
        True
        >>> print(hint("1243 3421 2134 4312"), hint("1... .... .... ...."), sep="\n")
        the grid is complete
        nothing follows: the puzzle has several solutions
    """

    path: Explanation

    @property
    def step(self) -> Entry | None:
        """The next step; None where nothing follows."""
        # What follows where there is no solution leads nowhere.
        if self.path.status is Status.NONE or not self.path.entries:
            return None
        return self.path.entries[0]

    def text(self, detail: int = 4) -> str:
        """Say more or less of the step; or why there is none.

        Args:
            detail: 1 (a nudge) to 4 (everything).

        Raises:
            UsageError: `detail` is none of these.

        Example:
            >>> for detail in DETAILS:
            ...     print(hint("1... ..2. ..3. 4...").text(detail))
            an easy step: look at row 1
            a Naked Single
            a Naked Single: look at r1c3
            Naked Single: r1c3=4, the only candidate of r1c3
        """
        if detail not in DETAILS:
            raise UsageError(f"detail {detail!r}; expected 1 to {DETAILS[-1]}")
        step = self.step
        if step is not None:
            return _step_text(step, detail)
        if wrong := "; ".join(wrong_texts(self.path)):
            return wrong
        if self.path.position.is_complete:
            return "the grid is complete"
        if self.path.status is Status.MULTIPLE:
            return "nothing follows: the puzzle has several solutions"
        return "no technique applies"

    def __bool__(self) -> bool:
        return self.step is not None

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """Draw the step, or the position where there is none."""
        from satdoku.explanation.drawing import step_svg  # noqa: PLC0415  for notebooks

        return step_svg(self.path.start, self.step, puzzle=self.path.puzzle)


def hint(
    puzzle: PuzzleLike,
    *,
    now: PuzzleLike | None = None,
    techniques: Named | None = None,
    timeout: float | None = None,
) -> Hint:
    """Find the next step, the easiest there is.

    Args:
        puzzle: Anything that `Puzzle` takes.
        now: The current position, as `puzzle`; None to start with the puzzle.
        techniques: The techniques to use: techniques, or names of techniques, families
            or levels, one or many; None for the usual ones.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` or `now` cannot be read; or `now` has mistakes, which the
            message names: no solution can be reached from there.
        UsageError: As `explain`.
        Stopped: The time was over.

    Example:
        >>> print(hint("1... ..2. ..3. 4..."))
        Naked Single: r1c3=4, the only candidate of r1c3
        >>> hint("1... ..2. ..3. 4...", now="13.. ..2. ..3. 4...")
        Traceback (most recent call last):
        satdoku.errors.InputError: r1c2=3 cannot be right
    """
    path = explain(puzzle, now=now, techniques=techniques, until=1, timeout=timeout)
    if path.end is End.TIMEOUT:
        raise Stopped("out of time")
    if path.mistakes:
        raise InputError("; ".join(mistake_texts(path)))
    return Hint(path)


def _step_text(entry: Entry, detail: int) -> str:
    if detail == DETAILS[-1]:
        return str(entry)
    if not isinstance(entry, Step):
        if detail < DETAILS[-2]:
            return "no technique applies; detail 3 names a candidate, detail 4 says why"
        if isinstance(entry, Trial):
            return f"no technique applies; try {entry.tried} and follow singles"
        first, sign = (*entry.places, *entry.removes)[:1], "=" if entry.places else "<>"
        return (
            f"no technique applies: try {candidates_text(entry.geometry, first, sign)}"
        )
    if detail == 1:
        level = entry.technique.level.title.lower()
        return f"{_with_article(level)} step: look at {_about(entry)}"
    title = _with_article(entry.technique.title)
    return title if detail == 2 else f"{title}: look at {_place(entry)}"


def _with_article(name: str) -> str:
    """Put `a` or `an` before a name, as it is spoken; nothing before some.

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
        or tuple(cell for cell, _ in step.places or step.removes)
    )
    text = cells_text(step.geometry, cells)
    if step.digits and not step.places:
        text += f" and {digits_text(step.digits)}"
    return text
