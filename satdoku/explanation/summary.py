"""An explanation in a few facts: how hard, what was used how often, how it ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.explanation.clash import Clash
from satdoku.explanation.explanation import End, Searched
from satdoku.explanation.rating import SCHEMES
from satdoku.explanation.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.explanation.explanation import Explanation
    from satdoku.puzzle import Puzzle
    from satdoku.techniques.technique import Technique

__all__ = [
    "conflict_text",
    "counts",
    "ending",
    "facts",
    "letters_text",
    "mistake_texts",
    "opening",
    "start_text",
    "wrong_texts",
]


def opening(told: Explanation) -> Iterator[tuple[str, str]]:
    """Yield the facts to be told before any step: that there is no solution, and why.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> dict(opening(explain("12.3 ..4. .... ....")))["conflict"]
        'these 3 clues contradict each other: r1c1=1, r1c2=2, r2c3=4'
        >>> list(opening(explain("1... ..2. ..3. 4...")))
        []
    """
    if told.status is not Status.NONE:
        return
    steps = "; the steps follow from clues that contradict each other"
    yield "proper", f"no: there is no solution{steps if told.entries else ''}"
    if told.conflict:
        yield "conflict", conflict_text(told)


def facts(told: Explanation, stop: str = "") -> Iterator[tuple[str, str]]:
    """Yield the facts as (heading, text) pairs.

    Args:
        told: The explanation.
        stop: Why it ended where it did, if somebody said where.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> for heading, text in facts(explain("1... ..2. ..3. 4...")):
        ...     print(f"{heading}: {text}")
        ended: solved by techniques alone
        level: Easy
        score: 48 (HoDoKu 2.2.0)
        techniques: 8 Full House, 4 Naked Single
    """
    yield from opening(told)
    if told.mistakes:
        yield "mistakes", "; ".join(mistake_texts(told))
    if stop or told.entries or told.status is not Status.NONE:
        yield "ended", stop or ending(told)
    if told.status is Status.MULTIPLE:
        yield "proper", "no: techniques that rest on one solution were left out"
    if told.entries:
        yield "level", told.level.title
        yield "score", _score(told)
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
    trials, clashes = _number(told, Trial), _number(told, Clash)
    if trials:
        parts.append(f"{trials} Trial{'s' * (trials > 1)}")
    if clashes:
        parts.append(f"{clashes} Clash{'es' * (clashes > 1)}")
    if _number(told, Searched):
        parts.append("Search")
    return ", ".join(parts)


def _number(told: Explanation, kind: type[Trial | Clash | Searched]) -> int:
    return sum(isinstance(entry, kind) for entry in told.entries)


def _score(told: Explanation) -> str:
    if told.score is not None:
        return f"{told.score:,} ({SCHEMES['hodoku']})"
    return (
        "none: HoDoKu's table has no place for trials, clashes and searches; "
        "`satdoku rate` tells what HoDoKu makes of it"
    )


def ending(told: Explanation) -> str:
    """Say how an explanation ended.

    Example:
        >>> from satdoku.explanation.explain import explain
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
        End.TIMEOUT: f"out of time; {cells} still empty",
    }.get(told.end, f"no technique leads on; {cells} still empty")


def _solved(told: Explanation) -> str:
    if not told.entries:
        return "the grid was complete already"
    if told.by_logic:
        return "solved by techniques alone"
    parts = [
        f"{number} candidate{'s' * (number > 1)} refuted {how}"
        for number, how in (
            (_number(told, Trial), "by trying"),
            (_number(told, Clash), "by a clash"),
        )
        if number
    ]
    return f"solved; where no technique led on: {' and '.join(parts)}"


def start_text(puzzle: Puzzle, state: Puzzle) -> str:
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
    if told.status is Status.MULTIPLE and len(listed) > 1:
        yield f"{', '.join(listed)} cannot all be right"
    else:
        yield from (f"{text} cannot be right" for text in listed)


def wrong_texts(told: Explanation) -> Iterator[str]:
    """Say what a hint has to say before, or instead of, a step: what is wrong.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> print(*wrong_texts(explain("11.. .... .... ....")))
        there is no solution: these 2 clues contradict each other: r1c1=1, r1c2=1
    """
    yield from mistake_texts(told)
    if told.status is Status.NONE:
        yield ": ".join(
            ["there is no solution", *([conflict_text(told)] if told.conflict else [])]
        )


def letters_text(texts: Sequence[str]) -> str:
    """Say which letters of a grid stand for numbers, as sentences tell digits.

    Args:
        texts: How each digit from 0 on is written in the grid.

    Example:
        >>> from satdoku.symbols import LETTERS
        >>> letters_text([LETTERS.text(digit) for digit in range(17)])
        'A is 10, B 11, and so on to G 16 in the grid'
        >>> letters_text([LETTERS.text(digit) for digit in range(10)])
        ''
    """
    pairs = [
        f"{text} {digit}"
        for digit, text in enumerate(texts)
        if digit and text != str(digit)
    ]
    if not pairs:
        return ""
    first, *others = pairs
    listed = [first.replace(" ", " is "), *others]
    if len(listed) > _MOST_LETTERS:
        listed = [*listed[:2], f"and so on to {listed[-1]}"]
    return f"{', '.join(listed)} in the grid"


_MOST_LETTERS = 3
"""Of more than these not every one is told."""


def conflict_text(told: Explanation) -> str:
    """Say which clues of a puzzle without a solution contradict each other."""
    name, values = told.puzzle.geometry.cell_name, told.puzzle.values
    listed = ", ".join(f"{name(cell)}={values[cell]}" for cell in told.conflict)
    number = len(told.conflict)
    given = "" if told.puzzle.candidates is None else " with the candidates"
    if number == 1:
        return f"this clue alone{given} has no solution: {listed}"
    return f"these {number} clues{given} contradict each other: {listed}"
