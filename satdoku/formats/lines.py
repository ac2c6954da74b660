"""The lines of a text: numbered, with a look ahead, and the head that formats inspect.

Invariants: at most the chunk being read and the lines peeked at are in memory.  An
error of the source is raised only after the lines before it were taken, so that looking
ahead never hides a puzzle that could still be read.  A head is bounded, so that
detecting a format costs the same for files of any size.

Puzzles pasted from mail and forums are quoted, in a fence of code, or indented below
prose.

    > 53..7....          ```              [code]           Who can solve this?
    > 6..195...          53..7....        53..7....
                         ```              [/code]              53..7....

The marks are removed before any format sees the lines, and lines keep their numbers.
Prose around them is skipped; a line that may hold cells is not, so no puzzle is lost
silently.  `>` may also stand for an empty cell: it is taken for a quote only where no
other one is left in a quoted line.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import dropwhile, islice, takewhile
from typing import TYPE_CHECKING

from satdoku.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "LONGEST_HEAD",
    "Head",
    "Lines",
    "Plain",
    "foreign",
    "is_comment",
    "is_data",
    "plain",
]

LONGEST_HEAD = 512
"""Lines of a head; more than any board has rows that people solve."""


def is_comment(line: str) -> bool:
    """Whether the line is a comment: `#` in front."""
    return line.startswith("#")


def is_data(line: str) -> bool:
    """Whether the line is neither blank nor a comment."""
    return not line.isspace() and line != "" and not line.startswith("#")


class Lines:
    """An iterator over the lines of a source, without their ends.

    Args:
        chunks: The lines, some at a time; raises InputError where the source is broken.
        name: The name of the source.
        before: How many lines come before them.

    Example:
        >>> lines = Lines(iter([["a", "b"], ["c"]]), "letters")
        >>> next(lines), lines.peek(2), next(lines), lines.number
        ('a', ['b', 'c'], 'b', 2)
    """

    def __init__(self, chunks: Iterator[list[str]], name: str, before: int = 0) -> None:
        self.name = name
        self._chunks = chunks
        self._held: list[str] = []
        self._at = 0
        self._before = before
        self._error: InputError | None = None

    @property
    def number(self) -> int:
        """The number of the line that was taken last, from 1; 0 at the start."""
        return self._before + self._at

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        while self._at >= len(self._held):
            if not self._fill():
                if self._error is not None:
                    raise self._error
                raise StopIteration
        line = self._held[self._at]
        self._at += 1
        return line

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its number: the quickest way through many lines."""
        while self._at < len(self._held) or self._fill():
            held, start = self._held[self._at :], self.number + 1
            self._before, self._at, self._held = start - 1 + len(held), 0, []
            yield from enumerate(held, start)
        if self._error is not None:
            raise self._error

    def peek(self, count: int) -> list[str]:
        """Return up to `count` lines that come next, without taking them."""
        while len(self._held) - self._at < count and self._fill():
            pass
        return self._held[self._at : self._at + count]

    def peek_ready(self) -> list[str]:
        """Return the lines that are there without waiting for more, at least one."""
        self.peek(1)
        return self._held[self._at :]

    def waits(self) -> bool:
        """Whether the next line may have to be waited for."""
        return self._at >= len(self._held)

    def _fill(self) -> bool:
        """Take one more chunk; drop the lines that are done with."""
        try:
            chunk = next(self._chunks, None)
        except InputError as error:
            self._error = error
            return False
        if chunk is None:
            return False
        self._before += self._at
        self._held = self._held[self._at :] + chunk
        self._at = 0
        return True


class Head:
    """The first lines of a text.

    Args:
        lines: The lines, without their ends.
        whole: Whether the text ends with them.
        size: The required size of the grids, if any.
    """

    def __init__(self, lines: list[str], *, whole: bool, size: int | None) -> None:
        self.lines = lines
        self.whole = whole
        self.size = size

    @cached_property
    def data(self) -> list[str]:
        """The lines that are neither blank nor comments."""
        return [line for line in self.lines if is_data(line)]

    @cached_property
    def start(self) -> str:
        """The first line that is not blank, comments included, without indent."""
        return next((line.lstrip() for line in self.lines if line.strip()), "")

    @cached_property
    def first(self) -> str:
        """The first line that is neither blank nor a comment, or an empty text."""
        return next(filter(is_data, self.lines), "")

    @cached_property
    def block(self) -> list[str]:
        """The lines from the first one of data to the next blank one, less comments."""
        return [line for line in self._first_lines if not is_comment(line)]

    @cached_property
    def block_ends(self) -> bool:
        """Whether the head shows the end of its first block."""
        at = self.lines.index(self.first) if self.first else 0
        return self.whole or at + len(self._first_lines) < len(self.lines)

    @cached_property
    def _first_lines(self) -> list[str]:
        rest = dropwhile(lambda line: not is_data(line), self.lines)
        return list(takewhile(str.strip, rest))


def foreign(head: Head) -> InputError | None:
    """Return the error for a formula or a solver's answer; None for other text.

    Their numbers would pass for cells.

    Example:
        >>> print(foreign(Head(["p cnf 1 1", "1 0"], whole=True, size=None)))
        a DIMACS formula, not a puzzle; expected a puzzle; `satdoku sat` solves formulas
    """
    words = ("sat", "unsat", "indet")
    first = head.first.strip().lower()
    if first[:2] not in ("c", "c ", "p ", "s ", "v ") and first not in words:
        return None
    line = next((line for line in head.data if line[:2] not in ("c", "c ")), "")
    word, literals = line.strip().lower(), line.split()[1:]
    # `v` is a digit of large grids, too
    model = line[:2] == "v " and all(w.lstrip("-").isdigit() for w in literals)
    statuses = ("s satisfiable", "s unsatisfiable", "s unknown")
    if line.startswith("p cnf"):
        what, hint = "a DIMACS formula", "`satdoku sat` solves formulas"
    elif word in words or word.startswith(statuses) or model:
        what, hint = (
            "a solver's answer",
            "`satdoku decode PUZZLE MODEL` turns it into a grid",
        )
    else:
        return None
    return InputError(f"{what}, not a puzzle", expected="a puzzle", hint=hint)


# Quoted and fenced lines

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
        prefix: The beginning of each quoted or indented line; empty if there is none.
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
    prefix = _prefix(ready) or _indent(ready)
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


def _indent(lines: list[str]) -> str:
    """Return the indent of lines between prose, or nothing."""
    for indent in ("    ", "\t"):
        inside = [line for line in lines if line.startswith(indent) and line.strip()]
        outside = [line for line in lines if line.strip() and line not in inside]
        is_document = any(line.startswith(("<", "{", "[")) for line in outside)
        if inside and outside and not is_document and all(map(_is_prose, outside)):
            return indent
    return ""


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
