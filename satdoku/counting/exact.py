"""The exact number of solutions: a search and a model counter, side by side.

A search counts solutions one by one, millions a second on 9×9; a model counter need not
meet each of them where what is open falls into parts that have little to do with each
other, and is far behind elsewhere.  Nobody knows which before, so both run at once, and
the first that is done ends the other.  Digits that nothing tells apart are
told apart before (`satdoku.counting.symmetry`), which spares both all but one of m!
solutions.

Engine `lanes` searches until all is found.  Other searches slow down with each
solution, and are left after some seconds.
"""

from __future__ import annotations

from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.answers import Count
from satdoku.cnf.encoder import MAX_CLAUSES, simplify
from satdoku.cnf.recipe import load as load_recipe
from satdoku.counting.ganak import ModelCounter, require
from satdoku.counting.symmetry import alike, rising, split
from satdoku.lanes import supports

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.puzzle import Puzzle
    from satdoku.solver import Solver

__all__ = ["RECIPE", "count_exactly"]

RECIPE = "triad"
"""The encoding: of all recipes the one whose models are counted fastest."""

_MOST_PARTS = 200  # puzzles that the search may have instead of one
_SEARCHED = 1_000_000  # solutions that an engine of formulas lists
_SEARCHING = 10.0  # seconds that it may take


class _Answered(Exception):  # noqa: N818  an answer, not a mistake
    """The model counter is done; the search may end."""


def count_exactly(
    puzzle: Puzzle,
    session: Solver,
    *,
    max_clauses: int = MAX_CLAUSES,
    timeout: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Count:
    """Count all solutions.

    Args:
        puzzle: The puzzle.
        session: Searches; one that chooses its engines itself.
        max_clauses: Refuse formulas with more clauses than that.
        timeout: Seconds of wall time after which to stop.
        progress: Is told how many the search has found by now.

    Raises:
        UsageError: The model counter is not installed.
        LimitError: The formula would be too large; or the model counter ran out of
            memory, and the search was not done either.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.solver import Solver
        >>> print(count_exactly(Puzzle("12.. .... .... ...."), Solver()))
        24
    """
    require()
    deadline = None if timeout is None else monotonic() + timeout
    form = simplify(puzzle, load_recipe(RECIPE), max_clauses)
    if form.contradiction is not None or not form.formula.variables:
        return Count(int(form.contradiction is None), exact=True)
    digits = alike(puzzle)
    clauses = chain(form.formula, rising(digits, form.variable_of))
    counted = form.cell_variables[-1]
    with ModelCounter(form.formula.variables, counted, clauses) as counter:
        search = _Search(puzzle, session, counter, progress)
        try:
            found = search.count(deadline)
        except _Answered:
            found = search.by_now
        if not found.exact:
            models = counter.wait(_left(deadline))
            if models is not None:
                return Count(models * digits.factor, exact=True)
        return found


class _Search:
    """The search beside a model counter."""

    def __init__(
        self,
        puzzle: Puzzle,
        session: Solver,
        counter: ModelCounter,
        progress: Callable[[int], None] | None,
    ) -> None:
        self._puzzle = puzzle
        self._session = session
        self._counter = counter
        self._progress = progress
        self._digits = alike(puzzle, _MOST_PARTS)
        self._found = 0

    @property
    def by_now(self) -> Count:
        """What has been found, when the search has not ended by itself."""
        return Count(
            self._found * self._digits.factor, exact=False, stopped="out of time"
        )

    def count(self, deadline: float | None) -> Count:
        """Count until all is found, or as long as it is worth.

        Raises:
            _Answered: The model counter is done.
        """
        limit: int | None = None
        if not supports(self._puzzle):
            limit = _SEARCHED
            patience = monotonic() + _SEARCHING
            deadline = patience if deadline is None else min(deadline, patience)
        before = 0

        def tell(found: int) -> None:
            self._found = before + found
            if self._counter.is_done():
                raise _Answered
            if self._progress is not None:
                self._progress(self._found * self._digits.factor)

        for part in split(self._puzzle, self._digits):
            left = None if limit is None else limit - before
            count = self._session.count(
                part, left, timeout=_left(deadline), progress=tell
            )
            before += count.value
            self._found = before
            if not count.exact:
                return self.by_now
        return Count(before * self._digits.factor, exact=True)


def _left(deadline: float | None) -> float | None:
    """Return how many seconds are left; None where there is no end."""
    return None if deadline is None else max(0.0, deadline - monotonic())
