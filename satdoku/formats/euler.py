"""The format `euler`: `Grid 01`, then rows; `0` for an empty cell.

A title that only numbers the puzzle, as this format does itself, is no name.

Source: Project Euler, problem 96.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.formats.board import read_titled
from satdoku.formats.entry import Entry
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.line import line_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.errors import InputError
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.geometry import Geometry

__all__ = ["EULER"]


def _is_header(line: str) -> bool:
    words = line.split()
    return len(words) == 2 and words[0].lower() == "grid" and words[1].isalnum()


class _Layout:
    """Each line a row, each character a cell, up to the next header."""

    def cells(self, line: str) -> str:
        return line.strip()

    def geometry(self, line: str, size: int) -> Geometry | None:  # noqa: ARG002  rows have no drawn boxes
        return None

    def blank(self, line: str) -> bool:
        return not line or line.isspace()

    def ends(self, line: str) -> bool:
        return _is_header(line)


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    titles = (_title, "a line 'Grid NN'")
    for entry in read_titled(lines, options, _Layout(), "euler", titles):
        if isinstance(entry, Entry) and _is_number(entry.name, entry.number):
            yield replace(entry, name=None)
        else:
            yield entry


def _title(line: str) -> str:
    return " ".join(line.split())


def _is_number(name: str | None, number: int) -> bool:
    """Whether a title says but which puzzle of the file it is, which is no name."""
    said = "" if name is None else name.split()[-1]
    return said.isascii() and said.isdigit() and said.lstrip("0") == str(number)


def _recognises(head: Head) -> Certainty:
    return Certainty.CERTAIN if _is_header(head.first) else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    text = line_text(entry.grid, style.symbols)
    size = entry.grid.geometry.size
    if size <= 9 and "0" not in text:
        text = text.replace(".", "0")
    rows = (text[start : start + size] for start in range(0, len(text), size))
    return "\n".join((f"Grid {style.number:02}", *rows, ""))


EULER = Format(
    name="euler",
    summary="`Grid 01` and the rows below it",
    extensions=(".txt",),
    recognises=_recognises,
    read=_read,
    write=_write,
)
"""Format `euler`."""
