"""Long searches, held so that they end on time and within a second of Ctrl-C.

A solver in its search holds Python's lock and looks at nothing.  What can be done about
it differs:

    slices      CaDiCaL: many searches of so many conflicts, aimed at a seventh of a
                second each; what was learnt stays.
    interrupt   MiniSat's family: the search runs in a thread that lets go of Python's
                lock; the caller waits, and tells it to stop.  Glucose looks only when
                it restarts, which can take a second or two: then the caller goes on
                without it, and the thread ends by itself and takes its solver along.
    process     Lingeling, Kissat, CaDiCaL 3: see `process`.
    search      CryptoMiniSat: looks at the clock itself, twice a second for Ctrl-C.

An easy call pays for none of this: the engine tries a bounded search first.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from satdoku.engines.pysat.kinds import Cryptominisat
from satdoku.engines.pysat.native import NO_END
from satdoku.errors import UsageError

if TYPE_CHECKING:
    from satdoku.engines.engine import Limits
    from satdoku.engines.pysat.native import Native
    from satdoku.engines.pysat.table import Row

__all__ = ["Clock", "hold", "sliced"]

_AIM = 0.15
_FIRST_SLICE = 100
_LONGEST_SLICE = 10**6
_LOOK = 0.1
_STEP = 0.5
_GRACE = 0.15
_MOST = 2**31 - 1


class Clock:
    """What is left of the limits of a call, or of a whole walk.

    Args:
        limits: The limits; the time runs from now on.
        row: The solver they are for; None if there are no limits.

    Raises:
        UsageError: They make no sense, or this solver does not know conflicts.
    """

    __slots__ = ("conflicts", "deadline")

    def __init__(self, limits: Limits, row: Row | None = None) -> None:
        self.deadline: float | None = None
        self.conflicts: int | None = None
        if limits.seconds is not None:
            if not limits.seconds >= 0:
                raise UsageError(f"a limit of {limits.seconds} seconds; expected 0 up")
            self.deadline = monotonic() + limits.seconds
        if limits.conflicts is not None:
            if limits.conflicts < 1:
                raise UsageError(f"a limit of {limits.conflicts} conflicts; 1 is least")
            if row is not None and not row.conflict_limit:
                raise UsageError(f"engine {row.name} knows no limit of conflicts")
            self.conflicts = limits.conflicts

    def over(self) -> bool:
        """Return whether a limit is reached."""
        if self.conflicts is not None and self.conflicts <= 0:
            return True
        return self.deadline is not None and monotonic() >= self.deadline

    def left(self) -> float | None:
        """Return the seconds left, at least 0; None if time is no limit."""
        if self.deadline is None:
            return None
        return max(0.0, self.deadline - monotonic())

    def budget(self, most: int = NO_END) -> int:
        """Return how many conflicts the next search may have."""
        if self.conflicts is None:
            return most
        left = min(self.conflicts, _MOST)
        return left if most == NO_END else min(left, most)


def hold(solver: Native, assumptions: list[int], clock: Clock) -> bool | None:
    """Search until there is an answer, or None at a limit; Ctrl-C comes through."""
    if isinstance(solver, Cryptominisat):
        return _timed(solver, assumptions, clock)
    match solver.row.time_limit:
        case "slices":
            return sliced(solver, assumptions, clock)
        case "interrupt":
            return _apart(solver, assumptions, clock)
        case _:
            from satdoku.engines.pysat.process import (  # noqa: PLC0415  rarely needed
                in_process,
            )

            return in_process(solver, assumptions, clock)


def sliced(solver: Native, assumptions: list[int], clock: Clock) -> bool | None:
    """Search in slices; how long one took says how many conflicts the next may have."""
    size = _FIRST_SLICE
    left = clock.budget()
    while True:
        budget = size if left == NO_END else min(size, left)
        began = monotonic()
        answer = solver.attempt(assumptions, budget)
        if answer is not None:
            return answer
        spent = max(monotonic() - began, 1e-6)
        if left != NO_END:
            left -= budget
        time_left = clock.left()
        if left == 0 or time_left == 0:
            return None
        aim = _AIM if time_left is None else min(_AIM, time_left)
        size = min(2 * size, int(size * aim / spent), _LONGEST_SLICE)
        size = max(size, 1)


def _timed(solver: Cryptominisat, assumptions: list[int], clock: Clock) -> bool | None:
    """Let the solver look at the clock, but let Ctrl-C through now and then."""
    while True:
        left = clock.left()
        step = _STEP if left is None else min(_STEP, left)
        began = monotonic()
        answer = solver.search(assumptions, step)
        if answer is not None or clock.over():
            return answer
        if monotonic() - began < step / 2:
            # It was stopped by the signal itself, on a system that cannot hold it back.
            raise KeyboardInterrupt


def _apart(solver: Native, assumptions: list[int], clock: Clock) -> bool | None:
    """Search in another thread, and stop that search when it is time."""
    from threading import Event, Thread  # noqa: PLC0415  only long calls need them

    finished = Event()
    answers: list[bool | None] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(solver.attempt_apart(assumptions, clock.budget()))
        except BaseException as failure:  # noqa: BLE001  the caller raises it
            failures.append(failure)
        finally:
            finished.set()

    try:
        Thread(target=work, daemon=True).start()
    except RuntimeError:
        # There are no threads here (Python in a browser): these solvers can be sliced
        # as well, if not as finely.
        return sliced(solver, assumptions, clock)
    try:
        # Waiting in small steps, because Ctrl-C does not end a wait on every system.
        while not finished.wait(_step(clock)):
            if clock.deadline is not None and clock.left() == 0:
                break
    finally:
        if not finished.is_set():
            solver.interrupt()
            if not finished.wait(_GRACE):
                solver.spoiled = True
        if not solver.spoiled:
            solver.clear_interrupt()
    if failures:
        raise failures[0]
    return answers[0] if answers else None


def _step(clock: Clock) -> float:
    left = clock.left()
    return _LOOK if left is None else min(_LOOK, left)
