"""The search tree: built from events, and folded to a size that can be drawn.

A node is a branch: a literal that became true by decision, or by the negation of a
decision, and what followed from it.  The root is level 0, the assumptions.  The
children of a node are the two branches of the decision made there, in the order of the
search; a branch that was not tried is a leaf too, which says why.

    root ┬ r1c2=3 ┬ r4c4=1    conflict
         │        └ r4c4≠1    conflict
         └ r1c2≠3   solution

Invariants
  1. A node's counts are those of itself and of all nodes below it.
  2. A leaf has an end; a node with children has none.  A folded node stands for a
     subtree: it has neither, and that subtree's counts.

In its picture the tree grows to the right, each leaf on a row of its own, so that names
have room.  A pill is a branch, with its literal and how many literals followed (`+12`):
blue where the literal was decided, white where it is the negation of a decision, dashed
where that was not tried.  The path to the first solution is green and thicker.  Marks
show how branches ended, one shape and one colour for each:

    square with a cross   conflict                        vermilion
    double circle         solution                        green
    diamond               not tried: jumped over          purple
    diamond with a dot    not tried: no other model       purple
    dotted circle         open                            grey
    triangle              folded                          grey

A tooltip over each node says in full what happened there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from satdoku.drawing import palette, vector
from satdoku.drawing.tikz import tex
from satdoku.drawing.vector import Font, Paint, Scene, svg_text
from satdoku.errors import counted, printable
from satdoku.study.tracing.clauses import negated, quoted_dot
from satdoku.study.tracing.narration import (
    amounts,
    describe_end,
    describe_engine,
    describe_formula,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.drawing.vector import SvgElement
    from satdoku.puzzle.grid import Grid
    from satdoku.study.tracing.clauses import Clause
    from satdoku.study.tracing.events import Event, SearchInfo, Summary

Role: TypeAlias = Literal["root", "decided", "flipped", "untried"]
"""How a node came about; `untried` is the negation of a decision, not searched."""

End: TypeAlias = Literal["conflict", "solution", "jumped", "same", "open"]
"""How a branch ended.

