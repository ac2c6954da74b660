"""The format `link`: links to puzzles, one a line, of whatever sites are read.

The formats `fpuzzles` and `sudokuwiki` are read here as well, so that one file may hold
links of several sites; a line that starts with `{` starts a board of f-puzzles as JSON,
which may go over many lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells
from satdoku.formats.entry import Entry, Extras
from satdoku.formats.format import Certainty, Format, Options
from satdoku.formats.fpuzzles_board import read_board_text
from satdoku.formats.lines import is_data
from satdoku.formats.links import is_link, parse_link
from satdoku.formats.lzstring import unpack
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines
    from satdoku.grid import Grid

__all__ = ["LINK", "read_links"]

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"?')  # to the end, where it has none


def read_links(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each link, and of each board that stands as JSON between."""
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        start = lines.number
        try:
            if line.lstrip().startswith("{"):
                yield _of_json(line, lines, options, number)
            else:
                yield _of_link(line, options, (lines.name, start, number))
        except InputError as error:
            yield error.at(line=start)


def _of_json(first: str, lines: Lines, options: Options, number: int) -> Entry:
    """Read a board that starts with this line, taking the lines it goes over."""
    start = lines.number
    text, length, depth = [first], len(first), _depth(first)
    while depth > 0 and (ahead := lines.peek(1)):
        length += len(ahead[0]) + 1
        if length > options.limits.link:
            _pass_to_next(lines)
            raise InputError(
                f"a board of more than {options.limits.link:,} characters",
                expected="a board of f-puzzles",
                hint="a higher limit (--max-link) takes it",
            )
        text.append(next(lines))
        depth += _depth(text[-1])
    try:
        board = read_board_text("\n".join(text), options)
    except InputError as error:
        if error.line is not None:
            error.line += start - 1
        raise
    extras = Extras(board.details, board.state, _clues(board.solution))
    return Entry(board.grid, lines.name, start, number, board.name, "fpuzzles", extras)


def _depth(line: str) -> int:
    """Return by how many objects a line of JSON goes deeper."""
    bare = _QUOTED.sub("", line)
    return bare.count("{") - bare.count("}")


def _pass_to_next(lines: Lines) -> None:
    """Pass over lines up to what may start the next puzzle."""
    while ahead := lines.peek(1):
        if ahead[0].startswith("{") or is_link(ahead[0]):
            break
        next(lines)


def _of_link(line: str, options: Options, place: tuple[str, int, int]) -> Entry:
    site, packed = parse_link(line)
    if site == "sudokuwiki":
        return Entry(_digits(packed, options), *place, None, site)
    try:
        board = read_board_text(unpack(packed, options.limits.link), options)
    except InputError as error:
        if error.line is not None:  # a line of what was packed; nobody can look at it
            error.line = error.column = None
        error.what = f"bad link: {error.what}"
        raise
    extras = Extras(board.details, board.state, _clues(board.solution))
    return Entry(board.grid, *place, board.name, site, extras)


def _digits(text: str, options: Options) -> Puzzle:
    """Read the digits of a link of SudokuWiki."""
    for index, mark in enumerate(text[:81]):
        if mark not in "0123456789.":
            raise InputError(
                f"'{printable(mark)}' is not a digit",
                expected="1-9, or 0 or . for an empty cell",
                cell=(index // 9 + 1, index % 9 + 1),
            )
    if len(text) != 81:
        raise InputError(f"{len(text)} cells behind bd=", expected="81")
    values = tuple(int(mark) if mark != "." else 0 for mark in text)
    return Puzzle.trusted(Cells(options).geometry_of(9), values)


def _recognises(head: Head) -> Certainty:
    return Certainty.LIKELY if is_link(head.first) else Certainty.NO


LINK = Format(
    name="link",
    summary="links to puzzles, one a line",
    extensions=(".url", ".txt"),
    recognises=_recognises,
    read=read_links,
)
"""Format `link`."""


def _clues(solution: Puzzle | None) -> Grid | None:
    return None if solution is None else solution.clues
