"""`satdoku sat`."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.choice import LEARNER, LISTER
from satdoku.cli import options
from satdoku.cli.group import Command
from satdoku.cli.output import Output
from satdoku.cli.progress import Progress
from satdoku.cli.remarks import counted, say
from satdoku.cli.sat_printer import code_of, status_line, value_lines
from satdoku.cli.sources import is_typed, open_bytes, source_name
from satdoku.cnf.dimacs import read_dimacs
from satdoku.cnf.formula import Formula
from satdoku.counting import ganak
from satdoku.engines import registry
from satdoku.engines.base import Limits
from satdoku.errors import EngineError, Stopped, printable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import TextIO

    from satdoku.engines.base import Engine

__all__ = ["command"]

_EXAMPLES = (
    ("satdoku sat formula.cnf", "find a model; exit code 10 with one, 20 without"),
    ("satdoku sat formula.cnf --proof proof.drat", "prove that there is none"),
    ("satdoku sat hard.cnf --assume '1 -2'", "under assumptions"),
    ("satdoku sat formula.cnf --all", "print every model"),
    ("satdoku sat formula.cnf --count", "count the models"),
    ("satdoku sat formula.cnf.gz --engine glucose4 --timeout 60", "another engine"),
    ("cnfgen php 5 4 | satdoku sat -", "read standard input"),
)

_GANAK = "ganak"


class _Literals(click.ParamType[tuple[int, ...]]):
    """Literals as in DIMACS: `1 -5`, with blanks or commas between them."""

    name = "literals"

    def convert(
        self,
        value: str | tuple[int, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, ...]:
        """Return the literals."""
        if isinstance(value, tuple):
            return value
        try:
            literals = tuple(map(int, value.replace(",", " ").split()))
        except ValueError:
            literals = (0,)
        if 0 in literals:
            wrong = f"{value!r}; expected literals such as '1 -5'"
            self.fail(wrong, param, ctx)
        return literals


@click.command(cls=Command, examples=_EXAMPLES, short_help="Solve DIMACS.")
@options.file_argument("file", "[FILE]")
@options.engine_option
@options.heuristic_option
@click.option(
    "--assume",
    metavar="LITERALS",
    type=_Literals(),
    default=(),
    help="Assume literals, such as '1 -5'; name those that contradict the formula.",
)
@click.option("--all", "every", is_flag=True, help="Print every model.")
@click.option(
    "--limit", metavar="N", type=options.COUNT, help="Print at most N models."
)
@click.option("--count", is_flag=True, help="Count the models.")
@click.option(
    "--proof",
    metavar="FILE",
    callback=options.look_at_names,
    shell_complete=options.complete_files,
    help="Write a proof in DRAT to FILE, if there is no model.",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@options.timeout_option("Stop after that time.")
@click.option(
    "--conflicts", metavar="N", type=options.COUNT, help="Stop after N conflicts."
)
@click.option("--stats", is_flag=True, help="Print statistics to standard error.")
@options.quiet_option
@options.verbose_option
def command(
    *,
    file: str,
    engine: str,
    heuristic: str | None,
    assume: tuple[int, ...],
    every: bool,
    limit: int | None,
    count: bool,
    proof: str | None,
    force: bool,
    timeout: float | None,
    conflicts: int | None,
    stats: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Solve any formula in DIMACS, of Sudoku or of anything else.

    FILE may be packed. The answer is printed as in the SAT competitions: a line
    `s SATISFIABLE` with the model on v lines, `s UNSATISFIABLE` or `s UNKNOWN`; the
    exit code is 10, 20 or 0. Models are checked against the formula.

    Engine auto is cadical153, and minisat22 with --all. --count uses Ganak if that is
    installed and no engine is named. `satdoku trace` shows the search of dpll,
    `satdoku verify` checks proofs.
    """
    every = every or limit is not None
    _check(
        {"--all": every, "--count": count, "--proof": proof is not None},
        {"--all": every, "--count": count, "--conflicts": conflicts is not None},
        {"--proof": proof is not None, "--assume": bool(assume)},
    )
    engine = _choose(
        engine, heuristic, proof=proof is not None, every=every, count=count
    )
    own = {} if heuristic is None else {"heuristic": heuristic}
    source = source_name(file)
    place = printable(source, 200)
    started = perf_counter()
    with ExitStack() as stack:
        target = stack.enter_context(Output(None))
        refutation = None
        if proof is not None:
            refutation = stack.enter_context(
                Output(proof, force=force, inputs=[file], option="--proof")
            )
            refutation.failed()  # no file if nothing is written
        progress = stack.enter_context(
            Progress(wanted=not quiet, shared=target.is_terminal)
        )
        answer = _Answer(assume, target.stream)
        limits = Limits(timeout, conflicts)
        with answer.ending(place, quiet=quiet):
            progress.step(f"reading {place}")
            progress.keep_quiet(typed=is_typed(file))
            with open_bytes(file, "a formula") as packed:
                formula = read_dimacs(packed, source=source)
            progress.release()
            answer.take(formula)
            if verbose:
                size = counted(formula.variables, "variable")
                size += f", {counted(formula.clause_count, 'clause')}"
                say(f"satdoku: {place}: read as DIMACS: {size}; engine {engine}")
            progress.step(f"searching by {engine}")
            started = perf_counter()
            if engine == _GANAK:
                answer.count_by_ganak(timeout)
            elif every:
                answer.list(registry.load(engine, formula, **own), limits, limit)
            elif count:
                answer.count(registry.load(engine, formula, **own), limits)
            else:
                answer.solve(registry.load(engine, formula, **own), limits)
            if refutation is not None and answer.satisfiable is False:
                progress.step("writing the proof")
                lemmas = registry.refute(engine, formula, limits=limits, **own) or ()
                lines = (" ".join(map(str, (*each.literals, 0))) for each in lemmas)
                refutation.stream.writelines(f"{line}\n" for line in lines)
        seconds = perf_counter() - started
    if stats:
        counters = (f"{value:,} {key}" for key, value in answer.statistics.items())
        say("; ".join([engine, ", ".join(counters), f"{seconds:.4f} s"]))
    return code_of(satisfiable=answer.satisfiable)


