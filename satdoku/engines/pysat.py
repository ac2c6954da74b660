"""The solvers PySAT brings, as engines, and the proofs they write.

`pysat_table` says what each solver can do, `pysat_solver` calls them.

An engine loads its formula once; the clues of a puzzle are assumptions.  A solver grows
slower with what it has learnt and with retired activation literals; it is renewed
before that costs more than loading the formula again.

Enumeration forbids each model by a blocking clause.  It begins on the solver that all
calls share, the clauses switched on by an activation literal of its own, which a unit
clause retires at the end; that costs a puzzle of two or three solutions next to
nothing.  But such guarded clauses make each search two to four times slower, so a long
enumeration gets a solver of its own, with the assumptions as unit clauses and bare
blocking clauses, each search going on where the last model was found.
"""

from __future__ import annotations

from itertools import chain
from operator import index
from typing import TYPE_CHECKING

from satdoku.engines.base import Lemma, Model, Outcome
from satdoku.engines.pysat_solver import (
    CheckedClauses,
    LoadedSolver,
    budget,
    check_conflicts,
    open_solver,
    search_in_process,
)
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import EngineInfo
    from satdoku.runtime.deadline import Deadline

_USUAL_CLAUSES = 12_000  # of the formula by which the table's figures were measured
_OWN_SOLVER_AFTER = 100
"""Models until a guarded enumeration has lost the time that loading takes."""

_MIN_BOUND = 100
_MAX_BOUND = 2000
_BOUND_TIMES_CLAUSES = 20_000_000
"""The bounded search should take some hundredths of a second, however large the
formula; beyond 200,000 clauses a solver may think for longer before its first conflict.
"""

_LEMMAS = 1000  # read between two looks at the clock


