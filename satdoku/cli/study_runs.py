"""Solvers side by side: what `satdoku study` carries out, but for the laboratory."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from satdoku.cli.study_work import Work
from satdoku.study.brief import brief
from satdoku.study.conduct import conduct
from satdoku.study.forecast import Forecast
from satdoku.study.loading import LOADING, loadings
from satdoku.study.plan import Long, tasks
from satdoku.study.report import report, terminal
from satdoku.study.rows import TABLE
from satdoku.study.run import Run
from satdoku.study.settings import described
from satdoku.study.summary import summaries

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from satdoku.study.part import Part
    from satdoku.study.plan import Task

__all__ = ["Runs"]


class Runs(Work[Run]):
    """Runs of contenders on puzzles.

    Args:
        parts: What is measured.
        preset: The preset it is, if it is one.
        workers: How many are run at a time.
    """

    unit = "run"
    table = TABLE

    def __init__(self, parts: Sequence[Part], preset: str, workers: int) -> None:
        self.about = described(parts, preset, workers)
        self._parts = parts
        self._preset = preset
        self._workers = workers
        self._forecast = Forecast(())

    def rows(
        self, done: Sequence[Run], step: Callable[[str], None]
    ) -> Generator[Run, None, None]:
        """Yield the runs that are not there yet, as they end."""
        known = {run.key for run in done}
        long = Long(done)
        left = (
            task
            for task in tasks(self._parts)
            if task.key not in known and not long.spares(task)
        )
        self._forecast = Forecast(left)

        def begun(task: Task) -> None:
            where = f" {task.number}" if task.number else ""
            step(f"{task.contender} on {task.set}{where}")

        for run in conduct(self._parts, done, workers=self._workers, begun=begun):
            self._forecast.ended(run)
            yield run

    def part(self) -> float | None:
        """Return how much is done, by time."""
        return self._forecast.part()

    def load(self, step: Callable[[str], None]) -> None:
        """Measure what each contender loads first, unless that is known."""
        if LOADING not in self.about:
            every = (one for part in self._parts for one in part.contenders)
            self.about[LOADING] = loadings(every, step)

    def terminal(self, rows: Sequence[Run]) -> str:
        """Return the tables."""
        return terminal(self._parts, rows)

    def report(self, rows: Sequence[Run], figures: Sequence[str]) -> str:
        """Return the report."""
        return report(self.about, self._parts, rows, figures)

    def brief(self, rows: Sequence[Run]) -> str:
        """Return the report of a preset in short."""
        return brief(self.about, self._parts, rows) if self._preset else ""

    def draw(
        self, rows: Sequence[Run], folder: Path, guard: AbstractContextManager[object]
    ) -> list[Path]:
        """Draw the figures."""
        from satdoku.study.figures.drawing import draw  # noqa: PLC0415  heavy

        return draw(rows, self._parts, folder, guard=guard)

    def sums(self, rows: Sequence[Run]) -> dict[str, Any]:
        """Return a summary a set and contender."""
        return {"summaries": [asdict(summary) for summary in summaries(rows)]}
