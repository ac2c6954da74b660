"""Options that several commands have, so that they mean the same in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from click.shell_completion import CompletionItem

__all__ = [
    "COUNT",
    "encoding_option",
    "engine_option",
    "file_output_options",
    "files_argument",
    "json_option",
    "max_clauses_option",
    "quiet_option",
    "reading_options",
    "search_options",
    "seconds",
    "strict_option",
]

F = TypeVar("F", bound="Callable[..., object]")

COUNT = click.IntRange(min=1, max=10**18)
"""A number from 1."""

_FOR_EVER = 1e9


def seconds(text: str) -> float:
    """Read a time in seconds, above 0.

    Raises:
        BadParameter: It is none.

    Example:
        >>> seconds("1.5")
        1.5
    """
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < _FOR_EVER:  # NaN fails too
        raise click.BadParameter(f"{text!r} is not a number of seconds above 0")
    return found


def _complete_encoding(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    del ctx, param
    from satdoku.cnf.recipe import shipped  # noqa: PLC0415  only for completion

    return _beginning(incomplete, (recipe.name for recipe in shipped()))


def _complete_engine(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    del ctx, param
    from satdoku.engines.register import engines  # noqa: PLC0415  as above

    return _beginning(incomplete, ("auto", *(engine.name for engine in engines())))


def _beginning(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem  # noqa: PLC0415  as above

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def files_argument(command: F) -> F:
    """Add FILE...: the puzzles."""
    return click.argument("files", metavar="[FILE]...", nargs=-1)(command)


def reading_options(command: F) -> F:
    """Add what tells how puzzles are read."""
    for option in (
        click.option(
            "--column",
            metavar="NAME|NUMBER",
            help="The column of puzzles in a table, by name or number (from 1).",
        ),
        click.option(
            "--symbols",
            metavar="NAME",
            help="How the digits of the puzzles are written: 1-9A-Z, 0-9A-Z, A-Z or "
            "1-9a-zA-Z. Answers are written with 1-9A-Z.",
        ),
        click.option(
            "--box",
            metavar="ROWSxCOLUMNS",
            help="The shape of the boxes, such as 2x3, where it is not the usual one.",
        ),
        click.option(
            "--from",
            "from_",
            metavar="FORMAT",
            help="The format of the puzzles; found out if not given.",
        ),
    ):
        command = option(command)
    return command


def engine_option(command: F) -> F:
    """Add --engine."""
    return click.option(
        "--engine",
        metavar="NAME",
        default="auto",
        show_default=True,
        shell_complete=_complete_engine,
        help="What searches; `satdoku engines` lists them.",
    )(command)


def encoding_option(command: F) -> F:
    """Add --encoding."""
    return click.option(
        "--encoding",
        metavar="NAME|FILE.toml",
        shell_complete=_complete_encoding,
        help="How the puzzle becomes clauses; `satdoku encodings` lists them.",
    )(command)


def max_clauses_option(command: F) -> F:
    """Add --max-clauses."""
    return click.option(
        "--max-clauses",
        metavar="N",
        type=COUNT,
        default=20_000_000,
        show_default=True,
        help="Refuse formulas with more clauses.",
    )(command)


def search_options(command: F) -> F:
    """Add --engine, --encoding and --timeout."""
    timeout = click.option(
        "--timeout",
        metavar="SECONDS",
        type=seconds,
        help="Stop searching a puzzle after that time. Making the formula of a very "
        "large board comes on top.",
    )
    return engine_option(encoding_option(timeout(command)))


def strict_option(command: F) -> F:
    """Add --strict."""
    return click.option(
        "--strict", is_flag=True, help="Stop at the first puzzle that cannot be read."
    )(command)


def quiet_option(command: F) -> F:
    """Add --quiet."""
    return click.option(
        "-q",
        "--quiet",
        is_flag=True,
        help="No remarks, summary or progress; only what is wrong.",
    )(command)


def json_option(command: F) -> F:
    """Add --json, where answers can be told so."""
    return click.option(
        "--json", "as_json", is_flag=True, help="One JSON object a line; see above."
    )(command)


def file_output_options(command: F) -> F:
    """Add -o and --force."""
    output = click.option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write to a file, which appears when it is whole.",
    )
    force = click.option("--force", is_flag=True, help="Replace an existing file.")
    return output(force(command))
