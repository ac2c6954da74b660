"""The format `json`: puzzles as objects, texts or lists of numbers, in JSON.

    {"puzzle": "1.3434.2.1434321"}          an object a line, or in a list
    {"grid": [[1, 0, 3, 4], …]}             rows of numbers; null, 0, "", "." are empty
    [[1, 0, 3, 4], …]                       the rows alone, or a list of puzzles
    "1.3434.2.1434321"                      the cells alone

Written is one object a line, with all that an entry has; its schema is
`docs/schema/puzzle.schema.json`:

    schema              1
    puzzle              the clues, on one line
    box                 the shape of the boxes (`2x3`), where it is not the usual one
    symbols             how the digits are written, where that is not the usual way
    name
    puzzle_candidates   the digits each cell may hold, where the clues leave open more
    details             what is said of it: a key and a text each; a list of pairs
                        where a key is there several times
    state               how far somebody has come: `grid`, and `candidates` if fewer
    solution

Without the key `schema`, `candidates` beside clues are what a person has noted: the
state, which leaves the puzzle as it is.  Where there are no clues, they are the puzzle.

What `satdoku solve --json` and `satdoku check --json` write has the same keys, and is
read as the puzzles that were answered.
"""

from __future__ import annotations

import re
from json import JSONEncoder
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.cells import box_text
from satdoku.formats.json_objects import Objects
from satdoku.formats.json_stream import pieces
from satdoku.formats.line import line_text
from satdoku.formats.metadata import digits_of
from satdoku.formats.model import Certainty, Format, Options, Style
from satdoku.formats.tables import is_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines
    from satdoku.formats.model import Entry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["JSON", "SCHEMA", "told_apart"]

SCHEMA = 1
"""The version of the keys."""

_OF_FPUZZLES = re.compile(r'"grid"\s*:\s*\[\s*\[\s*(null\s*,\s*)*\{')
_LIST = re.compile(r'\[\s*([\[{"\]0-9-]|null|true|false|NaN|Infinity|$)')
_OBJECT = re.compile(r'\{\s*("|\}|$)')

_encode = JSONEncoder(ensure_ascii=True).encode


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    found = Objects(lines.name, options).entries(pieces(lines, options.limits))
    return told_apart(found)


def told_apart(
    found: Iterator[Entry | InputError], done: int = 0
) -> Iterator[Entry | InputError]:
    """Say the number of a puzzle that is wrong where its line is another's, too.

    Args:
        found: The puzzles of some whole lines.
        done: How many come before.
    """
    before = None
    for number, item in enumerate(found, done + 1):
        line = item.line
        if isinstance(item, InputError) and line is not None and line == before:
            item.what += f" (puzzle {number:,})"
        before = line
        yield item


def _recognises(head: Head) -> Certainty:
    """Look for the bracket of an object or a list, or for a puzzle between quotes."""
    text = head.first.strip()
    if text[:1] == "{":
        if _OF_FPUZZLES.search("\n".join(head.lines)):
            return Certainty.NO
        return Certainty.CERTAIN if _OBJECT.match(text) else Certainty.LIKELY
    if text[:1] == "[":
        below = "\n".join(head.data[:2]).strip()
        return Certainty.CERTAIN if _LIST.match(below) else Certainty.NO
    quoted = len(text) > 2 and text[0] == text[-1] == '"'
    return Certainty.CERTAIN if quoted and is_puzzle(text[1:-1]) else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    grid, extras = entry.grid, entry.extras
    told: dict[str, object] = {"schema": SCHEMA, "puzzle": _text(grid, style)}
    box = box_text(grid)
    if box is not None:
        told["box"] = box
    if style.symbols is not None:
        told["symbols"] = style.symbols.name
    if entry.name is not None:
        told["name"] = entry.name
    if grid.candidates is not None:
        told["puzzle_candidates"] = list(map(digits_of, grid.candidates))
    if extras.details:
        told["details"] = _details(extras.details)
    if extras.state is not None:
        state: dict[str, object] = {"grid": _text(extras.state, style)}
        if extras.state.candidates is not None:
            state["candidates"] = list(map(digits_of, extras.state.candidates))
        told["state"] = state
    if extras.solution is not None:
        told["solution"] = _text(extras.solution, style)
    return _encode(told) + "\n"


def _text(grid: Puzzle | Grid, style: Style) -> str:
    return grid.line if style.symbols is None else line_text(grid, style.symbols)


def _details(pairs: tuple[tuple[str, str], ...]) -> object:
    """Return details as an object, or as pairs where that would lose their order."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) == len(keys):
        return dict(pairs)
    return [list(pair) for pair in pairs]


JSON = Format(
    name="json",
    summary="puzzles in JSON: objects, texts or lists of numbers",
    extensions=(".json", ".jsonl", ".ndjson"),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset(("name", "details", "state", "candidates", "solution", "boxes")),
    comments=False,
)
"""Format `json`."""
