"""The solvers PySAT brings, as engines, and the proofs they write (`pysat_table`).

An engine loads its formula once; the clues of a puzzle are assumptions.  A solver grows
slower with what it has learnt and with retired activation literals; it is renewed
before that costs more than loading the formula again.

Enumeration forbids each model by a blocking clause.  It begins on the solver that all
calls share, the clauses switched on by an activation literal of its own, which a unit
clause retires at the end; that costs a puzzle of two or three solutions next to
nothing.  But such guarded clauses make each search two to four times slower, so a long
enumeration gets a solver of its own, with the assumptions as unit clauses and bare
blocking clauses, each search going on where the last model was found.

A solver looks at no clock while it searches.  How its searches end on time:

    slices      many short searches, each of so many conflicts; what was learnt stays.
                A slice begins with a restart, so their sizes follow from the formula
                and not from the clock: the same question takes the same search.  Only
                just before a time limit they are shorter.
    interrupt   Glucose counts its conflicts only when it restarts, which can take two
                seconds.  So beyond a first slice it searches in a thread and is told
                to stop; if it does not, the caller goes on without it, and it keeps one
                core busy until it restarts.
    none        Lingeling and Kissat search until they have an answer.

At Ctrl-C the solvers of MiniSat's kind finish their slice; PySAT jumps out of the other
solvers.  One that was jumped out of, or left behind, is never touched again.
"""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from importlib import import_module
from itertools import chain
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from satdoku.engines.base import (
    Deletion,
    Lemma,
    Outcome,
    checked_assumptions,
    checked_clauses,
    checked_project,
)
from satdoku.engines.pysat_solver import Solver
from satdoku.errors import LimitError, Stopped, UsageError
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import EngineInfo, Model
    from satdoku.runtime.deadline import Deadline

_MAX_VARIABLES = 2**31 - 2 - 10**6
"""PySAT ends the process at 2³¹ - 1; enumerations need some variables of their own."""
_KEPT_CLAUSES = 500_000  # of a larger formula, they take more memory than the solver
_USUAL_CLAUSES = 12_000  # of the formula by which the table's figures were measured
_OWN_SOLVER_AFTER = 100
"""Models until a guarded enumeration has lost the time that loading takes."""

_COUNTERS = ("decisions", "propagations", "conflicts", "restarts")
_MIN_FIRST_SLICE, _MAX_FIRST_SLICE = 100, 2000  # conflicts
_FIRST_SLICE_TIMES_CLAUSES = 20_000_000
"""The first slice should take some hundredths of a second for a formula of any size."""
_NEXT_SLICES = 4
"""How many times as many conflicts each other slice has."""
_MAX_BUDGET = 2**31 - 1  # conflicts that PySAT can count
_WAIT = 0.1  # seconds between two looks for Ctrl-C, which wakes nobody on some systems
_GRACE = 0.2  # seconds that a search in a thread has to end
_LEMMAS = 1000  # read between two looks at the clock


