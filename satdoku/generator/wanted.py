"""What is wanted of new puzzles, as one value; and what cannot be had at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, Stopped, UsageError, printable, shown
from satdoku.generator.bounds import look_at_scores
from satdoku.generator.pattern import impossible, pattern_of
from satdoku.generator.symmetry import Symmetry
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.techniques.families import choices
from satdoku.techniques.technique import USUAL, Level, Technique

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.families import Named

__all__ = ["Wanted", "geometry_of", "hardness", "wanted_of"]

_LARGEST = 25
"""Size; larger grids take hours, and soon all memory."""
_LONGEST_SIZE = 9
"""Digits; a longer number is not read."""

_FEWEST_9 = 17
"""No proper puzzle of 9×9 has fewer clues: McGuire, Tugemann, Civario, "There is no
16-clue Sudoku" (2012)."""


@dataclass(frozen=True)
class Wanted:
    """What is wanted; made by `wanted_of`.

    Args:
        geometry: The shape of the grid.
        clues: How many clues; None for as few as the rest lets.
        symmetry: How the clues lie.
        minimal: Whether no clue can go.
        level: The level.
        score: The least and the highest score; None for no bound.
        techniques: What the path has to use: one of each of these sets.
        hardest: What it has to use, and nothing harder.
        singles_only: Whether singles alone complete it.
        pattern: The cells of the clues.
        solution: The solution.
    """

    geometry: Geometry
    clues: int | None = None
    symmetry: Symmetry = Symmetry.NONE
    minimal: bool = False
    level: Level | None = None
    score: tuple[int | None, int | None] = (None, None)
    techniques: frozenset[frozenset[Technique]] = frozenset()
    hardest: Technique | None = None
    singles_only: bool = False
    pattern: frozenset[int] | None = None
    solution: tuple[int, ...] | None = None

    @property
    def is_rated(self) -> bool:
        """Whether the path of a puzzle has to be known."""
        has_score = self.score != (None, None)
        return self.level is not None or has_score or bool(self.needed)

    @property
    def needed(self) -> frozenset[frozenset[Technique]]:
        """What the path has to use: one of each of these sets, the hardest included."""
        if self.hardest is None:
            return self.techniques
        return self.techniques | {frozenset((self.hardest,))}

    @property
    def allowed(self) -> frozenset[Technique]:
        """What the path may use, by level and hardest technique."""
        level, hardest = self.level, self.hardest
        return frozenset(
            one
            for one in USUAL
            if (level is None or one.level <= level)
            and (hardest is None or hardness(one) <= hardness(hardest))
        )

    def look_at(self) -> None:
        """Look whether it is known that there is no such puzzle.

        Raises:
            Stopped: It is.
        """
        geometry, clues = self.geometry, self.clues
        if self.pattern is not None:
            why = impossible(geometry, self.pattern)
            if why:
                raise Stopped(f"no puzzle with these clues is proper: {why}")
            clues = len(self.pattern)
        if clues is None:
            return
        if (geometry.box_height, geometry.box_width) == (3, 3) and clues < _FEWEST_9:
            raise Stopped(f"no proper 9x9 puzzle has fewer than {_FEWEST_9} clues")
        if clues < geometry.size - 1:
            fewest = geometry.size - 1
            raise Stopped(
                f"no proper puzzle of {geometry} has fewer than {fewest} clues"
            )
        if clues not in self.symmetry.counts(geometry.size):
            raise Stopped(
                f"{clues} cells cannot lie with the symmetry {self.symmetry.key}"
            )


def wanted_of(
    *,
    size: object = None,
    clues: int | None = None,
    symmetry: Symmetry | str = Symmetry.NONE,
    minimal: bool = False,
    level: Level | str | None = None,
    score: tuple[int | None, int | None] | None = None,
    techniques: Named | None = None,
    hardest: Technique | str | None = None,
    singles_only: bool = False,
    pattern: object = None,
    solution: object = None,
) -> Wanted:
    """Read what is wanted; see `satdoku.generate`.

    Raises:
        UsageError: Something makes no sense, or two things contradict each other.
        InputError: The pattern or the solution cannot be read.

    Example:
        >>> wanted_of(size=4, level="easy").level
        <Level.EASY: 1>
    """
    geometry = None if size is None else geometry_of(size)
    known = None if solution is None else _solution(solution, geometry)
    geometry = geometry if known is None else known.geometry
    places = None if pattern is None else pattern_of(pattern, geometry)
    if geometry is None:
        geometry = Geometry(9, 9) if places is None else places.geometry
    _bounded(geometry)
    needed = frozenset(() if techniques is None else choices(techniques))
    wanted = Wanted(
        geometry,
        None if clues is None else _number("clues", clues),
        _symmetry(symmetry),
        _flag("minimal", minimal),
        _level(level),
        (None, None) if score is None else _score(score),
        needed,
        _technique(hardest),
        _flag("singles_only", singles_only),
        None if places is None else places.cells,
        None if known is None else known.values,
    )
    _look_together(wanted)
    return wanted


