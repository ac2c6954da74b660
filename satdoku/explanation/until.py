"""Where an explanation is to end, as it can be named.

r4c5        the step that places a digit there
fish        the first step by a technique of that name or family
hard        the first step of that level or above
12          so many steps

The same is meant by `explain(..., until=...)` and `satdoku explain --until`.  What
reads techniques is loaded when one is named, as the help of a command needs none of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from satdoku.errors import UsageError, printable, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.explanation.explanation import Entry
    from satdoku.puzzle import Puzzle
    from satdoku.techniques.technique import Level, Technique

    Ending: TypeAlias = Callable[[Entry], bool] | str | int | Technique | Level

__all__ = ["Until", "ending_of"]

_CELL = re.compile(r"r([1-9]\d{0,3})c([1-9]\d{0,3})", re.IGNORECASE | re.ASCII)


class Until:
    """Where an explanation is to end.

    Args:
        text: What the person wrote.
        called: What messages call it.

    Attributes:
        text: What the person wrote.
        where: That in words.

    Raises:
        UsageError: It is none of the four.

    Example:
        >>> Until("R4C5").where, Until("12").where, Until("x-wing").where
        ('at r4c5', 'after 12 steps', 'at the first step of x-wing')
    """

    def __init__(self, text: str, *, called: str = "until") -> None:
        from satdoku.techniques.technique import Level, chosen  # noqa: PLC0415  see above

        self.text = text
        self.where = f"at the first step of {text.lower()}"
        self._called = called
        self._count = 0
        self._cell: tuple[int, int] | None = None
        self._level: Level | None = None
        self._techniques: frozenset[Technique] = frozenset()
        cell = _CELL.fullmatch(text)
        if cell:
            self._cell = (int(cell[1]), int(cell[2]))
            self.where = f"at {text.lower()}"
        elif text.isascii() and text.isdigit() and text.strip("0") and len(text) < 10:
            self._count = int(text)
            self.where = f"after {self._count:,} step{'s' * (self._count > 1)}"
        elif text.lower() in {level.key for level in Level}:
            self._level = Level.parse(text)
            self.where = f"at the first {text.lower()} step"
        else:
            try:
                self._techniques = chosen(text)
            except UsageError as error:
                raise UsageError(
                    f"{printable(text)!r} is no cell (r4c5), level (hard) or number of "
                    f"steps, and there is {error}"
                ) from None

    def of(self, start: Puzzle) -> Callable[[Entry], bool]:
        """Return what tells whether an entry is the last, for one explanation.

        Args:
            start: Where the explanation starts.

        Raises:
            UsageError: The cell is not on the board, or holds a digit already.
        """
        if self._cell is not None:
            wanted = self._cell_of(start)
            return lambda entry: any(cell == wanted for cell, _ in entry.places)
        if self._count:
            steps = iter(range(self._count - 1, -1, -1))
            return lambda _: next(steps) == 0
        if self._level is not None:
            return self._is_as_hard
        return lambda entry: getattr(entry, "technique", None) in self._techniques

    def _cell_of(self, start: Puzzle) -> int:
        row, column = self._cell or (0, 0)
        geometry = start.geometry
        n = geometry.size
        if row > n or column > n:
            raise UsageError(
                f"{self._called}: there is no r{row}c{column} in a grid of {geometry}"
            )
        cell = (row - 1) * n + column - 1
        if start.values[cell]:
            raise UsageError(
                f"{self._called}: r{row}c{column} holds {start.values[cell]} from the "
                "start"
            )
        return cell

    def _is_as_hard(self, entry: Entry) -> bool:
        technique: Technique | None = getattr(entry, "technique", None)
        # What no technique gives is beyond all levels.
        return technique is None or technique.level >= (self._level or technique.level)


def ending_of(until: Ending, start: Puzzle) -> Callable[[Entry], bool]:
    """Return what tells whether an entry is the last of an explanation.

    Args:
        until: That itself; or a cell, a technique, a family, a level or a number of
            steps.
        start: Where the explanation starts.

    Raises:
        UsageError: It is none of these, or the cell cannot be filled.

    Example:
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.puzzle import Puzzle
        >>> is_last = ending_of(2, Puzzle("1... ..2. ..3. 4..."))
        >>> is_last(None), is_last(None)
        (False, True)
        >>> ending_of("r1c1", Puzzle("1... ..2. ..3. 4..."))
        Traceback (most recent call last):
        satdoku.errors.UsageError: until: r1c1 holds 1 from the start
    """
    from satdoku.techniques.technique import Level, Technique  # noqa: PLC0415  see above

    if isinstance(until, Technique | Level):
        return Until(until.key).of(start)
    if isinstance(until, str):
        return Until(until).of(start)
    if isinstance(until, int):
        if 0 < until < 10**9 and not isinstance(until, bool):
            return Until(str(until)).of(start)
    elif callable(until):
        return until
    raise UsageError(
        f"{shown(until)} as until makes no sense; expected a cell (r4c5), a technique, "
        "a family, a level, a number of steps or a function"
    )