class PySat:
    """An engine; see `satdoku.engines.base` for what each call promises.

    One engine is for one thread at a time.

    Args:
        info: Which solver.
        formula: What it is loaded with.
        one_hot: Whether, among the variables that distinguish models, none has
            all the true variables of another and more (the candidates of a Sudoku:
            every cell has one digit).  Blocking clauses can then be about true
            variables alone, which makes enumerations faster.
        deadline: When to give up loading.
        renews: Whether calls after many conflicts begin with a new solver, which is
            faster for other questions; not so where a call goes on with one that a
            limit ended.

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
        info: EngineInfo,
        formula: Formula,
        *,
        one_hot: bool = False,
        deadline: Deadline = NEVER,
        renews: bool = True,
    ) -> None:
        self.name = info.name
        self._renews = renews
        self._info = info
        self._variables = formula.variables
        self._one_hot = one_hot
        self._own_solver_after = _OWN_SOLVER_AFTER if info.reusable else 1
        share = max(1, formula.clause_count // _USUAL_CLAUSES)
        self._renew_calls = info.renew_calls * share
        self._renew_conflicts = info.renew_conflicts * share
        self._first_slice = _first_slice(formula)
        self._statistics: dict[str, int] = {}
        self._core: tuple[int, ...] | None = None
        self._project: Collection[int] | None = None
        self._projected: frozenset[int] = frozenset()
        self._clauses = _Clauses(formula, deadline)
        self._closed = False
        self._call = 0  # which one is the last
        # What the last call has if it is an enumeration: on the shared solver blocking
        # clauses and their activation literal, 0 before there is one; later a solver
        # of its own.
        self._blocked: list[list[int]] = []
        self._added: list[Sequence[int]] = []
        self._guard = 0
        self._own: _Solver | None = None
        self._share(self._load(deadline))

    def solve(
        self, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
    ) -> Outcome:
        """Look for one model in which the assumed literals are true.

        Raises:
            UsageError: The engine is closed, an assumption is of no variable, or the
                engine does not keep such a limit.
            KeyboardInterrupt: Ctrl-C, within a second; the engine is CLOSED then.
        """
        self._core = None
        try:
            self._begin(deadline)
            literals = checked_assumptions(assumptions, self._variables)
            answer = self._search(self._shared, literals, deadline)
            model = self._shared.model() if answer else None
            if answer is False:
                self._core = self._shared.core()
            return Outcome(answer, model, self._statistics)
        except Stopped:  # a solver was to be renewed
            return Outcome(None)
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
            project: The variables that distinguish models; all when None.
            deadline: When to stop, for all models together.

        Raises:
            UsageError: As in `solve`; or `project` names what is no variable.
            Stopped: A limit came first.
            KeyboardInterrupt: As in `solve` (raised by the iterator).
        """
        self._begin(deadline)
        literals = checked_assumptions(assumptions, self._variables)
        if project is not self._project or not self._projected:
            self._projected = checked_project(project, self._variables)
            # A tuple stays as it is, so that it need not be looked at again.
            self._project = project if isinstance(project, tuple | range) else ()
        return self._enumerate(self._call, literals, deadline)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good; it has a literal at least, of the formula's variables.

        An enumeration ends.
        """
        self._end_enumeration()
        self._added.append(clause)
        if not self._shared.lost:
            self._shared.add(clause)

    def core(self) -> tuple[int, ...] | None:
        """Return assumptions that were enough for the last `solve` to find no model.

        None where it found one or a limit came, and where the solver reports none.
        """
        return self._core

    def statistics(self) -> dict[str, int]:
        """Return counters of the last call, also while or after `models` ran."""
        return dict(self._statistics)

    def stages(self) -> dict[str, tuple[float, int]]:
        """Return nothing: PySAT does not time the parts of a search."""
        return {}

    def close(self) -> None:
        """Free the formula and all memory; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._call += 1
            del self._clauses
            for solver in (self._shared, self._own):
                if solver is not None:
                    solver.delete()

    def _load(self, deadline: Deadline) -> _Solver:
        """Return another solver, loaded with the formula."""
        kind = _Solver if self._info.reusable else _SingleUseSolver
        solver = kind(self._info, self._variables, self._clauses, deadline)
        for clause in self._added:
            solver.add(clause)
        return solver

    def _share(self, solver: _Solver) -> None:
        """Make a new solver the one that all calls share."""
        self._shared = solver
        self._top = self._variables
        self._calls = self._conflicts = 0

    def _begin(self, deadline: Deadline) -> None:
        """Begin a call: require not CLOSED, end an enumeration, renew if it is time."""
        if self._closed:
            raise UsageError(f"engine {self._info.name} is closed")
        _check_limits(deadline, self._info)
        self._end_enumeration()
        self._statistics = {}
        self._call += 1
        if (
            self._calls >= self._renew_calls
            or (self._renews and self._conflicts > self._renew_conflicts)
            or self._shared.lost
        ):
            renewed = self._load(deadline)
            self._shared.delete()
            self._share(renewed)
        self._calls += 1

    def _search(
        self, solver: _Solver, literals: list[int], deadline: Deadline
    ) -> bool | None:
        """Search for a model in which the literals are true; None at a limit."""
        for counters, answer in solver.slices(literals, self._first_slice, deadline):
            conflicts = counters.get("conflicts", 0)
            deadline.spend(conflicts)
            if solver is self._shared:
                self._conflicts += conflicts
            for key, value in self._statistics.items():
                counters[key] += value
            self._statistics = counters
            if answer is not None:
                return answer
        return None

    def _enumerate(
        self,
        call: int,
        literals: list[int],
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
                answer = self._search(solver, assumed, deadline)
                if answer is None:
                    self._end_enumeration()
                    deadline.check()
                    raise Stopped("out of time")
                if not answer:
                    break
                model = solver.model()
                yield model
                if self._call == call and not self._forbid(model, literals, deadline):
                    break
            self._end_enumeration()
        except KeyboardInterrupt:
            self.close()
            raise

    def _forbid(self, model: Model, literals: list[int], deadline: Deadline) -> bool:
        """Forbid a model, and all like it; False if that leaves no other."""
        # Variables that the assumptions fix distinguish no two models.
        fixed, projected = set(map(abs, literals)), self._projected
        if self._one_hot:
            clause = [-x for x in model if x in projected and x not in fixed]
        else:
            true = set(model)
            clause = [-x if x in true else x for x in projected if x not in fixed]
        if not clause:
            return False
        if self._own is not None:
            self._own.add(clause)
            return True
        self._blocked.append(clause)
        if len(self._blocked) >= self._own_solver_after:
            own = self._load(deadline)
            for added in chain(([literal] for literal in literals), self._blocked):
                own.add(added)
            if self._info.warm:
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


class _Clauses:
    """The clauses of a formula, none of them empty and all literals known to be good.

    They are kept, unless they are many; then each iteration makes them anew.

    Raises:
        UsageError: A literal is of no variable; also while they are iterated over.
        LimitError: There are more variables than PySAT can count.
        Stopped: The deadline came first.
    """

    def __init__(self, formula: Formula, deadline: Deadline) -> None:
        if formula.variables > _MAX_VARIABLES:
            raise LimitError(
                f"the formula has {formula.variables} variables; "
                f"PySAT's solvers take {_MAX_VARIABLES} at most"
            )
        self._formula = formula
        self._kept: list[list[Sequence[int]]] | None = None
        if formula.clause_count <= _KEPT_CLAUSES:
            self._kept = list(self.batches(deadline))

    def batches(self, deadline: Deadline) -> Iterator[list[Sequence[int]]]:
        """Yield the clauses, many at a time, while there is time."""
        if self._kept is not None:
            yield from deadline.limit(self._kept)
            return
        for batch in checked_clauses(self._formula, self._formula.variables, deadline):
            if not all(batch):  # an empty clause, which some solvers cannot take
                yield [(1,), (-1,)]
                return
            yield batch


class _Solver:
    """One solver of PySAT with clauses in it.

    Invariants: every literal that reaches a solver is of a variable it knows and is
    smaller than 2³¹ - 1, which would end the process; a solver that is `lost`, to a
    thread or by a jump out of its search, is not called again.

    Args:
        info: Which solver.
        variables: How many variables the formula has.
        clauses: Its clauses.
        deadline: When to give up loading.

    Raises:
        UsageError: It is not installed.
        Stopped: The deadline came first.
    """

    def __init__(
        self,
        info: EngineInfo,
        variables: int,
        clauses: _Clauses,
        deadline: Deadline,
    ) -> None:
        self.lost = False
        self._info = info
        self._variables = variables
        self._clauses = clauses
        self._before = dict.fromkeys(_COUNTERS, 0)
        self._solver = self._open()
        self._fill(deadline)

    def _open(self) -> Any:  # noqa: ANN401  one of PySAT's has no type
        return open_solver(self._info)

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause for good."""
        self._solver.add_clause(clause)

    def start_warm(self) -> None:
        """Let each search go on where the last model was found."""
        self._solver.start_mode(warm=True)

    def slices(
        self, literals: list[int], conflicts: int, deadline: Deadline
    ) -> Iterator[tuple[dict[str, int], bool | None]]:
        """Search in slices until there is an answer or a limit is reached.

        Args:
            literals: The assumptions.
            conflicts: How many conflicts the first slice may have.
            deadline: When to stop.

        Yields:
            What was counted, and the answer, which the last slice alone may have.
        """
        in_thread, usual = False, _NEXT_SLICES * conflicts
        while not deadline.over:
            most = deadline.conflicts
            budget = min(most or _MAX_BUDGET, _MAX_BUDGET if in_thread else conflicts)
            began = monotonic()
            if in_thread:
                answer = self._search_in_thread(literals, budget, deadline)
            else:
                answer = self._search(literals, budget)
            if self.lost:
                return
            yield self._counted(), answer
            if answer is not None:
                return
            conflicts, left = usual, deadline.left
            if left is not None:
                rate = budget / max(monotonic() - began, 1e-6)
                conflicts = max(1, min(usual, int(rate * left)))
            in_thread = self._info.time_limit == "interrupt" and _HAS_THREADS

    def model(self) -> Model:
        """Return the true variables of the model that the last search found."""
        literals = self._solver.get_model()[: self._variables]
        return tuple([literal for literal in literals if literal > 0])

    def core(self) -> tuple[int, ...] | None:
        """Return which assumptions the last search refuted; None if unknown."""
        return tuple(self._solver.get_core() or ())

    def delete(self) -> None:
        """Free the solver, unless it is lost; a second call does nothing."""
        if not self.lost:
            self._solver.delete()

    def _fill(self, deadline: Deadline) -> None:
        """Add the clauses of the formula to a new solver."""
        try:
            for batch in self._clauses.batches(deadline):
                self._solver.append_formula(batch)
        except BaseException:
            self._solver.delete()
            raise
        # A clause that says nothing makes the last variable known: a solver gives no
        # value to variables it never saw, and MapleSAT crashes without any.  In
        # Lingeling each variable in no clause would melt away after the first search,
        # and a blocking clause that names it would end the process.
        last = max(self._variables, 1)
        first = 1 if self._info.name == "lingeling" else last
        for variable in range(first, last + 1):
            self._solver.add_clause([variable, -variable])

    def _search(self, literals: list[int], conflicts: int) -> bool | None:
        """Search for so many conflicts at most; None if that was not enough.

        Raises:
            KeyboardInterrupt: PySAT jumped out of the search; the solver is lost.
        """
        try:
            return self._call(literals, conflicts)
        except import_module("pysolvers").error:
            self.lost = True
            _recover(self._solver)
            raise KeyboardInterrupt from None

    def _call(self, literals: list[int], conflicts: int) -> bool | None:
        answer: bool | None
        if self._info.conflict_limit:
            self._solver.conf_budget(conflicts)
            # Those that can be interrupted leave SIGINT and Python's lock alone then.
            answer = self._solver.solve_limited(literals, expect_interrupt=True)
        else:
            with _at_once_by_sigterm():
                answer = self._solver.solve(literals)
        return answer

    def _counted(self) -> dict[str, int]:
        """Return what was counted since this was called last, or since the loading."""
        before, after = self._before, self._solver.accum_stats()
        self._before = after
        return {key: after[key] - before[key] for key in _COUNTERS}

    def _search_in_thread(
        self, literals: list[int], conflicts: int, deadline: Deadline
    ) -> bool | None:
        """Search in another thread; go on without it if it does not stop in time."""
        answers: list[bool | None] = []

        finished = Event()  # a `Thread.join` that Ctrl-C ends forgets that it runs

        def search() -> None:
            try:
                answers.append(self._call(literals, conflicts))
            finally:
                finished.set()

        self.lost = True  # until the thread is known to be out of it
        try:
            Thread(target=search, daemon=True).start()
            while not (finished.is_set() or deadline.over):
                left = deadline.left
                finished.wait(_WAIT if left is None else min(_WAIT, left))
        finally:
            self._solver.interrupt()
            if finished.wait(_GRACE):
                self.lost = False
                self._solver.clear_interrupt()
        return answers[0] if answers else None


class _ProvingSolver(_Solver):
    """A solver that writes down its proof, by PySAT's class, which can read it."""

    def _open(self) -> Any:  # noqa: ANN401  PySAT has no types
        open_solver(self._info).delete()  # or it is not available
        solvers = import_module("pysat.solvers")
        return solvers.Solver(name=self._info.name, with_proof=True)

    def proof(self) -> list[str]:
        """Return the lines of the proof."""
        _flush()
        lines: list[str] = self._solver.get_proof()
        return lines

    def delete(self) -> None:
        """Free the solver, unless it is lost.

        PySAT forgets a stream of C that still holds what the solver wrote at its end;
        flushed later, that would go into another file with the number of this one.
        """
        if not self.lost:
            solver = self._solver.solver
            file, solver.prfile = solver.prfile, None
            self._solver.delete()
            _flush()
            file.close()


def _flush() -> None:
    """Flush all streams of C; PySAT before 1.9 does not flush those of proofs."""
    if sys.platform != "win32":
        from ctypes import CDLL  # noqa: PLC0415  slow, and proofs alone need it

        CDLL(None).fflush(None)


class _SingleUseSolver(_Solver):
    """Kissat, which answers once: each search loads it anew."""

    def _fill(self, deadline: Deadline) -> None:
        del deadline
        self._added: list[Sequence[int]] = []

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause for good."""
        self._added.append(clause)

    def core(self) -> None:
        """Return None: it has no assumptions."""

    def _call(self, literals: list[int], conflicts: int) -> bool | None:
        self._solver.delete()
        self._solver = self._open()
        super()._fill(NEVER)
        self._solver.append_formula(
            [*self._added, *([literal] for literal in literals)]
        )
        return super()._call([], conflicts)

    def _counted(self) -> dict[str, int]:
        return {}


_HAS_THREADS = sys.platform != "emscripten"


def open_solver(info: EngineInfo) -> Solver:
    """Return a new solver of PySAT.

    Raises:
        UsageError: It is not installed.
    """
    try:
        return Solver(info.name)
    except (ModuleNotFoundError, AttributeError):  # or PySAT was built without it
        raise UsageError(
            f"engine {info.name} is not available here; pip install '{info.needs}'"
        ) from None


def is_available(info: EngineInfo) -> bool:
    """Return whether a solver can be loaded here."""
    try:
        open_solver(info).delete()
    except UsageError:
        return False
    return True


def refute(
    info: EngineInfo,
    formula: Formula,
    deadline: Deadline = NEVER,
    *,
    deletions: bool = False,
) -> list[Lemma] | None:
    """Let a solver refute a formula and write down how.

    Of its proof the additions are lemmas, up to the first empty clause.  Where a solver
    meets the contradiction while clauses are added, most write nothing, and MapleCM
    hardly ever writes the empty clause: it is added then.
    Each lemma follows by unit propagation from the clauses that the solver had at that
    time; with more clauses propagation finds no less.  (That would be wrong for lemmas
    that follow by RAT alone.  PySAT lets CaDiCaL 3 define no variables, and the tests
    check what each solver writes.)

    Args:
        info: Which solver, one that writes proofs.
        formula: What has no model.
        deadline: When to give up.
        deletions: Whether deletions stand between the lemmas; else they are left out.

    Returns:
        The lemmas, the empty clause last; None if the formula has a model after all.

    Raises:
        UsageError: The solver is not installed, a literal is of no variable, or the
            solver does not keep such a limit.
        LimitError: There are more variables than PySAT can count.
        Stopped: A limit came first.
    """
    _check_limits(deadline, info)
    clauses = _Clauses(formula, deadline)
    if not all(formula):
        return [Lemma(())]
    solver = _ProvingSolver(info, formula.variables, clauses, deadline)
    try:
        for counters, answer in solver.slices([], _first_slice(formula), deadline):
            deadline.spend(counters["conflicts"])
            if answer is not None:
                if answer:
                    return None
                return _lemmas(solver.proof(), deadline, deletions=deletions)
        deadline.check()
        raise Stopped("out of time")
    finally:
        solver.delete()


def _lemmas(proof: list[str], deadline: Deadline, *, deletions: bool) -> list[Lemma]:
    """Return what a proof adds, and perhaps deletes, up to the empty clause."""
    lemmas: list[Lemma] = []
    for line in proof:
        if line.startswith("d"):
            if deletions:
                lemmas.append(Deletion(tuple(map(int, line.split()[1:-1]))))
            continue
        literals = tuple(map(int, line.split()[:-1]))
        lemmas.append(Lemma(literals))
        if not literals:
            return lemmas
        if len(lemmas) % _LEMMAS == 0:
            deadline.check()
    lemmas.append(Lemma(()))
    return lemmas


def _first_slice(formula: Formula) -> int:
    """Return how many conflicts the first slice of a search has."""
    conflicts = _FIRST_SLICE_TIMES_CLAUSES // max(1, formula.clause_count)
    return max(_MIN_FIRST_SLICE, min(_MAX_FIRST_SLICE, conflicts))


def _check_limits(deadline: Deadline, info: EngineInfo) -> None:
    """Refuse limits that a solver cannot keep."""
    if deadline.conflicts is not None and not info.conflict_limit:
        raise UsageError(f"engine {info.name} has no limit of conflicts")
    if deadline.end is not None and info.time_limit == "none":
        raise UsageError(f"engine {info.name} has no time limit")


@contextmanager
def _at_once_by_sigterm() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the program, where it is ours that waits for them.

    Python would hear of them after the search, which may be hours.
    """
    names = ("SIGTERM", "SIGHUP") if current_thread() is main_thread() else ()
    numbers = [number for name in names if (number := getattr(signal, name, None))]
    handlers = {number: signal.getsignal(number) for number in numbers}
    for number, handler in handlers.items():
        if (getattr(handler, "__module__", "") or "").startswith("satdoku."):
            signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if handler is not None:  # one that was set by C
                signal.signal(number, handler)


def _recover(solver: object) -> None:
    """Abandon a solver that was jumped out of; let Python hear of Ctrl-C again.

    Nobody knows what the solver was writing at that moment, so it is not even safe to
    free.  The jump leaves PySAT's handler in place, which would next jump to nowhere,
    and the signal blocked, as it is inside of any handler.
    """
    from ctypes import py_object, pythonapi  # noqa: PLC0415  slow, seldom needed

    pythonapi.Py_IncRef(py_object(solver))  # it lives for ever
    ours = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.SIG_DFL if ours is None else ours)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
