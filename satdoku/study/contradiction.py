"""Contradictions: contenders that tell different things of one puzzle.

One says that there is no solution, another found one; or one says that it is the only
one, another found a second.  At least one of them is wrong, so nothing that a study
says of its times is worth much before that is settled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.study.run import Run

__all__ = ["Contradiction", "contradictions"]

_FOUND = frozenset(map(str, (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)))


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A puzzle of which different things are told.

    Args:
        puzzle: The puzzle, in a line.
        places: Where it is in the study: (part, set, number), each once.
        said: Each status with the contenders that told it.
    """

    puzzle: str
    places: tuple[tuple[str, str, int], ...]
    said: tuple[tuple[str, tuple[str, ...]], ...]


def contradictions(runs: Iterable[Run]) -> list[Contradiction]:
    """Find the puzzles of which contenders tell what cannot be true together.

    Example:
        >>> from satdoku.study.run import Run
        >>> row = "", "a", 1, 1, "1...", 4, "2x2", 1, ""
        >>> runs = [
        ...     Run(*row, name, name, "", "", 1, Ended.ANSWERED, status)
        ...     for name, status in (("auto", "found"), ("ilp", "none"))
        ... ]
        >>> contradictions(runs)[0].said
        (('found', ('auto',)), ('none', ('ilp',)))
    """
    told: dict[str, list[Run]] = {}
    for run in runs:
        if run.ended is Ended.ANSWERED and run.puzzle and run.status:
            told.setdefault(f"{run.box} {run.puzzle}", []).append(run)
    return [_told(group) for group in told.values() if _contradicts(group)]


def _contradicts(runs: Iterable[Run]) -> bool:
    statuses = {run.status for run in runs}
    if str(Status.NONE) in statuses and not _FOUND.isdisjoint(statuses):
        return True
    return {str(Status.UNIQUE), str(Status.MULTIPLE)} <= statuses


def _told(runs: list[Run]) -> Contradiction:
    said: dict[str, dict[str, None]] = {}
    for run in runs:
        said.setdefault(run.status, {})[run.contender] = None
    return Contradiction(
        runs[0].puzzle,
        tuple(dict.fromkeys((run.part, run.set, run.number) for run in runs)),
        tuple((status, tuple(names)) for status, names in said.items()),
    )
