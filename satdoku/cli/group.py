"""Commands that load when they are called, and help that starts with examples."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits, streams
from satdoku.cli.failures import told

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn, TextIO

__all__ = ["Command", "Group"]


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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; what is wrong with them is told with this command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def get_help(self, ctx: click.Context) -> str:
        """Return examples, usage, what the command does, and its options."""
        return _help(self, ctx, self.examples)


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
        self.no_args_is_help = False  # told by `parse_args`, with another code
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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; without any, the help is what was missing."""
        if not args and not ctx.resilient_parsing:
            click.echo(self.get_help(ctx), err=True)
            ctx.exit(exits.UNREADABLE)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called, or say which one was perhaps meant."""
        name = args[0]
        known = name in self.summaries or name.startswith("-")
        if not known and not ctx.resilient_parsing:  # a shell asks for completion
            ctx.fail(f"no command {name!r}{self._meant(name)}")
        return super().resolve_command(ctx, args)

    def _meant(self, name: str) -> str:
        from difflib import get_close_matches  # noqa: PLC0415  only for mistakes
        from os import stat  # noqa: PLC0415

        close = get_close_matches(name, list(self.summaries), n=1)
        if close:
            return f"; did you mean {close[0]!r}?"
        if name == "help":
            return "; did you mean '--help'?"
        try:
            stat(name)  # noqa: PTH116  as short, without an import
        except (OSError, ValueError):
            return ""
        return f"; did you mean 'solve {name}'?"

    def get_help(self, ctx: click.Context) -> str:
        """Return examples, usage, and what there is."""
        return _help(self, ctx, self.examples)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write what each command does, without loading it."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))

    def main(  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]  it always ends the program
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **settings: Any,  # noqa: ANN401  click's own, passed on
    ) -> NoReturn:
        """Run the program; whatever happens becomes one line and an exit code."""
        streams.prepare()
        if "_SATDOKU_COMPLETE" in os.environ:
            from satdoku.cli.completing import install  # noqa: PLC0415  for shells

            install()
        settings.pop("standalone_mode", None)
        try:
            code = super().main(args, prog_name, standalone_mode=False, **settings)
            stdout: TextIO | None = sys.stdout  # None if the shell closed it
            if stdout is not None:
                stdout.flush()
        except SystemExit:  # the shell's completion is done
            raise
        except BaseException as error:  # noqa: BLE001  told, or raised again
            code = told(error, debug=False)
        sys.exit(code if isinstance(code, int) else exits.DONE)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401  click's own, passed on
    ) -> click.Context:
        """Read the arguments; help that nobody can be shown ends as output does."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except (OSError, KeyboardInterrupt) as error:
            raise click.exceptions.Exit(told(error, debug=False)) from None

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn what it returns or raises into the exit code."""
        debug = bool(ctx.params.get("debug"))
        try:
            return super().invoke(ctx)
        except BaseException as error:  # noqa: BLE001  told, or raised again
            return told(error, debug=debug)


def _help(
    command: click.Command, ctx: click.Context, examples: Sequence[tuple[str, str]]
) -> str:
    from satdoku.cli.help_text import page, write_examples  # noqa: PLC0415  for help

    found = page()
    write_examples(found, examples)
    command.format_help(ctx, found)
    return found.getvalue().rstrip("\n")
