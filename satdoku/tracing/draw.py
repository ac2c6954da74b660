"""Draw a search tree: as SVG, and in DOT for Graphviz.

The tree grows to the right, each leaf on a row of its own, so that names have room.  A
pill is a branch, with its literal and how many literals followed (`+12`): blue where
the literal was decided, white where it is the negation of a decision, dashed where that
was not tried.  The path to the first solution is green and thicker.  Marks show how
branches ended, one shape and one colour for each:

    square with a cross   conflict                        vermilion
    double circle         solution                        green
    diamond               not tried: jumped over          purple
    diamond with a dot    not tried: no other model       purple
    dotted circle         open                            grey
    triangle              folded                          grey

A tooltip over each node says in full what happened there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from satdoku.drawing import palette, vector
from satdoku.drawing.vector import Paint, Scene, svg_text
from satdoku.errors import printable
from satdoku.tracing.wording import (
    describe_end,
    describe_engine,
    describe_formula,
    plural,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.drawing.vector import Shape
    from satdoku.tracing.tree import Counts, End, Node, Role, Tree

__all__ = ["to_dot", "to_svg"]

_FONT, _SMALL = 11.0, 9.0
_LETTER = 0.64
"""Width of an average letter, in font sizes, at most (DejaVu Sans)."""

_MARGIN = 16.0
_MIN_WIDTH = 720.0
_ROW = 24.0
_STEP = 26.0
"""Room for edges between columns."""

_PILL = 20.0
_PAD = 7.0
_MARK = 14.0
_TRIANGLE = 16.0
_MAX_NAME = 28
_MAX_LINE = 120

_PILLS: dict[Role, Paint] = {
    "root": Paint(palette.LIGHT_YELLOW, palette.INK),
    "decided": Paint(palette.LIGHT_BLUE, palette.BLUE),
    "flipped": Paint(palette.PAPER, palette.INK),
    "untried": Paint(palette.PAPER, palette.LIGHT_GREY, 1.0, (3, 3)),
    "elided": Paint(palette.PAPER, palette.GREY, 1.0, (3, 3)),
}
_MEANINGS: dict[End, str] = {
    "conflict": "conflict",
    "solution": "solution",
    "jumped": "not tried: no conflict depends on the decision",
    "same": "not tried: no other model",
    "open": "not searched to its end",
}
_DOT: dict[Role | End, tuple[str, ...]] = {
    "root": (),
    "decided": (),
    "flipped": (),
    "elided": ("style=dashed",),
    "conflict": ("style=filled", f'color="{palette.DARK_VERMILION}"'),
    "solution": ("peripheries=2", f'color="{palette.DARK_GREEN}"'),
    "jumped": ("style=dashed",),
    "same": ("style=dashed",),
    "open": ("style=dotted",),
}
_EDGE = Paint(stroke=palette.GREY, width=1.0)
_PATH = Paint(stroke=palette.DARK_GREEN, width=2.5)
_CONFLICT = Paint(palette.LIGHT_VERMILION, palette.DARK_VERMILION, 1.5)
_SOLUTION = Paint(palette.LIGHT_GREEN, palette.DARK_GREEN, 1.5)
_UNTRIED = Paint(palette.PAPER, palette.DARK_PURPLE, 1.5)
_OPEN = Paint(palette.PAPER, palette.GREY, 1.5, (1.5, 2.5))
_FOLDED = Paint("#e8e8e8", palette.GREY, 1.0)


def to_svg(tree: Tree) -> str:
    """Draw all nodes of a tree as an SVG document; fold a large one first."""
    nodes = list(tree.root.walk())
    depths, rows = _depths(tree.root), _rows(nodes)
    columns = [0.0] * (1 + max(depths.values()))
    for node in nodes:
        columns[depths[node]] = max(columns[depths[node]], _pill_width(node))
    lefts = [_MARGIN + sum(columns[:d]) + d * _STEP for d in range(len(columns))]
    right = max(lefts[depths[node]] + _reach(node) for node in nodes)
    width = max(right + _MARGIN, _MIN_WIDTH)
    title, lines = _heading(tree, len(nodes))
    y = _MARGIN + 4
    shapes: list[Shape] = [
        vector.text(_MARGIN, y, title, 14, anchor="start", bold=True, name="title")
    ]
    for line in lines:
        y += 16
        shapes.append(vector.text(_MARGIN, y, line, _FONT, palette.GREY, "start"))
    legend, y = _legend(nodes, y + 22, width - _MARGIN)
    top = y + 14 + _ROW / 2
    path = _path_to_solution(tree.root)
    edges: dict[str, list[Shape]] = {"edge": [], "path": []}
    pills: list[Shape] = []
    for node in nodes:
        left, y = lefts[depths[node]], top + rows[node] * _ROW
        end = left + _pill_width(node)
        for child in node.children:
            paint, name = (_PATH, "path") if child in path else (_EDGE, "edge")
            if child.role == "untried":
                paint = _PILLS["untried"]
            to = lefts[depths[child]], top + rows[child] * _ROW
            bend = to[0] - _STEP / 2
            corners = ((end, y), (bend, y), (bend, to[1]), to)
            line_paint = Paint(None, paint.stroke, paint.width, paint.dash)
            edges[name].append(vector.line(corners, line_paint, name=name))
        drawn = _draw_node(node, left, y, on_path=node in path)
        pills.append(vector.group(drawn, _describe(node), node.role))
    bottom = top + (1 + max(rows.values())) * _ROW
    description = f"{title}; {'; '.join(lines)}"
    every = (*shapes, *legend, *edges["edge"], *edges["path"], *pills)
    return svg_text(Scene(round(width), round(bottom), every, title, description))


def to_dot(tree: Tree) -> str:
    """Write all nodes of a tree in DOT; fold a large one first."""
    path = _path_to_solution(tree.root)
    nodes = list(tree.root.walk())
    numbers = {node: f"n{number}" for number, node in enumerate(nodes)}
    lines = [
        "digraph search {",
        f"  label={_quoted(_heading(tree, len(nodes))[0])};",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica"];',
        "  edge [dir=none];",
    ]
    for node in nodes:
        label = f"{_label(node)} {_following(node)}".strip()
        if node.end is not None:
            label += (
                "\nnot tried" if node.end in {"jumped", "same"} else f"\n{node.end}"
            )
        if node.folded:
            label += f"\n{', '.join(_amounts(node.counts))}"
        attributes = [
            f"label={_quoted(label)}",
            f"tooltip={_quoted(_describe(node))}",
            f'fillcolor="{_PILLS[node.role].fill}"',
            *_DOT[node.end or node.role],
        ]
        if node.folded:
            attributes += ["shape=trapezium", "style=filled"]
        lines.append(f"  {numbers[node]} [{', '.join(attributes)}];")
        for child in node.children:
            look = " [style=dashed]" if child.role == "untried" else ""
            if child in path:
                look = f' [color="{palette.DARK_GREEN}", penwidth=2.5]'
            lines.append(f"  {numbers[node]} -> {numbers[child]}{look};")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    """Quote a text for DOT; a line break stays one."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n") + '"'


