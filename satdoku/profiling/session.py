"""The session that measures: it answers as any other does, and tells a probe.

It answers one puzzle, and holds no engine for a next one: what is made for a puzzle is
made, loaded and freed within its profile.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from satdoku.choose import LANES
from satdoku.profiling.holding import TimedForms, TimedHeld
from satdoku.profiling.stage import Key
from satdoku.session import Session

if TYPE_CHECKING:
    from collections.abc import Generator

    from satdoku.choose import Attempt
    from satdoku.cnf.encode import Encoding, Simplified
    from satdoku.logic import Logic
    from satdoku.profiling.asked import Asked
    from satdoku.profiling.probe import Probe
    from satdoku.puzzle import Puzzle
    from satdoku.spread import Spread
    from satdoku.walk import Record

__all__ = ["ProfilingSession"]


class ProfilingSession(Session):
    """Answers a puzzle, and tells a probe what takes how long.

    Args:
        asked: What is asked, and of what engine.
        probe: Who is told.

    Raises:
        UsageError, InputError: As `Session`.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.profiling.asked import Asked
        >>> from satdoku.profiling.probe import Probe
        >>> probe = Probe()
        >>> with probe.root:
        ...     session = ProfilingSession(Asked(), probe)
        ...     result = session.solve(Puzzle("1... ..2. ..3. 4..."))
        >>> result.status, Key("check") in probe.cells
        (<Status.UNIQUE: 'unique'>, True)
    """

    _logic: Logic | None

    def __init__(self, asked: Asked, probe: Probe) -> None:
        super().__init__(**asked.options)
        self._probe = probe
        self._forms = TimedForms(asked.max_clauses, probe)
        self._span = lambda stage, engine: probe.span(Key(stage, engine))
        if self._logic is not None:
            from satdoku.profiling.special import TimedLogic  # noqa: PLC0415  seldom

            self._logic = TimedLogic(asked.techniques, asked.max_clauses, probe)

    @contextmanager
    def _held_engine(
        self, attempt: Attempt, form: Encoding | Simplified, record: Record
    ) -> Generator[TimedHeld]:
        held = TimedHeld(attempt, form, self._rule, self._probe)
        record.engines.append(held.engine.name)
        try:
            yield held
        finally:
            held.close()

    def _spread(self, puzzle: Puzzle, record: Record, deadline: float | None) -> Spread:
        from satdoku.profiling.special import TimedSpread  # noqa: PLC0415  seldom

        record.engines.append(LANES)
        return TimedSpread(puzzle, deadline, self._compiling, self._probe)
