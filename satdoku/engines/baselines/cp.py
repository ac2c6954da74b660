"""The constraint program of a puzzle, solved by OR-Tools' CP-SAT.

    an integer a cell       any of the candidates that the clues leave open
    AllDifferent a unit     no two of its cells hold the same

Constraints that are more than units become linear equations, and for the rest the
direct clauses of `puzzle.constraints.primitives`, over 0-1 variables that are made for
the cells they name.

This is the textbook's model (Simonis, "Sudoku as a Constraint Problem", 2005).  One
with 0-1 variables and "exactly one" for cells and units solves no faster, and takes
longer to write down.  CP-SAT turns it into clauses and learns from conflicts, as a SAT
solver does (Perron & Didier; Stuckey, "Lazy Clause Generation", 2010).

CP-SAT calls back for each solution and then goes on searching.  It is stopped after two
solutions; for more it searches again for 16, then for 128, and so on, so that all of
them take little longer than one search would.  It hears of no Ctrl-C, and while it
presolves large grids of no limit for a second or two.  So it searches in a thread,
which is left behind at the deadline and then ends by itself.

Counters: `decisions` (CP-SAT's branches) and `conflicts`.  Presolving settles most
puzzles of 9×9 without any.
"""

from __future__ import annotations

import atexit
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from satdoku.engines.baselines.base import Baseline, Start
from satdoku.errors import Stopped
from satdoku.puzzle.constraints.base import BaseConstraint, Literals
from satdoku.puzzle.constraints.primitives import Sum
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from collections.abc import Generator

    from satdoku.puzzle.puzzle import Puzzle


_MOMENT = 0.05  # seconds, after which Ctrl-C and the clock are looked at


class Cp(Baseline):
    """Solves by constraint programming."""

    counters = ("decisions", "conflicts")

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether all rules are units, or primitives on cells of the grid."""
        return not puzzle.extra_cells and all(
            rule.only_units or isinstance(rule, BaseConstraint)
            for rule in puzzle.constraints
        )

    def _search(self, start: Start) -> Generator[tuple[int, ...], None, None]:
        if 0 in (masks := start.candidates()):
            return
        model, cells = _model(start, masks)
        # Auxiliary variables of some constraints may have several values for one grid.
        seen: set[tuple[int, ...]] = set()
        limit = 2
        while True:
            search = _Search(model, cells, limit)
            stop = search.wait(start.deadline)
            for key, number in search.counters.items():
                start.statistics[key] += number
            for values in search.solutions:
                if values not in seen:
                    seen.add(values)
                    yield values
            if stop is not None:
                raise stop
            if search.is_complete:
                return
            limit *= 8


class _Literals:
    """0-1 variables of candidates, made where a clause names them."""

    def __init__(self, model: Any, cells: list[Any], masks: list[int]) -> None:  # noqa: ANN401
        self._model, self._cells, self._masks = model, cells, masks
        self._by_cell: dict[int, dict[int, Any]] = {}
        self._variables: list[Any] = [model.new_constant(0)]
        self._never = 0

    def options(self, cell: int) -> list[tuple[int, int]]:
        """Return the digits that a cell may hold, each with its literal."""
        if cell not in self._by_cell:
            mask, held = self._masks[cell], {}
            for digit in range(1, mask.bit_length() + 1):
                if mask >> (digit - 1) & 1:
                    number = held[digit] = self.new("")
                    here = self._variables[number]
                    self._model.add(self._cells[cell] == digit).only_enforce_if(here)
                    self._model.add(self._cells[cell] != digit).only_enforce_if(~here)
            self._by_cell[cell] = held
        return list(self._by_cell[cell].items())

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal of a candidate; of one that cannot be a false variable."""
        held = dict(self.options(cell))
        if digit not in held and not self._never:
            self._never = self.new("")
            self._model.add_bool_and(~self._variables[self._never])
        return held.get(digit, self._never)

    @property
    def shared(self) -> dict[object, int]:
        """Nothing: constraints that share variables are not taken."""
        return {}

    def new(self, name: str) -> int:
        """Return a new variable."""
        self._variables.append(self._model.new_bool_var(name))
        return len(self._variables) - 1

    def add(self, clause: tuple[int, ...]) -> None:
        """Add a clause."""
        variables = self._variables
        self._model.add_bool_or(
            [variables[x] if x > 0 else ~variables[-x] for x in clause]
        )


