"""The plan of a study: its parts as tasks, in the order they are run.

Contenders take turns on a puzzle, and the repeats come far apart: whatever else goes
on at the machine for a while disturbs all contenders alike, and not all repeats.
A run that took long may need none (`Part.repeat_below`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.study.contender import Contender
    from satdoku.study.part import Ask, Part
    from satdoku.study.run import Run
    from satdoku.study.subject import Subject

__all__ = ["Long", "Task", "sets_of", "tasks"]


@dataclass(frozen=True, slots=True)
class Task:
    """What becomes one run.

    Args:
        part: The key of its part.
        set: The set.
        subjects: The puzzle, or all of the set.
        contender: Who is asked.
        repeat: Which repetition, from 1.
        repeat_below: Seconds from which on a run is not repeated; None for no limit.
        ask: What is asked.
        timeout: Seconds for it; None for no limit.
        whole: Whether it is a whole set.
        give_up: After how many timeouts in the set a contender is spared the rest.
    """

    part: str
    set: str
    subjects: tuple[Subject, ...]
    contender: Contender
    repeat: int
    repeat_below: float | None
    ask: Ask
    timeout: float | None
    whole: bool
    give_up: int | None

    @property
    def number(self) -> int:
        """The place of its puzzle in the set; 0 of a whole set."""
        return 0 if self.whole else self.subjects[0].number

    @property
    def key(self) -> tuple[str, str, int, str, int]:
        """As that of its run."""
        return self.part, self.set, self.number, str(self.contender), self.repeat

    @property
    def lane(self) -> tuple[str, str, str]:
        """Part, set and contender: what is given up together."""
        return self.part, self.set, str(self.contender)


class Long:
    """How long runs took, so that long ones are not repeated.

    Args:
        runs: What was run.
    """

    def __init__(self, runs: Iterable[Run] = ()) -> None:
        self._took: dict[tuple[str, str, int, str], float] = {}
        for run in runs:
            self.note(run)

    def note(self, run: Run) -> None:
        """Take note of a run."""
        if run.time_s is not None:
            key = run.part, run.set, run.number, run.contender
            self._took[key] = max(run.time_s, self._took.get(key, 0.0))

    def spares(self, task: Task) -> bool:
        """Whether a task need not be run, as it repeats a long one."""
        if task.repeat == 1 or task.repeat_below is None:
            return False
        return self._took.get(task.key[:4], 0.0) >= task.repeat_below


def sets_of(subjects: Iterable[Subject]) -> dict[str, tuple[Subject, ...]]:
    """Return subjects by the set they are in, in order."""
    found: dict[str, list[Subject]] = {}
    for subject in subjects:
        found.setdefault(subject.set, []).append(subject)
    return {name: tuple(members) for name, members in found.items()}


def tasks(parts: Iterable[Part]) -> Iterator[Task]:
    """Yield the tasks of a study.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.study.contender import Contender
        >>> from satdoku.study.part import Part
        >>> from satdoku.study.subject import Subject
        >>> two = (Contender("dpll"), Contender("bitmask"))
        >>> one = Subject(Puzzle("1... ..2. ..3. 4..."), "small", 1)
        >>> for task in tasks([Part((one,), two, repeat=2)]):
        ...     print(task.repeat, task.set, task.number, task.contender)
        1 small 1 dpll
        1 small 1 bitmask
        2 small 1 dpll
        2 small 1 bitmask
    """
    for part in parts:
        groups = list(_groups(part))
        for repeat in range(1, part.repeat + 1):
            for name, subjects in groups:
                for contender in part.contenders:
                    yield Task(
                        part.key,
                        name,
                        subjects,
                        contender,
                        repeat,
                        part.repeat_below,
                        part.ask,
                        part.timeout,
                        part.whole,
                        part.give_up,
                    )


def _groups(part: Part) -> Iterator[tuple[str, tuple[Subject, ...]]]:
    for name, subjects in sets_of(part.subjects).items():
        if part.whole:
            yield name, subjects
        else:
            for subject in subjects:
                yield name, (subject,)
