"""Texts as the programs write them: recognised, in any encoding, and never cut short.

One text for each format of the players' programs.  What is asked of all of them is
asked here; what belongs to one format alone, in its own file.
"""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, scan, write

if TYPE_CHECKING:
    from collections.abc import Callable

LINE = (
    "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
)
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]
PLACED = LINE[:31] + "1" + LINE[32:]
MARKS = """\
2 679 6789 1 46789 5 469 9 3
389 5 4 69 689 68 7 1 29
9 1 679 2 4679 3 4569 8 59
6 9 2 8 u1 7 3 59 4
3489 3479 3789 56 2456 46 u1 2579 2579
1 47 5 3 24 9 8 27 6
3459 2 39 7 3589 1 59 6 589
359 8 1 569 3569 6 2 4 579
7 369 369 4 35689 2 59 359 1
"""


def drawn(line: str) -> str:
    """Draw a grid as Simple Sudoku does."""
    lines = ["*-----------*"]
    for row in range(9):
        if row in (3, 6):
            lines.append("|---+---+---|")
        cells = line[row * 9 : row * 9 + 9]
        lines.append(f"|{cells[:3]}|{cells[3:6]}|{cells[6:]}|")
    return "".join(f" {line}\n" for line in (*lines, "*-----------*"))


def spaced(line: str) -> str:
    """Draw a grid as the players' forums do."""
    lines = []
    for row in range(9):
        if row in (3, 6):
            lines.append("------+-------+------")
        cells = line[row * 9 : row * 9 + 9]
        lines.append(" | ".join(" ".join(cells[at : at + 3]) for at in (0, 3, 6)))
    return "\n".join(lines) + "\n"


INFO = "#DA puzzle\n#ARuud\n#CStart\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://x.net/\n"
SECTIONS = (
    "#D A puzzle\n#A Ruud\n#N 1\n[Puzzle]\n"
    + "\n".join(ROWS)
    + "\n[State]\n"
    + "".join(PLACED[at : at + 9] + "\n" for at in range(0, 81, 9))
    + "[Colours]\n"
    + "123456789\n" * 9
)
SQUARES = [side * side for side in range(2, 13)]
EMPTY_HEADING = "|   " * 9 + "|\n" + "|---" * 9 + "|\n"

TEXTS = {
    "bank": f"e1a4d1d0b5c6 {LINE.replace('.', '0')}  7.2\n",
    "cells": "".join(",".join(row).replace(".", "") + "\n" for row in ROWS),
    "debian": "% generated - hard\n" + "\n".join(ROWS) + "\n",
    "gsf": f"99480,99408,114,1895,{LINE},Easter,20.00s,0,C21.m/F3\n",
    "grid": spaced(LINE),
    "markdown": EMPTY_HEADING
    + "".join(
        "".join(f"| {cell.replace('.', ' ')} " for cell in row) + "|\n" for row in ROWS
    ),
    "pairs": "".join(f"0{cell.replace('.', '0')}" for cell in LINE) + "\n",
    "sadman": SECTIONS,
    "sdx": MARKS,
    "simple": drawn(LINE),
    "sudocue": INFO + "\n".join(ROWS) + "\n",
}

ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "BOM": lambda text: codecs.BOM_UTF8 + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16BE": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "no end": lambda text: text.rstrip("\n").encode(),
    "blank lines": lambda text: f"\n\n{text}\n \n".encode(),
    "quoted": lambda text: text.replace("\n", "\n> ").join(("> ", "\n")).encode(),
    "fenced": lambda text: f"Look, a puzzle:\n\n```\n{text}```\n\nThanks!\n".encode(),
    "tagged": lambda text: f"[code]\n{text}[/code]\n".encode(),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_recognised(name: str, good: Callable[..., Entry]) -> None:
    """As the format it is in."""
    entry = good(TEXTS[name])

    assert (name, LINE) == (entry.format, entry.grid.line)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", TEXTS)
def test_encoding_changes_nothing(
    name: str, encoding: str, good: Callable[..., Entry]
) -> None:
    """Line ends, byte order marks, blank lines, and what mail and forums add."""
    plain = good(TEXTS[name])
    entry = good(ENCODINGS[encoding](TEXTS[name]))

    assert name == entry.format
    assert (plain.grid, plain.name, plain.extras) == (
        entry.grid,
        entry.name,
        entry.extras,
    )


@pytest.mark.parametrize("name", sorted(set(TEXTS) - {"gsf", "sdx", "grid"}))
def test_what_was_read_is_written_as_it_was(
    name: str, good: Callable[..., Entry]
) -> None:
    """Character by character."""
    assert TEXTS[name] == write(good(TEXTS[name]), name)


@pytest.mark.parametrize("name", TEXTS)
def test_text_that_is_cut_off_gives_no_other_puzzle(
    name: str, scanned: Callable[..., list[Any]]
) -> None:
    """The puzzle, or what is wrong; told the format and not.

    The last row of `cells` is left out, where a digit that is missing at the end looks
    like an empty cell, and so is a line of `pairs` that is cut to a smaller grid's.
    """
    text = TEXTS[name]
    last = len(text) if name != "cells" else text.rindex("\n", 0, -1)
    for end in range(last):
        if name == "pairs" and end in (*SQUARES, *(2 * square for square in SQUARES)):
            continue
        for said in (None, name):
            for found in scanned(text[:end], format=said):
                grid = LINE if isinstance(found, InputError) else found.grid.line
                assert LINE == grid, f"{said}: {text[:end]!r}"


@pytest.mark.parametrize("name", TEXTS)
def test_text_with_a_row_less_is_refused(
    name: str, scanned: Callable[..., list[Any]]
) -> None:
    """Whichever row it is, nothing is read from what is left."""
    lines = TEXTS[name].splitlines(keepends=True)
    rows = [
        at
        for at, line in enumerate(lines)
        if line[0] not in "#%" and any(m.isdigit() or m == "." for m in line)
    ]
    for row in rows if len(rows) > 1 else ():
        rest = "".join(lines[:row] + lines[row + 1 :])
        for said in (None, name):
            for found in scanned(rest, format=said):
                assert isinstance(found, InputError), f"{said}: {rest!r}"


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("mark", list("#aß+x\0\ufeff²٣"))
def test_any_mark_anywhere_is_told(
    name: str, mark: str, scanned: Callable[..., list[Any]]
) -> None:
    """Puzzles or messages of one line, whatever stands there."""
    text = TEXTS[name]
    for at in range(0, len(text), 11):
        changed = text[:at] + mark + text[at + 1 :]
        found = [
            *scan(io.StringIO(changed)),
            *scanned(changed.encode(), format=name),
        ]
        assert found
        for item in found:
            assert isinstance(item, Entry) or str(item).isprintable()
