"""What is measured: a contender answers a puzzle, or those of a whole set in turn.

It is done as satdoku does it, one puzzle as `satdoku.solve`, many as for a file of
them; every solution is held against the rules, and nothing twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.choice import AUTO
from satdoku.errors import InputError, LimitError, UsageError
from satdoku.study.part import Ask

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.answers import Result
    from satdoku.puzzle import Puzzle
    from satdoku.study.contender import Contender

__all__ = ["COUNTED", "Item", "answer"]

COUNTED = ("guesses", "decisions", "propagations", "conflicts")
"""What is told of an engine's counters."""


@dataclass(frozen=True, slots=True)
class Item:
    """What is answered.

    Args:
        puzzles: One, or those of a whole set.
        contender: Who answers.
        ask: What is asked.
        whole: Whether it is a whole set.
    """

    puzzles: tuple[Puzzle, ...]
    contender: Contender
    ask: Ask
    whole: bool


def answer(item: Item) -> dict[str, object]:
    """Answer what is asked.

    Returns:
        `status`: of a puzzle; `refused`: why nothing was answered, which is all that is
        told then; `certain`: whether all that was asked is known; `encoding`, where a
        whole formula was made: its recipe; and the counters of COUNTED that the engine
        has.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.study.contender import Contender
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> told = answer(Item((puzzle,), Contender("bitmask"), Ask.FIRST, whole=False))
        >>> told["certain"], told["status"], "propagations" in told
        (True, 'found', True)
    """
    try:
        if item.whole and item.contender.engine == "lanes":
            return _by_lanes(item)
        return _told(_results(item), whole=item.whole)
    except (InputError, UsageError, LimitError) as error:
        return {"refused": str(error)}


def _results(item: Item) -> Iterable[Result]:
    unique = item.ask is Ask.UNIQUE
    if item.whole and str(item.contender) == AUTO:
        from satdoku.many import solve_many  # noqa: PLC0415  only for these

        return solve_many(item.puzzles, unique=unique)
    session = item.contender.session(len(item.puzzles))
    return [session.solve(puzzle, unique=unique) for puzzle in item.puzzles]


def _told(results: Iterable[Result], *, whole: bool) -> dict[str, object]:
    counted: dict[str, int] = {}
    certain = True
    last: Result | None = None
    for last in results:
        certain = certain and last.certain
        if not last.engine:
            counted.setdefault("guesses", 0)  # singles answered it
        for name in COUNTED:
            if name in last.statistics:
                counted[name] = counted.get(name, 0) + last.statistics[name]
    told: dict[str, object] = {"certain": certain}
    if last is not None and not whole:
        told["status"] = str(last.status)
    if last is not None and last.encoding and not last.simplified:
        told["encoding"] = last.encoding
    return told | counted


def _by_lanes(item: Item) -> dict[str, object]:
    """Answer all puzzles at once, side by side."""
    from satdoku.batch import solve_batch  # noqa: PLC0415  numpy

    batch = solve_batch(item.puzzles, limit=2 if item.ask is Ask.UNIQUE else 1)
    return {"certain": bool(batch.complete.all()), "guesses": int(batch.guesses.sum())}
