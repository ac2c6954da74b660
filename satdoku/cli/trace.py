"""`satdoku trace`."""

from __future__ import annotations

import re
from collections import Counter, deque
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from os.path import realpath
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits
from satdoku.cli.messages import say
from satdoku.cli.options import (
    Command,
    FilePath,
    Names,
    WholeNumber,
    encoding_option,
    engine_option,
    heuristic_option,
    quiet_options,
    reads_one_puzzle,
    timeout_option,
    to_option,
)
from satdoku.cli.output import Output, kind_of_output
from satdoku.cli.progress import Progress
from satdoku.cli.reading import open_bytes, place_of
from satdoku.cli.run import Run
from satdoku.cnf.dimacs import read_dimacs
from satdoku.engines import registry
from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.source import source_name
from satdoku.runtime.deadline import Deadline
from satdoku.study.tracing import Event, JsonLines, Narration
from satdoku.study.tracing import trace as trace_search
from satdoku.study.tracing.pictures import EVENTS, Builder, builder_for, chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from satdoku.cli.reading import Reader
    from satdoku.cnf.formula import Formula
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.study.tracing.events import Sink

_PICTURES = ("svg", "dot", "tex")
_FORMULAS = re.compile(r"\.(cnf|dimacs)(\.(gz|bz2|xz))?$", re.IGNORECASE)
_EVENTS = 10_000


