"""Sphinx: the command reference, made from the commands themselves.

The directive `command-reference` stands for one section a command: the same texts as
`--help`.
"""

from __future__ import annotations

import inspect
import textwrap
from typing import TYPE_CHECKING, Any, ClassVar

import click
from docutils import nodes
from docutils.parsers.rst import Directive

from satdoku.cli.main import COMMANDS, main
from satdoku.cli.options import Command, Name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx


def _section(name: str, command: click.Command) -> nodes.section:
    """Make the section of a command, or of the program if the name is empty."""
    title = f"satdoku {name}".strip()
    section = nodes.section(ids=[f"command-{name or 'satdoku'}"], names=[title])
    section += nodes.title(text=title)
    context = click.Context(command, info_name=title, **main.context_settings)
    usage = " ".join([title, *command.collect_usage_pieces(context)])
    section += nodes.literal_block(usage, usage, language="text")
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            examples = textwrap.dedent(paragraph.partition("Examples:\n")[2])
            section += nodes.rubric(text="Examples")
            section += nodes.literal_block(examples, examples, language="sh")
        else:
            section += _paragraph(" ".join(paragraph.split()))
    options: dict[str, list[click.Parameter]] = {"Options": command.get_params(context)}
    if isinstance(command, Command):
        options = command.sections(context)
    for title, params in options.items():
        section += nodes.rubric(text=title)
        section += _definitions(
            _option(each, context) for each in params if isinstance(each, click.Option)
        )
    return section


def _option(param: click.Option, context: click.Context) -> tuple[str, str]:
    """Return an option as it is written, and its help."""
    names = sorted(param.opts, key=lambda name: name.startswith("--"))
    names += param.secondary_opts
    metavar = "" if param.is_flag or param.count else param.make_metavar(context)
    texts = [param.help or ""]
    values = list(getattr(param.type, "choices", ()))
    if isinstance(param.type, Name):
        values = param.type.names()
    if values:
        texts.append(f"One of {', '.join(values)}.")
    if param.show_default and param.default is not None:
        texts.append(f"The default is {param.default}.")
    return f"{', '.join(names)} {metavar}".strip(), " ".join(texts)


def _paragraph(text: str) -> nodes.paragraph:
    """Make a paragraph; what stands between backticks is code."""
    node = nodes.paragraph()
    for at, part in enumerate(text.split("`")):
        node += nodes.literal(text=part) if at % 2 else nodes.Text(part)
    return node


def _definitions(pairs: Iterable[tuple[str, str]]) -> nodes.definition_list:
    """Make a list of terms, each with its meaning."""
    node = nodes.definition_list()
    for term, meaning in pairs:
        node += nodes.definition_list_item(
            "",
            nodes.term("", "", nodes.literal(text=term)),
            nodes.definition("", _paragraph(meaning)),
        )
    return node


class CommandReference(Directive):
    """A section for the program, and one for each of its commands."""

    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Describe all commands, as they are."""
        context = click.Context(main, info_name="satdoku")
        commands = {name: main.get_command(context, name) for name in COMMANDS}
        return [
            _section(name, each or main)
            for name, each in {"": main, **commands}.items()
        ]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("command-reference", CommandReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
