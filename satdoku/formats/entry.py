"""What reading yields: a grid and where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.grid import Grid

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A grid that was read, with its place.

    Args:
        grid: The grid.
        source: The file's name, `<stdin>` or another name of where the text is from.
        line: The line of the source at which the puzzle starts, counted from 1.
        number: Which puzzle of the source it is, counted from 1, unreadable ones too.
        name: What the source calls it (`Grid 01`, the text behind a line), or None.
        format: The name of the format it was read in.
    """

    grid: Grid
    source: str
    line: int
    number: int
    name: str | None
    format: str
