"""`satdoku engines`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.engines import EngineInfo

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku engines", "what there is, and what each can do"),
    ("satdoku engines --json", "the same for programs"),
    ("satdoku solve --engine glucose4 puzzle.txt", "use one of them"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Show the engines.")
@options.json_option
def command(*, as_json: bool) -> None:
    """Show the engines.

    `proofs`: refutations can be written down as proofs, or why not. `conflicts`: a
    limit of conflicts is understood. `time`: how a time limit is kept: looked at in the
    search, by many short calls (slices), told from another thread (interrupt), or by
    ending a process. `reusable`: one loaded engine serves many puzzles.

    --json writes an object an engine: schema (1), name, aliases, summary, kind,
    proofs, no_proofs, conflict_limit, time_limit, reusable, available
    (docs/schema/engine.schema.json).
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.engines import engines  # noqa: PLC0415

    found = engines()
    text = _as_json(found) if as_json else _as_text(found)
    with Output(None) as target:
        target.stream.write(f"{text}\n")


def _as_json(found: Sequence[EngineInfo]) -> str:
    from satdoku.cli.json_printer import SCHEMA, encode  # noqa: PLC0415  slow

    return "\n".join(
        encode(
            {
                "schema": SCHEMA,
                "name": engine.name,
                "aliases": engine.aliases,
                "summary": engine.summary,
                "kind": engine.kind,
                "proofs": engine.proofs,
                "no_proofs": engine.no_proofs or None,
                "conflict_limit": engine.conflict_limit,
                "time_limit": engine.time_limit,
                "reusable": engine.reusable,
                "available": engine.available,
            }
        )
        for engine in found
    )


def _as_text(found: Sequence[EngineInfo]) -> str:
    rows = [("name", "here", "proofs", "conflicts", "time", "reusable", "what it is")]
    rows += [
        (
            engine.name,
            _tick(engine.available),
            "yes" if engine.proofs else f"- ({engine.no_proofs})",
            _tick(engine.conflict_limit),
            engine.time_limit,
            _tick(engine.reusable),
            engine.summary
            + ("" if engine.available else f" (not installed: needs {engine.needs})"),
        )
        for engine in found
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def _tick(told: bool) -> str:  # noqa: FBT001  a fact, not a switch
    return "yes" if told else "-"
