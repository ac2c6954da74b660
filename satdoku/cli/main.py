"""The program `satdoku`: its commands, its help, and how it ends."""

from __future__ import annotations

import sys
from importlib import import_module
from os import listdir
from os.path import lexists
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import exits, messages
from satdoku.runtime.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn, TextIO

    from click.shell_completion import CompletionItem


COMMANDS = {
    "solve": "Solve puzzles; `satdoku FILE` is `satdoku solve FILE`.",
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
    "check-cnf": "Check whether a formula is a Sudoku encoding.",
    "trace": "Trace a search by DPLL or CDCL, step by step.",
    "web": "Serve the page: satdoku in a browser.",
    "study": "Measure solvers side by side.",
    "profile": "Show where the time of a solve goes.",
    "list": "List formats, engines, encodings, techniques or constraints.",
}
"""Command `x` is the function `x` of the module `satdoku.cli.x`, loaded when called."""

LISTS = ("formats", "engines", "encodings", "techniques", "constraints")
"""What `list` lists."""

_MODULES = {
    **dict.fromkeys(("cnf", "decode", "sat"), "dimacs"),
    "hint": "explain",
    "verify": "prove",
    "list": "lists",
    "check-cnf": "check_cnf",
}
"""The modules of commands that have another name than theirs."""

_FUNCTIONS = {"list": "list_", "check-cnf": "check_cnf"}
"""The functions of commands that have another name than theirs."""

_CODES = (
    f"Exit codes: {'; '.join(f'{code} {what}' for code, what in exits.MEANINGS)}. "
    f"{exits.SOLVERS}"
)


class Group(click.Group):
    """Loads a command when it is called; without one, FILE is solved."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        name = _MODULES.get(cmd_name, cmd_name)
        module = import_module(f"satdoku.cli.{name}")
        command: click.Command = getattr(module, _FUNCTIONS.get(cmd_name, cmd_name))
        return command

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
        """Find the command; a file, a puzzle or an option is for `solve`."""
        name = args[0]
        if name in COMMANDS or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from satdoku.cli.reading import is_text  # noqa: PLC0415  slow; commands need it

        if name.startswith("-") or lexists(name) or is_text(name):
            return super().resolve_command(ctx, ["solve", *args])
        from difflib import get_close_matches  # noqa: PLC0415  only for mistakes

        names = [*COMMANDS, *(f"list {what}" for what in LISTS), *listdir()]  # noqa: PTH208  quick
        close = get_close_matches(name, names, n=1)
        meant = f"; did you mean {close[0]!r}?" if close else ""
        return ctx.fail(f"no command, file or puzzle {name!r}{meant}")

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
        items = [*commands, *click.Command.shell_complete(self, ctx, incomplete)]
        return items or [CompletionItem(incomplete, type="file")]

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write what each command does, without loading it."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]  # it always ends the program
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **settings: Any,  # noqa: ANN401  click's own, passed on
    ) -> NoReturn:
        """Run the program; whatever happens becomes one line and an exit code."""
        messages.write_anything()
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
    subcommand_metavar="COMMAND|FILE [ARGS]...",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 80,
        "ignore_unknown_options": True,
    },
)
@click.version_option(__version__, message="satdoku %(version)s")
@click.option("--debug", is_flag=True, help="Show a traceback with an error.")
def main(*, debug: bool) -> None:
    """Sudoku as satisfiability: solve, count and check puzzles of any size.

    FILE can be a file name, `-` for standard input, or a puzzle as text.

    \b
    Examples:
      satdoku puzzle.txt                             # solve a puzzle
      satdoku puzzles.sdm -o solutions.sdm           # a file of many puzzles
      satdoku check puzzle.txt                       # what is wrong with a puzzle
      satdoku solve -h                               # the options of a command
      satdoku cnf p.txt | cadical | satdoku decode p.txt -      # by a SAT solver
    """
    del debug  # `Group.invoke` reads it
