"""One solver of PySAT, loaded with clauses, whose searches end when they have to.

A solver holds Python's lock while it searches, and looks at nothing.  So `search` is
for bounded searches, which answer nearly all puzzles; what is left goes to
`search_long`, which costs more and ends on time and at Ctrl-C:

    interrupt   MiniSat's family: in a thread that lets go of Python's lock, and is told
                to stop.  Glucose looks only when it restarts, which can take a second
                or two: then the caller goes on without it.
    slices      CaDiCaL: in a thread, many searches of so many conflicts, aimed at a
                seventh of a second each; what was learnt stays.
    process     Lingeling, Kissat, CaDiCaL 3: in a process that is ended.
    search      CryptoMiniSat: looks at the clock itself, often enough for Ctrl-C.

At Ctrl-C PySAT jumps out of the bounded searches of CaDiCaL, and of Lingeling's without
a time limit.  A solver that was jumped out of is never touched again.

The process is a copy of this one where there is `fork` and no other thread, with the
solver as it stands, and costs a millisecond; otherwise it is a new Python, which gets
the clauses through a pipe.
"""

from __future__ import annotations

import marshal
import os
import signal
import sys
from contextlib import closing
from functools import partial
from importlib import import_module
from itertools import chain, islice
from select import select
from threading import Event, Thread, active_count
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn
from warnings import catch_warnings, simplefilter

from satdoku.errors import EngineError, LimitError, UsageError
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from io import BufferedWriter

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import EngineInfo, Model

NO_END = -1
"""As a number of conflicts: search until there is an answer."""

_COUNTERS = ("decisions", "propagations", "conflicts", "restarts")
_MAX_BUDGET = 2**31 - 1
_MAX_VARIABLES = 2**31 - 2 - 10**6
"""PySAT ends the process at 2³¹ - 1; enumerations need some variables of their own."""
_KEPT_CLAUSES = 500_000  # of a larger formula, they take more memory than the solver
_BATCH = 20_000  # clauses checked at a time
_SLICE = 0.15  # seconds
_FIRST_SLICE = 100  # conflicts
_MAX_SLICE = 10**6
_LOOK = 0.1  # seconds between two looks at the clock, and for Ctrl-C
_CLOCK_STEP = 0.25  # the same for CryptoMiniSat
_GRACE = 0.2  # seconds that a search in a thread has to end

Report = tuple[bool | None, list[int], dict[str, int], list[str]]
"""What a search in another process finds: answer, model, counters, lines of a proof."""


class CheckedClauses:
    """The clauses of a formula, none of them empty and all literals known to be good.

    They are kept, unless they are many; then each iteration makes and checks them anew.

    Raises:
        UsageError: A literal is of no variable; also while they are iterated over.
        LimitError: There are more variables than PySAT can count.
    """

    def __init__(self, formula: Formula, deadline: Deadline = NEVER) -> None:
        self.variables = formula.variables
        if self.variables > _MAX_VARIABLES:
            raise LimitError(
                f"the formula has {self.variables} variables; "
                f"PySAT's solvers take {_MAX_VARIABLES} at most"
            )
        self._formula = formula
        self._kept: list[Sequence[int]] | None = None
        if formula.clause_count <= _KEPT_CLAUSES:
            self._kept = list(self.checked(deadline))

    def __iter__(self) -> Iterator[Sequence[int]]:
        return self.checked(NEVER) if self._kept is None else iter(self._kept)

    def checked(self, deadline: Deadline) -> Iterator[Sequence[int]]:
        """Pass clauses on, batch by batch, while there is time."""
        stream = iter(self._formula)
        while batch := list(islice(stream, _BATCH)):
            deadline.check()
            if not all(batch):  # an empty clause, which some solvers cannot take
                yield from ((1,), (-1,))
                return
            literals = set(chain.from_iterable(batch))
            for literal in (min(literals), max(literals)):
                if abs(literal) > self.variables:
                    raise UsageError(
                        f"literal {literal} of the formula is not of its variables, "
                        f"1 to {self.variables}"
                    )
            if 0 in literals:
                raise UsageError("0 is no literal, but a clause of the formula has it")
            yield from batch


