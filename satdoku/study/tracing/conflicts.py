"""What engine `cdcl` does at a conflict: implication graph, resolution, learned clause.

The graph holds the conflict, all that led to it on its level, up to the decision, and
the literals of earlier levels that these rest on.  Literals of level 0 are facts, and
left out.  The *cut* parts the conflict's side, what was resolved away, from the
reasons' side, which the learned clause speaks of; the first UIP is the last literal of
the level on the reasons' side.

In pictures the graph grows to the right, and the cut is a dashed line from top to
bottom.  Blue is a decision, yellow the first UIP, white what followed, vermilion the
conflict; a dashed border is a literal of an earlier level.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from satdoku.drawing import palette, vector
from satdoku.drawing.tikz import tex
from satdoku.drawing.vector import Font, Paint, Scene, svg_text
from satdoku.errors import printable
from satdoku.study.tracing.clauses import Clause, Words, quoted_dot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.engines.cdcl.analysis import Analysis
    from satdoku.engines.cdcl.trail import Trail

Role: TypeAlias = Literal["decision", "uip", "reason", "earlier", "resolved"]
"""Of the level: its decision, the first UIP, before it, behind it; or of an earlier."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A literal of an implication graph.

    Args:
        literal: What is true.
        name: Its name.
        level: Its level.
        role: What it is in the graph.
        causes: The literals of the graph that forced it, with its reason.
        reason: The clause; None for a decision, or for literals of earlier levels.
    """

    literal: int
    name: str
    level: int
    role: Role
    causes: tuple[int, ...] = ()
    reason: Clause | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """One step from the false clause to the learned one.

    Args:
        literal: The true literal that is resolved on.
        name: Its name.
        reason: The clause that forced it.
        clause: What is left, without literals of level 0.
    """

    literal: int
    name: str
    reason: Clause
    clause: Clause


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict, and what is learned from it; a notebook shows it as a picture.

    Args:
        number: Which conflict of the search it is, from 1.
        level: Its level.
        false: The clause that is false.
        nodes: The implication graph, each literal behind its causes.
        steps: The resolution.
        learned: The learned clause.
        uip: The first unique implication point.
        removed: What minimization left out of the clause, as true literals.
        back: The level that the clause goes back to.
        lbd: How many levels its literals are of.
        follows: Whether the learned clause comes from the formula alone. Else it rests
            on a clause that blocks a solution, or model, found before, and may exclude
            that.

    Example:
        >>> from satdoku.cnf import Formula
        >>> from satdoku.study.tracing import trace
        >>> clauses = [[-1, 2], [-2, 3], [-2, 4], [-3, -4], [1, 5]]
        >>> found = trace(Formula.of(clauses), engine="cdcl:first", solutions=1)
        >>> conflict = found.conflicts()[0]
        >>> conflict.learned.text, conflict.uip, conflict.back, conflict.words
        ('-2', 2, 0, '2 is false')
        >>> [(step.name, step.clause.text) for step in conflict.steps]
        [('4', '-3 or -2'), ('3', '-2')]
    """

    number: int
    level: int
    false: Clause
    nodes: tuple[GraphNode, ...]
    steps: tuple[Resolution, ...]
    learned: Clause
    uip: int
    removed: tuple[int, ...]
    back: int
    lbd: int
    follows: bool = True

    @property
    def words(self) -> str:
        """The learned clause in words, as in `r1c2 is not 4 if r5c2 is not 7`."""
        words, (first, *others) = self.learned.words, self.learned.literals
        sentence = words.sentence(first)
        if others:
            causes = " and ".join(words.sentence(-literal) for literal in others)
            sentence = f"{sentence} if {causes}"
        return sentence

    def to_dict(self) -> dict[str, object]:
        """Return what is known of it, for JSON."""
        return {
            "conflict": self.number,
            "words": self.words,
            "uip": self.uip,
            "back": self.back,
            "lbd": self.lbd,
            "follows": self.follows,
            "removed": self.removed,
            "steps": [
                {
                    "literal": step.literal,
                    "name": step.name,
                    "reason": step.reason.to_dict(),
                    "clause": step.clause.literals,
                    "text": step.clause.text,
                }
                for step in self.steps
            ],
            "graph": [
                {
                    "literal": node.literal,
                    "name": node.name,
                    "level": node.level,
                    "role": node.role,
                    "causes": node.causes,
                }
                for node in self.nodes
            ],
        }

    def to_svg(self) -> str:
        """Draw the implication graph as an SVG document."""
        return to_svg(self)

    def to_dot(self) -> str:
        """Write the implication graph in DOT, the language of Graphviz."""
        return to_dot(self)

    def to_tikz(self) -> str:
        """Write the implication graph as a TikZ picture, for LaTeX."""
        return to_tikz(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()


def conflict_of(
    number: int, analysis: Analysis, trail: Trail, words: Words
) -> Conflict:
    """Make a conflict of what the engine found, before it goes back."""
    levels = trail.levels

    def facts_left_out(literals: Iterable[int]) -> tuple[int, ...]:
        return tuple(x for x in literals if levels[x])

    steps: list[Resolution] = []
    clause = facts_left_out(analysis.conflict)
    for literal, reason in analysis.pivots:
        others = [x for x in facts_left_out(reason) if x != literal]
        kept = [x for x in clause if x != -literal]
        clause = tuple(dict.fromkeys((*kept, *others)))
        why = words.clause(tuple(reason))
        steps.append(
            Resolution(literal, words.literal(literal), why, words.clause(clause))
        )
    return Conflict(
        number=number,
        level=analysis.level,
        false=words.clause(tuple(analysis.conflict)),
        nodes=tuple(_nodes(analysis, trail, words)),
        steps=tuple(steps),
        learned=words.learn(analysis.learned, number),
        uip=-analysis.learned[0],
        removed=tuple(
            x
            for x, _ in analysis.removed
            if -x in clause and -x not in analysis.learned
        ),
        back=analysis.back,
        lbd=analysis.lbd,
        follows=not analysis.passes,
    )


def _nodes(analysis: Analysis, trail: Trail, words: Words) -> list[GraphNode]:
    """Return the literals that led to a conflict, in the order of the trail."""
    resolved = {literal for literal, _ in analysis.pivots}
    needed = {-literal for literal in analysis.conflict}
    nodes: list[GraphNode] = []
    for literal in reversed(trail.literals):
        level = trail.levels[literal]
        if literal not in needed or not level:
            continue
        reason = trail.reasons[literal]
        role: Role = "resolved" if literal in resolved else "reason"
        causes: tuple[int, ...] = ()
        if level < analysis.level:
            role, reason = "earlier", None
        elif literal == -analysis.learned[0]:
            role = "uip"
        elif reason is None:
            role = "decision"
        if reason is not None:
            causes = tuple(-x for x in reason if x != literal and trail.levels[x])
            needed.update(causes)
        why = None if reason is None else words.clause(tuple(reason))
        name = words.literal(literal)
        nodes.append(GraphNode(literal, name, level, role, causes, why))
    return nodes[::-1]


# Pictures

_CONFLICT = 0
"""What stands for the conflict among literals."""

_FONT, _SMALL = 12.0, 10.0
_WIDTH, _HEIGHT, _GAP, _ROW, _MARGIN = 26.0, 24.0, 42.0, 44.0, 20.0
_PAINTS: dict[Role, Paint] = {
    "decision": Paint(palette.LIGHT_BLUE, palette.BLUE, 1.5),
    "uip": Paint(palette.LIGHT_YELLOW, palette.INK, 2.0),
    "reason": Paint(palette.PAPER, palette.INK),
    "resolved": Paint(palette.PAPER, palette.INK),
    "earlier": Paint(palette.PAPER, palette.GREY, 1.0, (4, 3)),
}
_FALSE = Paint(palette.LIGHT_VERMILION, palette.DARK_VERMILION, 1.5)
_MAX_NAME = 24


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the literals of a graph stand: column and row; and the cut's column."""

    places: dict[int, tuple[int, float]] = field(default_factory=dict)
    cut: int = 0


def _layout(conflict: Conflict) -> _Layout:
    """Give each literal the column behind its causes; all of the conflict's side last.

    In a column literals stand in the order of the middle of their causes.
    """
    column: dict[int, int] = {}
    for node in conflict.nodes:
        if node.role != "resolved":
            causes = [column[one] for one in node.causes]
            column[node.literal] = 1 + max(causes, default=-1)
    cut = 1 + max(column.values(), default=-1)
    for node in conflict.nodes:
        if node.role == "resolved":
            column[node.literal] = max(cut, *(1 + column[x] for x in node.causes))
    column[_CONFLICT] = 1 + max(column.values(), default=0)
    rows: dict[int, float] = {}
    causes_of = {node.literal: node.causes for node in conflict.nodes}
    causes_of[_CONFLICT] = tuple(-x for x in conflict.false.literals if -x in column)
    for number in range(column[_CONFLICT] + 1):
        members = [x for x, at in column.items() if at == number]
        middle = {
            x: sum(rows[y] for y in causes_of[x]) / (len(causes_of[x]) or 1)
            for x in members
        }
        members.sort(key=middle.__getitem__)
        start = 0.0
        for literal in members:
            start = max(start, middle[literal] if causes_of[literal] else start)
            rows[literal] = start
            start += 1
    return _Layout({x: (column[x], rows[x]) for x in column}, cut)


def _edges(conflict: Conflict) -> list[tuple[int, int]]:
    """Return (cause, literal) of all arrows; the conflict is literal 0."""
    edges = [(x, node.literal) for node in conflict.nodes for x in node.causes]
    known = {node.literal for node in conflict.nodes}
    return edges + [(-x, _CONFLICT) for x in conflict.false.literals if -x in known]


def _title(conflict: Conflict) -> str:
    return (
        f"Conflict {conflict.number}, level {conflict.level}: learned "
        f"{printable(conflict.learned.text, 90)}; back to level {conflict.back}"
    )


def to_svg(conflict: Conflict) -> str:
    """Draw an implication graph."""
    layout = _layout(conflict)
    names = {node.literal: printable(node.name, _MAX_NAME) for node in conflict.nodes}
    names[_CONFLICT] = "conflict"
    wide = _WIDTH + max(vector.text_width(name, _FONT) for name in names.values())
    step = wide + _GAP
    top = _MARGIN + 56

    def place(literal: int) -> tuple[float, float]:
        column, row = layout.places[literal]
        return _MARGIN + wide / 2 + column * step, top + row * _ROW

    arrow = Paint(None, palette.GREY, 1.2)
    shapes: list[str] = []
    for cause, literal in _edges(conflict):
        (a, b), (c, d) = place(cause), place(literal)
        start, tip = (a + wide / 2, b), (c - wide / 2, d)
        shapes.append(vector.line([start, vector.moved(tip, start, 3)], arrow))
        shapes.append(vector.arrow_head(start, tip, 7, Paint(palette.GREY)))
    roles = {node.literal: node for node in conflict.nodes}
    for literal, name in names.items():
        x, y = place(literal)
        node = roles.get(literal)
        paint = _FALSE if node is None else _PAINTS[node.role]
        box = vector.rect(x - wide / 2, y - _HEIGHT / 2, wide, _HEIGHT, paint, 6)
        drawn = [box, vector.text(x, y, name, Font(_FONT))]
        note = {"decision": "decision", "uip": "first UIP"}
        above = note.get(node.role, "") if node is not None else ""
        if node is not None and node.role == "earlier":
            above = f"level {node.level}"
        if above:
            mark = Font(_SMALL, palette.GREY)
            drawn.append(vector.text(x, y - _HEIGHT / 2 - 8, above, mark))
        shapes.append(vector.group(drawn, _tip(conflict, node)))
    bottom = top + max(row for _, row in layout.places.values()) * _ROW + _ROW
    if layout.cut:
        x = _MARGIN + layout.cut * step - _GAP / 2
        dashed = Paint(None, palette.PURPLE, 1.5, (6, 4))
        shapes.append(vector.line([(x, top - 30), (x, bottom - 14)], dashed))
        shapes.append(vector.text(x, bottom - 4, "cut", Font(_SMALL, palette.GREY)))
    right = _MARGIN * 2 + step * layout.places[_CONFLICT][0] + wide
    lines = [_title(conflict), conflict.words]
    size = max(vector.text_width(line, _FONT) for line in lines)
    head = [
        vector.text(_MARGIN, _MARGIN + 16 * at, line, Font(_FONT, anchor="start"))
        for at, line in enumerate(lines)
    ]
    right = max(right, size + 2 * _MARGIN)
    shapes = [*head, *shapes]
    title, words = lines
    return svg_text(Scene(round(right), round(bottom + 8), tuple(shapes), title, words))


def _tip(conflict: Conflict, node: GraphNode | None) -> str:
    """Say what a literal is, and why it is true."""
    if node is None:
        return f"{conflict.false.text} is false: {conflict.false.meaning}"
    why = f"; because of {node.reason.text}" if node.reason is not None else ""
    return f"{node.name}, level {node.level}{why}"


def to_dot(conflict: Conflict) -> str:
    """Write an implication graph in DOT."""
    styles: dict[Role, str] = {
        "decision": f'style=filled, fillcolor="{palette.LIGHT_BLUE}"',
        "uip": f'style=filled, fillcolor="{palette.LIGHT_YELLOW}", penwidth=2',
        "reason": "",
        "resolved": "",
        "earlier": "style=dashed",
    }
    lines = [
        "digraph implications {",
        f"  label={quoted_dot(_title(conflict))};",
        "  rankdir=LR;",
        '  node [shape=box, fontname="Helvetica"];',
    ]
    number = {node.literal: f"n{at}" for at, node in enumerate(conflict.nodes, 1)}
    number[_CONFLICT] = "conflict"
    for node in conflict.nodes:
        if node.role != "resolved":
            label = quoted_dot(f"{node.name}\n@{node.level}")
            style = styles[node.role]
            extra = f", {style}" if style else ""
            lines.append(f"  {number[node.literal]} [label={label}{extra}];")
    lines.append("  subgraph cluster_conflict {")
    lines.append(f'    label="cut"; style=dashed; color="{palette.PURPLE}";')
    for node in conflict.nodes:
        if node.role == "resolved":
            label = quoted_dot(f"{node.name}\n@{node.level}")
            lines.append(f"    {number[node.literal]} [label={label}];")
    fill = f'style=filled, fillcolor="{palette.LIGHT_VERMILION}"'
    lines += [f"    conflict [{fill}];", "  }"]
    lines += [f"  {number[a]} -> {number[b]};" for a, b in _edges(conflict)]
    return "\n".join([*lines, "}", ""])


def to_tikz(conflict: Conflict) -> str:
    """Write an implication graph as a TikZ picture."""
    layout = _layout(conflict)
    lines = [
        "% " + _title(conflict),
        r"% needs \usepackage{tikz}",
        r"\begin{tikzpicture}[>=stealth, x=26mm, y=-11mm,",
        "  every node/.style={draw, rounded corners, inner sep=3pt},",
        "  decision/.style={fill=blue!12}, uip/.style={fill=yellow!30, very thick},",
        "  reason/.style={}, resolved/.style={}, earlier/.style={dashed},",
        "  conflict/.style={fill=red!15}]",
    ]
    number = {node.literal: f"n{at}" for at, node in enumerate(conflict.nodes, 1)}
    number[_CONFLICT] = "conflict"
    for node in conflict.nodes:
        x, y = layout.places[node.literal]
        name = rf"{tex(node.name)}\,@\,{node.level}"
        style = f"  \\node[{node.role}] ({number[node.literal]})"
        lines.append(f"{style} at ({x}, {y:g}) {{{name}}};")
    x, y = layout.places[_CONFLICT]
    lines.append(f"  \\node[conflict] (conflict) at ({x}, {y:g}) {{conflict}};")
    lines += [
        f"  \\draw[->] ({number[a]}) -- ({number[b]});" for a, b in _edges(conflict)
    ]
    if layout.cut:
        low = max(row for _, row in layout.places.values()) + 0.7
        at = f"{layout.cut - 0.5:g}"
        lines.append(f"  \\draw[dashed] ({at}, -0.7) -- ({at}, {low:g});")
    return "\n".join([*lines, r"\end{tikzpicture}", ""])
