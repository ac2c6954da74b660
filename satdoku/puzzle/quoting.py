"""Clean a text: marks of quoting, fences of code and comments go."""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.puzzle.cells import LONG, Line
from satdoku.puzzle.geometry import standard_geometry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_LEAST = 16
_QUOTE = re.compile(r"\s{0,3}(?:> ?)+")
_FENCE = re.compile(
    r"\s*(?:```|~~~)[\w+-]*\s*$|\s*\[/?code(?:=[\w\"'+-]*)?\]\s*$"
    r"|\s*(?:\w[\w.: ]*=\s*|\w+\()?[rbf]?(?:\"{3}|'{3})\W*$",
    re.IGNORECASE,
)
_CODE = re.compile(r"\[/?code(?:=[\w\"'+-]*)?\]", re.IGNORECASE)
_ARROW = re.compile(r"(?<=[\d.*_?-])\s*(?:=>|→)\s*(?=[\d.*_?-])")
"""What stands between a puzzle and its solution."""
_LATEX = re.compile(r"(\|[^.]*\|)\.\s*$")
"""A row of the package `sudoku` of LaTeX."""
_MARKED = re.compile(r"^[>`~#/%[\s]|[\]>→]")
_MARKED_ENDS = ('"""', "'''", "|.")


def unquoted(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without marks of quoting and of code; nothing for a mark alone.

    `>` may stand for an empty cell: it is a quote where no other one is in the line.
    """
    for line in lines:
        start = line.lstrip()
        if start[:1] == ">":
            bare = _QUOTE.sub("", line, count=1)
            yield line if ">" in bare else bare
        elif _FENCE.match(line):
            yield ""
        else:
            yield _CODE.sub("", line) if "]" in line else line


def _blanks(arrow: re.Match[str]) -> str:
    return " " * len(arrow[0])


def cleaned(
    lines: Iterable[tuple[int, str]],
    broken: list[InputError],
    ends: Callable[[str], bool] | None,
) -> Iterator[Line]:
    """Yield lines without quoting, fences and comments.

    Args:
        lines: The lines.
        broken: Gets the error that ends them, so that those before it are read.
        ends: Says after which long line to stop; None to take them all.
    """
    is_marked = _MARKED.search
    try:
        for number, text in lines:
            is_plain = not (is_marked(text) or text.endswith(_MARKED_ENDS))
            bare = text if is_plain else _unmarked(text)
            if bare is not None:
                yield Line(number, bare)
            if len(text) >= LONG and ends is not None and ends(text):
                return
    except InputError as error:
        broken.append(error)


def _unmarked(text: str) -> str | None:
    """Return a line without marks of quoting; None for a comment."""
    text = _ARROW.sub(_blanks, text)
    (text,) = unquoted((text,))
    start = text.lstrip()
    is_comment = start.startswith(("#", "//", "%")) and not _is_lost_row(start)
    if is_comment:
        return start.lstrip("% ") if start[0] == "%" else None
    return _LATEX.sub(r"\1", text)


def _is_lost_row(text: str) -> bool:
    """Whether a line that starts like a comment is a row with that empty sign."""
    size = len(text) if len(text) < _LEAST else isqrt(len(text))
    fits = standard_geometry(size) and len(text) in (size, size * size)
    return bool(fits and re.fullmatch(r"[#/%\d]+", text) and re.search("[1-9]", text))
