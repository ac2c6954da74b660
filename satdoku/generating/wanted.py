"""What is wanted of new puzzles, as one value; and what cannot be had at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.deduce.technique import USUAL, Level, Technique
from satdoku.errors import InputError, Stopped, UsageError, printable, shown
from satdoku.generating.pattern import impossible, pattern_of
from satdoku.generating.symmetry import Symmetry
from satdoku.geometry import Geometry
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Wanted", "wanted_of"]

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
        techniques: What the path has to use.
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
    techniques: frozenset[Technique] = frozenset()
    singles_only: bool = False
    pattern: frozenset[int] | None = None
    solution: tuple[int, ...] | None = None

    @property
    def is_rated(self) -> bool:
        """Whether the path of a puzzle has to be known."""
        has_score = self.score != (None, None)
        return self.level is not None or has_score or bool(self.techniques)

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
    techniques: Iterable[Technique | str] = (),
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
    geometry = None if size is None else _geometry(size)
    known = None if solution is None else _solution(solution, geometry)
    geometry = geometry if known is None else known.geometry
    places = None if pattern is None else pattern_of(pattern, geometry)
    if geometry is None:
        geometry = Geometry(3, 3) if places is None else places.geometry
    needed = frozenset(
        one if isinstance(one, Technique) else Technique.parse(str(one))
        for one in techniques
    )
    wanted = Wanted(
        geometry,
        None if clues is None else _number("clues", clues),
        symmetry if isinstance(symmetry, Symmetry) else Symmetry.parse(str(symmetry)),
        bool(minimal),
        Level.parse(level) if isinstance(level, str) else level,
        (None, None) if score is None else _score(score),
        needed,
        bool(singles_only),
        None if places is None else places.cells,
        None if known is None else known.values,
    )
    _look_together(wanted)
    return wanted


def _look_together(wanted: Wanted) -> None:
    """See to it that nothing contradicts something else."""
    level, (least, most) = wanted.level, wanted.score
    unusual = sorted(one.key for one in wanted.techniques if one not in USUAL)
    hardest = max((one.level for one in wanted.techniques), default=Level.EASY)
    beyond = [one.key for one in wanted.techniques if not one.is_single]
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
    if unusual:
        raise UsageError(f"{unusual[0]} is never used in the rating of a puzzle")
    if level is not None and hardest > level:
        raise UsageError(f"no puzzle of level {level.key} needs the techniques named")
    if wanted.singles_only and beyond:
        raise UsageError(f"singles alone, and {beyond[0]}, contradict each other")
    if least is not None and most is not None and least > most:
        raise UsageError(f"no score is both at least {least} and at most {most}")


def _number(what: str, value: object) -> int:
    if type(value) is not int or value < 0:
        raise UsageError(
            f"{shown(value)} {what} make no sense; expected a whole number"
        )
    return value


def _geometry(size: object) -> Geometry:
    if isinstance(size, Geometry):
        return size
    text = str(size) if isinstance(size, (int, str)) else ""
    if text.isascii() and text.isdigit() and len(text) < 9:
        return Geometry.of_size(int(text))
    if not isinstance(size, str):
        raise UsageError(f"{shown(size)} is no size; expected 9, say, or a geometry")
    if "x" not in text.lower().replace("×", "x"):
        raise UsageError(
            f"'{printable(text)}' is no size; expected 9, say, or boxes such as 2x3"
        )
    return Geometry.parse(text)


def _solution(source: object, geometry: Geometry | None) -> Grid:
    grid = Grid.of(source, geometry)
    if not grid.is_complete:
        raise InputError(
            f"a solution with {grid.geometry.cells - grid.clue_count} empty cells",
            hint="`satdoku solve` completes it",
        )
    clashes = grid.clashes()
    if clashes:
        raise InputError(f"no solution: {clashes[0]}")
    return grid


def _score(score: tuple[int | None, int | None]) -> tuple[int | None, int | None]:
    bounds = [None if one is None else _number("points", one) for one in score]
    if len(bounds) != 2:
        raise UsageError("a score has two bounds: the least and the highest, or None")
    return bounds[0], bounds[1]
