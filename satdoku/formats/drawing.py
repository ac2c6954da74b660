"""Borders drawn around cells, in ASCII or in Unicode's box-drawing characters.

A *rule* is a line of borders alone; a *segment* is what stands between two upright
borders of a row.
"""

from __future__ import annotations

__all__ = ["UPRIGHTS", "dashes_are_cells", "is_rule", "segments"]

_BOXES = "".join(map(chr, range(0x2500, 0x2580)))
UPRIGHTS = frozenset("|¦│┃║┆┇┊┋╎╏")
"""Characters that stand between cells of a row."""

_RULE = frozenset("-=+*|:.'¦ \t") | frozenset(_BOXES)
_LYING = frozenset("-=─━═╌╍┄┅┈┉")
_TO_BARS = str.maketrans(dict.fromkeys("¦" + _BOXES, "|"))


def is_rule(line: str, *, dashes: bool = False) -> bool:
    """Whether a line is a border alone.

    Args:
        line: The line.
        dashes: Whether `-` stands for an empty cell, so that it takes more than dashes
            to draw a border.

    Example:
        >>> is_rule("---+---+---"), is_rule("...|...|..."), is_rule("╔═══╦═══╗")
        (True, False, True)
    """
    marks = set(line)
    if not marks <= _RULE or marks.isdisjoint(_LYING):
        return False
    return not dashes or not marks <= {"-", "|", " "}


def dashes_are_cells(lines: list[str]) -> bool:
    """Whether `-` stands in rows, next to digits."""
    return any("-" in line and any(m.isdigit() for m in line) for line in lines)


def segments(line: str) -> list[str]:
    """Cut a row at its upright borders, those at its ends left out.

    Example:
        >>> segments("| 5 3 . | . 7 . |")
        ['5 3 .', '. 7 .']
    """
    text = line.translate(_TO_BARS).strip()
    text = text.removeprefix("|")
    text = text.removesuffix("|")
    return [part.strip() for part in text.split("|")]