`jumped` was not tried because the conflict beside it does not depend on the decision,
`same` because it holds no other model; `open` was not searched to its end.
"""


class Counts(NamedTuple):
    """How many nodes of each kind a subtree has."""

    nodes: int = 0
    decided: int = 0
    conflict: int = 0
    solution: int = 0
    jumped: int = 0
    same: int = 0
    open: int = 0


@dataclass(slots=True, eq=False)
class Node:
    """A branch of the search, and all below it.

    Args:
        role: How it came about.
        level: Its level; 0 for the root.
        literal: What became true; 0 for the root.
        name: The literal's name.
        counts: Of itself and all below.
        propagated: How many literals followed from it.
        end: How it ended, if it is a leaf.
        clause: The clause that became false, if it ended in a conflict.
        solution: The solution found here, if it is a puzzle's.
        folded: Whether it stands for a subtree that is not shown.
        children: The branches below, in the order of the search.
    """

    role: Role
    level: int
    literal: int
    name: str
    counts: Counts = Counts()  # noqa: RUF009  immutable
    propagated: int = 0
    end: End | None = None
    clause: Clause | None = None
    solution: Grid | None = None
    folded: bool = False
    children: list[Node] = field(default_factory=list["Node"])

    def __repr__(self) -> str:
        return f"<Node {self.name or self.role}, {self.counts.nodes} nodes>"

    def walk(self) -> Iterator[Node]:
        """Yield it and all nodes below, each before its children."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def path_to_solution(self) -> Iterator[Node]:
        """Yield the nodes from here to the first solution below."""
        level = [self]
        while node := next((node for node in level if node.counts.solution), None):
            yield node
            level = node.children


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A search tree, and what was searched; a notebook shows it as a picture.

    Args:
        root: Level 0.
        search: What was searched.
        summary: How the search ended.

    Example:
        >>> from satdoku.study.tracing import trace
        >>> tree = trace("1... 23.. .... ....", solutions=None).tree()
        >>> tree.counts.solution, tree.to_svg()[:4], tree.to_dot().splitlines()[0]
        (12, '<svg', 'digraph search {')
    """

    root: Node
    search: SearchInfo
    summary: Summary

    @property
    def counts(self) -> Counts:
        """How many nodes of each kind there are."""
        return self.root.counts

    def folded(self, max_nodes: int) -> Tree:
        """Return a tree of about `max_nodes` nodes; other subtrees are folded.

        A folded node stands for its whole subtree and says how large that is.  Shown
        is the path to the first solution; then, as far as there is room:

          1. the path to where the search ended, if branches are open
          2. the paths to further solutions
          3. the largest of the other subtrees, so that the folded ones are small
        """
        return replace(self, root=_folded(self.root, max_nodes))

    def to_svg(self, max_nodes: int = 120) -> str:
        """Draw the tree as an SVG document, folded to `max_nodes`."""
        return to_svg(self.folded(max_nodes))

    def to_dot(self, max_nodes: int = 120) -> str:
        """Write the tree in DOT, the language of Graphviz, folded to `max_nodes`."""
        return to_dot(self.folded(max_nodes))

    def to_tikz(self, max_nodes: int = 40) -> str:
        """Write the tree as a TikZ picture, for LaTeX, folded to `max_nodes`."""
        return to_tikz(self.folded(max_nodes))

    def _repr_svg_(self) -> str:
        return self.to_svg()


class TreeBuilder:
    """Builds a tree from events; a sink.

    Attributes:
        search: What is searched, once it has begun.
        summary: How the search ended, once it has.

    Invariant: `_path[k]` is the branch of level k that the search is in.
    """

    def __init__(self) -> None:
        self.search: SearchInfo | None = None
        self.summary: Summary | None = None
        self._path = [Node("root", 0, 0, "")]

    def __call__(self, event: Event) -> None:
        """Take an event."""
        here = self._path[-1]
        if event.kind == "propagated":
            here.propagated += 1
        elif event.kind == "decided":
            self._open("decided", event)
        elif event.kind == "conflict":
            here.end, here.clause = "conflict", event.clause
        elif event.kind == "found":
            here.end, here.solution = "solution", event.solution
        elif event.kind == "left":
            self._close("jumped" if event.jumped else "same")
        elif event.kind == "flipped":
            self._path.pop()
            self._open("flipped", event)
        elif event.kind == "begun":
            self.search = event.search
        elif event.kind == "ended":
            self.summary = event.summary

    def tree(self) -> Tree:
        """Return the tree, once the search has ended.

        Raises:
            RuntimeError: It has not.
        """
        if self.search is None or self.summary is None:
            msg = "the search has not ended"
            raise RuntimeError(msg)
        here = self._path[-1]
        if here.end is None and not here.children:
            here.end = "open"
        while len(self._path) > 1:
            self._close("open")
        root = self._path[0]
        for node in reversed(list(root.walk())):  # children before their parents
            own = Counts(1, int(node.role == "decided"))
            own = own._replace(**{node.end: 1}) if node.end is not None else own
            below = (child.counts for child in node.children)
            node.counts = Counts(*map(sum, zip(own, *below, strict=True)))
        return Tree(root, self.search, self.summary)

    def _open(self, role: Role, event: Event) -> None:
        node = Node(role, event.level, event.literal, event.name)
        self._path[-1].children.append(node)
        self._path.append(node)

    def _close(self, untried: End) -> None:
        """Close the deepest branch; if it was a decision, its negation ends so."""
        node = self._path.pop()
        if node.role == "decided":
            name = negated(node.name)
            other = Node("untried", node.level, -node.literal, name, end=untried)
            self._path[-1].children.append(other)


def _folded(root: Node, max_nodes: int) -> Node:
    """Fold a tree; see `Tree.folded`."""
    path = set(root.path_to_solution())
    shown: set[Node] = set()
    heap: list[tuple[bool, bool, bool, int, int, Node]] = []
    room, order = max_nodes - 1, 0
    pending = [root]
    while pending or heap:
        for node in pending:
            order += 1
            counts = node.counts
            last = (not counts.open, not counts.solution, -counts.nodes, order)
            heappush(heap, (node not in path, *last, node))
        node = heappop(heap)[-1]
        fits = len(node.children) <= room or node in path
        pending = node.children if fits else []
        if pending:
            shown.add(node)
            room -= len(pending)
    made: dict[Node, Node] = {}
    for node in reversed(list(root.walk())):  # children before their parents
        below = [made[child] for child in node.children] if node in shown else []
        folded = bool(node.children) and node not in shown
        made[node] = replace(node, children=below, folded=folded)
    return made[root]


Sign: TypeAlias = End | Literal["folded"]

_FONT, _SMALL = 11.0, 9.0
_LETTER = 0.64
"""Width of an average letter, in font sizes, at most (DejaVu Sans)."""

_MARGIN, _WIDTH = 16.0, 720.0
_ROW, _STEP = 24.0, 26.0
"""Height of a row; room for edges between columns."""

_PILL, _PAD, _MARK = 20.0, 7.0, 14.0
_MAX_NAME, _MAX_LINE = 28, 120

_PILLS: dict[Role, Paint] = {
    "root": Paint(palette.LIGHT_YELLOW, palette.INK),
    "decided": Paint(palette.LIGHT_BLUE, palette.BLUE),
    "flipped": Paint(palette.PAPER, palette.INK),
    "untried": Paint(palette.PAPER, palette.LIGHT_GREY, 1.0, (3, 3)),
}
_UNTRIED_EDGE = Paint(None, palette.LIGHT_GREY, 1.0, (3, 3))
_SIGNS: dict[Sign, tuple[str, Paint, str]] = {
    "conflict": (
        "conflict",
        Paint(palette.LIGHT_VERMILION, palette.DARK_VERMILION, 1.5),
        f'style=filled, color="{palette.DARK_VERMILION}"',
    ),
    "solution": (
        "solution",
        Paint(palette.LIGHT_GREEN, palette.DARK_GREEN, 1.5),
        f'peripheries=2, color="{palette.DARK_GREEN}"',
    ),
    "jumped": (
        "not tried: no conflict depends on the decision",
        Paint(palette.PAPER, palette.DARK_PURPLE, 1.5),
        "style=dashed",
    ),
    "same": (
        "not tried: no other model",
        Paint(palette.PAPER, palette.DARK_PURPLE, 1.5),
        "style=dashed",
    ),
    "open": (
        "not searched to its end",
        Paint(palette.PAPER, palette.GREY, 1.5, (1.5, 2.5)),
        "style=dotted",
    ),
    "folded": (
        "folded subtree",
        Paint("#e8e8e8", palette.GREY, 1.0),
        "shape=trapezium, style=filled",
    ),
}
"""What each mark means, how it is drawn, and its attributes in DOT."""


def to_svg(tree: Tree) -> str:
    """Draw all nodes of a tree as an SVG document; fold a large one first."""
    nodes = list(tree.root.walk())
    title, lines = _heading(tree, len(nodes))
    y = _MARGIN + 4
    shapes = [vector.text(_MARGIN, y, title, Font(14, anchor="start", bold=True))]
    for line in lines:
        y += 16
        shapes.append(vector.text(_MARGIN, y, line, Font(_FONT, palette.GREY, "start")))
    legend, top = _legend(nodes, y + 22)
    rows, path = _rows(nodes), set(tree.root.path_to_solution())
    widths = [0.0] * (1 + max(node.level for node in nodes))
    for node in nodes:
        widths[node.level] = max(widths[node.level], _pill_width(node))
    lefts = list(accumulate((wide + _STEP for wide in widths), initial=_MARGIN))
    places = {node: (lefts[node.level], top + rows[node] * _ROW) for node in nodes}
    edges: list[SvgElement] = []
    path_edges: list[SvgElement] = []  # which cover the others
    pills: list[SvgElement] = []
    right = _WIDTH
    for node, (left, y) in places.items():
        end = left + _pill_width(node)
        for child in node.children:
            to = places[child]
            bend = to[0] - _STEP / 2
            corners = ((end, y), (bend, y), (bend, to[1]), to)
            if child in path:
                paint = Paint(None, palette.DARK_GREEN, 2.5)
                path_edges.append(vector.line(corners, paint, name="path"))
            else:
                untried = child.role == "untried"
                paint = _UNTRIED_EDGE if untried else Paint(None, palette.GREY)
                edges.append(vector.line(corners, paint, name="edge"))
        drawn, reach = _draw_node(node, left, y, on_path=node in path)
        right = max(right, reach + _MARGIN)
        pills.append(vector.group(drawn, _describe(node), node.role))
    bottom = top + (1 + max(rows.values())) * _ROW
    every = (*shapes, *legend, *edges, *path_edges, *pills)
    description = f"{title}; {'; '.join(lines)}"
    return svg_text(Scene(round(right), round(bottom), every, title, description))


def to_dot(tree: Tree) -> str:
    """Write all nodes of a tree in DOT; fold a large one first."""
    path = set(tree.root.path_to_solution())
    nodes = list(tree.root.walk())
    numbers = {node: f"n{number}" for number, node in enumerate(nodes)}
    lines = [
        "digraph search {",
        f"  label={quoted_dot(_heading(tree, len(nodes))[0])};",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica"];',
        "  edge [dir=none];",
    ]
    for node in nodes:
        label = f"{_label(node)} {_following(node)}".strip()
        if node.end is not None:
            ending = "not tried" if node.role == "untried" else node.end
            label += f"\n{ending}"
        if node.folded:
            label += f"\n{_amounts(node.counts)}"
        attributes = [
            f"label={quoted_dot(label)}",
            f"tooltip={quoted_dot(_describe(node))}",
            f'fillcolor="{_PILLS[node.role].fill}"',
        ]
        sign = _sign(node)
        attributes += [_SIGNS[sign][2]] if sign else []
        lines.append(f"  {numbers[node]} [{', '.join(attributes)}];")
        for child in node.children:
            look = " [style=dashed]" if child.role == "untried" else ""
            if child in path:
                look = f' [color="{palette.DARK_GREEN}", penwidth=2.5]'
            lines.append(f"  {numbers[node]} -> {numbers[child]}{look};")
    return "\n".join([*lines, "}", ""])


def to_tikz(tree: Tree) -> str:
    """Write all nodes of a tree as a TikZ picture; fold a large one first."""
    nodes = list(tree.root.walk())
    rows = _rows(nodes)
    numbers = {node: f"n{number}" for number, node in enumerate(nodes)}
    styles = "root/.style={fill=yellow!30}, decided/.style={fill=blue!12}"
    lines = [
        "% " + _heading(tree, len(nodes))[0],
        r"% needs \usepackage{tikz}",
        r"\begin{tikzpicture}[x=26mm, y=-8mm,",
        "  every node/.style={draw, rounded corners, inner sep=3pt, anchor=west},",
        f"  {styles}, flipped/.style={{}}, untried/.style={{dashed}}]",
    ]
    for node in nodes:
        sign = _sign(node)
        end = f" ({_SIGNS[sign][0]})" if sign else ""
        label = tex(f"{_label(node)} {_following(node)}".strip() + end)
        at = f"({node.level}, {rows[node]:g})"
        lines.append(f"  \\node[{node.role}] ({numbers[node]}) at {at} {{{label}}};")
    for node in nodes:
        lines += [
            f"  \\draw ({numbers[node]}.east) -- ({numbers[child]}.west);"
            for child in node.children
        ]
    return "\n".join([*lines, r"\end{tikzpicture}", ""])


def _rows(nodes: list[Node]) -> dict[Node, float]:
    """Give each leaf a row, and its parents the middle of their children."""
    leaves = [node for node in nodes if not node.children]
    rows = {node: row + 0.5 for row, node in enumerate(leaves)}
    for node in reversed(nodes):  # children before their parents
        if node.children:
            rows[node] = (rows[node.children[0]] + rows[node.children[-1]]) / 2
    return rows


def _draw_node(
    node: Node, left: float, y: float, *, on_path: bool
) -> tuple[list[SvgElement], float]:
    """Draw a pill that begins at `left`, its middle at `y`, and its mark.

    Returns:
        The shapes, and how far they reach to the right.
    """
    paint = _PILLS[node.role]
    if on_path:
        paint = Paint(paint.fill, palette.DARK_GREEN, 2.0, paint.dash)
    ink = palette.GREY if node.role == "untried" else palette.INK
    width = _pill_width(node)
    end = left + width
    drawn = [
        vector.rect(left, y - _PILL / 2, width, _PILL, paint, _PILL / 2),
        vector.text(left + _PAD, y, _label(node), Font(_FONT, ink, "start")),
        vector.text(end - _PAD, y, _following(node), Font(_SMALL, palette.GREY, "end")),
    ]
    sign = _sign(node)
    if sign is not None:
        drawn += _draw_sign(sign, end + 4 + _MARK / 2, y)
        end += 8 + _MARK
    if node.folded:
        counts = _amounts(node.counts)
        drawn.append(vector.text(end, y, counts, Font(_SMALL, palette.GREY, "start")))
        end += len(counts) * _SMALL * _LETTER
    return drawn, end


def _sign(node: Node) -> Sign | None:
    return "folded" if node.folded else node.end


def _draw_sign(sign: Sign, x: float, y: float) -> list[SvgElement]:
    """Draw how a branch ended, around (x, y)."""
    r, paint = _MARK / 2, _SIGNS[sign][1]
    if sign == "conflict":
        q = r - 3
        cross = ((x - q, y - q, x + q, y + q), (x - q, y + q, x + q, y - q))
        square = vector.rect(x - r, y - r, _MARK, _MARK, paint, name=sign)
        lines = Paint(stroke=paint.stroke, width=1.5)
        return [square, vector.segments(cross, lines, name=sign)]
    if sign in {"solution", "open"}:
        radii = (r, r - 3) if sign == "solution" else (r,)
        return [vector.circle(x, y, radius, paint, name=sign) for radius in radii]
    corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    if sign == "folded":
        corners = [(x - r, y), (x + r, y + r), (x + r, y - r)]
    drawn = [vector.line(corners, paint, closed=True, name=sign)]
    if sign == "same":
        drawn.append(vector.circle(x, y, 2, Paint(paint.stroke), name=sign))
    return drawn


def _pill_width(node: Node) -> float:
    width = len(_label(node)) * _FONT * _LETTER + 2 * _PAD
    following = _following(node)
    return width + (len(following) * _SMALL * _LETTER + 4 if following else 0.0)


def _label(node: Node) -> str:
    return printable(node.name, _MAX_NAME) if node.level else "level 0"


def _following(node: Node) -> str:
    """Return how many literals followed, as the pill says it."""
    return "" if node.role == "untried" else f"+{node.propagated:,}"


def _legend(nodes: list[Node], y: float) -> tuple[list[SvgElement], float]:
    """Say what the shapes mean; return where that ends below."""
    words = "blue: decided; white: its negation; +n: literals that followed"
    shapes = [vector.text(_MARGIN, y, words, Font(_FONT, anchor="start"))]
    signs = {_sign(node) for node in nodes}
    x, y = _MARGIN, y + 20
    for sign, (text, _, _) in _SIGNS.items():
        if sign not in signs:
            continue
        width = _MARK + 24 + len(text) * 6.4
        if x + width > _WIDTH:
            x, y = _MARGIN, y + 20
        shapes += _draw_sign(sign, x + _MARK / 2, y)
        shapes.append(vector.text(x + _MARK + 6, y, text, Font(_FONT, anchor="start")))
        x += width
    return shapes, y + _MARK


def _heading(tree: Tree, shown: int) -> tuple[str, list[str]]:
    """Return the title of a picture, and the lines below it."""
    counts, search = tree.counts, tree.search
    held = amounts(
        node=counts.nodes,
        decision=counts.decided,
        conflict=counts.conflict,
        solution=counts.solution,
    )
    source = f"{printable(search.source, _MAX_LINE)}; " if search.source else ""
    ending = f"{describe_engine(search)}; {describe_end(tree.summary)}"
    if shown < counts.nodes:
        ending += f"; {counted(shown, 'node')} drawn, the rest folded"
    title = f"DPLL search tree: {held}"
    return title, [source + printable(describe_formula(search), _MAX_LINE), ending]


def _amounts(counts: Counts) -> str:
    """Say what a subtree holds."""
    ends = {"conflict": counts.conflict, "solution": counts.solution}
    ends["unfinished node"] = counts.open
    return amounts(node=counts.nodes, **{end: n for end, n in ends.items() if n})


def _describe(node: Node) -> str:
    """Say in full what happened at a node."""
    how: dict[Role, str] = {
        "root": "the assumptions, and what follows",
        "decided": f"decided {node.name}",
        "flipped": f"then {node.name}",
        "untried": f"the other branch, {node.name}",
    }
    parts = [f"level {node.level:,}: {how[node.role]}"]
    if node.role != "untried":
        parts.append(f"{counted(node.propagated, 'literal')} followed")
    if node.clause is not None:
        meaning = f" ({node.clause.meaning})" if node.clause.meaning else ""
        parts.append(f"conflict: {node.clause.text}{meaning}")
    elif node.end is not None:
        parts.append(_SIGNS[node.end][0])
    if node.solution is not None:
        parts.append(node.solution.text)
    if node.folded or node.children:
        which = "folded" if node.folded else "with all below"
        parts.append(f"{which}: {_amounts(node.counts)}")
    return "; ".join(parts)
