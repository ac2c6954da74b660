"""Explaining a puzzle: the path by techniques, checked, and what goes on behind it."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.deadline import Deadline
from satdoku.errors import EngineError, Stopped
from satdoku.explanation.clash import needed_of, shortest_clash
from satdoku.explanation.explanation import End, Explanation, Searched
from satdoku.explanation.position import position_of
from satdoku.explanation.step_checker import StepChecker, step_checker
from satdoku.explanation.trying import shortest_trial
from satdoku.explanation.until import ending_of
from satdoku.puzzle import Puzzle
from satdoku.reasons.conflict import conflicting_clues
from satdoku.solver import solve
from satdoku.techniques.deadline import look_at
from satdoku.techniques.path import next_step
from satdoku.techniques.state import State, View
from satdoku.techniques.technique import UNIQUENESS, Technique, chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from satdoku.answers import Result
    from satdoku.explanation.explanation import Entry
    from satdoku.explanation.until import Ending
    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.technique import Named

__all__ = ["explain"]

_CLASHES = 6
"""How many clashes of an explanation are bearable; then the rest is searched."""

_FOLLOWED = {Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}
"""What a trial follows, and is not told without."""


def explain(
    puzzle: PuzzleLike,
    *,
    now: PuzzleLike | None = None,
    techniques: Named | None = None,
    until: Ending | None = None,
    search: bool = True,
    verify: bool = False,
    timeout: float | None = None,
) -> Explanation:
    """Solve a puzzle as a person does, step by step, the easiest step each time.

    Where the puzzle has several solutions, techniques that rest on there being one are
    left out, and the explanation ends where nothing more follows.

    Args:
        puzzle: Whatever `Puzzle` takes.
        now: How far somebody has come, as `puzzle`; None to start with the puzzle.
        techniques: What may be used: techniques, or names of techniques, families or
            levels, one or many; None for the usual ones.
        until: Which entry is the last: the one that fills a cell (`"r4c5"`), the first
            by a technique (`"x-wing"`), of a family (`"fish"`) or of a level
            (`"hard"`), the twelfth (`12`), or the first that a function holds of.
        search: Whether to go on where no technique is left: with candidates refuted by
            trying them and following singles, if these may be used; where none is, by
            a clash; and in the end by search.
        verify: Whether to check every step by SAT.
        timeout: Seconds of wall time after which to stop, with the steps found by then
            and `End.TIMEOUT`.

    Raises:
        InputError: `puzzle` or `now` cannot be read.
        UsageError: `now` lacks a clue of the puzzle, or is of another geometry; there
            is no such technique, or `until` makes no sense.
        EngineError: A step leads to no solution, though there is one; with `verify`:
            it says what does not follow.
        Stopped: The time was over before it was certain how many solutions there are.

    Example:
        >>> told = explain("1... ..2. ..3. 4...", verify=True)
        >>> told.end.value, told.level.title, len(told.entries)
        ('solved', 'Easy', 12)
        >>> print(told.entries[0])
        Naked Single: r1c3=4, the only candidate of r1c3
        >>> print(explain("1... ..2. ..3. 4...", until="r1c2").entries[-1])
        Full House: r1c2=2, the last empty cell of row 1
    """
    Deadline(timeout)
    grid = Puzzle.of(puzzle)
    deadline = None if timeout is None else monotonic() + timeout
    start = position_of(grid, now)
    used = chosen(techniques)
    is_last = None if until is None else ending_of(until, start)
    result = solve(grid, timeout=timeout)
    if not result.certain:
        raise Stopped("out of time")
    mistakes = _mistakes(start, grid, result, _left(deadline))
    with ExitStack() as stack:
        checker = None
        # What is wrong in a position with one solution, that solution tells.
        if verify or (search and result.status is Status.MULTIPLE):
            checker = stack.enter_context(
                step_checker(grid.geometry, timeout=_left(deadline))
            )
        run = _Run(State.of(grid, start), result, used, checker, deadline)
        run.verify = verify
        end = End.NONE if mistakes else run.in_time(is_last, search=search)
    position = run.state.grid()
    if end in (End.SOLVED, End.SEARCHED) and not grid.is_solution(position.clues):
        raise EngineError(f"these steps led to no solution of {grid.line[:90]}")
    conflict = None
    if result.status is Status.NONE and end is not End.TIMEOUT:
        try:
            conflict = conflicting_clues(grid, timeout=_left(deadline))
        except Stopped:
            end = End.TIMEOUT
    return Explanation(
        grid,
        start,
        tuple(run.entries),
        end,
        position,
        result.solution if result.status is Status.UNIQUE else None,
        verify,
        () if conflict is None else conflict.cells,
        mistakes,
        result.status,
    )


_ENDS = {Status.MULTIPLE: End.SEVERAL, Status.NONE: End.NONE}
"""How an explanation ends where nothing more can be said."""


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(deadline - monotonic(), 0.001)


def _mistakes(
    start: Puzzle, puzzle: Puzzle, result: Result, timeout: float | None
) -> tuple[tuple[int, int], ...]:
    """Return what a position has, or lacks, against every solution of the puzzle.

    Raises:
        Stopped: The time was over.
    """
    if start is puzzle:
        return ()
    barred = tuple((c, v) for c, v in puzzle.removed if start.values[c] == v)
    if result.status is Status.MULTIPLE:
        return barred or _at_odds(start, puzzle, timeout)
    solution = result.solution
    if solution is None or start.is_solution(solution):
        return ()
    values = solution.values
    placed = [
        (cell, value)
        for cell, value in enumerate(start.values)
        if value and value != values[cell]
    ]
    needed = [(cell, digit) for cell, digit in start.removed if values[cell] == digit]
    return (*placed, *needed)


def _at_odds(
    start: Puzzle, puzzle: Puzzle, timeout: float | None
) -> tuple[tuple[int, int], ...]:
    """Return digits, or removed candidates, that no solution has all of.

    Raises:
        Stopped: The time was over.
    """
    deadline = None if timeout is None else monotonic() + timeout
    conflict = conflicting_clues(start, timeout=timeout)
    if conflict is None:
        return ()
    values = start.values
    added = [cell for cell in conflict.cells if not puzzle.values[cell]]
    if added:
        return tuple((cell, values[cell]) for cell in added)
    own = [pair for pair in start.removed if pair not in puzzle.removed]
    clues = [0] * len(values)
    for cell in conflict.cells:
        clues[cell] = values[cell]
    known = Puzzle.trusted(start.geometry, tuple(clues))
    return needed_of(own, known, puzzle.removed, timeout=_left(deadline))


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
        self._checker = checker
        self._deadline = deadline
        self._clashes = 0

    def in_time(self, until: Callable[[Entry], bool] | None, *, search: bool) -> End:
        """Follow, as long as there is time; say how it ended.

        Raises:
            EngineError: A step says what does not follow.
        """
        try:
            return self.follow(until, search=search)
        except Stopped:
            return End.TIMEOUT

    def follow(self, until: Callable[[Entry], bool] | None, *, search: bool) -> End:
        """Add entry after entry; say how it ended.

        Raises:
            EngineError: A step says what does not follow.
            Stopped: The time was over.
        """
        view = View(self.state, deadline=self._deadline)
        while self.state.empty and not self.state.is_broken:
            entry: Entry | None = next_step(view, self._techniques)
            if entry is None:
                entry = self._beyond() if search else None
                if entry is None:
                    return _ENDS.get(self._result.status, End.STOPPED)
            self._add(entry)
            is_last = until is not None and until(entry)
            if is_last and self.state.empty:
                return End.STOPPED
        if self._result.status is Status.NONE:
            return End.NONE
        searched = isinstance(self.entries[-1], Searched) if self.entries else False
        return End.SEARCHED if searched else End.SOLVED

    @property
    def _several(self) -> bool:
        return self._result.status is Status.MULTIPLE

    def _add(self, entry: Entry) -> None:
        if self.verify and self._checker is not None:
            before = self.state.grid()
            wrong = self._checker.unproved(entry, before)
            if wrong:
                raise EngineError(f"this does not follow: {entry}")
        self.state.apply(entry)
        self.entries.append(entry)
        if self.state.is_broken and self._result.status is not Status.NONE:
            raise EngineError(f"nothing can be right after this: {entry}")

    def _beyond(self) -> Entry | None:
        """Return what can be said where no technique is left; None if nothing can."""
        if self._result.status is Status.NONE:
            return None
        position = self.state.grid()
        wrong = self._wrong(position)
        if self._techniques >= _FOLLOWED:
            look = look_at(self._deadline)
            trial = shortest_trial(self.state, wrong, look=look)
            if trial is not None:
                return trial
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
        return shortest_clash(position, wrong, timeout=_left(self._deadline))

    def _wrong(self, position: Puzzle) -> list[tuple[int, int]]:
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