def check_conflicts(deadline: Deadline, row: EngineInfo) -> None:
    """Refuse a limit of conflicts that a solver cannot keep.

    Raises:
        UsageError: It does not count them.
    """
    if deadline.conflicts is not None and not row.conflict_limit:
        raise UsageError(f"engine {row.name} has no limit of conflicts")


def budget(deadline: Deadline, most: int = NO_END) -> int:
    """Return how many conflicts the next search may have."""
    if deadline.conflicts is None:
        return most
    left = min(deadline.conflicts, _MAX_BUDGET)
    return left if most == NO_END else min(left, most)


class LoadedSolver:
    """One solver of PySAT with clauses in it, whatever its family.

    Invariants: every literal that reaches a solver is of a variable it knows and is
    smaller than 2³¹ - 1, which would end the process; a solver that is `lost`, to a
    thread or by a jump out of its search, is not called again.

    Args:
        row: Which solver.
        variables: How many variables the formula has.
        clauses: The clauses of the formula, none empty, all literals good.
        proof: Whether it writes a proof.

    Raises:
        UsageError: It is not installed.
    """

    def __init__(
        self,
        row: EngineInfo,
        variables: int,
        clauses: Iterable[Sequence[int]],
        *,
        proof: bool = False,
    ) -> None:
        self.lost = False
        self._row = row
        self._interrupts = row.time_limit == "interrupt"
        self._variables = variables
        self._clauses = clauses
        self._proof = proof
        # What the formula has become, for those that load it again.
        self._added: list[Sequence[int]] = []
        self._before = dict.fromkeys(_COUNTERS, 0)
        self._report: Report | None = None  # of a search in another process
        self._solver = open_solver(row, **({"with_proof": True} if proof else {}))
        if row.reusable:  # otherwise each search loads it anew
            self._fill()

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause for good."""
        if self._row.time_limit == "process":
            self._added.append(clause)
        if self._row.reusable:
            self._solver.add_clause(clause)

    def start_warm(self) -> None:
        """Let each search go on where the last model was found."""
        self._solver.start_mode(warm=True)

    def search(self, literals: list[int], conflicts: int = NO_END) -> bool | None:
        """Search for so many conflicts at most; None if that was not enough.

        Raises:
            KeyboardInterrupt: PySAT jumped out of the search; the solver is lost.
        """
        self._report = None
        solver = self._solver
        answer: bool | None
        if self._interrupts:
            # PySAT then leaves SIGINT alone, and lets go of Python's lock.
            solver.conf_budget(conflicts)
            answer = solver.solve_limited(literals, expect_interrupt=True)
            return answer
        if not self._row.reusable:
            # It does not outlive a jump, and there is none in another thread.
            work = partial(self._search_anew, literals, conflicts)
            return self._run_in_thread(work, Event(), Deadline())
        try:
            if self._row.family == "lingeling":
                answer = solver.solve(literals)
            else:
                solver.conf_budget(conflicts)
                answer = solver.solve_limited(literals)
        except import_module("pysolvers").error:
            self.lost = True
            _recover(solver)
            raise KeyboardInterrupt from None
        return answer

    def search_long(self, literals: list[int], deadline: Deadline) -> bool | None:
        """Search until there is an answer, or None at a limit; Ctrl-C comes through.

        Raises:
            EngineError: Another process broke down.
        """
        if self._row.time_limit == "process":
            found = self._report = search_in_process(
                self._row,
                self._variables,
                chain(self._clauses, self._added),
                literals,
                deadline,
                solver=self,
            )
            return None if found is None else found[0]
        if self._row.time_limit == "search":
            return self._search_by_clock(literals, deadline)
        stop = Event()
        slices = partial(self._search_in_slices, literals, deadline, stop)
        if sys.platform == "emscripten":  # it has no threads
            return slices()
        whole = partial(self.search, literals, budget(deadline))
        work = whole if self._interrupts else slices
        return self._run_in_thread(work, stop, deadline)

    def model(self) -> Model:
        """Return the true variables of the model that the last search found."""
        if self._report is not None:
            literals = self._report[1]
        else:
            literals = self._solver.get_model()[: self._variables]
        return tuple([literal for literal in literals if literal > 0])

    def core(self) -> tuple[int, ...] | None:
        """Return which assumptions the last search refuted; None if unknown."""
        if self._report is not None or not self._row.reusable:
            return None
        return tuple(self._solver.get_core() or ())

    def spent(self) -> dict[str, int]:
        """Return what was counted since this was asked last, or since the loading."""
        if self._report is not None:
            return self._report[2]
        if self._row.family in {"kissat", "cryptominisat"}:
            return {}
        before, after = self._before, self._solver.accum_stats()
        self._before = after
        return {key: after[key] - before[key] for key in _COUNTERS}

    def delete(self) -> None:
        """Free the solver, unless it is lost; a second call does nothing."""
        if not self.lost:
            self._solver.delete()

    def report(self, literals: list[int], conflicts: int) -> Report:
        """Search, and return all that another process is to know of it."""
        return self._reported(self.search(literals, conflicts))

    def report_in_slices(
        self, literals: list[int], deadline: Deadline
    ) -> Report | None:
        """Do so where there are no processes; return None if time is over."""
        answer = self._search_in_slices(literals, deadline, Event())
        if answer is None and deadline.over:
            return None
        return self._reported(answer)

    def _reported(self, answer: bool | None) -> Report:  # noqa: FBT001  three answers
        model = list(self.model()) if answer else []
        proof: list[str] = []
        if self._proof and answer is False:
            if sys.platform != "win32":
                # PySAT before 1.9 does not flush the stream it writes proofs to.
                _c_library().fflush(None)
            proof = self._solver.get_proof()
        return answer, model, self.spent(), proof

    def _fill(self) -> None:
        """Add the clauses of the formula to a new solver."""
        self._solver.append_formula(self._clauses)
        # A clause that says nothing makes the last variable known: a solver gives no
        # value to variables it never saw, and MapleSAT crashes without any.  In
        # Lingeling each variable in no clause would melt away after the first search,
        # and a blocking clause that names it would end the process.
        last = max(self._variables, 1)
        first = 1 if self._row.family == "lingeling" else last
        for variable in range(first, last + 1):
            self._solver.add_clause([variable, -variable])

    def _search_anew(self, literals: list[int], conflicts: int) -> bool | None:
        """Search in a new solver, with literals as unit clauses."""
        self._solver.delete()
        self._solver = solver = open_solver(self._row)
        self._fill()
        for clause in chain(self._added, ([literal] for literal in literals)):
            solver.add_clause(clause)
        answer: bool | None
        if conflicts == NO_END:
            # As a budget it would wrap round, to one that is used up at once.
            answer = solver.solve()
        else:
            solver.conf_budget(conflicts)
            answer = solver.solve_limited()
        return answer

    def _run_in_thread(
        self, work: Callable[[], bool | None], stop: Event, deadline: Deadline
    ) -> bool | None:
        """Search in another thread, and stop that search when it is time."""
        finished = Event()
        found: list[bool | BaseException | None] = []

        def run() -> None:
            try:
                found.append(work())
            except BaseException as failure:  # noqa: BLE001  the caller raises it
                found.append(failure)
            finished.set()

        thread = Thread(target=run, daemon=True)
        self.lost = True  # until the thread is known to be out of it
        try:
            thread.start()
            # Waiting in small steps, for Ctrl-C does not end a wait on every system.
            while not finished.wait(_step(deadline, _LOOK)):
                if deadline.over:
                    break
        finally:
            stop.set()
            if self._interrupts:
                self._solver.interrupt()
            if finished.wait(_GRACE):
                self.lost = False
                if self._interrupts:
                    self._solver.clear_interrupt()
        if not self.lost:
            thread.join()
        answer = found[0] if found else None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _search_in_slices(
        self, literals: list[int], deadline: Deadline, stop: Event
    ) -> bool | None:
        """Search in slices; how long one took says how large the next may be."""
        size, left = _FIRST_SLICE, budget(deadline)
        while True:
            conflicts = size if left == NO_END else min(size, left)
            began = monotonic()
            answer = self.search(literals, conflicts)
            if answer is not None:
                return answer
            if left != NO_END:
                left -= conflicts
            if left == 0 or stop.is_set() or deadline.over:
                return None
            rate = conflicts / max(monotonic() - began, 1e-6)
            aimed = int(rate * _step(deadline, _SLICE))
            size = max(1, min(2 * size, aimed, _MAX_SLICE))

    def _search_by_clock(self, literals: list[int], deadline: Deadline) -> bool | None:
        """Let the solver look at the clock, but let Ctrl-C through now and then."""
        while True:
            step = _step(deadline, _CLOCK_STEP)
            began = monotonic()
            answer: bool | None = self._solver.solve_for(literals, step)
            if answer is not None or deadline.over:
                return answer
            if monotonic() - began < step / 2:
                # Stopped by the signal itself, on a system that cannot hold it back.
                raise KeyboardInterrupt


class _CryptoMiniSat:
    """CryptoMiniSat from the package pycryptosat, called as PySAT's solvers are.

    PySAT's own class has no time limit that works.
    """

    def __init__(self) -> None:
        self._solver: Any = import_module("pycryptosat").Solver()
        self._found: tuple[bool | None, ...] = ()
        self.append_formula = self._solver.add_clauses
        self.add_clause = self._solver.add_clause

    def solve_for(self, assumptions: list[int], seconds: float) -> bool | None:
        """Search for so long at most; None if that was not enough.

        Ctrl-C waits for the end.  The solver would take it for itself otherwise, and
        write a line of its own into whatever this program writes.
        """
        mask = getattr(signal, "pthread_sigmask", None)
        before = None if mask is None else mask(signal.SIG_BLOCK, [signal.SIGINT])
        answer: bool | None
        try:
            answer, self._found = self._solver.solve(assumptions, time_limit=seconds)
        finally:
            if mask is not None:
                mask(signal.SIG_SETMASK, before)
        return answer

    def get_model(self) -> list[int]:
        """Return the literals of the model that the last call found."""
        return [x if true else -x for x, true in enumerate(self._found) if x]

    def get_core(self) -> list[int]:
        """Return the assumptions that the last call refuted."""
        return [-literal for literal in self._solver.get_conflict()]

    def delete(self) -> None:
        """Free the solver; a second call does nothing."""
        self._solver = self.append_formula = self.add_clause = None


def open_solver(
    row: EngineInfo,
    **options: bool,
) -> Any:  # noqa: ANN401  PySAT has no types
    """Return a new solver of PySAT.

    Raises:
        UsageError: It is not installed.
    """
    try:
        if row.family == "cryptominisat":
            return _CryptoMiniSat()
        solvers: Any = import_module("pysat.solvers")
    except ModuleNotFoundError:  # it is here if it cannot be loaded for another reason
        pass
    else:
        try:
            return solvers.Solver(name=row.name, **options)
        except (solvers.NoSuchSolverError, AssertionError, AttributeError):
            pass  # this PySAT was built without it
    raise UsageError(
        f"engine {row.name} is not available here; pip install '{row.needs}'"
    )


def is_available(row: EngineInfo) -> bool:
    """Return whether a solver can be loaded here."""
    try:
        open_solver(row).delete()
    except UsageError:
        return False
    return True


def search_in_process(
    row: EngineInfo,
    variables: int,
    clauses: Iterable[Sequence[int]],
    literals: list[int],
    deadline: Deadline,
    *,
    solver: LoadedSolver | None = None,
) -> Report | None:
    """Search in another process; None if its time is over.

    Args:
        row: Which solver.
        variables: How many variables the formula has.
        clauses: All clauses that the solver has.
        literals: The assumptions.
        deadline: When to end the process.  Ctrl-C ends it, too.
        solver: The solver, if it is loaded.  A new one writes a proof.

    Raises:
        EngineError: The process ended without an answer.
    """
    conflicts = budget(deadline)

    def search() -> Report:
        loaded = solver or LoadedSolver(row, variables, clauses, proof=True)
        return loaded.report(literals, conflicts)

    if sys.platform == "emscripten":  # it has no processes
        loaded = solver or LoadedSolver(row, variables, clauses, proof=True)
        return loaded.report_in_slices(literals, deadline)
    if hasattr(os, "fork") and active_count() == 1:
        # No other thread holds a lock that the copy could wait for.
        return _run_copy(search, row, deadline)
    setup = (os.getpid(), row, variables, list(clauses), solver is None)
    return _run_new(setup, (literals, conflicts), deadline)


def _run_copy(
    search: Callable[[], Report], row: EngineInfo, deadline: Deadline
) -> Report | None:
    """Search in a copy of this process; None if its time is over."""
    parent = os.getpid()
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb") as sink:
        with catch_warnings():
            # Threads of C libraries make newer Pythons warn.  The child runs a
            # solver, writes, and ends; it takes no lock that one could hold.
            simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            _search_in_child(search, sink, parent)
        data: bytes | None = None
        try:
            sink.close()
            # In small steps: a Ctrl-C just before a wait does not end that wait.
            while not select([source], [], [], _step(deadline, _LOOK))[0]:
                if deadline.over:
                    return None
            data = source.read()
        finally:
            if data is None:
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
    if status or not data:
        code = os.waitstatus_to_exitcode(status)
        raise EngineError(f"the process of {row.name} ended with code {code}")
    found: Report = marshal.loads(data)  # noqa: S302  our own child wrote it
    return found


def _search_in_child(
    search: Callable[[], Report], sink: BufferedWriter, parent: int
) -> NoReturn:
    """Search, write the answer and end, running nothing else of the copied program."""
    code = 1
    try:
        _prepare_child(parent)
        with sink:
            sink.write(marshal.dumps(search()))
        code = 0
    finally:
        os._exit(code)


def _run_new(
    setup: tuple[int, EngineInfo, int, list[Sequence[int]], bool],
    question: tuple[list[int], int],
    deadline: Deadline,
) -> Report | None:
    """Search in a new Python; None if its time is over."""
    from concurrent.futures import wait  # noqa: PLC0415  slow, seldom needed

    from satdoku.runtime.processes import Pool  # noqa: PLC0415  as above

    with closing(Pool(_load_in_worker, setup, 1)) as pool:
        future = pool.submit(question)
        while not wait([future], _step(deadline, _LOOK)).done:
            if deadline.over:
                return None
        return future.result()


def _load_in_worker(
    setup: tuple[int, EngineInfo, int, list[Sequence[int]], bool],
) -> Callable[[tuple[list[int], int]], Report]:
    """Load a solver in a new Python; return what searches in it."""
    parent, row, variables, clauses, proof = setup
    _prepare_child(parent)
    solver = LoadedSolver(row, variables, clauses, proof=proof)
    return lambda question: solver.report(*question)


def _prepare_child(parent: int) -> None:
    """Ignore Ctrl-C, which the parent sees, too; end when the parent is killed.

    The latter where the system can, Linux.
    """
    if hasattr(signal, "pthread_sigmask"):
        # Blocked, for PySAT would replace a handler.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    if sys.platform == "linux":
        _c_library().prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:  # it was killed before
            os._exit(1)


def _c_library() -> Any:  # noqa: ANN401  ctypes has no types of its functions
    from ctypes import CDLL  # noqa: PLC0415  slow, and only another process needs it

    return CDLL(None)


def _step(deadline: Deadline, most: float) -> float:
    """Return how long to wait, or to search, until the clock is looked at again."""
    left = deadline.left
    return most if left is None else min(most, left)


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
