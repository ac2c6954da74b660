"""Sphinx: the command reference, made from the commands themselves.

The directive `command-reference` stands for one section a command: the same texts as
`--help` and the manual pages.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar

import click
from docutils import nodes
from docutils.parsers.rst import Directive

from satdoku.cli.help import describe
from satdoku.cli.main import EXAMPLES, main
from satdoku.cli.options import (
    MANY,
    OUTPUT,
    READING,
    SEARCH,
    TECHNIQUES,
    Command,
    Names,
    Option,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx

_ORDER = ("Options", SEARCH, TECHNIQUES, OUTPUT, MANY, READING)


def _section(name: str, command: click.Command) -> nodes.section:
    """Make the section of a command, or of the program if the name is empty."""
    title = f"satdoku {name}".strip()
    section = nodes.section(ids=[f"command-{name or 'satdoku'}"], names=[title])
    section += nodes.title(text=title)
    context = click.Context(command, info_name=title, **main.context_settings)
    usage = " ".join([title, *command.collect_usage_pieces(context)])
    section += nodes.literal_block(usage, usage, language="text")
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        section += _paragraph(" ".join(paragraph.split()))
    section += nodes.rubric(text="Examples")
    examples = command.examples if isinstance(command, Command) else EXAMPLES
    section += _definitions((line, what) for line, what in examples)
    for title in _ORDER:
        options = [
            param
            for param in command.get_params(context)
            if isinstance(param, click.Option)
            and title == (param.section if isinstance(param, Option) else "Options")
        ]
        if options:
            section += nodes.rubric(text=title)
            section += _definitions(_option(each, context) for each in options)
    return section


def _option(param: click.Option, context: click.Context) -> tuple[str, str]:
    """Return an option as it is written, and its help."""
    names = sorted(param.opts, key=lambda name: name.startswith("--"))
    names += param.secondary_opts
    metavar = "" if param.is_flag or param.count else param.make_metavar(context)
    texts = [param.help or ""]
    if isinstance(param.type, Names):
        texts.append(f"One of {', '.join(param.type.names())}.")
    if param.show_default and param.default is not None:
        texts.append(f"The default is {param.default}.")
    return f"{', '.join(names)} {metavar}".strip(), " ".join(texts)


def _paragraph(text: str) -> nodes.paragraph:
    """Make a paragraph; what stands between backticks is code."""
    found = nodes.paragraph()
    for at, part in enumerate(text.split("`")):
        found += nodes.literal(text=part) if at % 2 else nodes.Text(part)
    return found


def _definitions(pairs: Iterable[tuple[str, str]]) -> nodes.definition_list:
    """Make a list of terms, each with its meaning."""
    found = nodes.definition_list()
    for term, meaning in pairs:
        found += nodes.definition_list_item(
            "",
            nodes.term("", "", nodes.literal(text=term)),
            nodes.definition("", _paragraph(meaning)),
        )
    return found


class CommandReference(Directive):
    """A section for the program, and one for each of its commands."""

    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Describe all commands, as they are."""
        return [_section(name, each) for name, each in (("", main), *describe())]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("command-reference", CommandReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
