"""`satdoku sat`."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command
from satdoku.cli.trace_options import trace_options

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from satdoku.cli.tracing import Tracing
    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Limits, Outcome

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku sat formula.cnf", "is there a model? s and v lines, exit code 10 or 20"),
    ("satdoku sat formula.cnf.gz --engine glucose4 --timeout 60", "by another engine"),
    ("satdoku sat formula.cnf --engine dpll --rule first --stats", "watch DPLL at it"),
    ("satdoku sat formula.cnf --tree tree.svg --quiet", "draw the search tree"),
    ("cnfgen php 5 4 | satdoku sat -", "read standard input"),
)

_TRY_CLAUSES = 50_000
_TRY_CONFLICTS = 1_000


@click.command(cls=Command, examples=_EXAMPLES, short_help="Solve DIMACS.")
@options.file_argument("file", "[FILE]")
@options.engine_option
@options.rule_option
@options.timeout_option("Stop after that time.")
@click.option(
    "--conflicts", metavar="N", type=options.COUNT, help="Stop after N conflicts."
)
@click.option("--stats", is_flag=True, help="Tell on standard error what it took.")
@trace_options(puzzles=False)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@options.quiet_option
@options.verbose_option
def command(
    *,
    file: str,
    engine: str,
    rule: str | None,
    timeout: float | None,
    conflicts: int | None,
    stats: bool,
    tracing: Tracing | None,
    force: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Solve any formula in DIMACS, of Sudoku or of anything else.

    FILE may be packed by gzip, bzip2 or xz. The answer is given as in the SAT
    competitions: a line `s SATISFIABLE` with the model on v lines, `s UNSATISFIABLE` or
    `s UNKNOWN`; the exit code is 10, 20 or 0. A model is held against the formula
    first.

    Engine auto tries plain DPLL for a thousand conflicts where the formula is not
    large, and then turns to a solver that learns.

    --trace and --tree follow engine dpll; docs/schema/trace.schema.json describes the
    lines of a trace.
    """
    del force  # `trace_options` looks at it
    from time import perf_counter  # noqa: PLC0415  help needs none of these

    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cli.remarks import counted, say  # noqa: PLC0415
    from satdoku.cli.sat_printer import code_of  # noqa: PLC0415
    from satdoku.cli.sources import is_typed, open_bytes, source_name  # noqa: PLC0415
    from satdoku.cnf.dimacs import read_dimacs  # noqa: PLC0415
    from satdoku.engines.base import Limits  # noqa: PLC0415
    from satdoku.errors import printable  # noqa: PLC0415

    source = source_name(file)
    place = printable(source, 200)
    with (
        Output(None) as target,
        Progress(wanted=not quiet, shared=target.is_terminal) as progress,
        tracing or nullcontext(),
    ):
        stream = None if tracing and tracing.takes_stdout else target.stream
        try:
            progress.step(f"reading {place}")
            progress.keep_quiet(typed=is_typed(file))
            with open_bytes(file, "a formula") as packed:
                formula = read_dimacs(packed, source=source)
            progress.release()
            if verbose:
                size = counted(formula.variables, "variable")
                say(
                    f"satdoku: {place}: read as DIMACS: {size}, "
                    f"{counted(formula.clause_count, 'clause')}"
                )
            started = perf_counter()

            def search(name: str, because: str) -> None:
                progress.step(f"searching by {name}")
                if verbose:
                    say(f"satdoku: {name}: {because}")

            limits = Limits(timeout, conflicts)
            if tracing is None:
                name, outcome = _ask(formula, engine, rule, limits, search)
            else:
                name, outcome = "dpll", tracing.solve(formula, rule, limits, source)
        except KeyboardInterrupt:
            with suppress(OSError):  # who read the answer is gone as well
                _write(stream, None)
            say("satdoku: stopped before the answer was known")
            raise
        seconds = perf_counter() - started
        if outcome.model is not None:
            _check(formula, outcome.model, name)
        answer = outcome.satisfiable
        progress.hold()
        _write(stream, answer, formula.variables, outcome.model)
    if answer is None and not quiet:
        say("satdoku: a limit came before the answer")
    if stats:
        counters = (f"{value:,} {key}" for key, value in outcome.statistics.items())
        say("; ".join([name, ", ".join(counters), f"{seconds:.4f} s"]))
    return code_of(satisfiable=answer)


def _write(
    stream: TextIO | None,
    answer: bool | None,  # noqa: FBT001  three answers, not a switch
    variables: int = 0,
    model: tuple[int, ...] | None = None,
) -> None:
    """Write the s line, and v lines where there is a model.

    Nothing is written without a stream: a trace on standard output has the answer.
    """
    from satdoku.cli.sat_printer import status_line, value_lines  # noqa: PLC0415

    if stream is None:
        return
    stream.write(f"{status_line(satisfiable=answer)}\n")
    if model is not None:
        for line in value_lines(variables, model):
            stream.write(f"{line}\n")


def _ask(
    formula: Formula,
    engine: str,
    rule: str | None,
    limits: Limits,
    search: Callable[[str, str], None],
) -> tuple[str, Outcome]:
    """Ask an engine; return its name and what it answered.

    `search` is told the name of each engine before it searches, and why it does.
    """
    from time import monotonic  # noqa: PLC0415  as above

    from satdoku.choice import AUTO, LEARNER  # noqa: PLC0415  as above
    from satdoku.engines import registry  # noqa: PLC0415
    from satdoku.engines.base import Limits  # noqa: PLC0415

    own: dict[str, object] = {} if rule is None else {"heuristic": rule}
    if engine != AUTO or rule is not None:
        name = "dpll" if engine == AUTO else engine
        loaded = registry.load(name, formula, **own)
        search(loaded.name, "it was asked for")
        return loaded.name, loaded.solve((), limits)
    started = monotonic()
    spent = 0
    if max(formula.clause_count, formula.variables) <= _TRY_CLAUSES:
        first = min(_TRY_CONFLICTS, limits.conflicts or _TRY_CONFLICTS)
        search(
            "dpll",
            f"for up to {first:,} conflicts, as the formula is not large; then "
            f"{LEARNER}, which learns",
        )
        outcome = registry.load("dpll", formula).solve(
            (), Limits(limits.seconds, first)
        )
        spent = outcome.statistics.get("conflicts", first)
        over = (limits.conflicts is not None and spent >= limits.conflicts) or (
            limits.seconds is not None and monotonic() - started >= limits.seconds
        )
        if outcome.satisfiable is not None or over:
            return "dpll", outcome
    rest = Limits(
        None
        if limits.seconds is None
        else max(0.0, limits.seconds - (monotonic() - started)),
        None if limits.conflicts is None else limits.conflicts - spent,
    )
    loaded = registry.load(LEARNER, formula)
    search(
        loaded.name,
        "dpll has not answered" if spent else "the formula is large for plain search",
    )
    return loaded.name, loaded.solve((), rest)


def _check(formula: Formula, model: tuple[int, ...], name: str) -> None:
    """Hold a model against every clause.

    Raises:
        EngineError: A clause is not satisfied.
    """
    from satdoku.errors import EngineError  # noqa: PLC0415  as above

    true = set(model)
    for clause in formula:
        if not any(
            literal in true if literal > 0 else -literal not in true
            for literal in clause
        ):
            raise EngineError(f"{name} gave a model that leaves clause {clause} false")