def _depths(root: Node) -> dict[Node, int]:
    depths = {root: 0}
    for node in root.walk():
        depths.update(dict.fromkeys(node.children, depths[node] + 1))
    return depths


def _rows(nodes: list[Node]) -> dict[Node, float]:
    """Give each leaf a row, and its parents the middle of their children."""
    rows: dict[Node, float] = {}
    for node in nodes:
        if not node.children:
            rows[node] = float(len(rows))
    for node in reversed(nodes):  # children before their parents
        if node.children:
            rows[node] = (rows[node.children[0]] + rows[node.children[-1]]) / 2
    return rows


def _path_to_solution(root: Node) -> set[Node]:
    path: set[Node] = set()
    node = root if root.counts.solution else None
    while node is not None:
        path.add(node)
        node = next((child for child in node.children if child.counts.solution), None)
    return path


def _draw_node(
    node: Node, left: float, y: float, *, on_path: bool
) -> tuple[Shape, ...]:
    """Draw a pill that begins at `left`, its middle at `y`, and what stands behind."""
    width = _pill_width(node)
    paint = _PILLS[node.role]
    if on_path:
        paint = Paint(paint.fill, palette.DARK_GREEN, 2.0, paint.dash)
    ink = palette.GREY if node.role == "untried" else palette.INK
    drawn: list[Shape] = [
        vector.rect(left, y - _PILL / 2, width, _PILL, paint, _PILL / 2),
        vector.text(left + _PAD, y, _label(node), _FONT, ink, "start"),
    ]
    end = left + width
    if following := _following(node):
        drawn.append(vector.text(end - _PAD, y, following, _SMALL, palette.GREY, "end"))
    if node.end is not None:
        drawn += _mark(node.end, end + 4 + _MARK / 2, y)
    if node.folded:
        drawn.append(_triangle(end, y))
        counts = ", ".join(_amounts(node.counts))
        x = end + _TRIANGLE + 4
        drawn.append(vector.text(x, y, counts, _SMALL, palette.GREY, "start"))
    return tuple(drawn)


def _mark(end: End, x: float, y: float) -> tuple[Shape, ...]:
    """Draw how a branch ended, around (x, y)."""
    r = _MARK / 2
    if end == "conflict":
        q = r - 3
        cross = ((x - q, y - q, x + q, y + q), (x - q, y + q, x + q, y - q))
        return (
            vector.rect(x - r, y - r, _MARK, _MARK, _CONFLICT, name=end),
            vector.segments(cross, Paint(stroke=_CONFLICT.stroke, width=1.5), name=end),
        )
    if end == "solution":
        return tuple(
            vector.circle(x, y, each, _SOLUTION, name=end) for each in (r, r - 3)
        )
    if end == "open":
        return (vector.circle(x, y, r, _OPEN, name=end),)
    corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
    diamond = vector.line(corners, _UNTRIED, closed=True, name=end)
    if end == "jumped":
        return (diamond,)
    return (diamond, vector.circle(x, y, 2, Paint(palette.DARK_PURPLE), name=end))


