"""The format `fpuzzles`: links of f-puzzles and SudokuPad, or their boards as JSON.

    https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QDEALKBAIwEMB…
    https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcBOANCALhNAbO8QDEALKBAIwEMB…
    {"size": 9, "grid": [[{"value": 5, "given": true}, {}, …], …]}

One link or board after the other.  What a board holds, and what of it is read, is told
in `fpuzzles_board.py`; how it is packed in `lzstring.py`; which links hold one in
`links.py`.  Written as a link to f-puzzles.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError
from satdoku.formats.cells import usual_boxes
from satdoku.formats.format import Certainty, Format, Style, Told
from satdoku.formats.fpuzzles_board import DETAILS
from satdoku.formats.limits import USUAL_LIMITS
from satdoku.formats.link import read_links
from satdoku.formats.links import is_link, parse_link
from satdoku.formats.lzstring import pack
from satdoku.formats.metadata import digits_of, marks_of, placed_of
from satdoku.puzzle import open_masks

if TYPE_CHECKING:
    from satdoku.formats.entry import Entry
    from satdoku.formats.lines import Head

__all__ = ["FPUZZLES"]

_ADDRESS = "https://f-puzzles.com/?load="
_SIZES = range(3, 17)
_GRID = re.compile(r'"grid"\s*:\s*\[\s*\[\s*(null\s*,\s*)*\{')


def _recognises(head: Head) -> Certainty:
    """Look for a link to a board, or for a grid of objects in JSON."""
    if head.first.lstrip().startswith("{"):
        found = _GRID.search("\n".join(head.lines)) is not None
        return Certainty.CERTAIN if found else Certainty.NO
    if not is_link(head.first):
        return Certainty.NO
    try:
        site = parse_link(head.first).site
    except InputError:
        return Certainty.NO
    return Certainty.CERTAIN if site == "fpuzzles" else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    del style  # digits are numbers in JSON
    text = _board_text(entry)
    if len(text) > USUAL_LIMITS.link:
        msg = f"a board of {len(text):,} characters is more than a link holds"
        raise UsageError(f"{msg}; expected at most {USUAL_LIMITS.link:,}")
    return f"{_ADDRESS}{pack(text)}\n"


def _board_text(entry: Entry) -> str:
    """Write an entry as the JSON of a board.

    Raises:
        UsageError: A cell has no candidate, which a board cannot say.
    """
    grid, extras = entry.grid, entry.extras
    geometry = grid.geometry
    size, usual = geometry.size, usual_boxes(geometry.size)
    placed, marks = placed_of(entry), marks_of(entry)
    open_, left = open_masks(geometry, grid.values), grid.left()
    cells: list[dict[str, object]] = []
    for index, value in enumerate(grid.values):
        cell: dict[str, object] = {}
        if value or placed[index]:
            cell["value"] = value or placed[index]
        if value:
            cell["given"] = True
        elif left[index] != open_[index]:
            cell["givenPencilMarks"] = digits_of(left[index])
            if not left[index]:
                name = geometry.cell_name(index)
                msg = f"{name} has no candidate, which f-puzzles cannot hold"
                raise UsageError(msg)
        if marks[index]:
            cell["centerPencilMarks"] = digits_of(marks[index])
        if geometry != usual:
            cell["region"] = geometry.box_of(index)
        cells.append(cell)
    board: dict[str, object] = {"size": size}
    if entry.name is not None:
        board["title"] = entry.name
    told = dict(reversed(extras.details))
    board |= {key: told[name] for key, name in DETAILS if name in told}
    board["grid"] = [
        cells[start : start + size] for start in range(0, len(cells), size)
    ]
    if extras.solution is not None:
        board["solution"] = list(extras.solution.values)
    return json.dumps(board, separators=(",", ":"))


def _told(entry: Entry) -> Told:
    """Return the name, and the details that a board has a place for."""
    told = dict(reversed(entry.extras.details))
    details = [(name, told[name]) for _, name in DETAILS if told.get(name)]
    return Told(entry.name, tuple(details))


FPUZZLES = Format(
    name="fpuzzles",
    summary="links of f-puzzles or SudokuPad, or their boards as JSON",
    extensions=(".url", ".json"),
    recognises=_recognises,
    read=read_links,
    write=_write,
    keeps=frozenset({"name", "state", "candidates", "solution", "boxes"}),
    sizes=tuple(_SIZES),
    symbols=False,
    comments=False,
    told=_told,
)
"""Format `fpuzzles`."""