def _add_constraints(
    model: Any,  # noqa: ANN401  of a library without types
    cells: list[Any],
    masks: list[int],
    start: Start,
) -> None:
    """Add what constraints say beyond their units."""
    geometry, board = start.puzzle.geometry, _Literals(model, cells, masks)
    shift = geometry.first_value - 1
    for rule in start.deadline.limit(start.puzzle.constraints):
        literals = Literals(geometry, board, rule.describe())
        for part in rule.parts(geometry) if isinstance(rule, BaseConstraint) else ():
            if isinstance(part, Sum):
                terms = [weight * (cells[cell] + shift) for weight, cell in part.terms]
                model.add(sum(terms) == part.total)
            else:
                for clause in part.direct_clauses(literals):
                    board.add(clause)


def _model(start: Start, masks: list[int]) -> tuple[Any, list[Any]]:
    """Return the constraint program of a puzzle, and the variables of its cells."""
    from ortools.sat.python import cp_model  # noqa: PLC0415  heavy

    model = cp_model.CpModel()
    digits = range(1, start.size + 1)
    cells: list[Any] = []
    for mask in start.deadline.limit(masks):
        held = [digit for digit in digits if mask >> (digit - 1) & 1]
        domain = cp_model.Domain.from_values(held)
        cells.append(model.new_int_var_from_domain(domain, ""))
    for unit in start.deadline.limit(start.units):
        model.add_all_different([cells[cell] for cell in unit])
    _add_constraints(model, cells, masks, start)
    return model, cells


class _Search:
    """A search in a thread, for so many solutions.

    Attributes:
        solutions: The solutions, each once.
        is_complete: Whether there are no others.
        counters: What it has taken.
    """

    def __init__(self, model: Any, cells: list[Any], limit: int) -> None:  # noqa: ANN401
        from ortools.sat.python import cp_model  # noqa: PLC0415  heavy

        self.solutions: dict[tuple[int, ...], None] = {}
        self.is_complete = False
        self.counters: dict[str, int] = {}
        self._model, self._cells, self._limit = model, cells, limit
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.enumerate_all_solutions = True
        # It would take Ctrl-C for itself, and Python would not hear of it.
        self._solver.parameters.catch_sigint_signal = False
        self._complete = (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        self._stopped = False
        self._error: Exception | None = None
        self._ended = Event()
        # A search that nobody finishes must not keep the program from its end, so it is
        # a daemon; and it is to be gone before Python is.
        atexit.register(self._stop)
        Thread(target=self._search, name="satdoku cp", daemon=True).start()

    def wait(self, deadline: Deadline) -> Exception | None:
        """Wait for the end; return why it came too early, if it did."""
        try:
            while not self._ended.wait(_MOMENT):
                deadline.check()
        except Stopped as stop:
            self._error = stop
        finally:
            self._stop(Deadline(_MOMENT))
        return self._error

    def _stop(self, deadline: Deadline = NEVER) -> None:
        """Stop the search, and wait until it has ended or had time to hear of it."""
        self._stopped = True
        # Again and again: a signal that comes before it has begun may be lost.
        while not (self._ended.wait(_MOMENT / 10) or deadline.over):
            self._solver.stop_search()

    def _search(self) -> None:
        """Search, in the thread."""
        from ortools.sat.python import cp_model  # noqa: PLC0415  heavy

        solver, keep = self._solver, self._keep

        class Callback(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
            def on_solution_callback(self) -> None:
                keep(self)

        try:
            status = solver.solve(self._model, Callback())
            self.is_complete = status in self._complete
            if not (self.is_complete or self._stopped):
                name = solver.status_name(status)
                self._error = Stopped(f"CP-SAT ended without an answer ({name})")
        except Exception as error:  # noqa: BLE001  it is raised where it is waited for
            self._error = error
        else:
            self._count(solver)
        finally:
            self._ended.set()
            atexit.unregister(self._stop)

    def _keep(self, callback: Any) -> None:  # noqa: ANN401  of a library without types
        """Keep a solution, in the thread."""
        self._count(callback)
        self.solutions[tuple(map(callback.value, self._cells))] = None
        if len(self.solutions) >= self._limit or self._stopped:
            self._stopped = True
            callback.stop_search()

    def _count(self, search: Any) -> None:  # noqa: ANN401  of a library without types
        numbers = search.num_branches, search.num_conflicts
        self.counters = dict(zip(("decisions", "conflicts"), numbers, strict=True))
