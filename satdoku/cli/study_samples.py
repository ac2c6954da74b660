"""The encodings' laboratory: what `satdoku study --preset encodings` carries out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from satdoku.cli.study_work import Work
from satdoku.study.laboratory.conduct import conduct_laboratory
from satdoku.study.laboratory.report import report, terminal
from satdoku.study.laboratory.sample import Sample
from satdoku.study.laboratory.table import TABLE
from satdoku.study.settings import begun

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from satdoku.study.laboratory.plan import Laboratory, Task

__all__ = ["Samples"]


class Samples(Work[Sample]):
    """Samples of recipes and engines.

    Args:
        laboratory: What is measured.
        workers: How many are measured at a time.
    """

    unit = "sample"
    table = TABLE

    def __init__(self, laboratory: Laboratory, workers: int) -> None:
        puzzles = laboratory.subjects()
        settings = {
            "preset": "encodings",
            "workers": workers,
            "sizes": list(laboratory.sizes),
            "engines": laboratory.engines,
            "encodings": laboratory.encodings,
            "each": laboratory.each,
            "timeout": laboratory.timeout,
        }
        self.about = begun(settings, puzzles)
        self._tasks = list(laboratory.tasks(puzzles))
        self._workers = workers
        self._done = self._every = 0

    def rows(
        self, done: Sequence[Sample], step: Callable[[str], None]
    ) -> Generator[Sample, None, None]:
        """Yield the samples that are not there yet, as they are measured."""
        known = {sample.key for sample in done}
        self._every = sum(
            task.subject.puzzle.geometry.cells
            for task in self._tasks
            if task.key not in known
        )

        def before(task: Task) -> None:
            size = task.subject.puzzle.geometry.size
            step(f"{task.engine}/{task.encoding} on {size}x{size}, {task.subject.set}")

        for sample in conduct_laboratory(
            self._tasks, done, workers=self._workers, begun=before
        ):
            self._done += sample.size**2
            yield sample

    def part(self) -> float | None:
        """Return how much is done, by cells: large grids take longer."""
        return self._done / self._every if self._every else None

    def terminal(self, rows: Sequence[Sample]) -> str:
        """Return the tables, and who wins."""
        return terminal(rows)

    def report(self, rows: Sequence[Sample], figures: Sequence[str]) -> str:
        """Return the report."""
        return report(self.about, rows, figures)

    def draw(
        self,
        rows: Sequence[Sample],
        folder: Path,
        guard: AbstractContextManager[object],
    ) -> list[Path]:
        """Draw the figures."""
        from satdoku.study.figures.drawing import draw_encodings  # noqa: PLC0415  heavy

        return draw_encodings(rows, folder, guard=guard)

    def sums(self, rows: Sequence[Sample]) -> dict[str, Any]:
        """Return nothing: the table and the report say it."""
        del rows
        return {}
