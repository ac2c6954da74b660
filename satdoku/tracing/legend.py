"""The heading and the legend of a drawn search tree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from satdoku.errors import printable
from satdoku.pictures import palette
from satdoku.pictures.scene import Paint, Rect, Text
from satdoku.tracing.marks import MARK, MEANINGS, mark, triangle
from satdoku.tracing.told import engine_of, formula_of, number, of_ended
from satdoku.tracing.tree import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.pictures.scene import Shape
    from satdoku.tracing.tree import Tree

__all__ = ["heading", "legend"]

_FONT = 11.0
_LETTER = 6.4
_ROW = 20.0
_LONGEST = 120


def heading(tree: Tree) -> tuple[str, list[str]]:
    """Return the title of a picture, and the lines below it."""
    counts = tree.counts
    shown = sum(1 for _ in tree.root.walk())
    said = [
        number(counts.nodes, "node"),
        number(counts.decided, "decision"),
        number(counts.conflicts, "conflict"),
        number(counts.solutions, "solution"),
    ]
    title = f"DPLL search tree: {', '.join(said)}"
    begun = tree.begun
    what = f"{printable(begun.source, _LONGEST)}; " if begun.source else ""
    ending = f"{engine_of(begun)}; {of_ended(tree.ended)}"
    if shown < counts.nodes:
        ending += f"; drawn with {number(shown, 'node')}, the rest is folded"
    return title, [what + printable(formula_of(begun), _LONGEST), ending]


def legend(
    tree: Tree, left: float, y: float, right: float
) -> tuple[list[Shape], float]:
    """Draw what the shapes mean, only those that occur; return where it ends below."""
    shapes: list[Shape] = []
    x = left
    for draw, text in _entries(tree):
        wide = MARK + 6 + len(text) * _LETTER + 18
        if x > left and x + wide > right:
            x, y = left, y + _ROW
        shapes += draw(x + MARK / 2, y)
        shapes.append(Text(x + MARK + 6, y, text, _FONT, anchor="start", name="legend"))
        x += wide
    return shapes, y + MARK / 2


def _entries(
    tree: Tree,
) -> Iterator[tuple[Callable[[float, float], tuple[Shape, ...]], str]]:
    nodes = list(tree.root.walk())
    roles = {node.role for node in nodes}
    if Role.DECIDED in roles:
        yield _pill(palette.LIGHT_BLUE, palette.BLUE), "decided"
    if Role.FLIPPED in roles:
        yield _pill(palette.PAPER, palette.INK), "its negation"
    ends = {node.end for node in nodes}
    for end, text in MEANINGS.items():
        if end in ends:
            yield partial(mark, end), text
    if any(node.folded for node in nodes):
        yield _folded, "folded subtree"
    yield lambda x, y: (Text(x, y, "+n", 9, palette.GREY),), "n literals followed"


def _folded(x: float, y: float) -> tuple[Shape, ...]:
    return (triangle((x, y - 6), (x + 8, y + 6), (x - 8, y + 6)),)


def _pill(fill: str, stroke: str) -> Callable[[float, float], tuple[Shape, ...]]:
    paint = Paint(fill, stroke, 1.0)
    return lambda x, y: (Rect(x - 8, y - 5, 16, 10, paint, 5, name="legend"),)
