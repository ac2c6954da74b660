"""Sphinx: the command reference, made from the commands themselves.

The directive `command-reference` stands for one section a command: what `--help` and
the manual pages say as well, since all of them come from `satdoku.cli.reference`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive

from satdoku.cli.reference import describe, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from satdoku.cli.reference import CommandText, OptionText


def _section(told: CommandText) -> nodes.section:
    """Make the section of a command."""
    title = f"satdoku {told.name}".strip()
    anchor = f"command-{told.name}" if told.name else "command-satdoku"
    section = nodes.section(ids=[anchor], names=[title])
    section += nodes.title(text=title)
    section += nodes.literal_block(told.usage, told.usage, language="text")
    for paragraph in told.paragraphs:
        section += nodes.paragraph(text=paragraph)
    section += nodes.rubric(text="Examples")
    section += _definitions(
        (nodes.literal(text=line), [nodes.paragraph(text=what)])
        for line, what in told.examples
    )
    section += nodes.rubric(text="Options")
    section += _definitions(_option(option) for option in told.options)
    return section


def _option(option: OptionText) -> tuple[nodes.Node, list[nodes.Node]]:
    """Make the term of an option and what is said of it."""
    said = [option.help]
    if option.values:
        said.append(f"One of {', '.join(option.values)}.")
    if option.default:
        said.append(f"Default: {option.default}.")
    term = " ".join([", ".join(option.names), option.metavar]).strip()
    return nodes.literal(text=term), [nodes.paragraph(text=" ".join(said))]


def _definitions(
    pairs: Iterator[tuple[nodes.Node, list[nodes.Node]]],
) -> nodes.definition_list:
    """Make a list of terms, each with what it means."""
    found = nodes.definition_list()
    for term, meaning in pairs:
        found += nodes.definition_list_item(
            "", nodes.term("", "", term), nodes.definition("", *meaning)
        )
    return found


class CommandReference(Directive):
    """A section for the program, and one for each of its commands."""

    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Describe all commands, as they are."""
        return [_section(describe(name)) for name in ("", *names())]


class ExitCodes(Directive):
    """The table of exit codes."""

    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """List what the commands themselves say."""
        return [
            _definitions(
                (nodes.literal(text=str(code)), [nodes.paragraph(text=meaning)])
                for code, meaning in describe().exit_codes
            )
        ]


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx of the directives."""
    app.add_directive("command-reference", CommandReference)
    app.add_directive("exit-codes", ExitCodes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
