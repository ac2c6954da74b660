"""Clean a text: marks of quoting, fences of code and comments go.

Rows of signs that nothing else is made of come together where they are equally long.
"""

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
# Compiled where a line has marks, which takes time.
_QUOTE = r"\s{0,3}(?:> ?)+"
_FENCE = (
    r"(?i)\s*(?:```|~~~)[\w+-]*\s*$|\s*\[/?code(?:=[\w\"'+-]*)?\]\s*$"
    r"|\s*(?:\w[\w.: ]*=\s*|\w+\()?[rbf]?(?:\"{3}|'{3})\W*$"
)
_CODE = r"(?i)\[/?code(?:=[\w\"'+-]*)?\]"
_ARROW = r"(?<=[\d.*_?-])(?:\s*(?:=>|→)\s*|\s+->\s+)(?=[\d.*_?-])"
"""What stands between a puzzle and its solution."""
_LATEX = r"(?<![^.])([^.|]*\|[^.]*\|)\.\s*$"
"""A row of the package `sudoku` of LaTeX; tried once from each full stop on."""
_TABULAR = r"((?:\s*+[\w.*-]{0,2}+\s*+&){2,}\s*+[\w.*-]{0,2}+)\s*+(?:\\\\.*)?"
"""A row of a table or a matrix of LaTeX; blanks are divided in one way only."""
_LATEX_RULE = r"\s*\\(?:[hc]line|(?:top|mid|bottom)rule|begin|end)\b.*"
_R_LABELS = r"\s*(?:\[\d{1,3},\](?=\s)|(?:\[,\d{1,3}\]\s*)+$)"
"""What R prints in front of a row of a matrix, or above all."""
_KEYCAP = {0xFE0F: None, 0x20E3: None}
"""What makes a picture of the sign before it."""
_MARKED = re.compile(r"^[>`~#/%[\s\\]|[\]>→&\ufe0f\u20e3]|(?:\"{3}|'{3}|\|\.)$")


_ROW = re.compile(r"[\d.A-Z,|+-][\d.A-Z,|+ -]*(?<!\|\.)", re.ASCII)
"""What a row of a board is made of, if the row above is as long."""
_MOST_ROWS = 1000


class Rows(list[Line]):
    """Rows that are as long as the line above them."""


def unquoted(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without marks of quoting and of code; nothing for a mark alone.

    `>` may stand for an empty cell: it is a quote where no other one is in the line.
    """
    for line in lines:
        start = line.lstrip()
        if start[:1] == ">":
            bare = re.sub(_QUOTE, "", line, count=1)
            yield line if ">" in bare else bare
        elif re.match(_FENCE, line):
            yield ""
        else:
            yield re.sub(_CODE, "", line) if "]" in line else line


def _blanks(arrow: re.Match[str]) -> str:
    return " " * len(arrow[0])


def cleaned(
    lines: Iterable[tuple[int, str]],
    broken: list[InputError],
    ends: Callable[[str], bool] | None,
    *,
    together: bool = True,
) -> Iterator[Line | Rows]:
    """Yield lines without quoting, fences and comments, and rows like the line above.

    Args:
        lines: The lines.
        broken: Gets the error that ends them, so that those before it are read.
        ends: Says after which long line to stop; None to take them all.
        together: Whether rows may come together, for which the next line is awaited.
    """
    is_marked, is_row = _MARKED.search, _ROW.fullmatch
    rows, width = Rows(), 0
    for number, text in _until_broken(lines, broken):
        is_like = len(text) == width and is_row(text)
        if is_like:
            rows.append(Line(number, text))
        if rows and (not is_like or len(rows) == _MOST_ROWS):
            yield rows
            rows = Rows()
        if is_like:
            continue
        bare = _unmarked(text) if is_marked(text) else text
        if bare is not None:
            yield Line(number, bare)
        is_short = 0 < len(text) < LONG
        width = len(text) if together and is_short else 0
        if not is_short and ends is not None and ends(text):
            return
    if rows:
        yield rows


def _until_broken(
    lines: Iterable[tuple[int, str]], broken: list[InputError]
) -> Iterator[tuple[int, str]]:
    try:
        yield from lines
    except InputError as error:
        broken.append(error)


def _unmarked(text: str) -> str | None:
    """Return a line without marks of quoting; None for a comment."""
    text = re.sub(_ARROW, _blanks, text).translate(_KEYCAP)
    (text,) = unquoted((text,))
    if (row := re.fullmatch(_TABULAR, text)) is not None:
        return row[1].replace("&", ",")
    if re.fullmatch(_LATEX_RULE, text):
        return None
    if (labels := re.match(_R_LABELS, text)) is not None:
        return text[labels.end() :] or None
    start = text.lstrip()
    is_comment = start.startswith(("#", "//", "%")) and not _is_lost_row(start)
    if is_comment:
        return start.lstrip("% ") if start[0] == "%" else None
    return re.sub(_LATEX, r"\1", text)


def _is_lost_row(text: str) -> bool:
    """Whether a line that starts like a comment is a row with that empty sign."""
    size = len(text) if len(text) < _LEAST else isqrt(len(text))
    fits = standard_geometry(size) and len(text) in (size, size * size)
    return bool(fits and re.fullmatch(r"[#/%\d]+", text) and re.search("[1-9]", text))
