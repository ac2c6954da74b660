"""Puzzles pasted from mail and forums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = """\
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""
LINE = ROWS.replace("\n", "")


def quoted(text: str, mark: str = "> ") -> str:
    """Quote a text."""
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


TEXTS = {
    "quoted": quoted(ROWS),
    "quoted without a blank": quoted(ROWS, ">"),
    "quoted twice": quoted(ROWS, "> > "),
    "quoted by others": quoted(ROWS, ">> "),
    "a line": f"> {LINE}\n",
    "a mail": "On Mon, 4 May 2020 10:00, Anna wrote:\n" + quoted("Hi\n\n" + ROWS)[5:],
    "an answer below": quoted(ROWS) + "\nWhat a nice one!\n\nBerta\n",
    "blank lines quoted bare": quoted(f"\n{ROWS}").replace("> \n", ">\n"),
    "fenced": f"```\n{ROWS}```\n",
    "fenced with a language": f"~~~text\n{ROWS}~~~\n",
    "fenced without an end": f"```\n{ROWS}",
    "fenced in prose": f"Hello all,\n\nthis one:\n```\n{ROWS}```\nIs it hard?\n",
    "fenced and quoted": quoted(f"```\n{ROWS}```\n"),
    "tags": f"[code]\n{ROWS}[/code]\n",
    "tags close by": f"[CODE]{ROWS.rstrip()}[/CODE]",
    "tags with a language": f"[code=text]\n{ROWS}[/code]",
    "after blank lines": f"\n\n  \n```\n{ROWS}```\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_marks_are_taken_away(name: str, good: Callable[..., Entry]) -> None:
    """And lines keep their numbers."""
    entry = good(TEXTS[name])

    assert LINE == entry.grid.line
    assert "53..7" in TEXTS[name].splitlines()[entry.line - 1]


def test_several_fences_are_several_puzzles(scanned: Callable[..., list[Any]]) -> None:
    """What is between them ends a puzzle."""
    text = f"Two puzzles:\n```\n{ROWS}```\nand\n```\n{ROWS}```\n"

    assert [3, 15] == [entry.line for entry in scanned(text)]


def test_columns_count_from_the_beginning_of_the_line(
    message: Callable[..., str],
) -> None:
    """The mark of the quote included."""
    text = f"> {LINE[:40]}a{LINE[41:]}\n"

    assert message(text).startswith("1:43: r5c5: 'a' is not a digit")


def test_signs_for_empty_cells_are_no_quotes(
    good: Callable[..., Entry], scanned: Callable[..., list[Any]]
) -> None:
    """`>` may be one, too."""
    assert LINE == good(LINE.replace(".", ">")).grid.line
    assert LINE == good(ROWS.replace(".", ">")).grid.line
    changed = (">" * 7 + LINE[7:]).replace(".", ">")
    assert all(
        isinstance(item, InputError) or "." * 7 + LINE[7:] == item.grid.line
        for item in scanned(changed)
    )


@pytest.mark.parametrize(
    "outside",
    [
        LINE,
        f"{LINE} the first",
        f"A hard one {LINE}",
        "1 2 | 3 4 | are there",
        "..3456",
    ],
)
def test_no_puzzle_outside_is_lost(
    outside: str, scanned: Callable[..., list[Any]]
) -> None:
    """A line that may hold cells is no prose: it is read, or told."""
    for text in (f"{outside}\n```\n{ROWS}```\n", f"```\n{ROWS}```\n{outside}\n"):
        found = scanned(text)

        assert 2 == len(found) or any(isinstance(item, InputError) for item in found)


def test_prose_without_marks_is_told(message: Callable[..., str]) -> None:
    """Nobody says where the puzzle begins."""
    assert "no puzzle recognised at 'Here is my puzzle:'" in message(
        f"Here is my puzzle:\n{ROWS}"
    )


def test_broken_source_is_told_behind_its_puzzles(
    scanned: Callable[..., list[Any]],
) -> None:
    """Quoted or not."""
    entry, error = scanned(f"> {LINE}\n> {LINE[:40]}".encode() + b"\xff\n")

    assert isinstance(entry, Entry)
    assert (
        "<stream>:2: not UTF-8 text: byte 0xff; expected text in UTF-8, or UTF-16 with "
        "a byte order mark; nothing after it was read" == str(error)
    )
