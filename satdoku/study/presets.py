"""Presets: studies with a name, that somebody has laid out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, printable
from satdoku.study.preset_reports import reports

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from satdoku.study.part import Part

__all__ = ["PRESETS", "Preset", "preset"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A study with a name.

    Args:
        name: What `--preset` takes.
        summary: What it is, in a line.
        parts: Lays it out; takes the folder of published sets, or None.
    """

    name: str
    summary: str
    parts: Callable[[Path | None], list[Part]]


_ALL = (Preset("reports", "The tables of the reports, with every solver.", reports),)

PRESETS = {one.name: one for one in _ALL}
"""The presets by their names."""


def preset(name: str, sets_folder: Path | None = None) -> list[Part]:
    """Lay out the preset of a name.

    Args:
        name: One of PRESETS.
        sets_folder: Where published sets are looked for; None for stand-ins.

    Raises:
        UsageError: There is no such preset.
        InputError: The folder is not there, or what is in it cannot be read.

    Example:
        >>> [part.key for part in preset("reports")]
        ['a', 'b', 'c', 'd', 'e', 'f']
    """
    found = PRESETS.get(name)
    if found is None:
        raise UsageError(
            f"there is no preset {printable(name)}; there is {', '.join(PRESETS)}"
        )
    return found.parts(sets_folder)
