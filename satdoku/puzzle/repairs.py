"""Repair of lines that cannot be read: every way in which they may have been meant.

What is around the cells is dropped: names before a value and text behind a row, quotes,
brackets, invisible characters.  Different signs for empty cells become dots.  No digit
is made, dropped, changed or moved.  Where a sign may mean two things (a dash an empty
cell or a border, a wide blank an empty cell or nothing) there are two ways; the caller
reads both, and demands one result.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from satdoku.puzzle.cells import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LONGEST = 20_000
"""Characters of a line that is repaired."""
_ENTITY = re.compile(r"&nbsp;|&#160;")
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")
_WIDE = re.compile("[\u00a0\u3000\u2000-\u200a\u202f]")
_QUOTES = re.compile("[\\[\\](){}\"'`“”‘’„«»]")  # noqa: RUF001  these, too
_BEFORE = re.compile(
    r"\s*(?:[^\W\d_][\w .<>*\[\]]{0,80}?\s*(?:\d+\s*)?[:=]|[^\W\d_]\w*\()\s*"
)
_BEHIND = re.compile(r"\s+(?:#|//|--|<-|←|/\*).*$|\s*[,;]+\s*$|\s+[^\W\d_]{2,}[^\d]*$")
_DASHES = re.compile("[-–—‐‑−]")  # noqa: RUF001  every dash
_ROWS = re.compile(r"[\])}]\s*[,;]?\s*[\[({]")
_SIGNED = re.compile(r"(?<!\S)[-–—‐‑−]\d")  # noqa: RUF001  every dash
_SIGNS = re.compile("[_*•·□▢■○◦¤]")
_WORD = re.compile(r"none|null|nan|nil", re.IGNORECASE)


class Repaired(NamedTuple):
    """Lines after repair, and what was done: (line, what) pairs."""

    lines: list[Line]
    repairs: list[tuple[int, str]]


class _Step(NamedTuple):
    """One repair of a line."""

    what: str
    change: Callable[[str], str]


def ways(lines: list[Line]) -> Iterator[Repaired]:
    """Yield every way to repair lines; none if there is nothing to repair.

    Example:
        >>> [way.lines[0].text for way in ways([Line(1, "row = '12_*' # first")])]
        ['12..']
    """
    text = "\n".join(line.text for line in lines)
    if any(len(line.text) > _LONGEST or _ROWS.search(line.text) for line in lines):
        return  # without brackets nobody would see where a row ends
    wide = (".", "") if _WIDE.search(text) else ("",)
    signs = set(_SIGNS.findall(text)) | ({"."} if "." in text else set())
    dashes: tuple[str | None, ...] = (None,)
    if _DASHES.search(text) and not _SIGNED.search(text):
        dashes = (None, ".", "") if signs or "." in text else (None, "")
    for blank, dash in product(wide, dashes):
        steps = _steps(blank, dash, mixed=len(signs) > 1 or dash == ".")
        repairs: list[tuple[int, str]] = []
        repaired = []
        for line in lines:
            now = line.text
            for step in steps:
                after = step.change(now)
                if after != now:
                    repairs.append((line.number, step.what))
                    now = after
            if now.strip() or not line.text.strip():
                repaired.append(Line(line.number, now))
        if repairs:
            yield Repaired(repaired, repairs)


def _steps(blank: str, dash: str | None, *, mixed: bool) -> list[_Step]:
    """Return the repairs of one way, in their order."""
    steps = [
        _Step("HTML blanks replaced", lambda text: _ENTITY.sub("\u00a0", text)),
        _Step("invisible characters removed", lambda text: _INVISIBLE.sub("", text)),
        _Step(
            "wide blanks read as empty cells" if blank else "wide blanks removed",
            lambda text: _WIDE.sub(blank, text),
        ),
        _Step("text before the cells removed", lambda text: _BEFORE.sub("", text, 1)),
        _Step("text behind the cells removed", _without_end),
        _Step("quotes and brackets removed", lambda text: _QUOTES.sub("", text)),
        _Step("text behind the cells removed", _without_end),
    ]
    if dash is not None:
        what = "dashes read as empty cells" if dash else "dashes removed"
        steps.append(_Step(what, lambda text: _DASHES.sub(dash, text)))
    if mixed:
        what = "other signs for empty cells made dots"
        steps.append(_Step(what, lambda text: _SIGNS.sub(".", text)))
    return steps


def _without_end(text: str) -> str:
    """Return a row without what follows it, unless that may be cells."""
    return text if _WORD.search(text) else _BEHIND.sub("", text, count=1)
