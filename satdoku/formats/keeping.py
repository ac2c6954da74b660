"""What a format would lose of a puzzle, by what it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.formats.format import Format, Told
from satdoku.formats.register import find_any
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.symbols import dialect

if TYPE_CHECKING:
    from satdoku.formats.entry import Entry
    from satdoku.formats.format import BinaryFormat
    from satdoku.symbols import Symbols

__all__ = ["ESSENTIAL", "is_usual", "lost", "symbols_for"]

ESSENTIAL = frozenset(("boxes", "candidates"))
"""What makes another puzzle of one that loses it."""


def symbols_for(name: str, to: str) -> Symbols:
    """Find the symbols that digits are to be written in.

    Args:
        name: The symbols.
        to: The name of the format.

    Raises:
        UsageError: There are no symbols or no format of that name, or the format is
            written in one way.

    Example:
        >>> symbols_for("A-Z", "line").text(2)
        'B'
    """
    if not find_any(to).symbols:
        raise UsageError(f"the format {to} has no symbols; leave out --to-symbols")
    return dialect(name)


def lost(entry: Entry, format: Format | BinaryFormat) -> tuple[str, ...]:  # noqa: A002  the word of the command line
    """Return what an entry has and the format does not keep.

    Args:
        entry: The puzzle, with what is said of it.
        format: The format it is to be written in.

    Returns:
        Some of `boxes`, `candidates`, `clues` (the difference between a clue and a lone
        candidate), `name`, `details` (at least one of them), `state`, `solution`; the
        first two, if lost, make another puzzle of it.

    Example:
        >>> from satdoku.formats.entry import Entry
        >>> from satdoku.formats.register import find
        >>> from satdoku.puzzle import Puzzle
        >>> entry = Entry.of(Puzzle("." * 36, geometry=Geometry.of_box(3, 2)), "a name")
        >>> lost(entry, find("line")), lost(entry, find("json"))
        (('boxes', 'name'), ())
    """
    extras, geometry, keeps = entry.extras, entry.grid.geometry, format.keeps
    text = format if isinstance(format, Format) else None
    if text is not None and text.borders:
        walled = 1 not in (geometry.box_height, geometry.box_width)
        keeps = keeps if walled else keeps - {"boxes"}
    told = _told(entry, text, keeps)
    is_lost = (
        ("boxes", not is_usual(geometry) and "boxes" not in keeps),
        ("candidates", entry.grid.candidates is not None and "candidates" not in keeps),
        ("clues", text is not None and text.lone_clues and _has_lone(entry.grid)),
        ("name", bool(entry.name) and entry.name != told.name),
        ("details", not set(extras.details) <= set(told.details)),
        ("state", extras.state is not None and "state" not in keeps),
        ("solution", extras.solution is not None and "solution" not in keeps),
    )
    return tuple([what for what, is_so in is_lost if is_so])


def _told(entry: Entry, format_: Format | None, keeps: frozenset[str]) -> Told:
    """Return what is said of a puzzle in words, as far as it comes back."""
    details = entry.extras.details
    if not entry.name and not details:
        return Told()
    if format_ is not None and format_.told is not None:
        return format_.told(entry)
    name = entry.name if "name" in keeps else None
    return Told(name, details if "details" in keeps else ())


def _has_lone(grid: Puzzle) -> bool:
    """Whether a grid is another one once it is but candidates."""
    return Puzzle.of_candidates(grid.geometry, grid.left()).values != grid.values


def is_usual(geometry: Geometry) -> bool:
    """Whether a geometry is the one that grids of its size are read in.

    Example:
        >>> six, tall = Geometry(6, 6), Geometry.of_box(3, 2)
        >>> is_usual(six), is_usual(tall), is_usual(Geometry.of_box(1, 5))
        (True, False, False)
    """
    try:
        return geometry == Geometry.of_size(geometry.size)
    except UsageError:
        return False
