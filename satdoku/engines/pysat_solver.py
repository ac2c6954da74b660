"""A solver of PySAT by its extension module alone, which loads in a fifth of the time.

`pysat.solvers` imports `pysat.formula` and, for it, readers of packed files: 15 ms, as
long as most variants take to solve.  Its classes pass each call on to a function of
`pysolvers`; here one class does, for all solvers.  These functions have taken the same
arguments since PySAT 1.8; tests/engines/test_pysat_solver.py compares both.
"""

from __future__ import annotations

from importlib import import_module
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_NAMES = {"glucose4": "glucose41", "glucose42": "glucose421", "gluecard4": "gluecard41"}
"""What begins the names of a solver's functions, where it is not its own name."""

_WITH_FILE = ("cadical", "lingeling", "ergo")
"""Solvers whose deletion takes the file of a proof; none is written here."""

_WITH_ASSUMPTIONS = ("cadical", "lingeling")
"""Solvers that find the core among the assumptions of the search."""


class Solver:
    """A solver; its methods are named as PySAT's, and do the same.

    Args:
        name: Its name in PySAT.

    Raises:
        ModuleNotFoundError: PySAT is not installed.
        AttributeError: It was built without this solver.
    """

    def __init__(self, name: str) -> None:
        self._functions: Any = import_module("pysolvers")
        self._name = _NAMES.get(name, name.replace("-", ""))
        self._assumptions: Sequence[int] = ()
        self._status: bool | None = None
        self._file = (None,) if name.startswith(_WITH_FILE) else ()
        self._is_interruptible = hasattr(self._functions, f"{self._name}_interrupt")
        self._delete = self._function("del")  # at the end the module may be gone
        self._solver: object = self._function("new")()
        if name == "cadical300":  # else it defines variables of its own
            self._function("set")(self._solver, "factor", 0)

    def _function(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self._functions, f"{self._name}_{name}")
        return function

    def __del__(self) -> None:
        """Free the memory."""
        self.delete()

    def delete(self) -> None:
        """Free the memory; a second call does nothing."""
        solver = getattr(self, "_solver", None)  # none where there is no such solver
        if solver is not None:
            self._solver = None
            self._delete(solver, *self._file)

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self.append_formula((clause,))

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses."""
        add, solver = self._function("add_cl"), self._solver
        for clause in clauses:
            add(solver, clause)

    def start_mode(self, *, warm: bool) -> None:
        """Let searches go on where the last model was found, or not."""
        self._function("set_start")(self._solver, int(warm))

    def conf_budget(self, conflicts: int) -> None:
        """Limit the next searches by `solve_limited`."""
        self._function("cbudget")(self._solver, conflicts)

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Search without a limit; Kissat takes no assumptions."""
        self._assumptions = assumptions
        literals = () if self._name.startswith("kissat") else (assumptions,)
        self._status = self._function("solve")(self._solver, *literals, _is_main())
        return bool(self._status)

    def solve_limited(
        self, assumptions: Sequence[int] = (), *, expect_interrupt: bool
    ) -> bool | None:
        """Search within the limit; None if that was not enough."""
        self._assumptions = assumptions
        search = self._function("solve_lim")
        if self._is_interruptible:
            self._status = search(
                self._solver, assumptions, _is_main(), int(expect_interrupt)
            )
        else:  # CaDiCaL says 1, -1, or 0
            answer = search(self._solver, assumptions, _is_main())
            self._status = None if answer == 0 else answer > 0
        return self._status

    def interrupt(self) -> None:
        """Let a search in another thread end."""
        self._function("interrupt")(self._solver)

    def clear_interrupt(self) -> None:
        """Let searches begin again."""
        self._function("clearint")(self._solver)

    def get_model(self) -> list[int]:
        """Return the literals that are true in the model that was found."""
        model: list[int] | None = self._function("model")(self._solver)
        return model or []

    def get_core(self) -> list[int] | None:
        """Return the assumptions that the last search refuted; None if unknown."""
        if self._status is not False:
            return None
        is_told = self._name.startswith(_WITH_ASSUMPTIONS)
        known = (self._assumptions,) if is_told else ()
        core: list[int] | None = self._function("core")(self._solver, *known)
        return core

    def accum_stats(self) -> dict[str, int]:
        """Return what was counted since the solver was opened."""
        counters: dict[str, int] = self._function("acc_stats")(self._solver)
        return counters


def _is_main() -> int:
    """Return 1 in the main thread, which alone hears of Ctrl-C."""
    return int(current_thread() is main_thread())
