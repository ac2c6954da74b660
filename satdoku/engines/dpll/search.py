"""The search: DPLL with an explicit stack and chronological backtracking.

    propagate ─ conflict ──▶ back to the deepest untried branch (none left: done)
        ▲  └─── dry ──▶ decide ─ nothing open ──▶ a model; go on as after a conflict
        └────────────────┘

Davis, Logemann, Loveland, "A machine program for theorem-proving" (CACM 1962).  All
models come out of one search that simply goes on; no clause is learnt or added.

Levels are the places of the stack, from 1.  A refutation knows which levels it rests on
(`analyze`), once conflicts have become many enough for that to pay; a level it does not
rest on is left without its other branch being tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.engines.dpll.analyze import ALL_LEVELS, levels_of_conflict
from satdoku.engines.dpll.bank import NO_CLAUSE
from satdoku.engines.dpll.observe import Narrator
from satdoku.engines.dpll.project import Projection
from satdoku.engines.dpll.propagate import assert_literal, propagate
from satdoku.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from satdoku.engines.dpll.bank import Step
    from satdoku.engines.dpll.decide import Rule
    from satdoku.engines.dpll.observe import Observer
    from satdoku.engines.dpll.problem import Problem

__all__ = ["Branch", "Search"]


@dataclass(slots=True)
class Branch:
    """A level of the search: how to come back to it, and what its refutation rests on.

    `levels` is None while the decision is tried.  Once that is refuted its negation is
    tried, and `levels` holds the levels below that the refutation rests on.
    """

    live: list[int]
    height: int
    literal: int
    levels: int | None = None


class Search:
    """One walk through the models of a problem under assumptions.

    Args:
        problem: The formula.
        rule: Chooses decisions.
        deadline: When to stop, on the clock `time.monotonic`.
        max_conflicts: After how many conflicts to stop, if there is a branch left.
        patience: The same for conflicts since the last model.
        backjump_after: From which conflict on refutations are analysed.
        project: Variables; models that agree on all of them count once.
        observer: Is told what happens.

    Attributes:
        decisions, propagations, conflicts, jumps, depth: Counters. Propagations are the
            clauses that became units; what follows from these through binary clauses is
            not counted. Depth is the most levels at a time.
    """

    def __init__(
        self,
        problem: Problem,
        rule: Rule,
        *,
        deadline: float | None = None,
        max_conflicts: int | None = None,
        patience: int | None = None,
        backjump_after: int = 0,
        project: Collection[int] | None = None,
        observer: Observer | None = None,
    ) -> None:
        self.problem = problem
        self.rule = rule
        self.deadline = deadline
        self.max_conflicts = max_conflicts
        self.patience = patience
        self.backjump_after = backjump_after
        self.decisions = self.propagations = self.conflicts = 0
        self.jumps = self.depth = 0
        self._fruitful = 0  # conflicts before the last model
        self._looked_at = False  # whether all below the open levels has been
        self._narrator = Narrator(problem, observer) if observer else None
        self._stack: list[Branch] = []
        self._trail: list[Step] = []
        # The mask of true literals while no clause is open; None where one may be.
        self._assigned: int | None = None
        self._projected = None if project is None else Projection(problem, project)
        # Levels above this one do not tell models apart.
        self._told_apart: int | None = None

    def count_from(self, earlier: Search) -> None:
        """Go on with the counters of a search that this one carries on."""
        self.decisions, self.propagations = earlier.decisions, earlier.propagations
        self.conflicts, self.jumps = earlier.conflicts, earlier.jumps
        self.depth, self._fruitful = earlier.depth, earlier._fruitful

    def models(self, assumptions: Sequence[int]) -> Iterator[int]:
        """Yield each model as the mask of its true literals.

        Raises:
            Stopped: A limit came first.
        """
        problem, trail = self.problem, self._trail
        live = [bank.start for bank in problem.banks]
        dirty = self._assume(assumptions, live)
        while dirty is not None:
            conflict = self._propagate(live, dirty)
            if conflict is None:
                literal = self._decide(live)
                if literal is not None:
                    self._open_level(live, literal)
                    dirty = assert_literal(problem, live, trail, (literal, NO_CLAUSE))
                    continue
                yield self._model()
                self._leave_untold_levels()
                levels = ALL_LEVELS
            else:
                levels = self._refuted(conflict)
            live, dirty = self._backtrack(levels)

    def remaining(self) -> list[list[int]]:
        """Return what a stopped walk has not looked at yet, as cubes.

        Each cube is a list of literals; no two cubes share a model.  Every model that
        was not yielded satisfies one of them, and no model that was does, so that
        another engine can go on where this one stopped.  After a walk that has come to
        its end there is none.
        """
        stack = self._stack
        told_apart = len(stack) if self._told_apart is None else self._told_apart
        path: list[int] = []
        cubes: list[list[int]] = []
        for branch in stack[:told_apart]:
            if branch.levels is None:
                cubes.append([*path, -branch.literal])
            path.append(branch.literal)
        if told_apart < len(stack) or not self._looked_at:
            cubes.append(path)
        return cubes[::-1]

    def _assume(self, assumptions: Sequence[int], live: list[int]) -> int | None:
        """Make the assumptions true; None where they contradict each other."""
        problem, trail, narrator = self.problem, self._trail, self._narrator
        true = 0
        for literal in assumptions:
            if true >> problem.place(literal) & 1:
                continue
            if true >> problem.place(-literal) & 1:
                self.conflicts += 1
                self._looked_at = True
                if narrator:
                    narrator.contradict(literal)
                return None
            true |= problem.mask(literal)
            assert_literal(problem, live, trail, (literal, NO_CLAUSE))
            if narrator:
                narrator.assume(literal)
                narrator.follow(trail)
            if not live[0]:
                return 1  # it fails, and the first bank says so
        return (1 << len(live)) - 1

    def _propagate(self, live: list[int], dirty: int) -> int | None:
        before = len(self._trail)
        conflict = propagate(self.problem, live, self._trail, dirty, self.deadline)
        self.propagations += len(self._trail) - before
        if self._narrator:
            self._narrator.follow(self._trail)
        return conflict

    def _decide(self, live: list[int]) -> int | None:
        """Choose a literal to try; None where all variables have a value."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise Stopped("out of time")
        if self._projected is not None and self._told_apart is None:
            literal = self.rule(self.problem, live, self._projected.occurrences)
            if literal is None:
                assigned = self.problem.assigned(self._trail)
                literal = self.problem.free(assigned, self._projected.mask)
            if literal is not None:
                return literal
            self._told_apart = len(self._stack)
        if self._assigned is None:
            literal = self.rule(self.problem, live)
            if literal is not None:
                return literal
            self._assigned = self.problem.assigned(self._trail)
        return self.problem.free(self._assigned)

    def _open_level(self, live: list[int], literal: int) -> None:
        """Remember how things stand before a decision."""
        stack = self._stack
        stack.append(Branch(live.copy(), len(self._trail), literal))
        if self._assigned is not None:
            self._assigned |= self.problem.mask(literal)
        self.decisions += 1
        self.depth = max(self.depth, len(stack))
        if self._narrator:
            self._narrator.decide(len(stack), literal)

    def _model(self) -> int:
        """Return the model that has been found."""
        assert self._assigned is not None
        self._fruitful = self.conflicts
        if self._narrator:
            self._narrator.found(self.problem.true_variables(self._assigned))
        return self._assigned

    def _leave_untold_levels(self) -> None:
        """Leave the levels whose other branches hold the same model, projected."""
        while self._told_apart is not None and len(self._stack) > self._told_apart:
            level = len(self._stack)
            height = self._stack.pop().height
            del self._trail[height:]
            if self._narrator:
                self._narrator.leave(level, height)

    def _refuted(self, conflict: int) -> int:
        """Count a conflict; return the levels it rests on."""
        self.conflicts += 1
        if self._narrator:
            self._narrator.refute(conflict)
        return self._analyse(conflict)

    def _analyse(self, conflict: int) -> int:
        """Return the levels a conflict rests on, or all where few came before it."""
        if self.conflicts <= self.backjump_after:
            return ALL_LEVELS
        rests_on = {
            branch.height: 1 << level if branch.levels is None else branch.levels
            for level, branch in enumerate(self._stack)
        }
        return levels_of_conflict(self.problem, self._trail, conflict, rests_on)

    def _has_had_enough(self) -> bool:
        """Whether a limit of conflicts has come."""
        fruitless = self.conflicts - self._fruitful
        return (
            self.max_conflicts is not None and self.conflicts >= self.max_conflicts
        ) or (self.patience is not None and fruitless >= self.patience)

    def _backtrack(self, levels: int) -> tuple[list[int], int | None]:
        """Go back to the deepest branch that is left, and take it.

        Args:
            levels: What the refutation of all that is open rests on.

        Returns:
            The banks, and which to look at; None where no branch is left.

        Raises:
            Stopped: A branch is left, and the limit of conflicts has come.
        """
        stack, trail = self._stack, self._trail
        self._assigned = None
        while stack:
            level = len(stack)
            branch = stack.pop()
            del trail[branch.height :]
            if self._told_apart is not None and level <= self._told_apart:
                self._told_apart = None
            rests = levels >> (level - 1) & 1
            if branch.levels is not None or not rests:
                jumped = branch.levels is None
                self.jumps += jumped
                if self._narrator:
                    self._narrator.leave(level, branch.height, jumped=jumped)
                continue
            if self._has_had_enough():
                stack.append(branch)
                self._looked_at = True
                raise Stopped(f"stopped after {self.conflicts} conflicts")
            branch.levels = levels & ((1 << (level - 1)) - 1)
            branch.literal = -branch.literal
            live, branch.live = branch.live, []
            stack.append(branch)
            if self._narrator:
                self._narrator.flip(level, branch.literal, branch.height)
            step = (branch.literal, NO_CLAUSE)
            return live, assert_literal(self.problem, live, trail, step)
        self._looked_at = True
        return [], None
