"""A solver of PySAT as an engine: its states.

`loaded` holds the formula and asks the solver, `walk` goes from model to model.

Invariant: `_loaded` is None exactly in state CLOSED; `_walk` is the walk that is
SEARCHING, or None.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from satdoku.engines.engine import NO_LIMITS, Limits, Model, Outcome, Status
from satdoku.engines.pysat.hold import Clock
from satdoku.engines.pysat.loaded import Loaded
from satdoku.engines.pysat.walk import Walk
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.pysat.table import Row

__all__ = ["PySat"]

_OWN_SOLVER_AFTER = 100
"""Where the time a guarded walk loses is about that of loading the formula again."""


_NO_CLOCK = Clock(NO_LIMITS)


class PySat:
    """An engine; see `satdoku.engines.engine` for what each call promises.

    One engine is for one thread at a time.

    Args:
        row: Which solver.
        formula: What it is loaded with.
        one_hot: Whether, among the variables a walk tells models apart by, none has all
            the true variables of another and more (the candidates of a Sudoku: every
            cell has one digit).  Blocking clauses can then be about true variables
            alone, which makes walks faster.
        own_solver_after: After how many models a walk gets a solver of its own.

    Raises:
        UsageError: The solver is not installed, or a literal is of no variable.
        LimitError: There are more variables than PySAT can count.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> from satdoku.engines.register import load
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1, -2)))
        >>> engine = load("minisat22", Formula(2, 2, lambda: [group], str))
        >>> engine.solve([-1]).model
        (2,)
        >>> sorted(engine.models())
        [(1,), (2,)]
    """

    def __init__(
        self,
        row: Row,
        formula: Formula,
        *,
        one_hot: bool = False,
        own_solver_after: int = _OWN_SOLVER_AFTER,
    ) -> None:
        self._row = row
        self._loaded: Loaded | None = Loaded(row, formula)
        self._one_hot = one_hot
        self._own_solver_after = own_solver_after if row.reusable else 1
        self._statistics: dict[str, int] = {}
        self._core: tuple[int, ...] | None = None
        self._walk: Walk | None = None
        self._project: Collection[int] | None = None
        self._told_by: frozenset[int] | None = None

    @property
    def name(self) -> str:
        """The name it is registered by."""
        return self._row.name

    def solve(
        self, assumptions: Sequence[int] = (), limits: Limits = NO_LIMITS
    ) -> Outcome:
        """Look for one model in which the assumed literals are true.

        Raises:
            UsageError: The engine is closed, an assumption is of no variable, or the
                limits are not for this engine.
            KeyboardInterrupt: Ctrl-C, within a second; the engine is CLOSED then.
        """
        self._core = None
        try:
            # The clock runs while a solver is renewed, too.
            clock = _NO_CLOCK if limits is NO_LIMITS else Clock(limits, self._row)
            loaded = self._begin()
            literals = _checked(assumptions, loaded.variables)
            solver = loaded.solver
            if solver is None:
                if loaded.refuted:
                    self._core = ()
                    return Outcome(Status.UNSATISFIABLE)
                return Outcome(Status.SATISFIABLE, ())
            answer = loaded.ask(solver, literals, clock)
            model = loaded.model(solver) if answer else None
        except KeyboardInterrupt:
            self.close()
            raise
        if answer is None:
            return Outcome(Status.UNKNOWN, None, loaded.statistics)
        if not answer:
            self._core = solver.core(literals)
            return Outcome(Status.UNSATISFIABLE, None, loaded.statistics)
        return Outcome(Status.SATISFIABLE, model, loaded.statistics)

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        limits: Limits = NO_LIMITS,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`.

        Args:
            assumptions: Literals that are true in every model.
            project: The variables by which models are told apart; all when None.
            limits: For the whole walk.

        Raises:
            UsageError: As in `solve`; or `project` names what is no variable.
            Stopped: A limit came first (raised by the iterator).
            KeyboardInterrupt: As in `solve` (raised by the iterator).
        """
        clock = _NO_CLOCK if limits is NO_LIMITS else Clock(limits, self._row)
        loaded = self._begin()
        literals = _checked(assumptions, loaded.variables)
        if project is not self._project or self._told_by is None:
            self._told_by = _told_by(project, loaded.variables)
            # A tuple stays as it is, so that it need not be looked at again.
            self._project = project if isinstance(project, tuple | range) else ()
        # Variables that the assumptions fix tell no two models apart.
        free = self._told_by.difference(map(abs, literals))
        if loaded.solver is None:
            return iter(() if loaded.refuted else ((),))
        self._walk = walk = Walk(
            loaded,
            loaded.solver,
            literals,
            free,
            one_hot=self._one_hot,
            own_solver_after=self._own_solver_after,
        )
        return self._steps(walk, clock)

    def core(self) -> tuple[int, ...] | None:
        """Return assumptions that were enough for the last `solve` to find no model.

        None where it found one or a limit came, and where the solver cannot tell.
        """
        return self._core

    def statistics(self) -> dict[str, int]:
        """Return counters of the last call, also while or after `models` ran."""
        if self._loaded is not None:
            self._statistics = self._loaded.statistics
        return dict(self._statistics)

    def close(self) -> None:
        """Free what the engine holds; a second call does nothing."""
        walk, self._walk = self._walk, None
        if walk is not None:
            walk.end()
        loaded, self._loaded = self._loaded, None
        if loaded is not None:
            self._statistics = loaded.statistics
            loaded.close()

    def _begin(self) -> Loaded:
        """Begin a call: require not CLOSED, end the walk there may be."""
        loaded = self._loaded
        if loaded is None:
            raise UsageError(f"engine {self._row.name} is closed")
        walk, self._walk = self._walk, None
        if walk is not None:
            walk.end()
        loaded.begin()
        return loaded

    def _steps(self, walk: Walk, clock: Clock) -> Iterator[Model]:
        """Go from model to model while the walk is the last call; see `models`."""
        try:
            while True:
                if self._walk is not walk:
                    raise UsageError("these models belong to an earlier call")
                model = walk.find(clock)
                if model is None:
                    return
                yield model
                if self._walk is walk and not walk.forbid(model):
                    return
        except KeyboardInterrupt:
            self.close()
            raise
        finally:
            walk.end()
            if self._walk is walk:
                self._walk = None


def _told_by(project: Collection[int] | None, known: int) -> frozenset[int]:
    """Return the variables by which models are told apart, once they make sense."""
    told_by = frozenset(range(1, known + 1) if project is None else project)
    if told_by and not 1 <= min(told_by) <= max(told_by) <= known:
        raise UsageError(
            f"models can be told apart only by variables of the formula, 1 to {known}"
        )
    return told_by


def _checked(assumptions: Sequence[int], known: int) -> list[int]:
    """Return assumptions that every solver takes, or say which makes no sense."""
    literals = list(assumptions)
    if not literals:
        return literals
    if set(map(type, literals)) != {int}:
        try:
            literals = [int(index(literal)) for literal in literals]
        except TypeError:
            raise UsageError("an assumption is not a whole number") from None
    if 0 in literals or max(literals) > known or min(literals) < -known:
        wrong = next(literal for literal in literals if not 0 < abs(literal) <= known)
        raise UsageError(
            f"assumption {wrong} is not a literal of the variables 1 to {known}"
        )
    return literals
