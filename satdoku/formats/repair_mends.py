"""The mends: what can be wrong with the lines of a puzzle, and can be taken away.

Each mend is a function from lines to lines, with a remark for every line it changed.
None of them touches a digit, moves one, or makes one: they take away what stands
around cells, and write signs for empty cells as `.`.  Whether what comes out is a
puzzle is not for them to say.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cells import is_rule
from satdoku.errors import InputError
from satdoku.formats.cells import has_spare
from satdoku.formats.model import Repair

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

__all__ = [
    "Line",
    "Mending",
    "Ways",
    "blank_lines_out",
    "borders_out",
    "comments_out",
    "dressing_off",
    "gaps_out",
    "has_dashes",
    "has_fields",
    "has_wide",
    "invisible_out",
    "is_border",
    "is_heading",
    "labels_off",
    "quotes_off",
    "separators_off",
    "signs_as_dots",
    "titles_out",
]


class Line(NamedTuple):
    """A line with its number in the source."""

    number: int
    text: str


class Ways(NamedTuple):
    """How a text is understood where it can be understood in two ways.

    Args:
        words: Whether blanks keep cells apart, each a word; else they mean nothing.
        fields: Whether separators (`,` `;` tab) keep cells apart, with nothing between
            two for an empty cell; else they mean nothing.
        dashes: Whether `-` stands for an empty cell; else it draws borders.
        wide: Whether unusual blanks (no-break ones, say) stand for empty cells.
        bullets: Whether a sign and a blank before each row are the bullet of a list.
    """

    words: bool
    fields: bool
    dashes: bool
    wide: bool
    bullets: bool = False


if TYPE_CHECKING:
    Mending: TypeAlias = tuple[list[Line], list[Repair]]
    """What a mend returns."""

# A blank here is a plain one or a tab: others may be cells.
_INVISIBLE = re.compile(
    r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]"
)
_WIDE = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2007\u202f\u205f\u3000"
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_SIGNS = (
    "_*?xX\u00d7\u00b7\u2022\u2219\u22c5\u30fb"  # and dots, and empty squares
    "\u25a1\u25a2\u25ab\u25cb\u25ef\u25fb\u2610\u2b1c"
)
_DOUBTFUL, _OFTEN = "?xX\u00d7", 3  # may have been digits, unless there are so many
_BORDERS = "|\u00a6" + "".join(map(chr, range(0x2500, 0x2580)))
_FRONT = "\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb[({"
_BACK = "\"'\u201c\u201d\u2018\u2019\u00ab\u00bb])}\\"
_FIELDS = re.compile(r"[,;\t]")
_SEPARATORS = re.compile(r"[,;\t/]")
_COMMENT = re.compile(r"(?<![ \t])[ \t]+(?:#|//|<-).*$")
_LABEL = re.compile(
    r"[ \t]*(?:row[ \t]*|r)?(\d{1,3}|[A-Za-z])(?:[ \t]*[:)\]|\u2502][ \t]*|\.?[ \t]+)",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\s*(?:#.*|grid\s+\w+\s*)$", re.IGNORECASE)
_QUOTED = re.compile(r"^[> \t]+")
_WORD = re.compile(r"[^\W\d_]{3,}")


def has_fields(text: str) -> bool:
    """Whether there are separators that can keep cells apart."""
    return _FIELDS.search(text) is not None


def has_dashes(text: str) -> bool:
    """Whether there are dashes, of any length."""
    return not set(_DASHES).isdisjoint(text)


def has_wide(text: str) -> bool:
    """Whether there are unusual blanks."""
    return not set(_WIDE).isdisjoint(text) or "&" in text  # an entity, maybe


def is_border(text: str, dashes: bool) -> bool:  # noqa: FBT001  said by its name
    """Whether a line is a border alone."""
    return is_rule(text, dashes=dashes)


def is_heading(text: str) -> bool:
    """Whether a line is kept as it is: a comment, or a title that formats know."""
    return _HEADING.match(text) is not None


def _each(lines: list[Line], change: Callable[[str], str], what: str) -> Mending:
    """Change the lines of cells one by one; say `what` of those that changed."""
    changed: list[Line] = []
    mends: list[Repair] = []
    for line in lines:
        text = line.text if is_heading(line.text) else change(line.text)
        if text != line.text:
            mends.append(Repair(line.number, what))
        changed.append(Line(line.number, text))
    return changed, mends


def invisible_out(lines: list[Line]) -> Mending:
    """Take out characters that nobody sees.

    Example:
        >>> invisible_out([Line(1, "1\u200b2")])[0][0].text
        '12'
    """
    return _each(
        lines, lambda text: _INVISIBLE.sub("", text), "invisible characters taken out"
    )


def comments_out(lines: list[Line]) -> Mending:
    """Take out what stands behind a row, after a blank and one of `# // <-`.

    Example:
        >>> comments_out([Line(1, "12.. # the first")])[0][0].text
        '12..'
    """

    def change(text: str) -> str:
        cut = _COMMENT.sub("", text)
        return cut if cut.strip() else text

    return _each(lines, change, "the text behind the row taken out")


def quotes_off(lines: list[Line]) -> Mending:
    """Take off the `>` that mail and forums put before quoted lines; all have it.

    Example:
        >>> quotes_off([Line(1, "> 12.."), Line(2, ">> 3")])[0][1].text
        '3'
    """
    rows = [line for line in lines if line.text.strip()]
    if not rows or not all(line.text.lstrip().startswith(">") for line in rows):
        return lines, []
    return _each(
        lines, lambda text: _QUOTED.sub("", text), "the > before the line taken off"
    )


def dressing_off(lines: list[Line]) -> Mending:
    r"""Take off quotes and brackets around a row, and separators behind it.

    A separator stays where there are others: it may say that the last cell is empty.

    Example:
        >>> dressing_off([Line(1, '    "12..",')])[0][0].text
        '12..'
    """

    def change(text: str) -> str:
        bare = text.strip(" \t")
        while True:
            before = bare
            bare = bare.lstrip(_FRONT).rstrip(_BACK).strip(" \t")
            cut = bare.rstrip(",;").rstrip(" \t")
            if cut != bare and (cut[-1:] in _BACK or not set(cut) & set(",;")):
                bare = cut
            if bare == before:
                break
        # Blanks alone are taken out elsewhere, where that is told by its own name.
        return text if bare == text.strip(" \t") else bare

    return _each(
        lines, change, "quotes, brackets or separators around the row taken off"
    )


def titles_out(lines: list[Line]) -> Mending:
    """Take out lines of words among rows of digits.

    Example:
        >>> lines = [Line(1, "Easy one:"), Line(2, "12..")]
        >>> [line.text for line in titles_out(lines)[0]]
        ['12..']
    """
    rows = [line for line in lines if line.text.strip() and not is_heading(line.text)]
    titles = [line for line in rows if _is_title(line.text)]
    spelt = sum(any(m.isalpha() and m not in "xX" for m in r.text) for r in rows)
    if not titles or spelt > len(titles):
        return lines, []
    numbers = {line.number for line in titles}
    return (
        [line for line in lines if line.number not in numbers],
        [Repair(number, "a line of words taken out") for number in sorted(numbers)],
    )


def _is_title(text: str) -> bool:
    letters = sum(mark.isalpha() for mark in text)
    return _WORD.search(text) is not None and letters * 2 > len("".join(text.split()))


def labels_off(lines: list[Line]) -> Mending:
    """Take off the labels of rows, 1 2 3 … or A B C …, and the heading of the columns.

    Example:
        >>> lines = [Line(1, "1: 12.."), Line(2, "2: 34..")]
        >>> [line.text for line in labels_off(lines)[0]]
        ['12..', '34..']
    """
    cells = {
        line.number: _LABEL.match(line.text)
        for line in lines
        if line.text.strip() and not is_heading(line.text) and not is_rule(line.text)
    }
    found = [match[1].upper() for match in cells.values() if match is not None]
    order = len(found)
    for one in ("A", "1"):
        wanted = [chr(ord("A") + i) if one == "A" else str(i + 1) for i in range(order)]
        if order > 1 and found == wanted and list(cells.values()).count(None) <= 1:
            break
    else:
        return lines, []
    unlabelled = [number for number, match in cells.items() if match is None]
    heading = unlabelled[0] if unlabelled else None
    if heading is not None:
        texts = {line.number: line.text for line in lines}
        marks = [m for m in re.split(r"[\s|\u2502]+", texts[heading]) if m]
        counted = [str(i + 1) for i in range(order)]
        if "".join(marks).upper() not in ("".join(counted), "".join(wanted)):
            return lines, []
        if next(iter(cells)) != heading:
            return lines, []
    changed: list[Line] = []
    mends: list[Repair] = []
    for line in lines:
        if line.number == heading:
            mends.append(Repair(line.number, "the heading of the columns taken out"))
            continue
        match = cells.get(line.number)
        if match is not None:
            mends.append(Repair(line.number, "the label of the row taken off"))
            changed.append(Line(line.number, line.text[match.end() :]))
        else:
            changed.append(line)
    return changed, mends


def separators_off(lines: list[Line], *, fields: bool, words: bool) -> Mending:
    """Take out separators between cells; as fields, nothing between two is empty.

    Where each of n rows ends in a separator behind n fields, that one is to spare.

    Example:
        >>> separators_off([Line(1, "1,2,,")], fields=True, words=True)[0][0].text
        '1 2 . .'
    """
    if not fields:
        return _each(
            lines,
            lambda text: _SEPARATORS.sub(" " if words else "", text),
            "separators between cells taken out",
        )
    rows = [
        _FIELDS.split(line.text)
        for line in lines
        if _FIELDS.search(line.text) and not is_heading(line.text)
    ]
    fields_of = [[field.strip(" \"'") for field in row] for row in rows]
    spare = False
    if {len(row) for row in rows} == {len(rows) + 1}:
        with suppress(InputError):  # what the reader refuses is not repaired
            spare = has_spare(fields_of)

    def change(text: str) -> str:
        if not _FIELDS.search(text):
            return text
        parts = [part.strip(" \"'") or "." for part in _FIELDS.split(text)]
        return " ".join(parts[:-1] if spare else parts)

    return _each(lines, change, "separators between cells taken out, gaps left empty")


def signs_as_dots(lines: list[Line], *, dashes: bool, wide: bool) -> Mending:
    """Write each usual sign for an empty cell as a dot; 0 stays.

    A sign that may have been a digit (`?` or `x`) is left where there is another sign
    for empty cells and this one is rare.

    Example:
        >>> signs_as_dots([Line(1, "1_-*")], dashes=True, wide=False)[0][0].text
        '1...'
    """
    rows = "".join(
        line.text
        for line in lines
        if not is_heading(line.text) and not is_rule(line.text, dashes=dashes)
    )
    letters = any(mark.isalpha() and mark not in "xX" for mark in rows)
    signs = _SIGNS.replace("xX", "") if letters else _SIGNS
    signs += (_DASHES if dashes else "") + (_WIDE if wide else "")
    blanks = {mark for mark in rows if mark in signs or mark in ".0"}
    rare = {
        mark
        for mark in blanks.intersection(_DOUBTFUL)
        if len(blanks) > 1 and rows.count(mark) < _OFTEN
    }
    table = {ord(mark): "." for mark in signs if mark not in rare}
    if not wide:
        table |= dict.fromkeys(map(ord, _WIDE), " ")
    kinds = " ".join(sorted(blanks - rare - set(".0") - set(_WIDE)))
    what = "signs for empty cells written as dots" + (f": {kinds}" if kinds else "")

    def change(text: str) -> str:
        return text if is_rule(text, dashes=dashes) else text.translate(table)

    return _each(lines, change, what)


def borders_out(lines: list[Line], *, dashes: bool, words: bool) -> Mending:
    """Take out lines that are borders, and upright borders; a sign within a row stays.

    Example:
        >>> drawn = [Line(1, "1.|.4"), Line(2, "--+-")]
        >>> [line.text for line in borders_out(drawn, dashes=False, words=False)[0]]
        ['1..4']
    """
    changed: list[Line] = []
    mends: list[Repair] = []
    table = dict.fromkeys(map(ord, _BORDERS), " " if words else "")
    for line in lines:
        text = line.text
        if text.strip() and not is_heading(text):
            if is_rule(text, dashes=dashes):
                mends.append(Repair(line.number, "a border taken out"))
                continue
            text = text.translate(table)
        if text != line.text:
            mends.append(Repair(line.number, "borders in the row taken out"))
        changed.append(Line(line.number, text))
    return changed, mends


def gaps_out(lines: list[Line], *, words: bool) -> Mending:
    """Take out blanks, or leave one between two words.

    Example:
        >>> gaps_out([Line(1, " 12  . .")], words=False)[0][0].text
        '12..'
    """
    between = " " if words else ""
    return _each(
        lines,
        lambda text: between.join(text.split()),
        "blanks around or within the row taken out",
    )


def blank_lines_out(lines: list[Line]) -> Mending:
    """Take out blank lines.

    Example:
        >>> [line.number for line in blank_lines_out([Line(1, "12"), Line(2, " ")])[0]]
        [1]
    """
    kept = [line for line in lines if line.text.strip(" \t")]
    gone = [line.number for line in lines if not line.text.strip(" \t")]
    return kept, [
        Repair(number, "a blank line within a puzzle taken out") for number in gone
    ]
