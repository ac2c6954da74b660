"""`satdoku sat`."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, nullcontext, suppress
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

import click

from satdoku.choice import LEARNER, LISTER
from satdoku.cli import exits
from satdoku.cli.answers import sat_lines
from satdoku.cli.messages import counted, say
from satdoku.cli.options import (
    COUNT,
    command,
    dpll_heuristic,
    engine_option,
    file_argument,
    file_path,
    option,
    quiet_options,
    timeout_option,
)
from satdoku.cli.output import Output
from satdoku.cli.reading import open_bytes, source_name
from satdoku.cnf.dimacs import read_dimacs
from satdoku.counting import ganak
from satdoku.engines import registry
from satdoku.engines.base import Limits
from satdoku.errors import EngineError, Stopped, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from satdoku.cli.run import Run
    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Engine

_TRY_CLAUSES = 50_000
_TRY_CONFLICTS = 1_000


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
@option("--all", "every", is_flag=True, help="Write every model.")
@option("--limit", type=COUNT, metavar="N", help="Write at most N models.")
@option("--count", is_flag=True, help="Count the models.")
@option(
    "--proof",
    type=file_path(),
    help="Write a proof in DRAT to a file, if there is no model.",
)
@option("--force", is_flag=True, help="Replace an existing file.")
@option("--conflicts", type=COUNT, metavar="N", help="Stop after N conflicts.")
@option("--stats", is_flag=True, help="Report what the search took.")
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

    The answer is written as in the SAT competitions: a line `s SATISFIABLE` with the
    model on v lines, `s UNSATISFIABLE` or `s UNKNOWN`; the exit code is 10, 20 or 0.
    Models are checked against the formula.

    Engine auto tries dpll for a thousand conflicts if the formula is not large, and
    then a solver that learns clauses. --all finds models by minisat22, and --count
    counts them by Ganak if it is installed, unless an engine is named. `satdoku trace`
    shows the search of dpll, `satdoku verify` checks proofs.
    """
    every = every or limit is not None
    _check(
        {"--all": every, "--count": count, "--proof": proof is not None},
        {"--all": every, "--count": count, "--conflicts": conflicts is not None},
        {"--proof": proof is not None, "--assume": bool(assume)},
    )
    if proof is not None and engine.lower() != "auto":
        registry.find(engine, proofs=True)
    source = source_name(file)
    place = printable(source, 200)
    with ExitStack() as stack:
        refutation = stack.enter_context(
            nullcontext()
            if proof is None
            else Output(proof, force=run.force, inputs=[file], option="--proof")
        )
        output = stack.enter_context(run.writing(unit=""))
        run.progress.step(f"reading {place}")
        try:
            with open_bytes(file, "a formula") as stream:
                formula = read_dimacs(stream, source=source)
        except KeyboardInterrupt:
            with suppress(OSError):  # whoever read the answer is gone as well
                output.write("s UNKNOWN\n")
            say("satdoku: stopped before the search was complete")
            raise

        def report(engine: str, why: str) -> None:
            run.progress.step(f"searching by {engine}")
            if run.verbose:
                say(f"satdoku: {engine}: {why}")

        if run.verbose:
            say(f"satdoku: {place}: read as DIMACS: {_size(formula)}")
        search = _Search(formula, engine, heuristic, assume, output, report)
        started = perf_counter()
        with search.reporting_limits(place, quiet=run.quiet):
            if count:
                search.count(timeout)
            elif every:
                search.list(limit, Limits(timeout))
            else:
                search.solve(Limits(timeout, conflicts))
            if refutation is not None:
                run.progress.step("writing the proof")
                search.prove(Limits(timeout), refutation)
        seconds = perf_counter() - started
    if stats:
        counters = (f"{value:,} {key}" for key, value in search.statistics.items())
        say("; ".join([search.engine, ", ".join(counters), f"{seconds:.4f} s"]))
    return exits.of_answer(search.answer)


def _check(*exclusive: dict[str, bool]) -> None:
    """Raise UsageError where options exclude each other."""
    for group in exclusive:
        present = [name for name, there in group.items() if there]
        if len(present) > 1:
            raise click.UsageError(f"{' and '.join(present)} exclude each other")


def _size(formula: Formula) -> str:
    variables = counted(formula.variables, "variable")
    return f"{variables}, {counted(formula.clause_count, 'clause')}"


