"""The options that tell how puzzles are read, as one value a command passes on."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from satdoku.cli.values import Listed, complete_files, count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["ReadAs", "reading_options", "symbols"]


class ReadAs(NamedTuple):
    """What the person said about reading; see the options' help.

    Args:
        from_: The format, or None to find out.
        box: The shape of the boxes (`2x3`), or None for the usual one.
        symbols: How digits are written, or None to find out.
        column: The column of puzzles in a table, or None to find out.
        repair: Whether to mend what can be mended with certainty.
        fixed: The file for the puzzles as they were read.
        max_file: Characters of a file; None for any number.
        max_line: Characters of a line, or None for the usual bound.
        max_size: The largest size of grid, or None for the usual one.
        max_link: Characters of a link's board, or None for the usual bound.
    """

    from_: str | None = None
    box: str | None = None
    symbols: str | None = None
    column: str | None = None
    repair: bool = False
    fixed: str | None = None
    max_file: int | None = None
    max_line: int | None = None
    max_size: int | None = None
    max_link: int | None = None


def _formats() -> Iterable[str]:
    from satdoku.formats.registry import names  # noqa: PLC0415  for help and completion

    return names()


def symbols() -> Iterable[str]:
    """Name the ways to write digits."""
    from satdoku.symbols import DIALECTS  # noqa: PLC0415  as above

    return DIALECTS


_OPTIONS = (
    click.option(
        "--from",
        "from_",
        cls=Listed,
        values=_formats,
        metavar="FORMAT",
        help="The format of the puzzles, found out if not given: {values}.",
    ),
    click.option(
        "--box",
        metavar="ROWSxCOLUMNS",
        help="The shape of the boxes, such as 2x3, where it is not the usual one.",
    ),
    click.option(
        "--symbols",
        cls=Listed,
        values=symbols,
        metavar="NAME",
        help="How the digits of the puzzles are written, found out if not given: "
        "{values}.",
    ),
    click.option(
        "--column",
        metavar="NAME|NUMBER",
        help="The column of puzzles in a table, by name or number (from 1).",
    ),
    click.option(
        "--repair",
        is_flag=True,
        help="Mend what can be mended in one way alone: stray blanks, ragged borders, "
        "quotes, other signs for empty cells, a missing ending of the file's name. "
        "What was done is told. No digit is guessed.",
    ),
    click.option(
        "--fixed",
        metavar="FILE",
        shell_complete=complete_files,
        help="Write the puzzles, mended, to a file; implies --repair.",
    ),
    click.option(
        "--max-size",
        metavar="N",
        type=count,
        help="Refuse grids larger than NxN. [default: 225]",
    ),
    click.option(
        "--max-line",
        metavar="N",
        type=count,
        help="Refuse lines, and puzzles, of more characters. [default: 4194304]",
    ),
    click.option(
        "--max-file",
        metavar="N",
        type=count,
        help="Refuse files of more characters. [default: any number]",
    ),
    click.option(
        "--max-link",
        metavar="N",
        type=count,
        help="Refuse links whose board has more characters. [default: 65536]",
    ),
)


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what tells how puzzles are read; the command takes it as `read_as`."""

    @wraps(command)
    def collected(**given: Any) -> Any:  # noqa: ANN401  as the command
        read_as = ReadAs(**{name: given.pop(name) for name in ReadAs._fields})
        if read_as.fixed is not None:
            if read_as.fixed == "":
                raise click.BadParameter("an empty file name", param_hint="--fixed")
            read_as = read_as._replace(repair=True)
        return command(**given, read_as=read_as)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected
