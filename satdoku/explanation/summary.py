"""An explanation in a few facts: how hard, what was used how often, how it ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.drawing.board import digit_texts
from satdoku.explanation.explain import End, Searched
from satdoku.explanation.trials import Trial
from satdoku.rating import version_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.explanation.explain import Explanation
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle
    from satdoku.techniques.technique import Technique

__all__ = [
    "counts",
    "facts",
    "letters_text",
    "mistake_texts",
    "opening",
    "wrong_texts",
]

_MOST_LETTERS = 3
"""If there are more, only the first two and the last are named."""


def plural(number: int, noun: str) -> str:
    """Write a number of things.

    Example:
        >>> plural(1, "step"), plural(1200, "step")
        ('1 step', '1,200 steps')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def opening(path: Explanation) -> Iterator[tuple[str, str]]:
    """Yield the facts that come before any step: where it starts, what is wrong.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> dict(opening(explain("12.3 ..4. .... ....")))["conflict"]
        'these 3 clues contradict each other: r1c1=1, r1c2=2, r2c3=4'
        >>> list(opening(explain("1... ..2. ..3. 4...")))
        []
    """
    if path.start != path.puzzle:
        yield "from", _start_text(path.puzzle, path.start)
    if path.status is Status.NONE:
        steps = "; the steps follow from clues that contradict each other"
        yield "proper", f"no: there is no solution{steps if path.entries else ''}"
        if path.conflict:
            yield "conflict", _conflict_text(path)


def facts(path: Explanation) -> Iterator[tuple[str, str]]:
    """Yield the facts as (heading, text) pairs.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> for heading, text in facts(explain("1... ..2. ..3. 4...")):
        ...     print(f"{heading}: {text}")
        ended: solved by techniques alone
        level: Easy
        score: 48 (HoDoKu 2.2.0 extended to 4x4)
        techniques: 8 Full House, 4 Naked Single
    """
    yield from opening(path)
    if path.mistakes:
        yield "mistakes", "; ".join(mistake_texts(path))
    if path.entries or path.status is not Status.NONE:
        yield "ended", _ending(path)
    if path.status is Status.MULTIPLE:
        yield "proper", "no: techniques that assume one solution were not used"
    if path.entries:
        if path.level is not None:
            yield "level", path.level.title
            yield "score", _score(path)
        yield "techniques", _counted(path)
        if path.verified:
            number = len(path.entries)
            every = "the step" if number == 1 else f"each of the {number} steps"
            yield "verified", f"{every} by SAT"
    if letters := letters_text(path.puzzle.geometry):
        yield "digits", letters


def counts(path: Explanation) -> list[tuple[Technique, int]]:
    """Return how often each technique was used, easier ones first."""
    used = Counter(step.technique for step in path.steps)
    return sorted(used.items(), key=lambda pair: (pair[0].order, pair[0].key))


def _counted(path: Explanation) -> str:
    parts = [f"{number} {technique.title}" for technique, number in counts(path)]
    if trials := _number(path, Trial):
        parts.append(plural(trials, "Trial"))
    if searches := _number(path, Searched):
        parts.append("Search" if searches == 1 else f"{searches} Searches")
    return ", ".join(parts)


def _number(path: Explanation, kind: type[Trial | Searched]) -> int:
    return sum(isinstance(entry, kind) for entry in path.entries)


def _score(path: Explanation) -> str:
    if path.score is not None:
        return f"{path.score:,} ({version_of('hodoku', path.puzzle.geometry)})"
    return (
        "none: HoDoKu does not score trials and searches; `satdoku rate` scores the "
        "puzzle as HoDoKu does"
    )


def _ending(path: Explanation) -> str:
    """Say how an explanation ended."""
    if path.mistakes:
        return "not started: the position has mistakes and leads to no solution"
    if path.reached:
        return f"stopped as requested, {path.until}".rstrip(", ")
    missed = " (what --until names did not occur)" if path.reached is False else ""
    return f"{_end_text(path)}{missed}"


def _end_text(path: Explanation) -> str:
    empty = path.position.values.count(0)
    cells = f"{plural(empty, 'cell')} {'is' if empty == 1 else 'are'}"
    if path.end is End.SOLVED:
        return _solved(path)
    return {
        End.SEARCHED: "no technique applied: the rest was found by search",
        End.SEVERAL: f"nothing more follows: it has several solutions; {cells} empty",
        End.NONE: "there is no solution",
        End.TIMEOUT: f"out of time; {cells} still empty",
    }.get(path.end, f"no technique applies; {cells} still empty")


def _solved(path: Explanation) -> str:
    if not path.entries:
        return "the grid was already complete"
    if path.by_logic:
        return "solved by techniques alone"
    refuted = plural(_number(path, Trial), "candidate")
    return f"solved; where no technique applied: {refuted} refuted by trying"


def _start_text(puzzle: Puzzle, state: Puzzle) -> str:
    """Describe the position where an explanation starts."""
    parts: list[str] = []
    if placed := state.clue_count - puzzle.clue_count:
        parts.append(f"{plural(placed, 'digit')} placed")
    if removed := len(state.removed):
        parts.append(f"{plural(removed, 'candidate')} removed")
    return f"the position that the source gives: {', '.join(parts)}"


def mistake_texts(path: Explanation) -> Iterator[str]:
    """Say what is wrong in a position: one by one, or together if any may be."""
    name = path.puzzle.geometry.cell_name
    listed = [
        f"{name(cell)}{'=' if path.start.values[cell] == digit else '<>'}{digit}"
        for cell, digit in path.mistakes
    ]
    if path.status is Status.MULTIPLE and len(listed) > 1:
        yield f"{', '.join(listed)} cannot all be right"
    else:
        yield from (f"{text} cannot be right" for text in listed)


def wrong_texts(path: Explanation) -> Iterator[str]:
    """Say why there is no hint: mistakes, or a puzzle without a solution.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> print(*wrong_texts(explain("11.. .... .... ....")))
        there is no solution: these 2 clues contradict each other: r1c1=1, r1c2=1
    """
    yield from mistake_texts(path)
    if path.status is Status.NONE:
        why = f": {_conflict_text(path)}" if path.conflict else ""
        yield f"there is no solution{why}"


def _conflict_text(path: Explanation) -> str:
    """Name the clues of a puzzle without a solution that contradict each other."""
    name, values = path.puzzle.geometry.cell_name, path.puzzle.values
    listed = ", ".join(f"{name(cell)}={values[cell]}" for cell in path.conflict)
    number = len(path.conflict)
    given = "" if path.puzzle.candidates is None else " with the candidates"
    if number == 1:
        return f"this clue alone{given} has no solution: {listed}"
    return f"these {number} clues{given} contradict each other: {listed}"


def letters_text(geometry: Geometry) -> str:
    """Say which letters of a grid stand for which digits, as sentences write digits.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> letters_text(Geometry(16, 16))
        'A is 10, B 11, and so on to G 16 in the grid'
        >>> letters_text(Geometry(9, 9))
        ''
    """
    pairs = [
        f"{text} {digit}"
        for digit, text in enumerate(digit_texts(geometry))
        if digit and text != str(digit)
    ]
    if not pairs:
        return ""
    listed = [pairs[0].replace(" ", " is "), *pairs[1:]]
    if len(listed) > _MOST_LETTERS:
        listed = [*listed[:2], f"and so on to {listed[-1]}"]
    return f"{', '.join(listed)} in the grid"