@click.command(cls=Command)
@reads_one_puzzle
@click.option("--all", "every", is_flag=True, help="Find every solution.")
@click.option(
    "--limit",
    type=WholeNumber(),
    default=_EVENTS,
    help=f"Stop after N events ({_EVENTS}).",
)
@click.option(
    "--simplify",
    is_flag=True,
    help="Trace the formula that is left after singles.",
)
@click.option(
    "--cnf", is_flag=True, help="Read a formula in DIMACS (default for *.cnf)."
)
@click.option(
    "--events",
    type=Names("KIND,...", lambda: EVENTS),
    help="Write these alone: decisions, conflicts, placements, ...",
)
@click.option(
    "--conflict",
    type=WholeNumber(),
    help="Which conflict of cdcl a picture shows (1).",
)
@engine_option
@encoding_option
@heuristic_option
@timeout_option
@to_option("json", "html", *_PICTURES)
@click.option(
    "-o",
    "--output",
    "outputs",
    type=FilePath(),
    multiple=True,
    help="Write to a file; repeatable: .txt steps in words, .jsonl events, .html "
    "a page to step through, .svg, .dot or .tex a picture.",
)
@click.option("--force", is_flag=True, help="Replace existing files.")
@quiet_options
def trace(
    *,
    reader: Reader,
    every: bool,
    limit: int,
    simplify: bool,
    cnf: bool,
    events: tuple[str, ...] | None,
    conflict: int | None,
    engine: str,
    encoding: str | None,
    heuristic: str | None,
    timeout: float | None,
    to: str | None,
    outputs: tuple[str, ...],
    force: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Trace the search of engine dpll or cdcl on one puzzle or formula.

    Each event comes with its reason: the clause that implies a literal, or that is
    false; after a conflict of cdcl, the clause that is learned, and how. Pictures show
    the search tree of dpll, or the implication graph of one conflict of cdcl. In words,
    what follows without a decision (level 0) is one line, unless -v or --events asks
    for more. The search uses the whole formula of the grid (default encoding:
    extended); the clues are assumptions of dpll, and clauses of one literal for cdcl.
    Ctrl-C keeps the trace and draws the tree so far. docs/schema/trace.schema.json
    describes the JSON lines.

    Finds two solutions of a puzzle, or one model of a formula, unless --all is given.

    \b
    Examples:
      satdoku trace puzzle.txt                             # every step in words
      satdoku trace puzzle.txt -o tree.svg                 # draw the search tree
      satdoku trace puzzle.txt -o steps.jsonl -o tree.dot  # for programs
      satdoku trace --engine cdcl puzzle.txt -o trace.html  # step by step
      satdoku trace formula.cnf --to json                  # any formula
    """
    run = Run(reader, quiet=quiet, verbose=verbose)
    kinds = _kinds_of(outputs, to)
    (file,) = reader.files
    cnf = cnf or _FORMULAS.search(file) is not None
    if cnf and reader.given:
        raise click.UsageError(f"{reader.given[0]} is for puzzles, not for formulas")
    deadline = Deadline(timeout)
    subject, source = _read(run, file, deadline, cnf=cnf)
    events = _known_events(events or (), kinds)
    named, engine = engine, registry.with_heuristic(engine, heuristic)
    engine = "dpll" if engine == "auto" else engine
    if named == "auto" and engine != "dpll" and not quiet:
        say(f"satdoku: tracing engine {engine}, whose heuristic {heuristic} is")
    _check_conflict(conflict, engine, kinds)
    search = trace_search(
        subject,
        engine=engine,
        simplified=simplify,
        heuristic=heuristic,
        solutions=None if every else 1 if cnf else 2,
        limit=limit,
        source=source,
        encoding=encoding,
        timeout=deadline.left,
    )
    words = partial(Narration, folded=not (verbose or events))
    writers: dict[str, Callable[[TextIO], Sink]] = {"text": words, "json": JsonLines}
    last = deque[Event](maxlen=1)
    written = Counter[str]()
    sinks: list[Sink] = [last.append]
    pictures: list[tuple[str, Builder, Output]] = []
    files: list[Output] = []
    with ExitStack() as stack:
        for path, kind in kinds.items():
            output = Output(
                path,
                force=force,
                inputs=[file],
                keep=True,
                content="the trace so far",
            )
            files.append(stack.enter_context(output))
            if kind in writers:
                sinks.append(chosen(events, writers[kind](output.stream)))
            else:
                builder = builder_for(kind, search.info, search.formula, conflict or 1)
                pictures.append((kind, builder, output))
                sinks.append(builder)
        is_shared = any(output.is_terminal for output in files)
        progress = Progress(enabled=not quiet, shared=is_shared)
        stack.enter_context(progress).step(f"searching by {search.info.engine}")

        def emit(event: Event) -> None:
            with files[0].record():  # a signal does not cut a line in two
                event = _count(event, written)
                for sink in sinks:
                    sink(event)

        try:
            search.run(emit)
        finally:
            _draw(pictures if last and last[0].summary else ())
    summary = last[0].summary
    if summary is not None and summary.ending == "stopped":
        if not quiet:
            say(f"satdoku: {source}: the search stopped: {summary.why}")
        return exits.STOPPED
    if any(output.failed for output in files):
        return exits.UNREADABLE  # there is no such conflict
    has_model = summary is not None and summary.counts.get("found")
    return exits.DONE if has_model else exits.NO


def _draw(pictures: Iterable[tuple[str, Builder, Output]]) -> None:
    """Write pictures; say which there are not, and leave their files out."""
    for kind, builder, output in pictures:
        try:
            output.write(builder.picture(kind))
        except UsageError as error:
            output.failed = True
            name = printable(output.path or "-", 200)
            place = "standard output" if name == "-" else name
            say(f"satdoku: {place}: not drawn: {error}")


def _known_events(events: tuple[str, ...], kinds: dict[str, str]) -> tuple[str, ...]:
    """Return kinds of events; refuse those that there are not, and what has none."""
    for kind in events:
        if kind not in EVENTS:
            known = ", ".join(EVENTS)
            raise click.UsageError(f"--events {printable(kind)!r}; expected {known}")
    if events and not {"text", "json"} & {*kinds.values()}:
        raise click.UsageError("--events is for steps in words and JSON lines")
    return events


def _check_conflict(conflict: int | None, engine: str, kinds: dict[str, str]) -> None:
    """Refuse --conflict where no picture shows one."""
    has_picture = not {*kinds.values()}.isdisjoint(_PICTURES)
    if conflict is not None and not (has_picture and engine.startswith("cdcl")):
        raise click.UsageError(
            "--conflict is for pictures (.svg, .dot, .tex) of --engine cdcl"
        )


def _count(event: Event, written: Counter[str]) -> Event:
    """Count an event; return the last one with these counts.

    The search counts one that Ctrl-C keeps from being written.
    """
    if event.number:
        written[event.kind] += 1
    if event.summary is None:
        return event
    summary = replace(event.summary, counts=dict(written))
    return event._replace(summary=summary)


def _kinds_of(outputs: tuple[str, ...], to: str | None) -> dict[str, str]:
    """Return what is written to each file; `-` is standard output."""
    if to is not None and len(outputs) > 1:
        raise click.UsageError("--to needs a single -o")
    if len({realpath(path) for path in outputs}) < len(outputs):
        raise click.UsageError("-o names the same file twice")
    kinds = ("json", "html", *_PICTURES)
    return {path: kind_of_output(path, kinds, to) for path in outputs or ("-",)}


def _read(
    run: Run, file: str, deadline: Deadline, *, cnf: bool
) -> tuple[Puzzle | Formula, str]:
    """Read the puzzle or formula; return it with its place."""
    if not cnf:
        try:
            entry = run.only()
        except InputError as error:
            if "DIMACS" in str(error):
                error.hint = "--cnf reads it as a formula"
            raise
        return entry.puzzle, place_of(entry)
    source = source_name(file)
    with open_bytes(file, "a formula") as stream:
        return read_dimacs(stream, source=source, deadline=deadline), source
