"""A walk from model to model, each forbidden by a blocking clause before the next.

A walk begins on the solver that all calls share, its blocking clauses switched on by an
activation literal of its own, which a unit clause retires at the end; that costs a
puzzle of two or three solutions next to nothing.  But such guarded clauses make each
search two to four times slower, so a walk that goes on gets a solver of its own, with
the assumptions as unit clauses and the blocking clauses bare, and each search going on
where the last model was found.

Invariants: the blocking clauses are over the free variables alone; `_guard` is the
activation literal on the shared solver, or 0 when there is none to retire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import Stopped

if TYPE_CHECKING:
    from satdoku.engines.engine import Model
    from satdoku.engines.pysat.hold import Clock
    from satdoku.engines.pysat.loaded import Loaded
    from satdoku.engines.pysat.native import Native

__all__ = ["Walk"]


class Walk:
    """The models of a formula under assumptions, told apart by some variables.

    Args:
        loaded: The formula, in a solver.
        shared: That solver.
        literals: The assumptions.
        free: The variables by which models are told apart, but for those that the
            assumptions fix.
        one_hot: Whether the true ones among them say which the others are.
        own_solver_after: After how many models the walk gets a solver of its own.
    """

    def __init__(
        self,
        loaded: Loaded,
        shared: Native,
        literals: list[int],
        free: frozenset[int],
        *,
        one_hot: bool,
        own_solver_after: int,
    ) -> None:
        self._loaded = loaded
        self._shared = shared
        self._literals = literals
        self._asked = literals
        self._free = free
        self._one_hot = one_hot
        self._left = own_solver_after
        self._own: Native | None = None
        self._guard = 0
        self._blocked: list[list[int]] = []

    def find(self, clock: Clock) -> Model | None:
        """Return a model that was not forbidden, or None if there is no other.

        Raises:
            Stopped: A limit came first.
        """
        solver = self._shared if self._own is None else self._own
        loaded = self._loaded
        answer = None if clock.over() else loaded.ask(solver, self._asked, clock)
        if answer is None:
            raise Stopped("a limit came before all models were found")
        return loaded.model(solver) if answer else None

    def forbid(self, model: Model) -> bool:
        """Forbid a model, and all like it; False if that leaves no other."""
        free = self._free
        if self._one_hot:
            clause = [-variable for variable in model if variable in free]
        else:
            true = set(model)
            clause = [-x if x in true else x for x in free]
        if not clause:
            return False
        if self._own is not None:
            self._own.add(clause)
            return True
        self._blocked.append(clause)
        self._left -= 1
        if self._left > 0:
            self._add_guarded(clause)
        else:
            self._move()
        return True

    def end(self) -> None:
        """Leave the shared solver as it was; a second call does nothing."""
        guard, self._guard = self._guard, 0
        shared = self._shared
        if guard and shared is self._loaded.solver and not shared.spoiled:
            shared.add([-guard])
        own, self._own = self._own, None
        if own is not None and not own.spoiled:
            own.delete()

    def _add_guarded(self, clause: list[int]) -> None:
        """Add a blocking clause that only this walk switches on."""
        if not self._guard:
            self._loaded.top += 1
            self._guard = self._loaded.top
            self._asked = [*self._literals, self._guard]
        self._shared.add([-self._guard, *clause])

    def _move(self) -> None:
        """Go on in a solver of this walk's own."""
        loaded = self._loaded
        units = [[literal] for literal in self._literals]
        own = loaded.fresh([*units, *self._blocked])
        if loaded.row.warm:
            own.warm()
        self.end()
        self._own = own
        self._asked = []
        self._blocked.clear()
