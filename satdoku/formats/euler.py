"""The format `euler`: `Grid 01`, then rows; `0` for an empty cell.

Source: Project Euler, problem 96.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.board import Rows
from satdoku.formats.format import Certainty, Format, Options
from satdoku.formats.head import is_data
from satdoku.formats.line import line_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid

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
    rows = Rows(lines, options, _Layout(), "euler")
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        start = lines.number
        if not _is_header(line):
            yield InputError(
                "a row outside of a puzzle", expected="a line 'Grid NN'", line=start
            )
            _pass_to_header(lines)
            continue
        title = " ".join(line.split())
        yield rows.puzzle(number, title, start) or InputError(
            f"no rows behind '{title}'", expected="the rows of a puzzle", line=start
        )


def _pass_to_header(lines: Lines) -> None:
    """Pass over everything before the next puzzle."""
    for ahead in iter(lambda: lines.peek(1), []):
        if _is_header(ahead[0]):
            break
        next(lines)


def _recognises(head: Head) -> Certainty:
    return Certainty.CERTAIN if _is_header(head.first) else Certainty.NO


def _write(grid: Grid, number: int) -> str:
    text, size = line_text(grid), grid.geometry.size
    if size <= 9:
        text = text.replace(".", "0")
    rows = (text[start : start + size] for start in range(0, len(text), size))
    return "\n".join((f"Grid {number:02}", *rows, ""))


EULER = Format(
    name="euler",
    summary="`Grid 01` and the rows below it",
    extensions=(".txt",),
    recognises=_recognises,
    read=_read,
    write=_write,
)
"""Format `euler`."""
