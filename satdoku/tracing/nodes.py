"""One node of a drawn search tree: a pill with a name, and a mark where it is a leaf.

In a tree that grows down the mark stands below the pill, in one that grows to the right
beside it; so does what a folded node hides.

    ( r1c2=3 +12 )           ( r1c2=3 +12 ) ☒
          ☒
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import printable
from satdoku.pictures import palette
from satdoku.pictures.scene import Paint, Rect, Text
from satdoku.tracing.marks import MARK, mark, triangle
from satdoku.tracing.told import amounts
from satdoku.tracing.tree import Role

if TYPE_CHECKING:
    from satdoku.pictures.scene import Shape
    from satdoku.tracing.tree import Node

__all__ = [
    "FONT",
    "LETTER",
    "PILL",
    "SMALL",
    "WAY",
    "down",
    "height_down",
    "pill_width",
    "reach_right",
    "right",
    "width_down",
]

FONT = 11.0
SMALL = 9.0
LETTER = 0.64
"""How wide a letter is at most, on average, in sizes of its font (DejaVu Sans)."""

PILL = 20.0
"""How high a pill is."""

WAY = palette.DARK_GREEN
"""The colour of the way to the first solution."""

_TRIANGLE = 16.0
_LINE = 11.0
_PAD = 7.0
_LONGEST = 28
_PILLS = {
    Role.ROOT: Paint(palette.LIGHT_YELLOW, palette.INK),
    Role.DECIDED: Paint(palette.LIGHT_BLUE, palette.BLUE),
    Role.FLIPPED: Paint(palette.PAPER, palette.INK),
    Role.UNTRIED: Paint(palette.PAPER, palette.LIGHT_GREY, 1.0, (3, 3)),
    Role.ELIDED: Paint(palette.PAPER, palette.GREY, 1.0, (3, 3)),
}


def pill_width(node: Node) -> float:
    """Return how wide a node's pill is."""
    width = len(_label(node)) * FONT * LETTER + 2 * _PAD
    following = _following(node)
    return width + (len(following) * SMALL * LETTER + 4 if following else 0.0)


def width_down(node: Node) -> float:
    """Return how wide a node is in a tree that grows down."""
    lines = amounts(node.counts) if node.folded else []
    written = (len(line) * SMALL * LETTER for line in lines)
    return max(pill_width(node), *written, 0.0)


def height_down(node: Node) -> float:
    """Return how high a node is in a tree that grows down."""
    if node.folded:
        return PILL + _TRIANGLE + 3 + _LINE * len(amounts(node.counts))
    return PILL if node.end is None else PILL + 4 + MARK


def reach_right(node: Node) -> float:
    """Return how far a node reaches in a tree that grows to the right."""
    width = pill_width(node)
    if node.folded:
        said = ", ".join(amounts(node.counts))
        return width + _TRIANGLE + 4 + len(said) * SMALL * LETTER
    return width if node.end is None else width + 4 + MARK


def down(node: Node, x: float, top: float, *, on_way: bool) -> tuple[Shape, ...]:
    """Draw a node of a tree that grows down, its pill around x and below `top`."""
    drawn = _pill(node, x - pill_width(node) / 2, top + PILL / 2, on_way=on_way)
    if node.end is not None:
        drawn += mark(node.end, x, top + PILL + 4 + MARK / 2)
    if node.folded:
        width = min(pill_width(node), 44.0)
        tip, base = (x, top + PILL), top + PILL + _TRIANGLE
        drawn.append(triangle(tip, (x + width / 2, base), (x - width / 2, base)))
        y = base + 3 + _LINE / 2
        for line in amounts(node.counts):
            drawn.append(Text(x, y, line, SMALL, palette.GREY))
            y += _LINE
    return tuple(drawn)


def right(node: Node, left: float, y: float, *, on_way: bool) -> tuple[Shape, ...]:
    """Draw a node of a tree that grows right, its pill around y and behind `left`."""
    drawn = _pill(node, left, y, on_way=on_way)
    end = left + pill_width(node)
    if node.end is not None:
        drawn += mark(node.end, end + 4 + MARK / 2, y)
    if node.folded:
        base, half = end + _TRIANGLE, PILL / 2 - 2
        drawn.append(triangle((end, y), (base, y + half), (base, y - half)))
        said = ", ".join(amounts(node.counts))
        drawn.append(Text(base + 4, y, said, SMALL, palette.GREY, "start"))
    return tuple(drawn)


def _pill(node: Node, left: float, y: float, *, on_way: bool) -> list[Shape]:
    width = pill_width(node)
    paint = _PILLS[node.role]
    if on_way:
        paint = Paint(paint.fill, WAY, 2.0, paint.dash)
    ink = palette.GREY if node.role is Role.UNTRIED else palette.INK
    drawn: list[Shape] = [Rect(left, y - PILL / 2, width, PILL, paint, PILL / 2)]
    label, following = _label(node), _following(node)
    if following:
        drawn.append(Text(left + _PAD, y, label, FONT, ink, "start"))
        end = left + width - _PAD
        drawn.append(Text(end, y, following, SMALL, palette.GREY, "end"))
    else:
        drawn.append(Text(left + width / 2, y, label, FONT, ink))
    return drawn


def _label(node: Node) -> str:
    if node.role is Role.ROOT:
        return "level 0"
    if node.role is Role.ELIDED:
        return f"… {node.name}: {', '.join(amounts(node.own))} …"
    return printable(node.name, _LONGEST)


def _following(node: Node) -> str:
    """Return how many literals followed, as it is written in the pill."""
    looked_at = node.role not in (Role.UNTRIED, Role.ELIDED)
    return f"+{node.propagated:,}" if looked_at else ""
