"""Engine `logic`: what a person's techniques say of a puzzle, before any search.

    puzzle ──techniques──▶ position ─┬─ complete: the only solution
                                     ├─ broken: there is none
                                     └─ open: search, in what is left of it

Every candidate that a technique removes is in no solution, so a puzzle and the position
it leads to have the same solutions, however many they are.  That holds for all but
those techniques that assume the puzzle to have only one (`UNIQUENESS`): these are left
out unless somebody asks for them, and even then where the puzzle has several.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.choose import LEARNER, LOGIC, Question, choose
from satdoku.cnf.encode import MAX_CLAUSES
from satdoku.deduce.families import chosen
from satdoku.deduce.path import next_step
from satdoku.deduce.searches import searches
from satdoku.deduce.state import State
from satdoku.deduce.technique import UNIQUENESS, USUAL, Level, Technique
from satdoku.deduce.view import View
from satdoku.errors import EngineError, Stopped
from satdoku.forms import Forms
from satdoku.walk import Held, limits_to

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.deduce.families import Named
    from satdoku.deduce.searches import Search
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle
    from satdoku.walk import Record

__all__ = ["SOUND", "Logic", "Reached"]

SOUND = USUAL - UNIQUENESS
"""The usual techniques that keep every solution."""

_LARGEST = 9
"""Sizes at which chains and almost locked sets take less than a second a step."""

_QUICK = frozenset(each for each in SOUND if each.level <= Level.HARD)
"""What is tried on larger grids, unless more is asked for."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far techniques lead.

    Args:
        position: The values and candidates they lead to.
        steps: How many steps that took.
        is_broken: Whether they show that there is no solution.
    """

    position: Puzzle
    steps: int
    is_broken: bool

    @property
    def is_open(self) -> bool:
        """Whether search is needed."""
        return not self.is_broken and not self.position.is_complete

    def __str__(self) -> str:
        steps = f"{self.steps:,} step{'s' * (self.steps != 1)} of logic"
        if not self.is_open:
            return f"{steps}, no search"
        left = self.position.values.count(0)
        return f"{steps}, then search for {left:,} cell{'s' * (left != 1)}"


class Logic:
    """Follows techniques as far as they lead.

    Args:
        techniques: What may be used, or names of techniques and families; None for
            the usual ones that keep every solution and are quick: beyond 9×9 those up
            to level hard.
        max_clauses: Refuse formulas with more clauses, where one is needed: to see
            that a puzzle has one solution, if techniques are chosen that rest on it.

    Raises:
        UsageError: There is no such technique.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> logic = Logic()
        >>> print(logic.follow(Puzzle("1... ..2. ..3. 4...")))
        12 steps of logic, no search
        >>> print(logic.follow(Puzzle("12.. .... .... ....")))
        2 steps of logic, then search for 14 cells
    """

    def __init__(
        self,
        techniques: Named | None = None,
        max_clauses: int = MAX_CLAUSES,
    ) -> None:
        self._techniques = None if techniques is None else chosen(techniques)
        self._max_clauses = max_clauses

    def techniques_for(self, geometry: Geometry) -> frozenset[Technique]:
        """Return what may be used in puzzles of a geometry."""
        if self._techniques is not None:
            return self._techniques
        return SOUND if geometry.size <= _LARGEST else _QUICK

    def reach(self, puzzle: Puzzle, record: Record, deadline: float | None) -> Reached:
        """Follow techniques, and put down what that took.

        Raises:
            Stopped, EngineError, LimitError: As `follow`.
        """
        record.engines.append(LOGIC)
        reached = self.follow(puzzle, deadline)
        record.add({"steps": reached.steps})
        encoding = record.choice.encoding if reached.is_open else ""
        record.choice = replace(
            record.choice,
            encoding=encoding,
            simplified=reached.is_open,
            because=str(reached),
        )
        return reached

    def follow(self, puzzle: Puzzle, deadline: float | None = None) -> Reached:
        """Follow techniques.

        Args:
            puzzle: The puzzle.
            deadline: When to stop, on the clock `time.monotonic`; None for never.

        Raises:
            Stopped: The deadline came first.
            EngineError: They lead to a grid that breaks the rules, or to none, though
                the puzzle is known to have a solution.
            LimitError: The formula would be too large.
        """
        techniques = self.techniques_for(puzzle.geometry)
        is_proper = bool(techniques & UNIQUENESS) and self._is_proper(puzzle, deadline)
        if not is_proper:
            techniques -= UNIQUENESS
        state = State.of(puzzle)
        view, steps = View(state, deadline=deadline), 0
        tried = self.searches_for(techniques)
        while state.empty and not state.is_broken:
            step = next_step(view, tried, techniques)
            if step is None:
                break
            state.apply(step)
            steps += 1
        position = state.grid()
        is_answer = is_proper if state.is_broken else not state.empty
        if is_answer and not puzzle.is_solution(position.clues):
            raise EngineError(f"logic led to no solution of {puzzle.line[:90]}")
        return Reached(position, steps, state.is_broken)

    def searches_for(self, techniques: frozenset[Technique]) -> Iterable[Search]:
        """Return what looks for techniques, in the order in which they are tried."""
        return searches(techniques)

    def _is_proper(self, puzzle: Puzzle, deadline: float | None) -> bool:
        """Whether a puzzle has one solution, and the time suffices to see it."""
        choice = choose(puzzle.geometry, Question.FEW, engine=LEARNER)
        form, assumed = Forms(self._max_clauses).of(puzzle, choice)
        if assumed is None:
            return False
        held = Held(choice.attempts[0], form)
        limits = limits_to(deadline)
        try:
            models = held.engine.models(assumed, held.project, limits)
            return len(list(islice(models, 2))) == 1
        except Stopped:
            return False
        finally:
            held.engine.close()
