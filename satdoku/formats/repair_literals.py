"""The mends of texts copied out of programs, pages and lists.

Names before a value, words and entities for an empty cell, rows in brackets on one
line, and the bullets of a list.  As all mends, none touches a digit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.formats.model import Repair
from satdoku.formats.repair_mends import Line, is_heading

if TYPE_CHECKING:
    from satdoku.formats.repair_mends import Mending

__all__ = ["bullets_off", "has_bullets", "literals_out"]

_NAME = re.compile(
    r"[ \t]*(?:(?:const|let|var)[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(?=[\"'`\[({]|$)"
)
_ENTITY = re.compile(r"&(?:nbsp|#160|#xa0);", re.IGNORECASE)
_NOTHING = re.compile(
    r"(?<![^\s\[({,;|])(?:''|\"\"|none|null|nan|undefined)(?![^\s\])},;|])",
    re.IGNORECASE,
)
_APART = re.compile(r"(?<=[\])])[ \t]*,[ \t]*(?=[\[(])")
_BULLET = re.compile(r"[ \t]*([-*+\u2013\u2022])[ \t]+(?=\S)")


def literals_out(lines: list[Line]) -> Mending:
    """Write the values of programs and pages as plain rows.

    Rows in brackets are set apart, so that each still has to have its own cells.

    Example:
        >>> made, _ = literals_out([Line(1, "grid = [[1, None], ['', 2]]")])
        >>> [line.text for line in made]
        ['[[1, .]', '[., 2]]']
    """
    changed: list[Line] = []
    mends: list[Repair] = []
    for number, text in lines:
        if is_heading(text):
            changed.append(Line(number, text))
            continue
        bare = _NAME.sub("", text, count=1) if _NAME.match(text) else text
        plain = _ENTITY.sub("\u00a0", bare)
        filled = _NOTHING.sub(".", plain)
        rows = _APART.split(filled)
        for one, other, what in (
            (text, bare, "the name before the row taken off"),
            (bare, plain, "entities of HTML read as no-break spaces"),
            (plain, filled, "words for empty cells (None, null, nan, '') read as dots"),
            (rows, [filled], "rows in brackets set apart"),
        ):
            if one != other:
                mends.append(Repair(number, what))
        changed.extend(Line(number, row) for row in rows)
    return changed, mends


def has_bullets(lines: list[Line]) -> bool:
    """Whether a bullet, the same everywhere, stands before each row."""
    rows = [line for line in lines if line.text.strip() and not is_heading(line.text)]
    found = [_BULLET.match(line.text) for line in rows]
    kinds = {match and match[1] for match in found}
    return len(rows) > 1 and len(kinds) == 1 and None not in kinds


def bullets_off(lines: list[Line]) -> Mending:
    """Take off the bullet before each row, where there is one.

    Example:
        >>> bullets_off([Line(1, "- 12.."), Line(2, "- .341")])[0][1].text
        '.341'
    """
    if not has_bullets(lines):
        return lines, []
    changed = [Line(number, _BULLET.sub("", text, count=1)) for number, text in lines]
    return changed, [
        Repair(line.number, "the bullet before the row taken off")
        for line, now in zip(lines, changed, strict=True)
        if line != now
    ]
