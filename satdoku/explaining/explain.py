"""Explaining a puzzle: the path by techniques, checked, and what goes on behind it."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.deduce.path import next_step
from satdoku.deduce.searches import searches
from satdoku.deduce.state import State
from satdoku.deduce.technique import UNIQUENESS, USUAL
from satdoku.deduce.view import View
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.explaining.clash import shortest_clash
from satdoku.explaining.explanation import End, Explanation, Searched
from satdoku.explaining.step_checker import StepChecker, step_checker
from satdoku.grid import Grid
from satdoku.reasons.conflict import conflicting_clues
from satdoku.solving import look_at_timeout, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from satdoku.answers import Result
    from satdoku.deduce.searches import Search
    from satdoku.deduce.technique import Technique
    from satdoku.explaining.explanation import Entry

__all__ = ["explain"]

_CLASHES = 6
"""How many clashes of an explanation are bearable; then the rest is searched."""


def explain(
    puzzle: object,
    *,
    now: Grid | None = None,
    techniques: Collection[Technique] = USUAL,
    until: Callable[[Entry], bool] | None = None,
    search: bool = True,
    verify: bool = False,
    timeout: float | None = None,
) -> Explanation:
    """Solve a puzzle as a person does, step by step, the easiest step each time.

    Where the puzzle has several solutions, techniques that rest on there being one are
    left out, and the explanation ends where nothing more follows.

    Args:
        puzzle: A grid, or whatever `Grid.of` makes one of.
        now: How far somebody has come; None to start with the puzzle.
        techniques: What may be used.
        until: Is asked of each entry; the first it holds of is the last.
        search: Whether to go on where no technique is left: with candidates refuted by
            a clash, and in the end by search.
        verify: Whether to check every step by SAT.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` cannot be read.
        UsageError: `now` lacks a clue of the puzzle, or is of another geometry.
        EngineError: With `verify`: a step says what does not follow.
        Stopped: The time was over.

    Example:
        >>> told = explain("1... ..2. ..3. 4...", verify=True)
        >>> told.end.value, told.level.title, len(told.entries)
        ('solved', 'Easy', 12)
        >>> print(told.entries[0])
        Naked Single: r1c3=4, the only candidate of r1c3
    """
    look_at_timeout(timeout)
    grid = Grid.of(puzzle)
    deadline = None if timeout is None else monotonic() + timeout
    start = _start(grid, now)
    result = solve(grid, timeout=timeout)
    if not result.certain:
        raise Stopped("out of time")
    mistakes = _mistakes(start, grid, result, _left(deadline))
    with ExitStack() as stack:
        checker = None
        # What is wrong in a position with one solution, that solution tells.
        if verify or (search and result.status is Status.SEVERAL):
            checker = stack.enter_context(
                step_checker(grid.geometry, timeout=_left(deadline))
            )
        run = _Run(State.of(grid, start), result, techniques, checker, deadline)
        run.verify = verify
        end = End.NONE if mistakes else run.follow(until, search=search)
    conflict = conflicting_clues(grid) if result.status is Status.NONE else None
    return Explanation(
        grid,
        start,
        tuple(run.entries),
        end,
        run.state.grid(),
        result.solution if result.status is Status.UNIQUE else None,
        verify,
        () if conflict is None else conflict.cells,
        mistakes,
        result.status,
    )


_ENDS = {Status.SEVERAL: End.SEVERAL, Status.NONE: End.NONE}
"""How an explanation ends where nothing more can be said."""


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(deadline - monotonic(), 0.001)


def _start(puzzle: Grid, now: Grid | None) -> Grid:
    """Return where to start.

    Raises:
        UsageError: It is no position of this puzzle.
    """
    if now is None:
        return puzzle
    if now.geometry != puzzle.geometry:
        raise UsageError(
            f"a position of {now.geometry} for a puzzle of {puzzle.geometry}"
        )
    for cell, digit in puzzle.clues:
        if now.values[cell] != digit:
            name = puzzle.geometry.cell_name(cell)
            raise UsageError(f"the position has no {digit} in {name}, which is a clue")
    if puzzle.candidates is None:
        return now
    return now.with_candidates(
        [a & b for a, b in zip(puzzle.left(), now.left(), strict=True)]
    )


def _mistakes(
    start: Grid, puzzle: Grid, result: Result, timeout: float | None
) -> tuple[tuple[int, int], ...]:
    """Return what a position has, or lacks, against every solution of the puzzle.

    Raises:
        Stopped: The time was over.
    """
    if start is puzzle:
        return ()
    if result.status is Status.SEVERAL:
        conflict = conflicting_clues(start, timeout=timeout)
        if conflict is None:
            return ()
        added = (cell for cell in conflict.cells if not puzzle.values[cell])
        return tuple((cell, start.values[cell]) for cell in added) or start.removed
    solution = result.solution
    if solution is None or solution.solves(start):
        return ()
    values = solution.values
    placed = [
        (cell, value)
        for cell, value in enumerate(start.values)
        if value and value != values[cell]
    ]
    needed = [(cell, digit) for cell, digit in start.removed if values[cell] == digit]
    return (*placed, *needed)


class _Run:
    """One explanation being made.

    Args:
        state: Where it starts.
        result: What is known of its solutions.
        techniques: What may be used.
        checker: Checks steps, and tells which candidates are wrong.
        deadline: When to stop, on the clock `time.monotonic`.
    """

    def __init__(
        self,
        state: State,
        result: Result,
        techniques: Collection[Technique],
        checker: StepChecker | None,
        deadline: float | None,
    ) -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.verify = False
        self._result = result
        proper = result.status is Status.UNIQUE
        self._techniques = frozenset(techniques) - (
            frozenset() if proper else UNIQUENESS
        )
        self._searches = searches(self._techniques)
        self._checker = checker
        self._deadline = deadline
        self._clashes = 0

    def follow(self, until: Callable[[Entry], bool] | None, *, search: bool) -> End:
        """Add entry after entry; say how it ended.

        Raises:
            EngineError: A step says what does not follow.
            Stopped: The time was over.
        """
        view = View(self.state)
        while self.state.empty:
            if self._result.status is Status.NONE and self.state.is_broken:
                return End.NONE
            entry: Entry | None = next_step(view, self._tried(), self._techniques)
            if entry is None:
                entry = self._beyond() if search else None
                if entry is None:
                    return _ENDS.get(self._result.status, End.STOPPED)
            self._add(entry)
            if until is not None and until(entry):
                return End.STOPPED if self.state.empty else End.SOLVED
        searched = isinstance(self.entries[-1], Searched) if self.entries else False
        return End.SEARCHED if searched else End.SOLVED

    def _tried(self) -> Iterator[Search]:
        """Yield the searches, as long as there is time.

        Raises:
            Stopped: There is none left.
        """
        for search in self._searches:
            if self._deadline is not None and monotonic() > self._deadline:
                raise Stopped("out of time")
            yield search

    @property
    def _several(self) -> bool:
        return self._result.status is Status.SEVERAL

    def _add(self, entry: Entry) -> None:
        if self.verify and self._checker is not None:
            before = self.state.grid()
            wrong = self._checker.unproved(entry, before)
            if wrong:
                raise EngineError(f"this does not follow: {entry}")
        self.state.apply(entry)
        self.entries.append(entry)

    def _beyond(self) -> Entry | None:
        """Return what can be said where no technique is left; None if nothing can."""
        if self._result.status is Status.NONE:
            return None
        position = self.state.grid()
        wrong = self._wrong(position)
        solution = None if self._several else self._result.solution
        if not wrong and solution is None:
            return None
        self._clashes += 1
        # Nothing is wrong where singles are left, but may not be used.
        if solution is not None and (not wrong or self._clashes > _CLASHES):
            values = solution.values
            return Searched(
                position.geometry,
                tuple(
                    (cell, values[cell])
                    for cell, value in enumerate(position.values)
                    if not value
                ),
            )
        return shortest_clash(position, wrong)

    def _wrong(self, position: Grid) -> list[tuple[int, int]]:
        """Return the candidates that no solution has."""
        open_ = [
            (cell, digit)
            for cell, mask in enumerate(position.left())
            if not position.values[cell]
            for digit in position.geometry.digits
            if mask >> (digit - 1) & 1
        ]
        solution = self._result.solution
        if solution is not None and not self._several:
            return [
                (cell, digit) for cell, digit in open_ if solution.values[cell] != digit
            ]
        if self._checker is None:
            return []
        return self._checker.impossible(position, open_)
