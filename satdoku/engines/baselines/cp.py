"""The constraint program of a puzzle, solved by OR-Tools' CP-SAT.

    an integer a cell       any of the candidates that the clues leave open
    AllDifferent a unit     no two of its cells hold the same

Constraints that are more than units become tables of two cells, linear equations, and
for the rest the direct clauses of `puzzle.constraints.primitives`, over 0-1 variables
that are made for the cells they name.

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

from satdoku.engines.baselines.base import Baseline, Start, count_from_zero
from satdoku.errors import Stopped
from satdoku.puzzle.constraints.base import BaseConstraint, Literals
from satdoku.puzzle.constraints.primitives import STEP_WORDS, Automaton, Pairs, Sum
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from satdoku.puzzle.puzzle import Puzzle


_MOMENT = 0.1  # seconds, after which Ctrl-C and the clock are looked at


class Cp(Baseline):
    """Solves by constraint programming."""

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether all rules are units, or made of primitives."""
        return all(
            rule.only_units or isinstance(rule, BaseConstraint)
            for rule in puzzle.constraints
        )

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
        search = _Search(start, masks, puzzle, deadline)
        # Auxiliary variables of some constraints may have several values for one grid.
        seen: set[tuple[int, ...]] = set()
        try:
            while (values := search.next(deadline)) is not None:
                search.add_to(statistics)
                if puzzle.has_only_units or values not in seen:
                    seen.add(values)
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

    def new(self, name: str) -> int:
        """Return a new variable."""
        self._variables.append(self._model.new_bool_var(name))
        return len(self._variables) - 1

    def variable(self, literal: int) -> Any:  # noqa: ANN401  of the library
        """Return the variable of a positive literal."""
        return self._variables[literal]

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
    puzzle: Puzzle,
    deadline: Deadline,
) -> None:
    """Add what constraints say beyond their units."""
    geometry, board = puzzle.geometry, _Literals(model, cells, masks)
    shift = geometry.first_value - 1
    for rule in deadline.limit(puzzle.constraints):
        literals = Literals(geometry, board, rule.describe())
        for part in (
            rule.primitives(geometry) if isinstance(rule, BaseConstraint) else ()
        ):
            if isinstance(part, Sum):
                terms = [weight * (cells[cell] + shift) for weight, cell in part.terms]
                model.add(sum(terms) == part.total)
            elif isinstance(part, Pairs) and part.first != part.second:
                digits = geometry.digit_range
                model.add_allowed_assignments(
                    [cells[part.first], cells[part.second]],
                    [
                        (one, other)
                        for one in digits
                        for other in digits
                        if part.allowed(one + shift, other + shift)
                    ],
                )
            elif isinstance(part, Automaton):
                _add_automaton(model, cells, board, literals, part)
            else:
                for clause in part.direct_clauses(literals):
                    board.add(clause)


def _add_automaton(
    model: Any,  # noqa: ANN401  of a library without types
    cells: list[Any],
    board: _Literals,
    literals: Literals,
    part: Automaton,
) -> None:
    """Add an automaton: from each state of a layer by each value to one of the next."""
    shift = literals.geometry.first_value - 1
    numbers: dict[Any, int] = {(0, part.start): 0}
    moves: list[tuple[int, int, int]] = []
    layer: dict[Any, None] = {part.start: None}
    read: list[Any] = []
    for place, cell in enumerate(part.cells):
        behind: dict[Any, None] = {}
        if part.value is None:
            symbols = [(value, value - shift) for value, _ in literals.of(cell)]
            read.append(cells[cell])
        else:
            symbols = [(True, 1), (False, 0)]
            read.append(board.variable(literals.literal(cell, part.value)))
        for state in layer:
            literals.reserve(len(symbols) * part.cost(state), STEP_WORDS)
            for symbol, label in symbols:
                target = part.step(state, symbol)
                if target is not None:
                    behind[target] = None
                    number = numbers.setdefault((place + 1, target), len(numbers))
                    moves.append((numbers[place, state], label, number))
        layer = behind
    ends = [numbers[len(part.cells), state] for state in layer if part.accepts(state)]
    if ends:
        model.add_automaton(read, 0, ends, moves)
    else:
        model.add_bool_or([])


class _Search:
    """A search in a thread, which stands still between two solutions."""

    def __init__(
        self, start: Start, masks: list[int], puzzle: Puzzle, deadline: Deadline
    ) -> None:
        from ortools.sat.python import cp_model  # noqa: PLC0415  heavy

        self._model = cp_model.CpModel()
        digits = range(1, start.size + 1)
        domains = {
            mask: cp_model.Domain.from_values(
                [digit for digit in digits if mask >> (digit - 1) & 1]
            )
            for mask in deadline.limit({*masks})
        }
        self._cells = [
            self._model.new_int_var_from_domain(domains[mask], "")
            for mask in deadline.limit(masks)
        ]
        for unit in deadline.limit(start.units):
            self._model.add_all_different([self._cells[cell] for cell in unit])
        _add_constraints(self._model, self._cells, masks, puzzle, deadline)
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
        atexit.register(self._wait)
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
        """End the search; CP-SAT may work on for a second or two before it stops."""
        self._wait(Deadline(_MOMENT))

    def _wait(self, deadline: Deadline = NEVER) -> None:
        """Wait until the thread has ended, or has had time to hear that it shall."""
        self._closed = True
        # Again and again: what is told before it has begun may go unheard.
        while self._thread.is_alive() and not deadline.over:
            self._wanted.release()
            self._solver.stop_search()
            self._thread.join(_MOMENT / 10)

    def _search(self) -> None:
        """Search, in the thread."""
        solver = self._solver
        self._wanted.acquire()
        try:
            status = solver.solve(self._model, self._callback)
        except Exception as error:  # noqa: BLE001  it is raised where it is waited for
            self._told.put(error)
            return
        finally:
            self._callback.tell = None  # or the two would keep each other
            atexit.unregister(self._wait)
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
