"""--trace and --tree, and what goes with them, for commands that search by dpll.

A command gets them as one value, `tracing`: None where neither was given, so that a run
that is not followed pays nothing.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli import options

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["trace_options"]

_EVENTS = 1_000_000
_NODES = 120


def trace_options(
    *, puzzles: bool
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --trace and its like; the command takes what they say as `tracing`.

    Args:
        puzzles: Whether the command solves puzzles, not formulas.
    """

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def call(
            *,
            trace: str | None,
            trace_format: str | None,
            trace_limit: int | None,
            tree: str | None,
            tree_nodes: int | None,
            trace_simplify: bool = False,
            **rest: Any,  # noqa: ANN401  the command's own options, handed on
        ) -> object:
            _look_at(
                trace,
                tree,
                needs_trace={
                    "--trace-format": trace_format,
                    "--trace-limit": trace_limit,
                },
                needs_tree={"--tree-nodes": tree_nodes},
                needs_any={"--trace-simplify": trace_simplify or None},
            )
            if trace is None and tree is None:
                return command(tracing=None, **rest)
            from satdoku.cli.tracing import Tracing  # noqa: PLC0415  seldom needed

            tracing = Tracing(
                trace=trace,
                as_text=trace_format == "text",
                limit=trace_limit or _EVENTS,
                tree=tree,
                nodes=tree_nodes or _NODES,
                simplified=trace_simplify,
                engine=rest["engine"],
                inputs=rest["files"] if puzzles else (rest["file"],),
                output=rest.get("output"),
                style="json" if rest.get("as_json") else rest.get("to"),
                force=rest["force"],
                quiet=rest["quiet"],
            )
            return command(tracing=tracing, **rest)

        return _with_options(call, puzzles=puzzles)

    return add


def _with_options(call: Callable[..., Any], *, puzzles: bool) -> Callable[..., Any]:
    """Add the options, the last first, as decorators are read from below."""
    added = [
        click.option(
            "--tree-nodes",
            metavar="N",
            type=options.COUNT,
            help=f"Draw N nodes at most; fold what is closed. [default: {_NODES}]",
        ),
        click.option(
            "--tree",
            metavar="FILE.svg",
            callback=options.look_at_names,
            shell_complete=options.complete_files,
            help="Draw the search tree of engine dpll.",
        ),
        click.option(
            "--trace-limit",
            metavar="N",
            type=options.COUNT,
            help="Write N events at most; the search and its answer are not cut. "
            f"[default: {_EVENTS:,}]",
        ),
        click.option(
            "--trace-format",
            type=click.Choice(["jsonl", "text"]),
            help="How it is told: a JSON object a line, or words. [default: jsonl]",
        ),
        click.option(
            "--trace",
            metavar="FILE",
            callback=options.look_at_names,
            shell_complete=options.complete_files,
            help="Write what happens in the search of engine dpll, event by event; - "
            "for standard output, in place of the answer.",
        ),
    ]
    if puzzles:
        added.insert(
            2,
            click.option(
                "--trace-simplify",
                is_flag=True,
                help="Follow the search of what the puzzle leaves open after singles, "
                "not that of the whole formula.",
            ),
        )
    for option in added:
        call = option(call)
    return call


def _look_at(
    trace: str | None,
    tree: str | None,
    *,
    needs_trace: dict[str, object],
    needs_tree: dict[str, object],
    needs_any: dict[str, object],
) -> None:
    """Refuse options that would do nothing."""
    needed = [
        (needs_trace, trace is not None, "--trace"),
        (needs_tree, tree is not None, "--tree"),
        (needs_any, trace is not None or tree is not None, "--trace or --tree"),
    ]
    for given, there, what in needed:
        for name, value in given.items():
            if value is not None and not there:
                raise click.UsageError(f"{name} needs {what}")
