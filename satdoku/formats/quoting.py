"""Puzzles as they are pasted from mail and forums: quoted, or in a fence of code.

    > 53..7....          ```              [code]
    > 6..195...          53..7....        53..7....
                         ```              [/code]

The marks are removed before any format sees the lines, and lines keep their numbers.
Prose around them is skipped; a line that may hold cells is not, so no puzzle is lost
silently.

`>` may also stand for an empty cell: it is taken for a quote only where no other one is
left in a quoted line.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.formats.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Plain", "plain"]

_QUOTE = re.compile(r"\s*>(?: ?>)* ?")
_FENCE = re.compile(r"\s*(?:```|~~~)[\w+-]*\s*$")
_OPEN = re.compile(r"\s*\[code(?:=[\w\"'+-]*)?\]", re.IGNORECASE)
_CLOSE = re.compile(r"\[/code\]\s*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_DATE = re.compile(r"\d{1,4}([-./:])\d{1,2}(?:\1\d{1,4})?")
_RUN = re.compile(r"[\d._*|-]{6,}")
_CLUE = re.compile(r"[1-9]")
_ROW = re.compile(r"(?:\d ?[|,;\t ] ?){3}")
_LOOK_AHEAD = 512


class Plain:
    """The marks around the puzzles of a text, and their removal.

    Args:
        prefix: The beginning of each quoted line; empty if none is quoted.
        fenced: Whether puzzles stand in fences.
    """

    def __init__(self, prefix: str, *, fenced: bool) -> None:
        self.prefix = prefix
        self._fenced = fenced
        self._inside = False

    def lines(self, lines: Lines) -> Lines:
        """Return the lines without their marks."""
        return Lines(self._chunks(lines), lines.name, lines.number)

    def _chunks(self, lines: Lines) -> Iterator[list[str]]:
        while ready := lines.peek_ready():
            yield [self._bare(line) for line in islice(lines, len(ready))]
        next(lines, None)  # raises the error of the source, if there is one

    def _bare(self, line: str) -> str:
        """Return a line without its marks; nothing of one that is a mark or prose."""
        if self.prefix:
            if line.rstrip() == self.prefix.rstrip():
                return ""
            if not line.startswith(self.prefix):
                return "" if _is_prose(line) else line
            line = line[len(self.prefix) :]
        if not self._fenced:
            return line
        if _FENCE.match(line):
            self._inside = not self._inside
            return ""
        opened = _OPEN.match(line)
        if opened:
            self._inside = True
            line = " " * opened.end() + line[opened.end() :]
        elif not self._inside:
            return "" if _is_prose(line) else line
        closed = _CLOSE.search(line)
        if closed:
            self._inside = False
            line = line[: closed.start()]
        return line


def plain(lines: Lines) -> Plain | None:
    """Return the marks around the puzzles of a text; None if there are none.

    Example:
        >>> wrapped = Lines(iter([["> 12..", "> ..34"]]), "mail")
        >>> list(plain(wrapped).lines(wrapped))
        ['12..', '..34']
    """
    if not _may_be_marked(_first(lines)):
        return None
    ready = lines.peek(_LOOK_AHEAD)
    prefix = _prefix(ready)
    bare = [line.removeprefix(prefix) for line in ready]
    fenced = any(_FENCE.match(line) or _OPEN.match(line) for line in bare)
    return Plain(prefix, fenced=fenced) if prefix or fenced else None


def _first(lines: Lines) -> str:
    """Return the first line that is not blank, waiting for no more than that."""
    count = 1
    while len(ahead := lines.peek(count)) == count < _LOOK_AHEAD:
        if ahead[-1].strip():
            return ahead[-1]
        count += 1
    return ""


def _may_be_marked(first: str) -> bool:
    """Whether a first line is a mark, or prose of some words, that marks may follow."""
    if first.lstrip()[:1] in tuple(">`~["):
        return True
    several = len(_WORD.findall(first)) > 1 or first.rstrip()[-1:] in tuple(",:!.")
    return several and _is_prose(first)


def _prefix(lines: list[str]) -> str:
    """Return the beginning of quoted lines, or nothing."""
    quoted = [line for line in lines if line.lstrip().startswith(">")]
    prefixes = [
        match[0]
        for line in quoted
        if (match := _QUOTE.match(line)) and match.end() < len(line)
    ]
    if not prefixes:
        return ""
    prefix = min(prefixes, key=len)
    left = "".join(line[len(prefix) :] for line in quoted)
    return "" if ">" in left else prefix


def _is_prose(line: str) -> bool:
    """Whether a line is words, and nothing in it may be cells.

    A blank line is not.
    """
    words = _DATE.sub("", line)
    return _WORD.search(words) is not None and not _may_be_cells(words)


def _may_be_cells(line: str) -> bool:
    """Whether a line has a run of signs of cells, in a word with a clue, or a row.

    Each word is gone through once: a line may be one word of four million letters.
    """
    return _ROW.search(line) is not None or any(
        (run := _RUN.search(word)) and _CLUE.search(word, run.start())
        for word in line.split()
    )
