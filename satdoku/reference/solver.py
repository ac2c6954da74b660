"""What every reference solver does, and what it promises.

A solver is made once, with its options, and asked for many puzzles.  It keeps nothing
of a puzzle: what it searches with lives in the iterator that `solutions` returns, which
may be left at any time (`close`), and then leaves nothing running.

Any geometry is taken, and puzzles that rule candidates out themselves
(`Puzzle.candidates`).  Clues that break the rules are no error: there is no solution.
That what is yielded is a solution is checked elsewhere, against the rules.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Protocol

from satdoku.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.puzzle import Puzzle

__all__ = ["Counters", "Patience", "Solver"]

Counters = dict[str, int]
"""What a search took.  A solver adds to what is there, and counts of these keys those
that mean something for it:

    guesses        digits tried where more than one was possible
    propagations   digits placed, or candidates removed, by a rule, without a guess
    conflicts      dead ends, where a cell or unit had nothing left
    depth          the most guesses that stood at a time (the greater of both is kept)
    decisions      branches, as the library counts them
    nodes          of the tree of linear programs
"""


class Solver(Protocol):
    """A solver of puzzles."""

    def solutions(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield every solution once, lazily: its values, cell by cell.

        Args:
            puzzle: The puzzle; it is left as it is.
            counters: Is added to; in full when the iterator has ended or is closed, and
                when a solution is yielded.
            deadline: When to stop, on the clock `time.monotonic`; None for never.

        Raises:
            Stopped: The deadline came first, within half a second (by the iterator).
            KeyboardInterrupt: Ctrl-C, within a second.
        """
        ...


class Patience:
    """A deadline that is looked at now and then, since a look at the clock costs.

    Args:
        deadline: When to stop, on the clock `time.monotonic`; None for never.
        every: Steps from one look at the clock to the next; fewer where they are slow.
        steps: After how many steps to stop; None for never.

    Example:
        >>> patience = Patience(deadline=None)
        >>> patience.look()
    """

    __slots__ = ("_deadline", "_every", "_left", "_steps")

    def __init__(
        self, deadline: float | None, every: int = 256, steps: int | None = None
    ) -> None:
        self._deadline = deadline
        self._every = every
        self._left = 1
        self._steps = steps

    def look(self) -> None:
        """Count a step of search; look at the clock with the first, then now and then.

        Raises:
            Stopped: The deadline has come, or the last step was taken.
        """
        if self._steps is not None:
            if self._steps == 0:
                raise Stopped("out of patience")
            self._steps -= 1
        if self._deadline is None:
            return
        self._left -= 1
        if self._left == 0:
            self._left = self._every
            if monotonic() >= self._deadline:
                raise Stopped("out of time")
