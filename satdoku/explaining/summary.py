"""An explanation in a few facts: how hard, what was used how often, how it ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.explaining.explanation import End, Searched
from satdoku.explaining.rating import SCHEMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.deduce.technique import Technique
    from satdoku.explaining.explanation import Explanation
    from satdoku.grid import Grid

__all__ = ["counts", "ending", "facts", "mistake_texts", "start_text"]


def facts(told: Explanation, stop: str = "") -> Iterator[tuple[str, str]]:
    """Yield the facts as (heading, text) pairs.

    Args:
        told: The explanation.
        stop: Why it ended where it did, if somebody said where.

    Example:
        >>> from satdoku.explaining.explain import explain
        >>> for heading, text in facts(explain("1... ..2. ..3. 4...")):
        ...     print(f"{heading}: {text}")
        ended: solved by techniques alone
        level: Easy
        score: 48 (HoDoKu 2.2.0)
        techniques: 8 Full House, 4 Naked Single
    """
    if told.mistakes:
        yield "mistakes", "; ".join(mistake_texts(told))
    yield "ended", stop or ending(told)
    if told.conflict:
        yield "conflict", _conflict(told)
    if told.status is Status.SEVERAL:
        yield "proper", "no: techniques that rest on one solution were left out"
    if told.entries:
        yield "level", told.level.title
        yield "score", f"{told.score:,} ({SCHEMES['hodoku']})"
        yield "techniques", _counted(told)
    if told.verified and told.entries:
        number = len(told.entries)
        every = "the one step" if number == 1 else f"each of the {number} steps"
        yield "verified", f"{every} by SAT"


def counts(told: Explanation) -> list[tuple[Technique, int]]:
    """Return how often each technique was used, easier ones first."""
    used = Counter(step.technique for step in told.steps)
    return sorted(used.items(), key=lambda pair: (pair[0].order, pair[0].key))


def _counted(told: Explanation) -> str:
    parts = [f"{number} {technique.title}" for technique, number in counts(told)]
    others = [entry for entry in told.entries if entry not in told.steps]
    clashes = sum(not isinstance(entry, Searched) for entry in others)
    if clashes:
        parts.append(f"{clashes} Clash{'es' * (clashes > 1)}")
    if clashes < len(others):
        parts.append("Search")
    return ", ".join(parts)


def ending(told: Explanation) -> str:
    """Say how an explanation ended.

    Example:
        >>> from satdoku.explaining.explain import explain
        >>> ending(explain("1... .... .... ...."))
        'nothing more follows: it has several solutions; 15 cells are empty'
    """
    if told.mistakes:
        return "not begun: from a position with mistakes no solution is reached"
    empty = told.position.values.count(0)
    cells = "1 cell is" if empty == 1 else f"{empty} cells are"
    if told.end is End.SOLVED:
        return _solved(told)
    return {
        End.SEARCHED: "no technique led on: the rest was found by search",
        End.SEVERAL: f"nothing more follows: it has several solutions; {cells} empty",
        End.NONE: "there is no solution",
    }.get(told.end, f"no technique leads on; {cells} still empty")


def _solved(told: Explanation) -> str:
    if not told.entries:
        return "the grid was complete already"
    if told.by_logic:
        return "solved by techniques alone"
    refuted = len(told.entries) - len(told.steps)
    times = "once" if refuted == 1 else f"{refuted} times"
    return (
        f"solved; {times} no technique led on, and a candidate was refuted by what it "
        "clashes with"
    )


def start_text(puzzle: Grid, state: Grid) -> str:
    """Say how far somebody has come."""
    placed = state.clue_count - puzzle.clue_count
    removed = len(state.removed)
    parts: list[str] = []
    if placed:
        parts.append(f"{placed} digit{'s' * (placed > 1)} placed")
    if removed:
        parts.append(f"{removed} candidate{'s' * (removed > 1)} removed")
    return f"the position that the source gives: {', '.join(parts)}"


def mistake_texts(told: Explanation) -> Iterator[str]:
    """Say what is wrong in a position, one by one; or together, if any may be."""
    name = told.puzzle.geometry.cell_name
    listed = [
        f"{name(cell)}{'=' if told.start.values[cell] == digit else '<>'}{digit}"
        for cell, digit in told.mistakes
    ]
    if told.status is Status.SEVERAL and len(listed) > 1:
        yield f"{', '.join(listed)} cannot all be right"
    else:
        yield from (f"{text} cannot be right" for text in listed)


def _conflict(told: Explanation) -> str:
    name, values = told.puzzle.geometry.cell_name, told.puzzle.values
    listed = ", ".join(f"{name(cell)}={values[cell]}" for cell in told.conflict)
    number = len(told.conflict)
    given = "" if told.puzzle.candidates is None else " with the candidates"
    if number == 1:
        return f"this clue alone{given} has no solution: {listed}"
    return f"these {number} clues{given} contradict each other: {listed}"
