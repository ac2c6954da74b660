"""`satdoku solve`."""

from __future__ import annotations

from contextlib import nullcontext
from math import ceil
from typing import TYPE_CHECKING

import click

from satdoku.cli import exits, options
from satdoku.cli.bulk_options import bulk_options
from satdoku.cli.engine_options import order_for, order_option, techniques_for
from satdoku.cli.group import Command
from satdoku.cli.remarks import say_compiling
from satdoku.cli.technique_options import chosen_technique_options
from satdoku.cli.trace_options import trace_options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.cli.blocks import Blocks
    from satdoku.cli.bulk_options import Bulk
    from satdoku.cli.reading_options import ReadAs
    from satdoku.cli.run import Asked
    from satdoku.cli.share import Share
    from satdoku.cli.technique_options import Techniques
    from satdoku.cli.tracing import Tracing
    from satdoku.cli.verbose import Verbose
    from satdoku.errors import InputError
    from satdoku.formats import Entry
    from satdoku.formats.bulk import Block

__all__ = ["command"]

_MANY = 1_000_000

_EXAMPLES = (
    ("satdoku solve puzzle.txt", "draw the solution; say whether it is the only one"),
    ("satdoku solve puzzles.sdm -o solutions.sdm", "one line a puzzle, into a file"),
    ("satdoku solve --all puzzle.txt", "print every solution as it is found"),
    ("satdoku solve --unique puzzles.sdm", "exit with 3 if one has several solutions"),
    ("satdoku solve --json puzzles.csv --column quiz", "tell all that is known"),
    ("satdoku solve million.txt --workers all -o million.npy", "on every core"),
    ("satdoku solve million.txt --shard 2/8 -o part2.txt", "an eighth of all"),
    ("satdoku solve million.txt -o out.txt --resume", "go on after Ctrl-C"),
    ("echo 1....2....3....4 | satdoku solve", "read standard input"),
    ("satdoku solve puzzle.txt --tree tree.svg", "draw the search tree"),
    ("satdoku solve puzzle.txt --trace - --trace-format text", "tell every step"),
    ("satdoku solve --engine cadical153 --encoding triad --stats puzzle.txt", "choose"),
    ("satdoku solve --engine logic --without chains -v puzzle.txt", "logic first"),
    ("satdoku solve --engine backtracking --order fewest puzzle.txt", "plain trial"),
    ("satdoku solve --explain-choice puzzles.sdm -o out.sdm", "which engines answer"),
)


def _styles() -> Iterable[str]:
    texts = options.written_formats()
    return dict.fromkeys((*texts, "json", "sat", "npy", "parquet"))