def _triangle(x: float, y: float) -> Shape:
    corners = ((x, y), (x + _TRIANGLE, y + 8), (x + _TRIANGLE, y - 8))
    return vector.line(corners, _FOLDED, closed=True, name="folded")


def _pill_width(node: Node) -> float:
    width = len(_label(node)) * _FONT * _LETTER + 2 * _PAD
    following = _following(node)
    return width + (len(following) * _SMALL * _LETTER + 4 if following else 0.0)


def _reach(node: Node) -> float:
    """Return how far a node reaches to the right, with its mark or counts."""
    width = _pill_width(node)
    if node.folded:
        counts = ", ".join(_amounts(node.counts))
        return width + _TRIANGLE + 4 + len(counts) * _SMALL * _LETTER
    return width if node.end is None else width + 4 + _MARK


def _label(node: Node) -> str:
    if node.role == "root":
        return "level 0"
    if node.role == "elided":
        return f"… {node.name} …"
    return printable(node.name, _MAX_NAME)


def _following(node: Node) -> str:
    """Return how many literals followed, as the pill says it."""
    searched = node.role not in {"untried", "elided"}
    return f"+{node.propagated:,}" if searched else ""


def _legend(nodes: list[Node], y: float, right: float) -> tuple[list[Shape], float]:
    """Say what the shapes mean that occur; return where that ends below."""
    roles, ends = {node.role for node in nodes}, {node.end for node in nodes}
    entries: list[tuple[Callable[[float, float], tuple[Shape, ...]], str]] = []
    texts: dict[Role, str] = {"decided": "decided", "flipped": "its negation"}
    entries += [
        (partial(_pill_sign, role), text)
        for role, text in texts.items()
        if role in roles
    ]
    entries += [
        (partial(_mark, end), text) for end, text in _MEANINGS.items() if end in ends
    ]
    if any(node.folded for node in nodes):
        entries.append((lambda x, y: (_triangle(x - 8, y),), "folded subtree"))
    sign = "+n", _SMALL, palette.GREY
    entries.append((lambda x, y: (vector.text(x, y, *sign),), "n literals followed"))
    shapes: list[Shape] = []
    x = _MARGIN
    for draw, text in entries:
        width = _MARK + 24 + len(text) * 6.4
        if x > _MARGIN and x + width > right:
            x, y = _MARGIN, y + 20
        shapes += draw(x + _MARK / 2, y)
        shapes.append(vector.text(x + _MARK + 6, y, text, _FONT, anchor="start"))
        x += width
    return shapes, y + _MARK / 2


def _pill_sign(role: Role, x: float, y: float) -> tuple[Shape, ...]:
    return (vector.rect(x - 8, y - 5, 16, 10, _PILLS[role], 5),)


def _heading(tree: Tree, shown: int) -> tuple[str, list[str]]:
    """Return the title of a picture, and the lines below it."""
    counts, search = tree.counts, tree.search
    amounts = [
        plural(counts.nodes, "node"),
        plural(counts.decided, "decision"),
        plural(counts.conflict, "conflict"),
        plural(counts.solution, "solution"),
    ]
    source = f"{printable(search.source, _MAX_LINE)}; " if search.source else ""
    ending = f"{describe_engine(search)}; {describe_end(tree.summary)}"
    if shown < counts.nodes:
        ending += f"; {plural(shown, 'node')} drawn, the rest folded"
    title = f"DPLL search tree: {', '.join(amounts)}"
    return title, [source + printable(describe_formula(search), _MAX_LINE), ending]


def _amounts(counts: Counts) -> list[str]:
    """Say what a subtree holds."""
    found = [plural(counts.nodes, "node")]
    if counts.conflict:
        found.append(plural(counts.conflict, "conflict"))
    if counts.solution:
        found.append(plural(counts.solution, "solution"))
    if counts.open:
        found.append(f"{counts.open:,} open")
    return found


def _describe(node: Node) -> str:
    """Say in full what happened at a node."""
    how: dict[Role, str] = {
        "root": "the assumptions, and what follows",
        "decided": f"decided {node.name}",
        "flipped": f"then {node.name}",
        "untried": f"the other branch, {node.name}",
        "elided": f"{node.name}, drawn as one",
    }
    parts = [f"level {node.level:,}: {how[node.role]}"]
    if _following(node):
        parts.append(f"{plural(node.propagated, 'literal')} followed")
    if node.clause is not None:
        meaning = f" ({node.clause.meaning})" if node.clause.meaning else ""
        parts.append(f"conflict: {node.clause.text}{meaning}")
    elif node.end is not None:
        parts.append(_MEANINGS[node.end])
    if node.solution is not None:
        parts.append(node.solution)
    if node.folded:
        parts.append(f"folded: {', '.join(_amounts(node.counts))}")
    elif node.children:
        parts.append(f"with all below: {', '.join(_amounts(node.counts))}")
    return "; ".join(parts)
