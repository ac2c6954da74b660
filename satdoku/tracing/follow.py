"""Run a search; tell sinks how it began, what happens in it, and how it ended.

Sinks are told everything as it happens, so that a search of any length takes no memory
but theirs.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from satdoku.engines import registry
from satdoku.engines.base import NO_LIMITS, Outcome
from satdoku.errors import Stopped
from satdoku.tracing.event import Ended, Ending
from satdoku.tracing.recorder import Recorder
from satdoku.tracing.words import Words

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from satdoku.engines.base import Engine, Limits, Model
    from satdoku.tracing.event import Sink
    from satdoku.tracing.subject import Subject

__all__ = ["Search"]


class Search:
    """One search, told to sinks.

    Args:
        subject: What is searched.
        sinks: Who is told.
        words: The words for it, where there are any already.
        limit: Stop after so many events.

    Raises:
        UsageError: There is no such decision rule.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.tracing.subject import of_puzzle
        >>> search = Search(of_puzzle(Puzzle("1... ..2. ..3. 4...")), [])
        >>> len(list(search.models())), search.statistics["conflicts"]
        (1, 0)
    """

    def __init__(
        self,
        subject: Subject,
        sinks: Sequence[Sink],
        words: Words | None = None,
        limit: int | None = None,
    ) -> None:
        self.subject = subject
        self._sinks = sinks
        self._recorder = Recorder(
            words or Words(subject.formula), sinks, subject.solution, limit
        )
        begun = subject.begun
        self._engine: Engine = registry.load(
            begun.engine,
            subject.formula,
            heuristic=begun.rule,
            observer=self._recorder,
        )

    @property
    def statistics(self) -> dict[str, int]:
        """The engine's counters."""
        return self._engine.statistics()

    def models(
        self, limits: Limits = NO_LIMITS, *, asked: int | None = None
    ) -> Generator[Model, None, None]:
        """Yield models; sinks are told what it took to find each before it comes.

        Args:
            limits: When to stop.
            asked: The search ends after so many models; None for all.

        Raises:
            Stopped: A limit came first.
            KeyboardInterrupt: Ctrl-C; sinks have been told.
        """
        begun = self.subject.begun
        for sink in self._sinks:
            sink.begin(begun)
        walk = self._engine.models(begun.assumptions, self.subject.project, limits)
        found = 0
        try:
            for model in walk:
                yield model
                found += 1
                if found == asked:
                    self._end(Ending.ENOUGH)
                    return
        except Stopped as stop:
            self._end(Ending.STOPPED, str(stop))
            raise
        except KeyboardInterrupt:
            self._end(Ending.INTERRUPTED)
            raise
        except GeneratorExit as left:
            # Whoever asked for models has had enough; or Ctrl-C came while they were
            # looking at one.
            self._end(Ending.INTERRUPTED if _interrupted(left) else Ending.ENOUGH)
            raise
        self._end(Ending.COMPLETE)

    def solve(self, limits: Limits = NO_LIMITS) -> Outcome:
        """Look for one model, as an engine does.

        Raises:
            KeyboardInterrupt: Ctrl-C; sinks have been told.
        """
        model: Model | None = None
        satisfiable: bool | None = False
        try:
            with closing(self.models(limits, asked=1)) as walk:
                for found in walk:
                    model, satisfiable = found, True
        except Stopped:
            satisfiable = None
        return Outcome(satisfiable, model, self.statistics)

    def run(self, limits: Limits = NO_LIMITS, *, asked: int | None = None) -> None:
        """Go through all models, for the sinks' sake; a limit only ends it."""
        try:
            with closing(self.models(limits, asked=asked)) as walk:
                for _ in walk:
                    pass
        except Stopped:  # the sinks have been told
            return

    def _end(self, ending: Ending, why: str = "") -> None:
        ended = Ended(ending, why, dict(self._recorder.counts), self.statistics)
        for sink in self._sinks:
            sink.end(ended)


def _interrupted(error: BaseException | None) -> bool:
    """Whether an exception came while Ctrl-C was on its way."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