@click.command(cls=Command, examples=_EXAMPLES, short_help="Solve puzzles.")
@options.files_argument
@click.option("--all", "every", is_flag=True, help="Print every solution.")
@click.option(
    "--limit",
    metavar="N",
    type=options.COUNT,
    help="Print every solution, but no more than N.",
)
@click.option(
    "--unique", is_flag=True, help="Exit with 3 if a puzzle has several solutions."
)
@options.search_options
@options.max_clauses_option
@options.rule_option
@order_option
@chosen_technique_options
@click.option("--stats", is_flag=True, help="Tell on standard error what it took.")
@options.format_option(
    "--to",
    "--format",
    values=_styles,
    help="How answers are written: {values}; sat is the solvers' convention, "
    "npy and parquet go to a file. [default: as -o ends (.csv, .jsonl, .npy, "
    ".parquet, ...); after any other ending, grid for one puzzle, line for many]",
)
@options.to_symbols_option
@options.json_option
@options.file_output_options
@options.reading_options
@options.strict_option
@bulk_options
@trace_options(puzzles=True)
@options.quiet_option
@options.verbose_option
@options.explain_choice_option
def command(
    *,
    files: tuple[str, ...],
    every: bool,
    limit: int | None,
    unique: bool,
    engine: str,
    encoding: str | None,
    timeout: float | None,
    max_clauses: int,
    rule: str | None,
    order: str | None,
    techniques: Techniques | None,
    stats: bool,
    to: str | None,
    to_symbols: str | None,
    as_json: bool,
    output: str | None,
    force: bool,
    read_as: ReadAs,
    strict: bool,
    bulk: Bulk,
    tracing: Tracing | None,
    quiet: bool,
    verbose: bool,
    explain_choice: bool,
) -> int:
    """Solve puzzles: one solution of each, and whether it is the only one.

    Puzzles of any size and in many formats are read from files and standard input,
    which is also what is read where no FILE is given. Answers are written as they
    are found. With --to, the answer to a puzzle does not wait until it is known
    whether there is another puzzle. Digits are written as in the puzzle; in JSON
    always as 1-9A-Z.

    Data goes to standard output, remarks to standard error. A puzzle that cannot be
    read or has no solution is told there; among many, a comment (# none: ...,
    # unreadable: ...) keeps its place in the output, where the format has comments.
    What is written can be read in again.

    --json writes an object a puzzle: schema (1), source, line, number, name, puzzle,
    box (only where it is not the usual one of the size),
    puzzle_candidates (only where it rules some out beyond its clues),
    solutions (those found; up to two without --all), solution (the first), status
    (unique, multiple, found, none, unknown, unreadable), unique, certain, clashes,
    reason, engine, encoding, simplified, statistics, time_s; or error
    (docs/schema/answer.schema.json).

    Many puzzles of 9x9 (some hundred, fewer if they are hard) are answered at once by
    engine lanes, in flat memory, the same as one by one; --workers, --executor and
    --max-guesses are about those alone. --explain-choice tells which engines are chosen
    for which puzzle. --stats tells what they took together, and
    adds the columns status, guesses and sweeps to CSV and Parquet, by which puzzles can
    be sorted by how hard they are for search. A run that was stopped, or ended by an
    error, keeps its answers in -o and goes on with --resume.

    --trace and --tree follow engine dpll on one puzzle. It searches the whole formula,
    with the clues assumed (encoding extended, unless another is asked for), until the
    solutions asked for are found; docs/schema/trace.schema.json describes the lines.

    --engine logic follows the techniques of a person first, and searches for what they
    leave open; --with, --without and --only are about it, and about the four techniques
    of --engine elimination. Techniques that rest on the puzzle having one solution are
    used only if they are named, and it has.

    --to sat writes s and v lines for one puzzle and exits with 10 (satisfiable), 20
    (unsatisfiable) or 0 (unknown).
    """
    from satdoku.cli.bulk_choice import Seen, seen_in, wants_bulk  # noqa: PLC0415  help needs none
    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.printers import (  # noqa: PLC0415
        ARRAYS,
        RECORDS,
        printer_for,
        style_of,
        usual_style,
    )
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.puzzles import Entries, Puzzles  # noqa: PLC0415
    from satdoku.cli.run import Asked  # noqa: PLC0415
    from satdoku.cli.sources import Reading  # noqa: PLC0415
    from satdoku.solver import Solver  # noqa: PLC0415

    to = style_of(to, as_json=as_json, output=output)
    as_sat = to == "sat"
    asked = Asked(
        every=every or limit is not None,
        limit=limit,
        unique=unique,
        second=not as_sat,
        timeout=timeout,
        strict=strict,
        stats=stats,
        quiet=quiet,
        is_part=bulk.is_part,
        explain=explain_choice,
    )
    _look_at(asked, tracing, as_sat=as_sat)
    one = {"--to sat": as_sat, "--trace and --tree": tracing is not None}
    several = {"--all": every, "--limit": limit is not None}
    against = {
        "--encoding": encoding is not None,
        "--rule": rule is not None,
        "--timeout": timeout is not None,
        "--max-clauses": max_clauses != options.MAX_CLAUSES,
        "--repair": read_as.repair,
    }
    refused = {**one, **several, **against}
    seen = Seen() if any(refused.values()) else seen_in(files)
    at_once = wants_bulk(bulk, engine, refused, seen.nines)
    bulk.look_at(output, one=one, several=several)
    used, order = techniques_for(engine, techniques), order_for(engine, order)
    reading = Reading(read_as, force=force)
    if strict:
        reading.look_at(files)
    session = (
        Solver(
            engine,
            encoding,
            heuristic=rule,
            techniques=used,
            order=order,
            max_clauses=max_clauses,
            puzzles=max(1, ceil(min(sum(seen), _MANY))),
            compiling=None if quiet else say_compiling,
        )
        if tracing is None
        else tracing.session(encoding, max_clauses, rule)
    )
    part, share = bulk.part(output), bulk.share()
    puzzles: Puzzles = (
        _blocks(
            reading.blocks(files, names=to == "json", plainly=verbose),
            share,
            bulk,
            forced=engine != "auto",
            reach=reading.tell_answered,
        )
        if at_once
        else Entries(
            reading.entries(files),
            share,
        )
    )
    with (
        Output(output, force=force, inputs=files, keep=True, part=part) as target,
        tracing or nullcontext(),
    ):
        many = True
        if bulk.is_part:
            to = to or "line"
        elif to is None or any(one.values()) or asked.every:
            head = puzzles.head()
            many = _looked_at(head, tracing, as_sat=as_sat)
            to = to or usual_style(head, many=many)
        printer = (
            tracing.printer
            if tracing is not None and tracing.takes_stdout
            else printer_for(
                to,
                target,
                to_symbols,
                places=many,
                titles=many and asked.every,
                stats=stats and not asked.every,
                at_once=at_once,
            )
        )
        if part is not None:
            from satdoku.cli.resuming import take_up  # noqa: PLC0415  seldom asked for

            answered = take_up(part, to, printer, target)
            share.leave_out(answered, part, target.keep_nothing)
        target.keep_after_errors(
            lines=to in RECORDS,
            resumes=to in (*RECORDS, *ARRAYS) and not asked.every,
        )
        shared, told = target.is_terminal, _verbose() if verbose else None
        with Progress(
            wanted=not quiet, shared=shared, unit="puzzle", part=reading.part
        ) as progress:
            code = puzzles.answered(session, printer, asked, progress, told)
        if code == exits.UNREADABLE:
            target.failed()
    return printer.code(code)


