"""Borders drawn around cells, in ASCII or in Unicode's box-drawing characters.

A *rule* is a line of borders alone; a *segment* is what stands between two upright
borders of a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry

__all__ = [
    "UPRIGHTS",
    "dashes_are_cells",
    "drawn",
    "is_rule",
    "raw_segments",
    "segments",
]

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


def raw_segments(line: str, wide: int = 0, count: int = 0) -> list[str]:
    """Cut a row at its upright borders, and keep the blanks of every segment.

    Args:
        line: The row.
        wide: How wide segments are; where a row has no border at an end, the segment
            there is filled up to it, or loses blanks beyond it.
        count: How many segments there are; where a row has no more borders than
            between them, none of them is one at an end.

    Example:
        >>> raw_segments("|5 3  |  7  |")
        ['5 3  ', '  7  ']
        >>> raw_segments("5 3 |   7", 5)
        [' 5 3 ', '   7 ']
    """
    text = line.translate(_TO_BARS)
    inner = text.strip()
    open_ends = inner.count("|") < count
    left = inner.startswith("|") and not open_ends
    right = inner.endswith("|") and not open_ends
    text = text.lstrip().removeprefix("|") if left else text
    text = text.rstrip().removesuffix("|") if right else text
    parts = text.split("|")
    if wide and not left and not parts[0][:-wide].strip():
        parts[0] = parts[0].rjust(wide)[-wide:]
    if wide and not right and not parts[-1][wide:].strip():
        parts[-1] = parts[-1].ljust(wide)[:wide]
    return parts


def drawn(geometry: Geometry, texts: Sequence[str]) -> str:
    """Draw cells with the boxes told apart, rows on lines; each a text of one width.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> print(drawn(Geometry(4, 4), "1234341221434321"))
        12|34
        34|12
        --+--
        21|43
        43|21
    """
    n, w, h = geometry.size, geometry.box_width, geometry.box_height
    wide = len(texts[0])
    between, edge, cross = ("", "|", "+") if wide == 1 else (" ", " | ", "-+-")
    rule = cross.join(["-" * (wide * w + len(between) * (w - 1))] * (n // w))
    lines: list[str] = []
    for row in range(n):
        if row and row % h == 0:
            lines.append(rule)
        cells = texts[row * n : row * n + n]
        lines.append(edge.join(between.join(cells[c : c + w]) for c in range(0, n, w)))
    return "\n".join(lines)
