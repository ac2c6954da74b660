"""What every engine can do, and what it promises.

An engine is loaded with a formula once and then asked many times: each call brings its
own assumptions (the clues) and leaves the engine as it was, so that the next puzzle of
the same geometry costs no loading.

    states     READY ──solve──▶ READY          an answer, or UNKNOWN at a limit
               READY ──models──▶ SEARCHING     the iterator is not finished
               SEARCHING ──exhausted, closed, or the next call──▶ READY
               any ──close──▶ CLOSED
               any ──KeyboardInterrupt inside a call──▶ CLOSED, or READY (dpll)

A call in state CLOSED raises UsageError.  A new call while `models` is SEARCHING ends
that iterator (it raises UsageError when asked for more).

Every call keeps a `Deadline`: its time within half a second, its conflicts exactly.
Engines that count no conflicts refuse a limit of them with UsageError.

An engine answers for its formula and for nothing else: that a model is a solution of a
puzzle is checked elsewhere, against the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, islice
from operator import index
from typing import TYPE_CHECKING, NamedTuple, Protocol

from satdoku.errors import UsageError
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from satdoku.runtime.deadline import Deadline

Model = tuple[int, ...]
"""The true variables of a satisfying assignment, rising; all others are false."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to one call.

    Args:
        satisfiable: Whether there is a model; None if a limit came first.
        model: The model, exactly if there is one.
        statistics: What this call alone took, as far as the engine counts: keys are
            among decisions, propagations, conflicts, restarts, jumps, depth, and
            `learned`, `deleted`, `visits` (of clauses).
    """

    satisfiable: bool | None
    model: Model | None = None
    statistics: dict[str, int] = field(default_factory=dict[str, int])


class Lemma(NamedTuple):
    """A clause that an engine says follows; a refutation is a list of them.

    Clauses have numbers: those of the formula 1 … m in the order of iteration, the
    lemmas m + 1, m + 2, … in theirs.  The last lemma of a refutation is empty.

    Args:
        literals: The clause.
        hints: Numbers of earlier clauses: with all literals false, each in turn has one
            literal left, which becomes true, and the last has none.  None from engines
            that do not say; that the lemma follows is then for others to find.
    """

    literals: tuple[int, ...]
    hints: tuple[int, ...] | None = None


class Deletion(Lemma):
    """A clause of the formula, or a lemma, that the lemmas from here on do not need."""


class Engine(Protocol):
    """A live engine, loaded with one formula."""

    @property
    def name(self) -> str:
        """The name it is registered by."""
        ...

    def solve(
        self, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
    ) -> Outcome:
        """Look for one model in which the assumed literals are true.

        Raises:
            KeyboardInterrupt: Ctrl-C, within a second.  The engine may be CLOSED then:
                who does not know which it is loads it anew.
        """
        ...

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        deadline: Deadline = NEVER,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`.

        The iterator ends when there are no more models.

        Args:
            assumptions: Literals that are true in every model.
            project: The variables that distinguish models; all when None.
            deadline: When to stop, for all models together.

        Raises:
            Stopped: A limit came first (raised by the iterator).
        """
        ...

    def core(self) -> tuple[int, ...] | None:
        """Return assumptions that were enough for the last `solve` to find no model.

        None where it found one or a limit came, and from engines that report none: to
        take all assumptions is right then.
        """
        ...

    def statistics(self) -> dict[str, int]:
        """Return counters of the last call, also while or after `models` ran."""
        ...

    def stages(self) -> Mapping[str, tuple[float, int]]:
        """Return seconds and calls of the parts of the last call's search.

        Empty where they are not timed.
        """
        ...

    def close(self) -> None:
        """Free the formula and all memory; a second call does nothing."""
        ...


