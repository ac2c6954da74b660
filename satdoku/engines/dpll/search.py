"""The search: DPLL with an explicit stack and chronological backtracking.

    propagate ─ conflict ──▶ back to the deepest untried branch (none left: done)
        ▲  └─ fixpoint ──▶ decide ─ all assigned ──▶ a model; go on as after a conflict
        └────────────────────┘

Davis, Logemann, Loveland, "A machine program for theorem-proving" (CACM 1962).  All
models come out of one search that simply goes on; no clause is learnt or added.

Levels are the places of the stack, from 1.  A refutation knows on which levels it rests
(`conflict_levels`), once conflicts have become many enough for that to pay; a level
it does not rest on is left without its other branch being tried (free backjump).

Projection: where only some variables distinguish models, the search first decides
on these until all of them have a value; what it decides after that only shows that the
values can be completed.  So a second model with the same values is never visited.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.engines.base import Outcome, checked_assumptions, checked_project
from satdoku.engines.dpll.heuristics import fewest
from satdoku.engines.dpll.problem import NO_REASON, Problem, assert_literal, propagate
from satdoku.engines.dpll.trail import ImplicationGraph
from satdoku.engines.heuristics import Assignment, chooser
from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Model
    from satdoku.engines.dpll.problem import Step
    from satdoku.engines.dpll.trail import Observer
    from satdoku.engines.heuristics import Choice, Heuristic
    from satdoku.runtime.deadline import Deadline

ALL_LEVELS = -1
"""A refutation of which nothing is known but that it failed: every bit is set."""

_BACKJUMP_AFTER = 1000


@dataclass(slots=True)
class Level:
    """A decision: how to come back to before it, and what its refutation rests on.

    Attributes:
        clause_state, steps, true: What was before: the integers of the banks, the
            number of steps on the trail, and the mask of true literals.
        literal: The decision; its negation once it is refuted.
        dependencies: None while the decision is tried. Once that is refuted, the levels
            below that the refutation rests on, as bits.
    """

    clause_state: list[int]
    steps: int
    true: int
    literal: int
    dependencies: int | None = None


class Search:
    """One search through the models of a problem.

    Args:
        problem: The formula.
        choose: Chooses decisions; None for `fewest`.
        deadline: When to stop.
        backjump_after: From which conflict on refutations are analyzed.
        project: Variables; models that agree on all of them count once.
        observer: Receives every event.

    Attributes:
        decisions, propagations, conflicts, jumps, depth: Counters. Propagations are all
            literals that became true by unit propagation, jumps the branches left
            untried because a refutation did not rest on them, depth the most levels at
            a time.
    """

    def __init__(
        self,
        problem: Problem,
        choose: Choice | None = None,
        *,
        deadline: Deadline = NEVER,
        backjump_after: int = 0,
        project: Collection[int] | None = None,
        observer: Observer | None = None,
    ) -> None:
        self.problem = problem
        self.choose = choose
        self.deadline = deadline
        self.backjump_after = backjump_after
        self.decisions = self.propagations = self.conflicts = 0
        self.jumps = self.depth = 0
        self._models = 0
        self._propagating = 0.0  # seconds
        self._clause_state = [bank.initial for bank in problem.banks]
        self._trail: list[Step] = []
        self._true = 0  # the mask of true literals
        self._levels: list[Level] = []
        self._all_satisfied = False  # the heuristic has found no open clause
        # The masks of the projected variables, and of their occurrences in each bank.
        self._projection: tuple[int, list[int]] | None = None
        if project is not None:
            variables = sum({1 << variable for variable in project})
            self._projection = variables, problem.occurrences(project)
        # Up to which level decisions are on projected variables; None while all are.
        self._projected_levels: int | None = None
        self._observer = observer
        self._graph = ImplicationGraph(problem)  # follows the trail for the observer

    def models(self, assumptions: Sequence[int] = ()) -> Iterator[int]:
        """Yield each model as the mask of its true literals.

        Raises:
            Stopped: A limit came first.
        """
        pending = self._assume(assumptions)
        while pending is not None:
            conflict = self._propagate(pending)
            if conflict is not None:
                dependencies = self._analyze(conflict)
            elif (literal := self._choose()) is not None:
                pending = self._decide(literal)
                continue
            else:
                yield self._model()
                dependencies = self._leave_model()
            pending = self._backtrack(dependencies)

    def stages(self) -> dict[str, tuple[float, int]]:
        """Return seconds and calls of unit propagation, a part of the search."""
        calls = self.decisions + self.conflicts + self._models
        return {"propagate": (self._propagating, calls)}

    def statistics(self) -> dict[str, int]:
        """Return the counters by name."""
        return {
            "decisions": self.decisions,
            "propagations": self.propagations,
            "conflicts": self.conflicts,
            "jumps": self.jumps,
            "depth": self.depth,
        }

    def _assume(self, assumptions: Sequence[int]) -> int | None:
        """Make the assumptions true.

        Returns:
            The banks to propagate, as bits; None where they contradict each other.
        """
        problem, trail, observer = self.problem, self._trail, self._observer
        true: set[int] = set()
        for literal in assumptions:
            if literal in true:
                continue
            if -literal in true:
                self._count_conflict()
                if observer:
                    observer.conflict((literal,))
                assigned = problem.assigned(trail).bit_count()
                self.propagations += assigned - len(trail)
                return None
            true.update(problem.closure(literal))
            assert_literal(problem, self._clause_state, trail, literal)
            if observer:
                observer.assumed(literal)
                self._report_steps(observer)
            if problem.fails(literal):
                return 1  # the first bank is empty: a conflict before anything else
        return (1 << len(problem.banks)) - 1

    def _propagate(self, pending: int) -> int | None:
        """Add all that follows to the trail; return the index of a false clause."""
        since = perf_counter()
        trail = self._trail
        start = self._levels[-1].steps if self._levels else 0
        chosen = len(trail) - start  # the literal of the level, or the assumptions
        conflict = propagate(
            self.problem, self._clause_state, trail, pending, self.deadline
        )
        before = self._true
        self._true = true = self.problem.assigned(trail[start:], before)
        self.propagations += (true ^ before).bit_count() - chosen
        if self._observer:
            self._report_steps(self._observer)
        self._propagating += perf_counter() - since
        return conflict

    def _choose(self) -> int | None:
        """Choose a literal to decide on; None where all variables have a value."""
        self.deadline.check()
        problem = self.problem
        if self._projection is not None and self._projected_levels is None:
            variables, occurrences = self._projection
            literal = self._chosen(occurrences)
            if literal is None or not variables >> abs(literal) & 1:
                literal = problem.free_literal(self._true, variables)
            if literal is not None:
                return literal
            self._projected_levels = len(self._levels)
        if not self._all_satisfied:
            literal = self._chosen()
            if literal is not None:
                return literal
            self._all_satisfied = True
        return problem.free_literal(self._true)

    def _chosen(self, occurrences: Sequence[int] | None = None) -> int | None:
        """Return what the heuristic chooses, of some occurrences if it can."""
        problem = self.problem
        if self.choose is None:
            return fewest(problem, self._clause_state, occurrences)
        if problem.free_literal(self._true) is None:
            return None  # a heuristic of one's own need not think of that
        values = [0] * problem.span
        for literal in problem.true_literals(self._true):
            values[literal], values[-literal] = 1, -1
        trail = (one for literal, _ in self._trail for one in problem.closure(literal))
        return self.choose(Assignment(values, lambda: list(dict.fromkeys(trail))))

    def _decide(self, literal: int) -> int:
        """Open a level; return the banks to propagate."""
        levels, state = self._levels, self._clause_state
        levels.append(Level(state.copy(), len(self._trail), self._true, literal))
        self.decisions += 1
        self.depth = max(self.depth, len(levels))
        if self._observer:
            self._observer.decided(len(levels), literal)
        return assert_literal(self.problem, state, self._trail, literal)

    def _model(self) -> int:
        """Return the model that has been found."""
        self._models += 1
        if self._observer:
            self._observer.found(self.problem.true_variables(self._true))
        return self._true

    def _leave_model(self) -> int:
        """Leave the levels whose other branches hold the same model, projected."""
        projected = self._projected_levels
        while projected is not None and len(self._levels) > projected:
            self._leave_level(jumped=False)
        return ALL_LEVELS

    def _analyze(self, conflict: int) -> int:
        """Return the levels a conflict rests on, or all where few came before it."""
        self._count_conflict()
        if self._observer:
            clause = self._graph.false_clause or self.problem.clauses[conflict]
            self._observer.conflict(clause)
        if self.conflicts <= self.backjump_after:
            return ALL_LEVELS
        dependencies = {
            level.steps: 1 << place
            if level.dependencies is None
            else level.dependencies
            for place, level in enumerate(self._levels)
        }
        return conflict_levels(self.problem, self._trail, conflict, dependencies)

    def _backtrack(self, dependencies: int) -> int | None:
        """Go back to the deepest level whose other branch is left, and take that.

        Args:
            dependencies: The levels that the refutation of the present branch rests on.

        Returns:
            The banks to propagate; None where no branch is left.

        Raises:
            Stopped: A branch is left, and a limit has come.
        """
        self._all_satisfied = False
        while self._levels:
            place = len(self._levels) - 1
            level = self._levels[place]
            untried = level.dependencies is None
            if not (untried and dependencies >> place & 1):
                self.jumps += untried
                self._leave_level(jumped=untried)
                continue
            self.deadline.check()
            self._undo(level)
            self._clause_state, level.clause_state = level.clause_state, []
            self._true = level.true
            level.literal = -level.literal
            level.dependencies = dependencies & ((1 << place) - 1)
            if self._projected_levels is not None and place < self._projected_levels:
                self._projected_levels = None
            if self._observer:
                self._observer.flipped(place + 1, level.literal)
            return assert_literal(
                self.problem, self._clause_state, self._trail, level.literal
            )
        return None

    def _count_conflict(self) -> None:
        self.conflicts += 1
        self.deadline.spend(1)

    def _leave_level(self, *, jumped: bool) -> None:
        """Leave the deepest level for good."""
        self._undo(self._levels.pop())
        if self._observer:
            self._observer.left(len(self._levels) + 1, jumped=jumped)

    def _undo(self, level: Level) -> None:
        """Take the trail back to before a level."""
        del self._trail[level.steps :]
        if self._observer:
            self._graph.undo(level.steps)

    def _report_steps(self, observer: Observer) -> None:
        """Report the literals that have become true by propagation."""
        graph = self._graph
        for place in graph.follow(self._trail):
            reason = graph.reason(place)
            if reason is not None:
                observer.propagated(graph.literals[place], reason)


def conflict_levels(
    problem: Problem,
    trail: Sequence[Step],
    conflict: int,
    dependencies: Mapping[int, int],
) -> int:
    """Return the levels that a conflict rests on, as bits.

    The trail is walked backwards from the conflict.  A step whose closure holds a
    literal that the conflict needs is needed itself; in its place come the literals
    that made its reason clause a unit.  What is left at the end are decisions.  If the
    deepest one of the search is not among them, its other branch would fail for the
    same reason and need not be tried.  Nothing is learnt; only the set of levels is
    kept.  That costs about as much as a propagation, and the Sudoku encodings hardly
    ever jump, while loosely connected formulas often do; so the search begins with it
    only after a number of conflicts.

    Args:
        problem: The formula.
        trail: The steps up to the conflict.
        conflict: Index of a clause whose literals are all false.
        dependencies: For the trail's places that hold a decision or the negation of a
            refuted one: the levels these rest on.  Places without a reason that are
            missing here are assumptions and rest on nothing.

    Example:
        >>> problem = Problem(4, [(1, -2, 3), (1, -2, -3)])
        >>> trail = [(-1, -1), (-4, -1), (2, -1), (3, 0)]
        >>> bin(conflict_levels(problem, trail, 1, {0: 0b1, 1: 0b10, 2: 0b100}))
        '0b101'
    """
    last = trail[-1][0] if trail else 0
    if last and problem.fails(last):
        needed = {last}  # its closure is the contradiction
    else:
        needed = {-literal for literal in problem.clauses[conflict]}
    levels = 0
    for place in range(len(trail) - 1, -1, -1):
        literal, reason = trail[place]
        closure = problem.closure(literal)
        if needed.isdisjoint(closure):
            continue
        needed.difference_update(closure)
        if reason == NO_REASON:
            levels |= dependencies.get(place, 0)
        else:
            clause = problem.clauses[reason]
            needed.update(-other for other in clause if other != literal)
    return levels


class Dpll:
    """The engine `dpll`; see `satdoku.engines.base` for what each call promises.

    It holds a `Problem` and starts a `Search` for every call.  Between calls nothing
    but the problem's caches is kept, so that Ctrl-C and limits leave it as good as new.

    Args:
        formula: What to find models of.
        heuristic: The decision heuristic, by name or itself
            (`satdoku.engines.heuristics`).
        backjump_after: From which conflict of a call on refutations are analyzed, so
            that a branch they do not rest on is left without being tried. 0 for always.
        observer: Receives every event of every call.
        deadline: When to give up loading.

    Raises:
        UsageError: There is no such heuristic.
        Stopped: The deadline came first.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1, -2)))
        >>> engine = Dpll(Formula(2, 2, lambda: [group], str))
        >>> sorted(engine.models())
        [(1,), (2,)]
    """

    name = "dpll"

    def __init__(
        self,
        formula: Formula,
        *,
        heuristic: str | Heuristic | None = None,
        backjump_after: int = _BACKJUMP_AFTER,
        observer: Observer | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        self._choose = chooser(heuristic, self.name, formula.variables, formula)
        self._backjump_after = backjump_after
        self._observer = observer
        self._problem: Problem | None = Problem(formula.variables, formula, deadline)
        self._search: Search | None = None

    def solve(
        self, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
    ) -> Outcome:
        """Look for one model in which the assumed literals are true."""
        search = self._begin(assumptions, None, deadline)
        try:
            mask = next(search.models(assumptions), None)
        except Stopped:
            if not deadline.over:
                raise  # by the observer
            return Outcome(None, statistics=search.statistics())
        if mask is None:
            return Outcome(satisfiable=False, statistics=search.statistics())
        model = search.problem.true_variables(mask)
        return Outcome(satisfiable=True, model=model, statistics=search.statistics())

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        deadline: Deadline = NEVER,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`."""
        search = self._begin(assumptions, project, deadline)
        return self._go_on(search, search.models(assumptions))

    def core(self) -> None:
        """Return None: this search does not record what a refutation rests on."""

    def statistics(self) -> dict[str, int]:
        """Return the counters of the last call, also while or after `models` ran.

        They are those of `Search`; none before the first call.
        """
        return {} if self._search is None else self._search.statistics()

    def stages(self) -> dict[str, tuple[float, int]]:
        """Return seconds and calls of the parts of the last call's search."""
        return {} if self._search is None else self._search.stages()

    def close(self) -> None:
        """Free what the engine holds; a second call does nothing."""
        self._problem = None

    def _begin(
        self,
        assumptions: Sequence[int],
        project: Collection[int] | None,
        deadline: Deadline,
    ) -> Search:
        """Begin a call, which ends that of an earlier one."""
        problem = self._problem
        if problem is None:
            raise UsageError("this engine is closed")
        checked_assumptions(assumptions, problem.variables)
        if project is not None:
            checked_project(project, problem.variables)
        self._search = Search(
            problem,
            self._choose,
            deadline=deadline,
            backjump_after=self._backjump_after,
            project=project,
            observer=self._observer,
        )
        return self._search

    def _go_on(self, search: Search, masks: Iterator[int]) -> Iterator[Model]:
        """Yield models of a call while no later one has begun."""
        while self._search is search and self._problem is not None:
            mask = next(masks, None)
            if mask is None:
                return
            yield search.problem.true_variables(mask)
        raise UsageError("these models belong to an earlier call")
