"""The constraint program of a puzzle, solved by OR-Tools' CP-SAT.

    a whole number a cell       any of the candidates that the clues leave open
    AllDifferent a unit         no two of its cells hold the same

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
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from satdoku.errors import Stopped
from satdoku.reference.board import begin, starting_masks

if TYPE_CHECKING:
    from collections.abc import Generator

    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

__all__ = ["Cp"]

_A_MOMENT = 0.1  # seconds, after which Ctrl-C and the clock are looked at


class Cp:
    """Solves by constraint programming."""

    def solutions(
        self, puzzle: Puzzle, counters: Counters, deadline: float | None = None
    ) -> Generator[tuple[int, ...], None, None]:
        """Yield every solution once (`satdoku.reference.solver.Solver`)."""
        begin(counters, "decisions", "conflicts")
        masks = starting_masks(puzzle)
        if masks is None:
            return
        search = _Search(puzzle, masks)
        told = dict.fromkeys(search.spent, 0)
        try:
            while (values := search.next(deadline)) is not None:
                _add(counters, search.spent, told)
                yield values
        finally:
            search.close()
            _add(counters, search.spent, told)


def _add(counters: Counters, spent: Counters, told: Counters) -> None:
    """Add what was spent since it was told last."""
    for key, value in spent.items():
        counters[key] += value - told[key]
        told[key] = value


@cache
def _callback_class() -> Any:  # noqa: ANN401  of a library without types
    """Return the class of what CP-SAT calls back for a solution: it has a `tell`."""
    cp: Any = import_module("ortools.sat.python.cp_model")

    def on_solution(callback: Any) -> None:  # noqa: ANN401  of the class made here
        callback.tell()

    methods = {"on_solution_callback": on_solution}
    return type("Callback", (cp.CpSolverSolutionCallback,), methods)


class _Search:
    """A search in a thread, which stands still between two solutions.

    `spent` is what it took until the last solution, or until its end.
    """

    def __init__(self, puzzle: Puzzle, masks: list[int]) -> None:
        cp: Any = import_module("ortools.sat.python.cp_model")
        self._model = cp.CpModel()
        digits = puzzle.geometry.digits
        domains = ([d for d in digits if mask >> (d - 1) & 1] for mask in masks)
        self._cells = [
            self._model.new_int_var_from_domain(cp.Domain.from_values(domain), "")
            for domain in domains
        ]
        for unit in puzzle.geometry.units:
            self._model.add_all_different([self._cells[cell] for cell in unit])
        self._solver = cp.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.enumerate_all_solutions = True
        # It would take Ctrl-C for itself, and Python would not hear of it.
        self._solver.parameters.catch_sigint_signal = False
        self._all_found = (cp.OPTIMAL, cp.INFEASIBLE)
        self._callback = _callback_class()()
        self._callback.tell = self._tell
        self.spent = {"decisions": 0, "conflicts": 0}
        self._told: SimpleQueue[tuple[int, ...] | Exception | None] = SimpleQueue()
        self._wanted = Semaphore(0)
        self._closed = False
        # A walk that nobody finishes must not keep the program from its end, so it is
        # a daemon; and it is to be gone before Python is.
        self._thread = Thread(target=self._search, name="satdoku cp", daemon=True)
        atexit.register(self.close)
        self._thread.start()

    def next(self, deadline: float | None) -> tuple[int, ...] | None:
        """Wait for the next solution; None after the last.

        Raises:
            Stopped: The deadline came first, or a limit of CP-SAT's own, as of memory.
        """
        self._wanted.release()
        while True:
            left = _A_MOMENT if deadline is None else deadline - monotonic()
            if left <= 0:
                raise Stopped("out of time")
            try:
                told = self._told.get(timeout=min(left, _A_MOMENT))
            except Empty:
                continue
            if isinstance(told, Exception):
                raise told
            return told

    def close(self) -> None:
        """End the search; when this returns, nothing runs any more."""
        self._closed = True
        self._wanted.release()
        # Again and again: what is told before it has begun may go unheard.
        while self._thread.is_alive():
            self._solver.stop_search()
            self._thread.join(_A_MOMENT / 10)
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
        self._spend(solver.num_branches, solver.num_conflicts)
        if status in self._all_found:
            self._told.put(None)
        else:
            name = solver.status_name(status)
            self._told.put(Stopped(f"CP-SAT ended without an answer ({name})"))

    def _tell(self) -> None:
        """Tell a solution, in the thread, and wait until the next is asked for."""
        callback = self._callback
        self._spend(callback.num_branches, callback.num_conflicts)
        self._told.put(tuple(map(callback.value, self._cells)))
        self._wanted.acquire()
        if self._closed:
            callback.stop_search()

    def _spend(self, decisions: int, conflicts: int) -> None:
        self.spent = {"decisions": decisions, "conflicts": conflicts}
