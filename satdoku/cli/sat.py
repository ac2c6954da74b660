"""`satdoku sat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satdoku.cli import options
from satdoku.cli.group import Command

if TYPE_CHECKING:
    from satdoku.cnf.formula import Formula
    from satdoku.engines.engine import Limits, Outcome

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku sat formula.cnf", "is there a model? s and v lines, exit code 10 or 20"),
    ("satdoku sat formula.cnf.gz --engine glucose4 --timeout 60", "by another engine"),
    ("satdoku sat formula.cnf --engine dpll --rule first --stats", "watch DPLL at it"),
    ("cnfgen php 5 4 | satdoku sat -", "read standard input"),
)

_TRY_CLAUSES = 50_000
_TRY_CONFLICTS = 1_000


@click.command(cls=Command, examples=_EXAMPLES, short_help="Solve DIMACS.")
@click.argument("file", metavar="[FILE]", default="-")
@options.engine_option
@click.option("--rule", metavar="NAME", help="The decision rule of engine dpll.")
@click.option(
    "--timeout", metavar="SECONDS", type=options.seconds, help="Stop after that time."
)
@click.option(
    "--conflicts", metavar="N", type=options.COUNT, help="Stop after N conflicts."
)
@click.option("--stats", is_flag=True, help="Tell on standard error what it took.")
@options.quiet_option
def command(
    *,
    file: str,
    engine: str,
    rule: str | None,
    timeout: float | None,
    conflicts: int | None,
    stats: bool,
    quiet: bool,
) -> int:
    """Solve any formula in DIMACS, of Sudoku or of anything else.

    FILE may be packed by gzip. The answer is given as in the SAT competitions: a line
    `s SATISFIABLE` with the model on v lines, `s UNSATISFIABLE` or `s UNKNOWN`; the
    exit code is 10, 20 or 0. A model is held against the formula first.

    Engine auto tries plain DPLL for a thousand conflicts where the formula is not
    large, and then turns to a solver that learns.
    """
    from time import perf_counter  # noqa: PLC0415  help needs none of these

    from satdoku.cli.output import Output  # noqa: PLC0415
    from satdoku.cli.remarks import say  # noqa: PLC0415
    from satdoku.cli.sat_printer import (  # noqa: PLC0415
        code_of,
        status_line,
        value_lines,
    )
    from satdoku.cli.sources import open_bytes, source_name  # noqa: PLC0415
    from satdoku.cnf.dimacs_reader import read_dimacs  # noqa: PLC0415
    from satdoku.engines.engine import Limits, Status  # noqa: PLC0415

    with open_bytes(file, "a formula") as stream:
        formula = read_dimacs(stream, source=source_name(file))
    started = perf_counter()
    name, outcome = _ask(formula, engine, rule, Limits(timeout, conflicts))
    seconds = perf_counter() - started
    if outcome.model is not None:
        _check(formula, outcome.model, name)
    answer = {Status.SATISFIABLE: True, Status.UNSATISFIABLE: False}.get(outcome.status)
    with Output(None) as target:
        target.stream.write(f"{status_line(satisfiable=answer)}\n")
        if outcome.model is not None:
            for line in value_lines(formula.variables, outcome.model):
                target.stream.write(f"{line}\n")
    if answer is None and not quiet:
        say("satdoku: a limit came before the answer")
    if stats:
        counters = (f"{value:,} {key}" for key, value in outcome.statistics.items())
        say("; ".join([name, ", ".join(counters), f"{seconds:.4f} s"]))
    return code_of(satisfiable=answer)


def _ask(
    formula: Formula, engine: str, rule: str | None, limits: Limits
) -> tuple[str, Outcome]:
    """Ask an engine; return its name and what it answered."""
    from time import monotonic  # noqa: PLC0415  as above

    from satdoku.choose import AUTO, LEARNER  # noqa: PLC0415
    from satdoku.engines import register  # noqa: PLC0415
    from satdoku.engines.engine import Limits, Status  # noqa: PLC0415

    own: dict[str, object] = {} if rule is None else {"rule": rule}
    if engine != AUTO or rule is not None:
        name = "dpll" if engine == AUTO else engine
        loaded = register.load(name, formula, **own)
        return loaded.name, loaded.solve((), limits)
    started = monotonic()
    spent = 0
    if max(formula.clause_count, formula.variables) <= _TRY_CLAUSES:
        first = min(_TRY_CONFLICTS, limits.conflicts or _TRY_CONFLICTS)
        outcome = register.load("dpll", formula).solve(
            (), Limits(limits.seconds, first)
        )
        spent = outcome.statistics.get("conflicts", first)
        over = (limits.conflicts is not None and spent >= limits.conflicts) or (
            limits.seconds is not None and monotonic() - started >= limits.seconds
        )
        if outcome.status is not Status.UNKNOWN or over:
            return "dpll", outcome
    rest = Limits(
        None
        if limits.seconds is None
        else max(0.0, limits.seconds - (monotonic() - started)),
        None if limits.conflicts is None else limits.conflicts - spent,
    )
    loaded = register.load(LEARNER, formula)
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
