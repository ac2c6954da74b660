"""The puzzles of a study, read from files: a file is a set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.study.known_sets import LEVELS
from satdoku.study.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

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
        >>> from satdoku.puzzle import Puzzle
        >>> grid = Puzzle("1... ..2. ..3. 4...")
        >>> entry = Entry(grid, "puzzles/hard.txt", 1, 1, None, "line")
        >>> (found,) = subjects_of([entry])
        >>> found.set, found.number, found.difficulty
        ('hard', 1, 'hard')
    """
    found: list[Subject] = []
    names: dict[str, str] = {}
    name, number = "", 0
    for entry in entries:
        if isinstance(entry, InputError):
            raise entry
        if entry.number == 1:
            name, number = _free(_set_of(entry.source), names), 0
            names[name] = entry.source
        number += 1
        if first is None or number <= first:
            difficulty = dict(entry.extras.details).get(_LEVEL, "")
            if not difficulty and name in LEVELS:
                difficulty = name
            found.append(Subject(entry.grid, name, number, printable(difficulty)))
    told = _told_apart(names)
    return tuple(replace(one, source=told.get(one.set, "")) for one in found)


def _told_apart(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the ends of paths that tell files of the same name apart.

    Args:
        sources: The file of each set.

    Example:
        >>> _told_apart({"a": "a.txt", "b": "x/b.txt", "b-2": "/tmp/y/b.csv.gz"})
        {'b': 'b.txt', 'b-2': 'b.csv.gz'}
        >>> _told_apart({"b": "/tmp/x/b.txt", "b-2": "/tmp/y/b.txt", "b-3": "b.txt"})
        {'b': 'x/b.txt', 'b-2': 'y/b.txt', 'b-3': 'b.txt'}
    """
    alike: dict[str, list[str]] = {}
    for name, source in sources.items():
        alike.setdefault(_set_of(source), []).append(name)
    found: dict[str, str] = {}
    for names in alike.values():
        if len(names) > 1:
            paths = [_parts(sources[name]) for name in names]
            ends = _ends(paths)
            found |= {
                name: "/".join(end) for name, end in zip(names, ends, strict=True)
            }
    return found


def _ends(paths: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the shortest ends that tell paths apart, all as long."""
    many = len({tuple(path) for path in paths})
    count = 1
    while len({tuple(path[-count:]) for path in paths}) < many:
        count += 1
    return [tuple(path[-count:]) for path in paths]


def _parts(source: str) -> tuple[str, ...]:
    """Return the parts of a path, without its root."""
    path = PurePath(source)
    return path.relative_to(path.anchor).parts


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


def _free(name: str, taken: Container[str]) -> str:
    """Return the name, or where another file has it, that with a number behind."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
