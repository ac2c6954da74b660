"""What became of a task, told as a run."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from satdoku.cnf.encoder import encoding
from satdoku.cnf.recipe import load
from satdoku.errors import printable
from satdoku.study.measured import COUNTED
from satdoku.study.run import Ended, Run

if TYPE_CHECKING:
    from satdoku.geometry import Geometry
    from satdoku.study.isolated import Isolated
    from satdoku.study.plan import Task

__all__ = ["Tellers"]

_LONGEST_NOTE = 300
_UNTIL = "no certain answer"


class Tellers:
    """Tells runs; keeps how large formulas are."""

    def __init__(self) -> None:
        self._sizes: dict[tuple[Geometry, str], tuple[int, int]] = {}

    def told(self, task: Task, isolated: Isolated) -> Run:
        """Return what became of a task as a run."""
        first = task.subjects[0]
        geometries = {subject.puzzle.geometry for subject in task.subjects}
        geometry = first.puzzle.geometry if len(geometries) == 1 else None
        difficulties = {subject.difficulty for subject in task.subjects}
        contender = task.contender
        ended, note, value = isolated.ended, isolated.note, isolated.value or {}
        if "refused" in value:
            ended, note = Ended.REFUSED, str(value["refused"])
        elif value and not value["certain"]:
            ended, note = Ended.FAILED, _UNTIL
        measured: dict[str, Any] = {name: value.get(name) for name in COUNTED}
        if ended is not Ended.REFUSED:
            measured |= {
                "time_s": isolated.time_s,
                "cpu_s": isolated.cpu_s,
                "peak_bytes": isolated.peak_bytes,
                "own_bytes": isolated.own_bytes,
            }
        variables, clauses = self._size(task, geometry, value)
        return Run(
            task.part,
            task.set,
            task.number,
            len(task.subjects),
            "" if task.whole else first.puzzle.line,
            0 if geometry is None else geometry.size,
            "" if geometry is None else _box(geometry),
            fmean(subject.clues for subject in task.subjects),
            difficulties.pop() if len(difficulties) == 1 else "",
            str(contender),
            contender.engine,
            contender.option,
            contender.encoding,
            task.repeat,
            ended,
            str(value.get("status", "")),
            start_s=isolated.start_s,
            variables=variables,
            clauses=clauses,
            note=printable(note, _LONGEST_NOTE),
            **measured,
        )

    def _size(
        self, task: Task, geometry: Geometry | None, value: dict[str, object]
    ) -> tuple[int | None, int | None]:
        """Return variables and clauses of the formula that was asked for by name."""
        name = task.contender.encoding
        if not name or geometry is None or "encoding" not in value:
            return None, None
        size = self._sizes.get((geometry, name))
        if size is None:
            formula = encoding(geometry, load(name)).formula
            size = formula.variables, formula.clause_count
            self._sizes[geometry, name] = size
        return size


def _box(geometry: Geometry) -> str:
    return f"{geometry.box_height}x{geometry.box_width}"
