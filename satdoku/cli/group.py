"""Commands that load when they are called, and help that starts with examples."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits
from satdoku.cli.failures import told

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

__all__ = ["Command", "Group"]


def _write_examples(
    formatter: click.HelpFormatter, examples: Sequence[tuple[str, str]]
) -> None:
    formatter.write("Examples:\n")
    for line, what in examples:
        formatter.write(f"  {line}\n      {what}\n")
    formatter.write("\n")


class Command(click.Command):
    """A command whose help starts with examples.

    Args:
        examples: (command line, what it does) pairs.
    """

    def __init__(
        self,
        *arguments: Any,  # noqa: ANN401  click's own, passed on
        examples: Sequence[tuple[str, str]] = (),
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*arguments, **options)
        self.examples = tuple(examples)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, usage, what the command does, and its options."""
        _write_examples(formatter, self.examples)
        super().format_help(ctx, formatter)


class Group(click.Group):
    """A group whose commands are loaded when called.

    Args:
        summaries: What each command does, by name. Command `x` is the object `command`
            of the module `satdoku.cli.x`.
        examples: (command line, what it does) pairs.
    """

    def __init__(
        self,
        *arguments: Any,  # noqa: ANN401  click's own, passed on
        summaries: dict[str, str] | None = None,
        examples: Sequence[tuple[str, str]] = (),
        **options: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*arguments, **options)
        self.summaries = summaries or {}
        self.examples = tuple(examples)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order in which they are told."""
        del ctx
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        del ctx
        if cmd_name not in self.summaries:
            return None
        command = import_module(f"satdoku.cli.{cmd_name}").command
        if not isinstance(command, click.Command):
            msg = f"satdoku.cli.{cmd_name}.command is no command"
            raise TypeError(msg)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called, or say which one was perhaps meant."""
        name = args[0]
        if name not in self.summaries and not name.startswith("-"):
            ctx.fail(f"No command {name!r}.{self._meant(name)}")
        return super().resolve_command(ctx, args)

    def _meant(self, name: str) -> str:
        from difflib import get_close_matches  # noqa: PLC0415  only for mistakes
        from os import stat  # noqa: PLC0415

        close = get_close_matches(name, list(self.summaries), n=1)
        if close:
            return f" Did you mean {close[0]!r}?"
        if name == "help":
            return " Did you mean '--help'?"
        try:
            stat(name)  # noqa: PTH116  as short, without an import
        except (OSError, ValueError):
            return ""
        return f" Did you mean 'solve {name}'?"

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, usage, and what there is."""
        _write_examples(formatter, self.examples)
        super().format_help(ctx, formatter)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write what each command does, without loading it."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn what it returns or raises into the exit code."""
        stdout: TextIO | None = sys.stdout  # None if the shell closed it
        if isinstance(stdout, TextIOWrapper):
            # A file name need not be text that the terminal can show.
            stdout.reconfigure(errors="backslashreplace")
        debug = bool(ctx.params.get("debug"))
        try:
            code = super().invoke(ctx)
            if stdout is not None:
                stdout.flush()
        except BaseException as error:  # noqa: BLE001  told, or raised again
            code = told(error, debug=debug)
        if isinstance(code, int) and code != exits.DONE:
            ctx.exit(code)
        return None
