"""The plan of a study: its parts as tasks, in the order they are run.

Contenders take turns on a puzzle, and the repeats come far apart: whatever else goes
on at the machine for a while disturbs all contenders alike, and not all repeats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.study.contender import Contender
    from satdoku.study.part import Ask, Part
    from satdoku.study.subject import Subject

__all__ = ["Task", "sets_of", "tasks"]


@dataclass(frozen=True, slots=True)
class Task:
    """What becomes one run.

    Args:
        part: The key of its part.
        set: The set.
        subjects: The puzzle, or all of the set.
        contender: Who is asked.
        repeat: Which repetition, from 1.
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


def sets_of(subjects: Iterable[Subject]) -> dict[str, tuple[Subject, ...]]:
    """Return subjects by the set they are in, in order."""
    found: dict[str, list[Subject]] = {}
    for subject in subjects:
        found.setdefault(subject.set, []).append(subject)
    return {name: tuple(members) for name, members in found.items()}


def tasks(parts: Iterable[Part]) -> Iterator[Task]:
    """Yield the tasks of a study.

    Example:
        >>> from satdoku.grid import Grid
        >>> from satdoku.study.contender import Contender
        >>> from satdoku.study.part import Part
        >>> from satdoku.study.subject import Subject
        >>> two = (Contender("dpll"), Contender("bitmask"))
        >>> one = Subject(Grid.parse("1... ..2. ..3. 4..."), "small", 1)
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
