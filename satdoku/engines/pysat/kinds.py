"""The kinds of solvers that are called in another manner than MiniSat's family."""

from __future__ import annotations

from collections import deque
from importlib import import_module
from typing import TYPE_CHECKING, Any

from satdoku.engines.pysat.native import NO_END, Native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Cadical", "Cryptominisat", "Kissat", "Lingeling"]


class Cadical(Native):
    """CaDiCaL: it cannot be interrupted, and tells its answer as a number."""

    def _open(self) -> None:
        super()._open()
        if self.row.name == "cadical300":
            # It would else take variables for itself that walks want to use.
            self._function("set")(self._handle, "factor", 0)

    def _bind_search(self, function: Callable[[str], Callable[..., Any]]) -> None:
        self._budget = function("cbudget")
        self._limited = function("solve_lim")
        self._counts = function("acc_stats")

    def attempt(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Search for so many conflicts at most; None if that was not enough."""
        self.told = None
        self._budget(self._handle, conflicts)
        answer: int = self._limited(self._handle, assumptions, 0)
        return None if answer == 0 else answer > 0

    def _core_of(self, assumptions: list[int]) -> list[int] | None:
        literals: list[int] | None = self._function("core")(self._handle, assumptions)
        return [] if literals is None else literals


class Lingeling(Native):
    """Lingeling: it knows no limits; Ctrl-C has to jump out of it."""

    def _bind_search(self, function: Callable[[str], Callable[..., Any]]) -> None:
        self._solve = function("solve")
        self._counts = function("acc_stats")

    def load(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add the clauses of the formula."""
        super().load(clauses)
        # A variable in no clause would melt away after the first search, and a blocking
        # clause that names it would end the process.
        for variable in range(1, self.variables + 1):
            self._add(self._handle, [variable, -variable])

    def attempt(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Search to the end, whatever the number of conflicts.

        Raises:
            KeyboardInterrupt: It came; the solver is spoiled.
        """
        from threading import current_thread, main_thread  # noqa: PLC0415  see package

        del conflicts  # it cannot be told
        self.told = None
        jump = int(current_thread() is main_thread())
        try:
            answer: bool = self._solve(self._handle, assumptions, jump)
        except self.error:
            # Nobody knows what it was writing at that moment: not even to be freed.
            self.spoiled = True
            self._handle = None
            _listen_again()
            raise KeyboardInterrupt from None
        return answer

    def _core_of(self, assumptions: list[int]) -> list[int] | None:
        literals: list[int] | None = self._function("core")(self._handle, assumptions)
        return [] if literals is None else literals

    def finish(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Search to the end, and let Ctrl-C end the process."""
        del conflicts  # as above
        self.told = None
        answer: bool = self._solve(self._handle, assumptions, 0)
        return answer


def _listen_again() -> None:
    """Give SIGINT back to Python after the jump out of Lingeling.

    The jump leaves PySAT's handler in place, which would next jump to nowhere, and the
    signal blocked, as it is inside of any handler.
    """
    import signal  # noqa: PLC0415  only after Ctrl-C

    ours = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.SIG_DFL if ours is None else ours)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


class Kissat(Native):
    """Kissat: it answers once and takes no assumptions, so each call loads it anew."""

    def _open(self) -> None:
        self._bind()

    def _bind_search(self, function: Callable[[str], Callable[..., Any]]) -> None:
        self._budget = function("cbudget")
        self._limited = function("solve_lim")
        self._solve = function("solve")

    def load(self, clauses: Iterable[Sequence[int]]) -> None:
        """Look at the clauses; each call adds them."""
        deque(clauses, maxlen=0)

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause for good."""
        self.added.append(clause)

    def attempt(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Load a new solver, and search for so many conflicts at most."""
        self.told = None
        self.delete()
        self._handle = self._function("new")()
        super().load(self.clauses)
        for clause in self.added:
            self._add(self._handle, clause)
        for literal in assumptions:
            self._add(self._handle, [literal])
        if conflicts == NO_END:
            # As a budget it would wrap round, to one that is used up at once.
            return bool(self._solve(self._handle, 0))
        self._budget(self._handle, conflicts)
        answer: int = self._limited(self._handle, 0)
        return None if answer == 0 else answer > 0

    def spent(self) -> dict[str, int]:
        """Return nothing: PySAT's Kissat tells no counters."""
        return {}

    def _free(self, handle: object) -> None:
        self._delete(handle)


class Cryptominisat(Native):
    """CryptoMiniSat, from the package pycryptosat: it looks at the clock itself.

    It writes two lines on Ctrl-C where a system cannot hold signals back.
    """

    def _open(self) -> None:
        self._solver: Any = import_module("pycryptosat").Solver()
        self._found: tuple[bool | None, ...] = ()

    def load(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add the clauses of the formula."""
        self._solver.add_clauses(clauses)
        self._solver.add_clause([self.variables, -self.variables])

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause for good."""
        self._solver.add_clause(clause)

    def search(self, assumptions: list[int], seconds: float) -> bool | None:
        """Search for so long at most; None if that was not enough.

        Ctrl-C waits for the end.  The solver would take it for itself otherwise, and
        write a line of its own into whatever this program writes.
        """
        import signal  # noqa: PLC0415  see package

        mask = getattr(signal, "pthread_sigmask", None)
        before = None if mask is None else mask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            answer, self._found = self._solver.solve(assumptions, time_limit=seconds)
        finally:
            if mask is not None:
                mask(signal.SIG_SETMASK, before)
        return answer  # type: ignore[no-any-return]

    def model(self) -> list[int]:
        """Return the literals of the model that the last call found."""
        return [
            variable if true else -variable
            for variable, true in enumerate(self._found)
            if variable
        ]

    def core(self, assumptions: list[int]) -> None:
        """Return None: pycryptosat tells only that there is no model."""
        del assumptions

    def spent(self) -> dict[str, int]:
        """Return nothing: pycryptosat tells no counters."""
        return {}

    def delete(self) -> None:
        """Free the solver; a second call does nothing."""
        self._solver = None
