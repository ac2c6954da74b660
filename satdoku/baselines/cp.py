"""The constraint program of a puzzle, solved by OR-Tools' CP-SAT.

    an integer a cell       any of the candidates that the clues leave open
    AllDifferent a unit     no two of its cells hold the same

This is the textbook's model (Simonis, "Sudoku as a Constraint Problem", 2005).  One
with 0-1 variables and "exactly one" for cells and units solves no faster, and takes
longer to write down.  CP-SAT turns it into clauses and learns from conflicts, as a SAT
solver does (Perron & Didier; Stuckey, "Lazy Clause Generation", 2010).

CP-SAT calls back for each solution and then goes on searching.  To give solutions one
by one, it searches in a thread, which waits after each until the next is asked for:

    caller   next ─▶            values ─▶ next ─▶
    thread          searches ─▶ waits           searches …

Counters: `decisions` (CP-SAT's branches) and `conflicts`.  Presolving settles most
puzzles of 9×9 without any.
"""

from __future__ import annotations

import atexit
from functools import cache
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Any

from satdoku.baselines.base import Baseline, Start, count_from_zero
from satdoku.errors import Stopped
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from satdoku.deadline import Deadline
    from satdoku.puzzle import Puzzle

__all__ = ["Cp"]

_MOMENT = 0.1  # seconds, after which Ctrl-C and the clock are looked at


class Cp(Baseline):
    """Solves by constraint programming."""

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: dict[str, int],
    ) -> Generator[Grid, None, None]:
        """Yield every solution once, lazily (`Baseline.solutions`)."""
        count_from_zero(statistics, ("decisions", "conflicts"))
        start = Start.of(puzzle, candidates)
        if start is None or 0 in (masks := start.candidates()):
            return
        search = _Search(start, masks)
        try:
            while (values := search.next(deadline)) is not None:
                search.add_to(statistics)
                yield Grid.trusted(puzzle.geometry, values)
        finally:
            search.close()
            search.add_to(statistics)


@cache
def _callback_class() -> Any:  # noqa: ANN401  of a library without types
    """Return the class of what CP-SAT calls back for a solution: it has a `tell`."""
    from ortools.sat.python import cp_model  # noqa: PLC0415  heavy

    def on_solution(callback: Any) -> None:  # noqa: ANN401  of the class made here
        callback.tell()

    methods = {"on_solution_callback": on_solution}
    return type("Callback", (cp_model.CpSolverSolutionCallback,), methods)


class _Search:
    """A search in a thread, which stands still between two solutions."""

    def __init__(self, start: Start, masks: list[int]) -> None:
        from ortools.sat.python import cp_model  # noqa: PLC0415  heavy

        self._model = cp_model.CpModel()
        digits = range(1, start.size + 1)
        self._cells = []
        for mask in masks:
            left = [digit for digit in digits if mask >> (digit - 1) & 1]
            domain = cp_model.Domain.from_values(left)
            self._cells.append(self._model.new_int_var_from_domain(domain, ""))
        for unit in start.units:
            self._model.add_all_different([self._cells[cell] for cell in unit])
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.enumerate_all_solutions = True
        # It would take Ctrl-C for itself, and Python would not hear of it.
        self._solver.parameters.catch_sigint_signal = False
        self._all_found = (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        self._callback = _callback_class()()
        self._callback.tell = self._tell
        self._spent = self._added = (0, 0)  # decisions, conflicts
        self._told: SimpleQueue[tuple[int, ...] | Exception | None] = SimpleQueue()
        self._wanted = Semaphore(0)
        self._closed = False
        # A search that nobody finishes must not keep the program from its end, so it is
        # a daemon; and it is to be gone before Python is.
        self._thread = Thread(target=self._search, name="satdoku cp", daemon=True)
        atexit.register(self.close)
        self._thread.start()

    def next(self, deadline: Deadline) -> tuple[int, ...] | None:
        """Wait for the next solution; None after the last.

        Raises:
            Stopped: The deadline came first, or a limit of CP-SAT's own, as of memory.
        """
        self._wanted.release()
        while True:
            deadline.check()
            left = deadline.left
            try:
                told = self._told.get(timeout=min(left or _MOMENT, _MOMENT))
            except Empty:
                continue
            if isinstance(told, Exception):
                raise told
            return told

    def add_to(self, statistics: dict[str, int]) -> None:
        """Add what the search has taken since this was asked last."""
        spent = self._spent
        keys = ("decisions", "conflicts")
        for key, now, before in zip(keys, spent, self._added, strict=True):
            statistics[key] += now - before
        self._added = spent

    def close(self) -> None:
        """End the search; when this returns, nothing runs any more."""
        self._closed = True
        self._wanted.release()
        # Again and again: what is told before it has begun may go unheard.
        while self._thread.is_alive():
            self._solver.stop_search()
            self._thread.join(_MOMENT / 10)
        self._callback.tell = None  # or the two would keep each other
        atexit.unregister(self.close)

    def _search(self) -> None:
        """Search, in the thread."""
        solver = self._solver
        self._wanted.acquire()
        try:
            status = solver.solve(self._model, self._callback)
        except Exception as error:  # noqa: BLE001  it is raised where it is waited for
            self._told.put(error)
            return
        self._spent = (solver.num_branches, solver.num_conflicts)
        if status in self._all_found:
            self._told.put(None)
        else:
            name = solver.status_name(status)
            self._told.put(Stopped(f"CP-SAT ended without an answer ({name})"))

    def _tell(self) -> None:
        """Tell a solution, in the thread, and wait until the next is asked for."""
        callback = self._callback
        self._spent = (callback.num_branches, callback.num_conflicts)
        self._told.put(tuple(map(callback.value, self._cells)))
        self._wanted.acquire()
        if self._closed:
            callback.stop_search()