def _look_together(wanted: Wanted) -> None:
    """See to it that nothing contradicts something else."""
    least, most = wanted.score
    if wanted.pattern is not None and wanted.clues not in (None, len(wanted.pattern)):
        raise UsageError(
            f"{wanted.clues} clues, and a pattern of {len(wanted.pattern)}, contradict "
            "each other"
        )
    if wanted.pattern is not None and wanted.symmetry is not Symmetry.NONE:
        raise UsageError("a pattern has the symmetry that it has; name none besides")
    if wanted.clues is not None and wanted.clues > wanted.geometry.cells:
        cells = wanted.geometry.cells
        raise UsageError(f"{wanted.clues} clues, and the grid has {cells} cells")
    if least is not None and most is not None and least > most:
        raise UsageError(f"no score is both at least {least} and at most {most}")
    _look_at_techniques(wanted)
    look_at_scores(wanted)


def _look_at_techniques(wanted: Wanted) -> None:
    """See to it that techniques may be used, and are not too hard.

    Of several any one is enough, so that the easiest is what matters.
    """
    level, bound = wanted.level, wanted.hardest
    for some in sorted(wanted.needed, key=lambda some: _easiest(some).order):
        one = _easiest(some)
        if one not in USUAL:
            raise UsageError(f"{one.key} is never used in the rating of a puzzle")
        if level is not None and one.level > level:
            raise UsageError(
                f"no puzzle of level {level.key} needs {one.key}, which is "
                f"{one.level.key}"
            )
        if wanted.singles_only and not any(each.is_single for each in some):
            raise UsageError(f"singles alone, and {one.key}, contradict each other")
        if bound is not None and hardness(one) > hardness(bound):
            raise UsageError(f"{one.key} is harder than the hardest, {bound.key}")


def _easiest(some: frozenset[Technique]) -> Technique:
    """Return the easiest of several; of those that ratings use, if any."""
    return min(
        some & USUAL or some, key=lambda one: (hardness(one), one.order, one.key)
    )


def hardness(technique: Technique) -> tuple[Level, int]:
    """Return how hard a technique is: by its level, then its score.

    Example:
        >>> hardness(Technique.NAKED_PAIR) < hardness(Technique.X_WING)
        True
    """
    return technique.level, technique.score


def _number(what: str, value: object) -> int:
    if type(value) is not int or value < 0:
        raise UsageError(
            f"{shown(value)} {what} make no sense; expected a whole number"
        )
    return value


def _symmetry(symmetry: object) -> Symmetry:
    if isinstance(symmetry, Symmetry):
        return symmetry
    if not isinstance(symmetry, str):
        keys = ", ".join(each.key for each in Symmetry)
        raise UsageError(f"{shown(symmetry)} is no symmetry; expected {keys}")
    return Symmetry.parse(symmetry)


def _level(level: object) -> Level | None:
    if level is None or isinstance(level, Level):
        return level
    if not isinstance(level, str):
        keys = ", ".join(each.key for each in Level)
        raise UsageError(f"{shown(level)} is no level; expected {keys}")
    return Level.parse(level)


def _technique(technique: object) -> Technique | None:
    if technique is None or isinstance(technique, Technique):
        return technique
    if not isinstance(technique, str):
        raise UsageError(f"{shown(technique)} is no technique; expected x-wing, say")
    return Technique.parse(technique)


def _flag(what: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise UsageError(
            f"{shown(value)} as {what} makes no sense; expected True or False"
        )
    return value


def geometry_of(size: object) -> Geometry:
    """Read a size: a number, the shape of a box, or a geometry.

    Raises:
        UsageError: It is none, or too large.

    Example:
        >>> geometry_of("2x3"), geometry_of(4)
        (Geometry(6, 6), Geometry(4, 4))
    """
    return _bounded(_shape(size))


def _bounded(geometry: Geometry) -> Geometry:
    n = geometry.size
    if n > _LARGEST:
        raise UsageError(f"a grid of {n}x{n}; expected at most {_LARGEST}x{_LARGEST}")
    return geometry


def _shape(size: object) -> Geometry:
    if isinstance(size, Geometry):
        return size
    text = str(size) if isinstance(size, int) else ""
    text = size if isinstance(size, str) else text
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < _LONGEST_SIZE else 10**_LONGEST_SIZE
        if number > _LARGEST:
            raise UsageError(
                f"{printable(text)} rows; expected at most {_LARGEST}x{_LARGEST} cells"
            )
        return Geometry.of_size(number)
    if not isinstance(size, str):
        raise UsageError(f"{shown(size)} is no size; expected 9, say, or a geometry")
    if "x" not in text.lower().replace("×", "x"):
        raise UsageError(
            f"'{printable(text)}' is no size; expected 9, say, or boxes such as 2x3"
        )
    return Geometry.parse(text)


def _solution(source: object, geometry: Geometry | None) -> Puzzle:
    grid = Puzzle(cast("PuzzleLike", source), geometry=geometry)
    if not grid.is_complete:
        raise InputError(
            f"a solution with {grid.geometry.cells - grid.clue_count} empty cells",
            hint="`satdoku solve` completes it",
        )
    clashes = grid.clashes()
    if clashes:
        raise InputError(f"no solution: {clashes[0]}")
    return grid


def _score(score: object) -> tuple[int | None, int | None]:
    is_several = isinstance(score, (tuple, list))
    bounds = tuple(cast("Sequence[object]", score)) if is_several else ()
    if len(bounds) != 2:
        raise UsageError(
            f"{shown(score)} is no range of scores; expected two bounds, the least and "
            "the highest, such as (500, 800), None for no bound"
        )
    least, most = (None if one is None else _number("points", one) for one in bounds)
    return least, most
