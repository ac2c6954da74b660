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
from typing import TYPE_CHECKING, Any

from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.engines.pysat.table import Row

__all__ = [
    "NO_END",
    "Cryptominisat",
    "Native",
    "Refuted",
    "checked",
    "lacking",
    "native",
    "require",
]

NO_END = -1
"""As a number of conflicts: search until there is an answer."""

_BATCH = 20_000

_COUNTERS = ("decisions", "propagations", "conflicts", "restarts")


class Refuted(Exception):  # noqa: N818  an answer, not a mistake
    """The formula has an empty clause; no solver needs to be asked."""


def lacking(row: Row) -> str | None:
    """Return what has to be installed before the solver of `row` can be loaded."""
    try:
        if row.kind == "cryptominisat":
            import_module("pycryptosat")
            return None
        known = hasattr(import_module("pysolvers"), f"{row.functions}_new")
    except ImportError:
        return row.needs
    return None if known else row.needs


def native(
    row: Row, variables: int, clauses: Iterable[Sequence[int]], *, good: bool = False
) -> Native:
    """Load a solver with clauses over the variables 1 … `variables`.

    Args:
        row: Which solver.
        variables: How many variables there are, at least one.
        clauses: What it is loaded with.
        good: Whether all literals are known to be of these variables.

    Raises:
        UsageError: It is not installed, or a literal is of no variable of the formula.
        Refuted: A clause is empty.
    """
    require(row)
    kinds: dict[str, type[Native]] = {
        "minisat": Native,
        "cadical": _Cadical,
        "lingeling": _Lingeling,
        "kissat": _Kissat,
        "cryptominisat": Cryptominisat,
    }
    made = kinds[row.kind](row, variables, clauses)
    made.load(clauses if good else checked(clauses, variables))
    return made


def require(row: Row) -> None:
    """Raise UsageError unless the solver of `row` is installed."""
    missing = lacking(row)
    if missing is not None:
        raise UsageError(
            f"engine {row.name} is not available here; pip install '{_pip(missing)}'"
        )


def _pip(needs: str) -> str:
    package, _, version = needs.partition(" ")
    return f"{package}>={version}.dev0" if version else package


def checked(
    clauses: Iterable[Sequence[int]], variables: int
) -> Iterator[Sequence[int]]:
    """Pass clauses on, batch by batch, once all their literals are known to be good."""
    from itertools import chain, islice  # noqa: PLC0415  once a loading

    stream = iter(clauses)
    while batch := list(islice(stream, _BATCH)):
        if not all(batch):
            raise Refuted
        literals = set(chain.from_iterable(batch))
        for literal in (min(literals), max(literals)):
            if not -variables <= literal <= variables:
                raise UsageError(
                    f"literal {literal} of the formula is not of its variables, "
                    f"1 to {variables}"
                )
        if 0 in literals:
            raise UsageError("0 is no literal, but a clause of the formula has it")
        yield from batch


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


class _Cadical(Native):
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
        self.told = None
        self._budget(self._handle, conflicts)
        answer: int = self._limited(self._handle, assumptions, 0)
        return None if answer == 0 else answer > 0


class _Lingeling(Native):
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
            raise KeyboardInterrupt from None
        return answer

    def finish(self, assumptions: list[int], conflicts: int) -> bool | None:
        del conflicts  # as above
        self.told = None
        answer: bool = self._solve(self._handle, assumptions, 0)
        return answer


class _Kissat(Native):
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
    """CryptoMiniSat, from the package pycryptosat: it looks at the clock itself."""

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

    def search(self, assumptions: list[int], seconds: float | None) -> bool | None:
        """Search until there is an answer, the time is over, or Ctrl-C comes."""
        limit = {} if seconds is None else {"time_limit": seconds}
        answer, self._found = self._solver.solve(assumptions, **limit)
        return answer  # type: ignore[no-any-return]

    def model(self) -> list[int]:
        """Return the literals of the model that the last call found."""
        return [
            variable if true else -variable
            for variable, true in enumerate(self._found)
            if variable
        ]

    def spent(self) -> dict[str, int]:
        """Return nothing: pycryptosat tells no counters."""
        return {}

    def delete(self) -> None:
        """Free the solver; a second call does nothing."""
        self._solver = None
