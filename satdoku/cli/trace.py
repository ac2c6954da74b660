"""`satdoku trace`."""

from __future__ import annotations

from contextlib import ExitStack
from os.path import realpath, splitext
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.group import Command
from satdoku.cli.output import Output
from satdoku.cli.progress import Progress
from satdoku.cli.remarks import say
from satdoku.cli.shield import Shield
from satdoku.cli.sources import Reading, open_bytes, source_name, where
from satdoku.cnf.dimacs import read_dimacs
from satdoku.tracing import JsonLines, Narration, TreeBuilder, trace

if TYPE_CHECKING:
    from typing import TextIO

    from satdoku.cli.reading_options import ReadAs
    from satdoku.cnf.formula import Formula
    from satdoku.puzzle import Puzzle
    from satdoku.tracing import Event, Summary
    from satdoku.tracing.events import Sink

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku trace puzzle.txt", "print every step of the search in words"),
    ("satdoku trace puzzle.txt -o tree.svg", "draw the search tree"),
    ("satdoku trace puzzle.txt -o tree.dot", "the tree for Graphviz"),
    ("satdoku trace puzzle.txt -o steps.jsonl -o tree.svg", "events and tree at once"),
    ("satdoku trace puzzle.txt --encoding minimal --heuristic first", "compare"),
    ("satdoku trace formula.cnf --to jsonl", "any formula, as JSON lines"),
)

_FORMATS = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".svg": "svg",
    ".dot": "dot",
    ".gv": "dot",
}
_FORMULAS = (".cnf", ".dimacs")
_PACKED = (".gz", ".bz2", ".xz")
_NODES = 120
_EVENTS = 1_000_000


@click.command(cls=Command, examples=_EXAMPLES, short_help="Trace the search of DPLL.")
@options.file_argument("file", "[FILE]")
@click.option(
    "-o",
    "--output",
    "outputs",
    metavar="FILE",
    multiple=True,
    callback=options.look_at_names,
    shell_complete=options.complete_files,
    help="Write to FILE; can be repeated. The ending says what: .txt steps in words, "
    ".jsonl events, .svg or .dot the search tree.",
)
@click.option(
    "--to",
    type=click.Choice(["text", "jsonl", "svg", "dot"]),
    help="What to write, whatever the ending. [default: text]",
)
@click.option("--force", is_flag=True, help="Replace existing files.")
@click.option("--all", "every", is_flag=True, help="Find every solution.")
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    help="Find at most N solutions. [default: 2; of a formula 1]",
)
@options.encoding_option
@click.option(
    "--simplify",
    is_flag=True,
    help="Use the formula of what the clues leave open after singles.",
)
@options.heuristic_option
@options.timeout_option("Stop the search after that time.")
@click.option(
    "--max-events",
    metavar="N",
    type=options.COUNT,
    help=f"Stop the search after N events. [default: {_EVENTS:,}, of trees no limit]",
)
@click.option(
    "--nodes",
    metavar="N",
    type=options.COUNT,
    default=_NODES,
    show_default=True,
    help="Draw at most N nodes of the tree; fold the other subtrees.",
)
@click.option(
    "--cnf", is_flag=True, help="Read a formula in DIMACS, as from a file *.cnf."
)
@options.reading_options
@options.quiet_option
def command(
    *,
    file: str,
    outputs: tuple[str, ...],
    to: str | None,
    force: bool,
    every: bool,
    limit: int | None,
    encoding: str | None,
    simplify: bool,
    heuristic: str | None,
    timeout: float | None,
    max_events: int | None,
    nodes: int,
    cnf: bool,
    read_as: ReadAs,
    quiet: bool,
) -> int:
    """Trace the search of engine dpll on one puzzle or formula.

    Each event has its reason: the clause by which a literal follows, or which is false.
    The search uses the whole formula of the grid, with the clues as assumptions
    (encoding extended, unless another is named). docs/schema/trace.schema.json
    describes the JSON lines. Ctrl-C keeps the trace and draws the tree so far.
    """
    if every and limit is not None:
        raise click.UsageError("--all and --limit exclude each other")
    wanted = _formats_of(outputs, to)
    cnf = cnf or _is_formula(file)
    subject, source = _read(file, read_as, cnf=cnf, force=force)
    draws = {"svg", "dot"}.issuperset(wanted.values())
    usual = 1 if cnf else 2
    found = trace(
        subject,
        encoding=encoding,
        simplified=simplify,
        heuristic=heuristic or "fewest",
        solutions=None if every else limit or usual,
        max_events=max_events or (None if draws else _EVENTS),
        timeout=timeout,
        source=source,
    )
    trees: list[tuple[str, TreeBuilder, TextIO]] = []
    sinks: list[Sink] = []
    ended: list[Summary] = []
    is_terminal = False
    with ExitStack() as stack:
        for path, written in wanted.items():
            kept = "the trace so far is"
            target = stack.enter_context(
                Output(path, force=force, inputs=[file], keep=True, kept=kept)
            )
            is_terminal = is_terminal or target.is_terminal
            stream = target.stream
            if written in {"svg", "dot"}:
                builder = TreeBuilder(max(20 * nodes, 20_000))
                trees.append((written, builder, stream))
                sinks.append(builder)
            else:
                sinks.append((Narration if written == "text" else JsonLines)(stream))
        shield = stack.enter_context(Shield())
        progress = stack.enter_context(Progress(wanted=not quiet, shared=is_terminal))
        progress.step("searching by dpll")

        def emit(event: Event) -> None:
            if event.summary is not None:
                ended.append(event.summary)
            with shield:  # a signal does not cut a line in two
                for sink in sinks:
                    sink(event)

        try:
            found.run(emit)
        finally:
            for written, builder, stream in trees if ended else ():
                tree = builder.tree()
                draw = tree.to_svg if written == "svg" else tree.to_dot
                stream.write(draw(nodes))
    (summary,) = ended
    if summary.ending == "stopped":
        if not quiet:
            say(f"satdoku: {source}: the search stopped: {summary.why}")
        return exits.STOPPED
    return exits.DONE if summary.counts.get("found") else exits.NO


def _formats_of(outputs: tuple[str, ...], to: str | None) -> dict[str, str]:
    """Return what is written to each file; `-` is standard output."""
    if not outputs:
        return {"-": to or "text"}
    if to is not None and len(outputs) > 1:
        raise click.UsageError("--to needs a single -o")
    if len({realpath(path) for path in outputs}) < len(outputs):
        raise click.UsageError("-o names the same file twice")
    wanted: dict[str, str] = {}
    for path in outputs:
        written = to or _FORMATS.get(splitext(path)[1].lower())  # noqa: PTH122  quick
        if path == "-":
            written = to or "text"
        if written is None:
            endings = ", ".join(_FORMATS)
            raise click.UsageError(
                f"-o {path}: unknown ending; expected {endings}, or add --to"
            )
        wanted[path] = written
    return wanted


def _is_formula(file: str) -> bool:
    """Whether the name of a file says that it is a formula."""
    name, ending = splitext(file.lower())  # noqa: PTH122  quick
    return (splitext(name)[1] if ending in _PACKED else ending) in _FORMULAS  # noqa: PTH122


def _read(
    file: str, read_as: ReadAs, *, cnf: bool, force: bool
) -> tuple[Puzzle | Formula, str]:
    """Read the puzzle or formula; return it with its place."""
    if not cnf:
        entry = Reading(read_as, force=force).only(file)
        return entry.grid, where(entry)
    source = source_name(file)
    with open_bytes(file, "a formula") as stream:
        return read_dimacs(stream, source=source), source
