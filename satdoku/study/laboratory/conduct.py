"""The laboratory at work: tasks become samples, each in its fresh process."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING, Any

from satdoku.errors import printable
from satdoku.study.isolated import Isolated
from satdoku.study.isolations import Isolations
from satdoku.study.laboratory.measured import too_large
from satdoku.study.laboratory.plan import Task
from satdoku.study.laboratory.sample import PROPAGATION, Sample
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from satdoku.study.laboratory.plan import Task

__all__ = ["conduct_laboratory"]

_MEASURE = "satdoku.study.laboratory.measured:measure"
_PROPAGATED = "satdoku.study.laboratory.measured:propagated"
_PREPARING = 300.0  # seconds to make and load a formula, and to end a search
_LONGEST_NOTE = 200
_TOLD = frozenset(
    {
        "status",
        "variables",
        "clauses",
        "literals",
        "encode_s",
        "load_s",
        "solve_s",
        "decisions",
        "propagations",
        "conflicts",
        "fixed",
        "removed",
    }
)


def conduct_laboratory(
    tasks: Iterable[Task],
    done: Iterable[Sample] = (),
    *,
    workers: int = 1,
    begun: Callable[[Task], None] | None = None,
) -> Generator[Sample, None, None]:
    """Yield the samples, as they are measured.

    Whoever closes the generator ends what is running; nothing is left of it.

    Args:
        tasks: What is measured.
        done: Samples that are there already; they are not measured again.
        workers: How many are measured at a time.
        begun: Is told each task before it is begun.

    Raises:
        OSError: No process could be started.

    Example:
        >>> from satdoku.study.laboratory.plan import Laboratory
        >>> small = Laboratory((4,), ("dpll",), ("extended",), timeout=60)
        >>> first = next(conduct_laboratory(small.tasks()))
        >>> first.set, first.clauses, first.status
        ('empty', 384, 'solved')
    """
    known = {sample.key for sample in done}
    crew: Isolations[Task] = Isolations(workers)
    with crew:
        for task in tasks:
            if task.key in known:
                continue
            large = too_large(task.item)
            if large is not None:
                yield _sample(task, Isolated(Ended.ANSWERED, large))
                continue
            if crew.is_full:
                yield from starmap(_sample, crew.ended())
            if begun is not None:
                begun(task)
            work = _PROPAGATED if task.engine == PROPAGATION else _MEASURE
            limit = None if task.seconds is None else task.seconds + _PREPARING
            crew.begin(task, work, task.item, limit)
        while crew.is_busy:
            yield from starmap(_sample, crew.ended())


def _sample(task: Task, isolated: Isolated) -> Sample:
    """Put together what a process said and what it took."""
    told: dict[str, Any] = dict(isolated.value or {})
    ended, note = isolated.ended, isolated.note
    if "refused" in told:
        ended, note = Ended.REFUSED, str(told["refused"])
    elif told.get("late"):
        ended = Ended.TIMEOUT
    elif ended is Ended.TIMEOUT:
        note = "cut off before its search began, or long after it should have ended"
    subject = task.subject
    geometry = subject.puzzle.geometry
    return Sample(
        geometry.size,
        f"{geometry.box_height}x{geometry.box_width}",
        subject.set,
        subject.number,
        subject.clues,
        task.encoding,
        task.form,
        task.engine,
        task.repeat,
        ended,
        peak_bytes=isolated.peak_bytes,
        own_bytes=isolated.own_bytes,
        note=printable(note, _LONGEST_NOTE),
        **{name: value for name, value in told.items() if name in _TOLD},
    )
