"""The marks of a drawn search tree: one shape and one colour for each kind of node.

square with a cross   a conflict                        vermilion
double circle         a solution                        green
diamond               not tried: jumped over            purple
diamond with a dot    not tried: nothing new in it      purple
dotted circle         not looked at                     grey
triangle              folded                            grey
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.pictures import palette
from satdoku.pictures.scene import Circle, Paint, Polyline, Rect, Segments
from satdoku.tracing.tree import End

if TYPE_CHECKING:
    from satdoku.pictures.scene import Point, Shape

__all__ = ["MARK", "MEANINGS", "mark", "triangle"]

MARK = 14.0
"""How high and wide a mark is."""

MEANINGS = {
    End.CONFLICT: "conflict",
    End.SOLUTION: "solution",
    End.JUMPED: "not tried: the conflicts beside it do not rest on the decision",
    End.SAME: "not tried: the solution beside it stands for it",
    End.OPEN: "not looked at",
}
"""What the legend says of each mark."""

_CONFLICT = Paint(palette.LIGHT_VERMILION, palette.DARK_VERMILION, 1.5)
_CROSS = Paint(stroke=palette.DARK_VERMILION, width=1.5)
_SOLUTION = Paint(palette.LIGHT_GREEN, palette.DARK_GREEN, 1.5)
_UNTRIED = Paint(palette.PAPER, palette.DARK_PURPLE, 1.5)
_DOT = Paint(palette.DARK_PURPLE)
_OPEN = Paint(palette.PAPER, palette.GREY, 1.5, (1.5, 2.5))
_FOLDED = Paint("#e8e8e8", palette.GREY, 1.0)


def mark(end: End, x: float, y: float) -> tuple[Shape, ...]:
    """Draw the mark of an end, its middle at (x, y).

    Example:
        >>> [type(shape).__name__ for shape in mark(End.SOLUTION, 0, 0)]
        ['Circle', 'Circle']
    """
    r = MARK / 2
    if end is End.CONFLICT:
        q = r - 3
        cross = ((x - q, y - q, x + q, y + q), (x - q, y + q, x + q, y - q))
        return (
            Rect(x - r, y - r, MARK, MARK, _CONFLICT, name="conflict"),
            Segments(cross, _CROSS, name="conflict"),
        )
    if end is End.SOLUTION:
        return (
            Circle(x, y, r, _SOLUTION, name="solution"),
            Circle(x, y, r - 3, _SOLUTION, name="solution"),
        )
    if end is End.OPEN:
        return (Circle(x, y, r, _OPEN, name="open"),)
    corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
    diamond = Polyline(corners, _UNTRIED, closed=True, name=end.value)
    if end is End.JUMPED:
        return (diamond,)
    return (diamond, Circle(x, y, 2, _DOT, name=end.value))


def triangle(tip: Point, one: Point, other: Point) -> Shape:
    """Draw the mark of a folded subtree, given its corners."""
    return Polyline((tip, one, other), _FOLDED, closed=True, name="folded")
