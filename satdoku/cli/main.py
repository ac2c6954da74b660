"""The program `satdoku`: its commands by name, and what holds for all of them."""

from __future__ import annotations

import click

from satdoku.cli import exits
from satdoku.cli.group import Group

__all__ = ["main"]

_EXAMPLES = (
    ("satdoku solve puzzle.txt", "solve a puzzle, and say whether it has one solution"),
    ("satdoku solve puzzles.sdm -o solutions.sdm", "solve a file of many puzzles"),
    ("satdoku count puzzle.txt", "count the solutions"),
    ("satdoku check puzzle.txt", "say what is wrong with a puzzle"),
    (
        "satdoku cnf puzzle.txt | cadical | satdoku decode puzzle.txt -",
        "by a SAT solver",
    ),
)

_SUMMARIES = {
    "solve": "Solve puzzles.",
    "count": "Count the solutions of puzzles.",
    "check": "Look puzzles over: clashes, proper, minimal, true candidates.",
    "explain": "Solve puzzles as a person does, and say why.",
    "hint": "Tell the next step: from a nudge to all of it.",
    "rate": "Say how hard puzzles are for a person.",
    "minimize": "Leave out clues that can go, until none can.",
    "generate": "Make new puzzles.",
    "prove": "Prove how many solutions puzzles have.",
    "verify": "Check such proofs.",
    "convert": "Write puzzles in another format.",
    "show": "Draw a puzzle: in the terminal, as SVG or as PNG.",
    "cnf": "Write a puzzle as a formula in DIMACS.",
    "decode": "Turn the model a SAT solver found into a grid.",
    "sat": "Solve any formula in DIMACS.",
    "trace": "Trace the search of DPLL, step by step or as a tree.",
    "study": "Measure solvers side by side.",
    "profile": "Tell where the time of a solve goes.",
    "formats": "Show the formats of puzzles.",
    "encodings": "Show the encodings and how large their formulas are.",
    "engines": "Show the engines and what each can do.",
    "techniques": "Show the techniques and how hard each is.",
    "completion": "Write the script for completion in bash, zsh or fish.",
    "man": "Write manual pages.",
}

_CODES = (
    f"Exit codes: {'; '.join(f'{code} {what}' for code, what in exits.MEANINGS)}. "
    f"{exits.SOLVERS}"
)


def _version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001  click calls it so
    del param
    if wanted and not ctx.resilient_parsing:
        from satdoku import __version__  # noqa: PLC0415  only needed here

        click.echo(f"satdoku {__version__}")
        ctx.exit()


@click.command(
    cls=Group,
    examples=_EXAMPLES,
    summaries=_SUMMARIES,
    epilog=_CODES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.option("--debug", is_flag=True, help="Show a traceback with an error.")
def main(*, debug: bool) -> None:
    """Sudoku as satisfiability: solve, count and check puzzles of any size.

    Where a FILE is read, `-` is standard input.  `satdoku COMMAND --help` tells more.
    """
    del debug  # `Group.invoke` looks at it
