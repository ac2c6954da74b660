"""Sphinx: techniques on their pages, with what satdoku's table says of them.

`technique` names one or several techniques and describes them; code, level and score
are added, and each name becomes a label, so that {ref}`text <xy-wing>` leads to it.
`technique-table` lists all techniques in their order, each linked to its page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes

from satdoku.techniques.technique import USUAL, Technique

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx


class Describe(Directive):
    """One or several techniques with the text that describes them."""

    has_content: ClassVar[bool] = True
    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Make a list of one item, whose terms are the techniques."""
        item = nodes.definition_list_item()
        for name in self.arguments[0].split():
            item += self._term(Technique.parse(name))
        definition = nodes.definition()
        self.state.nested_parse(self.content, self.content_offset, definition)
        item += definition
        return [nodes.definition_list("", item)]

    def _term(self, technique: Technique) -> nodes.term:
        """Return the title of a technique and its line of the table, as a label."""
        facts = f"{technique.level.title}, {technique.score:,} points"
        facts += f", code {technique.code}"
        if technique not in USUAL:
            facts += ", not used by default"
        term = nodes.term(
            "",
            "",
            nodes.strong(text=technique.title),
            nodes.Text(" "),
            nodes.literal(text=technique.key),
            nodes.Text(f" {facts}"),
            names=[technique.key],
        )
        self.state.document.note_explicit_target(term)
        return term


class Table(Directive):
    """All techniques in the order in which they are tried."""

    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        heads = "order", "technique", "family", "level", "score", "by default"
        group = nodes.tgroup("", cols=len(heads))
        group.extend(nodes.colspec(colwidth=1) for _ in heads)
        group += nodes.thead("", _row(map(nodes.Text, heads)))
        group += nodes.tbody(
            "",
            *(
                _row(
                    (
                        nodes.Text(f"{each.order:,}"),
                        _link(each),
                        nodes.literal(text=each.family),
                        nodes.Text(each.level.title),
                        nodes.Text(f"{each.score:,}"),
                        nodes.Text("yes" if each in USUAL else ""),
                    )
                )
                for each in sorted(Technique, key=lambda each: each.order)
            ),
        )
        return [nodes.table("", group)]


def _row(cells: Iterable[nodes.Node]) -> nodes.row:
    """Make a row of a table."""
    return nodes.row(
        "", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells)
    )


def _link(technique: Technique) -> addnodes.pending_xref:
    """Return the title of a technique as a link to its description."""
    return addnodes.pending_xref(
        "",
        nodes.inline(text=technique.title),
        refdomain="std",
        reftype="ref",
        reftarget=technique.key,
        refexplicit=True,
        refwarn=True,
    )


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("technique", Describe)
    app.add_directive("technique-table", Table)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