class _Search:
    """A search for models, which writes what it finds.

    Args:
        formula: The formula.
        engine: The engine that is asked for.
        heuristic: The heuristic of dpll.
        assume: Literals that are true in every model.
        output: Where to write.
        report: Called with each engine that is loaded, and why.

    Attributes:
        engine: The engine that answered.
        answer: Whether there is a model, once that is known.
        statistics: The engine's counters.
    """

    def __init__(  # noqa: PLR0917  all that a search needs
        self,
        formula: Formula,
        engine: str,
        heuristic: str | None,
        assume: tuple[int, ...],
        output: Output,
        report: Callable[[str, str], None],
    ) -> None:
        for literal in assume:
            if abs(literal) > formula.variables:
                known = counted(formula.variables, "variable")
                raise click.UsageError(f"--assume {literal}: the formula has {known}")
        self.engine = engine.lower()
        if self.engine == "auto" and heuristic is not None:
            self.engine = "dpll"
        self.answer: bool | None = None
        self.statistics: dict[str, int] = {}
        self._formula = formula
        self._options = {} if heuristic is None else {"heuristic": heuristic}
        self._assume = assume
        self._output = output
        self._report = report
        self._is_answered = False

    @contextmanager
    def reporting_limits(self, place: str, *, quiet: bool) -> Generator[None]:
        """Write what is known when a limit or Ctrl-C stops the search."""
        try:
            yield
        except Stopped as stop:
            self.write_answer()
            if not quiet:
                say(f"satdoku: {place}: stopped by a limit: {stop}")
        except KeyboardInterrupt:
            with suppress(OSError):  # whoever read the answer is gone as well
                self.write_answer()
            say("satdoku: stopped before the search was complete")
            raise

    def solve(self, limits: Limits) -> None:
        """Look for one model.

        Raises:
            Stopped: A limit came first.
        """
        from satdoku.engines.base import Limits  # noqa: PLC0415

        started = monotonic()
        spent = 0
        size = max(self._formula.clause_count, self._formula.variables)
        if self.engine != "auto":
            if not self._ask(self.engine, "as requested", limits):
                raise Stopped(self._limit_of(limits))
            return
        why = "the formula is large for plain search"
        if self._assume:
            why = "it finds assumptions that contradict the formula"
        elif size <= _TRY_CLAUSES:
            first = min(_TRY_CONFLICTS, limits.conflicts or _TRY_CONFLICTS)
            reason = f"for up to {first:,} conflicts, as the formula is not large"
            if self._ask("dpll", reason, Limits(limits.seconds, first)):
                return
            spent = self.statistics.get("conflicts", first)
            why = "dpll has not answered"
        seconds, conflicts = limits.seconds, limits.conflicts
        if seconds is not None:
            seconds -= monotonic() - started
        if conflicts is not None:
            conflicts -= spent
        over = (seconds is not None and seconds <= 0) or conflicts == 0
        if over or not self._ask(LEARNER, why, Limits(seconds, conflicts)):
            raise Stopped(self._limit_of(limits))

    @staticmethod
    def _limit_of(limits: Limits) -> str:
        found = [] if limits.seconds is None else [f"{limits.seconds:g} seconds"]
        if limits.conflicts is not None:
            found.append(counted(limits.conflicts, "conflict"))
        return " or ".join(found)

    def _ask(self, name: str, why: str, limits: Limits) -> bool:
        """Ask an engine for a model; write the answer, if it has one."""
        engine = self._load(name, why)
        outcome = engine.solve(self._assume, limits)
        self.statistics = outcome.statistics
        if outcome.satisfiable is None:
            return False
        self.answer = outcome.model is not None
        self.write_answer()
        if outcome.model is not None:
            self._write_model(outcome.model)
        elif core := self._assume and engine.core():
            self._output.write(f"c core {' '.join(map(str, core))} 0\n")
        return True

    def list(self, limit: int | None, limits: Limits) -> None:
        """Write every model, or the first ones.

        Raises:
            Stopped: A limit came first.
        """
        found = 0
        for found, model in enumerate(self._models(limits), 1):
            self.answer = True
            self.write_answer()
            self._write_model(model)
            if found == limit:
                return
        self.answer = found > 0
        self.write_answer()
        self._output.write(f"c {counted(found, 'model')}, complete\n")

    def count(self, timeout: float | None) -> None:
        """Count the models, and write that as in the model counting competition.

        Raises:
            Stopped: The time was over.
        """
        from satdoku.engines.base import Limits  # noqa: PLC0415

        variables, found = self._formula.variables, 0
        if self.engine == "auto" and variables and ganak.is_installed():
            self._name("ganak", "counts models")
            clauses = self._formula.with_units(self._assume)
            with ganak.ModelCounter(variables, variables, clauses) as counter:
                counted_all = counter.wait(timeout)
            if counted_all is None:
                raise Stopped("out of time")
            found = counted_all
        else:
            for _ in self._models(Limits(timeout)):
                self.answer = True
                found += 1
        self.answer = found > 0
        self.write_answer()
        self._output.write(f"c s type mc\nc s exact arb int {found}\n")

    def prove(self, limits: Limits, output: Output) -> None:
        """Write a proof that there is no model; no file, if there is one.

        Raises:
            UsageError: The engine writes no proofs.
            Stopped: A limit came first.
        """
        if self.answer is not False:
            output.failed = True
            return
        lemmas = registry.refute(
            self.engine, self._formula, limits=limits, **self._options
        )
        lines = (" ".join(map(str, (*each.literals, 0))) for each in lemmas or ())
        output.stream.writelines(f"{line}\n" for line in lines)

    def write_answer(self) -> None:
        """Write the s line, once."""
        if not self._is_answered:
            status = next(iter(sat_lines(self.answer)))
            self._output.write(f"{status}\n")
        self._is_answered = True

    def _models(self, limits: Limits) -> Iterator[tuple[int, ...]]:

        if self.engine == "auto":
            engine = self._load(LISTER, "it finds models fast")
        else:
            engine = self._load(self.engine, "as requested")
        try:
            yield from engine.models(self._assume, None, limits)
        finally:
            self.statistics = engine.statistics()

    def _load(self, name: str, why: str) -> Engine:

        engine = registry.load(name, self._formula, **self._options)
        self._name(engine.name, why)
        return engine

    def _name(self, engine: str, why: str) -> None:
        self.engine = engine
        self._report(engine, why)

    def _write_model(self, model: tuple[int, ...]) -> None:
        """Check a model against every clause, and write it.

        Raises:
            EngineError: A clause is not satisfied.
        """
        true = set(model)
        variables = range(1, self._formula.variables + 1)
        literals = {each if each in true else -each for each in variables}
        for clause in self._formula:
            if literals.isdisjoint(clause):
                msg = f"{self.engine} gave a model that leaves clause {clause} false"
                raise EngineError(msg)
        for literal in self._assume:
            if literal not in literals:
                msg = f"{self.engine} gave a model in which {literal} is false"
                raise EngineError(msg)
        _, *lines = sat_lines(True, self._formula.variables, model)  # noqa: FBT003  an answer
        self._output.write("".join(f"{line}\n" for line in lines))
