"""What each command is told to be, as plain data: for man pages and documents.

The commands themselves say it once, to click; nothing is written down twice.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.group import Command, Group
from satdoku.cli.values import Listed

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CommandText", "OptionText", "describe", "names"]


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option.

    Args:
        names: How it is written, short names first (`-o`, `--output`).
        metavar: What it takes; empty for a switch.
        help: What it does, without the names below.
        default: What it is if not given; empty where that is nothing.
        values: The names it takes, where they are known beforehand.
    """

    names: tuple[str, ...]
    metavar: str
    help: str
    default: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandText:
    """A command, or the whole program.

    Args:
        name: Its name; empty for the program.
        summary: What it does, in a line.
        usage: How it is called.
        examples: (command line, what it does) pairs.
        paragraphs: The description.
        options: Its options, in the order of its help.
        exit_codes: (code, what it means) pairs.
        notes: What is to be said behind the exit codes.
        commands: (name, summary) pairs, of the program alone.
    """

    name: str
    summary: str
    usage: str
    examples: tuple[tuple[str, str], ...]
    paragraphs: tuple[str, ...]
    options: tuple[OptionText, ...]
    exit_codes: tuple[tuple[int, str], ...]
    notes: tuple[str, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()


def names() -> tuple[str, ...]:
    """Return the names of the commands, in the order in which they are told.

    Example:
        >>> names()[:2]
        ('solve', 'count')
    """
    return tuple(_program().summaries)


def describe(name: str = "") -> CommandText:
    """Describe a command; the program, if the name is empty.

    Raises:
        KeyError: There is no such command.

    Example:
        >>> solve = describe("solve")
        >>> solve.usage, solve.summary
        ('satdoku solve [OPTIONS] [FILE]...', 'Solve puzzles.')
        >>> next(option.default for option in solve.options if option.metavar == "NAME")
        'auto'
    """
    program = _program()
    command: click.Command = program
    summary = (program.help or "").partition("\n")[0]
    commands: tuple[tuple[str, str], ...] = tuple(program.summaries.items())
    if name:
        summary, commands = program.summaries[name], ()
        found = program.get_command(click.Context(program), name)
        if found is None:
            raise KeyError(name)
        command = found
    path = f"satdoku {name}".rstrip()
    outer = click.Context(program, info_name="satdoku", **program.context_settings)
    context = click.Context(command, outer, path) if name else outer
    examples = command.examples if isinstance(command, (Command, Group)) else ()
    return CommandText(
        name,
        summary,
        " ".join([path, *command.collect_usage_pieces(context)]),
        examples,
        tuple(_paragraphs(command.help or "")),
        tuple(
            _option(param)
            for param in command.get_params(context)
            if isinstance(param, click.Option) and not param.hidden
        ),
        exits.MEANINGS,
        (exits.SOLVERS,),
        commands,
    )


def _program() -> Group:
    from satdoku.cli.main import main  # noqa: PLC0415  it imports what describes it

    return main


def _paragraphs(text: str) -> Iterator[str]:
    """Cut a text into paragraphs, each on one line."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        yield " ".join(paragraph.split())


def _option(option: click.Option) -> OptionText:
    takes = "" if option.is_flag or option.count else option.metavar or "VALUE"
    shown = takes and option.show_default and option.default is not None
    listed = option if isinstance(option, Listed) else None
    return OptionText(
        tuple(sorted(option.opts, key=lambda name: name.startswith("--"))),
        takes,
        option.help or "",
        str(option.default) if shown else "",
        () if listed is None else tuple(listed.values()),
    )
