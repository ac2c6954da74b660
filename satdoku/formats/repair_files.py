"""Files whose names are not quite right: no ending, or that of another format."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.model import Repair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.formats.model import Entry
    from satdoku.formats.source import Source

__all__ = ["instead_of", "stand_in", "strange_ending", "taken"]

_LEFTOVERS = ("~", ".bak", ".orig", ".partial", ".swp", ".tmp")


def taken(
    source: Source,
    readable: Callable[[str], bool],
    read: Callable[[Source], Iterator[Entry | InputError]],
) -> Iterator[Entry | InputError]:
    """Read a source, or the file that is meant by its name; say so with the first.

    Args:
        source: A path, or anything else that is read.
        readable: Says whether a file begins with a puzzle.
        read: Reads a source.
    """
    told: list[Repair] = []
    name: str | None = None
    if isinstance(source, (str, os.PathLike)) and os.fspath(source) != "-":
        name = os.fspath(source)
        try:
            other = stand_in(name, readable)
        except InputError as error:
            yield error
            return
        if other is not None:
            told.append(Repair(0, instead_of(name)))
            source = name = other
    for entry in read(source):
        if isinstance(entry, InputError):
            yield entry
            continue
        if name is not None:
            said = strange_ending(name, entry.format)
            told.extend([] if said is None else [Repair(0, said)])
            name = None
        extras = entry.extras
        if told:
            extras = replace(extras, repairs=(*told, *extras.repairs))
            told = []
        yield replace(entry, extras=extras)


def instead_of(name: str) -> str:
    """Say why another file was taken.

    Example:
        >>> instead_of("input")
        'there is no input; this was taken'
    """
    return f"there is no {printable(name, 100)}; this was taken"


def stand_in(name: str, readable: Callable[[str], bool]) -> str | None:
    """Find the file that is meant by a name that lacks its ending.

    Args:
        name: The name.
        readable: Says whether a file begins with a puzzle.

    Returns:
        The only readable file of that name and an ending, or None if the file itself is
        there, or no such one.

    Raises:
        InputError: There are several.
    """
    folder, base = os.path.split(name)
    if not base or os.path.lexists(name):
        return None
    try:
        with os.scandir(folder or ".") as entries:
            near = sorted(
                entry.name
                for entry in entries
                if entry.name.startswith(f"{base}.")
                and not entry.name.endswith(_LEFTOVERS)
                and entry.is_file()
            )
    except OSError:  # no such folder, say: told when the file is opened
        return None
    found = [one for one in near if readable(os.path.join(folder, one))]  # noqa: PTH118  as the person wrote it
    if len(found) > 1:
        meant = " or ".join(printable(one) for one in found)
        raise InputError(
            "no such file or directory", hint=f"is {meant} meant?", source=name
        )
    return os.path.join(folder, found[0]) if found else None  # noqa: PTH118  the same


def strange_ending(name: str, format_name: str) -> str | None:
    """Say so if a file's ending is that of formats other than its own.

    Example:
        >>> strange_ending("puzzle.csv", "rows")
        'read as rows, though .csv is an ending of csv'
        >>> strange_ending("puzzle.txt", "rows") is None
        True
    """
    from satdoku.formats.registry import formats  # noqa: PLC0415  loads every format

    ending = os.path.splitext(name)[1].lower()  # noqa: PTH122  pathlib is slow
    owners = [format_.name for format_ in formats() if ending in format_.extensions]
    if not owners or format_name in owners:
        return None
    return f"read as {format_name}, though {ending} is an ending of {owners[0]}"
