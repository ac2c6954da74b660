"""The ordinary reader as repair uses it: of lines that know their numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError
from satdoku.formats.lines import Lines
from satdoku.formats.model import Entry
from satdoku.formats.reading import begin_text

if TYPE_CHECKING:
    from satdoku.formats.model import Format, Options
    from satdoku.formats.repair_mends import Line

__all__ = ["Reader"]


class Reader(NamedTuple):
    """How lines are read in the end.

    Args:
        name: The name of the source.
        chosen: The format; found out if None.
        options: What the person has said about the text.
    """

    name: str
    chosen: Format | None
    options: Options

    def read(self, lines: list[Line]) -> list[Entry | InputError]:
        """Read lines in the ordinary way, their numbers those of the source."""
        source = Lines(iter([[line.text for line in lines]]), self.name)
        found: list[Entry | InputError] = []
        try:
            found.extend(begin_text(source, self.chosen, self.options).entries())
        except InputError as error:
            found.append(error)
        return [_placed(entry, lines) for entry in found]

    def format_of(self, lines: list[Line]) -> str | None:
        """Name the format that lines are read in; None if that cannot be told."""
        if self.chosen is not None:
            return self.chosen.name
        try:
            source = Lines(iter([[line.text for line in lines]]), self.name)
            return begin_text(source, None, self.options).format.name
        except InputError:
            return None

    def sound(self, lines: list[Line]) -> list[Entry] | None:
        """Read lines that have no fault and hold a puzzle; None if they are not so."""
        found = self.read(lines)
        entries = [entry for entry in found if isinstance(entry, Entry)]
        return entries if entries and len(entries) == len(found) else None


def _placed(entry: Entry | InputError, lines: list[Line]) -> Entry | InputError:
    """Tell the line of the source, not the one of what was taken out of it."""
    if isinstance(entry, Entry):
        return replace(entry, line=lines[entry.line - 1].number)
    if entry.line is not None and entry.line <= len(lines):
        entry.line = lines[entry.line - 1].number
    return entry
