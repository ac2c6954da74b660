"""`satdoku techniques`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.deduce.technique import Technique

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku techniques", "what there is, in the order in which it is tried"),
    ("satdoku techniques --json", "the same for programs"),
    ("satdoku explain --with death-blossom puzzle.txt", "use one more"),
    ("satdoku explain --without fish,chains puzzle.txt", "do without two families"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Show the techniques.")
@options.json_option
def command(*, as_json: bool) -> None:
    """Show the techniques, in the order in which they are tried.

    `name` and `family` are what --with, --without and --only of `satdoku explain` and
    `satdoku hint` take; so are the levels (easy, medium, hard, unfair, extreme),
    `usual` and `all`. `level` and `score` are those of HoDoKu 2.2.0, and so is the
    `order`; techniques of one place are found together. `usual`: what is used if nobody
    says otherwise.

    --json writes an object a technique: schema (1), name, title, family, level, score,
    order, usual, uniqueness (whether it rests on the puzzle having one solution), code
    (of HoDoKu's library of cases) (docs/schema/technique.schema.json).
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.deduce.technique import Technique  # noqa: PLC0415

    found = sorted(Technique, key=lambda each: each.order)
    text = _as_json(found) if as_json else _as_text(found)
    with Output(None) as target:
        target.stream.write(f"{text}\n")


def _as_json(found: Sequence[Technique]) -> str:
    from satdoku.cli.json_printer import SCHEMA, encode  # noqa: PLC0415  slow
    from satdoku.deduce.families import family_of  # noqa: PLC0415  as ever
    from satdoku.deduce.technique import UNIQUENESS, USUAL  # noqa: PLC0415

    return "\n".join(
        encode(
            {
                "schema": SCHEMA,
                "name": technique.key,
                "title": technique.title,
                "family": family_of(technique),
                "level": technique.level.key,
                "score": technique.score,
                "order": technique.order,
                "usual": technique in USUAL,
                "uniqueness": technique in UNIQUENESS,
                "code": technique.code,
            }
        )
        for technique in found
    )


def _as_text(found: Sequence[Technique]) -> str:
    from satdoku.deduce.families import family_of  # noqa: PLC0415  as ever
    from satdoku.deduce.technique import USUAL  # noqa: PLC0415

    rows = [("order", "name", "family", "level", "score", "usual")]
    rows += [
        (
            str(technique.order),
            technique.key,
            family_of(technique),
            technique.level.key,
            str(technique.score),
            "yes" if technique in USUAL else "-",
        )
        for technique in found
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = {0, 4}
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at in numbers else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
