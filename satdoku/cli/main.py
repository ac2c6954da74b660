"""The program `satdoku`: its commands, its help, and how it ends."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits, messages
from satdoku.cli.options import write_examples
from satdoku.runtime.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn, TextIO

    from click.shell_completion import CompletionItem


COMMANDS = {
    "solve": "Solve puzzles.",
    "count": "Count the solutions of puzzles.",
    "check": "Check puzzles: clashes, solutions, redundant clues, candidates.",
    "explain": "Solve puzzles step by step, with the reason for each step.",
    "hint": "Give a hint, from a nudge to the full next step.",
    "rate": "Rate how hard puzzles are for a person.",
    "minimize": "Remove redundant clues until the puzzle is minimal.",
    "generate": "Make new puzzles.",
    "prove": "Prove how many solutions puzzles have.",
    "verify": "Check the proofs that `prove` writes.",
    "convert": "Write puzzles in another format.",
    "show": "Draw puzzles: in the terminal, as SVG, PNG or a printable page.",
    "cnf": "Write a puzzle as a formula in DIMACS.",
    "decode": "Turn the model of a SAT solver into a grid.",
    "sat": "Solve any formula in DIMACS.",
    "trace": "Trace the search of DPLL, step by step or as a tree.",
    "web": "Serve the page: satdoku in a browser.",
    "study": "Measure solvers side by side.",
    "profile": "Show where the time of a solve goes.",
    "formats": "List the formats of puzzles.",
    "encodings": "List the encodings and the sizes of their formulas.",
    "engines": "List the engines, and what each can do.",
    "techniques": "List the techniques, and how hard each is.",
    "completion": "Write a completion script for bash, zsh or fish.",
    "man": "Write manual pages.",
}
"""Command `x` is the function `x` of the module `satdoku.cli.x`, loaded when called."""

_MODULES = {
    **dict.fromkeys(("formats", "encodings", "engines", "techniques"), "lists"),
    **dict.fromkeys(("cnf", "decode", "sat"), "dimacs"),
    "hint": "explain",
    "verify": "prove",
    "completion": "help",
    "man": "help",
}
"""The modules of commands that are in one with others."""

EXAMPLES = (
    ("satdoku solve puzzle.txt", "a solution, and whether it is the only one"),
    ("satdoku solve puzzles.sdm -o solutions.sdm", "a file of many puzzles"),
    ("satdoku check puzzle.txt", "what is wrong with a puzzle"),
    ("satdoku cnf puzzle.txt | cadical | satdoku decode puzzle.txt -", "SAT solver"),
)

_CODES = (
    f"Exit codes: {'; '.join(f'{code} {what}' for code, what in exits.MEANINGS)}. "
    f"{exits.SOLVERS}"
)


class Group(click.Group):
    """Loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"satdoku.cli.{_MODULES.get(cmd_name, cmd_name)}")
        found: click.Command = getattr(module, cmd_name)
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; `help COMMAND` is `COMMAND --help`."""
        if not args and not ctx.resilient_parsing:
            click.echo(self.get_help(ctx), err=True)
            ctx.exit(exits.UNREADABLE)
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest one."""
        name = args[0]
        if name in COMMANDS or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches  # noqa: PLC0415  only for mistakes

        close = get_close_matches(name, COMMANDS, n=1)
        if not close and (os.path.exists(name) or len(name) > 15):  # noqa: PTH110  pathlib takes 10 ms to import
            close = [f"solve {name}"]
        meant = f"; did you mean {close[0]!r}?" if close else ""
        return ctx.fail(f"no command {name!r}{meant}")

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Return the commands that begin so, without loading them, and options."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415  for shells

        commands = [
            CompletionItem(name, help=what)
            for name, what in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write what each command does, without loading it."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit codes."""
        write_examples(formatter, EXAMPLES)
        super().format_epilog(ctx, formatter)

    def main(  # type: ignore[override]  # it always ends the program
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **settings: Any,  # noqa: ANN401  click's own, passed on
    ) -> NoReturn:
        """Run the program; whatever happens becomes one line and an exit code."""
        messages.write_anything()
        if "_SATDOKU_COMPLETE" in os.environ:
            from satdoku.cli.help import install  # noqa: PLC0415  for shells

            install()
        settings.pop("standalone_mode", None)
        try:
            code = super().main(args, prog_name, standalone_mode=False, **settings)
            stdout: TextIO | None = sys.stdout  # None if the shell closed it
            if stdout is not None:
                stdout.flush()
        except SystemExit:  # the shell's completion is done
            raise
        except BaseException as error:  # noqa: BLE001  reported, or raised again
            code = messages.report(error, debug=False)
        sys.exit(code if isinstance(code, int) else exits.DONE)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401  click's own, passed on
    ) -> click.Context:
        """Read the arguments; help that cannot be written ends as output does."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except (OSError, KeyboardInterrupt) as error:
            raise click.exceptions.Exit(messages.report(error, debug=False)) from None

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn what it returns or raises into the exit code."""
        try:
            return super().invoke(ctx)
        except BaseException as error:  # noqa: BLE001  reported, or raised again
            return messages.report(error, debug=bool(ctx.params.get("debug")))


@click.command(
    cls=Group,
    epilog=_CODES,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, message="satdoku %(version)s")
@click.option("--debug", is_flag=True, help="Show a traceback with an error.")
def main(*, debug: bool) -> None:
    """Sudoku as satisfiability: solve, count and check puzzles of any size.

    FILE can be a file name, `-` for standard input, or a puzzle as text.
    """
    del debug  # `Group.invoke` reads it
