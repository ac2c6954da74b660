"""The search: conflict-driven clause learning, and the engine `cdcl`.

    propagate ─ conflict ──▶ learn, go back, and the clause learned is a unit
        ▲  └─ fixpoint ──▶ restart? delete? decide ─ all have values ──▶ a model
        └─────────────────────────────┘

Assumptions are facts of level 0 while a call lasts, so that no learned clause has to
name them.  What is learned may therefore rest on some of them, or on the clauses that
forbid the models found so far: it *passes* with the call.  A learned clause notes the
passing facts that were left out of it (`ClauseRecord.rests`).  From a clause that is
false on level 0 the reasons lead back along the trail to the assumptions at fault, the
core.  When the call ends, all that passes goes, and the rest is kept.  Activities,
saved values and restarts begin anew: those of the puzzle before would mislead.

MiniSat opens a level for each assumption instead; where the clues of a puzzle are
assumed, that makes learned clauses of a hundred literals.

Source: Eén and Sörensson, "An extensible SAT-solver" (SAT 2003), whose loop this is.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from satdoku.engines.base import (
    Outcome,
    SearchObserver,
    checked_assumptions,
    checked_clauses,
    checked_project,
)
from satdoku.engines.cdcl.analysis import Analysis, analyze
from satdoku.engines.cdcl.clauses import ClauseRecord, Counters, Watches
from satdoku.engines.cdcl.decisions import Activities, luby
from satdoku.engines.cdcl.trail import Trail
from satdoku.engines.heuristics import Assignment, chooser
from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Model
    from satdoku.engines.cdcl.clauses import Propagator
    from satdoku.engines.heuristics import Heuristic
    from satdoku.runtime.deadline import Deadline

_RESTART = 50  # conflicts, times a number of Luby's sequence
_FIRST_DELETION, _MORE = 2000, 300  # conflicts, and how many more each time
_GLUE = 2  # clauses of so few levels are never deleted


@dataclass(frozen=True, slots=True)
class Switches:
    """The parts of the solver; each can be switched off.

    Args:
        learning: Keep what is learned. Without it a clause only says why a decision was
            turned round, and is forgotten with that; nothing is restarted or deleted.
        backjumping: Go back as far as the clause allows; otherwise one level at a time.
        restarts: Begin anew after some conflicts, by Luby's sequence.
        minimize: Leave out literals of learned clauses that follow from the others.
        deletion: Delete the learned clauses of the most levels now and then.
        watches: Propagate by watched literals; otherwise by counters.
        phases: Decide on the value that a variable had last in the call, at first true;
            otherwise always true.

    Example:
        >>> Switches.parse("no-learning+first")
        (Switches(learning=False, ..., phases=True), 'first')
    """

    learning: bool = True
    backjumping: bool = True
    restarts: bool = True
    minimize: bool = True
    deletion: bool = True
    watches: bool = True
    phases: bool = True

    @staticmethod
    def parse(text: str) -> tuple[Switches, str | None]:
        """Read parts joined by `+`: `no-` and a switch, or a heuristic.

        Raises:
            UsageError: There is no such switch, or there are two heuristics.
        """
        names = [field.name for field in fields(Switches)]
        off: dict[str, bool] = {}
        heuristic = None
        for part in filter(None, text.split("+")):
            name = part.removeprefix("no-")
            if name != part and name in names:
                off[name] = False
            elif name == part and heuristic is None:
                heuristic = part
            else:
                known = ", ".join(f"no-{one}" for one in names)
                raise UsageError(
                    f"engine cdcl: {part!r} cannot be switched off; expected a "
                    f"heuristic, {known}"
                )
        return Switches(**off), heuristic


class Observer(SearchObserver, Protocol):
    """Receives the events of a search."""

    def learned(self, analysis: Analysis, trail: Trail) -> None:
        """A clause follows from the conflict; the trail has not been undone yet."""
        ...

    def forbidden(self, clause: Sequence[int]) -> None:
        """From here on a clause forbids the model that was found last."""
        ...

    def jumped(self, level: int) -> None:
        """Everything above this level is undone."""
        ...

    def restarted(self) -> None:
        """Everything above level 0 is undone, to begin anew."""
        ...

    def deleted(self, clauses: int) -> None:
        """So many learned clauses are deleted."""
        ...


class ProofWriter(Protocol):
    """Writes down what is learned; see `satdoku.engines.cdcl.proof`."""

    def root(self, trail: Trail) -> None:
        """Level 0 may have grown."""
        ...

    def learned(self, analysis: Analysis, trail: Trail) -> int:
        """Return the number of the clause that is learned."""
        ...

    def refuted(self, conflict: ClauseRecord) -> None:
        """A clause is false at level 0."""
        ...


class Cdcl:
    """The engine `cdcl`; see `satdoku.engines.base` for what each call promises.

    Args:
        formula: What to find models of.
        switches: What is switched off.
        heuristic: The decision heuristic, by name or itself
            (`satdoku.engines.heuristics`); None for VSIDS.
        one_hot: Whether no model is part of another, on the variables that
            distinguish them; what forbids a model is half as long then.
        observer: Gets every event.
        proof: Writes down what is learned, by calls without assumptions.
        deadline: When to give up loading.

    Raises:
        UsageError: There is no such heuristic.
        Stopped: The deadline came first.

    Example:
        >>> from satdoku.cnf.formula import Formula
        >>> engine = Cdcl(Formula.of([[1, 2], [-1, -2]]))
        >>> sorted(engine.models()), engine.solve([1, 2]).satisfiable, engine.core()
        ([(1,), (2,)], False, (1, 2))
    """

    name = "cdcl"

    def __init__(
        self,
        formula: Formula,
        *,
        switches: Switches | None = None,
        heuristic: str | Heuristic | None = None,
        one_hot: bool = False,
        observer: Observer | None = None,
        proof: ProofWriter | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        self.switches = switches or Switches()
        self.variables = formula.variables
        self.trail = Trail(formula.variables, deadline)
        kind = Watches if self.switches.watches else Counters
        self.propagator: Propagator = kind(self.trail, formula.variables, deadline)
        self.learned: list[ClauseRecord] = []
        self._choose = chooser(heuristic, "cdcl", formula.variables, formula)
        self._one_hot = one_hot
        self._observer = observer
        self._proof = proof
        self._false: ClauseRecord | None = None  # at level 0: there is no model
        self._mark: int | None = None  # where level 0 begins to rest on this call
        self._passing = bytearray(2 * formula.variables + 1)  # by false literal: fact
        self._noted = 0  # literals on the trail that have theirs
        self._call = 0  # the number of the present call
        self._closed = False
        self._core: tuple[int, ...] | None = None
        self._reported = 0  # literals on the trail that the observer knows of
        self._conflicts = self._deletions = 0  # of all calls
        self._deletion_at = _FIRST_DELETION
        self._begin()
        number = 0
        for batch in checked_clauses(formula, formula.variables, deadline):
            for clause in batch:
                number += 1
                distinct = dict.fromkeys(clause)
                if not any(-literal in distinct for literal in distinct):
                    self._load(ClauseRecord(distinct, number))

    def solve(
        self, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
    ) -> Outcome:
        """Look for one model in which the assumed literals are true."""
        literals = self._enter(assumptions)
        model = None
        try:
            if self._search(literals, deadline):
                model = self._model()
            else:
                core = dict.fromkeys(literals)
                self._core = tuple(x for x in core if x in self._at_fault)
        except Stopped:
            if not deadline.over:
                raise  # by the observer
            return Outcome(None, statistics=self.statistics())
        except KeyboardInterrupt:
            self.close()  # it may have come between two halves of a step
            raise
        finally:
            if not self._closed:
                self._leave()
        return Outcome(model is not None, model, self.statistics())

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        deadline: Deadline = NEVER,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`."""
        variables = checked_project(project, self.variables)
        return self._walk(self._enter(assumptions), sorted(variables), deadline)

    def core(self) -> tuple[int, ...] | None:
        """Return assumptions that were enough for the last `solve` to find no model."""
        return self._core

    def statistics(self) -> dict[str, int]:
        """Return the counters of the last call; visits are those of clauses."""
        return {
            "decisions": self.decisions,
            "propagations": self.propagations,
            "conflicts": self.conflicts,
            "restarts": self.restarts,
            "learned": self.kept,
            "deleted": self.deleted,
            "visits": self.propagator.visits,
            "depth": self.depth,
        }

    def stages(self) -> dict[str, tuple[float, int]]:
        """Return seconds and calls of the parts of the last call's search."""
        return {"propagate": (self._propagating, self._calls)}

    def close(self) -> None:
        """Free what the engine holds; a second call does nothing."""
        self._closed = True
        self.learned.clear()
        self.trail = Trail(0)
        self.propagator = Watches(self.trail, 0)

    def _begin(self) -> None:
        """Begin with counters at zero, activities too, and all values true at first."""
        self._activities = Activities(self.variables, self.trail.values)
        self._phases = list(range(self.variables + 1))
        self.decisions = self.propagations = self.conflicts = self.restarts = 0
        self.kept = self.deleted = self.depth = self.propagator.visits = 0
        self._propagating, self._calls = 0.0, 0
        self._restart_at = _RESTART

    def _enter(self, assumptions: Sequence[int]) -> list[int]:
        """Begin a call, which ends that of an earlier one."""
        if self._closed:
            raise UsageError("this engine is closed")
        literals = checked_assumptions(assumptions, self.variables)
        self._call += 1
        self._leave()
        self._begin()
        self._core = None
        self._at_fault = set[int]()
        return literals

    def _load(self, clause: ClauseRecord) -> None:
        """Add a clause while nothing is propagated yet."""
        if len(clause) > 1:
            self.propagator.add(clause)
        elif not clause or self.trail.values[clause[0]] < 0:
            self._false = self._false or clause
        elif not self.trail.values[clause[0]]:
            self.trail.assign(clause[0], clause)

    def _model(self) -> Model:
        """Return the variables that are true."""
        values = self.trail.values
        return tuple(x for x in range(1, self.variables + 1) if values[x] > 0)

    # The search

    def _search(self, assumptions: Sequence[int], deadline: Deadline) -> bool:
        """Search on until all variables have a value; False if there is no model.

        Raises:
            Stopped: A limit came first.
        """
        deadline.check()
        while self._false is None:
            conflict = self._propagate(deadline)
            if conflict is not None:
                self._count_conflict(conflict, deadline)
                if not self.trail.level:
                    basis = self._basis((conflict,))
                    if basis:
                        self._blame(basis)
                    else:
                        self._false = conflict
                    break
                self._learn(conflict)
                deadline.check()
                continue
            if assumptions and self._mark is None:
                if not self._assume(assumptions):
                    return False
                continue
            self._restart_or_delete()
            literal = self._next()
            if literal is None:
                return True
            deadline.check()
            self._decide(literal)
        if self._proof is not None and self._false is not None:
            self._proof.root(self.trail)
            self._proof.refuted(self._false)
        return False

    def _assume(self, assumptions: Sequence[int]) -> bool:
        """Make assumptions true; False if one of them is false already."""
        trail = self.trail
        self._mark = self._noted = len(trail.literals)
        for literal in assumptions:
            value = trail.values[literal]
            if value < 0:
                self._at_fault.add(literal)
                self._blame(self._basis((ClauseRecord([literal]),)))
                return False
            if not value:
                trail.assign(literal, None)
                self._passing[-literal] = True
                if self._observer is not None:
                    self._observer.assumed(literal)
        return True

    def _basis(self, clauses: Iterable[ClauseRecord]) -> int:
        """Return what false clauses rest on that passes, as in `ClauseRecord.rests`."""
        passing, places, basis = self._passing, self.trail.places, 0
        for clause in clauses:
            basis |= clause.rests
            for literal in clause:
                if passing[literal]:
                    basis |= 2 << places[literal]
        return basis

    def _blame(self, basis: int) -> None:
        """Put facts' reasons in their place, the latest first: assumptions are left.

        That is `analyzeFinal` of MiniSat.
        """
        trail = self.trail
        while basis > 1:  # not only forbidden models
            place = basis.bit_length() - 2
            basis ^= 2 << place
            literal = trail.literals[place]
            reason = trail.reasons[literal]
            if reason is None:
                self._at_fault.add(literal)
            else:
                basis |= self._basis((reason,))

    def _note(self) -> None:
        """Note which of the new literals of level 0 pass."""
        trail, passing = self.trail, self._passing
        for literal in trail.literals[self._noted :]:
            reason = trail.reasons[literal]
            if reason is not None:
                rests = bool(reason.rests) or any(passing[x] for x in reason)
                passing[-literal] = rests
        self._noted = len(trail.literals)

    def _propagate(self, deadline: Deadline) -> ClauseRecord | None:
        trail, since = self.trail, perf_counter()
        before = len(trail.literals)
        try:
            return self.propagator.propagate(deadline)
        finally:
            self._calls += 1
            self.propagations += len(trail.literals) - before
            self._propagating += perf_counter() - since
            if self._observer is not None:
                self._report(self._observer)
            if self._proof is not None and not trail.level:
                self._proof.root(trail)
            if self._mark is not None and not trail.level:
                self._note()

    def _report(self, observer: Observer) -> None:
        """Report the literals on the trail that are new to the observer."""
        trail = self.trail
        for literal in trail.literals[self._reported :]:
            reason = trail.reasons[literal]
            self._reported += 1
            if reason is not None:
                observer.propagated(literal, tuple(reason))

    def _count_conflict(self, conflict: ClauseRecord, deadline: Deadline) -> None:
        self.conflicts += 1
        self._conflicts += 1
        deadline.spend(1)
        if self._observer is not None:
            self._observer.conflict(tuple(conflict))

    def _learn(self, conflict: ClauseRecord) -> None:
        """Learn a clause, go back, and make its first literal true."""
        switches, trail = self.switches, self.trail
        analysis = analyze(
            trail, conflict, first=switches.learning, minimize=switches.minimize
        )
        number = 0
        if self._proof is not None:
            number = self._proof.learned(analysis, trail)
        rests = 0 if self._mark is None else self._basis(analysis.sources)
        if self._observer is not None:
            passing = replace(analysis, passes=bool(rests))
            self._observer.learned(passing, trail)
        variables = {abs(literal) for literal, _ in analysis.pivots}
        self._activities.bump(variables.union(map(abs, analysis.learned)))
        back = analysis.back
        if not switches.backjumping and (back or not switches.learning):
            back = analysis.level - 1
        self._jump(back)
        clause = ClauseRecord(analysis.learned, number, analysis.lbd, rests)
        if switches.learning and len(clause) > 1:
            self.kept += 1
            self.learned.append(clause)
            self.propagator.add(clause)
        trail.assign(clause[0], clause)
        self.propagations += 1

    def _jump(self, level: int) -> None:
        """Go back to a level, within the search."""
        if level < self.trail.level:
            self._undo(level)
            if self._observer is not None:
                self._observer.jumped(level)

    def _undo(self, level: int) -> None:
        """Take back everything above a level."""
        trail = self.trail
        if level < trail.level:
            self._free(trail.starts[level])
            del trail.starts[level:]

    def _free(self, start: int) -> None:
        """Take back the trail from a place on."""
        trail = self.trail
        head = trail.head
        freed = trail.cut(start)
        self.propagator.undo(freed, head)
        self._activities.free(freed)
        if self.switches.phases:
            phases = self._phases
            for literal in freed:
                phases[abs(literal)] = literal
        self._reported = min(self._reported, start)

    def _restart_or_delete(self) -> None:
        """Go back to level 0, or delete clauses, after enough conflicts."""
        switches = self.switches
        if not switches.learning:
            return  # nothing would be left of the search
        if switches.restarts and self.conflicts >= self._restart_at:
            self.restarts += 1
            self._restart_at += _RESTART * luby(self.restarts + 1)
            if self._observer is not None:
                self._observer.restarted()
            self._jump(0)
        if switches.deletion and self._conflicts >= self._deletion_at:
            self._deletions += 1
            self._deletion_at += _FIRST_DELETION + _MORE * self._deletions
            self._delete()

    def _delete(self) -> None:
        """Delete half of the learned clauses, those of the most levels."""
        reasons = self.trail.reasons
        used = {id(reasons[literal]) for literal in self.trail.literals}
        may_go = [
            clause
            for clause in self.learned
            if clause.lbd > _GLUE and id(clause) not in used
        ]
        may_go.sort(key=lambda clause: (-clause.lbd, -len(clause)))
        gone = may_go[: len(may_go) // 2]
        self._forget(gone)
        self.deleted += len(gone)
        if self._observer is not None and gone:
            self._observer.deleted(len(gone))

    def _forget(self, clauses: Sequence[ClauseRecord]) -> None:
        """Take learned clauses out; none of them is a reason."""
        gone = set(map(id, clauses))
        self.learned = [one for one in self.learned if id(one) not in gone]
        self.propagator.remove(clauses)

    def _next(self) -> int | None:
        """Return a literal to decide on; None where all variables have a value."""
        trail = self.trail
        if self._choose is not None and len(trail.literals) < self.variables:
            chosen = self._choose(Assignment(trail.values, trail.literals))
            if chosen is not None:
                return chosen
        variable = self._activities.best()
        return None if variable is None else self._phases[variable]

    def _decide(self, literal: int) -> None:
        """Open a level and make its literal true."""
        self.trail.open_level()
        self.trail.assign(literal, None)
        self.decisions += 1
        self.depth = max(self.depth, self.trail.level)
        if self._observer is not None:
            self._observer.decided(self.trail.level, literal)

    # From model to model

    def _walk(
        self, assumptions: list[int], project: Sequence[int], deadline: Deadline
    ) -> Iterator[Model]:
        """Yield models of a call while no later one has begun."""
        call, has_more = self._call, True
        try:
            while has_more and self._search(assumptions, deadline):
                model = self._model()
                if self._observer is not None:
                    self._observer.found(model)
                has_more = self._forbid(project)
                yield model
                if self._call != call or self._closed:
                    raise UsageError("these models belong to an earlier call")
        except KeyboardInterrupt:
            self.close()
            raise
        finally:
            if self._call == call and not self._closed:
                self._leave()

    def _forbid(self, project: Sequence[int]) -> bool:
        """Add a clause that is false in this model, and go back to before it is.

        Returns:
            Whether there may be another model: the clause is not false on level 0.
        """
        trail = self.trail
        if self._mark is None:
            self._mark = trail.starts[0] if trail.starts else len(trail.literals)
            self._noted = self._mark
        values = trail.values
        literals = [-x if values[x] > 0 else x for x in project]
        if self._one_hot:
            literals = [literal for literal in literals if literal < 0]
        literals.sort(key=lambda literal: -trail.levels[literal])
        clause = ClauseRecord(literals, rests=1)
        highest, second = trail.level_of(literals[:1]), trail.level_of(literals[1:])
        if not highest:
            return False
        if self._observer is not None:
            self._observer.forbidden(tuple(clause))
        is_unit = second < highest
        self._jump(second if is_unit else highest - 1)
        if len(clause) > 1:
            self.propagator.add(clause)
            self.learned.append(clause)
        if is_unit:
            trail.assign(clause[0], clause)
        return True

    def _leave(self) -> None:
        """Take back what rests on this call alone."""
        try:
            self._take_back()
        except KeyboardInterrupt:
            self.close()
            raise

    def _take_back(self) -> None:
        self._undo(0)
        mark, trail = self._mark, self.trail
        if mark is None:
            return
        self._note()
        literals = trail.literals[mark:]
        kept = [x for x in literals if not self._passing[-x]]
        for literal in literals:
            self._passing[-literal] = False
        self._free(mark)
        for literal in kept:
            trail.assign(literal, trail.reasons[literal])
        self._mark = None
        self._forget([clause for clause in self.learned if clause.rests])