class Incremental(Engine, Protocol):
    """An engine that takes clauses between calls, too."""

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good; it has a literal at least, of the formula's variables.

        An enumeration ends.
        """
        ...


class SearchObserver(Protocol):
    """Receives the events that the searches of `dpll` and `cdcl` have in common.

    Levels count from 1; level 0 holds the assumptions and what follows from them.
    """

    def assumed(self, literal: int) -> None:
        """A literal is true by assumption."""
        ...

    def decided(self, level: int, literal: int) -> None:
        """A literal is tried; it opens the level."""
        ...

    def propagated(self, literal: int, reason: Sequence[int]) -> None:
        """A literal is true because all others of the reason clause are false."""
        ...

    def conflict(self, clause: Sequence[int]) -> None:
        """All literals of the clause are false."""
        ...

    def found(self, model: Sequence[int]) -> None:
        """All clauses are satisfied; these are the true variables."""
        ...


class EngineInfo(NamedTuple):
    """What an engine is and can do, known without loading it; a row of a table.

    Args:
        name: Its name, in either case.
        summary: The solver, its version and its kind, in a few words.
        kind: `dpll`, `cdcl`, `lanes`, `masks`, `deduce`, `reference`, `pysat`, or
            `own`: registered, or a program.
        aliases: Other names for it.
        conflict_limit: Whether a limit of conflicts is understood.
        time_limit: How a time limit is kept: `search` (checked while searching),
            `slices` (by many short searches), `interrupt` (from another thread), or
            `none` (it is refused).
        reusable: Whether one loaded engine serves many puzzles.
        no_proofs: Why its refutations cannot be written down as proofs, in a few words;
            empty if they can.
        library: The module it needs, if it needs one.
        needs: The package that brings this module, as pip takes it.
        warm: Of PySAT's, as all that follows: whether a search may go on where the last
            model was found, which doubles the speed of long enumerations.
        renew_conflicts: After so many conflicts a new solver is faster than this one
            with all it has learnt.
        renew_calls: The same for calls, for the activation literals they leave.
    """

    name: str
    summary: str
    kind: str
    aliases: tuple[str, ...] = ()
    conflict_limit: bool = False
    time_limit: str = "search"
    reusable: bool = True
    no_proofs: str = "takes no formulas"
    library: str = ""
    needs: str = ""
    warm: bool = False
    renew_conflicts: int = 0
    renew_calls: int = 0

    @property
    def takes_formulas(self) -> bool:
        """Whether it takes formulas; others take puzzles."""
        return self.kind in {"dpll", "cdcl", "pysat", "own"}

    @property
    def incremental(self) -> bool:
        """Whether it takes clauses between calls, as `Incremental` says."""
        return self.kind == "pysat"

    @property
    def proofs(self) -> bool:
        """Whether its refutations can be written down as proofs."""
        return not self.no_proofs


_BATCH = 20_000  # clauses


def checked_clauses(
    clauses: Iterable[Sequence[int]], variables: int, deadline: Deadline
) -> Iterator[list[Sequence[int]]]:
    """Yield clauses, many at a time, once all their literals are of the variables.

    Raises:
        UsageError: A literal is not.
        Stopped: The deadline came first.

    Example:
        >>> list(checked_clauses([(1, -2), (2,)], 2, NEVER))
        [[(1, -2), (2,)]]
    """
    stream = iter(clauses)
    while batch := list(islice(stream, _BATCH)):
        deadline.check()
        literals = set(chain.from_iterable(batch))
        largest = max(map(abs, (min(literals), max(literals)))) if literals else 0
        if largest > variables or 0 in literals:
            wrong = next(x for x in sorted(literals) if not 0 < abs(x) <= variables)
            raise UsageError(
                f"literal {wrong} of the formula is not of its variables, "
                f"1 to {variables}"
            )
        yield batch


def checked_project(project: Collection[int] | None, known: int) -> frozenset[int]:
    """Return the variables that distinguish models, once they make sense."""
    variables = frozenset(range(1, known + 1) if project is None else project)
    if variables and not 1 <= min(variables) <= max(variables) <= known:
        raise UsageError(
            f"only variables of the formula can distinguish models, 1 to {known}"
        )
    return variables


def checked_assumptions(assumptions: Sequence[int], known: int) -> list[int]:
    """Return assumptions that every solver takes, or say which makes no sense."""
    try:
        literals = [int(index(literal)) for literal in assumptions]
    except TypeError:
        raise UsageError("an assumption is not a whole number") from None
    for literal in literals:
        if not 0 < abs(literal) <= known:
            raise UsageError(
                f"assumption {literal} is not a literal of the variables 1 to {known}"
            )
    return literals