def _look_at(asked: Asked, tracing: Tracing | None, *, as_sat: bool) -> None:
    """Raise UsageError where what is asked does not go together."""
    if as_sat and (asked.every or asked.unique):
        raise click.UsageError("--to sat tells one model; leave out --all and the like")
    if asked.unique and asked.limit == 1:
        raise click.UsageError("--unique needs a second solution; --limit 1 forbids it")
    if asked.explain and tracing is not None:
        msg = "--trace and --tree follow engine dpll; there is no choice to explain"
        raise click.UsageError(msg)


def _blocks(
    blocks: Iterable[Block],
    share: Share,
    bulk: Bulk,
    *,
    forced: bool,
    reach: Callable[[float], None],
) -> Blocks:
    from satdoku.cli.blocks import Blocks  # noqa: PLC0415  for many puzzles

    return Blocks(blocks, share, bulk, forced=forced, reach=reach)


def _looked_at(
    head: list[Entry | InputError], tracing: Tracing | None, *, as_sat: bool
) -> bool:
    """Whether there are many puzzles, where there may be.

    Raises:
        UsageError: There may not.
    """
    many = len(head) > 1
    if many and as_sat:
        raise click.UsageError("--to sat tells of one puzzle; here are more")
    if tracing is not None:
        tracing.look_at(head)
    return many


def _verbose() -> Verbose:
    from satdoku.cli.verbose import Verbose  # noqa: PLC0415  seldom asked for

    return Verbose()
