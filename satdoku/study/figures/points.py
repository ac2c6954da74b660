"""What figures show: a point for each puzzle that a contender was asked.

A point is an outcome (`satdoku.study.outcome`), repeats together: one that was cut off
is a point at the limit, and says so; one that failed or was refused has no time, and is
no point.  A run of a whole set is a point as well, at its time a puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, log
from typing import TYPE_CHECKING

from satdoku.errors import printable
from satdoku.study.hardness import from_easy_on
from satdoku.study.outcome import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.study.run import Run

__all__ = ["Point", "by_contender", "kind_of", "kinds", "points", "ranked"]

_LEAST = 1e-7  # seconds: what no clock tells from none, so that logarithms are finite


@dataclass(frozen=True, slots=True)
class Point:
    """A contender on a puzzle, its repeats together.

    Args:
        contender: In a word.
        kind: How hard the puzzle is, or its set where nobody said.
        place: Part, set and number, which tell puzzles apart.
        size: Cells in a row.
        clues: How many cells are given.
        seconds: Until the answer, or until it was cut off.
        is_cut: Whether it was cut off.
        is_whole: Whether it is the mean of a whole set.
        peak_bytes, own_bytes: As the outcome's.
        difficulty: How hard the puzzle is, in a word, where somebody said.
    """

    contender: str
    kind: str
    place: tuple[str, str, int]
    size: int
    clues: float
    seconds: float
    is_cut: bool = False
    is_whole: bool = False
    peak_bytes: float | None = None
    own_bytes: float | None = None
    difficulty: str = ""


def points(runs: Sequence[Run]) -> list[Point]:
    """Return the points of runs: sets as given, in them by number and contender."""
    of = {(run.part, run.set, run.number): run for run in reversed(runs)}
    found: list[Point] = []
    for one in outcomes(runs):
        if one.time_s is None:
            continue
        puzzle = of[one.place]
        found.append(
            Point(
                contender=one.contender,
                kind=kind_of(puzzle),
                place=one.place,
                size=puzzle.size,
                clues=puzzle.clues,
                seconds=max(one.time_s / max(one.puzzles, 1), _LEAST),
                is_cut=one.is_cut_off,
                is_whole=one.is_whole,
                peak_bytes=one.peak_bytes,
                own_bytes=one.own_bytes,
                difficulty=puzzle.difficulty,
            )
        )
    given = dict.fromkeys((run.part, run.set) for run in runs)
    sets = {name: at for at, name in enumerate(given)}
    return sorted(
        found, key=lambda one: (sets[one.place[:2]], one.place, one.contender)
    )


def kind_of(run: Run) -> str:
    """Return how hard a puzzle is, or its set where nobody said."""
    return printable(run.difficulty or run.set)


def kinds(of: Iterable[Point]) -> list[str]:
    """Return the kinds there are, from easy on if that is known of all, else as given.

    Example:
        >>> from satdoku.study.figures.points import Point
        >>> place = "", "s", 1
        >>> known = [Point("a", kind, place, 9, 30, 1, difficulty=kind)
        ...          for kind in ("hard", "Easy")]
        >>> kinds(known)
        ['Easy', 'hard']
        >>> kinds([*known, Point("a", "grids16", place, 16, 90, 1)])
        ['hard', 'Easy', 'grids16']
    """
    told: dict[str, set[str]] = {}
    for point in of:
        told.setdefault(point.kind, set()).add(point.difficulty)
    return from_easy_on(told)


def by_contender(of: Iterable[Point]) -> dict[str, list[Point]]:
    """Return the points of each contender."""
    found: dict[str, list[Point]] = {}
    for point in of:
        found.setdefault(point.contender, []).append(point)
    return found


def ranked(of: Sequence[Point]) -> list[str]:
    """Return the contenders, the fastest first.

    Each is compared with the mean of all on the same puzzle, in logarithms, so that one
    that was spared hard puzzles is not fast for that.
    """
    logs: dict[tuple[str, str, int], list[float]] = {}
    for point in of:
        logs.setdefault(point.place, []).append(log(point.seconds))
    usual = {place: fsum(each) / len(each) for place, each in logs.items()}

    def slowness(name: str) -> float:
        mine = groups[name]
        return fsum(log(one.seconds) - usual[one.place] for one in mine) / len(mine)

    groups = by_contender(of)
    return sorted(groups, key=lambda name: (slowness(name), name))