class PySat:
    """An engine; see `satdoku.engines.base` for what each call promises.

    One engine is for one thread at a time.

    Args:
        row: Which solver.
        formula: What it is loaded with.
        one_hot: Whether, among the variables by which models are told apart, none has
            all the true variables of another and more (the candidates of a Sudoku:
            every cell has one digit).  Blocking clauses can then be about true
            variables alone, which makes enumerations faster.

        deadline: When to give up loading.

    Raises:
        UsageError: The solver is not installed, or a literal is of no variable.
        LimitError: There are more variables than PySAT can count.
        Stopped: The deadline came first.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> from satdoku.engines.registry import load
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1, -2)))
        >>> engine = load("minisat22", Formula(2, 2, lambda: [group], str))
        >>> engine.solve([-1]).model
        (2,)
        >>> sorted(engine.models())
        [(1,), (2,)]
    """

    def __init__(
        self,
        row: EngineInfo,
        formula: Formula,
        *,
        one_hot: bool = False,
        deadline: Deadline = NEVER,
    ) -> None:
        self._row = row
        self._variables = formula.variables
        self._one_hot = one_hot
        self._own_solver_after = _OWN_SOLVER_AFTER if row.reusable else 1
        size = formula.clause_count
        # Conflicts of the first search; no such search if 0.
        bound = min(_MAX_BOUND, _BOUND_TIMES_CLAUSES // max(size, 1))
        bounded = row.family not in {"lingeling", "cryptominisat"}
        self._bound = bound if bounded and bound >= _MIN_BOUND else 0
        share = max(1, size // _USUAL_CLAUSES)
        self._renew_calls = row.renew_calls * share
        self._renew_conflicts = row.renew_conflicts * share
        self._statistics: dict[str, int] = {}
        self._core: tuple[int, ...] | None = None
        self._project: Collection[int] | None = None
        self._projected: frozenset[int] | None = None
        self._clauses: Iterable[Sequence[int]] = CheckedClauses(formula, deadline)
        self._closed = False
        self._call = 0  # which one is the last
        # What the last call has if it is an enumeration: on the shared solver blocking
        # clauses and their activation literal, 0 before there is one; later a solver
        # of its own.
        self._blocked: list[list[int]] = []
        self._guard = 0
        self._own: LoadedSolver | None = None
        self._load_shared()

    @property
    def name(self) -> str:
        """The name it is registered by."""
        return self._row.name

    def solve(
        self, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
    ) -> Outcome:
        """Look for one model in which the assumed literals are true.

        Raises:
            UsageError: The engine is closed, an assumption is of no variable, or the
                engine counts no conflicts.
            KeyboardInterrupt: Ctrl-C, within a second; the engine is CLOSED then.
        """
        self._core = None
        try:
            check_conflicts(deadline, self._row)
            self._begin()
            literals = _checked_assumptions(assumptions, self._variables)
            answer = self._search(self._shared, literals, deadline)
            model = self._shared.model() if answer else None
            if answer is False:
                self._core = self._shared.core()
            return Outcome(answer, model, self._statistics)
        except KeyboardInterrupt:
            self.close()
            raise

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        deadline: Deadline = NEVER,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`.

        Args:
            assumptions: Literals that are true in every model.
            project: The variables by which models are told apart; all when None.
            deadline: When to stop, for all models together.

        Raises:
            UsageError: As in `solve`; or `project` names what is no variable.
            Stopped: A limit came first (raised by the iterator).
            KeyboardInterrupt: As in `solve` (raised by the iterator).
        """
        check_conflicts(deadline, self._row)
        self._begin()
        literals = _checked_assumptions(assumptions, self._variables)
        if project is not self._project or self._projected is None:
            self._projected = _checked_project(project, self._variables)
            # A tuple stays as it is, so that it need not be looked at again.
            self._project = project if isinstance(project, tuple | range) else ()
        # Variables that the assumptions fix tell no two models apart.
        free = self._projected.difference(map(abs, literals))
        return self._enumerate(self._call, literals, free, deadline)

    def core(self) -> tuple[int, ...] | None:
        """Return assumptions that were enough for the last `solve` to find no model.

        None where it found one or a limit came, and where the solver cannot tell.
        """
        return self._core

    def statistics(self) -> dict[str, int]:
        """Return counters of the last call, also while or after `models` ran."""
        return dict(self._statistics)

    def stages(self) -> dict[str, tuple[float, int]]:
        """Return nothing: PySAT does not tell the parts of a search apart."""
        return {}

    def close(self) -> None:
        """Free the formula and all memory; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._call += 1
            self._clauses = ()
            for solver in (self._shared, self._own):
                if solver is not None:
                    solver.delete()

    def _load(self) -> LoadedSolver:
        """Return another solver, loaded with the formula."""
        return LoadedSolver(self._row, self._variables, self._clauses)

    def _load_shared(self) -> None:
        """Load the solver that all calls share."""
        self._shared = self._load()
        self._top = self._variables
        self._calls = self._conflicts = 0

    def _begin(self) -> None:
        """Begin a call: require not CLOSED, end an enumeration, renew if it is time."""
        if self._closed:
            raise UsageError(f"engine {self._row.name} is closed")
        self._end_enumeration()
        self._statistics = {}
        self._call += 1
        if (
            self._calls >= self._renew_calls
            or self._conflicts > self._renew_conflicts
            or self._shared.lost
        ):
            self._shared.delete()
            self._load_shared()
        self._calls += 1

    def _search(
        self, solver: LoadedSolver, literals: list[int], deadline: Deadline
    ) -> bool | None:
        """Search for a model in which the literals are true; None at a limit."""
        answer = None
        if self._bound:
            answer = solver.search(literals, budget(deadline, self._bound))
            self._count(solver, deadline)
        elif self._row.family == "lingeling" and deadline.left is None:
            answer = solver.search(literals)
            self._count(solver, deadline)
        if answer is None and not deadline.over:
            answer = solver.search_long(literals, deadline)
            if not solver.lost:
                self._count(solver, deadline)
        return answer

    def _count(self, solver: LoadedSolver, deadline: Deadline) -> None:
        """Add up what the last search took."""
        spent = solver.spent()
        if not spent:
            return
        conflicts = spent["conflicts"]
        if solver is self._shared:
            self._conflicts += conflicts
        deadline.spend(conflicts)
        for key, value in self._statistics.items():
            spent[key] += value
        self._statistics = spent

    def _enumerate(
        self,
        call: int,
        literals: list[int],
        free: frozenset[int],
        deadline: Deadline,
    ) -> Iterator[Model]:
        """Go from model to model while this is the last call; see `models`.

        Where the iterator becomes garbage nothing is freed; the next call does that.
        """
        try:
            while True:
                if self._call != call:
                    raise UsageError("these models belong to an earlier call")
                solver, assumed = self._shared, literals
                if self._own is not None:
                    solver, assumed = self._own, []
                elif self._guard:
                    assumed = [*literals, self._guard]
                answer = None
                if not deadline.over:
                    answer = self._search(solver, assumed, deadline)
                if answer is None:
                    self._end_enumeration()
                    raise Stopped("a limit came before all models were found")
                if not answer:
                    break
                model = solver.model()
                yield model
                if self._call == call and not self._forbid(model, free, literals):
                    break
            self._end_enumeration()
        except KeyboardInterrupt:
            self.close()
            raise

    def _forbid(self, model: Model, free: frozenset[int], literals: list[int]) -> bool:
        """Forbid a model, and all like it; False if that leaves no other."""
        if self._one_hot:
            clause = [-variable for variable in model if variable in free]
        else:
            true = set(model)
            clause = [-x if x in true else x for x in free]
        if not clause:
            return False
        if self._own is not None:
            self._own.add(clause)
            return True
        self._blocked.append(clause)
        if len(self._blocked) >= self._own_solver_after:
            own = self._load()
            for each in chain(([literal] for literal in literals), self._blocked):
                own.add(each)
            if self._row.warm:
                own.start_warm()
            self._end_enumeration()
            self._own = own
        else:
            if not self._guard:
                self._guard = self._top = self._top + 1
            self._shared.add([-self._guard, *clause])
        return True

    def _end_enumeration(self) -> None:
        """Leave the shared solver as it was; without an enumeration do nothing."""
        self._blocked.clear()
        guard, self._guard = self._guard, 0
        if guard and not self._shared.lost:
            self._shared.add([-guard])
        own, self._own = self._own, None
        if own is not None:
            own.delete()


def refute(
    row: EngineInfo, formula: Formula, deadline: Deadline = NEVER
) -> list[Lemma] | None:
    """Let a solver refute a formula and write down how.

    It searches in a process of its own, so that a limit and Ctrl-C can end it.  Of its
    proof the additions are lemmas, up to the first empty clause.  Where a solver meets
    the contradiction while clauses are added, most write nothing, and MapleCM hardly
    ever writes the empty clause: it is added then.  Deletions are left out.  Each lemma
    follows by unit propagation from the clauses that the solver had at that time; with
    more clauses propagation finds no less.  (That would be wrong for lemmas that follow
    by RAT alone.  PySAT lets CaDiCaL 3 define no variables, and the tests look at what
    each solver writes.)

    Args:
        row: Which solver, one that writes proofs.
        formula: What has no model.
        deadline: When to give up.

    Returns:
        The lemmas, the empty clause last; None if the formula has a model after all.

    Raises:
        UsageError: The solver is not installed, a literal is of no variable, or the
            solver counts no conflicts.
        LimitError: There are more variables than PySAT can count.
        Stopped: A limit came first.
        EngineError: The solver's process broke down.
    """
    check_conflicts(deadline, row)
    open_solver(row).delete()
    clauses = CheckedClauses(formula)
    if not all(formula):
        return [Lemma(())]
    found = search_in_process(row, formula.variables, clauses, [], deadline)
    if found is None:
        raise Stopped("out of time")
    answer, _, _, proof = found
    if answer is None:
        deadline.spend(deadline.conflicts or 0)
        deadline.check()
    return None if answer else _lemmas(proof, deadline)


def _lemmas(proof: list[str], deadline: Deadline) -> list[Lemma]:
    """Return what a proof adds, up to the empty clause."""
    lemmas: list[Lemma] = []
    for line in proof:
        if line.startswith("d"):
            continue
        *literals, end = map(int, line.split())
        if end:
            raise EngineError("a clause in a proof has no end")
        lemmas.append(Lemma(tuple(literals)))
        if not literals:
            return lemmas
        if len(lemmas) % _LEMMAS == 0:
            deadline.check()
    lemmas.append(Lemma(()))
    return lemmas


def _checked_project(project: Collection[int] | None, known: int) -> frozenset[int]:
    """Return the variables by which models are told apart, once they make sense."""
    variables = frozenset(range(1, known + 1) if project is None else project)
    if variables and not 1 <= min(variables) <= max(variables) <= known:
        raise UsageError(
            f"models can be told apart only by variables of the formula, 1 to {known}"
        )
    return variables


def _checked_assumptions(assumptions: Sequence[int], known: int) -> list[int]:
    """Return assumptions that every solver takes, or say which makes no sense."""
    try:
        literals = [int(index(literal)) for literal in assumptions]
    except TypeError:
        raise UsageError("an assumption is not a whole number") from None
    for literal in literals:
        if not 0 < abs(literal) <= known:
            raise UsageError(
                f"assumption {literal} is not a literal of the variables 1 to {known}"
            )
    return literals
