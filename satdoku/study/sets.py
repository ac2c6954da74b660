"""The puzzles of presets, read: those that come with satdoku, and published ones.

Shipped are the puzzles that the reports printed and those that satdoku generated, from
`data/`: inside the package when it is installed from a wheel, beside it in a checkout.
"""

from __future__ import annotations

from importlib.resources import files
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats import read_all
from satdoku.study.against import against_rows
from satdoku.study.known_sets import AGAINST, LEVELS, PUBLISHED
from satdoku.study.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle
    from satdoku.study.known_sets import Published, Sized

__all__ = ["against", "data", "generated", "published", "seed", "sized"]


def data() -> Traversable:
    """Return the folder of puzzles that come with satdoku.

    Example:
        >>> (data() / "seeds" / "easy_45.txt").is_file()
        True
    """
    package = files("satdoku")
    inside = package / "data"
    return inside if inside.is_dir() else package.joinpath("..", "data")


def seed(name: str, difficulty: str = "") -> Subject:
    """Return a puzzle that the reports printed, a set by itself.

    Example:
        >>> seed("extreme_17").clues
        17
    """
    return Subject(_seed(name), name, 1, difficulty)


def generated(level: str, count: int, name: str = "") -> list[Subject]:
    """Return the first puzzles of a level, as a set of that name.

    Args:
        level: One of LEVELS.
        count: How many.
        name: The set's name; the level if empty.

    Example:
        >>> [(one.set, one.number) for one in generated("hard", 2)]
        [('hard', 1), ('hard', 2)]
    """
    entries = _entries(f"generated_9x9/{level}.csv")
    puzzles = [entry.grid for entry in islice(entries, count)]
    return _subjects(puzzles, name or level, level)


def sized(row: Sized) -> list[Subject]:
    """Return a set of one size.

    Example:
        >>> from satdoku.study.known_sets import SIZES
        >>> [one.puzzle.geometry.size for one in sized(SIZES[0])]
        [4, 4, 4]
    """
    entries = islice(_entries(row.file), max(row.numbers))
    puzzles = [entry.grid for entry in entries if entry.number in row.numbers]
    return _subjects(puzzles, row.name, "")


def against(base: str) -> Subject:
    """Return a puzzle made against search by rows, a set by itself.

    Args:
        base: What it is made of: a level, whose first puzzle is taken, or one of those
            that the reports printed.

    Example:
        >>> against("hard").set
        'against-rows-hard'
    """
    if base in LEVELS:
        entry = next(_entries(f"generated_9x9/{base}.csv"))
        puzzle, solution = entry.grid, entry.extras.solution
    else:
        from satdoku.solver import solve  # noqa: PLC0415  loads what engines need

        puzzle = _seed(base)
        solution = solve(puzzle).solution
    if solution is None:
        raise InputError("no solution is known", source=f"{base}")
    return Subject(against_rows(puzzle, solution), f"{AGAINST}{base}", 1, "made")


def published(folder: Path | None) -> list[list[Subject]]:
    """Return the sets of the 156 puzzles, or stand-ins for those that are not there.

    Args:
        folder: Where published sets are looked for; None for stand-ins.

    Raises:
        InputError: There is no such folder, none of the sets is in it, or one cannot be
            read or has too few puzzles.
    """
    found = [folder is not None and (folder / row.file).is_file() for row in PUBLISHED]
    if folder is not None and not any(found):
        names = ", ".join(row.file for row in PUBLISHED)
        wrong = "holds no set" if folder.is_dir() else "no such folder"
        raise InputError(wrong, expected=f"some of {names}", source=str(folder))
    return [
        _of_file(folder, row)
        if here and folder is not None
        else generated(row.level, row.taken, row.stand_in)
        for row, here in zip(PUBLISHED, found, strict=True)
    ]


def _of_file(folder: Path, row: Published) -> list[Subject]:
    path = folder / row.file
    puzzles = [entry.grid for entry in islice(read_all(path), row.taken)]
    if len(puzzles) < row.taken:
        raise InputError(
            f"holds {len(puzzles)} puzzles",
            expected=f"{row.taken} at least",
            source=str(path),
        )
    return _subjects(puzzles, row.name, row.difficulty)


def _subjects(puzzles: Iterable[Puzzle], name: str, difficulty: str) -> list[Subject]:
    return [
        Subject(puzzle, name, number, difficulty)
        for number, puzzle in enumerate(puzzles, 1)
    ]


def _seed(name: str) -> Puzzle:
    return next(_entries(f"seeds/{name}.txt")).grid


def _entries(path: str) -> Iterator[Entry]:
    """Read a file that comes with satdoku."""
    return read_all(StringIO((data() / path).read_text("utf-8")))
