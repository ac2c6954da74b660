"""Sphinx: the directive `constraint`, a section with a picture for one constraint."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar

from constraint_examples import Example
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class ConstraintDirective(SphinxDirective):
    """A constraint: its picture, its rule, an example, its forms, its clauses."""

    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True
    has_content: ClassVar[bool] = True
    option_spec: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "solution": directives.unchanged_required,
        "shape": directives.unchanged_required,
        "others": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Make the section."""
        example = Example(self.arguments[0], **self.options)
        name = example.name
        anchor = f"constraint-{name.lower()}"
        section = nodes.section(ids=[anchor], names=[anchor])
        section += nodes.title(text=name)
        self.state.document.note_explicit_target(section)
        picture = nodes.image(
            uri=f"pictures/variants/{name}.svg",
            alt=f"{name}: {example.rule.describe()}",
            width="250px",
        )
        facts = nodes.bullet_list(
            "",
            _fact("Signature", _signature(example)),
            _fact("Example", example.expression),
            _fact("ISS", example.iss() or "-"),
            _fact("f-puzzles", example.fpuzzles()),
            _fact("Adds", example.clauses(), code=False),
        )
        text = nodes.container(
            "", *self.parse_content_to_nodes(), facts, classes=["rule"]
        )
        section += nodes.container("", picture, text, classes=["constraint"])
        return [section]


def _signature(example: Example) -> str:
    """Return how the class is called, without types."""
    kind = type(example.rule)
    parameters = [
        one.replace(annotation=one.empty)
        for one in inspect.signature(kind).parameters.values()
    ]
    plain = inspect.Signature(parameters)
    return f"{kind.__name__}{plain}".replace("frozenset()", "…")


def _fact(title: str, content: str, *, code: bool = True) -> nodes.list_item:
    node = nodes.literal(text=content) if code else nodes.Text(content)
    paragraph = nodes.paragraph("", "", nodes.strong(text=title), nodes.Text(": "))
    paragraph += node
    return nodes.list_item("", paragraph)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("constraint", ConstraintDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