def _check(*exclusive: dict[str, bool]) -> None:
    """Raise UsageError where options exclude each other."""
    for group in exclusive:
        present = [name for name, there in group.items() if there]
        if len(present) > 1:
            raise click.UsageError(f"{' and '.join(present)} exclude each other")


def _choose(
    engine: str, heuristic: str | None, *, proof: bool, every: bool, count: bool
) -> str:
    """Return the name of the engine that searches.

    Raises:
        UsageError: There is no such engine, or it cannot do what is wanted.
    """
    if engine.lower() != "auto":
        return registry.find(engine, formulas=True, proofs=proof).name
    if heuristic is not None:
        return "dpll"
    if count and ganak.is_installed():
        return _GANAK
    return LISTER if every or count else LEARNER


class _Answer:
    """Finds models and prints them.

    Args:
        assume: Literals that are true in every model.
        stream: Where to print.

    Attributes:
        satisfiable: Whether there is a model, once that is known.
        statistics: The engine's counters.
    """

    def __init__(self, assume: tuple[int, ...], stream: TextIO) -> None:
        self.satisfiable: bool | None = None
        self.statistics: dict[str, int] = {}
        self._formula = Formula.of([])
        self._assume = assume
        self._stream = stream
        self._has_status = False

    def take(self, formula: Formula) -> None:
        """Take the formula, once it is read.

        Raises:
            UsageError: It has no such literal as is assumed.
        """
        for literal in self._assume:
            if abs(literal) > formula.variables:
                known = counted(formula.variables, "variable")
                raise click.UsageError(f"--assume {literal}: the formula has {known}")
        self._formula = formula

    @contextmanager
    def ending(self, place: str, *, quiet: bool) -> Generator[None]:
        """Print what is known when a limit or Ctrl-C ends the search."""
        try:
            yield
        except Stopped as stop:
            self._print_status()
            if not quiet:
                say(f"satdoku: {place}: stopped by a limit: {stop}")
        except KeyboardInterrupt:
            with suppress(OSError):  # whoever read the answer is gone as well
                self._print_status()
            say("satdoku: stopped before the search was complete")
            raise

    def solve(self, engine: Engine, limits: Limits) -> None:
        """Look for one model; name assumptions that contradict the formula.

        Raises:
            Stopped: A limit came first.
        """
        outcome = engine.solve(self._assume, limits)
        self.statistics = outcome.statistics
        if outcome.status == "unknown":
            seconds, conflicts = limits.seconds, limits.conflicts
            said = [] if seconds is None else [f"{seconds:g} seconds"]
            said += [] if conflicts is None else [counted(conflicts, "conflict")]
            raise Stopped(" or ".join(said))
        if outcome.model is not None:
            self._print_model(outcome.model)
            return
        self._end(0)
        if core := self._assume and engine.core():
            self._stream.write(f"c core {' '.join(map(str, core))} 0\n")

    def list(self, engine: Engine, limits: Limits, limit: int | None) -> None:
        """Print every model, or the first `limit` of them.

        Raises:
            Stopped: A limit came first.
        """
        found = 0
        for found, model in enumerate(self._models(engine, limits), 1):
            self._print_model(model)
            if found == limit:
                return
        self._end(found)
        self._stream.write(f"c {counted(found, 'model')}, complete\n")

    def count(self, engine: Engine, limits: Limits) -> None:
        """Count the models one by one.

        Raises:
            Stopped: A limit came first.
        """
        found = 0
        for _ in self._models(engine, limits):
            self.satisfiable = True
            found += 1
        self._print_count(found)

    def count_by_ganak(self, timeout: float | None) -> None:
        """Count the models without finding them.

        Raises:
            Stopped: The time was over.
        """
        variables = self._formula.variables
        units = self._assume if variables else (1,)  # Ganak needs a variable
        clauses = self._formula.with_units(units)
        size = max(variables, 1)
        with ganak.ModelCounter(size, size, clauses) as counter:
            found = counter.wait(timeout)
        if found is None:
            raise Stopped("out of time")
        self._print_count(found)

    def _models(self, engine: Engine, limits: Limits) -> Iterator[tuple[int, ...]]:
        try:
            yield from engine.models(self._assume, None, limits)
        finally:
            self.statistics = engine.statistics()

    def _end(self, found: int) -> None:
        self.satisfiable = found > 0
        self._print_status()

    def _print_status(self) -> None:
        if not self._has_status:
            self._stream.write(f"{status_line(satisfiable=self.satisfiable)}\n")
        self._has_status = True

    def _print_count(self, found: int) -> None:
        """Print a number as in the model counting competition."""
        self._end(found)
        self._stream.write(f"c s type mc\nc s exact arb int {found}\n")

    def _print_model(self, model: tuple[int, ...]) -> None:
        """Check a model against every clause and assumption, and print it.

        Raises:
            EngineError: One of them is false.
        """
        true, variables = set(model), self._formula.variables
        literals = {v if v in true else -v for v in range(1, variables + 1)}
        for clause in chain(self._formula, ((literal,) for literal in self._assume)):
            if literals.isdisjoint(clause):
                msg = f"the engine gave a model in which clause {clause} is false"
                raise EngineError(msg)
        self._end(1)
        lines = value_lines(variables, model)
        self._stream.writelines(f"{line}\n" for line in lines)
