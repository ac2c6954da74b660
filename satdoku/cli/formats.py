"""`satdoku formats`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.formats import BinaryFormat, Format

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku formats", "what is read and written"),
    ("satdoku formats --json", "the same for programs"),
    ("satdoku convert puzzle.txt --to sadman", "write one of them"),
)

_KEPT = ("name", "details", "state", "candidates", "solution", "boxes")


@click.command(cls=Command, examples=_EXAMPLES, short_help="Show the formats.")
@click.option("--markdown", is_flag=True, help="Write the table in Markdown.")
@options.json_option
def command(*, markdown: bool, as_json: bool) -> None:
    """Show the formats of puzzles that are read and written.

    `keeps` is what a format holds besides clues: a puzzle's name; details such as its
    author; its state, which is how far somebody has come; candidates that the puzzle
    rules out; the solution that its source gives; and boxes that are not the usual
    ones of their size.

    --json writes an object a format: schema (1), name, summary, extensions, written,
    keeps.
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.formats import formats  # noqa: PLC0415

    if as_json and markdown:
        raise click.UsageError("--json and --markdown contradict each other")
    found = formats()
    if as_json:
        text = _as_json(found)
    else:
        text = _as_markdown(found) if markdown else _as_text(found)
    with Output(None) as target:
        target.stream.write(f"{text}\n")


def _is_written(one: Format | BinaryFormat) -> bool:
    return (getattr(one, "write", None) or getattr(one, "writer", None)) is not None


def _kept(one: Format | BinaryFormat) -> list[str]:
    return [what for what in _KEPT if what in one.keeps]


def _as_json(found: Sequence[Format | BinaryFormat]) -> str:
    from satdoku.cli.json_printer import SCHEMA, encode  # noqa: PLC0415  slow

    return "\n".join(
        encode(
            {
                "schema": SCHEMA,
                "name": one.name,
                "summary": one.summary,
                "extensions": one.extensions,
                "written": _is_written(one),
                "keeps": _kept(one),
            }
        )
        for one in found
    )


def _rows(found: Sequence[Format | BinaryFormat]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        ("name", "written", "endings", "keeps", "what it is")
    ]
    rows += [
        (
            one.name,
            "yes" if _is_written(one) else "-",
            " ".join(one.extensions) or "-",
            ", ".join(_kept(one)) or "-",
            one.summary,
        )
        for one in found
    ]
    return rows


def _as_text(found: Sequence[Format | BinaryFormat]) -> str:
    rows = _rows(found)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def _as_markdown(found: Sequence[Format | BinaryFormat]) -> str:
    head, *rows = _rows(found)
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for name, *rest in rows:
        lines.append("| " + " | ".join([f"`{name}`", *rest]) + " |")
    return "\n".join(lines)
