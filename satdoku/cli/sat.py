"""`satdoku sat`."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, starmap
from time import perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.answers import counter_text
from satdoku.choice import LEARNER, LISTER
from satdoku.cli import exits
from satdoku.cli.answers import sat_lines
from satdoku.cli.messages import counted, say
from satdoku.cli.options import (
    command,
    dpll_heuristic,
    engine_option,
    file_argument,
    file_path,
    flag,
    number,
    option,
    quiet_options,
    timeout_option,
)
from satdoku.cli.output import Output
from satdoku.cli.reading import open_bytes
from satdoku.cnf.dimacs import read_dimacs
from satdoku.counting import ganak
from satdoku.engines import registry
from satdoku.engines.base import Limits
from satdoku.errors import EngineError, Stopped, printable
from satdoku.formats.source import source_name

if TYPE_CHECKING:
    from collections.abc import Generator

    from satdoku.cli.run import Run
    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Engine

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


@command(
    ("satdoku sat formula.cnf", "find a model; exit code 10 with one, 20 without"),
    ("satdoku sat formula.cnf --proof proof.drat", "prove that there is none"),
    ("satdoku sat hard.cnf --assume '1 -2'", "under assumptions"),
    ("cnfgen php 5 4 | satdoku sat - --count", "count the models"),
)
@file_argument("file", "[FILE]")
@option(
    "--assume",
    metavar="LITERALS",
    type=_Literals(),
    default=(),
    help="Assume literals, such as '1 -5'; name those that contradict the formula.",
)
@flag("--all", "Write every model.", "every")
@number("--limit", "Write at most N models.")
@flag("--count", "Count the models.")
@option(
    "--proof",
    type=file_path(),
    help="Write a proof in DRAT to a file, if there is no model.",
)
@flag("--force", "Replace an existing file.")
@number("--conflicts", "Stop after N conflicts.")
@flag("--stats", "Report the counters of the search.")
@engine_option
@dpll_heuristic
@timeout_option
@quiet_options
def sat(
    run: Run,
    *,
    file: str,
    assume: tuple[int, ...],
    every: bool,
    limit: int | None,
    count: bool,
    proof: str | None,
    conflicts: int | None,
    stats: bool,
    engine: str,
    heuristic: str | None,
    timeout: float | None,
) -> int:
    """Solve any formula in DIMACS, of Sudoku or of anything else.

    Writes the answer as in the SAT competitions: a line `s SATISFIABLE` with the model
    on v lines, `s UNSATISFIABLE` or `s UNKNOWN`; the exit code is 10, 20 or 0. Checks
    every model against the formula.

    Engine auto is cadical153, and minisat22 with --all. --count uses Ganak if it is
    installed and no engine is named. `satdoku trace` shows the search of dpll,
    `satdoku verify` checks proofs.
    """
    listing = "--all" if every else "--limit"
    every = every or limit is not None
    _check(
        {listing: every, "--count": count, "--proof": proof is not None},
        {listing: every, "--count": count, "--conflicts": conflicts is not None},
        {"--proof": proof is not None, "--assume": bool(assume)},
    )
    engine = _choose(
        engine, heuristic, proof=proof is not None, every=every, count=count
    )
    own = {} if heuristic is None else {"heuristic": heuristic}
    limits = Limits(timeout, conflicts)
    source = source_name(file)
    place = printable(source, 200)
    with ExitStack() as stack:
        refutation = None
        if proof is not None:
            refutation = stack.enter_context(
                Output(proof, force=run.force, inputs=[file], option="--proof")
            )
            refutation.failed = True  # no file if nothing is written
        output = stack.enter_context(run.writing(unit=""))
        run.progress.step(f"reading {place}")
        try:
            with open_bytes(file, "a formula") as stream:
                formula = read_dimacs(stream, source=source)
        except KeyboardInterrupt:
            output.write("s UNKNOWN\n")
            raise
        if run.verbose:
            size = f"{counted(formula.variables, 'variable')}, "
            size += counted(formula.clause_count, "clause")
            say(f"satdoku: {place}: read as DIMACS: {size}; engine {engine}")
        answer = _Answer(formula, assume, output)
        run.progress.step(f"searching by {engine}")
        started = perf_counter()
        with answer.ending(place, quiet=run.quiet):
            if engine == _GANAK:
                answer.count_by_ganak(timeout)
            elif every or count:
                loaded = registry.load(engine, formula, **own)
                answer.models(loaded, limits, limit, write=every)
            else:
                answer.solve(registry.load(engine, formula, **own), limits)
            if refutation is not None and answer.satisfiable is False:
                run.progress.step("writing the proof")
                lemmas = registry.refute(engine, formula, limits=limits, **own) or ()
                lines = (" ".join(map(str, (*each.literals, 0))) for each in lemmas)
                refutation.failed = False
                refutation.stream.writelines(f"{line}\n" for line in lines)
        seconds = perf_counter() - started
    if stats:
        counters = starmap(counter_text, answer.statistics.items())
        say("; ".join([engine, ", ".join(counters), f"{seconds:.4f} s"]))
    return exits.of_answer(answer.satisfiable)


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


@dataclass
class _Answer:
    """Finds models and writes them.

    Args:
        formula: The formula.
        assume: Literals that are true in every model.
        output: Where to write.

    Attributes:
        satisfiable: Whether there is a model, once that is known.
        statistics: The engine's counters.

    Raises:
        UsageError: The formula has no such literal as is assumed.
    """

    formula: Formula
    assume: tuple[int, ...]
    output: Output
    satisfiable: bool | None = None
    statistics: dict[str, int] = field(default_factory=dict[str, int])
    _has_status: bool = False

    def __post_init__(self) -> None:
        variables = self.formula.variables
        for literal in self.assume:
            if abs(literal) > variables:
                known = counted(variables, "variable")
                raise click.UsageError(f"--assume {literal}: the formula has {known}")

    @contextmanager
    def ending(self, place: str, *, quiet: bool) -> Generator[None]:
        """Write what is known when a limit or Ctrl-C ends the search."""
        try:
            yield
        except Stopped as stop:
            self._write_status()
            if not quiet:
                say(f"satdoku: {place}: stopped by a limit: {stop}")
        except KeyboardInterrupt:
            with suppress(OSError):  # the reader of the answer is gone as well
                self._write_status()
            say("satdoku: stopped before the search was complete")
            raise

    def solve(self, engine: Engine, limits: Limits) -> None:
        """Find one model; name assumptions that contradict the formula.

        Raises:
            Stopped: A limit came first.
        """
        outcome = engine.solve(self.assume, limits)
        self.statistics = outcome.statistics
        if outcome.satisfiable is None:
            seconds, conflicts = limits.seconds, limits.conflicts
            said = [] if seconds is None else [f"{seconds:g} seconds"]
            said += [] if conflicts is None else [counted(conflicts, "conflict")]
            raise Stopped(" or ".join(said))
        if outcome.model is not None:
            self._write_model(outcome.model)
            return
        self._write_status(satisfiable=False)
        if core := self.assume and engine.core():
            self.output.write(f"c core {' '.join(map(str, core))} 0\n")

    def models(
        self, engine: Engine, limits: Limits, limit: int | None, *, write: bool
    ) -> None:
        """Write every model, at most `limit`; or count them all.

        Raises:
            Stopped: A limit came first.
        """
        found = 0
        try:
            for model in engine.models(self.assume, None, limits):
                self.satisfiable = True
                found += 1
                if write:
                    self._write_model(model)
                if found == limit:
                    return
        finally:
            self.statistics = engine.statistics()
        if write:
            self._write_status(satisfiable=found > 0)
            self.output.write(f"c {counted(found, 'model')}, complete\n")
        else:
            self._write_count(found)

    def count_by_ganak(self, timeout: float | None) -> None:
        """Count the models without finding them.

        Raises:
            Stopped: The time was over.
        """
        variables = self.formula.variables
        units = self.assume if variables else (1,)  # Ganak needs a variable
        clauses = self.formula.with_units(units)
        size = max(variables, 1)
        with ganak.ModelCounter(size, size, clauses) as counter:
            found = counter.wait(timeout)
        if found is None:
            raise Stopped("out of time")
        self._write_count(found)

    def _write_status(self, *, satisfiable: bool | None = None) -> None:
        if satisfiable is not None:
            self.satisfiable = satisfiable
        if not self._has_status:
            self.output.write(f"{next(iter(sat_lines(self.satisfiable)))}\n")
        self._has_status = True

    def _write_count(self, found: int) -> None:
        """Write a number as in the model counting competition."""
        self._write_status(satisfiable=found > 0)
        self.output.write(f"c s type mc\nc s exact arb int {found}\n")

    def _write_model(self, model: tuple[int, ...]) -> None:
        """Check a model against every clause and assumption, and write it.

        Raises:
            EngineError: One of them is false.
        """
        true, variables = set(model), self.formula.variables
        literals = {v if v in true else -v for v in range(1, variables + 1)}
        for clause in chain(self.formula, ((literal,) for literal in self.assume)):
            if literals.isdisjoint(clause):
                msg = f"the engine gave a model in which clause {clause} is false"
                raise EngineError(msg)
        self._write_status(satisfiable=True)
        _, *lines = sat_lines(True, variables, model)  # noqa: FBT003  an answer
        self.output.write("".join(f"{line}\n" for line in lines))
