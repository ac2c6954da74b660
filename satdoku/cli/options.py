"""Options that several commands have, so that they mean the same in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from satdoku.cli.reading_options import reading_options, symbols
from satdoku.cli.values import (
    Listed,
    complete_files,
    complete_folders,
    complete_names,
    count,
    seconds,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from click.shell_completion import CompletionItem

__all__ = [
    "COUNT",
    "MAX_CLAUSES",
    "complete_commands",
    "complete_encodings",
    "complete_files",
    "complete_folders",
    "encoding_option",
    "engine_option",
    "explain_choice_option",
    "file_argument",
    "file_output_options",
    "files_argument",
    "format_option",
    "json_option",
    "look_at_names",
    "max_clauses_option",
    "quiet_option",
    "reading_options",
    "rule_option",
    "search_options",
    "strict_option",
    "timeout_option",
    "to_symbols_option",
    "verbose_option",
    "written_formats",
]

COUNT = count
"""The type of options that take a whole number from 1."""

MAX_CLAUSES = 20_000_000
"""What formulas may have, if nobody says otherwise."""

F = TypeVar("F", bound="Callable[..., object]")


def _encodings() -> Iterable[str]:
    from satdoku.cnf.recipe import encodings  # noqa: PLC0415  for help and completion

    return (recipe.name for recipe in encodings())


def _engines() -> Iterable[str]:
    from satdoku.engines.registry import engines  # noqa: PLC0415  as above

    return ("auto", *(engine.name for engine in engines()))


def written_formats() -> Iterable[str]:
    """Name the formats of text that are written."""
    from satdoku.formats.registry import written_texts  # noqa: PLC0415  as above

    return written_texts()


def _rules() -> Iterable[str]:
    from satdoku.engines.dpll.heuristics import HEURISTICS  # noqa: PLC0415  as above

    return (*HEURISTICS, "random:SEED")


def complete_encodings(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of an encoding, or that of a file."""
    return complete_names(_encodings(), incomplete) or complete_files(
        ctx, param, incomplete
    )


def complete_commands(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a command."""
    del ctx, param
    from satdoku.cli.reference import names  # noqa: PLC0415  for completion alone

    return complete_names(names(), incomplete)


def _lacks_a_name(value: object) -> bool:
    return "" in value if isinstance(value, tuple) else value == ""


def look_at_names(
    ctx: click.Context,
    param: click.Parameter,
    value: Any,  # noqa: ANN401  one name, several or none
) -> Any:  # noqa: ANN401  the same again
    """Refuse a file name that is empty, as that of a variable nobody has set."""
    del ctx
    if _lacks_a_name(value):
        raise click.BadParameter("an empty file name", param=param)
    return value


def files_argument(command: F) -> F:
    """Add FILE...: the puzzles."""
    return click.argument(
        "files",
        metavar="[FILE]...",
        nargs=-1,
        callback=look_at_names,
        shell_complete=complete_files,
    )(command)


def file_argument(
    name: str, metavar: str, default: str | None = "-"
) -> Callable[[F], F]:
    """Add one FILE.

    Args:
        name: What the command calls it.
        metavar: What its help calls it.
        default: The file if none is given; None where one has to be.
    """
    given: dict[str, Any] = {"required": True}
    if default is not None:
        given = {"default": default}
    return click.argument(
        name,
        metavar=metavar,
        callback=look_at_names,
        shell_complete=complete_files,
        **given,
    )


def format_option(
    *names: str,
    values: Callable[[], Iterable[str]],
    help: str,  # noqa: A002  click's word for it
    default: str | None = None,
) -> Callable[[F], F]:
    """Add --to: the format of what is written.

    Args:
        names: What the option is called, if not `--to`.
        values: Gives the names of the formats.
        help: What it does; `{values}` becomes the names.
        default: The format if none is given.
    """

    def look(ctx: click.Context, param: click.Parameter, value: str | None) -> object:
        del ctx
        # Not told by name alone: what has the format may take long to make.
        if value is not None and value not in (known := tuple(values())):
            raise click.BadParameter(
                f"{value!r}; expected {', '.join(known)}", param=param
            )
        return value

    return click.option(
        *(names or ("--to",)),
        "to",
        cls=Listed,
        values=values,
        metavar="FORMAT",
        default=default,
        show_default=default is not None,
        callback=look,
        help=help,
    )


def to_symbols_option(command: F) -> F:
    """Add --to-symbols."""
    return click.option(
        "--to-symbols",
        cls=Listed,
        values=symbols,
        metavar="NAME",
        help="How digits are written; as in the puzzle, if not given: {values}.",
    )(command)


def engine_option(command: F) -> F:
    """Add --engine."""
    return click.option(
        "--engine",
        cls=Listed,
        values=_engines,
        metavar="NAME",
        default="auto",
        show_default=True,
        help="What searches; `satdoku engines` lists them.",
    )(command)


def encoding_option(command: F) -> F:
    """Add --encoding."""
    return click.option(
        "--encoding",
        cls=Listed,
        values=_encodings,
        files=True,
        metavar="NAME|FILE.toml",
        help="How the puzzle becomes clauses; `satdoku encodings` lists them.",
    )(command)


def rule_option(command: F) -> F:
    """Add --rule."""
    return click.option(
        "--rule",
        cls=Listed,
        values=_rules,
        metavar="NAME",
        help="The decision rule of engine dpll: {values}.",
    )(command)


def max_clauses_option(command: F) -> F:
    """Add --max-clauses."""
    return click.option(
        "--max-clauses",
        metavar="N",
        type=count,
        default=MAX_CLAUSES,
        show_default=True,
        help="Refuse formulas with more clauses.",
    )(command)


def timeout_option(what: str) -> Callable[[F], F]:
    """Add --timeout, with what it ends."""
    return click.option("--timeout", metavar="SECONDS", type=seconds, help=what)


def search_options(command: F) -> F:
    """Add --engine, --encoding and --timeout."""
    timeout = timeout_option(
        "Stop searching a puzzle after that time. Making the formula of a very large "
        "board comes on top."
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


def verbose_option(command: F) -> F:
    """Add --verbose."""
    return click.option(
        "-v",
        "--verbose",
        is_flag=True,
        help="Tell on standard error how the input was understood, and what was done "
        "with it and why.",
    )(command)


def explain_choice_option(command: F) -> F:
    """Add --explain-choice."""
    return click.option(
        "--explain-choice",
        "explain_choice",
        is_flag=True,
        help="Tell on standard error which engines are chosen.",
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
        callback=look_at_names,
        shell_complete=complete_files,
        help="Write to a file, which appears when it is whole; what is a list, also at "
        "Ctrl-C, with what is done.",
    )
    force = click.option("--force", is_flag=True, help="Replace an existing file.")
    return output(force(command))
