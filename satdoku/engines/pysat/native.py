"""One loaded solver of PySAT behind one set of calls, whatever its kind.

The functions of `pysolvers` are called directly, and told that this is not the main
thread: PySAT would otherwise put a handler of its own on SIGINT that jumps out of the
middle of the search, after which the solver is in pieces.  So a call ends only by
itself, and Python sees Ctrl-C after it; `hold` makes sure that this is soon.  Lingeling
alone cannot be stopped in any other way than by that jump.

Invariants: every literal that reaches a solver is of a variable it knows and is smaller
than 2³¹ - 1, which would end the process; `attempt` is never called again on a solver
that is `spoiled`; a solver is deleted once, and not while another thread is inside.
"""

from __future__ import annotations

from collections import deque
from importlib import import_module
from itertools import repeat
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satdoku.engines.pysat.table import Row

__all__ = ["NO_END", "Native"]

NO_END = -1
"""As a number of conflicts: search until there is an answer."""

_COUNTERS = ("decisions", "propagations", "conflicts", "restarts")


class Native:
    """A solver of the MiniSat family, and what the other kinds do otherwise.

    Args:
        row: Which solver.
        variables: How many variables the formula has.
        clauses: The clauses, for kinds that load them again.
    """

    def __init__(
        self, row: Row, variables: int, clauses: Iterable[Sequence[int]]
    ) -> None:
        self.row = row
        self.variables = variables
        self.clauses = clauses
        self.added: list[Sequence[int]] = []
        self.spoiled = False
        self.told: tuple[list[int], dict[str, int]] | None = None
        self._handle: Any = None
        self._trace: Any = None
        self._before = dict.fromkeys(_COUNTERS, 0)
        self._open()

    def _open(self) -> None:
        self._bind()
        self._handle = self._function("new")()

    def _bind(self) -> None:
        # Read once: a look-up by name costs a tenth of an easy call.
        pysolvers = import_module("pysolvers")
        self.error: type[Exception] = pysolvers.error

        def function(name: str) -> Callable[..., Any]:
            found: Callable[..., Any] = getattr(
                pysolvers, f"{self.row.functions}_{name}"
            )
            return found

        self._function = function
        self._add = function("add_cl")
        self._model = function("model")
        self._delete = function("del")
        self._bind_search(function)

    def _bind_search(self, function: Callable[[str], Callable[..., Any]]) -> None:
        self._budget = function("cbudget")
        self._limited = function("solve_lim")
        self._counts = function("acc_stats")
        self._interrupt = function("interrupt")
        self._clear = function("clearint")

    def load(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add the clauses of the formula."""
        # The last clause says nothing, but it makes every variable known: a solver
        # gives no value to variables it never saw, and MapleSAT crashes without any.
        last = self.variables
        deque(map(self._add, repeat(self._handle), clauses), maxlen=0)
        self._add(self._handle, [last, -last])

    def trace(self, file: IO[bytes]) -> None:
        """Write into a file what is learnt from now on; before anything is loaded."""
        self._trace = self._function("tracepr")(self._handle, file)

    def flush_trace(self) -> None:
        """Make sure that all of the trace is in the file."""
        if self._trace is not None:
            import_module("pysolvers").flushpr(self._trace)
            return
        # PySAT before 1.9 keeps its stream to itself: all there are have to be flushed.
        from ctypes import CDLL  # noqa: PLC0415  as rare as that

        CDLL(None).fflush(None)

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause for good."""
        if self.row.time_limit == "process":
            self.added.append(clause)
        self._add(self._handle, clause)

    def attempt(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Search for so many conflicts at most; None if that was not enough."""
        self._budget(self._handle, conflicts)
        answer: bool | None = self._limited(self._handle, assumptions, 0, 0)
        return answer

    def attempt_apart(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Do as `attempt` does, in a thread of its own that lets others run."""
        self._budget(self._handle, conflicts)
        answer: bool | None = self._limited(self._handle, assumptions, 0, 1)
        return answer

    def finish(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Do as `attempt` does, in a process that Ctrl-C ends without asking."""
        return self.attempt(assumptions, conflicts)

    def interrupt(self) -> None:
        """Tell the search in the other thread to end soon."""
        self._interrupt(self._handle)

    def clear_interrupt(self) -> None:
        """Let the next search run again, after `interrupt`."""
        self._clear(self._handle)

    def model(self) -> list[int]:
        """Return the literals of the model that the last call found."""
        if self.told is not None:
            return self.told[0]
        literals: list[int] = self._model(self._handle)
        return literals

    def core(self, assumptions: list[int]) -> tuple[int, ...] | None:
        """Return which assumptions the refutation just found rests on; None if unknown.

        After a search in another process it is unknown.
        """
        if self.told is not None or not self.row.assumptions:
            return None
        found = self._core_of(assumptions)
        return None if found is None else tuple(found)

    def _core_of(self, assumptions: list[int]) -> list[int] | None:
        del assumptions  # the solver has kept them
        literals: list[int] | None = self._function("core")(self._handle)
        return [] if literals is None else literals

    def counts(self) -> dict[str, int]:
        """Return the solver's own counters, from its making on."""
        counted: dict[str, int] = self._counts(self._handle)
        return counted

    def spent(self) -> dict[str, int]:
        """Return what was counted since this was asked last, or since the loading."""
        if self.told is not None:
            return self.told[1]
        before, self._before = self._before, self.counts()
        after = self._before
        return {
            "decisions": after["decisions"] - before["decisions"],
            "propagations": after["propagations"] - before["propagations"],
            "conflicts": after["conflicts"] - before["conflicts"],
            "restarts": after["restarts"] - before["restarts"],
        }

    def warm(self) -> None:
        """Let each search go on where the last model was found."""
        self._function("set_start")(self._handle, 1)

    def delete(self) -> None:
        """Free the solver; a second call does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._free(handle)

    def _free(self, handle: object) -> None:
        if self.row.kind == "minisat" and self.row.functions != "ergo":
            self._delete(handle)
        else:
            self._delete(handle, None)

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.delete()
