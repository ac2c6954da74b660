"""The puzzles of a study, read from files: a file is a set."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.study.known_sets import LEVELS
from satdoku.study.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.formats import Entry

__all__ = ["subjects_of"]

_LEVEL = "level"
_PACKED = ".gz"


def subjects_of(
    entries: Iterable[Entry | InputError], first: int | None = None
) -> tuple[Subject, ...]:
    """Return the puzzles of files.

    A puzzle's difficulty is the level that its file tells, or else the file's name,
    where that is one of easy, medium, hard and extreme.

    Args:
        entries: The puzzles, file by file.
        first: How many of each file are taken; None for all.

    Raises:
        InputError: One cannot be read: what is measured is to be the whole set.

    Example:
        >>> from satdoku.formats import Entry
        >>> from satdoku.grid import Grid
        >>> grid = Grid.parse("1... ..2. ..3. 4...")
        >>> entry = Entry(grid, "puzzles/hard.txt", 1, 1, None, "line")
        >>> (found,) = subjects_of([entry])
        >>> found.set, found.number, found.difficulty
        ('hard', 1, 'hard')
    """
    found: list[Subject] = []
    names: set[str] = set()
    name, number = "", 0
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        if entry.number == 1:
            name, number = _free(_set_of(entry.source), names), 0
            names.add(name)
        number += 1
        if first is None or number <= first:
            difficulty = dict(entry.extras.details).get(_LEVEL, "")
            if not difficulty and name in LEVELS:
                difficulty = name
            found.append(Subject(entry.grid, name, number, printable(difficulty)))
    return tuple(found)


def _set_of(source: str) -> str:
    """Return the name of a file's set.

    Example:
        >>> _set_of("sets/top95.txt.gz"), _set_of("<stdin>")
        ('top95', 'stdin')
    """
    path = PurePath(source.strip("<>"))
    if path.suffix == _PACKED:
        path = path.with_suffix("")
    return printable(path.stem, 100)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, or where another file has it, that with a number behind."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
